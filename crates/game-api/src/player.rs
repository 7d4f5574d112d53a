//! Those who choose moves.

use std::fmt;
use std::time::Duration;

use crate::{Game, Line, Score};

/// Something that chooses a move: random, a search, a table, a person, an outside engine.
///
/// Asking is one dynamic call per move; whatever loops below it is compiled per game.
pub trait Player<G: Game>: Send {
    /// Chooses a move at the end of a line that is not over.
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

    /// Forgets everything learnt from earlier positions, so that the next game starts afresh.
    fn new_game(&mut self) {}
}

/// How long a player may think. Every bound that is set holds; none set means the player's own.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Limits {
    /// Plies (Janken: turns).
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub time: Option<Duration>,
    /// How many best lines to report; 0 and 1 mean one.
    pub lines: usize,
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

/// One way on from a position and what it is judged to be worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Variation<M> {
    /// The worth to the side to move; `None` from players that do not judge.
    pub score: Option<Score>,
    /// The expected moves, the chosen one first.
    pub moves: Vec<M>,
}

/// What a player thought.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought<M> {
    /// The chosen move.
    pub best: M,
    /// The best ways on, best first; the first begins with `best`.
    pub variations: Vec<Variation<M>>,
    /// The depth completed.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
}

impl<M: Copy> Thought<M> {
    /// A choice without judgement.
    pub fn plain(best: M) -> Self {
        Thought {
            best,
            variations: vec![Variation {
                score: None,
                moves: vec![best],
            }],
            depth: 0,
            nodes: 0,
            time: Duration::ZERO,
        }
    }

    /// The judgement of the best variation.
    pub fn score(&self) -> Option<Score> {
        self.variations.first().and_then(|line| line.score)
    }
}

/// A player that could not answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerFault(pub String);

impl fmt::Display for PlayerFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PlayerFault {}
