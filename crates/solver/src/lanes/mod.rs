//! Retrograde analysis in lanes: 64 positions at a time, for indexers that come in rows.
//!
//! What is known of a row is a few words, a bit for each index. A round looks forward from the rows
//! that a change of the round before can concern: an index is won if a step leads to an index that is
//! lost, and lost if none leads to an index that is safe. All indices of a row are asked at once. There
//! is no list of indices, and nothing but the words is read again and again.
//!
//! The cell of an index that is not yet decided holds its *bound*, the best of the moves that leave
//! the layer, as in [`kernel`](crate::kernel).

mod reconstruct;
mod round;
mod seed;

pub use reconstruct::reconstruct;

use std::marker::PhantomData;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use yomikiri_game_api::{Game, LANES, LaneIndexer, Lanes};

use crate::Cells;
use crate::cell::{Cell8, Cell16, Code, Coding};
use crate::checkpoint::{Saver, State};
use crate::depth_buckets::DepthBuckets;
use crate::local::{self, Job, Settings, Solution, SolveError, solution};
use crate::memory::{large_list, large_room};
use crate::run::Halt;
use crate::schedule::ChildTiers;
use crate::work::{Progress, share};

/// As [`local::solve_tier`], 64 positions at a time where the indices come
/// in rows: many times faster, with the same result.
pub fn solve_tier<G: Game, I: LaneIndexer<G>>(
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
    let coding = settings.coding()?;
    if coding == Coding::Cell8
        && let Some(mut run) = LaneRun::<G, I, Cell8>::new(job)
    {
        match run.load().map_err(Halt::from).and_then(|()| run.go_on()) {
            Ok(()) => return Ok(solution(Cells::from_u8(run.into_cells()))),
            // Begun anew: lanes are quick.
            Err(Halt::TooDeep) => {}
            Err(Halt::Error(error)) => return Err(error),
        }
    }
    let Some(mut run) = LaneRun::<G, I, Cell16>::new(job) else {
        return local::solve_tier(indexer, children, settings, progress);
    };
    let done = match coding {
        Coding::Cell16 => run.load().map_err(Halt::from).and_then(|()| run.go_on()),
        Coding::Cell8 => run.go_on(),
    };
    match done {
        Ok(()) => Ok(solution(Cells::from_u16(run.into_cells()))),
        Err(Halt::TooDeep) => Err(SolveError::TooDeep),
        Err(Halt::Error(error)) => Err(error),
    }
}

/// Rows handed to a thread at a time: whole words of the list of rows to look at.
const PIECE: u64 = 1 << 10;

/// What is known of the rows of a layer: by row, a bit for each index.
struct Words {
    /// The side to move has lost.
    lost: Vec<AtomicU64>,
    /// Legal, and not known to be won for the side to move.
    safe: Vec<AtomicU64>,
    /// Not decided.
    open: Vec<AtomicU64>,
    /// A move out of the layer does not lose.
    escapes: Vec<AtomicU64>,
    /// Lost for certain: the longest way out decides when.
    pending: Vec<AtomicU64>,
}

/// A solve under way.
pub(crate) struct LaneRun<'r, G, I, C: Code> {
    job: Job<'r, I>,
    /// By row and index, of the layers so far: while the first ones are solved, which need most of the
    /// earlier tiers, the others take no memory.
    cells: Vec<C::Shared>,
    layers: Vec<Range<u64>>,
    layer: usize,
    words: Words,
    /// A bit for each row of the layer: to be looked at in the next round.
    touched: Vec<AtomicU64>,
    buckets: DepthBuckets,
    saver: Saver<'r>,
    game: PhantomData<fn(G)>,
}

fn get(words: &[AtomicU64], at: u64) -> u64 {
    words[at as usize].load(Ordering::Relaxed)
}

fn set(words: &[AtomicU64], at: u64, word: u64) {
    words[at as usize].store(word, Ordering::Relaxed);
}

fn zeros(length: u64) -> Vec<AtomicU64> {
    large_list(length as usize, || AtomicU64::new(0))
}

/// The numbers of the bits of a word.
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros() as usize;
            word &= word - 1;
            bit
        })
    })
}

impl<'r, G: Game, I: LaneIndexer<G>, C: Code> LaneRun<'r, G, I, C> {
    /// `None` if the indexer does not come in rows.
    pub(crate) fn new(job: Job<'r, I>) -> Option<Self> {
        let rows = job.indexer.lanes()?;
        let layers = rows.layers();
        let longest = layers.iter().map(|layer| layer.end - layer.start).max()?;
        // Rows that a table leaves out belong to small tables, of few seconds.
        let is_whole = rows.rows() * LANES == job.indexer.size();
        Some(LaneRun {
            saver: Saver::new(job.settings).only_if(is_whole),
            cells: large_room((rows.rows() * LANES) as usize),
            words: Words {
                lost: zeros(longest),
                safe: zeros(longest),
                open: zeros(longest),
                escapes: zeros(longest),
                pending: zeros(longest),
            },
            touched: zeros(longest.div_ceil(LANES)),
            buckets: DepthBuckets::default(),
            layers,
            layer: 0,
            game: PhantomData,
            job,
        })
    }

    fn cursor(&self) -> I::Lanes<'r> {
        self.job.indexer.lanes().expect("asked before")
    }

    /// The cells of the table.
    pub(crate) fn into_cells(self) -> Vec<C::Cell> {
        let cursor = self.cursor();
        let indices = self.job.indexer.size() as usize;
        if self.cells.len() == indices {
            return self.cells.into_iter().map(C::alone).collect();
        }
        let mut cells = vec![C::EMPTY; indices];
        for row in 0..cursor.rows() {
            if let Some(first) = cursor.first_index(row) {
                let to = &mut cells[first as usize..][..LANES as usize];
                for (to, from) in to.iter_mut().zip(self.row(row)) {
                    *to = C::get(from);
                }
            }
        }
        cells
    }

    /// Solves what is left of the layers.
    pub(crate) fn go_on(&mut self) -> Result<(), Halt> {
        while self.layer < self.layers.len() {
            self.begin()?;
            self.seed_from_conversions()?;
            let mut distance = 0;
            let mut found = true;
            // Indices without a step inside are found by looking at everything.
            while distance < 2 || found || self.buckets.any_beyond(distance) {
                distance += 1;
                if distance > C::MOST {
                    return Err(Halt::TooDeep);
                }
                let changes = self.look(distance)?;
                found = changes.iter().any(|changes| !changes.is_empty());
                self.apply(distance, &changes)?;
                if distance < 2 {
                    self.touch_all();
                }
            }
            self.finish()?;
            self.layer += 1;
            let state = self.state();
            self.saver.save_now_and_then::<C>(state, &self.cells, &[])?;
        }
        Ok(())
    }

    fn layer(&self) -> Range<u64> {
        self.layers[self.layer].clone()
    }

    /// Indices of the layer.
    fn size(&self) -> u64 {
        (self.layer().end - self.layer().start) * LANES
    }

    fn row(&self, row: u64) -> &[C::Shared] {
        &self.cells[(row * LANES) as usize..][..LANES as usize]
    }

    fn touch_all(&self) {
        for word in 0..self.size().div_ceil(LANES * LANES) {
            set(&self.touched, word, u64::MAX);
        }
    }

    /// Shares the rows of the layer, which come with their place in it.
    fn sweep<S: Send>(
        &self,
        name: &'static str,
        start: impl Fn() -> S + Sync,
        work: impl Fn(&mut I::Lanes<'r>, &mut S, u64, u64) + Sync,
    ) -> Result<Vec<S>, Halt> {
        let layer = self.layer();
        self.job.progress.stage(name, None, self.size());
        let (parts, complete) = self.share_rows(
            || (self.cursor(), start()),
            |(cursor, state), places| {
                for place in places {
                    work(cursor, state, layer.start + place, place);
                }
            },
        );
        self.checked(parts.into_iter().map(|(_, state)| state), complete)
    }

    /// Shares the places of rows in the layer; progress is counted in indices.
    fn share_rows<S: Send>(
        &self,
        start: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, Range<u64>) + Sync,
    ) -> (Vec<S>, bool) {
        self.share(self.size(), PIECE * LANES, start, |state, indices| {
            work(state, indices.start / LANES..indices.end / LANES);
        })
    }

    fn share<S: Send>(
        &self,
        total: u64,
        piece: u64,
        start: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, Range<u64>) + Sync,
    ) -> (Vec<S>, bool) {
        share(
            total,
            piece,
            self.job.settings.threads,
            self.job.progress,
            start,
            work,
        )
    }

    fn checked<S>(
        &self,
        parts: impl IntoIterator<Item = S>,
        complete: bool,
    ) -> Result<Vec<S>, Halt> {
        match complete {
            true => Ok(parts.into_iter().collect()),
            false => Err(self.interrupted().into()),
        }
    }

    /// The layers that are done.
    fn state(&self) -> State {
        State {
            layer: self.layer as u32,
            distance: 0,
        }
    }

    fn interrupted(&self) -> SolveError {
        let state = self.state();
        self.saver.interrupted::<C>(state, &self.cells, &[])
    }

    /// Goes on from a checkpoint if that was asked for and there is one: from the beginning of the
    /// layer in which it was made.
    pub(crate) fn load(&mut self) -> Result<(), SolveError> {
        if !self.saver.resumes() {
            return Ok(());
        }
        self.make_cells(self.layers.len());
        let found = self.saver.load::<C>(&self.cells)?;
        let layer = found.map_or(0, |(state, _)| state.layer as usize);
        self.layer = layer.min(self.layers.len());
        self.cells.truncate(self.cells_before(self.layer));
        Ok(())
    }

    /// How many cells the layers before this one have.
    fn cells_before(&self, layer: usize) -> usize {
        let before = self.layers[..layer].last();
        before.map_or(0, |last| (last.end * LANES) as usize)
    }

    /// Makes cells for layers.
    fn make_cells(&mut self, layers: usize) {
        let count = self.cells_before(layers);
        self.cells.resize_with(count, || C::shared(C::UNKNOWN));
    }
}
