//! The node signature of the search.

use yomikiri_game_api::{Evaluate, Game, Limits, Line, MoveOrdering, NoObserver, Player, Tactics};

use crate::{AlphaBeta, AlphaBetaOptions};

/// The nodes alpha-beta visits, with default options, at these positions searched to `depth`, each
/// from a clean table.
///
/// The number is the same on every machine. A change of the signature changes how the search plays
/// and needs a match; other changes are about speed or form. Finished positions count nothing.
pub fn bench_nodes<G: Game, E: Evaluate<G>, K: MoveOrdering<G> + Tactics<G>>(
    game: &G,
    eval: E,
    knowledge: K,
    positions: &[G::Position],
    depth: u32,
) -> u64 {
    let mut player = AlphaBeta::new(eval, knowledge, AlphaBetaOptions::default());
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    let mut nodes = 0;
    for position in positions {
        let line = Line::from_position(game, position.clone());
        player.new_game().expect("built-in players do not fail");
        let thought = player.think(game, &line, &limits, &mut NoObserver);
        nodes += thought.map_or(0, |thought| thought.nodes);
    }
    nodes
}
