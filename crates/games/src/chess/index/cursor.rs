//! The neighbours of an index: terminal state, moves, un-moves.

use yomikiri_game_api::{Conversion, Cursor, Game, Probed, Side, Terminal, Value};

use super::frame::{Frame, Step};
use super::geometry::Placed;
use super::pawns::NO_BLOCK;
use super::{ChessIndexer, Way, Ways};
use crate::chess::attacks::{self, RANK_1, RANK_8, Set, bit, squares};
use crate::chess::game::{Chess, Goal};
use crate::chess::generate;
use crate::chess::moves::{Kind, Move};
use crate::chess::position::Position;

/// The working state of one thread.
pub struct ChessCursor<'i> {
    indexer: &'i ChessIndexer,
    /// The block of the index, and its first index.
    block: usize,
    first: u64,
    /// The offset of the index within the block.
    number: u64,
    at: Placed,
    /// The squares of all pieces, and of all but the last one.
    occupied: Set,
    others: Set,
    /// The index without its last digit.
    row: u64,
}

impl<'i> ChessCursor<'i> {
    pub(super) fn new(indexer: &'i ChessIndexer) -> Self {
        let at = indexer.geometry.placed(0);
        ChessCursor {
            occupied: indexer.occupied(&at),
            others: 0,
            row: u64::MAX,
            block: 0,
            first: 0,
            number: 0,
            indexer,
            at,
        }
    }

    /// The pieces on a board; not needed for un-moves and neighbours.
    #[inline]
    fn board(&self) -> Position {
        self.indexer.board(&self.at)
    }

    /// The list position of the piece on a square.
    #[inline]
    fn piece_on(&self, square: usize) -> usize {
        let pieces = &self.at.squares[..self.indexer.geometry.pieces.len()];
        let found = pieces
            .iter()
            .position(|&other| usize::from(other) == square);
        found.expect("a piece of the board is in the list")
    }

    /// The same position with the other side to move, if its neighbours can be computed
    /// incrementally.
    #[inline(always)]
    fn frame(&self) -> Option<Frame> {
        let geometry = &self.indexer.geometry;
        geometry.frame(self.block, self.number, &self.at)
    }

    /// Calls `visit` with the indices after quiet steps of a piece other than a pawn, until it
    /// returns false; returns false in that case.
    #[inline(always)]
    fn steps(
        &self,
        frame: Option<&Frame>,
        piece: usize,
        to: Set,
        visit: &mut impl FnMut(u64) -> bool,
    ) -> bool {
        let mut take = |step: Step| match step {
            Step::Index(index) => visit(index),
            Step::Ask(to) => self.after_asking(piece, to, None).is_none_or(&mut *visit),
        };
        match frame {
            Some(frame) => self.indexer.geometry.steps(frame, piece, to, take),
            None => squares(to).all(|to| take(Step::Ask(to))),
        }
    }

    /// The same, computed from scratch.
    fn after_asking(&self, piece: usize, to: usize, passed: Option<u8>) -> Option<u64> {
        let mut next = self.at;
        next.squares[piece] = to as u8;
        next.turn = !next.turn;
        next.passed = passed;
        self.indexer.geometry.index(&next)
    }

    /// The index after a quiet pawn move.
    fn after_step(&self, board: &Position, from: usize, to: usize) -> Option<u64> {
        let geometry = &self.indexer.geometry;
        let first = geometry.pawns[self.at.turn.index()].start;
        let steps = usize::from(from ^ to == 16);
        let block = geometry.blocks[self.block].pushes[self.piece_on(from) - first][steps];
        if block != NO_BLOCK {
            return Some(u64::from(block) * geometry.block + self.number);
        }
        let passed = if from ^ to == 16 {
            let mut after = *board;
            after.play(Move::new(from, to, None));
            after.en_passant().map(|square| square as u8)
        } else {
            None
        };
        self.after_asking(self.piece_on(from), to, passed)
    }

    /// The target of a capture or promotion.
    fn conversion(&self, board: &Position, mv: Move) -> Conversion {
        if self.indexer.goal == Goal::Promotion {
            return Conversion::Known(after_hunt(board, mv));
        }
        let taken = match board.en_passant() {
            Some(passed) if passed == mv.to() && board.kind_at(mv.from()) == Some(Kind::Pawn) => {
                Some(Kind::Pawn)
            }
            _ => board.kind_at(mv.to()),
        };
        let number = Ways::number(board.turn(), taken, mv.promotion());
        match &self.indexer.ways.to[number] {
            Some(Way::Tier(child, geometry, turned)) => {
                let mut after = *board;
                after.play(mv);
                let index = geometry.index(&geometry.place(&after, *turned));
                Conversion::Tier {
                    child: *child,
                    // Every legal position has an index; the solver reports a missing one.
                    index: index.unwrap_or(u64::MAX),
                }
            }
            Some(Way::Bare) => Conversion::Known(Probed {
                value: Value::Draw,
                distance: None,
            }),
            None => unreachable!("every conversion leads to another material"),
        }
    }

    /// Calls `visit` with the index of a position where the side that has just moved is to move,
    /// with a piece back on a square, also with each possible en passant right.
    fn visit_before(&self, piece: usize, square: usize, visit: &mut impl FnMut(u64)) {
        let geometry = &self.indexer.geometry;
        let mut before = Placed {
            turn: !self.at.turn,
            passed: None,
            ..self.at
        };
        before.squares[piece] = square as u8;
        if let Some(index) = geometry.index(&before) {
            visit(index);
        }
        let mut with_right = before;
        geometry.passed(&before, |passed| {
            with_right.passed = Some(passed);
            if let Some(index) = geometry.index(&with_right) {
                visit(index);
            }
        });
    }

    #[inline(always)]
    fn king(&self, side: Side) -> usize {
        let piece = match side {
            Side::First => 0,
            Side::Second => self.indexer.geometry.black_king,
        };
        usize::from(self.at.squares[piece])
    }

    /// The possible origins of a piece that has just moved without capturing.
    fn origins(&self, kind: Kind, side: Side, square: usize) -> Set {
        let occupied = self.occupied;
        let struck = match kind {
            // Pawn moves come from other layers.
            Kind::Pawn => 0,
            Kind::Knight => attacks::knight(square),
            Kind::Bishop => attacks::bishop(square, occupied),
            Kind::Rook => attacks::rook(square, occupied),
            Kind::Queen => attacks::queen(square, occupied),
            Kind::King => attacks::king(square) & !attacks::king(self.king(!side)),
        };
        struck & !occupied
    }
}

/// The value of a capture or promotion for the opponent if only promotion counts: a queen or rook
/// that stays wins, anything else is a draw.
fn after_hunt(board: &Position, mv: Move) -> Probed {
    let game = Chess {
        goal: Goal::Promotion,
        ..Chess::default()
    };
    let mut after = *board;
    after.play(mv);
    let lost = game
        .outcome(&after)
        .is_some_and(|end| end.winner == Some(!after.turn()));
    Probed {
        value: if lost { Value::Loss } else { Value::Draw },
        distance: lost.then_some(0),
    }
}

impl Cursor for ChessCursor<'_> {
    #[inline]
    fn seek(&mut self, index: u64) {
        let geometry = &self.indexer.geometry;
        // Indices mostly come in order: then only one piece has moved.
        if let Some(last) = geometry.last {
            let square = index & 63;
            if index >> 6 == self.row {
                self.number = index - self.first;
                self.at.squares[last] = square as u8;
                self.occupied = self.others | bit(square as usize);
                return;
            }
            self.row = index >> 6;
        }
        self.number = index.wrapping_sub(self.first);
        if self.number >= geometry.block {
            self.block = (index / geometry.block) as usize;
            self.first = self.block as u64 * geometry.block;
            self.number = index - self.first;
        }
        self.at = geometry.placed_in(self.block, self.number);
        self.occupied = self.indexer.occupied(&self.at);
        if let Some(last) = geometry.last {
            let pieces = self.at.squares[..geometry.pieces.len()].iter().enumerate();
            let others = pieces.filter(|&(piece, _)| piece != last);
            self.others = others.fold(0, |set, (_, &square)| set | bit(usize::from(square)));
        }
    }

    #[inline]
    fn terminal(&self) -> Terminal {
        if self.occupied.count_ones() != self.indexer.geometry.pieces.len() as u32 {
            return Terminal::Illegal;
        }
        let board = self.board();
        if !self.indexer.is_legal(&self.at, &board) {
            Terminal::Illegal
        } else if generate::any(&board) {
            Terminal::Undecided
        } else if board.in_check() {
            Terminal::Lost
        } else {
            Terminal::Drawn
        }
    }

    #[inline]
    fn successors(&mut self, mut visit: impl FnMut(u64) -> bool) -> bool {
        let this = &*self;
        let frame = this.frame();
        let frame = frame.as_ref();
        let occupied = this.occupied;
        generate::generate(&this.board(), |kind, from, to| {
            if kind == Kind::Pawn {
                return true; // to another layer
            }
            let quiet = to & !occupied;
            let piece = this.piece_on(from);
            this.steps(frame, piece, quiet, &mut visit)
        })
    }

    #[inline]
    fn nearby(&mut self, mut visit: impl FnMut(u64) -> bool) -> bool {
        let frame = self.frame();
        let frame = frame.as_ref();
        let pieces = self.indexer.geometry.pieces.iter().enumerate();
        let mut own = pieces.filter(|(_, (side, _))| *side == self.at.turn);
        own.all(|(piece, &(side, kind))| {
            // Its targets are also its possible origins.
            let to = self.origins(kind, side, usize::from(self.at.squares[piece]));
            self.steps(frame, piece, to, &mut visit)
        })
    }

    #[inline]
    fn conversions(&mut self, mut visit: impl FnMut(Conversion)) {
        let this = &*self;
        let (board, occupied) = (&this.board(), this.occupied);
        let turn = board.turn();
        // Most positions have no captures and no pawn moves.
        if board.pieces_of(turn, Kind::Pawn) == 0
            && board.struck_by(turn) & board.pieces(!turn) == 0
        {
            return;
        }
        let passed = board.en_passant();
        generate::generate(board, |kind, from, to| {
            if kind != Kind::Pawn {
                for to in squares(to & occupied) {
                    visit(this.conversion(board, Move::new(from, to, None)));
                }
                return true;
            }
            for to in squares(to) {
                if bit(to) & (RANK_1 | RANK_8) != 0 {
                    for kind in Kind::PROMOTIONS {
                        visit(this.conversion(board, Move::new(from, to, Some(kind))));
                    }
                } else if occupied & bit(to) != 0 || passed == Some(to) && from & 7 != to & 7 {
                    visit(this.conversion(board, Move::new(from, to, None)));
                } else if let Some(index) = this.after_step(board, from, to) {
                    visit(Conversion::Layer(index));
                }
            }
            true
        });
    }

    #[inline]
    fn predecessors(&mut self, mut visit: impl FnMut(u64)) {
        if self.at.passed.is_some() {
            return; // only a pawn's double step leads here
        }
        let mover = !self.at.turn;
        let frame = self.frame();
        let frame = frame.as_ref();
        let geometry = &self.indexer.geometry;
        for (piece, &(side, kind)) in geometry.pieces.iter().enumerate() {
            if side != mover {
                continue;
            }
            let square = usize::from(self.at.squares[piece]);
            let origins = self.origins(kind, side, square);
            let Some(frame) = frame else {
                for from in squares(origins) {
                    self.visit_before(piece, from, &mut visit);
                }
                continue;
            };
            geometry.steps(frame, piece, origins, |step| {
                match step {
                    Step::Index(index) => {
                        visit(index);
                        geometry.passing_indices(frame, index, &mut visit);
                    }
                    Step::Ask(from) => self.visit_before(piece, from, &mut visit),
                }
                true
            });
        }
    }
}
