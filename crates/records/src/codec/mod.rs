//! Where records meet the rules.

mod options;
mod replay;

use std::cell::{Cell, RefCell};

use yomikiri_game_api::{Declare, MoveStyles, Notation, RecordProfile};

use crate::abilities::RecordAbilities;
use crate::error::{Fault, RecordError};
use crate::format::Format;
use crate::move_notation::MoveNotation;
use crate::parsed::{ParsedRecord, Spanned};
use crate::reading::{Judging, Note};
use crate::record::Record;
use crate::{Encoding, json, kif, movetext, pgn, sgf, xqf};

pub(crate) use replay::{Checked, Steps};

/// Reads and writes the records of one game and checks everything by its rules.
pub struct RecordCodec<'a, G: Notation> {
    pub(crate) game: &'a G,
    pub(crate) spec: &'a str,
    notation: MoveNotation<G>,
    profile: RecordProfile,
    pub(crate) abilities: RecordAbilities<G>,
    start: Option<&'a str>,
    means_this_game: Option<&'a dyn Fn(&str) -> bool>,
    any_options: bool,
    encoding: Encoding,
    /// Whether illegal moves are made as changes of the position.
    pub(crate) is_lenient: bool,
    /// Whether reading continues after a game that is refused.
    keeps_going: bool,
    judge: Judging,
    /// Where it is noted what was not taken as written.
    pub(crate) notes: Option<&'a RefCell<Vec<Note>>>,
    /// The number of the game in its text, from 1.
    number: usize,
}

impl<G: Notation> Clone for RecordCodec<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Notation> Copy for RecordCodec<'_, G> {}
impl<'a, G: Notation> RecordCodec<'a, G> {
    /// A codec for a game under its canonical name, with all of its notations.
    pub fn new(game: &'a G, spec: &'a str) -> Self
    where
        G: MoveStyles + Declare,
    {
        let codec = RecordCodec::with_notation(game, spec, MoveNotation::styled(game));
        codec.with_profile(game.profile().records)
    }

    /// A codec for any game, with the notation it has.
    pub fn with_notation(game: &'a G, spec: &'a str, notation: MoveNotation<G>) -> Self {
        RecordCodec {
            game,
            spec,
            notation,
            profile: RecordProfile::default(),
            abilities: RecordAbilities::default(),
            start: None,
            means_this_game: None,
            any_options: false,
            encoding: Encoding::Utf8,
            is_lenient: false,
            keeps_going: false,
            judge: Judging::Always,
            notes: None,
            number: 1,
        }
    }

    /// What the game can do with its records besides moves.
    #[must_use]
    pub fn with_abilities(mut self, abilities: RecordAbilities<G>) -> Self {
        self.abilities = abilities;
        self
    }

    /// Also takes records of the game with other options, as far as those of this game are not set.
    #[must_use]
    pub fn with_any_options(mut self) -> Self {
        self.any_options = true;
        self
    }

    /// Names another encoding in the formats that name one. The text must then be encoded so.
    #[must_use]
    pub fn in_encoding(mut self, encoding: Encoding) -> Self {
        self.encoding = encoding;
        self
    }

    /// Where it is noted what was not taken as written.
    #[must_use]
    pub fn noting(mut self, notes: &'a RefCell<Vec<Note>>) -> Self {
        self.notes = Some(notes);
        self
    }

    /// Makes illegal moves as changes of the position, where the format has such changes. Notes them.
    #[must_use]
    pub fn lenient(mut self) -> Self {
        self.is_lenient = true;
        self
    }

    /// Notes games that are refused, and goes on with the next one.
    #[must_use]
    pub fn keeping_going(mut self) -> Self {
        self.keeps_going = true;
        self
    }

    /// What becomes of games that go on after a verdict on their course.
    #[must_use]
    pub fn judging(mut self, judge: Judging) -> Self {
        self.judge = judge;
        self
    }

    /// How the game declares its records to be written.
    #[must_use]
    pub fn with_profile(mut self, profile: RecordProfile) -> Self {
        self.profile = profile;
        self
    }

    /// Start position of games that do not name one. Games from other positions are rejected.
    #[must_use]
    pub fn starting_at(mut self, position: &'a str) -> Self {
        self.start = Some(position);
        self
    }

    /// How to recognise that another name (options in another order) means the same game.
    #[must_use]
    pub fn recognising(mut self, means_this_game: &'a dyn Fn(&str) -> bool) -> Self {
        self.means_this_game = Some(means_this_game);
        self
    }

    /// The formats of this game.
    pub fn formats(&self) -> Vec<Format> {
        Format::of_game(&self.profile, &self.abilities, self.notation.styles())
    }

    /// Reads all records of a text. At least one is required.
    pub fn read(&self, format: Format, text: &str) -> Result<Vec<Record>, RecordError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut records = Vec::new();
        let number = Cell::new(0);
        let take = &mut |parsed: Result<ParsedRecord, RecordError>| {
            number.set(number.get() + 1);
            let own = RecordCodec {
                number: number.get(),
                ..*self
            };
            match parsed.and_then(|parsed| own.follow(parsed, None)) {
                Ok(checked) => records.push(checked.record),
                Err(error) => own.refuse(error)?,
            }
            Ok(())
        };
        let sink = &mut |parsed| take(Ok(parsed));
        let read = match format {
            Format::Json => json::parse_records(text, sink),
            Format::Kif => kif::parse_records(text, self.profile.kif_style, sink),
            Format::Pgn => {
                let start = self.game.start();
                let reads = |style: Option<&str>, word: &str| {
                    self.notation.read(self.game, style, &start, word).is_ok()
                };
                let is_move = |word: &str| {
                    let mut styles = self.notation.styles().iter();
                    reads(None, word) || styles.any(|style| reads(Some(style), word))
                };
                pgn::parse_records(text, self.profile.pgn, &is_move, take)
            }
            Format::Xqf => xqf::parse_record(text.as_bytes()).and_then(sink),
            Format::Sgf => self.read_sgf(text).map(|read| records = read),
            Format::Position(name) => self.read_position_file(name, text).and_then(sink),
            Format::Native => movetext::read_native(text, sink),
            Format::Style(style) => movetext::read_styled(text, style, sink),
        };
        // What is wrong with the form of the text, so that no next game is found in it.
        if let Err(error) = read {
            let number = number.get() + 1;
            RecordCodec { number, ..*self }.refuse(error)?;
        } else if records.is_empty() && number.get() == 0 {
            return Err(RecordError::form(1, "a record", ""));
        }
        Ok(records)
    }

    /// Notes that a game is refused, if reading goes on then.
    fn refuse(&self, error: RecordError) -> Result<(), RecordError> {
        let (true, Some(notes)) = (self.keeps_going, self.notes) else {
            return Err(error);
        };
        let game = self.number;
        notes.borrow_mut().push(Note::Refused { game, error });
        Ok(())
    }

    /// Reads all records of a file: text in UTF-8 or in the legacy encoding of the format
    /// (Shift_JIS for KIF, GB18030 for the others), or a binary format.
    pub fn read_bytes(&self, format: Format, bytes: &[u8]) -> Result<Vec<Record>, RecordError> {
        if format == Format::Xqf {
            let read = xqf::parse_record(bytes).and_then(|parsed| self.follow(parsed, None));
            return match read {
                Ok(checked) => Ok(vec![checked.record]),
                Err(error) => self.refuse(error).map(|()| Vec::new()),
            };
        }
        if format == Format::Sgf {
            return self.read(format, &sgf::decode(bytes)?);
        }
        let old = match format {
            Format::Kif => Encoding::ShiftJis,
            _ => Encoding::Gb18030,
        };
        match old.decode(bytes) {
            Some(text) => self.read(format, &text),
            None => {
                let valid = std::str::from_utf8(bytes).map_or_else(|e| e.valid_up_to(), str::len);
                let line = 1 + bytes[..valid].iter().filter(|&&byte| byte == b'\n').count();
                let expected = format!("utf-8 or {} text", old.name());
                Err(RecordError::form(line, expected, "other bytes"))
            }
        }
    }

    /// Reads a text of exactly one record.
    pub fn read_one(&self, format: Format, text: &str) -> Result<Record, RecordError> {
        let mut records = self.read(format, text)?;
        match records.len() {
            1 => Ok(records.remove(0)),
            many => {
                let got = format!("{many} records");
                Err(RecordError::new(Fault::Form, None, "one record", &got))
            }
        }
    }

    /// Writes records one after the other so that [`RecordCodec::read`] restores them; the move
    /// formats (`native` and the notations) keep only the moves.
    pub fn write(&self, format: Format, records: &[Record]) -> Result<String, RecordError> {
        let mut text = String::new();
        for (i, record) in records.iter().enumerate() {
            if i > 0 && format == Format::Pgn {
                text.push('\n');
            }
            if i > 0 && matches!(format, Format::Kif | Format::Style(_)) {
                text.push_str(movetext::BETWEEN);
                text.push('\n');
            }
            let name = Spanned {
                line: 0,
                value: record.game.clone(),
            };
            match self.check_game(&name)? {
                None => self.write_one(format, record, &mut text)?,
                Some((game, spec)) => {
                    let own = self.with_game(&game, &spec);
                    own.write_one(format, record, &mut text)?;
                }
            }
        }
        Ok(text)
    }

    /// Writes a record of this very game.
    fn write_one(
        &self,
        format: Format,
        record: &Record,
        text: &mut String,
    ) -> Result<(), RecordError> {
        if format.is_read_only() {
            let expected = "a format that can be written";
            return Err(RecordError::new(Fault::Form, None, expected, format.name()));
        }
        let spelling = match format {
            Format::Kif => self.profile.kif_style,
            Format::Pgn => pgn::style::written(&self.profile.pgn),
            Format::Style(style) => Some(style),
            _ => None,
        };
        let checked = self.check(record, spelling)?;
        let record = &checked.record;
        if !format.keeps_setups() && checked.is_set_up() {
            let expected = format!("moves only, which is all that {format} can hold");
            let got = "a position changed by hand";
            return Err(RecordError::new(Fault::Form, None, expected, got));
        }
        match format {
            Format::Json => json::write(record, text),
            Format::Kif => kif::write(record, &checked.main_moves(), text),
            Format::Pgn => {
                let start = self.game.write_position(&self.game.start());
                let name = self.spec.split('?').next().unwrap_or(self.spec);
                let begins = self.game.turn(checked.line.start());
                let moves = &checked.spelled;
                let usual = (start.as_str(), name);
                pgn::write(record, self.profile.pgn, moves, begins, usual, text);
            }
            Format::Sgf => self.write_sgf(&checked, self.encoding.name(), text)?,
            Format::Xqf | Format::Position(_) => {}
            Format::Native => movetext::write_native(record, text),
            Format::Style(_) => {
                let sides = checked.line.positions().iter();
                let sides: Vec<_> = sides.map(|at| self.game.turn(at)).collect();
                movetext::write_styled(&checked.main_moves(), &sides, text);
            }
        }
        Ok(())
    }

    /// A position in a form of its own as a game of no moves.
    fn read_position_file(&self, format: &str, text: &str) -> Result<ParsedRecord, RecordError> {
        let read = self.abilities.read_position(self.game, format, text);
        let at = read.map_err(|error| RecordError {
            error: Box::new(error),
            ..RecordError::new(Fault::Position, Some(1), "", "")
        })?;
        Ok(ParsedRecord {
            start: Some(Spanned {
                line: 1,
                value: self.game.write_position(&at),
            }),
            ..ParsedRecord::default()
        })
    }
}

/// A line number, if there is a text.
pub(crate) fn known(line: usize) -> Option<usize> {
    (line > 0).then_some(line)
}
