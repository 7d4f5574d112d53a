//! Legal actions, as sets of target squares for each direction.

use yomikiri_game_api::Side;

use super::board::{Direction, HOMES, squares};
use super::moves::Move;
use super::options::{Options, ReturnRule};
use super::position::{Position, beaten};

/// The target squares of a side's cubes in each direction of [`Direction::ALL`], as if its whole
/// turn were left: rolls to empty squares and captures, following the home rule.
#[inline(always)]
pub(crate) fn reach(options: &Options, at: &Position, side: Side) -> [u64; 4] {
    let (own, empty) = (at.cubes(side), at.empty());
    let attackers = at.by_top(side);
    let victims = beaten(at.by_top(!side));
    let home = HOMES[side.index()];
    let bound = !options.funbari_return || at.count(side) > 1;
    Direction::ALL.map(|way| {
        let mut targets = way.step(own) & empty;
        for (attacker, victim) in attackers.into_iter().zip(victims) {
            targets |= way.step(attacker) & victim;
        }
        if bound && way.is_homeward(side) {
            targets &= !(way.step(own & !home) & home);
        }
        targets
    })
}

/// The target squares of the side to move in each direction of [`Direction::ALL`]. The caller
/// handles the setup and finished games.
#[inline(always)]
pub(crate) fn targets(options: &Options, at: &Position) -> [u64; 4] {
    let mut targets = reach(options, at, at.side());
    if let Some(last) = at.last() {
        let third = at.left() + 2 == at.allowance(at.side());
        if options.return_rule == ReturnRule::Backstep || !third {
            for (way, set) in Direction::ALL.into_iter().zip(&mut targets) {
                *set &= !(way.step(last.to.bit()) & last.from.bit());
            }
        }
    }
    targets
}

/// Appends the moves to the targets.
#[inline(always)]
pub(crate) fn list(targets: [u64; 4], moves: &mut Vec<Move>) {
    for (way, set) in Direction::ALL.into_iter().zip(targets) {
        let origins = way.back().step(set);
        for (from, to) in squares(origins).zip(squares(set)) {
            moves.push(Move::step(from, to));
        }
    }
}

#[inline(always)]
pub(crate) fn count(targets: [u64; 4]) -> usize {
    targets.iter().map(|set| set.count_ones() as usize).sum()
}
