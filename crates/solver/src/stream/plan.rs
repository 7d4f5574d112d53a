//! How a layer is cut up, so that the work on it fits into memory.
//!
//! The steps of a round need different things, never all at once: going back needs a page for each bucket,
//! writing marks needs a bucket, examining candidates needs a window. So each of them may have most of
//! the memory.

use crate::depth_buckets::DepthBuckets;

/// The smallest page: shorter writes would cost more than what they write.
const LEAST_PAGE: u64 = 512;
/// The longest page: longer ones make no difference.
const MOST_PAGE: u64 = 1 << 16;
/// The smallest bucket.
const LEAST_BUCKET: u64 = 1 << 12;
/// The largest bucket: places in it are numbers of four bytes.
const MOST_BUCKET: u64 = 1 << 31;

/// What is to be solved: the number of indices of its longest layer, the bytes of a cell, and whether moves
/// leave the layer, so that every index has a bound.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    pub(super) longest: u64,
    pub(super) width: u64,
    pub(super) has_bounds: bool,
}

/// The sizes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Plan {
    /// Indices of a bucket: a power of two.
    pub(super) bucket: u64,
    /// Bytes of a page.
    pub(super) page: usize,
    /// Buckets of a window.
    pub(super) window: u64,
    /// Indices listed at a time.
    pub(super) listed: usize,
    /// Marks that a thread gathers before it hands them over.
    pub(super) gathered: usize,
}

impl Plan {
    /// For so much memory and so many threads; the error is the least memory that would do, about.
    pub(super) fn new(memory: u64, shape: Shape, threads: usize) -> Result<Self, u64> {
        let fixed = match shape.has_bounds {
            true => DepthBuckets::bytes(shape.longest),
            false => 0,
        };
        let made = memory
            .checked_sub(fixed)
            .and_then(|left| Self::within(left, shape, threads));
        made.ok_or_else(|| {
            let mut least = LEAST_BUCKET;
            while Self::within(least, shape, threads).is_none() {
                least += least / 4;
            }
            fixed + least
        })
    }

    fn within(memory: u64, shape: Shape, threads: usize) -> Option<Self> {
        // Three quarters for buckets, pages or a window; the rest for lists.
        let large = memory / 4 * 3;
        let each = shape.width * (1 + u64::from(shape.has_bounds));
        let bucket = previous_power_of_two(large / each).min(MOST_BUCKET);
        let bucket = bucket.min(shape.longest.next_power_of_two().max(LEAST_BUCKET));
        if bucket < LEAST_BUCKET {
            return None;
        }
        let buckets = shape.longest.div_ceil(bucket).max(1);
        let page = (large / buckets).min(MOST_PAGE).min(memory / 32) / LEAST_PAGE * LEAST_PAGE;
        if page == 0 {
            return None;
        }
        let lists = memory / 8 / 8;
        Some(Plan {
            bucket,
            page: page as usize,
            window: (large * 8 / bucket).clamp(1, buckets),
            listed: (lists / 2).clamp(64, 1 << 16) as usize,
            gathered: (lists / 2 / threads as u64).clamp(16, 1 << 12) as usize,
        })
    }
}

fn previous_power_of_two(number: u64) -> u64 {
    match number {
        0 => 0,
        number => 1 << number.ilog2(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tenth_of_the_state_is_enough_and_little_is_refused() {
        for longest in [100_000, 1_300_676, 249_442_767, 16_000_000_000] {
            for (width, has_bounds) in [(1, false), (1, true), (2, true)] {
                let shape = Shape {
                    longest,
                    width,
                    has_bounds,
                };
                let state = longest * width * (1 + u64::from(has_bounds));
                let plan = Plan::new(state / 10, shape, 2);
                if longest > 1_000_000 {
                    let plan = plan.unwrap();
                    let windows = longest.div_ceil(plan.bucket).div_ceil(plan.window);
                    assert!(windows <= 2, "{plan:?}");
                    let own = plan.bucket * width * (1 + u64::from(has_bounds));
                    let buckets = longest.div_ceil(plan.bucket);
                    let bits = plan.window * plan.bucket / 8;
                    for part in [own, buckets * plan.page as u64, bits] {
                        assert!(part <= state / 10 / 4 * 3, "{plan:?}");
                    }
                }
                let least = Plan::new(1_000, shape, 2).unwrap_err();
                assert!(least > 1_000 && Plan::new(least, shape, 2).is_ok());
            }
        }
    }
}
