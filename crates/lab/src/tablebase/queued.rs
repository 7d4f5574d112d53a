//! Verification by the workers of a queue.

use yomikiri_game_api::{Indexer, Metric, Notation, Picture, Tier, Tiers};
use yomikiri_solver::Progress;
use yomikiri_solver::tablebase::{TablebaseError, Verified};
use yomikiri_solver::verify::Part;

use super::Selection;
use super::reports::VerifyReport;
use super::typed::TypedTablebase;
use crate::work::{rules_digest, verify_in_queue};
use crate::{LabError, Units, VerifyWork};

/// Why checking parts has ended before its time.
enum Fault {
    Table(TablebaseError),
    Lab(LabError),
}

impl From<TablebaseError> for Fault {
    fn from(error: TablebaseError) -> Self {
        Fault::Table(error)
    }
}

impl<G: Notation + Picture, T: Tiers<G> + 'static> TypedTablebase<G, T> {
    /// Checks files here, and every entry by the workers of a queue.
    pub(super) fn verify_elsewhere(
        &self,
        selection: Selection<'_>,
        queue: &str,
        progress: &dyn Progress,
    ) -> Result<Vec<VerifyReport>, LabError> {
        let (base, told) = (&*self.base, |error| self.told(error));
        let (metric, spec) = (selection.metric, base.location().spec.clone());
        let tiers = base.parse_tiers(selection.tiers).map_err(told)?;
        base.verify_files(&tiers, metric).map_err(told)?;
        let mut parts = Vec::new();
        for &tier in &tiers {
            let size = base.indexer(tier).map_err(told)?.size();
            parts.push(match metric {
                // A parity game is checked as a whole.
                Metric::Check => 1,
                _ => VerifyWork::parts_of(size),
            });
        }
        let dir = &base.location().dir;
        let tables = std::path::absolute(dir);
        let tables = tables.map_err(|error| LabError::Table(error.to_string()))?;
        let work = VerifyWork {
            rules: rules_digest(&spec)?,
            game: spec,
            tables: tables.display().to_string(),
            tiers: selection.tiers.map(str::to_owned),
            metric: metric.word().to_owned(),
            parts,
            bytes: self.file_lengths(&tiers, metric),
        };
        verify_in_queue(queue, &work, progress)
    }

    /// Small tables that are solved when they are asked for have no file.
    fn file_lengths(&self, tiers: &[Tier], metric: Metric) -> Vec<u64> {
        let length = |&tier: &Tier| {
            let data = std::fs::metadata(self.base.path(tier, metric));
            data.map_or(0, |data| data.len())
        };
        tiers.iter().map(length).collect()
    }

    /// Checks parts of tables, as a worker.
    pub(super) fn verify_for_others(
        &self,
        work: &VerifyWork,
        threads: usize,
        progress: &dyn Progress,
        units: &mut dyn Units,
    ) -> Result<(), LabError> {
        let (base, told) = (&*self.base, |error| self.told(error));
        let bad = |what: &str| LabError::Input(format!("{}: {what}", work.game));
        let metric = work.metric().ok_or_else(|| bad("an unknown metric"))?;
        let tiers = base.parse_tiers(work.tiers.as_deref()).map_err(told)?;
        if self.file_lengths(&tiers, metric) != work.bytes {
            return Err(bad(
                "the tables here are not those of the coordinator: all machines must see the same files",
            ));
        }
        let units = std::cell::RefCell::new(units);
        let mut next = || {
            let Some(unit) = units.borrow_mut().next().map_err(Fault::Lab)? else {
                return Ok(None);
            };
            let place = work.place(unit);
            let place = place.and_then(|(table, number)| {
                let of = work.parts[table];
                Some((*tiers.get(table)?, Part { number, of }))
            });
            place
                .map(Some)
                .ok_or_else(|| Fault::Lab(bad("an unknown part")))
        };
        let mut done = |verified: Verified| {
            let result = match verified.verdict.stopped {
                true => None,
                false => {
                    let report = self.verify_reports(vec![verified]).map_err(Fault::Lab)?;
                    let report = report.first().expect("one for each table");
                    Some(serde_json::to_string(report).expect("plain data"))
                }
            };
            units.borrow_mut().done(Ok(result)).map_err(Fault::Lab)
        };
        let checked = base.verify_parts(metric, threads, progress, &mut next, &mut done);
        match checked {
            Ok(()) => Ok(()),
            Err(Fault::Lab(error)) => Err(error),
            Err(Fault::Table(error)) => Err(told(error)),
        }
    }
}
