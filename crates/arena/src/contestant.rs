//! Those who take part in a match.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use yomikiri_game_api::{Game, Limits, Line, Observer, Player, Thought};

use crate::limits::{Clock, Dial, SideLimits};
use crate::processor;

/// Someone who is asked for moves by the referee.
pub trait Contestant<G: Game>: Send {
    /// Chooses a move at the end of a line that is not over.
    fn choose(&mut self, game: &G, line: &Line<G>, ask: &Ask<'_>)
    -> Result<Choice<G::Move>, Fault>;

    /// A new game begins.
    fn new_game(&mut self) -> Result<(), Fault> {
        Ok(())
    }

    /// The processor time used so far, where the system tells: that of the thread that asks, for
    /// those who think on it.
    fn processor_time(&self) -> Option<Duration> {
        processor::of_this_thread()
    }
}

/// A request for a move.
pub struct Ask<'a> {
    /// The mover's clock.
    pub clock: &'a Clock,
    /// What First's and Second's clocks show.
    pub dials: [Option<Dial>; 2],
    /// Raised when the match is to end: answer at once, the game will not be counted.
    pub stop: &'a AtomicBool,
}

/// A move with what was thought about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice<M> {
    /// The move.
    pub mv: M,
    /// What the mover thinks of the position.
    pub score: Option<i32>,
    /// Positions visited.
    pub nodes: u64,
    /// Depth completed.
    pub depth: u32,
}

/// Why somebody could not go on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fault {
    /// The kind.
    pub kind: FaultKind,
    /// What happened, in words.
    pub text: String,
    /// The last lines of the engine's stderr.
    pub stderr: String,
}

/// The kinds of faults. All of them lose the game.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// A move that the rules do not allow, or text that is no move.
    IllegalMove,
    /// Thought for too long, or never answered.
    Time,
    /// The engine ended, or the player failed.
    Crash,
    /// The engine gave up.
    Resign,
    /// The engine could not be started or does not speak the protocol.
    Start,
}

impl FaultKind {
    /// The word in results.
    pub const fn word(self) -> &'static str {
        match self {
            FaultKind::IllegalMove => "illegal-move",
            FaultKind::Time => "time",
            FaultKind::Crash => "crash",
            FaultKind::Resign => "resign",
            FaultKind::Start => "no-start",
        }
    }

    /// The kind of a word.
    pub fn of_word(word: &str) -> Option<Self> {
        use FaultKind::{Crash, IllegalMove, Resign, Start, Time};
        [IllegalMove, Time, Crash, Resign, Start]
            .into_iter()
            .find(|kind| kind.word() == word)
    }

    /// The word that records know for it.
    pub(crate) const fn record_word(self) -> &'static str {
        match self {
            FaultKind::IllegalMove => "illegal-move",
            FaultKind::Time => "time",
            FaultKind::Resign => "resign",
            FaultKind::Crash | FaultKind::Start => "forfeit",
        }
    }
}

impl Fault {
    /// A fault without an engine's stderr.
    pub fn new(kind: FaultKind, text: impl Into<String>) -> Self {
        Fault {
            kind,
            text: text.into(),
            stderr: String::new(),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind.word(), self.text)
    }
}

/// Makes a contestant whose randomness follows from a seed.
pub type Factory<G> = Box<dyn Fn(u64) -> Result<Box<dyn Contestant<G>>, Fault> + Send + Sync>;

/// A player as it enters a match.
pub struct Participant<G: Game> {
    /// The name in results.
    pub name: String,
    /// The match's limits for it.
    pub limits: SideLimits,
    /// Makes it.
    pub make: Factory<G>,
    /// Whether it goes on from game to game (outside engines and large tables take long to set up;
    /// [`Contestant::new_game`] must then make it as good as new) or is made anew with each game's
    /// seed.
    pub keep: bool,
    /// Whether it is a program of its own, whose time is worth recording.
    pub outside: bool,
}

/// A player of this program as a contestant.
pub struct Inside<G: Game> {
    player: Box<dyn Player<G>>,
    own: Limits,
}

impl<G: Game> Inside<G> {
    /// A player with its own limits.
    pub fn new(player: Box<dyn Player<G>>, own: Limits) -> Self {
        Inside { player, own }
    }
}

impl<G: Game> Contestant<G> for Inside<G> {
    fn choose(
        &mut self,
        game: &G,
        line: &Line<G>,
        ask: &Ask<'_>,
    ) -> Result<Choice<G::Move>, Fault> {
        let limits = both(&ask.clock.move_limits(), &self.own);
        let mut observer = StopWatch(ask.stop);
        let thought = self.player.think(game, line, &limits, &mut observer);
        let thought = thought.map_err(|fault| Fault::new(FaultKind::Crash, fault.0))?;
        Ok(Choice {
            mv: thought.best,
            score: thought.score().map(|score| score.0),
            nodes: thought.nodes,
            depth: thought.depth,
        })
    }

    fn new_game(&mut self) -> Result<(), Fault> {
        self.player.new_game();
        Ok(())
    }
}

struct StopWatch<'a>(&'a AtomicBool);

impl<G: Game> Observer<G> for StopWatch<'_> {
    fn report(&mut self, _thought: &Thought<G::Move>) {}

    fn stop(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Limits that hold together: the tighter of each bound.
fn both(a: &Limits, b: &Limits) -> Limits {
    fn tighter<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
        match (a, b) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }
    Limits {
        depth: tighter(a.depth, b.depth),
        nodes: tighter(a.nodes, b.nodes),
        time: tighter(a.time, b.time),
        lines: a.lines.max(b.lines),
    }
}
