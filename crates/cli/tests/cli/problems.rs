//! `problems`: lists, boards and verdicts.

use std::fs;

use crate::common::{check_error, yomikiri};

/// Two problems: a ladder, and one whose answer is wrong.
const COLLECTION: &str =
    "(;GM[1]FF[4]SZ[9]N[a ladder]AB[dc][cd][ce]AW[dd]PL[B]GOAL[capture]TR[dd];B[ed])
(;GM[1]FF[4]SZ[9]N[a wrong answer]AB[dc][cd][ce]AW[dd]PL[B]GOAL[capture]TR[dd];B[de])";

fn directory() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("two.sgf"), COLLECTION).unwrap();
    fs::write(dir.path().join("notes.txt"), "no problems").unwrap();
    dir
}

#[test]
fn a_directory_is_listed_with_what_reading_says() {
    let dir = directory();
    let path = dir.path().to_str().unwrap();
    let list = yomikiri(&["problems", path, "--json"]);
    assert_eq!(list.code, 1);
    let list: serde_json::Value = serde_json::from_str(&list.out).unwrap();
    assert_eq!(list["proved"], 1);
    let problems = list["problems"].as_array().unwrap();
    assert_eq!(problems.len(), 2);
    assert_eq!(problems[0]["file"], "two.sgf");
    assert_eq!(problems[0]["goal"], "capture");
    assert_eq!(problems[0]["points"][0], "D6");
    assert_eq!(problems[0]["right"][0], "E6");
    assert_eq!(problems[0]["proved"], true);
    assert_eq!(problems[1]["proved"], false);
    let text = yomikiri(&["problems", path]).out;
    assert!(text.contains("1  capture  E6       a ladder"), "{text}");
    assert!(
        text.contains("2! capture  E6       a wrong answer"),
        "{text}"
    );
    assert!(text.ends_with("1 of 2 problems proved.\n"), "{text}");
}

#[test]
fn a_problem_is_drawn_and_moves_are_judged() {
    let dir = directory();
    let path = dir.path().to_str().unwrap();
    let shown = yomikiri(&["problems", path, "--number", "1"]).out;
    assert!(shown.starts_with("1. a ladder\n"), "{shown}");
    assert!(
        shown.ends_with("Black to play: take the marked stones. (D6)\n"),
        "{shown}"
    );
    let right = yomikiri(&["problems", path, "--number", "1", "--move", "E6"]);
    assert_eq!((right.code, &*right.out), (0, "E6: right.\n"));
    let wrong = yomikiri(&["problems", path, "--number", "1", "--move", "D5"]);
    assert_eq!(
        (wrong.code, &*wrong.out),
        (1, "D5: wrong. E6 refutes it.\n")
    );
    let told = yomikiri(&["problems", path, "--number", "1", "--move", "D5", "--json"]);
    let told: serde_json::Value = serde_json::from_str(&told.out).unwrap();
    assert_eq!(told["right"], false);
    assert_eq!(told["refutation"], "E6");
    let ours = yomikiri(&["problems", "--number", "1", "--json"]).json();
    assert_eq!(ours["number"], 1);
}

#[test]
fn wrong_requests_are_refused() {
    let dir = directory();
    let path = dir.path().to_str().unwrap();
    check_error(
        &["problems", path, "--number", "3"],
        3,
        "expected a number from 1 to 2, got 3",
    );
    check_error(
        &["problems", path, "--number", "1", "--move", "D6"],
        3,
        "D6",
    );
    check_error(&["problems", "no-such-directory"], 3, "no-such-directory");
    let empty = tempfile::tempdir().unwrap();
    let empty = empty.path().to_str().unwrap();
    check_error(&["problems", empty], 3, "expected problems, got none");
}
