//! Looking at 64 indices at a time against looking at each.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use yomikiri_game_api::{Indexer, LaneIndexer, Metric, Probed, Tier, Tiers, Value};
use yomikiri_games::chess::{Chess, ChessIndexer, ChessTiers};
use yomikiri_solver::local::{self, Settings, SolveError};
use yomikiri_solver::{Cells, NoProgress, Progress, lanes};

type Solved = HashMap<Tier, Arc<Cells>>;

/// Solves a material, with what it needs, row by row; if it is to be compared also index by index.
fn solve(tier: Tier, metric: Metric, compare: bool, solved: &mut Solved) {
    let tiers = ChessTiers::default();
    let children = tiers.children(tier);
    for child in &children {
        if !solved.contains_key(child) {
            solve(*child, metric, false, solved);
        }
    }
    let children: Vec<Arc<Cells>> = children
        .iter()
        .map(|child| Arc::clone(&solved[child]))
        .collect();
    // Files say anything about indices without a legal position.
    let anything = Probed {
        value: Value::Loss,
        distance: Some(2 * (tier.0 % 10) as u32),
    };
    let earlier =
        |child: usize, index: u64| Some(children[child].answer(index).unwrap_or(anything));
    let indexer: ChessIndexer = tiers.indexer(tier).unwrap();
    let settings = Settings {
        threads: 2,
        metric,
        ..Settings::default()
    };
    let in_rows =
        lanes::solve_tier::<Chess, _>(&indexer, &earlier, &settings, &NoProgress).unwrap();
    if compare {
        assert!(indexer.lanes().is_some());
        let by_indices =
            local::solve_tier::<Chess, _>(&indexer, &earlier, &settings, &NoProgress).unwrap();
        let (rows, indices) = (&in_rows.cells, &by_indices.cells);
        assert_eq!(rows.coding(), indices.coding());
        for index in 0..indexer.size() {
            assert_eq!(
                rows.code(index),
                indices.code(index),
                "{} {metric:?} index {index}: {:?} by rows, {:?} by indices, {:?}",
                tiers.name(tier),
                rows.answer(index),
                indices.answer(index),
                indexer.position(index),
            );
        }
    }
    solved.insert(tier, Arc::new(in_rows.cells));
}

/// Every index of some materials.
fn compare(materials: &[&str], metric: Metric) {
    let mut solved = Solved::new();
    let tiers = ChessTiers::default();
    for material in materials {
        let tier = tiers.parse_tiers(Some(material)).unwrap()[0];
        solve(tier, metric, true, &mut solved);
    }
}

#[test]
fn lanes_tell_the_distance_to_mate_as_indices_do() {
    // Without pawns, also with equal sides; pawns on both sides, with en passant; two pawns of one
    // side, which may be their own mirror image.
    let materials = ["KQvK", "KRvKN", "KBvKB", "KPvKP", "KPPvK"];
    compare(&materials, Metric::End);
}

#[test]
fn lanes_tell_other_distances_as_indices_do() {
    for metric in [Metric::Conversion, Metric::Zeroing] {
        compare(&["KPvK", "KRvKN"], metric);
    }
}

/// Stops a solve after some stages, and counts the layers started.
#[derive(Default)]
struct Stopping {
    after: Option<u64>,
    stages: AtomicU64,
    layers: AtomicU64,
}

impl Progress for Stopping {
    fn stage(&self, name: &'static str, _round: Option<u32>, _total: u64) {
        self.stages.fetch_add(1, Ordering::Relaxed);
        let begins = u64::from(name == "classify");
        self.layers.fetch_add(begins, Ordering::Relaxed);
    }

    fn stop(&self) -> bool {
        let stages = self.stages.load(Ordering::Relaxed);
        self.after.is_some_and(|after| stages > after)
    }
}

#[test]
fn an_interrupted_ending_goes_on_with_the_layer_it_was_in() {
    let tiers = ChessTiers::default();
    let tier = tiers.parse_tiers(Some("KPvK")).unwrap()[0];
    let mut solved = Solved::new();
    solve(tier, Metric::End, false, &mut solved);
    let children = tiers.children(tier);
    let earlier = |child: usize, index: u64| solved[&children[child]].answer(index);
    let indexer: ChessIndexer = tiers.indexer(tier).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings {
        threads: 2,
        checkpoint: Some((folder.path().join("KPvK.checkpoint"), Duration::ZERO)),
        resume: true,
        ..Settings::default()
    };
    let solve = |progress: &Stopping| {
        lanes::solve_tier::<Chess, _>(&indexer, &earlier, &settings, progress)
    };
    let stopping = Stopping {
        after: Some(200),
        ..Stopping::default()
    };
    let stopped = solve(&stopping);
    assert!(matches!(
        stopped,
        Err(SolveError::Interrupted { saved: true })
    ));
    let resumed = Stopping::default();
    let cells = solve(&resumed).unwrap().cells;
    assert_eq!(cells, *solved[&tier]);
    let layers = |progress: &Stopping| progress.layers.load(Ordering::Relaxed);
    assert!(layers(&stopping) > 1);
    // The interrupted layer is started again, none of those before it.
    let all = indexer.layers().len() as u64;
    assert_eq!(layers(&stopping) + layers(&resumed), all + 1);
}
