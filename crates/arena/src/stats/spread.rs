//! How long games are.

use serde::Serialize;

/// The distribution of whole numbers such as game lengths.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Spread {
    /// How many there are.
    pub count: usize,
    /// The smallest.
    pub least: u32,
    /// The largest.
    pub most: u32,
    /// The mean.
    pub mean: f64,
    /// The middle one (the lower of two).
    pub median: u32,
}

impl Spread {
    /// Of some numbers; all zero without any.
    pub fn of(numbers: impl IntoIterator<Item = u32>) -> Self {
        let mut numbers: Vec<u32> = numbers.into_iter().collect();
        numbers.sort_unstable();
        let (Some(&least), Some(&most)) = (numbers.first(), numbers.last()) else {
            return Spread::default();
        };
        let sum: u64 = numbers.iter().map(|&n| u64::from(n)).sum();
        Spread {
            count: numbers.len(),
            least,
            most,
            mean: sum as f64 / numbers.len() as f64,
            median: numbers[(numbers.len() - 1) / 2],
        }
    }
}
