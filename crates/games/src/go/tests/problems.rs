//! Goals of problems and the moves that reach them.

use yomikiri_game_api::{Game, Judgement, Notation, Problems};

use super::laws::game;
use crate::go::{GOALS, GoProblems, Move, points};

/// Judges a move of a problem: rows from the top on a 9x9 board, the target, the goal.
fn judged(position: &str, goal: &str, target: &[&str], mv: &str) -> Option<Judgement<Move>> {
    let game = game("size=9");
    let at = game.read_position(position).unwrap();
    let cell = |name: &str| points::read_gtp(game.size(), name).unwrap();
    let target: Vec<usize> = target.iter().map(|name| cell(name)).collect();
    let mv = game.read_move(&at, mv).unwrap();
    assert!(GOALS.contains(&goal));
    GoProblems.judge(&game, &at, goal, &target, mv)
}

#[test]
fn a_ladder_is_right_in_one_direction_and_refuted_in_the_other() {
    // White's stone at D6 runs to the right and down, or is let go.
    let at = "9/9/3X5/2XO5/2X6/9/9/9/9 b -";
    let right = judged(at, "capture", &["D6"], "E6").unwrap();
    assert!(right.right && right.refutation.is_none());
    let wrong = judged(at, "capture", &["D6"], "D5").unwrap();
    assert!(!wrong.right);
    assert!(wrong.refutation.is_some());
    let pass = judged(at, "capture", &["D6"], "pass").unwrap();
    assert!(!pass.right);
}

#[test]
fn strings_are_saved() {
    // Black's stone in atari gets away to the right, or is taken there.
    let at = "9/9/9/4O4/3OX4/4O4/9/9/9 b -";
    assert!(judged(at, "save", &["E5"], "F5").unwrap().right);
    let wrong = judged(at, "save", &["E5"], "A1").unwrap();
    assert!(!wrong.right);
    let size = game("size=9").size();
    assert_eq!(
        wrong.refutation.and_then(Move::cell),
        points::read_gtp(size, "F5")
    );
}

#[test]
fn links_are_joined_and_cut() {
    let at = "9/9/3X5/9/3X5/9/9/9/9 b -";
    assert!(judged(at, "connect", &["D7", "D5"], "D6").unwrap().right);
    let white = "9/9/2XOX4/9/2XOX4/9/9/9/9 b -";
    assert!(judged(white, "cut", &["D7", "D5"], "D6").unwrap().right);
    let wrong = judged(white, "cut", &["D7", "D5"], "A1").unwrap();
    assert!(!wrong.right);
    assert!(wrong.refutation.is_some());
}

#[test]
fn three_in_a_row_live_or_die_at_the_middle() {
    // Black's group at the top left has three points in a row.
    let at = "3XO4/XXXXO4/OOOOO4/9/9/9/9/9/9 b -";
    let right = judged(at, "live", &["D9"], "B9").unwrap();
    assert!(right.right);
    let wrong = judged(at, "live", &["D9"], "A9").unwrap();
    assert!(!wrong.right);
    let game = game("size=9");
    assert_eq!(
        wrong.refutation.and_then(Move::cell),
        points::read_gtp(game.size(), "B9")
    );
    let killed = "3OX4/OOOOX4/XXXXX4/9/9/9/9/9/9 b -";
    assert!(judged(killed, "kill", &["D9"], "B9").unwrap().right);
    assert!(!judged(killed, "kill", &["D9"], "C9").unwrap().right);
}

#[test]
fn what_has_no_target_or_too_much_room_cannot_be_told() {
    let at = "9/9/3X5/9/3X5/9/9/9/9 b -";
    assert_eq!(judged(at, "capture", &["A1"], "D6"), None);
    assert_eq!(judged(at, "live", &["D7"], "D6"), None);
    // One string cannot be connected to itself.
    assert_eq!(judged(at, "connect", &["D7"], "D6"), None);
    let game = game("size=9");
    assert!(GoProblems.find(&game, &game.start()).is_none());
}
