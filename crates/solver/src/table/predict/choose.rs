//! Choosing the neighbours that cells are predicted from.

use super::{MOST_WEIGHT, NEIGHBOURS, Prediction};

/// How often a digit's unit is tried as a distance: neighbours on the board, squares of the same colour, the
/// same file two ranks on.
const MULTIPLES: [u32; 26] = [
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 16, 17, 18, 19, 20, 21, 24, 27, 32, 48, 56, 63,
];

/// The worth of one more neighbour that tells a cell, by how many tell it already.
const WORTH: [u32; NEIGHBOURS] = [100, 35, 12, 5, 2, 1, 0, 0];

/// Every so many cells one is looked at.
const EVERY: usize = 13;

/// What some cells of a table are like: for every distance, whether each of them has the same value as the one
/// so far before it (`None`: that one is not in its block, or has no position).
#[derive(Debug)]
pub(in crate::table) struct Sample {
    digits: [u32; 2],
    distances: Vec<u32>,
    same: Vec<Vec<Option<bool>>>,
}

impl Sample {
    /// Nothing so far. The digits are the sizes of the last two of an index.
    pub(in crate::table) fn new(digits: [u32; 2]) -> Self {
        let units = [1, digits[0], digits[0].saturating_mul(digits[1])];
        let mut distances: Vec<u32> = units
            .iter()
            .flat_map(|unit| MULTIPLES.iter().map(|times| unit.saturating_mul(*times)))
            .collect();
        distances.sort_unstable();
        distances.dedup();
        Sample {
            digits,
            same: vec![Vec::new(); distances.len()],
            distances,
        }
    }

    /// Looks at some cells of a block.
    pub(in crate::table) fn add(&mut self, cells: &[u8], legal: &[bool]) {
        let places = (EVERY / 2..cells.len()).step_by(EVERY);
        for at in places.filter(|&at| legal[at]) {
            for (distance, same) in self.distances.iter().zip(&mut self.same) {
                let before = at.checked_sub(*distance as usize);
                let before = before.filter(|&before| legal[before]);
                same.push(before.map(|before| cells[before] == cells[at]));
            }
        }
    }

    /// Chooses neighbours one after the other: each tells most of the cells that those before it do not.
    pub(in crate::table) fn choose(&self) -> Prediction {
        let cells = self.same.first().map_or(0, Vec::len);
        let mut told = vec![0usize; cells];
        let mut chosen: Vec<usize> = Vec::new();
        while chosen.len() < NEIGHBOURS {
            let gain = |which: &usize| {
                let same = self.same[*which].iter().zip(&told);
                let gains = same.filter(|(same, _)| **same == Some(true));
                gains.map(|(_, &told)| u64::from(WORTH[told])).sum::<u64>()
            };
            let left = (0..self.distances.len()).filter(|which| !chosen.contains(which));
            // The shorter of two that are worth the same.
            let Some(best) = left.max_by_key(|which| (gain(which), usize::MAX - which)) else {
                break;
            };
            for (told, same) in told.iter_mut().zip(&self.same[best]) {
                *told = (*told + usize::from(*same == Some(true))).min(NEIGHBOURS - 1);
            }
            chosen.push(best);
        }
        let mut prediction = Prediction {
            distances: [1; NEIGHBOURS],
            weights: [1; NEIGHBOURS],
            digits: self.digits,
        };
        for (i, &which) in chosen.iter().enumerate() {
            prediction.distances[i] = self.distances[which];
            prediction.weights[i] = weight(&self.same[which]);
        }
        prediction
    }
}

/// The trust in a neighbour: how many cells it tells for each one that it does not, by its logarithm.
fn weight(same: &[Option<bool>]) -> u8 {
    let count = |wanted| same.iter().filter(|one| **one == Some(wanted)).count() as u128;
    // Four times the logarithm of base two.
    let logarithm = |count: u128| i64::from((2 * count + 1).pow(4).ilog2());
    let trust = 6 + (logarithm(count(true)) - logarithm(count(false))) * 7 / 10;
    trust.clamp(1, MOST_WEIGHT.into()) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_that_add_something_are_chosen_first() {
        let same = |cells: &str| -> Vec<Option<bool>> {
            let one = |cell| match cell {
                '1' => Some(true),
                '0' => Some(false),
                _ => None,
            };
            cells.chars().map(one).collect()
        };
        let sample = Sample {
            digits: [64, 64],
            distances: vec![1, 2, 8, 9, 64],
            same: [
                "1111111000",
                "1111111000",
                "0000000111",
                "00000000--",
                "1111111111",
            ]
            .map(same)
            .to_vec(),
        };
        let chosen = sample.choose();
        assert_eq!(chosen.distances, [64, 1, 8, 2, 9, 1, 1, 1]);
        assert!(chosen.weights[0] > chosen.weights[1] && chosen.weights[1] > chosen.weights[2]);
    }

    #[test]
    fn the_period_of_cells_is_found() {
        let mut random = yomikiri_game_api::SplitMix64::new(8);
        let period: Vec<u8> = (0..448).map(|_| random.below(5) as u8).collect();
        let cells: Vec<u8> = (0..20_000).map(|at| period[at % 448]).collect();
        let mut sample = Sample::new([64, 64]);
        assert!(sample.distances.windows(2).all(|pair| pair[0] < pair[1]));
        sample.add(&cells, &vec![true; cells.len()]);
        let chosen = sample.choose();
        assert_eq!(chosen.distances[0], 448);
        assert_eq!(chosen.weights[0], MOST_WEIGHT);
        assert_eq!(Sample::new([64, 64]).choose().weights, [6; NEIGHBOURS]);
    }
}
