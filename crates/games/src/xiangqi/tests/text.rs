//! Positions and moves as text: dialects and errors.

use yomikiri_game_api::Notation;

use crate::xiangqi::{START, Xiangqi};

fn check_same(text: &str, written: &str) {
    let game = Xiangqi::default();
    let at = game.read_position(text).unwrap();
    assert_eq!(game.write_position(&at), written);
}

#[test]
fn dialects_are_read_and_one_is_written() {
    let board = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
    let horses = "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR";
    let iccs = "rnmgkgmnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNMGKGMNR";
    for board in [board, horses, iccs] {
        for rest in [
            " w",
            " r",
            " r - -",
            " w - - 0",
            " w - - 0 1",
            "  w  - -  0   1 ",
        ] {
            check_same(&format!("{board}{rest}"), START);
        }
    }
    check_same(
        &format!("{board} b - - 7 12"),
        &format!("{board} b - - 7 12"),
    );
}

fn check_refused(text: &str, message: &str) {
    let error = Xiangqi::default().read_position(text).unwrap_err();
    assert_eq!(error.to_string(), message);
}

#[test]
fn says_why_a_position_cannot_be_read() {
    check_refused(
        "",
        "expected a board of ten ranks and a side to move, got nothing",
    );
    check_refused(
        "9/9 w",
        "board: expected 10 ranks with / between them, got \"2 ranks\"",
    );
    check_refused(
        "3k5/9/9/9/9/9/9/9/9/5K3",
        "side to move: expected w or b, got nothing",
    );
    check_refused(
        "3k5/9/9/9/9/9/9/9/8/5K3 w",
        "rank 1: expected nine points, got \"8 (8 points)\"",
    );
    check_refused(
        "3k5/9/9/9/4x4/9/9/9/9/5K3 w",
        "rank 5: expected pieces (KABNRCP, kabnrcp) or numbers of empty points, got \"x\"",
    );
    check_refused(
        "3k5/9/9/9/9/9/9/9/4K4/5K3 w",
        "Red's kings: expected exactly one, got \"2\"",
    );
    check_refused(
        "9/9/9/9/9/9/9/9/9/5K3 w",
        "Black's kings: expected exactly one, got \"0\"",
    );
    check_refused(
        "3k5/9/9/9/2B6/9/9/9/9/5K3 w",
        "Red's elephants: expected elephants on their own side of the river, got \"B on c5\"",
    );
    check_refused(
        "3k5/9/9/9/9/3B5/9/9/9/5K3 w",
        "Red's elephants: expected elephants on the seven points that they can reach, \
         got \"B on d4\"",
    );
    check_refused(
        "3k5/9/9/9/9/9/9/9/6A2/5K3 w",
        "Red's advisors: expected advisors on the five points of their palace's diagonals, \
         got \"A on g1\"",
    );
    check_refused(
        "9/9/9/3k5/9/9/9/9/9/5K3 w",
        "Black's kings: expected the king in its palace, got \"K on d6\"",
    );
    check_refused(
        "3k5/9/9/9/9/9/9/9/3R5/5K3 w",
        "board: expected Black not in check with Red to move, got \"a check on d9\"",
    );
    check_refused(
        "4k4/9/9/9/9/9/9/9/9/4K4 w",
        "kings: expected a piece between the kings, which may not face each other, \
         got \"e0 and e9\"",
    );
    check_refused(
        "3k5/9/RRR6/9/9/9/9/9/9/5K3 b",
        "Red's rooks: expected at most 2, got \"3\"",
    );
    check_refused(
        "3k5/9/PPPPPP3/9/9/9/9/9/9/5K3 b",
        "Red's pawns: expected at most 5, got \"6\"",
    );
    check_refused(
        "3k5/9/9/9/9/9/9/9/9/5K3 w KQkq",
        "fields after the side: expected -, got \"KQkq\"",
    );
    check_refused(
        "3k5/9/9/9/9/9/9/9/9/5K3 w - - x 1",
        "plies since a capture: expected a number from 0 to 30000, got \"x\"",
    );
    check_refused(
        "3k5/9/9/9/9/9/9/9/9/5K3 w - - 0 1 2",
        "end: expected nothing more, got \"2\"",
    );
}

#[test]
fn says_why_a_move_cannot_be_read() {
    let game = Xiangqi::default();
    let at = game.read_position(START).unwrap();
    for text in ["h2e2", "H2E2", "h2-e2", "H2-E2"] {
        assert_eq!(
            game.write_move(&at, game.read_move(&at, text).unwrap()),
            "h2e2"
        );
    }
    let check = |text: &str, message: &str| {
        let error = game.read_move(&at, text).unwrap_err();
        assert_eq!(error.to_string(), message);
    };
    for text in [
        "", "h", "h2", "h2e", "h2e2x", "j2e2", "h2e:", "é2e2", "h2—e2",
    ] {
        let message = "two points from a0 to i9, such as h2e2";
        assert!(
            game.read_move(&at, text).unwrap_err().expected == message,
            "{text}"
        );
    }
    check("e4e5", "move: expected a piece on e4, got \"e4e5\"");
    check(
        "h7h6",
        "move: expected a piece of the side to move on h7, got \"h7h6\"",
    );
    check(
        "h2h8",
        "move: expected a point that the cannon on h2 reaches, got \"h2h8\"",
    );
}
