//! Processor time as the limit of a move.
//!
//! A search is asked to stop when its CPU time is over, and stops a little later: a built-in one at its next look at
//! the observer, an outside engine when it has read `stop`. What is used too much on average is asked for earlier, so
//! that the mean of the moves meets the target on a quiet and on a busy machine.

use std::time::Duration;

/// When a player's move is to be stopped. One for each player of a worker thread; learns from move to move.
#[derive(Clone, Debug)]
pub(crate) struct CpuLimit {
    target: Duration,
    /// How late answers are, in seconds of CPU time: a moving mean.
    lateness: f64,
}

/// The weight of the last move in the mean.
const WEIGHT: f64 = 0.125;
/// A move is never asked for before this share of the target: an engine that does not stop cannot be taught to.
const LEAST: f64 = 0.25;
/// The wall clock is no limit unless the player gets less than this share of a processor.
const LEAST_SHARE: u32 = 50;

impl CpuLimit {
    pub(crate) fn new(target: Duration) -> Self {
        CpuLimit {
            target,
            lateness: 0.0,
        }
    }

    /// The CPU time after which the next answer is asked for.
    pub(crate) fn ask_after(&self) -> Duration {
        let target = self.target.as_secs_f64();
        Duration::from_secs_f64((target - self.lateness).clamp(LEAST * target, target))
    }

    /// The time by the wall clock that stands in where a player cannot be stopped, or gets no processor at all.
    pub(crate) fn wall(&self) -> Duration {
        (self.target * LEAST_SHARE).max(Duration::from_secs(5))
    }

    /// Learns from a move that has used so much. An answer given before it was asked for teaches nothing.
    pub(crate) fn learn(&mut self, used: Duration) {
        let asked = self.ask_after().as_secs_f64();
        let late = used.as_secs_f64() - asked;
        if late >= 0.0 {
            // One move that hung must not starve the next ones.
            let late = late.min(2.0 * self.target.as_secs_f64());
            self.lateness += WEIGHT * (late - self.lateness);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean_used(target: u64, late: impl Fn(u32) -> u64) -> f64 {
        let mut limit = CpuLimit::new(Duration::from_micros(target));
        let used = (0..400).map(|at| {
            let used = limit.ask_after() + Duration::from_micros(late(at));
            limit.learn(used);
            used.as_secs_f64() * 1e6
        });
        used.collect::<Vec<_>>()[40..].iter().sum::<f64>() / 360.0
    }

    #[test]
    fn the_mean_meets_the_target_whatever_the_delay() {
        for delay in [0, 500, 4000] {
            let mean = mean_used(15_000, |_| delay);
            assert!((mean - 15_000.0).abs() < 100.0, "{delay}: {mean}");
        }
        // A scheduler's tick: somewhere between 0 and 4 ms.
        let mean = mean_used(15_000, |at| {
            u64::from(at.wrapping_mul(2_654_435_761) % 4000)
        });
        assert!((mean - 15_000.0).abs() < 300.0, "{mean}");
    }

    #[test]
    fn an_engine_that_does_not_stop_still_gets_a_share() {
        let mut limit = CpuLimit::new(Duration::from_millis(100));
        for _ in 0..50 {
            limit.learn(Duration::from_secs(3));
        }
        assert_eq!(limit.ask_after(), Duration::from_millis(25));
        // Answers before the limit do not change it.
        limit.learn(Duration::from_millis(1));
        assert_eq!(limit.ask_after(), Duration::from_millis(25));
    }
}
