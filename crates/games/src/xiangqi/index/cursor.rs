//! The neighbours of an index: whether it is decided, moves, un-moves.

use yomikiri_game_api::{Conversion, Cursor, Probed, Side, Terminal};

use super::geometry::Placed;
use super::{Way, XiangqiIndexer};
use crate::xiangqi::generate;
use crate::xiangqi::pieces::{
    FILES, Kind, Move, RANKS, Square, file_of, own_rank, rank_of, square_at,
};
use crate::xiangqi::position::Position;
use crate::xiangqi::tables::{bit_of, points};

/// The working state of one thread.
pub struct XiangqiCursor<'i> {
    indexer: &'i XiangqiIndexer,
    index: u64,
    placed: Placed,
    /// The pieces of the index, as far as no two of them share a point.
    board: Position,
    /// How many of them are on the board.
    standing: usize,
    /// Whether a legal position has the index.
    is_legal: bool,
    moves: Vec<Move>,
}

impl<'i> XiangqiCursor<'i> {
    pub(super) fn new(indexer: &'i XiangqiIndexer) -> Self {
        XiangqiCursor {
            indexer,
            index: 0,
            placed: indexer.geometry.placed(0),
            board: Position::EMPTY,
            standing: 0,
            is_legal: false,
            moves: Vec::with_capacity(128),
        }
    }

    /// Takes all but the first pieces off the board.
    #[inline]
    fn lift(&mut self, first: usize) {
        while self.standing > first {
            self.standing -= 1;
            self.board.lift(self.placed.points[self.standing]);
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
            self.board.put(point, kind, side);
            self.standing += 1;
        }
        let turn = self.placed.turn;
        self.board.set_turn(turn, 0, 1);
        let image = || geometry.image(&self.placed);
        self.is_legal = self.standing == geometry.pieces.len()
            && image().is_none_or(|image| image >= self.index)
            && !self.board.is_attacked(!turn);
    }

    /// The list position of the piece on a point.
    #[inline]
    fn piece_on(&self, point: Square) -> usize {
        let pieces = &self.placed.points[..self.indexer.geometry.pieces.len()];
        let found = pieces.iter().position(|&other| other == point);
        found.expect("a piece of the board is in the list")
    }

    /// The index after a piece has gone from a point to an empty one, in either direction of time.
    #[inline]
    fn after(&self, from: Square, to: Square) -> Option<u64> {
        let geometry = &self.indexer.geometry;
        let piece = self.piece_on(from);
        if piece >= 2 {
            return geometry.after(self.index, &self.placed, piece, to);
        }
        let mut next = self.placed;
        next.points[piece] = to;
        next.turn = !next.turn;
        geometry.index(&next)
    }

    /// Where a capture leads.
    fn conversion(&self, board: &Position, mv: Move) -> Option<Conversion> {
        let (kind, _) = board.at(mv.to())?;
        Some(match self.indexer.way(board.turn(), kind)? {
            Way::Bare => Conversion::Known(Probed::DRAW),
            Way::Tier(child, geometry, exchanged) => {
                let mut after = *board;
                after.play(mv);
                let index = geometry.index(&geometry.place(&after, *exchanged));
                Conversion::Tier {
                    child: *child,
                    // Every legal position has an index; the solver reports a missing one.
                    index: index.unwrap_or(u64::MAX),
                }
            }
        })
    }
}

impl Cursor for XiangqiCursor<'_> {
    #[inline]
    fn seek(&mut self, index: u64) {
        let geometry = &*self.indexer.geometry;
        let digit = geometry.last_digit(index);
        // From an index to the next only the last group's pieces change.
        let is_next = index == self.index + 1 && digit > 0;
        self.index = index;
        if is_next {
            self.lift(geometry.last_pieces().start);
            geometry.place_last(digit, &mut self.placed);
        } else {
            self.lift(0);
            self.placed = geometry.placed(index);
        }
        self.stand();
    }

    #[inline]
    fn terminal(&self) -> Terminal {
        match self.is_legal {
            false => Terminal::Illegal,
            true if generate::any(&self.board) => Terminal::Undecided,
            true => Terminal::Lost,
        }
    }

    #[inline]
    fn successors(&mut self, mut visit: impl FnMut(u64) -> bool) -> bool {
        if !self.is_legal {
            return true;
        }
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        generate::list_quiets(&self.board, &mut moves);
        let all = moves
            .iter()
            .all(|mv| self.after(mv.from(), mv.to()).is_none_or(&mut visit));
        self.moves = moves;
        all
    }

    fn conversions(&mut self, mut visit: impl FnMut(Conversion)) {
        if !self.is_legal {
            return;
        }
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        generate::list_captures(&self.board, &mut moves);
        for &mv in &moves {
            if let Some(conversion) = self.conversion(&self.board, mv) {
                visit(conversion);
            }
        }
        self.moves = moves;
    }

    #[inline]
    fn predecessors(&mut self, mut visit: impl FnMut(u64)) {
        if !self.is_legal {
            return;
        }
        let mover = !self.placed.turn;
        let pieces = self.indexer.geometry.pieces.iter();
        for (&(side, kind), &to) in pieces.zip(&self.placed.points) {
            if side != mover {
                continue;
            }
            origins(&self.board, kind, mover, to, |from| {
                if let Some(index) = self.after(to, from) {
                    visit(index);
                }
            });
        }
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
