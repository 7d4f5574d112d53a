//! What comes of solving and asking, as plain data.

use std::fmt;
use std::path::PathBuf;

use serde::Serialize;
use yomikiri_game_api::{Metric, Probed, Side};

/// How to solve.
#[derive(Clone, Debug)]
pub struct SolveOrder {
    /// Where the table goes.
    pub dir: PathBuf,
    /// Threads.
    pub threads: usize,
    /// Go on from a checkpoint.
    pub resume: bool,
    /// Solve although it does not seem to fit into memory.
    pub force: bool,
    /// Keep win, draw and loss without distances.
    pub values_only: bool,
    /// What distances lead to.
    pub metric: Metric,
}

/// What solving would take.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// Positions to be numbered (about, for games too large to number).
    pub slots: f64,
    /// Memory in bytes.
    pub memory: f64,
    /// Size of the table in bytes.
    pub disk: f64,
    /// Processor seconds.
    pub cpu_seconds: f64,
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "about {} positions, {} of memory, {} of disk, {} of processor time",
            in_words(self.slots),
            size(self.memory),
            size(self.disk),
            span(self.cpu_seconds)
        )
    }
}

/// A large number in words.
pub(crate) fn in_words(number: f64) -> String {
    let units = ["", " thousand", " million", " billion", " trillion"];
    match (number.max(1.0).log10() / 3.0) as usize {
        power if power < units.len() => {
            format!("{:.1}{}", number / 1000f64.powi(power as i32), units[power])
        }
        _ => format!("{number:.1e}"),
    }
}

/// Bytes in the unit that suits them.
pub(crate) fn size(bytes: f64) -> String {
    let units = ["bytes", "KB", "MB", "GB", "TB", "PB", "EB"];
    let power = ((bytes.max(1.0).log10() / 3.0) as usize).min(units.len() - 1);
    format!("{:.1} {}", bytes / 1000f64.powi(power as i32), units[power])
}

/// Seconds in the unit that suits them.
fn span(seconds: f64) -> String {
    match seconds {
        s if s < 120.0 => format!("{s:.1} seconds"),
        s if s < 7_200.0 => format!("{:.0} minutes", s / 60.0),
        s if s < 172_800.0 => format!("{:.0} hours", s / 3_600.0),
        s => format!("{} days", in_words(s / 86_400.0)),
    }
}

/// What came of solving.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SolveReport {
    /// The game with its options.
    pub game: String,
    /// The table: the tier, or the game where it is solved as a whole.
    pub table: String,
    /// The file.
    pub file: PathBuf,
    /// Slots of the numbering.
    pub slots: u64,
    /// Positions by value for the side to move, symmetric ones once.
    pub positions: u64,
    /// Wins.
    pub win: u64,
    /// Draws.
    pub draw: u64,
    /// Losses.
    pub loss: u64,
    /// The longest win.
    pub longest_win: Option<u32>,
    /// What distances count.
    pub unit: &'static str,
    /// The value of the start.
    pub start: Option<Answer>,
    /// Seconds.
    pub seconds: f64,
    /// Bytes of the file.
    pub bytes: u64,
}

/// A value with its distance.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Answer {
    /// `win`, `draw` or `loss` for the side to move.
    #[cfg_attr(feature = "schema", ts(type = "\"win\" | \"draw\" | \"loss\""))]
    pub value: &'static str,
    /// Plies to the end.
    pub distance: Option<u32>,
}

impl From<Probed> for Answer {
    fn from(probed: Probed) -> Self {
        Answer {
            value: probed.value.word(),
            distance: probed.distance,
        }
    }
}

/// What a table says about a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ProbeReport {
    /// The position.
    pub position: String,
    /// Its value.
    #[serde(flatten)]
    pub answer: Answer,
    /// What distances count.
    pub unit: &'static str,
    /// Whose table told it: `table` is one of ours, `syzygy` others' files.
    #[cfg_attr(feature = "schema", ts(type = "\"table\" | \"syzygy\""))]
    pub source: &'static str,
    /// Further distances, in games that have them.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", ts(skip), schema(value_type = Measured))]
    pub measured: Option<Measured>,
    /// Every legal move, best first.
    pub moves: Vec<ProbedMove>,
}

/// A move with its value for the side that makes it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ProbedMove {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// Its value, distances from before the move.
    #[serde(flatten)]
    pub answer: Answer,
    /// Further distances, in games that have them.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", ts(skip), schema(value_type = Measured))]
    pub measured: Option<Measured>,
}

/// Distances by several metrics, in plies; `None` for draws and where there is no table. Games of
/// which only the distance to the end is told have none of these fields.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, utoipa::ToSchema),
    ts(optional_fields = nullable)
)]
pub struct Measured {
    /// To mate.
    pub dtm: Option<u32>,
    /// To the next capture or promotion.
    pub dtc: Option<u32>,
    /// To the next capture or pawn's move.
    pub dtz: Option<u32>,
    /// The same where it is exact; others' tables may be a ply short.
    pub precise_dtz: Option<u32>,
    /// To the promotion, where that is what best play leads to next.
    pub promotion: Option<u32>,
    /// The value under the fifty-move rule at the position's clock; `None` if the tables that are
    /// there do not tell.
    #[cfg_attr(feature = "schema", ts(type = "\"win\" | \"draw\" | \"loss\" | null"))]
    pub value50: Option<&'static str>,
}

/// What a table says of itself.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct TableInfo {
    /// The game.
    pub game: String,
    /// The table: the tier, or the game where it is solved as a whole.
    pub table: String,
    /// The file; `built-in` for tables that are part of the program.
    pub file: String,
    /// `distance` or `value`.
    pub contents: &'static str,
    /// Slots.
    pub slots: u64,
    /// Slots in a block.
    pub block: u32,
    /// The longest distance.
    pub deepest: u32,
    /// What distances count.
    pub unit: &'static str,
    /// Bytes of the file.
    pub bytes: u64,
    /// The header's own words.
    pub description: String,
    /// The hash of what the table depends on.
    pub fingerprint: String,
}

/// Counts of a table.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct TableStats {
    /// The game without options.
    pub game: String,
    /// The game with its options.
    pub options: String,
    /// One row for each side and convention.
    pub tables: Vec<StatsRow>,
}

/// Counts in one convention.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct StatsRow {
    /// The table.
    pub name: String,
    /// Who is to move.
    #[cfg_attr(feature = "schema", ts(type = "\"first\" | \"second\""))]
    pub side: &'static str,
    /// `all`, `folded` or `reachable`.
    pub convention: &'static str,
    /// Positions.
    pub positions: u64,
    /// Won for the side to move.
    pub win: u64,
    /// Drawn.
    pub draw: u64,
    /// Lost.
    pub loss: u64,
    /// In the table's unit.
    pub longest_win: Option<u32>,
    /// In the table's unit.
    pub longest_loss: Option<u32>,
    /// What distances count.
    pub unit: &'static str,
    /// Positions by distance: wins at odd, losses at even places.
    pub by_distance: Vec<u64>,
}

/// What a verification found.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct VerifyReport {
    /// The game.
    pub game: String,
    /// The file.
    pub file: String,
    /// Positions checked.
    pub checked: u64,
    /// Seconds.
    pub seconds: f64,
    /// Wrong entries in words; none = the table holds.
    pub faults: Vec<String>,
    /// Whether it was stopped before its end.
    pub stopped: bool,
}

/// What to look for in a table.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Property {
    /// The wins that take longest.
    LongestWin,
    /// Won by exactly one of several moves.
    OnlyMove,
    /// Whoever is to move would rather not be.
    Zugzwang,
    /// Won only by promoting to something else than a queen.
    UnderPromotion,
}

/// Positions with a property.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct FindReport {
    /// The game.
    pub game: String,
    /// How many slots have the property.
    pub total: u64,
    /// How many of them are decided, by plies to the end.
    pub by_distance: Vec<u64>,
    /// How many of them are drawn.
    pub draws: u64,
    /// The first of them.
    pub found: Vec<FoundPosition>,
}

/// A position with a property.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct FoundPosition {
    /// The position.
    pub position: String,
    /// Its value.
    #[serde(flatten)]
    pub answer: Answer,
    /// Best play from there; empty for draws.
    pub line: Vec<String>,
}

/// Which certificate is wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CertificateOrder {
    /// Whose strategy.
    pub side: Side,
    /// Leave out positions that are won within so many plies.
    pub sight: u32,
    /// How often every choice is thought over.
    pub sweeps: u32,
    /// Other numbers, other ways.
    pub seed: u64,
}

/// What a certificate proves.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CertificateReport {
    /// The game.
    pub game: String,
    /// Whose strategy it is.
    pub side: &'static str,
    /// `win` or `draw`, at least.
    pub claim: &'static str,
    /// Positions with a move to play.
    pub positions: usize,
    /// Wins within so many plies are not listed; the checker sees them.
    pub sight: u32,
    /// For a win: the most plies it takes.
    pub longest: Option<u32>,
}

/// A game solved in memory, in short.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Study {
    /// The game with its options.
    pub game: String,
    /// The value of the start.
    pub start: Option<Answer>,
    /// Positions, symmetric ones once.
    pub positions: u64,
    /// Won for the side to move.
    pub win: u64,
    /// Drawn.
    pub draw: u64,
    /// Lost.
    pub loss: u64,
    /// In the table's unit.
    pub longest_win: Option<u32>,
    /// The first moves that keep the start's value.
    pub best_moves: Vec<String>,
}
