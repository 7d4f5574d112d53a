//! Tablebases as text and plain data: the façade of [`yomikiri_solver::tablebase`].
//!
//! [`AnyTablebase`] is what can be done with the tables of a game without knowing its types; a game
//! gets one by [`GameDefinition::tablebase`]. Open tablebases belong to the [`Lab`](crate::Lab), so
//! that a game which is opened again finds its files open.
//!
//! | file | concept |
//! |---|---|
//! | `mod` | what can be done with tables, without types |
//! | `opening` | the tablebases that a laboratory has open |
//! | `typed` | a tablebase with its game's types |
//! | `probing` | positions, moves, lines |
//! | `solving` | solving, and what it would take |
//! | `cluster` | solving as one of several processes |
//! | `counting` | headers, counts, remarkable positions |
//! | `checking` | verification, certificates |
//! | `telling` | errors in words |
//! | `reports` | what comes of it, as plain data |

mod checking;
mod cluster;
mod counting;
mod opening;
mod probing;
mod queued;
mod reports;
mod solving;
mod telling;
mod typed;

use std::path::Path;
use std::sync::Arc;

use yomikiri_game_api::{Metric, Notation, Picture};
use yomikiri_solver::Progress;

pub use cluster::{ClusterOrder, read_hosts};
pub use reports::{
    Answer, CertificateReport, CheckDifference, CheckDifferences, Estimate, FindReport,
    FoundPosition, LimitedEstimate, MetricFields, Metrics, ProbeReport, ProbedMove, Probing,
    SelfTestReport, SolveOrder, SolveReport, StatsRow, Study, SuccessorsReport, TableInfo,
    TableStats, VerifyReport,
};
pub(crate) use reports::{in_words, size};
pub use yomikiri_solver::tablebase::{CertificateOrder, MemoryLimit, Property};

use crate::definition::OpenTables;
use crate::{GameDefinition, LabError, Place, Units, VerifyWork};

/// Nobody is advised to build a table that takes more memory than this: 32 GB, twice what a usual
/// machine has. `solve` itself looks at the memory that is there.
const MOST_MEMORY: f64 = 32e9;

/// Which tables are meant.
#[derive(Copy, Clone, Debug, Default)]
pub struct Selection<'w> {
    /// What a user types to name tiers (`KPvK`, `2v1`, `4men`); nothing names the whole game.
    pub tiers: Option<&'w str>,
    /// What their distances lead to.
    pub metric: Metric,
}

impl<'w> From<Option<&'w str>> for Selection<'w> {
    /// Tables of distances to the end.
    fn from(tiers: Option<&'w str>) -> Self {
        Selection {
            tiers,
            metric: Metric::End,
        }
    }
}

/// The tables of a game in a directory, without its types.
pub trait AnyTablebase: Send + Sync {
    /// The names of the tiers whose tables exist, short ones first; the one table of a game that is
    /// solved as a whole has an empty name.
    fn list(&self) -> Vec<String>;
    /// The same for a game in tiers; `None` for one that is solved as a whole.
    fn tiers(&self) -> Option<Vec<String>>;
    /// Whether external tablebases (Syzygy) are supported.
    fn reads_external(&self) -> bool;
    /// The command that builds a table of the game; `None` where that would take too much.
    fn solve_command(&self) -> Option<String>;
    /// What solving would take.
    fn estimate(&self, selection: Selection<'_>) -> Result<Estimate, LabError>;
    /// The same within a limit of memory.
    fn estimate_within(
        &self,
        selection: Selection<'_>,
        limit: &MemoryLimit,
    ) -> Result<LimitedEstimate, LabError>;
    /// Solves tiers and all that they lead to, and writes their tables.
    fn solve(
        &self,
        tiers: Option<&str>,
        order: &SolveOrder,
        progress: &dyn Progress,
    ) -> Result<Vec<SolveReport>, LabError>;
    /// The same as one of several processes, all of which do so. Process 0 returns the reports, the others
    /// nothing.
    fn solve_in_cluster(
        &self,
        tiers: Option<&str>,
        order: &SolveOrder,
        cluster: &ClusterOrder,
        progress: &dyn Progress,
    ) -> Result<Vec<SolveReport>, LabError>;
    /// The value of a position and of each of its moves.
    fn probe(&self, place: &Place<'_>) -> Result<ProbeReport, LabError>;
    /// The same with the shortest line.
    fn probe_line(&self, place: &Place<'_>) -> Result<ProbeReport, LabError>;
    /// The value of a position and of each position after one move, in the order of [`probe`](Self::probe).
    fn probe_successors(&self, place: &Place<'_>) -> Result<SuccessorsReport, LabError>;
    /// Headers of tables.
    fn info(&self, selection: Selection<'_>) -> Result<Vec<TableInfo>, LabError>;
    /// Counts.
    fn stats(
        &self,
        selection: Selection<'_>,
        threads: usize,
        reachable: bool,
        progress: &dyn Progress,
    ) -> Result<TableStats, LabError>;
    /// The counts that are stored beside the table files; `None` if some would have to be counted.
    fn stored_stats(
        &self,
        selection: Selection<'_>,
        reachable: bool,
    ) -> Result<Option<TableStats>, LabError>;
    /// Positions of one table with a property, at most so many of them.
    fn find(
        &self,
        selection: Selection<'_>,
        wanted: (Property, usize),
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<FindReport, LabError>;
    /// A strategy that proves the start's value for a side, as text, with what it proves by its own
    /// checker.
    fn certificate(
        &self,
        order: &CertificateOrder,
        progress: &dyn Progress,
    ) -> Result<(String, CertificateReport), LabError>;
    /// Checks a certificate by the rules alone; the error says what is wrong with it.
    fn check_certificate(&self, text: &str) -> Result<CertificateReport, String>;
    /// Solves the game in memory.
    fn study(&self, threads: usize, progress: &dyn Progress) -> Result<Study, LabError>;
    /// Checks files and every entry, or a sample of them.
    fn verify(
        &self,
        selection: Selection<'_>,
        sample: Option<u64>,
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<Vec<VerifyReport>, LabError>;
    /// Checks files and every entry as one of several processes, each of which checks a part. Process 0
    /// returns the reports, the others nothing.
    fn verify_in_cluster(
        &self,
        selection: Selection<'_>,
        cluster: &ClusterOrder,
        progress: &dyn Progress,
    ) -> Result<Vec<VerifyReport>, LabError>;
    /// Checks files here, and every entry by the workers of a queue: `postgres://…`.
    fn verify_in_queue(
        &self,
        selection: Selection<'_>,
        queue: &str,
        progress: &dyn Progress,
    ) -> Result<Vec<VerifyReport>, LabError>;
    /// Checks parts of tables, as a worker of a queue.
    fn verify_units(
        &self,
        work: &VerifyWork,
        threads: usize,
        progress: &dyn Progress,
        units: &mut dyn Units,
    ) -> Result<(), LabError>;
    /// Changes so many values in copies of each table file and verifies the copies.
    fn self_test(
        &self,
        selection: Selection<'_>,
        count: u64,
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<Vec<SelfTestReport>, LabError>;
}

/// What a definition keeps of its tablebase.
pub(crate) trait TablebaseOf<G: Notation + Picture>: Send + Sync {
    fn any(
        &self,
        definition: Arc<GameDefinition<G>>,
        dir: &Path,
    ) -> Result<Box<dyn AnyTablebase>, LabError>;
    fn opener(&self, definition: &GameDefinition<G>, dir: &Path) -> OpenTables<G>;
}
