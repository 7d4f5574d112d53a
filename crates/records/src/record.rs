//! A played game as plain data.

use std::collections::BTreeMap;

use yomikiri_game_api::{Line, Notation, Outcome, Side};

use crate::tree::{Node, Tree};

/// A played game, or part of one.
///
/// A record read by a [`crate::RecordCodec`] is normalised: `game` is the canonical name, `start`
/// is set, moves are coordinates, texts are clean and the result agrees with the board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// The game's name with its options: `anpanman?no_moves=draw`.
    pub game: String,
    /// Start position; `None` is the game's own.
    pub start: Option<String>,
    /// The players of First and Second.
    pub players: [Option<String>; 2],
    /// The date, preferably `2026-05-01` or `2026-05-01T12:00:00Z`.
    pub date: Option<String>,
    /// Other information by name: `event`, `site`, `round`, …
    pub tags: BTreeMap<String, String>,
    /// The moves with their variations; what is said about the whole game stands at the root.
    pub tree: Tree,
    /// The result; `None` if unfinished.
    pub result: Option<Ending>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The winner, or `None` for a draw.
    pub winner: Option<Side>,
    /// The reason: a reason of the game's rules (`mate`, `goal`), or one of [`OUTSIDE_REASONS`].
    pub reason: String,
    /// By how much First won, in half points, where the game counts points.
    pub margin: Option<i32>,
}

/// Reasons that end a game although its position is not over.
pub const OUTSIDE_REASONS: &[&str] = &[
    "resign",
    "time",
    "illegal-move",
    "forfeit",
    "agreement",
    "adjudication",
    "move-limit",
];

impl Record {
    /// A line as a record, with the result by the rules.
    pub fn of_line<G: Notation>(game: &G, spec: &str, line: &Line<G>) -> Record {
        let played = line.positions().iter().zip(line.moves());
        Record {
            game: spec.to_owned(),
            start: Some(game.write_position(line.start())),
            tree: Tree::of_moves(played.map(|(at, &mv)| game.write_move(at, mv))),
            result: line.outcome(game).map(Ending::from),
            ..Record::default()
        }
    }

    /// A comment on the whole game.
    pub fn comment(&self) -> Option<&str> {
        self.tree.root().comment.as_deref()
    }

    /// The nodes of the main line.
    pub fn main_line(&self) -> impl Iterator<Item = &Node> {
        self.tree.main_line().map(|id| self.tree.node(id))
    }

    /// The moves of the main line as coordinates.
    pub fn moves(&self) -> impl Iterator<Item = &str> {
        self.main_line().filter_map(Node::move_text)
    }

    /// The moves of the main line as coordinates separated by spaces.
    pub fn native_moves(&self) -> String {
        let moves: Vec<&str> = self.moves().collect();
        moves.join(" ")
    }
}

impl From<Outcome> for Ending {
    fn from(outcome: Outcome) -> Self {
        Ending {
            winner: outcome.winner,
            reason: outcome.reason.to_owned(),
            margin: outcome.margin,
        }
    }
}

impl Ending {
    /// Whether `outcome` is the same. A record need not say the margin.
    pub fn agrees_with(&self, outcome: &Outcome) -> bool {
        let same_margin = self.margin.is_none() || self.margin == outcome.margin;
        self.winner == outcome.winner && self.reason == outcome.reason && same_margin
    }

    /// The ending in the words of error messages.
    pub(crate) fn words(&self) -> String {
        match self.winner {
            Some(side) => format!("{side} won: {}", self.reason),
            None => format!("draw: {}", self.reason),
        }
    }
}

/// Single-line text: control characters become spaces, surrounding spaces are removed; `None` if
/// nothing is left.
pub(crate) fn one_line(text: &str) -> Option<String> {
    let plain: String = text.chars().map(uncontrolled).collect();
    let plain = plain.trim();
    (!plain.is_empty()).then(|| plain.to_owned())
}

/// Multi-line text: control characters other than line breaks become spaces.
pub(crate) fn some_lines(text: &str) -> Option<String> {
    let plain = |letter| match letter {
        '\n' => '\n',
        other => uncontrolled(other),
    };
    (!text.is_empty()).then(|| text.replace("\r\n", "\n").chars().map(plain).collect())
}

fn uncontrolled(letter: char) -> char {
    if letter.is_control() { ' ' } else { letter }
}
