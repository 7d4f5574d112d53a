//! Solving with less memory than the cells take: they are in a file, and a bucket of them is in memory at
//! a time.
//!
//! | module | concept |
//! |---|---|
//! | `plan` | how a layer is cut up so that the work on it fits into memory |
//! | `pages` | lists of numbers in working files |
//! | `cell_file` | cells and bits in working files |
//! | `run`, `round` | a solve in progress |
//! | `rows` | the same in lanes, 64 positions at a time |
//! | `saved` | up to which round the cells can be believed, in a file |
//! | [`tally`] | the memory that it takes |
//!
//! # The scheme, and why
//!
//! Going back from what a round has decided leads anywhere. The marks are not written where they belong, but
//! listed by bucket, a page of memory for each; then every bucket that has any is read, marked and written
//! back. Examining a candidate needs the results of its moves, which are anywhere, too. Of those the
//! kernel asks only whether they are won at an earlier distance, or illegal: a bit each, as between the
//! processes of a cluster. A tenth of the state has no room for all of these bits (an eighth of a byte for
//! each index), so they are looked at in windows: what is outside of the window is taken for won, and whoever
//! is still a candidate after the last window is lost. Most candidates do not survive the first.
//!
//! So memory is needed for a page for each bucket, or for a bucket, or for a window, never for all of
//! them. Everything is read and written in large pieces; nothing is mapped into memory (measured: with less
//! memory than cells, a mapped file is many times slower).

mod cell_file;
mod pages;
mod plan;
mod round;
pub(crate) mod rows;
mod run;
mod saved;
pub mod tally;

use std::io;
use std::path::{Path, PathBuf};

use yomikiri_game_api::{Game, Indexer};

use self::plan::{Plan, Shape};
use self::run::Run;
use self::tally::Tally;
use crate::cell::{Cell8, Cell16, Code, Coding};
use crate::cells::Cells;
use crate::depth_buckets::DepthBuckets;
use crate::local::{Job, Settings, Solution, SolveError};
use crate::run::Halt;
use crate::schedule::ChildTiers;
use crate::work::Progress;

type Fault = SolveError;

/// Says which working file an error is about.
fn at_path(path: &Path) -> impl FnOnce(io::Error) -> Fault {
    let path = path.to_owned();
    move |error| SolveError::Working { path, error }
}

/// Where a solve works, and how much memory it may take.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes of memory for the state.
    pub memory: u64,
    /// The directory of its working files, which is its own.
    pub dir: PathBuf,
}

/// The bytes that the state of an indexer takes in memory: its cells, and as many bounds if moves leave it.
pub fn state_bytes<G: Game, I: Indexer<G>>(indexer: &I, coding: Coding) -> u64 {
    let each = coding.bytes() as u64 * if indexer.is_closed() { 1 } else { 2 };
    indexer.size() * each
}

/// The most bytes that working files take, about: cells and bounds, bits, and the lists of the longest round.
pub fn working_bytes(state: u64, indices: u64) -> u64 {
    state + indices / 8 + 12 * indices
}

/// The least memory in bytes for which an indexer can be solved, about.
pub fn least_memory<G: Game, I: Indexer<G>>(indexer: &I, coding: Coding, threads: usize) -> u64 {
    match Plan::new(0, shape::<G, I>(indexer, coding), threads) {
        Ok(_) => 0,
        Err(least) => least,
    }
}

fn shape<G: Game, I: Indexer<G>>(indexer: &I, coding: Coding) -> Shape {
    let layers = indexer.layers().into_iter();
    Shape {
        longest: layers
            .map(|layer| layer.end - layer.start)
            .max()
            .unwrap_or(0),
        width: coding.bytes() as u64,
        has_bounds: !indexer.is_closed(),
    }
}

/// As [`local::solve_tier`](crate::local::solve_tier), with the cells in a file, also those of the solution:
/// the directory can be removed when they are no longer needed. The tally says how much memory it took.
pub fn solve_tier<G: Game, I: Indexer<G>>(
    indexer: &I,
    children: &dyn ChildTiers,
    settings: &Settings,
    (limits, tally): (&Limits, &Tally),
    progress: &dyn Progress,
) -> Result<Solution, SolveError> {
    if !indexer.has_unmoves() {
        // Looking at every index in every round would take for ever: it has to fit.
        let least = state_bytes::<G, I>(indexer, settings.narrowest());
        let memory = limits.memory;
        return Err(SolveError::TooLittleMemory { memory, least });
    }
    let job = Job {
        indexer,
        children,
        settings,
        progress,
    };
    let manifest = limits.dir.join(STATE);
    let found = saved::load(&manifest, &settings.fingerprint, indexer.size());
    let found = found.filter(|_| settings.resume);
    let coding = found.map_or(settings.narrowest(), |(coding, _)| coding);
    let from = found.map(|(_, state)| state);
    if from.is_none() {
        remove_files(&limits.dir);
    }
    std::fs::create_dir_all(&limits.dir).map_err(at_path(&limits.dir))?;
    if coding == Coding::Cell8 {
        let mut run = Run::<G, I, Cell8>::new(job, limits, tally)?;
        let done = run.restore(from).and_then(|()| run.go_on());
        match done {
            Ok(()) => return solution::<Cell8>(run.finish()?, indexer.size()),
            Err(Halt::Error(error)) => return Err(error),
            Err(Halt::TooDeep) => {
                let state = run.widen()?;
                drop(run);
                let mut wide = Run::<G, I, Cell16>::new(job, limits, tally)?;
                return end(wide.restore(Some(state)).and_then(|()| wide.go_on()), wide);
            }
        }
    }
    let mut run = Run::<G, I, Cell16>::new(job, limits, tally)?;
    end(run.restore(from).and_then(|()| run.go_on()), run)
}

fn end<G: Game, I: Indexer<G>>(
    done: Result<(), Halt>,
    run: Run<'_, G, I, Cell16>,
) -> Result<Solution, SolveError> {
    match done {
        Ok(()) => {
            let size = run.size();
            solution::<Cell16>(run.finish()?, size)
        }
        Err(Halt::TooDeep) => Err(SolveError::TooDeep),
        Err(Halt::Error(error)) => Err(error),
    }
}

fn solution<C: Code>(path: PathBuf, size: u64) -> Result<Solution, SolveError> {
    let cells = Cells::in_file(&path, C::CODING, size).map_err(at_path(&path))?;
    Ok(Solution {
        rounds: cells.by_distance(),
        cells,
    })
}

/// Up to which round the cells can be believed.
const STATE: &str = "state";

/// The cells, by their code: a solve that goes on with two bytes has both files for a moment.
fn cells_name(coding: Coding) -> String {
    format!("cells-{}", coding.bytes())
}

/// The bounds of a layer.
fn bounds_name(coding: Coding, layer: usize) -> String {
    format!("bounds-{}-{layer}", coding.bytes())
}

/// Removes the working files of an earlier solve, and only those.
pub fn remove_files(dir: &Path) {
    for entry in std::fs::read_dir(dir).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let is_ours = ["state", "cells-", "bounds-", "bits", "lists-", "lanes-"]
            .iter()
            .any(|prefix| name.starts_with(prefix));
        if is_ours {
            let _ = std::fs::remove_file(entry.path());
        }
    }
    let _ = std::fs::remove_dir(dir);
}

/// Memory that lists of bounds take besides.
fn note_buckets(indices: u64) -> u64 {
    DepthBuckets::bytes(indices)
}
