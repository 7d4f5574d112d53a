//! Reading against a twin that tries every defence.

use std::collections::HashSet;

use yomikiri_game_api::{Game, Notation, Side, SplitMix64};

use super::laws::game;
use super::sees::random_position;
use crate::go::reading::{Reader, ReadingLimits, Success, Why, read_out};
use crate::go::sees::{Status, chains, status};
use crate::go::{Go, Move, Position, capture_problem, points};

/// Whether the attacker takes a string by playing what the reader says, whatever the defender does. Moves
/// of the defender are all legal ones and a pass.
pub(super) fn is_confirmed(
    game: &Go,
    at: &Position,
    cell: usize,
    limits: ReadingLimits,
    seen: &mut HashSet<(Position, bool)>,
) -> bool {
    let defender = at.stone(cell).unwrap();
    let mut start = crate::go::sees::with_turn(at, !defender);
    start.taken = [0; 2];
    if !seen.insert((start, true)) {
        return true;
    }
    let mut reader = Reader::new(game, &start, limits);
    let reading = reader.attack(cell).unwrap();
    let (Success::Yes, Some(point)) = (reading.success, reading.point) else {
        return false;
    };
    game.play(&mut start, Move::at(point));
    if start.stone(cell) != Some(defender) {
        return true;
    }
    let mut answers = Vec::new();
    game.legal_moves(&start, &mut answers);
    answers.iter().all(|&mv| {
        let mut next = start;
        game.play(&mut next, mv);
        is_confirmed(game, &next, cell, limits, seen)
    })
}

#[test]
fn what_is_said_to_be_taken_is_taken_whatever_the_defence() {
    let mut rng = SplitMix64::new(20);
    let mut checked = 0;
    let game = game("size=7");
    while checked < 60 {
        let plies = 8 + rng.below(30);
        let at = random_position(&game, &mut rng, plies);
        for chain in &chains(&game, &at).all {
            if !(2..=4).contains(&chain.liberties.len()) {
                continue;
            }
            let cell = chain.stones[0];
            let limits = ReadingLimits {
                nodes: 20_000,
                ..ReadingLimits::DEEP
            };
            let mut reader = Reader::new(&game, &at, limits);
            if reader.attack(cell).unwrap().success != Success::Yes {
                continue;
            }
            checked += 1;
            let is_taken = is_confirmed(&game, &at, cell, limits, &mut HashSet::new());
            let place = points::write_gtp(game.size(), cell);
            assert!(is_taken, "{place} of {}", game.write_position(&at));
        }
    }
}

/// A string with four liberties along the edge, whose friends are near: no liberty of it takes it, but the point where
/// it would get out does.
#[test]
fn a_wall_stops_a_string_with_four_liberties() {
    let game = game("size=9");
    let text = "O2OOO3/OX1X1OOOX/O1OXXXXXX/O2X5/OOOX5/9/9/9/9 b -";
    let at = game.read_position(text).unwrap();
    let cell = |name: &str| points::read_gtp(game.size(), name).unwrap();
    assert_eq!(game.string(&at, cell("F9")).1.len(), 4);
    let limits = ReadingLimits::DEEP;
    let reading = Reader::new(&game, &at, limits).attack(cell("F9")).unwrap();
    assert_eq!(reading.success, Success::Yes);
    assert_eq!(reading.point, Some(cell("C8")));
    assert!(reading.nodes < 2_000, "{}", reading.nodes);
    // Whatever White answers, and whatever else Black might have begun with.
    let mut seen = HashSet::new();
    let mut after = at;
    game.play(&mut after, Move::at(cell("C8")));
    let mut answers = Vec::new();
    game.legal_moves(&after, &mut answers);
    for answer in answers {
        let mut next = after;
        game.play(&mut next, answer);
        let is_taken = is_confirmed(&game, &next, cell("F9"), limits, &mut seen);
        assert!(is_taken, "{}", game.write_move(&after, answer));
    }
    for liberty in game.string(&at, cell("F9")).1 {
        let mut next = at;
        game.play(&mut next, Move::at(liberty));
        let saved = Reader::new(&game, &next, limits).defend(cell("F9"));
        assert_ne!(saved.unwrap().success, Success::No);
    }
}

/// A ladder on a board: White's stone runs from near the top left; with a breaker on its way or without.
fn ladder(game: &Go, breaker: bool) -> (Position, usize) {
    let mut at = game.start();
    let cell = |name: &str| points::read_gtp(game.size(), name).unwrap();
    for (name, side) in [
        ("C17", Side::Second),
        ("C18", Side::First),
        ("B17", Side::First),
        ("D18", Side::First),
        ("B16", Side::First),
    ] {
        at.set(cell(name), Some(side));
    }
    if breaker {
        at.set(cell("Q4"), Some(Side::Second));
    }
    (at, cell("C17"))
}

#[test]
fn ladders_are_read_to_the_edge_and_to_their_breakers() {
    let game = game("size=19");
    let (at, cell) = ladder(&game, false);
    let shallow = ReadingLimits {
        depth: 0,
        ..ReadingLimits::QUICK
    };
    let reading = Reader::new(&game, &at, shallow).attack(cell).unwrap();
    assert_eq!(reading.success, Success::Yes);
    assert!(reading.nodes < 400, "{}", reading.nodes);
    let (at, cell) = ladder(&game, true);
    let reading = Reader::new(&game, &at, shallow).attack(cell).unwrap();
    assert_eq!(reading.success, Success::No);
}

#[test]
fn budgets_of_nodes_are_kept() {
    let mut rng = SplitMix64::new(21);
    for options in ["size=9", "size=19"] {
        let game = game(options);
        for _ in 0..6 {
            let plies = rng.below(game.size().points());
            let at = random_position(&game, &mut rng, plies);
            for chain in &chains(&game, &at).all {
                let limits = ReadingLimits {
                    nodes: 50,
                    ..ReadingLimits::DEEP
                };
                let mut reader = Reader::new(&game, &at, limits);
                let found = status(&mut reader, chain.stones[0]).unwrap();
                // Two questions, three ko rules each; the last node is the one too many.
                assert!(found.nodes <= 6 * 51, "{}", found.nodes);
                assert!(found.status != Status::Alive || found.attack.is_none());
            }
        }
    }
}

#[test]
fn problems_have_one_answer_that_takes_the_string_whatever_the_defender_does() {
    let mut rng = SplitMix64::new(7);
    let limits = ReadingLimits {
        depth: 5,
        nodes: 20_000,
        liberties: 5,
    };
    let game = game("size=7");
    let mut found = 0;
    for _ in 0..60 {
        let plies = 12 + rng.below(24);
        let at = random_position(&game, &mut rng, plies);
        let Some(problem) = capture_problem(&game, &at) else {
            continue;
        };
        found += 1;
        let target = problem.target[0];
        assert_eq!(game.string(&at, target).0, problem.target);
        assert!(is_confirmed(
            &game,
            &at,
            target,
            limits,
            &mut HashSet::new()
        ));
        let mut moves = Vec::new();
        game.legal_moves(&at, &mut moves);
        for mv in moves {
            let mut after = at;
            game.play(&mut after, mv);
            let defence = Reader::new(&game, &after, limits).defend(target);
            let takes = defence.is_none_or(|defence| defence.success == Success::No);
            assert_eq!(takes, mv == problem.answer, "{}", game.write_position(&at));
        }
    }
    assert!(found >= 3, "{found}");
}

#[test]
fn a_reading_is_played_out_with_reasons() {
    let game = game("size=19");
    let (at, cell) = ladder(&game, false);
    let line = read_out(&game, &at, cell, Side::First, ReadingLimits::DEEP);
    let (last, before) = line.split_last().unwrap();
    assert_eq!((last.side, last.why), (Side::First, Why::Takes));
    assert!(before.len() > 40, "{}", before.len());
    for (ply, step) in before.iter().enumerate() {
        let expected = [(Side::First, Why::Atari), (Side::Second, Why::Extends)];
        assert_eq!((step.side, step.why), expected[ply % 2], "{ply}");
    }
    // With a breaker there is nothing to play out for the attacker.
    let (at, cell) = ladder(&game, true);
    let shallow = ReadingLimits {
        depth: 0,
        ..ReadingLimits::QUICK
    };
    assert!(read_out(&game, &at, cell, Side::First, shallow).is_empty());
    // Whatever the board, every move is legal and no line is endless.
    let mut rng = SplitMix64::new(25);
    let game = self::game("size=7");
    for _ in 0..30 {
        let plies = rng.below(40);
        let at = random_position(&game, &mut rng, plies);
        for chain in &chains(&game, &at).all {
            for first in Side::BOTH {
                let cell = chain.stones[0];
                let line = read_out(&game, &at, cell, first, ReadingLimits::QUICK);
                let mut at = crate::go::sees::with_turn(&at, first);
                for step in line {
                    assert!(game.is_legal(&at, step.cell) && at.turn() == step.side);
                    game.play(&mut at, Move::at(step.cell));
                }
            }
        }
    }
}
