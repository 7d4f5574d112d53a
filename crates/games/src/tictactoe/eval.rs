//! Search knowledge for tic-tac-toe.
//!
//! The game is small enough to be searched to the end; this is an example.

use yomikiri_game_api::{Evaluate, Explain, MoveOrdering, Policy, Score, Tactics, Term};

use super::game::TicTacToe;
use super::position::{Board, Cell};

/// Ten points for every line that can still be completed, minus the same for the opponent.
#[derive(Copy, Clone, Debug, Default)]
pub struct OpenLines;

const POINTS_PER_LINE: i32 = 10;

impl Evaluate<TicTacToe> for OpenLines {
    fn evaluate(&self, _game: &TicTacToe, at: &Board) -> Score {
        let (own, theirs) = (at.open_lines(at.turn()), at.open_lines(!at.turn()));
        Score::eval(POINTS_PER_LINE * (own as i32 - theirs as i32))
    }
}

impl Explain<TicTacToe> for OpenLines {
    fn terms(&self, _game: &TicTacToe, at: &Board) -> Vec<Term> {
        use yomikiri_game_api::Side::{First, Second};
        vec![Term {
            name: "open-lines",
            first: POINTS_PER_LINE * at.open_lines(First) as i32,
            second: POINTS_PER_LINE * at.open_lines(Second) as i32,
        }]
    }
}

/// Winning and blocking moves first, then the centre, then corners.
#[derive(Copy, Clone, Debug, Default)]
pub struct ThreatsFirst;

impl MoveOrdering<TicTacToe> for ThreatsFirst {
    fn order(&self, _game: &TicTacToe, at: &Board, cell: Cell) -> i32 {
        // On how many lines the cell lies: the centre on 4, corners on 3, edges on 2.
        const LINES_THROUGH: [i32; Cell::COUNT] = [3, 2, 3, 2, 4, 2, 3, 2, 3];
        if at.would_win(at.turn(), cell) {
            200
        } else if at.would_win(!at.turn(), cell) {
            100
        } else {
            LINES_THROUGH[cell.index()]
        }
    }

    fn is_forcing(&self, _game: &TicTacToe, at: &Board, cell: Cell) -> bool {
        at.would_win(at.turn(), cell)
    }
}

impl Tactics<TicTacToe> for ThreatsFirst {
    fn in_check(&self, _game: &TicTacToe, at: &Board) -> bool {
        at.empty_cells().any(|cell| at.would_win(!at.turn(), cell))
    }
}

impl Policy<TicTacToe> for ThreatsFirst {}
