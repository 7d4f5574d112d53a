//! The rules case by case.

use yomikiri_game_api::{Game, Notation, Side, perft};
use yomikiri_games::janken::Janken;

use crate::{at, check_has, check_moves, janken, moves, play, refused};

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
    // A single cube in a corner between two cubes that it cannot beat; each alone leaves a way out.
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
    // Under the other rule the same position is lost, and there is no pass.
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
    // d2 is outside First's home, c2 inside; the enemy on c2 would lose to it.
    let text = "5gpc/6/6/GPC5/2cpgGPC2/6 1 2 -";
    check_has(text, "d2xc2", false);
    refused(
        text,
        "d2xc2",
        "no step home by a cube that has left its home",
    );
    // From inside, the same capture is legal.
    check_has("5gpc/6/6/2GPC3/2cpg3/GPC5 1 2 -", "c3xc2", false);
    check_has("5gpc/6/6/1GPC4/1cpg4/GPC5 1 2 -", "b3xb2", true);
    // A single cube may.
    check_has("5gpc/6/6/6/2cpgGPC2/6 1 3 -", "d2xc2", true);
    let strict = janken("funbari_return=false");
    let place = at(&strict, "5gpc/6/6/6/2cpgGPC2/6 1 3 -");
    assert!(!moves(&strict, &place).contains("d2xc2"));
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
    // c3xc4 cannot be undone at once or by the same cube; another cube may go to c3.
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
    // The last enemy cube captured elsewhere.
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
    // A single cube has three actions; the third may not step back over the second.
    let game = Janken::default();
    let line = play(&game, "5gpc/6/6/2GPC3/6/6 1 3 -", "c3c4 c4d4");
    assert_eq!(line.last().left(), 1);
    assert_eq!(line.turn(&game), Side::First);
    assert!(!moves(&game, line.last()).contains("d4c4"));
    // If only the square where the turn began is forbidden, it may.
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
    // The single cube goes into the corner, from which it may not step straight back.
    let game = Janken::default();
    let line = play(&game, "PGC5/6/6/6/5PGC/4gpc1 2 3 -", "e1f1");
    assert_eq!(
        game.write_position(line.last()),
        "PGC5/6/6/6/5PGC/5cpg 2 2 e1f1"
    );
    // Scissors beat paper: it can capture; with rock on top it is stuck.
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
    // Both sides move out with two cubes and back again.
    let round = "c3c4 a1a2 f1f2 b5b6 c4c3 a2a1 f2f1 b6b5";
    let text = "6/1gpc4/6/2GPC3/6/GPC4gpc 1 2 -";
    let line = play(&game, text, round);
    assert_eq!(line.last(), line.start());
    let twice = format!("{round} {round}");
    let line = play(&game, text, &twice);
    let outcome = line.outcome(&game).unwrap();
    assert_eq!((outcome.winner, outcome.reason), (None, "repetition"));
    // Positions in the middle of a turn are not counted, although this one also repeats.
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
    // The setup is not a turn.
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
