//! Whatever the number of processes and the order in which parcels arrive, the table files are byte for
//! byte those that one process writes.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use yomikiri_cluster::batch::Packing;
use yomikiri_cluster::exchange::memory::{MemoryExchange, exchanges};
use yomikiri_cluster::solve::{ClusterSolver, Way};
use yomikiri_game_api::{Game, Indexer, Metric, Tiers};
use yomikiri_games::chess::{Chess, ChessIndexer, ChessTiers};
use yomikiri_games::janken::{Janken, JankenTiers};
use yomikiri_games::koma::{Koma, KomaTiers};
use yomikiri_games::tictactoe::{TicTacToe, TicTacToeTiers};
use yomikiri_games::xiangqi::{Xiangqi, XiangqiTiers};
use yomikiri_solver::lanes::{self, LaneShares};
use yomikiri_solver::tablebase::{
    SolveOrder, TableLocation, Tablebase, TablebaseError, TablebaseSpec,
};
use yomikiri_solver::{NoProgress, Progress};

/// A game and its tables.
struct Case<G: Game, T: Tiers<G>> {
    game: G,
    spec: TablebaseSpec<G, T>,
    what: Option<&'static str>,
    order: SolveOrder,
}

impl<G: Game, T: Tiers<G>> Case<G, T> {
    fn new(game: G, spec: TablebaseSpec<G, T>, what: Option<&'static str>, metric: Metric) -> Self {
        Case {
            game,
            spec,
            what,
            order: SolveOrder {
                threads: 1,
                metric,
                ..SolveOrder::default()
            },
        }
    }

    fn base(&self, dir: &Path) -> Tablebase<G, T> {
        let location = TableLocation::new(dir, "game");
        Tablebase::new(self.game.clone(), self.spec, location, Arc::default()).unwrap()
    }

    /// The files that one process writes.
    fn alone(&self) -> Vec<(String, Vec<u8>)> {
        let dir = tempfile::tempdir().unwrap();
        let base = self.base(dir.path());
        let wanted = base.parse_tiers(self.what).unwrap();
        base.solve(&wanted, &self.order, &NoProgress, |_| Ok(()))
            .unwrap();
        files(dir.path())
    }

    /// Solves with several processes, which are threads here; each has a progress of its own.
    fn together<P: Progress>(
        &self,
        dir: &Path,
        (processes, seed): (usize, u64),
        way: Way,
        resume: bool,
        progress: impl Fn(usize) -> P + Sync,
    ) -> Vec<Result<u64, TablebaseError>> {
        let order = SolveOrder {
            resume,
            ..self.order.clone()
        };
        let progress = &progress;
        let order = &order;
        let work = move |process: usize, mut exchange: MemoryExchange| {
            let base = self.base(dir);
            let solver = ClusterSolver::new(&mut exchange, way);
            let wanted = base.parse_tiers(self.what).unwrap();
            let progress = progress(process);
            let done = base.solve_with(&solver, &wanted, order, &progress, |_| Ok(()));
            let saved = solver.checkpoints();
            drop(solver);
            if done.is_err() {
                exchange.fail();
            }
            done.map(|()| saved)
        };
        std::thread::scope(|scope| {
            let all: Vec<_> = exchanges(processes, seed)
                .into_iter()
                .enumerate()
                .map(|(process, exchange)| scope.spawn(move || work(process, exchange)))
                .collect();
            all.into_iter()
                .map(|process| process.join().unwrap())
                .collect()
        })
    }

    fn check(&self, cases: &[(usize, u64)]) {
        let expected = self.alone();
        assert!(!expected.is_empty());
        for &(processes, seed) in cases {
            let dir = tempfile::tempdir().unwrap();
            let way = Way {
                packing: [Packing::Delta, Packing::Raw][seed as usize % 2],
                interval: Duration::from_secs(3600),
            };
            let done = self.together(dir.path(), (processes, seed), way, false, |_| NoProgress);
            for done in done {
                done.unwrap();
            }
            same(
                &files(dir.path()),
                &expected,
                &format!("{processes}, {seed}"),
            );
        }
    }
}

fn same(got: &[(String, Vec<u8>)], expected: &[(String, Vec<u8>)], which: &str) {
    let names = |files: &[(String, Vec<u8>)]| -> Vec<String> {
        files.iter().map(|(name, _)| name.clone()).collect()
    };
    assert_eq!(names(got), names(expected), "{which}");
    for ((name, got), (_, expected)) in got.iter().zip(expected) {
        assert!(got == expected, "{name}: {which}");
    }
}

/// The files below a directory with their contents, by name. Counts are written where they are asked for.
fn files(dir: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(dir).unwrap().flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        let name = name.to_string_lossy().into_owned();
        match path.is_dir() {
            true => found.extend(
                files(&path)
                    .into_iter()
                    .map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)),
            ),
            false if name.ends_with(".stats") => {}
            false => found.push((name, std::fs::read(&path).unwrap())),
        }
    }
    found.sort();
    found
}

fn chess(what: &'static str, metric: Metric) -> Case<Chess, ChessTiers> {
    let spec = TablebaseSpec {
        solve_tier: lanes::solve_tier::<Chess, ChessIndexer>,
        lane_shares: Some(LaneShares::new::<Chess>()),
        ..TablebaseSpec::new(|game| Ok(ChessTiers::new(game)))
    };
    Case::new(Chess::default(), spec, Some(what), metric)
}

/// The same, one position at a time where processes solve together.
fn chess_one_by_one(what: &'static str, metric: Metric) -> Case<Chess, ChessTiers> {
    let mut case = chess(what, metric);
    case.spec.lane_shares = None;
    case
}

fn janken(what: &'static str) -> Case<Janken, JankenTiers> {
    let spec = TablebaseSpec::new(JankenTiers::new);
    Case::new(Janken::default(), spec, Some(what), Metric::End)
}

fn is_slow() -> bool {
    std::env::var_os("YOMIKIRI_SLOW_TESTS").is_some()
}

#[test]
fn a_game_without_unmoves() {
    let spec = TablebaseSpec::new(|_: &TicTacToe| Ok(TicTacToeTiers));
    let cases: Vec<(usize, u64)> = (0..12).map(|seed| (1 + seed as usize % 5, seed)).collect();
    Case::new(TicTacToe, spec, None, Metric::End).check(&cases);
}

#[test]
fn a_game_as_a_whole() {
    let game = Koma::builtin("anpanman").unwrap();
    let spec = TablebaseSpec::new(|game: &Koma| Ok(KomaTiers::new(game)));
    let case = Case::new(game, spec, None, Metric::End);
    case.check(match is_slow() {
        true => &[(1, 0), (2, 1), (3, 2), (4, 3), (7, 4)],
        false => &[(3, 2)],
    });
}

#[test]
fn tiers_that_lead_to_other_tiers() {
    janken("1v1").check(&[(2, 3), (3, 4)]);
}

/// A pawn: conversions by promotion, layers by its place, and two metrics in which wins and losses have
/// any distance.
#[test]
fn chess_endings_with_layers_and_conversions() {
    for chess in [chess, chess_one_by_one] {
        chess("KPvK", Metric::End).check(&[(1, 5), (2, 6), (3, 7), (4, 8)]);
        chess("KPvK", Metric::Conversion).check(&[(2, 9), (3, 10)]);
        chess("KPvK", Metric::Zeroing).check(&[(3, 11)]);
    }
}

/// Both sides have the same pieces: the table leaves out rows that follow from others.
#[test]
fn rows_that_a_table_leaves_out() {
    chess("KNvKN", Metric::End).check(&[(2, 30), (3, 31)]);
}

#[test]
fn xiangqi_endings() {
    let spec = TablebaseSpec::new(|game: &Xiangqi| Ok(XiangqiTiers::new(game)));
    let case = Case::new(Xiangqi::default(), spec, Some("KNvK"), Metric::End);
    case.check(&[(2, 12), (3, 13)]);
}

/// All solve the plain tables; the first finds what perpetual check changes.
#[test]
fn tables_of_perpetual_check() {
    let spec = TablebaseSpec {
        in_check: Some(Xiangqi::in_check),
        can_check: Some(XiangqiTiers::can_check),
        ..TablebaseSpec::new(|game: &Xiangqi| Ok(XiangqiTiers::new(game)))
    };
    let case = Case::new(Xiangqi::default(), spec, Some("KRvKN"), Metric::Check);
    case.check(&[(2, 40), (3, 41)]);
}

/// Tables that are there become tables of values, by the first process; the others see the new ones.
#[test]
fn values_of_tables_that_are_there() {
    let spec = TablebaseSpec::new(|game: &Xiangqi| Ok(XiangqiTiers::new(game)));
    let case = || Case::new(Xiangqi::default(), spec, Some("KNvK"), Metric::End);
    let (plain, mut values) = (case(), case());
    (values.order.values_only, values.order.again) = (true, true);
    let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    for case in [&plain, &values] {
        let base = case.base(one.path());
        let wanted = base.parse_tiers(case.what).unwrap();
        base.solve(&wanted, &case.order, &NoProgress, |_| Ok(()))
            .unwrap();
        let together = case.together(two.path(), (3, 42), Way::default(), false, |_| NoProgress);
        together.into_iter().for_each(|done| _ = done.unwrap());
    }
    same(&files(two.path()), &files(one.path()), "values");
}

/// Minutes.
#[test]
fn larger_games() {
    if is_slow() {
        let all = [(1, 20), (2, 21), (3, 22), (4, 23)];
        chess("KQvKR", Metric::End).check(&all);
        chess("KPvKP", Metric::End).check(&all);
        janken("2v1").check(&all);
    }
}

/// Stops one process at the n-th query.
struct StopAt(std::sync::atomic::AtomicI64);

impl Progress for StopAt {
    fn stop(&self) -> bool {
        self.0.fetch_sub(1, std::sync::atomic::Ordering::Relaxed) <= 0
    }
}

/// A process ends in the middle; the others notice. Then all go on from the last whole checkpoint, with
/// another number of processes, until the end.
#[test]
fn any_number_of_processes_goes_on_from_a_checkpoint() {
    goes_on_from_a_checkpoint(&chess_one_by_one("KPvK", Metric::End));
}

#[test]
fn lanes_go_on_from_a_checkpoint() {
    goes_on_from_a_checkpoint(&chess("KPvK", Metric::End));
}

fn goes_on_from_a_checkpoint(case: &Case<Chess, ChessTiers>) {
    let expected = case.alone();
    let way = Way {
        packing: Packing::Delta,
        interval: Duration::ZERO,
    };
    for seed in 0..if is_slow() { 6 } else { 2 } {
        let dir = tempfile::tempdir().unwrap();
        let mut saved = 0;
        for (number, processes) in [2, 3].into_iter().enumerate() {
            let at = 150 + 230 * seed as i64 + 100 * number as i64;
            let victim = seed as usize % processes;
            let stop = |process| {
                let at = if process == victim { at } else { i64::MAX };
                StopAt(at.into())
            };
            let done = case.together(dir.path(), (processes, seed), way, true, stop);
            saved += files(dir.path()).len();
            if done.iter().all(Result::is_ok) {
                break;
            }
            assert!(done[victim].is_err());
        }
        assert!(saved > 0);
        let shares = files(dir.path()).into_iter();
        let shares: Vec<_> = shares.filter(|(name, _)| name.contains("share")).collect();
        // A damaged share makes its whole round worthless: an older one, or none, is taken.
        if let Some((name, bytes)) = shares.last().filter(|_| seed % 2 == 1) {
            std::fs::write(dir.path().join(name), &bytes[..bytes.len() / 2]).unwrap();
        }
        let done = case.together(dir.path(), (3, seed), way, true, |_| NoProgress);
        for done in done {
            done.unwrap();
        }
        same(&files(dir.path()), &expected, &format!("seed {seed}"));
    }
}

/// Layers begin with a period, so that every process has its share of each.
#[test]
fn localities_fit_to_layers() {
    let tiers = ChessTiers::new(&Chess::default());
    for name in ["KPvK", "KQvKR", "KPvKP"] {
        let tier = tiers.parse_tiers(Some(name)).unwrap()[0];
        let indexer = Tiers::<Chess>::indexer(&tiers, tier).unwrap();
        let locality = indexer.locality();
        assert_eq!(locality.period % locality.block, 0);
        for layer in indexer.layers() {
            assert_eq!(layer.start % locality.period, 0);
        }
    }
}
