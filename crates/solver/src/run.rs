//! A solve under way, in one code.

use std::marker::PhantomData;
use std::ops::Range;

use yomikiri_game_api::{Game, Indexer, Value};

use crate::cell::{Cell16, Code};
use crate::checkpoint::{Saver, State};
use crate::depth_buckets::DepthBuckets;
use crate::kernel::{self, Board, SeedError};
use crate::local::{Job, SolveError};
use crate::memory::large_list;
use crate::work::share;

/// Indices handed to a thread at a time in sweeps over all of them.
const SWEEP: u64 = 1 << 14;
/// The same where a sweep does no more than look at the cells.
const GLANCE: u64 = 1 << 18;
/// Indices handed to a thread at a time from a frontier.
const FRONT: u64 = 1 << 10;

/// Why a run stopped.
pub(crate) enum Halt {
    /// The code holds no longer distances; the run can go on in a wider one.
    TooDeep,
    /// It is over.
    Error(SolveError),
}

impl From<SolveError> for Halt {
    fn from(error: SolveError) -> Self {
        Halt::Error(error)
    }
}

impl From<SeedError> for Halt {
    fn from(fault: SeedError) -> Self {
        match fault {
            SeedError::TooDeep => Halt::TooDeep,
            SeedError::Nowhere { index, conversion } => {
                Halt::Error(SolveError::Nowhere { index, conversion })
            }
        }
    }
}

/// A solve under way. Between two rounds the cells and bounds, the layer and the distance are the
/// state; everything else follows from them.
pub(crate) struct Run<'r, G, I, C: Code> {
    job: Job<'r, I>,
    cells: Vec<C::Shared>,
    /// What moves out of the layer are worth; empty if the indexer is closed.
    bounds: Vec<C::Cell>,
    layers: Vec<Range<u64>>,
    /// The layer that is being solved.
    layer: usize,
    /// Everything up to this distance is decided in it; 0: not begun.
    distance: u32,
    front: Front,
    /// The rounds in which bounds to win, or pending losses, apply.
    buckets: DepthBuckets,
    saver: Saver<'r>,
    loaded: bool,
    game: PhantomData<fn(G)>,
}

/// What was decided at one distance, in the order of indices.
#[derive(Default)]
struct Front {
    won: Vec<u64>,
    lost: Vec<u64>,
}

impl<'r, G: Game, I: Indexer<G>, C: Code> Run<'r, G, I, C> {
    pub(crate) fn new(job: Job<'r, I>) -> Self {
        let indices = job.indexer.size() as usize;
        Run {
            cells: large_list(indices, || C::shared(C::UNKNOWN)),
            bounds: Vec::new(),
            layers: job.indexer.layers(),
            layer: 0,
            distance: 0,
            front: Front::default(),
            buckets: DepthBuckets::default(),
            saver: Saver::new(job.settings),
            loaded: false,
            game: PhantomData,
            job,
        }
    }

    pub(crate) fn into_cells(self) -> Vec<C::Cell> {
        self.cells.into_iter().map(C::alone).collect()
    }

    /// Solves what is left of the layers.
    pub(crate) fn go_on(&mut self) -> Result<(), Halt> {
        while self.layer < self.layers.len() {
            if self.distance == 0 {
                self.begin()?;
            }
            while self.has_more() {
                self.round()?;
            }
            self.layer += 1;
            self.distance = 0;
            self.save_now_and_then()?;
        }
        Ok(())
    }

    fn range(&self) -> Range<u64> {
        self.layers[self.layer].clone()
    }

    fn board(&self) -> Board<'_, C> {
        Board::new(&self.cells, &self.bounds, self.range().start)
    }

    /// Whether another round can decide anything.
    fn has_more(&self) -> bool {
        let pending = self.buckets.any_beyond(self.distance);
        // Losses in two are found by looking at everything, whatever went before.
        self.distance < 2 || pending || !self.front.won.is_empty() || !self.front.lost.is_empty()
    }

    /// What the rules alone say, and what moves out of the layer are worth.
    fn begin(&mut self) -> Result<(), Halt> {
        self.front = Front::default();
        self.bounds = Vec::new();
        self.buckets = DepthBuckets::default();
        let board = self.board();
        let lost = self.sweep("classify", |cursor, indices, lost| {
            kernel::classify(cursor, board, indices, lost);
        })?;
        if !self.job.indexer.is_closed() {
            self.seed_from_conversions()?;
        }
        self.front.lost = lost;
        Ok(())
    }

    fn seed_from_conversions(&mut self) -> Result<(), Halt> {
        let range = self.range();
        let bounds = std::iter::repeat_with(|| C::shared(C::UNKNOWN));
        let bounds: Vec<C::Shared> = bounds.take((range.end - range.start) as usize).collect();
        let earlier = &*self.job.earlier_from::<G>(self.layer)?;
        let (metric, board) = (self.job.settings.metric, self.board());
        let start = || (self.job.indexer.cursor(), None);
        let work = |(cursor, fault): &mut (I::Cursor<'r>, Option<SeedError>),
                    indices: Range<u64>| {
            kernel::seed_from_conversions(cursor, board, &bounds, indices, metric, earlier, fault);
        };
        let (parts, complete) = self.share("seed", None, (range, SWEEP), start, work);
        if !complete {
            return Err(self.interrupted().into());
        }
        if let Some(fault) = parts.into_iter().find_map(|(_, fault)| fault) {
            return Err(fault.into());
        }
        self.bounds = bounds.into_iter().map(C::alone).collect();
        self.buckets = DepthBuckets::of::<C>(&self.bounds);
        Ok(())
    }

    /// Decides everything at the next distance.
    fn round(&mut self) -> Result<(), Halt> {
        let distance = self.distance + 1;
        if distance > C::MOST {
            return Err(Halt::TooDeep);
        }
        let mut next = if self.job.indexer.has_unmoves() {
            Front {
                lost: self.losses(distance)?,
                won: self.wins(distance)?,
            }
        } else {
            self.forward(distance)?
        };
        if self.buckets.any_at(distance) {
            self.apply_bounds(distance, &mut next)?;
        }
        if self.job.indexer.has_unmoves() {
            self.put_in_order(distance, &mut next)?;
        }
        self.front = next;
        self.distance = distance;
        self.save_now_and_then()?;
        Ok(())
    }

    /// Those lost at a distance: their last bound was won one ply before.
    fn losses(&self, distance: u32) -> Result<Vec<u64>, Halt> {
        if C::loss(distance).is_none() {
            return Ok(Vec::new());
        }
        let board = self.board();
        if distance <= 2 {
            if distance == 1 && self.bounds.is_empty() {
                return Ok(Vec::new());
            }
            let name = ["", "losses in one", "losses in two"][distance as usize];
            return Ok(self.sweep(name, |cursor, indices, lost| {
                kernel::examine_all(cursor, board, indices, distance, false, lost);
            })?);
        }
        let won = &self.front.won;
        let candidates = self.front("expand wins", distance - 1, won, |cursor, wins, found| {
            kernel::expand(cursor, board, wins, C::CANDIDATE, found);
        })?;
        let candidates = self.in_order(candidates, C::CANDIDATE)?;
        Ok(
            self.front("examine", distance, &candidates, |cursor, indices, lost| {
                kernel::examine(cursor, board, indices, distance, lost);
            })?,
        )
    }

    /// Those won at a distance: a move leads to a loss one ply nearer.
    fn wins(&self, distance: u32) -> Result<Vec<u64>, Halt> {
        let Some(win) = C::win(distance) else {
            return Ok(Vec::new());
        };
        let (board, lost) = (self.board(), &self.front.lost);
        Ok(self.front(
            "expand losses",
            distance - 1,
            lost,
            |cursor, losses, won| {
                kernel::expand(cursor, board, losses, win, won);
            },
        )?)
    }

    /// The same without going back. Which of the indices are wins does not matter here: the next
    /// round looks at all of them again.
    fn forward(&self, distance: u32) -> Result<Front, Halt> {
        let board = self.board();
        let found = self.sweep("decide", |cursor, indices, found| {
            kernel::examine_all(cursor, board, indices, distance, true, found);
        })?;
        Ok(match C::win(distance) {
            Some(_) => Front {
                won: found,
                lost: Vec::new(),
            },
            None => Front {
                won: Vec::new(),
                lost: found,
            },
        })
    }

    /// What has waited for this distance.
    fn apply_bounds(&self, distance: u32, next: &mut Front) -> Result<(), Halt> {
        let (board, buckets) = (self.board(), &self.buckets);
        let start = || (Vec::new(), Vec::new());
        let work = |(won, lost): &mut (Vec<u64>, Vec<u64>), indices: Range<u64>| {
            kernel::apply_bounds(board, buckets, indices, distance, (won, lost));
        };
        let (parts, complete) = self.share(
            "apply bounds",
            Some(distance),
            (self.range(), GLANCE),
            start,
            work,
        );
        if !complete {
            return Err(self.interrupted().into());
        }
        for (won, lost) in parts {
            next.won.extend(won);
            next.lost.extend(lost);
        }
        Ok(())
    }

    fn put_in_order(&self, distance: u32, next: &mut Front) -> Result<(), SolveError> {
        let (won, lost) = (
            std::mem::take(&mut next.won),
            std::mem::take(&mut next.lost),
        );
        // Losses in two are found by looking at everything: the wins in one, often half of all
        // indices, are not needed.
        if let Some(win) = C::win(distance).filter(|_| distance > 1) {
            next.won = self.in_order(won, win)?;
        }
        if let Some(loss) = C::loss(distance) {
            next.lost = self.in_order(lost, loss)?;
        }
        Ok(())
    }

    /// Puts a frontier into the order of indices, so that neighbours in memory are handled together
    /// (measured: three times faster rounds). `cell` is the code that its indices, and no others of
    /// the layer, have: a long frontier is sooner read off the cells than sorted.
    fn in_order(&self, mut frontier: Vec<u64>, cell: C::Cell) -> Result<Vec<u64>, SolveError> {
        let range = self.range();
        if (frontier.len() as u64) < (range.end - range.start) / 64 {
            frontier.sort_unstable();
            return Ok(frontier);
        }
        drop(frontier);
        self.collect("collect", cell)
    }

    fn collect(&self, name: &'static str, cell: C::Cell) -> Result<Vec<u64>, SolveError> {
        let board = self.board();
        let work = |found: &mut Vec<u64>, indices: Range<u64>| {
            kernel::collect(board, indices, cell, found);
        };
        let (parts, complete) = self.share(name, None, (self.range(), GLANCE), Vec::new, work);
        self.joined(parts, complete)
    }

    /// Shares a sweep over the layer.
    fn sweep(
        &self,
        name: &'static str,
        step: impl Fn(&mut I::Cursor<'r>, Range<u64>, &mut Vec<u64>) + Sync,
    ) -> Result<Vec<u64>, SolveError> {
        let start = || (self.job.indexer.cursor(), Vec::new());
        let work = |(cursor, found): &mut (I::Cursor<'r>, Vec<u64>), indices: Range<u64>| {
            step(cursor, indices, found);
        };
        let (parts, complete) = self.share(name, None, (self.range(), SWEEP), start, work);
        self.joined(parts.into_iter().map(|(_, found)| found), complete)
    }

    /// Shares the indices of a frontier.
    fn front(
        &self,
        name: &'static str,
        distance: u32,
        indices: &[u64],
        step: impl Fn(&mut I::Cursor<'r>, &[u64], &mut Vec<u64>) + Sync,
    ) -> Result<Vec<u64>, SolveError> {
        let total = indices.len() as u64;
        self.job.progress.stage(name, Some(distance), total);
        let (parts, complete) = share(
            total,
            FRONT,
            self.job.settings.threads,
            self.job.progress,
            || (self.job.indexer.cursor(), Vec::new()),
            |(cursor, found), range| {
                step(
                    cursor,
                    &indices[range.start as usize..range.end as usize],
                    found,
                );
            },
        );
        self.joined(parts.into_iter().map(|(_, found)| found), complete)
    }

    fn share<S: Send>(
        &self,
        name: &'static str,
        distance: Option<u32>,
        (indices, piece): (Range<u64>, u64),
        start: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, Range<u64>) + Sync,
    ) -> (Vec<S>, bool) {
        let total = indices.end - indices.start;
        self.job.progress.stage(name, distance, total);
        share(
            total,
            piece,
            self.job.settings.threads,
            self.job.progress,
            start,
            |state, range| {
                work(
                    state,
                    indices.start + range.start..indices.start + range.end,
                );
            },
        )
    }

    fn joined(
        &self,
        lists: impl IntoIterator<Item = Vec<u64>>,
        complete: bool,
    ) -> Result<Vec<u64>, SolveError> {
        if !complete {
            return Err(self.interrupted());
        }
        let mut lists = lists.into_iter();
        let mut all = lists.next().unwrap_or_default();
        lists.for_each(|list| all.extend(list));
        Ok(all)
    }

    /// A round may be begun again at any point, so the cells as they are will do.
    fn interrupted(&self) -> SolveError {
        let state = self.state();
        self.saver
            .interrupted::<C>(state, &self.cells, &self.bounds)
    }

    fn state(&self) -> State {
        State {
            layer: self.layer as u32,
            distance: self.distance,
        }
    }

    fn save_now_and_then(&mut self) -> Result<(), SolveError> {
        let state = self.state();
        self.saver
            .save_now_and_then::<C>(state, &self.cells, &self.bounds)
    }

    /// Goes on from a checkpoint if that was asked for and there is one.
    pub(crate) fn load(&mut self) -> Result<(), SolveError> {
        if self.loaded {
            return Ok(());
        }
        let Some((state, bounds)) = self.saver.load::<C>(&self.cells)? else {
            return Ok(());
        };
        self.layer = state.layer as usize;
        self.distance = state.distance;
        if self.layer >= self.layers.len() || self.distance == 0 {
            return Ok(());
        }
        self.bounds = bounds;
        self.buckets = DepthBuckets::of::<C>(&self.bounds);
        // What a round that was cut short has written is found again: forget it. Deferred losses
        // rest on the rounds before and stay.
        for index in self.range() {
            let place = &self.cells[index as usize];
            let cell = C::get(place);
            let of_this_round = cell != C::PENDING_LOSS
                && C::answer(cell)
                    .and_then(|known| known.distance)
                    .is_some_and(|distance| distance > state.distance);
            if cell == C::CANDIDATE || of_this_round {
                C::set(place, C::UNKNOWN);
            }
        }
        if let Some(win) = C::win(state.distance).filter(|_| state.distance > 1) {
            self.front.won = self.collect("read checkpoint", win)?;
        }
        if let Some(loss) = C::loss(state.distance) {
            self.front.lost = self.collect("read checkpoint", loss)?;
        }
        Ok(())
    }

    /// The same run in two bytes, between the same two rounds.
    pub(crate) fn widened(self) -> Run<'r, G, I, Cell16> {
        Run {
            cells: self
                .cells
                .into_iter()
                .map(|cell| widen::<C>(cell))
                .collect(),
            bounds: self
                .bounds
                .into_iter()
                .map(|cell| Cell16::alone(widen::<C>(C::shared(cell))))
                .collect(),
            job: self.job,
            layers: self.layers,
            layer: self.layer,
            distance: self.distance,
            front: self.front,
            buckets: self.buckets,
            saver: self.saver,
            loaded: true,
            game: PhantomData,
        }
    }
}

/// A cell in two bytes.
fn widen<C: Code>(cell: C::Shared) -> <Cell16 as Code>::Shared {
    let cell = C::alone(cell);
    let marks = [
        (C::EMPTY, Cell16::EMPTY),
        (C::CANDIDATE, Cell16::CANDIDATE),
        (C::OVER_DRAWN, Cell16::OVER_DRAWN),
        (C::PENDING_LOSS, Cell16::PENDING_LOSS),
        (C::UNKNOWN, Cell16::UNKNOWN),
    ];
    let mark = marks.iter().find(|(mark, _)| *mark == cell);
    let wide = mark.map(|&(_, wide)| wide).or_else(|| {
        let known = C::answer(cell)?;
        let distance = known.distance?;
        match known.value {
            Value::Win => Cell16::win(distance),
            _ => Cell16::loss(distance),
        }
    });
    Cell16::shared(wide.expect("two bytes hold what one stored"))
}
