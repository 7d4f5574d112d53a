//! Players and what they are asked.

use std::fmt;
use std::time::Duration;

use crate::{Fact, Game, Line, Remark, Score};

/// Something that chooses a move: random, a search, a table, a person, an outside engine.
///
/// Asking is one dynamic call per move; the loops below it are compiled per game.
pub trait Player<G: Game>: Send {
    /// Chooses a move at the end of a line that is not over, or resigns ([`Thought::resigns`]).
    ///
    /// Built-in players do not fail; outside engines and tables may.
    fn think(
        &mut self,
        game: &G,
        line: &Line<G>,
        limits: &Limits,
        observer: &mut dyn Observer<G>,
    ) -> Result<Thought<G::Move>, PlayerFault>;

    /// Restricts the next searches to these root moves, as UCI's `searchmoves` (`None`: all moves).
    /// `false` if this player cannot be restricted; then nothing has changed.
    fn search_moves(&mut self, _moves: Option<&[G::Move]>) -> bool {
        false
    }

    /// A new game begins: forgets everything learnt from earlier positions. An outside engine may
    /// fail here.
    fn new_game(&mut self) -> Result<(), PlayerFault> {
        Ok(())
    }

    /// Restarts the player's randomness from a seed. After [`Player::new_game`] and this, the
    /// player behaves like a new one with the seed.
    fn reseed(&mut self, _seed: u64) {}

    /// The cells whose men the player takes for dead at the end of a line where play has stopped, in a
    /// game that is [`crate::Settle`]. `None`: it does not judge.
    fn dead(&mut self, _game: &G, _line: &Line<G>) -> Option<Vec<usize>> {
        None
    }

    /// The processor time used so far by a player in a process of its own, where the system says.
    fn processor_time(&self) -> Option<Duration> {
        None
    }
}

/// How long a player may think. Every bound that is set holds; with none set the player uses its
/// own.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Limits {
    /// Plies (Janken: turns).
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Time for this move. With clocks it is the share of the clock for a player that does not
    /// manage a clock itself.
    pub time: Option<Duration>,
    /// Processor time for this move, kept by players that run in their own process. Whoever asks a built-in
    /// player stops it by the observer.
    pub cpu: Option<Duration>,
    /// The clocks of First and Second, for players that manage their own time (outside engines).
    pub clocks: Option<[ClockState; 2]>,
    /// When the move is lost on time: an answer after this does not count.
    pub deadline: Option<Duration>,
    /// How many best lines to report; 0 and 1 mean one.
    pub lines: usize,
}

impl Limits {
    /// Both limits together: the tighter of each bound.
    #[must_use]
    pub fn tighter(&self, other: &Limits) -> Limits {
        fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
            match (a, b) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            }
        }
        Limits {
            depth: least(self.depth, other.depth),
            nodes: least(self.nodes, other.nodes),
            time: least(self.time, other.time),
            cpu: least(self.cpu, other.cpu),
            clocks: self.clocks.or(other.clocks),
            deadline: least(self.deadline, other.deadline),
            lines: self.lines.max(other.lines),
        }
    }
}

/// What a chess clock shows before a move.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct ClockState {
    /// Time left for the game, or until the next time control.
    pub left: Duration,
    /// Added after each move (Fischer).
    pub increment: Duration,
    /// Time for each move once `left` is used up.
    pub byoyomi: Duration,
    /// Moves until the next time control; `None`: the time is for the whole game.
    pub moves_to_go: Option<u32>,
}

/// Receives the progress of a search, and may stop it.
pub trait Observer<G: Game> {
    /// Called with the state of thought after every completed iteration.
    fn report(&mut self, _thought: &Thought<G::Move>) {}
    /// Called before a report by players that keep these statistics.
    fn stats(&mut self, _stats: SearchStats) {}
    /// Whether the player should answer now.
    fn stop(&self) -> bool {
        false
    }
}

/// Statistics of a running search.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct SearchStats {
    /// Positions visited.
    pub nodes: u64,
    /// The longest line searched, in moves.
    pub seldepth: u32,
    /// How full the transposition table or the tree is, in thousandths.
    pub hashfull: u32,
}

/// The observer that ignores everything and never stops a search.
#[derive(Copy, Clone, Debug, Default)]
pub struct NoObserver;

impl<G: Game> Observer<G> for NoObserver {}

/// A principal variation with its score.
#[derive(Clone, PartialEq, Debug)]
pub struct Variation<M> {
    /// For the side to move; `None` from players that do not evaluate.
    pub score: Option<Score>,
    /// The expected moves, the chosen one first.
    pub moves: Vec<M>,
}

/// The result of thinking about one move.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought<M> {
    /// The chosen move.
    pub best: M,
    /// The player resigns; `best` is then only some legal move.
    pub resigns: bool,
    /// The best variations, best first; the first begins with `best`.
    pub variations: Vec<Variation<M>>,
    /// The depth completed.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
    /// What else the player has to say, for programs: named values.
    pub details: Vec<(&'static str, Fact)>,
    /// What else it has to say, in sentences.
    pub notes: Vec<Remark>,
}

impl<M: Copy> Thought<M> {
    /// A choice without an evaluation.
    pub fn plain(best: M) -> Self {
        Thought {
            best,
            resigns: false,
            variations: vec![Variation {
                score: None,
                moves: vec![best],
            }],
            depth: 0,
            nodes: 0,
            time: Duration::ZERO,
            details: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// A resignation. `any` is some legal move, for callers that want one.
    pub fn resignation(any: M) -> Self {
        Thought {
            resigns: true,
            ..Thought::plain(any)
        }
    }

    /// The score of the best variation.
    pub fn score(&self) -> Option<Score> {
        self.variations.first().and_then(|line| line.score)
    }
}

/// Why a player could not answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerFault {
    /// The kind.
    pub kind: FaultKind,
    /// What happened, in words.
    pub text: String,
    /// The last lines of an outside engine's stderr.
    pub stderr: String,
}

impl PlayerFault {
    /// A fault without an engine's stderr.
    pub fn new(kind: FaultKind, text: impl Into<String>) -> Self {
        PlayerFault {
            kind,
            text: text.into(),
            stderr: String::new(),
        }
    }

    /// A built-in player or a table that failed.
    pub fn internal(text: impl Into<String>) -> Self {
        PlayerFault::new(FaultKind::Internal, text)
    }
}

impl fmt::Display for PlayerFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            FaultKind::Internal => f.write_str(&self.text),
            kind => write!(f, "{}: {}", kind.word(), self.text),
        }
    }
}

impl std::error::Error for PlayerFault {}

/// The kinds of faults. In a match each of them loses the game, except [`FaultKind::NoMove`].
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum FaultKind {
    /// A move that the rules do not allow, or text that is no move.
    IllegalMove,
    /// Thought for too long, or never answered.
    Time,
    /// An outside engine ended or broke the protocol, or a player panicked.
    Crash,
    /// The player resigned. Not a failure, but recorded like one.
    Resign,
    /// An outside engine says that there is nothing to play (`nobestmove`, `bestmove (none)`, a claimed draw) where
    /// there are legal moves: by a rule of its own the game is over. Nobody has won.
    NoMove,
    /// An outside engine could not be started or does not speak the protocol.
    Start,
    /// A built-in player or a table failed.
    Internal,
}

impl FaultKind {
    /// The word in results. An internal failure counts as a crash.
    pub const fn word(self) -> &'static str {
        match self {
            FaultKind::IllegalMove => "illegal-move",
            FaultKind::Time => "time",
            FaultKind::Crash | FaultKind::Internal => "crash",
            FaultKind::Resign => "resign",
            FaultKind::NoMove => "no-move",
            FaultKind::Start => "no-start",
        }
    }

    /// The kind of a word.
    pub fn of_word(word: &str) -> Option<Self> {
        use FaultKind::{Crash, IllegalMove, NoMove, Resign, Start, Time};
        [IllegalMove, Time, Crash, Resign, NoMove, Start]
            .into_iter()
            .find(|kind| kind.word() == word)
    }
}
