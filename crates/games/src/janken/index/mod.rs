//! Numbering turn starts by tier, for the solver: `2v1` is two cubes of the side to move against
//! one of the other.
//!
//! | file | concept |
//! |---|---|
//! | `layout` | the slots of one tier, symmetries folded |
//! | `cursor` | whole turns forward and backward |
//! | `tiers` | which tiers there are and where they lead |

mod cursor;
mod layout;
mod tiers;

use std::convert::Infallible;
use std::ops::Range;

use yomikiri_game_api::{Indexed, Share, Side};

use super::game::Janken;
use super::options::Options;
use super::position::Position;
use super::symmetry::Symmetry;
use layout::Layout;

pub use cursor::JankenCursor;
pub use tiers::JankenTiers;

/// The numbering of a group: one tier of equal numbers, or two that lead to each other.
pub struct JankenIndex {
    options: Options,
    group: Vec<Layout>,
    /// The tiers that captures lead to, in the order of the needs.
    needs: Vec<Layout>,
}

impl JankenIndex {
    /// The layout that has a slot.
    #[inline(always)]
    fn layout_of(&self, slot: u64) -> &Layout {
        match self.group.get(1) {
            Some(second) if slot >= second.first => second,
            _ => &self.group[0],
        }
    }

    /// The slot of a turn start of the group.
    #[inline(always)]
    fn slot_inside(&self, at: &Position) -> u64 {
        let own = at.count(at.side());
        let layout = match self.group.get(1) {
            Some(second) if second.own == own => second,
            _ => &self.group[0],
        };
        layout.slot(at)
    }

    /// The need and the slot of a turn start of an earlier tier.
    #[inline(always)]
    fn slot_outside(&self, at: &Position) -> (usize, u64) {
        let counts = (at.count(at.side()), at.count(!at.side()));
        let mut needs = self.needs.iter().enumerate();
        let found = needs.find(|(_, layout)| (layout.own, layout.other) == counts);
        let (need, layout) = found.expect("captures lead to needed tiers");
        (need, layout.slot(at))
    }
}

impl Indexed<Janken> for JankenIndex {
    type Cursor<'i> = JankenCursor<'i>;
    type Rows<'i> = Infallible;

    fn slots(&self) -> u64 {
        self.group.iter().map(Layout::slots).sum()
    }

    fn slot(&self, at: &Position) -> Option<u64> {
        if !at.is_turn_start() || at.won_by().is_some() {
            return None;
        }
        let counts = (at.count(at.side()), at.count(!at.side()));
        let mut group = self.group.iter();
        let found = group.find(|layout| (layout.own, layout.other) == counts);
        found.map(|layout| layout.slot(at))
    }

    fn position(&self, slot: u64) -> Option<Position> {
        self.layout_of(slot).position(slot)
    }

    fn slots_of(&self, _side: Side) -> Range<u64> {
        0..self.slots()
    }

    fn share(&self, slot: u64) -> Share {
        // Three exchanges of symbols and their mirror images; where all cubes stand in mirrored
        // pairs with equal tops the mirror changes nothing.
        let mirror = Symmetry {
            exchange: 0,
            mirror: true,
            half_turn: false,
        };
        let unfolded = match self.position(slot) {
            None => 0,
            Some(at) if mirror.position(&at) == at => 3,
            Some(_) => 6,
        };
        Share {
            unfolded,
            folded: unfolded > 0,
        }
    }

    fn cursor(&self) -> JankenCursor<'_> {
        JankenCursor::new(self)
    }
}
