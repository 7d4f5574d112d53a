//! How long the layers of Go take on a full board.
//!
//! `cargo bench -p yomikiri-games --bench go_layers` looks at 19x19 boards of random games after 120, 180 and 240 plies
//! and prints the milliseconds of each layer, the best of three, and the ratio to `territory1` of the same run, which is
//! the plainest. Where the system tells it, processor time is counted, so that other work beside it changes little. The aims are about 50 ms a layer and 300 ms for the candidates.

use std::fs;
use std::time::{Duration, Instant};

use yomikiri_game_api::{Limits, Line, NoObserver, Player, Teach};
use yomikiri_games::go::{Go, GoLayers, Options, Position, RandomPoints};

const PLIES: [usize; 3] = [120, 180, 240];
const ROUNDS: usize = 3;
/// The kernel counts processor time in ticks of some milliseconds.
const ROUND: Duration = Duration::from_millis(150);

fn board(game: &Go, plies: usize) -> Position {
    let mut player = RandomPoints::keeping_eyes(1);
    let mut line = Line::new(game);
    while line.ply() < plies && line.outcome(game).is_none() {
        let thought = player.think(game, &line, &Limits::default(), &mut NoObserver);
        line.push(game, thought.expect("the player does not fail").best);
    }
    *line.last()
}

/// Processor time of this thread: Linux tells it in nanoseconds.
fn processor_time() -> Option<Duration> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ')
        .next()?
        .parse()
        .ok()
        .map(Duration::from_nanos)
}

/// Milliseconds, the best of some rounds. A round looks often enough to be measured.
fn timed(game: &Go, at: &Position, layer: &str) -> f64 {
    let look = || assert!(GoLayers.facts(game, at, layer).is_some(), "{layer}");
    let begun = Instant::now();
    look();
    let times = (ROUND.as_secs_f64() / begun.elapsed().as_secs_f64()).clamp(1.0, 20_000.0) as u32;
    let once = |_| {
        let (begun, before) = (Instant::now(), processor_time());
        (0..times).for_each(|_| look());
        let taken = match (before, processor_time()) {
            (Some(before), Some(after)) if after > before => after - before,
            _ => begun.elapsed(),
        };
        (taken / times).as_secs_f64() * 1000.0
    };
    (0..ROUNDS).map(once).fold(f64::MAX, f64::min)
}

fn main() {
    let game = Go::new(Options::default());
    let boards = PLIES.map(|plies| board(&game, plies));
    let plain = boards.map(|at| timed(&game, &at, "territory1"));
    println!(
        "{:12} milliseconds on 19x19 after {PLIES:?} plies, and the ratio to territory1",
        "layer"
    );
    for layer in GoLayers.layers() {
        let taken = boards.map(|at| timed(&game, &at, layer));
        let [a, b, c] = taken;
        let ratio = taken.iter().zip(plain).map(|(time, plain)| time / plain);
        let ratio = ratio.sum::<f64>() / PLIES.len() as f64;
        println!("{layer:12} {a:9.2} {b:9.2} {c:9.2} {ratio:9.0} x");
    }
}
