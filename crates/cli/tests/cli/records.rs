//! SGF and the store of records on the command line.

use std::fs;

use serde_json::Value;

use crate::common::{Run, yomikiri, yomikiri_with};

const GAME: &str =
    "(;GM[1]SZ[9]KM[6.5]PB[Alice]PW[Bob]DT[2026-05-01]RE[B+R];B[ee];W[cc](;B[gc]C[good])(;B[cg]))";

fn convert(arguments: &[&str], text: &str) -> Run {
    yomikiri_with(&[&["convert", "go"], arguments].concat(), &[], text)
}

#[test]
fn sgf_is_converted_with_everything_in_it() {
    let json = convert(&["--from", "sgf", "--to", "json"], GAME);
    assert_eq!(json.code, 0, "{}", json.err);
    let document: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(document["schema"], 2);
    assert_eq!(document["game"], "go?size=9&komi=6.5");
    assert_eq!(document["moves"][3]["parent"], 2);
    let back = convert(&["--from", "json", "--to", "sgf"], &json.out);
    assert_eq!(back.code, 0, "{}", back.err);
    let again = convert(&["--from", "sgf", "--to", "sgf"], &back.out);
    assert_eq!(again.out, back.out);
    let native = convert(&["--from", "sgf", "--to", "native"], GAME);
    assert_eq!(native.out, "E5 C7 G7\n");
    let pgn = convert(&["--from", "sgf", "--to", "pgn"], GAME);
    assert!(
        pgn.out.contains("1. E5 C7 2. G7 {good} (2. C3) 1-0"),
        "{}",
        pgn.out
    );
    let figure = convert(&["--from", "figure", "--to", "json"], "+*0\n");
    assert!(
        figure.out.contains("\"start\":\"1XO16/19/"),
        "{}",
        figure.out
    );
}

#[test]
fn bad_sgf_is_refused_with_its_place() {
    for (text, message) in [
        (
            "(;SZ[9];B[ee]",
            "line 1, column 14, node 2: expected a property, ; ( or ), got nothing",
        ),
        ("(;SZ[99])", "SZ: expected a size from 2 to 25"),
        (
            "(;SZ[9];B[ee];W[ee])",
            "node 3, ply 2: move: expected an empty point, got \"ee\"",
        ),
        ("(;SZ[9];B[zz])", "a point of a board of 9x9"),
        (&"(".repeat(1_000_000), "(; where a game begins"),
        (
            &format!("(;{}", ";B[]".repeat(100_000)),
            "at most 20000 nodes",
        ),
    ] {
        let run = convert(&["--from", "sgf", "--to", "json"], text);
        assert_eq!((run.code, run.out.as_str()), (3, ""), "{}", run.err);
        assert!(run.err.contains(message), "{}", run.err);
        assert!(run.err.len() < 400);
    }
    let run = convert(
        &["--from", "sgf", "--to", "sgf", "--lenient"],
        "(;SZ[9];B[ee];W[ee])",
    );
    assert_eq!(run.code, 0);
    assert!(
        run.err.starts_with("warning: line 1, column 14, node 3"),
        "{}",
        run.err
    );
    assert!(run.out.contains(";B[ee];AW[ee]PL[B])"), "{}", run.out);
}

#[test]
fn records_are_kept_found_shown_and_removed() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("a.sgf"), format!("{GAME}(;SZ[13];B[dd];W[jj])")).unwrap();
    fs::write(path("b.sgf"), "(;SZ[19]PB[Carol]RE[W+3.5];B[pd];W[dd])").unwrap();
    let database = format!("sqlite://{}?mode=rwc", path("rooms.db"));
    for store in [["--store", &path("kept")], ["--database", &database]] {
        let records =
            |arguments: &[&str]| yomikiri(&[&["records"], &store[..], arguments].concat());
        let json = |arguments: &[&str]| -> Value {
            let run = records(&[arguments, &["--json"]].concat());
            assert_eq!(run.code, 0, "{}", run.err);
            serde_json::from_str(&run.out).unwrap()
        };
        let (a, b) = (path("a.sgf"), path("b.sgf"));
        let added = json(&["add", "go", &a, &b]);
        assert_eq!(added["schema"], 1);
        assert_eq!(added["added"].as_array().unwrap().len(), 3);
        assert_eq!(json(&["add", "go", &b])["added"][0]["new"], false);
        let count = |arguments: &[&str]| {
            json(&[&["find"], arguments].concat())["records"]
                .as_array()
                .unwrap()
                .len()
        };
        assert_eq!(count(&[]), 3);
        assert_eq!(count(&["go"]), 3);
        assert_eq!(count(&["chess"]), 0);
        assert_eq!(count(&["--player", "ali"]), 1);
        assert_eq!(count(&["--result", "first"]), 1);
        assert_eq!(count(&["--result", "second"]), 1);
        assert_eq!(count(&["--result", "unfinished"]), 1);
        assert_eq!(count(&["--date", "2026"]), 1);
        assert_eq!(count(&["--date", "2027.."]), 0);
        assert_eq!(count(&["--size", "19"]), 1);
        assert_eq!(count(&["--komi", "6.5"]), 1);
        assert_eq!(count(&["go?size=13"]), 1);
        // The same corner in every game, turned and mirrored; the colours are as they are.
        let found = json(&["find", "go", "--size", "9", "--corner", "..?/..?/..O"]);
        assert_eq!(found["records"][0]["found"][0]["ply"], 2);
        assert_eq!(count(&["go", "--size", "9", "--corner", "4/4/..X"]), 1);
        assert_eq!(count(&["go", "--position", "9/9/9/9/4X4/9/2O6/9/9 b -"]), 1);
        assert_eq!(count(&["go", "--position", "9/9/9/9/4X4/9/2O6/9/9 w -"]), 0);
        assert_eq!(count(&["go", "--position", "9/9/9/9/4O4/9/2X6/9/9"]), 0);
        let listed = records(&["find", "go", "--player", "Alice", "--corner", "..?/..?/..O"]);
        assert!(listed.out.contains("go?size=9&komi=6.5  Alice - Bob  2026-05-01  first won: resign  3 moves  at 2, 3, 3 in a variation"), "{}", listed.out);
        let id = &listed.out[..6];
        let shown = records(&["show", id, "--to", "sgf"]);
        assert!(
            shown
                .out
                .contains(";B[ee];W[cc]\n(;B[gc]C[good])\n(;B[cg]))"),
            "{}",
            shown.out
        );
        assert_eq!(records(&["remove", id]).code, 0);
        assert_eq!(count(&[]), 2);
        let gone = records(&["show", id]);
        assert_eq!(gone.code, 3);
        assert!(
            gone.err.contains("expected the number of a record"),
            "{}",
            gone.err
        );
        let wrong = records(&["find", "go", "--corner", "Z"]);
        assert_eq!(wrong.code, 3);
        assert!(
            wrong
                .err
                .contains("expected a piece (O X), . for empty, ? for any"),
            "{}",
            wrong.err
        );
    }
    let bad = yomikiri(&["records", "find", "--store", &path("nothing"), "--json"]);
    assert_eq!(bad.out, "{\"schema\":1,\"records\":[]}\n");
    fs::write(path("bad.sgf"), "(;SZ[9];B[zz])").unwrap();
    let bad = yomikiri(&[
        "records",
        "add",
        "go",
        &path("bad.sgf"),
        "--store",
        &path("nothing"),
    ]);
    assert_eq!(bad.code, 3);
    assert!(
        bad.err
            .contains("bad.sgf: record: line 1, column 8, node 2"),
        "{}",
        bad.err
    );
}
