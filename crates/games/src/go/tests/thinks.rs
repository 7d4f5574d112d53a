//! Candidates, their reasons and the ways to choose.

use yomikiri_game_api::{
    Fact, Game, Limits, Line, NoObserver, Notation, Player, Side, SplitMix64, Teach,
};

use super::laws::game;
use super::sees::random_position;
use crate::go::reading::ReadingLimits;
use crate::go::sees::{GoLayers, with_turn};
use crate::go::thinks::{Chooser, Classic, Reason, Weights, candidates, joseki, shapes};
use crate::go::{Go, Move, points};

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

/// A line of moves from the start.
fn line(game: &Go, moves: &str) -> Line<Go> {
    let mut line = Line::new(game);
    for text in moves.split_whitespace() {
        let mv = game.read_move(line.last(), text).unwrap();
        line.push(game, mv);
    }
    line
}

#[test]
fn a_move_that_puts_stones_in_atari_is_sente() {
    let game = game("size=9");
    // Two white stones with two liberties, F5 and F4; a third with two of its own.
    let at = game
        .read_position("9/9/9/4X4/3XO4/3XO4/4X4/9/1O7 b -")
        .unwrap();
    let limits = ReadingLimits::QUICK;
    let all = candidates(&game, &at, Side::First, &Weights::default(), limits);
    let told = |vertex: &str| {
        let cell = points::read_gtp(game.size(), vertex);
        let candidate = all.iter().find(|candidate| Some(candidate.cell) == cell);
        candidate.map(|candidate| candidate.reasons[0].sente)
    };
    let atari = ["F5", "F4"].map(told);
    assert!(atari.contains(&Some(Some(true))), "{atari:?}");
    assert!(!atari.contains(&Some(None)), "{atari:?}");
    let quiet = all
        .iter()
        .filter(|candidate| candidate.reasons[0].sente != Some(true));
    assert!(quiet.count() > 0);
}

#[test]
fn a_player_says_its_candidates_and_its_strategy() {
    let game = game("size=9");
    let line = line(&game, "C3 D3 C4");
    let mut player = Classic::new(Chooser::Sum, Weights::default());
    let thought = player
        .think(&game, &line, &Limits::default(), &mut NoObserver)
        .unwrap();
    let detail = |name: &str| {
        let found = thought.details.iter().find(|(known, _)| *known == name);
        found.map(|(_, fact)| fact.clone()).unwrap()
    };
    let facts = GoLayers.facts(&game, line.last(), "candidates").unwrap();
    assert_eq!(detail("candidates"), facts.data);
    let id = detail("strategy").get("id").cloned();
    assert_eq!(id, Some(Fact::from(thought.notes[0].id)));
    assert!(thought.notes[0].id.starts_with("go-strategy-"));
}

#[test]
fn strategy_builds_and_follows() {
    let game = game("size=9");
    let strategy = |weights: &Weights, moves: &str| {
        let line = line(&game, moves);
        let mut player = Classic::new(Chooser::Sum, weights.clone());
        let thought = player.think(&game, &line, &Limits::default(), &mut NoObserver);
        thought.unwrap().notes[0].id
    };
    assert_eq!(strategy(&Weights::default(), ""), "go-strategy-build");
    // White has just put a stone in atari, and saving stones is all that counts.
    let atari = "E5 E4 pass D5 pass E6";
    let escape = only(Reason::Escape);
    assert_eq!(strategy(&escape, atari), "go-strategy-follow");
    assert_eq!(strategy(&escape, ""), "go-strategy-pass");
}

/// Weights with which one reason counts.
fn only(counts: Reason) -> Weights {
    let others = Reason::ALL.into_iter().filter(|&reason| reason != counts);
    others.fold(Weights::default(), |weights, reason| {
        weights.with(reason, 0)
    })
}

#[test]
fn joseki_are_carried_through_in_every_orientation() {
    assert!(joseki().len() >= 10);
    let game = game("size=19");
    let mut at = game.start();
    // Black at the star point, White's low approach: each in all four corners and both ways round.
    for (star, approach) in [
        ("D4", "F3"),
        ("D4", "C6"),
        ("Q4", "O3"),
        ("D16", "C14"),
        ("Q16", "R14"),
    ] {
        let mut line = line(&game, &format!("{star} {approach}"));
        for ply in 0..2 {
            let all = next(&game, line.last());
            assert!(!all.is_empty(), "{star} {approach}, ply {ply}");
            line.push(&game, Move::at(all[0]));
        }
        at = *line.last();
    }
    // The other colour begins.
    let swapped = line(&game, "K10 D4 F3");
    assert!(!next(&game, swapped.last()).is_empty());
    // A stone that does not belong to it ends it.
    let other = line(&game, "D4 F3 K10 B2");
    assert!(next(&game, other.last()).is_empty());
    assert!(at.count(Side::First) > 1);
    // A corner with one stone is no joseki on a small board.
    let small = self::game("size=9");
    let at = *line(&small, "C3 E3").last();
    assert!(next(&small, &at).is_empty());
}

/// The cells that have joseki as their reason.
fn next(game: &Go, at: &crate::go::Position) -> Vec<usize> {
    let weights = only(Reason::Joseki);
    let all = candidates(game, at, at.turn(), &weights, ReadingLimits::SWIFT);
    all.into_iter().map(|candidate| candidate.cell).collect()
}

#[test]
fn the_last_move_is_explained() {
    let game = game("size=9");
    let start = GoLayers.explain(&game, &Line::new(&game)).unwrap();
    assert!(start.did.is_empty() && start.best.is_none() && start.lost.is_none());
    assert_eq!(start.standing.len(), 1);
    // Black takes a stone.
    let took = line(&game, "E5 E4 D4 A9 F4 B9 E3");
    let told = GoLayers.explain(&game, &took).unwrap();
    assert_eq!(told.did[0].id, "go-did");
    let text = format!("{:?}", told.did);
    assert!(text.contains("go-did-takes"), "{text}");
    assert!(text.contains("go-reason-capture-one"), "{text}");
    // On the first line nothing is gained.
    let idle = GoLayers.explain(&game, &line(&game, "A1")).unwrap();
    assert!(idle.best.is_some());
    assert!(idle.lost.unwrap() > 0.0);
    let passed = GoLayers.explain(&game, &line(&game, "pass")).unwrap();
    assert_eq!(passed.did[0].id, "go-did-pass");
}
