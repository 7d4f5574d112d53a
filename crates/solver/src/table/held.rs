//! Which slots a table's file holds.

use std::ops::Range;

/// Ranges of slots, in order; their cells stand one after the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Held {
    slots: u64,
    /// Each range with the place of its first slot in the file.
    ranges: Vec<(Range<u64>, u64)>,
}

impl Held {
    /// Every one of so many slots.
    pub fn all(slots: u64) -> Self {
        Held {
            slots,
            ranges: vec![(0..slots, 0)],
        }
    }

    /// Some of so many slots; `None` if the ranges are not in order or reach too far.
    pub fn some(slots: u64, ranges: &[Range<u64>]) -> Option<Self> {
        let (mut end, mut place) = (0, 0);
        let mut placed = Vec::with_capacity(ranges.len());
        for range in ranges {
            if range.start < end || range.end <= range.start || range.end > slots {
                return None;
            }
            placed.push((range.clone(), place));
            end = range.end;
            place += range.end - range.start;
        }
        Some(Held {
            slots,
            ranges: placed,
        })
    }

    /// How many slots there are, held or not.
    pub fn slots(&self) -> u64 {
        self.slots
    }

    /// Whether nothing is left out.
    pub fn is_all(&self) -> bool {
        self.count() == self.slots
    }

    /// How many slots are held.
    pub fn count(&self) -> u64 {
        self.ranges
            .last()
            .map_or(0, |(range, place)| place + range.end - range.start)
    }

    /// The ranges.
    pub fn ranges(&self) -> impl Iterator<Item = Range<u64>> {
        self.ranges.iter().map(|(range, _)| range.clone())
    }

    /// What lies between the ranges.
    pub fn left_out(&self) -> Vec<Range<u64>> {
        let ends = std::iter::once(0).chain(self.ranges().map(|range| range.end));
        let starts = self.ranges().map(|range| range.start);
        let gaps = ends.zip(starts.chain([self.slots]));
        gaps.filter(|(from, to)| from < to)
            .map(|(from, to)| from..to)
            .collect()
    }

    /// The place of a slot in the file; `None` if it is left out.
    #[inline]
    pub fn place(&self, slot: u64) -> Option<u64> {
        let after = self.ranges.partition_point(|(range, _)| range.end <= slot);
        let (range, place) = self.ranges.get(after)?;
        range.contains(&slot).then(|| place + slot - range.start)
    }

    /// The slots at places in a row.
    pub fn slots_at(&self, places: Range<u64>) -> impl Iterator<Item = Range<u64>> {
        self.ranges.iter().filter_map(move |(range, place)| {
            let shift = |at: u64| (range.start + at.saturating_sub(*place)).min(range.end);
            let slots = shift(places.start)..shift(places.end);
            (slots.start < slots.end).then_some(slots)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_over_the_gaps() {
        let held = Held::some(100, &[10..20, 20..30, 50..60]).unwrap();
        assert_eq!(held.count(), 30);
        assert!(!held.is_all() && Held::all(100).is_all());
        let places = (0..100).filter_map(|slot| held.place(slot));
        assert!(places.eq(0..30));
        let slots: Vec<u64> = (0..100)
            .filter(|&slot| held.place(slot).is_some())
            .collect();
        for (from, to) in [(0, 30), (3, 7), (9, 21), (15, 15), (20, 30)] {
            let some: Vec<u64> = held.slots_at(from..to).flatten().collect();
            assert_eq!(some, slots[from as usize..to as usize]);
        }
        assert_eq!(held.left_out(), [0..10, 30..50, 60..100]);
        assert!(Held::all(100).left_out().is_empty());
    }

    #[test]
    fn ranges_must_be_in_order_and_within() {
        let wrong = [(5, 3, 8, 9), (5, 8, 7, 9), (1, 2, 90, 101), (4, 4, 8, 9)];
        for (from, to, then, end) in wrong {
            let wrong = [from..to, then..end];
            assert_eq!(Held::some(100, &wrong), None, "{wrong:?}");
        }
    }
}
