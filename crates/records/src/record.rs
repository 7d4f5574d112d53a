//! A game that was played, as plain data.

use std::collections::BTreeMap;

use yomikiri_game_api::{Line, Notation, Outcome, Side};

/// A game that was played, or part of one.
///
/// A record that a [`crate::RecordCodec`] has read is in its normal form: `game` is the canonical name,
/// `start` is there, moves are exact, texts are clean and the result agrees with the board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// The game's name with its options: `anpanman?no_moves=draw`.
    pub game: String,
    /// The position it began from; `None` is the game's own start.
    pub start: Option<String>,
    /// Who played First and Second.
    pub players: [Option<String>; 2],
    /// When it began; best as `2026-05-01` or `2026-05-01T12:00:00Z`.
    pub date: Option<String>,
    /// Anything else, by name: `event`, `site`, `round`, …
    pub tags: BTreeMap<String, String>,
    /// A remark on the whole game.
    pub comment: Option<String>,
    /// The moves.
    pub moves: Vec<RecordedMove>,
    /// How it ended; `None` if it did not.
    pub result: Option<Ending>,
}

/// A move of a record.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RecordedMove {
    /// The move as exact text.
    pub text: String,
    /// A remark on it.
    pub comment: Option<String>,
    /// What the player judged the position after thinking, for the mover, as a search's score:
    /// within ±20000 the game's points, a win in `n` plies is 32000 - `n`, a loss its negative.
    pub score: Option<i32>,
    /// How long the player thought, in milliseconds.
    pub time_ms: Option<u64>,
    /// Marks by their numbers in PGN: 1 a good move (`!`), 2 a mistake (`?`), …
    pub marks: Vec<u8>,
    /// Other ways to play instead of this move. Formats other than JSON and PGN leave them out.
    pub variations: Vec<Vec<RecordedMove>>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The winner, or `None` for a draw.
    pub winner: Option<Side>,
    /// Why: what the game's rules call it (`mate`, `goal`), or one of [`OUTSIDE_REASONS`].
    pub reason: String,
}

/// Ways for a game to end while it could go on on the board.
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
    /// A line of play as a record, with the result that the rules give it.
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

    /// The moves as exact text with spaces between.
    pub fn native_moves(&self) -> String {
        let moves: Vec<&str> = self.moves.iter().map(|mv| mv.text.as_str()).collect();
        moves.join(" ")
    }
}

impl RecordedMove {
    /// A move about which nothing more is known.
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
        }
    }
}

impl Ending {
    /// Whether `outcome` says the same.
    pub fn agrees_with(&self, outcome: &Outcome) -> bool {
        self.winner == outcome.winner && self.reason == outcome.reason
    }

    /// The ending in the words of error messages.
    pub(crate) fn words(&self) -> String {
        match self.winner {
            Some(side) => format!("{side} won: {}", self.reason),
            None => format!("draw: {}", self.reason),
        }
    }
}

/// A text of one line: control characters become spaces, spaces around go; `None` if nothing is
/// left.
pub(crate) fn one_line(text: &str) -> Option<String> {
    let plain: String = text.chars().map(uncontrolled).collect();
    let plain = plain.trim();
    (!plain.is_empty()).then(|| plain.to_owned())
}

/// A text of several lines: control characters other than line breaks become spaces.
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
