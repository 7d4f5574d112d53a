//! A solve under way, in one code.

use std::marker::PhantomData;
use std::ops::Range;

use yomikiri_game_api::{Game, Indexer, Side};

use crate::cell::{Cell16, Code, widen};
use crate::checkpoint::{Saver, State};
use crate::depth_buckets::DepthBuckets;
use crate::frontier::{Found, Frontier};
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
/// Indices of which those of a long frontier are listed at a time.
const LISTED: u64 = 1 << 21;
/// A frontier is listed if it has at most one in so many indices: several lists of eight bytes each must
/// take little memory beside the cells.
const SHORT: u64 = 256;
/// Losses in two are sought by going back from wins in one if these are fewer than one in so many
/// indices.
const RARE: u64 = 32;

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

/// Indices of a layer.
type Ranges = Vec<Range<u64>>;

/// What was decided at one distance.
#[derive(Default)]
struct Front {
    won: Frontier,
    lost: Frontier,
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

    /// How many indices of a frontier are listed.
    fn most(&self) -> usize {
        let range = self.range();
        ((range.end - range.start) / SHORT) as usize
    }

    fn found(&self) -> Found {
        Found::new(self.most())
    }

    /// What the rules alone say, and what moves out of the layer are worth.
    fn begin(&mut self) -> Result<(), Halt> {
        self.front = Front::default();
        self.bounds = Vec::new();
        self.buckets = DepthBuckets::default();
        if !self.job.indexer.is_closed() {
            return self.seed_from_conversions();
        }
        let board = self.board();
        self.front.lost = self.sweep("classify", self.range(), |cursor, indices, lost| {
            kernel::classify(cursor, board, indices, lost);
        })?;
        Ok(())
    }

    fn seed_from_conversions(&mut self) -> Result<(), Halt> {
        let range = self.range();
        let bounds = large_list((range.end - range.start) as usize, || C::shared(C::UNKNOWN));
        let earlier = self.job.earlier_from::<G>(self.layer)?;
        let (metric, board) = (self.job.settings.metric, self.board());
        let start = || (self.job.indexer.cursor(), self.found(), None);
        let work = |(cursor, lost, fault): &mut (I::Cursor<'r>, Found, Option<SeedError>),
                    indices: Range<u64>| {
            let (from, to) = ((metric, &*earlier), (lost, fault));
            kernel::classify_and_seed(cursor, board, &bounds, indices, from, to);
        };
        let (parts, complete) = self.share("classify and seed", None, (range, SWEEP), start, work);
        drop(earlier);
        if !complete {
            return Err(self.interrupted().into());
        }
        let mut lists = Vec::with_capacity(parts.len());
        for (_, lost, fault) in parts {
            match fault {
                Some(fault) => return Err(fault.into()),
                None => lists.push(lost),
            }
        }
        self.front.lost = Frontier::of(lists, self.most());
        self.bounds = bounds.into_iter().map(C::alone).collect();
        self.buckets = DepthBuckets::of::<C>(&self.bounds);
        if self.layer + 1 == self.layers.len() {
            self.job.drop_children();
        }
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
        self.front = next;
        self.distance = distance;
        self.save_now_and_then()?;
        Ok(())
    }

    /// Those lost at a distance: their last bound was won one ply before.
    fn losses(&self, distance: u32) -> Result<Frontier, Halt> {
        if C::loss(distance).is_none() {
            return Ok(Frontier::default());
        }
        if distance <= 2 {
            return self.early_losses(distance);
        }
        let board = self.board();
        let wins = (&self.front.won, C::win(distance - 1));
        let step = |cursor: &mut I::Cursor<'r>, wins: &[u64], found: &mut Found| {
            kernel::expand(cursor, board, wins, C::CANDIDATE, found);
        };
        let candidates = self.front("expand wins", distance - 1, wins, self.range(), step)?;
        self.examine(distance, &candidates, self.range())
    }

    /// Decides the candidates of a range.
    fn examine(
        &self,
        distance: u32,
        candidates: &Frontier,
        range: Range<u64>,
    ) -> Result<Frontier, Halt> {
        let board = self.board();
        let candidates = (candidates, Some(C::CANDIDATE));
        let step = |cursor: &mut I::Cursor<'r>, indices: &[u64], lost: &mut Found| {
            kernel::examine(cursor, board, indices, distance, lost);
        };
        Ok(self.front("examine", distance, candidates, range, step)?)
    }

    /// Losses in one and two. Where wins in one are rare, going back from them is quicker; elsewhere
    /// everything is looked at.
    fn early_losses(&self, distance: u32) -> Result<Frontier, Halt> {
        if distance == 1 && self.bounds.is_empty() {
            return Ok(Frontier::default());
        }
        let mut all = Frontier::default();
        for (own, others) in self.sides() {
            let lost = match self.job.indexer.is_total() {
                true => self.early_losses_back(distance, &own, &others)?,
                false => None,
            };
            let lost = match lost {
                Some(lost) => lost,
                None => self.early_losses_forward(distance, &own)?,
            };
            all = all.and(lost, self.most());
        }
        Ok(all)
    }

    fn early_losses_forward(
        &self,
        distance: u32,
        own: &[Range<u64>],
    ) -> Result<Frontier, SolveError> {
        let name = ["", "losses in one", "losses in two"][distance as usize];
        let board = self.board();
        let mut all = Frontier::default();
        for range in own {
            let lost = self.sweep(
                name,
                range.clone(),
                |cursor, indices, lost| match distance {
                    2 => kernel::examine_doubtful(cursor, board, indices, lost),
                    _ => kernel::examine_all(cursor, board, indices, distance, false, lost),
                },
            )?;
            all = all.and(lost, self.most());
        }
        Ok(all)
    }

    /// The same by going back from the other side's wins in one; `None` if there are too many. Whoever
    /// has no move inside the layer is found by its bound.
    fn early_losses_back(
        &self,
        distance: u32,
        own: &[Range<u64>],
        others: &[Range<u64>],
    ) -> Result<Option<Frontier>, Halt> {
        let board = self.board();
        if let Some(win) = C::win(distance - 1).filter(|_| distance > 1) {
            let mut wins = 0;
            for range in others {
                let cells = &self.cells[range.start as usize..range.end as usize];
                C::places(cells, win, |_| wins += 1);
            }
            if wins >= length(own) / RARE {
                return Ok(None);
            }
            for range in others {
                let wins = (&Frontier::Many, Some(win));
                let step = |cursor: &mut I::Cursor<'r>, wins: &[u64], found: &mut Found| {
                    kernel::expand(cursor, board, wins, C::CANDIDATE, found);
                };
                self.front("expand wins", distance - 1, wins, range.clone(), step)?;
            }
        }
        let mut all = Frontier::default();
        for range in own {
            self.sweep("mark", range.clone(), |_, indices, _| {
                kernel::mark_losing_bounds(board, indices);
            })?;
            let lost = self.examine(distance, &Frontier::Many, range.clone())?;
            all = all.and(lost, self.most());
        }
        Ok(Some(all))
    }

    /// The indices of the layer with each side to move, and those with the other one.
    fn sides(&self) -> Vec<(Ranges, Ranges)> {
        let layer = self.range();
        let of = |side| {
            let ranges = self.job.indexer.indices_of(side).into_iter();
            let inside = ranges
                .map(|range: Range<u64>| range.start.max(layer.start)..range.end.min(layer.end));
            inside.filter(|range| !range.is_empty()).collect()
        };
        let [first, second]: [Ranges; 2] = Side::BOTH.map(of);
        match first == second {
            true => vec![(first, second)],
            false => vec![(first.clone(), second.clone()), (second, first)],
        }
    }

    /// Those won at a distance: a move leads to a loss one ply nearer.
    fn wins(&self, distance: u32) -> Result<Frontier, Halt> {
        let Some(win) = C::win(distance) else {
            return Ok(Frontier::default());
        };
        let board = self.board();
        let lost = (&self.front.lost, C::loss(distance - 1));
        let step = |cursor: &mut I::Cursor<'r>, losses: &[u64], won: &mut Found| {
            kernel::expand(cursor, board, losses, win, won);
        };
        Ok(self.front("expand losses", distance - 1, lost, self.range(), step)?)
    }

    /// The same without going back. Which of the indices are wins does not matter here: the next
    /// round looks at all of them again.
    fn forward(&self, distance: u32) -> Result<Front, Halt> {
        let board = self.board();
        let found = self.sweep("decide", self.range(), |cursor, indices, found| {
            kernel::examine_all(cursor, board, indices, distance, true, found);
        })?;
        Ok(match C::win(distance) {
            Some(_) => Front {
                won: found,
                lost: Frontier::default(),
            },
            None => Front {
                won: Frontier::default(),
                lost: found,
            },
        })
    }

    /// What has waited for this distance.
    fn apply_bounds(&self, distance: u32, next: &mut Front) -> Result<(), Halt> {
        let (board, buckets) = (self.board(), &self.buckets);
        let start = || (self.found(), self.found());
        let work = |(won, lost): &mut (Found, Found), indices: Range<u64>| {
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
        let (won, lost): (Vec<Found>, Vec<Found>) = parts.into_iter().unzip();
        for (before, more) in [(&mut next.won, won), (&mut next.lost, lost)] {
            let more = Frontier::of(more, self.most());
            *before = std::mem::take(before).and(more, self.most());
        }
        Ok(())
    }

    /// The indices of a range with a code, in order. No other step may be at work.
    fn collect(&self, range: Range<u64>, cell: C::Cell) -> Vec<u64> {
        let mut found = Vec::new();
        kernel::collect(self.board(), range, cell, &mut found);
        found
    }

    /// Shares a sweep over a range of the layer.
    fn sweep(
        &self,
        name: &'static str,
        range: Range<u64>,
        step: impl Fn(&mut I::Cursor<'r>, Range<u64>, &mut Found) + Sync,
    ) -> Result<Frontier, SolveError> {
        let start = || (self.job.indexer.cursor(), self.found());
        let work = |(cursor, found): &mut (I::Cursor<'r>, Found), indices: Range<u64>| {
            step(cursor, indices, found);
        };
        let (parts, complete) = self.share(name, None, (range, SWEEP), start, work);
        self.joined(parts.into_iter().map(|(_, found)| found), complete)
    }

    /// Shares the indices of a frontier; the code is that of its indices, and of no others in this
    /// range of the layer.
    fn front(
        &self,
        name: &'static str,
        distance: u32,
        (frontier, cell): (&Frontier, Option<C::Cell>),
        range: Range<u64>,
        step: impl Fn(&mut I::Cursor<'r>, &[u64], &mut Found) + Sync,
    ) -> Result<Frontier, SolveError> {
        let Some(cell) = cell else {
            return Ok(Frontier::default());
        };
        if let Frontier::Few(list) = frontier {
            return self.listed(name, distance, list, &step);
        }
        let mut all = Frontier::default();
        let starts = range.clone().step_by(LISTED as usize);
        for part in starts.map(|start| start..range.end.min(start + LISTED)) {
            let list = self.collect(part, cell);
            let found = self.listed(name, distance, &list, &step)?;
            all = all.and(found, self.most());
        }
        Ok(all)
    }

    /// Shares listed indices.
    fn listed(
        &self,
        name: &'static str,
        distance: u32,
        indices: &[u64],
        step: &(impl Fn(&mut I::Cursor<'r>, &[u64], &mut Found) + Sync),
    ) -> Result<Frontier, SolveError> {
        let total = indices.len() as u64;
        self.job.progress.stage(name, Some(distance), total);
        let (parts, complete) = share(
            total,
            FRONT,
            self.job.settings.threads,
            self.job.progress,
            || (self.job.indexer.cursor(), self.found()),
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
        parts: impl IntoIterator<Item = Found>,
        complete: bool,
    ) -> Result<Frontier, SolveError> {
        match complete {
            true => Ok(Frontier::of(parts, self.most())),
            false => Err(self.interrupted()),
        }
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
        // What a round that was cut short has written is found again: forget it.
        let first = self.range().start;
        for index in self.range() {
            let place = &self.cells[index as usize];
            let bound = self.bounds.get((index - first) as usize);
            let bound = bound.copied().unwrap_or(C::UNKNOWN);
            if let Some(before) = kernel::before_round::<C>(C::get(place), bound, state.distance) {
                C::set(place, before);
            }
        }
        // A frontier that is too long to be listed is read off the cells.
        for (frontier, cell) in [
            (&mut self.front.won, C::win(state.distance)),
            (&mut self.front.lost, C::loss(state.distance)),
        ] {
            *frontier = match cell {
                Some(_) => Frontier::Many,
                None => Frontier::default(),
            };
        }
        Ok(())
    }

    /// The same run in two bytes, between the same two rounds.
    pub(crate) fn widened(self) -> Run<'r, G, I, Cell16> {
        Run {
            cells: self
                .cells
                .into_iter()
                .map(|cell| widen::<C>(C::alone(cell)))
                .collect(),
            bounds: self
                .bounds
                .into_iter()
                .map(|cell| Cell16::alone(widen::<C>(cell)))
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

fn length(ranges: &[Range<u64>]) -> u64 {
    ranges.iter().map(|range| range.end - range.start).sum()
}
