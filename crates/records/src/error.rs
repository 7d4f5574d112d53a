//! Errors of records.

use std::fmt;

use yomikiri_game_api::{Outcome, ReadError};

/// A record that could not be read or written: where, what was expected, what it got.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}{error}", Place(*.line, *.ply))]
pub struct RecordError {
    /// The line of the text, from 1; `None` if the record was not read from text.
    pub line: Option<usize>,
    /// The ply, from 1, if the error is about a move.
    pub ply: Option<usize>,
    /// The kind of error.
    pub fault: Fault,
    /// What was expected and what was found.
    pub error: ReadError,
}

/// The kinds of errors, for programs.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The text is not a record, or it is truncated.
    Form,
    /// The record has an unknown version.
    Version,
    /// The record is of another game.
    Game,
    /// The start is not a valid position, or not the requested one.
    Position,
    /// A move cannot be read or is not legal.
    Move,
    /// There is a move after the end of the game.
    AfterEnd,
    /// The result differs from the board.
    Result,
    /// There are too many moves.
    TooLong,
}

impl RecordError {
    pub(crate) fn new(
        fault: Fault,
        line: Option<usize>,
        expected: impl Into<String>,
        got: &str,
    ) -> Self {
        RecordError {
            line,
            ply: None,
            fault,
            error: ReadError::new("", expected, got),
        }
    }

    /// The text has the wrong form.
    pub(crate) fn form(line: usize, expected: impl Into<String>, got: &str) -> Self {
        RecordError::new(Fault::Form, Some(line), expected, got)
    }

    pub(crate) fn at_ply(mut self, ply: usize) -> Self {
        self.ply = Some(ply);
        self
    }
}

/// `line 3, ply 5: `, as far as known.
struct Place(Option<usize>, Option<usize>);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0, self.1) {
            (None, None) => Ok(()),
            (Some(line), None) => write!(f, "line {line}: "),
            (None, Some(ply)) => write!(f, "ply {ply}: "),
            (Some(line), Some(ply)) => write!(f, "line {line}, ply {ply}: "),
        }
    }
}

/// An outcome in the words of error messages.
pub(crate) fn verdict(outcome: &Outcome) -> String {
    match outcome.winner {
        Some(side) => format!("{side} won: {}", outcome.reason),
        None => format!("draw: {}", outcome.reason),
    }
}
