//! What makes tables believable: verification, its own test, certificates.

use std::time::Instant;

use yomikiri_game_api::{Indexer, Notation, Picture, Probed, Tiers};
use yomikiri_solver::tablebase::{CertificateOrder, Verified};
use yomikiri_solver::{Progress, verify};

use super::Selection;
use super::reports::{CertificateReport, SelfTestReport, VerifyReport};
use super::typed::TypedTablebase;
use crate::LabError;

impl<G: Notation + Picture, T: Tiers<G> + 'static> TypedTablebase<G, T> {
    /// Checks files and every entry, or a sample of them.
    pub(super) fn verify_tables(
        &self,
        selection: Selection<'_>,
        sample: Option<u64>,
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<Vec<VerifyReport>, LabError> {
        let (base, told) = (&*self.base, |error| self.told(error));
        let tiers = base.parse_tiers(selection.tiers).map_err(told)?;
        let verified = base.verify_all(&tiers, selection.metric, sample, threads, progress);
        self.verify_reports(verified.map_err(told)?)
    }

    /// Checks files and a part of the entries.
    pub(super) fn verify_part_of(
        &self,
        selection: Selection<'_>,
        part: verify::Part,
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<Vec<VerifyReport>, LabError> {
        let (base, told) = (&*self.base, |error| self.told(error));
        let tiers = base.parse_tiers(selection.tiers).map_err(told)?;
        let verified = base.verify_part(&tiers, selection.metric, part, threads, progress);
        self.verify_reports(verified.map_err(told)?)
    }

    pub(super) fn verify_reports(
        &self,
        verified: Vec<Verified>,
    ) -> Result<Vec<VerifyReport>, LabError> {
        let (base, told) = (&*self.base, |error| self.told(error));
        let report = |of: Verified| {
            let indexer = base.indexer(of.tier).map_err(told)?;
            let in_words = |fault: &verify::Fault| {
                let at = indexer.position(fault.index);
                let at = at.map_or_else(String::new, |at| base.game().write_position(&at));
                let (stored, derived) = (in_short(fault.stored), in_short(fault.derived));
                format!("{at}: the table says {stored}, its moves say {derived}")
            };
            Ok(VerifyReport {
                game: base.location().spec.clone(),
                file: of.path.display().to_string(),
                checked: of.verdict.checked,
                seconds: of.seconds,
                faults: of.verdict.faults.iter().map(in_words).collect(),
                stopped: of.verdict.stopped,
            })
        };
        verified.into_iter().map(report).collect()
    }

    /// Changes so many values in copies of each table file and verifies the copies.
    pub(super) fn test_verification(
        &self,
        selection: Selection<'_>,
        count: u64,
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<Vec<SelfTestReport>, LabError> {
        let (base, told) = (&*self.base, |error| self.told(error));
        let test = |tier| {
            let begun = Instant::now();
            let table = (tier, selection.metric);
            let tested = base.self_test(table, count, count, threads, progress);
            let tested = tested.map_err(told)?;
            let indexer = base.indexer(tier).map_err(told)?;
            let missed = tested.missed.iter();
            let missed = missed.filter_map(|&index| indexer.position(index));
            Ok(SelfTestReport {
                game: base.location().spec.clone(),
                file: tested.path.display().to_string(),
                changed: tested.changed,
                found: tested.found,
                passes: tested.passes,
                seconds: begun.elapsed().as_secs_f64(),
                missed: missed.map(|at| base.game().write_position(&at)).collect(),
            })
        };
        self.each_tier(selection, test)
    }

    /// A strategy that proves the start's value for a side, as text, with what it proves by its own checker.
    pub(super) fn make_certificate(
        &self,
        order: &CertificateOrder,
        progress: &dyn Progress,
    ) -> Result<(String, CertificateReport), LabError> {
        let text = self.base.certificate(order, progress);
        let text = text.map_err(|error| self.told(error))?;
        let report = self.read_certificate(&text).map_err(LabError::Table)?;
        Ok((text, report))
    }

    /// Checks a certificate by the rules alone; the error says what is wrong with it.
    pub(super) fn read_certificate(&self, text: &str) -> Result<CertificateReport, String> {
        self.base.check_certificate(text).map(Into::into)
    }
}

/// A value in a message.
fn in_short(probed: Option<Probed>) -> String {
    match probed {
        None => "nothing".to_owned(),
        Some(Probed {
            value,
            distance: Some(plies),
        }) => format!("{value} in {plies}"),
        Some(Probed { value, .. }) => value.to_string(),
    }
}
