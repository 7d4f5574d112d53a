//! When shares are saved. A thread of its own writes the cells while the next rounds go on.
//!
//! A checkpoint is of the boundary between two rounds although its cells are read while later rounds write
//! some of them: a cell never changes once it is decided, and tells the round in which that was. What later
//! rounds have written is forgotten when the checkpoint is read, or was true all along: an index whose moves
//! all lose, but not yet when, needs nothing of a later round. So a checkpoint needs no second copy of the
//! cells in memory.

use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use yomikiri_solver::cell::Code;
use yomikiri_solver::local::SolveError;

use crate::exchange::Status;
use crate::saved::{Set, Shares};

/// The checkpoints of a process.
pub(crate) struct Checkpoints<'s> {
    shares: Option<&'s Shares>,
    process: usize,
    processes: usize,
    interval: Duration,
    last: Instant,
    writing: Option<JoinHandle<Result<(), SolveError>>>,
    /// The set that was begun last, until all have written their shares of it.
    begun: Option<Set>,
    /// How many were begun.
    pub(crate) count: u64,
}

impl<'s> Checkpoints<'s> {
    /// Nothing is saved without shares.
    pub(crate) fn new(
        shares: Option<&'s Shares>,
        (process, processes): (usize, usize),
        interval: Duration,
    ) -> Self {
        Checkpoints {
            shares,
            process,
            processes,
            interval,
            last: Instant::now(),
            writing: None,
            begun: None,
            count: 0,
        }
    }

    /// What to tell the others in the next step.
    pub(crate) fn status(&mut self) -> Result<Status, SolveError> {
        if self.writing.as_ref().is_some_and(JoinHandle::is_finished) {
            self.wait()?;
        }
        let is_due = self.process == 0 && self.begun.is_none() && self.shares.is_some();
        let saves = is_due && self.last.elapsed() >= self.interval;
        Ok(Status {
            saves,
            is_saving: self.writing.is_some(),
            ..Status::default()
        })
    }

    /// What all have told: if nobody is writing any more, the last set is whole and those before it go.
    pub(crate) fn agreed(&mut self, status: Status) {
        let whole = self.begun.take_if(|_| !status.is_saving);
        if let Some((set, shares)) = whole.zip(self.shares).filter(|_| self.process == 0) {
            shares.remove_all_but(Some(set));
        }
    }

    /// Begins to save a share.
    pub(crate) fn save<C: Code>(
        &mut self,
        (layer, distance): (u32, u32),
        cells: &Arc<Vec<C::Shared>>,
        bounds: &Arc<Vec<C::Cell>>,
    ) -> Result<(), SolveError> {
        let Some(shares) = self.shares.cloned() else {
            return Ok(());
        };
        self.wait()?;
        let set = Set {
            layer,
            distance,
            processes: self.processes as u16,
        };
        let (process, cells, bounds) = (self.process, Arc::clone(cells), Arc::clone(bounds));
        let save = move || shares.save::<C>(process, set, &cells, &bounds);
        let thread = std::thread::Builder::new().name("checkpoint".to_owned());
        let thread = thread.spawn(save).map_err(|error| {
            SolveError::Elsewhere(format!("a checkpoint cannot be written: {error}"))
        })?;
        self.writing = Some(thread);
        self.begun = Some(set);
        self.last = Instant::now();
        self.count += 1;
        Ok(())
    }

    /// Waits until everything is written.
    pub(crate) fn wait(&mut self) -> Result<(), SolveError> {
        match self.writing.take().map(JoinHandle::join) {
            None => Ok(()),
            Some(Ok(done)) => done,
            Some(Err(panic)) => std::panic::resume_unwind(panic),
        }
    }
}

/// Nothing is written behind the back of whoever comes next.
impl Drop for Checkpoints<'_> {
    fn drop(&mut self) {
        if let Some(writing) = self.writing.take() {
            let _ = writing.join();
        }
    }
}
