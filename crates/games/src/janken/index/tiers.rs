//! The tiers and their child tiers.

use std::ops::Range;

use yomikiri_game_api::{Cost, Tier, Tiers, Unit};

use super::JankenIndexer;
use super::layout::Layout;
use crate::janken::board::CUBES;
use crate::janken::game::Janken;
use crate::janken::options::{Options, Stuck};
use crate::janken::position::Position;

/// The tiers of the game with its options.
#[derive(Clone, Debug)]
pub struct JankenTiers {
    options: Options,
}

impl JankenTiers {
    /// The tiers, or why there are none.
    pub fn new(game: &Janken) -> Result<Self, String> {
        match game.options.stuck {
            Stuck::Pass => Ok(JankenTiers {
                options: game.options,
            }),
            Stuck::Loss => Err(
                "expected stuck=pass: who loses in the middle of an own turn has no place in a \
                 table that counts turns"
                    .into(),
            ),
        }
    }
}

/// Cubes of the side to move and of the other.
fn tier(own: usize, other: usize) -> Tier {
    Tier((10 * own + other) as u64)
}

fn cubes(tier: Tier) -> (usize, usize) {
    ((tier.0 / 10) as usize, (tier.0 % 10) as usize)
}

/// The tiers solved together: the side with more cubes first.
fn group(of: Tier) -> Vec<Tier> {
    let (own, other) = cubes(of);
    match own == other {
        true => vec![of],
        false => vec![
            tier(own.max(other), own.min(other)),
            tier(own.min(other), own.max(other)),
        ],
    }
}

fn layouts(of: Tier) -> Vec<Layout> {
    let mut first = 0;
    let mut layouts = Vec::new();
    for part in group(of) {
        let (own, other) = cubes(part);
        let layout = Layout::new(own, other, first);
        first += layout.size();
        layouts.push(layout);
    }
    layouts
}

impl Tiers<Janken> for JankenTiers {
    type Indexer = JankenIndexer;

    fn name(&self, tier: Tier) -> String {
        let (own, other) = cubes(tier);
        format!("{own}v{other}")
    }

    fn parse_tiers(&self, what: Option<&str>) -> Result<Vec<Tier>, String> {
        let expected = "expected cubes of the side to move v cubes of the other, from 1v1 to 4v4, \
                        such as 2v1";
        let what = what.ok_or_else(|| format!("{expected}, got nothing"))?;
        let count = |text: &str| {
            let number = text.parse().ok().filter(|_| text.len() == 1)?;
            (1..=CUBES).contains(&number).then_some(number)
        };
        let named = what.split_once('v').and_then(|(own, other)| {
            let (own, other) = (count(own)?, count(other)?);
            Some(tier(own, other))
        });
        named
            .map(|tier| vec![tier])
            .ok_or_else(|| format!("{expected}, got {what:?}"))
    }

    fn group(&self, tier: Tier) -> Vec<Tier> {
        group(tier)
    }

    /// A turn of two actions captures one or two cubes, a single cube's turn up to three. The side
    /// to move then has fewer.
    fn children(&self, of: Tier) -> Vec<Tier> {
        let mut children = Vec::new();
        for part in group(of) {
            let (own, other) = cubes(part);
            let actions = if own == 1 { 3 } else { 2 };
            for taken in 1..=actions.min(other.saturating_sub(1)) {
                let child = tier(other - taken, own);
                if !children.contains(&child) {
                    children.push(child);
                }
            }
        }
        children
    }

    fn indexer(&self, tier: Tier) -> Result<JankenIndexer, String> {
        let child = |child: Tier| {
            let mut both = layouts(child).into_iter();
            both.find(|layout| (layout.own, layout.other) == cubes(child))
        };
        Ok(JankenIndexer {
            options: self.options,
            group: layouts(tier),
            children: self.children(tier).into_iter().filter_map(child).collect(),
        })
    }

    fn part(&self, indexer: &JankenIndexer, tier: Tier) -> Range<u64> {
        let mut parts = indexer.group.iter();
        let part = parts.find(|layout| (layout.own, layout.other) == cubes(tier));
        part.map_or(0..0, |part| part.first..part.first + part.size())
    }

    /// A step is a whole turn, and there are many turns: about 2.6 actions per cube, two or three
    /// times. `2v1` with `1v2` was measured at 4 microseconds per position, 0.17 per way of making
    /// a turn.
    fn cost(&self, tier: Tier) -> Cost {
        let positions = |part: &Tier| {
            let (own, other) = cubes(*part);
            let choose = |n: usize, k: usize| {
                (0..k).fold(1.0, |product, i| product * (n - i) as f64 / (i + 1) as f64)
            };
            choose(35, own) / 2.0
                * choose(36 - own, other)
                * 2.0
                * 6_f64.powi((own + other) as i32 - 1)
        };
        let turns = |part: &Tier| {
            let (own, _) = cubes(*part);
            (2.6 * own as f64).powi(if own == 1 { 3 } else { 2 })
        };
        let group = group(tier);
        Cost {
            microseconds: 0.17 * group.iter().map(turns).sum::<f64>() / group.len() as f64,
            ..Cost::of(group.iter().map(positions).sum())
        }
    }

    fn tier_of(&self, at: &Position) -> Option<Tier> {
        let (own, other) = (at.count(at.side()), at.count(!at.side()));
        (!at.is_setup() && own > 0 && other > 0).then(|| tier(own, other))
    }

    fn unit(&self) -> Unit {
        Unit::Turns
    }

    fn identity(&self, tier: Tier) -> String {
        let options = Options::SOLVED_KEYS.map(|key| format!("{key}={}", self.options.get(key)));
        format!("janken {} {} 1", self.name(tier), options.join(" "))
    }
}
