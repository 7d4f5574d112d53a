//! With less memory than the state takes, the table files are byte for byte those of a solve in memory.

mod common;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use yomikiri_game_api::{Game, Indexer, Metric, Tiers};
use yomikiri_games::chess::{Chess, ChessIndexer, ChessTiers};
use yomikiri_games::janken::{Janken, JankenTiers};
use yomikiri_games::koma::{Koma, KomaIndexer, KomaTiers};
use yomikiri_games::tictactoe::{TicTacToe, TicTacToeTiers};
use yomikiri_games::xiangqi::{Xiangqi, XiangqiTiers};
use yomikiri_solver::cell::Coding;
use yomikiri_solver::local::{Settings, SolveError, solve};
use yomikiri_solver::stream::tally::Tally;
use yomikiri_solver::stream::{self, Limits, state_bytes};
use yomikiri_solver::tablebase::{
    MemoryLimit, SolveOrder, TableLocation, Tablebase, TablebaseError, TablebaseSpec,
};
use yomikiri_solver::{NoProgress, Progress, lanes};

use common::stop_at;

/// A game and its tables.
struct Case<G: Game, T: Tiers<G>> {
    game: G,
    spec: TablebaseSpec<G, T>,
    what: Option<&'static str>,
    metric: Metric,
}

impl<G: Game, T: Tiers<G>> Case<G, T> {
    fn solve(
        &self,
        dir: &Path,
        limit: Option<MemoryLimit>,
        (threads, resume): (usize, bool),
        progress: &dyn Progress,
    ) -> Result<(), TablebaseError> {
        let location = TableLocation::new(dir, "game");
        let base = Tablebase::new(self.game.clone(), self.spec, location, Arc::default()).unwrap();
        let order = SolveOrder {
            threads,
            resume,
            metric: self.metric,
            limit,
            ..SolveOrder::default()
        };
        let wanted = base.parse_tiers(self.what).unwrap();
        base.solve(&wanted, &order, progress, |solved| {
            if let Some(cells) = &solved.cells {
                base.count_solved(solved.tier, self.metric, cells, threads, &NoProgress)?;
            }
            Ok(())
        })
    }

    fn expected(&self) -> Vec<(String, Vec<u8>)> {
        let dir = tempfile::tempdir().unwrap();
        let done = self.solve(dir.path(), None, (2, false), &NoProgress);
        done.unwrap();
        files(dir.path())
    }

    fn check(&self, limits: &[u64]) {
        let expected = self.expected();
        assert!(!expected.is_empty());
        for &bytes in limits {
            let dir = tempfile::tempdir().unwrap();
            let done = self.solve(dir.path(), limit(bytes), (2, false), &NoProgress);
            done.unwrap();
            same(&files(dir.path()), &expected, bytes);
        }
    }
}

fn limit(bytes: u64) -> Option<MemoryLimit> {
    Some(MemoryLimit {
        bytes,
        scratch: None,
    })
}

fn same(got: &[(String, Vec<u8>)], expected: &[(String, Vec<u8>)], bytes: u64) {
    let names = |files: &[(String, Vec<u8>)]| -> Vec<String> {
        files.iter().map(|(name, _)| name.clone()).collect()
    };
    assert_eq!(names(got), names(expected), "{bytes}");
    for ((name, got), (_, expected)) in got.iter().zip(expected) {
        assert!(got == expected, "{name}: {bytes}");
    }
}

/// The files below a directory with their contents, by name.
fn files(dir: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(dir).unwrap().flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        let name = name.to_string_lossy().into_owned();
        match path.is_dir() {
            true => found.extend(
                files(&path)
                    .into_iter()
                    .map(|(below, bytes)| (format!("{name}/{below}"), bytes)),
            ),
            false => found.push((name, std::fs::read(&path).unwrap())),
        }
    }
    found.sort();
    found
}

fn anpanman() -> Case<Koma, KomaTiers> {
    Case {
        game: Koma::builtin("anpanman").unwrap(),
        spec: TablebaseSpec::new(|game| Ok(KomaTiers::new(game))),
        what: None,
        metric: Metric::End,
    }
}

fn chess(what: &'static str, metric: Metric) -> Case<Chess, ChessTiers> {
    Case {
        game: Chess::default(),
        spec: TablebaseSpec {
            solve_tier: lanes::solve_tier::<Chess, ChessIndexer>,
            reconstruct: lanes::reconstruct::<Chess, ChessIndexer>,
            lane_shares: Some(lanes::LaneShares::new::<Chess>()),
            ..TablebaseSpec::new(|game| Ok(ChessTiers::new(game)))
        },
        what: Some(what),
        metric,
    }
}

#[test]
fn anpanman_in_a_tenth_of_its_state() {
    let case = anpanman();
    let indexer = KomaIndexer::new(&case.game).unwrap();
    let state = state_bytes::<Koma, _>(&indexer, Coding::Cell8);
    assert_eq!(state, indexer.size());
    case.check(&[state / 10, state / 20, state - 1]);
}

#[test]
fn the_memory_that_is_allocated_stays_below_the_limit() {
    let game = Koma::builtin("anpanman").unwrap();
    let indexer = KomaIndexer::new(&game).unwrap();
    let expected = solve::<Koma, _>(&indexer, &Settings::default(), &NoProgress).unwrap();
    let nothing = |_: usize, _: u64| None;
    for (memory, threads) in [(130_000, 1), (130_000, 4), (70_000, 2), (600_000, 2)] {
        let dir = tempfile::tempdir().unwrap();
        let limits = Limits {
            memory,
            dir: dir.path().join("working"),
        };
        let (tally, settings) = (
            Tally::default(),
            Settings {
                threads,
                ..Settings::default()
            },
        );
        let place = (&limits, &tally);
        let solved =
            stream::solve_tier::<Koma, _>(&indexer, &nothing, &settings, place, &NoProgress);
        let solved = solved.unwrap();
        assert!(!solved.cells.is_loaded());
        assert_eq!(solved.cells.part(0..indexer.size()), expected.cells);
        assert_eq!(solved.rounds, expected.rounds);
        let most = tally.most();
        assert!(most <= memory && most > memory / 4, "{most} of {memory}");
    }
}

#[test]
fn chess_endings() {
    // Lanes and none, pawns in layers, cells of one byte and two.
    chess("KBBvK", Metric::End).check(&[1_000_000]);
    chess("KQvKR", Metric::End).check(&[800_000]);
    chess("KPvK", Metric::End).check(&[70_000]);
    chess("KPvK", Metric::Zeroing).check(&[100_000]);
    chess("KRvKN", Metric::Conversion).check(&[1_600_000]);
    // A table that leaves rows out; little memory for one thread and none for two.
    chess("KRvKR", Metric::End).check(&[300_000, 150_000]);
}

#[test]
fn xiangqi_endings() {
    let case = |what| Case {
        game: Xiangqi::default(),
        spec: TablebaseSpec::new(|game| Ok(XiangqiTiers::new(game))),
        what: Some(what),
        metric: Metric::End,
    };
    case("KRvK").check(&[20_000, 30_000]);
    case("KPvKA").check(&[60_000]);
}

#[test]
fn janken_two_against_one() {
    let case = Case {
        game: Janken::default(),
        spec: TablebaseSpec::new(JankenTiers::new),
        what: Some("2v1"),
        metric: Metric::End,
    };
    case.check(&[300_000]);
}

#[test]
fn a_game_without_unmoves_fits_or_is_refused() {
    let case = Case {
        game: TicTacToe,
        spec: TablebaseSpec::new(|_: &TicTacToe| Ok(TicTacToeTiers)),
        what: None,
        metric: Metric::End,
    };
    case.check(&[1_000_000]);
    let dir = tempfile::tempdir().unwrap();
    let refused = case.solve(dir.path(), limit(1_000), (1, false), &NoProgress);
    let refused = refused.unwrap_err().to_string();
    assert!(refused.contains("expected at least"), "{refused}");
}

#[test]
fn too_little_memory_is_refused_with_what_would_do() {
    let dir = tempfile::tempdir().unwrap();
    let refused = anpanman().solve(dir.path(), limit(5_000), (1, false), &NoProgress);
    let refused = refused.unwrap_err().to_string();
    let expected = refused.strip_prefix("expected at least ").expect(&refused);
    let least: u64 = expected.split_once(' ').unwrap().0.parse().unwrap();
    anpanman()
        .solve(dir.path(), limit(least), (1, false), &NoProgress)
        .unwrap();
}

#[test]
fn an_interrupted_solve_goes_on_with_the_same_result() {
    let case = anpanman();
    let expected = case.expected();
    let (mut interrupted, mut at) = (0, 40);
    loop {
        let dir = tempfile::tempdir().unwrap();
        let stop = stop_at(at);
        match case.solve(dir.path(), limit(130_000), (1, false), &stop) {
            Ok(()) => break,
            Err(TablebaseError::Interrupted { saved, .. }) => {
                interrupted += 1;
                let left = files(dir.path());
                assert!(left.iter().all(|(name, _)| !name.ends_with(".ytb")));
                assert_eq!(saved, left.iter().any(|(name, _)| name.ends_with("/state")));
                // Also with another size of buckets.
                let memory = [130_000, 90_000, 300_000][interrupted % 3];
                let done = case.solve(dir.path(), limit(memory), (1, true), &NoProgress);
                done.unwrap();
                same(&files(dir.path()), &expected, at);
            }
            Err(other) => panic!("{other}"),
        }
        at += 60 + at / 4;
    }
    assert!(interrupted > 8, "{interrupted}");
}

/// The same in lanes: with pawns in layers, in a table that leaves rows out, and after every part of the work.
#[test]
fn an_interrupted_solve_in_lanes_goes_on_with_the_same_result() {
    for (what, memory, step) in [
        ("KPvK", 70_000, 13),
        ("KRvKR", 900_000, 60),
        ("KRvKN", 700_000, 60),
    ] {
        let case = chess(what, Metric::End);
        let expected = case.expected();
        let (mut interrupted, mut saved_states, mut at) = (0, 0, step);
        loop {
            let dir = tempfile::tempdir().unwrap();
            let stop = stop_at(at);
            match case.solve(dir.path(), limit(memory), (1, false), &stop) {
                Ok(()) => break,
                Err(TablebaseError::Interrupted { saved, .. }) => {
                    interrupted += 1;
                    saved_states += u64::from(saved);
                    // Once more, and then also with more memory and threads.
                    let again = stop_at(at / 2 + 7);
                    let _ = case.solve(dir.path(), limit(memory), (1, true), &again);
                    let rest = (1 + interrupted % 2, true);
                    let more = limit(memory + memory / 2 * (interrupted as u64 % 2));
                    let done = case.solve(dir.path(), more, rest, &NoProgress);
                    done.unwrap();
                    same(&files(dir.path()), &expected, at);
                }
                Err(other) => panic!("{other}"),
            }
            at += step + at / 3;
        }
        assert!(interrupted > 5, "{what}: {interrupted}");
        assert!(saved_states > 1, "{what}: {saved_states} of {interrupted}");
    }
}

/// A process that is killed leaves cells of later rounds than the last checkpoint says.
#[test]
fn cells_of_later_rounds_are_forgotten() {
    let game = Koma::builtin("anpanman").unwrap();
    let indexer = KomaIndexer::new(&game).unwrap();
    let expected = solve::<Koma, _>(&indexer, &Settings::default(), &NoProgress).unwrap();
    let nothing = |_: usize, _: u64| None;
    let dir = tempfile::tempdir().unwrap();
    let limits = Limits {
        memory: 130_000,
        dir: dir.path().join("working"),
    };
    let (tally, state) = (Tally::default(), limits.dir.join("state"));
    let settings = Settings {
        checkpoint: Some((dir.path().join("checkpoint"), Duration::ZERO)),
        resume: true,
        ..Settings::default()
    };
    let mut early = None;
    let mut at = 300;
    loop {
        let stop = stop_at(at);
        let place = (&limits, &tally);
        let done = stream::solve_tier::<Koma, _>(&indexer, &nothing, &settings, place, &stop);
        match done {
            Ok(solved) => {
                assert_eq!(solved.cells.part(0..indexer.size()), expected.cells);
                break;
            }
            Err(SolveError::Interrupted { saved }) => {
                // Every other time the state of an earlier interruption comes back.
                let now = std::fs::read(&state).ok().filter(|_| saved);
                if let Some(early) = early.take() {
                    std::fs::write(&state, early).unwrap();
                } else {
                    early = now;
                }
                at += 200;
            }
            Err(other) => panic!("{other}"),
        }
    }
}

#[test]
fn a_directory_for_working_files_is_used_and_left_empty() {
    let (dir, scratch) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let limit = || {
        Some(MemoryLimit {
            bytes: 130_000,
            scratch: Some(scratch.path().to_owned()),
        })
    };
    let case = anpanman();
    let stop = stop_at(2_000);
    case.solve(dir.path(), limit(), (1, false), &stop)
        .unwrap_err();
    assert!(!files(scratch.path()).is_empty() && files(dir.path()).is_empty());
    case.solve(dir.path(), limit(), (1, true), &NoProgress)
        .unwrap();
    assert!(files(scratch.path()).is_empty());
    same(&files(dir.path()), &case.expected(), 0);
}
