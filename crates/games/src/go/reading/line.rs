//! A reading played out: move after move, with the reason for each.

use yomikiri_game_api::{Game, Side};

use super::{Reader, ReadingLimits, Success};
use crate::go::game::Go;
use crate::go::position::{Move, Position};

/// Moves after which a line is long enough: the longest ladders.
const LONGEST: usize = 120;

/// Why a move of a reading is played.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// Takes the string.
    Takes,
    /// Takes other stones: of those that surround the string, or of its friends.
    TakesOthers,
    /// Leaves the string one liberty.
    Atari,
    /// Gives a stone away to make the string short of liberties.
    ThrowIn,
    /// Takes one of several liberties.
    Closes,
    /// Stands where the string would run to.
    Net,
    /// Runs: the string itself grows.
    Extends,
    /// Presses the stones that surround the string.
    Counters,
    /// Anything else that was read to work.
    Prevents,
}

impl Why {
    /// The word for it in text protocols and data.
    pub const fn word(self) -> &'static str {
        match self {
            Why::Takes => "takes",
            Why::TakesOthers => "takes-others",
            Why::Atari => "atari",
            Why::ThrowIn => "throw-in",
            Why::Closes => "closes",
            Why::Net => "net",
            Why::Extends => "extends",
            Why::Counters => "counters",
            Why::Prevents => "prevents",
        }
    }
}

/// A move of a reading.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ReadMove {
    /// Who plays.
    pub side: Side,
    /// Where.
    pub cell: usize,
    /// What for.
    pub why: Why,
}

/// The string on a cell is attacked, or defended first, and both sides go on as the reading says, until the
/// string is taken or the attacker has nothing left. Empty where nothing is there to read.
pub fn read_out(
    game: &Go,
    at: &Position,
    cell: usize,
    first: Side,
    limits: ReadingLimits,
) -> Vec<ReadMove> {
    let Some(defender) = at.stone(cell) else {
        return Vec::new();
    };
    let mut at = crate::go::sees::with_turn(at, first);
    let mut line = Vec::new();
    while line.len() < LONGEST && at.stone(cell) == Some(defender) {
        let side = at.turn();
        let mut reader = Reader::new(game, &at, limits);
        let point = match side == defender {
            true => match reader.defend(cell) {
                Some(reading) if reading.success != Success::No => reading.point,
                _ => last_try(game, &at, cell),
            },
            false => match reader.attack(cell) {
                Some(reading) if reading.success != Success::No => reading.point,
                _ => None,
            },
        };
        let Some(point) = point.filter(|&point| game.is_legal(&at, point)) else {
            break;
        };
        let before = at;
        game.play(&mut at, Move::at(point));
        let why = reason(game, &before, &at, cell, point);
        line.push(ReadMove {
            side,
            cell: point,
            why,
        });
    }
    line
}

/// What a lost string does: it runs where it gets most liberties.
fn last_try(game: &Go, at: &Position, cell: usize) -> Option<usize> {
    let (_, liberties) = game.string(at, cell);
    let after = |&point: &usize| {
        let mut next = *at;
        game.play(&mut next, Move::at(point));
        game.string(&next, cell).1.len()
    };
    let legal = liberties.into_iter().filter(|&to| game.is_legal(at, to));
    legal.max_by_key(after)
}

fn reason(game: &Go, before: &Position, after: &Position, cell: usize, point: usize) -> Why {
    let Some(defender) = before.stone(cell) else {
        return Why::Prevents;
    };
    let (string, liberties) = game.string(before, cell);
    let stones = |at: &Position, side: Side| at.count(side);
    if after.stone(cell) != Some(defender) {
        return Why::Takes;
    }
    if before.turn() == defender {
        let takes = stones(after, !defender) < stones(before, !defender);
        let presses = || {
            let mut around = string.iter().flat_map(|&stone| game.beside(stone));
            around.any(|other| {
                before.stone(other) == Some(!defender)
                    && game.string(before, other).1.contains(&point)
            })
        };
        return match () {
            () if takes => Why::TakesOthers,
            () if liberties.contains(&point) => Why::Extends,
            () if presses() => Why::Counters,
            () => Why::Prevents,
        };
    }
    let own = game.string(after, point).1.len();
    let left = game.string(after, cell).1.len();
    match () {
        () if stones(after, defender) < stones(before, defender) => Why::TakesOthers,
        () if own == 1 && left <= 2 => Why::ThrowIn,
        () if left == 1 => Why::Atari,
        () if liberties.contains(&point) => Why::Closes,
        () if liberties
            .iter()
            .any(|&liberty| game.beside(liberty).any(|near| near == point)) =>
        {
            Why::Net
        }
        () => Why::Prevents,
    }
}
