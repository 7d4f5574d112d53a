//! Problems for people: a string that can be taken, and one move that takes it.
//!
//! Reading answers for every legal move whether the string gets away afterwards, so that there is no second
//! solution. Positions in which a ko decides, or in which reading gives up, make no problem.

use yomikiri_game_api::Game;

use super::PROOF;
use crate::go::game::Go;
use crate::go::position::{Move, Position};
use crate::go::reading::{Reader, ReadingLimits, Success};
use crate::go::sees::chains;

/// Strings of fewer stones are not worth a problem, and with one liberty there is nothing to find.
const STONES: usize = 2;
const LIBERTIES: std::ops::RangeInclusive<usize> = 2..=3;

/// A string to take.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CaptureProblem {
    /// The only move that takes it.
    pub answer: Move,
    /// Its stones.
    pub target: Vec<usize>,
}

/// The problem of a position for the side to move, if it has one: the largest string first.
pub fn capture_problem(game: &Go, at: &Position) -> Option<CaptureProblem> {
    let side = game.turn(at);
    let mut strings = chains(game, at).all;
    strings.retain(|string| {
        let is_worth_it = string.stones.len() >= STONES;
        string.side != side && is_worth_it && LIBERTIES.contains(&string.liberties.len())
    });
    strings.sort_by_key(|string| std::cmp::Reverse(string.stones.len()));
    strings.into_iter().find_map(|string| {
        let target = string.stones;
        // A glance is enough for most; what is left is read again, deeper.
        let glance = only_attack(game, at, target[0], ReadingLimits::QUICK)?;
        let answer = only_attack(game, at, target[0], PROOF)?;
        (answer == glance).then_some(CaptureProblem { answer, target })
    })
}

/// The only move after which a string cannot be saved.
fn only_attack(game: &Go, at: &Position, target: usize, limits: ReadingLimits) -> Option<Move> {
    let attack = Reader::new(game, at, limits).attack(target)?;
    if attack.success != Success::Yes || attack.cut {
        return None;
    }
    let mut moves = Vec::new();
    game.legal_moves(at, &mut moves);
    let mut found = None;
    for mv in moves {
        let mut after = *at;
        game.play(&mut after, mv);
        // A stone that is gone was taken at once.
        let takes = match Reader::new(game, &after, limits).defend(target) {
            None => true,
            Some(defence) if defence.cut || defence.success.is_ko() => return None,
            Some(defence) => defence.success == Success::No,
        };
        if takes && found.replace(mv).is_some() {
            return None;
        }
    }
    found
}
