//! When to stop. Knows no game.

use std::time::{Duration, Instant};

/// The bounds of one thought.
pub(super) struct Budget {
    begun: Instant,
    time: Option<Duration>,
    nodes: Option<u64>,
}

impl Budget {
    /// How many positions go by between two looks at the clock and the observer.
    pub(super) const POLL: u64 = 1024;

    /// The clock runs from now.
    pub(super) fn new(time: Option<Duration>, nodes: Option<u64>) -> Self {
        Budget {
            begun: Instant::now(),
            time,
            nodes,
        }
    }

    /// The time spent.
    pub(super) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Whether so many nodes are all there are.
    #[inline]
    pub(super) fn is_used_up(&self, nodes: u64) -> bool {
        self.nodes == Some(nodes)
    }

    /// Whether it is time to look at the clock and the observer.
    #[inline]
    pub(super) fn is_poll(nodes: u64) -> bool {
        nodes.is_multiple_of(Budget::POLL)
    }

    /// Whether the time is over.
    pub(super) fn is_late(&self) -> bool {
        self.time.is_some_and(|time| self.elapsed() >= time)
    }

    /// Whether the time is the only bound, so that an answer known early may be given early.
    pub(super) fn is_time_only(&self) -> bool {
        self.time.is_some() && self.nodes.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_time_is_late_at_once() {
        assert!(Budget::new(Some(Duration::ZERO), None).is_late());
        assert!(!Budget::new(None, Some(7)).is_late());
        assert!(Budget::new(None, Some(7)).is_used_up(7));
    }
}
