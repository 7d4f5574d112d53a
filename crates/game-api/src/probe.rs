//! Asking a solved table.

use std::fmt;

use crate::{Game, Value};

/// Solved positions, however they are stored.
pub trait Probe<G: Game>: Send + Sync {
    /// The exact value of a position; `None` if the table does not cover it.
    fn probe(&self, game: &G, at: &G::Position) -> Result<Option<Probed>, ProbeError>;
}

/// An exact answer about one position.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Probed {
    /// The value to the side to move, perfectly played and free of move limits.
    pub value: Value,
    /// Plies (Janken: turns, the one under way included) to the end; `None` for draws and in tables without distances.
    pub distance: Option<u32>,
}

/// A table that could not answer: damaged, unreadable, of another game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProbeError(pub String);

impl fmt::Display for ProbeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ProbeError {}
