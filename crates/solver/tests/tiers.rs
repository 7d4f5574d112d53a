//! Solving tier by tier: exact values whatever the tiers, the layers, the metric, the way.

mod common;
mod maze;

use std::sync::Arc;
use std::time::Duration;

use common::{StopAt, stop_at};
use maze::{At, Maze, MazeTiers};
use yomikiri_game_api::conformance::numbering;
use yomikiri_game_api::{Indexed, Metric, Probe, Probed, Tier, Tiered, Value};
use yomikiri_solver::cell::Coding;
use yomikiri_solver::local::{Settings, SolveError, solve_tier};
use yomikiri_solver::probe::{TableProbe, TierProbe};
use yomikiri_solver::table::{Contents, Header, Held, Packing, Table, write};
use yomikiri_solver::verify::verify;
use yomikiri_solver::{Cells, Silent, Solved};

/// Solves every tier in order.
fn solve_all(tiers: &MazeTiers, settings: &Settings) -> Vec<Arc<Cells>> {
    let mut solved: Vec<Arc<Cells>> = Vec::new();
    for tier in tiers.find(None).unwrap() {
        let index = tiers.index(tier).unwrap();
        numbering(&tiers.maze, &index, 50, 1).unwrap();
        let earlier = |need: usize, slot: u64| solved[need].answer(slot);
        let solution = solve_tier::<Maze, _>(&index, &earlier, settings, &Silent).unwrap();
        solved.push(Arc::new(solution.cells));
    }
    solved
}

fn answers(cells: &[Arc<Cells>]) -> Vec<Option<Probed>> {
    let each = cells.iter();
    each.flat_map(|cells| cells.slots().map(|slot| cells.answer(slot)))
        .collect()
}

const SHAPES: &[(usize, usize, u32, usize)] = &[
    // Tiers, layers, nodes in a layer, edges of a node.
    (1, 1, 300, 3),
    (3, 1, 120, 2),
    (3, 1, 120, 4),
    (4, 3, 40, 2),
    (2, 5, 60, 3),
];

#[test]
fn tiers_and_layers_have_the_values_of_the_slow_solver() {
    let (mut decided, mut deepest, mut odd_losses) = (0, 0, 0);
    for &(tiers, layers, nodes, edges) in SHAPES {
        for seed in 0..25 {
            let maze = Maze::random(seed, tiers, layers, nodes, edges);
            for metric in [Metric::End, Metric::Conversion, Metric::Zeroing] {
                let slow: Vec<_> = maze.solve_slowly(metric).into_iter().map(Some).collect();
                for (goes_back, threads) in [(true, 1), (true, 3), (false, 2)] {
                    let tiers = MazeTiers {
                        maze: maze.clone(),
                        goes_back,
                    };
                    let settings = Settings {
                        threads,
                        metric,
                        ..Settings::default()
                    };
                    let cells = solve_all(&tiers, &settings);
                    assert!(
                        answers(&cells) == slow,
                        "seed {seed}, {tiers_of} tiers, {metric:?}, back {goes_back}",
                        tiers_of = cells.len()
                    );
                    check_verify(&tiers, &cells, metric);
                }
                for known in slow.iter().flatten() {
                    let distance = known.distance.unwrap_or(0);
                    decided += u32::from(known.value != Value::Draw);
                    deepest = deepest.max(distance);
                    odd_losses += u32::from(known.value == Value::Loss && distance % 2 == 1);
                }
            }
        }
    }
    assert!(decided > 10_000 && deepest > 20, "{decided} {deepest}");
    assert!(odd_losses > 100, "{odd_losses} losers convert themselves");
}

/// Verifies every tier, and finds a fault that is planted into each.
fn check_verify(tiers: &MazeTiers, cells: &[Arc<Cells>], metric: Metric) {
    for tier in tiers.find(None).unwrap() {
        let index = tiers.index(tier).unwrap();
        let elsewhere = |at: &At| {
            let other = tiers.tier_of(at)?;
            let slot = tiers.index(other).ok()?.slot(at)?;
            cells[other.0 as usize].answer(slot)
        };
        let right = &*cells[tier.0 as usize];
        let check = |cells: &Cells| {
            let solved = Solved::tier(&tiers.maze, &index, cells, &elsewhere, metric);
            verify(&solved, None, 1, &Silent).faults
        };
        assert_eq!(check(right), []);
        let mut wrong = right.clone();
        let slot = index.slots() / 2;
        wrong.set_code(slot, if right.code(slot) == 7 { 9 } else { 7 });
        assert!(check(&wrong).iter().any(|fault| fault.slot == slot));
    }
}

#[test]
fn an_interrupted_tier_goes_on_to_the_same_cells() {
    let folder = tempfile::tempdir().unwrap();
    let mut saved_ones = 0;
    for (seed, metric) in [(3, Metric::End), (4, Metric::Conversion), (5, Metric::End)] {
        let tiers = MazeTiers {
            maze: Maze::random(seed, 2, 3, 200, 2),
            goes_back: seed != 5,
        };
        let settings = Settings {
            metric,
            ..Settings::default()
        };
        let whole = solve_all(&tiers, &settings);
        let earlier = |need: usize, slot: u64| whole[need].answer(slot);
        let index = tiers.index(Tier(1)).unwrap();
        let counting = stop_at(u64::MAX);
        solve_tier::<Maze, _>(&index, &earlier, &settings, &counting).unwrap();
        let asked = counting.asked.into_inner();
        for part in 1..20 {
            let path = folder.path().join(format!("{seed}-{part}.checkpoint"));
            let with_file = Settings {
                // Some are saved after every round, some only when they are interrupted.
                checkpoint: Some((path, Duration::from_secs(part % 2 * 3600))),
                resume: true,
                ..settings.clone()
            };
            let stop: StopAt = stop_at(asked * part / 20);
            let stopped = solve_tier::<Maze, _>(&index, &earlier, &with_file, &stop);
            let Err(SolveError::Interrupted { saved }) = stopped else {
                panic!("expected an interruption in part {part}");
            };
            saved_ones += u32::from(saved);
            let resumed = solve_tier::<Maze, _>(&index, &earlier, &with_file, &Silent).unwrap();
            assert!(resumed.cells == *whole[1], "{seed} {part}");
        }
    }
    assert!(saved_ones > 30, "the state was saved {saved_ones} times");
}

/// A chain's node is decided at its own number: odd ones win, even ones lose.
fn check_chain(tiers: usize, nodes: u32, settings: &Settings, goes_back: bool) -> Vec<Arc<Cells>> {
    let tiers = MazeTiers {
        maze: Maze::chain(tiers, nodes),
        goes_back,
    };
    let cells = solve_all(&tiers, settings);
    for (node, known) in answers(&cells).into_iter().enumerate() {
        let value = [Value::Loss, Value::Win][node % 2];
        let distance = Some(node as u32);
        assert_eq!(known, Some(Probed { value, distance }), "node {node}");
    }
    check_verify(&tiers, &cells, Metric::End);
    cells
}

#[test]
fn long_wins_are_told_in_two_bytes() {
    let settings = Settings::default();
    let codings = |cells: &[Arc<Cells>]| cells.iter().map(|c| c.coding()).collect::<Vec<_>>();
    let (narrow, wide) = (Coding::Parity, Coding::Wide);
    assert_eq!(codings(&check_chain(1, 250, &settings, true)), [narrow]);
    // From 251 on a byte does not tell whether there is more to come.
    for nodes in [251, 252, 253, 254, 255, 256, 257, 1000, 5000] {
        assert_eq!(codings(&check_chain(1, nodes, &settings, true)), [wide]);
    }
    // Without un-moves; across tiers; with a hint from the game.
    assert_eq!(codings(&check_chain(1, 600, &settings, false)), [wide]);
    let across = check_chain(5, 100, &settings, true);
    assert_eq!(codings(&across), [narrow, narrow, wide, wide, wide]);
    let hinted = Settings {
        longest: Some(300),
        ..settings
    };
    assert_eq!(codings(&check_chain(1, 100, &hinted, true)), [wide]);
}

#[test]
fn wide_solves_are_resumed_too() {
    let tiers = MazeTiers {
        maze: Maze::chain(1, 700),
        goes_back: true,
    };
    let index = tiers.index(Tier(0)).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let whole = solve_all(&tiers, &Settings::default());
    let counting = stop_at(u64::MAX);
    solve_tier::<Maze, _>(&index, &|_, _| None, &Settings::default(), &counting).unwrap();
    let asked = counting.asked.into_inner();
    for part in [2, 5, 8, 9] {
        let path = folder.path().join(format!("{part}.checkpoint"));
        let settings = Settings {
            checkpoint: Some((path, Duration::from_secs(3600))),
            resume: true,
            ..Settings::default()
        };
        let stop = stop_at(asked * part / 10);
        let stopped = solve_tier::<Maze, _>(&index, &|_, _| None, &settings, &stop);
        assert!(matches!(
            stopped,
            Err(SolveError::Interrupted { saved: true })
        ));
        let resumed = solve_tier::<Maze, _>(&index, &|_, _| None, &settings, &Silent).unwrap();
        assert!(resumed.cells == *whole[0], "part {part}");
    }
}

#[test]
fn a_tier_without_what_it_needs_is_an_error() {
    let tiers = MazeTiers {
        maze: Maze::random(1, 2, 1, 100, 3),
        goes_back: true,
    };
    let index = tiers.index(Tier(1)).unwrap();
    let error = solve_tier::<Maze, _>(&index, &|_, _| None, &Settings::default(), &Silent);
    assert!(matches!(error, Err(SolveError::Nowhere { .. })));
}

#[test]
fn files_of_tiers_are_read_in_every_code() {
    let folder = tempfile::tempdir().unwrap();
    let cases = [
        (Maze::random(7, 3, 2, 150, 2), Metric::End),
        (Maze::random(8, 3, 2, 150, 2), Metric::Conversion),
        (Maze::random(8, 3, 2, 150, 2), Metric::Zeroing),
        (Maze::chain(3, 200), Metric::End),
    ];
    let mut codings = Vec::new();
    for (maze, metric) in cases {
        let tiers = Arc::new(MazeTiers {
            maze: maze.clone(),
            goes_back: true,
        });
        let settings = Settings {
            metric,
            ..Settings::default()
        };
        let all = solve_all(&tiers, &settings);
        for (number, cells) in all.iter().enumerate() {
            codings.push(cells.coding());
            let header = Header {
                description: String::new(),
                fingerprint: [1; 32],
                contents: Contents::Distance,
                coding: cells.coding(),
                slots: cells.slots().end,
                held: Held::all(cells.slots().end),
                block: 64,
                deepest: 0,
            };
            let path = folder.path().join(format!("tier{number}"));
            write(&path, &header, cells, Packing::Quick, 2).unwrap();
            let table = Table::open(&path).unwrap();
            table.check().unwrap();
            assert_eq!(table.header(), &header);
            assert_eq!(table.load().unwrap(), **cells);
        }
        // The last tier has no file.
        std::fs::remove_file(folder.path().join("tier2")).unwrap();
        let (dir, numbering) = (folder.path().to_owned(), Arc::clone(&tiers));
        let probe = TierProbe::new(
            Arc::clone(&tiers),
            metric,
            Box::new(move |tier, _| {
                let path = dir.join(numbering.name(tier));
                let Ok(table) = Table::open(&path) else {
                    return Ok(None);
                };
                let index = Arc::new(numbering.index(tier).unwrap());
                Ok(Some(TableProbe::new(index, Arc::new(table))))
            }),
        );
        let expected = answers(&all);
        for (node, expected) in expected.iter().enumerate() {
            let at = maze.at(node as u32);
            let found = probe.probe(&maze, &at).unwrap();
            let tier = tiers.tier_of(&at).unwrap();
            if tier < Tier(2) {
                assert_eq!(found, *expected, "node {node}");
            } else if metric == Metric::End {
                // Over, or everything that its moves lead to is known.
                assert!(found.is_none() || found == *expected, "node {node}");
            }
        }
    }
    for coding in [Coding::Parity, Coding::Wide] {
        assert!(codings.contains(&coding), "{coding:?}");
    }
}
