//! Lanes of 64 indices: the last piece of the index is on each square at once.

use std::ops::Range;

use yomikiri_game_api::{Conversion, LANES, LaneStep, Lanes, Side};

use super::frame::{Weight, pair_number};
use super::geometry::{Geometry, MOST_PIECES, Placed};
use super::{ChessIndexer, fold, is_passed};
use crate::chess::attacks::{self, Set, bit, squares};
use crate::chess::moves::Kind;

/// The working state of one thread.
pub struct ChessLanes<'i> {
    pub(super) indexer: &'i ChessIndexer,
    pub(super) geometry: &'i Geometry,
    /// The lane piece.
    pub(super) lane_piece: usize,
    /// The block of the lanes, and the number of their first index in it.
    block: usize,
    number: u64,
    /// The other pieces; the lane piece is on the first square.
    pub(super) at: Placed,
    pub(super) occupied: Set,
    row: u64,
}

impl<'i> ChessLanes<'i> {
    /// `None` if the last digit of the index is not a piece's square.
    pub(super) fn new(indexer: &'i ChessIndexer) -> Option<Self> {
        ChessLanes::on(indexer, &indexer.unfolded)
    }

    /// The same, rows being those of the table: only what is legal and canonical may be asked.
    pub(super) fn of_table(indexer: &'i ChessIndexer) -> Option<Self> {
        ChessLanes::on(indexer, &indexer.geometry)
    }

    fn on(indexer: &'i ChessIndexer, geometry: &'i Geometry) -> Option<Self> {
        Some(ChessLanes {
            lane_piece: geometry.last?,
            block: 0,
            number: 0,
            at: geometry.placed(0),
            occupied: 0,
            row: 0,
            indexer,
            geometry,
        })
    }

    /// Appends whether indices of the table have a legal position.
    pub(super) fn tell_legal(&mut self, indices: Range<u64>, legal: &mut Vec<bool>) {
        let mut index = indices.start;
        while index < indices.end {
            self.seek(index / LANES);
            let end = indices.end.min((index / LANES + 1) * LANES);
            let set = self.legal() & self.canonical();
            legal.extend((index..end).map(|index| set >> (index % LANES) & 1 == 1));
            index = end;
        }
    }

    /// The pieces without the lane piece: their list positions and kinds.
    #[inline(always)]
    pub(super) fn others(&self, side: Side) -> impl Iterator<Item = (usize, Kind)> {
        let pieces = self.geometry.pieces.iter().enumerate();
        pieces
            .filter(move |(piece, (owner, _))| *owner == side && *piece != self.lane_piece)
            .map(|(piece, &(_, kind))| (piece, kind))
    }

    #[inline(always)]
    pub(super) fn square(&self, piece: usize) -> usize {
        usize::from(self.at.squares[piece])
    }

    #[inline(always)]
    fn king_piece(&self, side: Side) -> usize {
        match side {
            Side::First => 0,
            Side::Second => self.geometry.black_king,
        }
    }

    #[inline(always)]
    pub(super) fn lane_piece_is(&self, side: Side) -> bool {
        self.geometry.pieces[self.lane_piece].0 == side
    }

    #[inline(always)]
    pub(super) fn lane_piece_kind(&self) -> Kind {
        self.geometry.pieces[self.lane_piece].1
    }

    /// The squares of the lane piece from which a side's king is attacked.
    fn struck(&self, side: Side) -> Set {
        self.struck_if(side, &self.at.squares, self.occupied, None)
    }

    /// The same with the others on given squares, one of them gone.
    pub(super) fn struck_if(
        &self,
        side: Side,
        at: &[u8; MOST_PIECES],
        occupied: Set,
        gone: Option<usize>,
    ) -> Set {
        let king = self.king_piece(side);
        let enemies = self.others(!side).filter(|(piece, _)| Some(*piece) != gone);
        let enemies = enemies.map(|(piece, kind)| (usize::from(at[piece]), kind));
        let mut set = 0;
        if king == self.lane_piece {
            for (square, kind) in enemies {
                set |= strikes(kind, !side, square, occupied);
            }
            return set;
        }
        let king = usize::from(at[king]);
        for (square, kind) in enemies {
            if strikes(kind, !side, square, occupied) & bit(king) != 0 {
                set |= !attacks::between(square, king);
            }
        }
        if self.lane_piece_is(!side) && gone != Some(self.lane_piece) {
            set |= strikes(self.lane_piece_kind(), side, king, occupied);
        }
        set
    }

    /// The block with the same pawns and a side to move.
    #[inline(always)]
    fn plain_block(&self, turn: Side) -> u64 {
        if self.geometry.placements.len() == 1 {
            return turn.index() as u64;
        }
        let key = self.geometry.blocks[self.block].key;
        u64::from(self.geometry.placements[key as usize].plain[turn.index()])
    }

    /// Calls `visit` with targets of quiet steps of a side's pieces, the number within the block,
    /// and the symmetry to apply.
    #[inline(always)]
    fn moves(&self, side: Side, mut visit: impl FnMut(usize, usize, u64, fold::Folded)) {
        let geometry = self.geometry;
        for (piece, kind) in self.others(side).filter(|(_, kind)| *kind != Kind::Pawn) {
            let from = self.square(piece);
            let mut to = strikes(kind, side, from, self.occupied) & !self.occupied;
            let other_king = self.king_piece(!side);
            if kind == Kind::King && other_king != self.lane_piece {
                to &= !attacks::king(self.square(other_king));
            }
            match geometry.weights[piece] {
                Weight::Alone(weight) => {
                    let base = self.number - from as u64 * weight;
                    squares(to)
                        .for_each(|to| visit(from, to, base + to as u64 * weight, fold::AS_IT_IS));
                }
                Weight::Pair(weight, other) => {
                    let other = self.square(other) as u64;
                    let base = self.number - pair_number(from as u64, other) * weight;
                    squares(to).for_each(|to| {
                        let number = base + pair_number(to as u64, other) * weight;
                        visit(from, to, number, fold::AS_IT_IS);
                    });
                }
                Weight::King if geometry.placements.len() > 1 => {
                    // Every pair of squares has a number, White's king first.
                    let weight = geometry.king_weight * if piece == 0 { LANES } else { 1 };
                    let base = self.number - from as u64 * weight;
                    squares(to)
                        .for_each(|to| visit(from, to, base + to as u64 * weight, fold::AS_IT_IS));
                }
                Weight::King | Weight::None => {
                    let mut placed = self.at.squares;
                    squares(to).for_each(|to| {
                        placed[piece] = to as u8;
                        let [white, black] = [0, geometry.black_king].map(|king| placed[king]);
                        let folded = match geometry.placements.len() {
                            1 => fold::in_triangle(white.into(), black.into()),
                            _ => fold::Folded {
                                pair: fold::pair(white.into(), black.into()),
                                ..fold::AS_IT_IS
                            },
                        };
                        let number =
                            geometry.digits(folded.pair.into(), &placed, folded.turn.into());
                        visit(from, to, number & !(LANES - 1), folded);
                    });
                }
            }
        }
    }
}

impl Lanes for ChessLanes<'_> {
    fn rows(&self) -> u64 {
        self.geometry.size() / LANES
    }

    fn layers(&self) -> Vec<Range<u64>> {
        let layers = self.geometry.layers().into_iter();
        layers
            .map(|indices| indices.start / LANES..indices.end / LANES)
            .collect()
    }

    fn first_index(&self, row: u64) -> Option<u64> {
        let index = row * LANES;
        let table = &self.indexer.geometry;
        if !table.symmetric {
            return Some(index);
        }
        // Colours are exchanged so that White moves.
        let (block, number) = (index / table.block, index % table.block);
        let block = &self.geometry.blocks[block as usize];
        if block.turn == Side::Second {
            return None;
        }
        let placement = &table.placements[block.key as usize];
        let stored = match block.passed {
            None => placement.plain[0],
            Some(_) => {
                let [from, to] = placement.passing.map(|at| at as usize);
                let mut passing = table.passing[from..to].iter();
                passing.find(|of| Some(of.passed) == block.passed)?.block
            }
        };
        Some(u64::from(stored) * table.block + number)
    }

    #[inline]
    fn seek(&mut self, row: u64) {
        let index = row * LANES;
        self.row = row;
        self.block = (index / self.geometry.block) as usize;
        self.number = index % self.geometry.block;
        self.at = self.geometry.placed_in(self.block, self.number);
        let pieces = self.at.squares[..self.geometry.pieces.len()].iter();
        let others = pieces
            .enumerate()
            .filter(|(piece, _)| *piece != self.lane_piece);
        self.occupied = others.fold(0, |set, (_, &square)| set | bit(usize::from(square)));
    }

    fn legal(&self) -> u64 {
        if self.occupied.count_ones() as usize + 1 != self.geometry.pieces.len() {
            return 0;
        }
        let mut set = !self.occupied & !self.struck(!self.at.turn);
        if let Some(passed) = self.at.passed {
            let mut at = self.at;
            for square in squares(set) {
                at.squares[self.lane_piece] = square as u8;
                if !is_passed(&self.indexer.board(&at), usize::from(passed)) {
                    set &= !bit(square);
                }
            }
        }
        set
    }

    fn canonical(&self) -> u64 {
        let mut at = self.at;
        let mut set = 0;
        // The lane piece decides only if the others do not.
        for square in [0, 1, 8] {
            at.squares[self.lane_piece] = square;
            set |= u64::from(self.geometry.is_chosen(&at)) << square;
        }
        match set {
            0 => 0,
            0x103 => u64::MAX,
            _ => fold::BELOW_DIAGONAL,
        }
    }

    fn in_check(&self) -> u64 {
        self.struck(self.at.turn)
    }

    #[inline]
    fn steps(&self, mut visit: impl FnMut(LaneStep)) {
        let base = self.plain_block(!self.at.turn) * self.geometry.block;
        self.moves(self.at.turn, |from, to, number, folded| {
            visit(LaneStep {
                row: (base + number) / LANES,
                turn: folded.turn,
                unblocked: !(bit(to) | attacks::between(from, to)),
            });
        });
    }

    #[inline]
    fn rows_before(&self, mut visit: impl FnMut(u64)) {
        if self.at.passed.is_some() {
            return; // only a pawn's double step leads here
        }
        let (geometry, mover) = (self.geometry, !self.at.turn);
        let mut starts = [self.plain_block(mover) * geometry.block, 0, 0];
        let mut count = 1;
        if geometry.placements.len() > 1 {
            let key = geometry.blocks[self.block].key as usize;
            let [from, to] = geometry.placements[key].passing.map(|at| at as usize);
            let passing = geometry.passing[from..to].iter();
            // At most two: a pawn has two neighbours, and there are at most three pawns.
            for of in passing.filter(|of| of.turn == mover) {
                starts[count] = u64::from(of.block) * geometry.block;
                count += 1;
            }
        }
        let mut visit = |number: u64| {
            for start in &starts[..count] {
                visit((start + number) / LANES);
            }
        };
        if self.lane_piece_is(mover) {
            visit(self.number);
        }
        self.moves(mover, |_, _, number, folded| {
            visit(number);
            if folded.both_on_diagonal {
                // Two mirror images, either of which may have moved.
                let mut image = geometry.placed_in(0, number).squares;
                image[self.lane_piece] = 0;
                let pair = number / geometry.king_weight;
                visit(geometry.digits(pair, &image, fold::SWAP) & !(LANES - 1));
            }
        });
    }

    #[inline]
    fn lane_piece_row(&self) -> Option<u64> {
        let base = self.plain_block(!self.at.turn) * self.geometry.block;
        self.lane_piece_is(self.at.turn)
            .then_some((base + self.number) / LANES)
    }

    #[inline]
    fn lane_piece_origins(&self, targets: u64) -> u64 {
        let empty = !self.occupied;
        let from = match self.lane_piece_kind() {
            Kind::Pawn => 0,
            Kind::Knight => attacks::knights(targets),
            Kind::Bishop => attacks::bishops(targets, empty),
            Kind::Rook => attacks::rooks(targets, empty),
            Kind::Queen => attacks::bishops(targets, empty) | attacks::rooks(targets, empty),
            Kind::King => attacks::kings(targets),
        };
        from & empty
    }

    #[inline(always)]
    fn unturned(turn: u8, images: u64) -> u64 {
        fold::unturned(turn, images)
    }

    fn conversions(&self, among: u64, visit: impl FnMut(usize, Conversion)) {
        self.visit_conversions(among, visit);
    }
}

/// The attacks of a piece.
#[inline(always)]
pub(super) fn strikes(kind: Kind, side: Side, square: usize, occupied: Set) -> Set {
    match kind {
        Kind::Pawn => attacks::pawn(side.index(), square),
        Kind::Knight => attacks::knight(square),
        Kind::Bishop => attacks::bishop(square, occupied),
        Kind::Rook => attacks::rook(square, occupied),
        Kind::Queen => attacks::queen(square, occupied),
        Kind::King => attacks::king(square),
    }
}
