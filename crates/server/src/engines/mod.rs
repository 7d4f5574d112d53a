//! The engines' pool: as many threads as cores, a queue that is fair and has an end, and limits on
//! every thought, so that no visitor can use up the machine.

mod schedule;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use yomikiri_lab::{AnySession, LabError, Limits, Observer, PlayerSpec, Report, Side, StopFlag};

use crate::fair_queue::Asker;
use crate::messages::ApiError;
use crate::settings::ServerLimits;
use schedule::Schedule;

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
/// The cells of the pieces that an engine takes for dead, or why it did not say.
pub(crate) type Dead = Result<Vec<usize>, LabError>;

/// What an engine is asked; who is told the answer, on the engine's thread.
pub(crate) enum Question {
    /// Its move.
    Move(Box<dyn FnOnce(Thought) + Send>),
    /// What is dead where play has stopped. Engines that do not judge leave it to the second one; if that
    /// does not judge either, nothing is dead.
    Dead(Option<PlayerSpec>, Box<dyn FnOnce(Dead) + Send>),
}

impl Question {
    fn fail(self, error: LabError) {
        match self {
            Question::Move(done) => done(Err(error)),
            Question::Dead(_, done) => done(Err(error)),
        }
    }
}

/// A position to think about.
pub(crate) struct Job {
    pub(crate) lane: Lane,
    pub(crate) asker: Asker,
    pub(crate) session: Box<dyn AnySession>,
    pub(crate) player: PlayerSpec,
    pub(crate) limits: Limits,
    /// Raised when nobody wants the answer any more. A job that has not begun is then dropped.
    pub(crate) stop: StopFlag,
    /// Called on the engine's thread.
    pub(crate) report: Option<Tell>,
    pub(crate) question: Question,
}

struct State {
    schedule: Schedule<Job>,
    closed: bool,
}

struct Shared {
    state: Mutex<State>,
    /// There may be work for a thread.
    work: Condvar,
    /// There may be a thought to be cut short.
    crowded: Condvar,
    rooms: AtomicU64,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // A thought that panicked left the queues whole: they are not locked while thinking.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The pool. Clones share it; the threads end when [`Engines::close`] is called.
#[derive(Clone)]
pub(crate) struct Engines {
    shared: Arc<Shared>,
}

impl Engines {
    pub(crate) fn new(limits: &ServerLimits) -> Self {
        let threads = limits.engine_threads.max(1);
        let shared = Arc::new(Shared {
            state: Mutex::new(State {
                schedule: Schedule::new(threads, limits.engine_queue, limits.engine_slice),
                closed: false,
            }),
            work: Condvar::new(),
            crowded: Condvar::new(),
            rooms: AtomicU64::new(0),
        });
        let start = |name: String, run: fn(&Shared)| {
            let shared = Arc::clone(&shared);
            let named = thread::Builder::new().name(name);
            named
                .spawn(move || run(&shared))
                .expect("a thread can be started");
        };
        for at in 0..threads {
            start(format!("engine-{at}"), work);
        }
        start("engine-clock".to_owned(), watch);
        Engines { shared }
    }

    /// A number for a room or a connection that asks.
    pub(crate) fn number(&self) -> u64 {
        self.shared.rooms.fetch_add(1, Ordering::Relaxed)
    }

    /// Puts a job into its queue, unless that is full of jobs of the same address.
    pub(crate) fn think(&self, job: Job) -> Result<(), ApiError> {
        let (lane, asker) = (job.lane, job.asker);
        let mut state = self.shared.lock();
        state.schedule.retain(|job| !job.stop.stop());
        let pushed = state.schedule.push(lane, asker, job);
        drop(state);
        let displaced = pushed.map_err(|_| busy())?;
        if let Some(job) = displaced {
            let busy = LabError::Interrupted("busy".to_owned());
            job.question.fail(busy);
        }
        self.shared.work.notify_one();
        self.shared.crowded.notify_one();
        Ok(())
    }

    /// Ends the threads after what they are thinking about.
    pub(crate) fn close(&self) {
        let mut state = self.shared.lock();
        state.closed = true;
        state.schedule.clear();
        drop(state);
        self.shared.work.notify_all();
        self.shared.crowded.notify_all();
    }
}

/// All engines think for others.
pub(crate) fn busy() -> ApiError {
    let message = "all engines are busy; try again in a little while";
    ApiError::limited("engine_busy", message)
}

fn work(shared: &Shared) {
    loop {
        let mut state = shared.lock();
        let (number, cut, job) = loop {
            if state.closed {
                return;
            }
            match state.schedule.take(Instant::now()) {
                // Nobody wants to know any more.
                Some((number, _, job)) if job.stop.stop() => state.schedule.finished(number),
                Some(next) => break next,
                None => {
                    let woken = shared.work.wait(state);
                    state = woken.unwrap_or_else(PoisonError::into_inner);
                }
            }
        };
        drop(state);
        let lane = job.lane;
        let begun = Instant::now();
        run(job, cut);
        let kind = if lane == Lane::Play { "play" } else { "study" };
        metrics::histogram!("yomikiri_engine_seconds", "for" => kind).record(begun.elapsed());
        shared.lock().schedule.finished(number);
        shared.work.notify_one();
    }
}

/// Cuts thoughts short while somebody starves.
fn watch(shared: &Shared) {
    let mut state = shared.lock();
    while !state.closed {
        let now = Instant::now();
        let again = state.schedule.cut(now);
        state = match again {
            Some(at) => {
                let wait = at.saturating_duration_since(now);
                let woken = shared.crowded.wait_timeout(state, wait);
                woken.unwrap_or_else(PoisonError::into_inner).0
            }
            None => {
                let woken = shared.crowded.wait(state);
                woken.unwrap_or_else(PoisonError::into_inner)
            }
        };
    }
}

/// Watches one thought: carries reports, and ends it when it is stopped, cut short or late.
struct Supervisor {
    spot: Spot,
    stop: StopFlag,
    cut: StopFlag,
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
        self.stop.stop() || self.cut.stop() || Instant::now() >= self.late
    }
}

fn run(job: Job, cut: StopFlag) {
    let Job {
        mut session,
        player,
        limits,
        stop,
        report,
        question,
        ..
    } = job;
    let failed = |_| Err(LabError::Engine(format!("{player} failed")));
    match question {
        Question::Move(done) => {
            let thought = catch_unwind(AssertUnwindSafe(|| {
                let spot = Spot {
                    side: session.turn(),
                    position: session.position(),
                };
                let time = limits.time.unwrap_or(Duration::from_secs(60));
                let mut watch = Supervisor {
                    spot,
                    stop,
                    cut,
                    // Players keep to their time themselves; this is for those that do not.
                    late: Instant::now() + time + Duration::from_millis(200),
                    report,
                };
                let report = session.think(&player, &limits, &mut watch)?;
                Ok((watch.spot, report))
            }));
            done(thought.unwrap_or_else(failed));
        }
        Question::Dead(second, done) => {
            let dead = catch_unwind(AssertUnwindSafe(|| {
                for judge in [Some(&player), second.as_ref()].into_iter().flatten() {
                    if let Some(dead) = session.judge_dead(judge)? {
                        return Ok(dead);
                    }
                }
                Ok(Vec::new())
            }));
            done(dead.unwrap_or_else(|_| Err(LabError::Engine(format!("{player} failed")))));
        }
    }
}
