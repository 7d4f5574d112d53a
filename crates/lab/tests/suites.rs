//! The suites of the program, and the mate search beside tables.

use std::collections::HashSet;

use yomikiri_lab::contest::{Problem, read_suite, write_suite};
use yomikiri_lab::{
    AnyGame, Cause, Lab, Limits, MateReport, MateRequest, MateVerdict, NoObserver, Place,
    PlayerSpec, SplitMix64, SuiteOrder, Value, built_in_suite, compare_suites, run_suite,
};

fn xiangqi() -> Box<dyn AnyGame> {
    Lab::new().open_game("xiangqi").unwrap()
}

fn mate(game: &dyn AnyGame, position: &str, moves: u32) -> MateReport {
    let mut session = game.session(&Place::at(Some(position))).unwrap();
    let request = MateRequest {
        moves,
        all: true,
        limits: Limits::default(),
    };
    session.find_mate(&request, &mut NoObserver).unwrap()
}

#[test]
fn the_suites_are_sound() {
    let game = xiangqi();
    let names: Vec<&str> = game.suites().iter().map(|suite| suite.name).collect();
    assert_eq!(names, ["mates", "tactics", "endings", "openings"]);
    let all = built_in_suite(&*game, "all").unwrap();
    assert!(all.len() >= 400, "{}", all.len());
    let (mut ids, mut positions) = (HashSet::new(), HashSet::new());
    for problem in &all {
        assert!(ids.insert(&problem.id), "{} twice", problem.id);
        let board = problem.position.split(' ').take(2).collect::<Vec<_>>();
        assert!(positions.insert(board), "{} twice", problem.position);
        let place = Place::at(Some(&problem.position));
        let legal = game.moves_report(&place).unwrap();
        for mv in problem.best.iter().chain(&problem.avoid) {
            assert!(legal.moves.contains(mv), "{}: {mv}", problem.id);
        }
        let kind = problem.id.split('.').next().unwrap();
        assert!(names.contains(&kind), "{}", problem.id);
    }
    for suite in game.suites() {
        let problems = read_suite(suite.text).unwrap();
        let ours = problems
            .iter()
            .all(|problem| problem.id.starts_with(suite.name));
        assert!(
            ours && problems.len() >= 10,
            "{}: {}",
            suite.name,
            problems.len()
        );
        assert_eq!(read_suite(&write_suite(&problems)).unwrap(), problems);
    }
}

#[test]
fn the_mates_are_proved_again() {
    let game = xiangqi();
    // The long ones take minutes together.
    let slow = std::env::var_os("YOMIKIRI_SLOW_TESTS").is_some();
    let mut proved = 0;
    for problem in built_in_suite(&*game, "mates").unwrap() {
        let moves = problem.mate.expect("the length is told");
        if moves > 3 && !slow {
            continue;
        }
        let found = mate(&*game, &problem.position, moves);
        assert_eq!(found.mate, Some(moves), "{}", problem.id);
        assert_eq!(found.refuted, moves - 1, "{}", problem.id);
        let keys: Vec<&str> = found.keys.iter().map(|mv| mv.text.as_str()).collect();
        assert_eq!(keys, problem.best, "{}", problem.id);
        proved += 1;
    }
    assert!(proved >= 30, "{proved}");
}

#[test]
fn the_endings_are_proved_again() {
    let game = xiangqi();
    let tables = game.tablebase(None).unwrap();
    for problem in built_in_suite(&*game, "endings").unwrap() {
        let report = tables.probe(&Place::at(Some(&problem.position))).unwrap();
        let winning = report
            .moves
            .iter()
            .filter(|mv| mv.answer.value == Value::Win);
        let winning: Vec<&str> = winning.map(|mv| mv.text.as_str()).collect();
        assert_eq!(winning, problem.best, "{}", problem.id);
    }
}

/// Random positions of small endings: the search finds what the table says, and nothing else.
#[test]
fn tables_agree_about_mates() {
    const MOVES: u32 = 3;
    let game = xiangqi();
    let tables = game.tablebase(None).unwrap();
    let mut rng = SplitMix64::new(7);
    let mut lengths = [0; MOVES as usize + 1];
    for (attacker, guards, count) in [
        ('R', "a", 60),
        ('R', "b", 40),
        ('N', "", 40),
        ('P', "a", 40),
    ] {
        let mut left = count;
        while left > 0 {
            let Some(position) = random_ending(&mut rng, attacker, guards) else {
                continue;
            };
            let place = Place::at(Some(&position));
            let Ok(report) = tables.probe(&place) else {
                continue;
            };
            if report.moves.is_empty() {
                continue;
            }
            left -= 1;
            let plies = report
                .answer
                .distance
                .filter(|_| report.answer.value == Value::Win);
            let expected = plies
                .map(|plies| plies.div_ceil(2))
                .filter(|moves| *moves <= MOVES);
            let found = mate(&*game, &position, MOVES);
            assert_eq!(found.mate, expected, "{position}");
            let verdict = match expected {
                Some(_) => MateVerdict::Mate,
                None => MateVerdict::NoMate,
            };
            assert_eq!(found.verdict, verdict, "{position}");
            lengths[expected.unwrap_or(0) as usize] += 1;
        }
    }
    assert!(lengths.iter().all(|count| *count > 3), "{lengths:?}");
}

/// A placement with Red to move; `None` if two pieces stand on one point.
fn random_ending(rng: &mut SplitMix64, attacker: char, guards: &str) -> Option<String> {
    let mut board = [['.'; 9]; 10];
    let mut put = |piece: char, file: usize, rank: usize| {
        let free = board[rank][file] == '.';
        board[rank][file] = piece;
        free.then_some(())
    };
    put('K', 3 + rng.below(3), rng.below(3))?;
    put('k', 3 + rng.below(3), 7 + rng.below(3))?;
    put(attacker, rng.below(9), 3 + rng.below(7))?;
    for guard in guards.chars() {
        let (file, rank) = match guard {
            'a' => [(3, 9), (5, 9), (4, 8), (3, 7), (5, 7)][rng.below(5)],
            _ => [(2, 9), (6, 9), (0, 7), (4, 7), (8, 7), (2, 5), (6, 5)][rng.below(7)],
        };
        put(guard, file, rank)?;
    }
    let rows = board.iter().rev().map(|row| {
        let mut text = String::new();
        let mut empty = 0;
        for &piece in row {
            if piece == '.' {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            text.push(piece);
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        text
    });
    let rows: Vec<String> = rows.collect();
    Some(format!("{} w - - 0 1", rows.join("/")))
}

fn order<'a>(player: &'a PlayerSpec, limits: &'a Limits) -> SuiteOrder<'a> {
    SuiteOrder {
        player,
        limits,
        explain: true,
        spell: &|mv| mv.text.clone(),
    }
}

fn nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

#[test]
fn a_miss_is_explained_by_the_terms() {
    let game = xiangqi();
    // Taking the free rook is right; the suite calls it wrong, so whoever takes it has missed.
    let problem = Problem {
        id: "made.1".into(),
        position: "3aka3/9/4b4/9/9/9/r8/9/R8/3AKA3 w - - 0 1".into(),
        best: vec!["f0e1".into()],
        avoid: Vec::new(),
        mate: None,
        comment: None,
    };
    let player: PlayerSpec = "alphabeta:hash=1".parse().unwrap();
    let limits = nodes(2000);
    let report = run_suite(&*game, &[problem], &order(&player, &limits), &mut |_| {}).unwrap();
    let result = &report.results[0];
    assert!(!result.solved && result.last.is_none());
    let miss = result.miss.as_ref().unwrap();
    assert_eq!(
        (miss.played.moves[0].as_str(), miss.right.moves[0].as_str()),
        ("a1a3", "f0e1")
    );
    assert_eq!(miss.cause, Cause::Weight);
    assert!(miss.suspect.is_some());
    let played: i32 = miss.terms.iter().map(|term| term.played).sum();
    let right: i32 = miss.terms.iter().map(|term| term.right).sum();
    assert_eq!(miss.played.evaluation, Some(played));
    assert_eq!(miss.right.evaluation, Some(right));
    let differences: Vec<i32> = miss
        .terms
        .iter()
        .map(|term| term.played - term.right)
        .collect();
    assert!(
        differences.is_sorted_by(|one, two| one >= two),
        "{differences:?}"
    );
}

#[test]
fn a_fall_of_a_group_is_seen() {
    let game = xiangqi();
    let mates = built_in_suite(&*game, "mates").unwrap();
    let (strong, weak): (PlayerSpec, PlayerSpec) = (
        "alphabeta:hash=4".parse().unwrap(),
        "random".parse().unwrap(),
    );
    let limits = nodes(2000);
    let mut heard = 0;
    let mut watch = |done| heard = done;
    let change = compare_suites(&*game, &mates, [&strong, &weak], &limits, &mut watch).unwrap();
    assert_eq!(heard, 2 * mates.len());
    assert!(change.fallen().count() >= 2, "{change:?}");
    let back = compare_suites(&*game, &mates, [&weak, &strong], &limits, &mut |_| {}).unwrap();
    assert_eq!(back.fallen().count(), 0);
    assert_eq!(
        (back.solved_before, back.solved_after),
        (change.solved_after, change.solved_before)
    );
}
