//! Pieces, points and moves.

use yomikiri_game_api::Side;

/// The seven kinds of pieces, in the order of the letters `KABNRCP`.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// 帥 將
    King = 0,
    /// 仕 士
    Advisor = 1,
    /// 相 象
    Elephant = 2,
    /// 馬
    Horse = 3,
    /// 車
    Rook = 4,
    /// 炮 砲
    Cannon = 5,
    /// 兵 卒
    Pawn = 6,
}

impl Kind {
    /// All kinds, in order.
    pub const ALL: [Kind; 7] = [
        Kind::King,
        Kind::Advisor,
        Kind::Elephant,
        Kind::Horse,
        Kind::Rook,
        Kind::Cannon,
        Kind::Pawn,
    ];

    /// Number of pieces of this kind per side at the start.
    pub const fn most(self) -> usize {
        match self {
            Kind::King => 1,
            Kind::Pawn => 5,
            _ => 2,
        }
    }

    /// The capital letter in positions.
    pub const fn letter(self) -> char {
        ['K', 'A', 'B', 'N', 'R', 'C', 'P'][self as usize]
    }

    /// The id used by drawing modules and messages.
    pub const fn id(self) -> &'static str {
        [
            "king", "advisor", "elephant", "horse", "rook", "cannon", "pawn",
        ][self as usize]
    }
}

/// The content of a point: a kind and its owner, or nothing, in one byte.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Piece(u8);

impl Piece {
    /// An empty point.
    pub const NONE: Piece = Piece(0);

    /// A piece.
    #[inline(always)]
    pub const fn new(kind: Kind, side: Side) -> Piece {
        Piece(kind as u8 + 1 + ((side as u8) << 3))
    }

    /// Whether the point is empty.
    #[inline(always)]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The kind and its owner.
    #[inline(always)]
    pub const fn get(self) -> Option<(Kind, Side)> {
        if self.0 == 0 {
            return None;
        }
        let side = if self.0 < 8 {
            Side::First
        } else {
            Side::Second
        };
        Some((Kind::ALL[(self.0 as usize & 7) - 1], side))
    }

    /// The number of the kind; only valid for a piece.
    #[inline(always)]
    pub(super) const fn kind_index(self) -> usize {
        (self.0 as usize & 7).wrapping_sub(1) & 7
    }

    /// 1 to 7 for First's pieces, 9 to 15 for Second's: an index into per-piece tables.
    #[inline(always)]
    pub const fn code(self) -> usize {
        self.0 as usize
    }
}

/// A point of the board, numbered by ranks from First's left corner: `a0` is 0, `i9` is 89.
pub type Square = u8;

/// Files of the board.
pub const FILES: usize = 9;
/// Ranks of the board.
pub const RANKS: usize = 10;
/// Points of the board.
pub const POINTS: usize = FILES * RANKS;

/// The file of a point, from 0 at First's left.
#[inline(always)]
pub const fn file_of(square: Square) -> usize {
    square as usize % FILES
}

/// The rank of a point, from 0 at First's home.
#[inline(always)]
pub const fn rank_of(square: Square) -> usize {
    square as usize / FILES
}

/// The point on a file and a rank.
#[inline(always)]
pub const fn square_at(file: usize, rank: usize) -> Square {
    (rank * FILES + file) as Square
}

/// The point rotated to the other side's view.
pub const fn turned(square: Square) -> Square {
    POINTS as Square - 1 - square
}

/// The rank as its owner counts it, from 0 at home.
pub const fn own_rank(square: Square, side: Side) -> usize {
    match side {
        Side::First => rank_of(square),
        Side::Second => RANKS - 1 - rank_of(square),
    }
}

/// The name of a point: `a0` to `i9`.
pub fn square_name(square: Square) -> String {
    let file = char::from(b'a' + file_of(square) as u8);
    format!("{file}{}", rank_of(square))
}

/// A move from a point to a point.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(u16);

const _: () = assert!(size_of::<Move>() <= 4);

impl Move {
    /// A move between two points.
    #[inline(always)]
    pub const fn new(from: Square, to: Square) -> Move {
        Move((from as u16) << 7 | to as u16)
    }

    /// Origin point.
    #[inline(always)]
    pub const fn from(self) -> Square {
        (self.0 >> 7) as Square
    }

    /// Target point.
    #[inline(always)]
    pub const fn to(self) -> Square {
        (self.0 & 127) as Square
    }
}
