//! The board and its own methods.

use yomikiri_game_api::Side;

use super::attacks::{self, Set, bit, lowest};
use super::keys;
use super::moves::{Kind, Move};

/// Castling rights, one bit each.
pub(crate) const WHITE_SHORT: u8 = 1;
pub(crate) const WHITE_LONG: u8 = 2;
pub(crate) const BLACK_SHORT: u8 = 4;
pub(crate) const BLACK_LONG: u8 = 8;

/// A position: pieces, side to move, castling rights, en passant, counters.
///
/// The en-passant square is set only if a capture on it is legal, so that two positions with the
/// same legal moves are equal, as the repetition rule requires (FIDE Laws 9.2.3). The counters are
/// part of the position but not of its key.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    kinds: [Set; 6],
    sides: [Set; 2],
    key: u64,
    half_moves: u16,
    full_moves: u16,
    turn: Side,
    castling: u8,
    /// 64 if there is none.
    en_passant: u8,
}

const NO_SQUARE: u8 = 64;
/// Counters saturate here.
pub(crate) const LONGEST_CLOCK: u16 = 9_999;

impl Position {
    /// An empty board, White to move.
    pub(crate) const EMPTY: Position = Position {
        kinds: [0; 6],
        sides: [0; 2],
        key: 0,
        half_moves: 0,
        full_moves: 1,
        turn: Side::First,
        castling: 0,
        en_passant: NO_SQUARE,
    };

    /// The side to move; White is First.
    #[inline(always)]
    pub const fn turn(&self) -> Side {
        self.turn
    }

    /// Plies since the last capture or pawn move.
    #[inline(always)]
    pub const fn half_moves(&self) -> u16 {
        self.half_moves
    }

    /// The move number, as in game scores.
    #[inline(always)]
    pub const fn full_moves(&self) -> u16 {
        self.full_moves
    }

    /// The piece on a square (a1 = 0 … h8 = 63).
    pub fn piece_at(&self, square: usize) -> Option<(Side, Kind)> {
        let side = match bit(square) {
            at if self.sides[0] & at != 0 => Side::First,
            at if self.sides[1] & at != 0 => Side::Second,
            _ => return None,
        };
        Some((side, self.kind_at(square)?))
    }

    /// All pieces of both sides.
    #[inline(always)]
    pub(crate) const fn occupied(&self) -> Set {
        self.sides[0] | self.sides[1]
    }

    /// The pieces of a side.
    #[inline(always)]
    pub(crate) const fn pieces(&self, side: Side) -> Set {
        self.sides[side.index()]
    }

    /// The pieces of a kind, of both sides.
    #[inline(always)]
    pub(crate) const fn of(&self, kind: Kind) -> Set {
        self.kinds[kind.index()]
    }

    /// The pieces of a side and kind.
    #[inline(always)]
    pub(crate) const fn pieces_of(&self, side: Side, kind: Kind) -> Set {
        self.sides[side.index()] & self.kinds[kind.index()]
    }

    /// The square of a side's king.
    #[inline(always)]
    pub(crate) const fn king(&self, side: Side) -> usize {
        lowest(self.pieces_of(side, Kind::King))
    }

    /// Number of pieces of a side and kind.
    #[inline]
    pub fn count(&self, side: Side, kind: Kind) -> usize {
        self.pieces_of(side, kind).count_ones() as usize
    }

    #[inline(always)]
    pub(crate) const fn castling(&self) -> u8 {
        self.castling
    }

    /// The square behind a pawn that can be captured en passant.
    #[inline(always)]
    pub const fn en_passant(&self) -> Option<usize> {
        if self.en_passant == NO_SQUARE {
            None
        } else {
            Some(self.en_passant as usize)
        }
    }

    #[inline(always)]
    pub(crate) const fn key(&self) -> u64 {
        self.key
    }

    #[inline(always)]
    pub(crate) fn kind_at(&self, square: usize) -> Option<Kind> {
        Kind::ALL
            .into_iter()
            .find(|&kind| self.of(kind) & bit(square) != 0)
    }

    /// Adds or removes a piece.
    #[inline(always)]
    pub(crate) fn toggle(&mut self, side: Side, kind: Kind, square: usize) {
        self.kinds[kind.index()] ^= bit(square);
        self.sides[side.index()] ^= bit(square);
        self.key ^= keys::piece(side.index(), kind.index(), square);
    }

    /// Adds a piece without updating the key.
    #[inline(always)]
    pub(crate) fn put_unkeyed(&mut self, side: Side, kind: Kind, square: usize) {
        self.kinds[kind.index()] |= bit(square);
        self.sides[side.index()] |= bit(square);
    }

    /// Sets side to move and en-passant square without updating the key.
    #[inline(always)]
    pub(crate) fn set_unkeyed(&mut self, turn: Side, passed: Option<usize>) {
        self.turn = turn;
        self.en_passant = passed.map_or(NO_SQUARE, |square| square as u8);
    }

    /// The same position with its key computed.
    pub(crate) fn keyed(&self) -> Position {
        let mut keyed = Position::EMPTY;
        for square in attacks::squares(self.occupied()) {
            if let Some((side, kind)) = self.piece_at(square) {
                keyed.toggle(side, kind, square);
            }
        }
        keyed.set_turn(self.turn);
        keyed.set_castling(self.castling);
        keyed.set_en_passant(self.en_passant());
        keyed.set_clocks(self.half_moves, self.full_moves);
        keyed
    }

    pub(crate) fn set_turn(&mut self, turn: Side) {
        if turn != self.turn {
            self.turn = turn;
            self.key ^= keys::BLACK;
        }
    }

    #[inline(always)]
    pub(crate) fn set_castling(&mut self, rights: u8) {
        if rights != self.castling {
            self.key ^= keys::castling(self.castling) ^ keys::castling(rights);
            self.castling = rights;
        }
    }

    #[inline(always)]
    pub(crate) fn set_en_passant(&mut self, square: Option<usize>) {
        self.key ^= keys::en_passant(self.en_passant()) ^ keys::en_passant(square);
        self.en_passant = square.map_or(NO_SQUARE, |square| square as u8);
    }

    pub(crate) fn set_clocks(&mut self, half_moves: u16, full_moves: u16) {
        self.half_moves = half_moves;
        self.full_moves = full_moves;
    }

    /// The pieces of a side that attack a square.
    #[inline]
    pub(crate) fn attackers(&self, by: Side, square: usize, occupied: Set) -> Set {
        let own = self.pieces(by);
        let rooks = (self.of(Kind::Rook) | self.of(Kind::Queen)) & own;
        let bishops = (self.of(Kind::Bishop) | self.of(Kind::Queen)) & own;
        let steps = attacks::pawn((!by).index(), square) & self.of(Kind::Pawn)
            | attacks::knight(square) & self.of(Kind::Knight)
            | attacks::king(square) & self.of(Kind::King);
        let mut found = steps & own;
        // In endings most of them are gone.
        if rooks != 0 {
            found |= attacks::rook(square, occupied) & rooks;
        }
        if bishops != 0 {
            found |= attacks::bishop(square, occupied) & bishops;
        }
        found
    }

    /// The pieces that give check to the side to move.
    #[inline]
    pub(crate) fn checkers(&self) -> Set {
        self.attackers(!self.turn, self.king(self.turn), self.occupied())
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.checkers() != 0
    }

    /// Every square that a side attacks, looking through the enemy king.
    pub(crate) fn struck_by(&self, side: Side) -> Set {
        let occupied = self.occupied() & !self.pieces_of(!side, Kind::King);
        let own = self.pieces(side);
        let mut struck = attacks::pawns(side.index(), own & self.of(Kind::Pawn))
            | attacks::king(self.king(side));
        for square in attacks::squares(own & self.of(Kind::Knight)) {
            struck |= attacks::knight(square);
        }
        for square in attacks::squares(own & (self.of(Kind::Bishop) | self.of(Kind::Queen))) {
            struck |= attacks::bishop(square, occupied);
        }
        for square in attacks::squares(own & (self.of(Kind::Rook) | self.of(Kind::Queen))) {
            struck |= attacks::rook(square, occupied);
        }
        struck
    }

    /// Whether the mover's pawn on `from` may capture en passant on `target` without leaving its
    /// king in check. Two pieces leave the rank at once, so pins are not enough.
    pub(crate) fn may_take_en_passant(&self, from: usize, target: usize) -> bool {
        let taken = bit(target ^ 8);
        let occupied = (self.occupied() ^ bit(from) ^ taken) | bit(target);
        let king = self.king(self.turn);
        self.attackers(!self.turn, king, occupied) & !taken == 0
    }

    /// Plays a legal move.
    #[inline]
    pub(crate) fn play(&mut self, mv: Move) {
        let (side, from, to) = (self.turn, mv.from(), mv.to());
        let kind = self.kind_at(from).expect("a piece to move");
        let passed = self.en_passant();
        let mut quiet = kind != Kind::Pawn;
        if self.pieces(!side) & bit(to) != 0 {
            let taken = self.kind_at(to).expect("a piece to take");
            self.toggle(!side, taken, to);
            quiet = false;
        }
        self.toggle(side, kind, from);
        self.toggle(side, mv.promotion().unwrap_or(kind), to);
        if self.castling != 0 {
            self.set_castling(self.castling & !lost_rights(from) & !lost_rights(to));
        }
        if passed.is_some() {
            self.set_en_passant(None);
        }
        self.full_moves = (self.full_moves + u16::from(side == Side::Second)).min(LONGEST_CLOCK);
        self.half_moves = if quiet {
            (self.half_moves + 1).min(LONGEST_CLOCK)
        } else {
            0
        };
        self.turn = !side;
        self.key ^= keys::BLACK;
        match kind {
            Kind::Pawn if passed == Some(to) => self.toggle(!side, Kind::Pawn, to ^ 8),
            Kind::Pawn if from ^ to == 16 => self.note_double_step(from, to),
            Kind::King if from.abs_diff(to) == 2 => {
                let (rook_from, rook_to) = castling_rook(to);
                self.toggle(side, Kind::Rook, rook_from);
                self.toggle(side, Kind::Rook, rook_to);
            }
            _ => {}
        }
    }

    /// Sets the en-passant square after a double step, if a capture is legal.
    fn note_double_step(&mut self, from: usize, to: usize) {
        let passed = (from + to) / 2;
        let takers =
            attacks::pawn((!self.turn).index(), passed) & self.pieces_of(self.turn, Kind::Pawn);
        if attacks::squares(takers).any(|taker| self.may_take_en_passant(taker, passed)) {
            self.set_en_passant(Some(passed));
        }
    }
}

/// Origin and target of the rook when the king castles to a square.
pub(crate) const fn castling_rook(king_to: usize) -> (usize, usize) {
    match king_to & 7 {
        6 => (king_to + 1, king_to - 1),
        _ => (king_to - 2, king_to + 1),
    }
}

/// The rights that end when a piece leaves or enters a square.
#[inline(always)]
const fn lost_rights(square: usize) -> u8 {
    match square {
        0 => WHITE_LONG,
        4 => WHITE_LONG | WHITE_SHORT,
        7 => WHITE_SHORT,
        56 => BLACK_LONG,
        60 => BLACK_LONG | BLACK_SHORT,
        63 => BLACK_SHORT,
        _ => 0,
    }
}
