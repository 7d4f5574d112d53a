//! A solve under way, in one code.

use std::marker::PhantomData;
use std::ops::Range;

use yomikiri_game_api::{Game, Indexed, Value};

use crate::cell::{Code, Wide};
use crate::checkpoint::{Saver, State};
use crate::due::Due;
use crate::kernel::{self, Board, Lookout};
use crate::local::{Job, SolveError};
use crate::memory::large_list;
use crate::work::share;

/// Slots handed to a thread at a time in sweeps over all of them.
const SWEEP: u64 = 1 << 14;
/// The same where a sweep does no more than look at the cells.
const GLANCE: u64 = 1 << 18;
/// Slots handed to a thread at a time from a frontier.
const FRONT: u64 = 1 << 10;

/// Why a run came to a halt.
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

impl From<Lookout> for Halt {
    fn from(fault: Lookout) -> Self {
        match fault {
            Lookout::TooDeep => Halt::TooDeep,
            Lookout::Nowhere { slot, exit } => Halt::Error(SolveError::Nowhere { slot, exit }),
        }
    }
}

/// A solve under way. Between two rounds the cells and hopes, the layer and the distance are the
/// state; everything else follows from them.
pub(crate) struct Run<'r, G, I, C: Code> {
    job: Job<'r, I>,
    cells: Vec<C::Shared>,
    /// What moves out of the layer are worth; empty if the numbering is closed.
    hopes: Vec<C::Cell>,
    layers: Vec<Range<u64>>,
    /// The layer that is being solved.
    layer: usize,
    /// Everything up to this distance is decided in it; 0: not begun.
    distance: u32,
    front: Front,
    /// When hopes to win, or losses outside, may fall due.
    due: Due,
    saver: Saver<'r>,
    loaded: bool,
    game: PhantomData<fn(G)>,
}

/// What was decided at one distance, in the order of slots.
#[derive(Default)]
struct Front {
    won: Vec<u64>,
    lost: Vec<u64>,
}

impl<'r, G: Game, I: Indexed<G>, C: Code> Run<'r, G, I, C> {
    pub(crate) fn new(job: Job<'r, I>) -> Self {
        let slots = job.index.slots() as usize;
        Run {
            cells: large_list(slots, || C::shared(C::UNKNOWN)),
            hopes: Vec::new(),
            layers: job.index.layers(),
            layer: 0,
            distance: 0,
            front: Front::default(),
            due: Due::default(),
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
        Board::new(&self.cells, &self.hopes, self.range().start)
    }

    /// Whether another round can decide anything.
    fn has_more(&self) -> bool {
        let waiting = self.due.any_beyond(self.distance);
        // Losses in two are found by looking at everything, whatever went before.
        self.distance < 2 || waiting || !self.front.won.is_empty() || !self.front.lost.is_empty()
    }

    /// What the rules alone say, and what moves out of the layer are worth.
    fn begin(&mut self) -> Result<(), Halt> {
        self.front = Front::default();
        self.hopes = Vec::new();
        self.due = Due::default();
        let board = self.board();
        let lost = self.sweep("classify", |cursor, slots, lost| {
            kernel::classify(cursor, board, slots, lost);
        })?;
        if !self.job.index.is_closed() {
            self.look_out()?;
        }
        self.front.lost = lost;
        Ok(())
    }

    fn look_out(&mut self) -> Result<(), Halt> {
        let range = self.range();
        let hopes = std::iter::repeat_with(|| C::shared(C::UNKNOWN));
        let hopes: Vec<C::Shared> = hopes.take((range.end - range.start) as usize).collect();
        let earlier = &*self.job.earlier_from::<G>(self.layer)?;
        let (metric, board) = (self.job.settings.metric, self.board());
        let start = || (self.job.index.cursor(), None);
        let work = |(cursor, fault): &mut (I::Cursor<'r>, Option<Lookout>), slots: Range<u64>| {
            kernel::look_out(cursor, board, &hopes, slots, metric, earlier, fault);
        };
        let (parts, complete) = self.share("look out", None, (range, SWEEP), start, work);
        if !complete {
            return Err(self.interrupted().into());
        }
        if let Some(fault) = parts.into_iter().find_map(|(_, fault)| fault) {
            return Err(fault.into());
        }
        self.hopes = hopes.into_iter().map(C::alone).collect();
        self.due = Due::of::<C>(&self.hopes);
        Ok(())
    }

    /// Decides everything at the next distance.
    fn round(&mut self) -> Result<(), Halt> {
        let distance = self.distance + 1;
        if distance > C::MOST {
            return Err(Halt::TooDeep);
        }
        let mut next = if self.job.index.goes_back() {
            Front {
                lost: self.losses(distance)?,
                won: self.wins(distance)?,
            }
        } else {
            self.forward(distance)?
        };
        if self.due.any_at(distance) {
            self.fall_due(distance, &mut next)?;
        }
        if self.job.index.goes_back() {
            self.put_in_order(distance, &mut next)?;
        }
        self.front = next;
        self.distance = distance;
        self.save_now_and_then()?;
        Ok(())
    }

    /// Those lost at a distance: their last hope was won one ply before.
    fn losses(&self, distance: u32) -> Result<Vec<u64>, Halt> {
        if C::loss(distance).is_none() {
            return Ok(Vec::new());
        }
        let board = self.board();
        if distance <= 2 {
            if distance == 1 && self.hopes.is_empty() {
                return Ok(Vec::new());
            }
            let name = ["", "losses in one", "losses in two"][distance as usize];
            return Ok(self.sweep(name, |cursor, slots, lost| {
                kernel::examine_all(cursor, board, slots, distance, false, lost);
            })?);
        }
        let won = &self.front.won;
        let candidates = self.front("expand wins", distance - 1, won, |cursor, wins, found| {
            kernel::expand(cursor, board, wins, C::CANDIDATE, found);
        })?;
        let candidates = self.in_order(candidates, C::CANDIDATE)?;
        Ok(
            self.front("examine", distance, &candidates, |cursor, slots, lost| {
                kernel::examine(cursor, board, slots, distance, lost);
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

    /// The same without going back. Which of the slots are wins does not matter here: the next
    /// round looks at all of them again.
    fn forward(&self, distance: u32) -> Result<Front, Halt> {
        let board = self.board();
        let found = self.sweep("decide", |cursor, slots, found| {
            kernel::examine_all(cursor, board, slots, distance, true, found);
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
    fn fall_due(&self, distance: u32, next: &mut Front) -> Result<(), Halt> {
        let (board, due) = (self.board(), &self.due);
        let start = || (Vec::new(), Vec::new());
        let work = |(won, lost): &mut (Vec<u64>, Vec<u64>), slots: Range<u64>| {
            kernel::fall_due(board, due, slots, distance, (won, lost));
        };
        let (parts, complete) = self.share(
            "fall due",
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
        // slots, are not needed.
        if let Some(win) = C::win(distance).filter(|_| distance > 1) {
            next.won = self.in_order(won, win)?;
        }
        if let Some(loss) = C::loss(distance) {
            next.lost = self.in_order(lost, loss)?;
        }
        Ok(())
    }

    /// Puts a frontier into the order of slots, so that neighbours in memory are handled together
    /// (measured: three times faster rounds). `cell` is the code that its slots, and no others of
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
        let work = |found: &mut Vec<u64>, slots: Range<u64>| {
            kernel::collect(board, slots, cell, found);
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
        let start = || (self.job.index.cursor(), Vec::new());
        let work = |(cursor, found): &mut (I::Cursor<'r>, Vec<u64>), slots: Range<u64>| {
            step(cursor, slots, found);
        };
        let (parts, complete) = self.share(name, None, (self.range(), SWEEP), start, work);
        self.joined(parts.into_iter().map(|(_, found)| found), complete)
    }

    /// Shares the slots of a frontier.
    fn front(
        &self,
        name: &'static str,
        distance: u32,
        slots: &[u64],
        step: impl Fn(&mut I::Cursor<'r>, &[u64], &mut Vec<u64>) + Sync,
    ) -> Result<Vec<u64>, SolveError> {
        let total = slots.len() as u64;
        self.job.progress.stage(name, Some(distance), total);
        let (parts, complete) = share(
            total,
            FRONT,
            self.job.settings.threads,
            self.job.progress,
            || (self.job.index.cursor(), Vec::new()),
            |(cursor, found), range| {
                step(
                    cursor,
                    &slots[range.start as usize..range.end as usize],
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
        (slots, piece): (Range<u64>, u64),
        start: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, Range<u64>) + Sync,
    ) -> (Vec<S>, bool) {
        let total = slots.end - slots.start;
        self.job.progress.stage(name, distance, total);
        share(
            total,
            piece,
            self.job.settings.threads,
            self.job.progress,
            start,
            |state, range| work(state, slots.start + range.start..slots.start + range.end),
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
        self.saver.interrupted::<C>(state, &self.cells, &self.hopes)
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
            .save_now_and_then::<C>(state, &self.cells, &self.hopes)
    }

    /// Goes on from a checkpoint if that was asked for and there is one.
    pub(crate) fn load(&mut self) -> Result<(), SolveError> {
        if self.loaded {
            return Ok(());
        }
        let Some((state, hopes)) = self.saver.load::<C>(&self.cells)? else {
            return Ok(());
        };
        self.layer = state.layer as usize;
        self.distance = state.distance;
        if self.layer >= self.layers.len() || self.distance == 0 {
            return Ok(());
        }
        self.hopes = hopes;
        self.due = Due::of::<C>(&self.hopes);
        // What a round that was cut short has written is found again: forget it. Deferred losses
        // rest on the rounds before and stay.
        for slot in self.range() {
            let place = &self.cells[slot as usize];
            let cell = C::get(place);
            let of_this_round = cell != C::DEFERRED
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
    pub(crate) fn widened(self) -> Run<'r, G, I, Wide> {
        Run {
            cells: self
                .cells
                .into_iter()
                .map(|cell| widen::<C>(cell))
                .collect(),
            hopes: self
                .hopes
                .into_iter()
                .map(|cell| Wide::alone(widen::<C>(C::shared(cell))))
                .collect(),
            job: self.job,
            layers: self.layers,
            layer: self.layer,
            distance: self.distance,
            front: self.front,
            due: self.due,
            saver: self.saver,
            loaded: true,
            game: PhantomData,
        }
    }
}

/// A cell in two bytes.
fn widen<C: Code>(cell: C::Shared) -> <Wide as Code>::Shared {
    let cell = C::alone(cell);
    let marks = [
        (C::EMPTY, Wide::EMPTY),
        (C::CANDIDATE, Wide::CANDIDATE),
        (C::OVER_DRAWN, Wide::OVER_DRAWN),
        (C::DEFERRED, Wide::DEFERRED),
        (C::UNKNOWN, Wide::UNKNOWN),
    ];
    let mark = marks.iter().find(|(mark, _)| *mark == cell);
    let wide = mark.map(|&(_, wide)| wide).or_else(|| {
        let known = C::answer(cell)?;
        let distance = known.distance?;
        match known.value {
            Value::Win => Wide::win(distance),
            _ => Wide::loss(distance),
        }
    });
    Wide::shared(wide.expect("two bytes hold what one held"))
}
