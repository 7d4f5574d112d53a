//! Which of several moves is played.

use crate::edge::{Counts, Standing, UNMARKED};
use crate::estimate::{bounds, expected, most_losses};

/// How a move is chosen.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum PolicyKind {
    /// The largest lower bound of the score.
    Best,
    /// By weight and expected score.
    #[default]
    Weighted,
    /// The fewest losses.
    Solid,
    /// The largest upper bound of the score: what is hardly known is tried.
    Explore,
}

impl PolicyKind {
    /// The names.
    pub const NAMES: [&'static str; 4] = ["best", "weighted", "solid", "explore"];

    /// The one of a name.
    pub fn of_name(name: &str) -> Option<PolicyKind> {
        use PolicyKind::{Best, Explore, Solid, Weighted};
        let all = [Best, Weighted, Solid, Explore];
        let at = PolicyKind::NAMES.iter().position(|known| *known == name)?;
        Some(all[at])
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        PolicyKind::NAMES[self as usize]
    }
}

/// A way to choose with its settings.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Policy {
    /// How.
    pub kind: PolicyKind,
    /// 0: always the likeliest; 100: in proportion to weight and expected score.
    pub temperature: u8,
    /// Moves whose engine score is worse than the best one by more than this are left out.
    pub margin: Option<i32>,
}

impl Policy {
    /// The temperature when nothing is said: a move that expects twice as much is played four times as often.
    pub const USUAL_TEMPERATURE: u8 = 50;
}

impl Default for Policy {
    fn default() -> Self {
        Policy {
            kind: PolicyKind::default(),
            temperature: Policy::USUAL_TEMPERATURE,
            margin: None,
        }
    }
}

/// What is known of a move that may be chosen.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Candidate {
    /// How games went.
    pub counts: Counts,
    /// The author's mark.
    pub weight: u16,
    /// What finished games have taught.
    pub learned: i16,
    /// The score of an engine.
    pub score: Option<i32>,
    /// The exact value for the mover.
    pub table: Option<Standing>,
    /// Whether it must not be played for a reason of the moment, such as a lost verdict on repetition.
    pub forbidden: bool,
}

/// How likely each of several moves is: shares that add up to 1, or all 0 if none may be played.
///
/// Never likely are moves of weight 0, moves that a table calls worse than another one, and, where there is a margin,
/// moves that an engine scores worse than the best by more than it, or has not scored.
pub fn chances(policy: &Policy, moves: &[Candidate]) -> Vec<f64> {
    let allowed = |mv: &&Candidate| mv.weight > 0 && !mv.forbidden;
    let exact = moves.iter().filter(|mv| !mv.forbidden);
    let exact = exact.filter_map(|mv| mv.table).max();
    let scored = moves.iter().filter(allowed).filter_map(|mv| mv.score).max();
    let values: Vec<Option<f64>> = moves
        .iter()
        .map(|mv| {
            let worse = mv.table < exact && mv.table.is_some();
            let outscored = match (policy.margin, scored, mv.score) {
                (Some(margin), Some(best), Some(score)) => score < best.saturating_sub(margin),
                (margin, _, _) => margin.is_some(),
            };
            let plays = mv.weight > 0 && !mv.forbidden && !worse && !outscored;
            plays.then(|| value(policy.kind, mv))
        })
        .collect();
    let most = values.iter().flatten().copied().fold(0.0, f64::max);
    if values.iter().all(Option::is_none) {
        return vec![0.0; moves.len()];
    }
    let shares: Vec<f64> = match (policy.kind, policy.temperature) {
        (PolicyKind::Weighted, temperature @ 1..) => {
            let power = 100.0 / f64::from(temperature);
            let share = |value: f64| (value / most.max(f64::MIN_POSITIVE)).powf(power);
            values
                .iter()
                .map(|value| value.map_or(0.0, share))
                .collect()
        }
        // The first of the best: moves are listed in the order of their texts.
        _ => {
            let best = values.iter().position(|value| *value == Some(most));
            let share = |at| if Some(at) == best { 1.0 } else { 0.0 };
            (0..moves.len()).map(share).collect()
        }
    };
    let sum: f64 = shares.iter().sum();
    shares.into_iter().map(|share| share / sum).collect()
}

/// What a move is worth under a policy: never negative.
fn value(kind: PolicyKind, mv: &Candidate) -> f64 {
    /// What was learned never rules a move out.
    const LEAST: f64 = 0.05;
    let weight = f64::from(mv.weight) / f64::from(UNMARKED);
    match kind {
        PolicyKind::Best => bounds(mv.counts).low,
        PolicyKind::Solid => 1.0 - most_losses(mv.counts),
        PolicyKind::Explore => bounds(mv.counts).high,
        PolicyKind::Weighted => {
            let taught = (1.0 + f64::from(mv.learned) / 1000.0).max(LEAST);
            weight * expected(mv.counts) * taught
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(win: u32, draw: u32, loss: u32) -> Candidate {
        Candidate {
            counts: Counts { win, draw, loss },
            weight: UNMARKED,
            learned: 0,
            score: None,
            table: None,
            forbidden: false,
        }
    }

    fn policy(kind: PolicyKind) -> Policy {
        Policy {
            kind,
            ..Policy::default()
        }
    }

    #[test]
    fn each_policy_prefers_what_its_name_says() {
        // Many good games, one win, hardly any loss.
        let moves = [
            candidate(60, 0, 40),
            candidate(1, 0, 0),
            candidate(0, 90, 2),
        ];
        let first = |kind| {
            let chances = chances(&policy(kind), &moves);
            chances.iter().position(|chance| *chance == 1.0)
        };
        assert_eq!(first(PolicyKind::Best), Some(0));
        assert_eq!(first(PolicyKind::Explore), Some(1));
        assert_eq!(first(PolicyKind::Solid), Some(2));
        let weighted = chances(&policy(PolicyKind::Weighted), &moves);
        assert!(weighted.iter().all(|chance| *chance > 0.0));
        assert!((weighted.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn temperature_sharpens() {
        let moves = [candidate(8, 0, 2), candidate(2, 0, 8)];
        let at = |temperature| {
            let policy = Policy {
                temperature,
                ..Policy::default()
            };
            chances(&policy, &moves)[0]
        };
        assert_eq!(at(0), 1.0);
        assert!(at(10) > at(50) && at(50) > at(100));
        assert!((at(100) - 0.75).abs() < 1e-12);
    }

    #[test]
    fn some_moves_are_never_played() {
        for kind in [
            PolicyKind::Best,
            PolicyKind::Weighted,
            PolicyKind::Solid,
            PolicyKind::Explore,
        ] {
            let mut moves = [candidate(9, 0, 0), candidate(1, 0, 1)];
            moves[0].weight = 0;
            assert_eq!(chances(&policy(kind), &moves), [0.0, 1.0]);
            moves[0].weight = 100;
            moves[0].forbidden = true;
            assert_eq!(chances(&policy(kind), &moves), [0.0, 1.0]);
            moves[0].forbidden = false;
            moves[0].table = Some(Standing::Draw);
            moves[1].table = Some(Standing::Win);
            assert_eq!(chances(&policy(kind), &moves), [0.0, 1.0]);
            moves[1].table = None;
            assert!(chances(&policy(kind), &moves)[0] > 0.0);
            moves[0].score = Some(-80);
            moves[1].score = Some(0);
            let with_margin = Policy {
                margin: Some(50),
                ..policy(kind)
            };
            assert_eq!(chances(&with_margin, &moves), [0.0, 1.0]);
            moves[0].weight = 0;
            moves[1].weight = 0;
            assert_eq!(chances(&policy(kind), &moves), [0.0, 0.0]);
        }
        assert!(chances(&Policy::default(), &[]).is_empty());
    }
}
