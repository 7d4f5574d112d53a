//! A tablebase with its game's types, as [`AnyTablebase`]: short delegations.

use std::sync::Arc;

use yomikiri_game_api::{Metric, Notation, Picture, Tier, Tiers};
use yomikiri_solver::Progress;
use yomikiri_solver::tablebase::{CertificateOrder, Property, Tablebase};

use super::reports::{
    CertificateReport, Estimate, FindReport, LimitedEstimate, ProbeReport, SelfTestReport,
    SolveOrder, SolveReport, Study, SuccessorsReport, TableInfo, TableStats, VerifyReport,
};
use super::{AnyTablebase, ClusterOrder, MOST_MEMORY, MemoryLimit, Selection};
use crate::{GameDefinition, LabError, Place, Units, VerifyWork};

/// A tablebase with what is needed to read and write positions and moves.
pub(super) struct TypedTablebase<G: Notation + Picture, T: Tiers<G>> {
    pub(super) definition: Arc<GameDefinition<G>>,
    pub(super) base: Arc<Tablebase<G, T>>,
}

impl<G: Notation + Picture, T: Tiers<G> + 'static> TypedTablebase<G, T> {
    /// Does the same with each tier that is meant.
    pub(super) fn each_tier<R>(
        &self,
        selection: Selection<'_>,
        work: impl FnMut(Tier) -> Result<R, LabError>,
    ) -> Result<Vec<R>, LabError> {
        let tiers = self.base.parse_tiers(selection.tiers);
        let tiers = tiers.map_err(|error| self.told(error))?;
        tiers.into_iter().map(work).collect()
    }

    /// A line of moves as text.
    pub(super) fn written(&self, from: &G::Position, line: Vec<G::Move>) -> Vec<String> {
        let (game, mut at) = (self.base.game(), from.clone());
        let written = line.into_iter().map(|mv| {
            let text = game.write_move(&at, mv);
            game.play(&mut at, mv);
            text
        });
        written.collect()
    }
}

impl<G: Notation + Picture, T: Tiers<G> + 'static> AnyTablebase for TypedTablebase<G, T> {
    fn list(&self) -> Vec<String> {
        self.base.list()
    }

    fn tiers(&self) -> Option<Vec<String>> {
        let is_whole = self.base.whole().is_some();
        (!is_whole).then(|| self.base.list())
    }

    fn reads_external(&self) -> bool {
        self.base.spec().external.is_some()
    }

    fn solve_command(&self) -> Option<String> {
        let spec = &self.base.location().spec;
        let Some(whole) = self.base.whole() else {
            return Some(format!("yomikiri solve '{spec}' WHAT"));
        };
        let estimate = self.base.estimate_alone(whole, Metric::End);
        let is_there = !self.base.list().is_empty();
        (is_there || estimate.memory <= MOST_MEMORY).then(|| format!("yomikiri solve '{spec}'"))
    }

    fn estimate(&self, selection: Selection<'_>) -> Result<Estimate, LabError> {
        self.estimate_of(selection)
    }

    fn estimate_within(
        &self,
        selection: Selection<'_>,
        limit: &MemoryLimit,
    ) -> Result<LimitedEstimate, LabError> {
        self.estimate_limited(selection, limit)
    }

    fn solve(
        &self,
        tiers: Option<&str>,
        order: &SolveOrder,
        progress: &dyn Progress,
    ) -> Result<Vec<SolveReport>, LabError> {
        self.solve_into_files(tiers, order, progress)
    }

    fn solve_in_cluster(
        &self,
        tiers: Option<&str>,
        order: &SolveOrder,
        cluster: &ClusterOrder,
        progress: &dyn Progress,
    ) -> Result<Vec<SolveReport>, LabError> {
        self.solve_together(tiers, order, cluster, progress)
    }

    fn probe(&self, place: &Place<'_>) -> Result<ProbeReport, LabError> {
        self.probe_moves(place)
    }

    fn probe_line(&self, place: &Place<'_>) -> Result<ProbeReport, LabError> {
        self.probe_with_line(place)
    }

    fn probe_successors(&self, place: &Place<'_>) -> Result<SuccessorsReport, LabError> {
        self.probe_each(place)
    }

    fn info(&self, selection: Selection<'_>) -> Result<Vec<TableInfo>, LabError> {
        self.headers(selection)
    }

    fn stats(
        &self,
        selection: Selection<'_>,
        threads: usize,
        reachable: bool,
        progress: &dyn Progress,
    ) -> Result<TableStats, LabError> {
        self.count(selection, threads, reachable, progress)
    }

    fn stored_stats(
        &self,
        selection: Selection<'_>,
        reachable: bool,
    ) -> Result<Option<TableStats>, LabError> {
        self.stored_counts(selection, reachable)
    }

    fn find(
        &self,
        selection: Selection<'_>,
        wanted: (Property, usize),
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<FindReport, LabError> {
        self.find_positions(selection, wanted, threads, progress)
    }

    fn certificate(
        &self,
        order: &CertificateOrder,
        progress: &dyn Progress,
    ) -> Result<(String, CertificateReport), LabError> {
        self.make_certificate(order, progress)
    }

    fn check_certificate(&self, text: &str) -> Result<CertificateReport, String> {
        self.read_certificate(text)
    }

    fn study(&self, threads: usize, progress: &dyn Progress) -> Result<Study, LabError> {
        self.solve_in_memory(threads, progress)
    }

    fn verify(
        &self,
        selection: Selection<'_>,
        sample: Option<u64>,
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<Vec<VerifyReport>, LabError> {
        self.verify_tables(selection, sample, threads, progress)
    }

    fn verify_in_cluster(
        &self,
        selection: Selection<'_>,
        cluster: &ClusterOrder,
        progress: &dyn Progress,
    ) -> Result<Vec<VerifyReport>, LabError> {
        self.verify_together(selection, cluster, progress)
    }

    fn verify_in_queue(
        &self,
        selection: Selection<'_>,
        queue: &str,
        progress: &dyn Progress,
    ) -> Result<Vec<VerifyReport>, LabError> {
        self.verify_elsewhere(selection, queue, progress)
    }

    fn verify_units(
        &self,
        work: &VerifyWork,
        threads: usize,
        progress: &dyn Progress,
        units: &mut dyn Units,
    ) -> Result<(), LabError> {
        self.verify_for_others(work, threads, progress, units)
    }

    fn self_test(
        &self,
        selection: Selection<'_>,
        count: u64,
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<Vec<SelfTestReport>, LabError> {
        self.test_verification(selection, count, threads, progress)
    }
}
