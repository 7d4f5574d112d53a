//! The rules beside their slow twin, and the figures of the document.

use yomikiri_game_api::conformance::Plan;
use yomikiri_game_api::{Game, Line, Notation, Settle, Side, SplitMix64, perft};

use super::laws::game;
use super::slow::Slow;
use crate::go::{Go, Move, Position};

/// Random games in which most moves are stones; passes come now and then.
fn random_games(game: &Go, games: u64, plies: usize, mut see: impl FnMut(&Line<Go>)) {
    for seed in 0..games {
        let mut rng = SplitMix64::new(seed);
        let mut line = Line::new(game);
        let mut moves = Vec::new();
        while line.ply() < plies {
            see(&line);
            moves.clear();
            line.legal_moves(game, &mut moves);
            let stones = moves.len().saturating_sub(1);
            let Some(&mv) = (match stones {
                0 => moves.last(),
                _ if rng.below(30) == 0 => moves.last(),
                _ => moves.get(rng.below(stones)),
            }) else {
                break;
            };
            line.push(game, mv);
        }
    }
}

#[test]
fn moves_and_boards_are_the_slow_twins() {
    for (options, games) in [
        ("size=2", 40),
        ("size=2x3&suicide=true", 40),
        ("size=3", 40),
        ("size=4&suicide=true", 40),
        ("size=5", 30),
        ("size=5x3", 30),
        ("size=9&handicap=9", 4),
        ("size=13", 1),
    ] {
        let game = game(options);
        random_games(&game, games, 150, |line| {
            let at = line.last();
            let slow = Slow::of(&game, at);
            let mut moves = Vec::new();
            game.legal_moves(at, &mut moves);
            assert_eq!(moves, slow.legal(&game), "{}", game.write_position(at));
            for &mv in &moves {
                let mut after = *at;
                game.play(&mut after, mv);
                assert!(slow.play(&game, mv).agrees(&game, &after), "{mv:?}");
                let from_text = game.read_position(&game.write_position(&after));
                // The incremental key is that of the same board put down anew.
                assert_eq!(from_text.map(|read| game.key(&read)), Ok(game.key(&after)));
            }
        });
    }
}

/// Depths at which games end by two passes and boards fill up.
#[test]
fn perft_is_the_slow_twins() {
    for (options, depth) in [
        ("size=2", 9),
        ("size=2&suicide=true", 8),
        ("size=2x3", 6),
        ("size=3x2&suicide=true", 6),
        ("size=3", 5),
        ("size=4", 4),
    ] {
        let game = game(options);
        let slow = Slow::of(&game, &game.start());
        for depth in 0..=depth {
            let nodes = perft::perft(&game, &game.start(), depth);
            assert_eq!(nodes, slow.perft(&game, depth), "{options} depth {depth}");
        }
    }
}

/// Boards without a string that has no liberty, counted over all of them.
fn legal_positions(game: &Go) -> u64 {
    let points = game.size().points();
    let mut count = 0;
    let mut at = Position::EMPTY;
    let mut digits = vec![0u8; points];
    loop {
        count += u64::from(game.without_liberty(&at).is_none());
        let Some(cell) = digits.iter().position(|&digit| digit < 2) else {
            return count;
        };
        for (below, digit) in digits[..cell].iter_mut().enumerate() {
            *digit = 0;
            at.set(below, None);
        }
        digits[cell] += 1;
        at.set(cell, Some(Side::BOTH[usize::from(digits[cell]) - 1]));
    }
}

/// Tromp and Farnebäck, "Combinatorics of Go".
#[test]
fn the_numbers_of_legal_positions_are_the_published_ones() {
    for (size, number) in [("2", 57), ("3", 12_675), ("3x4", 321_689)] {
        let game = game(&format!("size={size}"));
        assert_eq!(legal_positions(&game), number, "{size}");
    }
}

#[test]
#[ignore = "43 million boards"]
fn the_number_of_legal_positions_of_four_lines_is_the_published_one() {
    assert_eq!(legal_positions(&game("size=4")), 24_318_165);
}

/// The document's five figures: Black plays at the cross. None is a ko, so that White may play where a
/// stone was taken unless the stone would have no liberty there.
#[test]
fn ko_figures_of_the_document() {
    for (name, rows, cross, taken, may_retake) in [
        // (A) A stone of the same colour beside the cross: no ko.
        ("A1", "1XO1/XO1O/1XX1/4", "C3", "B3", false),
        ("A2", "1XOO1/XO1XO/1XOO1/5/5", "C4", "B4", true),
        // (B) More than one stone is taken: no ko. The stone at D3 of the first figure is printed white,
        // which would take one stone only and be a ko.
        ("B1", "1XX1/1XOX/XO1O/1XO1", "C2", "B2", false),
        ("B2", "1XXO1/XOO1O/1XXO1/5/5", "D4", "C4", true),
        // (C) Not a ko although one stone is taken; White may not play there anyway.
        ("C", "1XO1/XO1O/1X2/4", "C3", "B3", false),
        // A real ko beside them.
        ("ko", "1XO1/XO1O/1XO1/4", "C3", "B3", false),
    ] {
        let lines = rows.split('/').next().unwrap();
        let width: usize = lines
            .chars()
            .map(|sign| sign.to_digit(10).map_or(1, |digit| digit as usize))
            .sum();
        let game = game(&format!("size={width}x{}", rows.split('/').count()));
        let at = game.read_position(&format!("{rows} b -")).unwrap();
        let mut after = at;
        game.play(&mut after, game.read_move(&at, cross).unwrap());
        let is_ko = name == "ko";
        assert_eq!(after.ko().is_some(), is_ko, "{name}");
        let retake = game.read_move(&after, taken);
        assert_eq!(retake.is_ok(), may_retake, "{name}: {retake:?}");
        let slow = Slow::of(&game, &at);
        let slow = slow.play(&game, game.read_move(&at, cross).unwrap());
        assert!(slow.agrees(&game, &after), "{name}");
    }
}

#[test]
fn a_false_ko_point_is_read_and_forgotten() {
    let game = game("size=4");
    // Figure C after Black's move: the document's program remembers B3.
    let read = game.read_position("1XO1/X1XO/1X2/4 w B3 0 1,0").unwrap();
    assert_eq!(game.write_position(&read), "1XO1/X1XO/1X2/4 w - 0 1,0");
    let real = "1XO1/X1XO/1XO1/4 w B3 0 1,0";
    assert_eq!(
        game.write_position(&game.read_position(real).unwrap()),
        real
    );
}

#[test]
fn two_counts_of_a_board_agree() {
    for (options, games) in [
        ("size=3", 200),
        ("size=5", 200),
        ("size=7&komi=3.5", 60),
        ("size=5&scoring=territory", 100),
        ("size=9&handicap=4&handicap_bonus=n", 20),
    ] {
        let game = game(options);
        let games = Plan::from_env(games).games as u64;
        let mut finished = 0;
        for seed in 0..games {
            let line = finished_game(&game, seed);
            let outcome = line.outcome(&game).unwrap();
            if outcome.reason != "count" {
                continue;
            }
            finished += 1;
            let slow = Slow::of(&game, line.last());
            assert_eq!(outcome.margin, Some(slow.margin(game.options())));
            // Dead stones leave the board before the count and are prisoners.
            let mut rng = SplitMix64::new(seed);
            let dead: Vec<usize> = (0..game.size().points())
                .filter(|_| rng.below(5) == 0)
                .flat_map(|cell| game.together(line.last(), cell))
                .collect();
            let mut without = *line.last();
            for &cell in &dead {
                if let Some(side) = without.stone(cell) {
                    without.taken[(!side).index()] += 1;
                    without.set(cell, None);
                }
            }
            let slow = Slow::of(&game, &without).margin(game.options());
            assert_eq!(game.count(line.last(), &dead).outcome.margin, Some(slow));
        }
        assert!(finished > games / 2, "{options}: {finished}");
    }
}

/// A game of players that keep their eyes, to its end.
fn finished_game(game: &Go, seed: u64) -> Line<Go> {
    let mut rng = SplitMix64::new(seed);
    let mut line = Line::new(game);
    let mut moves = Vec::new();
    while line.outcome(game).is_none() {
        moves.clear();
        line.legal_moves(game, &mut moves);
        let at = *line.last();
        moves.retain(|mv| mv.cell().is_some_and(|cell| !game.is_eye(&at, cell)));
        let mv = match moves.len() {
            0 => Move::PASS,
            number => moves[rng.below(number)],
        };
        line.push(game, mv);
    }
    line
}

#[test]
fn superko_forbids_exactly_the_boards_that_were_there() {
    for (options, with_mover) in [
        ("size=3&ko=positional", false),
        ("size=3&ko=situational", true),
        ("size=2x3&ko=positional&suicide=true", false),
        ("size=2&ko=situational&suicide=true", true),
    ] {
        let game = game(options);
        let mut refused = 0;
        random_games(&game, 60, 200, |line| {
            let boards: Vec<_> = line
                .positions()
                .iter()
                .map(|at| (at.stones, at.turn()))
                .collect();
            let was_there = |at: &Position| {
                let same = |(stones, turn): &(_, Side)| {
                    *stones == at.stones && (!with_mover || *turn == at.turn())
                };
                boards.iter().any(same)
            };
            // Passes aside, no board of the line has come back.
            if let [.., last] = line.moves()
                && *last != Move::PASS
            {
                let (last, before) = boards.split_last().unwrap();
                let same =
                    |other: &&(_, Side)| other.0 == last.0 && (!with_mover || other.1 == last.1);
                assert!(!before.iter().any(|other| same(&other)));
            }
            let mut moves = Vec::new();
            game.legal_moves(line.last(), &mut moves);
            for &mv in &moves {
                let mut after = *line.last();
                game.play(&mut after, mv);
                let allowed = mv == Move::PASS || !was_there(&after);
                assert_eq!(game.allows(line, mv), allowed, "{mv:?}");
                refused += usize::from(!allowed);
            }
        });
        assert!(refused > 50, "{options}: only {refused} refused");
    }
}

#[test]
fn an_altered_line_still_knows_its_boards() {
    use yomikiri_game_api::Arrange;
    let game = game("size=5&ko=positional");
    let mut line = Line::new(&game);
    let play = |line: &mut Line<Go>, text: &str| {
        let mv = game.read_move(line.last(), text).unwrap();
        assert!(game.allows(line, mv), "{text}");
        line.push(&game, mv);
    };
    // A ko: Black takes at B4, then is given the turn twice.
    for mv in ["B5", "C5", "A4", "D4", "B3", "C3", "A1", "B4", "C4"] {
        play(&mut line, mv);
    }
    assert_eq!(line.last().ko(), Some(6));
    let black = game.with_turn(line.last(), Side::First).unwrap();
    line.alter(&game, black);
    play(&mut line, "E1");
    // The ko is over, and the board with E1 is new.
    play(&mut line, "B4");
    let white = game.with_turn(line.last(), Side::Second).unwrap();
    line.alter(&game, white);
    let without = game.with_cells(line.last(), &[(24, None)]).unwrap();
    line.alter(&game, without);
    // Now C4 would bring back the board after Black's first capture.
    let black = game.with_turn(line.last(), Side::First).unwrap();
    line.alter(&game, black);
    let back = game.read_move(line.last(), "C4").unwrap();
    assert!(!game.allows(&line, back));
}

#[test]
fn the_third_occurrence_is_a_draw_under_simple_ko() {
    let game = game("size=2");
    let mut line = Line::new(&game);
    // Stones are taken in turn for ever: two lone stones that take each other's strings.
    let mut rng = SplitMix64::new(3);
    let mut draws = 0;
    for _ in 0..200 {
        line.restart(&game, game.start());
        let mut moves = Vec::new();
        while line.outcome(&game).is_none() && line.ply() < 400 {
            moves.clear();
            line.legal_moves(&game, &mut moves);
            let stones = moves.len().saturating_sub(1).max(1);
            line.push(&game, moves[rng.below(stones)]);
        }
        let outcome = line.outcome(&game).unwrap();
        let at = line.last();
        let same =
            |other: &&Position| (other.stones, other.turn, other.ko) == (at.stones, at.turn, at.ko);
        let occurrences = line.positions().iter().filter(same).count();
        match outcome.reason {
            "repetition" => {
                draws += 1;
                assert_eq!((occurrences, outcome.winner), (3, None));
            }
            _ => assert!(occurrences <= 3),
        }
    }
    assert!(draws > 50, "{draws}");
}

#[test]
fn games_of_players_that_keep_eyes_end() {
    let game = game("size=9");
    let plan = Plan::new(1);
    for seed in 0..plan.games as u64 {
        assert!(finished_game(&game, seed).ply() < 400);
    }
}
