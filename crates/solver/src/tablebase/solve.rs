//! Solving tiers, into files or in memory.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use yomikiri_game_api::{Game, Indexer, Metric, Tier, Tiers};

use super::limited::{Limited, LimitedChildren, MemoryLimit};
use super::{Alone, CountRow, OpenTable, SolveGroup, SolvedGroup, Tablebase, TablebaseError};
use crate::cells::Cells;
use crate::local::{Settings, SolveError};
use crate::reconstruct::Wanted;
use crate::schedule::{ChildError, ChildTiers, GroupChildren, in_order};
use crate::table::Source;
use crate::work::Progress;

/// How often the state of a long solve is saved.
const CHECKPOINT: Duration = Duration::from_secs(60);

/// How to solve.
#[derive(Clone, Debug)]
pub struct SolveOrder {
    /// Threads.
    pub threads: usize,
    /// Go on from a checkpoint.
    pub resume: bool,
    /// Solve what is asked for although its table exists.
    pub again: bool,
    /// Keep win, draw and loss without distances.
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
            again: false,
            values_only: false,
            metric: Metric::End,
            limit: None,
        }
    }
}

/// What was solved of a group: cells where all of them are here, counts where several processes have shares.
#[derive(Default)]
struct SolvedTiers {
    cells: HashMap<Tier, Arc<Cells>>,
    counts: HashMap<Tier, Vec<CountRow>>,
}

/// A table that was asked for: solved now, or there already.
#[derive(Clone, Debug)]
pub struct SolvedTier {
    /// The tier.
    pub tier: Tier,
    /// Its values if it was solved now, by this process alone.
    pub cells: Option<Arc<Cells>>,
    /// Its counts if it was solved now, by several processes. Without values and counts the table was there
    /// already.
    pub counts: Option<Vec<CountRow>>,
    /// The file.
    pub path: PathBuf,
    /// The length of the file.
    pub bytes: u64,
}

impl<G: Game, T: Tiers<G>> Tablebase<G, T> {
    /// Solves tiers and before them all that they lead to, writes their tables, and calls `done` with
    /// each tier asked for. What exists is not solved again, unless the order says so.
    pub fn solve(
        &self,
        wanted: &[Tier],
        order: &SolveOrder,
        progress: &dyn Progress,
        mut done: impl FnMut(SolvedTier) -> Result<(), TablebaseError>,
    ) -> Result<(), TablebaseError> {
        match order.metric {
            Metric::Check if order.limit.is_some() => Err(TablebaseError::Input(
                "tables of what perpetual check changes are solved in memory, without a limit"
                    .to_owned(),
            )),
            Metric::Check => {
                let alone = Alone(self.spec.solve_tier);
                self.solve_check(&alone, wanted, order, progress, &mut done)
            }
            _ => self.solve_by_metric(wanted, order, progress, &mut done),
        }
    }

    /// The same by a solver of groups.
    pub fn solve_with(
        &self,
        solver: &dyn SolveGroup<G, T::Indexer>,
        wanted: &[Tier],
        order: &SolveOrder,
        progress: &dyn Progress,
        mut done: impl FnMut(SolvedTier) -> Result<(), TablebaseError>,
    ) -> Result<(), TablebaseError> {
        match order.metric {
            Metric::Check => self.solve_check(solver, wanted, order, progress, &mut done),
            _ => self.solve_groups(solver, wanted, order, progress, &mut done),
        }
    }

    /// The same for tables of distances.
    fn solve_by_metric(
        &self,
        wanted: &[Tier],
        order: &SolveOrder,
        progress: &dyn Progress,
        done: &mut dyn FnMut(SolvedTier) -> Result<(), TablebaseError>,
    ) -> Result<(), TablebaseError> {
        let alone = self.spec.solve_tier;
        match &order.limit {
            None => self.solve_groups(&Alone(alone), wanted, order, progress, done),
            Some(limit) => {
                let limited = Limited::new(alone, limit);
                self.solve_groups(&limited, wanted, order, progress, done)
            }
        }
    }

    /// Solves tables of distances by a solver of groups.
    pub(super) fn solve_groups(
        &self,
        solver: &dyn SolveGroup<G, T::Indexer>,
        wanted: &[Tier],
        order: &SolveOrder,
        progress: &dyn Progress,
        done: &mut dyn FnMut(SolvedTier) -> Result<(), TablebaseError>,
    ) -> Result<(), TablebaseError> {
        self.refresh();
        let tiers = &self.tiers;
        let asked: HashSet<Tier> = wanted.iter().map(|&tier| tiers.group(tier)[0]).collect();
        let groups = in_order(tiers, wanted);
        let mut schedule = self.schedule(&groups)?;
        let derived = self.derive_values(solver, (&groups, &asked), order, progress)?;
        let shares = self.shares(&groups, &asked, order)?;
        for (group, &first) in groups.iter().enumerate() {
            let is_asked = asked.contains(&first);
            // The values of children are enough, and every metric has them.
            let metric = match is_asked {
                true => order.metric,
                false => Metric::End,
            };
            let mut solved = SolvedTiers::default();
            let is_there =
                derived.contains(&first) || self.is_there(first, metric, is_asked, order)?;
            progress.part(&tiers.name(first), shares[group].clone());
            if !is_there {
                let children = match order.limit {
                    Some(_) => Vec::new(),
                    None => schedule.children_of(group, &tiers.children(first), |child| {
                        self.load_child(child, metric, u64::MAX, progress)
                    })?,
                };
                let how = (order, wanted);
                solved = self.solve_group(solver, (first, metric), how, (children, progress))?;
                if metric == Metric::End && order.limit.is_none() {
                    for (&tier, cells) in &solved.cells {
                        schedule.keep(group, tier, cells);
                    }
                }
            } else {
                solver.tidy_up(&self.path(first, metric).with_extension("checkpoint"));
            }
            let group_tiers = tiers.group(first).into_iter();
            for tier in group_tiers.filter(|tier| wanted.contains(tier)) {
                let table = self.open(tier, metric)?;
                done(SolvedTier {
                    tier,
                    cells: solved.cells.remove(&tier),
                    counts: solved.counts.remove(&tier),
                    path: table.table().path().to_owned(),
                    bytes: table.table().bytes(),
                })?;
            }
            schedule.drop_after(group);
        }
        Ok(())
    }

    /// Replaces tables with distances by their values, where values alone are asked for again: nothing
    /// has to be solved. Those that lead to others come first, for they are complete only with the
    /// distances of these. The first tiers of the groups that are done.
    fn derive_values(
        &self,
        solver: &dyn SolveGroup<G, T::Indexer>,
        (groups, asked): (&[Tier], &HashSet<Tier>),
        order: &SolveOrder,
        progress: &dyn Progress,
    ) -> Result<HashSet<Tier>, TablebaseError> {
        if !order.values_only || !order.again || order.metric != Metric::End {
            return Ok(HashSet::new());
        }
        let has_distances = |&tier: &Tier| {
            self.path(tier, Metric::End).exists()
                && matches!(self.find_table(tier, Metric::End), Ok(Some(table)) if !table.has_values_only())
        };
        let groups = groups.iter().rev().copied();
        let derived: Vec<Tier> = groups
            .filter(|first| asked.contains(first))
            .filter(|&first| self.tiers.group(first).iter().all(has_distances))
            .collect();
        let wait = || {
            let met = solver.written();
            met.map_err(|error| TablebaseError::Elsewhere(error.to_string()))
        };
        // All processes have looked before the files change.
        wait()?;
        for &first in derived.iter().filter(|_| solver.is_first()) {
            let tiers = self.tiers.group(first);
            let load = |&tier: &Tier| {
                let table = self.open(tier, Metric::End)?;
                let cells = self.load_table(&table, Metric::End, progress)?;
                Ok((tier, only_legal::<G, _>(&table, cells)))
            };
            let parts: Result<Vec<_>, TablebaseError> = tiers.iter().map(load).collect();
            for (tier, cells) in parts? {
                self.write(tier, Metric::End, order, (&*cells).into())?;
            }
        }
        wait()?;
        for tier in derived.iter().flat_map(|&first| self.tiers.group(first)) {
            self.forget(tier, Metric::End);
        }
        Ok(derived.into_iter().collect())
    }

    /// Whether all tables that are asked for exist and are good enough, so that solving would do nothing.
    pub fn is_solved(&self, wanted: &[Tier], order: &SolveOrder) -> Result<bool, TablebaseError> {
        self.refresh();
        for &tier in wanted {
            if !self.is_there(self.tiers.group(tier)[0], order.metric, true, order)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The names of the tiers that solving would solve, of each group the first, in order.
    pub fn unsolved(
        &self,
        wanted: &[Tier],
        order: &SolveOrder,
    ) -> Result<Vec<String>, TablebaseError> {
        self.refresh();
        let first = |tier: &Tier| self.tiers.group(*tier)[0];
        let asked: HashSet<Tier> = wanted.iter().map(first).collect();
        let mut names = Vec::new();
        for group in in_order(&self.tiers, wanted) {
            let is_asked = asked.contains(&group);
            let metric = if is_asked { order.metric } else { Metric::End };
            if !self.is_there(group, metric, is_asked, order)? {
                names.push(self.table_name(group));
            }
        }
        Ok(names)
    }

    /// The share of the whole work that each group has, as ranges of 0 to 1: what exists has none.
    fn shares(
        &self,
        groups: &[Tier],
        asked: &HashSet<Tier>,
        order: &SolveOrder,
    ) -> Result<Vec<Range<f64>>, TablebaseError> {
        let mut ends = Vec::new();
        let mut sum = 0.0;
        for &first in groups {
            let is_asked = asked.contains(&first);
            let metric = if is_asked { order.metric } else { Metric::End };
            if !self.is_there(first, metric, is_asked, order)? {
                sum += self.estimate_alone(first, metric).cpu_seconds;
            }
            ends.push(sum);
        }
        let share = |end: f64| if sum > 0.0 { end / sum } else { 1.0 };
        let starts = std::iter::once(0.0).chain(ends.iter().copied());
        let ranges = starts
            .zip(&ends)
            .map(|(start, &end)| share(start)..share(end));
        Ok(ranges.collect())
    }

    /// Whether the tables of a group exist and are good enough.
    pub(super) fn is_there(
        &self,
        first: Tier,
        metric: Metric,
        is_asked: bool,
        order: &SolveOrder,
    ) -> Result<bool, TablebaseError> {
        for tier in self.tiers.group(first) {
            // What was asked for is built although the program has it, too.
            let path = self.path(tier, metric);
            let checkpoint = path.with_extension("checkpoint");
            let streamed = order.limit.as_ref().map(|limit| limit.dir(&checkpoint));
            let is_streamed = || streamed.is_some_and(|dir| dir.exists());
            let unfinished = || order.resume && (checkpoint.exists() || is_streamed());
            if is_asked && (order.again || !path.exists() || unfinished()) {
                return Ok(false);
            }
            match self.find_table(tier, metric) {
                // A table of other rules, or a damaged one, is replaced.
                Err(TablebaseError::Table(_)) if is_asked => return Ok(false),
                Err(error) => return Err(error),
                Ok(found) => match found {
                    None => return Ok(false),
                    // Values alone are not enough to count distances on.
                    Some(table) if table.has_values_only() && !order.values_only => {
                        return Ok(false);
                    }
                    Some(_) => {}
                },
            }
        }
        Ok(true)
    }

    /// Solves a group and writes the tables of its tiers; their cells or their counts.
    fn solve_group(
        &self,
        solver: &dyn SolveGroup<G, T::Indexer>,
        (first, metric): (Tier, Metric),
        (order, wanted): (&SolveOrder, &[Tier]),
        (loaded, progress): (Vec<Option<Arc<Cells>>>, &dyn Progress),
    ) -> Result<SolvedTiers, TablebaseError> {
        let tiers = &self.tiers;
        let indexer = self.indexer(first)?;
        let path = self.path(first, metric);
        let folder = path.parent().unwrap_or(self.dir());
        std::fs::create_dir_all(folder)
            .map_err(|error| TablebaseError::Table(format!("{}: {error}", folder.display())))?;
        let lanes = indexer.child_lanes();
        let children_of = tiers.children(first);
        // Nobody else asks for what is loaded here: only what moves lead to has to be filled in.
        let load = |child| {
            let place = children_of.iter().position(|&other| other == child);
            let lanes = lanes
                .as_ref()
                .zip(place)
                .map_or(u64::MAX, |(all, place)| all[place]);
            let loaded = self.load_child(child, metric, lanes, progress);
            loaded.map_err(|error| Box::new(error) as ChildError)
        };
        let children = GroupChildren {
            tiers: children_of.clone(),
            loaded: Mutex::new(loaded),
            load: &load,
        };
        let limited = order.limit.as_ref().map(|limit| LimitedChildren {
            base: self,
            tiers: children_of.clone(),
            metric,
            limit,
            fault: OnceLock::new(),
        });
        let checkpoint = path.with_extension("checkpoint");
        let settings = Settings {
            threads: order.threads,
            checkpoint: Some((checkpoint.clone(), CHECKPOINT)),
            fingerprint: self.fingerprint(first, metric),
            resume: order.resume,
            metric,
            longest: tiers.cost(first).longest,
        };
        let around: &dyn ChildTiers = match &limited {
            Some(limited) => limited,
            None => &children,
        };
        let job = (&*indexer, around, &settings, progress);
        let solution = solver.solve(job, self.spec.lane_shares);
        drop(children);
        if let Some(error) = limited.and_then(|limited| limited.fault.into_inner()) {
            return Err(error);
        }
        let solution = solution.map_err(|error| failed(error, first, metric))?;
        let mut solved = SolvedTiers::default();
        match solution {
            SolvedGroup::Here(solution) => {
                let mut whole = Some(solution.cells);
                for tier in tiers.group(first) {
                    let part = tiers.part(&indexer, tier);
                    let cells = match part == (0..indexer.size()) {
                        true => whole.take(),
                        false => whole.as_ref().map(|cells| cells.slice(part.clone())),
                    };
                    let cells = cells.expect("a tier that is all of its group is alone in it");
                    self.write(tier, metric, order, (&cells).into())?;
                    solved.cells.insert(tier, Arc::new(cells));
                }
                let _ = std::fs::remove_file(&checkpoint);
            }
            SolvedGroup::Shared(cells) => {
                for tier in tiers.group(first) {
                    let part = tiers.part(&indexer, tier);
                    let source = Source::Shared(&*cells, (part.start, part.end));
                    self.write(tier, metric, order, source)?;
                    if !wanted.contains(&tier) {
                        continue;
                    }
                    let counts = self.count_shares(
                        (tier, metric),
                        &*cells,
                        part,
                        (order.threads, progress),
                    )?;
                    solved.counts.insert(tier, counts);
                }
                if cells.is_writer() {
                    let _ = std::fs::remove_file(&checkpoint);
                }
            }
        }
        let written = solver.written();
        written.map_err(|error| failed(error, first, metric))?;
        Ok(solved)
    }

    /// Solves the group of a tier in memory, and before it what it leads to; its cells.
    pub fn solve_in_memory(
        &self,
        tier: Tier,
        settings: &Settings,
        progress: &dyn Progress,
    ) -> Result<Arc<Cells>, TablebaseError> {
        let mut solved = HashMap::new();
        self.solve_group_in_memory(tier, settings, progress, &mut solved)
    }

    /// The same; `solved` has the groups that were solved before, by their first tiers.
    pub fn solve_group_in_memory(
        &self,
        tier: Tier,
        settings: &Settings,
        progress: &dyn Progress,
        solved: &mut HashMap<Tier, Arc<Cells>>,
    ) -> Result<Arc<Cells>, TablebaseError> {
        let tiers = &self.tiers;
        let groups = in_order(tiers, &[tier]);
        let last = tiers.group(tier)[0];
        for first in groups {
            if solved.contains_key(&first) {
                continue;
            }
            let children = tiers.children(first).into_iter();
            let children: Vec<Arc<Cells>> = children
                .map(|child| Arc::clone(&solved[&tiers.group(child)[0]]))
                .collect();
            let values = |child: usize, index: u64| children[child].answer(index);
            let metric = match first == last {
                true => settings.metric,
                false => Metric::End,
            };
            let settings = Settings {
                metric,
                ..settings.clone()
            };
            let indexer = self.indexer(first)?;
            let solution = (self.spec.solve_tier)(&indexer, &values, &settings, progress);
            let solution = solution.map_err(|error| failed(error, first, metric))?;
            solved.insert(first, Arc::new(solution.cells));
        }
        Ok(Arc::clone(&solved[&last]))
    }

    /// The cells of a child of a group that is solved by a metric.
    fn load_child(
        &self,
        child: Tier,
        metric: Metric,
        lanes: u64,
        progress: &dyn Progress,
    ) -> Result<Arc<Cells>, TablebaseError> {
        // For other metrics the values are enough, which every table has.
        let has_end = metric == Metric::End || self.find_table(child, Metric::End)?.is_some();
        let metric = if has_end { Metric::End } else { metric };
        self.load_lanes(&*self.open(child, metric)?, metric, lanes, progress)
    }

    /// The cells of a child of a group that is solved by a metric, all of them.
    pub(super) fn load_whole_child(
        &self,
        child: Tier,
        metric: Metric,
        progress: &dyn Progress,
    ) -> Result<Arc<Cells>, TablebaseError> {
        self.load_child(child, metric, u64::MAX, progress)
    }

    /// The cells of a table in memory, with indices as in the indexer of its group.
    pub fn load(
        &self,
        tier: Tier,
        metric: Metric,
        progress: &dyn Progress,
    ) -> Result<Arc<Cells>, TablebaseError> {
        self.load_table(&*self.open(tier, metric)?, metric, progress)
    }

    /// The same of a table that is open.
    pub(super) fn load_table(
        &self,
        table: &OpenTable<T::Indexer>,
        metric: Metric,
        progress: &dyn Progress,
    ) -> Result<Arc<Cells>, TablebaseError> {
        self.load_lanes(table, metric, u64::MAX, progress)
    }

    /// The same; what the table leaves out is filled in for some of every 64 indices only.
    fn load_lanes(
        &self,
        table: &OpenTable<T::Indexer>,
        metric: Metric,
        lanes: u64,
        progress: &dyn Progress,
    ) -> Result<Arc<Cells>, TablebaseError> {
        let (indexer, part) = (table.indexer(), table.part());
        let cells = table.table().load()?.starting_at(part.start);
        let stored = &table.table().header().stored;
        if stored.is_all() {
            return longest_is_right(table, cells);
        }
        self.check_children(table, metric)?;
        // The rest by a 1-ply search; few moves lead to other tables.
        let fault = OnceLock::new();
        let children = |child: usize, index: u64| {
            let known = self.child_value(table.children()[child], index, metric);
            known.unwrap_or_else(|error| {
                let _ = fault.set(error);
                None
            })
        };
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let reconstruct = self.spec.reconstruct;
        let wanted = Wanted { stored, lanes };
        let cells = reconstruct(indexer, cells, wanted, metric, &children, threads, progress);
        match (fault.into_inner(), cells) {
            (Some(error), _) => Err(error),
            (None, Some(cells)) if lanes == u64::MAX => longest_is_right(table, cells),
            (None, Some(cells)) => Ok(Arc::new(cells)),
            (None, None) => Err(TablebaseError::Interrupted {
                solving: None,
                saved: false,
            }),
        }
    }

    /// An error if a table that conversions lead to is missing, or lacks the distances that a table by
    /// distance to the end counts on.
    pub(super) fn check_children(
        &self,
        table: &OpenTable<T::Indexer>,
        metric: Metric,
    ) -> Result<(), TablebaseError> {
        for &child in table.children() {
            let needed = match self.find_table(child, Metric::End)? {
                Some(needed) => needed,
                None => match self.find_table(child, metric)? {
                    Some(needed) if metric != Metric::End => needed,
                    _ => self.open(child, Metric::End)?,
                },
            };
            if metric == Metric::End && !table.has_values_only() && needed.has_values_only() {
                return Err(TablebaseError::Table(format!(
                    "{} has values without distances, but {} counts on them; solve it with distances",
                    needed.table().path().display(),
                    table.table().path().display()
                )));
            }
        }
        Ok(())
    }
}

/// The cells of a table whose file has none for indices without a position: whatever was filled in there goes
/// away.
fn only_legal<G: Game, I: Indexer<G>>(table: &OpenTable<I>, cells: Arc<Cells>) -> Arc<Cells> {
    if table.table().header().prediction.is_none() {
        return cells;
    }
    let mut cells = Arc::unwrap_or_clone(cells);
    let (indices, empty) = (cells.indices(), cells.code_of(None));
    let mut legal = Vec::new();
    table.indexer().legal(indices.clone(), &mut legal);
    for (index, _) in indices.zip(legal).filter(|(_, legal)| !legal) {
        cells.set_code(index, empty);
    }
    Arc::new(cells)
}

/// The cells of a table if its header tells their longest distance, which probes believe without seeing
/// all of them.
fn longest_is_right<I>(table: &OpenTable<I>, cells: Cells) -> Result<Arc<Cells>, TablebaseError> {
    let told = table.table().header().deepest;
    let longest = cells.by_distance().len().saturating_sub(1) as u32;
    match table.has_values_only() || told == longest {
        true => Ok(Arc::new(cells)),
        false => Err(TablebaseError::Table(format!(
            "{}: expected a longest distance of {told} as its header says, got {longest}",
            table.table().path().display()
        ))),
    }
}

fn failed(error: SolveError, tier: Tier, metric: Metric) -> TablebaseError {
    match error {
        SolveError::Interrupted { saved } => TablebaseError::Interrupted {
            solving: Some((tier, metric)),
            saved,
        },
        SolveError::Elsewhere(reason) => TablebaseError::Elsewhere(reason),
        SolveError::TooLittleMemory { .. } => TablebaseError::Input(error.to_string()),
        SolveError::Child(error) => match error.downcast::<TablebaseError>() {
            Ok(error) => *error,
            Err(other) => TablebaseError::Table(other.to_string()),
        },
        other => TablebaseError::Table(other.to_string()),
    }
}
