//! Takes pairs of games from a queue and plays them, and checks parts of tables.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use yomikiri_queue::{Job, Queue, Run};
use yomikiri_solver::Progress;

use super::speed::speed;
use super::{AnyWork, RunText, VerifyWork, build_id, queue_error, rules_digest};
use crate::{AnyGame, Lab, LabError};

/// How often to ask for work when there is none.
const LOOK: Duration = Duration::from_millis(300);
/// How often to look whether to stop.
const GLANCE: Duration = Duration::from_millis(50);

/// How a worker works.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WorkerOrder {
    /// The database: `postgres://…`.
    pub address: String,
    /// The name of this worker.
    pub name: String,
    /// Games that are played at once.
    pub concurrency: usize,
    /// How long others wait when this worker dies.
    pub lease: Duration,
    /// The worker ends when there has been nothing to do for so long.
    pub idle: Option<Duration>,
}

/// What a worker is doing.
#[derive(Clone, PartialEq, Debug)]
pub enum WorkerEvent {
    /// It plays games of another run from now on.
    Began {
        /// The run.
        run: String,
        /// The game.
        game: String,
        /// Move sequences a second.
        speed: f64,
        /// Times are so many times as long here.
        scale: f64,
    },
    /// A unit was handed in; how many that makes.
    Handed(u64),
    /// A unit was finished too late and thrown away.
    TooLate,
}

/// Where the units of a run come from, and where they go.
pub trait Units {
    /// The next unit of the same run.
    fn next(&mut self) -> Result<Option<u64>, LabError>;
    /// What came of it: games as lines, nothing if it was stopped, or why it cannot be played.
    fn done(&mut self, result: Result<Option<String>, String>) -> Result<(), LabError>;
}

/// Works until it is told to stop, or there is nothing to do any more; how many units it has handed in.
pub fn work(
    lab: &Lab,
    order: &WorkerOrder,
    stop: &AtomicBool,
    watch: &(dyn Fn(&WorkerEvent) + Sync),
) -> Result<u64, LabError> {
    let queue = Queue::open(&order.address).map_err(queue_error)?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let worker = Worker {
        lab,
        order,
        queue,
        build: build_id()?,
        stop,
        watch,
        slots: (0..order.concurrency.max(1))
            .map(|_| Slot::default())
            .collect(),
        born: now.map_or(0, |now| now.as_nanos() as u64),
        leases: AtomicU64::new(0),
        handed: AtomicU64::new(0),
        speeds: Mutex::default(),
        verifying: Mutex::default(),
        fault: Mutex::default(),
        is_over: AtomicBool::new(false),
    };
    std::thread::scope(|scope| {
        scope.spawn(|| worker.keep_leases());
        scope.spawn(|| worker.pass_on_stop());
        let threads: Vec<_> = worker
            .slots
            .iter()
            .map(|slot| scope.spawn(|| worker.serve(slot)))
            .collect();
        for thread in threads {
            let _ = thread.join();
        }
        worker.is_over.store(true, Ordering::Relaxed);
    });
    match locked(&worker.fault).take() {
        Some(fault) => Err(fault),
        None => Ok(worker.handed.load(Ordering::Relaxed)),
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One game at a time.
#[derive(Default)]
struct Slot {
    job: Mutex<Option<Job>>,
    /// Ends the game at once.
    stop: AtomicBool,
}

struct Worker<'w> {
    lab: &'w Lab,
    order: &'w WorkerOrder,
    queue: Queue,
    build: String,
    stop: &'w AtomicBool,
    watch: &'w (dyn Fn(&WorkerEvent) + Sync),
    slots: Vec<Slot>,
    /// Makes the names of leases different from those of an earlier worker with the same name.
    born: u64,
    leases: AtomicU64,
    handed: AtomicU64,
    speeds: Mutex<HashMap<String, f64>>,
    /// Held by the one slot that checks tables: it has them in memory, and uses the threads of all slots.
    verifying: Mutex<()>,
    /// What ends this worker.
    fault: Mutex<Option<LabError>>,
    is_over: AtomicBool,
}

impl Worker<'_> {
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || locked(&self.fault).is_some()
    }

    /// Renews the leases of what is being played.
    fn keep_leases(&self) {
        let mut last = Instant::now();
        while !self.is_over.load(Ordering::Relaxed) {
            std::thread::sleep(GLANCE);
            if last.elapsed() < self.order.lease / 3 {
                continue;
            }
            last = Instant::now();
            for slot in &self.slots {
                let job = locked(&slot.job).clone();
                let Some(job) = job else { continue };
                let is_mine = self.queue.renew(&job, self.order.lease);
                // Meanwhile the slot may have gone on to another unit.
                let current = locked(&slot.job);
                if !matches!(is_mine, Ok(true)) && current.as_ref() == Some(&job) {
                    slot.stop.store(true, Ordering::Relaxed);
                }
            }
        }
    }

    fn pass_on_stop(&self) {
        while !self.is_over.load(Ordering::Relaxed) {
            if self.is_stopped() {
                for slot in &self.slots {
                    slot.stop.store(true, Ordering::Relaxed);
                }
            }
            std::thread::sleep(GLANCE);
        }
    }

    /// Plays one unit after the other.
    fn serve(&self, slot: &Slot) {
        if let Err(fault) = self.serve_runs(slot) {
            locked(&self.fault).get_or_insert(fault);
        }
    }

    fn serve_runs(&self, slot: &Slot) -> Result<(), LabError> {
        let mut next = None;
        let mut idle_since = Instant::now();
        while !self.is_stopped() {
            let job = match next.take() {
                Some(job) => Some(job),
                None => self.take()?,
            };
            let Some(job) = job else {
                self.refuse_others()?;
                if self
                    .order
                    .idle
                    .is_some_and(|idle| idle_since.elapsed() >= idle)
                {
                    return Ok(());
                }
                std::thread::sleep(LOOK);
                continue;
            };
            if let Some(run) = self.queue.run(&job.run).map_err(queue_error)? {
                next = self.serve_run(slot, &run, job)?;
            }
            idle_since = Instant::now();
        }
        if let Some(job) = next {
            self.queue.put_back(&job).map_err(queue_error)?;
        }
        Ok(())
    }

    fn take(&self) -> Result<Option<Job>, LabError> {
        let number = self.leases.fetch_add(1, Ordering::Relaxed);
        let lease = format!("{}/{:x}/{number}", self.order.name, self.born);
        let taken = self
            .queue
            .take(&self.build, &self.order.name, &lease, self.order.lease);
        taken.map_err(queue_error)
    }

    /// A worker that only finds work for other programs says so and ends.
    fn refuse_others(&self) -> Result<(), LabError> {
        let others = self.queue.runs_of_others(&self.build);
        let others = others.map_err(queue_error)?;
        let Some(other) = others.first() else {
            return Ok(());
        };
        if self.queue.has_runs(&self.build).map_err(queue_error)? {
            return Ok(());
        }
        Err(LabError::Input(format!(
            "the queue has work for program {}, and this one is {}: workers and coordinators must be the same program",
            other.build, self.build
        )))
    }

    /// Plays units of a run until the next one is of another run; that one.
    fn serve_run(&self, slot: &Slot, run: &Run, first: Job) -> Result<Option<Job>, LabError> {
        let (work, game) = match self.open(run) {
            Ok(opened) => opened,
            Err(error) => {
                // Another worker may do better.
                self.queue.put_back(&first).map_err(queue_error)?;
                return Err(error);
            }
        };
        let verifying = matches!(work, AnyWork::Verify { .. }).then(|| self.verifying.try_lock());
        if let Some(Err(TryLockError::WouldBlock)) = verifying {
            self.queue.put_back(&first).map_err(queue_error)?;
            std::thread::sleep(LOOK);
            return Ok(None);
        }
        let own = self.speed(&*game)?;
        let scale = match &work {
            AnyWork::Match(RunText {
                work,
                speed: Some(speed),
            }) if work.scale_time => speed / own,
            _ => 1.0,
        };
        let enlisted = self.queue.enlist(&run.id, &self.order.name, own);
        enlisted.map_err(queue_error)?;
        (self.watch)(&WorkerEvent::Began {
            run: run.id.clone(),
            game: game.spec().to_owned(),
            speed: own,
            scale,
        });
        let mut units = RunUnits {
            worker: self,
            slot,
            run: &run.id,
            first: Some(first),
            next: None,
        };
        let done = match &work {
            AnyWork::Match(text) => {
                let arena = game.arena();
                arena.play_units(&text.work, scale, &slot.stop, &mut units)
            }
            AnyWork::Verify { verify } => {
                let threads = self.slots.len();
                self.verify_units(&*game, verify, threads, slot, &mut units)
            }
        };
        let (first, next) = (units.first, units.next);
        let unfinished = first.or_else(|| locked(&slot.job).take());
        if let (Err(_), Some(job)) = (&done, &unfinished) {
            self.queue.put_back(job).map_err(queue_error)?;
        }
        done.map(|()| next)
    }

    /// Checks parts of tables.
    fn verify_units(
        &self,
        game: &dyn AnyGame,
        work: &VerifyWork,
        threads: usize,
        slot: &Slot,
        units: &mut RunUnits<'_, '_>,
    ) -> Result<(), LabError> {
        let tables = game.tablebase(Some(Path::new(&work.tables)))?;
        tables.verify_units(work, threads, &Stoppable(&slot.stop), units)
    }

    /// The work of a run and its game.
    fn open(&self, run: &Run) -> Result<(AnyWork, Box<dyn AnyGame>), LabError> {
        let work: AnyWork = serde_json::from_str(&run.work)
            .map_err(|error| LabError::Input(format!("run {}: {error}", run.id)))?;
        let (name, rules) = match &work {
            AnyWork::Match(text) => (&text.work.game, &text.work.rules),
            AnyWork::Verify { verify } => (&verify.game, &verify.rules),
        };
        let game = self.lab.open_game(name)?;
        let digest = rules_digest(game.spec())?;
        if digest != *rules {
            return Err(LabError::Input(format!(
                "{name}: expected the rule file {rules} as the coordinator has it, got {digest}"
            )));
        }
        Ok((work, game))
    }

    fn speed(&self, game: &dyn AnyGame) -> Result<f64, LabError> {
        // Measured by one thread at a time.
        let mut speeds = locked(&self.speeds);
        if let Some(&known) = speeds.get(game.spec()) {
            return Ok(known);
        }
        let measured = speed(game)?;
        speeds.insert(game.spec().to_owned(), measured);
        Ok(measured)
    }
}

/// Long work that ends with its slot.
struct Stoppable<'s>(&'s AtomicBool);

impl Progress for Stoppable<'_> {
    fn stop(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The units of one run for one thread.
struct RunUnits<'u, 'w> {
    worker: &'u Worker<'w>,
    slot: &'u Slot,
    run: &'u str,
    first: Option<Job>,
    /// A unit of another run.
    next: Option<Job>,
}

impl RunUnits<'_, '_> {
    fn begin(&self, job: Job) -> u64 {
        let unit = job.unit;
        let mut current = locked(&self.slot.job);
        *current = Some(job);
        self.slot.stop.store(false, Ordering::Relaxed);
        unit
    }
}

impl Units for RunUnits<'_, '_> {
    fn next(&mut self) -> Result<Option<u64>, LabError> {
        if let Some(first) = self.first.take() {
            return Ok(Some(self.begin(first)));
        }
        if self.worker.is_stopped() {
            return Ok(None);
        }
        let Some(job) = self.worker.take()? else {
            return Ok(None);
        };
        if job.run != self.run {
            self.next = Some(job);
            return Ok(None);
        }
        Ok(Some(self.begin(job)))
    }

    fn done(&mut self, result: Result<Option<String>, String>) -> Result<(), LabError> {
        let worker = self.worker;
        let Some(job) = locked(&self.slot.job).take() else {
            return Ok(());
        };
        match result {
            Ok(Some(text)) => {
                let handed = worker.queue.hand_in(&job, &worker.order.name, &text);
                let event = match handed.map_err(queue_error)? {
                    true => WorkerEvent::Handed(worker.handed.fetch_add(1, Ordering::Relaxed) + 1),
                    false => WorkerEvent::TooLate,
                };
                (worker.watch)(&event);
            }
            Ok(None) => worker.queue.put_back(&job).map_err(queue_error)?,
            Err(fault) => worker.queue.give_up(&job, &fault).map_err(queue_error)?,
        }
        Ok(())
    }
}
