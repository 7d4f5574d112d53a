//! The conformance suite, known numbers, and read errors.

use std::collections::HashSet;

use yomikiri_game_api::conformance::{self, Plan};
use yomikiri_game_api::perft::perft;
use yomikiri_game_api::{
    Evaluate, Explain, Game, Indexer, MoveOrdering, Notation, Picture, Side, Tactics,
};

use super::*;

#[test]
fn obeys_the_contract() {
    let plan = Plan::from_env(500);
    conformance::rules(&TicTacToe, plan).unwrap();
    conformance::notation(&TicTacToe, plan).unwrap();
    conformance::picture(&TicTacToe, plan).unwrap();
}

#[test]
fn perft_numbers() {
    let numbers = include_str!("data/perft.txt").lines();
    for line in numbers.filter(|line| !line.starts_with('#')) {
        let (depth, nodes) = line.split_once(' ').expect("depth and nodes");
        let found = perft(&TicTacToe, &Board::EMPTY, depth.parse().unwrap());
        assert_eq!(found, nodes.parse::<u64>().unwrap(), "depth {depth}");
    }
}

/// The reachable boards, found by playing.
fn reachable() -> HashSet<Board> {
    let mut seen = HashSet::from([Board::EMPTY]);
    let mut open = vec![Board::EMPTY];
    let mut moves = Vec::new();
    while let Some(at) = open.pop() {
        moves.clear();
        TicTacToe.legal_moves(&at, &mut moves);
        for &mv in &moves {
            let mut next = at;
            TicTacToe.play(&mut next, mv);
            if seen.insert(next) {
                open.push(next);
            }
        }
    }
    seen
}

/// 5478 boards can occur (765 up to symmetry), a well-known number.
#[test]
fn reads_exactly_the_boards_that_can_occur() {
    let reachable = reachable();
    assert_eq!(reachable.len(), 5478);
    let keys: HashSet<u64> = reachable.iter().map(|at| TicTacToe.key(at)).collect();
    assert_eq!(keys.len(), reachable.len());

    let mut accepted = HashSet::new();
    for number in 0..3usize.pow(9) {
        let sign = |cell: u32| ['.', 'X', 'O'][number / 3usize.pow(cell) % 3];
        let row = |row: u32| (3 * row..3 * row + 3).map(sign).collect::<String>();
        let board = [row(0), row(1), row(2)].join("/");
        for side in ["x", "o"] {
            accepted.extend(TicTacToe.read_position(&format!("{board} {side}")).ok());
        }
    }
    assert_eq!(accepted, reachable);
}

/// Exactly the boards that can occur have a number, and each has its own.
#[test]
fn the_boards_that_can_occur_have_numbers() {
    conformance::indexer(&TicTacToe, &TicTacToeIndexer, u64::MAX, 1).unwrap();
    let mut numbered = HashSet::new();
    for index in 0..TicTacToeIndexer.size() {
        if let Some(at) = TicTacToeIndexer.position(index) {
            assert_eq!(TicTacToeIndexer.index(&at), Some(index));
            numbered.insert(at);
        }
    }
    assert_eq!(numbered, reachable());
    assert_eq!(numbered.len(), 5478);
}

fn check_refused(text: &str, message: &str) {
    let error = TicTacToe.read_position(text).unwrap_err();
    assert_eq!(error.to_string(), message);
}

#[test]
fn says_why_a_position_cannot_be_read() {
    check_refused(
        "",
        "expected a board and a side, such as \".../.X./... o\", got nothing",
    );
    check_refused(
        ".../... x",
        "board: expected three rows divided by '/', got \".../...\"",
    );
    check_refused(
        ".../..../... x",
        "row 2: expected three cells, got \"....\"",
    );
    check_refused(".../.é./... x", "row 2: expected X, O or ., got \"é\"");
    check_refused(".../.../... w", "side to move: expected x or o, got \"w\"");
    check_refused(
        "X../.../... x",
        "side to move: expected o by the number of marks, got \"x\"",
    );
    check_refused(
        "XX./.../... o",
        "board: expected as many X as O, or one X more, got \"2 X and 0 O\"",
    );
    check_refused(
        "XXX/OOO/... x",
        "board: expected three in a line for one side at most, got \"XXX/OOO/...\"",
    );
    check_refused(
        "XXX/OO./O.. x",
        "board: expected no O after X has three in a line, got \"XXX/OO./O..\"",
    );
}

#[test]
fn says_why_a_move_cannot_be_read() {
    let check = |position: &str, mv: &str, message: &str| {
        let at = TicTacToe.read_position(position).unwrap();
        let error = TicTacToe.read_move(&at, mv).unwrap_err();
        assert_eq!(error.to_string(), message);
    };
    for wrong in ["", "d1", "a4", "a", "a11", "é1"] {
        let at = Board::EMPTY;
        assert!(TicTacToe.read_move(&at, wrong).is_err(), "{wrong:?}");
    }
    check(
        "X../.../... o",
        "z9",
        "move: expected a cell from a1 to c3, got \"z9\"",
    );
    check(
        "X../.../... o",
        "a1",
        "move: expected an empty cell, got \"a1\"",
    );
    check(
        "XXX/OO./... o",
        "c3",
        "move: expected none, for the game is over, got \"c3\"",
    );
}

#[test]
fn rows_count_from_the_top() {
    let at = TicTacToe.read_position("..X/.../... o").unwrap();
    assert_eq!(at.mark(Cell::at(2, 0).unwrap()), Some(Side::First));
    let corner = TicTacToe.read_move(&at, "a3").unwrap();
    assert_eq!((corner.column(), corner.row()), (0, 2));
    assert_eq!(TicTacToe.touches(&at, corner), (None, Some(6)));
}

#[test]
fn the_winning_line_is_stressed() {
    let at = TicTacToe.read_position("XXX/OO./... o").unwrap();
    assert_eq!(TicTacToe.diagram(&at).alerts, [0, 1, 2]);
    assert!(TicTacToe.diagram(&Board::EMPTY).alerts.is_empty());
}

#[test]
fn the_evaluation_is_the_sum_of_its_terms() {
    for at in reachable() {
        let sum: i32 = OpenLines
            .terms(&TicTacToe, &at)
            .iter()
            .map(|term| term.first - term.second)
            .sum();
        let seen = if at.turn() == Side::First { sum } else { -sum };
        assert_eq!(OpenLines.evaluate(&TicTacToe, &at).0, seen);
    }
}

#[test]
fn the_guide_sees_wins_and_threats() {
    let at = TicTacToe.read_position("XX./OO./... x").unwrap();
    let [win, block, quiet] = ["c1", "c2", "a3"].map(|mv| TicTacToe.read_move(&at, mv).unwrap());
    let order = |mv| ThreatsFirst.order(&TicTacToe, &at, mv);
    assert!(order(win) > order(block) && order(block) > order(quiet));
    assert!(ThreatsFirst.is_forcing(&TicTacToe, &at, win));
    assert!(!ThreatsFirst.is_forcing(&TicTacToe, &at, block));
    assert!(ThreatsFirst.in_check(&TicTacToe, &at));
    assert!(!ThreatsFirst.in_check(&TicTacToe, &Board::EMPTY));
}
