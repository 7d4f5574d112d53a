//! The players that enter a match.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use yomikiri_game_api::{FaultKind, Game, Limits, Line, Observer, Player, PlayerFault, Thought};

use crate::limits::SideLimits;
use crate::processor;

/// Makes a player. Called once for every worker thread, and again after a fault.
pub type Factory<G> = Box<dyn Fn() -> Result<Box<dyn Player<G>>, PlayerFault> + Send + Sync>;

/// A player in a match.
///
/// A worker thread creates the player once and uses it for all of its games:
/// [`Player::new_game`] and [`Player::reseed`] reset it.
pub struct Participant<G: Game> {
    /// The name in results.
    pub name: String,
    /// Its limits in the match.
    pub limits: SideLimits,
    /// Makes it.
    pub make: Factory<G>,
    /// For a player with randomness: a seed that is mixed into the seed of each game (0: none).
    /// `None`: the player is not reseeded.
    pub seed: Option<u64>,
    /// Whether it runs in its own process, so that its CPU time is recorded.
    pub outside: bool,
}

/// A player with its own limits, which combine with those of the match.
pub struct Limited<G: Game> {
    player: Box<dyn Player<G>>,
    own: Limits,
}

impl<G: Game> Limited<G> {
    /// Adds limits to a player.
    pub fn new(player: Box<dyn Player<G>>, own: Limits) -> Self {
        Limited { player, own }
    }
}

impl<G: Game> Player<G> for Limited<G> {
    fn think(
        &mut self,
        game: &G,
        line: &Line<G>,
        limits: &Limits,
        observer: &mut dyn Observer<G>,
    ) -> Result<Thought<G::Move>, PlayerFault> {
        let limits = limits.tighter(&self.own);
        self.player.think(game, line, &limits, observer)
    }

    fn search_moves(&mut self, moves: Option<&[G::Move]>) -> bool {
        self.player.search_moves(moves)
    }

    fn new_game(&mut self) -> Result<(), PlayerFault> {
        self.player.new_game()
    }

    fn reseed(&mut self, seed: u64) {
        self.player.reseed(seed);
    }

    fn processor_time(&self) -> Option<Duration> {
        self.player.processor_time()
    }
}

/// Stops a player when the match is stopped, or its thread has used its CPU time.
pub(crate) struct StopObserver<'a> {
    pub(crate) stop: &'a AtomicBool,
    /// The CPU time of this thread at which a built-in player is stopped.
    pub(crate) cpu: Option<Duration>,
}

impl<G: Game> Observer<G> for StopObserver<'_> {
    fn stop(&self) -> bool {
        let is_over = |end: Duration| processor::of_this_thread().is_some_and(|now| now >= end);
        self.stop.load(Ordering::Relaxed) || self.cpu.is_some_and(is_over)
    }
}

/// The word for a kind of fault in records.
pub(crate) const fn record_word(kind: FaultKind) -> &'static str {
    match kind {
        FaultKind::IllegalMove => "illegal-move",
        FaultKind::Time => "time",
        FaultKind::Resign => "resign",
        // Records know it as an end that the rules did not decide.
        FaultKind::NoMove => "adjudication",
        FaultKind::Crash | FaultKind::Start | FaultKind::Internal => "forfeit",
    }
}
