//! Lanes with less memory than the state takes: 64 positions in a word, as [`lanes`](crate::lanes), with
//! the words and the cells in files.
//!
//! A row is decided by its own words and by two words (lost, safe) of the rows that its steps lead to. Most of
//! those are near: only kings lead far away. So the files are read in pages of 64 rows, of which each thread
//! remembers some. A round looks first and lists what it decides, in a file; then it writes that down.
//! In memory are two bits for each row: whether it is to be looked at, and whether it has anything undecided.
//!
//! Cells hold bounds until they are decided, and what a later round has written is as good as a bound. So
//! the cells and the number of a round are enough to resume. Only the last sweep of a layer, which turns what is
//! still open into draws, needs the words again: it has a mark of its own.

mod files;
mod restore;
mod round;
mod seed;

use std::marker::PhantomData;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use yomikiri_game_api::{Game, LANES, LaneIndexer, Lanes};

use self::files::{Change, Changes, PAGE, Pages, RowFile};
use super::cell_file::{CellFile, PART};
use super::tally::{Held, Tally};
use super::{Fault, Limits, at_path, cells_name, remove_files, saved, solution};
use crate::cell::{Cell8, Cell16, Code, Coding};
use crate::checkpoint::State;
use crate::depth_buckets::DepthBuckets;
use crate::lanes::bits;
use crate::local::{Job, Solution, SolveError};
use crate::run::Halt;
use crate::work::share;

/// Up to which round the cells can be believed.
const STATE: &str = "state-lanes";
/// In the place of a round: all of them are over, and the last sweep may have begun.
const SWEEPING: u32 = u32::MAX;
/// Pages of rows handed to a thread at a time.
const PIECE: u64 = 16;
/// Changes that a thread gathers before it stores them.
const GATHERED: usize = 128;
/// The least number of pages to remember.
const LEAST_PAGES: u64 = 8;

/// Solves an indexer that comes in rows; `None` if it does not.
pub(crate) fn solve_tier<G: Game, I: LaneIndexer<G>>(
    job: Job<'_, I>,
    (limits, tally): (&Limits, &Tally),
) -> Option<Result<Solution, SolveError>> {
    job.indexer.lanes()?;
    let settings = job.settings;
    let path = limits.dir.join(STATE);
    let found = saved::load(&path, &settings.fingerprint, job.indexer.size());
    let found = found.filter(|_| settings.resume);
    if let Some((Coding::Cell16, state)) = found {
        return Some(solve::<G, I, Cell16>(job, (limits, tally), Some(state)).map_err(error));
    }
    if settings.narrowest() == Coding::Cell8 {
        let state = found.map(|(_, state)| state);
        match solve::<G, I, Cell8>(job, (limits, tally), state) {
            // Begun anew: lanes are quick.
            Err(Halt::TooDeep) => {}
            done => return Some(done.map_err(error)),
        }
    }
    Some(solve::<G, I, Cell16>(job, (limits, tally), None).map_err(error))
}

fn error(halt: Halt) -> SolveError {
    match halt {
        Halt::TooDeep => SolveError::TooDeep,
        Halt::Error(error) => error,
    }
}

fn solve<G: Game, I: LaneIndexer<G>, C: Code>(
    job: Job<'_, I>,
    (limits, tally): (&Limits, &Tally),
    from: Option<State>,
) -> Result<Solution, Halt> {
    if from.is_none() {
        remove_files(&limits.dir);
    }
    std::fs::create_dir_all(&limits.dir).map_err(at_path(&limits.dir))?;
    let mut run = RowRun::<G, I, C>::new(job, limits, tally)?;
    run.go_on(from)?;
    let path = run.finish()?;
    Ok(solution::<C>(path, job.indexer.size())?)
}

/// The least memory in bytes for which rows can be solved on one thread; `None` if the indexer has none.
pub(crate) fn least_memory<G: Game, I: LaneIndexer<G>>(indexer: &I, coding: Coding) -> Option<u64> {
    let lanes = indexer.lanes()?;
    Some(Plan::least(&Shape::new(&lanes.layers(), coding), 1))
}

/// What a plan is made for.
struct Shape {
    /// Rows of the longest layer.
    longest: u64,
    layers: usize,
    width: u64,
}

impl Shape {
    fn new(layers: &[Range<u64>], coding: Coding) -> Self {
        let lengths = layers.iter().map(|layer| layer.end - layer.start);
        Shape {
            longest: lengths.max().unwrap_or(0),
            layers: layers.len(),
            width: coding.bytes() as u64,
        }
    }

    /// Memory that does not depend on the number of threads.
    fn fixed(&self) -> u64 {
        // Blocks of changes are listed with 32 bytes each.
        let blocks = self.longest.div_ceil(GATHERED as u64) * 32;
        2 * self.longest.div_ceil(8) + DepthBuckets::bytes(self.longest * LANES) + blocks
    }

    /// Memory of a thread, without pages that it remembers.
    fn thread(&self) -> u64 {
        let cells = 2 * LANES * PAGE as u64 * self.width;
        let changes = 32 * 2 * (GATHERED + PAGE) as u64;
        cells + changes + 40 * PAGE as u64 + Pages::bytes(self.longest).0
    }

    /// Memory for a part of earlier layers.
    fn part(&self) -> u64 {
        match self.layers {
            1 => 0,
            _ => PART as u64 * self.width,
        }
    }
}

/// How much of what is in memory.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Plan {
    threads: usize,
    /// Pages that a thread remembers.
    pages: usize,
    /// Parts of earlier layers that a thread remembers.
    parts: usize,
}

impl Plan {
    fn least(shape: &Shape, threads: u64) -> u64 {
        let pages = LEAST_PAGES * Pages::bytes(shape.longest).1;
        shape.fixed() + threads * (shape.thread() + shape.part() + pages)
    }

    /// With fewer threads if there is not enough memory for all; the error is the least memory.
    fn new(memory: u64, shape: &Shape, threads: usize) -> Result<Self, u64> {
        let fits = |threads: &usize| Self::least(shape, *threads as u64) <= memory;
        let threads = (1..=threads).rev().find(fits);
        let threads = threads.ok_or(Self::least(shape, 1))?;
        let each = (memory - shape.fixed()) / threads as u64 - shape.thread();
        let (most, page) = (
            shape.longest.div_ceil(PAGE as u64),
            Pages::bytes(shape.longest).1,
        );
        let parts = match shape.part() {
            0 => 0,
            part => (each / 4 / part).clamp(1, 32),
        };
        let pages = (each - parts * shape.part()) / page;
        Ok(Plan {
            threads,
            pages: pages.min(most).max(1) as usize,
            parts: parts as usize,
        })
    }
}

/// A solve under way.
struct RowRun<'r, G, I, C: Code> {
    job: Job<'r, I>,
    limits: &'r Limits,
    plan: Plan,
    /// By row and lane.
    cells: CellFile,
    /// The directory's file for the table, if some rows are left out of it.
    table: Option<PathBuf>,
    /// By row of the layer: lost, and safe (legal and not known to be won).
    near: RowFile<2>,
    /// By row of the layer: open (not decided), escapes (a move out of the layer does not lose), and pending (lost
    /// for certain: the longest way out decides when).
    own: RowFile<3>,
    changes: Changes,
    layers: Vec<Range<u64>>,
    layer: usize,
    /// The last round that is over; 0: the layer is not begun.
    distance: u32,
    /// A bit for each row of the layer: to be looked at in the next round.
    touched: Vec<AtomicU64>,
    /// A bit for each row of the layer: something is open or pending.
    alive: Vec<AtomicU64>,
    buckets: DepthBuckets,
    pages: Mutex<Vec<Pages>>,
    saved: Instant,
    _held: Held<'r>,
    game: PhantomData<(fn(G), C)>,
}

/// The working state of a thread.
struct Worker<L, C: Code> {
    cursor: L,
    pages: Pages,
    own: [[u64; 3]; PAGE],
    near: [[u64; 2]; PAGE],
    /// Cells of a page.
    cells: Vec<C::Shared>,
    buffer: Vec<u8>,
    changes: Vec<Change>,
    fault: Option<Halt>,
}

impl<L, C: Code> Worker<L, C> {
    /// Does a part of the work unless something went wrong before.
    fn attempt(&mut self, work: impl FnOnce(&mut Self) -> Result<(), Halt>) {
        if self.fault.is_none()
            && let Err(fault) = work(self)
        {
            self.fault = Some(fault);
        }
    }
}

impl<'r, G: Game, I: LaneIndexer<G>, C: Code> RowRun<'r, G, I, C> {
    fn new(job: Job<'r, I>, limits: &'r Limits, tally: &'r Tally) -> Result<Self, Fault> {
        let lanes = job.indexer.lanes().expect("asked before");
        let (rows, layers) = (lanes.rows(), lanes.layers());
        let shape = Shape::new(&layers, C::CODING);
        let memory = limits.memory;
        let plan = Plan::new(memory, &shape, job.settings.threads)
            .map_err(|least| SolveError::TooLittleMemory { memory, least })?;
        let at = |name: &str| limits.dir.join(name);
        let table = at(&cells_name(C::CODING));
        let is_whole = rows * LANES == job.indexer.size();
        let cells = match is_whole {
            true => table.clone(),
            false => at(&format!("lanes-{}", cells_name(C::CODING))),
        };
        let words = shape.longest.div_ceil(LANES) as usize;
        let bits = || (0..words).map(|_| AtomicU64::new(0)).collect();
        let each = shape.thread()
            + shape.part() * plan.parts as u64
            + Pages::bytes(shape.longest).1 * plan.pages as u64;
        Ok(RowRun {
            _held: tally.hold(shape.fixed() + each * plan.threads as u64),
            cells: CellFile::open::<C>(&cells, &(0..rows * LANES))?,
            table: (!is_whole).then_some(table),
            near: RowFile::open(&at("lanes-near"), shape.longest)?,
            own: RowFile::open(&at("lanes-own"), shape.longest)?,
            changes: Changes::open(&at("lanes-changes"))?,
            layers,
            layer: 0,
            distance: 0,
            touched: bits(),
            alive: bits(),
            buckets: DepthBuckets::default(),
            pages: Mutex::default(),
            saved: Instant::now(),
            game: PhantomData,
            job,
            limits,
            plan,
        })
    }

    fn layer(&self) -> Range<u64> {
        self.layers[self.layer].clone()
    }

    /// How many rows the layer has.
    fn count(&self) -> u64 {
        let layer = self.layer();
        layer.end - layer.start
    }

    /// Solves what is left of the layers.
    fn go_on(&mut self, from: Option<State>) -> Result<(), Halt> {
        let mut resumed = None;
        if let Some(state) = from {
            self.layer = state.layer as usize;
            resumed = Some(state.distance).filter(|distance| *distance > 0);
        }
        while self.layer < self.layers.len() {
            match resumed.take() {
                None => self.begin()?,
                Some(SWEEPING) => self.distance = SWEEPING,
                Some(distance) => self.restore(distance)?,
            }
            if self.distance != SWEEPING {
                self.rounds()?;
                self.distance = SWEEPING;
                self.own.sync()?;
                self.save()?;
            }
            self.sweep_draws()?;
            self.layer += 1;
            self.distance = 0;
            self.save()?;
        }
        Ok(())
    }

    fn rounds(&mut self) -> Result<(), Halt> {
        let mut has_found = true;
        // Indices without a step inside are found by looking at everything.
        while self.distance < 2 || has_found || self.buckets.any_beyond(self.distance) {
            let distance = self.distance + 1;
            if distance > C::MOST {
                return Err(Halt::TooDeep);
            }
            has_found = self.round(distance)?;
            self.distance = distance;
            if distance < 2 {
                self.touch_all();
            }
            let checkpoint = self.job.settings.checkpoint.as_ref();
            if checkpoint.is_some_and(|(_, interval)| self.saved.elapsed() >= *interval) {
                self.save()?;
            }
        }
        Ok(())
    }

    fn touch_all(&self) {
        for word in &self.touched {
            word.store(u64::MAX, Ordering::Relaxed);
        }
    }

    fn save(&mut self) -> Result<(), Fault> {
        if self.job.settings.checkpoint.is_none() {
            return Ok(());
        }
        self.cells.sync()?;
        let state = State {
            layer: self.layer as u32,
            distance: self.distance,
        };
        saved::save(
            &self.limits.dir.join(STATE),
            &self.job.settings.fingerprint,
            (C::CODING, self.job.indexer.size()),
            state,
        )?;
        self.saved = Instant::now();
        Ok(())
    }

    /// Stopped in the middle of a round: what it has written is found again.
    fn interrupted(&mut self) -> Halt {
        let has_begun = self.layer > 0 || self.distance > 0;
        let saved = has_begun && self.job.settings.checkpoint.is_some();
        match if saved { self.save() } else { Ok(()) } {
            Ok(()) => SolveError::Interrupted { saved }.into(),
            Err(error) => error.into(),
        }
    }

    /// Shares numbers from 0 to `total` among threads that have a cursor and pages.
    fn share(
        &mut self,
        total: u64,
        piece: u64,
        work: impl Fn(&Self, &mut Worker<I::Lanes<'r>, C>, Range<u64>) + Sync,
    ) -> Result<Vec<Worker<I::Lanes<'r>, C>>, Halt> {
        let rows = self.layers.iter().map(|layer| layer.end - layer.start);
        let rows = rows.max().unwrap_or(0);
        let this = &*self;
        let start = || {
            let mut pool = this.pages.lock().unwrap_or_else(PoisonError::into_inner);
            Worker {
                cursor: this.job.indexer.lanes().expect("asked before"),
                pages: pool
                    .pop()
                    .unwrap_or_else(|| Pages::new(rows, this.plan.pages)),
                own: [[0; 3]; PAGE],
                near: [[0; 2]; PAGE],
                cells: std::iter::repeat_with(|| C::shared(C::UNKNOWN))
                    .take(PAGE * LANES as usize)
                    .collect(),
                buffer: Vec::new(),
                changes: Vec::new(),
                fault: None,
            }
        };
        let (mut workers, complete) = share(
            total,
            piece,
            this.plan.threads,
            this.job.progress,
            start,
            |worker, some| work(this, worker, some),
        );
        let mut fault = None;
        for worker in &mut workers {
            let more = worker.pages.fault.take().map(Halt::from);
            fault = fault.or(worker.fault.take()).or(more);
            let mut pages = std::mem::replace(&mut worker.pages, Pages::new(0, 0));
            pages.forget();
            let pool = self.pages.get_mut();
            pool.unwrap_or_else(PoisonError::into_inner).push(pages);
        }
        match (fault, complete) {
            (Some(fault), _) => Err(fault),
            (None, false) => Err(self.interrupted()),
            (None, true) => Ok(workers),
        }
    }

    /// Shares the pages of the layer; they come with the places of their rows.
    fn share_pages(
        &mut self,
        work: impl Fn(&Self, &mut Worker<I::Lanes<'r>, C>, Range<u64>) -> Result<(), Halt> + Sync,
    ) -> Result<Vec<Worker<I::Lanes<'r>, C>>, Halt> {
        let rows = self.count();
        self.share(rows, PIECE * PAGE as u64, |this, worker, some| {
            for first in some.clone().step_by(PAGE) {
                let places = first..some.end.min(first + PAGE as u64);
                worker.attempt(|worker| work(this, worker, places));
            }
        })
    }

    /// Reads the cells of rows of a page.
    fn read_cells(
        &self,
        worker: &mut Worker<I::Lanes<'r>, C>,
        places: &Range<u64>,
    ) -> Result<(), Fault> {
        let first = (self.layer().start + places.start) * LANES;
        let count = ((places.end - places.start) * LANES) as usize;
        let Worker { cells, buffer, .. } = worker;
        self.cells.read::<C>(first, &cells[..count], buffer)
    }

    /// Writes them.
    fn write_cells(
        &self,
        worker: &mut Worker<I::Lanes<'r>, C>,
        places: &Range<u64>,
    ) -> Result<(), Fault> {
        let first = (self.layer().start + places.start) * LANES;
        let count = ((places.end - places.start) * LANES) as usize;
        let Worker { cells, buffer, .. } = worker;
        self.cells.write::<C>(first, &cells[..count], buffer)
    }

    /// What is still open is a draw; a table holds one of several mirror images.
    fn sweep_draws(&mut self) -> Result<(), Halt> {
        self.job.progress.stage("finish", None, self.count());
        self.share_pages(|this, worker, places| {
            let count = (places.end - places.start) as usize;
            this.read_cells(worker, &places)?;
            this.own.read(places.start, &mut worker.own[..count])?;
            for (row, place) in places.clone().enumerate() {
                let cells = &worker.cells[row * LANES as usize..][..LANES as usize];
                let [open, ..] = worker.own[row];
                bits(open).for_each(|at| C::set(&cells[at], C::UNKNOWN));
                worker.cursor.seek(this.layer().start + place);
                let left_out = !worker.cursor.canonical();
                bits(left_out).for_each(|at| C::set(&cells[at], C::EMPTY));
            }
            Ok(this.write_cells(worker, &places)?)
        })?;
        Ok(())
    }

    /// Drops everything but the cells of the table; their file.
    fn finish(self) -> Result<PathBuf, Fault> {
        for name in ["lanes-near", "lanes-own", "lanes-changes"] {
            let _ = std::fs::remove_file(self.limits.dir.join(name));
        }
        let Some(table) = self.table else {
            return Ok(self.cells.path().to_owned());
        };
        // The rows that a table leaves out belong to small tables.
        let cursor = self.job.indexer.lanes().expect("asked before");
        let file = CellFile::open::<C>(&table, &(0..self.job.indexer.size()))?;
        let row: Vec<_> = (0..LANES).map(|_| C::shared(C::EMPTY)).collect();
        let mut buffer = Vec::new();
        for index in (0..self.job.indexer.size()).step_by(LANES as usize) {
            let count = (self.job.indexer.size() - index).min(LANES) as usize;
            file.write::<C>(index, &row[..count], &mut buffer)?;
        }
        for number in 0..cursor.rows() {
            if let Some(first) = cursor.first_index(number) {
                self.cells.read::<C>(number * LANES, &row, &mut buffer)?;
                file.write::<C>(first, &row, &mut buffer)?;
            }
        }
        let _ = std::fs::remove_file(self.cells.path());
        Ok(table)
    }
}
