//! When hopes fall due: which parts of a layer have hopes of a distance.
//!
//! A layer has a hope for each slot and few of them fall due in a round; without this list every
//! round would read all of them.

use std::ops::Range;

use crate::cell::Code;

/// Slots of a part.
const PART: usize = 1 << 12;
/// Distances told apart within a part; longer ones share the last place.
const APART: usize = 256;

/// By part of the layer, the distances of its hopes.
#[derive(Default, Debug)]
pub struct Due {
    parts: Vec<[u64; APART / 64]>,
    /// By distance: whether there is any such hope.
    any: Vec<bool>,
}

impl Due {
    /// No hopes yet, for a layer of so many slots.
    pub fn new(slots: u64) -> Self {
        Due {
            parts: vec![[0; APART / 64]; slots.div_ceil(PART as u64) as usize],
            any: Vec::new(),
        }
    }

    /// Notes the distance of a hope, that of a slot of the layer.
    #[inline]
    pub fn note(&mut self, slot: u64, distance: u32) {
        let distance = distance as usize;
        if self.any.len() <= distance {
            self.any.resize(distance + 1, false);
        }
        self.any[distance] = true;
        let place = distance.min(APART - 1);
        self.parts[slot as usize / PART][place / 64] |= 1 << (place % 64);
    }

    /// Adds what another list of the same layer has noted.
    pub fn merge(&mut self, other: &Due) {
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

    /// Notes the distances of hopes, those of a layer.
    pub fn of<C: Code>(hopes: &[C::Cell]) -> Self {
        let mut due = Due::new(hopes.len() as u64);
        for (number, part) in (0..).zip(hopes.chunks(PART)) {
            let mut last = C::UNKNOWN;
            for &hope in part {
                // The same hope often comes many times in a row.
                if hope == last || hope == C::UNKNOWN || hope == C::OVER_DRAWN {
                    continue;
                }
                last = hope;
                if let Some(distance) = C::answer(hope).and_then(|known| known.distance) {
                    due.note(number * PART as u64, distance);
                }
            }
        }
        due
    }

    /// Whether any hope has this distance.
    pub fn any_at(&self, distance: u32) -> bool {
        self.any.get(distance as usize) == Some(&true)
    }

    /// Whether any hope has a longer distance.
    pub fn any_beyond(&self, distance: u32) -> bool {
        self.any.len() > distance as usize + 1
    }

    /// Whether the part of a slot of the layer may have hopes of a distance.
    #[inline]
    pub fn at(&self, slot: u64, distance: u32) -> bool {
        let place = (distance as usize).min(APART - 1);
        self.parts[slot as usize / PART][place / 64] >> (place % 64) & 1 == 1
    }

    /// The parts of a range of the layer, as ranges of the layer, that may have hopes of a distance.
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
    use crate::cell::Wide;

    /// Against looking at every hope, for short distances and such as share a place.
    #[test]
    fn no_hope_is_forgotten() {
        let distances = [1u32, 2, 254, 255, 256, 700];
        let hopes: Vec<u16> = (0..3 * PART + 100)
            .map(|slot| match slot % 1_000 {
                7 => Wide::win(distances[slot / 1_000 % distances.len()]).unwrap(),
                9 => Wide::loss(distances[slot / 777 % distances.len()]).unwrap(),
                11 => Wide::OVER_DRAWN,
                _ => Wide::UNKNOWN,
            })
            .collect();
        let due = Due::of::<Wide>(&hopes);
        for distance in 0..=701 {
            let at = |slot: usize| {
                [Wide::win(distance), Wide::loss(distance)].contains(&Some(hopes[slot]))
            };
            for range in [0..hopes.len() as u64, 5_000..9_000, 7..8] {
                let slots = range.start as usize..range.end as usize;
                let looked: Vec<usize> = due
                    .parts(range, distance)
                    .flat_map(|part| part.start as usize..part.end as usize)
                    .filter(|&slot| at(slot))
                    .collect();
                assert!(looked.iter().copied().eq(slots.filter(|&slot| at(slot))));
            }
            let any = (0..hopes.len()).any(at);
            assert_eq!(due.any_at(distance), any);
            assert_eq!(due.any_beyond(distance), distance < 700);
        }
    }
}
