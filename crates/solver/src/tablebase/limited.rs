//! Solving within a limit of memory: a group whose state does not fit is streamed from disk, and child
//! tables that do not fit are asked in their files.

use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use yomikiri_game_api::{Game, Indexer, Metric, Probed, Tier, Tiers};

use super::{Estimate, SolveGroup, SolveTier, SolvedGroup, Tablebase, TablebaseError};
use crate::cell::Coding;
use crate::cells::Cells;
use crate::lanes::{LaneShares, ShareJob};
use crate::local::{Settings, SolveError};
use crate::schedule::{ChildError, ChildTiers, ChildValues, in_order};
use crate::stream::{self, Limits, tally::Tally};
use crate::work::NoProgress;

/// Child tables are loaded if they take no more than this part of the memory.
const FOR_CHILDREN: u64 = 4;
/// Processor time of a streamed solve, by that of one in memory: 1.56 to 1.74 were measured (BENCHMARKS.md). Too little
/// where the solve in memory is in lanes.
const SLOWER: f64 = 1.6;

/// How much memory the state of a solve may take, and where it works if that is too little.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MemoryLimit {
    /// Bytes for cells, bounds and lists; child tables and the program itself come on top.
    pub bytes: u64,
    /// The directory for working files; `None`: beside the table.
    pub scratch: Option<PathBuf>,
}

impl MemoryLimit {
    /// The directory of the working files of a table, of which the checkpoint would be this file.
    pub(super) fn dir(&self, checkpoint: &Path) -> PathBuf {
        let own = checkpoint.with_extension("streaming");
        match (&self.scratch, own.file_name()) {
            (Some(scratch), Some(name)) => scratch.join(name),
            _ => own,
        }
    }
}

/// What solving within a limit of memory would take.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct LimitedEstimate {
    /// As without a limit, with the memory and the processor time that it really takes; the disk is that of
    /// the tables.
    pub estimate: Estimate,
    /// Bytes that the state of the largest tier would take in memory.
    pub state: f64,
    /// Disk in bytes for working files, at most; 0 if everything fits into memory.
    pub working: f64,
    /// The least memory that is enough.
    pub least: f64,
}

/// Solves groups within a limit of memory.
pub(super) struct Limited<'o, I> {
    pub(super) alone: SolveTier<I>,
    pub(super) limit: &'o MemoryLimit,
    /// The most bytes that a streamed state took.
    pub(super) most: Cell<u64>,
    /// The working files of the group that was solved last.
    working: RefCell<Option<PathBuf>>,
}

impl<'o, I> Limited<'o, I> {
    pub(super) fn new(alone: SolveTier<I>, limit: &'o MemoryLimit) -> Self {
        Limited {
            alone,
            limit,
            most: Cell::new(0),
            working: RefCell::new(None),
        }
    }
}

/// Whether the state of an indexer fits into memory; what cannot be streamed has to.
fn fits<G: Game, I: Indexer<G>>(indexer: &I, coding: Coding, memory: u64) -> bool {
    stream::state_bytes::<G, I>(indexer, coding) <= memory
}

impl<G: Game, I: Indexer<G>> SolveGroup<G, I> for Limited<'_, I> {
    fn solve<'s>(
        &'s self,
        (indexer, children, settings, progress): ShareJob<'_, I>,
        lanes: Option<LaneShares<I>>,
    ) -> Result<SolvedGroup<'s>, SolveError> {
        let memory = self.limit.bytes;
        let beside = settings.checkpoint.as_ref().map(|(path, _)| path);
        let dir = beside.map(|path| self.limit.dir(path));
        let Some(dir) = dir.filter(|_| !fits::<G, I>(indexer, settings.narrowest(), memory)) else {
            return (self.alone)(indexer, children, settings, progress).map(SolvedGroup::Here);
        };
        let (limits, tally) = (Limits { memory, dir }, Tally::default());
        let settings = Settings {
            threads: settings.threads,
            ..settings.clone()
        };
        let place = (&limits, &tally);
        let job = (indexer, children, &settings, progress);
        let done = lanes.and_then(|lanes| (lanes.streamed)(job, place));
        let done = done.unwrap_or_else(|| {
            stream::solve_tier::<G, I>(indexer, children, &settings, place, progress)
        });
        self.most.set(self.most.get().max(tally.most()));
        *self.working.borrow_mut() = done.is_ok().then_some(limits.dir);
        done.map(SolvedGroup::Here)
    }

    fn written(&self) -> Result<(), SolveError> {
        if let Some(dir) = self.working.borrow_mut().take() {
            stream::remove_files(&dir);
        }
        Ok(())
    }

    fn tidy_up(&self, checkpoint: &Path) {
        stream::remove_files(&self.limit.dir(checkpoint));
    }
}

/// Child tiers within a limit of memory: small ones are loaded, the others are asked in their files.
pub(super) struct LimitedChildren<'b, G: Game, T: Tiers<G>> {
    pub(super) base: &'b Tablebase<G, T>,
    pub(super) tiers: Vec<Tier>,
    pub(super) metric: Metric,
    pub(super) limit: &'b MemoryLimit,
    /// Why a table could not be asked.
    pub(super) fault: OnceLock<TablebaseError>,
}

impl<G: Game, T: Tiers<G>> ChildTiers for LimitedChildren<'_, G, T> {
    fn load(
        &self,
        indices: Option<&[Range<u64>]>,
    ) -> Result<Box<dyn ChildValues + '_>, ChildError> {
        let mut left = self.limit.bytes / FOR_CHILDREN;
        let mut loaded: Vec<Option<Arc<Cells>>> = Vec::new();
        for (child, &tier) in self.tiers.iter().enumerate() {
            let is_asked = indices.is_none_or(|all| !all[child].is_empty());
            let indexer = self.base.indexer(tier).map_err(Box::new)?;
            // Wide cells have two bytes.
            let bytes = 2 * indexer.size();
            let cells = match is_asked && bytes <= left {
                true => {
                    left -= bytes;
                    let cells = self.base.load_whole_child(tier, self.metric, &NoProgress);
                    Some(cells.map_err(Box::new)?)
                }
                false => None,
            };
            loaded.push(cells);
        }
        Ok(Box::new(move |child: usize, index: u64| {
            match &loaded[child] {
                Some(cells) => cells.answer(index),
                None => self.ask(child, index),
            }
        }))
    }
}

impl<G: Game, T: Tiers<G>> LimitedChildren<'_, G, T> {
    fn ask(&self, child: usize, index: u64) -> Option<Probed> {
        let known = self.base.child_value(self.tiers[child], index, self.metric);
        known.unwrap_or_else(|error| {
            let _ = self.fault.set(error);
            None
        })
    }
}

impl<G: Game, T: Tiers<G>> Tablebase<G, T> {
    /// What solving some tiers, and those they need, would take within a limit of memory.
    pub fn estimate_within(
        &self,
        tiers: &[Tier],
        metric: Metric,
        limit: &MemoryLimit,
    ) -> Result<LimitedEstimate, TablebaseError> {
        let mut whole = LimitedEstimate {
            estimate: Estimate {
                memory: 0.0,
                cpu_seconds: 0.0,
                ..self.estimate_groups(&in_order(&self.tiers, tiers), metric)
            },
            state: 0.0,
            working: 0.0,
            least: 0.0,
        };
        for first in in_order(&self.tiers, tiers) {
            let alone = self.estimate_alone(first, metric);
            let indexer = self.indexer(first)?;
            let settings = Settings {
                metric,
                longest: self.tiers.cost(first).longest,
                ..Settings::default()
            };
            let coding = settings.narrowest();
            let state = stream::state_bytes::<G, _>(&*indexer, coding);
            whole.state = whole.state.max(state as f64);
            let (memory, slower) = match fits::<G, _>(&*indexer, coding, limit.bytes) {
                true => (alone.memory, 1.0),
                false => {
                    let working = stream::working_bytes(state, indexer.size());
                    whole.working = whole.working.max(working as f64);
                    let lanes = self.spec.lane_shares;
                    let least = lanes.and_then(|lanes| (lanes.least_memory)(&*indexer, coding));
                    let least =
                        least.unwrap_or_else(|| stream::least_memory::<G, _>(&*indexer, coding, 1));
                    whole.least = whole.least.max(least as f64);
                    (limit.bytes as f64 + 32e6, SLOWER)
                }
            };
            whole.estimate.memory = whole.estimate.memory.max(memory);
            whole.estimate.cpu_seconds += slower * alone.cpu_seconds;
        }
        Ok(whole)
    }
}
