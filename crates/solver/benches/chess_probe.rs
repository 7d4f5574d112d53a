//! Probing tables of chess endings: time of a probe of a random legal position, by values alone and
//! by distance to mate, apart for the side whose cells a table holds and for the one it leaves out.
//! *Warm*: every block has been decoded before; best of five rounds. *Cold*: the tables are open but
//! no block has been decoded, the files are in the system's memory; the median. Every answer is
//! compared with the cells.
//!
//! `cargo bench -p yomikiri-solver --bench chess_probe`; `-- KRvKP` or `-- 4men` asks others. The last
//! line tells the bytes of all tables that were written for it.

use std::path::Path;
use std::time::Instant;

use endings::{Solved, THREADS, Way, solve, tablebase};
use yomikiri_game_api::{Game, Indexer, Metric, Probe, Probed, SplitMix64, Tier};
use yomikiri_games::chess::{Chess, ChessTiers, Position};
use yomikiri_solver::NoProgress;
use yomikiri_solver::tablebase::{SolveOrder, Tablebase};

mod endings;

const ASKED: [&str; 4] = ["KBNvK", "KQvKR", "KRPvK", "KRvKP"];
/// Positions that are probed warm, and cold: few, for every one of them decodes blocks anew.
const WARM: usize = 100_000;
const COLD: usize = 300;
const ROUNDS: usize = 5;

/// The tables in a folder, all opened, nothing of them decoded.
fn fresh(folder: &Path, solved: &Solved) -> Tablebase<Chess, ChessTiers> {
    let base = tablebase(folder, Way::Lanes);
    for &tier in solved.keys() {
        base.open(tier, Metric::End).expect("a table");
    }
    base
}

fn main() {
    let asked: Vec<String> = std::env::args()
        .skip(1)
        .filter(|name| !name.starts_with('-'))
        .collect();
    let names: Vec<&str> = match asked.is_empty() {
        true => ASKED.to_vec(),
        false => asked.iter().map(String::as_str).collect(),
    };
    let folder = tempfile::tempdir().expect("a folder");
    let kinds = ["values", "mate"];
    let bases = kinds.map(|kind| tablebase(&folder.path().join(kind), Way::Lanes));
    let base = &bases[1];
    let of: Vec<Tier> = names
        .iter()
        .flat_map(|name| base.parse_tiers(Some(name)).expect("a material"))
        .collect();
    let mut solved = Solved::new();
    for &tier in &of {
        solve(base, tier, &mut solved, &NoProgress);
    }
    let mut bytes = [0; 2];
    for ((base, bytes), values_only) in bases.iter().zip(&mut bytes).zip([true, false]) {
        let order = SolveOrder {
            threads: THREADS,
            values_only,
            ..SolveOrder::default()
        };
        let all: Vec<Tier> = solved.keys().copied().collect();
        let written = base.solve(&all, &order, &NoProgress, |solved| {
            *bytes += solved.bytes;
            Ok(())
        });
        written.expect("written");
    }
    let game = Chess::default();
    println!("µs a probe           values: warm     cold   mate: warm     cold");
    for &tier in &of {
        let name = base.table_name(tier);
        let (indexer, cells) = (base.indexer(tier).expect("an indexer"), &solved[&tier]);
        let table = base.open(tier, Metric::End).expect("a table");
        let stored = &table.table().header().stored;
        for is_held in [true, false] {
            let mut rng = SplitMix64::new(1);
            let mut some: Vec<(Position, Option<Probed>)> = Vec::with_capacity(WARM);
            if stored.is_all() && !is_held {
                continue;
            }
            while some.len() < WARM {
                let index = rng.below(indexer.size() as usize) as u64;
                if stored.place(index).is_some() != is_held {
                    continue;
                }
                let at = indexer.position(index);
                if let Some(at) = at.filter(|at| game.outcome(at).is_none()) {
                    some.push((at, cells.answer(index)));
                }
            }
            let whose = if is_held { "stored" } else { "left out" };
            let mut line = format!("{name:8} {whose:<14}");
            for kind in kinds {
                let fresh = || fresh(&folder.path().join(kind), &solved);
                let ask = |probe: &Tablebase<Chess, ChessTiers>, (at, right): &_| {
                    let found = probe.probe(&game, at).expect("a good table");
                    match kind {
                        "mate" => assert_eq!(found, *right),
                        _ => assert_eq!(
                            found.map(|found| found.value),
                            right.map(|r: Probed| r.value)
                        ),
                    }
                };
                let warm = fresh();
                let all = |probe| {
                    let begun = Instant::now();
                    some.iter().for_each(|one| ask(probe, one));
                    begun.elapsed().as_secs_f64() * 1e6 / WARM as f64
                };
                all(&warm);
                let warm = (0..ROUNDS)
                    .map(|_| all(&warm))
                    .fold(f64::INFINITY, f64::min);
                let cold = some.iter().take(COLD).map(|one| {
                    let probe = fresh();
                    let begun = Instant::now();
                    ask(&probe, one);
                    begun.elapsed().as_secs_f64() * 1e6
                });
                let mut cold: Vec<f64> = cold.collect();
                cold.sort_unstable_by(f64::total_cmp);
                let cold = cold[COLD / 2];
                line += &format!("      {warm:8.2} {cold:8.1}");
            }
            println!("{line}");
        }
    }
    println!(
        "{} tables: values {} bytes, mate {} bytes",
        solved.len(),
        bytes[0],
        bytes[1]
    );
}
