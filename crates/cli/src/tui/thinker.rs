//! Players think on their own thread, so that the screen never freezes.
//!
//! The thread has a second session of the same game, which is brought to the position before every
//! search. Players keep what they learned, and the session on the screen stays free: the answer of
//! a cancelled search is ignored.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use yomikiri_lab::{AnySession, LabError, Limits, Observer, PlayerSpec, Report, StopFlag};

/// A task for the thinker.
pub(super) struct Task {
    /// Repeated in the answer.
    pub(super) id: u64,
    /// A new session to use from now on, at the start of the game.
    pub(super) fresh: Option<Box<dyn AnySession>>,
    /// The moves since the start.
    pub(super) moves: Vec<String>,
    /// The players to ask, in turn until one can answer.
    pub(super) players: Vec<PlayerSpec>,
    pub(super) limits: Limits,
    pub(super) stop: StopFlag,
}

/// A message from the thread.
pub(super) struct News {
    pub(super) id: u64,
    pub(super) player: PlayerSpec,
    pub(super) said: Said,
}

pub(super) enum Said {
    /// An intermediate report.
    Progress(Report),
    Answer(Report),
    /// Why there is no answer.
    Fault(String),
}

/// The screen's handle of the thread.
pub(super) struct Thinker {
    tasks: Sender<Task>,
    news: Receiver<News>,
}

impl Thinker {
    pub(super) fn start() -> Self {
        let (tasks, orders) = mpsc::channel::<Task>();
        let (reports, news) = mpsc::channel();
        thread::Builder::new()
            .name("thinker".into())
            .spawn(move || {
                let mut session = None;
                for task in orders {
                    if answer(&mut session, task, &reports).is_err() {
                        break;
                    }
                }
            })
            .expect("a thread can be started");
        Thinker { tasks, news }
    }

    /// Starts when earlier searches have ended.
    pub(super) fn think(&self, task: Task) {
        // The thread ends only when this handle is gone.
        let _ = self.tasks.send(task);
    }

    /// The next message within a time.
    pub(super) fn news(&self, patience: Duration) -> Option<News> {
        self.news.recv_timeout(patience).ok()
    }

    /// Waits briefly for a stopped player to finish.
    pub(super) fn finish(self, patience: Duration) {
        drop(self.tasks);
        while !matches!(
            self.news.recv_timeout(patience),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected)
        ) {}
    }
}

/// The receiver is gone.
struct Gone;

fn answer(
    session: &mut Option<Box<dyn AnySession>>,
    task: Task,
    to: &Sender<News>,
) -> Result<(), Gone> {
    if task.fresh.is_some() {
        *session = task.fresh;
    }
    let Some(session) = session else {
        return Ok(());
    };
    let mut fault = String::new();
    for player in &task.players {
        let mut watch = Messenger {
            id: task.id,
            player,
            to,
            stop: &task.stop,
        };
        let thought = catch_unwind(AssertUnwindSafe(|| {
            bring_to(&mut **session, &task.moves)?;
            session.think(player, &task.limits, &mut watch)
        }));
        match thought {
            Ok(Ok(report)) => return watch.tell(Said::Answer(report)),
            Ok(Err(error)) => fault = error.to_string(),
            Err(_) => fault = format!("{player}: internal error"),
        }
    }
    let player = task.players.last().cloned();
    let news = News {
        id: task.id,
        player: player.unwrap_or(PlayerSpec::Human),
        said: Said::Fault(fault),
    };
    to.send(news).map_err(|_| Gone)
}

/// Takes back what differs and plays the rest.
fn bring_to(session: &mut dyn AnySession, moves: &[String]) -> Result<(), LabError> {
    let played = session.record().moves;
    let same = played.iter().zip(moves).take_while(|(a, b)| a == b).count();
    for _ in same..played.len() {
        session.take_back();
    }
    for text in &moves[same..] {
        session.play(text)?;
    }
    Ok(())
}

/// Sends reports to the screen and receives the stop signal.
struct Messenger<'a> {
    id: u64,
    player: &'a PlayerSpec,
    to: &'a Sender<News>,
    stop: &'a StopFlag,
}

impl Messenger<'_> {
    fn tell(&self, said: Said) -> Result<(), Gone> {
        let news = News {
            id: self.id,
            player: self.player.clone(),
            said,
        };
        self.to.send(news).map_err(|_| Gone)
    }
}

impl Observer for Messenger<'_> {
    fn report(&mut self, report: &Report) {
        // If the screen is gone, it has also set the stop signal.
        let _ = self.tell(Said::Progress(report.clone()));
    }

    fn stop(&self) -> bool {
        self.stop.stop()
    }
}
