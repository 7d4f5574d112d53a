//! Solving chess endings: CPU seconds with sub-tables already solved, beside the speed of cozy-chess
//! in the same run, which tells how fast the machine is.
//!
//! `cargo bench -p yomikiri-solver --bench chess` solves the five materials of the comparison with
//! the best public generator (3.7 CPU seconds in all on a machine where cozy-chess makes 240 million
//! positions a second); `-- KRRvKR` solves others, `-- --stages` tells what the time is spent on, and
//! `-- --one-by-one` also solves each without lanes and tells how many times as long that takes.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Mutex;
use std::time::Instant;

use endings::{THREADS, Way, cpu_seconds, solve, tablebase};
use yomikiri_game_api::{Indexer, Side};
use yomikiri_games::chess::{Chess, ChessIndexer};
use yomikiri_solver::census::{Census, Convention, census};
use yomikiri_solver::{NoProgress, Progress};

mod endings;

const COMPARED: [&str; 5] = ["KBNvK", "KQvKR", "KPvKP", "KPPvK", "KRPvK"];

/// CPU seconds by stage.
#[derive(Default)]
struct Stages(Mutex<(Option<&'static str>, f64, HashMap<&'static str, f64>)>);

impl Progress for Stages {
    fn stage(&self, name: &'static str, _round: Option<u32>, _total: u64) {
        let mut state = self.0.lock().expect("no thread panics here");
        let now = cpu_seconds();
        if let Some(before) = state.0 {
            let spent = now - state.1;
            *state.2.entry(before).or_default() += spent;
        }
        (state.0, state.1) = (Some(name), now);
    }
}

impl Stages {
    fn print(&self) {
        let state = self.0.lock().expect("no thread panics here");
        let mut stages: Vec<_> = state.2.iter().collect();
        stages.sort_by(|one, other| other.1.total_cmp(one.1));
        for (name, seconds) in stages.into_iter().filter(|(name, _)| !name.is_empty()) {
            println!("    {seconds:6.2} {name}");
        }
    }
}

fn perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                nodes += perft(&next, depth - 1);
            }
        }
        false
    });
    nodes
}

fn main() {
    let begun = Instant::now();
    let before = cpu_seconds();
    assert_eq!(perft(&cozy_chess::Board::default(), 5), 4_865_609);
    let nodes = perft(&cozy_chess::Board::default(), 6);
    let perft_speed = (nodes + 4_865_609) as f64 / (cpu_seconds() - before).max(0.01) / 1e6;
    println!(
        "cozy-chess perft: {perft_speed:.0} million a CPU second ({:.1} s)",
        begun.elapsed().as_secs_f64()
    );

    let asked: Vec<String> = std::env::args()
        .skip(1)
        .filter(|name| name.starts_with('K'))
        .collect();
    let names: Vec<&str> = match asked.is_empty() {
        true => COMPARED.to_vec(),
        false => asked.iter().map(String::as_str).collect(),
    };
    let base = tablebase(Path::new(""), Way::Lanes);
    let twins = tablebase(Path::new(""), Way::OneByOne);
    let mut solved = HashMap::new();
    let given = |option: &str| std::env::args().any(|argument| argument == option);
    let (mut sum, mut one_by_one) = (0.0, 0.0);
    for name in names {
        let tier = base.parse_tier(Some(name)).expect("a material");
        let stages = Stages::default();
        let (cells, seconds) = solve(&base, tier, &mut solved, &stages);
        let indexer = base.indexer(tier).expect("an indexer");
        stages.stage("", None, 0);
        sum += seconds;
        if given("--one-by-one") {
            let (twin, seconds) = solve(&twins, tier, &mut solved, &NoProgress);
            assert_eq!(twin, cells, "both ways lead to the same cells");
            one_by_one += seconds;
        }
        let mut counts = Census::default();
        for indices in indexer.indices_of(Side::First) {
            let part = census::<Chess, ChessIndexer>(
                &*indexer,
                indices,
                &cells,
                Convention::All,
                None,
                THREADS,
                &NoProgress,
            );
            counts.merge(&part);
        }
        println!(
            "{name:8} {seconds:6.2} CPU s, {:>11} indices, {:5.1} million a CPU second, longest win {:?}",
            indexer.size(),
            indexer.size() as f64 / seconds.max(0.01) / 1e6,
            counts.longest_win(),
        );
        if given("--stages") {
            stages.print();
        }
    }
    println!(
        "sum {sum:.2} CPU s; at 240 million of cozy-chess: {:.2}",
        sum * perft_speed / 240.0
    );
    if given("--one-by-one") {
        println!(
            "one by one {one_by_one:.2} CPU s: {:.1} times as long",
            one_by_one / sum.max(0.01)
        );
    }
}
