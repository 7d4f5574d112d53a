//! Two players on the same suites: does a gain here hide a loss there?

use serde::Serialize;
use yomikiri_arena::Problem;

use super::run::{SuiteOrder, SuiteReport, run_suite};
use crate::{AnyGame, LabError, Limits, PlayerSpec};

/// Two players on the same positions.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SuiteChange {
    /// The player before the change.
    pub before: String,
    /// The player after it.
    pub after: String,
    /// Number of positions.
    pub positions: usize,
    /// How many the one before solves.
    pub solved_before: usize,
    /// How many the one after solves.
    pub solved_after: usize,
    /// Group by group.
    pub groups: Vec<GroupChange>,
}

/// What has changed in a group of positions.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GroupChange {
    /// Its name.
    pub group: String,
    /// Number of positions.
    pub positions: usize,
    /// How many the one before solves.
    pub before: usize,
    /// How many the one after solves.
    pub after: usize,
    /// Ids that only the one after solves.
    pub won: Vec<String>,
    /// Ids that only the one before solves.
    pub lost: Vec<String>,
    /// How likely so great a fall is by chance: the sign test on `won` and `lost`.
    pub chance: f64,
    /// Whether it fell by more than chance explains (5 %).
    pub fell: bool,
}

impl SuiteChange {
    /// The groups that fell.
    pub fn fallen(&self) -> impl Iterator<Item = &GroupChange> {
        self.groups.iter().filter(|group| group.fell)
    }

    /// The change from one report to another of the same positions.
    pub fn between(before: &SuiteReport, after: &SuiteReport) -> Self {
        let groups = after.groups.iter().map(|group| {
            let mut change = GroupChange {
                group: group.group.clone(),
                positions: group.positions,
                before: 0,
                after: group.solved,
                won: Vec::new(),
                lost: Vec::new(),
                chance: 1.0,
                fell: false,
            };
            let both = before.results.iter().zip(&after.results);
            for (before, after) in both.filter(|(_, after)| after.group == group.group) {
                change.before += usize::from(before.solved);
                match (before.solved, after.solved) {
                    (true, false) => change.lost.push(after.id.clone()),
                    (false, true) => change.won.push(after.id.clone()),
                    _ => {}
                }
            }
            change.chance = sign_test(change.lost.len(), change.won.len());
            change.fell = change.after < change.before && change.chance <= FALL;
            change
        });
        SuiteChange {
            before: before.player.clone(),
            after: after.player.clone(),
            positions: after.positions,
            solved_before: before.solved,
            solved_after: after.solved,
            groups: groups.collect(),
        }
    }
}

/// A fall is one that chance brings about in fewer cases than this.
const FALL: f64 = 0.05;

/// How likely `lost` or more of the `lost + won` changes are losses if either is equally likely.
fn sign_test(lost: usize, won: usize) -> f64 {
    let changes = lost + won;
    // Binomial coefficients one after another, each with its factor of a half.
    let mut part = 0.5f64.powi(changes as i32);
    let mut sum = 0.0;
    for count in 0..=changes {
        if count >= lost {
            sum += part;
        }
        part *= (changes - count) as f64 / (count + 1) as f64;
    }
    sum.min(1.0)
}

/// Lets two players solve the same problems within the same limits and compares them group by group. This is how
/// `tune` and `experiment` end: a change that wins games and falls on a group of positions is to be seen as such.
///
/// With limits of nodes the answer is the same on every machine. Weights are compared by players that read them from
/// files (`alphabeta:weights=FILE`). `watch` hears how many searches are done.
pub fn compare_suites(
    game: &dyn AnyGame,
    problems: &[Problem],
    players: [&PlayerSpec; 2],
    limits: &Limits,
    watch: &mut dyn FnMut(usize),
) -> Result<SuiteChange, LabError> {
    let mut done = 0;
    let mut run = |player| {
        let order = SuiteOrder {
            player,
            limits,
            explain: false,
            spell: &|mv| mv.text.clone(),
        };
        run_suite(game, problems, &order, &mut |_| {
            done += 1;
            watch(done);
        })
    };
    let (before, after) = (run(players[0])?, run(players[1])?);
    Ok(SuiteChange::between(&before, &after))
}

#[cfg(test)]
mod tests {
    use super::sign_test;

    #[test]
    fn the_sign_test_is_the_binomial_tail() {
        assert!((sign_test(0, 0) - 1.0).abs() < 1e-12);
        assert!((sign_test(5, 0) - 1.0 / 32.0).abs() < 1e-12);
        assert!((sign_test(4, 1) - 6.0 / 32.0).abs() < 1e-12);
        assert!((sign_test(1, 4) - 31.0 / 32.0).abs() < 1e-12);
    }
}
