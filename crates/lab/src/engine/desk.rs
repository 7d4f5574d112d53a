//! The game and the thought under way, on a thread of its own.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use yomikiri_game_api::{Score, SearchStats, Value, Verdict};
use yomikiri_protocols::engine::Order;
use yomikiri_search::{Governor, TimePlan};

use crate::view::{OutcomeView, Report, ScoreView};
use crate::{AnyGame, AnySession, Judge, LabError, Limits, Observer, Place, PlayerSpec, Side};

/// A game with whoever thinks about it.
pub(super) struct Desk {
    session: Arc<Mutex<Box<dyn AnySession>>>,
    thought: Option<(JoinHandle<()>, Arc<Control>)>,
}

/// What is heard of a thought.
pub(super) enum Heard<'a> {
    Report(&'a Report, SearchStats),
    /// The move was played at the desk; how the game ended if it did.
    Played(&'a Report, Option<OutcomeView>),
    /// A table could not be read; the thought is had without tables.
    Trouble(&'a LabError),
    /// The last word.
    Done(Result<Report, LabError>),
}

/// A thought to be had.
pub(super) struct Task {
    pub(super) player: PlayerSpec,
    pub(super) limits: Limits,
    pub(super) plan: Option<TimePlan>,
    /// Only these moves, in our words.
    pub(super) only: Vec<String>,
    /// The answer waits until it is called for.
    pub(super) held: bool,
    /// The moves of the turn are played at the desk.
    pub(super) plays: bool,
}

/// How a thought is steered from outside.
struct Control {
    stop: AtomicBool,
    /// Nobody wants the answer any more.
    dropped: AtomicBool,
    /// Whether the answer must wait, and since when the clock runs.
    gate: Mutex<Gate>,
    opened: Condvar,
}

struct Gate {
    held: bool,
    running_since: Option<Instant>,
}

impl Desk {
    pub(super) fn new(game: &dyn AnyGame) -> Result<Self, LabError> {
        let session = game.session(&Place::default())?;
        Ok(Desk {
            session: Arc::new(Mutex::new(session)),
            thought: None,
        })
    }

    /// Goes on in a game that was opened again, at the same place.
    pub(super) fn reopen(&mut self, game: &dyn AnyGame) -> Result<(), LabError> {
        self.wait();
        let record = self.session().record();
        let place = Place {
            position: Some(&record.start),
            moves: &record.moves.join(" "),
            judge: Judge::Last,
        };
        *self = Desk {
            session: Arc::new(Mutex::new(game.session(&place)?)),
            thought: None,
        };
        Ok(())
    }

    /// The game. A thought must have ended, or this waits for its end.
    pub(super) fn session(&self) -> MutexGuard<'_, Box<dyn AnySession>> {
        lock(&self.session)
    }

    /// Whether a thought is under way or its answer waits to be called for.
    pub(super) fn is_thinking(&self) -> bool {
        let thought = self.thought.as_ref();
        thought.is_some_and(|(handle, _)| !handle.is_finished())
    }

    /// Begins a thought; the one before has ended.
    pub(super) fn think(&mut self, task: Task, hear: impl FnMut(Heard<'_>) + Send + 'static) {
        self.wait();
        let control = Arc::new(Control {
            stop: AtomicBool::new(false),
            dropped: AtomicBool::new(false),
            gate: Mutex::new(Gate {
                held: task.held,
                running_since: (!task.held).then(Instant::now),
            }),
            opened: Condvar::new(),
        });
        let session = Arc::clone(&self.session);
        let steered = Arc::clone(&control);
        let handle = thread::spawn(move || run(&session, &task, &steered, hear));
        self.thought = Some((handle, control));
    }

    /// Asks for the answer now.
    pub(super) fn stop(&self) {
        if let Some((_, control)) = &self.thought {
            control.stop.store(true, Ordering::Relaxed);
            control.open();
        }
    }

    /// The expected move was played: the clock runs, and the answer need not wait.
    pub(super) fn hit(&self) {
        if let Some((_, control)) = &self.thought {
            control.open();
        }
    }

    /// Waits until the thought has ended by itself.
    pub(super) fn wait(&mut self) {
        if let Some((handle, _)) = self.thought.take() {
            // A thought that panicked has told so on stderr.
            let _ = handle.join();
        }
    }

    /// Ends the thought: its answer is heard before this returns.
    pub(super) fn finish(&mut self) {
        self.stop();
        self.wait();
    }

    /// Ends the thought without an answer.
    pub(super) fn abandon(&mut self) {
        if let Some((_, control)) = &self.thought {
            control.dropped.store(true, Ordering::Relaxed);
        }
        self.finish();
    }

    /// Ends the conversation's last thought: one that would never end by itself is stopped.
    pub(super) fn finish_bounded(&mut self) {
        let held = self.thought.as_ref().is_some_and(|(_, control)| {
            let gate = lock(&control.gate);
            gate.held
        });
        if held {
            self.stop();
        }
        self.wait();
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.finish();
    }
}

impl Control {
    fn open(&self) {
        let mut gate = lock(&self.gate);
        gate.held = false;
        gate.running_since.get_or_insert_with(Instant::now);
        self.opened.notify_all();
    }

    /// How long the clock has been running.
    fn running(&self) -> Option<Duration> {
        lock(&self.gate).running_since.map(|since| since.elapsed())
    }

    fn wait_until_open(&self) {
        let mut gate = lock(&self.gate);
        while gate.held {
            gate = match self.opened.wait(gate) {
                Ok(gate) => gate,
                Err(poisoned) => poisoned.into_inner(),
            };
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    match mutex.lock() {
        Ok(guard) => guard,
        // Whoever panicked left a whole value: sessions change nothing on failure.
        Err(poisoned) => poisoned.into_inner(),
    }
}

fn run(
    session: &Mutex<Box<dyn AnySession>>,
    task: &Task,
    control: &Control,
    mut hear: impl FnMut(Heard<'_>),
) {
    let mut session = lock(session);
    let mut ear = Ear {
        hear: &mut hear,
        control,
        stats: SearchStats::default(),
        begun: Instant::now(),
        governor: task.plan.map(Governor::new),
    };
    let only: Vec<&str> = task.only.iter().map(String::as_str).collect();
    let mover = session.turn();
    let result = loop {
        let mut think = |player: &PlayerSpec, ear: &mut Ear<'_, _>| {
            let result = session
                .search_moves(&only)
                .and_then(|()| session.think(player, &task.limits, ear));
            let _ = session.search_moves(&[]);
            result
        };
        let mut result = think(&task.player, &mut ear);
        // Whoever waits for a move must get one: a missing or damaged file is no reason to lose.
        if let (Err(error), Some(plain)) = (&result, without_tables(&task.player)) {
            (ear.hear)(Heard::Trouble(error));
            result = think(&plain, &mut ear);
        }
        let dropped = control.dropped.load(Ordering::Relaxed);
        let Some(report) = result.as_ref().ok().filter(|_| task.plays && !dropped) else {
            break result;
        };
        if report.resigns {
            break result;
        }
        if let Err(error) = session.play(&report.best.text) {
            break Err(error);
        }
        let outcome = session.view().outcome;
        let goes_on = outcome.is_none() && session.turn() == mover;
        (ear.hear)(Heard::Played(report, outcome));
        if !goes_on {
            break result;
        }
        ear.governor = task.plan.map(Governor::new);
    };
    drop(session);
    control.wait_until_open();
    if !control.dropped.load(Ordering::Relaxed) {
        hear(Heard::Done(result));
    }
}

/// The same player without tables, if it has been told to use them.
fn without_tables(player: &PlayerSpec) -> Option<PlayerSpec> {
    let plain = player.clone().without_setting("tables");
    (plain != *player).then_some(plain)
}

/// Listens to a thought and keeps it to its time.
struct Ear<'a, F> {
    hear: &'a mut F,
    control: &'a Control,
    stats: SearchStats,
    begun: Instant,
    governor: Option<Governor<String>>,
}

impl<F: FnMut(Heard<'_>)> Observer for Ear<'_, F> {
    fn report(&mut self, report: &Report) {
        (self.hear)(Heard::Report(report, self.stats));
        let Some(governor) = &mut self.governor else {
            return;
        };
        let score = report.lines.first().and_then(|line| line.score.as_ref());
        let score = score.map(|score| Score(score.points.unwrap_or(0)));
        // What was thought on the opponent's time counts, too.
        let enough = governor.has_enough(report.best.text.clone(), score, self.begun.elapsed());
        if enough && self.control.running().is_some() {
            self.control.stop.store(true, Ordering::Relaxed);
        }
    }

    fn stats(&mut self, stats: SearchStats) {
        self.stats = stats;
    }

    fn stop(&self) -> bool {
        if self.control.stop.load(Ordering::Relaxed) {
            return true;
        }
        let most = self.governor.as_ref().map(|governor| governor.plan().most);
        match (most, self.control.running()) {
            (Some(most), Some(running)) => running >= most,
            _ => false,
        }
    }
}

/// What an order means for the side to move: limits, a plan for its clock, whether to hold.
pub(super) fn bounds(
    order: &Order,
    side: Side,
    lines: usize,
    overhead: Duration,
) -> (Limits, Option<TimePlan>, bool) {
    let held = order.infinite || order.ponder;
    let clock = order.own_clock.or(order.clocks[side.index()]);
    let plan = clock.filter(|_| order.time.is_none() && !order.infinite);
    let mut plan = plan.map(|clock| TimePlan::new(&clock, overhead));
    let own_time = |time: Duration| time.saturating_sub(overhead).max(time / 10);
    if let Some(time) = order.time.filter(|_| order.ponder) {
        let most = own_time(time);
        plan = Some(TimePlan { aim: most, most });
    }
    let depth = order.depth.or(order.mate.map(|moves| 2 * moves.min(100)));
    let limits = Limits {
        depth: depth.map(|depth| depth.min(240)),
        // A held thought is bounded by nothing but a word; so is one that keeps to a plan.
        nodes: order.nodes.or((held || plan.is_some()).then_some(u64::MAX)),
        time: order.time.filter(|_| !held).map(own_time),
        lines,
        ..Limits::default()
    };
    (limits, plan, held)
}

/// A score as engines tell it.
pub(super) fn worth(score: &ScoreView) -> Verdict {
    match (score.value, score.distance) {
        (Some(Value::Win), plies) => Verdict::WinIn(plies.unwrap_or(1)),
        (Some(_), plies) => Verdict::LossIn(plies.unwrap_or(1)),
        (None, _) => Verdict::Points(score.points.unwrap_or(0)),
    }
}
