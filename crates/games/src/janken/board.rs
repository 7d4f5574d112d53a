//! The board: squares, neighbours, homes, goals, setup squares.

use yomikiri_game_api::Side;

/// Files and ranks.
pub const SIZE: usize = 6;

/// One of the 36 squares: a1 is 0, b1 is 1, a2 is 6.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u8);

impl Square {
    /// Number of squares.
    pub const COUNT: usize = SIZE * SIZE;

    /// Every square, in order.
    pub fn all() -> impl Iterator<Item = Square> + Clone {
        (0..Square::COUNT as u8).map(Square)
    }

    /// The square with this number, below [`Square::COUNT`].
    #[inline(always)]
    pub(crate) const fn numbered(number: usize) -> Square {
        debug_assert!(number < Square::COUNT);
        Square(number as u8)
    }

    /// The square of a file and a rank, both counted from 0; `None` off the board.
    pub fn at(file: usize, rank: usize) -> Option<Square> {
        (file < SIZE && rank < SIZE).then(|| Square::numbered(rank * SIZE + file))
    }

    /// The square with this name (`a1` to `f6`).
    pub(crate) fn named(name: &str) -> Option<Square> {
        let &[file, rank] = name.as_bytes() else {
            return None;
        };
        let file = usize::from(file.wrapping_sub(b'a'));
        Square::at(file, usize::from(rank.wrapping_sub(b'1')))
    }

    /// The name.
    pub fn name(self) -> String {
        let (file, rank) = (b'a' + self.file() as u8, b'1' + self.rank() as u8);
        [file, rank].map(char::from).into_iter().collect()
    }

    /// The square's number, an index into per-square arrays.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The file, counted from 0.
    #[inline(always)]
    pub const fn file(self) -> usize {
        self.0 as usize % SIZE
    }

    /// The rank, counted from 0.
    #[inline(always)]
    pub const fn rank(self) -> usize {
        self.0 as usize / SIZE
    }

    /// Manhattan distance to another square.
    pub const fn distance(self, to: Square) -> usize {
        self.file().abs_diff(to.file()) + self.rank().abs_diff(to.rank())
    }

    /// The set of this square only.
    #[inline(always)]
    pub(crate) const fn bit(self) -> u64 {
        1 << self.0
    }

    /// The square after rotating the board by 180 degrees.
    #[inline(always)]
    pub const fn turned(self) -> Square {
        Square(Square::COUNT as u8 - 1 - self.0)
    }

    /// The square mirrored in the diagonal from a1 to f6.
    #[inline(always)]
    pub const fn mirrored(self) -> Square {
        Square((self.file() * SIZE + self.rank()) as u8)
    }
}

/// The squares of a set, lowest first.
#[inline]
pub(crate) fn squares(mut set: u64) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let square = Square(set.trailing_zeros() as u8);
        set &= set - 1;
        Some(square)
    })
}

/// The whole board.
pub(crate) const BOARD: u64 = (1 << Square::COUNT) - 1;
const FILE_A: u64 = 0b000001_000001_000001_000001_000001_000001;
const FILE_F: u64 = FILE_A << 5;

/// A direction of steps.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Direction {
    North,
    East,
    South,
    West,
}

impl Direction {
    pub(crate) const ALL: [Direction; 4] = [
        Direction::North,
        Direction::East,
        Direction::South,
        Direction::West,
    ];

    /// The set shifted by one step; squares that leave the board are dropped.
    #[inline(always)]
    pub(crate) const fn step(self, set: u64) -> u64 {
        match self {
            Direction::North => set << SIZE & BOARD,
            Direction::East => (set & !FILE_F) << 1,
            Direction::South => set >> SIZE,
            Direction::West => (set & !FILE_A) >> 1,
        }
    }

    /// The opposite direction.
    #[inline(always)]
    pub(crate) const fn back(self) -> Direction {
        match self {
            Direction::North => Direction::South,
            Direction::East => Direction::West,
            Direction::South => Direction::North,
            Direction::West => Direction::East,
        }
    }

    /// Whether a step in this direction brings a side's cube nearer to its own goal: the only way
    /// home.
    #[inline(always)]
    pub(crate) const fn is_homeward(self, side: Side) -> bool {
        let south_or_west = matches!(self, Direction::South | Direction::West);
        south_or_west == matches!(side, Side::First)
    }
}

/// The own goal of First (a1) and of Second (f6). A side wins by entering the other's.
pub const GOALS: [Square; 2] = [Square(0), Square(Square::COUNT as u8 - 1)];

/// The squares within three steps of the own goal, ten for each side.
pub(crate) const HOMES: [u64; 2] = {
    let mut homes = [0; 2];
    let mut number = 0;
    while number < Square::COUNT {
        let square = Square(number as u8);
        let mut side = 0;
        while side < 2 {
            if square.distance(GOALS[side]) <= 3 {
                homes[side] |= square.bit();
            }
            side += 1;
        }
        number += 1;
    }
    homes
};

/// Number of cubes per side.
pub const CUBES: usize = 4;

/// The setup squares, in the order of placement: a1 b2 a3 c1 and f6 e5 f4 d6.
pub const SETUP: [[Square; CUBES]; 2] = [
    [Square(0), Square(7), Square(12), Square(2)],
    [Square(35), Square(28), Square(23), Square(33)],
];

/// The goal that a side has to reach.
#[inline(always)]
pub(crate) const fn target(side: Side) -> Square {
    GOALS[1 - side as usize]
}
