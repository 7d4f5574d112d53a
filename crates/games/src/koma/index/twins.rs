//! Which of two mirror images counts, for a whole block (one class, one leader pair) whose leaders are their own
//! mirror image.
//!
//! The pieces are placed group by group, as in the index. The first group whose mirror image is another
//! placement decides for all placements of the remaining groups: the image with the smaller digit there has
//! the smaller index.

use std::cmp::Ordering;
use std::ops::Range;

use yomikiri_game_api::Multiplicity;

use super::Pairs;
use super::classes::Group;
use super::ranking::{self, Compress, Portable};

/// A block being scanned.
pub(super) struct Twins<'i> {
    pub(super) pairs: &'i Pairs,
    pub(super) groups: &'i [Group],
    /// The requested indices.
    pub(super) indices: Range<u64>,
}

impl Twins<'_> {
    /// Places the groups from `level` on, which have these indices, on squares that are their own mirror image.
    pub(super) fn place(
        &self,
        level: usize,
        indices: Range<u64>,
        free: u64,
        visit: &mut dyn FnMut(Range<u64>, Multiplicity),
    ) {
        let Some(group) = self.groups.get(level) else {
            return self.tell(indices, true, visit);
        };
        let stride = (indices.end - indices.start) / group.ways;
        for digit in 0..group.ways {
            let start = indices.start + digit * stride;
            let those = start..start + stride;
            if those.end <= self.indices.start || those.start >= self.indices.end {
                continue;
            }
            let pieces = Portable::expand(ranking::unrank_subset(digit, group.count), free);
            let image = Portable::compress(self.pairs.mirror(pieces), free);
            let image = ranking::rank_subset::<false>(image, group.count, group.free);
            match digit.cmp(&image) {
                Ordering::Less => self.tell(those, true, visit),
                Ordering::Greater => self.tell(those, false, visit),
                Ordering::Equal => self.place(level + 1, those, free & !pieces, visit),
            }
        }
    }

    /// Visits those of some indices that are requested.
    fn tell(
        &self,
        indices: Range<u64>,
        folded: bool,
        visit: &mut dyn FnMut(Range<u64>, Multiplicity),
    ) {
        let wanted = indices.start.max(self.indices.start)..indices.end.min(self.indices.end);
        if !wanted.is_empty() {
            let unfolded = 1;
            visit(wanted, Multiplicity { unfolded, folded });
        }
    }
}

#[cfg(test)]
mod tests {
    use yomikiri_game_api::{Indexer, Multiplicity};

    use crate::koma::{Koma, KomaIndexer};

    /// Blocks say of every index what it says itself, wherever a range begins and ends.
    #[test]
    fn blocks_count_as_each_index_does() {
        for (name, from, step) in [("anpanman", 0, 1), ("dobutsu", 1_000_003, 2_500_000)] {
            let game = Koma::builtin(name).unwrap();
            let indexer = KomaIndexer::new(&game).unwrap();
            let (mut start, mut twins) = (from, 0);
            while start < indexer.size() {
                let end = (start + 20_011).min(indexer.size());
                let mut next = start;
                indexer.multiplicities(start..end, |range, share| {
                    assert_eq!(range.start, next, "{name}: in order");
                    next = range.end;
                    for index in range {
                        let expected: Multiplicity = indexer.multiplicity(index);
                        assert_eq!(share, expected, "{name} {index}");
                        twins += u64::from(!share.folded);
                    }
                });
                assert_eq!(next, end, "{name}: all of them");
                start = end + step;
            }
            assert!(twins > 10_000, "{name}: {twins}");
        }
    }
}
