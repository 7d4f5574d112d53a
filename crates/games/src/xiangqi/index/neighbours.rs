//! Positions in the order of their indices, and indices after moves, sooner than one by one: for checking
//! tables. Nothing of this is shared with the [cursor](super::cursor) that solves them.

use std::ops::Range;

use yomikiri_game_api::{Indexer as _, Side};

use super::XiangqiIndexer;
use super::geometry::{Fold, is_on_middle};
use crate::xiangqi::pieces::{Kind, Move};
use crate::xiangqi::position::Position;
use crate::xiangqi::tables::bit_of;

impl XiangqiIndexer {
    /// Calls `visit` with every index of a range that has a legal position. The pieces of the last group,
    /// which is the fastest digit, are put on a board with all the others.
    pub(super) fn in_a_row(&self, indices: Range<u64>, mut visit: impl FnMut(u64, &Position)) {
        let geometry = &*self.geometry;
        let Some(last) = geometry.groups().last() else {
            for index in indices {
                if let Some(at) = self.position(index) {
                    visit(index, &at);
                }
            }
            return;
        };
        let mut index = indices.start;
        while index < indices.end {
            let digit = index % geometry.half() % last.size;
            let end = indices.end.min(index + (last.size - digit));
            let mut placed = geometry.placed(index);
            let others = geometry.pieces.iter().zip(&placed.points).take(last.from);
            let mut base = Some(Position::EMPTY);
            for (&(side, kind), &point) in others {
                base = base.filter(|base| base.occupied() & bit_of(point) == 0);
                if let Some(base) = &mut base {
                    base.put(point, kind, side);
                }
            }
            // If two of the others share a point, none of these indices has a position.
            if let Some(mut base) = base {
                base.set_turn(placed.turn, 0, 1);
                for (index, digit) in (index..end).zip(digit..) {
                    last.put(digit, &mut placed.points);
                    let points = &placed.points[last.from..][..last.count];
                    if points
                        .iter()
                        .any(|&point| base.occupied() & bit_of(point) != 0)
                    {
                        continue;
                    }
                    let mut board = base;
                    for &point in points {
                        board.put(point, last.kind, last.side);
                    }
                    let is_legal = !board.is_attacked(!placed.turn)
                        && geometry.image(&placed).is_none_or(|image| image >= index);
                    if is_legal {
                        visit(index, &board);
                    }
                }
            }
            index = end;
        }
    }

    /// The index after a legal move; `None` for captures, where both kings stand on the middle file before
    /// or after it, and where the board has to be seen in a mirror.
    #[inline]
    pub(super) fn after(&self, index: u64, at: &Position, mv: Move) -> Option<u64> {
        let geometry = &*self.geometry;
        let (from, to) = (mv.from(), mv.to());
        let kings = [at.king(Side::First), at.king(Side::Second)];
        if !at.piece(to).is_none() || (is_on_middle(kings[0]) && is_on_middle(kings[1])) {
            return None;
        }
        let (kind, side) = at.at(from)?;
        let turned = match side {
            Side::First => index + geometry.half(),
            Side::Second => index - geometry.half(),
        };
        if kind == Kind::King {
            let mut after = kings;
            after[side.index()] = to;
            let (old, _) = geometry.pair(kings[0], kings[1])?;
            let (new, fold) = geometry.pair(after[0], after[1])?;
            return (fold == Fold::Plain).then(|| turned - old + new);
        }
        let group = geometry.group_of_kind(side, kind)?;
        let mut points = [0; 5];
        let points = &mut points[..group.count];
        for (slot, point) in points.iter_mut().zip(at.of(kind, side)) {
            *slot = point;
        }
        let old = group.digit(points)?;
        for point in points.iter_mut().filter(|point| **point == from) {
            *point = to;
        }
        let new = group.digit(points)?;
        Some(turned - old * group.weight + new * group.weight)
    }
}
