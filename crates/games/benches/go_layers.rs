//! How long the layers of Go take on a full board.
//!
//! `cargo bench -p yomikiri-games --bench go_layers` looks at 19x19 boards of random games after 120, 180 and 240 plies
//! and prints the milliseconds of each layer, the best of three, and the ratio to `territory1` of the same run, which is
//! the plainest. The aims are about 50 ms a layer and 300 ms for the candidates.

use std::time::Instant;

use yomikiri_game_api::{Limits, Line, NoObserver, Player, Teach};
use yomikiri_games::go::{Go, GoLayers, Options, Position, RandomPoints};

const PLIES: [usize; 3] = [120, 180, 240];
const ROUNDS: usize = 3;

fn board(game: &Go, plies: usize) -> Position {
    let mut player = RandomPoints::keeping_eyes(1);
    let mut line = Line::new(game);
    while line.ply() < plies && line.outcome(game).is_none() {
        let thought = player.think(game, &line, &Limits::default(), &mut NoObserver);
        line.push(game, thought.expect("the player does not fail").best);
    }
    *line.last()
}

/// Milliseconds, the best of some rounds.
fn timed(game: &Go, at: &Position, layer: &str) -> f64 {
    let once = |_| {
        let begun = Instant::now();
        assert!(GoLayers.facts(game, at, layer).is_some(), "{layer}");
        begun.elapsed().as_secs_f64() * 1000.0
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
