//! What one of several processes owns of numbers that come in periods.

/// A part of every period.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Share {
    /// The length of a period.
    pub period: u64,
    /// Where the part begins in a period.
    pub from: u64,
    /// How long it is.
    pub width: u64,
}

/// Quotient and rest. Most indexers have one or two periods: spare them the division.
#[inline(always)]
pub fn divided(number: u64, by: u64) -> (u64, u64) {
    if number < by {
        (0, number)
    } else if number < 2 * by {
        (1, number - by)
    } else {
        (number / by, number % by)
    }
}

impl Share {
    /// The number of an index among those of the process; `None` if it does not own it.
    #[inline(always)]
    pub fn local(self, index: u64) -> Option<u64> {
        let (period, place) = divided(index, self.period);
        let offset = place.wrapping_sub(self.from);
        (offset < self.width).then(|| period * self.width + offset)
    }

    /// The number of an index of another process among all that the process does not own.
    #[inline(always)]
    pub fn elsewhere(self, index: u64) -> u64 {
        let (period, place) = divided(index, self.period);
        let own_before = period * self.width + if place < self.from { 0 } else { self.width };
        index - own_before
    }

    /// The index with a number among those of the process.
    #[inline(always)]
    pub fn global(self, local: u64) -> u64 {
        let (period, offset) = divided(local, self.width);
        period * self.period + self.from + offset
    }

    /// How many indices below this one the process owns.
    pub fn below(self, index: u64) -> u64 {
        let (period, place) = (index / self.period, index % self.period);
        period * self.width + place.clamp(self.from, self.from + self.width) - self.from
    }
}
