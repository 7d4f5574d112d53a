//! Probing tables of chess endings: time of a probe of a random legal position, by values alone and
//! by distance to mate, apart for the side whose cells a table holds and for the one it leaves out.
//! *Warm*: every block has been decoded before; best of five rounds. *Cold*: the tables are open but
//! no block has been decoded, the files are in the system's memory; the median. Every answer is
//! compared with the cells.
//!
//! `cargo bench -p yomikiri-solver --bench chess_probe`; `-- KRvKP` or `-- 4men` asks others. The last
//! line tells the bytes of all tables that were written for it.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use endings::{THREADS, Table as Ending, have};
use yomikiri_game_api::{Game, Indexed, Metric, Probe, Probed, SplitMix64, Tier, Tiered};
use yomikiri_games::chess::{Chess, ChessIndex, ChessTiers, Position};
use yomikiri_solver::cell::Coding;
use yomikiri_solver::probe::{TableProbe, TierProbe};
use yomikiri_solver::table::{Contents, Header, Held, Packing, Table, write};

mod endings;

const ASKED: [&str; 4] = ["KBNvK", "KQvKR", "KRPvK", "KRvKP"];
/// Positions that are probed warm, and cold: few, for every one of them decodes blocks anew.
const WARM: usize = 100_000;
const COLD: usize = 300;
const ROUNDS: usize = 5;

/// The tables in a folder, all opened, nothing of them decoded.
fn fresh(
    tiers: &Arc<ChessTiers>,
    solved: &HashMap<Tier, Ending>,
    folder: &Path,
) -> TierProbe<Chess, ChessTiers> {
    let open = |(tier, ending): (&Tier, &Ending)| {
        let table = Table::open(&folder.join(tier.0.to_string())).expect("a table");
        (
            *tier,
            TableProbe::new(Arc::clone(&ending.0), Arc::new(table)),
        )
    };
    let tables: HashMap<_, _> = solved.iter().map(open).collect();
    let open = move |tier: Tier, _| Ok(tables.get(&tier).cloned());
    TierProbe::new(Arc::clone(tiers), Metric::End, Box::new(open))
}

fn as_filed(index: &ChessIndex) -> Held {
    let held = Held::some(index.slots(), &index.held());
    let filed = held.and_then(|held| held.by_columns(index.columns()));
    filed.expect("in order and even")
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
    let tiers = Arc::new(ChessTiers::default());
    let mut solved = HashMap::new();
    let of: Vec<Tier> = names
        .iter()
        .flat_map(|name| tiers.find(Some(name)).expect("a material"))
        .collect();
    for &tier in &of {
        have(&tiers, tier, &mut solved);
    }
    let folder = tempfile::tempdir().expect("a folder");
    let mut bytes = Vec::new();
    for (name, contents) in [("values", Contents::Value), ("mate", Contents::Distance)] {
        let mut sum = 0;
        std::fs::create_dir(folder.path().join(name)).expect("a folder");
        for (tier, ending) in &solved {
            let (index, cells) = (&ending.0, &ending.1);
            let slots = index.slots();
            let header = Header {
                description: String::new(),
                fingerprint: [0; 32],
                contents,
                coding: Coding::Parity,
                slots,
                // As `solve` writes them.
                held: match contents {
                    Contents::Value => Held::all(slots),
                    Contents::Distance => as_filed(index),
                },
                block: match contents {
                    Contents::Value => 1 << 15,
                    Contents::Distance => index.small_block().expect("a small table"),
                },
                deepest: 0,
            };
            let path = folder.path().join(name).join(tier.0.to_string());
            sum += write(&path, &header, cells, Packing::Small, THREADS).expect("written");
        }
        bytes.push(sum);
    }
    let game = Chess::default();
    println!("µs a probe           values: warm     cold   mate: warm     cold");
    for &tier in &of {
        let name = tiers.name(tier);
        let ending = &solved[&tier];
        let held = as_filed(&ending.0);
        for is_held in [true, false] {
            let mut rng = SplitMix64::new(1);
            let mut some: Vec<(Position, Option<Probed>)> = Vec::with_capacity(WARM);
            if held.is_all() && !is_held {
                continue;
            }
            while some.len() < WARM {
                let slot = rng.below(ending.0.slots() as usize) as u64;
                if held.place(slot).is_some() != is_held {
                    continue;
                }
                let at = ending.0.position(slot);
                if let Some(at) = at.filter(|at| game.outcome(at).is_none()) {
                    some.push((at, ending.1.answer(slot)));
                }
            }
            let whose = if is_held { "held" } else { "left out" };
            let mut line = format!("{name:8} {whose:<14}");
            for kind in ["values", "mate"] {
                let fresh = || fresh(&tiers, &solved, &folder.path().join(kind));
                let ask = |probe: &TierProbe<Chess, ChessTiers>, (at, right): &_| {
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
