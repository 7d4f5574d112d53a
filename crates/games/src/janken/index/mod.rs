//! The index of starts of turns by tier, for the solver: `2v1` is two cubes of the side to move
//! against one.
//!
//! | file | concept |
//! |---|---|
//! | `layout` | the index of one tier, up to symmetry |
//! | `cursor` | whole turns forward and backward |
//! | `tiers` | the tiers and their child tiers |

mod cursor;
mod layout;
mod tiers;

use yomikiri_game_api::{Indexer, Multiplicity};

use super::game::Janken;
use super::options::Options;
use super::position::Position;
use super::symmetry::Symmetry;
use layout::Layout;

pub use cursor::JankenCursor;
pub use tiers::JankenTiers;

/// The indexer of a group: one tier with equal numbers, or two that lead to each other.
pub struct JankenIndexer {
    options: Options,
    group: Vec<Layout>,
    /// The child tiers of captures, in order.
    children: Vec<Layout>,
}

impl JankenIndexer {
    /// The layout that has an index.
    #[inline(always)]
    fn layout_of(&self, index: u64) -> &Layout {
        match self.group.get(1) {
            Some(second) if index >= second.first => second,
            _ => &self.group[0],
        }
    }

    /// The index of a start of a turn of the group.
    #[inline(always)]
    fn index_inside(&self, at: &Position) -> u64 {
        let own = at.count(at.side());
        let layout = match self.group.get(1) {
            Some(second) if second.own == own => second,
            _ => &self.group[0],
        };
        layout.index(at)
    }

    /// The child tier and index of a start of a turn of an earlier tier.
    #[inline(always)]
    fn index_outside(&self, at: &Position) -> (usize, u64) {
        let counts = (at.count(at.side()), at.count(!at.side()));
        let mut children = self.children.iter().enumerate();
        let found = children.find(|(_, layout)| (layout.own, layout.other) == counts);
        let (child, layout) = found.expect("captures lead to needed tiers");
        (child, layout.index(at))
    }
}

impl Indexer<Janken> for JankenIndexer {
    type Cursor<'i> = JankenCursor<'i>;

    fn size(&self) -> u64 {
        self.group.iter().map(Layout::size).sum()
    }

    fn index(&self, at: &Position) -> Option<u64> {
        if !at.is_turn_start() || at.won_by().is_some() {
            return None;
        }
        let counts = (at.count(at.side()), at.count(!at.side()));
        let mut group = self.group.iter();
        let found = group.find(|layout| (layout.own, layout.other) == counts);
        found.map(|layout| layout.index(at))
    }

    fn position(&self, index: u64) -> Option<Position> {
        self.layout_of(index).position(index)
    }

    fn has_unmoves(&self) -> bool {
        true
    }

    fn multiplicity(&self, index: u64) -> Multiplicity {
        // Three exchanges of symbols and their mirror images; if all cubes are in mirrored pairs
        // with equal tops, the mirror changes nothing.
        let mirror = Symmetry {
            exchange: 0,
            mirror: true,
            half_turn: false,
        };
        let unfolded = match self.position(index) {
            None => 0,
            Some(at) if mirror.position(&at) == at => 3,
            Some(_) => 6,
        };
        Multiplicity {
            unfolded,
            folded: unfolded > 0,
        }
    }

    fn cursor(&self) -> JankenCursor<'_> {
        JankenCursor::new(self)
    }
}
