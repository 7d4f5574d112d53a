//! Positions and moves as text: what is read, what is refused and how.

use yomikiri_game_api::{Game, Notation, Side};

use super::laws::game;
use crate::go::points;

#[test]
fn other_ways_of_writing_a_board_are_read() {
    let game = game("size=3");
    let expected = game.read_position("X1O/3/1X1 w -").unwrap();
    for text in [
        "X.O/.../.X. w -",
        "x+o/+++/_*_ w - 0",
        "X.O\n...\n.X.\nw -",
        "#1W/3/1B1 W - 0 0,0",
        "●1○/3/1●1 w -",
    ] {
        assert_eq!(game.read_position(text), Ok(expected), "{text}");
    }
    let large = super::laws::game("size=25x2");
    let text = "25/12X12 b -";
    let read = large.read_position(text).unwrap();
    assert_eq!(large.write_position(&read), text);
}

#[test]
fn passes_and_prisoners_are_written_where_there_are_any() {
    let game = game("size=3");
    for text in [
        "3/3/3 b -",
        "3/3/3 w - 1",
        "3/3/3 b - 0 2,0",
        "X2/3/3 w - 2 0,13",
    ] {
        let read = game.read_position(text).unwrap();
        assert_eq!(game.write_position(&read), text);
    }
    let over = game.read_position("X2/3/3 w - 2").unwrap();
    assert_eq!(game.outcome(&over).unwrap().winner, Some(Side::First));
}

#[test]
fn impossible_positions_say_what_is_wrong() {
    let game = game("size=3");
    for (text, message) in [
        (
            "",
            "expected rows, a side and a ko point, such as \"3/… b -\", got nothing",
        ),
        ("3/3/3 b", "ko: expected a point or -, got nothing"),
        ("3/3 b -", "board: expected 3 rows, got \"2\""),
        ("3/3/3/3/3 b -", "board: expected 3 rows, got \"more\""),
        ("3/4/3 b -", "row 2: expected 3 points, got \"4\""),
        ("3/X3/3 b -", "row 2: expected 3 points, got \"X3\""),
        (
            "3/99999999999999999999/3 b -",
            "row 2: expected 3 points, got \"99999999999999999999\"",
        ),
        (
            "3/3/2Z b -",
            "row 3: expected X, O, . or a number, got \"Z\"",
        ),
        ("3/3/3 x -", "side to move: expected b or w, got \"x\""),
        ("3/3/3 b - 3", "passes: expected 0, 1 or 2, got \"3\""),
        (
            "3/3/3 b - 0 1",
            "prisoners: expected two numbers such as 3,0, got \"1\"",
        ),
        (
            "3/3/3 b - 0 1,0 x",
            "expected at most a board, side, ko, passes and prisoners, got \"x\"",
        ),
        (
            "1X1/XOX/1X1 b -",
            "board: expected strings with liberties, got \"none at B2\"",
        ),
        (
            "3/3/3 b B2",
            "ko: expected a point where one stone has just been taken, or -, got \"B2\"",
        ),
        (
            "X2/3/3 b A3",
            "ko: expected a point where one stone has just been taken, or -, got \"A3\"",
        ),
    ] {
        let error = game.read_position(text).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn moves_are_also_read_as_the_document_names_points() {
    let game = game("size=19");
    let read = |text: &str| {
        let mv = game.read_move(&game.start(), text);
        mv.map(|mv| game.write_move(&game.start(), mv))
    };
    for (text, point) in [
        ("16,4", "Q16"),
        ("(16, 4)", "Q16"),
        ("1,1", "A19"),
        ("0,0", "pass"),
        ("q16", "Q16"),
        ("PASS", "pass"),
    ] {
        assert_eq!(read(text).as_deref(), Ok(point), "{text}");
    }
    for text in [
        "20,1", "0,1", "16,", ",4", "+1,4", "(1,4", "1,4)", "1,4,4", "1 4", "001,1",
    ] {
        assert!(read(text).is_err(), "{text}");
    }
}

#[test]
fn illegal_moves_say_why() {
    let game = game("size=3");
    let at = game.read_position("1XO/XO1/1X1 w -").unwrap();
    for (text, message) in [
        (
            "D4",
            "move: expected a point from A1 to C3 or pass, got \"D4\"",
        ),
        ("a2", "move: expected an empty point, got \"a2\""),
        (
            "A1",
            "move: expected a point where the stone has a liberty, got \"A1\"",
        ),
    ] {
        assert_eq!(game.read_move(&at, text).unwrap_err().to_string(), message);
    }
    let over = game.read_position("3/3/3 b - 2").unwrap();
    let error = game.read_move(&over, "A1").unwrap_err();
    assert_eq!(
        error.to_string(),
        "move: expected none, for play has stopped, got \"A1\""
    );
    assert_eq!(
        game.write_move(&at, game.read_move(&at, "PASS").unwrap()),
        "pass"
    );
    assert_eq!(points::write_gtp(game.size(), 8), "C1");
}
