//! Solving, probing, verifying from the command line.

#[path = "../../../solver/tests/syzygy/drawn.rs"]
mod drawn;

use std::fs;
use std::path::Path;

use drawn::nobody_wins;
use serde_json::Value;

use crate::common::{Run, yomikiri, yomikiri_with};

/// Runs the program with its own empty data directory.
fn in_data(data: &Path, args: &[&str], input: &str) -> Run {
    yomikiri_with(
        args,
        &[("YOMIKIRI_DATA", &data.display().to_string())],
        input,
    )
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

#[test]
fn anpanman_is_a_draw_under_every_reading_and_its_table_verifies() {
    for spec in [
        "anpanman",
        "anpanman?no_moves=draw",
        "anpanman?no_moves=pass",
        "anpanman?goal=any",
        "anpanman?model=capture&goal=safe",
        "anpanman?model=capture&goal=any",
    ] {
        let data = folder();
        let solved = in_data(data.path(), &["solve", spec, "--json"], "").json();
        assert_eq!(solved["start"]["value"], "draw", "{spec}");
        assert!(
            solved["bytes"].as_u64().unwrap() <= 200_000,
            "{spec}: {solved}"
        );
        let verified = in_data(data.path(), &["table", "verify", spec, "--json"], "").json();
        assert_eq!(verified["faults"], Value::Array(Vec::new()), "{spec}");
        assert!(
            verified["checked"].as_u64().unwrap() > 500_000,
            "{spec}: {verified}"
        );
        let left = fs::read_dir(data.path().join("tables")).unwrap();
        let mut endings: Vec<_> = left
            .map(|file| file.unwrap().path().extension().unwrap().to_owned())
            .collect();
        endings.sort();
        // Only the table is left, and its statistics.
        assert_eq!(endings, ["stats", "ytb"], "{spec}");
    }
}

#[test]
fn the_built_in_table_is_what_solving_gives() {
    let data = folder();
    assert_eq!(
        in_data(data.path(), &["solve", "anpanman", "--threads", "1"], "").code,
        0
    );
    let solved = fs::read(data.path().join("tables/anpanman.ytb")).unwrap();
    let built_in = Path::new(env!("CARGO_MANIFEST_DIR")).join("../lab/tables/anpanman.ytb");
    assert!(
        solved == fs::read(built_in).unwrap(),
        "solve anpanman and commit the new table"
    );
}

#[test]
fn a_probe_tells_every_move_best_first() {
    let data = folder();
    let probed = in_data(data.path(), &["probe", "anpanman", "--json"], "").json();
    assert_eq!(probed["value"], "draw");
    assert_eq!(probed["distance"], Value::Null);
    assert_eq!(probed["unit"], "plies");
    let moves = probed["moves"].as_array().unwrap();
    let values: Vec<&str> = moves
        .iter()
        .map(|mv| mv["value"].as_str().unwrap())
        .collect();
    assert_eq!(values, ["draw", "draw", "draw", "loss", "loss", "loss"]);
    let losses: Vec<u64> = moves[3..]
        .iter()
        .map(|mv| mv["distance"].as_u64().unwrap())
        .collect();
    assert!(
        losses.is_sorted_by(|a, b| a >= b),
        "later losses are better: {losses:?}"
    );
    // One ply before the end and at the end.
    let near = ["probe", "anpanman", "-p", "3/1A1/3/b2/3 b -", "--json"];
    let near = in_data(data.path(), &near, "").json();
    assert_eq!(
        (near["value"].as_str(), near["distance"].as_u64()),
        (Some("win"), Some(1))
    );
    let over = ["probe", "anpanman", "-p", "1A1/3/3/b2/3 w -", "--json"];
    let over = in_data(data.path(), &over, "").json();
    assert_eq!(
        (over["value"].as_str(), over["distance"].as_u64()),
        (Some("loss"), Some(0))
    );
    assert_eq!(over["moves"], Value::Array(Vec::new()));
}

#[test]
fn a_missing_table_is_5_and_names_the_command() {
    let data = folder();
    let run = in_data(data.path(), &["probe", "dobutsu"], "");
    assert_eq!((run.code, run.out.as_str()), (5, ""));
    assert!(run.err.contains("yomikiri solve 'dobutsu'"), "{}", run.err);
    let start = "gle/1c1/1C1/ELG b -";
    let run = in_data(
        data.path(),
        &["probe", "dobutsu", "-p", "-"],
        &format!("{start}\n"),
    );
    assert_eq!(run.code, 5);
    assert!(run.out.contains("yomikiri solve"), "{}", run.out);
    let run = in_data(
        data.path(),
        &["probe", "dobutsu", "-p", "-"],
        &format!("{start}\njunk\n"),
    );
    assert_eq!(run.code, 3);
    assert_eq!(run.out.lines().count(), 2);
}

/// Values are changed in copies; the table, here a built-in one, stays as it is.
#[test]
fn verification_is_tested_by_changing_values() {
    let data = folder();
    let verify = |more: &[&str]| {
        let words = [&["table", "verify", "janken", "1v1", "--self-test"], more].concat();
        in_data(data.path(), &words, "")
    };
    let report = verify(&["20", "--json"]).json();
    assert_eq!(
        (&report["changed"], &report["found"]),
        (&20.into(), &20.into())
    );
    assert_eq!(report["missed"], Value::Array(Vec::new()));
    let run = verify(&["3"]);
    assert_eq!(run.code, 0);
    assert!(
        run.out.contains("3 of 3 changed values found"),
        "{}",
        run.out
    );
    assert_eq!(verify(&["3", "--sample", "5"]).code, 2);
    assert_eq!(verify(&["0"]).code, 2);
}

#[test]
fn damaged_foreign_and_newer_tables_are_5() {
    let data = folder();
    assert_eq!(in_data(data.path(), &["solve", "anpanman"], "").code, 0);
    let file = data.path().join("tables/anpanman.ytb");
    let good = fs::read(&file).unwrap();
    let verify = || in_data(data.path(), &["table", "verify", "anpanman"], "");
    assert_eq!(verify().code, 0);
    for at in (0..good.len()).step_by(good.len() / 40) {
        let mut bad = good.clone();
        bad[at] ^= 0x10;
        fs::write(&file, bad).unwrap();
        let run = verify();
        assert_eq!(run.code, 5, "byte {at}: {}{}", run.out, run.err);
        assert!(run.err.contains("anpanman.ytb"), "{}", run.err);
    }
    fs::write(&file, &good[..good.len() / 2]).unwrap();
    assert_eq!(verify().code, 5);
    let run = in_data(data.path(), &["probe", "anpanman"], "");
    assert_eq!(run.code, 5, "{}", run.out);
    assert_eq!(run.err.matches("table: ").count(), 1, "{}", run.err);
    let mut newer = good.clone();
    newer[8] = 99;
    fs::write(&file, newer).unwrap();
    assert!(verify().err.contains("version 99"));
    fs::write(&file, &good).unwrap();
    let other = data.path().join("tables/anpanman,no_moves=draw.ytb");
    fs::copy(&file, other).unwrap();
    let run = in_data(data.path(), &["probe", "anpanman?no_moves=draw"], "");
    assert_eq!(run.code, 5, "{}", run.out);
    assert!(run.err.contains("other rules"), "{}", run.err);
}

#[test]
fn what_cannot_be_solved_is_refused_with_the_reason() {
    let told = |args: &[&str]| {
        let data = folder();
        let run = in_data(data.path(), args, "");
        assert_eq!((run.code, run.out.as_str()), (3, ""), "{}", run.err);
        run.err
    };
    assert!(
        told(&["solve", "gorogoro?perpetual_check=ignored"]).contains("far beyond any computer")
    );
    assert!(told(&["solve", "go"]).contains("solving is not implemented for go"));
    assert!(told(&["solve", "anpanman", "KPvK"]).contains("solved as a whole"));
    let forced = ["solve", "minishogi", "--force"];
    assert!(told(&forced).contains("repetition_result = first-loses"));
    let run = yomikiri(&["solve", "anpanman", "--tables", "/proc/nowhere/tables"]);
    assert_eq!(run.code, 5, "{}", run.err);
}

#[test]
fn stats_count_in_named_conventions() {
    let data = folder();
    let args = ["table", "stats", "anpanman", "--reachable", "--json"];
    let stats = in_data(data.path(), &args, "").json();
    let rows = stats["tables"].as_array().unwrap();
    let row = |convention: &str, side: &str| {
        let mut rows = rows.iter();
        let found = rows.find(|row| row["convention"] == convention && row["side"] == side);
        found.unwrap_or_else(|| panic!("no row {convention} {side}"))
    };
    for side in ["first", "second"] {
        let all = row("all", side);
        let sum = ["win", "draw", "loss"]
            .map(|key| all[key].as_u64().unwrap())
            .iter()
            .sum::<u64>();
        assert_eq!(all["positions"].as_u64(), Some(sum));
        assert_eq!(all["longest_win"], 29);
        assert_eq!(all["name"], "anpanman");
        let folded = row("folded", side)["positions"].as_u64().unwrap();
        let reachable = row("reachable", side)["positions"].as_u64().unwrap();
        assert!(reachable < folded && folded < sum);
    }
}

#[test]
fn the_perfect_player_never_loses_a_drawn_game() {
    let data = folder();
    let args = [
        "match", "anpanman", "--first", "perfect", "--second", "asai", "--games", "100", "--json",
    ];
    let result = in_data(data.path(), &args, "").json();
    assert_eq!(result["wins_second"], 0, "{result}");
}

#[test]
fn syzygy_files_are_asked_where_our_tables_are_missing() {
    let (data, files) = (folder(), folder());
    nobody_wins(files.path(), 'N');
    let place = files.path().display().to_string();
    let fen = "8/8/8/3k4/8/8/8/KNN5 w - - 0 1";
    let missing = in_data(data.path(), &["probe", "chess", "-p", fen], "");
    assert_eq!(missing.code, 5);
    assert!(!missing.err.contains("rtbw"), "{}", missing.err);

    let named = ["probe", "chess", "-p", fen, "--json", "--syzygy", &place];
    let told = in_data(data.path(), &named, "").json();
    assert_eq!(
        (&told["source"], &told["value"]),
        (&"syzygy".into(), &"draw".into())
    );
    assert_eq!(told["moves"].as_array().map(Vec::len), Some(9), "{told}");

    // A directory with the default name needs no option, and the environment can name one.
    let usual = data.path().join("syzygy");
    fs::create_dir(&usual).expect("a folder");
    nobody_wins(&usual, 'N');
    let told = in_data(data.path(), &named[..5], "").json();
    assert_eq!(told["source"], "syzygy");
    let from_environment = yomikiri_with(
        &named[..5],
        &[("YOMIKIRI_DATA", "nowhere"), ("YOMIKIRI_SYZYGY", &place)],
        "",
    );
    assert_eq!(from_environment.json()["source"], "syzygy");

    let cut = files.path().join("KNNvK.rtbw");
    fs::write(&cut, &fs::read(&cut).expect("a file")[..70]).expect("a file");
    let cut = in_data(data.path(), &named, "");
    assert_eq!(cut.code, 5);
    assert!(cut.err.contains("KNNvK.rtbw is damaged"), "{}", cut.err);
    let bishops = fen.replace('N', "B");
    let args = ["probe", "chess", "-p", &bishops, "--syzygy", &place];
    let missing = in_data(data.path(), &args, "");
    assert_eq!(missing.code, 5);
    for part in ["KBBvK.rtbw", "yomikiri solve 'chess' KBBvK"] {
        assert!(missing.err.contains(part), "{}", missing.err);
    }
    let nowhere = in_data(data.path(), &["games", "--syzygy", "nowhere"], "");
    assert_eq!(nowhere.code, 3, "{}", nowhere.err);
}

#[test]
fn what_is_solved_is_not_solved_again() {
    let data = folder();
    let solve = |more: &[&str]| {
        let args = [&["solve", "tictactoe", "--json"], more].concat();
        in_data(data.path(), &args, "")
    };
    let told = |run: &Run| run.err.contains("already solved; --force");
    let first = solve(&[]);
    assert_eq!(
        (first.json()["already"].clone(), told(&first)),
        (false.into(), false)
    );
    assert_eq!(first.json()["start"]["value"], "draw");
    let second = solve(&[]);
    assert_eq!(
        (second.json()["already"].clone(), told(&second)),
        (true.into(), true)
    );
    for key in [
        "positions",
        "win",
        "draw",
        "loss",
        "longest_win",
        "start",
        "bytes",
    ] {
        assert_eq!(second.json()[key], first.json()[key], "{key}");
    }
    let again = solve(&["--force"]);
    assert_eq!(
        (again.json()["already"].clone(), told(&again)),
        (false.into(), false)
    );
}

#[test]
fn statistics_are_counted_once() {
    let data = folder();
    let stats = |more: &[&str]| {
        let args = [&["table", "stats", "anpanman", "--json"], more].concat();
        in_data(data.path(), &args, "").json()
    };
    let counted = stats(&[]);
    let file = data.path().join("tables/anpanman.stats");
    assert!(!file.exists(), "the table in the program has no file");
    assert_eq!(in_data(data.path(), &["solve", "anpanman"], "").code, 0);
    assert!(file.exists());
    assert_eq!(stats(&[]), counted);
    // They are what is printed.
    let told = fs::read_to_string(&file).unwrap();
    fs::write(&file, "nonsense").unwrap();
    assert_eq!(stats(&[]), counted);
    assert_eq!(fs::read_to_string(&file).unwrap(), told);
}

/// The document's position: 27 plies to the promotion, and the line shows them.
#[test]
fn probe_prints_the_shortest_line() {
    let start = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let probe = ["probe", "chess?goal=promotion", "-p", start];
    let report = yomikiri(&[&probe[..], &["--json"]].concat()).json();
    let line: Vec<&str> = report["line"]
        .as_array()
        .unwrap()
        .iter()
        .map(|mv| mv.as_str().unwrap())
        .collect();
    assert_eq!((report["distance"].as_u64(), line.len()), (Some(27), 27));
    assert_eq!(Some(line[0]), report["moves"][0]["move"].as_str());
    let moves = line.join(" ");
    let end = yomikiri(&[
        "moves",
        "chess?goal=promotion",
        "-p",
        start,
        "--moves",
        &moves,
        "--json",
    ]);
    assert_eq!(end.json()["outcome"]["reason"], "promotion");
    let text = yomikiri(&probe).out;
    assert!(
        text.ends_with(&format!("shortest line: {moves}\n")),
        "{text}"
    );
    // A draw has none, and many positions only if they are asked for.
    assert_eq!(
        yomikiri(&["probe", "anpanman", "--json"]).json()["line"],
        Value::Array(Vec::new())
    );
    let many = |more: &[&str]| {
        let args = [&["probe", "chess?goal=promotion", "-p", "-"], more].concat();
        yomikiri_with(&args, &[], format!("{start}\n"))
            .lines()
            .remove(0)
    };
    assert_eq!(many(&[])["line"], Value::Null);
    assert_eq!(many(&["--line"])["line"], report["line"]);
}
