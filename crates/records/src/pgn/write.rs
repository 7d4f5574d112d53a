//! Writing PGN.

use std::fmt::Write;

use yomikiri_game_api::{PgnProfile, Side};

use super::style;
use crate::record::{Ending, OUTSIDE_REASONS, Record};
use crate::tree::{Node, NodeId, Tree};

/// The seven tag roster, in order.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];
/// Writes a record. `moves` are the moves of its nodes in the notation that is written, `begins` is the first side to
/// move, `usual` the default start and name, which are omitted.
pub(crate) fn write(
    record: &Record,
    profile: PgnProfile,
    moves: &[String],
    begins: Side,
    usual: (&str, &str),
    text: &mut String,
) {
    let result = match &record.result {
        None => "*",
        Some(Ending {
            winner: Some(Side::First),
            ..
        }) => "1-0",
        Some(Ending {
            winner: Some(Side::Second),
            ..
        }) => "0-1",
        Some(Ending { winner: None, .. }) => "1/2-1/2",
    };
    let date = record.date.as_ref().map(|date| date.replace('-', "."));
    if let Some(game) = profile.game {
        write_tag("Game", game, text);
    }
    let first = profile.first.unwrap_or("White");
    for name in ROSTER {
        let name = if name == "White" { first } else { name };
        let value = match name {
            "Date" => date.as_deref().unwrap_or("????.??.??"),
            name if name == first => record.players[0].as_deref().unwrap_or("?"),
            "Black" => record.players[1].as_deref().unwrap_or("?"),
            "Result" => result,
            _ => {
                let tag = record.tags.get(&name.to_ascii_lowercase());
                tag.map_or("?", String::as_str)
            }
        };
        write_tag(name, value, text);
    }
    let start = record.start.as_deref().filter(|start| *start != usual.0);
    // A file without the tag is taken for chess, unless another tag names the game.
    let unnamed = profile.game.is_none() && profile.styles.is_empty();
    if unnamed || record.game != usual.1 {
        write_tag("Variant", &record.game, text);
    }
    if let Some(start) = start {
        write_tag("SetUp", "1", text);
        write_tag("FEN", start, text);
    }
    if let Some(format) = style::format_tag(&profile) {
        write_tag("Format", format, text);
    }
    let reason = record.result.as_ref().map(|ending| ending.reason.as_str());
    if let Some(reason) = reason.filter(|reason| OUTSIDE_REASONS.contains(reason)) {
        write_tag("Termination", reason, text);
    }
    for (key, value) in &record.tags {
        if !["event", "site", "round"].contains(&key.as_str()) {
            // A tag name is one word.
            let mut name = key.replace(
                |sign: char| sign.is_whitespace() || "[]\"".contains(sign),
                "_",
            );
            if let Some(first) = name.get_mut(..1) {
                first.make_ascii_uppercase();
            }
            write_tag(&name, value, text);
        }
    }
    text.push('\n');
    let number = record
        .start
        .as_deref()
        .and_then(|start| start.split_whitespace().nth(5)?.parse().ok());
    let mut page = Page { text, column: 0 };
    if let Some(comment) = record.comment() {
        page.comment(comment);
    }
    let ply = 2 * number.unwrap_or(1usize).max(1) - 2 + begins.index();
    page.tree(&record.tree, moves, ply);
    page.token(result);
    page.text.push('\n');
}

fn write_tag(name: &str, value: &str, text: &mut String) {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    let _ = writeln!(text, "[{name} \"{value}\"]");
}

/// Moves and comments in lines of at most eighty characters; comments are not broken.
struct Page<'t> {
    text: &'t mut String,
    column: usize,
}

impl Page<'_> {
    fn token(&mut self, token: &str) {
        const WIDTH: usize = 80;
        let length = token.chars().count();
        if token == ")" {
            // Belongs to the previous token.
        } else if self.column > 0 && self.column + 1 + length > WIDTH {
            self.text.push('\n');
            self.column = 0;
        } else if self.column > 0 && !self.text.ends_with('(') {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(token);
        self.column += length;
    }

    fn comment(&mut self, comment: &str) {
        self.token(&format!("{{{}}}", comment.replace('}', ")")));
    }

    /// Writes all moves. A variation stands behind the move that it replaces; the stack holds what
    /// is still to be written behind that.
    fn tree(&mut self, tree: &Tree, moves: &[String], from: usize) {
        let mut to_do: Vec<Step> = Vec::new();
        to_do.extend(tree.first_child(NodeId::ROOT).map(|id| Step::Line {
            id,
            ply: from,
            alone: false,
        }));
        let mut say_number = true;
        while let Some(step) = to_do.pop() {
            let (id, ply, alone) = match step {
                Step::Token(token) => {
                    self.token(token);
                    say_number = true;
                    continue;
                }
                Step::Line { id, ply, alone } => (id, ply, alone),
            };
            let node = tree.node(id);
            let is_move = node.move_text().is_some();
            if is_move {
                let number = ply / 2 + 1;
                if ply % 2 == 0 {
                    self.token(&format!("{number}."));
                } else if say_number {
                    self.token(&format!("{number}..."));
                }
                self.token(&moves[id.index()]);
            }
            for mark in &node.marks {
                self.token(&format!("${mark}"));
            }
            let remark = remark(node);
            if !remark.is_empty() {
                self.comment(remark.trim_end());
            }
            say_number = !remark.is_empty();
            let line = |id, ply, alone| Step::Line { id, ply, alone };
            let next = ply + usize::from(is_move);
            to_do.extend(tree.first_child(id).map(|id| line(id, next, false)));
            let others = std::iter::successors(tree.next_sibling(id), |&id| tree.next_sibling(id));
            let others: Vec<NodeId> = others.filter(|_| !alone).collect();
            for &other in others.iter().rev() {
                to_do.push(Step::Token(")"));
                to_do.push(line(other, ply, true));
                to_do.push(Step::Token("("));
            }
        }
    }
}

/// What is still to be written.
enum Step {
    Token(&'static str),
    /// A node with all that follows it; `alone` if its siblings are written elsewhere.
    Line {
        id: NodeId,
        ply: usize,
        alone: bool,
    },
}

/// A comment with the time and the score.
fn remark(node: &Node) -> String {
    let mut remark = String::new();
    if let Some(ms) = node.time_ms {
        let (s, ms) = (ms / 1000, ms % 1000);
        let (hours, minutes, seconds) = (s / 3600, s / 60 % 60, s % 60);
        let _ = write!(remark, "[%emt {hours}:{minutes:02}:{seconds:02}.{ms:03}] ");
    }
    if let Some(score) = node.score {
        let _ = write!(remark, "[%score {score}] ");
    }
    remark.push_str(node.comment.as_deref().unwrap_or_default());
    remark
}
