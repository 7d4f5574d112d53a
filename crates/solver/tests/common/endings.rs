//! Chess endings solved in memory.

#![allow(
    dead_code,
    unreachable_pub,
    reason = "every test file uses a part of it"
)]

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use yomikiri_game_api::{Indexer, Metric, Probed, Tier, Tiers};
use yomikiri_games::chess::{Chess, ChessIndexer, ChessTiers, Position};
use yomikiri_solver::local::Settings;
use yomikiri_solver::tablebase::{OpenFiles, TableLocation, Tablebase, TablebaseSpec};
use yomikiri_solver::{Cells, NoProgress, lanes};

/// The tablebase of chess endings in a directory.
pub fn tablebase(dir: &Path) -> Tablebase<Chess, ChessTiers> {
    tablebase_with(dir, Arc::default())
}

/// The same with open files of its own.
pub fn tablebase_with(dir: &Path, files: Arc<OpenFiles>) -> Tablebase<Chess, ChessTiers> {
    let spec = TablebaseSpec {
        solve_tier: lanes::solve_tier::<Chess, ChessIndexer>,
        reconstruct: lanes::reconstruct::<Chess, ChessIndexer>,
        ..TablebaseSpec::new(|game| Ok(ChessTiers::new(game)))
    };
    tablebase_of(dir, spec, files)
}

/// The same without lanes.
pub fn tablebase_one_by_one(dir: &Path) -> Tablebase<Chess, ChessTiers> {
    let spec = TablebaseSpec::new(|game| Ok(ChessTiers::new(game)));
    tablebase_of(dir, spec, Arc::default())
}

fn tablebase_of(
    dir: &Path,
    spec: TablebaseSpec<Chess, ChessTiers>,
    files: Arc<OpenFiles>,
) -> Tablebase<Chess, ChessTiers> {
    let location = TableLocation::new(dir, "chess");
    Tablebase::new(Chess::default(), spec, location, files).unwrap()
}

/// Solved tables by name, each by the same metric.
pub struct Tables {
    pub base: Tablebase<Chess, ChessTiers>,
    pub metric: Metric,
    pub solved: HashMap<Tier, Arc<Cells>>,
}

impl Tables {
    pub fn new(metric: Metric) -> Self {
        Tables {
            base: tablebase(Path::new("")),
            metric,
            solved: HashMap::new(),
        }
    }

    pub fn tier(&self, name: &str) -> Tier {
        self.base.parse_tier(Some(name)).unwrap()
    }

    pub fn indexer(&self, tier: Tier) -> Arc<ChessIndexer> {
        self.base.indexer(tier).unwrap()
    }

    /// Solves a material and what it needs.
    pub fn solve(&mut self, name: &str) -> (Arc<ChessIndexer>, Arc<Cells>) {
        let tier = self.tier(name);
        for child in self.base.tiers().children(tier) {
            self.solve(&self.base.tiers().name(child));
        }
        let settings = Settings {
            threads: 2,
            metric: self.metric,
            ..Settings::default()
        };
        let solved = &mut self.solved;
        let cells = self
            .base
            .solve_group_in_memory(tier, &settings, &NoProgress, solved)
            .unwrap();
        (self.indexer(tier), cells)
    }

    pub fn look(&self, at: &Position) -> Option<Probed> {
        let Some(tier) = self.base.tiers().tier_of(at) else {
            return self.base.tiers().known(at);
        };
        let cells = self.solved.get(&tier)?;
        cells.answer(self.indexer(tier).index(at)?)
    }
}
