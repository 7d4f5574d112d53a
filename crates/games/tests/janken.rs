//! Janken shogi: the contract, the slow twin, the rules case by case, the laws.

mod twins;

use std::collections::BTreeSet;

use twins::slow_janken::{SlowBoard, SlowJanken};
use yomikiri_game_api::conformance::{self, Plan};
use yomikiri_game_api::{Evaluate, Explain, Game, Guide, Line, Notation, Side, SplitMix64, perft};
use yomikiri_games::janken::{
    Action, Janken, JankenEval, Options, PRESETS, Position, Preset, SetUps, Step, Symmetry,
};

/// The game under options written as `stuck=loss&repetition=0`.
fn janken(options: &str) -> Janken {
    let mut game = Janken::default();
    for option in options.split('&').filter(|option| !option.is_empty()) {
        let (key, value) = option.split_once('=').expect("key=value");
        game.options.set(key, value).unwrap();
    }
    game
}

fn slow(options: &str) -> SlowJanken {
    let has = |option: &str| options.split('&').any(|other| other == option);
    SlowJanken {
        must_use_all: !has("must_use_all=false"),
        backstep: !has("return_rule=turn_origin"),
        funbari_return: !has("funbari_return=false"),
        stuck_loses: has("stuck=loss"),
    }
}

const OPTION_SETS: [&str; 7] = [
    "",
    "must_use_all=false",
    "return_rule=turn_origin",
    "funbari_return=false",
    "stuck=loss",
    "must_use_all=false&stuck=loss&return_rule=turn_origin",
    "funbari_return=false&return_rule=turn_origin",
];

fn at(game: &Janken, text: &str) -> Position {
    game.read_position(text)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn moves(game: &Janken, at: &Position) -> BTreeSet<String> {
    let mut moves = Vec::new();
    game.legal_moves(at, &mut moves);
    moves.iter().map(|&mv| game.write_move(at, mv)).collect()
}

fn check_moves(options: &str, text: &str, expected: &str) {
    let game = janken(options);
    let expected: BTreeSet<String> = expected.split_whitespace().map(str::to_owned).collect();
    assert_eq!(moves(&game, &at(&game, text)), expected, "{options} {text}");
}

/// Plays actions and returns the line.
fn play(game: &Janken, text: &str, actions: &str) -> Line<Janken> {
    let mut line = Line::from_position(game, at(game, text));
    for action in actions.split_whitespace() {
        let read = game.read_move(line.last(), action);
        line.push(
            game,
            read.unwrap_or_else(|error| panic!("{action}: {error}")),
        );
    }
    line
}

#[track_caller]
fn refused(text: &str, action: &str, why: &str) {
    let game = Janken::default();
    let error = game.read_move(&at(&game, text), action).unwrap_err();
    assert!(error.to_string().contains(why), "{action}: {error}");
}

// The contract.

#[test]
fn every_option_obeys_the_contract() {
    for options in OPTION_SETS {
        let game = janken(options);
        let plan = Plan::from_env(60);
        let tally = conformance::rules(&game, plan).unwrap();
        assert!(tally.finished > 30, "{options}: {tally:?}");
        conformance::notation(
            &game,
            Plan {
                games: plan.games / 2,
                ..plan
            },
        )
        .unwrap();
        conformance::picture(
            &game,
            Plan {
                games: plan.games / 6,
                ..plan
            },
        )
        .unwrap();
    }
}

#[test]
fn options_are_set_and_shown() {
    let mut options = Options::default();
    for info in Options::default().list() {
        assert_eq!(info.value, info.default);
        assert!(!info.allowed.is_empty());
        for value in info.allowed.iter().filter(|value| !value.contains(' ')) {
            options.set(info.key, value).unwrap();
            assert_eq!(options.get(info.key), *value);
        }
    }
    options.set("turn_limit", "0").unwrap();
    let told = |key, value| Options::default().set(key, value).unwrap_err().to_string();
    assert_eq!(told("stuck", "win"), "expected pass or loss, came \"win\"");
    assert!(told("repetition", "1").starts_with("expected 0 (none) or a number from 2"));
    assert!(told("repeat", "1").contains("must_use_all, return_rule"));
}

// The slow twin.

#[test]
fn legal_moves_are_the_slow_twins_in_every_position_of_random_games() {
    for options in OPTION_SETS {
        let (game, slow) = (janken(options), slow(options));
        let plan = Plan {
            games: 60,
            plies: 400,
            seed: 11,
        };
        conformance::walk(&game, plan, |line| {
            let text = game.write_position(line.last());
            let board = SlowBoard::read(&text);
            assert_eq!(
                slow.moves(&board),
                moves(&game, line.last()),
                "{options} at {text}"
            );
            Ok(())
        })
        .unwrap();
    }
}

/// Positions from random games: set-ups, middles of games and turns, endings.
fn sampled(game: &Janken, count: usize, seed: u64) -> Vec<Position> {
    let mut rng = SplitMix64::new(seed);
    let mut found = Vec::new();
    let plan = Plan {
        games: count,
        plies: 400,
        seed,
    };
    let mut lines: Vec<Vec<Position>> = Vec::new();
    conformance::walk(game, plan, |line| {
        if line.ply() == 0 {
            lines.push(Vec::new());
        }
        if !line.last().is_setup() && line.outcome(game).is_none() {
            lines.last_mut().unwrap().push(*line.last());
        }
        Ok(())
    })
    .unwrap();
    for line in lines.iter().filter(|line| !line.is_empty()) {
        found.push(line[rng.below(line.len())]);
    }
    found
}

#[test]
fn perft_is_the_slow_twins_from_set_ups_and_mid_game() {
    for options in OPTION_SETS {
        let (game, slow) = (janken(options), slow(options));
        let mut places = sampled(&game, 24, 5);
        places.extend(PRESETS.iter().map(Preset::position));
        for place in places {
            let board = SlowBoard::read(&game.write_position(&place));
            for depth in 1..=4 {
                assert_eq!(
                    slow.perft(&board, depth),
                    perft::perft(&game, &place, depth),
                    "{options} at {} depth {depth}",
                    game.write_position(&place)
                );
            }
        }
    }
}

#[test]
fn perft_numbers_of_the_data_file() {
    let data = include_str!("../src/janken/data/perft.txt");
    let lines = data.lines();
    let mut cases = 0;
    for line in lines.filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let fields: Vec<&str> = line.split(';').map(str::trim).collect();
        let game = janken(
            fields[0]
                .strip_prefix("janken")
                .unwrap()
                .trim_start_matches('?'),
        );
        let place = at(&game, fields[1]);
        for (i, number) in fields[2].split_whitespace().enumerate() {
            let depth = i as u32 + 1;
            let nodes = perft::perft(&game, &place, depth);
            assert_eq!(nodes.to_string(), number, "{line} depth {depth}");
            cases += 1;
        }
    }
    assert!(cases > 30, "only {cases} cases in the data file");
}

// The rules, case by case.

#[test]
fn set_up_places_in_order_and_then_first_moves() {
    let game = Janken::default();
    let line = play(&game, "setup 6/6/6/6/6/6 1 4 -", "a1=GPC b2=PCG a3=CGP");
    assert_eq!(
        game.write_position(line.last()),
        "setup 6/6/6/CGP5/1PCG4/GPC5 1 1 -"
    );
    let places = "a1=GPC b2=PCG a3=CGP c1=GCP f6=CPG";
    let line = play(&game, "setup 6/6/6/6/6/6 1 4 -", places);
    let half = "setup 5cpg/6/6/CGP5/1PCG4/GPC1GCP3 2 3 -";
    assert_eq!(game.write_position(line.last()), half);
    let line = play(&game, half, "e5=GPC f4=GPC d6=GPC");
    let begun = "3gpc1cpg/4gpc1/5gpc/CGP5/1PCG4/GPC1GCP3 1 2 -";
    assert_eq!(game.write_position(line.last()), begun);
    refused(
        "setup 6/6/6/6/6/6 1 4 -",
        "b2=GPC",
        "a1= and three different letters",
    );
    refused(
        "setup 6/6/6/6/6/6 1 4 -",
        "a1=GGC",
        "a1= and three different letters",
    );
    refused("setup 6/6/6/6/6/6 1 4 -", "pass", "a1=");
    assert_eq!(perft::perft(&game, &game.start(), 5), 6u64.pow(5));
}

#[test]
fn a_roll_north_swaps_top_and_front_a_roll_east_top_and_side() {
    let game = Janken::default();
    let text = "6/5gpc/6/2GPC3/6/6 1 3 -";
    for (action, cube) in [
        ("c3c4", "PGC"),
        ("c3c2", "PGC"),
        ("c3b3", "CPG"),
        ("c3d3", "CPG"),
    ] {
        let line = play(&game, text, action);
        let after = game.write_position(line.last());
        assert!(after.contains(cube), "{action}: {after}");
    }
}

#[test]
fn capture_slides_without_rolling() {
    let game = Janken::default();
    let line = play(&game, "4gpc1/6/2cgp3/2GPC3/6/GPC5 1 2 -", "c3xc4");
    assert_eq!(
        game.write_position(line.last()),
        "4gpc1/6/2GPC3/6/6/GPC5 1 1 c3c4"
    );
    refused(
        "4gpc1/6/2cgp3/2GPC3/6/GPC5 1 2 -",
        "c3c4",
        "c3xc4, for c4 holds an enemy cube",
    );
    refused(
        "4gpc1/6/2cgp3/2GPC3/6/GPC5 1 2 -",
        "c3xc2",
        "c3c2, for nothing is taken on c2",
    );
    refused(
        "4gpc1/6/2gcp3/2GPC3/6/GPC5 1 2 -",
        "c3xc4",
        "a cube whose top beats G, which G does not",
    );
}

#[test]
fn forced_pass() {
    // A lone cube in a corner between two cubes that it cannot beat; each alone leaves a way out.
    let game = Janken::default();
    check_moves("", "6/6/6/6/4PGC1/4PGCgpc 2 3 -", "f1f2");
    check_moves("", "6/6/6/6/5PGC/3PGC1gpc 2 3 -", "f1e1");
    let closed = "6/6/6/6/5PGC/4PGCgpc 2 3 -";
    check_moves("", closed, "pass");
    let line = play(&game, closed, "pass");
    assert_eq!(
        game.write_position(line.last()),
        "6/6/6/6/5PGC/4PGCgpc 1 2 -"
    );
    // Under the other rule the same place is lost, and there is no pass.
    let loss = janken("stuck=loss");
    let outcome = loss.outcome(&at(&loss, closed)).unwrap();
    assert_eq!(
        (outcome.winner, outcome.reason),
        (Some(Side::First), "no-moves")
    );
    check_moves("stuck=loss", closed, "");
}

#[test]
fn a_pass_is_legal_only_when_forced_unless_the_option_says_so() {
    refused("preset:rocks", "pass", "a turn cannot begin with a pass");
    let game = Janken::default();
    let line = play(&game, "preset:rocks", "b2b3");
    let text = game.write_position(line.last());
    refused(&text, "pass", "all actions of a turn must be used");
    let free = janken("must_use_all=false");
    let line = play(&free, "preset:rocks", "b2b3 pass");
    assert_eq!(line.turn(&free), Side::Second);
    assert!(!moves(&free, &at(&free, "preset:rocks")).contains("pass"));
}

#[test]
fn capture_into_home_by_an_outside_cube() {
    // d2 is outside of First's home, c2 inside; the enemy on c2 would lose to it.
    let text = "5gpc/6/6/GPC5/2cpgGPC2/6 1 2 -";
    check_has(text, "d2xc2", false);
    refused(
        text,
        "d2xc2",
        "no step home by a cube that has left its home",
    );
    // From inside the same capture is legal.
    check_has("5gpc/6/6/2GPC3/2cpg3/GPC5 1 2 -", "c3xc2", false);
    check_has("5gpc/6/6/1GPC4/1cpg4/GPC5 1 2 -", "b3xb2", true);
    // A lone cube may.
    check_has("5gpc/6/6/6/2cpgGPC2/6 1 3 -", "d2xc2", true);
    let strict = janken("funbari_return=false");
    let place = at(&strict, "5gpc/6/6/6/2cpgGPC2/6 1 3 -");
    assert!(!moves(&strict, &place).contains("d2xc2"));
}

#[track_caller]
fn check_has(text: &str, action: &str, has: bool) {
    let game = Janken::default();
    assert_eq!(
        moves(&game, &at(&game, text)).contains(action),
        has,
        "{action} at {text}"
    );
}

#[test]
fn lone_cube_returns_home() {
    check_has("5gpc/6/6/6/3GPC2/6 1 3 -", "d2c2", true);
    let strict = janken("funbari_return=false");
    let place = at(&strict, "5gpc/6/6/6/3GPC2/6 1 3 -");
    assert!(!moves(&strict, &place).contains("d2c2"));
    // Two cubes: neither may.
    check_has("5gpc/6/6/6/3GPC2/GPC5 1 2 -", "d2c2", false);
    // Second's home lies around f6.
    check_has("6/6/2gpc3/6/6/GPC5 2 3 -", "c4d4", true);
    check_has("5gpc/6/3gpc2/6/6/GPC5 2 2 -", "d4d5", false);
}

#[test]
fn step_back_after_a_capture() {
    // c3xc4 is undone neither at once nor by the same cube; another cube may go to c3.
    let game = Janken::default();
    let line = play(&game, "4gpc1/6/2cgp3/2GPC3/3GPC2/6 1 2 -", "c3xc4");
    let text = game.write_position(line.last());
    refused(&text, "c4c3", "no step straight back");
    assert!(!moves(&game, line.last()).contains("c4c3"));
    // Another cube may go to the square that was left.
    let line = play(&game, "4gpc1/6/6/2GPC3/6/2GPC3 1 2 -", "c3c4");
    assert!(!moves(&game, line.last()).contains("c4c3"));
    let line = play(&game, "4gpc1/6/6/2GPCGPC2/6/6 1 2 -", "c3c4");
    assert!(moves(&game, line.last()).contains("d3c3"));
}

#[test]
fn win_on_the_first_action() {
    let game = Janken::default();
    let line = play(&game, "gpc5/5GPC/6/6/6/GPC5 1 2 -", "f5f6");
    let outcome = line.outcome(&game).unwrap();
    assert_eq!(
        (outcome.winner, outcome.reason),
        (Some(Side::First), "enemy-goal")
    );
    let text = game.write_position(line.last());
    assert_eq!(text, "gpc4PGC/6/6/6/6/GPC5 1 1 f5f6");
    assert_eq!(at(&game, &text), *line.last());
    assert_eq!(perft::perft(&game, line.last(), 1), 0);
    // By capture on the goal, with an action left.
    let line = play(&game, "5cgp/5GPC/6/6/6/GPC5 1 2 -", "f5xf6");
    assert_eq!(line.outcome(&game).unwrap().reason, "enemy-goal");
    // The last enemy cube taken somewhere else.
    let line = play(&game, "6/6/2cgp3/2GPC3/6/GPC5 1 2 -", "c3xc4");
    let outcome = line.outcome(&game).unwrap();
    assert_eq!(
        (outcome.winner, outcome.reason),
        (Some(Side::First), "all-taken")
    );
    let line = play(&game, "6/6/2cgp3/2GPC3/6/GPC5 2 3 -", "c4b4 b4a4 a4a3");
    assert!(line.outcome(&game).is_none());
}

#[test]
fn win_with_the_last_action_leaves_the_turn_with_the_winner() {
    let game = Janken::default();
    let line = play(&game, "gpc5/4GPC1/6/6/6/GPC5 1 2 -", "e5f5 f5f6");
    assert_eq!(
        game.write_position(line.last()),
        "gpc4PCG/6/6/6/6/GPC5 1 0 f5f6"
    );
    assert_eq!(line.outcome(&game).unwrap().winner, Some(Side::First));
    assert_eq!(at(&game, "gpc4PCG/6/6/6/6/GPC5 1 0 f5f6"), *line.last());
}

#[test]
fn third_action_rule() {
    // A lone cube has three actions; the third may not step back over the second.
    let game = Janken::default();
    let line = play(&game, "5gpc/6/6/2GPC3/6/6 1 3 -", "c3c4 c4d4");
    assert_eq!(line.last().left(), 1);
    assert_eq!(line.turn(&game), Side::First);
    assert!(!moves(&game, line.last()).contains("d4c4"));
    // Where only the square of the turn's beginning is barred, it may.
    let origin = janken("return_rule=turn_origin");
    let line = play(&origin, "5gpc/6/6/2GPC3/6/6 1 3 -", "c3c4");
    assert!(!moves(&origin, line.last()).contains("c4c3"));
    let line = play(&origin, "5gpc/6/6/2GPC3/6/6 1 3 -", "c3c4 c4d4");
    assert!(moves(&origin, line.last()).contains("d4c4"));
    let line = play(&origin, "5gpc/6/6/2GPC3/6/6 1 3 -", "c3c4 c4d4 d4c4");
    assert_eq!(line.turn(&origin), Side::Second);
}

#[test]
fn funbari_begins_with_the_next_turn_of_the_side_that_lost_its_cube() {
    let game = Janken::default();
    let line = play(&game, "5gpc/6/2cgp3/2GPC3/6/GPC5 1 2 -", "c3xc4 c4c5");
    assert_eq!((line.last().side(), line.last().left()), (Side::Second, 3));
}

#[test]
fn stuck_in_mid_turn() {
    // The lone cube goes into the corner, from which it may not step straight back.
    let game = Janken::default();
    let line = play(&game, "PGC5/6/6/6/5PGC/4gpc1 2 3 -", "e1f1");
    assert_eq!(
        game.write_position(line.last()),
        "PGC5/6/6/6/5PGC/5cpg 2 2 e1f1"
    );
    // Scissors beat paper: it can take; with rock on top it is stuck.
    check_has("PGC5/6/6/6/5PGC/5cpg 2 2 e1f1", "f1xf2", true);
    check_moves("", "PGC5/6/6/6/5PGC/5gpc 2 2 e1f1", "pass");
    let line = play(&game, "PGC5/6/6/6/5PGC/5gpc 2 2 e1f1", "pass");
    assert_eq!(
        game.write_position(line.last()),
        "PGC5/6/6/6/5PGC/5gpc 1 2 -"
    );
    check_moves("stuck=loss", "PGC5/6/6/6/5PGC/5gpc 2 2 e1f1", "");
    check_moves(
        "stuck=loss&must_use_all=false",
        "PGC5/6/6/6/5PGC/5gpc 2 2 e1f1",
        "pass",
    );
}

#[test]
fn the_own_goal_may_be_entered_and_left() {
    check_has("5gpc/6/6/6/6/1GPC3GPC 1 2 -", "b1a1", true);
    check_has("5gpc/6/6/6/6/GPC4GPC 1 2 -", "a1a2", true);
}

#[test]
fn third_occurrence_at_the_start_of_a_turn_is_a_draw() {
    let game = Janken::default();
    // Both go out with two cubes and back again.
    let round = "c3c4 a1a2 f1f2 b5b6 c4c3 a2a1 f2f1 b6b5";
    let text = "6/1gpc4/6/2GPC3/6/GPC4gpc 1 2 -";
    let line = play(&game, text, round);
    assert_eq!(line.last(), line.start());
    let twice = format!("{round} {round}");
    let line = play(&game, text, &twice);
    let outcome = line.outcome(&game).unwrap();
    assert_eq!((outcome.winner, outcome.reason), (None, "repetition"));
    // In the middle of a turn nothing is counted, although that position came back, too.
    let line = play(&game, text, &format!("{round} {round} c3c4"));
    assert_eq!(line.occurrences(), 3);
    assert_eq!(line.outcome(&game), None);
    let endless = janken("repetition=0");
    assert_eq!(play(&endless, text, &twice).outcome(&endless), None);
}

#[test]
fn two_hundred_turns_are_a_draw() {
    let game = janken("repetition=0");
    let round = "c3c4 a1a2 f1f2 b5b6 c4c3 a2a1 f2f1 b6b5 ";
    let text = "6/1gpc4/6/2GPC3/6/GPC4gpc 1 2 -";
    let line = play(&game, text, &round.repeat(50));
    assert_eq!(line.ply(), 400);
    assert_eq!(line.outcome(&game).unwrap().reason, "turn-limit");
    let mut earlier = line.clone();
    earlier.pop();
    assert_eq!(earlier.outcome(&game), None);
    let short = janken("repetition=0&turn_limit=4");
    assert_eq!(
        play(&short, text, round).outcome(&short).unwrap().reason,
        "turn-limit"
    );
    // The set-up is no turn.
    let places = "a1=GPC b2=GPC a3=GPC c1=GPC f6=GPC e5=GPC f4=GPC d6=GPC";
    let one = janken("turn_limit=1");
    let line = play(&one, "setup 6/6/6/6/6/6 1 4 -", places);
    assert_eq!(line.outcome(&one), None);
    let line = play(
        &one,
        "setup 6/6/6/6/6/6 1 4 -",
        &format!("{places} b2b3 b3b4"),
    );
    assert_eq!(line.outcome(&one).unwrap().reason, "turn-limit");
}

// Text.

#[test]
fn bad_positions_are_refused_in_words() {
    let game = Janken::default();
    for (text, told) in [
        (
            "",
            "expected BOARD SIDE LEFT LAST (or setup BOARD SIDE LEFT -), came nothing",
        ),
        (
            "6/6/6/6/6 1 2 -",
            "board: expected 6 ranks separated by /, came \"5 in 6/6/6/6/6\"",
        ),
        (
            "GPC6/6/6/6/6/5gpc 1 3 -",
            "rank 6: expected 6 squares, came \"more in GPC6\"",
        ),
        (
            "7/6/6/6/6/5gpc 1 3 -",
            "rank 6: expected empty squares as a digit from 1 to 6, came \"7\"",
        ),
        (
            "5/6/6/6/6/5gpc 1 3 -",
            "rank 6: expected 6 squares, came \"fewer in 5\"",
        ),
        (
            "GPX5/6/6/6/6/5gpc 1 3 -",
            "rank 6: expected digits for empty squares, or a cube as three different letters of \
             G C P (player 1) or g c p (player 2), came \"GPX\"",
        ),
        (
            "6/GGC5/6/6/6/5gpc 1 3 -",
            "rank 5: expected digits for empty squares, or a cube as three different letters of \
             G C P (player 1) or g c p (player 2), came \"GGC\"",
        ),
        (
            "6/6/6/6/6/Gpc5 1 3 -",
            "rank 1: expected digits for empty squares, or a cube as three different letters of \
             G C P (player 1) or g c p (player 2), came \"Gpc\"",
        ),
        (
            "5gpc/6/6/6/6/GPC5 3 3 -",
            "side: expected 1 or 2, came \"3\"",
        ),
        (
            "5gpc/6/6/6/6/GPC5 1 2 -",
            "actions left: expected 3, for a side with one cube with no previous action, came \"2\"",
        ),
        (
            "5gpc/6/6/6/6/GPCGPC4 1 3 -",
            "actions left: expected 2, for a side with several cubes with no previous action, \
             came \"3\"",
        ),
        (
            "5gpc/6/6/6/6/GPCGPC4 1 2 a2a1",
            "actions left: expected 1, for a side with several cubes after an action, came \"2\"",
        ),
        (
            "5gpc/6/6/6/6/GPC5 1 0 a2a1",
            "actions left: expected 1 to 2, for a side with one cube after an action, came \"0\"",
        ),
        (
            "5gpc/6/6/6/6/GPC5 1 9 -",
            "actions left: expected 3, for a side with one cube with no previous action, came \"9\"",
        ),
        (
            "4gpcGPC/6/6/6/6/GPC5 1 2 -",
            "board: expected no cube of player 1 on f6, where it has already won (a game that has \
             just ended names the winning action), came \"one\"",
        ),
        (
            "4gpcGPC/6/6/6/6/GPC5 2 3 -",
            "board: expected no cube of player 1 on f6, where it has already won, came \"one, with \
             the other to move\"",
        ),
        (
            "5gpc/6/6/6/6/gpc4GPC 2 2 -",
            "board: expected no cube of player 2 on a1, where it has already won (a game that has \
             just ended names the winning action), came \"one\"",
        ),
        (
            "6/6/6/6/6/GPC5 1 3 -",
            "board: expected a cube of player 2 (a game that has just ended names the winning \
             action), came \"none\"",
        ),
        (
            "6/6/6/6/6/GPC5 2 3 -",
            "board: expected a cube of player 2, who is to move, came \"none\"",
        ),
        (
            "gpcgpcgpcgpcgpc1/6/6/6/6/GPC5 1 3 -",
            "board: expected at most 4 cubes of player 2, came \"5\"",
        ),
        (
            "5gpc/6/6/6/6/GPC5 1 2 b9",
            "previous action: expected - or two squares, such as b2b3, came \"b9\"",
        ),
        (
            "5gpc/6/6/6/6/GPC5 1 2 c1a1",
            "previous action: expected a step to a neighbouring square, came \"c1a1\"",
        ),
        (
            "5gpc/6/6/6/6/GPC5 1 2 a1a2",
            "previous action: expected a step to a2 with a cube of player 1 there now, came \"a1a2\"",
        ),
        (
            "5gpc/6/6/6/6/GPCGPC4 1 1 a1b1",
            "previous action: expected a step from a1 with nothing left there, came \"a1b1\"",
        ),
        (
            "5gpc/6/6/6/2GPC3/GPC5 1 1 d2c2",
            "previous action: expected a step that does not lead a cube home again, came \"d2c2\"",
        ),
        (
            "setup 6/6/6/6/6/6 1 5 -",
            "placements left: expected a number from 1 to 4, came \"5\"",
        ),
        (
            "setup 6/6/6/6/6/6 1 4 a1a2",
            "previous action: expected - in the set-up, came \"a1a2\"",
        ),
        (
            "setup 6/6/6/6/6/6 1 3 -",
            "set-up: expected a cube of player 1 on a1, with player 1 having 3 to place, came \"none\"",
        ),
        (
            "setup 6/6/6/6/6/GPC5 1 4 -",
            "set-up: expected no cube of player 1 on a1, with player 1 having 4 to place, came \
             \"a cube\"",
        ),
        (
            "setup 6/6/6/6/6/GPCGPC4 1 3 -",
            "set-up: expected cubes of player 1 on its set-up squares only (a1), came \"2 cubes\"",
        ),
        (
            "preset:stones",
            "preset: expected rocks or fan or wings or answer, came \"stones\"",
        ),
    ] {
        let error = game.read_position(text).expect_err(text);
        assert_eq!(error.to_string(), told, "{text}");
    }
}

#[test]
fn impossible_actions_are_refused_in_words() {
    refused("preset:rocks", "", "an action such as b2b3, b2xb3 or pass");
    refused(
        "preset:rocks",
        "b2b",
        "an action such as b2b3, b2xb3 or pass",
    );
    refused(
        "preset:rocks",
        "g2b3",
        "an action such as b2b3, b2xb3 or pass",
    );
    refused(
        "preset:rocks",
        "ä2b3",
        "an action such as b2b3, b2xb3 or pass",
    );
    refused("preset:rocks", "c3c4", "a cube of the side to move on c3");
    refused("preset:rocks", "b2b4", "a step to a neighbouring square");
    refused("5gpc/6/6/6/6/GPCGPC4 1 2 -", "a1b1", "b1 holds an own cube");
    refused(
        "gpc4PGC/6/6/6/6/GPC5 1 1 f5f6",
        "a1a2",
        "none, for the game is over",
    );
}

#[test]
fn presets_are_positions_with_first_to_move() {
    let game = Janken::default();
    for preset in PRESETS {
        let place = at(&game, &format!("preset:{}", preset.name));
        assert_eq!(place, preset.position());
        assert!(place.is_turn_start());
        assert_eq!(at(&game, &game.write_position(&place)), place);
    }
    let text = "3gpc1gpc/4gpc1/5gpc/GPC5/1GPC4/GPC1GPC3 1 2 -";
    assert_eq!(at(&game, "preset:rocks"), at(&game, text));
}

// The laws.

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
            // No sampled position is its own image: only mirrored pairs of cubes with equal tops
            // and nothing else on the board could be.
            assert_eq!(seen.len(), 12);
        }
    }
}

#[test]
fn the_parts_of_the_evaluation_add_up() {
    let game = Janken::default();
    let eval = JankenEval::default();
    for place in sampled(&game, 100, 21) {
        let terms = eval.terms(&game, &place);
        let sum: i32 = terms.iter().map(|term| term.first - term.second).sum();
        let own = if place.side() == Side::First {
            sum
        } else {
            -sum
        };
        assert_eq!(eval.evaluate(&game, &place).0, own);
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

#[test]
fn a_threat_to_reach_the_goal_is_one() {
    /// Whether the side to move can win within its turn.
    fn wins_in_the_turn(game: &Janken, place: &Position) -> bool {
        let mut moves = Vec::new();
        game.legal_moves(place, &mut moves);
        moves.into_iter().any(|mv| {
            let mut next = *place;
            game.play(&mut next, mv);
            match game.outcome(&next) {
                Some(outcome) => outcome.winner == Some(place.side()),
                None => next.side() == place.side() && wins_in_the_turn(game, &next),
            }
        })
    }
    let game = Janken::default();
    let eval = JankenEval::default();
    let (mut threats, mut wins) = (0, 0);
    for place in sampled(&game, 600, 33) {
        let half_turn = Symmetry::all().find(|symmetry| symmetry.half_turn).unwrap();
        if !place.is_turn_start() {
            continue;
        }
        // The half-turn with the sides changed back: the same board with the other to move.
        let text = game.write_position(&place);
        let (board, _) = text.split_once(' ').unwrap();
        let other = !place.side();
        let turned = format!("{board} {} {} -", 1 + other.index(), place.allowance(other));
        let switched = at(&game, &turned);
        let threat = eval.in_check(&game, &place);
        threats += usize::from(threat);
        wins += usize::from(wins_in_the_turn(&game, &switched));
        assert!(!threat || wins_in_the_turn(&game, &switched), "{text}");
        assert_eq!(threat, eval.in_check(&game, &half_turn.position(&place)));
    }
    // What is missed needs two cubes, or takes the last enemy.
    assert!(
        threats > 30 && threats * 10 >= wins * 9,
        "{threats} of {wins}"
    );
}

#[test]
fn mutated_text_is_refused_or_reads_back() {
    let game = Janken::default();
    let seeds = [
        "setup 6/6/6/CGP5/1PCG4/GPC5 1 1 -",
        "3gpc1gpc/4gpc1/5gpc/GPC5/1GPC4/GPC1GPC3 1 2 -",
        "6/3gpc2/1PCG4/2GPC1cgp1/3pcg2/CPG4GPC 2 1 e4e3",
        "gpc4PGC/6/6/6/6/GPC5 1 1 f5f6",
        "preset:fan",
    ];
    let letters: Vec<char> = "GCPgcp123456/ -abf0789xé=ん".chars().collect();
    let mut rng = SplitMix64::new(77);
    let mut read = 0;
    for number in 0..40_000 {
        let mut text: Vec<char> = seeds[number % seeds.len()].chars().collect();
        for _ in 0..=rng.below(3) {
            let place = rng.below(text.len());
            match rng.below(3) {
                0 => text[place] = letters[rng.below(letters.len())],
                1 => text.insert(place, letters[rng.below(letters.len())]),
                _ => drop(text.remove(place)),
            }
        }
        let text: String = text.into_iter().collect();
        match game.read_position(&text) {
            Err(error) => assert!(error.to_string().len() < 400, "{error}"),
            Ok(place) => {
                read += 1;
                assert_eq!(at(&game, &game.write_position(&place)), place, "{text}");
                let over = game.outcome(&place).is_some();
                assert_eq!(moves(&game, &place).is_empty(), over, "{text}");
                let _ = game.read_move(&place, &text);
            }
        }
    }
    assert!(read > 100, "only {read} mutants are positions");
}

#[test]
fn engines_place_their_cubes_and_then_play() {
    use yomikiri_game_api::{Limits, Player, PlayerFault, Thought, Unwatched, Watch};

    /// Plays the first legal move and finds every position a little better than the last one.
    struct Plain(i32);
    impl Player<Janken> for Plain {
        fn think(
            &mut self,
            game: &Janken,
            line: &Line<Janken>,
            _limits: &Limits,
            _watch: &mut dyn Watch<Janken>,
        ) -> Result<Thought<yomikiri_games::janken::Move>, PlayerFault> {
            assert!(!line.last().is_setup(), "set-ups are not its affair");
            self.0 += 1;
            let mut moves = Vec::new();
            line.legal_moves(game, &mut moves);
            let mut thought = Thought::plain(moves[0]);
            thought.variations[0].score = Some(yomikiri_game_api::Score(self.0));
            Ok(thought)
        }
    }
    let game = Janken::default();
    let set_up = |seed: u64| {
        let mut player = SetUps::new(Box::new(Plain(0)), seed);
        let mut line = Line::new(&game);
        for _ in 0..10 {
            let thought = player.think(&game, &line, &Limits::default(), &mut Unwatched);
            line.push(&game, thought.unwrap().best);
        }
        game.write_position(&line.positions()[8])
    };
    assert_eq!(set_up(1), set_up(1));
    let different: BTreeSet<String> = (1..20).map(set_up).collect();
    assert!(different.len() > 10, "{different:?}");
}
