//! Sharing a range of indices among threads, with progress and interruption.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Told how long work goes on, and may ask it to stop.
pub trait Progress: Sync {
    /// A stage begins: its name, its round (distance in plies) if it has one, and the number of
    /// indices it will look at.
    fn stage(&self, _name: &'static str, _round: Option<u32>, _total: u64) {}
    /// So many more indices of the stage were looked at.
    fn advance(&self, _indices: u64) {}
    /// Whether to stop as soon as possible.
    fn stop(&self) -> bool {
        false
    }
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
        state
    };
    let states = if threads <= 1 || total <= piece {
        vec![run()]
    } else {
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(run)).collect();
            let join = |worker: std::thread::ScopedJoinHandle<'_, S>| match worker.join() {
                Ok(state) => state,
                Err(panic) => std::panic::resume_unwind(panic),
            };
            workers.into_iter().map(join).collect()
        })
    };
    (states, !stopped.into_inner())
}
