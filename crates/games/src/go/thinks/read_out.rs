//! Readings played out: how a string is taken, move by move, with the reason for every move.

use yomikiri_game_api::{Game, ReadOut, ReadStep, Remark, Tone, Word};

use crate::go::game::Go;
use crate::go::points::write_gtp;
use crate::go::position::{Move, Position};
use crate::go::reading::{Reader, ReadingLimits, Success};
use crate::go::sees::{Chain, chains, with_turn};

/// Strings of a position that are played out: the largest.
const STRINGS: usize = 6;
/// The longest line: a ladder across the largest board.
const PLIES: usize = 100;

/// The lines in which strings of a position are taken if their enemy plays first.
pub(in crate::go) fn readings(game: &Go, at: &Position) -> Vec<ReadOut> {
    let mut strings = chains(game, at).all;
    strings.sort_by_key(|chain| std::cmp::Reverse(chain.stones.len()));
    let lines = strings.iter().filter_map(|chain| read_out(game, at, chain));
    lines.take(STRINGS).collect()
}

/// The line in which a string is taken, if it can be.
fn read_out(game: &Go, at: &Position, chain: &Chain) -> Option<ReadOut> {
    let target = chain.stones[0];
    let attacker = !chain.side;
    let mut now = with_turn(at, attacker);
    let mut steps = Vec::new();
    while now.stone(target) == Some(chain.side) && steps.len() < PLIES {
        let (cell, why) = match now.turn() == attacker {
            true => attack(game, &now, target)?,
            false => match resist(game, &now, target) {
                Some(found) => found,
                None => break,
            },
        };
        steps.push(ReadStep {
            cell,
            tone: Tone::from(now.turn()),
            why: Remark::new(why),
        });
        game.play(&mut now, Move::at(cell));
    }
    let about = Remark::new("go-read-about")
        .with("id", Word::Number(chain.id))
        .with("place", Word::text(write_gtp(game.size(), target)));
    (steps.len() > 1).then_some(ReadOut { about, steps })
}

/// The move of the attacker; `None` if reading does not take the string.
fn attack(game: &Go, at: &Position, target: usize) -> Option<(usize, &'static str)> {
    let reading = Reader::new(game, at, ReadingLimits::QUICK).attack(target)?;
    let cell = reading.point.filter(|_| reading.success == Success::Yes)?;
    let mut after = *at;
    game.play(&mut after, Move::at(cell));
    let defender = at.stone(target);
    let why = match after.stone(target) == defender {
        false => "go-read-takes",
        true if game.string(&after, cell).1.len() == 1 => "go-read-throw-in",
        true if game.string(&after, target).1.len() == 1 => "go-read-atari",
        true => "go-read-close",
    };
    Some((cell, why))
}

/// The defender's longest resistance: takes what it can, else goes where it has most liberties.
fn resist(game: &Go, at: &Position, target: usize) -> Option<(usize, &'static str)> {
    let (stones, liberties) = game.string(at, target);
    let mut moves = Vec::new();
    game.legal_moves(at, &mut moves);
    let enemy = !at.turn();
    // Enemy stones in atari beside the string.
    let beside = stones.iter().flat_map(|&stone| game.beside(stone));
    let mut takes = beside.filter_map(|cell| {
        let last = match at.stone(cell) == Some(enemy) {
            true => game.string(at, cell).1,
            false => Vec::new(),
        };
        match last[..] {
            [last] if moves.contains(&Move::at(last)) => Some(last),
            _ => None,
        }
    });
    if let Some(cell) = takes.next() {
        return Some((cell, "go-read-captures"));
    }
    let legal = liberties.into_iter();
    let legal = legal.filter(|&cell| moves.contains(&Move::at(cell)));
    let best = legal.max_by_key(|&cell| {
        let mut after = *at;
        game.play(&mut after, Move::at(cell));
        (game.string(&after, cell).1.len(), std::cmp::Reverse(cell))
    });
    best.map(|cell| (cell, "go-read-extends"))
}
