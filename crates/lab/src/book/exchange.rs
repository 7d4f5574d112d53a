//! Books as text, for other programs and for people.

use std::collections::HashSet;
use std::fmt::Write;

use serde::{Deserialize, Serialize};
use yomikiri_book::{Book, Counts, Edge, Place};
use yomikiri_game_api::{Notation, Picture};
use yomikiri_records::{Node, NodeId, Tree};

use super::{MergeReport, book_error};
use crate::{GameDefinition, GameRecord, LabError};

/// The formats that books are written in and read from; the last three are other programs'.
pub const FORMATS: [&str; 7] = ["json", "csv", "epd", "pgn", "obk", "eleeye", "polyglot"];

/// A move of a book as one line of JSON.
#[derive(Serialize, Deserialize)]
pub(super) struct EdgeLine {
    pub(super) position: String,
    #[serde(rename = "move")]
    pub(super) mv: String,
    pub(super) win: u32,
    pub(super) draw: u32,
    pub(super) loss: u32,
    pub(super) weight: u16,
    pub(super) learned: i16,
    pub(super) score: Option<i32>,
    pub(super) depth: Option<u32>,
    pub(super) table: Option<String>,
    pub(super) last: Option<String>,
    pub(super) note: Option<String>,
    pub(super) source: String,
}

impl EdgeLine {
    fn new(place: &Place, edge: &Edge) -> Self {
        EdgeLine {
            position: place.position.clone(),
            mv: edge.mv.clone(),
            win: edge.counts.win,
            draw: edge.counts.draw,
            loss: edge.counts.loss,
            weight: edge.weight,
            learned: edge.learned,
            score: edge.score,
            depth: edge.depth,
            table: edge.table.map(|standing| standing.word().to_owned()),
            last: edge.last.clone(),
            note: edge.note.clone(),
            source: edge.source.clone(),
        }
    }

    fn csv(&self) -> String {
        let number = |value: Option<i64>| value.map_or_else(String::new, |value| value.to_string());
        let text = |value: &Option<String>| quoted(value.as_deref().unwrap_or_default());
        [
            quoted(&self.position),
            quoted(&self.mv),
            self.win.to_string(),
            self.draw.to_string(),
            self.loss.to_string(),
            self.weight.to_string(),
            self.learned.to_string(),
            number(self.score.map(i64::from)),
            number(self.depth.map(i64::from)),
            text(&self.table),
            text(&self.last),
            text(&self.note),
            quoted(&self.source),
        ]
        .join(",")
    }
}

/// A field of CSV.
fn quoted(text: &str) -> String {
    match text.contains([',', '"', '\n']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

/// A book in a format, and what could not be written in it.
pub(super) fn export<G: Notation + Picture>(
    definition: &GameDefinition<G>,
    book: &Book,
    format: &str,
) -> Result<(String, MergeReport), LabError> {
    let mut edges: Vec<(Place, Edge)> = Vec::new();
    let seen = book.visit(&mut |place, _, edge| {
        edges.push((place.clone(), edge.clone()));
        true
    });
    seen.map_err(book_error)?;
    let positions: HashSet<&Place> = edges.iter().map(|(place, _)| place).collect();
    let mut report = MergeReport {
        positions: positions.len() as u64,
        edges: edges.len() as u64,
        left_out: 0,
    };
    let lines = edges.iter().map(|(place, edge)| EdgeLine::new(place, edge));
    let text = match format {
        "csv" => {
            let head =
                "position,move,win,draw,loss,weight,learned,score,depth,table,last,note,source\n";
            lines.fold(head.to_owned(), |text, line| text + &line.csv() + "\n")
        }
        "json" => {
            let mut text = String::new();
            for line in lines {
                let line = serde_json::to_string(&line);
                text += &line.map_err(|error| LabError::Input(error.to_string()))?;
                text.push('\n');
            }
            text
        }
        "epd" => epd(&edges),
        _ => pgn(definition, book, &mut report)?,
    };
    Ok((text, report))
}

/// A position a line, the move of most games as the best one, all counts as a comment.
fn epd(edges: &[(Place, Edge)]) -> String {
    let mut text = String::new();
    for group in edges.chunk_by(|a, b| a.0 == b.0) {
        let mut moves: Vec<&Edge> = group.iter().map(|(_, edge)| edge).collect();
        moves.sort_by_key(|edge| std::cmp::Reverse((edge.weight > 0, edge.counts.games())));
        let counts: Vec<String> = moves
            .iter()
            .map(|edge| {
                let Counts { win, draw, loss } = edge.counts;
                format!("{} {win}/{draw}/{loss}", edge.mv)
            })
            .collect();
        let (at, best) = (&group[0].0.position, &moves[0].mv);
        let _ = writeln!(text, "{at} bm {best}; c0 \"{}\";", counts.join(", "));
    }
    text
}

/// All moves from the start as one game with variations; a position is continued where it is first met.
fn pgn<G: Notation + Picture>(
    definition: &GameDefinition<G>,
    book: &Book,
    report: &mut MergeReport,
) -> Result<String, LabError> {
    let (game, hooks) = (&definition.game, &definition.book);
    let mut tree = Tree::default();
    let mut met = HashSet::new();
    let mut open = vec![(NodeId::ROOT, game.start())];
    let mut written = 0;
    while let Some((node, at)) = open.pop() {
        let folded = hooks.fold(game, &at);
        if !met.insert(folded.place.clone()) {
            continue;
        }
        let mut edges = book.edges(&folded.place).map_err(book_error)?;
        edges.sort_by_key(|edge| std::cmp::Reverse((edge.weight > 0, edge.counts.games())));
        let mut below = Vec::new();
        for edge in edges {
            let Some(mv) = hooks.unfold_move(game, &folded, &edge.mv) else {
                continue;
            };
            let Counts { win, draw, loss } = edge.counts;
            let child = Node {
                comment: Some(format!("w {win} d {draw} l {loss}")),
                ..Node::of_move(game.write_move(&at, mv))
            };
            written += 1;
            let child = tree.add(node, child);
            let mut after = at.clone();
            game.play(&mut after, mv);
            below.push((child, after));
        }
        open.extend(below.into_iter().rev());
    }
    report.left_out = report.edges - written;
    report.edges = written;
    let record = GameRecord {
        game: definition.info.spec.clone(),
        start: Some(definition.info.start.clone()),
        tree,
        ..GameRecord::default()
    };
    definition.records().write("pgn", &[record])
}
