//! An interrupted solve continues to the same result.

mod common;

use std::time::Duration;

use common::{game, settings, solve_with, stop_at};
use yomikiri_games::koma::{Koma, KomaIndexer};
use yomikiri_solver::NoProgress;
use yomikiri_solver::local::{Settings, SolveError, solve};

#[test]
fn an_interrupted_solve_goes_on_to_the_same_cells() {
    let indexer = KomaIndexer::new(&game("anpanman")).unwrap();
    let counting = stop_at(u64::MAX);
    let whole = solve_with(&indexer, &settings(1), &counting);
    let asked = counting.asked.into_inner();
    let folder = tempfile::tempdir().unwrap();
    let mut saved_ones = 0;
    for part in 1..10 {
        let path = folder.path().join(format!("{part}.checkpoint"));
        // Every other run also writes a checkpoint after each round.
        let often = Duration::from_secs(if part % 2 == 0 { 0 } else { 3600 });
        let mut with_file = Settings {
            checkpoint: Some((path.clone(), often)),
            ..settings(part as usize % 3 + 1)
        };
        let stopped = solve::<Koma, _>(&indexer, &with_file, &stop_at(asked * part / 10));
        let Err(SolveError::Interrupted { saved }) = stopped else {
            panic!("expected an interruption in part {part}");
        };
        saved_ones += u32::from(saved);
        assert_eq!(saved, path.exists());
        with_file.resume = true;
        let resumed = solve_with(&indexer, &with_file, &NoProgress);
        assert!(resumed.cells == whole.cells, "part {part}");
        assert_eq!(resumed.rounds, whole.rounds);
    }
    assert!(saved_ones > 2, "the state was saved {saved_ones} times");
}

#[test]
fn foreign_and_damaged_checkpoints_are_refused() {
    let indexer = KomaIndexer::new(&game("anpanman")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("solve.checkpoint");
    let with_file = Settings {
        checkpoint: Some((path.clone(), Duration::ZERO)),
        resume: true,
        ..settings(2)
    };
    solve_with(&indexer, &with_file, &NoProgress);
    let whole = std::fs::read(&path).unwrap();
    let other_rules = Settings {
        fingerprint: [8; 32],
        ..with_file.clone()
    };
    let refused = |settings: &Settings| {
        let error = solve::<Koma, _>(&indexer, settings, &NoProgress).unwrap_err();
        assert!(matches!(error, SolveError::Checkpoint { .. }), "{error}");
    };
    refused(&other_rules);
    let middle = whole.len() / 2;
    for at in [0, 20, 45, 60, middle, whole.len() - 1] {
        let mut damaged = whole.clone();
        damaged[at] ^= 1;
        std::fs::write(&path, damaged).unwrap();
        refused(&with_file);
    }
    for length in [0, 10, 51, middle, whole.len() - 1] {
        std::fs::write(&path, &whole[..length]).unwrap();
        refused(&with_file);
    }
}
