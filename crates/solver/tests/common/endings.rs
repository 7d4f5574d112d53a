//! Chess endings solved in memory.

#![allow(
    dead_code,
    unreachable_pub,
    reason = "every test file uses a part of it"
)]

use std::collections::HashMap;
use std::sync::Arc;

use yomikiri_game_api::{Indexed, Metric, Probed, Tiered};
use yomikiri_games::chess::{ChessIndex, ChessTiers, Position};
use yomikiri_solver::local::{self, Settings};
use yomikiri_solver::{Cells, Silent};

/// Solved tables by name.
pub struct Tables {
    pub tiers: ChessTiers,
    pub metric: Metric,
    pub solved: HashMap<u64, Arc<(ChessIndex, Cells)>>,
}

impl Tables {
    pub fn new(metric: Metric) -> Self {
        Tables {
            tiers: ChessTiers::default(),
            metric,
            solved: HashMap::new(),
        }
    }

    /// Solves a material and what it needs.
    pub fn solve(&mut self, name: &str) -> Arc<(ChessIndex, Cells)> {
        let tier = self.tiers.find(Some(name)).unwrap()[0];
        if let Some(solved) = self.solved.get(&tier.0) {
            return Arc::clone(solved);
        }
        let needs = self.tiers.needs(tier).into_iter();
        let needs: Vec<_> = needs
            .map(|need| self.solve(&self.tiers.name(need)))
            .collect();
        let index = self.tiers.index(tier).unwrap();
        let earlier = |need: usize, slot: u64| -> Option<Probed> { needs[need].1.answer(slot) };
        let settings = Settings {
            threads: 2,
            metric: self.metric,
            ..Settings::default()
        };
        let solution = local::solve_tier(&index, &earlier, &settings, &Silent).unwrap();
        let solved = Arc::new((index, solution.cells));
        self.solved.insert(tier.0, Arc::clone(&solved));
        solved
    }

    pub fn look(&self, at: &Position) -> Option<Probed> {
        let Some(tier) = self.tiers.tier_of(at) else {
            return self.tiers.known(at);
        };
        let solved = self.solved.get(&tier.0)?;
        solved.1.answer(solved.0.slot(at)?)
    }
}
