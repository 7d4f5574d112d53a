//! Parity, symmetries, keys.

use std::collections::BTreeSet;

use yomikiri_game_api::conformance::{self, Plan};
use yomikiri_game_api::{Evaluate, Game, Notation};
use yomikiri_games::janken::{Action, Janken, JankenEval, Position, Step, Symmetry};

use crate::{OPTION_SETS, at, janken, sampled};

#[test]
fn parity_of_a_cube_changes_only_when_it_captures() {
    let game = Janken::default();
    let parity = |place: &Position, square| {
        let (_, cube) = place.at(square).expect("a cube");
        (square.file() + square.rank() + usize::from(cube.is_odd())) % 2
    };
    let mut captures = 0;
    let plan = Plan {
        games: 200,
        plies: 400,
        seed: 3,
    };
    conformance::walk(&game, plan, |line| {
        let [.., before, after] = line.positions() else {
            return Ok(());
        };
        if let Action::Step(Step { from, to }) = line.moves()[line.ply() - 1].action() {
            let capture = before.at(to).is_some();
            captures += usize::from(capture);
            assert_eq!(parity(before, from) != parity(after, to), capture);
        }
        Ok(())
    })
    .unwrap();
    assert!(captures > 300, "only {captures} captures");
}

#[test]
fn the_twelve_symmetries_keep_moves_outcomes_and_judgements() {
    for options in OPTION_SETS {
        let game = janken(options);
        let eval = JankenEval::default();
        for place in sampled(&game, 60, 9) {
            let mut seen = BTreeSet::new();
            for symmetry in Symmetry::all() {
                let image = symmetry.position(&place);
                let text = game.write_position(&image);
                assert_eq!(at(&game, &text), image);
                seen.insert(text);
                assert_eq!(eval.evaluate(&game, &image), eval.evaluate(&game, &place));
                let mut own = Vec::new();
                game.legal_moves(&place, &mut own);
                let mut theirs = Vec::new();
                game.legal_moves(&image, &mut theirs);
                let mut mapped: Vec<_> = own.iter().map(|&mv| symmetry.action(mv)).collect();
                mapped.sort_unstable();
                theirs.sort_unstable();
                assert_eq!(mapped, theirs);
                for mv in own {
                    let mut next = place;
                    game.play(&mut next, mv);
                    let mut next_image = image;
                    game.play(&mut next_image, symmetry.action(mv));
                    assert_eq!(symmetry.position(&next), next_image);
                    let winners = [next, next_image].map(|at| game.outcome(&at).map(|o| o.winner));
                    assert_eq!(winners[0].is_some(), winners[1].is_some());
                }
            }
            // No sampled position is its own image: that would need mirrored pairs of cubes with
            // equal tops and nothing else on the board.
            assert_eq!(seen.len(), 12);
        }
    }
}

#[test]
fn keys_tell_the_middle_of_a_turn_apart() {
    let game = Janken::default();
    let key = |text: &str| game.key(&at(&game, text));
    let begin = key("5gpc/6/6/2GPC3/6/6 1 3 -");
    let middles = [
        key("5gpc/6/6/2GPC3/6/6 1 2 c4c3"),
        key("5gpc/6/6/2GPC3/6/6 1 2 b3c3"),
        key("5gpc/6/6/2GPC3/6/6 1 1 b3c3"),
        key("5gpc/6/6/2GPC3/6/6 2 3 -"),
    ];
    let mut all: Vec<u64> = middles.into_iter().chain([begin]).collect();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 5);
}
