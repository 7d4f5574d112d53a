//! Solving Anpanman shogi, and probing its table: best of five runs. Every run asserts its answer.
//!
//! `cargo bench -p yomikiri-solver`

use std::sync::Arc;
use std::time::{Duration, Instant};

use yomikiri_game_api::{Indexed, Probe, SplitMix64, Value};
use yomikiri_games::koma::{Koma, KomaIndex, Position};
use yomikiri_solver::local::{Settings, solve};
use yomikiri_solver::probe::TableProbe;
use yomikiri_solver::table::{Contents, Header, Held, Packing, Table, write};
use yomikiri_solver::verify::verify;
use yomikiri_solver::{Cells, Silent, Solved};

const RUNS: usize = 5;
/// Slots in a block: as tables have them.
const BLOCK: u32 = 4096;
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
    let index = Arc::new(KomaIndex::new(&game).expect("a small game"));
    let settings = Settings::default();
    let mut cells = Cells::parity(Vec::new());
    measure("solve, one thread", "slots", index.slots(), || {
        let solution = solve::<Koma, _>(&*index, &settings, &Silent);
        cells = solution.expect("nothing interrupts").cells;
        let wins = cells.slots().filter(|&slot| cells.is_win(slot)).count();
        assert_eq!(wins, 524_167);
    });
    measure("verify, one thread", "slots", index.slots(), || {
        let verdict = verify(&Solved::whole(&game, &*index, &cells), None, 1, &Silent);
        assert!(verdict.faults.is_empty());
    });

    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("anpanman.ytb");
    let header = Header {
        description: String::new(),
        fingerprint: [0; 32],
        contents: Contents::Distance,
        coding: cells.coding(),
        slots: index.slots(),
        held: Held::all(index.slots()),
        block: BLOCK,
        deepest: 0,
    };
    write(&path, &header, &cells, Packing::Quick, 1).expect("written");
    let open = || Table::open(&path).expect("a table");
    let mut rng = SplitMix64::new(1);
    let mut asked: Vec<(Position, Option<Value>)> = Vec::with_capacity(PROBES);
    while asked.len() < PROBES {
        let slot = rng.below(index.slots() as usize) as u64;
        if let Some(at) = index.position(slot) {
            let value = cells.answer(slot).map(|known| known.value);
            asked.push((at, value));
        }
    }
    let check = |probe: &TableProbe<KomaIndex>, some: &[(Position, Option<Value>)]| {
        for (at, value) in some {
            let found = probe.probe(&game, at).expect("a good table");
            assert_eq!(found.map(|found| found.value), *value);
        }
    };
    let warm = TableProbe::new(Arc::clone(&index), Arc::new(open()));
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
                check(&TableProbe::new(Arc::clone(&index), Arc::new(open())), one);
            }
        },
    );
    let blocks = header.blocks();
    measure("read and unpack a block", "blocks", blocks, || {
        let last = (0..blocks)
            .map(|number| warm.table().block(number).expect("a block").slots().end)
            .max();
        assert_eq!(last, Some(index.slots()));
    });
}
