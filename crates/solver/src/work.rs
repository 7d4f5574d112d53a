//! Sharing a range of indices among threads, with progress and interruption.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Receives the progress of long work and may ask it to stop.
pub trait Progress: Sync {
    /// A part of a longer job begins: its name, which may be empty, and its share of the whole job as a
    /// range of 0 to 1. What needs no work has an empty share.
    fn part(&self, _name: &str, _share: Range<f64>) {}
    /// A stage begins: its name, its round (distance in plies) if it has one, and the number of
    /// indices it will look at.
    fn stage(&self, _name: &'static str, _round: Option<u32>, _total: u64) {}
    /// So many more indices of the stage were looked at.
    fn advance(&self, _indices: u64) {}
    /// What all processes that solve together have done and need.
    fn together(&self, _sum: Together) {}
    /// Whether to stop as soon as possible.
    fn stop(&self) -> bool {
        false
    }
}

/// What processes that solve together have done and need, in sum.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Together {
    /// How many there are.
    pub processes: u64,
    /// Indices that were looked at so far, in all stages.
    pub looked: u64,
    /// Bytes of memory; 0 where the systems do not tell.
    pub memory: u64,
    /// Bytes that were sent to other processes so far.
    pub sent: u64,
}

/// No progress is shown and nothing is stopped.
#[derive(Copy, Clone, Debug, Default)]
pub struct NoProgress;

impl Progress for NoProgress {}

/// Runs `work` on pieces of `0..total` on `threads` threads, each with state of its own, and
/// returns the states. Pieces are handed out in order, so that neighbours share caches. What is no
/// more than a piece is not worth starting threads for.
pub(crate) fn share<S: Send>(
    total: u64,
    piece: u64,
    threads: usize,
    progress: &dyn Progress,
    start: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, Range<u64>) + Sync,
) -> (Vec<S>, bool) {
    let next = AtomicU64::new(0);
    let stopped = AtomicBool::new(false);
    let states = Mutex::new(Vec::new());
    let run = || {
        let mut state = start();
        loop {
            let from = next.fetch_add(piece, Ordering::Relaxed);
            if from >= total {
                break;
            }
            if progress.stop() {
                stopped.store(true, Ordering::Relaxed);
                break;
            }
            let to = (from + piece).min(total);
            work(&mut state, from..to);
            progress.advance(to - from);
        }
        states
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(state);
    };
    on_threads(if total <= piece { 1 } else { threads }, &run);
    let states = states.into_inner();
    (
        states.unwrap_or_else(PoisonError::into_inner),
        !stopped.into_inner(),
    )
}

/// Runs the same work on several threads at once. Not generic: starting a thread is much code, and
/// the compiler would write it out for every kind of work of every game.
fn on_threads(threads: usize, work: &(dyn Fn() + Sync)) {
    if threads <= 1 {
        return work();
    }
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        for worker in workers {
            if let Err(panic) = worker.join() {
                std::panic::resume_unwind(panic);
            }
        }
    });
}
