//! A played game as plain data.

use std::collections::BTreeMap;

use yomikiri_game_api::{Line, Notation, Outcome, Side};

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
    /// A comment on the whole game.
    pub comment: Option<String>,
    /// The moves.
    pub moves: Vec<RecordedMove>,
    /// The result; `None` if unfinished.
    pub result: Option<Ending>,
}

/// A move of a record.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RecordedMove {
    /// The move as coordinates.
    pub text: String,
    /// A comment on the move.
    pub comment: Option<String>,
    /// The player's score for the mover, as a search score: the game's points within ±20000, a win
    /// in `n` plies is 32000 - `n`, a loss the negative.
    pub score: Option<i32>,
    /// Thinking time in milliseconds.
    pub time_ms: Option<u64>,
    /// Marks as PGN NAGs: 1 a good move (`!`), 2 a mistake (`?`), …
    pub marks: Vec<u8>,
    /// Alternatives to this move. Only JSON and PGN store them.
    pub variations: Vec<Vec<RecordedMove>>,
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
            moves: played
                .map(|(at, &mv)| RecordedMove::plain(game.write_move(at, mv)))
                .collect(),
            result: line.outcome(game).map(Ending::from),
            ..Record::default()
        }
    }

    /// The moves as coordinates separated by spaces.
    pub fn native_moves(&self) -> String {
        let moves: Vec<&str> = self.moves.iter().map(|mv| mv.text.as_str()).collect();
        moves.join(" ")
    }
}

impl RecordedMove {
    /// A move without annotations.
    pub fn plain(text: impl Into<String>) -> Self {
        RecordedMove {
            text: text.into(),
            ..RecordedMove::default()
        }
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
