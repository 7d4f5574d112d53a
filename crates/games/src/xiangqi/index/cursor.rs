//! The neighbours of an index: whether it is decided, moves, un-moves.

use std::cell::Cell;

use yomikiri_game_api::{Conversion, Cursor, Probed, Side, Terminal};

use super::geometry::{Fold, Group, MOST_PIECES, Placed};
use super::{Way, XiangqiIndexer};
use crate::xiangqi::generate;
use crate::xiangqi::pieces::{
    FILES, Kind, Move, RANKS, Square, file_of, own_rank, rank_of, square_at,
};
use crate::xiangqi::position::Position;
use crate::xiangqi::tables::{bit_of, points};

/// A first index that holds no index: it is far from all of them.
const NOWHERE: u64 = 1 << 63;

/// The working state of one thread.
pub struct XiangqiCursor<'i> {
    indexer: &'i XiangqiIndexer,
    index: u64,
    placed: Placed,
    /// By group the digit of the index.
    digits: [u64; MOST_PIECES],
    /// By the number of groups: the first index with the same digits in them, from that of the kings
    /// to the index itself.
    starts: [u64; MOST_PIECES],
    /// The same of the pieces seen in a mirror, counted from the kings.
    images: [u64; MOST_PIECES],
    /// How the pieces are seen with these kings.
    fold: Fold,
    /// The pieces of the index, as far as no two of them share a point.
    board: Position,
    /// How many of them are on the board.
    standing: usize,
    /// Whether a legal position has the index, once that has been asked.
    legality: Cell<Option<bool>>,
    moves: Vec<Move>,
}

impl<'i> XiangqiCursor<'i> {
    pub(super) fn new(indexer: &'i XiangqiIndexer) -> Self {
        XiangqiCursor {
            indexer,
            index: NOWHERE,
            placed: indexer.geometry.placed(0),
            digits: [0; MOST_PIECES],
            starts: [NOWHERE; MOST_PIECES],
            images: [0; MOST_PIECES],
            fold: Fold::Plain,
            board: Position::EMPTY,
            standing: 0,
            legality: Cell::new(Some(false)),
            moves: Vec::with_capacity(128),
        }
    }

    /// Takes all but the first pieces off the board.
    #[inline]
    fn lift(&mut self, first: usize) {
        while self.standing > first {
            self.standing -= 1;
            let (side, kind) = self.indexer.geometry.pieces[self.standing];
            let point = self.placed.points[self.standing];
            self.board.lift_without_key(point, kind, side);
        }
    }

    /// Puts the other pieces on the board, until one of them has no room.
    #[inline]
    fn stand(&mut self) {
        let geometry = &*self.indexer.geometry;
        for &(side, kind) in &geometry.pieces[self.standing..] {
            let point = self.placed.points[self.standing];
            if self.board.occupied() & bit_of(point) != 0 {
                break;
            }
            self.board.put_without_key(point, kind, side);
            self.standing += 1;
        }
        self.board.set_turn(self.placed.turn, 0, 1);
        self.legality.set(match self.is_standing() {
            true => None,
            false => Some(false),
        });
    }

    /// Whether all pieces have room.
    #[inline]
    fn is_standing(&self) -> bool {
        self.standing == self.indexer.geometry.pieces.len()
    }

    /// Whether a legal position has the index: no two pieces share a point, the mirror image does not come
    /// before it, and the side that has moved is not in check.
    #[inline]
    fn is_legal(&self) -> bool {
        if let Some(known) = self.legality.get() {
            return known;
        }
        let groups = self.indexer.geometry.groups().len();
        let is_chosen =
            self.fold != Fold::Either || self.images[groups] >= self.index - self.starts[0];
        let is_legal = is_chosen && !self.board.is_attacked(!self.placed.turn);
        self.legality.set(Some(is_legal));
        is_legal
    }

    /// How many groups' digits an index shares with the one sought last; `None`: not even the kings.
    #[inline]
    fn shared(&self, index: u64) -> Option<usize> {
        let geometry = &*self.indexer.geometry;
        let is_in = |start: u64, size: u64| index.wrapping_sub(start) < size;
        let groups = geometry.groups();
        for (level, group) in groups.iter().enumerate().rev() {
            if is_in(self.starts[level + 1], group.weight) {
                return Some(level + 1);
            }
        }
        is_in(self.starts[0], geometry.block()).then_some(0)
    }

    /// How the index changes when a piece other than a king goes to an empty point, in either direction of
    /// time.
    #[inline]
    fn walk(&self, piece: usize) -> Walk<'_> {
        let geometry = &*self.indexer.geometry;
        let at = geometry.group_of(piece);
        let group = &geometry.groups()[at];
        let old = self.digits[at];
        let turned = match self.placed.turn {
            Side::First => self.index + geometry.half(),
            Side::Second => self.index - geometry.half(),
        };
        let kings = turned - (self.index - self.starts[0]);
        Walk {
            group,
            points: &self.placed.points[group.from..][..group.count],
            moved: piece - group.from,
            rest: turned - old * group.weight,
            image: (self.fold == Fold::Either).then(|| {
                let image = self.images[geometry.groups().len()];
                kings + image - group.image(old) * group.weight
            }),
        }
    }

    /// The same after a king's step; the kings' points are those after it.
    #[inline]
    fn after_king(&self, kings: [Square; 2]) -> Option<u64> {
        let geometry = &*self.indexer.geometry;
        let (start, fold) = geometry.pair(kings[0], kings[1])?;
        let rest = self.index - self.starts[0];
        let image = self.images[geometry.groups().len()];
        let others = match fold {
            Fold::Plain => rest,
            Fold::Mirrored => image,
            Fold::Either => rest.min(image),
        };
        let turned = match self.placed.turn {
            Side::First => geometry.half(),
            Side::Second => 0,
        };
        Some(turned + start + others)
    }

    /// The index after any piece has gone to an empty point.
    #[inline]
    fn after_any(&self, piece: usize, to: Square) -> Option<u64> {
        match piece {
            0 => self.after_king([to, self.placed.points[1]]),
            1 => self.after_king([self.placed.points[0], to]),
            _ => self.walk(piece).to(to),
        }
    }

    /// The list position of the piece on a point.
    #[inline]
    fn piece_on(&self, point: Square) -> usize {
        let pieces = &self.placed.points[..self.indexer.geometry.pieces.len()];
        let found = pieces.iter().position(|&other| other == point);
        found.expect("a piece of the board is in the list")
    }

    /// Where a capture by a piece leads.
    fn conversion(&self, piece: usize, to: Square) -> Option<Conversion> {
        let (kind, _) = self.board.at(to)?;
        Some(match self.indexer.way(self.board.turn(), kind)? {
            Way::Bare => Conversion::Known(Probed::DRAW),
            Way::Tier(child, geometry, exchanged) => {
                let after = match exchanged {
                    // The same list without the piece that is taken.
                    false => {
                        let taken = self.piece_on(to);
                        let mut after = self.placed;
                        after.points[piece] = to;
                        after.points.copy_within(taken + 1.., taken);
                        after.turn = !after.turn;
                        after
                    }
                    true => {
                        let mut after = self.board;
                        after.play(Move::new(self.placed.points[piece], to));
                        geometry.place(&after, true)?
                    }
                };
                Conversion::Tier {
                    child: *child,
                    // Every legal position has an index; the solver reports a missing one.
                    index: geometry.index(&after).unwrap_or(u64::MAX),
                }
            }
        })
    }
}

impl Cursor for XiangqiCursor<'_> {
    /// Only the pieces of groups whose digits differ from those of the index before are moved.
    #[inline]
    fn seek(&mut self, index: u64) {
        let geometry = &*self.indexer.geometry;
        let groups = geometry.groups();
        let shared = self.shared(index);
        self.index = index;
        let level = shared.unwrap_or_else(|| {
            self.lift(0);
            let (start, turn, kings, fold) = geometry.kings_of(index);
            self.starts[0] = start;
            self.fold = fold;
            self.placed.turn = turn;
            self.placed.points[..2].copy_from_slice(&kings);
            0
        });
        let Some(first) = groups.get(level) else {
            // The same index, or there is no piece but the kings.
            if shared.is_none() {
                self.stand();
            }
            return;
        };
        self.lift(first.from);
        for (level, group) in groups.iter().enumerate().skip(level) {
            let offset = index - self.starts[level];
            let digit = match group.weight {
                1 => offset,
                weight => offset / weight,
            };
            self.digits[level] = digit;
            self.starts[level + 1] = self.starts[level] + digit * group.weight;
            self.images[level + 1] = self.images[level] + group.image(digit) * group.weight;
            group.put(digit, &mut self.placed.points);
        }
        self.stand();
    }

    #[inline]
    fn terminal(&self) -> Terminal {
        match self.is_legal() {
            false => Terminal::Illegal,
            true if generate::any_of_few(&self.board) => Terminal::Undecided,
            true => Terminal::Lost,
        }
    }

    /// The pieces of the first groups share a point, or their mirror image comes before them.
    fn illegal_run(&self) -> u64 {
        let geometry = &*self.indexer.geometry;
        let mut level = geometry.groups().len();
        if self.standing < geometry.pieces.len() {
            level = match self.standing {
                0 | 1 => 0,
                piece => geometry.group_of(piece) + 1,
            };
        }
        if self.fold == Fold::Either {
            let first = |&level: &usize| self.images[level] != self.starts[level] - self.starts[0];
            if let Some(first) = (1..=level).find(first)
                && self.images[first] < self.starts[first] - self.starts[0]
            {
                level = first;
            }
        }
        let size = match level.checked_sub(1) {
            None => geometry.block(),
            Some(group) => geometry.groups()[group].weight,
        };
        self.starts[level] + size - self.index
    }

    #[inline]
    fn successors(&mut self, mut visit: impl FnMut(u64) -> bool) -> bool {
        if !self.is_legal() {
            return true;
        }
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        generate::list_quiets(&self.board, &mut moves);
        let all = moves.iter().all(|mv| {
            let next = self.after_any(self.piece_on(mv.from()), mv.to());
            next.is_none_or(&mut visit)
        });
        self.moves = moves;
        all
    }

    /// Every step to an empty point, also those that leave the own king attacked.
    #[inline]
    fn nearby(&mut self, mut visit: impl FnMut(u64) -> bool) -> bool {
        if !self.is_standing() {
            return true;
        }
        let (mover, occupied) = (self.placed.turn, self.board.occupied());
        let pieces = self.indexer.geometry.pieces.iter();
        for (piece, &(side, kind)) in pieces.enumerate() {
            if side != mover {
                continue;
            }
            let from = self.placed.points[piece];
            let mut to = points(generate::targets(&self.board, kind, mover, from) & !occupied);
            let mut go = |next: Option<u64>| next.is_none_or(&mut visit);
            let goes_on = match kind {
                Kind::King => to.all(|to| go(self.after_any(piece, to))),
                _ => {
                    let walk = self.walk(piece);
                    to.all(|to| go(walk.to(to)))
                }
            };
            if !goes_on {
                return false;
            }
        }
        true
    }

    fn conversions(&mut self, mut visit: impl FnMut(Conversion)) {
        if !self.is_legal() {
            return;
        }
        let mover = self.placed.turn;
        let foes = self.board.pieces[(!mover).index()];
        let geometry = &*self.indexer.geometry;
        let pieces = geometry.pieces.iter().zip(&geometry.reaches);
        for (piece, (&(side, kind), reach)) in pieces.enumerate() {
            // Guards are far from most of what they could capture.
            if side != mover || reach & foes == 0 {
                continue;
            }
            let from = self.placed.points[piece];
            for to in points(generate::targets(&self.board, kind, mover, from) & foes) {
                if generate::is_safe(&self.board, from, to, kind == Kind::King)
                    && let Some(conversion) = self.conversion(piece, to)
                {
                    visit(conversion);
                }
            }
        }
    }

    #[inline]
    fn predecessors(&mut self, mut visit: impl FnMut(u64)) {
        if !self.is_standing() {
            return;
        }
        let mover = !self.placed.turn;
        let pieces = self.indexer.geometry.pieces.iter();
        for (piece, &(side, kind)) in pieces.enumerate() {
            if side != mover {
                continue;
            }
            let to = self.placed.points[piece];
            if kind == Kind::King {
                origins(&self.board, kind, mover, to, |from| {
                    if let Some(index) = self.after_any(piece, from) {
                        visit(index);
                    }
                });
                continue;
            }
            let walk = self.walk(piece);
            origins(&self.board, kind, mover, to, |from| {
                if let Some(index) = walk.to(from) {
                    visit(index);
                }
            });
        }
    }
}

/// Indices by the point that a piece goes to.
struct Walk<'c> {
    group: &'c Group,
    /// The points of its group.
    points: &'c [Square],
    moved: usize,
    /// The index without the digit of the group.
    rest: u64,
    /// The same of the pieces seen in a mirror, where both kings are on the middle file.
    image: Option<u64>,
}

impl Walk<'_> {
    #[inline]
    fn to(&self, to: Square) -> Option<u64> {
        let group = self.group;
        let new = group.digit_after(self.points, self.moved, to)?;
        let next = self.rest + new * group.weight;
        Some(match self.image {
            None => next,
            Some(image) => next.min(image + group.image(new) * group.weight),
        })
    }
}

/// Calls `visit` with every empty point from which a piece of `side` can have come to `to` without a
/// capture.
#[inline]
fn origins(at: &Position, kind: Kind, side: Side, to: Square, mut visit: impl FnMut(Square)) {
    let occupied = at.occupied();
    let is_free = |point: Square| occupied & bit_of(point) == 0;
    match kind {
        // A horse's leg is at its origin.
        Kind::Horse => {
            let (file, rank) = (file_of(to) as i32, rank_of(to) as i32);
            for (along, across) in [(1, 2), (2, 1)] {
                for (right, up) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                    let from = (file + right * along, rank + up * across);
                    let leg = match along {
                        1 => (from.0, from.1 - up),
                        _ => (from.0 - right, from.1),
                    };
                    let (Some(from), Some(leg)) = (point_at(from), point_at(leg)) else {
                        continue;
                    };
                    if is_free(from) && is_free(leg) {
                        visit(from);
                    }
                }
            }
        }
        Kind::Pawn => {
            let back = match side {
                Side::First => to.checked_sub(FILES as Square),
                Side::Second => Some(to + FILES as Square).filter(|&point| point < 90),
            };
            // A point behind the pawns' home has no number.
            back.into_iter()
                .filter(|&from| is_free(from))
                .for_each(&mut visit);
            if own_rank(to, side) >= RANKS / 2 {
                let file = file_of(to);
                let left = (file > 0).then(|| to - 1);
                let right = (file + 1 < FILES).then(|| to + 1);
                let beside = left.into_iter().chain(right);
                beside.filter(|&from| is_free(from)).for_each(&mut visit);
            }
        }
        // All others go back as they come.
        _ => {
            let from = generate::targets(at, kind, side, to) & !occupied;
            points(from).for_each(visit);
        }
    }
}

fn point_at((file, rank): (i32, i32)) -> Option<Square> {
    let inside = (0..FILES as i32).contains(&file) && (0..RANKS as i32).contains(&rank);
    inside.then(|| square_at(file as usize, rank as usize))
}
