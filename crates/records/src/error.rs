//! Errors of records.

use std::fmt;

use yomikiri_game_api::{Outcome, ReadError};

use crate::parsed::TextPlace;

/// A record that could not be read or written: where, what was expected, what it got.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}{error}", Place(self))]
pub struct RecordError {
    /// The line of the text, from 1; `None` if the record was not read from text.
    pub line: Option<usize>,
    /// The column in the line, from 1, in formats where lines may be long.
    pub column: Option<usize>,
    /// The node in the order of the text, from 1, in formats that consist of nodes.
    pub node: Option<usize>,
    /// The ply, from 1, if the error is about a move.
    pub ply: Option<usize>,
    /// The kind of error.
    pub fault: Fault,
    /// What was expected and what was found.
    pub error: Box<ReadError>,
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
            column: None,
            node: None,
            ply: None,
            fault,
            error: Box::new(ReadError::new("", expected, got)),
        }
    }

    /// The text has the wrong form.
    pub(crate) fn form(line: usize, expected: impl Into<String>, got: &str) -> Self {
        RecordError::new(Fault::Form, Some(line), expected, got)
    }

    /// Adds the place in the text, as far as it is known.
    pub(crate) fn at(mut self, place: TextPlace) -> Self {
        let known = |number: u32| (number > 0).then_some(number as usize);
        self.line = known(place.line);
        self.column = known(place.column);
        self
    }

    pub(crate) fn at_ply(mut self, ply: usize) -> Self {
        self.ply = Some(ply);
        self
    }
}

/// `line 3, ply 5: `, as far as known.
struct Place<'a>(&'a RecordError);

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RecordError {
            line,
            column,
            node,
            ply,
            ..
        } = self.0;
        let parts = [
            ("line", line),
            ("column", column),
            ("node", node),
            ("ply", ply),
        ];
        let mut comma = "";
        for (name, number) in parts {
            if let Some(number) = number {
                write!(f, "{comma}{name} {number}")?;
                comma = ", ";
            }
        }
        f.write_str(if comma.is_empty() { "" } else { ": " })
    }
}

/// An outcome in the words of error messages.
pub(crate) fn verdict(outcome: &Outcome) -> String {
    match outcome.winner {
        Some(side) => format!("{side} won: {}", outcome.reason),
        None => format!("draw: {}", outcome.reason),
    }
}
