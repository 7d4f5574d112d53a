//! Probing tables of xiangqi endings beside one of chess in the same run: CPU time of a probe by distance to
//! the end, at random legal positions whose blocks have been decoded before. Apart for the side whose
//! cells a table holds and for the one that a 1-ply search reconstructs.
//!
//! `cargo bench -p yomikiri-solver --bench xiangqi_probe`; `-- KRvKAABB` asks others.

use std::path::Path;
use std::sync::Arc;

use endings::{THREADS, Way, cpu_seconds, tablebase};
use yomikiri_game_api::{Game, Indexer, Metric, Probe, Side, SplitMix64, Tiers};
use yomikiri_games::xiangqi::{Xiangqi, XiangqiTiers};
use yomikiri_solver::NoProgress;
use yomikiri_solver::tablebase::{SolveOrder, TableLocation, Tablebase, TablebaseSpec};

mod endings;

const USUAL: [&str; 4] = ["KRvKN", "KRvKAABB", "KNvKAB", "KPvKA"];
/// Positions that are probed.
const POSITIONS: usize = 20_000;
/// They are probed again until that has taken so many CPU seconds.
const ENOUGH: f64 = 0.5;

/// Microseconds of a warm probe, by the side to move.
fn warm<G: Game, T: Tiers<G>>(game: &G, base: &Tablebase<G, T>, name: &str) -> [f64; 2] {
    let tier = base.parse_tier(Some(name)).expect("a material");
    let order = SolveOrder {
        threads: THREADS,
        ..SolveOrder::default()
    };
    base.solve(&[tier], &order, &NoProgress, |_| Ok(()))
        .expect("solved");
    let indexer = base.indexer(tier).expect("an indexer");
    let times = Side::BOTH.map(|side| {
        let indices = &indexer.indices_of(side)[0];
        let mut rng = SplitMix64::new(7);
        let mut positions = Vec::with_capacity(POSITIONS);
        while positions.len() < POSITIONS {
            let within = rng.below((indices.end - indices.start) as usize) as u64;
            let at = indexer.position(indices.start + within);
            positions.extend(at.filter(|at| game.outcome(at).is_none()));
        }
        let probe_all = || {
            for at in &positions {
                let known = base.probe(game, at).expect("a sound table");
                assert!(known.is_some());
            }
        };
        probe_all();
        // The best round counts: others on the same machine take the cache away. The mean is told beside it.
        let (begun, mut best, mut rounds) = (cpu_seconds(), f64::INFINITY, 0);
        while cpu_seconds() - begun < ENOUGH {
            let before = cpu_seconds();
            probe_all();
            best = best.min(cpu_seconds() - before);
            rounds += 1;
        }
        let mean = (cpu_seconds() - begun) / f64::from(rounds);
        println!(
            "{name:10} {side}: mean {:.3} µs",
            mean * 1e6 / POSITIONS as f64
        );
        best * 1e6 / POSITIONS as f64
    });
    let path = base.path(tier, Metric::End);
    assert!(path.exists());
    println!(
        "{name:10} {:5.2} µs stored side, {:5.2} µs reconstructed side",
        times[0], times[1]
    );
    times
}

fn main() {
    let asked: Vec<String> = std::env::args()
        .skip(1)
        .filter(|name| name.starts_with('K'))
        .collect();
    let names: Vec<&str> = match asked.is_empty() {
        true => USUAL.to_vec(),
        false => asked.iter().map(String::as_str).collect(),
    };
    let folder = tempfile::tempdir().expect("a folder");
    println!("chess");
    let base = tablebase(&folder.path().join("chess"), Way::Lanes);
    let chess = warm(base.game(), &base, "KRvKN");
    println!("xiangqi");
    let spec = TablebaseSpec::new(|game| Ok(XiangqiTiers::new(game)));
    let location = TableLocation::new(Path::new(folder.path()), "xiangqi");
    let base = Tablebase::new(Xiangqi::default(), spec, location, Arc::default()).expect("tiers");
    for name in names {
        let times = warm(base.game(), &base, name);
        println!(
            "           {:.2} and {:.2} of the chess ending",
            times[0] / chess[0],
            times[1] / chess[1]
        );
    }
}
