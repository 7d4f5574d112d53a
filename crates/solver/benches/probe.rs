//! Solving Anpanman shogi, and probing its table: best of five runs. Every run asserts its answer.
//!
//! `cargo bench -p yomikiri-solver`

use std::sync::Arc;
use std::time::{Duration, Instant};

use yomikiri_game_api::{Indexer, Metric, Probe, SplitMix64, Tier, Value};
use yomikiri_games::koma::{Koma, KomaIndexer, KomaTiers, Position};
use yomikiri_solver::local::{Settings, solve};
use yomikiri_solver::tablebase::{SolveOrder, TableLocation, Tablebase, TablebaseSpec};
use yomikiri_solver::verify::verify;
use yomikiri_solver::{Cells, NoProgress, Solved};

const RUNS: usize = 5;
const PROBES: usize = 200_000;
const COLD_PROBES: usize = 500;

/// Prints the best of some runs as a rate.
fn measure(name: &str, unit: &str, count: u64, mut run: impl FnMut()) {
    let time = |run: &mut dyn FnMut()| {
        let begun = Instant::now();
        run();
        begun.elapsed()
    };
    let best: Option<Duration> = (0..RUNS).map(|_| time(&mut run)).min();
    let seconds = best.expect("there are runs").as_secs_f64();
    let rate = count as f64 / seconds;
    let micros = 1e6 / rate;
    println!("{name:<28} {seconds:>8.4} s {rate:>13.0} {unit}/s {micros:>9.3} µs each");
}

fn main() {
    let game = Koma::builtin("anpanman").expect("a built-in game");
    let indexer = Arc::new(KomaIndexer::new(&game).expect("a small game"));
    let settings = Settings::default();
    let mut cells = Cells::from_u8(Vec::new());
    measure("solve, one thread", "indices", indexer.size(), || {
        let solution = solve::<Koma, _>(&*indexer, &settings, &NoProgress);
        cells = solution.expect("nothing interrupts").cells;
        let wins = cells.indices().filter(|&index| cells.is_win(index)).count();
        assert_eq!(wins, 524_167);
    });
    measure("verify, one thread", "indices", indexer.size(), || {
        let verdict = verify(
            &Solved::whole(&game, &*indexer, &cells),
            None,
            1,
            &NoProgress,
        );
        assert!(verdict.faults.is_empty());
    });

    let folder = tempfile::tempdir().expect("a folder");
    let spec = TablebaseSpec::new(|game: &Koma| Ok(KomaTiers::new(game)));
    let open = || {
        let location = TableLocation::new(folder.path(), "anpanman");
        Tablebase::new(game.clone(), spec, location, Arc::default()).expect("tiers")
    };
    let warm = open();
    let order = SolveOrder {
        threads: 1,
        ..SolveOrder::default()
    };
    let written = warm.solve(&[Tier::WHOLE], &order, &NoProgress, |_| Ok(()));
    written.expect("written");
    let mut rng = SplitMix64::new(1);
    let mut asked: Vec<(Position, Option<Value>)> = Vec::with_capacity(PROBES);
    while asked.len() < PROBES {
        let index = rng.below(indexer.size() as usize) as u64;
        if let Some(at) = indexer.position(index) {
            let value = cells.answer(index).map(|known| known.value);
            asked.push((at, value));
        }
    }
    let check = |probe: &Tablebase<Koma, KomaTiers>, some: &[(Position, Option<Value>)]| {
        for (at, value) in some {
            let found = probe.probe(&game, at).expect("a good table");
            assert_eq!(found.map(|found| found.value), *value);
        }
    };
    check(&warm, &asked);
    measure("probe, table open", "probes", PROBES as u64, || {
        check(&warm, &asked);
    });
    // The file is in the system's memory, but every probe opens it, reads a block and unpacks it.
    measure(
        "probe, table just opened",
        "probes",
        COLD_PROBES as u64,
        || {
            for one in asked.chunks(1).take(COLD_PROBES) {
                check(&open(), one);
            }
        },
    );
    let table = warm.open(Tier::WHOLE, Metric::End).expect("a table");
    let blocks = table.table().header().blocks();
    measure("read and unpack a block", "blocks", blocks, || {
        let last = (0..blocks)
            .map(|number| table.table().block(number).expect("a block").indices().end)
            .max();
        assert_eq!(last, Some(indexer.size()));
    });
}
