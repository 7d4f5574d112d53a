//! The tiers of xiangqi: materials.

use yomikiri_game_api::{Cost, Probed, Side, Tier, Tiers};

use super::geometry::{MOST_PIECES, is_reached, size_of};
use super::material::tier_of;
use super::{Material, XiangqiIndexer};
use crate::xiangqi::game::Xiangqi;
use crate::xiangqi::pieces::{Kind, Square, square_name};
use crate::xiangqi::position::Position;

/// Version of the index: tables of other versions cannot be used.
const VERSION: u32 = 1;

/// The attackers of the sets.
const ATTACKERS: [Kind; 4] = [Kind::Rook, Kind::Horse, Kind::Cannon, Kind::Pawn];

/// The endings of xiangqi, each material a tier.
#[derive(Copy, Clone, Debug, Default)]
pub struct XiangqiTiers;

impl XiangqiTiers {
    /// The endings; they are the same for all options.
    pub fn new(_game: &Xiangqi) -> Self {
        XiangqiTiers
    }

    /// Whether a side can ever give check in a tier: guards never leave their half, and a king that
    /// faces the other would be in check itself.
    pub fn can_check(&self, tier: Tier, side: Side) -> bool {
        Material::of_tier(tier).attackers(side) > 0
    }

    fn covers(material: &Material) -> bool {
        // With two attackers all guards fit; probes ask about nothing larger.
        let few = Side::BOTH
            .map(|side| material.attackers(side))
            .iter()
            .sum::<usize>()
            <= 2;
        *material != Material::BARE && (few || size_of(material).is_some())
    }
}

/// The materials of a named set.
fn set(name: &str) -> Option<Vec<Material>> {
    let one_each = |guards: [usize; 2]| {
        let ones = ATTACKERS.iter().map(std::slice::from_ref);
        ones.flat_map(move |one| Material::with_attackers([one, &[]], guards))
            .collect()
    };
    Some(match name {
        "3men" => Material::all(3),
        "4men" => (3..=4).flat_map(Material::all).collect(),
        "5men" => (3..=5).flat_map(Material::all).collect(),
        "1a0" => one_each([0, 4]),
        "1a" => one_each([4, 4]),
        "1v1" => {
            let pairs = pairs(&ATTACKERS);
            let against =
                |[one, other]: [Kind; 2]| Material::with_attackers([&[one], &[other]], [0, 0]);
            pairs
                .into_iter()
                .flat_map(against)
                .map(|material| material.ordered().0)
                .collect()
        }
        "2a2" => {
            let pairs = pairs(&ATTACKERS[1..]);
            let together = |pair: [Kind; 2]| Material::with_attackers([&pair, &[]], [0, 2]);
            pairs.into_iter().flat_map(together).collect()
        }
        _ => return None,
    })
}

/// All pairs of kinds, equal ones included.
fn pairs(kinds: &[Kind]) -> Vec<[Kind; 2]> {
    let with = |(at, &one): (usize, &Kind)| {
        let others = kinds[at..].iter();
        others.map(move |&other| [one, other]).collect::<Vec<_>>()
    };
    kinds.iter().enumerate().flat_map(with).collect()
}

impl Tiers<Xiangqi> for XiangqiTiers {
    type Indexer = XiangqiIndexer;

    fn name(&self, tier: Tier) -> String {
        Material::of_tier(tier).to_string()
    }

    fn parse_tiers(&self, what: Option<&str>) -> Result<Vec<Tier>, String> {
        let expected = || {
            let got = what.map_or("nothing".to_owned(), |what| {
                format!("{:?}", what.chars().take(60).collect::<String>())
            });
            format!(
                "expected a material such as KRvKA or KNvKAB (a king, at most 2 A, B, R, N, C and 5 P on \
                 each side, at most {MOST_PIECES} pieces), or 3men, 4men, 5men, 1a0, 1a, 1v1, 2a2, got {got}"
            )
        };
        let what = what.ok_or_else(expected)?;
        if let Some(materials) = set(what) {
            return Ok(materials.iter().map(Material::tier).collect());
        }
        let material = Material::read(what).filter(XiangqiTiers::covers);
        Ok(vec![material.ok_or_else(expected)?.tier()])
    }

    fn children(&self, tier: Tier) -> Vec<Tier> {
        let materials = Material::of_tier(tier).conversions();
        materials.iter().map(Material::tier).collect()
    }

    fn indexer(&self, tier: Tier) -> Result<XiangqiIndexer, String> {
        XiangqiIndexer::new(Material::of_tier(tier))
    }

    fn cost(&self, tier: Tier) -> Cost {
        let size = size_of(&Material::of_tier(tier)).map(|size| size as f64);
        Cost {
            // Measured: 0.02 to 0.05 bytes, for most endings are nearly all won or nearly all drawn.
            disk: 0.04,
            ..Cost::of(size.unwrap_or(f64::INFINITY))
        }
    }

    fn tier_of(&self, at: &Position) -> Option<Tier> {
        // Searches ask this at every node, where most boards are still full.
        if at.occupied().count_ones() as usize > MOST_PIECES {
            return None;
        }
        let (tier, _) = tier_of(at);
        let is_covered = XiangqiTiers::covers(&Material::of_tier(tier));
        // A pawn where no pawn can come has no index.
        (is_covered && unreachable_pawn(at).is_none()).then_some(tier)
    }

    fn turned_name(&self, what: &str) -> Option<String> {
        let material = Material::read_as_given(what)?;
        material.ordered().1.then(|| material.to_string())
    }

    fn refusal(&self, at: &Position) -> Option<String> {
        let (side, point) = unreachable_pawn(at)?;
        let letter = match side {
            Side::First => 'P',
            Side::Second => 'p',
        };
        Some(format!(
            "{}: expected a point that pawns of this side can reach (55 have a place in tables), got {letter}",
            square_name(point)
        ))
    }

    fn known(&self, at: &Position) -> Option<Probed> {
        (Material::of(at).0 == Material::BARE).then_some(Probed::DRAW)
    }

    fn on_demand(&self) -> Vec<Tier> {
        Material::all(3).iter().map(Material::tier).collect()
    }

    fn identity(&self, tier: Tier) -> String {
        format!("xiangqi {}, numbering {VERSION}", Material::of_tier(tier))
    }
}

/// A pawn where none can ever come.
fn unreachable_pawn(at: &Position) -> Option<(Side, Square)> {
    Side::BOTH.into_iter().find_map(|side| {
        let mut pawns = at.of(Kind::Pawn, side);
        let found = pawns.find(|&point| !is_reached(Kind::Pawn, side, point));
        found.map(|point| (side, point))
    })
}

impl Material {
    /// Whether no side can ever win: nobody can cross the river.
    pub fn has_no_attacker(&self) -> bool {
        Side::BOTH.into_iter().all(|side| self.attackers(side) == 0)
    }
}
