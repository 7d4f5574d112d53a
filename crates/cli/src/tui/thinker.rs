//! Players think on a thread of their own, so that the screen never freezes.
//!
//! The thread keeps a second session of the same game, brought to the position in question before
//! every thought. What a player learnt stays with it, and the session on the screen stays free: a
//! thought that nobody waits for any more is simply not listened to.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use yomikiri_lab::{AnySession, LabError, Limits, Observer, PlayerSpec, Report, StopFlag};

/// Something to think about.
pub(super) struct Task {
    /// Comes back with the answer.
    pub(super) id: u64,
    /// A session to think in from now on, standing where the game began.
    pub(super) fresh: Option<Box<dyn AnySession>>,
    /// The moves played since then.
    pub(super) moves: Vec<String>,
    /// Who is asked: each in turn until one can answer.
    pub(super) players: Vec<PlayerSpec>,
    pub(super) limits: Limits,
    pub(super) stop: StopFlag,
}

/// What comes back from the thread.
pub(super) struct News {
    pub(super) id: u64,
    pub(super) player: PlayerSpec,
    pub(super) said: Said,
}

pub(super) enum Said {
    /// The state of thought so far.
    Progress(Report),
    Answer(Report),
    /// Why there is no answer.
    Fault(String),
}

/// The thread's end of the screen.
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

    /// Begins as soon as earlier thoughts have ended.
    pub(super) fn think(&self, task: Task) {
        // The thread ends only when this end is gone.
        let _ = self.tasks.send(task);
    }

    /// The next news within that time.
    pub(super) fn news(&self, patience: Duration) -> Option<News> {
        self.news.recv_timeout(patience).ok()
    }

    /// Waits for a stopped player to put its things away, but not for long.
    pub(super) fn finish(self, patience: Duration) {
        drop(self.tasks);
        while !matches!(
            self.news.recv_timeout(patience),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected)
        ) {}
    }
}

/// Nobody listens any more.
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
        player: player.unwrap_or_else(|| PlayerSpec::Human),
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

/// Carries reports to the screen and the stop sign back.
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
        // A screen that has gone away has raised the stop sign, too.
        let _ = self.tell(Said::Progress(report.clone()));
    }

    fn stop(&self) -> bool {
        self.stop.stop()
    }
}
