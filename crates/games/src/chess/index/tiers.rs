//! The tiers of chess: materials.

use yomikiri_game_api::{Cost, Probed, Tier, Tiers};

use super::geometry::{MOST_PAWNS, MOST_PIECES};
use super::{ChessIndexer, MOST_SMALL, Material};
use crate::chess::game::{Chess, Goal};
use crate::chess::moves::Kind;
use crate::chess::position::Position;

/// Version of the index: tables of other versions cannot be used.
const VERSION: u32 = 2;

/// The endings of chess, each material a tier. With the goal of promotion there is one: king and
/// pawn against king.
#[derive(Copy, Clone, Debug, Default)]
pub struct ChessTiers {
    goal: Goal,
}

impl ChessTiers {
    /// The endings of a game with its options.
    pub fn new(game: &Chess) -> Self {
        ChessTiers { goal: game.goal }
    }

    fn covers(&self, material: &Material) -> bool {
        self.covers_counts(material.pieces(), material.pawns())
    }

    #[inline]
    fn covers_counts(&self, pieces: usize, pawns: usize) -> bool {
        match self.goal {
            Goal::Mate => (3..=MOST_PIECES).contains(&pieces) && pawns <= MOST_PAWNS,
            Goal::Promotion => pieces == 3 && pawns == 1,
        }
    }
}

impl Tiers<Chess> for ChessTiers {
    type Indexer = ChessIndexer;

    fn name(&self, tier: Tier) -> String {
        Material::of_tier(tier).to_string()
    }

    fn parse_tiers(&self, what: Option<&str>) -> Result<Vec<Tier>, String> {
        let expected = || match self.goal {
            Goal::Mate => format!(
                "expected a material such as KPvK or KRPvKR (at most {MOST_PIECES} pieces, {MOST_PAWNS} \
                 pawns), or 3men, 4men, 5men{}",
                got(what)
            ),
            Goal::Promotion => format!(
                "expected KPvK, the one ending that is solved for promotion{}",
                got(what)
            ),
        };
        let what = what.ok_or_else(expected)?;
        let all = |most: usize| {
            let materials = (3..=most).flat_map(Material::all);
            let covered = materials.filter(|material| self.covers(material));
            covered.map(|material| material.tier()).collect()
        };
        match what {
            "3men" => Ok(all(3)),
            "4men" => Ok(all(4)),
            "5men" => Ok(all(5)),
            name => match Material::read(name).filter(|material| self.covers(material)) {
                Some(material) => Ok(vec![material.tier()]),
                None => Err(expected()),
            },
        }
    }

    fn children(&self, tier: Tier) -> Vec<Tier> {
        if self.goal == Goal::Promotion {
            return Vec::new();
        }
        let materials = Material::of_tier(tier).conversions();
        materials.iter().map(Material::tier).collect()
    }

    fn indexer(&self, tier: Tier) -> Result<ChessIndexer, String> {
        ChessIndexer::new(Material::of_tier(tier), self.goal)
    }

    /// Measured including compression: `4men`, and `KRPvKR` with its child tiers, whose files are
    /// compressed quickly. In lanes a position takes a byte and a few bits.
    fn cost(&self, tier: Tier) -> Cost {
        let material = Material::of_tier(tier);
        let pawns = material.pawns() as i32;
        let pieces = material.pieces() as i32 - 2 - pawns;
        let kings = if pawns == 0 { 462.0 } else { 4096.0 / 2.0 };
        let usual = Cost::of(2.0 * kings * 64f64.powi(pieces) * 48f64.powi(pawns));
        if !material.comes_in_lanes() {
            return usual;
        }
        Cost {
            microseconds: match usual.positions > MOST_SMALL as f64 {
                true => 0.12,
                false => usual.microseconds,
            },
            bytes: 1.3,
            ..usual
        }
    }

    fn tier_of(&self, at: &Position) -> Option<Tier> {
        // Most positions of a search have too many pieces.
        let pieces = at.occupied().count_ones() as usize;
        let pawns = at.of(Kind::Pawn).count_ones() as usize;
        let covered = self.covers_counts(pieces, pawns) && at.castling() == 0;
        covered.then(|| Material::tier_of_few(at))
    }

    fn known(&self, at: &Position) -> Option<Probed> {
        let known = match self.goal {
            Goal::Mate => Material::of(at).0 == Material::BARE,
            // What has just promoted can be captured, or the game would be over.
            Goal::Promotion => at.occupied().count_ones() == 3 && at.of(Kind::Pawn) == 0,
        };
        known.then_some(Probed::DRAW)
    }

    fn on_demand(&self) -> Vec<Tier> {
        let materials = Material::all(3).into_iter();
        let covered = materials.filter(|material| self.covers(material));
        covered.map(|material| material.tier()).collect()
    }

    fn identity(&self, tier: Tier) -> String {
        let material = Material::of_tier(tier);
        match self.goal {
            Goal::Mate => format!("chess {material}, numbering {VERSION}"),
            Goal::Promotion => format!("chess {material} for promotion, numbering {VERSION}"),
        }
    }
}

/// The input, for a message.
fn got(what: Option<&str>) -> String {
    let shown = |what: &str| format!(", got {:?}", what.chars().take(60).collect::<String>());
    what.map_or(", got nothing".to_owned(), shown)
}
