//! Asking a solved table.

use std::fmt;

use crate::{Game, Value};

/// Solved positions, however they are stored.
pub trait Probe<G: Game>: Send + Sync {
    /// The exact value of a position; `None` if the table does not cover it.
    fn probe(&self, game: &G, at: &G::Position) -> Result<Option<Probed>, ProbeError>;

    /// How a move from one position to another gets on, for tables that know no distance to the end
    /// but one to the next move that cannot be taken back. `None` where distances to the end are
    /// known, and for tables without either.
    fn progress(
        &self,
        _game: &G,
        _before: &G::Position,
        _after: &G::Position,
    ) -> Result<Option<Progress>, ProbeError> {
        Ok(None)
    }
}

/// How a move gets on, to the one who makes it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Progress {
    /// The value under the rule that draws a game without progress, as far as it is known.
    pub limited: Value,
    /// Plies to the next move that cannot be taken back, this one included.
    pub plies: u32,
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
