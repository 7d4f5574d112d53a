//! What the verbs of books answer.

use serde::Serialize;

use crate::Texts;

/// What became of a build.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BuildReport {
    /// The game.
    pub game: String,
    /// The file.
    pub book: String,
    /// Games that were taken in.
    pub games: u64,
    /// Games that were left out: unfinished, there twice, or wrong.
    pub skipped: u64,
    /// Positions.
    pub positions: u64,
    /// Moves of positions.
    pub edges: u64,
    /// Moves that were played in too few games.
    pub dropped: u64,
    /// The size of the file.
    pub bytes: u64,
    /// How long it took.
    pub seconds: f64,
    /// What is wrong with the sources.
    pub errors: Vec<SourceError>,
}

/// Something wrong with a source.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SourceError {
    /// The file.
    pub source: String,
    /// The game in it, from 1.
    pub game: Option<usize>,
    /// The line, from 1.
    pub line: Option<usize>,
    /// The ply, from 1.
    pub ply: Option<usize>,
    /// What is wrong.
    pub error: String,
}

impl std::fmt::Display for SourceError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: ", self.source)?;
        if let Some(game) = self.game {
            write!(f, "game {game}: ")?;
        }
        f.write_str(&self.error)
    }
}

/// A position of a book.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ShowReport {
    /// The position that was asked for.
    pub position: String,
    /// The key of the image that the book keeps.
    pub key: String,
    /// Whether that image is turned or mirrored.
    pub mirrored: bool,
    /// The name of the opening.
    pub opening: Option<OpeningName>,
    /// The moves, most likely first.
    pub moves: Vec<BookMove>,
}

/// The name of an opening.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct OpeningName {
    /// Its code.
    pub code: String,
    /// Its name in the language that was asked for.
    pub name: String,
}

/// A move of a position of a book.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct BookMove {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// Games.
    pub games: u32,
    /// Games that the mover won.
    pub win: u32,
    /// Drawn games.
    pub draw: u32,
    /// Games that the mover lost.
    pub loss: u32,
    /// The expected score, 0 to 1.
    pub expected: f64,
    /// What it is at least.
    pub low: f64,
    /// What it is at most.
    pub high: f64,
    /// The author's mark.
    pub weight: u16,
    /// What finished games have taught.
    pub learned: i16,
    /// How likely it is played.
    pub chance: f64,
    /// The score of an engine.
    pub score: Option<i32>,
    /// The depth of that score.
    pub depth: Option<u32>,
    /// The exact value for the mover.
    pub table: Option<&'static str>,
    /// What the author says.
    pub note: Option<String>,
}

/// What learning or forgetting has changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LearnReport {
    /// Games that were given.
    pub games: u64,
    /// Games that were new (when forgetting: that were taken out).
    pub new: u64,
    /// Games that were known (when forgetting: that were not).
    pub known: u64,
    /// Positions that came or went.
    pub positions: u64,
    /// Moves that came or went.
    pub edges: u64,
}

/// How an engine scores the moves of a book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoreOrder {
    /// Positions that are visited for a move.
    pub nodes: u64,
    /// By how many points a move may be worse than the best one of its position to be played; `None`: as before.
    pub margin: Option<i32>,
    /// Whether moves that have a score are left as they are.
    pub resume: bool,
    /// How many moves are scored; `None`: all.
    pub most: Option<u64>,
    /// Only positions that are at most so far from the start of a game; `None`: all.
    pub plies: Option<u64>,
    /// Of the games that come to a position, how many of a hundred are expected to go on with the engine's best move,
    /// also beyond the book; 0: nothing is added behind moves of the book.
    pub grow: u8,
}

/// What was scored.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ScoreReport {
    /// Moves that have been scored.
    pub scored: u64,
    /// Moves that are left.
    pub left: u64,
}

/// What a book holds that was put together or written.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MergeReport {
    /// Positions.
    pub positions: u64,
    /// Moves.
    pub edges: u64,
    /// Moves that have no place in it.
    pub left_out: u64,
}

/// What is in a book.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct BookInfo {
    /// The game with its options.
    pub game: String,
    /// The version of the format.
    pub version: i64,
    /// Positions.
    pub positions: u64,
    /// Moves of positions.
    pub edges: u64,
    /// Games that it was built from or has learned.
    pub games: u64,
    /// The largest distance of a position from the start of its game.
    pub deepest: u64,
    /// Positions by that distance.
    pub by_ply: Vec<u64>,
    /// The size of the file.
    pub bytes: u64,
}

/// What was found wrong with a book.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct BookVerification {
    /// The game with its options.
    pub game: String,
    /// Positions that were looked at.
    pub positions: u64,
    /// Moves that were looked at.
    pub edges: u64,
    /// What is wrong; nothing if all is right.
    pub faults: Vec<String>,
}

impl ShowReport {
    /// The report as a table for people.
    pub fn table(&self, texts: &Texts) -> String {
        let mut text = format!("{}\n", self.position);
        if let Some(OpeningName { code, name }) = &self.opening {
            text += &format!("{code} {name}\n");
        }
        if self.moves.is_empty() {
            return text + &texts.message("book-no-moves", &[]) + "\n";
        }
        text += &texts.message("book-columns", &[]);
        text.push('\n');
        for mv in &self.moves {
            let score = mv
                .score
                .map_or_else(|| "-".to_owned(), |score| score.to_string());
            let line = format!(
                "  {:8} {:>5.1}%  {:>6} {:>6} {:>6} {:>6}  {:>5.1} ({:>4.1}-{:>5.1})  {:>4} {:>5} {:>6} {:4} {}",
                mv.text,
                100.0 * mv.chance,
                mv.games,
                mv.win,
                mv.draw,
                mv.loss,
                100.0 * mv.expected,
                100.0 * mv.low,
                100.0 * mv.high,
                mv.weight,
                mv.learned,
                score,
                mv.table.unwrap_or("-"),
                mv.note.as_deref().unwrap_or_default(),
            );
            text += line.trim_end();
            text.push('\n');
        }
        text
    }
}
