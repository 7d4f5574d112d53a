//! Solving games and asking their tables, as text and plain data.
//!
//! [`Numbering`] says how a game is numbered as a whole, [`Tiering`] how tier by tier. [`AnyTables`]
//! is what can be done with its tables without knowing its types; a `Desk` does it, with tables from
//! a `Shelf`.

mod ask;
mod at_hand;
mod borrowed;
mod certify;
mod desk;
mod measures;
mod needs;
mod numbering;
mod reports;
mod shelf;
mod solve;
mod syzygy;

use std::path::Path;

use yomikiri_game_api::Metric;
use yomikiri_solver::Progress;

pub use borrowed::{Borrow, Borrowed, Lent};
pub use numbering::{Numbering, Tiering};
pub use reports::{
    Answer, CertificateOrder, CertificateReport, Estimate, FindReport, FoundPosition, Measured,
    ProbeReport, ProbedMove, Property, SolveOrder, SolveReport, StatsRow, Study, TableInfo,
    TableStats, VerifyReport,
};
pub(crate) use reports::{in_words, size};
pub(crate) use shelf::TablesOf;
pub(crate) use syzygy::syzygy_of;

use crate::{LabError, Place};

/// Which tables are meant.
#[derive(Copy, Clone, Debug, Default)]
pub struct Which<'w> {
    /// What a user types to name them (`KPvK`, `2v1`, `4men`); nothing names the whole game.
    pub what: Option<&'w str>,
    /// What their distances lead to.
    pub metric: Metric,
}

impl<'w> From<Option<&'w str>> for Which<'w> {
    /// Tables of distances to the end.
    fn from(what: Option<&'w str>) -> Self {
        Which {
            what,
            metric: Metric::End,
        }
    }
}

/// Tables of a game, without its types. `what` is what a user types to name tables (`KPvK`, `2v1`,
/// `4men`); nothing names the whole game.
pub trait AnyTables: Send + Sync {
    /// Whether the game is solved as a whole and has a single table.
    fn is_whole(&self) -> bool;
    /// The tables of a game in parts that are there, by name, small ones first; none for a game
    /// that is solved as a whole.
    fn parts(&self, dir: &Path) -> Vec<String>;
    /// Whether others' files can be asked beside ours.
    fn borrows(&self) -> bool;
    /// What solving would take.
    fn estimate(&self, what: Option<&str>, metric: Metric) -> Result<Estimate, LabError>;
    /// Solves tables and whatever they need, and writes them.
    fn solve(
        &self,
        what: Option<&str>,
        order: &SolveOrder,
        progress: &dyn Progress,
    ) -> Result<Vec<SolveReport>, LabError>;
    /// Asks the table of a place.
    fn probe(&self, dir: &Path, place: &Place<'_>) -> Result<ProbeReport, LabError>;
    /// Headers of tables.
    fn info(&self, dir: &Path, which: Which<'_>) -> Result<Vec<TableInfo>, LabError>;
    /// Counts.
    fn stats(
        &self,
        dir: &Path,
        which: Which<'_>,
        threads: usize,
        reachable: bool,
        progress: &dyn Progress,
    ) -> Result<TableStats, LabError>;
    /// Positions of one table with a property, at most so many of them.
    fn find(
        &self,
        dir: &Path,
        which: Which<'_>,
        wanted: (Property, usize),
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<FindReport, LabError>;
    /// A strategy that proves the start's value for a side, as text, with what it proves by its own
    /// checker.
    fn certificate(
        &self,
        dir: &Path,
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
        dir: &Path,
        which: Which<'_>,
        sample: Option<u64>,
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<Vec<VerifyReport>, LabError>;
}
