//! What comes of solving and probing, as plain data.

use std::fmt;
use std::path::PathBuf;

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use yomikiri_game_api::{Metric, Probed, Side, Unit, Value};
use yomikiri_solver::census::{Census, Convention};
use yomikiri_solver::certificate::Proved;
use yomikiri_solver::table::Contents;
use yomikiri_solver::tablebase::{self, MemoryLimit, Source};
use yomikiri_solver::verify::MOST_FAULTS;

use crate::MoveView;

/// Data that is printed as a word.
pub(crate) trait Word {
    fn word(&self) -> &'static str;
}

macro_rules! words {
    ($($type:ty),*) => {
        $(impl Word for $type {
            fn word(&self) -> &'static str {
                <$type>::word(*self)
            }
        })*
    };
}

words!(Value, Side, Unit, Contents, Convention, Source);

fn word<S: Serializer>(data: &impl Word, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(data.word())
}

fn words<S: Serializer>(data: &[impl Word], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(data.iter().map(Word::word))
}

/// How to solve.
#[derive(Clone, Debug)]
pub struct SolveOrder {
    /// Threads.
    pub threads: usize,
    /// Go on from a checkpoint.
    pub resume: bool,
    /// Solve although the table exists or it does not seem to fit into memory.
    pub force: bool,
    /// Store win, draw and loss without distances.
    pub values_only: bool,
    /// What distances lead to.
    pub metric: Metric,
    /// How much memory the state may take; what does not fit is streamed from disk.
    pub limit: Option<MemoryLimit>,
}

/// On all cores, to the end of the game, with distances, and nothing twice.
impl Default for SolveOrder {
    fn default() -> Self {
        SolveOrder {
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            resume: false,
            force: false,
            values_only: false,
            metric: Metric::End,
            limit: None,
        }
    }
}

/// No computer has so much memory: a thousand terabytes.
const BEYOND: f64 = 1e15;

/// What solving would take.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Estimate {
    /// Positions to be numbered (about, for games too large to number).
    #[serde(rename = "slots")]
    pub positions: f64,
    /// Memory in bytes.
    pub memory: f64,
    /// Size of the table in bytes.
    pub disk: f64,
    /// Processor seconds.
    pub cpu_seconds: f64,
}

impl From<tablebase::Estimate> for Estimate {
    fn from(estimate: tablebase::Estimate) -> Self {
        Estimate {
            positions: estimate.positions,
            memory: estimate.memory,
            disk: estimate.disk,
            cpu_seconds: estimate.cpu_seconds,
        }
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.memory > BEYOND {
            let positions = in_words(self.positions);
            return write!(f, "about {positions} positions: far beyond any computer");
        }
        write!(
            f,
            "about {} positions, {} of memory, {} of disk, {} of processor time",
            in_words(self.positions),
            size(self.memory),
            size(self.disk),
            span(self.cpu_seconds)
        )
    }
}

/// What solving within a limit of memory would take.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LimitedEstimate {
    /// Memory that it takes; the disk is that of the table.
    #[serde(flatten)]
    pub estimate: Estimate,
    /// The limit in bytes.
    pub limit: f64,
    /// Bytes that the state of the largest tier would take in memory.
    pub state: f64,
    /// Disk in bytes for working files, at most; 0 if everything fits into the limit.
    pub working_disk: f64,
    /// The least limit that is enough for streaming, in bytes.
    pub least: f64,
}

impl fmt::Display for LimitedEstimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.estimate)?;
        match self.working_disk > 0.0 {
            false => write!(f, "; the state, {}, fits into memory", size(self.state)),
            true => write!(
                f,
                "; the state, {}, is streamed from disk: up to {} of working files",
                size(self.state),
                size(self.working_disk)
            ),
        }
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

/// The result of solving.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SolveReport {
    /// The game with its options.
    pub game: String,
    /// The table: the tier, or the game where it is solved as a whole.
    pub table: String,
    /// The file.
    pub file: PathBuf,
    /// Indices of the table.
    #[serde(rename = "slots")]
    pub size: u64,
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
    #[serde(serialize_with = "word")]
    pub unit: Unit,
    /// The value of the start.
    pub start: Option<Answer>,
    /// Seconds.
    pub seconds: f64,
    /// Bytes of the file.
    pub bytes: u64,
    /// Whether the table was there already and nothing was solved.
    pub already: bool,
}

/// A value with its distance.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Answer {
    /// `win`, `draw` or `loss` for the side to move.
    #[serde(serialize_with = "word")]
    #[cfg_attr(feature = "schema", ts(type = "\"win\" | \"draw\" | \"loss\""), schema(value_type = String))]
    pub value: Value,
    /// Plies to the end.
    pub distance: Option<u32>,
}

impl From<Probed> for Answer {
    fn from(probed: Probed) -> Self {
        Answer {
            value: probed.value,
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
    #[serde(serialize_with = "word")]
    #[cfg_attr(feature = "schema", ts(type = "string"), schema(value_type = String))]
    pub unit: Unit,
    /// Whose table told it: `table` is one of ours, `syzygy` others' files.
    #[serde(serialize_with = "word")]
    #[cfg_attr(feature = "schema", ts(type = "\"table\" | \"syzygy\""), schema(value_type = String))]
    pub source: Source,
    /// Further distances, in games that have them.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", ts(skip), schema(value_type = Metrics))]
    pub metrics: Option<Metrics>,
    /// Every legal move, best first.
    pub moves: Vec<ProbedMove>,
    /// The shortest line, if it was asked for: best play of both sides to the end. Empty for draws.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional), schema(value_type = Vec<String>, required = false))]
    pub line: Option<Vec<String>>,
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
    #[cfg_attr(feature = "schema", ts(skip), schema(value_type = Metrics))]
    pub metrics: Option<Metrics>,
}

/// Distances by several metrics, in plies; `None` for draws and where there is no table. Games with
/// the distance to the end only have none of these fields, and each game has those that mean something
/// in it ([`MetricFields`]).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, utoipa::ToSchema),
    ts(optional_fields = nullable)
)]
pub struct Metrics {
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
    #[cfg_attr(feature = "schema", ts(type = "\"win\" | \"draw\" | \"loss\" | null"), schema(value_type = Option<String>))]
    pub value50: Option<Value>,
    /// The value under the sixty-move rule, or the number of moves that the game has instead, at the
    /// position's clock; `None` if the tables that are there do not tell.
    #[cfg_attr(feature = "schema", ts(type = "\"win\" | \"draw\" | \"loss\" | null"), schema(value_type = Option<String>))]
    pub value60: Option<Value>,
    /// The value if endless play loses for the side that checks all the time; `None` without a table.
    #[cfg_attr(feature = "schema", ts(type = "\"win\" | \"draw\" | \"loss\" | null"), schema(value_type = Option<String>))]
    pub value_check: Option<Value>,
    /// `perpetual-check` if that rule decides `value_check`, which is a draw otherwise.
    pub by: Option<&'static str>,
    /// The fields that the game has.
    #[cfg_attr(feature = "schema", ts(skip), schema(ignore))]
    pub fields: MetricFields,
}

/// Which fields of [`Metrics`] a game has.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum MetricFields {
    /// Zeroing moves, promotions and fifty moves, as in chess.
    #[default]
    Zeroing,
    /// Captures, sixty moves and perpetual check, as in xiangqi.
    Captures,
}

impl Serialize for Metrics {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let word = |value: Option<Value>| value.map(Value::word);
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("dtm", &self.dtm)?;
        map.serialize_entry("dtc", &self.dtc)?;
        match self.fields {
            MetricFields::Zeroing => {
                map.serialize_entry("dtz", &self.dtz)?;
                map.serialize_entry("precise_dtz", &self.precise_dtz)?;
                map.serialize_entry("promotion", &self.promotion)?;
                map.serialize_entry("value50", &word(self.value50))?;
            }
            MetricFields::Captures => {
                map.serialize_entry("value60", &word(self.value60))?;
                map.serialize_entry("value_check", &word(self.value_check))?;
                map.serialize_entry("by", &self.by)?;
            }
        }
        map.end()
    }
}

impl Metrics {
    pub(crate) fn new(metrics: tablebase::Metrics, fields: MetricFields) -> Self {
        let limited = |of: MetricFields| metrics.limited.filter(|_| fields == of);
        Metrics {
            dtm: metrics.dtm,
            dtc: metrics.dtc,
            dtz: metrics.dtz,
            precise_dtz: metrics.precise_dtz,
            promotion: metrics.promotion,
            value50: limited(MetricFields::Zeroing),
            value60: limited(MetricFields::Captures),
            value_check: metrics.value_check,
            by: metrics.by_check.then_some("perpetual-check"),
            fields,
        }
    }
}

/// What a tablebase says about a position and about each position one move later.
#[derive(Clone, PartialEq, Debug)]
pub struct SuccessorsReport {
    /// The position.
    pub here: Probing,
    /// Every legal move, best first, with the position after it.
    pub moves: Vec<(MoveView, Probing)>,
}

/// What a tablebase says about a position, without its moves.
#[derive(Clone, PartialEq, Debug)]
pub struct Probing {
    /// The position.
    pub position: String,
    /// Its value.
    pub answer: Answer,
    /// Further distances, in games that have them.
    pub metrics: Option<Metrics>,
    /// Whose table told it.
    pub source: Source,
    /// Why the game is over, if it is.
    pub ended: Option<&'static str>,
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
    #[serde(serialize_with = "word")]
    #[cfg_attr(feature = "schema", ts(type = "string"), schema(value_type = String))]
    pub contents: Contents,
    /// Indices.
    #[serde(rename = "slots")]
    pub size: u64,
    /// Values in a block.
    pub block: u32,
    /// The longest distance.
    pub deepest: u32,
    /// What distances count.
    #[serde(serialize_with = "word")]
    #[cfg_attr(feature = "schema", ts(type = "string"), schema(value_type = String))]
    pub unit: Unit,
    /// Bytes of the file.
    pub bytes: u64,
    /// The header's own words.
    pub description: String,
    /// The hash of what the table depends on.
    pub fingerprint: String,
    /// Which rules on endless play its values are complete for: `check` where perpetual check loses,
    /// absent where all endless play is drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional), schema(value_type = String, required = false))]
    pub complete: Option<&'static str>,
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
    /// What the rule on perpetual check changes, if its tables were asked for: one for each table.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(
        feature = "schema",
        ts(as = "Option<Vec<CheckDifferences>>", optional),
        schema(required = false)
    )]
    pub differences: Vec<CheckDifferences>,
}

/// What the rule changes by which endless play loses for the side that checks all the time.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct CheckDifferences {
    /// The table.
    pub name: String,
    /// Positions whose value differs from the plain one, no symmetry folded.
    pub positions: u64,
    /// The same by kind.
    pub kinds: Vec<CheckDifference>,
    /// The sides that have no attacker and so cannot check: the other side wins nothing by the rule.
    #[serde(serialize_with = "words")]
    #[cfg_attr(feature = "schema", ts(type = "(\"first\" | \"second\")[]"), schema(value_type = Vec<String>))]
    pub cannot_check: Vec<Side>,
}

/// Positions whose value the rule changes in the same way.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct CheckDifference {
    /// Who is to move.
    #[serde(serialize_with = "word")]
    #[cfg_attr(feature = "schema", ts(type = "\"first\" | \"second\""), schema(value_type = String))]
    pub side: Side,
    /// The plain value: always a draw.
    #[serde(serialize_with = "word")]
    #[cfg_attr(feature = "schema", ts(type = "\"win\" | \"draw\" | \"loss\""), schema(value_type = String))]
    pub plain: Value,
    /// The value under the rule.
    #[serde(serialize_with = "word")]
    #[cfg_attr(feature = "schema", ts(type = "\"win\" | \"draw\" | \"loss\""), schema(value_type = String))]
    pub check: Value,
    /// How many, no symmetry folded.
    pub positions: u64,
    /// One of them.
    pub position: String,
}

/// Counts in one convention.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct StatsRow {
    /// The table.
    pub name: String,
    /// The tier; empty where the game is solved as a whole.
    #[serde(skip)]
    pub tier: String,
    /// Who is to move.
    #[serde(serialize_with = "word")]
    #[cfg_attr(feature = "schema", ts(type = "\"first\" | \"second\""), schema(value_type = String))]
    pub side: Side,
    /// `all`, `folded` or `reachable`.
    #[serde(serialize_with = "word")]
    #[cfg_attr(feature = "schema", ts(type = "string"), schema(value_type = String))]
    pub convention: Convention,
    /// Positions.
    pub positions: u64,
    /// Won for the side to move.
    pub win: u64,
    /// Drawn.
    pub draw: u64,
    /// Lost.
    pub loss: u64,
    /// Placements without a legal move in check, which are in none of the counts above; absent in games
    /// without check.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional), schema(value_type = u64, required = false))]
    pub checkmated: Option<u64>,
    /// The same without check.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional), schema(value_type = u64, required = false))]
    pub stalemated: Option<u64>,
    /// In the table's unit.
    pub longest_win: Option<u32>,
    /// In the table's unit.
    pub longest_loss: Option<u32>,
    /// What distances count.
    #[serde(serialize_with = "word")]
    #[cfg_attr(feature = "schema", ts(type = "string"), schema(value_type = String))]
    pub unit: Unit,
    /// Positions by distance: wins at odd, losses at even places.
    pub by_distance: Vec<u64>,
}

/// What a verification found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
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

impl VerifyReport {
    /// Reports about the same tables, each by those who have checked a part of the entries, in the order of
    /// the parts: one report for each table. `None` if they are not about the same tables.
    pub(crate) fn joined(parts: Vec<Vec<VerifyReport>>) -> Option<Vec<VerifyReport>> {
        let mut parts = parts.into_iter();
        let mut all = parts.next()?;
        for part in parts {
            // Whoever was stopped has fewer.
            all.truncate(part.len());
            for (sum, more) in all.iter_mut().zip(part) {
                if sum.file != more.file {
                    return None;
                }
                sum.checked += more.checked;
                sum.seconds = sum.seconds.max(more.seconds);
                sum.faults.extend(more.faults);
                sum.stopped |= more.stopped;
            }
        }
        for report in &mut all {
            report.faults.truncate(MOST_FAULTS as usize);
        }
        Some(all)
    }
}

/// Whether verification finds values that were changed on purpose.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SelfTestReport {
    /// The game.
    pub game: String,
    /// The file whose copies were changed.
    pub file: String,
    /// Values changed.
    pub changed: u64,
    /// Those that verification found.
    pub found: u64,
    /// Verifications of a whole copy.
    pub passes: u64,
    /// Seconds.
    pub seconds: f64,
    /// The positions of the others.
    pub missed: Vec<String>,
}

/// Positions with a property.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct FindReport {
    /// The game.
    pub game: String,
    /// How many positions have the property.
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

/// What a certificate proves.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CertificateReport {
    /// The game.
    pub game: String,
    /// Whose strategy it is.
    #[serde(serialize_with = "word")]
    pub side: Side,
    /// `win` or `draw`, at least.
    #[serde(serialize_with = "word")]
    pub claim: Value,
    /// Positions with a move to play.
    pub positions: usize,
    /// Wins within so many plies are not listed; the checker sees them.
    pub sight: u32,
    /// For a win: the most plies it takes.
    pub longest: Option<u32>,
}

impl From<Proved> for CertificateReport {
    fn from(proved: Proved) -> Self {
        CertificateReport {
            game: proved.game,
            side: proved.side,
            claim: proved.claim,
            positions: proved.positions,
            sight: proved.sight,
            longest: proved.longest,
        }
    }
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

impl Study {
    pub(crate) fn new(
        game: String,
        start: Option<Probed>,
        census: &Census,
        best_moves: Vec<String>,
    ) -> Self {
        Study {
            game,
            start: start.map(Answer::from),
            positions: census.positions(),
            win: census.wins(),
            draw: census.draws,
            loss: census.losses(),
            longest_win: census.longest_win(),
            best_moves,
        }
    }
}
