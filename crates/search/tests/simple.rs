//! The players without tricks.

mod common;

use std::collections::{HashMap, HashSet};

use common::tree::{Tree, Written};
use common::{Noise, Zero, negamax, to_depth};
use yomikiri_game_api::conformance::toys;
use yomikiri_game_api::{Game, Limits, Line, NoObserver, Notation, Player, Score, Side, Thought};
use yomikiri_games::tictactoe::{OpenLines, TicTacToe};
use yomikiri_search::{Lookahead, Random};

fn ask<G: Game>(game: &G, player: &mut impl Player<G>, limits: &Limits) -> Thought<G::Move> {
    player
        .think(game, &Line::new(game), limits, &mut NoObserver)
        .unwrap()
}

#[test]
fn random_is_fair_and_follows_its_seed() {
    let stream = |seed| {
        let mut player = Random::new(seed);
        let mut next = || ask(&TicTacToe, &mut player, &Limits::default()).best;
        (0..900).map(|_| next()).collect::<Vec<_>>()
    };
    assert_eq!(stream(5), stream(5));
    assert_ne!(stream(5), stream(6));
    let mut counts = HashMap::new();
    for mv in stream(5) {
        *counts.entry(mv).or_insert(0) += 1;
    }
    assert_eq!(counts.len(), 9);
    assert!(
        counts.values().all(|count| (60..140).contains(count)),
        "{counts:?}"
    );
}

#[test]
fn players_refuse_a_finished_game() {
    let over = TicTacToe.read_position("XXX/OO./... o").unwrap();
    let line = Line::from_position(&TicTacToe, over);
    let limits = Limits::default();
    let mut random = Random::new(1);
    assert!(
        random
            .think(&TicTacToe, &line, &limits, &mut NoObserver)
            .is_err()
    );
    let mut lookahead = Lookahead::new(OpenLines, 2, 1);
    assert!(
        lookahead
            .think(&TicTacToe, &line, &limits, &mut NoObserver)
            .is_err()
    );
}

#[test]
fn lookahead_finds_the_minimax_value() {
    for depth in 1..=5 {
        let thought = ask(
            &TicTacToe,
            &mut Lookahead::new(Noise, depth, 1),
            &Limits::default(),
        );
        let expected = negamax(&TicTacToe, &Noise, &mut Line::new(&TicTacToe), depth, 0);
        assert_eq!(thought.score(), Some(expected));
        assert_eq!(thought.depth, depth);

        let game = toys::Actions { goal: 9 };
        let thought = ask(
            &game,
            &mut Lookahead::new(Noise, depth, 1),
            &Limits::default(),
        );
        let expected = negamax(&game, &Noise, &mut Line::new(&game), depth, 0);
        assert_eq!(thought.score(), Some(expected));
    }
    // All 9 + 72 + 504 + 3024 positions: nothing is pruned.
    let thought = ask(
        &TicTacToe,
        &mut Lookahead::new(Zero, 4, 1),
        &Limits::default(),
    );
    assert_eq!(thought.nodes, 3609);
}

#[test]
fn ties_are_broken_by_the_seed_and_all_can_win() {
    // Moves 1, 3 and 4 are equally good.
    let tree = Tree::read("(2 (9 7) 5 7 (8 7))");
    let chosen = |seed| {
        ask(
            &tree,
            &mut Lookahead::new(Written, 3, seed),
            &Limits::default(),
        )
        .best
    };
    let mut counts = [0; 5];
    for seed in 0..900 {
        let mv = chosen(seed);
        assert_eq!(mv, chosen(seed));
        counts[usize::from(mv)] += 1;
    }
    assert_eq!((counts[0], counts[2]), (0, 0));
    assert!(
        [1, 3, 4].iter().all(|&mv| (240..360).contains(&counts[mv])),
        "{counts:?}"
    );
}

#[test]
fn sooner_is_better_unless_told_otherwise() {
    let tree = Tree::read("(((W)) W ((W)))");
    let chosen = |sooner| -> HashSet<u8> {
        let choose = |seed| {
            let mut player = Lookahead::new(Written, 5, seed).sooner(sooner);
            ask(&tree, &mut player, &Limits::default()).best
        };
        (0..100).map(choose).collect()
    };
    assert_eq!(chosen(true), HashSet::from([1]));
    assert_eq!(chosen(false), HashSet::from([0, 1, 2]));
}

#[test]
fn a_position_that_has_occurred_counts_as_a_draw() {
    // First has run away from 3 to 4 and Second is far; going back to 3 repeats.
    let game = toys::Chase { size: 9 };
    let mut line = Line::from_position(&game, game.place(3, 7, Side::First));
    for by in [1, 1, -1] {
        line.push(&game, by);
    }
    let limits = Limits {
        lines: 2,
        ..Limits::default()
    };
    let mut player = Lookahead::new(Noise, 1, 1);
    let thought = player
        .think(&game, &line, &limits, &mut NoObserver)
        .unwrap();
    let back = thought.variations.iter().find(|v| v.moves == [-1]).unwrap();
    assert_eq!(back.score, Some(Score::DRAW));
    let on = thought.variations.iter().find(|v| v.moves == [1]).unwrap();
    assert_ne!(on.score, Some(Score::DRAW));
}

#[test]
fn lookahead_keeps_to_bounds() {
    let deep = || Lookahead::new(Noise, 6, 1);
    assert_eq!(ask(&TicTacToe, &mut deep(), &to_depth(2)).depth, 2);
    for most in [0, 1, 10, 5000] {
        let limits = Limits {
            nodes: Some(most),
            ..Limits::default()
        };
        assert!(ask(&TicTacToe, &mut deep(), &limits).nodes <= most);
    }
    let limits = Limits {
        lines: 4,
        ..Limits::default()
    };
    let thought = ask(&TicTacToe, &mut deep(), &limits);
    assert_eq!(thought.variations.len(), 4);
    assert!(thought.variations.is_sorted_by_key(|v| -v.score.unwrap()));
}
