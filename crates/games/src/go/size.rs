//! The shape of a board.

use std::fmt;

/// Lines across and down, each from 2 to 25.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Size {
    width: u8,
    height: u8,
}

impl Size {
    /// The fewest and the most lines of a side. GTP's letters end at 25.
    pub const LINES: std::ops::RangeInclusive<usize> = 2..=25;
    /// The most points of a board.
    pub const MOST_POINTS: usize = 25 * 25;

    /// A board of so many lines, or `None` where there is none.
    pub fn new(width: usize, height: usize) -> Option<Self> {
        let fits = Size::LINES.contains(&width) && Size::LINES.contains(&height);
        fits.then_some(Size {
            width: width as u8,
            height: height as u8,
        })
    }

    /// Reads `19` or `3x4` (width x height).
    pub fn read(text: &str) -> Option<Self> {
        let number = |text: &str| {
            let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse().ok().filter(|_| digits)
        };
        match text.split_once('x') {
            Some((width, height)) => Size::new(number(width)?, number(height)?),
            None => Size::new(number(text)?, number(text)?),
        }
    }

    /// Lines from left to right.
    pub const fn width(self) -> usize {
        self.width as usize
    }

    /// Lines from top to bottom.
    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// The number of points.
    pub const fn points(self) -> usize {
        self.width() * self.height()
    }

    /// Whether there are as many lines across as down.
    pub const fn is_square(self) -> bool {
        self.width == self.height
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.is_square() {
            true => write!(f, "{}", self.width),
            false => write!(f, "{}x{}", self.width, self.height),
        }
    }
}
