//! The engines' pool: as many threads as cores, a queue with an end, and limits on every thought,
//! so that no visitor can use up the machine.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use yomikiri_lab::{AnySession, LabError, Limits, Observer, PlayerSpec, Report, Side, StopFlag};

use crate::messages::ApiError;

/// What the thinking is for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Lane {
    /// Somebody waits for a move: first in the queue.
    Play,
    /// Somebody studies: takes at most half of the threads.
    Study,
}

/// Where an engine thinks.
#[derive(Clone, Debug)]
pub(crate) struct Spot {
    pub(crate) side: Side,
    pub(crate) position: String,
}

/// Told what an engine thinks so far, on its thread.
pub(crate) type Tell = Box<dyn FnMut(&Spot, &Report) + Send>;
/// What an engine thought in the end, or why it did not.
pub(crate) type Thought = Result<(Spot, Report), LabError>;
/// Told that, on its thread.
pub(crate) type Done = Box<dyn FnOnce(Thought) + Send>;

/// A position to think about.
pub(crate) struct Job {
    pub(crate) lane: Lane,
    pub(crate) session: Box<dyn AnySession>,
    pub(crate) player: PlayerSpec,
    pub(crate) limits: Limits,
    pub(crate) stop: StopFlag,
    /// Called on the engine's thread.
    pub(crate) report: Option<Tell>,
    /// Called on the engine's thread, at the end.
    pub(crate) done: Done,
}

#[derive(Default)]
struct Queues {
    play: VecDeque<Job>,
    study: VecDeque<Job>,
    studying: usize,
    closed: bool,
}

struct Shared {
    queues: Mutex<Queues>,
    wake: Condvar,
    longest_queue: usize,
    studies: usize,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queues> {
        // A thought that panicked left the queues whole: they are not locked while thinking.
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The pool. Clones share it; the threads end when [`Engines::close`] is called.
#[derive(Clone)]
pub(crate) struct Engines {
    shared: Arc<Shared>,
}

impl Engines {
    pub(crate) fn new(threads: usize, longest_queue: usize) -> Self {
        let shared = Arc::new(Shared {
            queues: Mutex::default(),
            wake: Condvar::new(),
            longest_queue,
            studies: threads.div_ceil(2),
        });
        for at in 0..threads.max(1) {
            let shared = Arc::clone(&shared);
            let named = thread::Builder::new().name(format!("engine-{at}"));
            named
                .spawn(move || work(&shared))
                .expect("a thread can be started");
        }
        Engines { shared }
    }

    /// Puts a job into its queue, unless that is full.
    pub(crate) fn think(&self, job: Job) -> Result<(), ApiError> {
        let mut queues = self.shared.lock();
        let queue = match job.lane {
            Lane::Play => &mut queues.play,
            Lane::Study => &mut queues.study,
        };
        if queue.len() >= self.shared.longest_queue {
            let message = "all engines are busy; try again in a little while";
            return Err(ApiError::limited("engine_busy", message));
        }
        queue.push_back(job);
        drop(queues);
        self.shared.wake.notify_one();
        Ok(())
    }

    /// Ends the threads after what they are thinking about.
    pub(crate) fn close(&self) {
        let mut queues = self.shared.lock();
        queues.closed = true;
        queues.play.clear();
        queues.study.clear();
        drop(queues);
        self.shared.wake.notify_all();
    }
}

fn work(shared: &Shared) {
    loop {
        let mut queues = shared.lock();
        let job = loop {
            if queues.closed {
                return;
            }
            if let Some(job) = queues.play.pop_front() {
                break job;
            }
            if queues.studying < shared.studies
                && let Some(job) = queues.study.pop_front()
            {
                queues.studying += 1;
                break job;
            }
            let woken = shared.wake.wait(queues);
            queues = woken.unwrap_or_else(PoisonError::into_inner);
        };
        drop(queues);
        let lane = job.lane;
        let begun = Instant::now();
        run(job);
        let kind = if lane == Lane::Play { "play" } else { "study" };
        metrics::histogram!("yomikiri_engine_seconds", "for" => kind).record(begun.elapsed());
        if lane == Lane::Study {
            shared.lock().studying -= 1;
            shared.wake.notify_one();
        }
    }
}

/// Watches one thought: carries reports, and ends it when it is stopped or late.
struct Supervisor {
    spot: Spot,
    stop: StopFlag,
    late: Instant,
    report: Option<Tell>,
}

impl Observer for Supervisor {
    fn report(&mut self, report: &Report) {
        if let Some(tell) = &mut self.report {
            tell(&self.spot, report);
        }
    }

    fn stop(&self) -> bool {
        self.stop.stop() || Instant::now() >= self.late
    }
}

fn run(job: Job) {
    let Job {
        mut session,
        player,
        limits,
        stop,
        report,
        done,
        ..
    } = job;
    let thought = catch_unwind(AssertUnwindSafe(|| {
        let spot = Spot {
            side: session.turn(),
            position: session.position(),
        };
        let time = limits.time.unwrap_or(Duration::from_secs(60));
        let mut watch = Supervisor {
            spot,
            stop,
            // Players keep to their time themselves; this is for those that do not.
            late: Instant::now() + time + Duration::from_millis(200),
            report,
        };
        let report = session.think(&player, &limits, &mut watch)?;
        Ok((watch.spot, report))
    }));
    let failed = |_| Err(LabError::Engine(format!("{player} failed")));
    done(thought.unwrap_or_else(failed));
}
