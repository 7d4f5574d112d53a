//! Perft of xiangqi against fairy-stockfish, by the CPU time that each really used.
//!
//! `cargo bench -p yomikiri-games --bench xiangqi` runs both in alternation and prints speeds and
//! their ratio. `YOMIKIRI_BENCH_DEPTH=6` counts the 5,392,831,844 sequences of six plies with ours.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use yomikiri_game_api::{Game, perft::perft};
use yomikiri_games::xiangqi::Xiangqi;

const ROUNDS: usize = 5;
const DEPTH: u32 = 5;
/// Published: chessprogramming.org, "Chinese Chess Perft Results".
const NODES: [u64; 7] = [1, 44, 1920, 79_666, 3_290_240, 133_312_995, 5_392_831_844];

fn main() {
    if let Some(depth) = asked_depth() {
        let (nodes, seconds) = ours(depth);
        println!(
            "xiangqi depth {depth}: {nodes} sequences, {seconds:.2} s of processor time, {:.1} M/s",
            nodes as f64 / seconds / 1e6
        );
        return;
    }
    let (mut best, mut peer_best) = (0.0f64, 0.0f64);
    for _ in 0..ROUNDS {
        let (nodes, seconds) = ours(DEPTH);
        best = best.max(nodes as f64 / seconds / 1e6);
        // The peer is some ten times slower: a ply less keeps the rounds short.
        match fairy_stockfish(DEPTH - 1) {
            Some((nodes, seconds)) => {
                assert_eq!(nodes, NODES[DEPTH as usize - 1]);
                peer_best = peer_best.max(nodes as f64 / seconds / 1e6);
            }
            None => {
                println!("xiangqi: {best:.1} M/s (fairy-stockfish is not installed)");
                return;
            }
        }
    }
    println!(
        "xiangqi: yomikiri {best:.1} M/s, fairy-stockfish {peer_best:.1} M/s, ratio {:.1}",
        best / peer_best
    );
}

fn asked_depth() -> Option<u32> {
    let asked = std::env::var("YOMIKIRI_BENCH_DEPTH").ok()?;
    let depth = asked.parse().ok().filter(|depth| (1..=6).contains(depth));
    Some(depth.expect("YOMIKIRI_BENCH_DEPTH: expected a number from 1 to 6"))
}

fn ours(depth: u32) -> (u64, f64) {
    let game = Xiangqi::default();
    let from = processor_time("self");
    let nodes = perft(&game, &game.start(), depth);
    assert_eq!(nodes, NODES[depth as usize]);
    (nodes, processor_time("self") - from)
}

/// Seconds that the threads of a process have run, from the kernel's scheduler statistics.
fn processor_time(pid: &str) -> f64 {
    let threads = fs::read_dir(format!("/proc/{pid}/task")).expect("Linux's process table");
    let ran = |thread: fs::DirEntry| -> Option<f64> {
        let text = fs::read_to_string(thread.path().join("schedstat")).ok()?;
        let nanoseconds: f64 = text.split(' ').next()?.parse().ok()?;
        Some(nanoseconds / 1e9)
    };
    threads.filter_map(Result::ok).filter_map(ran).sum()
}

fn fairy_stockfish(depth: u32) -> Option<(u64, f64)> {
    let mut found = ["fairy-stockfish", "/usr/games/fairy-stockfish"].iter();
    let mut peer = found.find_map(|name| {
        Command::new(name)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()
    })?;
    let mut input = peer.stdin.take()?;
    let mut lines = BufReader::new(peer.stdout.take()?)
        .lines()
        .map_while(Result::ok);
    let setup = "uci\nsetoption name UCI_Variant value xiangqi\nsetoption name Threads value 1\n";
    write!(input, "{setup}position startpos\nisready\n").ok()?;
    lines.find(|line| line == "readyok")?;
    let pid = peer.id().to_string();
    let from = processor_time(&pid);
    writeln!(input, "go perft {depth}").ok()?;
    let answer = lines.find(|line| line.starts_with("Nodes searched"))?;
    let seconds = processor_time(&pid) - from;
    let _ = writeln!(input, "quit");
    let _ = peer.wait();
    Some((answer.rsplit(' ').next()?.parse().ok()?, seconds))
}
