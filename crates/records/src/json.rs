//! Our own record format: a JSON object with `"schema": 2`.
//!
//! `moves` lists the nodes, the main line first and every node before its children. An entry
//! continues the entry before it, unless it has a `parent`: the number of another entry, from 1; 0
//! is the start. A game that is a plain line of moves is written as `"schema": 1`, which knows no
//! `parent`, `setup`, `side`, `name` and `properties`, and has `variations` inside of moves.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use yomikiri_game_api::Side;

use crate::error::{Fault, RecordError};
use crate::parsed::{MAX_NODES, MAX_PLIES, ParsedRecord, Sink, Spanned, TextPlace, Written};
use crate::record::{Ending, Record};
use crate::tree::{Action, Node, NodeId, Property, Tree};

/// Version of the format.
const SCHEMA: u64 = 2;
/// The version before there were trees.
const LINES_ONLY: u64 = 1;

/// Only the version, to distinguish a newer record from a broken one.
#[derive(Deserialize)]
#[serde(expecting = "an object with \"schema\": 1 or 2")]
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
    name: Option<String>,
    comment: Option<String>,
    #[serde(default)]
    properties: Vec<WireProperty>,
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
    name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    properties: Vec<WireProperty>,
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

/// A property: its name and its values.
type WireProperty = Vec<String>;

/// A move without annotations is just its text.
#[derive(Serialize, Deserialize)]
#[serde(untagged, expecting = "a move")]
enum WireMove<'a> {
    Plain(Cow<'a, str>),
    Annotated(Box<WireNode<'a>>),
}

#[derive(Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields, expecting = "a move")]
struct WireNode<'a> {
    #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
    text: Option<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    side: Option<WireSide>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    setup: Option<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    parent: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    comment: Option<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    score: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    time_ms: Option<u64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    marks: Vec<u8>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    properties: Vec<WireProperty>,
    /// Of schema 1 only.
    #[serde(default, skip_serializing)]
    variations: Vec<Vec<WireMove<'a>>>,
}

impl<'a> WireMove<'a> {
    /// A node whose parent is named if it is not the node before.
    fn of(node: &'a Node, parent: Option<u32>) -> Self {
        let (mut text, mut side, mut setup) = (None, None, None);
        match &node.action {
            Action::Nothing => {}
            Action::Move { text: mv, side: by } => {
                text = Some(Cow::Borrowed(mv.as_str()));
                side = by.map(WireSide::of);
            }
            Action::Setup(position) => setup = Some(Cow::Borrowed(position.as_str())),
        }
        let is_plain = side.is_none() && parent.is_none();
        if let Some(text) = &text
            && is_plain
            && *node == Node::of_move(text.as_ref())
        {
            return WireMove::Plain(text.clone());
        }
        WireMove::Annotated(Box::new(WireNode {
            text,
            side,
            setup,
            parent,
            name: node.name.as_deref().map(Cow::Borrowed),
            comment: node.comment.as_deref().map(Cow::Borrowed),
            score: node.score,
            time_ms: node.time_ms,
            marks: node.marks.clone(),
            properties: written_properties(&node.properties),
            variations: Vec::new(),
        }))
    }

    fn into_wire(self) -> WireNode<'a> {
        match self {
            WireMove::Plain(text) => WireNode {
                text: Some(text),
                ..WireNode::default()
            },
            WireMove::Annotated(wire) => *wire,
        }
    }
}

fn written_properties(properties: &[Property]) -> Vec<WireProperty> {
    let written = |property: &Property| {
        let name = std::iter::once(property.name.clone());
        name.chain(property.values.iter().cloned()).collect()
    };
    properties.iter().map(written).collect()
}

/// Properties must have names; other ones are left out by no writer.
fn read_properties(wire: Vec<WireProperty>) -> Option<Vec<Property>> {
    let read = |wire: WireProperty| {
        let mut words = wire.into_iter();
        let name = words.next()?;
        let values = words.collect();
        is_property_name(&name).then_some(Property { name, values })
    };
    wire.into_iter().map(read).collect()
}

/// Whether a word can be the name of a property: capital letters, and digits after the first.
pub(crate) fn is_property_name(name: &str) -> bool {
    let capital = |letter: char| letter.is_ascii_uppercase();
    name.len() <= 64
        && name.starts_with(capital)
        && name.chars().all(|c| capital(c) || c.is_ascii_digit())
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

impl WireSide {
    fn of(side: Side) -> WireSide {
        match side {
            Side::First => WireSide::First,
            Side::Second => WireSide::Second,
        }
    }

    fn side(self) -> Side {
        match self {
            WireSide::First => Side::First,
            WireSide::Second => Side::Second,
        }
    }
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
    if !(LINES_ONLY..=SCHEMA).contains(&head.schema) {
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
        ending: match wire.result {
            None => Written::Nothing,
            Some(result) => Written::Ended(Spanned {
                line: first,
                value: Ending {
                    winner: result.winner.map(WireSide::side),
                    reason: result.reason.into_owned(),
                    margin: result.margin.map(|points| (2.0 * points).round() as i32),
                },
            }),
        },
        ..ParsedRecord::default()
    };
    let mut parsed = parsed.tidied(first)?;
    let is_tree = head.schema > LINES_ONLY;
    let root = parsed.last_mut();
    root.comment = wire.comment;
    root.name = wire.name;
    let named = "properties with names in capital letters";
    root.properties = read_properties(wire.properties)
        .ok_or_else(|| RecordError::form(first, named, "another property"))?;
    if !is_tree && (root.name.is_some() || !root.properties.is_empty()) {
        let expected = "no name and no properties in schema 1";
        return Err(RecordError::form(first, expected, "one"));
    }
    let mut added = vec![NodeId::ROOT];
    // One too many is enough to reject it; do not read millions.
    let most = if is_tree { MAX_NODES } else { MAX_PLIES };
    for raw in wire.moves.into_iter().take(most + 1) {
        let line = lines.line_of(raw.get());
        let place = TextPlace::line(line);
        let ply = parsed.tree.depth(parsed.tail) + 1;
        let inside = |error: serde_json::Error| {
            broken(&error, line + error.line() - 1, raw.get()).at_ply(ply)
        };
        let wire = if raw.get().starts_with('"') {
            let text: String = serde_json::from_str(raw.get()).map_err(inside)?;
            WireMove::Plain(Cow::Owned(text)).into_wire()
        } else {
            serde_json::from_str(raw.get()).map_err(inside)?
        };
        let wrong = |expected: &str| RecordError::form(line, expected, raw.get()).at_ply(ply);
        if !is_tree {
            add_line_move(&mut parsed, place, wire)?;
            continue;
        }
        if !wire.variations.is_empty() {
            return Err(wrong("a parent instead of variations in schema 2"));
        }
        if let Some(number) = wire.parent {
            let Some(&parent) = added.get(number as usize) else {
                return Err(wrong("as parent the number of an earlier move"));
            };
            parsed.tail = parent;
        }
        let Some(node) = node_of(wire) else {
            return Err(wrong("a move or a set-up, and named properties"));
        };
        parsed.push(place, node)?;
        added.push(parsed.tail);
    }
    Ok(parsed)
}

/// The contents of a node; `None` if they contradict each other.
fn node_of(wire: WireNode<'_>) -> Option<Node> {
    let side = wire.side.map(WireSide::side);
    let action = match (wire.text, wire.setup) {
        (Some(text), None) => Action::Move {
            text: text.into_owned(),
            side,
        },
        (None, Some(position)) if side.is_none() => Action::Setup(position.into_owned()),
        (None, None) if side.is_none() => Action::Nothing,
        _ => return None,
    };
    Some(Node {
        action,
        name: wire.name.map(Cow::into_owned),
        comment: wire.comment.map(Cow::into_owned),
        score: wire.score,
        time_ms: wire.time_ms,
        marks: wire.marks,
        properties: read_properties(wire.properties)?,
    })
}

/// Adds a move of schema 1 with its variations. The parser allows no deep nesting.
fn add_line_move(
    parsed: &mut ParsedRecord,
    place: TextPlace,
    mut wire: WireNode<'_>,
) -> Result<(), RecordError> {
    let before = parsed.tail;
    let variations = std::mem::take(&mut wire.variations);
    let has_news = wire.side.is_some()
        || wire.setup.is_some()
        || wire.parent.is_some()
        || wire.name.is_some()
        || !wire.properties.is_empty();
    let node = match node_of(wire) {
        Some(node) if !has_news && node.move_text().is_some() => node,
        _ => {
            let expected = "a move with nothing that schema 1 does not know";
            let error = RecordError::new(Fault::Form, None, expected, "another one");
            return Err(error.at(place).at_ply(parsed.tree.depth(before) + 1));
        }
    };
    parsed.push(place, node)?;
    let after = parsed.tail;
    for variation in variations {
        parsed.tail = before;
        for mv in variation {
            add_line_move(parsed, place, mv.into_wire())?;
        }
    }
    parsed.tail = after;
    Ok(())
}

/// The entries of a tree, and whether schema 1 knows all that is in it.
fn entries(tree: &Tree) -> (Vec<WireMove<'_>>, bool) {
    let mut numbers = vec![0; tree.len() + 1];
    let mut moves = Vec::with_capacity(tree.len());
    let root = tree.root();
    let mut is_plain = root.name.is_none() && root.properties.is_empty();
    let mut before = NodeId::ROOT;
    for id in tree.walk() {
        let parent = tree.parent(id).unwrap_or(NodeId::ROOT);
        let named = (parent != before).then(|| numbers[parent.index()]);
        let node = tree.node(id);
        let is_move = matches!(node.action, Action::Move { side: None, .. });
        is_plain &= is_move && named.is_none() && node.name.is_none() && node.properties.is_empty();
        moves.push(WireMove::of(node, named));
        numbers[id.index()] = moves.len() as u32;
        before = id;
    }
    (moves, is_plain)
}

/// Writes a record on one line.
pub(crate) fn write(record: &Record, text: &mut String) {
    fn borrowed(text: &Option<String>) -> Option<Cow<'_, str>> {
        text.as_deref().map(Cow::Borrowed)
    }
    let (moves, is_plain) = entries(&record.tree);
    let root = record.tree.root();
    let wire = WireOut {
        schema: if is_plain { LINES_ONLY } else { SCHEMA },
        game: &record.game,
        start: record.start.as_deref(),
        players: WirePlayers {
            first: borrowed(&record.players[0]),
            second: borrowed(&record.players[1]),
        },
        date: record.date.as_deref(),
        tags: &record.tags,
        name: root.name.as_deref(),
        comment: root.comment.as_deref(),
        properties: written_properties(&root.properties),
        moves,
        result: record.result.as_ref().map(|ending| WireResult {
            winner: ending.winner.map(WireSide::of),
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
