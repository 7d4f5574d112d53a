//! Tablebases that others have computed, asked where our own tables are missing.

use crate::{Game, Probed, Value};

/// What an external tablebase says of a position.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ExternalProbed {
    /// The value for the side to move, without the rule that draws a game without progress.
    pub value: Value,
    /// The value under that rule at the position's clock; `None` if the files do not tell.
    pub limited: Option<Value>,
    /// Plies to the next irreversible move, 0 where the game is over; `None` for draws and where the
    /// files do not tell.
    pub dtz: Option<u32>,
    /// Whether that is exact; otherwise it may be one ply more.
    pub exact: bool,
    /// Whether an irreversible move has just been made.
    pub fresh: bool,
}

impl ExternalProbed {
    /// The same before the move that led here, for the one who made it.
    #[must_use]
    pub fn before_move(self) -> Self {
        let zeroes = self.fresh || self.dtz == Some(0);
        let before = Probed {
            value: self.value,
            distance: self.dtz,
        }
        .before_move(true, 1);
        ExternalProbed {
            value: before.value,
            limited: self.limited.map(Value::flip),
            dtz: match zeroes {
                true => (self.value != Value::Draw).then_some(1),
                false => before.distance,
            },
            exact: zeroes || self.exact,
            fresh: false,
        }
    }
}

/// A tablebase that others have computed (Syzygy).
pub trait ExternalTablebase<G: Game>: Send + Sync {
    /// Whether there is a table for a position; the error says what is wrong with it.
    fn covers(&self, at: &G::Position) -> Result<bool, String>;

    /// Where a table for a position would be; `None` for positions that no such tables are about.
    fn missing(&self, at: &G::Position) -> Option<String>;

    /// What it says of a position, or what is missing or wrong.
    fn probe(&self, at: &G::Position) -> Result<ExternalProbed, String>;
}
