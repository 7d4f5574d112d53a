//! Counting move sequences: the standard test and speed measure of move generators.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::Game;

/// The number of move sequences of exactly `depth` moves from `at`. The last ply is counted, not
/// played. History rules (repetition, superko) do not apply.
pub fn perft<G: Game>(game: &G, at: &G::Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => game.count_legal(at) as u64,
        _ => {
            // One buffer for the whole tree: each level works on its own tail of it.
            let mut moves = Vec::with_capacity(64 * depth as usize);
            below(game, at, depth, &mut moves)
        }
    }
}

fn below<G: Game>(game: &G, at: &G::Position, depth: u32, moves: &mut Vec<G::Move>) -> u64 {
    if depth == 1 {
        return game.count_legal(at) as u64;
    }
    let from = moves.len();
    game.legal_moves(at, moves);
    let mut nodes = 0;
    for i in from..moves.len() {
        let mut next = at.clone();
        game.play(&mut next, moves[i]);
        nodes += below(game, &next, depth - 1, moves);
    }
    moves.truncate(from);
    nodes
}

/// [`perft`] below each legal move, in the order of the moves, on `threads` threads.
/// At depth 0 there is nothing to divide and the answer is empty.
pub fn divide<G: Game>(
    game: &G,
    at: &G::Position,
    depth: u32,
    threads: usize,
) -> Vec<(G::Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let mut moves = Vec::new();
    game.legal_moves(at, &mut moves);
    let count = |mv: G::Move| {
        let mut next = at.clone();
        game.play(&mut next, mv);
        (mv, perft(game, &next, depth - 1))
    };
    if threads <= 1 || depth <= 2 {
        return moves.into_iter().map(count).collect();
    }
    // Root moves are handed out one at a time: their trees differ widely in size.
    let taken = AtomicUsize::new(0);
    let counted: Vec<(G::Move, u64)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.min(moves.len()))
            .map(|_| {
                scope.spawn(|| {
                    let mut mine = Vec::new();
                    while let Some(&mv) = moves.get(taken.fetch_add(1, Ordering::Relaxed)) {
                        mine.push(count(mv));
                    }
                    mine
                })
            })
            .collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().expect("a perft worker does not panic"))
            .collect()
    });
    // Every move stands once in `counted`; put them back into the order of the moves.
    moves
        .iter()
        .filter_map(|mv| counted.iter().find(|(of, _)| of == mv).copied())
        .collect()
}
