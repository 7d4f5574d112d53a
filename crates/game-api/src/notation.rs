//! Positions and moves as text.

use std::fmt;

use crate::Game;

/// A game that can be read and written.
pub trait Notation: Game {
    /// Reads a position and checks that the rules allow it (finished games included).
    fn read_position(&self, text: &str) -> Result<Self::Position, ReadError>;
    /// Writes a position so that [`Notation::read_position`] gives it back.
    fn write_position(&self, at: &Self::Position) -> String;
    /// Reads a legal move of this position.
    fn read_move(&self, at: &Self::Position, text: &str) -> Result<Self::Move, ReadError>;
    /// Writes a move so that [`Notation::read_move`] gives it back.
    fn write_move(&self, at: &Self::Position, mv: Self::Move) -> String;
}

/// Text that could not be read: what was expected, what was found, where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    /// Where in the text, in words ("row 2", "hand"); empty where that is obvious.
    pub place: String,
    /// What was expected.
    pub expected: String,
    /// What was found instead.
    pub got: String,
}

impl ReadError {
    /// An error at a place. Long input is truncated.
    pub fn new(place: impl Into<String>, expected: impl Into<String>, got: &str) -> Self {
        const SHOWN: usize = 60;
        let mut shown: String = got.chars().take(SHOWN).collect();
        if got.chars().nth(SHOWN).is_some() {
            shown.push('…');
        }
        ReadError {
            place: place.into(),
            expected: expected.into(),
            got: shown,
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.place.is_empty() {
            write!(f, "{}: ", self.place)?;
        }
        write!(f, "expected {}, got ", self.expected)?;
        if self.got.is_empty() {
            write!(f, "nothing")
        } else {
            write!(f, "{:?}", self.got)
        }
    }
}

impl std::error::Error for ReadError {}

/// Other move notations besides the exact one of [`Notation`], as people and records use them.
pub trait MoveStyles: Notation {
    /// The names of the styles (`chess`, `shogi`, `wxf`, …).
    fn styles(&self) -> &'static [&'static str];
    /// Writes a legal move in a style; `None` if there is no such style.
    fn write_styled(&self, style: &str, at: &Self::Position, mv: Self::Move) -> Option<String>;
    /// Reads a legal move in a style.
    fn read_styled(
        &self,
        style: &str,
        at: &Self::Position,
        text: &str,
    ) -> Result<Self::Move, ReadError>;
}
