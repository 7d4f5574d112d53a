//! The four move generators agree, and the legal moves are among them.

use yomikiri_game_api::{Game, SplitMix64, conformance};

use super::slow::random_placement;
use crate::xiangqi::{METHODS, Move, Position, Xiangqi};

fn check_methods(at: &Position) {
    let sorted = |method: fn(&Position, &mut Vec<Move>)| {
        let mut moves = Vec::new();
        method(at, &mut moves);
        moves.sort_unstable();
        moves
    };
    let all: Vec<Vec<Move>> = METHODS.iter().map(|(_, method)| sorted(*method)).collect();
    for (moves, (name, _)) in all.iter().zip(METHODS) {
        assert_eq!(moves, &all[0], "{name} at {at:?}");
    }
    let mut legal = Vec::new();
    Xiangqi::default().legal_moves(at, &mut legal);
    assert!(legal.iter().all(|mv| all[0].binary_search(mv).is_ok()));
}

#[test]
fn all_methods_give_the_same_moves() {
    assert_eq!(METHODS.len(), 4);
    conformance::walk(
        &Xiangqi::default(),
        conformance::Plan::from_env(5),
        |line| {
            check_methods(line.last());
            Ok(())
        },
    )
    .unwrap();
    let mut rng = SplitMix64::new(5);
    let placements = std::iter::from_fn(|| Some(random_placement(&mut rng)));
    placements
        .flatten()
        .take(300)
        .for_each(|at| check_methods(&at));
}
