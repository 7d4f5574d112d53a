//! Candidates, their reasons and the ways to choose.

use yomikiri_game_api::{Game, Limits, Line, NoObserver, Notation, Player, Side, SplitMix64};

use super::laws::game;
use super::sees::random_position;
use crate::go::reading::ReadingLimits;
use crate::go::sees::with_turn;
use crate::go::thinks::{Chooser, Classic, Reason, Weights, candidates, shapes};
use crate::go::{Move, points};

#[test]
fn candidates_are_legal_and_their_points_add_up() {
    let mut rng = SplitMix64::new(31);
    for options in [
        "size=2",
        "size=5",
        "size=7",
        "size=13x4",
        "size=9&scoring=territory",
    ] {
        let game = game(options);
        for plies in [0, 4, game.size().points() / 2, 2 * game.size().points()] {
            let at = random_position(&game, &mut rng, plies);
            for side in Side::BOTH {
                let turned = with_turn(&at, side);
                let mut legal = Vec::new();
                game.legal_moves(&turned, &mut legal);
                let all = candidates(&game, &at, side, &Weights::default(), ReadingLimits::SWIFT);
                for candidate in &all {
                    assert!(legal.contains(&Move::at(candidate.cell)));
                    assert!(!candidate.reasons.is_empty());
                    let sum: i32 = candidate.reasons.iter().map(|because| because.points).sum();
                    assert_eq!(candidate.total, sum);
                    assert!(candidate.reasons.iter().all(|because| because.points > 0));
                }
                assert!(all.is_sorted_by_key(|candidate| -candidate.total));
            }
        }
    }
}

#[test]
fn stones_in_atari_are_taken_or_saved() {
    let game = game("size=9");
    // A white stone in the middle with one liberty left.
    let at = game.read_position("9/9/9/4X4/3XO4/4X4/9/9/9 b -").unwrap();
    let point = points::read_gtp(game.size(), "F5").unwrap();
    for (side, reason) in [
        (Side::First, Reason::Capture),
        (Side::Second, Reason::Escape),
    ] {
        let all = candidates(&game, &at, side, &Weights::default(), ReadingLimits::QUICK);
        let taken = all.iter().find(|candidate| candidate.cell == point);
        let reasons = taken.map(|candidate| candidate.reasons.iter());
        let has = reasons.is_some_and(|mut all| all.any(|because| because.reason == reason));
        // A ladder may decide that running away does not help.
        assert!(has || side == Side::Second, "{reason:?}");
    }
}

#[test]
fn weights_change_what_a_reason_counts() {
    let game = game("size=9");
    let at = game.read_position("9/9/9/4X4/3XO4/4X4/9/9/9 b -").unwrap();
    let none = Weights::default().with(Reason::Capture, 0);
    let all = candidates(&game, &at, Side::First, &none, ReadingLimits::QUICK);
    let takes = |because: &crate::go::thinks::Because| because.reason == Reason::Capture;
    assert!(
        !all.iter()
            .any(|candidate| candidate.reasons.iter().any(takes))
    );
}

#[test]
fn every_chooser_plays_a_legal_move() {
    let game = game("size=5");
    for chooser in [
        Chooser::Sum,
        Chooser::Priority,
        Chooser::Search { depth: 1 },
        Chooser::Search { depth: 2 },
    ] {
        let mut player = Classic::new(chooser, Weights::default());
        let mut line = Line::new(&game);
        for _ in 0..10 {
            if line.outcome(&game).is_some() {
                break;
            }
            let mut legal = Vec::new();
            line.legal_moves(&game, &mut legal);
            let limits = Limits::default();
            let thought = player
                .think(&game, &line, &limits, &mut NoObserver)
                .unwrap();
            assert!(legal.contains(&thought.best), "{chooser:?}");
            line.push(&game, thought.best);
        }
    }
}

#[test]
fn the_file_of_shapes_is_read() {
    assert!(shapes().len() > 60, "{}", shapes().len());
    assert!(
        shapes()
            .iter()
            .all(|shape| shape.names.iter().all(|name| !name.is_empty()))
    );
}
