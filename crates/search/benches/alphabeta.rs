//! Nodes per second of alpha-beta on small games, best of five runs. Every run asserts its answer.
//!
//! `cargo bench -p yomikiri-search`

use yomikiri_game_api::{
    Evaluate, Game, Limits, Line, MoveOrdering, NoKnowledge, NoObserver, Player, Tactics, Thought,
};
use yomikiri_games::koma::{Koma, KomaEval};
use yomikiri_games::tictactoe::{OpenLines, ThreatsFirst, TicTacToe};
use yomikiri_search::{AlphaBeta, AlphaBetaOptions, Lookahead};

const RUNS: usize = 5;

fn measure<G: Game>(name: &str, game: &G, depth: u32, nodes: u64, mut player: impl Player<G>) {
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    let line = Line::new(game);
    let run = |player: &mut dyn Player<G>| -> Thought<G::Move> {
        player.new_game().expect("built-in players do not fail");
        player
            .think(game, &line, &limits, &mut NoObserver)
            .expect("the game goes on")
    };
    let thoughts: Vec<_> = (0..RUNS).map(|_| run(&mut player)).collect();
    assert!(
        thoughts.iter().all(|thought| thought.nodes == nodes),
        "{name}: expected {nodes} nodes, got {}",
        thoughts[0].nodes
    );
    let best = thoughts.iter().map(|thought| thought.time).min();
    let seconds = best.expect("there are runs").as_secs_f64();
    let rate = nodes as f64 / seconds / 1e6;
    println!("{name:<36} depth {depth:>2} {nodes:>9} nodes {rate:>7.2} M/s");
}

fn alphabeta<G: Game, E: Evaluate<G>, K: MoveOrdering<G> + Tactics<G>>(
    eval: E,
    knowledge: K,
    transposition: bool,
) -> impl Player<G> {
    let options = AlphaBetaOptions {
        transposition,
        ..AlphaBetaOptions::default()
    };
    AlphaBeta::new(eval, knowledge, options)
}

fn main() {
    let tictactoe = TicTacToe;
    measure(
        "tic-tac-toe",
        &tictactoe,
        9,
        2480,
        alphabeta(OpenLines, ThreatsFirst, true),
    );
    measure(
        "tic-tac-toe, no table",
        &tictactoe,
        9,
        10_428,
        alphabeta(OpenLines, ThreatsFirst, false),
    );
    measure(
        "tic-tac-toe, no table, no knowledge",
        &tictactoe,
        9,
        6008,
        alphabeta(OpenLines, NoKnowledge, false),
    );
    measure(
        "tic-tac-toe, lookahead",
        &tictactoe,
        9,
        549_945,
        Lookahead::new(OpenLines, 9, 1),
    );
    for (id, depth, nodes) in [
        ("anpanman", 12, 10_953),
        ("dobutsu", 12, 27_467),
        ("minishogi", 7, 11_882),
    ] {
        let koma = Koma::builtin(id).expect("a built-in game");
        let eval = KomaEval::new(&koma);
        measure(id, &koma, depth, nodes, alphabeta(eval.clone(), eval, true));
    }
}
