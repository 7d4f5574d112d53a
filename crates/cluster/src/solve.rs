//! A tier on several processes: shares go on until all is decided; then process 0 writes the table.

use std::cell::{Cell, RefCell};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use yomikiri_game_api::{Game, Indexer};
use yomikiri_solver::Progress;
use yomikiri_solver::cell::{Cell8, Cell16, Code, Coding};
use yomikiri_solver::lanes::{LaneShares, ShareJob, SolveShare};
use yomikiri_solver::local::SolveError;
use yomikiri_solver::tablebase::{SolveGroup, SolvedGroup};

use crate::ClusterError;
use crate::batch::Packing;
use crate::checkpoints::Checkpoints;
use crate::exchange::{Exchange, Mail, Status};
use crate::gather::SolvedShare;
use crate::lane_share::{LaneMail, LaneRows};
use crate::partition::Partition;
use crate::saved::{Set, Shares};
use crate::shard::{Halt, Shard, Task};

/// How a cluster solves.
#[derive(Copy, Clone, Debug)]
pub struct Way {
    /// How batches are packed.
    pub packing: Packing,
    /// How often the shares are saved.
    pub interval: Duration,
}

impl Default for Way {
    /// Small batches, a checkpoint a minute.
    fn default() -> Self {
        Way {
            packing: Packing::Delta,
            interval: Duration::from_secs(60),
        }
    }
}

/// Solves tiers together with other processes, all of which solve the same tiers in the same order.
pub struct ClusterSolver<'e> {
    mail: RefCell<Mail<'e>>,
    way: Way,
    /// The shares of the tier that was solved last.
    shares: RefCell<Option<Shares>>,
    saved: Cell<u64>,
}

impl<'e> ClusterSolver<'e> {
    /// See the fields of [`Way`].
    pub fn new(exchange: &'e mut dyn Exchange, way: Way) -> Self {
        ClusterSolver {
            mail: RefCell::new(Mail::new(exchange)),
            way,
            shares: RefCell::new(None),
            saved: Cell::new(0),
        }
    }

    /// Bytes that this process has sent to others.
    pub fn bytes_sent(&self) -> u64 {
        self.mail.borrow().bytes
    }

    /// Checkpoints that this process has written.
    pub fn checkpoints(&self) -> u64 {
        self.saved.get()
    }

    /// The round to go on from: process 0 looks for it and tells the others.
    fn agree(&self, shares: Option<&Shares>) -> Result<Option<(Set, Coding)>, ClusterError> {
        let mut mail = self.mail.borrow_mut();
        let mut agreed = None;
        if mail.process() == 0 {
            agreed = shares.and_then(Shares::latest);
            if let Some((set, coding)) = agreed {
                let mut contents = vec![u8::from(coding == Coding::Cell16)];
                contents.extend_from_slice(&set.processes.to_le_bytes());
                contents.extend_from_slice(&set.layer.to_le_bytes());
                contents.extend_from_slice(&set.distance.to_le_bytes());
                for to in mail.others() {
                    mail.send(to, &contents)?;
                }
            }
        }
        mail.finish(Status::default(), &mut |_, contents| {
            let bytes: [u8; 11] = contents
                .try_into()
                .map_err(|_| ClusterError::Protocol("a checkpoint has another form".to_owned()))?;
            let [wide, a, b, c, d, e, f, g, h, i, j] = bytes;
            let set = Set {
                processes: u16::from_le_bytes([a, b]),
                layer: u32::from_le_bytes([c, d, e, f]),
                distance: u32::from_le_bytes([g, h, i, j]),
            };
            let coding = if wide == 1 {
                Coding::Cell16
            } else {
                Coding::Cell8
            };
            agreed = Some((set, coding));
            Ok(())
        })?;
        Ok(agreed)
    }

    /// A share, as it was saved or from the beginning.
    fn shard<'r, G: Game, I: Indexer<G>, C: Code>(
        &self,
        task: Task<'r, I>,
        from: Option<(Set, &Shares)>,
    ) -> Result<Shard<'r, G, I, C>, Halt> {
        let mut mail = self.mail.borrow_mut();
        let process = mail.process();
        let partition = Partition::new::<G, I>(task.indexer, mail.processes());
        let mut shard = Shard::new(task, partition.clone(), process);
        if let Some((set, shares)) = from {
            let before = Partition::new::<G, I>(task.indexer, usize::from(set.processes));
            let layer = task.indexer.layers().get(set.layer as usize).cloned();
            let place = (shard.cells.as_slice(), &layer.unwrap_or_default());
            let bounds = shares.load::<C>(set, (&before, &partition), process, place)?;
            shard.bounds = Arc::new(bounds);
            shard.layer = set.layer as usize;
            shard.distance = set.distance;
            shard.restore(&mut mail)?;
        }
        Ok(shard)
    }

    /// Goes on to the end or until the code is too narrow.
    fn run<'r, G: Game, I: Indexer<G>, C: Code>(
        &self,
        shard: &mut Shard<'r, G, I, C>,
        shares: Option<&Shares>,
        progress: &dyn Progress,
    ) -> Result<(), Halt> {
        let mut mail = self.mail.borrow_mut();
        let place = (mail.process(), mail.processes());
        let mut checkpoints = Checkpoints::new(shares, place, self.way.interval);
        let done = shard.go_on(&mut mail, &mut checkpoints);
        self.saved.set(self.saved.get() + checkpoints.count);
        progress.together(mail.together());
        // A disk that is full comes first: that the others are gone may follow from it.
        checkpoints.wait()?;
        done
    }
}

fn over(halt: Halt) -> SolveError {
    match halt {
        Halt::TooDeep => SolveError::TooDeep,
        Halt::Error(error) => error,
    }
}

impl<'e> ClusterSolver<'e> {
    /// What a share is when everything is solved.
    fn solved<'s, C: Code>(
        &'s self,
        (partition, cells): (Partition, Vec<C::Shared>),
    ) -> SolvedGroup<'s> {
        SolvedGroup::Shared(Box::new(SolvedShare::<'s, 'e, C> {
            mail: &self.mail,
            partition,
            cells,
        }))
    }

    /// Solves a share in lanes; `None` if the code is too narrow.
    fn in_lanes<'s, I, C: Code>(
        &'s self,
        job: ShareJob<'_, I>,
        solve: SolveShare<I, C>,
        rows: &LaneRows,
        (shares, set): (Option<&Shares>, Option<Set>),
    ) -> Result<Option<SolvedGroup<'s>>, SolveError> {
        let cells = {
            let mut mail = self.mail.borrow_mut();
            let place = (mail.process(), mail.processes());
            let checkpoints = Checkpoints::new(shares, place, self.way.interval);
            let from = set.zip(shares).map(|(set, shares)| {
                let before = rows.partition.with(usize::from(set.processes));
                (set, shares, before)
            });
            let how = (self.way.packing, job.3);
            let mut peers = LaneMail::new(&mut mail, rows, checkpoints, from, how);
            let cells = solve(job, &rows.rows, &mut peers);
            self.saved.set(self.saved.get() + peers.count());
            cells?
        };
        Ok(cells.map(|cells| self.solved::<C>((rows.table.clone(), cells))))
    }
}

impl<G: Game, I: Indexer<G>> SolveGroup<G, I> for ClusterSolver<'_> {
    fn solve<'s>(
        &'s self,
        (indexer, children, settings, progress): ShareJob<'_, I>,
        lanes: Option<LaneShares<I>>,
    ) -> Result<SolvedGroup<'s>, SolveError> {
        let progress = self.mail.borrow().own.counting(progress);
        let progress: &dyn Progress = &progress;
        let place = {
            let mail = self.mail.borrow();
            (mail.process(), mail.processes())
        };
        let lanes = lanes.and_then(|lanes| {
            let indices = (lanes.indices)(indexer)?;
            Some((lanes, LaneRows::new::<G, I>(indexer, indices, place)?))
        });
        let checkpoint = settings.checkpoint.as_ref();
        let shares =
            checkpoint.map(|(path, _)| Shares::new(path, settings.fingerprint, lanes.is_some()));
        let found = self.agree(shares.as_ref().filter(|_| settings.resume))?;
        let coding = found.map_or(settings.narrowest(), |(_, coding)| coding);
        let set = found.map(|(set, _)| set);
        *self.shares.borrow_mut() = shares.clone();
        let shares = shares.as_ref();
        if let Some((lanes, rows)) = &lanes {
            let job = (indexer, children, settings, progress);
            let mut set = set;
            if coding == Coding::Cell8 {
                match self.in_lanes(job, lanes.solve8, rows, (shares, set))? {
                    Some(solved) => return Ok(solved),
                    // Begun anew: lanes are quick.
                    None => set = None,
                }
            }
            let solved = self.in_lanes(job, lanes.solve16, rows, (shares, set))?;
            return solved.ok_or(SolveError::TooDeep);
        }
        let task = Task {
            indexer,
            children,
            metric: settings.metric,
            progress,
            packing: self.way.packing,
        };
        let from = set.zip(shares);
        let mut wide: Shard<'_, G, I, Cell16> = match coding {
            Coding::Cell16 => self.shard(task, from).map_err(over)?,
            Coding::Cell8 => {
                let mut shard = self.shard::<G, I, Cell8>(task, from).map_err(over)?;
                match self.run(&mut shard, shares, progress) {
                    Ok(()) => return Ok(self.solved::<Cell8>(shard.into_cells())),
                    Err(Halt::TooDeep) => shard.widened(),
                    Err(Halt::Error(error)) => return Err(error),
                }
            }
        };
        self.run(&mut wide, shares, progress).map_err(over)?;
        Ok(self.solved::<Cell16>(wide.into_cells()))
    }

    fn is_first(&self) -> bool {
        self.mail.borrow().process() == 0
    }

    fn written(&self) -> Result<(), SolveError> {
        let mut mail = self.mail.borrow_mut();
        let shares = self.shares.borrow_mut().take();
        if let Some(shares) = shares.filter(|_| mail.process() == 0) {
            shares.remove_all_but(None);
        }
        mail.finish(Status::default(), &mut |_, _| Ok(()))?;
        Ok(())
    }

    fn tidy_up(&self, checkpoint: &Path) {
        if self.mail.borrow().process() == 0 {
            Shares::new(checkpoint, [0; 32], false).remove_all_but(None);
        }
    }
}
