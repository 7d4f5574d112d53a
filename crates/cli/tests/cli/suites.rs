//! Suites, and everything that must not fall, run as a program.

use std::fs;

use serde_json::json;

use crate::common::{check_error, yomikiri, yomikiri_with};

#[test]
fn suites_of_the_program_are_used_by_name() {
    let list = yomikiri(&["suite", "xiangqi", "--json"]).json();
    let counts: Vec<u64> = list["suites"]
        .as_array()
        .unwrap()
        .iter()
        .map(|suite| suite["positions"].as_u64().unwrap())
        .collect();
    assert_eq!(counts.len(), 4);
    assert!(counts.iter().sum::<u64>() >= 400, "{counts:?}");
    let args = [
        "suite",
        "xiangqi",
        "endings",
        "--player",
        "alphabeta:hash=1",
        "--limits",
        "nodes=300",
    ];
    let answer = yomikiri(&[&args[..], &["--json"]].concat()).json();
    assert_eq!(answer["positions"].as_u64(), Some(counts[2]));
    let results = answer["results"].as_array().unwrap();
    let of = |solved: bool| {
        results
            .iter()
            .find(|result| result["solved"] == solved)
            .unwrap()
    };
    assert!(of(true)["final"]["nodes"].is_u64() && of(true)["first"]["seconds"].is_f64());
    let miss = &of(false)["miss"];
    assert!(of(false)["final"].is_null());
    assert!(["search", "weight", "term"].contains(&miss["cause"].as_str().unwrap()));
    assert!(miss["played"]["moves"].is_array() && miss["terms"].is_array());
    let groups = answer["groups"].as_array().unwrap();
    let positions: u64 = groups
        .iter()
        .map(|group| group["positions"].as_u64().unwrap())
        .sum();
    assert_eq!(positions, counts[2]);
    let told = [("en", "played:"), ("ja", "選んだ手順"), ("zh", "实际变化")];
    for (lang, word) in told {
        let run = yomikiri(&[&args[..], &["--lang", lang]].concat());
        assert!(run.out.contains(word), "{}", run.out);
    }
    check_error(
        &["suite", "xiangqi", "nothing"],
        3,
        "mates tactics endings openings",
    );
    check_error(&["suite", "tictactoe"], 2, "no suites");
}

#[test]
fn suites_are_made_from_games_and_tables() {
    let dir = tempfile::tempdir().unwrap();
    let run = dir.path().join("run").display().to_string();
    let play = [
        "match",
        "xiangqi",
        "--first",
        "alphabeta",
        "--second",
        "random",
        "--games",
        "4",
        "--limits",
        "nodes=300",
        "--openings",
        "random:plies=4",
        "--out",
        &run,
    ];
    assert_eq!(yomikiri(&play).code, 0);
    let games = format!("{run}/games.jsonl");
    let mates = [
        "suite", "make", "xiangqi", "mates", &games, "--moves", "2", "--nodes", "100000",
    ];
    let made = yomikiri(&mates);
    assert_eq!(made.code, 0, "{}", made.err);
    let file = dir.path().join("mates.epd");
    fs::write(&file, &made.out).unwrap();
    let file = file.display().to_string();
    let solved = yomikiri(&["suite", "xiangqi", &file, "--limits", "depth=5", "--json"]).json();
    assert_eq!(solved["solved"], solved["positions"], "{}", made.out);
    let endings = yomikiri(&[
        "suite", "make", "xiangqi", "endings", "KNvKA", "KPvKA", "--most", "6",
    ]);
    assert_eq!(endings.out.lines().count(), 6, "{}", endings.out);
    check_error(&["suite", "make", "xiangqi", "endings", "KQvK"], 3, "KQvK");
}

#[test]
fn everything_that_must_not_fall_is_checked_and_resumed() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("run").display().to_string();
    let mut args = vec!["experiment", "xiangqi-regression", "--quick"];
    args.extend(["--games", "2", "--out", &out, "--json"]);
    // Games by the clock take a minute.
    let slow = std::env::var_os("YOMIKIRI_SLOW_TESTS").is_some();
    if slow {
        args.extend(["--baseline", env!("CARGO_BIN_EXE_yomikiri")]);
    }
    let env = [("FAIRY_STOCKFISH", ""), ("PIKAFISH", ""), ("ELEEYE", "")];
    let run = yomikiri_with(&args, &env, "");
    let answer = run.document();
    if slow {
        assert_eq!(answer["signature"], answer["signature_baseline"]);
        assert_eq!(answer["sprt"]["20ms"]["games"], 2);
    }
    assert_eq!(answer["selfplay"]["games"], 2);
    assert_eq!(answer["perft"]["wrong"], json!([]));
    assert_eq!(answer["repetition"]["wrong"], json!([]));
    assert!(answer["repetition"]["cases"].as_u64().unwrap() > 200);
    assert_eq!(answer["faults"], 0);
    assert_eq!(answer["gauntlet"], json!([]));
    let groups = answer["suites"].as_array().unwrap();
    assert!(groups.len() > 10 && groups.iter().all(|group| group["fell"] == false));
    assert_eq!(
        (run.code, &answer["passed"]),
        (0, &json!(true)),
        "{}",
        run.out
    );
    let page = fs::read_to_string(dir.path().join("run/report.html")).unwrap();
    assert!(page.contains("Nothing fell"));
    // Without --resume it is refused; with it, only what is missing is done, and what fell is told.
    let again = yomikiri_with(&args, &env, "");
    assert_eq!(again.code, 2, "{}", again.err);
    let perft = dir.path().join("run/perft.json");
    fs::write(&perft, r#"{"checked":1,"nodes":1,"wrong":["x"]}"#).unwrap();
    fs::remove_file(dir.path().join("run/repetition.json")).unwrap();
    let resumed = yomikiri_with(&[&args[..], &["--resume"]].concat(), &env, "");
    assert_eq!(resumed.code, 1, "{}", resumed.err);
    let answer = resumed.document();
    assert_eq!(answer["passed"], false);
    assert_eq!(answer["fell"].as_array().unwrap().len(), 1);
    assert_eq!(answer["repetition"]["wrong"], json!([]));
    let other = [&args[..], &["--resume", "--seed", "9"]].concat();
    assert_eq!(yomikiri_with(&other, &env, "").code, 2);
    check_error(
        &["experiment", "anpanman-table1", "--quick"],
        2,
        "xiangqi-regression",
    );
}

#[test]
fn the_regression_plays_a_baseline() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("run").display().to_string();
    let mut args = vec!["experiment", "xiangqi-regression", "--quick"];
    args.extend(["--games", "2", "--nodes", "60", "--concurrency", "1"]);
    args.extend([
        "--baseline",
        env!("CARGO_BIN_EXE_yomikiri"),
        "--out",
        &out,
        "--json",
    ]);
    let env = [("FAIRY_STOCKFISH", ""), ("PIKAFISH", ""), ("ELEEYE", "")];
    let run = yomikiri_with(&args, &env, "");
    let answer = run.document();
    assert!(answer["signature"].as_u64().unwrap() > 0);
    assert_eq!(answer["signature"], answer["signature_baseline"]);
    // The same program solves the same positions, inside and as a process of its own.
    for group in answer["suites"].as_array().unwrap() {
        assert_eq!(group["before"], group["after"], "{group}");
        assert_eq!(group["fell"], false, "{group}");
    }
    // By nodes it plays the same moves: what one side wins, the other wins with sides exchanged.
    let tests = answer["sprt"].as_object().unwrap();
    assert_eq!(tests.keys().collect::<Vec<_>>(), ["nodes=60"]);
    let test = &tests["nodes=60"];
    assert_eq!(test["games"], 2);
    assert_eq!(test["penta"], json!([0, 0, 1, 0, 0]), "{test}");
    assert_eq!(test["faults"], json!([]));
    assert_eq!(test["sprt"]["decision"], "undecided");
    assert_eq!(
        (run.code, &answer["passed"]),
        (0, &json!(true)),
        "{}",
        run.out
    );
    let page = fs::read_to_string(dir.path().join("run/report.html")).unwrap();
    assert!(page.contains("sprt-nodes=60/report.html"));
}
