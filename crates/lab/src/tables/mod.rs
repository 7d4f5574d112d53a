//! Solving games and asking their tables, as text and plain data.
//!
//! [`Numbering`] says how a game is numbered, [`AnyTables`] is what can be done with its tables
//! without knowing its types; a `Desk` does it.

mod ask;
mod certify;
mod desk;
mod numbering;
mod reports;
mod solve;

use std::path::{Path, PathBuf};

use yomikiri_solver::Progress;

pub use numbering::Numbering;
pub(crate) use numbering::{Solved, TablesOf};
pub use reports::{
    Answer, CertificateOrder, CertificateReport, Estimate, FindReport, FoundPosition, ProbeReport,
    ProbedMove, Property, SolveOrder, SolveReport, StatsRow, Study, TableInfo, TableStats,
    VerifyReport,
};

use crate::{LabError, Place};

/// The directory for games, tables and runs: `--data`, `YOMIKIRI_DATA` or the user's own.
pub fn data_dir() -> PathBuf {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let data = set("YOMIKIRI_DATA").map(PathBuf::from);
    let xdg = || set("XDG_DATA_HOME").map(|home| Path::new(&home).join("yomikiri"));
    let home = || set("HOME").map(|home| Path::new(&home).join(".local/share/yomikiri"));
    data.or_else(xdg)
        .or_else(home)
        .unwrap_or_else(|| PathBuf::from("."))
}

/// Where tables are kept unless somebody says otherwise.
pub fn tables_dir() -> PathBuf {
    data_dir().join("tables")
}

/// Tables of a game, without its types.
pub trait AnyTables: Send + Sync {
    /// What solving would take.
    fn estimate(&self) -> Estimate;
    /// Solves the game and writes its table.
    fn solve(&self, order: &SolveOrder, progress: &dyn Progress) -> Result<SolveReport, LabError>;
    /// Asks the table about a place.
    fn probe(&self, dir: &Path, place: &Place<'_>) -> Result<ProbeReport, LabError>;
    /// The table's header.
    fn info(&self, dir: &Path) -> Result<TableInfo, LabError>;
    /// Counts.
    fn stats(
        &self,
        dir: &Path,
        threads: usize,
        reachable: bool,
        progress: &dyn Progress,
    ) -> Result<TableStats, LabError>;
    /// Positions with a property, at most `most` of them.
    fn find(
        &self,
        dir: &Path,
        property: Property,
        most: usize,
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
    /// Checks the file and every entry, or a sample of them.
    fn verify(
        &self,
        dir: &Path,
        sample: Option<u64>,
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<VerifyReport, LabError>;
}
