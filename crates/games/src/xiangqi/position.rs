//! The position: board, side to move, counters, and the incremental key.

use std::hash::{Hash, Hasher};

use yomikiri_game_api::Side;

use super::pieces::{FILES, Kind, Move, POINTS, Piece, RANKS, Square, file_of, rank_of, square_at};
use super::tables::{
    PALACE_NUMBER, PAWN_SOURCES, PIECE_KEYS, Set, THRONES, TURN_KEY, bit_of, points,
};

/// A position. The pieces are stored in four forms, each for different queries: bitboards by side
/// and kind, a byte board, and the occupancy of every rank and file by side.
///
/// A position only comes from the start by playing, or through a checked parser. So both kings
/// exist and the side that has just moved is not in check.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Position {
    pub(super) pieces: [Set; 2],
    pub(super) kinds: [Set; 7],
    key: u64,
    pub(super) ranks: [[u16; RANKS]; 2],
    pub(super) files: [[u16; FILES]; 2],
    pub(super) kings: [Square; 2],
    board: [Piece; POINTS],
    turn: Side,
    quiet_plies: u16,
    number: u16,
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, to: &mut H) {
        (self.key, self.quiet_plies, self.number).hash(to);
    }
}

impl Position {
    /// An empty board with First to move, for parsers.
    pub(super) const EMPTY: Position = Position {
        pieces: [0; 2],
        kinds: [0; 7],
        key: 0,
        ranks: [[0; RANKS]; 2],
        files: [[0; FILES]; 2],
        kings: [0; 2],
        board: [Piece::NONE; POINTS],
        turn: Side::First,
        quiet_plies: 0,
        number: 1,
    };

    /// Puts a piece on an empty point.
    pub(super) fn put(&mut self, square: Square, kind: Kind, side: Side) {
        self.put_without_key(square, kind, side);
        self.key ^= PIECE_KEYS[Piece::new(kind, side).code()][square as usize];
    }

    /// The same for boards whose key nobody asks for: those of indices.
    #[inline]
    pub(super) fn put_without_key(&mut self, square: Square, kind: Kind, side: Side) {
        let here = bit_of(square);
        self.pieces[side.index()] |= here;
        self.kinds[kind as usize] |= here;
        self.ranks[side.index()][rank_of(square)] |= 1 << file_of(square);
        self.files[side.index()][file_of(square)] |= 1 << rank_of(square);
        self.board[square as usize] = Piece::new(kind, side);
        if kind == Kind::King {
            self.kings[side.index()] = square;
        }
    }

    /// Takes a piece off such a board.
    #[inline]
    pub(super) fn lift_without_key(&mut self, square: Square, kind: Kind, side: Side) {
        let here = bit_of(square);
        self.pieces[side.index()] &= !here;
        self.kinds[kind as usize] &= !here;
        self.ranks[side.index()][rank_of(square)] &= !(1 << file_of(square));
        self.files[side.index()][file_of(square)] &= !(1 << rank_of(square));
        self.board[square as usize] = Piece::NONE;
    }

    /// Takes a piece off the board.
    pub(super) fn lift(&mut self, square: Square) {
        if let Some((kind, side)) = self.at(square) {
            self.lift_without_key(square, kind, side);
            self.key ^= PIECE_KEYS[Piece::new(kind, side).code()][square as usize];
        }
    }

    /// Sets the side to move and the counters.
    pub(super) fn set_turn(&mut self, turn: Side, quiet_plies: u16, number: u16) {
        if turn != self.turn {
            self.key ^= TURN_KEY;
        }
        self.turn = turn;
        self.quiet_plies = quiet_plies;
        self.number = number;
    }

    /// The side to move.
    #[inline(always)]
    pub fn turn(&self) -> Side {
        self.turn
    }

    /// The key: board and side to move, not the counters.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Plies since the last capture.
    #[inline(always)]
    pub fn quiet_plies(&self) -> u16 {
        self.quiet_plies
    }

    /// The move number, as written in positions.
    pub fn number(&self) -> u16 {
        self.number
    }

    /// The piece on a point.
    #[inline(always)]
    pub fn piece(&self, square: Square) -> Piece {
        self.board[square as usize]
    }

    /// The kind on a point and its owner.
    #[inline(always)]
    pub fn at(&self, square: Square) -> Option<(Kind, Side)> {
        self.board[square as usize].get()
    }

    /// The point of a side's king.
    #[inline(always)]
    pub fn king(&self, side: Side) -> Square {
        self.kings[side.index()]
    }

    /// The points of a side's pieces of a kind.
    pub fn of(&self, kind: Kind, side: Side) -> impl Iterator<Item = Square> + use<> {
        points(self.kinds[kind as usize] & self.pieces[side.index()])
    }

    /// Number of pieces of a kind that a side has.
    #[inline(always)]
    pub fn count_of(&self, kind: Kind, side: Side) -> u32 {
        (self.kinds[kind as usize] & self.pieces[side.index()]).count_ones()
    }

    #[inline(always)]
    pub(super) fn occupied(&self) -> Set {
        self.pieces[0] | self.pieces[1]
    }

    /// Plays a legal move.
    #[inline(always)]
    pub(super) fn play(&mut self, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        let (leaves, enters) = (bit_of(from), bit_of(to));
        let (own, foe) = (self.turn.index(), 1 - self.turn.index());
        let piece = self.board[from as usize];
        let taken = self.board[to as usize];
        debug_assert!(!piece.is_none());
        let (from_rank, from_file) = (rank_of(from), file_of(from));
        let (to_rank, to_file) = (rank_of(to), file_of(to));
        self.quiet_plies += 1;
        if !taken.is_none() {
            self.pieces[foe] ^= enters;
            self.kinds[taken.kind_index()] ^= enters;
            self.ranks[foe][to_rank] ^= 1 << to_file;
            self.files[foe][to_file] ^= 1 << to_rank;
            self.key ^= PIECE_KEYS[taken.code()][to as usize];
            self.quiet_plies = 0;
        }
        self.pieces[own] ^= leaves | enters;
        self.kinds[piece.kind_index()] ^= leaves | enters;
        self.ranks[own][from_rank] ^= 1 << from_file;
        self.ranks[own][to_rank] ^= 1 << to_file;
        self.files[own][from_file] ^= 1 << from_rank;
        self.files[own][to_file] ^= 1 << to_rank;
        self.board[from as usize] = Piece::NONE;
        self.board[to as usize] = piece;
        self.key ^= PIECE_KEYS[piece.code()][from as usize]
            ^ PIECE_KEYS[piece.code()][to as usize]
            ^ TURN_KEY;
        if piece.kind_index() == Kind::King as usize {
            self.kings[own] = to;
        }
        self.number += own as u16;
        self.turn = !self.turn;
    }

    /// The same position with the other side to move, for null moves.
    pub(super) fn passed(&self) -> Position {
        let mut next = *self;
        next.turn = !next.turn;
        next.key ^= TURN_KEY;
        next.quiet_plies += 1;
        next
    }

    /// The mirror image: left and right exchanged.
    pub(super) fn mirrored(&self) -> Position {
        let mut image = Position::EMPTY;
        for square in points(self.occupied()) {
            if let Some((kind, side)) = self.at(square) {
                let file = FILES - 1 - file_of(square);
                image.put(square_at(file, rank_of(square)), kind, side);
            }
        }
        image.set_turn(self.turn, self.quiet_plies, self.number);
        image
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.is_attacked(self.turn)
    }

    /// Whether a side's king is attacked, also by the other king.
    #[inline]
    pub(super) fn is_attacked(&self, side: Side) -> bool {
        self.attackers_on(side) != 0
    }

    /// The pieces that attack a side's king.
    #[inline]
    pub(super) fn attackers_on(&self, side: Side) -> Set {
        let king = self.king(side);
        self.attackers_of_king(king, !side, self.occupied(), self.pieces[(!side).index()])
    }

    /// Whether a legal move gives check, directly or by discovery.
    #[inline]
    pub(super) fn gives_check(&self, mv: Move) -> bool {
        let (side, enters) = (self.turn, bit_of(mv.to()));
        let occupied = (self.occupied() & !bit_of(mv.from())) | enters;
        let king = self.king(!side);
        let throne = &THRONES[PALACE_NUMBER[king as usize] as usize];
        let along = || {
            let between = throne.between[mv.to() as usize] & occupied;
            (throne.cross & enters != 0).then(|| between.count_ones())
        };
        let attacks = match self.at(mv.from()).map(|(kind, _)| kind) {
            Some(Kind::Rook) => along() == Some(0),
            Some(Kind::Cannon) => along() == Some(1),
            Some(Kind::Horse) => {
                throne.horses & enters != 0 && occupied & bit_of(throne.leg[mv.to() as usize]) == 0
            }
            Some(Kind::Pawn) => PAWN_SOURCES[side.index()][king as usize] & enters != 0,
            _ => false,
        };
        let others = self.pieces[side.index()] & !bit_of(mv.from());
        attacks || self.attackers_of_king(king, side, occupied, others) != 0
    }

    /// The pieces of `by` among `attackers` that attack a king on `king` with the occupancy
    /// `occupied`. The other king attacks along an open file like a rook.
    #[inline(always)]
    pub(super) fn attackers_of_king(
        &self,
        king: Square,
        by: Side,
        occupied: Set,
        attackers: Set,
    ) -> Set {
        let throne = &THRONES[PALACE_NUMBER[king as usize] as usize];
        let kinds = |kind: Kind| self.kinds[kind as usize] & attackers;
        let mut found = PAWN_SOURCES[by.index()][king as usize] & kinds(Kind::Pawn);
        let straight = (kinds(Kind::Rook) | kinds(Kind::King)) & throne.cross;
        for from in points(straight) {
            if throne.between[from as usize] & occupied == 0 {
                found |= bit_of(from);
            }
        }
        for from in points(kinds(Kind::Cannon) & throne.cross) {
            let screens = throne.between[from as usize] & occupied;
            if screens != 0 && screens & (screens - 1) == 0 {
                found |= bit_of(from);
            }
        }
        for from in points(kinds(Kind::Horse) & throne.horses) {
            if occupied & bit_of(throne.leg[from as usize]) == 0 {
                found |= bit_of(from);
            }
        }
        found
    }
}
