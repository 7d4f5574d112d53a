//! Collections of problems: those of the program are proved by reading, and files are read.

use yomikiri_lab::{AnyGame, Lab, LabError, Problem, read_problems};

/// The game that comes with problems.
fn game() -> Box<dyn AnyGame> {
    let games = Lab::new().all_games().into_iter();
    let mut games = games.filter(|game| !game.profile().problems.is_empty());
    games.next().expect("a game with problems")
}

fn collections(game: &dyn AnyGame) -> Vec<(&'static str, Vec<Problem>)> {
    let all = game.profile().problems.iter();
    all.map(|&(name, text)| (name, read_problems(game, "sgf", text.as_bytes()).unwrap()))
        .collect()
}

#[test]
fn every_answer_of_our_problems_is_proved_and_no_other_move_is_right() {
    let game = game();
    let mut number = 0;
    for (name, problems) in collections(&*game) {
        assert!(!problems.is_empty(), "{name}");
        for (at, problem) in problems.iter().enumerate() {
            let solved = problem.solve(&*game).unwrap();
            let place = format!("{name} {}: {problem:?}", at + 1);
            assert!(solved.proves(problem), "{place} has {solved:?}");
            number += 1;
        }
    }
    assert!(number >= 40, "{number}");
}

#[test]
fn no_problem_comes_twice() {
    let game = game();
    let mut positions: Vec<String> = collections(&*game)
        .into_iter()
        .flat_map(|(_, problems)| problems.into_iter().map(|problem| problem.position))
        .collect();
    let number = positions.len();
    positions.sort_unstable();
    positions.dedup();
    assert_eq!(positions.len(), number);
}

#[test]
fn a_wrong_answer_is_not_proved() {
    let game = game();
    let (_, problems) = collections(&*game).swap_remove(3);
    let mut problem = problems[0].clone();
    let solved = problem.solve(&*game).unwrap();
    assert!(solved.proves(&problem));
    problem.answers = vec!["J1".to_owned()];
    assert!(!solved.proves(&problem));
    problem.answers.clear();
    assert!(!solved.proves(&problem));
}

#[test]
fn goals_follow_from_marks_where_none_is_named() {
    let game = game();
    let goal = |marks: &str, side: &str| {
        let text = format!("(;GM[1]FF[4]SZ[5]AB[bb][bd]AW[db][dd]PL[{side}]TR{marks};{side}[cc])");
        let problems = read_problems(&*game, "sgf", text.as_bytes()).unwrap();
        problems[0].goal.clone()
    };
    assert_eq!(goal("[db]", "B"), "capture");
    assert_eq!(goal("[bb]", "B"), "save");
    assert_eq!(goal("[bb][bd]", "B"), "connect");
    assert_eq!(goal("[db][dd]", "B"), "cut");
    assert_eq!(goal("[db]", "W"), "save");
}

#[test]
fn moves_that_are_marked_as_bad_are_no_answers() {
    let game = game();
    let text = "(;GM[1]FF[4]SZ[5]AB[bb]AW[cb]PL[B]GOAL[capture]TR[cb](;B[db])(;B[cc]BM[1]))";
    let problems = read_problems(&*game, "sgf", text.as_bytes()).unwrap();
    assert_eq!(problems[0].answers, ["D4"]);
}

#[test]
fn bad_files_say_what_is_wrong() {
    let game = game();
    let message = |text: &str| {
        let error = read_problems(&*game, "sgf", text.as_bytes()).unwrap_err();
        error.to_string()
    };
    for (text, expected) in [
        (
            "(;GM[1]FF[4]SZ[5]AB[bb])",
            "problem 1: expected marks (TR) on what the problem is about, got none",
        ),
        (
            "(;GM[1]FF[4]SZ[5]AB[bb]TR[zz])",
            "problem 1: TR: expected points of the board, got \"zz\"",
        ),
    ] {
        assert_eq!(message(text), expected);
    }
    let text = "(;GM[1]FF[4]SZ[5]AB[bb]GOAL[win]TR[bb];B[cc])";
    let problem = &read_problems(&*game, "sgf", text.as_bytes()).unwrap()[0];
    let refused = problem.solve(&*game);
    assert!(matches!(refused, Err(LabError::Usage(_))), "{refused:?}");
    let none = problem.judge(&*game, "nonsense");
    assert!(none.is_err());
}
