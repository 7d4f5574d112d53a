//! The game so far in short, and finding out what a file holds.

use std::cell::RefCell;

use serde::Deserialize;
use yomikiri_game_api::{Notation, RecordProfile};
use yomikiri_records::{
    Encoding, Format, Judging, MoveNotation, Note, RecordAbilities, RecordCodec, RecordError,
};

use crate::error::{nearest, shorten};
use crate::{AnyGame, GameName, GameRecord, Lab, LabError, OutcomeView};

/// What has happened at a table: enough to set it up again.
/// [`crate::AnySession::write_record`] makes a file of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The canonical name of the game.
    pub game: String,
    /// Where it began.
    pub start: String,
    /// The moves as exact text.
    pub moves: Vec<String>,
    /// How it ended while it could go on on the board (somebody resigned), if it did.
    pub outside: Option<OutcomeView>,
}

/// How a file of records is read.
#[derive(Copy, Clone, Debug, Default)]
pub struct RecordReading<'a> {
    /// The start of games that do not name one.
    pub start: Option<&'a str>,
    /// Whether illegal moves are made as changes of the position, in formats that have such changes.
    pub lenient: bool,
    /// Whether games with other options are taken, too. Options that were asked for must agree.
    pub any_options: bool,
    /// Whether reading continues after a game that is refused.
    pub keep_going: bool,
    /// What becomes of games that go on after a verdict on their course.
    pub judging: Judging,
}

/// The records of a file.
#[derive(Clone, Debug, Default)]
pub struct ReadRecords {
    /// The records.
    pub records: Vec<GameRecord>,
    /// What was not taken as it was written.
    pub notes: Vec<Note>,
}

/// The format that a file's name and first letter speak for: `json`, `kif`, `pgn`, `sgf`, `xqf` or `native`.
pub fn guess_format(file: &str, text: &str) -> &'static str {
    let extension = file.rsplit_once('.').map(|(_, extension)| extension);
    match extension.map(str::to_ascii_lowercase).as_deref() {
        Some("json" | "jsonl") => "json",
        Some("kif" | "kifu") => "kif",
        Some("pgn") => "pgn",
        Some("sgf") => "sgf",
        Some("xqf") => "xqf",
        Some("txt" | "moves") => "native",
        _ if text.is_empty() || text.trim_start().starts_with('{') => "json",
        _ if text.trim_start().starts_with('[') => "pgn",
        _ if text.trim_start().starts_with("(;") => "sgf",
        _ => "kif",
    }
}

/// How many moves stand in variations that a format cannot hold.
pub fn moves_left_out(format: &str, records: &[GameRecord]) -> usize {
    let keeps = Format::WITH_VARIATIONS;
    if keeps.iter().any(|kept| kept.name() == format) {
        return 0;
    }
    let aside = |record: &GameRecord| record.tree.len() - record.tree.main_line().count();
    records.iter().map(aside).sum()
}

/// The game that a JSON record names; other formats need not name one.
pub fn named_game(text: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Head {
        game: String,
    }
    let mut heads = serde_json::Deserializer::from_str(text).into_iter::<Head>();
    heads.next()?.ok().map(|head| head.game)
}

/// Reads and writes the records of one game in the formats it has.
pub(crate) struct RecordFiles<'a, G: Notation> {
    pub(crate) game: &'a G,
    pub(crate) lab: &'a Lab,
    pub(crate) spec: &'a str,
    pub(crate) profile: RecordProfile,
    pub(crate) notation: MoveNotation<G>,
    pub(crate) abilities: RecordAbilities<G>,
}

impl<G: Notation> RecordFiles<'_, G> {
    pub(crate) fn formats(&self) -> Vec<Format> {
        Format::of_game(&self.profile, &self.abilities, self.notation.styles())
    }

    pub(crate) fn format(&self, name: &str) -> Result<Format, LabError> {
        let formats = self.formats();
        let found = formats.iter().find(|format| format.name() == name);
        found.copied().ok_or_else(|| {
            let known: Vec<&str> = formats.iter().map(|format| format.name()).collect();
            let near = nearest(name, known.iter().copied())
                .map_or_else(String::new, |near| format!(" (did you mean {near:?}?)"));
            let (name, known) = (shorten(name), known.join(" "));
            LabError::Usage(format!("unknown format {name:?}{near}; there are {known}"))
        })
    }

    /// Calls `work` with a codec that knows this game under all of its names.
    pub(crate) fn with_codec<T>(
        &self,
        start: Option<&str>,
        work: impl FnOnce(&RecordCodec<'_, G>) -> Result<T, RecordError>,
    ) -> Result<T, LabError> {
        // A record is no reason to open a rule file: such games are known by their exact name.
        let means_this = |name: &str| {
            let same = |game: Box<dyn AnyGame>| game.spec() == self.spec;
            !GameName::is_file(name) && self.lab.open_game(name).is_ok_and(same)
        };
        let codec = RecordCodec::with_notation(self.game, self.spec, self.notation);
        let codec = codec
            .with_profile(self.profile)
            .with_abilities(self.abilities);
        let mut codec = codec.recognising(&means_this);
        if let Some(start) = start {
            codec = codec.starting_at(start);
        }
        work(&codec).map_err(|error| LabError::Input(format!("record: {error}")))
    }

    pub(crate) fn read(
        &self,
        format: &str,
        start: Option<&str>,
        text: &str,
    ) -> Result<Vec<GameRecord>, LabError> {
        let format = self.format(format)?;
        self.with_codec(start, |codec| codec.read(format, text))
    }

    pub(crate) fn read_bytes(
        &self,
        format: &str,
        how: &RecordReading<'_>,
        bytes: &[u8],
    ) -> Result<ReadRecords, LabError> {
        let format = self.format(format)?;
        let notes = RefCell::default();
        let records = self.with_codec(how.start, |codec| {
            let mut codec = codec.noting(&notes).judging(how.judging);
            if how.any_options {
                codec = codec.with_any_options();
            }
            if how.lenient {
                codec = codec.lenient();
            }
            if how.keep_going {
                codec = codec.keeping_going();
            }
            codec.read_bytes(format, bytes)
        })?;
        let notes = notes.into_inner();
        Ok(ReadRecords { records, notes })
    }

    /// Writes records, also those of the game with other options.
    pub(crate) fn write(&self, format: &str, records: &[GameRecord]) -> Result<String, LabError> {
        self.write_in(format, records, Encoding::Utf8)
    }

    pub(crate) fn write_bytes(
        &self,
        format: &str,
        records: &[GameRecord],
        encoding: Encoding,
    ) -> Result<Vec<u8>, LabError> {
        let written = self.write_in(format, records, encoding)?;
        let bytes = encoding.encode(&written).ok_or_else(|| {
            let name = encoding.name();
            LabError::Input(format!(
                "expected text that {name} can encode, got other characters; use utf-8"
            ))
        })?;
        Ok(bytes.into_owned())
    }

    fn write_in(
        &self,
        format: &str,
        records: &[GameRecord],
        encoding: Encoding,
    ) -> Result<String, LabError> {
        let format = self.format(format)?;
        self.with_codec(None, |codec| {
            let codec = codec.with_any_options().in_encoding(encoding);
            codec.write(format, records)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_guessed_from_name_and_text() {
        assert_eq!(guess_format("a.json", ""), "json");
        assert_eq!(guess_format("a.KIF", ""), "kif");
        assert_eq!(guess_format("a", " {\"schema\":1}"), "json");
        assert_eq!(guess_format("a", "# ----"), "kif");
        assert_eq!(guess_format("a.pgn", ""), "pgn");
        assert_eq!(guess_format("a", "[Event \"?\"]"), "pgn");
        assert_eq!(guess_format("dir.d/a", ""), "json");
        assert_eq!(guess_format("a.SGF", ""), "sgf");
        assert_eq!(guess_format("a", "\n(;GM[1]"), "sgf");
    }

    #[test]
    fn a_json_record_names_its_game() {
        assert_eq!(
            named_game("{\"schema\":1,\"game\":\"go\"}"),
            Some("go".into())
        );
        assert_eq!(named_game("{}"), None);
        assert_eq!(named_game(""), None);
    }
}
