//! Processes as threads of one process, for tests: parcels are delayed and come in any order, decided by
//! a seed, but none is lost.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use yomikiri_game_api::SplitMix64;

use super::Exchange;
use crate::ClusterError;

/// One end of the exchange.
pub struct MemoryExchange {
    process: usize,
    shared: Arc<Shared>,
    random: SplitMix64,
}

struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    /// By receiver: parcels that it has not been told.
    boxes: Vec<Vec<(u64, Vec<u8>)>>,
    /// By process: the steps that it has closed.
    closed: Vec<u64>,
    /// Ends that are gone without having been asked to be.
    gone: bool,
}

/// Exchanges for so many processes; the seed decides about delays and orders.
pub fn exchanges(processes: usize, seed: u64) -> Vec<MemoryExchange> {
    let shared = Arc::new(Shared {
        state: Mutex::new(State {
            boxes: vec![Vec::new(); processes],
            closed: vec![0; processes],
            gone: false,
        }),
        changed: Condvar::new(),
    });
    (0..processes)
        .map(|process| MemoryExchange {
            process,
            shared: Arc::clone(&shared),
            random: SplitMix64::new(seed.wrapping_mul(31) ^ process as u64),
        })
        .collect()
}

impl MemoryExchange {
    /// Ends this process as if it had been killed: the others notice.
    pub fn fail(&self) {
        self.state().gone = true;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.shared
            .state
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl Exchange for MemoryExchange {
    fn process(&self) -> usize {
        self.process
    }

    fn processes(&self) -> usize {
        self.state().boxes.len()
    }

    fn send(&mut self, to: usize, step: u64, parcel: Vec<u8>) -> Result<(), ClusterError> {
        self.state().boxes[to].push((step, parcel));
        Ok(())
    }

    fn close(&mut self, step: u64) -> Result<(), ClusterError> {
        let process = self.process;
        self.state().closed[process] = step + 1;
        self.shared.changed.notify_all();
        Ok(())
    }

    fn poll(&mut self) -> Result<Option<(u64, Vec<u8>)>, ClusterError> {
        let (skip, choice) = (self.random.below(4) == 0, self.random.below(1 << 30));
        let process = self.process;
        let mut state = self.state();
        let waiting = &mut state.boxes[process];
        if waiting.is_empty() || skip {
            return Ok(None);
        }
        let choice = choice % waiting.len();
        Ok(Some(waiting.swap_remove(choice)))
    }

    fn is_over(&mut self, step: u64) -> Result<bool, ClusterError> {
        let state = self.state();
        if state.gone {
            return Err(ClusterError::Lost("another process has failed".to_owned()));
        }
        let is_here = state.boxes[self.process].iter().all(|(of, _)| *of > step);
        let is_closed = state.closed.iter().all(|&closed| closed > step);
        if is_here && is_closed {
            return Ok(true);
        }
        if is_here {
            let _ = self
                .shared
                .changed
                .wait_timeout(state, Duration::from_millis(1));
        }
        Ok(false)
    }
}

impl Drop for MemoryExchange {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.fail();
        }
    }
}
