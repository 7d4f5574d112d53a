//! Reads Syzygy tablebases: win, draw or loss under the fifty-move rule (`.rtbw`) and distances to
//! the next capture or pawn move (`.rtbz`).
//!
//! The format is Ronald de Piece's. There is no written description, so the facts come from free
//! probing code (Fathom, MIT). No line of it is copied, every number is computed, and everything in
//! a file is checked before it is used: a broken file is an error with its name, never a crash or a
//! loop.
//!
//! Files omit what a 1-ply search finds: if a capture is best, the stored value may be anything not
//! better; en passant is not stored at all; and distances are stored for one side to move. `probe`
//! does that search. A distance counted in moves may be one ply too low.
//!
//! `squares` (indices of placements) → `order` (order of the pieces) → `coding` (compressed values)
//! → `file` (one file) → `probe` (positions).

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

/// The value of a position for its mover with the fifty-move counter at zero.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wdl {
    /// Lost.
    Loss,
    /// Lost without the fifty-move rule, else a draw (blessed loss).
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won without the fifty-move rule, else a draw (cursed win).
    CursedWin,
    /// Won.
    Win,
}

impl Wdl {
    /// Every value, worst first.
    pub const ALL: [Wdl; 5] = [
        Wdl::Loss,
        Wdl::BlessedLoss,
        Wdl::Draw,
        Wdl::CursedWin,
        Wdl::Win,
    ];

    /// The value for the other side.
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

    /// Whether the fifty-move rule makes it a draw.
    pub fn is_late(self) -> bool {
        matches!(self, Wdl::CursedWin | Wdl::BlessedLoss)
    }
}

/// Plies to the next capture, pawn move or mate with best play under the fifty-move rule; 100 more
/// if that rule makes it a draw.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Dtz {
    /// Plies.
    pub plies: u32,
    /// Whether it is exact; otherwise it may be one more.
    pub exact: bool,
}

/// Errors of files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SyzygyError {
    /// A file needed by a probe does not exist.
    Missing {
        /// Name of the file.
        file: String,
    },
    /// A file cannot be read, or does not match its name.
    Broken {
        /// Name of the file.
        file: String,
        /// The error.
        reason: String,
    },
}

impl fmt::Display for SyzygyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SyzygyError::Missing { file } => write!(f, "{file} not found"),
            SyzygyError::Broken { file, reason } => write!(f, "{file} {reason}"),
        }
    }
}

impl std::error::Error for SyzygyError {}
