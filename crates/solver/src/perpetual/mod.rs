//! The rule on perpetual check, on top of plain values.
//!
//! In plain tables endless play is a draw. Under the rule it loses for a side whose every move checks, if
//! the other's moves do not; if both check for ever it is a draw. Whether a move checks is seen in the
//! position after it, so for a possible winner *P* and the opponent *O* every position has a colour:
//!
//! | position | colour | good for |
//! |---|---|---|
//! | *P* to move, not in check: *O* has made a move without check | 2 | *O* |
//! | *O* to move, not in check: *P* has made a move without check | 1 | *P* |
//! | in check | 0 | *O* |
//!
//! *P* wins endless play exactly if the largest colour that comes again and again is 1: *O* checks from
//! some point on, *P* does not. That is a parity game of three colours, so the winner needs no memory: one
//! move for each position will do, and every cycle that a judge can see at a repetition is then good for
//! the winner. Whatever is decided in the plain game stays decided, because that play ends.
//!
//! `solve` finds the winners among the positions that are drawn in the plain game by nested attractors:
//! what *P* can force into wins known so far; then the positions where all of *O*'s moves check or lose,
//! from which *P* can come again and again to moves of its own without check; and so on.
//! It keeps a [`Rank`] for each: *P*'s moves to smaller ranks win, and [`verify`](fn@verify) needs
//! nothing but the ranks of neighbours to prove it (they are a progress measure of the parity game).
//! Captures lead to other tiers, whose values under the same rule are known before.

mod solve;
mod verify;

use std::collections::HashMap;

use yomikiri_game_api::{Game, Indexer, Side, Value};

pub use solve::solve;
pub use verify::verify;

use crate::cell::{Cell16, Code};
use crate::cells::Cells;

/// What the rule works on.
pub struct Rule<'r, G: Game, I> {
    /// The rules.
    pub game: &'r G,
    /// The indexer; each index belongs to one side to move.
    pub indexer: &'r I,
    /// Values of its indices in the plain game.
    pub plain: &'r Cells,
    /// Whether the side to move is in check.
    pub in_check: fn(&G, &G::Position) -> bool,
    /// Which sides can give check at all.
    pub can_check: [bool; 2],
}

impl<G: Game, I: Indexer<G>> Rule<'_, G, I> {
    /// Whether the side to move at an index is in check; false without a legal position.
    fn is_check(&self, index: u64) -> bool {
        let at = self.indexer.position(index);
        at.is_some_and(|at| (self.in_check)(self.game, &at))
    }

    fn plain(&self, index: u64) -> Option<Value> {
        self.plain.answer(index).map(|known| known.value)
    }
}

/// What a value is worth that a side to move has: a win for whom.
fn winner(turn: Side, value: Value) -> Option<Side> {
    match value {
        Value::Win => Some(turn),
        Value::Loss => Some(!turn),
        Value::Draw => None,
    }
}

/// How far a win by the rule is from its proof. A move of the winner, and every move of the loser, leads
///
/// - from a position in check to a smaller rank,
/// - from one in which the winner is to move and not in check to an earlier stage,
/// - from one in which the loser is to move and not in check to the same stage or an earlier one,
///
/// or to a win that needs no rank: one of the plain game or of another tier.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Rank {
    /// Grows with every step of an attractor, and with every region of forced checks.
    pub stage: u32,
    /// In a region of forced checks: moves until the winner makes one without check.
    pub step: u32,
}

/// The values that the rule changes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Changes {
    /// By index: who wins what is drawn in the plain game.
    pub won: HashMap<u64, (Side, Rank)>,
}

/// Ranks so large that a cell cannot hold them.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct TooDeep;

impl Changes {
    /// The changes as cells, ranks as distances; and how many steps a stage has in them. Whatever is not
    /// changed is a draw there.
    pub fn cells<G: Game, I: Indexer<G>>(&self, indexer: &I) -> Result<(Cells, u32), TooDeep> {
        let first = FirstSide::new(indexer);
        let steps = self.won.values().map(|(_, rank)| rank.step + 1);
        let steps = steps.max().unwrap_or(1);
        let mut cells = vec![Cell16::UNKNOWN; indexer.size() as usize];
        for (&index, &(side, rank)) in &self.won {
            let number = rank.stage.checked_mul(steps).ok_or(TooDeep)? + rank.step;
            let cell = match first.turn(index) == side {
                true => Cell16::win(number),
                false => Cell16::loss(number),
            };
            cells[index as usize] = cell.ok_or(TooDeep)?;
        }
        Ok((Cells::from_u16(cells), steps))
    }
}

/// Values with the changes of the rule: plain ones without distances, then what cells of
/// [`Changes::cells`] say.
pub fn combined(plain: &Cells, changes: &Cells) -> Cells {
    let mut values = plain.values_only();
    for index in changes.indices() {
        match changes.answer(index).map(|known| known.value) {
            Some(Value::Win) => values.set_code(index, 2),
            Some(Value::Loss) => values.set_code(index, 1),
            _ => {}
        }
    }
    values
}

/// The side to move of indices.
struct FirstSide(Vec<std::ops::Range<u64>>);

impl FirstSide {
    fn new<G: Game, I: Indexer<G>>(indexer: &I) -> Self {
        FirstSide(indexer.indices_of(Side::First))
    }

    #[inline]
    fn turn(&self, index: u64) -> Side {
        match self.0.iter().any(|range| range.contains(&index)) {
            true => Side::First,
            false => Side::Second,
        }
    }
}
