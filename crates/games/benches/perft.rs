//! Perft of the data-driven games against a hand-written twin and against fairy-stockfish.
//!
//! `cargo bench -p yomikiri-games --bench perft` prints speeds and, what counts, ratios measured in
//! the same run. The twins are timed in alternation, the best of several rounds each, so that a
//! busy machine hurts both alike.

#[path = "../tests/twins/mod.rs"]
mod twins;

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Instant;

use twins::hand_anpanman::HandAnpanman;
use yomikiri_game_api::{Game, perft::perft};
use yomikiri_games::koma::{BUILTIN, Koma};

/// Short rounds and many of them: on a busy machine some are left undisturbed.
const ROUNDS: usize = 80;
/// Rounds against the outside program, each of which starts it anew.
const PEER_ROUNDS: usize = 7;

/// Million move sequences a second.
fn speed<G: Game>(game: &G, depth: u32, nodes: u64) -> f64 {
    let from = Instant::now();
    assert_eq!(perft(game, &game.start(), depth), nodes);
    nodes as f64 / from.elapsed().as_secs_f64() / 1e6
}

fn main() {
    let koma = |id| Koma::builtin(id).expect("a built-in game");

    println!("speeds in million sequences a second, one thread, last ply counted");
    for (id, depth) in BUILTIN.iter().zip([10, 8, 6, 6]) {
        let game = koma(id);
        let nodes = perft(&game, &game.start(), depth);
        let best = (0..3)
            .map(|_| speed(&game, depth, nodes))
            .fold(0.0, f64::max);
        println!("{id:10} depth {depth:2}: {nodes:10} sequences, {best:6.1} M/s");
    }

    let (data, hand) = (koma("anpanman"), HandAnpanman);
    const TWIN_DEPTH: u32 = 9;
    let nodes = perft(&hand, &hand.start(), TWIN_DEPTH);
    let (mut of_data, mut of_hand) = (0.0f64, 0.0f64);
    for _ in 0..ROUNDS {
        of_data = of_data.max(speed(&data, TWIN_DEPTH, nodes));
        of_hand = of_hand.max(speed(&hand, TWIN_DEPTH, nodes));
    }
    println!(
        "anpanman: rule file {of_data:.1} M/s, hand-written {of_hand:.1} M/s, ratio {:.2}",
        of_data / of_hand
    );

    const DEPTH: u32 = 6;
    let game = koma("minishogi");
    let nodes = perft(&game, &game.start(), DEPTH);
    let (mut ours, mut theirs) = (0.0f64, 0.0f64);
    for _ in 0..PEER_ROUNDS {
        ours = ours.max(speed(&game, DEPTH, nodes));
        match fairy_stockfish(DEPTH) {
            Some((peer_nodes, seconds)) => {
                assert_eq!(peer_nodes, nodes, "fairy-stockfish counts otherwise");
                theirs = theirs.max(nodes as f64 / seconds / 1e6);
            }
            None => {
                println!("minishogi: {ours:.1} M/s (fairy-stockfish is not installed)");
                return;
            }
        }
    }
    println!(
        "minishogi: yomikiri {ours:.1} M/s, fairy-stockfish {theirs:.1} M/s, ratio {:.2}",
        ours / theirs
    );
}

/// Nodes and the seconds that passed between the command and its answer, start-up excluded.
fn fairy_stockfish(depth: u32) -> Option<(u64, f64)> {
    use std::io::{BufRead, BufReader};
    let found = ["fairy-stockfish", "/usr/games/fairy-stockfish"]
        .iter()
        .find_map(|name| {
            Command::new(name)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .ok()
        });
    let mut peer = found?;
    let mut input = peer.stdin.take()?;
    let mut lines = BufReader::new(peer.stdout.take()?)
        .lines()
        .map_while(Result::ok);
    let setup = "uci\nsetoption name UCI_Variant value minishogi\nsetoption name Threads value 1\n";
    write!(input, "{setup}position startpos\nisready\n").ok()?;
    lines.find(|line| line == "readyok")?;
    let from = Instant::now();
    writeln!(input, "go perft {depth}").ok()?;
    let answer = lines.find(|line| line.starts_with("Nodes searched"))?;
    let seconds = from.elapsed().as_secs_f64();
    let _ = writeln!(input, "quit");
    let _ = peer.wait();
    let nodes = answer.rsplit(' ').next()?.parse().ok()?;
    Some((nodes, seconds))
}
