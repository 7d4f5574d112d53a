//! The players that enter a match.

use std::sync::atomic::{AtomicBool, Ordering};

use yomikiri_game_api::{FaultKind, Game, Limits, Line, Observer, Player, PlayerFault, Thought};

use crate::limits::SideLimits;

/// Makes a player. Called once for every worker thread, and again after a fault.
pub type Factory<G> = Box<dyn Fn() -> Result<Box<dyn Player<G>>, PlayerFault> + Send + Sync>;

/// A player as it enters a match.
///
/// A worker thread makes the player once and lets it play all of the thread's games:
/// [`Player::new_game`] and [`Player::reseed`] make it as good as new.
pub struct Participant<G: Game> {
    /// The name in results.
    pub name: String,
    /// The match's limits for it.
    pub limits: SideLimits,
    /// Makes it.
    pub make: Factory<G>,
    /// For a player with randomness: a seed that is mixed into the seed of each game (0: none).
    /// `None`: the player is not reseeded.
    pub seed: Option<u64>,
    /// Whether it runs in a process of its own, whose time is worth recording.
    pub outside: bool,
}

/// A player with limits of its own, which hold together with those of the match.
pub struct Limited<G: Game> {
    player: Box<dyn Player<G>>,
    own: Limits,
}

impl<G: Game> Limited<G> {
    /// Limits a player.
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

    fn processor_time(&self) -> Option<std::time::Duration> {
        self.player.processor_time()
    }
}

/// Stops a player when the match is stopped.
pub(crate) struct StopObserver<'a>(pub(crate) &'a AtomicBool);

impl<G: Game> Observer<G> for StopObserver<'_> {
    fn stop(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The word that records know for a kind of fault.
pub(crate) const fn record_word(kind: FaultKind) -> &'static str {
    match kind {
        FaultKind::IllegalMove => "illegal-move",
        FaultKind::Time => "time",
        FaultKind::Resign => "resign",
        FaultKind::Crash | FaultKind::Start | FaultKind::Internal => "forfeit",
    }
}
