//! Checking a table of the rule, by the plain rules and the ranks.
//!
//! A win by the rule is proved by the ranks of its neighbours alone. That nothing is missing is proved
//! like this: at a drawn position the possible winner has no winning move, and the other side has a move
//! that does not lose. If it always has one without check (or out of the tier) it need never check
//! for ever. The few positions where all such moves check make a small graph, and there the other side
//! must be able to prevent that its opponent moves without check again and again: an upper bound of how
//! often that can happen, a progress measure of the other player, is raised until nothing changes.
//! No cursor that solved the table is used. Plain values and child tiers are believed: verify them, too.

use std::collections::{HashMap, VecDeque};
use std::ops::Range;

use yomikiri_game_api::{Game, Indexer, Probed, Side, Value};

use super::{Rank, Rule, winner};
use crate::cells::Cells;
use crate::verify::{Fault, Verdict};
use crate::work::{Progress, share};

/// Faults kept for the report.
const MOST_FAULTS: usize = 10;

/// A table of the rule under verification.
struct Check<'c, G: Game, I> {
    rule: &'c Rule<'c, G, I>,
    changes: &'c Cells,
    steps: u32,
    elsewhere: &'c (dyn Fn(&G::Position) -> Option<Value> + Sync),
}

/// What is known of a position after a move.
#[derive(Copy, Clone)]
struct After {
    /// Its index in the tier; `None` out of it.
    index: Option<u64>,
    winner: Option<Side>,
    /// The rank of a win by the rule in the tier.
    rank: Option<Rank>,
    is_check: bool,
}

/// Checks all `changes` (cells of [`Changes`](super::Changes) with so many `steps` a stage) and that there
/// are no others. `elsewhere` has the values of other tiers under the rule.
pub fn verify<G: Game, I: Indexer<G>>(
    rule: &Rule<'_, G, I>,
    (changes, steps): (&Cells, u32),
    elsewhere: &(dyn Fn(&G::Position) -> Option<Value> + Sync),
    threads: usize,
    progress: &dyn Progress,
) -> Verdict {
    let check = Check {
        rule,
        changes,
        steps,
        elsewhere,
    };
    let size = rule.indexer.size();
    progress.stage("verify", None, size);
    let start = || (Verdict::default(), Vec::new());
    let look = |(verdict, forced): &mut (Verdict, Vec<u64>), range: Range<u64>| {
        for index in range {
            let Some(at) = rule.indexer.position(index) else {
                verdict.empty += 1;
                continue;
            };
            verdict.checked += 1;
            match check.position(index, &at) {
                Ok(true) => forced.push(index),
                Ok(false) => {}
                Err(derived) => verdict.faults.push(check.fault(index, derived)),
            }
        }
    };
    let (parts, complete) = share(size, 1 << 12, threads, progress, start, look);
    let mut verdict = Verdict {
        stopped: !complete,
        ..Verdict::default()
    };
    let mut forced = Vec::new();
    for (part, of_part) in parts {
        verdict.checked += part.checked;
        verdict.empty += part.empty;
        verdict.faults.extend(part.faults);
        forced.extend(of_part);
    }
    if complete && verdict.faults.is_empty() {
        for side in Side::BOTH {
            let missed = check.missed(side, &forced);
            let missed = missed
                .into_iter()
                .map(|index| check.fault(index, Some(Value::Loss)));
            verdict.faults.extend(missed);
        }
    }
    verdict.faults.sort_by_key(|fault| fault.index);
    verdict.faults.truncate(MOST_FAULTS);
    verdict
}

impl<G: Game, I: Indexer<G>> Check<'_, G, I> {
    fn value(&self, index: u64) -> Option<Value> {
        let changed = self.changes.answer(index).map(|known| known.value);
        match changed {
            Some(Value::Draw) | None => self.rule.plain(index),
            changed => changed,
        }
    }

    fn rank(&self, index: u64) -> Option<Rank> {
        let number = self.changes.answer(index)?.distance?;
        Some(Rank {
            stage: number / self.steps,
            step: number % self.steps,
        })
    }

    fn fault(&self, index: u64, derived: Option<Value>) -> Fault {
        let plain = |value| Probed {
            value,
            distance: None,
        };
        Fault {
            index,
            stored: self.value(index).map(plain),
            derived: derived.map(plain),
        }
    }

    /// The positions after all moves; `None` if one of them has no value.
    fn after(&self, at: &G::Position) -> Option<Vec<After>> {
        let game = self.rule.game;
        let mut moves = Vec::new();
        game.legal_moves(at, &mut moves);
        let each = moves.into_iter().map(|mv| {
            let mut next = at.clone();
            game.play(&mut next, mv);
            let index = self.rule.indexer.index(&next);
            let value = match game.outcome(&next) {
                Some(outcome) => Some(outcome.value_for(game.turn(&next))),
                None => match index {
                    Some(index) => self.value(index),
                    None => (self.elsewhere)(&next),
                },
            };
            Some(After {
                index,
                winner: winner(game.turn(&next), value?),
                rank: index.and_then(|index| self.rank(index)),
                is_check: (self.rule.in_check)(game, &next),
            })
        });
        each.collect()
    }

    /// Checks one position: whether all moves of the side to move that do not lose check, or what its
    /// moves say instead of its value.
    fn position(&self, index: u64, at: &G::Position) -> Result<bool, Option<Value>> {
        let game = self.rule.game;
        let turn = game.turn(at);
        let after = self.after(at).ok_or(None)?;
        match (self.rule.plain(index), self.rank(index)) {
            (Some(Value::Draw), Some(rank)) => {
                let value = self.value(index).ok_or(None)?;
                match self.is_proved(at, (turn, value), rank, &after) {
                    true => Ok(false),
                    false => Err(Some(Value::Draw)),
                }
            }
            // Only draws are changed.
            (plain, Some(_)) => Err(plain),
            (Some(Value::Draw), None) => {
                let best = |winner: Option<Side>| match winner {
                    None => Value::Draw,
                    Some(winner) if winner == turn => Value::Win,
                    Some(_) => Value::Loss,
                };
                let best = after.iter().map(|after| best(after.winner)).max();
                if best != Some(Value::Draw) {
                    return Err(best);
                }
                let mut drawn = after.iter().filter(|after| after.winner.is_none());
                Ok(drawn.all(|after| after.index.is_some() && after.is_check))
            }
            (Some(_), None) => Ok(false),
            (None, None) => Err(None),
        }
    }

    /// Whether the ranks of the neighbours prove a win by the rule.
    fn is_proved(
        &self,
        at: &G::Position,
        (turn, value): (Side, Value),
        rank: Rank,
        after: &[After],
    ) -> bool {
        let in_check = (self.rule.in_check)(self.rule.game, at);
        let Some(side) = winner(turn, value) else {
            return false;
        };
        let is_nearer = |after: &After| {
            after.winner == Some(side)
                && after
                    .rank
                    .is_none_or(|next| match (in_check, turn == side) {
                        (true, _) => next < rank,
                        (false, true) => next.stage < rank.stage,
                        (false, false) => next.stage <= rank.stage,
                    })
        };
        match turn == side {
            true => after.iter().any(is_nearer),
            false => after.iter().all(is_nearer),
        }
    }

    /// Drawn positions of forced checks that a side wins nevertheless: its opponent cannot prevent that
    /// it moves without check again and again.
    fn missed(&self, side: Side, forced: &[u64]) -> Vec<u64> {
        let (rule, game) = (self.rule, self.rule.game);
        // The opponent's positions of forced checks, with the positions after them; then the side's
        // replies that stay among them.
        let mut checks: HashMap<u64, (Vec<u64>, bool)> = HashMap::new();
        for &index in forced {
            let Some(at) = rule
                .indexer
                .position(index)
                .filter(|at| game.turn(at) != side)
            else {
                continue;
            };
            let after = self.after(&at).unwrap_or_default().into_iter();
            let drawn = after.filter(|after| after.winner.is_none());
            let drawn = drawn.filter_map(|after| after.index).collect();
            checks.insert(index, (drawn, !(rule.in_check)(game, &at)));
        }
        let mut replies: HashMap<u64, Vec<u64>> = HashMap::new();
        let mut before: HashMap<u64, Vec<u64>> = HashMap::new();
        for (&index, (to, _)) in &checks {
            for &checked in to {
                before.entry(checked).or_default().push(index);
                if replies.contains_key(&checked) {
                    continue;
                }
                let after = rule
                    .indexer
                    .position(checked)
                    .and_then(|at| self.after(&at));
                let after = after.unwrap_or_default().into_iter();
                let inside =
                    after.filter_map(|after| after.index.filter(|next| checks.contains_key(next)));
                replies.insert(checked, inside.collect());
            }
        }
        for (&checked, inside) in &replies {
            for &index in inside {
                before.entry(index).or_default().push(checked);
            }
        }
        // How often the side may move without check from here: the opponent chooses the least.
        let endless = checks.values().filter(|(_, is_quiet)| *is_quiet).count() + 1;
        let mut bound: HashMap<u64, usize> = HashMap::new();
        let mut open: VecDeque<u64> = checks.keys().copied().collect();
        while let Some(index) = open.pop_front() {
            let get = |next: &u64| bound.get(next).copied().unwrap_or(0);
            let raised = match checks.get(&index) {
                Some((to, is_quiet)) => {
                    let least = to.iter().map(get).min().unwrap_or(0);
                    (least + usize::from(*is_quiet)).min(endless)
                }
                None => replies[&index].iter().map(get).max().unwrap_or(0),
            };
            if raised > get(&index) {
                bound.insert(index, raised);
                open.extend(before.get(&index).into_iter().flatten());
            }
        }
        let mut missed: Vec<u64> = checks.into_keys().collect();
        missed.retain(|index| bound.get(index) == Some(&endless));
        missed.sort_unstable();
        missed
    }
}
