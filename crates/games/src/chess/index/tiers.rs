//! The tiers of chess: materials.

use yomikiri_game_api::{Probed, Tier, Tiered, Value};

use super::geometry::{MOST_MEN, MOST_PAWNS};
use super::{ChessIndex, Material};
use crate::chess::game::Chess;
use crate::chess::position::Position;

/// The version of the numbering: tables of another one are of no use.
const VERSION: u32 = 1;

/// The endings of chess, each material a tier.
#[derive(Copy, Clone, Debug, Default)]
pub struct ChessTiers;

impl ChessTiers {
    fn covers(material: &Material) -> bool {
        let men = material.men();
        (3..=MOST_MEN).contains(&men) && material.pawns() <= MOST_PAWNS
    }
}

impl Tiered<Chess> for ChessTiers {
    type Index = ChessIndex;

    fn name(&self, tier: Tier) -> String {
        Material::of_tier(tier).to_string()
    }

    fn find(&self, what: Option<&str>) -> Result<Vec<Tier>, String> {
        let expected = || {
            format!(
                "a material such as KPvK or KRPvKR (at most {MOST_MEN} men, {MOST_PAWNS} pawns), or 3men, 4men, 5men"
            )
        };
        let what = what.ok_or_else(expected)?;
        let all = |most: usize| {
            let materials = (3..=most).flat_map(Material::all);
            let covered = materials.filter(ChessTiers::covers);
            covered.map(|material| material.tier()).collect()
        };
        match what {
            "3men" => Ok(all(3)),
            "4men" => Ok(all(4)),
            "5men" => Ok(all(5)),
            name => match Material::read(name).filter(ChessTiers::covers) {
                Some(material) => Ok(vec![material.tier()]),
                None => Err(expected()),
            },
        }
    }

    fn needs(&self, tier: Tier) -> Vec<Tier> {
        let materials = Material::of_tier(tier).conversions();
        materials.iter().map(Material::tier).collect()
    }

    fn index(&self, tier: Tier) -> Result<ChessIndex, String> {
        ChessIndex::new(Material::of_tier(tier))
    }

    fn estimate(&self, tier: Tier) -> f64 {
        let material = Material::of_tier(tier);
        let pawns = material.pawns() as i32;
        let pieces = material.men() as i32 - 2 - pawns;
        let kings = if pawns == 0 { 462.0 } else { 3612.0 / 2.0 };
        2.0 * kings * 64f64.powi(pieces) * 48f64.powi(pawns)
    }

    fn tier_of(&self, at: &Position) -> Option<Tier> {
        let (material, _) = Material::of(at);
        let covered = ChessTiers::covers(&material) && at.castling() == 0;
        covered.then(|| material.tier())
    }

    fn known(&self, at: &Position) -> Option<Probed> {
        let bare = Material::of(at).0 == Material::BARE;
        bare.then_some(Probed {
            value: Value::Draw,
            distance: None,
        })
    }

    fn identity(&self, tier: Tier) -> String {
        let material = Material::of_tier(tier);
        format!("chess {material}, numbering {VERSION}")
    }
}
