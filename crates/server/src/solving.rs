//! Tables that visitors let the server build: one at a time, stoppable, resumed where they were stopped.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use yomikiri_lab::{AnyTablebase, LabError, SolveOrder, SolveProgress};

use crate::messages::{ApiError, SolveJob, SolveState};

/// The one solve of a server.
#[derive(Default)]
pub(crate) struct Solving(Mutex<Option<Arc<Job>>>);

/// A solve, running or ended.
struct Job {
    game: String,
    what: String,
    begun: Instant,
    stop: AtomicBool,
    done: AtomicU64,
    now: Mutex<Now>,
}

/// What changes with every stage.
struct Now {
    state: SolveState,
    stage: &'static str,
    round: Option<u32>,
    total: u64,
    seconds: Option<f64>,
    fault: Option<String>,
}

impl Solving {
    /// The solve that runs or ran last.
    pub(crate) fn job(&self) -> Option<SolveJob> {
        let job = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        job.as_ref().map(|job| job.told())
    }

    /// Begins to solve on a thread of its own, unless another solve runs.
    pub(crate) fn start(
        &self,
        game: String,
        what: Option<String>,
        threads: usize,
        tables: Box<dyn AnyTablebase>,
    ) -> Result<(), ApiError> {
        let mut current = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(job) = current.as_ref().filter(|job| job.is_running()) {
            let message = format!("the server is solving {}; try again later", job.game);
            return Err(ApiError::conflict("solving", message));
        }
        let job = Arc::new(Job {
            game,
            what: what.clone().unwrap_or_default(),
            begun: Instant::now(),
            stop: AtomicBool::new(false),
            done: AtomicU64::new(0),
            now: Mutex::new(Now {
                state: SolveState::Running,
                stage: "",
                round: None,
                total: 0,
                seconds: None,
                fault: None,
            }),
        });
        *current = Some(Arc::clone(&job));
        let order = SolveOrder {
            threads,
            resume: true,
            ..SolveOrder::default()
        };
        let solve = move || job.end(tables.solve(what.as_deref(), &order, &*job).map(|_| ()));
        let spawned = std::thread::Builder::new()
            .name("solve".to_owned())
            .spawn(solve);
        spawned.map(|_| ()).map_err(|error| {
            tracing::error!(%error, "no thread for a solve");
            *current = None;
            ApiError::internal()
        })
    }

    /// Tells the running solve to save and end.
    pub(crate) fn stop(&self) {
        let job = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(job) = job.as_ref().filter(|job| job.is_running()) {
            job.stop.store(true, Ordering::Relaxed);
            job.now().state = SolveState::Stopping;
        }
    }

    /// Whether a solve runs or is about to end.
    pub(crate) fn is_running(&self) -> bool {
        let job = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        job.as_ref().is_some_and(|job| job.is_running())
    }
}

impl Job {
    fn now(&self) -> std::sync::MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_running(&self) -> bool {
        matches!(self.now().state, SolveState::Running | SolveState::Stopping)
    }

    fn end(&self, solved: Result<(), LabError>) {
        let mut now = self.now();
        now.seconds = Some(self.begun.elapsed().as_secs_f64());
        (now.state, now.fault) = match solved {
            Ok(()) => (SolveState::Done, None),
            Err(LabError::Interrupted(_)) => (SolveState::Stopped, None),
            Err(error) => {
                tracing::error!(%error, game = self.game, "a solve failed");
                let told = ApiError::from(error);
                (SolveState::Failed, Some(told.body.message))
            }
        };
    }

    fn told(&self) -> SolveJob {
        let now = self.now();
        let spent = || self.begun.elapsed().as_secs_f64();
        SolveJob {
            game: self.game.clone(),
            what: self.what.clone(),
            state: now.state,
            stage: now.stage.to_owned(),
            round: now.round,
            done: self.done.load(Ordering::Relaxed).min(now.total),
            total: now.total,
            seconds: now.seconds.unwrap_or_else(spent),
            fault: now.fault.clone(),
        }
    }
}

impl SolveProgress for Job {
    fn stage(&self, name: &'static str, round: Option<u32>, total: u64) {
        let mut now = self.now();
        self.done.store(0, Ordering::Relaxed);
        (now.stage, now.round, now.total) = (name, round, total);
    }

    fn advance(&self, indices: u64) {
        self.done.fetch_add(indices, Ordering::Relaxed);
    }

    fn stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
