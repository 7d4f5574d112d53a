//! Reading Syzygy tables, which others have computed: win, draw or loss under the fifty-move rule
//! (`.rtbw`) and distances to the next capture or pawn's move (`.rtbz`).
//!
//! The format is Ronald de Man's; there is no written description, so the facts here come from the
//! probing code that is free to read (Fathom, MIT). No line of it is copied, every number of it is
//! computed, and whatever a file says is checked before it is used: a broken file is an error with
//! its name, never a crash or a loop.
//!
//! Files leave out what a look at the moves tells: of a position in which a capture is best, values
//! may be anything not better; en passant is not in them at all; and distances are there for one
//! side to move. `probe` has that look. A distance that is counted in moves may be a ply too short.
//!
//! `squares` (numbers of placements) → `order` (which men in which order) → `coding` (packed values)
//! → `file` (one file) → `probe` (positions) → `files` (directories).

mod bytes;
mod coding;
mod file;
mod files;
mod order;
mod probe;
mod squares;
#[cfg(test)]
mod tests;

use std::fmt;

pub use bytes::Bytes;
pub use files::SyzygyFiles;
pub use probe::Syzygy;

use yomikiri_game_api::Value;

/// The value of a position to its mover when the clock of the fifty-move rule is at zero.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wdl {
    /// Lost.
    Loss,
    /// Lost, were there no fifty-move rule.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won, were there no fifty-move rule.
    CursedWin,
    /// Won.
    Win,
}

impl Wdl {
    /// Every value, from the worst.
    pub const ALL: [Wdl; 5] = [
        Wdl::Loss,
        Wdl::BlessedLoss,
        Wdl::Draw,
        Wdl::CursedWin,
        Wdl::Win,
    ];

    /// The same to the other side.
    #[must_use]
    pub fn flip(self) -> Wdl {
        Wdl::ALL[4 - self as usize]
    }

    /// The value without the fifty-move rule.
    pub fn value(self) -> Value {
        match self {
            Wdl::Win | Wdl::CursedWin => Value::Win,
            Wdl::Draw => Value::Draw,
            Wdl::Loss | Wdl::BlessedLoss => Value::Loss,
        }
    }

    /// Whether the fifty-move rule takes the win away.
    pub fn is_late(self) -> bool {
        matches!(self, Wdl::CursedWin | Wdl::BlessedLoss)
    }
}

/// Plies to the next capture, pawn's move or mate of best play under the fifty-move rule; 100 more
/// where that rule makes it a draw.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Dtz {
    /// Plies.
    pub plies: u32,
    /// Whether that is exact; otherwise it may be one more.
    pub exact: bool,
}

/// What goes wrong with files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SyzygyError {
    /// A file that a probe needs is not there.
    Missing {
        /// Its name.
        file: String,
    },
    /// A file cannot be read, or it is not what its name says.
    Broken {
        /// Its name.
        file: String,
        /// What is wrong with it.
        reason: String,
    },
}

impl fmt::Display for SyzygyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SyzygyError::Missing { file } => write!(f, "{file} is not there"),
            SyzygyError::Broken { file, reason } => write!(f, "{file} {reason}"),
        }
    }
}

impl std::error::Error for SyzygyError {}
