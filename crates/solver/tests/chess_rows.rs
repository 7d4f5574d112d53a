//! Looking at 64 slots at a time against looking at each.

use std::collections::HashMap;
use std::sync::Arc;

use yomikiri_game_api::{Indexed, Metric, Probed, Tier, Tiered};
use yomikiri_games::chess::{Chess, ChessIndex, ChessTiers};
use yomikiri_solver::local::{self, Settings};
use yomikiri_solver::{Cells, Silent};

type Solved = HashMap<Tier, Arc<Cells>>;

/// Solves a material with what it needs; the needs row by row, itself both ways.
fn solve_both_ways(tier: Tier, metric: Metric, solved: &mut Solved, checked: &mut u64) {
    if solved.contains_key(&tier) {
        return;
    }
    let tiers = ChessTiers::default();
    let needs = tiers.needs(tier);
    for &need in &needs {
        solve_both_ways(need, metric, solved, checked);
    }
    let needs: Vec<Arc<Cells>> = needs.iter().map(|need| Arc::clone(&solved[need])).collect();
    let earlier = |need: usize, slot: u64| -> Option<Probed> { needs[need].answer(slot) };
    let index: ChessIndex = tiers.index(tier).unwrap();
    let settings = Settings {
        threads: 2,
        metric,
        ..Settings::default()
    };
    let in_rows = local::solve_tier::<Chess, _>(&index, &earlier, &settings, &Silent).unwrap();
    if index.rows().is_some() {
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
        *checked += 1;
    }
    solved.insert(tier, Arc::new(in_rows.cells));
}

/// Every slot of some materials and of all that they lead to.
fn compare(materials: &[&str], metric: Metric) -> u64 {
    let (mut solved, mut checked) = (Solved::new(), 0);
    let tiers = ChessTiers::default();
    for material in materials {
        let tier = tiers.find(Some(material)).unwrap()[0];
        solve_both_ways(tier, metric, &mut solved, &mut checked);
    }
    checked
}

#[test]
fn rows_tell_the_distance_to_mate_as_slots_do() {
    // Without pawns, both sides alike; a pair among the men; pawns on both sides, with en passant;
    // two pawns of one side, whose mirror image may be themselves; a man beside a pawn.
    let materials = ["KRvK", "KRvKN", "KBvKB", "KPvKP", "KPPvK", "KNPvK"];
    assert!(compare(&materials, Metric::End) >= 10);
}

#[test]
fn rows_tell_other_distances_as_slots_do() {
    for metric in [Metric::Conversion, Metric::Zeroing] {
        assert!(compare(&["KPvK", "KRvKN"], metric) >= 4);
    }
}
