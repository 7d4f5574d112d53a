//! Solving small games from their rule files as the program does: solve, pack, write, count. CPU seconds by
//! step, peak memory, the table's own hash, and nanoseconds of CPU for each move between positions that the
//! rules alone do not decide (the growth law: it should stay flat from a million positions to 250).
//!
//! `cargo bench -p yomikiri-solver --bench small_games`; `-- anpanman dobutsu` solves these only. Without
//! arguments everything but the whole of Dobutsu shogi is solved; `-- all` adds it (minutes). `YOMIKIRI_GENTB`
//! names a program to compare with on Dobutsu shogi: it is called with `-j 2 FILE` and solves the game into
//! that file. Without it the ratio is to [`BASELINE`], CPU seconds of our own before 2026-11-18.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex};

use usage::{children, ours};
use yomikiri_game_api::{Cursor, GameOptions, Indexer, Metric, SplitMix64, Terminal};
use yomikiri_games::koma::{Coverage, Koma, KomaIndexer, KomaTiers};
use yomikiri_solver::Progress;
use yomikiri_solver::tablebase::{SolveOrder, TableLocation, Tablebase, TablebaseSpec};

mod usage;

/// CPU seconds of this program before moves into check were left out, measured on 2026-11-18 on the machine of
/// BENCHMARKS.md.
const BASELINE: [(&str, f64); 2] = [("anpanman", 0.40), ("dobutsu", 188.2)];
const THREADS: usize = 2;
/// Indices whose moves are counted.
const SAMPLE: usize = 400_000;

/// CPU seconds by step.
#[derive(Default)]
struct Steps(Mutex<(BTreeMap<&'static str, f64>, &'static str, f64)>);

impl Steps {
    fn begin(&self, name: &'static str) {
        let mut steps = self.0.lock().expect("no panics");
        let now = ours().seconds;
        let (last, since) = (steps.1, steps.2);
        *steps.0.entry(last).or_default() += now - since;
        (steps.1, steps.2) = (name, now);
    }
}

impl Progress for Steps {
    fn stage(&self, name: &'static str, _round: Option<u32>, _total: u64) {
        self.begin(name);
    }
}

/// Dobutsu shogi with fewer pieces, which are games of every size in between.
fn game(name: &str) -> Koma {
    let text = include_str!("../../../rules/dobutsu.toml");
    let start = match name {
        "no giraffes" => "1le/1c1/1C1/EL1 b -",
        "no elephants" => "gl1/1c1/1C1/1LG b -",
        "no chicks" => "gle/3/3/ELG b -",
        "no hands" => {
            let mut game = Koma::builtin("dobutsu").expect("a built-in game");
            game.set_option("captures", "remove").expect("an option");
            return game;
        }
        name => return Koma::builtin(name).expect("a built-in game"),
    };
    let text = text.replace("gle/1c1/1C1/ELG b -", start);
    Koma::from_toml(name, &text).expect("rules")
}

/// Moves between undecided positions of an indexer, reckoned from a sample.
fn edges(indexer: &KomaIndexer) -> f64 {
    let mut cursor = indexer.cursor();
    let mut rng = SplitMix64::new(4);
    let mut sum = 0u64;
    for _ in 0..SAMPLE {
        cursor.seek(rng.below(indexer.size() as usize) as u64);
        if cursor.terminal() == Terminal::Undecided {
            cursor.successors(|_| {
                sum += 1;
                true
            });
        }
    }
    sum as f64 * indexer.size() as f64 / SAMPLE as f64
}

fn solve(name: &str, folder: &Path) -> (f64, f64) {
    let game = game(name);
    // As the program has it.
    let spec = TablebaseSpec {
        in_check: game.has_mate().then_some(Koma::in_check),
        with_king_captures: Some(|game| {
            KomaIndexer::covering(game, Coverage::WithEnds).map_err(|error| error.to_string())
        }),
        ..TablebaseSpec::new(|game| Ok(KomaTiers::new(game)))
    };
    let location = TableLocation::new(folder, "game");
    let before = ours();
    let base = Tablebase::new(game, spec, location, Arc::default()).expect("tiers");
    let tier = base.parse_tiers(None).expect("a game")[0];
    let order = SolveOrder {
        threads: THREADS,
        ..SolveOrder::default()
    };
    let steps = Steps::default();
    steps.0.lock().expect("no panics").2 = before.seconds;
    let mut path = None;
    let mut bytes = 0;
    base.solve(&[tier], &order, &steps, |solved| {
        steps.begin("open");
        let cells = solved.cells.expect("solved now");
        base.count_solved(tier, Metric::End, &cells, THREADS, &steps)?;
        path = Some(solved.path);
        bytes = solved.bytes;
        Ok(())
    })
    .expect("solved");
    steps.begin("end");
    let used = ours();
    let seconds = used.seconds - before.seconds;
    let file = std::fs::read(path.expect("solved")).expect("a table");
    let hash: String = file[file.len() - 48..][..8]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let indexer = base.indexer(tier).expect("an indexer");
    let edges = edges(&indexer);
    println!(
        "{name:14} {:>11} positions {seconds:8.2} CPU s, peak {:4} MB, {bytes:>9} bytes, hash {hash}, \
         {:5.1} ns a move",
        indexer.size(),
        used.peak >> 20,
        seconds * 1e9 / edges
    );
    for (name, seconds) in &steps.0.lock().expect("no panics").0 {
        if *seconds >= 0.02 {
            println!("    {name:20} {seconds:7.2}");
        }
    }
    (seconds, seconds * 1e9 / edges)
}

fn main() {
    let asked: Vec<String> = std::env::args()
        .skip(1)
        .filter(|name| !name.starts_with('-'))
        .collect();
    let every = [
        "anpanman",
        "no hands",
        "no giraffes",
        "no elephants",
        "no chicks",
        "dobutsu",
    ];
    let names: Vec<&str> = match asked.first().map(String::as_str) {
        None => every[..every.len() - 1].to_vec(),
        Some("all") => every.to_vec(),
        Some(_) => asked.iter().map(String::as_str).collect(),
    };
    let mut by_move = Vec::new();
    let mut of_dobutsu = Vec::new();
    for name in names {
        let folder = tempfile::tempdir().expect("a folder");
        let (seconds, each) = solve(name, folder.path());
        by_move.push(each);
        of_dobutsu.extend((name != "anpanman" && name != "no chicks").then_some(each));
        let peer = std::env::var("YOMIKIRI_GENTB").ok();
        if let Some(program) = peer.filter(|_| name == "dobutsu") {
            let file = folder.path().join("peer");
            let status = Command::new(program).args(["-j", "2"]).arg(&file).output();
            assert!(status.expect("a peer").status.success(), "the peer failed");
            let peer = children();
            println!(
                "    peer {:.1} CPU s, peak {} MB: ours {:.2} x its time",
                peer.seconds,
                peer.peak >> 20,
                seconds / peer.seconds
            );
        }
        if let Some((_, before)) = BASELINE.iter().find(|(known, _)| *known == name) {
            println!(
                "    {:.2} x our time of before ({before} s)",
                seconds / before
            );
        }
    }
    tell("all of these", &by_move);
    tell(
        "Dobutsu shogi and its parts from a million positions on",
        &of_dobutsu,
    );
}

/// The growth law: how far the least and the most lie apart.
fn tell(which: &str, by_move: &[f64]) {
    if by_move.len() < 2 {
        return;
    }
    let most = by_move.iter().copied().fold(0.0, f64::max);
    let least = by_move.iter().copied().fold(f64::INFINITY, f64::min);
    println!(
        "ns a move, {which}: {least:.1} to {most:.1}, {:.2} times",
        most / least
    );
}
