//! Moves and kinds of pieces.

use std::num::NonZeroU16;

/// A kind of piece.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// Moves forward, captures diagonally.
    Pawn,
    /// Jumps.
    Knight,
    /// Slides diagonally.
    Bishop,
    /// Slides straight.
    Rook,
    /// Slides in all directions.
    Queen,
    /// The royal piece.
    King,
}

impl Kind {
    /// Every kind, in the order of the enum.
    pub const ALL: [Kind; 6] = [
        Kind::Pawn,
        Kind::Knight,
        Kind::Bishop,
        Kind::Rook,
        Kind::Queen,
        Kind::King,
    ];
    /// The kinds a pawn can promote to, most common first.
    pub const PROMOTIONS: [Kind; 4] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];

    /// Index into per-kind arrays.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of White's piece.
    pub const fn letter(self) -> char {
        ['P', 'N', 'B', 'R', 'Q', 'K'][self.index()]
    }

    /// The kind with this letter, in either case.
    pub fn of_letter(letter: char) -> Option<Kind> {
        let upper = letter.to_ascii_uppercase();
        Kind::ALL.into_iter().find(|kind| kind.letter() == upper)
    }
}

/// A move: origin, target, and promotion. Castling is the king's move of two squares.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(NonZeroU16);

const _: () = assert!(size_of::<Option<Move>>() == 2);

impl Move {
    /// Bits 0-5 from, 6-11 to, 12-14 promotion (1 knight … 4 queen), 15 always set.
    #[inline(always)]
    pub(crate) const fn new(from: usize, to: usize, promotion: Option<Kind>) -> Move {
        let kind = match promotion {
            None => 0,
            Some(kind) => kind.index(),
        };
        let bits = 1 << 15 | kind << 12 | to << 6 | from;
        match NonZeroU16::new(bits as u16) {
            Some(bits) => Move(bits),
            None => unreachable!(),
        }
    }

    /// Origin square, a1 = 0 … h8 = 63.
    #[inline(always)]
    pub const fn from(self) -> usize {
        self.0.get() as usize & 63
    }

    /// Target square.
    #[inline(always)]
    pub const fn to(self) -> usize {
        self.0.get() as usize >> 6 & 63
    }

    /// The promotion.
    #[inline(always)]
    pub const fn promotion(self) -> Option<Kind> {
        match self.0.get() >> 12 & 7 {
            1 => Some(Kind::Knight),
            2 => Some(Kind::Bishop),
            3 => Some(Kind::Rook),
            4 => Some(Kind::Queen),
            _ => None,
        }
    }
}

/// The name of a square.
pub(crate) fn square_name(square: usize) -> String {
    let (file, rank) = (b'a' + (square & 7) as u8, b'1' + (square >> 3) as u8);
    [char::from(file), char::from(rank)].iter().collect()
}

/// The square with this name.
pub(crate) fn read_square(text: &str) -> Option<usize> {
    match *text.as_bytes() {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
            Some(usize::from(rank - b'1') * 8 + usize::from(file - b'a'))
        }
        _ => None,
    }
}
