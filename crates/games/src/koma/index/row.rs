//! Rows: indices that follow each other and differ in their last group of equal pieces alone. All that a row shares
//! is decoded once.

use std::ops::Range;

use yomikiri_game_api::Side;

use super::classes::Group;
use super::ranking::{self, Compress};
use super::{Boards, KomaIndexer, divide};
use crate::koma::position::Position;
use crate::koma::tables::ROYAL;

/// A row.
#[derive(Clone, Debug)]
pub(super) struct Row {
    indices: Range<u64>,
    /// The position without the last group, that group, and the squares that it can be on.
    at: Position,
    last: Group,
    free: u64,
}

impl Row {
    /// No index.
    pub(super) const NONE: Row = Row {
        indices: 0..0,
        at: Position::EMPTY,
        last: Group::NONE,
        free: 0,
    };

    /// The row of an index of a known class. Its pieces but the last group are placed on boards in First's view
    /// whose other groups are empty.
    #[inline(always)]
    pub(super) fn of<C: Compress>(
        indexer: &KomaIndexer,
        index: u64,
        class: usize,
        boards: &mut Boards,
    ) -> Row {
        let class = &indexer.classes.list[class];
        let mut at = Position::EMPTY;
        at.rest = class.hands;
        let of_side = if index < indexer.per_side {
            index
        } else {
            at.set_turn(Side::Second);
            index - indexer.per_side
        };
        let (pair, mut rest) = divide(of_side - class.offset, class.placements);
        let (own, other) = indexer.pairs.list[pair as usize];
        (boards[0][ROYAL], boards[1][ROYAL]) = (1 << own, 1 << other);
        at.planes[0] = 1 << own | 1 << other;
        at.second = 1 << other;
        let mut free = indexer.game.tables.board & !at.planes[0];
        let (last, groups) = match indexer.classes.groups(class) {
            [] => (Group::NONE, &[][..]),
            [groups @ .., last] => (*last, groups),
        };
        for group in groups {
            let digit;
            (digit, rest) = divide(rest, group.stride);
            let pieces = C::expand(ranking::unrank_subset(digit, group.count), free);
            boards[usize::from(group.side)][usize::from(group.code)] = pieces;
            group.add_to(&mut at, pieces);
            free &= !pieces;
        }
        let first = index - rest;
        Row {
            indices: first..first + last.ways,
            at,
            last,
            free,
        }
    }

    #[inline(always)]
    pub(super) fn contains(&self, index: u64) -> bool {
        self.indices.contains(&index)
    }

    /// Places the last group as an index of the row has it.
    #[inline(always)]
    pub(super) fn place<C: Compress>(&self, index: u64, boards: &mut Boards) -> Position {
        let (mut at, last) = (self.at, &self.last);
        if last.count > 0 {
            let chosen = ranking::unrank_subset(index - self.indices.start, last.count);
            let pieces = C::expand(chosen, self.free);
            boards[usize::from(last.side)][usize::from(last.code)] = pieces;
            last.add_to(&mut at, pieces);
        }
        at
    }
}
