//! The match whose games are played elsewhere.

use std::collections::{BTreeSet, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use yomikiri_arena::{Elsewhere, Keeper, Played, RunError};
use yomikiri_game_api::Notation;
use yomikiri_queue::{Queue, Run, WorkerReport};

use super::{MatchWork, QueueOrder, RunText, build_id, queue_error};
use crate::LabError;

/// How often to ask for results.
const LOOK: Duration = Duration::from_millis(200);
/// Results that are asked for at once.
const AT_ONCE: u32 = 200;

/// A match in a queue.
pub(crate) struct QueuedGames<'k, G: Notation> {
    queue: Queue,
    run: Run,
    games_in_unit: u64,
    keeper: &'k Keeper<'k, G>,
}

impl<'k, G: Notation> QueuedGames<'k, G> {
    pub(crate) fn new(
        order: &QueueOrder,
        work: MatchWork,
        speed: Option<f64>,
        keeper: &'k Keeper<'k, G>,
    ) -> Result<Self, LabError> {
        let queue = Queue::open(&order.address).map_err(queue_error)?;
        let build = build_id()?;
        let (id, games_in_unit) = (work.run_id(&build), work.games_in_unit());
        let text = RunText { work, speed };
        let work = serde_json::to_string(&text).expect("plain data");
        Ok(QueuedGames {
            queue,
            run: Run { id, build, work },
            games_in_unit,
            keeper,
        })
    }

    /// The match is over: nothing of it stays in the queue. What each worker has done.
    pub(crate) fn close(self) -> Result<Vec<WorkerReport>, LabError> {
        let workers = self.queue.workers(&self.run.id).map_err(queue_error)?;
        self.queue.remove(&self.run.id).map_err(queue_error)?;
        Ok(workers)
    }

    fn games(&self, result: &str) -> Result<Vec<Played>, String> {
        result.lines().map(|line| self.keeper.read(line)).collect()
    }

    fn collect(
        &self,
        pending: &[u64],
        stop: &AtomicBool,
        take: &mut dyn FnMut(Played) -> bool,
    ) -> Result<(), String> {
        let mut wanted: HashSet<u64> = pending.iter().copied().collect();
        let units = pending.iter().map(|number| number / self.games_in_unit);
        let mut units: BTreeSet<u64> = units.collect();
        let all: Vec<u64> = units.iter().copied().collect();
        let run = self.run.id.as_str();
        let told = |error: yomikiri_queue::QueueError| error.to_string();
        self.queue.put(&self.run, &all).map_err(told)?;
        while !units.is_empty() && !stop.load(Ordering::Relaxed) {
            let handed = self.queue.handed(run, AT_ONCE).map_err(told)?;
            let mut is_enough = false;
            for unit in &handed {
                for game in self.games(&unit.result)? {
                    // Half of a pair may have been there before.
                    if wanted.remove(&game.number) {
                        is_enough |= !take(game);
                    }
                }
                units.remove(&unit.unit);
            }
            let numbers: Vec<u64> = handed.iter().map(|unit| unit.unit).collect();
            self.queue.collected(run, &numbers).map_err(told)?;
            if is_enough {
                return Ok(());
            }
            if handed.is_empty() {
                if let Some(failure) = self.queue.failures(run).map_err(told)?.first() {
                    return Err(format!(
                        "unit {} was given up, last by worker {}: {}",
                        failure.unit, failure.worker, failure.fault
                    ));
                }
                std::thread::sleep(LOOK);
            }
        }
        Ok(())
    }
}

impl<G: Notation> Elsewhere for QueuedGames<'_, G> {
    fn play(
        &self,
        pending: &[u64],
        stop: &AtomicBool,
        take: &mut dyn FnMut(Played) -> bool,
    ) -> Result<(), RunError> {
        let collected = self.collect(pending, stop, take);
        // Workers drop what nobody waits for. A coordinator that is started again opens the run again.
        let closed = self.queue.close(&self.run.id);
        collected.map_err(RunError::Elsewhere)?;
        closed.map_err(|error| RunError::Elsewhere(error.to_string()))
    }
}
