//! Which moves reach a goal, by reading.

use yomikiri_game_api::{Game, Judgement, Problems};

use super::eyes::EyeSpace;
use super::{PROOF, capture_problem};
use crate::go::game::Go;
use crate::go::position::{Move, Position};
use crate::go::reading::{Linker, Reader, Success};

/// The goals of problems.
pub const GOALS: &[&str] = &["capture", "save", "connect", "cut", "live", "kill"];

/// Makes and judges problems of Go.
#[derive(Copy, Clone, Debug, Default)]
pub struct GoProblems;

impl Problems<Go> for GoProblems {
    fn goals(&self) -> &'static [&'static str] {
        GOALS
    }

    fn find(&self, game: &Go, at: &Position) -> Option<(Move, Vec<usize>)> {
        capture_problem(game, at).map(|problem| (problem.answer, problem.target))
    }

    fn judge(
        &self,
        game: &Go,
        at: &Position,
        goal: &str,
        target: &[usize],
        mv: Move,
    ) -> Option<Judgement<Move>> {
        let stones = target.iter().copied();
        let mut stones = stones.filter(|&cell| at.stone(cell).is_some());
        let first = stones.next()?;
        let mut after = *at;
        game.play(&mut after, mv);
        match goal {
            "capture" | "save" => Some(by_capture(game, &after, goal == "capture", first)),
            "connect" | "cut" => {
                let (string, _) = game.string(at, first);
                let other = stones.find(|cell| !string.contains(cell))?;
                by_link(game, &after, goal == "connect", first, other)
            }
            "live" | "kill" => by_eyes(game, at, &after, goal == "live", first),
            _ => None,
        }
    }
}

fn judgement(right: bool, refutation: Option<usize>) -> Judgement<Move> {
    Judgement {
        right,
        refutation: refutation.filter(|_| !right).map(Move::at),
    }
}

/// Whether the string is taken, or saved, after a move. A ko is no success; a string that reading cannot take
/// within its bounds is saved.
fn by_capture(game: &Go, after: &Position, takes: bool, target: usize) -> Judgement<Move> {
    let mut reader = Reader::new(game, after, PROOF);
    let reading = match takes {
        true => reader.defend(target),
        false => reader.attack(target),
    };
    let Some(reading) = reading else {
        // The stone is off the board.
        return judgement(takes, None);
    };
    judgement(reading.success == Success::No, reading.point)
}

/// Whether two strings are joined, or cut, after a move.
fn by_link(
    game: &Go,
    after: &Position,
    joins: bool,
    from: usize,
    to: usize,
) -> Option<Judgement<Move>> {
    if after.stone(from).is_none() || after.stone(to).is_none() {
        return Some(judgement(!joins, None));
    }
    let reading = Linker::new(game, after).read(from, to);
    match joins {
        true => reading.after_cut.map(|yes| judgement(yes, reading.cut)),
        false => reading.after_join.map(|yes| judgement(!yes, reading.join)),
    }
}

/// Whether an enclosed group lives, or is killed, after a move.
fn by_eyes(
    game: &Go,
    before: &Position,
    after: &Position,
    lives: bool,
    target: usize,
) -> Option<Judgement<Move>> {
    let owner = before.stone(target)?;
    let claims = if lives { owner } else { !owner };
    let mut space = EyeSpace::new(game, before, target, claims)?;
    let (alive, reply) = space.read(after)?;
    Some(judgement(alive == lives, reply))
}
