//! Blocks whose cells are predicted: each is coded by how well the cells around it told it. An index without
//! a legal position takes no room at all, because the reader knows it as well.
//!
//! *Neighbours* of a cell are eight earlier ones at fixed distances: the same position with a piece one
//! square further to the left, say. Which eight is chosen for each table, by its cells.

mod choose;
mod coder;
mod model;

use std::cell::RefCell;
use std::ops::Range;

pub(super) use choose::Sample;
use coder::{BitCoder, BitReader, BitWriter};
use model::{Model, Scores, Surroundings};

/// Neighbours of a cell.
const NEIGHBOURS: usize = 8;
/// Bytes of a [`Prediction`] in a header.
pub(super) const PREDICTION_BYTES: usize = NEIGHBOURS * 5 + 8;
/// The largest weight of a neighbour.
const MOST_WEIGHT: u8 = 31;

/// What the cells of a table are predicted from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prediction {
    /// How many cells before a cell its neighbours are, none of them 0.
    distances: [u32; NEIGHBOURS],
    /// How far each is to be trusted.
    weights: [u8; NEIGHBOURS],
    /// The sizes of the last digit of an index and of the one before it.
    digits: [u32; 2],
}

impl Prediction {
    pub(super) fn encode(&self, bytes: &mut Vec<u8>) {
        for number in self.distances.iter().chain(&self.digits) {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes.extend_from_slice(&self.weights);
    }

    /// The inverse; `None` if it is impossible.
    pub(super) fn decode(bytes: &[u8; PREDICTION_BYTES]) -> Option<Self> {
        let (numbers, weights) = bytes.split_at(PREDICTION_BYTES - NEIGHBOURS);
        let number = |at: usize| {
            let bytes = numbers[4 * at..4 * at + 4].try_into().expect("four");
            u32::from_le_bytes(bytes)
        };
        let prediction = Prediction {
            distances: std::array::from_fn(number),
            digits: [NEIGHBOURS, NEIGHBOURS + 1].map(number),
            weights: weights.try_into().expect("one each"),
        };
        let mut numbers = prediction.distances.iter().chain(&prediction.digits);
        let is_possible = numbers.all(|&number| number > 0)
            && prediction.weights.iter().all(|&one| one <= MOST_WEIGHT);
        is_possible.then_some(prediction)
    }

    /// The weight of each set of neighbours.
    fn scores(&self) -> Scores {
        std::array::from_fn(|mask| {
            let weights = self.weights.iter().enumerate();
            let own = weights.filter(|(i, _)| mask >> i & 1 == 1);
            own.map(|(_, &weight)| u16::from(weight)).sum()
        })
    }
}

/// What reader and writer know of a block before its cells.
#[derive(Copy, Clone, Debug)]
pub(super) struct Known<'k> {
    /// The indices of its cells, in order.
    pub(super) indices: &'k [Range<u64>],
    /// Whether each has a legal position.
    pub(super) legal: &'k [bool],
    pub(super) by: &'k Prediction,
}

/// Goes through a block in one direction or the other. The cells come after one that stands for all before.
fn go(cells: &mut [u8], known: Known<'_>, coder: &mut impl BitCoder, model: &mut Model) {
    let scores = known.by.scores();
    let [last_size, second_size] = known.by.digits;
    let all = known.by.distances.map(|distance| distance as usize);
    let (mut near, mut changes_at) = in_block(&all, 1);
    let mut at = 1;
    for indices in known.indices {
        let mut last = (indices.start % u64::from(last_size)) as u32;
        let mut second = (indices.start / u64::from(last_size) % u64::from(second_size)) as u32;
        let end = at + (indices.end - indices.start) as usize;
        while at < end {
            if at >= changes_at {
                (near, changes_at) = in_block(&all, at);
            }
            let until = end.min(changes_at);
            for at in at..until {
                if known.legal[at - 1] {
                    let values = near.iter().rev().map(|distance| cells[at - distance]);
                    let around = Surroundings {
                        near: values.fold(0, |word, value| word << 8 | u64::from(value)),
                        last,
                        second,
                    };
                    cells[at] = model.code(coder, cells[at], &around, &scores);
                } else {
                    cells[at] = cells[at - near[0]];
                }
                last += 1;
                if last == last_size {
                    last = 0;
                    second += 1;
                    if second == second_size {
                        second = 0;
                    }
                }
            }
            at = until;
        }
    }
}

/// The distances that stay within the block at a place (counted from 1), the first of them in the stead of the
/// others, and the place where that changes.
fn in_block(all: &[usize; NEIGHBOURS], at: usize) -> ([usize; NEIGHBOURS], usize) {
    let first = all.iter().find(|&&distance| distance < at);
    let first = first.map_or(1, |&distance| distance);
    let near = all.map(|distance| if distance < at { distance } else { first });
    let next = all.iter().filter(|&&distance| distance >= at).min();
    (near, next.map_or(usize::MAX, |&distance| distance + 1))
}

thread_local! {
    /// A model is larger than a block.
    static MODEL: RefCell<Option<Box<Model>>> = const { RefCell::new(None) };
}

fn with_model<R>(use_it: impl FnOnce(&mut Model) -> R) -> R {
    MODEL.with_borrow_mut(|kept| {
        let model = kept.get_or_insert_with(|| Box::new(Model::new()));
        model.clear();
        use_it(model)
    })
}

/// Packs cells of one byte. Those without a legal position are not told.
pub(super) fn pack(cells: &[u8], known: Known<'_>) -> Vec<u8> {
    let mut shifted = Vec::with_capacity(cells.len() + 1);
    shifted.push(0);
    shifted.extend_from_slice(cells);
    let mut writer = BitWriter::new();
    with_model(|model| go(&mut shifted, known, &mut writer, model));
    writer.finish()
}

/// The inverse; cells without a legal position have some value or other.
pub(super) fn unpack(packed: &[u8], known: Known<'_>) -> Vec<u8> {
    let mut cells = vec![0; known.legal.len() + 1];
    let mut reader = BitReader::new(packed);
    with_model(|model| go(&mut cells, known, &mut reader, model));
    cells.remove(0);
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prediction(distances: [u32; NEIGHBOURS]) -> Prediction {
        Prediction {
            distances,
            weights: [9, 9, 8, 8, 7, 5, 3, 1],
            digits: [64, 64],
        }
    }

    /// Cells of any kind come back, and those without a position take no room.
    #[test]
    fn cells_come_back() {
        let mut random = yomikiri_game_api::SplitMix64::new(11);
        let by = prediction([1, 8, 64, 512, 7, 9, 4096, 70_000]);
        for count in [1usize, 2, 63, 64, 65, 1000, 20_000] {
            for kinds in [1, 2, 3, 40, 256] {
                let indices = [
                    7..7 + count as u64 / 3,
                    5000..5000 + (count - count / 3) as u64,
                ];
                let mut cells: Vec<u8> = Vec::new();
                for at in 0..count {
                    let old = match at >= 8 && random.below(10) > 0 {
                        true => cells[at - 8],
                        false => random.below(kinds) as u8,
                    };
                    cells.push(old);
                }
                let legal: Vec<bool> = (0..count).map(|_| random.below(3) > 0).collect();
                let known = Known {
                    indices: &indices,
                    legal: &legal,
                    by: &by,
                };
                let packed = pack(&cells, known);
                let back = unpack(&packed, known);
                assert_eq!(back.len(), count);
                for at in (0..count).filter(|&at| legal[at]) {
                    assert_eq!(back[at], cells[at], "{count} {kinds} {at}");
                }
                let mut others = cells.clone();
                for at in (0..count).filter(|&at| !legal[at]) {
                    others[at] = random.below(256) as u8;
                }
                assert_eq!(
                    pack(&others, known),
                    packed,
                    "what is not told changes nothing"
                );
                let all = pack(
                    &cells,
                    Known {
                        legal: &vec![false; count],
                        ..known
                    },
                );
                assert!(all.is_empty());
            }
        }
    }

    #[test]
    fn junk_is_cells_too() {
        let mut random = yomikiri_game_api::SplitMix64::new(12);
        let by = prediction([u32::MAX, 8, 64, 512, 7, 9, 4096, 1]);
        let (all, legal) = (0..3000, vec![true; 3000]);
        for length in [0, 1, 5, 100, 5000] {
            let junk: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
            let known = Known {
                indices: std::slice::from_ref(&all),
                legal: &legal,
                by: &by,
            };
            assert_eq!(unpack(&junk, known).len(), 3000);
        }
    }

    #[test]
    fn predictions_are_written_and_read() {
        let by = prediction([1, 8, 64, 512, 7, 9, 4096, u32::MAX]);
        let mut bytes = Vec::new();
        by.encode(&mut bytes);
        let mut bytes: [u8; PREDICTION_BYTES] = bytes.try_into().unwrap();
        assert_eq!(Prediction::decode(&bytes), Some(by));
        bytes[PREDICTION_BYTES - 1] = MOST_WEIGHT + 1;
        assert_eq!(Prediction::decode(&bytes), None);
        bytes[PREDICTION_BYTES - 1] = 1;
        bytes[4..8].fill(0);
        assert_eq!(
            Prediction::decode(&bytes),
            None,
            "a cell is no neighbour of its own"
        );
    }
}
