//! The one tier of a koma game: it is solved as a whole.

use yomikiri_game_api::{Cost, Tier, Tiers};

use super::KomaIndexer;
use crate::koma::game::Koma;

/// A koma game as its only tier, which has no name.
#[derive(Clone, Debug)]
pub struct KomaTiers {
    game: Koma,
}

impl KomaTiers {
    /// The tier of a game with its options.
    pub fn new(game: &Koma) -> Self {
        KomaTiers { game: game.clone() }
    }
}

impl Tiers<Koma> for KomaTiers {
    type Indexer = KomaIndexer;

    fn indexer(&self, _tier: Tier) -> Result<KomaIndexer, String> {
        KomaIndexer::new(&self.game).map_err(|error| error.to_string())
    }

    fn identity(&self, _tier: Tier) -> String {
        KomaIndexer::identity(&self.game)
    }

    /// No move leads out, which saves a byte a position.
    fn cost(&self, _tier: Tier) -> Cost {
        Cost {
            bytes: 3.5,
            ..Cost::of(KomaIndexer::estimate(&self.game))
        }
    }
}
