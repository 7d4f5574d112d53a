//! Where records meet the rules.

use yomikiri_game_api::{Declare, Line, MoveStyles, Notation, ReadError, RecordProfile};

use crate::error::{Fault, RecordError, verdict};
use crate::format::Format;
use crate::move_notation::MoveNotation;
use crate::parsed::{ParsedMove, ParsedRecord, Spanned, Written};
use crate::record::{Record, RecordedMove};
use crate::{Encoding, ending, json, kif, movetext, pgn, xqf};

/// Reads and writes the records of one game and checks everything by its rules.
pub struct RecordCodec<'a, G: Notation> {
    game: &'a G,
    spec: &'a str,
    notation: MoveNotation<G>,
    profile: RecordProfile,
    start: Option<&'a str>,
    means_this_game: Option<&'a dyn Fn(&str) -> bool>,
}

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
            start: None,
            means_this_game: None,
        }
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
        Format::of_game(&self.profile, self.notation.styles())
    }

    /// Reads all records of a text. At least one is required.
    pub fn read(&self, format: Format, text: &str) -> Result<Vec<Record>, RecordError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut records = Vec::new();
        let sink = &mut |parsed| {
            records.push(self.follow(parsed)?.0);
            Ok(())
        };
        match format {
            Format::Json => json::parse_records(text, sink)?,
            Format::Kif => kif::parse_records(text, self.profile.kif_style, sink)?,
            Format::Pgn => pgn::parse_records(text, self.profile.pgn, sink)?,
            Format::Xqf => sink(xqf::parse_record(text.as_bytes())?)?,
            Format::Native => movetext::read_native(text, sink)?,
            Format::Style(style) => movetext::read_styled(text, style, sink)?,
        }
        if records.is_empty() {
            return Err(RecordError::form(1, "a record", ""));
        }
        Ok(records)
    }

    /// Reads all records of a file: text in UTF-8 or in the legacy encoding of the format
    /// (Shift_JIS for KIF, GB18030 for the others), or a binary format.
    pub fn read_bytes(&self, format: Format, bytes: &[u8]) -> Result<Vec<Record>, RecordError> {
        if format == Format::Xqf {
            return Ok(vec![self.follow(xqf::parse_record(bytes)?)?.0]);
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
            let (record, line) = self.check(record)?;
            let spell = |style| self.spell(style, &line);
            if i > 0 && format == Format::Pgn {
                text.push('\n');
            }
            if i > 0 && matches!(format, Format::Kif | Format::Style(_)) {
                text.push_str(movetext::BETWEEN);
                text.push('\n');
            }
            match format {
                Format::Json => json::write(&record, &mut text),
                Format::Kif => kif::write(&record, &spell(self.profile.kif_style), &mut text),
                Format::Pgn => {
                    let mut branch = Line::from_position(self.game, line.start().clone());
                    let profile = self.profile.pgn;
                    let moves =
                        self.spell_tree(pgn::style::written(&profile), &mut branch, &record.moves);
                    let start = self.game.write_position(&self.game.start());
                    let name = self.spec.split('?').next().unwrap_or(self.spec);
                    let begins = self.game.turn(line.start());
                    pgn::write(&record, profile, &moves, begins, (&start, name), &mut text);
                }
                Format::Xqf => {
                    let expected = "a format that can be written";
                    return Err(RecordError::new(Fault::Form, None, expected, format.name()));
                }
                Format::Native => movetext::write_native(&record, &mut text),
                Format::Style(style) => {
                    let sides = line.positions().iter().map(|at| self.game.turn(at));
                    let sides: Vec<_> = sides.collect();
                    movetext::write_styled(&spell(Some(style)), &sides, &mut text);
                }
            }
        }
        Ok(text)
    }

    /// The line of play of a record.
    pub fn replay(&self, record: &Record) -> Result<Line<G>, RecordError> {
        Ok(self.check(record)?.1)
    }

    /// The moves after a line in a notation, with all variations.
    fn spell_tree(
        &self,
        style: Option<&str>,
        line: &mut Line<G>,
        moves: &[RecordedMove],
    ) -> Vec<RecordedMove> {
        let from = line.ply();
        let mut spelled = Vec::with_capacity(moves.len());
        for mv in moves {
            let variations = mv.variations.iter();
            let variations = variations
                .map(|moves| self.spell_tree(style, line, moves))
                .collect();
            let Ok(read) = self.game.read_move(line.last(), &mv.text) else {
                break; // cannot be: the record has been checked
            };
            spelled.push(RecordedMove {
                text: self.notation.write(self.game, style, line.last(), read),
                variations,
                ..mv.clone()
            });
            line.push(self.game, read);
        }
        while line.ply() > from {
            line.pop();
        }
        spelled
    }

    fn spell(&self, style: Option<&str>, line: &Line<G>) -> Vec<String> {
        let played = line.positions().iter().zip(line.moves());
        played
            .map(|(at, &mv)| self.notation.write(self.game, style, at, mv))
            .collect()
    }

    /// A record from data, normalised.
    fn check(&self, record: &Record) -> Result<(Record, Line<G>), RecordError> {
        let spanned = |value: &String| Spanned {
            line: 0,
            value: value.clone(),
        };
        let parsed = ParsedRecord {
            game: Some(spanned(&record.game)),
            start: record.start.as_ref().map(spanned),
            players: record.players.clone(),
            date: record.date.clone(),
            tags: record.tags.clone(),
            comment: record.comment.clone(),
            ending: match &record.result {
                None => Written::Nothing,
                Some(ending) => Written::Ended(Spanned {
                    line: 0,
                    value: ending.clone(),
                }),
            },
            ..ParsedRecord::default()
        };
        let mut parsed = parsed.tidied(0)?;
        for mv in &record.moves {
            parsed.push(ParsedMove::of(mv))?;
        }
        self.follow(parsed)
    }

    /// Checks the contents of a parsed record, in their order.
    fn follow(&self, parsed: ParsedRecord) -> Result<(Record, Line<G>), RecordError> {
        if let Some(name) = &parsed.game {
            self.check_game(name)?;
        }
        let mut line = Line::from_position(self.game, self.start_of(&parsed)?);
        let mut moves = Vec::with_capacity(parsed.moves.len());
        for mv in &parsed.moves {
            let variations = self.variations(&mut line, parsed.style, mv)?;
            let at = line.ply();
            self.play(&mut line, parsed.style, mv)?;
            moves.push(self.recorded(&line, at, mv, variations));
        }
        let result = ending::settle(&parsed.ending, line.outcome(self.game))?;
        let record = Record {
            players: parsed.players,
            date: parsed.date,
            tags: parsed.tags,
            comment: parsed.comment,
            moves,
            result,
            ..Record::of_line(self.game, self.spec, &line)
        };
        Ok((record, line))
    }

    /// The move played at a ply, with its annotations.
    fn recorded(
        &self,
        line: &Line<G>,
        at: usize,
        written: &ParsedMove,
        variations: Vec<Vec<RecordedMove>>,
    ) -> RecordedMove {
        let (position, mv) = (&line.positions()[at], line.moves()[at]);
        RecordedMove {
            text: self.game.write_move(position, mv),
            comment: written.comment.clone(),
            score: written.score,
            time_ms: written.time_ms,
            marks: written.marks.clone(),
            variations,
        }
    }

    /// Checks an alternative to a move, and takes it back.
    fn variations(
        &self,
        line: &mut Line<G>,
        style: Option<&str>,
        instead: &ParsedMove,
    ) -> Result<Vec<Vec<RecordedMove>>, RecordError> {
        let from = line.ply();
        let mut all = Vec::with_capacity(instead.variations.len());
        for variation in &instead.variations {
            let mut moves = Vec::with_capacity(variation.len());
            for mv in variation {
                let variations = self.variations(line, style, mv)?;
                let at = line.ply();
                self.play(line, style, mv)?;
                moves.push(self.recorded(line, at, mv, variations));
            }
            while line.ply() > from {
                line.pop();
            }
            all.push(moves);
        }
        Ok(all)
    }

    fn check_game(&self, name: &Spanned<String>) -> Result<(), RecordError> {
        // No game has such a long name; parsing it could take long.
        const LONGEST: usize = 1000;
        let asked = self.means_this_game.filter(|_| name.value.len() <= LONGEST);
        let same = name.value == self.spec || asked.is_some_and(|means| means(&name.value));
        if same {
            return Ok(());
        }
        let expected = format!("a record of {}", self.spec);
        Err(RecordError::new(
            Fault::Game,
            known(name.line),
            expected,
            &name.value,
        ))
    }

    fn start_of(&self, parsed: &ParsedRecord) -> Result<G::Position, RecordError> {
        let wrong = |line, error| RecordError {
            line,
            ply: None,
            fault: Fault::Position,
            error,
        };
        let read = |text: &str, line| {
            let position = self.game.read_position(text);
            position.map_err(|error| {
                let place = match error.place.as_str() {
                    "" => "start".to_owned(),
                    place => format!("start, {place}"),
                };
                wrong(line, ReadError { place, ..error })
            })
        };
        let asked = self.start.map(|text| read(text, None)).transpose()?;
        let Some(written) = &parsed.start else {
            return Ok(asked.unwrap_or_else(|| self.game.start()));
        };
        let line = known(written.line);
        let own = read(&written.value, line)?;
        match asked {
            Some(asked) if asked != own => {
                let expected = format!("the start {}", self.game.write_position(&asked));
                Err(wrong(
                    line,
                    ReadError::new("start", expected, &written.value),
                ))
            }
            _ => Ok(own),
        }
    }

    /// Plays one move of a parsed record.
    fn play(
        &self,
        line: &mut Line<G>,
        style: Option<&str>,
        mv: &ParsedMove,
    ) -> Result<(), RecordError> {
        let ply = line.ply() + 1;
        let wrong = |fault, error| RecordError {
            line: mv.line,
            ply: Some(ply),
            fault,
            error,
        };
        if let Some(outcome) = line.outcome(self.game) {
            let expected = format!("nothing after the end of the game ({})", verdict(&outcome));
            let error = ReadError::new("", expected, &mv.text);
            return Err(wrong(Fault::AfterEnd, error));
        }
        let read = self
            .notation
            .read(self.game, style, line.last(), &mv.text)
            .map_err(|error| wrong(Fault::Move, error))?;
        if !self.game.allows(line, read) {
            let expected = "a move that the earlier positions allow";
            return Err(wrong(
                Fault::Move,
                ReadError::new("move", expected, &mv.text),
            ));
        }
        line.push(self.game, read);
        Ok(())
    }
}

/// A line number, if there is a text.
pub(crate) fn known(line: usize) -> Option<usize> {
    (line > 0).then_some(line)
}
