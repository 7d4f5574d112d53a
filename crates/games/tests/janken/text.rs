//! Positions and actions as text: errors and their reasons.

use yomikiri_game_api::{Game, Notation, SplitMix64};
use yomikiri_games::janken::{Janken, PRESETS};

use crate::{at, moves, refused};

#[test]
fn bad_positions_are_refused_in_words() {
    let game = Janken::default();
    for (text, told) in [
        (
            "",
            "expected BOARD SIDE LEFT LAST (or setup BOARD SIDE LEFT -), got nothing",
        ),
        (
            "6/6/6/6/6 1 2 -",
            "board: expected 6 ranks separated by /, got \"5 in 6/6/6/6/6\"",
        ),
        (
            "GPC6/6/6/6/6/5gpc 1 3 -",
            "rank 6: expected 6 squares, got \"more in GPC6\"",
        ),
        (
            "7/6/6/6/6/5gpc 1 3 -",
            "rank 6: expected empty squares as a digit from 1 to 6, got \"7\"",
        ),
        (
            "5/6/6/6/6/5gpc 1 3 -",
            "rank 6: expected 6 squares, got \"fewer in 5\"",
        ),
        (
            "GPX5/6/6/6/6/5gpc 1 3 -",
            "rank 6: expected digits for empty squares, or a cube as three different letters of \
             G C P (player 1) or g c p (player 2), got \"GPX\"",
        ),
        (
            "6/GGC5/6/6/6/5gpc 1 3 -",
            "rank 5: expected digits for empty squares, or a cube as three different letters of \
             G C P (player 1) or g c p (player 2), got \"GGC\"",
        ),
        (
            "6/6/6/6/6/Gpc5 1 3 -",
            "rank 1: expected digits for empty squares, or a cube as three different letters of \
             G C P (player 1) or g c p (player 2), got \"Gpc\"",
        ),
        (
            "5gpc/6/6/6/6/GPC5 3 3 -",
            "side: expected 1 or 2, got \"3\"",
        ),
        (
            "5gpc/6/6/6/6/GPC5 1 2 -",
            "actions left: expected 3, for a side with one cube with no previous action, got \"2\"",
        ),
        (
            "5gpc/6/6/6/6/GPCGPC4 1 3 -",
            "actions left: expected 2, for a side with several cubes with no previous action, \
             got \"3\"",
        ),
        (
            "5gpc/6/6/6/6/GPCGPC4 1 2 a2a1",
            "actions left: expected 1, for a side with several cubes after an action, got \"2\"",
        ),
        (
            "5gpc/6/6/6/6/GPC5 1 0 a2a1",
            "actions left: expected 1 to 2, for a side with one cube after an action, got \"0\"",
        ),
        (
            "5gpc/6/6/6/6/GPC5 1 9 -",
            "actions left: expected 3, for a side with one cube with no previous action, got \"9\"",
        ),
        (
            "4gpcGPC/6/6/6/6/GPC5 1 2 -",
            "board: expected no cube of player 1 on f6, where it has already won (a game that has \
             just ended names the winning action), got \"one\"",
        ),
        (
            "4gpcGPC/6/6/6/6/GPC5 2 3 -",
            "board: expected no cube of player 1 on f6, where it has already won, got \"one, with \
             the other to move\"",
        ),
        (
            "5gpc/6/6/6/6/gpc4GPC 2 2 -",
            "board: expected no cube of player 2 on a1, where it has already won (a game that has \
             just ended names the winning action), got \"one\"",
        ),
        (
            "6/6/6/6/6/GPC5 1 3 -",
            "board: expected a cube of player 2 (a game that has just ended names the winning \
             action), got \"none\"",
        ),
        (
            "6/6/6/6/6/GPC5 2 3 -",
            "board: expected a cube of player 2, who is to move, got \"none\"",
        ),
        (
            "gpcgpcgpcgpcgpc1/6/6/6/6/GPC5 1 3 -",
            "board: expected at most 4 cubes of player 2, got \"5\"",
        ),
        (
            "5gpc/6/6/6/6/GPC5 1 2 b9",
            "previous action: expected - or two squares, such as b2b3, got \"b9\"",
        ),
        (
            "5gpc/6/6/6/6/GPC5 1 2 c1a1",
            "previous action: expected a step to a neighbouring square, got \"c1a1\"",
        ),
        (
            "5gpc/6/6/6/6/GPC5 1 2 a1a2",
            "previous action: expected a step to a2 with a cube of player 1 there now, got \"a1a2\"",
        ),
        (
            "5gpc/6/6/6/6/GPCGPC4 1 1 a1b1",
            "previous action: expected a step from a1 with nothing left there, got \"a1b1\"",
        ),
        (
            "5gpc/6/6/6/2GPC3/GPC5 1 1 d2c2",
            "previous action: expected a step that does not lead a cube home again, got \"d2c2\"",
        ),
        (
            "setup 6/6/6/6/6/6 1 5 -",
            "placements left: expected a number from 1 to 4, got \"5\"",
        ),
        (
            "setup 6/6/6/6/6/6 1 4 a1a2",
            "previous action: expected - in the set-up, got \"a1a2\"",
        ),
        (
            "setup 6/6/6/6/6/6 1 3 -",
            "set-up: expected a cube of player 1 on a1, with player 1 having 3 to place, got \"none\"",
        ),
        (
            "setup 6/6/6/6/6/GPC5 1 4 -",
            "set-up: expected no cube of player 1 on a1, with player 1 having 4 to place, got \
             \"a cube\"",
        ),
        (
            "setup 6/6/6/6/6/GPCGPC4 1 3 -",
            "set-up: expected cubes of player 1 on its set-up squares only (a1), got \"2 cubes\"",
        ),
        (
            "preset:stones",
            "preset: expected rocks or fan or wings or answer, got \"stones\"",
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
