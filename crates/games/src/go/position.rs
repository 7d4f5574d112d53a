//! The data of a position.

use yomikiri_game_api::Side;

use super::plane::{Bits, MOST_WORDS, Plane};
use super::size::Size;

/// A stone on a point, or a pass: the move of this game.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(u16);

const _: () = assert!(size_of::<Move>() <= 4);

impl Move {
    /// No stone.
    pub const PASS: Move = Move(u16::MAX);

    /// A stone on a cell.
    pub const fn at(cell: usize) -> Self {
        Move(cell as u16)
    }

    /// The cell; `None` of a pass.
    pub const fn cell(self) -> Option<usize> {
        match self.0 {
            u16::MAX => None,
            cell => Some(cell as usize),
        }
    }
}

/// Stones, side to move, ko, passes and prisoners: all that the rules need to go on from here.
///
/// What follows from these (strings, liberties) is computed where it is needed, so that equal positions
/// are equal as data. It does not know its board: the game does.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// Black's stones and White's.
    pub(super) stones: [Bits; 2],
    /// The Zobrist key of the stones alone.
    pub(super) board_key: u64,
    /// Prisoners taken by Black and by White.
    pub(super) taken: [u32; 2],
    /// The cell that may not be played now; [`NO_KO`]: none.
    pub(super) ko: u16,
    pub(super) passes: u8,
    pub(super) turn: Side,
}

pub(super) const NO_KO: u16 = u16::MAX;

impl Position {
    /// An empty board with Black to move.
    pub const EMPTY: Position = Position {
        stones: [[0; MOST_WORDS]; 2],
        board_key: 0,
        taken: [0; 2],
        ko: NO_KO,
        passes: 0,
        turn: Side::First,
    };

    /// Who is to move.
    #[inline(always)]
    pub const fn turn(&self) -> Side {
        self.turn
    }

    /// Whose stone lies on a cell.
    pub fn stone(&self, cell: usize) -> Option<Side> {
        let has = |side: &Side| self.stones[side.index()][cell / 64] >> (cell % 64) & 1 == 1;
        Side::BOTH.into_iter().find(has)
    }

    /// The cell that ko forbids to the side to move.
    pub fn ko(&self) -> Option<usize> {
        (self.ko != NO_KO).then_some(usize::from(self.ko))
    }

    /// Passes in a row.
    pub const fn passes(&self) -> u8 {
        self.passes
    }

    /// Prisoners that a side has taken.
    pub const fn prisoners(&self, side: Side) -> u32 {
        self.taken[side.index()]
    }

    /// The number of stones of a side on the board.
    pub fn count(&self, side: Side) -> usize {
        let words = self.stones[side.index()].iter();
        words.map(|word| word.count_ones() as usize).sum()
    }

    #[inline(always)]
    pub(super) fn plane<const W: usize>(&self, side: Side) -> Plane<W> {
        Plane::load(&self.stones[side.index()])
    }

    /// Puts a stone on an empty cell or takes one off, without any rules.
    pub(super) fn set(&mut self, cell: usize, stone: Option<Side>) {
        if let Some(old) = self.stone(cell) {
            self.stones[old.index()][cell / 64] &= !(1 << (cell % 64));
            self.board_key ^= stone_key(old, cell);
        }
        if let Some(new) = stone {
            self.stones[new.index()][cell / 64] |= 1 << (cell % 64);
            self.board_key ^= stone_key(new, cell);
        }
    }

    /// The key of the whole position. Prisoners are left out, as clocks are.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        key_of(self.board_key, self.turn, self.ko, self.passes)
    }
}

/// The key of a board with what else tells positions apart.
#[inline]
pub(super) fn key_of(board_key: u64, turn: Side, ko: u16, passes: u8) -> u64 {
    let mut key = board_key ^ PASSES[usize::from(passes)];
    if turn == Side::Second {
        key ^= SECOND;
    }
    if ko != NO_KO {
        key ^= KO[usize::from(ko)];
    }
    key
}

/// The key of a stone.
#[inline(always)]
pub(super) fn stone_key(side: Side, cell: usize) -> u64 {
    STONES[side.index()][cell]
}

/// The key of a cell that ko forbids.
#[inline(always)]
pub(super) fn ko_key(cell: u16) -> u64 {
    KO[usize::from(cell)]
}

static STONES: [[u64; Size::MOST_POINTS]; 2] = [keys(1), keys(1_001)];
static KO: [u64; Size::MOST_POINTS] = keys(2_001);
static PASSES: [u64; 3] = [0, mixed(3_001), mixed(3_002)];
const SECOND: u64 = mixed(3_003);

const fn keys(from: u64) -> [u64; Size::MOST_POINTS] {
    let mut keys = [0; Size::MOST_POINTS];
    let mut at = 0;
    while at < keys.len() {
        keys[at] = mixed(from + at as u64);
        at += 1;
    }
    keys
}

/// A number of SplitMix64's stream.
const fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
