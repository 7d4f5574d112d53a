//! Which indices a table's file holds.

use std::ops::Range;

use yomikiri_game_api::{Columns, Layout};

/// Ranges of indices, in order; their cells stand one after the other, those of a range in the order of
/// indices or by columns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredRanges {
    size: u64,
    /// Each range with the place of its first index in the file.
    ranges: Vec<(Range<u64>, u64)>,
    columns: Option<Columns>,
}

impl StoredRanges {
    /// Every one of so many indices.
    pub fn all(size: u64) -> Self {
        StoredRanges {
            size,
            ranges: vec![(0..size, 0)],
            columns: None,
        }
    }

    /// Some of so many indices; `None` if the ranges are not in order or reach too far.
    pub fn some(size: u64, ranges: &[Range<u64>]) -> Option<Self> {
        let (mut end, mut place) = (0, 0);
        let mut placed = Vec::with_capacity(ranges.len());
        for range in ranges {
            if range.start < end || range.end <= range.start || range.end > size {
                return None;
            }
            placed.push((range.clone(), place));
            end = range.end;
            place += range.end - range.start;
        }
        Some(StoredRanges {
            size,
            ranges: placed,
            columns: None,
        })
    }

    /// Those that a layout says; `None` if it is impossible.
    pub fn of_layout(size: u64, layout: &Layout) -> Option<Self> {
        StoredRanges::some(size, &layout.stored)?.by_columns(layout.columns)
    }

    /// The same with the cells of every range by columns; `None` if they do not come out even.
    pub fn by_columns(self, columns: Option<Columns>) -> Option<Self> {
        if let Some(columns) = columns {
            let line = u64::from(columns.count) * u64::from(columns.width);
            let is_even =
                |range: Range<u64>| (range.end - range.start).checked_rem(line) == Some(0);
            if !self.ranges().all(is_even) {
                return None;
            }
        }
        Some(StoredRanges { columns, ..self })
    }

    /// The columns, if cells stand by columns.
    pub fn columns(&self) -> Option<Columns> {
        self.columns
    }

    /// How many indices there are, held or not.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Whether nothing is left out.
    pub fn is_all(&self) -> bool {
        self.count() == self.size
    }

    /// How many indices are held.
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
    pub fn omitted(&self) -> Vec<Range<u64>> {
        let ends = std::iter::once(0).chain(self.ranges().map(|range| range.end));
        let starts = self.ranges().map(|range| range.start);
        let gaps = ends.zip(starts.chain([self.size]));
        gaps.filter(|(from, to)| from < to)
            .map(|(from, to)| from..to)
            .collect()
    }

    /// The place of an index in the file; `None` if it is left out.
    #[inline]
    pub fn place(&self, index: u64) -> Option<u64> {
        let after = self.ranges.partition_point(|(range, _)| range.end <= index);
        let (range, place) = self.ranges.get(after)?;
        range.contains(&index).then(|| {
            let at = index - range.start;
            place
                + self
                    .columns
                    .map_or(at, |columns| to_column(columns, range, at))
        })
    }

    /// The indices at places in a row.
    pub fn indices_at(&self, places: Range<u64>) -> impl Iterator<Item = Range<u64>> {
        self.ranges.iter().flat_map(move |(range, place)| {
            let count = range.end - range.start;
            let within = |at: u64| at.saturating_sub(*place).min(count);
            let (from, to) = (within(places.start), within(places.end));
            // What is in order in the file: a column's part of a line, or everything.
            let width = self
                .columns
                .map_or(count, |columns| columns.width.into())
                .max(1);
            let mut next = from;
            std::iter::from_fn(move || {
                let at = next;
                next = (at / width + 1).saturating_mul(width).min(to);
                let start = self
                    .columns
                    .map_or(at, |columns| to_line(columns, range, at));
                (at < to).then(|| range.start + start..range.start + start + next - at)
            })
        })
    }
}

/// The place in a range by columns of what stands at a place in the order of indices.
#[inline]
fn to_column(Columns { count, width }: Columns, range: &Range<u64>, at: u64) -> u64 {
    let (count, width) = (u64::from(count), u64::from(width));
    let lines = (range.end - range.start) / (count * width);
    let (piece, rest) = (at / width, at % width);
    let (line, column) = (piece / count, piece % count);
    (column * lines + line) * width + rest
}

/// The inverse.
fn to_line(Columns { count, width }: Columns, range: &Range<u64>, at: u64) -> u64 {
    let (count, width) = (u64::from(count), u64::from(width));
    let lines = (range.end - range.start) / (count * width);
    let (piece, rest) = (at / width, at % width);
    let (column, line) = (piece / lines, piece % lines);
    (line * count + column) * width + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_over_the_gaps() {
        let stored = StoredRanges::some(100, &[10..20, 20..30, 50..60]).unwrap();
        assert_eq!(stored.count(), 30);
        assert!(!stored.is_all() && StoredRanges::all(100).is_all());
        let places = (0..100).filter_map(|index| stored.place(index));
        assert!(places.eq(0..30));
        let indices: Vec<u64> = (0..100)
            .filter(|&index| stored.place(index).is_some())
            .collect();
        for (from, to) in [(0, 30), (3, 7), (9, 21), (15, 15), (20, 30)] {
            let some: Vec<u64> = stored.indices_at(from..to).flatten().collect();
            assert_eq!(some, indices[from as usize..to as usize]);
        }
        assert_eq!(stored.omitted(), [0..10, 30..50, 60..100]);
        assert!(StoredRanges::all(100).omitted().is_empty());
        assert_eq!(StoredRanges::all(0).indices_at(0..10).count(), 0);
    }

    #[test]
    fn columns_come_one_after_the_other() {
        let columns = |count, width| Some(Columns { count, width });
        let stored = StoredRanges::some(100, &[10..22, 40..64]).unwrap();
        let woven = stored.clone().by_columns(columns(3, 2)).unwrap();
        // Two lines of three columns, each two indices wide; then four lines.
        let order: Vec<u64> = woven.indices_at(0..36).flatten().collect();
        let first = [10, 11, 16, 17, 12, 13, 18, 19, 14, 15, 20, 21];
        assert_eq!(order[..12], first);
        assert_eq!(order[12..20], [40, 41, 46, 47, 52, 53, 58, 59]);
        for (place, &index) in (0..).zip(&order) {
            assert_eq!(woven.place(index), Some(place));
        }
        for (from, to) in [(0, 36), (3, 7), (9, 21), (15, 15), (20, 36)] {
            let some: Vec<u64> = woven.indices_at(from..to).flatten().collect();
            assert_eq!(some, order[from as usize..to as usize]);
        }
        assert_eq!(woven.omitted(), stored.omitted());
        for wrong in [columns(5, 2), columns(0, 2), columns(2, 0)] {
            assert_eq!(stored.clone().by_columns(wrong), None);
        }
    }

    #[test]
    fn ranges_must_be_in_order_and_within() {
        let wrong = [(5, 3, 8, 9), (5, 8, 7, 9), (1, 2, 90, 101), (4, 4, 8, 9)];
        for (from, to, then, end) in wrong {
            let wrong = [from..to, then..end];
            assert_eq!(StoredRanges::some(100, &wrong), None, "{wrong:?}");
        }
    }
}
