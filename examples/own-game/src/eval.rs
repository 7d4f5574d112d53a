//! What searches know.

use yomikiri_game_api::{Evaluate, Explain, MoveOrdering, Policy, Score, Side, Tactics, Term};

use crate::game::{Column, DropThree, Position};

/// Ten points for each line of three that is still open.
#[derive(Copy, Clone, Debug)]
pub struct OpenThrees;

fn points(at: &Position, side: Side) -> i32 {
    10 * at.open_threes(side) as i32
}

impl Evaluate<DropThree> for OpenThrees {
    fn evaluate(&self, _game: &DropThree, at: &Position) -> Score {
        Score::eval(points(at, at.turn()) - points(at, !at.turn()))
    }
}

impl Explain<DropThree> for OpenThrees {
    fn terms(&self, _game: &DropThree, at: &Position) -> Vec<Term> {
        vec![Term {
            name: "open-threes",
            first: points(at, Side::First),
            second: points(at, Side::Second),
        }]
    }
}

impl MoveOrdering<DropThree> for OpenThrees {
    /// Columns in the middle first.
    fn order(&self, _game: &DropThree, _at: &Position, mv: Column) -> i32 {
        i32::from(mv.0 == 1 || mv.0 == 2)
    }
}

impl Tactics<DropThree> for OpenThrees {}

impl Policy<DropThree> for OpenThrees {}
