//! Several threads on one thought ("lazy SMP"): each searches the root by itself and helps the
//! others through the table they share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;

use yomikiri_game_api::{
    Game, Incremental, Limits, Line, MoveOrdering, Observer, PlayerFault, Tactics, Thought,
};

use super::AlphaBeta;
use super::search::{Search, Shared};

/// Thinks with all threads of the player. The first one answers to the observer and the bounds; of
/// the others' answers a deeper one is taken.
pub(super) fn think<G: Game, E: Incremental<G>, K: MoveOrdering<G> + Tactics<G>>(
    player: &mut AlphaBeta<G, E, K>,
    game: &G,
    line: &Line<G>,
    limits: &Limits,
    observer: &mut dyn Observer<G>,
) -> Result<Thought<G::Move>, PlayerFault> {
    let is_bounded = limits.depth.is_some() || limits.nodes.is_some();
    let probes = player.probes_bounded || !is_bounded;
    let shared = Shared {
        game,
        eval: &player.eval,
        knowledge: &player.knowledge,
        options: &player.options,
        probe: player.probe.as_deref().filter(|_| probes),
        table: &player.table,
        reductions: &player.reductions,
        search_moves: player.search_moves.as_deref(),
        most_nodes: limits.nodes,
        over: AtomicBool::new(false),
        helped: AtomicU64::new(0),
        polled: AtomicU64::new(0),
    };
    let (first, helpers) = player
        .memories
        .split_first_mut()
        .expect("a player has a thread");
    if helpers.is_empty() {
        return Search::new(&shared, first, line, limits, Some(observer)).think(limits);
    }
    let shared = &shared;
    let unbounded = &Limits {
        depth: limits.depth,
        ..Limits::default()
    };
    thread::scope(|scope| {
        let help = |(number, memory)| {
            scope.spawn(move || {
                Search::new(shared, memory, line, unbounded, None).help(number + 1, unbounded)
            })
        };
        let helping: Vec<_> = helpers.iter_mut().enumerate().map(help).collect();
        let own = Search::new(shared, first, line, limits, Some(observer)).think(limits);
        shared.over.store(true, Relaxed);
        let helped = helping.into_iter().filter_map(|helper| {
            // A helper that panicked has nothing to say; its panic has been reported.
            helper.join().ok().flatten()
        });
        let mut best = own?;
        for other in helped.filter(|_| limits.lines <= 1) {
            if other.depth > best.depth {
                best = Thought {
                    nodes: best.nodes,
                    time: best.time,
                    ..other
                };
            }
        }
        Ok(best)
    })
}
