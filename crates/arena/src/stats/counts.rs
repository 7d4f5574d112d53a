//! Results of games and of pairs of games, counted.

use serde::{Deserialize, Serialize};

/// Results counted in cells of equally spaced scores, the worst first.
pub trait Counts {
    /// Counts of each score: 0, ½, 1 for games; 0, ¼, ½, ¾, 1 for pairs.
    fn cells(&self) -> &[u64];

    /// How many games one item is.
    fn games_per_item(&self) -> u64 {
        (self.cells().len() as u64 - 1) / 2
    }

    /// How many items were counted.
    fn items(&self) -> u64 {
        self.cells().iter().sum()
    }

    /// How many games were counted.
    fn games(&self) -> u64 {
        self.items() * self.games_per_item()
    }

    /// Mean score of an item (0 to 1) and its variance; `None` without items.
    fn moments(&self) -> Option<(f64, f64)> {
        let items = self.items();
        if items == 0 {
            return None;
        }
        let cells = self.cells();
        let last = (cells.len() - 1) as f64;
        let share = |count: u64| count as f64 / items as f64;
        let worth = |cell: usize| cell as f64 / last;
        let each = || cells.iter().enumerate();
        let mean: f64 = each().map(|(i, &count)| share(count) * worth(i)).sum();
        let variance = each()
            .map(|(i, &count)| share(count) * (worth(i) - mean).powi(2))
            .sum();
        Some((mean, variance))
    }
}

/// Games one by one, seen by one player.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Trinomial(pub [u64; 3]);

impl Trinomial {
    /// From the usual order.
    pub fn new(wins: u64, losses: u64, draws: u64) -> Self {
        Trinomial([losses, draws, wins])
    }

    /// Games won.
    pub fn wins(&self) -> u64 {
        self.0[2]
    }

    /// Games lost.
    pub fn losses(&self) -> u64 {
        self.0[0]
    }

    /// Games drawn.
    pub fn draws(&self) -> u64 {
        self.0[1]
    }

    /// The same games seen by the opponent.
    #[must_use]
    pub fn flip(self) -> Self {
        let [losses, draws, wins] = self.0;
        Trinomial([wins, draws, losses])
    }
}

impl Counts for Trinomial {
    fn cells(&self) -> &[u64] {
        &self.0
    }
}

/// Pairs of games from one opening with sides swapped, seen by one player: both lost, lost and
/// drawn, even, won and drawn, both won.
///
/// The pair is the unit of evidence: an opening that favours one side makes its two games
/// dependent, which the variance of single games does not see.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Pentanomial(pub [u64; 5]);

impl Counts for Pentanomial {
    fn cells(&self) -> &[u64] {
        &self.0
    }
}
