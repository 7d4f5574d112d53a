//! The analysis on one machine: the kernel's steps shared among threads, round by round.

use std::io;
use std::ops::Range;
use std::path::PathBuf;
use std::time::Duration;

use yomikiri_game_api::{Conversion, Game, Indexer, Metric, Probed, joined};

use crate::cell::{Cell8, Cell16, Code, Coding};
use crate::cells::Cells;
use crate::checkpoint;
use crate::run::{Halt, Run};
use crate::schedule::{ChildError, ChildTiers, ChildValues};
use crate::work::Progress;

/// How to solve.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Threads to use.
    pub threads: usize,
    /// Where to keep checkpoints, and how often to write them.
    pub checkpoint: Option<(PathBuf, Duration)>,
    /// What the checkpoint must have been made for: game, rules, indexer.
    pub fingerprint: [u8; 32],
    /// Whether to go on from a checkpoint if there is one.
    pub resume: bool,
    /// What distances lead to.
    pub metric: Metric,
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
            longest: None,
        }
    }
}

impl Settings {
    /// The code to begin with: that of the checkpoint to go on from, or the narrowest that will
    /// probably do.
    pub(crate) fn coding(&self) -> Result<Coding, SolveError> {
        let saved = match &self.checkpoint {
            Some((path, _)) if self.resume => {
                checkpoint::coding(path).map_err(|error| SolveError::Checkpoint {
                    path: path.clone(),
                    error,
                })?
            }
            _ => None,
        };
        Ok(saved.unwrap_or(self.narrowest()))
    }

    /// The narrowest code that will probably do.
    pub fn narrowest(&self) -> Coding {
        match self.metric {
            Metric::End if self.longest.unwrap_or(0) <= Cell8::MOST => Coding::Cell8,
            _ => Coding::Cell16,
        }
    }
}

/// All values of an indexer.
#[derive(Clone, Debug)]
pub struct Solution {
    /// A cell for each index.
    pub cells: Cells,
    /// How many indices were decided in each round, by distance.
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
        Cell16::MOST
    )]
    TooDeep,
    /// A move leads out of the indexer to where nothing is known.
    #[error("a move from index {index} leads to {conversion:?}, of which no value is known")]
    Nowhere {
        /// Where the move is made.
        index: u64,
        /// Where it leads.
        conversion: Conversion,
    },
    /// An earlier tier could not be had.
    #[error(transparent)]
    Child(ChildError),
    /// The other processes that solve it, too, could not be worked with.
    #[error("{0}")]
    Elsewhere(String),
    /// The checkpoint could not be read or written.
    #[error("checkpoint {path}: {error}")]
    Checkpoint {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: io::Error,
    },
    /// A working file could not be read or written.
    #[error("working file {path}: {error}")]
    Working {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: io::Error,
    },
    /// The state does not fit into the memory that it may take.
    #[error("expected at least {least} bytes of memory, got {memory}")]
    TooLittleMemory {
        /// The memory that it may take.
        memory: u64,
        /// What would do.
        least: u64,
    },
}

/// Decides every index of an indexer that no move leaves, or leaves only for what is known without
/// a table.
pub fn solve<G: Game, I: Indexer<G>>(
    indexer: &I,
    settings: &Settings,
    progress: &dyn Progress,
) -> Result<Solution, SolveError> {
    solve_tier(indexer, &nothing_earlier, settings, progress)
}

fn nothing_earlier(_need: usize, _index: u64) -> Option<Probed> {
    None
}

/// Decides every index of a group of tiers; `needs` has the tiers that it leads to.
///
/// One byte holds most games; when a distance does not fit, the solve continues with two.
pub fn solve_tier<G: Game, I: Indexer<G>>(
    indexer: &I,
    children: &dyn ChildTiers,
    settings: &Settings,
    progress: &dyn Progress,
) -> Result<Solution, SolveError> {
    let job = Job {
        indexer,
        children,
        settings,
        progress,
    };
    match settings.coding()? {
        Coding::Cell16 => in_two_bytes(Run::new(job)),
        Coding::Cell8 => {
            let mut run = Run::<G, I, Cell8>::new(job);
            run.load()?;
            match run.go_on() {
                Ok(()) => Ok(solution(Cells::from_u8(run.into_cells()))),
                Err(Halt::TooDeep) => in_two_bytes(run.widened()),
                Err(Halt::Error(error)) => Err(error),
            }
        }
    }
}

/// What a solve works on.
pub(crate) struct Job<'r, I> {
    pub(crate) indexer: &'r I,
    pub(crate) children: &'r dyn ChildTiers,
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
    /// Drops the earlier tiers: all their values have been asked for.
    pub(crate) fn drop_children(&self) {
        self.children.unload();
    }

    /// The earlier tiers as the layers from this one on ask for them.
    pub(crate) fn earlier_from<G: Game>(
        &self,
        layer: usize,
    ) -> Result<Box<dyn ChildValues + 'r>, Halt>
    where
        I: Indexer<G>,
    {
        earlier_values(self.indexer, self.children, layer).map_err(Halt::from)
    }
}

/// The values of child tiers as the layers of an indexer from this one on ask for them.
pub fn earlier_values<'r, G: Game, I: Indexer<G>>(
    indexer: &I,
    children: &'r dyn ChildTiers,
    layer: usize,
) -> Result<Box<dyn ChildValues + 'r>, SolveError> {
    let layers = layer..indexer.layers().len();
    let each = layers.map(|layer| indexer.child_ranges(layer));
    let all: Option<Vec<_>> = each.collect();
    let indices = all.map(|all| all.into_iter().reduce(all_joined).unwrap_or_default());
    children.load(indices.as_deref()).map_err(SolveError::Child)
}

/// Ranges [joined] place by place.
fn all_joined(some: Vec<Range<u64>>, others: Vec<Range<u64>>) -> Vec<Range<u64>> {
    let pairs = some.into_iter().zip(others);
    pairs.map(|(one, other)| joined(one, other)).collect()
}

fn in_two_bytes<G: Game, I: Indexer<G>>(
    mut run: Run<'_, G, I, Cell16>,
) -> Result<Solution, SolveError> {
    run.load()?;
    match run.go_on() {
        Ok(()) => Ok(solution(Cells::from_u16(run.into_cells()))),
        Err(Halt::TooDeep) => Err(SolveError::TooDeep),
        Err(Halt::Error(error)) => Err(error),
    }
}

pub(crate) fn solution(cells: Cells) -> Solution {
    cells.into()
}

impl From<Cells> for Solution {
    fn from(cells: Cells) -> Self {
        Solution {
            rounds: cells.by_distance(),
            cells,
        }
    }
}
