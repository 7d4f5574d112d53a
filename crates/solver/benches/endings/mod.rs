//! Solving chess endings in memory, with what they need.

use std::collections::HashMap;
use std::sync::Arc;

use yomikiri_game_api::{Metric, Probed, Tier, Tiered};
use yomikiri_games::chess::{ChessIndex, ChessTiers};
use yomikiri_solver::local::{self, Settings};
use yomikiri_solver::{Cells, Progress, Silent};

pub(crate) const THREADS: usize = 2;

/// CPU seconds of this process, all threads.
pub(crate) fn cpu_seconds() -> f64 {
    let told = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = told.rsplit(')').next().unwrap_or_default();
    let fields: Vec<f64> = after_name
        .split_whitespace()
        .map(|field| field.parse().unwrap_or(0.0))
        .collect();
    // User and system time in ticks of a hundredth of a second.
    fields
        .get(11..13)
        .map_or(0.0, |ticks| ticks.iter().sum::<f64>() / 100.0)
}

/// How to solve.
#[derive(Copy, Clone, PartialEq, Eq)]
#[allow(dead_code, reason = "not every benchmark asks for both")]
pub(crate) enum Way {
    /// 64 slots at a time where they come in rows.
    Quick,
    /// The twin.
    SlotBySlot,
}

/// A material's numbering and cells.
pub(crate) type Table = Arc<(Arc<ChessIndex>, Cells)>;

/// Solves a material with all that it needs, unless it is there.
pub(crate) fn have(tiers: &ChessTiers, tier: Tier, solved: &mut HashMap<Tier, Table>) -> Table {
    if let Some(table) = solved.get(&tier) {
        return Arc::clone(table);
    }
    let table = solve(tiers, tier, solved, Way::Quick, &Silent).0;
    solved.insert(tier, Arc::clone(&table));
    table
}

/// Solves a material, and tells the CPU seconds that it takes without what it needs.
pub(crate) fn solve(
    tiers: &ChessTiers,
    tier: Tier,
    solved: &mut HashMap<Tier, Table>,
    way: Way,
    progress: &dyn Progress,
) -> (Table, f64) {
    let needs: Vec<Table> = tiers
        .needs(tier)
        .into_iter()
        .map(|need| have(tiers, need, solved))
        .collect();
    let earlier = |need: usize, slot: u64| -> Option<Probed> { needs[need].1.answer(slot) };
    let settings = Settings {
        threads: THREADS,
        metric: Metric::End,
        slot_by_slot: way == Way::SlotBySlot,
        ..Settings::default()
    };
    let begun = cpu_seconds();
    let index = Arc::new(tiers.index(tier).expect("a numbering"));
    let solution = local::solve_tier(&*index, &earlier, &settings, progress).expect("solved");
    (Arc::new((index, solution.cells)), cpu_seconds() - begun)
}
