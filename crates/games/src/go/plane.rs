//! Sets of points as bits, and the board that they lie on.
//!
//! Bit n is cell n. A set has as many words as the board needs; the compiler unrolls the loops for each
//! number of words.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

use super::size::Size;

/// Words of the largest board.
pub(super) const MOST_WORDS: usize = Size::MOST_POINTS.div_ceil(64);

/// The bits of the largest board, as they are stored.
pub(super) type Bits = [u64; MOST_WORDS];

/// A set of points.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Plane<const W: usize>([u64; W]);

impl<const W: usize> Plane<W> {
    pub(super) const EMPTY: Self = Plane([0; W]);

    #[inline(always)]
    pub(super) fn load(bits: &Bits) -> Self {
        let mut words = [0; W];
        words.copy_from_slice(&bits[..W]);
        Plane(words)
    }

    #[inline(always)]
    pub(super) fn store(self, bits: &mut Bits) {
        bits[..W].copy_from_slice(&self.0);
    }

    #[inline(always)]
    pub(super) fn of(cell: usize) -> Self {
        let mut words = [0; W];
        words[cell / 64] = 1 << (cell % 64);
        Plane(words)
    }

    #[inline(always)]
    pub(super) fn contains(self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    #[inline(always)]
    pub(super) fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline(always)]
    pub(super) fn count(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The first cell; `None` of an empty set.
    #[inline(always)]
    pub(super) fn first(self) -> Option<usize> {
        let at = self.0.iter().position(|&word| word != 0)?;
        Some(at * 64 + self.0[at].trailing_zeros() as usize)
    }

    /// The cells in ascending order.
    #[inline]
    pub(super) fn cells(self) -> impl Iterator<Item = usize> {
        let mut words = self.0;
        let mut at = 0;
        std::iter::from_fn(move || {
            while at < W && words[at] == 0 {
                at += 1;
            }
            let word = words.get_mut(at)?;
            let cell = at * 64 + word.trailing_zeros() as usize;
            *word &= *word - 1;
            Some(cell)
        })
    }

    #[inline(always)]
    fn up(self, by: u32) -> Self {
        let before = |at: usize| match at {
            0 => 0,
            _ => self.0[at - 1] >> (64 - by),
        };
        Plane(std::array::from_fn(|at| self.0[at] << by | before(at)))
    }

    #[inline(always)]
    fn down(self, by: u32) -> Self {
        let after = |at: usize| match at + 1 == W {
            true => 0,
            false => self.0[at + 1] << (64 - by),
        };
        Plane(std::array::from_fn(|at| self.0[at] >> by | after(at)))
    }
}

impl<const W: usize> BitAnd for Plane<W> {
    type Output = Self;

    #[inline(always)]
    fn bitand(mut self, other: Self) -> Self {
        self &= other;
        self
    }
}

impl<const W: usize> BitAndAssign for Plane<W> {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        for at in 0..W {
            self.0[at] &= other.0[at];
        }
    }
}

impl<const W: usize> BitOr for Plane<W> {
    type Output = Self;

    #[inline(always)]
    fn bitor(mut self, other: Self) -> Self {
        self |= other;
        self
    }
}

impl<const W: usize> BitOrAssign for Plane<W> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        for at in 0..W {
            self.0[at] |= other.0[at];
        }
    }
}

impl<const W: usize> Not for Plane<W> {
    type Output = Self;

    #[inline(always)]
    fn not(mut self) -> Self {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}

/// A board without stones: what is next to what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Grid {
    size: Size,
    all: Bits,
    not_left: Bits,
    not_right: Bits,
}

impl Grid {
    pub(super) fn new(size: Size) -> Self {
        let mut grid = Grid {
            size,
            all: [0; MOST_WORDS],
            not_left: [0; MOST_WORDS],
            not_right: [0; MOST_WORDS],
        };
        for cell in 0..size.points() {
            let (word, bit) = (cell / 64, 1 << (cell % 64));
            grid.all[word] |= bit;
            if cell % size.width() != 0 {
                grid.not_left[word] |= bit;
            }
            if cell % size.width() != size.width() - 1 {
                grid.not_right[word] |= bit;
            }
        }
        grid
    }

    pub(super) const fn size(&self) -> Size {
        self.size
    }

    /// All points.
    #[inline(always)]
    pub(super) fn all<const W: usize>(&self) -> Plane<W> {
        Plane::load(&self.all)
    }

    /// The points next to those of a set.
    #[inline(always)]
    pub(super) fn beside<const W: usize>(&self, set: Plane<W>) -> Plane<W> {
        let width = self.size.width() as u32;
        // A step to the right never ends in the left column, and so on.
        let across =
            set.up(1) & Plane::load(&self.not_left) | set.down(1) & Plane::load(&self.not_right);
        (across | set.up(width) | set.down(width)) & self.all()
    }

    /// The points of `within` that are connected to `from` inside it, and `from`.
    #[inline]
    pub(super) fn flood<const W: usize>(&self, from: Plane<W>, within: Plane<W>) -> Plane<W> {
        let mut reached = from;
        loop {
            let next = reached | self.beside(reached) & within;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }
}

/// Calls a function that is generic in the number of words with the number that a board needs.
macro_rules! for_words {
    ($size:expr, $call:ident::<W>($($argument:expr),*)) => {
        match $size.points() {
            0..=64 => $call::<1>($($argument),*),
            65..=128 => $call::<2>($($argument),*),
            129..=192 => $call::<3>($($argument),*),
            193..=384 => $call::<6>($($argument),*),
            _ => $call::<10>($($argument),*),
        }
    };
}
pub(super) use for_words;

#[cfg(test)]
mod tests {
    use super::*;

    fn check<const W: usize>(size: Size) {
        let grid = Grid::new(size);
        assert_eq!(grid.all::<W>().count(), size.points());
        for cell in 0..size.points() {
            let (x, y) = (cell % size.width(), cell / size.width());
            let beside = |other: usize| {
                let (ox, oy) = (other % size.width(), other / size.width());
                x.abs_diff(ox) + y.abs_diff(oy) == 1
            };
            let expected: Vec<usize> = (0..size.points()).filter(|&other| beside(other)).collect();
            let got: Vec<usize> = grid.beside(Plane::<W>::of(cell)).cells().collect();
            assert_eq!(got, expected, "{cell} of {size}");
        }
        let corner = Plane::<W>::of(0);
        assert_eq!(grid.flood(corner, grid.all()), grid.all());
        assert_eq!(grid.flood(corner, Plane::EMPTY), corner);
    }

    #[test]
    fn neighbours_are_a_step_apart_on_every_board() {
        for width in Size::LINES {
            for height in Size::LINES {
                let size = Size::new(width, height).unwrap();
                for_words!(size, check::<W>(size));
            }
        }
    }
}
