//! The desk where the tables of one game are made and read.

use std::path::Path;
use std::sync::Arc;

use yomikiri_game_api::{Indexed, Notation, Picture, Probe, Probed};
use yomikiri_solver::Progress;
use yomikiri_solver::probe::TableProbe;
use yomikiri_solver::table::Table;

use super::{
    AnyTables, CertificateOrder, CertificateReport, Estimate, FindReport, ProbeReport, Property,
    SolveOrder, SolveReport, Solved, Study, TableInfo, TableStats, VerifyReport,
};
use crate::{Kit, LabError, Place};

/// A game at the desk where its tables are made and read.
pub(super) struct Desk<G: Notation + Picture, I> {
    pub(super) kit: Arc<Kit<G>>,
    pub(super) solved: Arc<Solved<G, I>>,
}

impl<G: Notation + Picture, I: Indexed<G> + 'static> Desk<G, I> {
    pub(super) fn name(&self) -> String {
        self.kit.table_name(&self.solved)
    }

    pub(super) fn open(&self, dir: &Path) -> Result<Table, LabError> {
        let kit = &self.kit;
        self.solved
            .open(&kit.game, &self.name(), &kit.info.spec, dir)
    }

    pub(super) fn asked(
        &self,
        prober: &TableProbe<I>,
        at: &G::Position,
    ) -> Result<Option<Probed>, LabError> {
        let asked = prober.probe(&self.kit.game, at);
        asked.map_err(|error| LabError::Table(error.to_string()))
    }
}

/// Each duty is a method of the same name in its own file; here the types end.
impl<G: Notation + Picture, I: Indexed<G> + 'static> AnyTables for Desk<G, I> {
    fn estimate(&self) -> Estimate {
        self.estimate()
    }

    fn solve(&self, order: &SolveOrder, progress: &dyn Progress) -> Result<SolveReport, LabError> {
        self.solve(order, progress)
    }

    fn probe(&self, dir: &Path, place: &Place<'_>) -> Result<ProbeReport, LabError> {
        self.probe(dir, place)
    }

    fn info(&self, dir: &Path) -> Result<TableInfo, LabError> {
        self.info(dir)
    }

    fn stats(
        &self,
        dir: &Path,
        threads: usize,
        reachable: bool,
        progress: &dyn Progress,
    ) -> Result<TableStats, LabError> {
        self.stats(dir, threads, reachable, progress)
    }

    fn find(
        &self,
        dir: &Path,
        property: Property,
        most: usize,
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<FindReport, LabError> {
        self.find(dir, property, most, threads, progress)
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
        sample: Option<u64>,
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<VerifyReport, LabError> {
        self.verify(dir, sample, threads, progress)
    }
}
