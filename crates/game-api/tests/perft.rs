//! Perft and divide beside a count that plays every move.

use yomikiri_game_api::conformance::toys::{Actions, Chase, Superko};
use yomikiri_game_api::perft::{divide, perft};
use yomikiri_game_api::{Game, SplitMix64};

/// Plays every sequence to its last move.
fn naive<G: Game>(game: &G, at: &G::Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = Vec::new();
    game.legal_moves(at, &mut moves);
    let below = |mv| {
        let mut next = at.clone();
        game.play(&mut next, mv);
        naive(game, &next, depth - 1)
    };
    moves.into_iter().map(below).sum()
}

/// Positions of a few random games, ends included.
fn positions<G: Game>(game: &G) -> Vec<G::Position> {
    let mut rng = SplitMix64::new(23);
    let mut seen = vec![game.start()];
    for _ in 0..4 {
        let mut at = game.start();
        for _ in 0..12 {
            let mut moves = Vec::new();
            game.legal_moves(&at, &mut moves);
            if moves.is_empty() {
                break;
            }
            game.play(&mut at, moves[rng.below(moves.len())]);
            seen.push(at.clone());
        }
    }
    seen
}

fn agrees<G: Game>(game: &G, depths: u32) {
    for at in positions(game) {
        for depth in 0..=depths {
            let nodes = naive(game, &at, depth);
            assert_eq!(perft(game, &at, depth), nodes, "{at:?} at depth {depth}");
            if depth == 0 {
                continue;
            }
            let mut moves = Vec::new();
            game.legal_moves(&at, &mut moves);
            let expected: Vec<(G::Move, u64)> = moves
                .into_iter()
                .map(|mv| {
                    let mut next = at.clone();
                    game.play(&mut next, mv);
                    (mv, naive(game, &next, depth - 1))
                })
                .collect();
            for threads in [0, 1, 2, 5, 100] {
                let parts = divide(game, &at, depth, threads);
                assert_eq!(parts, expected, "{at:?}, {threads} threads");
                let sum: u64 = parts.iter().map(|(_, nodes)| nodes).sum();
                assert_eq!(sum, nodes);
            }
        }
    }
}

#[test]
fn counting_agrees_with_playing_out_where_stones_come_and_go() {
    agrees(&Superko { size: 4 }, 4);
}

#[test]
fn counting_agrees_with_playing_out_where_turns_have_two_actions() {
    agrees(&Actions { goal: 7 }, 8);
}

#[test]
fn counting_agrees_with_playing_out_where_games_are_short() {
    agrees(&Chase { size: 5 }, 6);
}

#[test]
fn numbers_that_can_be_worked_out_by_hand() {
    // Two moves a ply as long as nobody can be taken.
    let game = Chase { size: 40 };
    for depth in 0..=12 {
        assert_eq!(perft(&game, &game.start(), depth), 1 << depth);
    }
    // A turn of two different steps can be made in two ways.
    let game = Actions { goal: 100 };
    for (depth, nodes) in [1, 2, 2, 4, 4, 8, 8].into_iter().enumerate() {
        assert_eq!(perft(&game, &game.start(), depth as u32), nodes);
    }
    // After the end there are no sequences but the empty one.
    let mut over = game.start();
    for _ in 0..200 {
        let mut moves = Vec::new();
        game.legal_moves(&over, &mut moves);
        let Some(&mv) = moves.last() else { break };
        game.play(&mut over, mv);
    }
    assert!(game.outcome(&over).is_some());
    assert_eq!(
        [0, 1, 2, 5].map(|depth| perft(&game, &over, depth)),
        [1, 0, 0, 0]
    );
    assert_eq!(divide(&game, &over, 3, 4), []);
}

#[test]
fn there_is_nothing_to_divide_at_depth_zero() {
    let game = Superko { size: 3 };
    assert_eq!(divide(&game, &game.start(), 0, 4), []);
}
