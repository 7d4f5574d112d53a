//! The desk where the tables of one game are made and read.

use std::path::Path;
use std::sync::Arc;

use yomikiri_game_api::{Metric, Notation, Picture, Tier, Tiered};
use yomikiri_solver::Progress;

use super::shelf::{Owner, Shelf};
use super::{
    AnyTables, CertificateOrder, CertificateReport, Estimate, FindReport, ProbeReport, Property,
    SolveOrder, SolveReport, Study, TableInfo, TableStats, VerifyReport, Which,
};
use crate::{GameDefinition, LabError, Place};

/// A game at the desk where its tables are made and read.
pub(super) struct Desk<G: Notation + Picture, T: Tiered<G>> {
    pub(super) kit: Arc<GameDefinition<G>>,
    pub(super) shelf: Arc<Shelf<G, T>>,
}

impl<G: Notation + Picture, T: Tiered<G> + 'static> Desk<G, T>
where
    T::Index: 'static,
{
    pub(super) fn owner(&self, dir: &Path) -> Owner<G> {
        self.kit.owner(&self.shelf, dir)
    }

    /// The tiers that a user's words name.
    pub(super) fn find_tiers(&self, what: Option<&str>) -> Result<Vec<Tier>, LabError> {
        let tiers = self.shelf.tiers(&self.kit.game)?;
        tiers.find(what).map_err(LabError::Input)
    }

    /// The one tier that a user's words name.
    pub(super) fn find_tier(&self, what: Option<&str>) -> Result<Tier, LabError> {
        match self.find_tiers(what)?.as_slice() {
            [tier] => Ok(*tier),
            several => Err(LabError::Input(format!(
                "expected one table, but {} are {} tables",
                what.unwrap_or("no words"),
                several.len()
            ))),
        }
    }

    /// What a table is called: the game, or the tier.
    pub(super) fn name_of(&self, tier: Tier) -> Result<String, LabError> {
        let name = self.shelf.tiers(&self.kit.game)?.name(tier);
        Ok(if name.is_empty() {
            self.owner(Path::new("")).name
        } else {
            name
        })
    }
}

/// Each duty is a method of the same name in its own file; here the types end.
impl<G: Notation + Picture, T: Tiered<G> + 'static> AnyTables for Desk<G, T>
where
    T::Index: 'static,
{
    fn is_whole(&self) -> bool {
        self.shelf.is_whole()
    }

    fn parts(&self, dir: &Path) -> Vec<String> {
        self.shelf.parts(&self.owner(dir))
    }

    fn borrows(&self) -> bool {
        self.shelf.borrow.is_some()
    }

    fn estimate(&self, what: Option<&str>, metric: Metric) -> Result<Estimate, LabError> {
        self.estimate(what, metric)
    }

    fn solve(
        &self,
        what: Option<&str>,
        order: &SolveOrder,
        progress: &dyn Progress,
    ) -> Result<Vec<SolveReport>, LabError> {
        self.solve(what, order, progress)
    }

    fn probe(&self, dir: &Path, place: &Place<'_>) -> Result<ProbeReport, LabError> {
        self.probe(dir, place)
    }

    fn info(&self, dir: &Path, which: Which<'_>) -> Result<Vec<TableInfo>, LabError> {
        self.info(dir, which)
    }

    fn stats(
        &self,
        dir: &Path,
        which: Which<'_>,
        threads: usize,
        reachable: bool,
        progress: &dyn Progress,
    ) -> Result<TableStats, LabError> {
        self.stats(dir, which, threads, reachable, progress)
    }

    fn find(
        &self,
        dir: &Path,
        which: Which<'_>,
        (property, most): (Property, usize),
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<FindReport, LabError> {
        self.find(dir, which, (property, most), threads, progress)
    }

    fn certificate(
        &self,
        dir: &Path,
        order: &CertificateOrder,
        progress: &dyn Progress,
    ) -> Result<(String, CertificateReport), LabError> {
        self.certificate(dir, order, progress)
    }

    fn check_certificate(&self, text: &str) -> Result<CertificateReport, String> {
        self.check_certificate(text)
    }

    fn study(&self, threads: usize, progress: &dyn Progress) -> Result<Study, LabError> {
        self.study(threads, progress)
    }

    fn verify(
        &self,
        dir: &Path,
        which: Which<'_>,
        sample: Option<u64>,
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<Vec<VerifyReport>, LabError> {
        self.verify(dir, which, sample, threads, progress)
    }
}
