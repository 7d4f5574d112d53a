//! Janken shogi as a program: notation, errors, players, tablebase.

use std::path::Path;

use serde_json::{Value, json};

use crate::common::{Run, check_error, yomikiri, yomikiri_with};

#[test]
fn moves_are_actions_and_the_turn_stays() {
    let at = "3gpc1gpc/4gpc1/5gpc/GPC5/1GPC4/GPC1GPC3 1 2 -";
    let answer = yomikiri(&["moves", "janken", "-p", at, "--moves", "b2b3", "--json"]).json();
    assert_eq!(
        answer["position"],
        "3gpc1gpc/4gpc1/5gpc/GPCPGC4/6/GPC1GPC3 1 1 b2b3"
    );
    assert_eq!(answer["side"], "first");
    let moves = answer["moves"].as_array().unwrap();
    assert!(moves.contains(&json!("b3b4")) && !moves.contains(&json!("b3b2")));
    let start = yomikiri(&["moves", "janken", "--json"]).json();
    assert_eq!(start["position"], "setup 6/6/6/6/6/6 1 4 -");
    assert_eq!(
        start["moves"],
        json!(["a1=CGP", "a1=CPG", "a1=GCP", "a1=GPC", "a1=PCG", "a1=PGC"])
    );
    let perft = yomikiri(&["perft", "janken", "4", "-p", at, "--json"]).json();
    assert_eq!(perft["nodes"], 10_404);
}

#[test]
fn a_win_in_mid_turn_is_told() {
    let args = [
        "moves",
        "janken",
        "-p",
        "gpc5/5GPC/6/6/6/GPC5 1 2 -",
        "--moves",
        "f5f6",
        "--json",
    ];
    let answer = yomikiri(&args).json();
    assert_eq!(answer["moves"], json!([]));
    assert_eq!(
        answer["outcome"],
        json!({"winner": "first", "reason": "enemy-goal", "margin": null})
    );
    check_error(
        &[&args[..4], &["--moves", "f5f6 a1a2"]].concat(),
        3,
        "ply 2",
    );
}

#[test]
fn bad_positions_are_refused() {
    for (position, told) in [
        ("GPC6/6/6/6/6/5gpc 1 3 -", "rank 6: expected 6 squares"),
        ("GPX5/6/6/6/6/5gpc 1 3 -", "three different letters"),
        ("4gpcGPC/6/6/6/6/GPC5 1 2 -", "where it has already won"),
        ("5gpc/6/6/6/6/GPC5 1 4 -", "actions left: expected 3"),
        ("5gpc/6/6/6/6/GPC5 1 2 a1a2", "previous action: expected"),
    ] {
        check_error(&["moves", "janken", "-p", position], 3, told);
    }
    check_error(&["moves", "janken?stuck=win"], 3, "pass or loss");
    check_error(&["moves", "janken?funbari=false"], 3, "funbari_return");
}

#[test]
fn cubes_show_their_faces() {
    let view = yomikiri(&["show", "janken", "-p", "preset:rocks", "--json"]).json();
    let cell = &view["diagram"]["cells"][3];
    assert_eq!(cell["faces"], json!(["rock", "paper", "scissors"]));
    assert_eq!(cell["letter"], "gpc");
    let text = yomikiri(&["show", "janken", "-p", "preset:rocks"]).out;
    assert!(text.contains("│ GPC │     │ GPC │"), "{text}");
}

#[test]
fn levels_play_from_the_empty_board_and_the_record_reads_back() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let args = [
        "match",
        "janken",
        "--first",
        "level3",
        "--second",
        "level2",
        "--games",
        "4",
        "--json",
        "--out",
        out.to_str().unwrap(),
    ];
    let summary = yomikiri(&args).json();
    assert_eq!(summary["games"], 4);
    let reasons = summary["reasons"].as_object().unwrap();
    assert!(reasons.keys().all(|reason| reason != "fault"), "{summary}");
    // Depth counts turns: a win within the turn is at distance one, however many actions it takes.
    let at = "gpc5/4GPC1/6/6/6/GPC5 1 2 -";
    let told = yomikiri(&[
        "analyze",
        "janken",
        "-p",
        at,
        "--player",
        "alphabeta:depth=3",
        "--json",
    ]);
    assert_eq!(told.json()["lines"][0]["score"]["distance"], 1);
}

fn in_data(data: &Path, args: &[&str]) -> Run {
    yomikiri_with(args, &[("YOMIKIRI_DATA", &data.display().to_string())], "")
}

#[test]
fn tables_are_solved_counted_verified_and_probed() {
    let data = tempfile::tempdir().unwrap();
    let data = data.path();
    for tier in ["1v1", "2v1"] {
        let solved = in_data(data, &["solve", "janken", tier, "--json"]);
        assert_eq!(solved.code, 0, "{}", solved.err);
    }
    for (tier, positions) in [("1v1", 42_876), ("2v1", 4_248_504), ("1v2", 4_248_504)] {
        let stats = in_data(data, &["table", "stats", "janken", tier, "--json"]).json();
        let tables = stats["tables"].as_array().unwrap();
        let sides: Vec<&Value> = tables.iter().filter(|t| t["convention"] == "all").collect();
        assert_eq!(sides.len(), 2, "{stats}");
        for side in sides {
            assert_eq!(side["name"], tier);
            assert_eq!(side["positions"], positions);
            assert_eq!(side["unit"], "turns");
        }
    }
    // The built-in tables equal the solved ones.
    for tier in ["1v1", "2v1", "1v2"] {
        let file =
            |folder: &Path| std::fs::read(folder.join(format!("janken/{tier}.ytb"))).unwrap();
        let built_in = Path::new(env!("CARGO_MANIFEST_DIR")).join("../lab/tables");
        assert!(
            file(&data.join("tables")) == file(&built_in),
            "solve janken 2v1 and commit the new tables"
        );
    }
    let verified = in_data(data, &["table", "verify", "janken", "1v1", "--json"]).json();
    assert_eq!(verified["faults"], json!([]));
    // At the start of a turn, and in the middle of it.
    for (position, distance) in [
        ("gpc5/6/4GPC1/6/6/6 1 3 -", 1),
        ("gpc5/4PGC1/6/6/6/6 1 2 e4e5", 1),
    ] {
        let probed = in_data(data, &["probe", "janken", "-p", position, "--json"]).json();
        assert_eq!(probed["value"], "win", "{position}");
        assert_eq!(
            (&probed["distance"], &probed["unit"]),
            (&json!(distance), &json!("turns"))
        );
        assert_eq!(probed["moves"][0]["value"], "win");
    }
    let at = "3gpc1gpc/4gpc1/5gpc/GPC5/1GPC4/GPC1GPC3 1 2 -";
    let missing = in_data(data, &["probe", "janken", "-p", at]);
    assert_eq!(missing.code, 5, "{}", missing.err);
    check_error(&["solve", "janken", "5v1"], 3, "from 1v1 to 4v4");
    check_error(&["solve", "janken?stuck=loss", "1v1"], 3, "stuck=pass");
}
