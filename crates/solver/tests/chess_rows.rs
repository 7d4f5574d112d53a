//! Looking at 64 slots at a time against looking at each.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use yomikiri_game_api::{Indexed, Metric, Probed, Tier, Tiered, Value};
use yomikiri_games::chess::{Chess, ChessIndex, ChessTiers};
use yomikiri_solver::local::{self, Settings, SolveError};
use yomikiri_solver::{Cells, Progress, Silent};

type Solved = HashMap<Tier, Arc<Cells>>;

/// Solves a material, with what it needs, row by row; if it is to be compared also slot by slot.
fn solve(tier: Tier, metric: Metric, compare: bool, solved: &mut Solved) {
    let tiers = ChessTiers::default();
    let needs = tiers.needs(tier);
    for need in &needs {
        if !solved.contains_key(need) {
            solve(*need, metric, false, solved);
        }
    }
    let needs: Vec<Arc<Cells>> = needs.iter().map(|need| Arc::clone(&solved[need])).collect();
    // Files say anything about slots without a legal position.
    let anything = Probed {
        value: Value::Loss,
        distance: Some(2 * (tier.0 % 10) as u32),
    };
    let earlier = |need: usize, slot: u64| Some(needs[need].answer(slot).unwrap_or(anything));
    let index: ChessIndex = tiers.index(tier).unwrap();
    let settings = Settings {
        threads: 2,
        metric,
        ..Settings::default()
    };
    let in_rows = local::solve_tier::<Chess, _>(&index, &earlier, &settings, &Silent).unwrap();
    if compare {
        assert!(index.rows().is_some());
        let by_slots = Settings {
            slot_by_slot: true,
            ..settings
        };
        let by_slots = local::solve_tier::<Chess, _>(&index, &earlier, &by_slots, &Silent).unwrap();
        let (rows, slots) = (&in_rows.cells, &by_slots.cells);
        assert_eq!(rows.coding(), slots.coding());
        for slot in 0..index.slots() {
            assert_eq!(
                rows.code(slot),
                slots.code(slot),
                "{} {metric:?} slot {slot}: {:?} by rows, {:?} by slots, {:?}",
                tiers.name(tier),
                rows.answer(slot),
                slots.answer(slot),
                index.position(slot),
            );
        }
    }
    solved.insert(tier, Arc::new(in_rows.cells));
}

/// Every slot of some materials.
fn compare(materials: &[&str], metric: Metric) {
    let mut solved = Solved::new();
    let tiers = ChessTiers::default();
    for material in materials {
        let tier = tiers.find(Some(material)).unwrap()[0];
        solve(tier, metric, true, &mut solved);
    }
}

#[test]
fn rows_tell_the_distance_to_mate_as_slots_do() {
    // Without pawns, also both sides alike; pawns on both sides, with en passant; two pawns of one
    // side, whose mirror image may be themselves.
    let materials = ["KQvK", "KRvKN", "KBvKB", "KPvKP", "KPPvK"];
    compare(&materials, Metric::End);
}

#[test]
fn rows_tell_other_distances_as_slots_do() {
    for metric in [Metric::Conversion, Metric::Zeroing] {
        compare(&["KPvK", "KRvKN"], metric);
    }
}

/// Stops a solve after some stages, and counts the layers that were begun.
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
    let tier = tiers.find(Some("KPvK")).unwrap()[0];
    let mut solved = Solved::new();
    solve(tier, Metric::End, false, &mut solved);
    let needs = tiers.needs(tier);
    let earlier = |need: usize, slot: u64| solved[&needs[need]].answer(slot);
    let index: ChessIndex = tiers.index(tier).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings {
        threads: 2,
        checkpoint: Some((folder.path().join("KPvK.checkpoint"), Duration::ZERO)),
        resume: true,
        ..Settings::default()
    };
    let solve =
        |progress: &Stopping| local::solve_tier::<Chess, _>(&index, &earlier, &settings, progress);
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
    // The one that was cut short is begun again, none of those before it.
    let all = index.layers().len() as u64;
    assert_eq!(layers(&stopping) + layers(&resumed), all + 1);
}
