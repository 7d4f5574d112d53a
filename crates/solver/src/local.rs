//! The analysis on one machine: the kernel's steps shared among threads, round by round.

use std::io;
use std::marker::PhantomData;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::{Duration, Instant};

use yomikiri_game_api::{Game, Indexed};

use crate::cell::{self, CANDIDATE, Cell, MOST_PLIES, UNKNOWN};
use crate::checkpoint;
use crate::kernel;
use crate::work::{Progress, share};

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
}

/// All values of a game.
#[derive(Clone, Debug)]
pub struct Solution {
    /// A byte for each slot.
    pub cells: Vec<Cell>,
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
    /// A win takes more plies than a byte can tell.
    #[error(
        "a win takes more than {MOST_PLIES} plies, which one byte for each position cannot hold"
    )]
    TooDeep,
    /// The checkpoint could not be read or written.
    #[error("checkpoint {path}: {error}")]
    Checkpoint {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: io::Error,
    },
}

/// Slots handed to a thread at a time in sweeps over all of them.
const SWEEP: u64 = 1 << 14;
/// Slots handed to a thread at a time from a frontier.
const FRONT: u64 = 1 << 10;

/// Decides every slot of a numbering.
pub fn solve<G: Game, I: Indexed<G>>(
    index: &I,
    settings: &Settings,
    progress: &dyn Progress,
) -> Result<Solution, SolveError> {
    let mut run = Run::new(index, settings, progress);
    if !(settings.resume && run.load()?) {
        run.begin()?;
    }
    while !run.losses.is_empty() {
        run.round()?;
    }
    let cells: Vec<Cell> = run.cells.into_iter().map(AtomicU8::into_inner).collect();
    Ok(Solution {
        rounds: rounds(&cells),
        cells,
    })
}

/// How many slots have each distance.
fn rounds(cells: &[Cell]) -> Vec<u64> {
    let mut counts = [0u64; 256];
    for &cell in cells {
        counts[usize::from(cell)] += 1;
    }
    let mut rounds = counts[1..=MOST_PLIES as usize + 1].to_vec();
    while rounds.last() == Some(&0) {
        rounds.pop();
    }
    rounds
}

/// A solve under way. Between two rounds the cells, the distance and its losses are the state.
struct Run<'r, G, I> {
    index: &'r I,
    settings: &'r Settings,
    progress: &'r dyn Progress,
    cells: Vec<AtomicU8>,
    /// The distance whose losses are expanded next.
    plies: u32,
    /// The losses at that distance.
    losses: Vec<u64>,
    saved: Instant,
    game: PhantomData<fn(G)>,
}

impl<'r, G: Game, I: Indexed<G>> Run<'r, G, I> {
    fn new(index: &'r I, settings: &'r Settings, progress: &'r dyn Progress) -> Self {
        let slots = index.slots() as usize;
        Run {
            index,
            settings,
            progress,
            cells: std::iter::repeat_with(|| AtomicU8::new(UNKNOWN))
                .take(slots)
                .collect(),
            plies: 0,
            losses: Vec::new(),
            saved: Instant::now(),
            game: PhantomData,
        }
    }

    /// What the rules alone say, who wins in one ply, and who is lost in two.
    fn begin(&mut self) -> Result<(), SolveError> {
        let cells = &self.cells;
        let lost = self.sweep("classify", |cursor, slots, lost| {
            kernel::classify(cursor, cells, slots, lost);
        })?;
        self.front("expand losses", 0, &lost, |cursor, losses, won| {
            kernel::expand_losses(cursor, cells, losses, 0, won);
        })?;
        let losses = self.sweep("losses in two", |cursor, slots, lost| {
            kernel::examine_all(cursor, cells, slots, 2, lost);
        })?;
        self.losses = losses;
        self.plies = 2;
        Ok(())
    }

    /// From the losses at one distance to those two plies further away.
    fn round(&mut self) -> Result<(), SolveError> {
        let (plies, cells) = (self.plies, &self.cells);
        if plies + 2 > MOST_PLIES {
            return Err(SolveError::TooDeep);
        }
        let won = self.front(
            "expand losses",
            plies,
            &self.losses,
            |cursor, losses, won| {
                kernel::expand_losses(cursor, cells, losses, plies, won);
            },
        )?;
        let won = self.in_order(won, cell::decided(plies + 1))?;
        let candidates = self.front("expand wins", plies + 1, &won, |cursor, wins, found| {
            kernel::expand_wins(cursor, cells, wins, found);
        })?;
        drop(won);
        let candidates = self.in_order(candidates, CANDIDATE)?;
        let losses = self.front("examine", plies + 2, &candidates, |cursor, slots, lost| {
            kernel::examine(cursor, cells, slots, plies + 2, lost);
        })?;
        drop(candidates);
        self.losses = self.in_order(losses, cell::decided(plies + 2))?;
        self.plies = plies + 2;
        if let Some((_, interval)) = &self.settings.checkpoint
            && self.saved.elapsed() >= *interval
        {
            self.save()?;
            self.saved = Instant::now();
        }
        Ok(())
    }

    /// Puts a frontier into the order of slots, so that neighbours in memory are handled together
    /// (measured: three times faster rounds). `cell` is the byte that its slots, and no others,
    /// have: a long frontier is sooner read off the cells than sorted.
    fn in_order(&self, mut frontier: Vec<u64>, cell: Cell) -> Result<Vec<u64>, SolveError> {
        if (frontier.len() as u64) < self.index.slots() / 64 {
            frontier.sort_unstable();
            return Ok(frontier);
        }
        drop(frontier);
        let cells = &self.cells;
        self.sweep("collect", |_, slots, found| {
            kernel::collect(cells, slots, cell, found);
        })
    }

    /// Shares a sweep over all slots.
    fn sweep(
        &self,
        name: &'static str,
        step: impl Fn(&mut I::Cursor<'r>, Range<u64>, &mut Vec<u64>) + Sync,
    ) -> Result<Vec<u64>, SolveError> {
        self.shared(name, None, self.index.slots(), SWEEP, step)
    }

    /// Shares the slots of a frontier.
    fn front(
        &self,
        name: &'static str,
        plies: u32,
        slots: &[u64],
        step: impl Fn(&mut I::Cursor<'r>, &[u64], &mut Vec<u64>) + Sync,
    ) -> Result<Vec<u64>, SolveError> {
        let total = slots.len() as u64;
        self.shared(name, Some(plies), total, FRONT, |cursor, range, found| {
            step(
                cursor,
                &slots[range.start as usize..range.end as usize],
                found,
            );
        })
    }

    fn shared(
        &self,
        name: &'static str,
        plies: Option<u32>,
        total: u64,
        piece: u64,
        step: impl Fn(&mut I::Cursor<'r>, Range<u64>, &mut Vec<u64>) + Sync,
    ) -> Result<Vec<u64>, SolveError> {
        self.progress.stage(name, plies, total);
        let (found, complete) = share(
            total,
            piece,
            self.settings.threads,
            self.progress,
            || (self.index.cursor(), Vec::new()),
            |(cursor, found), range| step(cursor, range, found),
        );
        if !complete {
            // A round may be begun again at any point, so the cells as they are will do.
            let saved = self.settings.checkpoint.is_some() && self.plies > 0;
            if saved {
                self.save()?;
            }
            return Err(SolveError::Interrupted { saved });
        }
        let mut lists = found.into_iter().map(|(_, list)| list);
        let mut all = lists.next().unwrap_or_default();
        lists.for_each(|list| all.extend(list));
        Ok(all)
    }

    fn save(&self) -> Result<(), SolveError> {
        let Some((path, _)) = &self.settings.checkpoint else {
            return Ok(());
        };
        checkpoint::save(path, &self.settings.fingerprint, self.plies, &self.cells).map_err(
            |error| SolveError::Checkpoint {
                path: path.clone(),
                error,
            },
        )
    }

    /// Goes on from a checkpoint; false if there is none.
    fn load(&mut self) -> Result<bool, SolveError> {
        let Some((path, _)) = &self.settings.checkpoint else {
            return Ok(false);
        };
        let loaded = checkpoint::load(path, &self.settings.fingerprint, &self.cells);
        let plies = loaded.map_err(|error| SolveError::Checkpoint {
            path: path.clone(),
            error,
        })?;
        let Some(plies) = plies else {
            return Ok(false);
        };
        self.plies = plies;
        let cells = &self.cells;
        self.losses = self.sweep("read checkpoint", |_, slots, found| {
            kernel::collect(cells, slots, cell::decided(plies), found);
        })?;
        // Wins of a round that was cut short must be expanded again: forget them.
        for place in cells {
            let cell = place.load(Ordering::Relaxed);
            let of_this_round =
                cell == CANDIDATE || cell > cell::decided(plies) && cell < cell::OVER_DRAWN;
            if of_this_round {
                place.store(UNKNOWN, Ordering::Relaxed);
            }
        }
        Ok(true)
    }
}
