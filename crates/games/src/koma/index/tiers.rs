//! The one tier of a koma game: it is solved as a whole.

use yomikiri_game_api::{Cost, Tier, Tiers};

use super::KomaIndexer;
use crate::koma::game::Koma;
use crate::koma::position::Position;

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

const WHOLE: Tier = Tier(0);

impl Tiers<Koma> for KomaTiers {
    type Indexer = KomaIndexer;

    fn name(&self, _tier: Tier) -> String {
        String::new()
    }

    fn parse_tiers(&self, what: Option<&str>) -> Result<Vec<Tier>, String> {
        match what {
            None => Ok(vec![WHOLE]),
            Some(what) => Err(format!(
                "expected no part, because this game is solved as a whole, got {:?}",
                what.chars().take(60).collect::<String>()
            )),
        }
    }

    fn children(&self, _tier: Tier) -> Vec<Tier> {
        Vec::new()
    }

    fn indexer(&self, _tier: Tier) -> Result<KomaIndexer, String> {
        KomaIndexer::new(&self.game).map_err(|error| error.to_string())
    }

    fn tier_of(&self, _at: &Position) -> Option<Tier> {
        Some(WHOLE)
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
