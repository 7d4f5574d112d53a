//! Retrograde analysis in lanes: 64 positions at a time, for indexers that come in rows.
//!
//! What is known of a row is a few words, a bit for each index. A round looks forward from the rows
//! that a change of the round before can concern: an index is won if a step leads to an index that is
//! lost, and lost if none leads to an index that is safe. All indices of a row are asked at once. There
//! is no list of indices, and nothing but the words is read again and again.
//!
//! The cell of an index that is not yet decided holds its *bound*, the best of the moves that leave
//! the layer, as in [`kernel`](crate::kernel).

mod peers;
mod reconstruct;
mod restore;
mod round;
mod seed;
mod share;

pub use peers::{LanePeers, RoundStatus, RowChange, RowShare};
pub use reconstruct::reconstruct;
pub(crate) use restore::Said;
pub(crate) use round::marked;
pub(crate) use seed::{SeededRow, reached};
pub use share::{LaneShares, ShareJob, SolveShare, SolveStreamed};

use peers::{AllRows, NoPeers, Rows};

use std::marker::PhantomData;
use std::ops::Range;
use std::sync::Arc;
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
        && let Some(mut run) = LaneRun::<G, I, Cell8, _>::new(job, AllRows)
    {
        match run
            .load()
            .map_err(Halt::from)
            .and_then(|()| run.go_on(&mut NoPeers))
        {
            Ok(()) => return Ok(solution(Cells::from_u8(run.into_cells()))),
            // Begun anew: lanes are quick.
            Err(Halt::TooDeep) => {}
            Err(Halt::Error(error)) => return Err(error),
        }
    }
    let Some(mut run) = LaneRun::<G, I, Cell16, _>::new(job, AllRows) else {
        return local::solve_tier(indexer, children, settings, progress);
    };
    let done = match coding {
        Coding::Cell16 => run
            .load()
            .map_err(Halt::from)
            .and_then(|()| run.go_on(&mut NoPeers)),
        Coding::Cell8 => run.go_on(&mut NoPeers),
    };
    match done {
        Ok(()) => Ok(solution(Cells::from_u16(run.into_cells()))),
        Err(Halt::TooDeep) => Err(SolveError::TooDeep),
        Err(Halt::Error(error)) => Err(error),
    }
}

/// Rows handed to a thread at a time: whole words of the list of rows to look at.
const PIECE: u64 = 1 << 10;

/// What is known of the rows of a layer: by row, a bit for each index. The first two are asked of all rows,
/// wherever they are solved; the others only of those that are solved here.
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

/// A solve under way, of the rows that are solved here.
pub(crate) struct LaneRun<'r, G, I, C: Code, R> {
    job: Job<'r, I>,
    rows: R,
    /// By row and index, of the layers so far: while the first ones are solved, which need most of the
    /// earlier tiers, the others take no memory.
    cells: Arc<Vec<C::Shared>>,
    layers: Vec<Range<u64>>,
    layer: usize,
    /// The round to go on from in the layer; 0: it is not begun.
    distance: u32,
    /// The numbers of the layer's rows that are solved here.
    here: Range<u64>,
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
pub(crate) fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros() as usize;
            word &= word - 1;
            bit
        })
    })
}

impl<'r, G: Game, I: LaneIndexer<G>, C: Code, R: Rows> LaneRun<'r, G, I, C, R> {
    /// `None` if the indexer does not come in rows.
    pub(crate) fn new(job: Job<'r, I>, rows: R) -> Option<Self> {
        let lanes = job.indexer.lanes()?;
        let layers = lanes.layers();
        let length = |rows: &Range<u64>| rows.end - rows.start;
        let longest = layers.iter().map(length).max()?;
        let longest_here = layers
            .iter()
            .map(|layer| length(&rows.locals(layer)))
            .max()?;
        let here = rows.locals(&(0..lanes.rows()));
        // Rows that a table leaves out belong to small tables, of few seconds.
        let is_whole = lanes.rows() * LANES == job.indexer.size();
        Some(LaneRun {
            saver: Saver::new(job.settings).only_if(is_whole),
            cells: Arc::new(large_room((length(&here) * LANES) as usize)),
            words: Words {
                lost: zeros(longest),
                safe: zeros(longest),
                open: zeros(longest_here),
                escapes: zeros(longest_here),
                pending: zeros(longest_here),
            },
            touched: zeros(longest_here.div_ceil(LANES)),
            buckets: DepthBuckets::default(),
            layers,
            layer: 0,
            distance: 0,
            here: 0..0,
            rows,
            game: PhantomData,
            job,
        })
    }

    fn cursor(&self) -> I::Lanes<'r> {
        self.job.indexer.lanes().expect("asked before")
    }

    /// The cells of a table that is solved here alone.
    pub(crate) fn into_cells(self) -> Vec<C::Cell> {
        self.into_shared_cells().into_iter().map(C::alone).collect()
    }

    /// The cells of the table that belong to this process.
    pub(crate) fn into_shared_cells(self) -> Vec<C::Shared> {
        let cursor = self.cursor();
        if cursor.rows() * LANES == self.job.indexer.size() {
            return Arc::into_inner(self.cells).expect("nothing is being saved any more");
        }
        let cells = std::iter::repeat_with(|| C::shared(C::EMPTY));
        let count = self.rows.indices().unwrap_or(self.job.indexer.size());
        let cells: Vec<C::Shared> = cells.take(count as usize).collect();
        for local in self.rows.locals(&(0..cursor.rows())) {
            let first = cursor.first_index(self.rows.row(local));
            if let Some(place) = first.and_then(|first| self.rows.place(first)) {
                let to = &cells[place as usize..][..LANES as usize];
                for (to, from) in to.iter().zip(self.row(local)) {
                    C::set(to, C::get(from));
                }
            }
        }
        cells
    }

    /// Solves what is left of the layers.
    pub(crate) fn go_on(&mut self, peers: &mut dyn LanePeers<C>) -> Result<(), Halt> {
        while self.layer < self.layers.len() {
            let mut distance = std::mem::take(&mut self.distance);
            match distance {
                0 => {
                    self.begin()?;
                    self.seed_from_conversions(peers)?;
                }
                _ => self.restore(distance, peers)?,
            }
            let mut status = self.pending_beyond(distance);
            status.has_found = true;
            // Indices without a step inside are found by looking at everything.
            while distance < 2 || status.has_found || status.is_pending {
                distance += 1;
                if distance > C::MOST {
                    return Err(Halt::TooDeep);
                }
                let changes = self.look(distance)?;
                let told = self.apply(distance, &changes)?;
                let own = RoundStatus {
                    has_found: changes.iter().any(|changes| !changes.is_empty()),
                    ..self.pending_beyond(distance)
                };
                status = self.exchange(told, own, distance >= 2, peers)?;
                if distance < 2 {
                    self.touch_all();
                }
                if status.saves {
                    peers.save((self.layer as u32, distance), &self.cells)?;
                }
            }
            // What is being saved must not see the cells of draws.
            peers.settle()?;
            self.finish()?;
            self.layer += 1;
            let state = self.state();
            self.saver.save_now_and_then::<C>(state, &self.cells, &[])?;
        }
        Ok(())
    }

    fn pending_beyond(&self, distance: u32) -> RoundStatus {
        RoundStatus {
            is_pending: self.buckets.any_beyond(distance),
            ..RoundStatus::default()
        }
    }

    /// Tells other processes what was decided, and takes what they tell; what all say. The rows with steps to
    /// those that have changed elsewhere are marked, unless all rows are looked at anyway.
    fn exchange(
        &self,
        told: Vec<Told>,
        own: RoundStatus,
        marks: bool,
        peers: &mut dyn LanePeers<C>,
    ) -> Result<RoundStatus, Halt> {
        for (to, change) in told {
            bits(to).try_for_each(|to| peers.tell(to, change))?;
        }
        let mut cursor = self.cursor();
        let first = self.layer().start;
        let status = peers.step(own, &mut |change| {
            let place = change.row - first;
            let lost = get(&self.words.lost, place) | change.lost;
            set(&self.words.lost, place, lost);
            let safe = get(&self.words.safe, place) & !change.won;
            set(&self.words.safe, place, safe);
            if marks {
                cursor.seek(change.row);
                cursor.rows_before(|row| {
                    self.touch(row);
                });
            }
        })?;
        match status.is_too_deep {
            true => Err(Halt::TooDeep),
            false => Ok(status),
        }
    }

    fn layer(&self) -> Range<u64> {
        self.layers[self.layer].clone()
    }

    /// Indices of the layer that are solved here.
    fn size(&self) -> u64 {
        (self.here.end - self.here.start) * LANES
    }

    /// The cells of a row by its number.
    fn row(&self, local: u64) -> &[C::Shared] {
        &self.cells[(local * LANES) as usize..][..LANES as usize]
    }

    fn touch_all(&self) {
        for word in 0..self.size().div_ceil(LANES * LANES) {
            set(&self.touched, word, u64::MAX);
        }
    }

    /// Shares the rows of the layer that are solved here, which come with their place among them.
    fn sweep<S: Send>(
        &self,
        name: &'static str,
        start: impl Fn() -> S + Sync,
        work: impl Fn(&mut I::Lanes<'r>, &mut S, u64, u64) + Sync,
    ) -> Result<Vec<S>, Halt> {
        let first = self.here.start;
        self.job.progress.stage(name, None, self.size());
        let (parts, complete) = self.share_rows(
            || (self.cursor(), start()),
            |(cursor, state), places| {
                for place in places {
                    work(cursor, state, self.rows.row(first + place), place);
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
        self.keep_cells(self.layer);
        Ok(())
    }

    /// How many cells the layers before this one have here.
    fn cells_before(&self, layer: usize) -> usize {
        let before = self.layers[..layer].last();
        before.map_or(0, |last| {
            (self.rows.locals(&(0..last.end)).end * LANES) as usize
        })
    }

    /// Makes cells for layers.
    fn make_cells(&mut self, layers: usize) {
        let count = self.cells_before(layers);
        self.own_cells()
            .resize_with(count, || C::shared(C::UNKNOWN));
    }

    /// Drops the cells of all later layers.
    fn keep_cells(&mut self, layers: usize) {
        let count = self.cells_before(layers);
        self.own_cells().truncate(count);
    }

    fn own_cells(&mut self) -> &mut Vec<C::Shared> {
        Arc::get_mut(&mut self.cells).expect("nothing is being saved between two layers")
    }
}

/// A change, and the processes that solve rows with steps to it: a bit each, of which processes beyond the
/// 64th share one.
type Told = (u64, RowChange);
