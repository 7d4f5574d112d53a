//! Time management: how much of a clock to spend on a move.

use std::time::Duration;

use yomikiri_game_api::{ClockState, Score};

/// The time for one move.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct TimePlan {
    /// The usual time for the move.
    pub aim: Duration,
    /// The longest time for the move.
    pub most: Duration,
}

/// The assumed number of moves left where the clock does not say.
const MOVES_LEFT: u32 = 30;

impl TimePlan {
    /// Plans a move by what the clock shows; `overhead` is lost on the way to the clock.
    pub fn new(clock: &ClockState, overhead: Duration) -> Self {
        let &ClockState {
            left,
            increment,
            byoyomi,
            moves_to_go,
        } = clock;
        let moves = moves_to_go.unwrap_or(MOVES_LEFT).clamp(1, MOVES_LEFT);
        let all = left + byoyomi;
        // Some time must be left to answer.
        let spendable = all.saturating_sub(overhead).max(all / 10);
        let share = left / moves + increment * 3 / 4 + byoyomi;
        let most = match moves {
            1 => spendable,
            _ => (left / 4 + byoyomi).max(share).min(spendable),
        };
        TimePlan {
            aim: share.min(most),
            most,
        }
    }
}

/// Decides after each iteration whether to stop: earlier where the best move is stable, later where
/// it changes or its score drops.
#[derive(Clone, Debug)]
pub struct Governor<M> {
    plan: TimePlan,
    best: Option<M>,
    /// Iterations since the best move changed.
    stable: u32,
    score: Option<Score>,
}

impl<M: PartialEq> Governor<M> {
    /// For one search.
    pub fn new(plan: TimePlan) -> Self {
        Governor {
            plan,
            best: None,
            stable: 0,
            score: None,
        }
    }

    /// The time plan.
    pub fn plan(&self) -> TimePlan {
        self.plan
    }

    /// Whether to stop after an iteration that chose `best`, `elapsed` after the beginning.
    pub fn has_enough(&mut self, best: M, score: Option<Score>, elapsed: Duration) -> bool {
        self.stable = match self.best.as_ref() == Some(&best) {
            true => self.stable + 1,
            false => 0,
        };
        self.best = Some(best);
        let dropped = match (self.score, score) {
            (Some(before), Some(now)) => now.0 < before.0 - 40,
            _ => false,
        };
        self.score = score;
        let mut percent = match self.stable {
            0 => 130,
            1 | 2 => 100,
            3 | 4 => 75,
            _ => 55,
        };
        if dropped {
            percent += 60;
        }
        elapsed >= (self.plan.aim * percent / 100).min(self.plan.most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn plan(left: u64, increment: u64, byoyomi: u64, moves: Option<u32>) -> TimePlan {
        let clock = ClockState {
            left: ms(left),
            increment: ms(increment),
            byoyomi: ms(byoyomi),
            moves_to_go: moves,
        };
        TimePlan::new(&clock, ms(20))
    }

    #[test]
    fn a_plan_never_spends_more_than_there_is() {
        for left in [0, 1, 15, 100, 1_000, 60_000, 10_000_000] {
            for increment in [0, 100, 10_000] {
                for byoyomi in [0, 1_000] {
                    for moves in [None, Some(1), Some(5), Some(1000)] {
                        let TimePlan { aim, most } = plan(left, increment, byoyomi, moves);
                        assert!(aim <= most, "{left} {increment} {byoyomi} {moves:?}");
                        assert!(most <= ms(left + byoyomi));
                    }
                }
            }
        }
    }

    #[test]
    fn byoyomi_is_used_and_a_last_move_takes_nearly_all() {
        assert_eq!(plan(0, 0, 3000, None).aim, ms(2980));
        assert_eq!(plan(1500, 0, 0, Some(1)).most, ms(1480));
        assert!(plan(60_000, 0, 0, None).aim >= ms(1500));
        assert!(plan(60_000, 1000, 0, None).aim > plan(60_000, 0, 0, None).aim);
    }

    #[test]
    fn a_stable_choice_ends_early_and_a_falling_one_late() {
        let plan = TimePlan {
            aim: ms(1000),
            most: ms(4000),
        };
        let mut stable = Governor::new(plan);
        let ends = (0..8).position(|_| stable.has_enough("a", Some(Score(10)), ms(800)));
        assert_eq!(ends, Some(3));
        let mut falling = Governor::new(plan);
        for i in 0..6 {
            let (best, score) = (i % 2, Score(-50 * i));
            assert!(!falling.has_enough(best, Some(score), ms(1200)));
        }
        assert!(falling.has_enough(9, Some(Score(-999)), ms(4000)));
    }
}
