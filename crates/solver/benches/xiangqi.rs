//! Solving xiangqi endings: CPU seconds with sub-tables already solved, beside the chess ending `KRvKN` in
//! the same run.
//!
//! `cargo bench -p yomikiri-solver --bench xiangqi` solves four endings; `-- KRvKAABB` solves others, and
//! `-- KRvKAABB --verify` also checks every entry of their tables.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use endings::{Way, cpu_seconds, tablebase};
use yomikiri_game_api::{Game, Indexer, Metric, Tiers};
use yomikiri_games::xiangqi::{Xiangqi, XiangqiTiers};
use yomikiri_solver::NoProgress;
use yomikiri_solver::local::Settings;
use yomikiri_solver::tablebase::{SolveOrder, TableLocation, Tablebase, TablebaseSpec};

mod endings;

const USUAL: [&str; 4] = ["KRvKN", "KRvKAABB", "KNvKAABB", "KPPvKA"];
/// Each ending is solved again until it has taken so many CPU seconds.
const ENOUGH: f64 = 1.0;

/// Indices a CPU second, in millions.
fn speed<G: Game, T: Tiers<G>>(base: &Tablebase<G, T>, name: &str) -> f64 {
    let tier = base.parse_tier(Some(name)).expect("a material");
    let settings = Settings::default();
    let mut solved = HashMap::new();
    let group = base.solve_group_in_memory(tier, &settings, &NoProgress, &mut solved);
    group.expect("solved");
    let size = base.indexer(tier).expect("an indexer").size();
    let (begun, mut times) = (cpu_seconds(), 0);
    while times == 0 || cpu_seconds() - begun < ENOUGH {
        solved.remove(&tier);
        let again = base.solve_group_in_memory(tier, &settings, &NoProgress, &mut solved);
        again.expect("solved");
        times += 1;
    }
    let seconds = (cpu_seconds() - begun) / f64::from(times);
    let speed = size as f64 / seconds / 1e6;
    println!("{name:10} {seconds:6.3} CPU s, {size:>11} indices, {speed:5.2} million a CPU second");
    speed
}

/// Checks a table that is solved into a folder, and tells the speed.
fn check(folder: &Path, name: &str) {
    let spec = TablebaseSpec::new(|game| Ok(XiangqiTiers::new(game)));
    let location = TableLocation::new(folder, "xiangqi");
    let base = Tablebase::new(Xiangqi::default(), spec, location, Arc::default()).expect("tiers");
    let tier = base.parse_tier(Some(name)).expect("a material");
    let order = SolveOrder {
        threads: 1,
        ..SolveOrder::default()
    };
    base.solve(&[tier], &order, &NoProgress, |_| Ok(()))
        .expect("solved");
    let begun = cpu_seconds();
    let verified = base.verify(tier, Metric::End, None, 1, &NoProgress);
    let verdict = verified.expect("a table").verdict;
    assert_eq!(verdict.faults, []);
    let seconds = cpu_seconds() - begun;
    println!(
        "           verified in {seconds:.3} CPU s, {:.2} million positions a CPU second",
        verdict.checked as f64 / seconds / 1e6
    );
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
    println!("chess");
    let chess = speed(&tablebase(Path::new(""), Way::Lanes), "KRvKN");
    println!("xiangqi");
    let spec = TablebaseSpec::new(|game| Ok(XiangqiTiers::new(game)));
    let location = TableLocation::new(Path::new(""), "xiangqi");
    let base = Tablebase::new(Xiangqi::default(), spec, location, Arc::default()).expect("tiers");
    for name in names {
        let ratio = speed(&base, name) / chess;
        println!("           {ratio:.2} of the chess ending");
        if std::env::args().any(|arg| arg == "--verify") {
            let folder = tempfile::tempdir().expect("a folder");
            check(folder.path(), name);
        }
    }
}
