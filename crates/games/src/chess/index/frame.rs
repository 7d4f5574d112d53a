//! Neighbours of an index: a step of one piece is an addition instead of a new computation.
//!
//! Relative to an index, the pieces are in canonical form. A step of a piece changes one digit of
//! the index, and a step of a king the digit of the pair of kings, as long as the symmetry does not
//! change. If it does, or if the other pieces decide the symmetry, [`Geometry::index`] must be
//! used.

use yomikiri_game_api::Side;

use super::fold::{self, NONE, TURNED};
use super::geometry::{Geometry, MOST_PIECES, Placed};
use super::pawns::Passing;
use crate::chess::attacks::{Set, squares};

/// How a piece's square contributes to the index.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Weight {
    /// A king, by the pair of them.
    King,
    /// Unique of its kind: its square times this.
    Alone(u64),
    /// One of two equal pieces, with the list position of the other.
    Pair(u64, usize),
    /// Not incremental.
    None,
}

/// The same pieces with the other side to move, in canonical form.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    /// The index.
    base: u64,
    /// Maps actual squares to canonical ones.
    map: &'static [u8; 64],
    /// Canonical squares, in canonical order of pieces.
    squares: [u8; MOST_PIECES],
    /// Offset between pieces and their canonical list positions: colours may be exchanged.
    shift: usize,
    /// The number of the kings' pair.
    pair: u16,
    /// Whether White's king may not cross the middle, because the pawns are their own mirror image.
    kept_on_wing: bool,
    /// The blocks in which the side to move may capture en passant, relative to the block of
    /// `base`.
    passing: [u64; 2],
    passings: usize,
}

/// A step of one piece.
pub(crate) enum Step {
    /// To an index.
    Index(u64),
    /// To a square, not incremental: use [`Geometry::index`].
    Ask(usize),
}

impl Geometry {
    /// Computes the contribution of each piece's square.
    pub(super) fn weigh(&mut self) {
        self.weights = vec![Weight::None; self.pieces.len()];
        let mut weight = 1;
        for group in self.groups.iter().rev() {
            let first = group.pieces.start;
            match group.pieces.len() {
                1 => self.weights[first] = Weight::Alone(weight),
                2 => {
                    self.weights[first] = Weight::Pair(weight, first + 1);
                    self.weights[first + 1] = Weight::Pair(weight, first);
                }
                _ => {}
            }
            weight *= u64::from(group.size);
        }
        self.king_weight = weight;
        self.weights[0] = Weight::King;
        self.weights[self.black_king] = Weight::King;
    }

    /// The pieces of an index with the other side to move; `None` if nothing is incremental.
    #[inline(always)]
    pub(crate) fn frame(&self, block: usize, number: u64, at: &Placed) -> Option<Frame> {
        if self.symmetric {
            return self.turned_frame(at);
        }
        let (white, black) = (
            usize::from(at.squares[0]),
            usize::from(at.squares[self.black_king]),
        );
        let of = &self.blocks[block];
        let mut frame = Frame {
            base: number,
            map: &TURNED[0],
            squares: at.squares,
            shift: 0,
            pair: fold::pair(white, black),
            kept_on_wing: false,
            passing: [0; 2],
            passings: 0,
        };
        if self.placements.len() == 1 {
            let folded = fold::in_triangle(white, black);
            if folded.both_on_diagonal {
                return None;
            }
            frame.pair = folded.pair;
            frame.base += self.block * (!of.turn).index() as u64;
            return Some(frame);
        }
        let placement = &self.placements[of.key as usize];
        let block = u64::from(placement.plain[(!of.turn).index()]);
        frame.base += self.block * block;
        frame.kept_on_wing = placement.symmetric;
        self.note_passing(&mut frame, block, placement.passing, !of.turn);
        Some(frame)
    }

    /// The same if both sides have the same pieces: colours are exchanged for the other side to
    /// move, and the board may be, too.
    fn turned_frame(&self, at: &Placed) -> Option<Frame> {
        let has_pawns = self.placements.len() > 1;
        let turned = self.colours_turned(&Placed {
            turn: Side::Second,
            passed: None,
            ..*at
        });
        let (base, turn) = self.index_as_placed(&turned)?;
        let squares = turned
            .squares
            .map(|square| TURNED[turn][usize::from(square)]);
        let kings = [squares[0], squares[self.black_king]].map(usize::from);
        if !has_pawns && fold::is_on_diagonal(kings[0], kings[1]) {
            return None;
        }
        let mut frame = Frame {
            base,
            // Ranks are flipped with the colours.
            map: &TURNED[turn ^ 2],
            squares,
            shift: self.black_king,
            pair: match has_pawns {
                true => fold::pair(kings[0], kings[1]),
                false => fold::in_triangle(kings[0], kings[1]).pair,
            },
            kept_on_wing: false,
            passing: [0; 2],
            passings: 0,
        };
        if has_pawns {
            let block = base / self.block;
            let placement = &self.placements[self.blocks[block as usize].key as usize];
            frame.kept_on_wing = placement.symmetric;
            self.note_passing(&mut frame, block, placement.passing, Side::First);
        }
        Some(frame)
    }

    /// Adds the blocks in which a side may capture en passant; they follow the plain one.
    #[inline]
    fn note_passing(&self, frame: &mut Frame, block: u64, [from, to]: [u32; 2], turn: Side) {
        let passing: &[Passing] = &self.passing[from as usize..to as usize];
        for of in passing.iter().filter(|of| of.turn == turn) {
            // At most two: a pawn has two neighbours, and there are at most three pawns.
            frame.passing[frame.passings] = (u64::from(of.block)).wrapping_sub(block);
            frame.passings += 1;
        }
    }

    /// Calls `visit` with the targets of quiet steps of a piece other than a pawn, until it returns
    /// false; returns false in that case.
    #[inline(always)]
    pub(crate) fn steps(
        &self,
        frame: &Frame,
        piece: usize,
        to: Set,
        mut visit: impl FnMut(Step) -> bool,
    ) -> bool {
        let mut piece = piece + frame.shift;
        if piece >= self.pieces.len() {
            piece -= self.pieces.len();
        }
        let from = u64::from(frame.squares[piece]);
        let mapped = |square: usize| frame.map[square & 63];
        match self.weights[piece] {
            Weight::Alone(weight) => {
                let base = frame.base.wrapping_sub(from * weight);
                squares(to).all(|to| {
                    let index = base.wrapping_add(u64::from(mapped(to)) * weight);
                    visit(Step::Index(index))
                })
            }
            Weight::Pair(weight, other) => {
                let other = u64::from(frame.squares[other]);
                let base = frame.base.wrapping_sub(pair_number(from, other) * weight);
                squares(to).all(|to| {
                    let number = pair_number(u64::from(mapped(to)), other);
                    visit(Step::Index(base.wrapping_add(number * weight)))
                })
            }
            Weight::King => {
                squares(to).all(
                    |to| match self.king_step(frame, piece, usize::from(mapped(to))) {
                        Some(index) => visit(Step::Index(index)),
                        None => visit(Step::Ask(to)),
                    },
                )
            }
            Weight::None => squares(to).all(|to| visit(Step::Ask(to))),
        }
    }

    /// The index after a king step; `None` if it is not incremental. The kings are not adjacent.
    #[inline(always)]
    fn king_step(&self, frame: &Frame, piece: usize, to: usize) -> Option<u64> {
        let (white, black) = match piece {
            0 => (to, usize::from(frame.squares[self.black_king])),
            _ => (usize::from(frame.squares[0]), to),
        };
        let pair = if self.placements.len() == 1 {
            let folded = fold::in_triangle(white, black);
            if folded.turn != 0 || folded.both_on_diagonal {
                return None;
            }
            folded.pair
        } else if frame.kept_on_wing && white & 7 > 3 {
            return None;
        } else {
            fold::pair(white, black)
        };
        if pair == NONE {
            return None;
        }
        let change = u64::from(pair).wrapping_sub(u64::from(frame.pair));
        let index = frame
            .base
            .wrapping_add(change.wrapping_mul(self.king_weight));
        Some(index)
    }

    /// Calls `visit` with the indices of the same pieces if the side to move may capture en
    /// passant, judged by the pawns. The index must be the result of a step of the frame.
    #[inline(always)]
    pub(crate) fn passing_indices(&self, frame: &Frame, index: u64, visit: &mut impl FnMut(u64)) {
        for change in &frame.passing[..frame.passings] {
            visit(index.wrapping_add(change.wrapping_mul(self.block)));
        }
    }
}

/// The number of two different squares, in any order.
#[inline(always)]
pub(super) fn pair_number(one: u64, other: u64) -> u64 {
    let (low, high) = (one.min(other), one.max(other));
    high * high.saturating_sub(1) / 2 + low
}
