//! The random player.

use yomikiri_game_api::{Game, Limits, Line, Observer, Player, PlayerFault, SplitMix64, Thought};

use crate::nothing_to_play;

/// Plays any legal move, all equally likely.
///
/// A new game does not restart the random stream ([`Player::reseed`] does).
#[derive(Clone, Debug)]
pub struct Random {
    rng: SplitMix64,
}

impl Random {
    /// A player whose choices follow from the seed.
    pub fn new(seed: u64) -> Self {
        Random {
            rng: SplitMix64::new(seed),
        }
    }
}

impl<G: Game> Player<G> for Random {
    fn think(
        &mut self,
        game: &G,
        line: &Line<G>,
        _limits: &Limits,
        _observer: &mut dyn Observer<G>,
    ) -> Result<Thought<G::Move>, PlayerFault> {
        let mut moves = Vec::new();
        line.legal_moves(game, &mut moves);
        if moves.is_empty() {
            return Err(nothing_to_play());
        }
        Ok(Thought::plain(moves[self.rng.below(moves.len())]))
    }

    fn reseed(&mut self, seed: u64) {
        self.rng = SplitMix64::new(seed);
    }
}
