//! Solving tier by tier: exact values for all tiers, layers, metrics and methods.

mod common;
mod maze;

use std::sync::Arc;
use std::time::Duration;

use common::{StopAt, stop_at};
use maze::{At, Maze, MazeTiers};
use yomikiri_game_api::conformance;
use yomikiri_game_api::{Indexer, Metric, Probed, Tier, Tiers, Value};
use yomikiri_solver::cell::Coding;
use yomikiri_solver::local::{Settings, SolveError, solve_tier};
use yomikiri_solver::table::{Contents, Header, Packing, StoredRanges, Table, write};
use yomikiri_solver::tablebase::{SolveOrder, TableLocation, Tablebase, TablebaseSpec};
use yomikiri_solver::verify::verify;
use yomikiri_solver::{Cells, NoProgress, Solved};

/// Solves every tier in order.
fn solve_all(tiers: &MazeTiers, settings: &Settings) -> Vec<Arc<Cells>> {
    let mut solved: Vec<Arc<Cells>> = Vec::new();
    for tier in tiers.parse_tiers(None).unwrap() {
        let indexer = tiers.indexer(tier).unwrap();
        conformance::indexer(&tiers.maze, &indexer, 50, 1).unwrap();
        let earlier = |child: usize, index: u64| solved[child].answer(index);
        let solution = solve_tier::<Maze, _>(&indexer, &earlier, settings, &NoProgress).unwrap();
        solved.push(Arc::new(solution.cells));
    }
    solved
}

fn answers(cells: &[Arc<Cells>]) -> Vec<Option<Probed>> {
    let each = cells.iter();
    each.flat_map(|cells| cells.indices().map(|index| cells.answer(index)))
        .collect()
}

const SHAPES: &[(usize, usize, u32, usize)] = &[
    // Tiers, layers, nodes per layer, edges per node.
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
                for (has_unmoves, threads) in [(true, 1), (true, 3), (false, 2)] {
                    let tiers = MazeTiers {
                        maze: maze.clone(),
                        has_unmoves,
                    };
                    let settings = Settings {
                        threads,
                        metric,
                        ..Settings::default()
                    };
                    let cells = solve_all(&tiers, &settings);
                    assert!(
                        answers(&cells) == slow,
                        "seed {seed}, {tiers_of} tiers, {metric:?}, back {has_unmoves}",
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

/// Verifies every tier, and finds an error planted into each.
fn check_verify(tiers: &MazeTiers, cells: &[Arc<Cells>], metric: Metric) {
    for tier in tiers.parse_tiers(None).unwrap() {
        let indexer = tiers.indexer(tier).unwrap();
        let elsewhere = |at: &At| {
            let other = tiers.tier_of(at)?;
            let index = tiers.indexer(other).ok()?.index(at)?;
            cells[other.0 as usize].answer(index)
        };
        let right = &*cells[tier.0 as usize];
        let check = |cells: &Cells| {
            let solved = Solved::tier(&tiers.maze, &indexer, cells, &elsewhere, metric);
            verify(&solved, None, 1, &NoProgress).faults
        };
        assert_eq!(check(right), []);
        let mut wrong = right.clone();
        let index = indexer.size() / 2;
        wrong.set_code(index, if right.code(index) == 7 { 9 } else { 7 });
        assert!(check(&wrong).iter().any(|fault| fault.index == index));
    }
}

#[test]
fn an_interrupted_tier_goes_on_to_the_same_cells() {
    let folder = tempfile::tempdir().unwrap();
    let mut saved_ones = 0;
    for (seed, metric) in [(3, Metric::End), (4, Metric::Conversion), (5, Metric::End)] {
        let tiers = MazeTiers {
            maze: Maze::random(seed, 2, 3, 200, 2),
            has_unmoves: seed != 5,
        };
        let settings = Settings {
            metric,
            ..Settings::default()
        };
        let whole = solve_all(&tiers, &settings);
        let earlier = |child: usize, index: u64| whole[child].answer(index);
        let indexer = tiers.indexer(Tier(1)).unwrap();
        let counting = stop_at(u64::MAX);
        solve_tier::<Maze, _>(&indexer, &earlier, &settings, &counting).unwrap();
        let asked = counting.asked.into_inner();
        for part in 1..20 {
            let path = folder.path().join(format!("{seed}-{part}.checkpoint"));
            let with_file = Settings {
                // Some are saved after every round, some only when interrupted.
                checkpoint: Some((path, Duration::from_secs(part % 2 * 3600))),
                resume: true,
                ..settings.clone()
            };
            let stop: StopAt = stop_at(asked * part / 20);
            let stopped = solve_tier::<Maze, _>(&indexer, &earlier, &with_file, &stop);
            let Err(SolveError::Interrupted { saved }) = stopped else {
                panic!("expected an interruption in part {part}");
            };
            saved_ones += u32::from(saved);
            let resumed =
                solve_tier::<Maze, _>(&indexer, &earlier, &with_file, &NoProgress).unwrap();
            assert!(resumed.cells == *whole[1], "{seed} {part}");
        }
    }
    assert!(saved_ones > 30, "the state was saved {saved_ones} times");
}

/// A chain's node is decided at its own number: odd ones win, even ones lose.
fn check_chain(
    tiers: usize,
    nodes: u32,
    settings: &Settings,
    has_unmoves: bool,
) -> Vec<Arc<Cells>> {
    let tiers = MazeTiers {
        maze: Maze::chain(tiers, nodes),
        has_unmoves,
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
    let (narrow, wide) = (Coding::Cell8, Coding::Cell16);
    assert_eq!(codings(&check_chain(1, 250, &settings, true)), [narrow]);
    // From 251 on, one byte cannot tell whether there is more to come.
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
        has_unmoves: true,
    };
    let indexer = tiers.indexer(Tier(0)).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let whole = solve_all(&tiers, &Settings::default());
    let counting = stop_at(u64::MAX);
    solve_tier::<Maze, _>(&indexer, &|_, _| None, &Settings::default(), &counting).unwrap();
    let asked = counting.asked.into_inner();
    for part in [2, 5, 8, 9] {
        let path = folder.path().join(format!("{part}.checkpoint"));
        let settings = Settings {
            checkpoint: Some((path, Duration::from_secs(3600))),
            resume: true,
            ..Settings::default()
        };
        let stop = stop_at(asked * part / 10);
        let stopped = solve_tier::<Maze, _>(&indexer, &|_, _| None, &settings, &stop);
        assert!(matches!(
            stopped,
            Err(SolveError::Interrupted { saved: true })
        ));
        let resumed =
            solve_tier::<Maze, _>(&indexer, &|_, _| None, &settings, &NoProgress).unwrap();
        assert!(resumed.cells == *whole[0], "part {part}");
    }
}

#[test]
fn a_tier_without_what_it_needs_is_an_error() {
    let tiers = MazeTiers {
        maze: Maze::random(1, 2, 1, 100, 3),
        has_unmoves: true,
    };
    let indexer = tiers.indexer(Tier(1)).unwrap();
    let error = solve_tier::<Maze, _>(&indexer, &|_, _| None, &Settings::default(), &NoProgress);
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
            has_unmoves: true,
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
                size: cells.indices().end,
                stored: StoredRanges::all(cells.indices().end),
                block: 64,
                deepest: 0,
                prediction: None,
            };
            let path = folder.path().join(format!("tier{number}"));
            write(&path, &header, &**cells, Packing::Quick, 2).unwrap();
            let table = Table::open(&path).unwrap();
            table.check().unwrap();
            assert_eq!(table.header(), &header);
            assert_eq!(table.load().unwrap(), **cells);
        }
        let dir = tempfile::tempdir().unwrap();
        let spec = TablebaseSpec::new(|maze: &Maze| {
            Ok(MazeTiers {
                maze: maze.clone(),
                has_unmoves: true,
            })
        });
        let location = TableLocation::new(dir.path(), "maze");
        let base = Tablebase::new(maze.clone(), spec, location, Arc::default()).unwrap();
        let order = SolveOrder {
            threads: 2,
            metric,
            ..SolveOrder::default()
        };
        let of_maze = tiers.parse_tiers(None).unwrap();
        base.solve(&of_maze, &order, &NoProgress, |solved| {
            assert_eq!(solved.cells.as_ref(), Some(&all[solved.tier.0 as usize]));
            Ok(())
        })
        .unwrap();
        // The last tier has no file.
        std::fs::remove_file(base.path(Tier(2), metric)).unwrap();
        base.refresh();
        let expected = answers(&all);
        for (node, expected) in expected.iter().enumerate() {
            let at = maze.at(node as u32);
            let found = base.value(&at, metric).unwrap();
            let tier = tiers.tier_of(&at).unwrap();
            if tier < Tier(2) {
                assert_eq!(found, *expected, "node {node}");
            } else if metric == Metric::End {
                // Over, or all results of its moves are known.
                assert!(found.is_none() || found == *expected, "node {node}");
            }
        }
    }
    for coding in [Coding::Cell8, Coding::Cell16] {
        assert!(codings.contains(&coding), "{coding:?}");
    }
}
