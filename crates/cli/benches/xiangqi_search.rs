//! Nodes of a xiangqi search by processor second, beside another engine: both are programs of their own, asked over UCI for the
//! same number of nodes in the same six positions with 64 MB and one thread, in turns; the best of all runs counts.
//!
//! `PIKAFISH=path cargo bench -p yomikiri --bench xiangqi_search`; without the variable beside an earlier program of our own, if
//! `YOMIKIRI_BEFORE` names one.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

#[path = "../../solver/benches/usage/mod.rs"]
mod usage;

const RUNS: usize = 5;
const NODES: u64 = 300_000;
const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// The start and every fourteenth position of the suite of tactics.
fn positions() -> Vec<&'static str> {
    let suite = include_str!("../../../suites/xiangqi-tactics.epd").lines();
    let suite = suite.filter(|line| !line.starts_with('#')).step_by(14);
    let suite = suite.filter_map(|line| line.split_once(" bm ").map(|(position, _)| position));
    std::iter::once(START).chain(suite).take(6).collect()
}

/// Nodes by processor second over all positions, from the start of the program to its end.
fn speed(program: &str, words: &[&str]) -> f64 {
    let before = usage::children().seconds;
    let mut engine = Command::new(program)
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{program}: {error}"));
    let mut to = engine.stdin.take().expect("its input is a pipe");
    let from = BufReader::new(engine.stdout.take().expect("its output is a pipe"));
    let mut lines = from.lines().map(|line| line.expect("lines of text"));
    writeln!(
        to,
        "uci\nsetoption name Hash value 64\nsetoption name Threads value 1"
    )
    .unwrap();
    let mut nodes = 0;
    for position in positions() {
        writeln!(to, "ucinewgame\nposition fen {position}\ngo nodes {NODES}").unwrap();
        let mut visited = 0;
        for line in lines.by_ref() {
            let words: Vec<&str> = line.split_whitespace().collect();
            if words.first() == Some(&"bestmove") {
                break;
            }
            if let Some(at) = words.iter().position(|word| *word == "nodes") {
                visited = words[at + 1].parse().expect("a number of nodes");
            }
        }
        assert!(
            visited >= NODES / 2,
            "{program}: {visited} nodes of {NODES}"
        );
        nodes += visited;
    }
    writeln!(to, "quit").unwrap();
    drop(to);
    engine.wait().expect("it ends");
    nodes as f64 / (usage::children().seconds - before)
}

fn main() {
    let ours = env!("CARGO_BIN_EXE_yomikiri");
    let engine = ["engine", "xiangqi", "--protocol", "uci"];
    let (peer, words) = match (std::env::var("PIKAFISH"), std::env::var("YOMIKIRI_BEFORE")) {
        (Ok(peer), _) => (peer, Vec::new()),
        (_, Ok(before)) => (before, engine.to_vec()),
        _ => {
            println!(
                "ours: {:.0} knps; no peer is named",
                speed(ours, &engine) / 1e3
            );
            return;
        }
    };
    let (mut best, mut other) = (0.0f64, 0.0f64);
    for run in 1..=RUNS {
        let (one, two) = (speed(ours, &engine), speed(&peer, &words));
        println!(
            "run {run}: ours {:.0} knps, peer {:.0}, ratio {:.2}",
            one / 1e3,
            two / 1e3,
            one / two
        );
        (best, other) = (best.max(one), other.max(two));
    }
    println!(
        "best: ours {:.0} knps, {peer} {:.0}, ratio {:.2}",
        best / 1e3,
        other / 1e3,
        best / other
    );
}
