//! Edited boards become positions.

use serde_json::{Value, json};

use crate::common::House;

async fn composed(house: &House, game: &str, board: Value) -> String {
    let asked = json!({"game": game, "board": board});
    let answer = house.post("/api/v1/compose", asked).await;
    answer["position"].as_str().unwrap().to_owned()
}

/// A board of `cells` cells with some letters on it.
fn board(cells: usize, letters: &[(usize, &str)]) -> Value {
    let mut board = vec![""; cells];
    for &(cell, letter) in letters {
        board[cell] = letter;
    }
    json!({"cells": board, "second_to_move": false})
}

#[tokio::test]
async fn pieces_in_hand_are_counted() {
    let house = House::open().await;
    let mut edited = board(12, &[(0, "g"), (1, "l"), (7, "H")]);
    edited["hands"] = json!([{"C": 2}, {"e": 1}]);
    edited["second_to_move"] = json!(true);
    let text = composed(&house, "dobutsu", edited).await;
    assert_eq!(text, "gl1/3/1H1/3 w 2Ce");
}

#[tokio::test]
async fn edited_positions_keep_what_no_board_shows_where_it_still_fits() {
    let house = House::open().await;
    let origin = "4k3/8/8/3pP3/8/8/8/R3K2R w KQ d6 0 7";
    let looked = json!({"game": "chess", "position": origin});
    let rights = house.post("/api/v1/look", looked).await["rights"].clone();
    assert_eq!(rights, json!(["K", "Q"]));
    let pieces = [
        (4, "k"),
        (27, "p"),
        (28, "P"),
        (56, "R"),
        (60, "K"),
        (63, "R"),
    ];
    for (change, second, text) in [
        (None, false, origin),
        (None, true, "4k3/8/8/3pP3/8/8/8/R3K2R b KQ - 0 7"),
        (Some((63, "")), false, "4k3/8/8/3pP3/8/8/8/R3K3 w Q d6 0 7"),
        (Some((27, "")), false, "4k3/8/8/4P3/8/8/8/R3K2R w KQ - 0 7"),
        // The pawn cannot have come through.
        (
            Some((11, "n")),
            false,
            "4k3/3n4/8/3pP3/8/8/8/R3K2R w KQ - 0 7",
        ),
    ] {
        let letters: Vec<(usize, &str)> = pieces.into_iter().chain(change).collect();
        let mut edited = board(64, &letters);
        edited["second_to_move"] = json!(second);
        edited["rights"] = rights.clone();
        edited["origin"] = json!(origin);
        assert_eq!(composed(&house, "chess", edited).await, text);
    }
}

#[tokio::test]
async fn boards_that_cannot_be_are_refused() {
    let house = House::open().await;
    let mut crowded = board(12, &[]);
    crowded["hands"] = json!([{"C": 1_000_000_000}, {}]);
    for (game, edited, status, code) in [
        ("dobutsu", board(11, &[]), 400, "bad_input"),
        ("dobutsu", board(12, &[(3, "Z")]), 400, "bad_input"),
        ("dobutsu", crowded, 400, "too_large"),
        ("nowhere", board(12, &[]), 404, "unknown_game"),
    ] {
        let asked = json!({"game": game, "board": edited});
        let refused = house.refused("/api/v1/compose", asked).await;
        assert_eq!(refused, (status, code.to_owned()));
    }
}

/// What the page asks of a game's list entry.
#[tokio::test]
async fn games_say_how_the_page_edits_and_plays_them() {
    let house = House::open().await;
    let answer = house.get("/api/v1/games").await;
    let games = answer["games"].as_array().unwrap();
    let entry = |id: &str| games.iter().find(|game| game["id"] == id).unwrap();
    assert!(games.iter().all(|game| game["composes"] == true));
    assert_eq!(entry("janken")["staged_turns"], true);
    assert_eq!(entry("dobutsu")["staged_turns"], false);
    assert_eq!(entry("dobutsu")["rights"], json!([]));
    assert_eq!(entry("chess")["rights"][1]["id"], "Q");
}
