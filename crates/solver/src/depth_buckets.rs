//! Which parts of a layer have bounds of a distance, by distance.
//!
//! A layer has a bound for each index and few of them apply in a round; without this list every
//! round would read all of them.

use std::ops::Range;

use crate::cell::Code;

/// Indices of a part.
const PART: usize = 1 << 12;
/// Distances told apart within a part; longer ones share the last place.
const APART: usize = 256;

/// By part of the layer, the distances of its bounds.
#[derive(Default, Debug)]
pub struct DepthBuckets {
    parts: Vec<[u64; APART / 64]>,
    /// By distance: whether there is any such bound.
    any: Vec<bool>,
}

impl DepthBuckets {
    /// No bounds yet, for a layer of so many indices.
    pub fn new(indices: u64) -> Self {
        DepthBuckets {
            parts: vec![[0; APART / 64]; indices.div_ceil(PART as u64) as usize],
            any: Vec::new(),
        }
    }

    /// The bytes that it takes for so many indices.
    pub fn bytes(indices: u64) -> u64 {
        indices.div_ceil(PART as u64) * (APART / 8) as u64
    }

    /// Notes the distance of a bound, that of an index of the layer.
    #[inline]
    pub fn note(&mut self, index: u64, distance: u32) {
        let distance = distance as usize;
        if self.any.len() <= distance {
            self.any.resize(distance + 1, false);
        }
        self.any[distance] = true;
        let place = distance.min(APART - 1);
        self.parts[index as usize / PART][place / 64] |= 1 << (place % 64);
    }

    /// Adds what another list of the same layer has noted.
    pub fn merge(&mut self, other: &DepthBuckets) {
        if self.any.len() < other.any.len() {
            self.any.resize(other.any.len(), false);
        }
        for (any, other) in self.any.iter_mut().zip(&other.any) {
            *any |= other;
        }
        for (part, other) in self.parts.iter_mut().zip(&other.parts) {
            part.iter_mut()
                .zip(other)
                .for_each(|(word, other)| *word |= other);
        }
    }

    /// Notes the distances of bounds, those of a layer.
    pub fn of<C: Code>(bounds: &[C::Cell]) -> Self {
        let mut buckets = DepthBuckets::new(bounds.len() as u64);
        for (number, part) in (0..).zip(bounds.chunks(PART)) {
            let mut last = C::UNKNOWN;
            for &bound in part {
                // The same bound often comes many times in a row.
                if bound == last || bound == C::UNKNOWN || bound == C::OVER_DRAWN {
                    continue;
                }
                last = bound;
                if let Some(distance) = C::answer(bound).and_then(|known| known.distance) {
                    buckets.note(number * PART as u64, distance);
                }
            }
        }
        buckets
    }

    /// Whether any bound has this distance.
    pub fn any_at(&self, distance: u32) -> bool {
        self.any.get(distance as usize) == Some(&true)
    }

    /// Whether any bound has a longer distance.
    pub fn any_beyond(&self, distance: u32) -> bool {
        self.any.len() > distance as usize + 1
    }

    /// Whether the part of an index of the layer may have bounds of a distance.
    #[inline]
    pub fn at(&self, index: u64, distance: u32) -> bool {
        let place = (distance as usize).min(APART - 1);
        self.parts[index as usize / PART][place / 64] >> (place % 64) & 1 == 1
    }

    /// The parts of a range of the layer, as ranges of the layer, that may have bounds of a distance.
    pub fn parts(&self, range: Range<u64>, distance: u32) -> impl Iterator<Item = Range<u64>> {
        let place = (distance as usize).min(APART - 1);
        let (first, last) = (range.start as usize / PART, range.end.div_ceil(PART as u64));
        let parts = self.parts[first..last as usize].iter().zip(first as u64..);
        parts
            .filter(move |(part, _)| part[place / 64] >> (place % 64) & 1 == 1)
            .map(move |(_, number)| {
                let (from, to) = (number * PART as u64, (number + 1) * PART as u64);
                from.max(range.start)..to.min(range.end)
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::Cell16;

    /// Against looking at every bound, for short distances and such as share a place.
    #[test]
    fn no_hope_is_forgotten() {
        let distances = [1u32, 2, 254, 255, 256, 700];
        let bounds: Vec<u16> = (0..3 * PART + 100)
            .map(|index| match index % 1_000 {
                7 => Cell16::win(distances[index / 1_000 % distances.len()]).unwrap(),
                9 => Cell16::loss(distances[index / 777 % distances.len()]).unwrap(),
                11 => Cell16::OVER_DRAWN,
                _ => Cell16::UNKNOWN,
            })
            .collect();
        let buckets = DepthBuckets::of::<Cell16>(&bounds);
        for distance in 0..=701 {
            let at = |index: usize| {
                [Cell16::win(distance), Cell16::loss(distance)].contains(&Some(bounds[index]))
            };
            for range in [0..bounds.len() as u64, 5_000..9_000, 7..8] {
                let indices = range.start as usize..range.end as usize;
                let looked: Vec<usize> = buckets
                    .parts(range, distance)
                    .flat_map(|part| part.start as usize..part.end as usize)
                    .filter(|&index| at(index))
                    .collect();
                assert!(
                    looked
                        .iter()
                        .copied()
                        .eq(indices.filter(|&index| at(index)))
                );
            }
            let any = (0..bounds.len()).any(at);
            assert_eq!(buckets.any_at(distance), any);
            assert_eq!(buckets.any_beyond(distance), distance < 700);
        }
    }
}
