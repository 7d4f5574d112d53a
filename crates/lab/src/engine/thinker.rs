//! The engine's session, and the search that runs on a thread of its own.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use yomikiri_game_api::{Score, SearchStats, Value, Verdict};
use yomikiri_protocols::engine::Order;
use yomikiri_search::{Governor, TimePlan};

use crate::view::{OutcomeView, Report, ScoreView};
use crate::{
    AnyGame, AnySession, History, LabError, Limits, MateRequest, MateVerdict, Observer, Place,
    PlayerSpec, Side, Step,
};

/// A session, and at most one search in the background.
pub(super) struct Thinker {
    session: Arc<Mutex<Box<dyn AnySession>>>,
    thought: Option<(JoinHandle<()>, Arc<Control>)>,
}

/// What a search reports.
pub(super) enum SearchEvent<'a> {
    Report(&'a Report, SearchStats),
    /// The move was played in the session; how the game ended, if it did.
    Played(&'a Report, Option<OutcomeView>),
    /// There is no mate in so many moves; the usual search follows. `false`: a limit has stopped the search for it.
    NoMate(u32, bool),
    /// A table or a book could not be read; the search is repeated without.
    Trouble(&'a LabError),
    /// The result; nothing follows.
    Done(Result<Report, LabError>),
}

/// A search to run.
pub(super) struct Task {
    pub(super) player: PlayerSpec,
    pub(super) limits: Limits,
    pub(super) plan: Option<TimePlan>,
    /// A mate in so many moves is looked for first.
    pub(super) mate: Option<u32>,
    /// Only these root moves, in our notation.
    pub(super) only: Vec<String>,
    /// The answer waits for [`Thinker::stop`] or [`Thinker::hit`] (`infinite`, `ponder`).
    pub(super) held: bool,
    /// The moves of the turn are played in the session.
    pub(super) plays: bool,
}

/// How the search is controlled from outside.
struct Control {
    stop: AtomicBool,
    /// The answer is discarded.
    dropped: AtomicBool,
    /// Whether the answer must wait, and when the clock started.
    gate: Mutex<Gate>,
    opened: Condvar,
}

struct Gate {
    held: bool,
    running_since: Option<Instant>,
}

impl Thinker {
    pub(super) fn new(game: &dyn AnyGame) -> Result<Self, LabError> {
        let session = game.session(&Place::default())?;
        Ok(Thinker {
            session: Arc::new(Mutex::new(session)),
            thought: None,
        })
    }

    /// Goes on in a game that was opened again, at the same place.
    pub(super) fn reopen(&mut self, game: &dyn AnyGame) -> Result<(), LabError> {
        self.wait();
        let History { start, steps } = self.session().history();
        let mut session = game.session(&Place::at(Some(&start)))?;
        for step in steps {
            match step {
                Step::Move(text) => session.play_on(&text)?,
                Step::Position(text) => session.set_position(&text)?,
            }
        }
        *self = Thinker {
            session: Arc::new(Mutex::new(session)),
            thought: None,
        };
        Ok(())
    }

    /// The session. Waits for the end of a running search.
    pub(super) fn session(&self) -> MutexGuard<'_, Box<dyn AnySession>> {
        lock(&self.session)
    }

    /// Whether a search is running or its answer is held back.
    pub(super) fn is_thinking(&self) -> bool {
        let thought = self.thought.as_ref();
        thought.is_some_and(|(handle, _)| !handle.is_finished())
    }

    /// Starts a search after the previous one has ended.
    pub(super) fn think(
        &mut self,
        task: Task,
        on_event: impl FnMut(SearchEvent<'_>) + Send + 'static,
    ) {
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
        let handle = thread::spawn(move || run(&session, &task, &steered, on_event));
        self.thought = Some((handle, control));
    }

    /// Requests the answer now.
    pub(super) fn stop(&self) {
        if let Some((_, control)) = &self.thought {
            control.stop.store(true, Ordering::Relaxed);
            control.open();
        }
    }

    /// Ponder hit: the clock starts, and the answer need not wait.
    pub(super) fn hit(&self) {
        if let Some((_, control)) = &self.thought {
            control.open();
        }
    }

    /// Waits until the search ends by itself.
    pub(super) fn wait(&mut self) {
        if let Some((handle, _)) = self.thought.take() {
            // A panic has been printed on stderr.
            let _ = handle.join();
        }
    }

    /// Stops the search: its answer is reported before this returns.
    pub(super) fn finish(&mut self) {
        self.stop();
        self.wait();
    }

    /// Stops the search and discards its answer.
    pub(super) fn abandon(&mut self) {
        if let Some((_, control)) = &self.thought {
            control.dropped.store(true, Ordering::Relaxed);
        }
        self.finish();
    }

    /// Waits for the last search of a conversation; an unbounded one is stopped.
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

impl Drop for Thinker {
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
        // A session changes nothing on failure, so its value is intact after a panic.
        Err(poisoned) => poisoned.into_inner(),
    }
}

fn run(
    session: &Mutex<Box<dyn AnySession>>,
    task: &Task,
    control: &Control,
    mut on_event: impl FnMut(SearchEvent<'_>),
) {
    let mut session = lock(session);
    let mut observer = SearchObserver {
        on_event: &mut on_event,
        control,
        stats: SearchStats::default(),
        begun: Instant::now(),
        governor: task.plan.map(Governor::new),
    };
    let only: Vec<&str> = task.only.iter().map(String::as_str).collect();
    let mover = session.turn();
    let mate = task.mate.and_then(|moves| {
        let request = MateRequest {
            moves,
            all: false,
            limits: portion(&task.limits, 4),
        };
        let found = session
            .search_moves(&only)
            .and_then(|()| session.find_mate(&request, &mut observer));
        let _ = session.search_moves(&[]);
        let found = found.ok()?;
        let report = found.as_report();
        match &report {
            Some(report) => observer.report(report),
            None => {
                let is_sure = found.verdict == MateVerdict::NoMate;
                (observer.on_event)(SearchEvent::NoMate(moves, is_sure));
            }
        }
        report
    });
    let limits = match task.mate {
        Some(_) => portion(&task.limits, 1),
        None => task.limits.clone(),
    };
    let result = loop {
        if let Some(report) = &mate {
            break Ok(report.clone());
        }
        let mut think = |player: &PlayerSpec, observer: &mut SearchObserver<'_, _>| {
            let result = session
                .search_moves(&only)
                .and_then(|()| session.think(player, &limits, observer));
            let _ = session.search_moves(&[]);
            result
        };
        let mut result = think(&task.player, &mut observer);
        // A missing or damaged file must not lose the game: search without tables and book.
        if let (Err(error), Some(plain)) = (&result, without_files(&task.player)) {
            (observer.on_event)(SearchEvent::Trouble(error));
            result = think(&plain, &mut observer);
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
        (observer.on_event)(SearchEvent::Played(report, outcome));
        if !goes_on {
            break result;
        }
        observer.governor = task.plan.map(Governor::new);
    };
    drop(session);
    control.wait_until_open();
    if !control.dropped.load(Ordering::Relaxed) {
        on_event(SearchEvent::Done(result));
    }
}

/// So many fifths of the limits: most of them are for the mate, the rest for a move if there is none.
fn portion(limits: &Limits, fifths: u32) -> Limits {
    Limits {
        nodes: limits
            .nodes
            .map(|nodes| (nodes / 5).saturating_mul(fifths.into()).max(1)),
        time: limits.time.map(|time| time / 5 * fifths),
        ..limits.clone()
    }
}

/// The same player without tables, if it uses them.
fn without_files(player: &PlayerSpec) -> Option<PlayerSpec> {
    let plain = player
        .clone()
        .without_setting("tables")
        .without_setting("book");
    let probes = matches!(player.setting("tables"), Some("on" | "1"));
    match player.setting("tables") {
        Some(_) if probes || player.setting("book").is_some() => {
            Some(plain.or_setting("tables", "off"))
        }
        None if player.setting("book").is_some() => Some(plain),
        _ => None,
    }
}

/// Forwards reports and enforces the time plan.
struct SearchObserver<'a, F> {
    on_event: &'a mut F,
    control: &'a Control,
    stats: SearchStats,
    begun: Instant,
    governor: Option<Governor<String>>,
}

impl<F: FnMut(SearchEvent<'_>)> Observer for SearchObserver<'_, F> {
    fn report(&mut self, report: &Report) {
        (self.on_event)(SearchEvent::Report(report, self.stats));
        let Some(governor) = &mut self.governor else {
            return;
        };
        let score = report.lines.first().and_then(|line| line.score.as_ref());
        let score = score.map(|score| Score(score.points.unwrap_or(0)));
        // Pondering time counts as well.
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

/// An order for the side to move: limits, a time plan, and whether the answer is held back.
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
        // A search that is held back or follows a time plan has no other bound.
        nodes: order.nodes.or((held || plan.is_some()).then_some(u64::MAX)),
        time: order.time.filter(|_| !held).map(own_time),
        lines,
        ..Limits::default()
    };
    (limits, plan, held)
}

/// A score as engines print it.
pub(super) fn as_verdict(score: &ScoreView) -> Verdict {
    match (score.value, score.distance) {
        (Some(Value::Win), plies) => Verdict::WinIn(plies.unwrap_or(1)),
        (Some(_), plies) => Verdict::LossIn(plies.unwrap_or(1)),
        (None, _) => Verdict::Points(score.points.unwrap_or(0)),
    }
}
