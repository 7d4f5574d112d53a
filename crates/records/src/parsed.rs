//! A record as written, before its meaning is checked.

use std::collections::BTreeMap;

use yomikiri_game_api::Side;

use crate::error::{Fault, RecordError};
use crate::kif;
use crate::record::{Ending, RecordedMove, one_line, some_lines};

/// Maximum number of moves. Judging repetition looks back over the whole game at every move, so
/// without a limit a long text could take quadratic time.
pub const MAX_PLIES: usize = 20_000;

/// A value with its line.
#[derive(Clone, Debug)]
pub(crate) struct Spanned<T> {
    pub(crate) line: usize,
    pub(crate) value: T,
}

/// A record as written. Only its form has been checked.
#[derive(Clone, Debug, Default)]
pub(crate) struct ParsedRecord {
    pub(crate) game: Option<Spanned<String>>,
    pub(crate) start: Option<Spanned<String>>,
    pub(crate) players: [Option<String>; 2],
    pub(crate) date: Option<String>,
    pub(crate) tags: BTreeMap<String, String>,
    pub(crate) comment: Option<String>,
    /// The notation of the moves; `None` is coordinates.
    pub(crate) style: Option<&'static str>,
    pub(crate) moves: Vec<ParsedMove>,
    pub(crate) ending: Written,
}

/// A move as written.
#[derive(Clone, Debug, Default)]
pub(crate) struct ParsedMove {
    pub(crate) line: Option<usize>,
    pub(crate) text: String,
    pub(crate) comment: Option<String>,
    pub(crate) score: Option<i32>,
    pub(crate) time_ms: Option<u64>,
    pub(crate) marks: Vec<u8>,
    pub(crate) variations: Vec<Vec<ParsedMove>>,
}

impl ParsedMove {
    /// A move from data.
    pub(crate) fn of(mv: &RecordedMove) -> Self {
        let variation = |moves: &Vec<RecordedMove>| moves.iter().map(ParsedMove::of).collect();
        ParsedMove {
            line: None,
            text: mv.text.clone(),
            comment: mv.comment.as_deref().and_then(some_lines),
            score: mv.score,
            time_ms: mv.time_ms,
            marks: mv.marks.clone(),
            variations: mv.variations.iter().map(variation).collect(),
        }
    }
}

/// What a parsed record says about the end of the game.
#[derive(Clone, Debug, Default)]
pub(crate) enum Written {
    /// Nothing: the board decides.
    #[default]
    Nothing,
    /// The game was not finished.
    Unfinished(usize),
    /// How it ended.
    Ended(Spanned<Ending>),
    /// The winner or a draw, and the reason if it is not on the board.
    Scored(Spanned<(Option<Side>, Option<String>)>),
}

/// Receives parsed records as they are read, so that an error ends the reading.
pub(crate) type Sink<'a> = &'a mut dyn FnMut(ParsedRecord) -> Result<(), RecordError>;

impl ParsedRecord {
    /// Normalises the texts of a record from data, so that every format can store them.
    pub(crate) fn tidied(mut self, line: usize) -> Result<ParsedRecord, RecordError> {
        let one = |text: Option<String>| text.as_deref().and_then(one_line);
        self.players = self.players.map(one);
        self.date = one(self.date);
        self.comment = self.comment.as_deref().and_then(some_lines);
        let mut tags = BTreeMap::new();
        for (key, value) in std::mem::take(&mut self.tags) {
            if !kif::may_be_tag(&key) {
                let expected = "a tag of up to 60 letters without : or control characters \
                                that is not a word of its own in records";
                let line = (line > 0).then_some(line);
                return Err(RecordError::new(Fault::Form, line, expected, &key));
            }
            if let Some(value) = one_line(&value) {
                tags.insert(key, value);
            }
        }
        self.tags = tags;
        Ok(self)
    }

    /// Adds a move; rejects too many.
    pub(crate) fn push(&mut self, mv: ParsedMove) -> Result<(), RecordError> {
        if self.moves.len() == MAX_PLIES {
            let expected = format!("at most {MAX_PLIES} moves");
            let error = RecordError::new(Fault::TooLong, mv.line, expected, &mv.text);
            return Err(error.at_ply(MAX_PLIES + 1));
        }
        self.moves.push(mv);
        Ok(())
    }
}
