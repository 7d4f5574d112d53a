//! Solving chess endings in memory, with what they need.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use yomikiri_game_api::Tier;
use yomikiri_games::chess::{Chess, ChessIndexer, ChessTiers};
use yomikiri_solver::local::{self, Settings};
use yomikiri_solver::tablebase::{TableLocation, Tablebase, TablebaseSpec};
use yomikiri_solver::{Cells, NoProgress, Progress, lanes, reconstruct};

#[path = "../usage/mod.rs"]
#[allow(dead_code, reason = "not every benchmark has a peer")]
pub(crate) mod usage;

#[allow(dead_code, reason = "not every benchmark solves like this")]
pub(crate) const THREADS: usize = 2;

/// CPU seconds of this process, all threads.
pub(crate) fn cpu_seconds() -> f64 {
    usage::ours().seconds
}

/// How to solve.
#[derive(Copy, Clone, PartialEq, Eq)]
#[allow(dead_code, reason = "not every benchmark asks for both")]
pub(crate) enum Way {
    /// 64 positions at a time where they come in lanes.
    Lanes,
    /// The twin.
    OneByOne,
}

/// A tablebase in a directory that is solved in some way.
pub(crate) fn tablebase(dir: &Path, way: Way) -> Tablebase<Chess, ChessTiers> {
    let spec = TablebaseSpec {
        solve_tier: match way {
            Way::Lanes => lanes::solve_tier::<Chess, ChessIndexer>,
            Way::OneByOne => local::solve_tier::<Chess, ChessIndexer>,
        },
        reconstruct: match way {
            Way::Lanes => lanes::reconstruct::<Chess, ChessIndexer>,
            Way::OneByOne => reconstruct::<Chess, ChessIndexer>,
        },
        ..TablebaseSpec::new(|game| Ok(ChessTiers::new(game)))
    };
    let location = TableLocation::new(dir, "chess");
    Tablebase::new(Chess::default(), spec, location, Arc::default()).expect("tiers")
}

/// Cells by material.
#[allow(dead_code, reason = "not every benchmark solves like this")]
pub(crate) type Solved = HashMap<Tier, Arc<Cells>>;

/// Solves a material with all that it needs, and tells the CPU seconds that it takes without that.
#[allow(dead_code, reason = "not every benchmark solves like this")]
pub(crate) fn solve(
    base: &Tablebase<Chess, ChessTiers>,
    tier: Tier,
    solved: &mut Solved,
    progress: &dyn Progress,
) -> (Arc<Cells>, f64) {
    let settings = Settings {
        threads: THREADS,
        ..Settings::default()
    };
    for child in yomikiri_game_api::Tiers::children(base.tiers(), tier) {
        let child = base.solve_group_in_memory(child, &settings, &NoProgress, solved);
        child.expect("solved");
    }
    let begun = cpu_seconds();
    solved.remove(&tier);
    let cells = base.solve_group_in_memory(tier, &settings, progress, solved);
    (cells.expect("solved"), cpu_seconds() - begun)
}
