//! A process's share of a solve, in one code: the rounds of the kernel on the indices that it owns.
//!
//! A round needs one exchange. Before it, each process tells the others which of its indices were won
//! in the round before, and goes back from what was decided in that round: marks on indices of its own
//! are written, marks on those of others are sent. After it, everything that the kernel asks about the
//! indices of other processes is known here, and candidates are examined as on one machine. The first two
//! rounds, in which there is much to tell, have another exchange in between; later ones have one at the end
//! if what somebody has to tell is more than a list of a few bytes for each thousand indices.

mod round;
mod seed;
mod view;

use std::marker::PhantomData;
use std::ops::Range;
use std::sync::Arc;

use yomikiri_game_api::{Game, Indexer, Metric};
use yomikiri_solver::Progress;
use yomikiri_solver::cell::{Cell16, Code, widen};
use yomikiri_solver::depth_buckets::DepthBuckets;
use yomikiri_solver::kernel;
use yomikiri_solver::local::SolveError;
use yomikiri_solver::memory::large_list;
use yomikiri_solver::schedule::ChildTiers;

use self::view::{Others, RoundView};
use crate::ClusterError;
use crate::batch::Packing;
use crate::checkpoints::Checkpoints;
use crate::exchange::{Mail, Status};
use crate::front::{Front, Pieces};
use crate::partition::{Partition, Share};

/// Indices handed to the kernel at a time in sweeps.
const SWEEP: u64 = 1 << 14;
/// A front is listed up to this share of the layer: lists of four bytes each must take little memory beside
/// the cells.
const LISTED: u64 = 256;

/// Why a share stopped.
pub(crate) enum Halt {
    /// The code holds no longer distances; all shares can go on in a wider one.
    TooDeep,
    /// It is over.
    Error(SolveError),
}

impl From<ClusterError> for Halt {
    fn from(error: ClusterError) -> Self {
        Halt::Error(error.into())
    }
}

impl From<SolveError> for Halt {
    fn from(error: SolveError) -> Self {
        Halt::Error(error)
    }
}

/// What is to be solved.
pub(crate) struct Task<'r, I> {
    pub(crate) indexer: &'r I,
    pub(crate) children: &'r dyn ChildTiers,
    pub(crate) metric: Metric,
    pub(crate) progress: &'r dyn Progress,
    pub(crate) packing: Packing,
}

impl<I> Clone for Task<'_, I> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<I> Copy for Task<'_, I> {}

/// A share of a solve under way. Between two rounds the cells and bounds, the layer and the distance
/// are the state; everything else follows from them.
pub(crate) struct Shard<'r, G, I, C: Code> {
    task: Task<'r, I>,
    partition: Partition,
    process: usize,
    share: Share,
    /// Shared with a thread that saves them.
    pub(crate) cells: Arc<Vec<C::Shared>>,
    pub(crate) bounds: Arc<Vec<C::Cell>>,
    layers: Vec<Range<u64>>,
    pub(crate) layer: usize,
    /// Everything up to this distance is decided in it; 0: not begun.
    pub(crate) distance: u32,
    won: Front,
    lost: Front,
    candidates: Front,
    buckets: DepthBuckets,
    others: Others,
    /// A bound did not fit.
    is_too_deep: bool,
    game: PhantomData<fn(G)>,
}

impl<'r, G: Game, I: Indexer<G>, C: Code> Shard<'r, G, I, C> {
    pub(crate) fn new(task: Task<'r, I>, partition: Partition, process: usize) -> Self {
        let owned = partition.owned_below(process, partition.size());
        Shard {
            cells: Arc::new(large_list(owned as usize, || C::shared(C::UNKNOWN))),
            bounds: Arc::default(),
            layers: task.indexer.layers(),
            layer: 0,
            distance: 0,
            won: Front::default(),
            lost: Front::default(),
            candidates: Front::default(),
            buckets: DepthBuckets::default(),
            others: Others::default(),
            is_too_deep: false,
            game: PhantomData,
            share: partition.share(process),
            task,
            partition,
            process,
        }
    }

    /// Solves what is left of the layers.
    pub(crate) fn go_on(
        &mut self,
        mail: &mut Mail<'_>,
        checkpoints: &mut Checkpoints<'_>,
    ) -> Result<(), Halt> {
        while self.layer < self.layers.len() {
            if self.distance == 0 {
                self.begin(mail)?;
            }
            loop {
                let status = self.exchange(mail, checkpoints.status()?)?;
                checkpoints.agreed(status);
                if !status.has_found && !status.is_pending {
                    break;
                }
                self.decide(mail)?;
                if status.saves {
                    let place = (self.layer as u32, self.distance);
                    checkpoints.save::<C>(place, &self.cells, &self.bounds)?;
                }
            }
            self.layer += 1;
            self.distance = 0;
        }
        Ok(())
    }

    /// The solved cells, with the indices that they belong to.
    pub(crate) fn into_cells(self) -> (Partition, Vec<C::Shared>) {
        (self.partition, alone(self.cells))
    }

    fn indices(&self) -> Range<u64> {
        self.layers[self.layer].clone()
    }

    /// The numbers of this process in the layer.
    fn locals(&self) -> Range<u64> {
        self.partition.locals(self.process, &self.indices())
    }

    fn front(&self) -> Front {
        let locals = self.locals();
        let limit = ((locals.end - locals.start) / LISTED) as usize;
        Front::new(locals.start, limit)
    }

    fn view(&self) -> RoundView<'_, C> {
        RoundView {
            share: self.share,
            cells: &self.cells,
            bounds: &self.bounds,
            first: self.locals().start,
            others: &self.others,
            nearer: C::loss(self.distance).unwrap_or(C::UNKNOWN),
        }
    }

    fn check_stop(&self) -> Result<(), SolveError> {
        match self.task.progress.stop() {
            true => Err(SolveError::Interrupted { saved: false }),
            false => Ok(()),
        }
    }

    /// Calls `work` with the indices of this process in the layer, a row of them at a time; returns what
    /// is collected, as indices.
    fn sweep(
        &self,
        name: &'static str,
        mail: &mut Mail<'_>,
        mut work: impl FnMut(&mut I::Cursor<'r>, Range<u64>, &mut Vec<u64>),
        mut take: impl FnMut(u64),
    ) -> Result<(), Halt> {
        let mut locals = self.locals();
        let total = locals.end - locals.start;
        self.task.progress.stage(name, None, total);
        let mut cursor = self.task.indexer.cursor();
        let mut found = Vec::new();
        while !locals.is_empty() {
            self.check_stop()?;
            let row = self.partition.row(self.process, &locals);
            let row = row.start..row.end.min(row.start + SWEEP);
            let count = row.end - row.start;
            work(&mut cursor, row, &mut found);
            found.drain(..).for_each(&mut take);
            locals.start += count;
            self.task.progress.advance(count);
            mail.keep_moving()?;
        }
        Ok(())
    }

    fn local(&self, index: u64) -> u64 {
        let local = self.share.local(index);
        local.expect("the kernel collects indices that it was given")
    }

    /// What the rules alone say, and what moves out of the layer are worth.
    fn begin(&mut self, mail: &mut Mail<'_>) -> Result<(), Halt> {
        let has_unmoves = self.task.indexer.has_unmoves();
        self.bounds = Arc::default();
        self.buckets = DepthBuckets::default();
        self.won = self.front();
        self.others = match mail.processes() {
            1 => Others::default(),
            _ => Others::new(&self.partition, self.process, &self.indices(), !has_unmoves),
        };
        let mut lost = self.front();
        let view = self.view();
        self.sweep(
            "classify",
            mail,
            |cursor, indices, lost| kernel::classify(cursor, view, indices, lost),
            |index| lost.push(self.local(index)),
        )?;
        lost.sort();
        self.lost = lost;
        if !self.task.indexer.is_closed() {
            self.seed(mail)?;
        }
        Ok(())
    }

    /// After the cells, bounds, layer and distance were read from a checkpoint: finds the rest. Every
    /// process tells the others all that they need to know.
    pub(crate) fn restore(&mut self, mail: &mut Mail<'_>) -> Result<(), Halt> {
        if self.layer >= self.layers.len() || self.distance == 0 {
            return Ok(());
        }
        self.forget_later_rounds();
        self.buckets = DepthBuckets::of::<C>(&self.bounds);
        (self.won, self.lost) = (self.front(), self.front());
        let locals = self.locals();
        let has_unmoves = self.task.indexer.has_unmoves();
        let listed = |code: Option<C::Cell>, front: &mut Front| {
            let Some(code) = code else { return };
            let mut pieces = Pieces::new(locals.clone());
            while let Some(piece) = pieces.next::<C>(None, &self.cells, code) {
                piece.iter().for_each(|&local| front.push(local));
            }
        };
        let (mut won, mut lost) = (self.front(), self.front());
        listed(
            C::win(self.distance).filter(|_| self.distance > 1 || !has_unmoves),
            &mut won,
        );
        listed(C::loss(self.distance), &mut lost);
        (self.won, self.lost) = (won, lost);
        let mut next = Marks {
            won: Front::default(),
            candidates: Front::default(),
            later: None,
        };
        if mail.processes() > 1 {
            self.others = Others::new(&self.partition, self.process, &self.indices(), !has_unmoves);
            // What was won in the last round is told in the next one.
            self.tell_where(mail, &mut next, |cell| {
                cell == C::EMPTY || C::is_win_within(cell, self.distance - 1)
            })?;
        }
        mail.finish(Status::default(), &mut |from, contents| {
            self.receive(from, contents, self.distance, &mut next)
        })?;
        Ok(())
    }

    /// A checkpoint may have cells that were written in later rounds: they are found again. Pending losses are
    /// true whenever they were found, and stay.
    fn forget_later_rounds(&self) {
        let locals = self.locals();
        for cell in &self.cells[locals.start as usize..locals.end as usize] {
            let code = C::get(cell);
            let is_later = code != C::PENDING_LOSS
                && C::answer(code)
                    .and_then(|known| known.distance)
                    .is_some_and(|distance| distance > self.distance);
            if is_later || code == C::CANDIDATE {
                C::set(cell, C::UNKNOWN);
            }
        }
    }

    /// The same share in two bytes, between the same two rounds.
    pub(crate) fn widened(self) -> Shard<'r, G, I, Cell16> {
        let wide = |cell: C::Cell| Cell16::alone(widen::<C>(cell));
        Shard {
            cells: Arc::new(
                alone(self.cells)
                    .into_iter()
                    .map(|cell| widen::<C>(C::alone(cell)))
                    .collect(),
            ),
            bounds: Arc::new(self.bounds.iter().copied().map(wide).collect()),
            task: self.task,
            partition: self.partition,
            process: self.process,
            share: self.share,
            layers: self.layers,
            layer: self.layer,
            distance: self.distance,
            won: self.won,
            lost: self.lost,
            candidates: self.candidates,
            buckets: self.buckets,
            others: self.others,
            is_too_deep: false,
            game: PhantomData,
        }
    }
}

/// A list that no other thread has any more.
fn alone<T>(list: Arc<Vec<T>>) -> Vec<T> {
    Arc::into_inner(list).expect("checkpoints are written before a share goes on as something else")
}

/// What a round marks.
struct Marks {
    won: Front,
    candidates: Front,
    /// What other processes have closed, to be noted when everything has been sent; if `None`, it is noted at once.
    later: Option<Vec<(usize, Vec<u8>)>>,
}

pub(crate) fn no_fault(fault: bool) -> Result<(), ClusterError> {
    match fault {
        false => Ok(()),
        true => Err(ClusterError::Protocol(
            "a parcel is about indices that its sender or receiver does not own".to_owned(),
        )),
    }
}
