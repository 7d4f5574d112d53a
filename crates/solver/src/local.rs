//! The analysis on one machine: the kernel's steps shared among threads, round by round.

use std::io;
use std::ops::Range;
use std::path::PathBuf;
use std::time::Duration;

use yomikiri_game_api::{Exit, Game, Indexed, Metric, Probed, joined};

use crate::cell::{Code, Coding, Parity, Wide};
use crate::cells::Cells;
use crate::checkpoint;
use crate::kernel::{Earlier, NeedError, Needs};
use crate::rows::RowRun;
use crate::run::{Halt, Run};
use crate::work::Progress;

/// How to solve.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Threads to use.
    pub threads: usize,
    /// Where to keep checkpoints, and how often to write them.
    pub checkpoint: Option<(PathBuf, Duration)>,
    /// What the checkpoint must have been made for: game, rules, numbering.
    pub fingerprint: [u8; 32],
    /// Whether to go on from a checkpoint if there is one.
    pub resume: bool,
    /// What distances lead to.
    pub metric: Metric,
    /// Whether to look at one slot at a time even where slots come in rows of 64: slower, and the same.
    pub slot_by_slot: bool,
    /// The longest distance to be expected, if somebody knows: spares finding out.
    pub longest: Option<u32>,
}

impl Default for Settings {
    /// One thread, distances to the end, no checkpoints.
    fn default() -> Self {
        Settings {
            threads: 1,
            checkpoint: None,
            fingerprint: [0; 32],
            resume: false,
            metric: Metric::End,
            slot_by_slot: false,
            longest: None,
        }
    }
}

/// All values of a numbering.
#[derive(Clone, Debug)]
pub struct Solution {
    /// A cell for each slot.
    pub cells: Cells,
    /// How many slots were decided in each round, by distance.
    pub rounds: Vec<u64>,
}

/// Why a solve did not come to its end.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// Stopped by request; the state is in the checkpoint if there is one.
    #[error("interrupted{}", if *.saved { "; the state is saved" } else { "" })]
    Interrupted {
        /// Whether a checkpoint was written.
        saved: bool,
    },
    /// A win takes longer than two bytes can tell.
    #[error(
        "a win takes more than {} moves, which two bytes for each position cannot hold",
        Wide::MOST
    )]
    TooDeep,
    /// A move leads out of the numbering to where nothing is known.
    #[error("a move from slot {slot} leads to {exit:?}, of which no value is known")]
    Nowhere {
        /// Where the move is made.
        slot: u64,
        /// Where it leads.
        exit: Exit,
    },
    /// An earlier tier could not be had.
    #[error(transparent)]
    Need(NeedError),
    /// The checkpoint could not be read or written.
    #[error("checkpoint {path}: {error}")]
    Checkpoint {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: io::Error,
    },
}

/// Decides every slot of a numbering that no move leaves, or leaves only for what is known without
/// a table.
pub fn solve<G: Game, I: Indexed<G>>(
    index: &I,
    settings: &Settings,
    progress: &dyn Progress,
) -> Result<Solution, SolveError> {
    solve_tier(index, &nothing_earlier, settings, progress)
}

fn nothing_earlier(_need: usize, _slot: u64) -> Option<Probed> {
    None
}

/// Decides every slot of a group of tiers; `needs` has the tiers that it leads to.
///
/// One byte holds most games; where a distance does not fit the solve goes on with two.
pub fn solve_tier<G: Game, I: Indexed<G>>(
    index: &I,
    needs: &dyn Needs,
    settings: &Settings,
    progress: &dyn Progress,
) -> Result<Solution, SolveError> {
    let job = Job {
        index,
        needs,
        settings,
        progress,
    };
    let hinted = settings.longest.unwrap_or(0);
    let narrow = match settings.metric {
        Metric::End if hinted <= Parity::MOST => Coding::Parity,
        _ => Coding::Wide,
    };
    let saved = match &settings.checkpoint {
        Some((path, _)) if settings.resume => {
            checkpoint::coding(path).map_err(|error| SolveError::Checkpoint {
                path: path.clone(),
                error,
            })?
        }
        _ => None,
    };
    let coding = saved.unwrap_or(narrow);
    if !settings.slot_by_slot
        && let Some(solution) = in_rows(job, coding)
    {
        return solution;
    }
    match coding {
        Coding::Wide => in_two_bytes(Run::new(job)),
        Coding::Parity => {
            let mut run = Run::<G, I, Parity>::new(job);
            run.load()?;
            match run.go_on() {
                Ok(()) => Ok(solution(Cells::parity(run.into_cells()))),
                Err(Halt::TooDeep) => in_two_bytes(run.widened()),
                Err(Halt::Error(error)) => Err(error),
            }
        }
    }
}

/// What a solve works on.
pub(crate) struct Job<'r, I> {
    pub(crate) index: &'r I,
    pub(crate) needs: &'r dyn Needs,
    pub(crate) settings: &'r Settings,
    pub(crate) progress: &'r dyn Progress,
}

impl<I> Clone for Job<'_, I> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<I> Copy for Job<'_, I> {}

impl<'r, I> Job<'r, I> {
    /// The earlier tiers as the layers from this one on ask for them.
    pub(crate) fn earlier_from<G: Game>(&self, layer: usize) -> Result<Box<dyn Earlier + 'r>, Halt>
    where
        I: Indexed<G>,
    {
        let layers = layer..self.index.layers().len();
        let each = layers.map(|layer| self.index.leads_to(layer));
        let all: Option<Vec<_>> = each.collect();
        let slots = all.map(|all| all.into_iter().reduce(all_joined).unwrap_or_default());
        let brought = self.needs.bring(slots.as_deref());
        brought.map_err(|error| SolveError::Need(error).into())
    }
}

/// Ranges [joined] place by place.
fn all_joined(some: Vec<Range<u64>>, others: Vec<Range<u64>>) -> Vec<Range<u64>> {
    let pairs = some.into_iter().zip(others);
    pairs.map(|(one, other)| joined(one, other)).collect()
}

/// Solves row by row; `None` if the numbering does not come in rows.
fn in_rows<G: Game, I: Indexed<G>>(
    job: Job<'_, I>,
    coding: Coding,
) -> Option<Result<Solution, SolveError>> {
    if coding == Coding::Parity {
        let mut run = RowRun::<G, I, Parity>::new(job)?;
        match run.load().map_err(Halt::from).and_then(|()| run.go_on()) {
            Ok(()) => return Some(Ok(solution(Cells::parity(run.into_cells())))),
            // Begun anew: rows are quick.
            Err(Halt::TooDeep) => {}
            Err(Halt::Error(error)) => return Some(Err(error)),
        }
    }
    let mut run = RowRun::<G, I, Wide>::new(job)?;
    let done = match coding {
        Coding::Wide => run.load().map_err(Halt::from).and_then(|()| run.go_on()),
        Coding::Parity => run.go_on(),
    };
    Some(match done {
        Ok(()) => Ok(solution(Cells::wide(run.into_cells()))),
        Err(Halt::TooDeep) => Err(SolveError::TooDeep),
        Err(Halt::Error(error)) => Err(error),
    })
}

fn in_two_bytes<G: Game, I: Indexed<G>>(
    mut run: Run<'_, G, I, Wide>,
) -> Result<Solution, SolveError> {
    run.load()?;
    match run.go_on() {
        Ok(()) => Ok(solution(Cells::wide(run.into_cells()))),
        Err(Halt::TooDeep) => Err(SolveError::TooDeep),
        Err(Halt::Error(error)) => Err(error),
    }
}

fn solution(cells: Cells) -> Solution {
    Solution {
        rounds: cells.by_distance(),
        cells,
    }
}
