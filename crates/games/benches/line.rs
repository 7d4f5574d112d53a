//! What [`Line`] costs on tiny positions, against the barest way of walking a game tree.
//!
//! `cargo bench -p yomikiri-games --bench line` walks the same trees in three ways and prints the
//! ratios of the same run: *copy* clones the position and plays on the clone; *keyed* also computes
//! the key of every position, which any search with a transposition table does anyway; *line*
//! pushes to and pops from a `Line`, which keeps positions, moves and keys. The ways are timed in
//! alternation, the best of several rounds each, so that a busy machine hurts all alike.

use std::hint::black_box;
use std::time::Instant;

use yomikiri_game_api::{Game, Line};
use yomikiri_games::koma::Koma;
use yomikiri_games::tictactoe::TicTacToe;

const ROUNDS: usize = 9;

fn by_copy<G: Game>(
    game: &G,
    at: &G::Position,
    depth: u32,
    keyed: bool,
    moves: &mut Vec<G::Move>,
) -> u64 {
    if depth == 0 {
        return 1;
    }
    let from = moves.len();
    game.legal_moves(at, moves);
    let mut nodes = 1;
    for i in from..moves.len() {
        let mut next = at.clone();
        game.play(&mut next, moves[i]);
        if keyed {
            black_box(game.key(&next));
        }
        nodes += by_copy(game, &next, depth - 1, keyed, moves);
    }
    moves.truncate(from);
    nodes
}

fn by_line<G: Game>(game: &G, line: &mut Line<G>, depth: u32, moves: &mut Vec<G::Move>) -> u64 {
    if depth == 0 {
        return 1;
    }
    let from = moves.len();
    game.legal_moves(line.last(), moves);
    let mut nodes = 1;
    for i in from..moves.len() {
        line.push(game, moves[i]);
        nodes += by_line(game, line, depth - 1, moves);
        line.pop();
    }
    moves.truncate(from);
    nodes
}

/// The nodes and the nanoseconds a node takes.
fn timed(walk: impl FnOnce() -> u64) -> (u64, f64) {
    let from = Instant::now();
    let nodes = walk();
    (nodes, from.elapsed().as_secs_f64() * 1e9 / nodes as f64)
}

fn measure<G: Game>(name: &str, game: &G, depth: u32) {
    let mut moves = Vec::with_capacity(1024);
    let start = game.start();
    let mut best = [f64::INFINITY; 3];
    let mut nodes = 0;
    for _ in 0..ROUNDS {
        let copy = timed(|| by_copy(game, &start, depth, false, &mut moves));
        let keyed = timed(|| by_copy(game, &start, depth, true, &mut moves));
        let line = timed(|| by_line(game, &mut Line::new(game), depth, &mut moves));
        assert_eq!(copy.0, keyed.0);
        assert_eq!(copy.0, line.0);
        nodes = copy.0;
        for (best, way) in best.iter_mut().zip([copy, keyed, line]) {
            *best = best.min(way.1);
        }
    }
    let [copy, keyed, line] = best;
    println!(
        "{name:<10} depth {depth:>2}, {nodes:>8} nodes: copy {copy:5.1} ns, keyed {keyed:5.1} ns, \
         line {line:5.1} ns; line/copy {:.2}, line/keyed {:.2}",
        line / copy,
        line / keyed
    );
}

fn main() {
    measure("tictactoe", &TicTacToe, 9);
    for (id, depth) in [("anpanman", 8), ("dobutsu", 6), ("minishogi", 4)] {
        let game = Koma::builtin(id).expect("a built-in game");
        measure(id, &game, depth);
    }
}
