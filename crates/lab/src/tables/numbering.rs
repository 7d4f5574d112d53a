//! How the positions of a game are numbered: as a whole, or tier by tier.

use yomikiri_game_api::{Game, Indexed, Tier, Tiered};

use super::borrowed::Borrow;

/// A game that is solved as a whole.
pub struct Numbering<G: Game, I> {
    /// Builds the numbering, or says why not.
    pub build: fn(&G) -> Result<I, String>,
    /// The numbering that covers finished and as good as finished positions, too.
    pub build_with_ends: fn(&G) -> Result<I, String>,
    /// The number of slots, without building.
    pub estimate: fn(&G) -> f64,
    /// What the table depends on.
    pub identity: fn(&G) -> String,
    /// The same position with the other side to move, if that is legal.
    pub switch: fn(&G, &G::Position) -> Option<G::Position>,
    /// The mirror image of a position; the position itself if left and right are not alike.
    pub twin: fn(&G, &G::Position) -> G::Position,
    /// Names of the options that change values, for the file's name.
    pub options: &'static [&'static str],
    /// Tables that are part of the program, by the name of their file without its ending.
    pub built_in: &'static [(&'static str, &'static [u8])],
}

/// A game that is solved tier by tier.
pub struct Tiering<G: Game, T> {
    /// Makes the tiers of the game with its options, or says why there are none.
    pub build: fn(&G) -> Result<T, String>,
    /// The same position with the other side to move, if that is legal.
    pub switch: fn(&G, &G::Position) -> Option<G::Position>,
    /// Names of the options that change values, for the folder's name.
    pub options: &'static [&'static str],
    /// Tables that are part of the program, by `folder/tier`.
    pub built_in: &'static [(&'static str, &'static [u8])],
    /// Finds tables that others have computed, for positions whose own table is missing.
    pub borrow: Option<Borrow<G>>,
}

/// A whole game as its only tier, which has no name.
pub(crate) struct Whole<G: Game, I> {
    pub(super) game: G,
    pub(super) build: fn(&G) -> Result<I, String>,
    pub(super) estimate: fn(&G) -> f64,
    pub(super) identity: fn(&G) -> String,
}

impl<G: Game, I: Indexed<G>> Tiered<G> for Whole<G, I> {
    type Index = I;

    fn name(&self, _tier: Tier) -> String {
        String::new()
    }

    fn find(&self, what: Option<&str>) -> Result<Vec<Tier>, String> {
        match what {
            None => Ok(vec![Tier(0)]),
            Some(what) => Err(format!(
                "expected no part, for this game is solved as a whole, got {:?}",
                what.chars().take(60).collect::<String>()
            )),
        }
    }

    fn needs(&self, _tier: Tier) -> Vec<Tier> {
        Vec::new()
    }

    fn index(&self, _tier: Tier) -> Result<I, String> {
        (self.build)(&self.game)
    }

    /// No move leads out.
    fn bytes_a_slot(&self, _tier: Tier) -> f64 {
        3.5
    }

    fn estimate(&self, _tier: Tier) -> f64 {
        (self.estimate)(&self.game)
    }

    fn tier_of(&self, _at: &G::Position) -> Option<Tier> {
        Some(Tier(0))
    }

    fn identity(&self, _tier: Tier) -> String {
        (self.identity)(&self.game)
    }
}
