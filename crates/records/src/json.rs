//! Our own record format: a JSON object with `"schema": 1`.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use yomikiri_game_api::Side;

use crate::error::{Fault, RecordError};
use crate::parsed::{MAX_PLIES, ParsedMove, ParsedRecord, Sink, Spanned, Written};
use crate::record::{Ending, Record, RecordedMove, some_lines};

/// Version of the format.
const SCHEMA: u64 = 1;

/// Only the version, to distinguish a newer record from a broken one.
#[derive(Deserialize)]
#[serde(expecting = "an object with \"schema\": 1")]
struct Head {
    schema: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a record")]
struct WireIn<'a> {
    #[serde(rename = "schema")]
    _schema: u64,
    game: String,
    start: Option<String>,
    #[serde(default)]
    players: WirePlayers<'a>,
    date: Option<String>,
    #[serde(default)]
    tags: BTreeMap<String, String>,
    comment: Option<String>,
    // Not parsed yet, so that each move keeps its position in the text.
    #[serde(borrow)]
    moves: Vec<&'a RawValue>,
    result: Option<WireResult<'a>>,
}

#[derive(Serialize)]
struct WireOut<'a> {
    schema: u64,
    game: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<&'a str>,
    #[serde(skip_serializing_if = "WirePlayers::is_empty")]
    players: WirePlayers<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<&'a str>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    tags: &'a BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<&'a str>,
    moves: Vec<WireMove<'a>>,
    result: Option<WireResult<'a>>,
}

#[derive(Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields, expecting = "players by side")]
struct WirePlayers<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    second: Option<Cow<'a, str>>,
}

impl WirePlayers<'_> {
    fn is_empty(&self) -> bool {
        self.first.is_none() && self.second.is_none()
    }
}

/// A move without annotations is just its text.
#[derive(Serialize, Deserialize)]
#[serde(untagged, expecting = "a move")]
enum WireMove<'a> {
    Plain(Cow<'a, str>),
    Annotated(Annotated<'a>),
}

impl<'a> WireMove<'a> {
    fn of(mv: &'a RecordedMove) -> Self {
        let plain = RecordedMove::plain(mv.text.as_str());
        if *mv == plain {
            return WireMove::Plain(Cow::Borrowed(&mv.text));
        }
        let spelled = |moves: &'a Vec<RecordedMove>| moves.iter().map(WireMove::of).collect();
        WireMove::Annotated(Annotated {
            text: Cow::Borrowed(&mv.text),
            comment: mv.comment.as_deref().map(Cow::Borrowed),
            score: mv.score,
            time_ms: mv.time_ms,
            marks: mv.marks.clone(),
            variations: mv.variations.iter().map(spelled).collect(),
        })
    }

    fn into_sheet(self) -> ParsedMove {
        match self {
            WireMove::Plain(text) => ParsedMove {
                text: text.into_owned(),
                ..ParsedMove::default()
            },
            WireMove::Annotated(wire) => wire.into_sheet(),
        }
    }
}

impl Annotated<'_> {
    fn into_sheet(self) -> ParsedMove {
        let moves = |moves: Vec<WireMove<'_>>| {
            let moves = moves.into_iter();
            moves.map(WireMove::into_sheet).collect()
        };
        ParsedMove {
            text: self.text.into_owned(),
            comment: self.comment.as_deref().and_then(some_lines),
            score: self.score,
            time_ms: self.time_ms,
            marks: self.marks,
            variations: self.variations.into_iter().map(moves).collect(),
            line: None,
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a move")]
struct Annotated<'a> {
    #[serde(rename = "move")]
    text: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time_ms: Option<u64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    marks: Vec<u8>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    variations: Vec<Vec<WireMove<'a>>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "winner and reason")]
struct WireResult<'a> {
    // A draw is written, not omitted.
    #[serde(deserialize_with = "Option::deserialize")]
    winner: Option<WireSide>,
    reason: Cow<'a, str>,
    /// In points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    margin: Option<f64>,
}

#[derive(Serialize, Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum WireSide {
    First,
    Second,
}

/// Reads JSON objects one after the other, in any layout.
pub(crate) fn parse_records(text: &str, sink: Sink<'_>) -> Result<(), RecordError> {
    let mut lines = LineCounter::new(text);
    for raw in serde_json::Deserializer::from_str(text).into_iter::<&RawValue>() {
        let raw = raw.map_err(|error| broken(&error, error.line(), text))?;
        sink(parse_record(raw.get(), &mut lines)?)?;
    }
    Ok(())
}

fn parse_record(text: &str, lines: &mut LineCounter<'_>) -> Result<ParsedRecord, RecordError> {
    let first = lines.line_of(text);
    let inside = |error: serde_json::Error| broken(&error, first + error.line() - 1, text);
    let head: Head = serde_json::from_str(text).map_err(inside)?;
    if head.schema != SCHEMA {
        let expected = format!("a record of schema {SCHEMA}, the newest this program knows");
        let got = format!("schema {}", head.schema);
        return Err(RecordError::new(
            Fault::Version,
            Some(first),
            expected,
            &got,
        ));
    }
    let wire: WireIn<'_> = serde_json::from_str(text).map_err(inside)?;
    let spanned = |value| Spanned { line: first, value };
    let parsed = ParsedRecord {
        game: Some(spanned(wire.game)),
        start: wire.start.map(spanned),
        players: [wire.players.first, wire.players.second].map(|name| name.map(Cow::into_owned)),
        date: wire.date,
        tags: wire.tags,
        comment: wire.comment,
        ending: match wire.result {
            None => Written::Nothing,
            Some(result) => Written::Ended(Spanned {
                line: first,
                value: Ending {
                    winner: result.winner.map(|side| match side {
                        WireSide::First => Side::First,
                        WireSide::Second => Side::Second,
                    }),
                    reason: result.reason.into_owned(),
                    margin: result.margin.map(|points| (2.0 * points).round() as i32),
                },
            }),
        },
        ..ParsedRecord::default()
    };
    let mut parsed = parsed.tidied(first)?;
    // One too many is enough to reject it; do not read millions.
    for raw in wire.moves.into_iter().take(MAX_PLIES + 1) {
        let line = lines.line_of(raw.get());
        let ply = parsed.moves.len() + 1;
        let inside = |error: serde_json::Error| {
            broken(&error, line + error.line() - 1, raw.get()).at_ply(ply)
        };
        let mv = if raw.get().starts_with('"') {
            let text: String = serde_json::from_str(raw.get()).map_err(inside)?;
            ParsedMove {
                text,
                ..ParsedMove::default()
            }
        } else {
            let wire: Annotated<'_> = serde_json::from_str(raw.get()).map_err(inside)?;
            wire.into_sheet()
        };
        parsed.push(ParsedMove {
            line: Some(line),
            ..mv
        })?;
    }
    Ok(parsed)
}

/// Writes a record on one line.
pub(crate) fn write(record: &Record, text: &mut String) {
    fn borrowed(text: &Option<String>) -> Option<Cow<'_, str>> {
        text.as_deref().map(Cow::Borrowed)
    }
    let wire = WireOut {
        schema: SCHEMA,
        game: &record.game,
        start: record.start.as_deref(),
        players: WirePlayers {
            first: borrowed(&record.players[0]),
            second: borrowed(&record.players[1]),
        },
        date: record.date.as_deref(),
        tags: &record.tags,
        comment: record.comment.as_deref(),
        moves: record.moves.iter().map(WireMove::of).collect(),
        result: record.result.as_ref().map(|ending| WireResult {
            winner: ending.winner.map(|side| match side {
                Side::First => WireSide::First,
                Side::Second => WireSide::Second,
            }),
            reason: Cow::Borrowed(&ending.reason),
            margin: ending
                .margin
                .map(|half_points| f64::from(half_points) / 2.0),
        }),
    };
    text.push_str(&serde_json::to_string(&wire).expect("a record is plain data"));
    text.push('\n');
}

/// A JSON error in our words. The original may contain any amount of the input.
fn broken(error: &serde_json::Error, line: usize, text: &str) -> RecordError {
    let told = error.to_string();
    let reason = told.split(" at line ").next().unwrap_or_default();
    let reason: String = reason.chars().take(120).collect();
    let got = match error.classify() {
        serde_json::error::Category::Eof => String::new(),
        _ => {
            let row = text.lines().nth(error.line().saturating_sub(1));
            let from = error.column().saturating_sub(20);
            row.map_or_else(String::new, |row| around(row, from))
        }
    };
    RecordError::form(line.max(1), format!("a JSON record ({reason})"), &got)
}

/// The part of a row from a byte on, or from the next character.
fn around(row: &str, from: usize) -> String {
    let from = (from..=row.len()).find(|&at| row.is_char_boundary(at));
    from.map_or_else(String::new, |from| row[from..].chars().take(61).collect())
}

/// Computes the line of parts of a text, in order.
struct LineCounter<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl<'a> LineCounter<'a> {
    fn new(text: &'a str) -> Self {
        LineCounter {
            text,
            at: 0,
            line: 1,
        }
    }

    /// The line of a part, which must be borrowed from the text.
    fn line_of(&mut self, part: &str) -> usize {
        let at = (part.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        debug_assert!(at <= self.text.len(), "a part of the text");
        if let Some(passed) = self.text.as_bytes().get(self.at..at) {
            self.line += passed.iter().filter(|&&byte| byte == b'\n').count();
            self.at = at;
        }
        self.line
    }
}
