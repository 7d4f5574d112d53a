//! Hands for requests that take a while: as many as cores, given out in turn to each address.
//!
//! A hand is given back when the work is done, not when the client that asked for it is gone:
//! otherwise requests that are abandoned at once would occupy any number of threads.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use crate::fair_queue::{Asker, FairQueue};

tokio::task_local! {
    /// Whom the present task works for.
    pub(crate) static VISITOR: IpAddr;
}

/// The hands. Clones share them.
#[derive(Clone)]
pub(crate) struct Workers(Arc<Mutex<State>>);

struct State {
    free: usize,
    waiting: FairQueue<oneshot::Sender<Worker>>,
}

/// A hand that is at work until this is dropped.
pub(crate) struct Worker(Option<Workers>);

impl Workers {
    pub(crate) fn new(free: usize) -> Self {
        Workers(Arc::new(Mutex::new(State {
            free,
            waiting: FairQueue::default(),
        })))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a hand.
    pub(crate) async fn acquire(&self) -> Option<Worker> {
        let asker = Asker {
            address: VISITOR.try_with(|address| *address).ok(),
            room: 0,
        };
        let given = {
            let mut state = self.lock();
            if state.free > 0 {
                state.free -= 1;
                return Some(Worker(Some(self.clone())));
            }
            let (sender, given) = oneshot::channel();
            state.waiting.retain(|sender| !sender.is_closed());
            state.waiting.push(asker, sender);
            given
        };
        given.await.ok()
    }

    /// Gives a hand to the next one.
    fn release(&self) {
        loop {
            let mut state = self.lock();
            let Some((_, sender)) = state.waiting.pop(|_| 0) else {
                state.free += 1;
                return;
            };
            drop(state);
            match sender.send(Worker(Some(self.clone()))) {
                Ok(()) => return,
                // That one is gone: nothing is given back, the next is asked.
                Err(mut worker) => worker.0 = None,
            }
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        if let Some(workers) = self.0.take() {
            workers.release();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn hands_are_given_in_turn_and_given_back() {
        let workers = Workers::new(1);
        let held = workers.acquire().await.unwrap();
        let (told, mut order) = tokio::sync::mpsc::unbounded_channel();
        let ask = |address: u8, name: u32| {
            let (workers, told) = (workers.clone(), told.clone());
            let visitor = IpAddr::from([10, 0, 0, address]);
            tokio::spawn(VISITOR.scope(visitor, async move {
                let _worker = workers.acquire().await.unwrap();
                told.send(name).unwrap();
            }))
        };
        let mut tasks = Vec::new();
        for (address, name) in [(1, 10), (1, 11), (1, 12), (2, 20)] {
            tasks.push(ask(address, name));
            // It stands in the queue before the next one asks.
            while workers.lock().waiting.len() < tasks.len() {
                tokio::task::yield_now().await;
            }
        }
        // One that is gone before its turn is passed over.
        tasks[1].abort();
        let _ = (&mut tasks[1]).await;
        drop(held);
        let mut heard = Vec::new();
        for _ in 0..3 {
            heard.push(order.recv().await.unwrap());
        }
        assert_eq!(heard, [10, 20, 12]);
        tasks.remove(1);
        for task in tasks {
            task.await.unwrap();
        }
        assert_eq!(workers.lock().free, 1);
    }
}
