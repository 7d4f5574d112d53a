//! Solving into files, what it would take, and solving in memory.

use std::time::Instant;

use yomikiri_game_api::{Indexer, Metric, Notation, Picture, Tier, Tiers};
use yomikiri_solver::Progress;
use yomikiri_solver::tablebase::{self, MemoryLimit, TablebaseError};

use super::Selection;
use super::reports::{Answer, Estimate, LimitedEstimate, SolveOrder, SolveReport, Study, size};
use super::typed::TypedTablebase;
use crate::LabError;

impl Estimate {
    /// Whether it fits into the memory that is free now.
    pub fn fits(&self) -> bool {
        self.memory <= available_memory()
    }
}

impl<G: Notation + Picture, T: Tiers<G> + 'static> TypedTablebase<G, T> {
    /// What solving would take.
    pub(super) fn estimate_of(&self, selection: Selection<'_>) -> Result<Estimate, LabError> {
        let tiers = self.base.parse_tiers(selection.tiers);
        let tiers = tiers.map_err(|error| self.told(error))?;
        Ok(self.base.estimate(&tiers, selection.metric).into())
    }

    /// What solving within a limit of memory would take.
    pub(super) fn estimate_limited(
        &self,
        selection: Selection<'_>,
        limit: &MemoryLimit,
    ) -> Result<LimitedEstimate, LabError> {
        let told = |error| self.told(error);
        let tiers = self.base.parse_tiers(selection.tiers).map_err(told)?;
        let within = self.base.estimate_within(&tiers, selection.metric, limit);
        let within = within.map_err(told)?;
        Ok(LimitedEstimate {
            estimate: within.estimate.into(),
            limit: limit.bytes as f64,
            state: within.state,
            working_disk: within.working,
            least: within.least,
        })
    }

    /// Solves tiers and all that they lead to, and writes their tables.
    pub(super) fn solve_into_files(
        &self,
        tiers: Option<&str>,
        order: &SolveOrder,
        progress: &dyn Progress,
    ) -> Result<Vec<SolveReport>, LabError> {
        let (begun, base) = (Instant::now(), &*self.base);
        let told = |error| self.told(error);
        let wanted = base.parse_tiers(tiers).map_err(told)?;
        let solve = in_full(order);
        let estimate: Estimate = base.estimate(&wanted, order.metric).into();
        let available = available_memory();
        let is_large = estimate.memory > available && !order.force && order.limit.is_none();
        if is_large && !base.is_solved(&wanted, &solve).map_err(told)? {
            return Err(LabError::Input(format!(
                "{} does not fit into memory (there are {}): {estimate}; --memory SIZE \
                 streams it from disk, --force tries all the same",
                base.location().spec,
                size(available),
            )));
        }
        let mut reports = Vec::new();
        let done = base.solve(&wanted, &solve, progress, |solved| {
            reports.push(self.solve_report(solved, order, begun, progress)?);
            Ok(())
        });
        // Only the same order finds the working files again.
        let with_limit = |error| match (told(error), &order.limit) {
            (LabError::Interrupted(command), Some(limit)) => {
                let mut command = format!("{command} --memory {}", limit.bytes);
                if let Some(scratch) = &limit.scratch {
                    command += &format!(" --scratch '{}'", scratch.display());
                }
                LabError::Interrupted(command)
            }
            (error, _) => error,
        };
        done.map_err(with_limit)?;
        Ok(as_wanted(&wanted, &reports))
    }

    /// What there is to say about a table that was solved.
    pub(super) fn solve_report(
        &self,
        solved: tablebase::SolvedTier,
        order: &SolveOrder,
        begun: Instant,
        progress: &dyn Progress,
    ) -> Result<(Tier, SolveReport), TablebaseError> {
        let base = &*self.base;
        let (tier, metric) = (solved.tier, order.metric);
        let already = solved.cells.is_none() && solved.counts.is_none();
        let rows = match (&solved.cells, solved.counts) {
            (_, Some(rows)) => rows,
            (Some(cells), None) => {
                base.count_solved(tier, metric, cells, order.threads, progress)?
            }
            (None, None) => base.stats(tier, metric, false, order.threads, progress)?,
        };
        let census = base.folded_total(tier, &rows)?;
        let table = base.open(tier, metric)?;
        let has_distances = !table.has_values_only() && metric != Metric::Check;
        let start = base.game().start();
        let is_in_it = |index: &u64| table.part().contains(index);
        let start = match base.indexer(tier)?.index(&start).filter(is_in_it) {
            Some(_) => base.value(&start, metric)?,
            None => None,
        };
        let report = SolveReport {
            game: base.location().spec.clone(),
            table: base.table_name(tier),
            file: solved.path,
            size: table.table().header().size,
            positions: census.positions(),
            win: census.wins(),
            draw: census.draws,
            loss: census.losses(),
            longest_win: census.longest_win().filter(|_| has_distances),
            unit: base.tiers().unit(),
            start: start.map(|start| Answer {
                value: start.value,
                distance: start.distance.filter(|_| has_distances),
            }),
            seconds: begun.elapsed().as_secs_f64(),
            bytes: solved.bytes,
            already,
        };
        Ok((tier, report))
    }

    /// Solves the game in memory.
    pub(super) fn solve_in_memory(
        &self,
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<Study, LabError> {
        let (base, game) = (&*self.base, self.base.game());
        let study = base.study(threads, progress);
        let study = study.map_err(|error| self.told(error))?;
        let (moves, at) = (study.best_moves.into_iter(), game.start());
        let mut best_moves: Vec<String> = moves.map(|mv| game.write_move(&at, mv)).collect();
        best_moves.sort();
        Ok(Study::new(
            base.location().spec.clone(),
            study.start,
            &study.census,
            best_moves,
        ))
    }
}

/// The order with the words of the solver.
pub(super) fn in_full(order: &SolveOrder) -> tablebase::SolveOrder {
    tablebase::SolveOrder {
        threads: order.threads,
        resume: order.resume,
        again: order.force,
        values_only: order.values_only,
        metric: order.metric,
        limit: order.limit.clone(),
    }
}

/// Reports in the order in which their tables were asked for.
pub(super) fn as_wanted(wanted: &[Tier], reports: &[(Tier, SolveReport)]) -> Vec<SolveReport> {
    let report = |tier| reports.iter().find(|(other, _)| other == tier);
    let found = wanted.iter().filter_map(report);
    found.map(|(_, of)| of.clone()).collect()
}

/// Memory that can be had, in bytes; infinite where the system does not tell.
fn available_memory() -> f64 {
    let told = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = told.lines().find(|line| line.starts_with("MemAvailable:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<f64>().ok());
    kilobytes.map_or(f64::INFINITY, |kilobytes| kilobytes * 1024.0)
}
