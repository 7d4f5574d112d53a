//! Probing tables of chess endings: nanoseconds of CPU for a probe, by values alone and by distance to
//! mate, on random legal positions of all 35 materials of three and four pieces, either side to move,
//! shuffled. *Warm*: every block has been decoded before; best of five rounds. *Cold*: the table is open
//! but nothing of it has been decoded, and the file is in the system's memory; the median. Every answer
//! is compared with the cells.
//!
//! The baseline, in the same run and on the same positions, is the same question to arrays in memory:
//! the rules, the material, the index, one array element. *Together*: all positions are asked for at once, and
//! those of a table are looked up together. The line *all cores* is the CPU of a probe
//! where every core probes at once: a lock would show there.
//!
//! `cargo bench -p yomikiri-solver --bench chess_probe`; `-- KRvKP KQvKR` mixes these materials only, `-- mixed` leaves
//! out the figures of each table.
//! `YOMIKIRI_BENCH_TABLES` names a directory where the tables stay for the next run. `YOMIKIRI_FATHOM`
//! names a program to compare with: it gets a file of positions (FEN, one a line) as its argument and
//! prints wins, draws, losses (for the side to move) and nanoseconds of CPU a probe, the best of its
//! rounds, in one line. The last line tells the bytes of all tables.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use endings::{Solved, THREADS, Way, cpu_seconds, solve, tablebase};
use yomikiri_game_api::{
    Game, Indexer, Metric, Notation, Probe, Probed, SplitMix64, Tier, Tiers, Value,
};
use yomikiri_games::chess::{Chess, ChessTiers, Position};
use yomikiri_solver::NoProgress;
use yomikiri_solver::tablebase::{SolveOrder, Tablebase};

mod endings;

/// Positions of a material, and how often all are probed in a round: CPU time is told in hundredths of
/// a second.
const POSITIONS: usize = 3_000;
const PASSES: usize = 20;
const ROUNDS: usize = 5;
/// Cold probes of a material: every one of them decodes blocks anew.
const COLD: usize = 40;

type Base = Tablebase<Chess, ChessTiers>;

/// A position and what is true of it.
struct Question {
    at: Position,
    tier: Tier,
    right: Probed,
}

/// The tables in a folder, all opened, nothing of them decoded.
fn fresh(folder: &Path, solved: &Solved) -> Base {
    let base = tablebase(folder, Way::Lanes);
    for &tier in solved.keys() {
        base.open(tier, Metric::End).expect("a table");
    }
    base
}

/// Random legal positions of some materials that are not over, shuffled.
fn questions(base: &Base, tiers: &[Tier], solved: &Solved) -> Vec<Question> {
    let mut rng = SplitMix64::new(22);
    let mut all = Vec::new();
    for &tier in tiers {
        let (indexer, cells) = (base.indexer(tier).expect("an indexer"), &solved[&tier]);
        let mut found = 0;
        while found < POSITIONS {
            let index = rng.below(indexer.size() as usize) as u64;
            let at = indexer.position(index);
            let Some(at) = at.filter(|at| base.game().outcome(at).is_none()) else {
                continue;
            };
            let right = cells.answer(index).expect("a legal position");
            all.push(Question { at, tier, right });
            found += 1;
        }
    }
    for i in (1..all.len()).rev() {
        all.swap(i, rng.below(i + 1));
    }
    all
}

/// Nanoseconds of CPU that each of `all` takes, best of some rounds.
fn measure(all: &[Question], mut ask: impl FnMut(&Question)) -> f64 {
    all.iter().for_each(&mut ask);
    let round = |_| {
        let begun = cpu_seconds();
        for _ in 0..PASSES {
            all.iter().for_each(&mut ask);
        }
        (cpu_seconds() - begun) * 1e9 / (PASSES * all.len()) as f64
    };
    (0..ROUNDS).map(round).fold(f64::INFINITY, f64::min)
}

/// Asks tables, and compares.
fn ask(base: &Base, values_only: bool, question: &Question) {
    let found = base.probe(base.game(), &question.at).expect("good tables");
    match values_only {
        true => assert_eq!(found.map(|f| f.value), Some(question.right.value)),
        false => assert_eq!(found, Some(question.right)),
    }
}

/// The same on every core at once.
fn measure_on_all_cores(base: &Base, values_only: bool, all: &[Question]) -> f64 {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let round = |_| {
        let begun = cpu_seconds();
        std::thread::scope(|scope| {
            for core in 0..cores {
                scope.spawn(move || {
                    for _ in 0..PASSES {
                        let mine = all.iter().skip(core * all.len() / cores);
                        mine.chain(&all[..core * all.len() / cores])
                            .for_each(|one| ask(base, values_only, one));
                    }
                });
            }
        });
        (cpu_seconds() - begun) * 1e9 / (PASSES * cores * all.len()) as f64
    };
    (0..ROUNDS).map(round).fold(f64::INFINITY, f64::min)
}

/// All at once by the function for many positions, on so many threads; every answer is compared.
fn measure_together(base: &Base, values_only: bool, all: &[Question], threads: usize) -> f64 {
    let positions: Vec<Position> = all.iter().map(|question| question.at).collect();
    let ask = || {
        let found = base.values(&positions, Metric::End, threads);
        let found = found.expect("good tables");
        for (found, question) in found.iter().zip(all) {
            match values_only {
                true => assert_eq!(found.map(|f| f.value), Some(question.right.value)),
                false => assert_eq!(*found, Some(question.right)),
            }
        }
    };
    ask();
    let round = |_| {
        let begun = cpu_seconds();
        (0..PASSES).for_each(|_| ask());
        (cpu_seconds() - begun) * 1e9 / (PASSES * all.len()) as f64
    };
    (0..ROUNDS).map(round).fold(f64::INFINITY, f64::min)
}

/// Microseconds of first probes, the median.
fn cold(folder: &Path, solved: &Solved, values_only: bool, all: &[Question]) -> f64 {
    let first = |question: &Question| {
        let base = fresh(folder, solved);
        let begun = Instant::now();
        ask(&base, values_only, question);
        begun.elapsed().as_secs_f64() * 1e6
    };
    let mut times: Vec<f64> = all.iter().map(first).collect();
    times.sort_unstable_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Asks another program; its nanoseconds a probe.
fn peer(program: &str, folder: &Path, game: &Chess, all: &[Question]) -> f64 {
    let path = folder.join("positions.fen");
    let mut file = std::fs::File::create(&path).expect("a file");
    for question in all {
        writeln!(file, "{}", game.write_position(&question.at)).expect("written");
    }
    let said = Command::new(program).arg(&path).output().expect("a peer");
    let said = String::from_utf8(said.stdout).expect("text");
    let numbers: Vec<f64> = said
        .split_whitespace()
        .filter_map(|word| word.parse().ok())
        .collect();
    let count = |value| {
        let same = all.iter().filter(|question| question.right.value == value);
        same.count() as f64
    };
    let counts = [Value::Win, Value::Draw, Value::Loss].map(count);
    assert_eq!(numbers[..3], counts, "the peer knows better");
    numbers[3]
}

fn main() {
    let asked: Vec<String> = std::env::args()
        .skip(1)
        .filter(|name| !name.starts_with('-'))
        .collect();
    let (words, names): (Vec<&str>, Vec<&str>) = asked
        .iter()
        .map(String::as_str)
        .partition(|name| *name == "mixed");
    let names = match names.is_empty() {
        true => vec!["3men", "4men"],
        false => names,
    };
    let temporary = tempfile::tempdir().expect("a folder");
    let folder = std::env::var_os("YOMIKIRI_BENCH_TABLES");
    let folder = folder.map_or(temporary.path().to_owned(), PathBuf::from);
    let kinds = ["values", "mate"];
    let folders = kinds.map(|kind| folder.join(kind));
    let base = tablebase(&folders[1], Way::Lanes);
    let mut of: Vec<Tier> = names
        .iter()
        .flat_map(|name| base.parse_tiers(Some(name)).expect("a material"))
        .collect();
    of.sort_unstable();
    of.dedup();
    let mut solved = Solved::new();
    for &tier in &of {
        solve(&base, tier, &mut solved, &NoProgress);
    }
    let mut bytes = [0; 2];
    for (kind, bytes) in bytes.iter_mut().enumerate() {
        let order = SolveOrder {
            threads: THREADS,
            values_only: kind == 0,
            ..SolveOrder::default()
        };
        let all: Vec<Tier> = solved.keys().copied().collect();
        let base = tablebase(&folders[kind], Way::Lanes);
        let written = base.solve(&all, &order, &NoProgress, |solved| {
            *bytes += solved.bytes;
            Ok(())
        });
        written.expect("written");
    }
    let all = questions(&base, &of, &solved);
    let cold_ones: Vec<_> = of
        .iter()
        .map(|&tier| {
            let own = questions(&base, &[tier], &solved);
            own.into_iter().take(COLD).collect::<Vec<_>>()
        })
        .collect();
    let tables = [0, 1].map(|kind| fresh(&folders[kind], &solved));

    if words.is_empty() {
        println!("material   values: ns warm  µs cold     mate: ns warm  µs cold");
    }
    for (&tier, cold_ones) in of.iter().zip(&cold_ones).filter(|_| words.is_empty()) {
        let own = questions(&base, &[tier], &solved);
        let mut line = format!("{:8}", base.table_name(tier));
        for kind in [0, 1] {
            let warm = measure(&own, |question| ask(&tables[kind], kind == 0, question));
            let cold = cold(&folders[kind], &solved, kind == 0, cold_ones);
            line += &format!("     {warm:12.0} {cold:8.1}");
        }
        println!("{line}");
    }
    let arrays = measure(&all, |question| {
        let found = match Probed::of_end(base.game(), &question.at) {
            Some(over) => over,
            None => {
                let tier = base.tiers().tier_of(&question.at).expect("a material");
                assert_eq!(tier, question.tier);
                let index = base.indexer(tier).expect("an indexer").index(&question.at);
                let known = solved[&tier].answer(index.expect("an index"));
                known.expect("a legal position")
            }
        };
        assert_eq!(found, question.right);
    });
    println!("all mixed, ns of CPU a probe:");
    println!("arrays in memory        {arrays:7.0}");
    let (mut ours, mut many) = ([0.0; 2], [0.0; 2]);
    for kind in [0, 1] {
        let warm = measure(&all, |question| ask(&tables[kind], kind == 0, question));
        let at_once = measure_on_all_cores(&tables[kind], kind == 0, &all);
        println!(
            "{:8}                {warm:7.0}  {:.2} x arrays",
            kinds[kind],
            warm / arrays
        );
        println!(
            "{:8} all cores      {at_once:7.0}  {:.2} x arrays",
            kinds[kind],
            at_once / arrays
        );
        ours[kind] = warm;
        for (threads, name) in [(1, "together"), (THREADS, "together, all cores")] {
            let together = measure_together(&tables[kind], kind == 0, &all, threads);
            println!("{:8} {name:20}{together:7.0}", kinds[kind]);
            if threads == 1 {
                many[kind] = together;
            }
        }
    }
    if let Ok(program) = std::env::var("YOMIKIRI_FATHOM") {
        let peer = peer(&program, temporary.path(), base.game(), &all);
        println!(
            "Fathom                  {peer:7.0}  values {:.2} x, mate {:.2} x, together {:.2} x and {:.2} x",
            ours[0] / peer,
            ours[1] / peer,
            many[0] / peer,
            many[1] / peer
        );
    }
    println!(
        "{} tables: values {} bytes, mate {} bytes",
        solved.len(),
        bytes[0],
        bytes[1]
    );
}
