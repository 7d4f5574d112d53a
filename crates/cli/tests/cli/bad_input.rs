//! Bad input of every kind: a clear short error, the documented exit code, nothing on stdout.

use crate::common::{check_error, yomikiri, yomikiri_with};

#[test]
fn wrong_usage_is_2() {
    check_error(&["no-such-verb"], 2, "no-such-verb");
    check_error(&["moves"], 2, "<GAME>");
    check_error(&["moves", "anpanman", "--frobnicate"], 2, "--frobnicate");
    check_error(&["perft", "anpanman", "many"], 2, "many");
    check_error(&["perft", "anpanman", "-1"], 2, "-1");
    check_error(&["perft", "anpanman", "4000000000"], 2, "4000000000");
    check_error(&["perft", "anpanman", "3", "--threads", "0"], 2, "0");
    check_error(&["show", "anpanman", "--lang", "tlh"], 2, "en, ja or zh");
    check_error(&["completions", "tcsh"], 2, "tcsh");
    check_error(&["play", "anpanman", "--second", "nobody"], 2, "asai");
    check_error(
        &["play", "anpanman", "--first", "asai:depth"],
        2,
        "setting=value",
    );
    check_error(&["play", "anpanman", "--first", "asai:width=3"], 2, "depth");
    check_error(&["analyze", "anpanman", "--player", "human"], 2, "engine");
    check_error(
        &["analyze", "anpanman", "--player", "alphabeta:time=1"],
        2,
        "500ms",
    );
    check_error(&["analyze", "anpanman", "--time", "soon"], 2, "500ms");
    check_error(&["analyze", "go", "--layers", "moods"], 2, "territory1");
    check_error(&["analyze", "dobutsu", "--layers", "attacks"], 2, "drawn");
    check_error(&["show", "go", "--layer", "moods"], 2, "territory1");
}

#[test]
fn unknown_games_and_options_are_3() {
    for verb in ["moves", "show", "analyze", "play", "games", "bench"] {
        check_error(&[verb, "anpaman"], 3, "did you mean \"anpanman\"?");
    }
    check_error(
        &["perft", "quarto", "3"],
        3,
        "anpanman dobutsu gorogoro minishogi",
    );
    check_error(
        &["moves", "anpanman?nomoves=draw"],
        3,
        "did you mean \"no_moves\"?",
    );
    check_error(&["moves", "anpanman?no_moves=win"], 3, "loss");
    check_error(&["moves", "anpanman?no_moves"], 3, "option=value");
    check_error(&["moves", "anpanman?"], 3, "option=value");
    check_error(&["moves", "tictactoe?size=4"], 3, "it has none");
    check_error(&["moves", ""], 3, "unknown game");
}

#[test]
fn malformed_positions_are_3() {
    for (position, message) in [
        ("", "nothing"),
        ("hbd", "side"),
        ("hbd/3/3/3/CA b -", "row 5"),
        ("hbd/3/3/3/CAS1 b -", "row 5"),
        ("hbd/3/3/3/4 b -", "row 5"),
        ("hbd/3/3/CAS b -", "5"),
        ("hbd/3/3/3/3/CAS b -", "5"),
        ("hbd/3/3/3/CAX b -", "X"),
        ("hbd/3/3/3/CAA b -", "leader"),
        ("hbd/3/3/3/C1S b -", "leader"),
        ("h1d/3/3/3/CAS b -", "leader"),
        ("hbd/3/3/3/CAS x -", "x"),
        ("hbd/3/3/3/CAS b", "hand"),
        ("hbd/3/3/3/CAS b S", "hand"),
        ("hbd/3/3/3/CAS b - 1", "hand"),
        ("hbd/3/3/3/CAS b - junk", "junk"),
        ("ＨＢＤ/3/3/3/CAS b -", "row 1"),
    ] {
        check_error(&["moves", "anpanman", "-p", position], 3, message);
        check_error(
            &["show", "anpanman", "-p", position, "--json"],
            3,
            "expected",
        );
        check_error(&["perft", "anpanman", "2", "-p", position], 3, "expected");
        check_error(
            &["analyze", "anpanman", "-p", position, "--json"],
            3,
            "expected",
        );
    }
    check_error(
        &["moves", "dobutsu", "-p", "g1e/1c1/1C1/E1G b -"],
        3,
        "expected",
    );
    check_error(
        &["moves", "dobutsu", "-p", "gle/1c1/1C1/ELG b 99999999999C"],
        3,
        "expected",
    );
    check_error(
        &["moves", "minishogi", "-p", "rbsgk/4p/5/P4/KGSBR b 2P"],
        3,
        "expected",
    );
    let long = "3/".repeat(50_000);
    check_error(&["moves", "anpanman", "-p", &long], 3, "expected");
}

#[test]
fn illegal_moves_are_3_and_name_their_ply() {
    check_error(&["moves", "anpanman", "--moves", "b5b3"], 3, "ply 1");
    check_error(&["moves", "anpanman", "--moves", "b5b4 b5b4"], 3, "ply 2");
    check_error(&["show", "anpanman", "--moves", "b5b4 zz"], 3, "ply 2");
    check_error(&["perft", "anpanman", "3", "--moves", "C*b3"], 3, "ply 1");
    check_error(&["play", "anpanman", "--moves", "b5b4 b1b4"], 3, "ply 2");
    let finished = [
        "moves",
        "anpanman",
        "-p",
        "3/b2/1SA/C2/3 w -",
        "--moves",
        "a2a3",
    ];
    check_error(
        &finished,
        3,
        "ply 1: \"a2a3\" comes after the end of the game (first won",
    );
}

#[test]
fn bad_rule_files_are_3() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    check_error(&["moves", "koma:no-such-file.toml"], 3, "no-such-file.toml");
    check_error(&["moves", "koma:"], 3, "rule file");
    let name = format!("koma:{}", folder.path().display());
    check_error(&["moves", &name], 3, "rule file");
    for (file, bytes) in [
        ("empty.toml", &b""[..]),
        ("broken.toml", b"id = \"x\"\nboard = [\n"),
        ("binary.toml", b"\xff\xfe\x00"),
        ("huge.toml", &vec![b'#'; 2_000_000]),
    ] {
        std::fs::write(path(file), bytes).unwrap();
        check_error(&["moves", &format!("koma:{}", path(file))], 3, file);
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    use std::process::{Command, Stdio};
    for args in [
        &["perft", "minishogi", "4", "--divide"][..],
        &["games", "--json"],
        &["completions", "bash"],
        &["man"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_yomikiri"))
            .args(args)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(!err.contains("panicked"), "{args:?}: {err}");
        assert_eq!(output.status.code(), Some(0), "{args:?}: {err}");
    }
}

#[test]
fn play_survives_a_huge_line() {
    let mut input = vec![b'x'; 10_000_000];
    input.extend_from_slice(b"\nb5b4\nquit\n");
    let run = yomikiri_with(&["play", "anpanman", "--second", "human"], &[], input);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.len() < 5_000);
    assert!(run.out.contains("hbd/3/3/1A1/C1S w -"));
}

#[test]
fn help_has_examples_for_every_verb() {
    for verb in [
        "games",
        "show",
        "moves",
        "perft",
        "play",
        "analyze",
        "bench",
        "completions",
        "convert",
        "man",
    ] {
        let run = yomikiri(&[verb, "--help"]);
        assert_eq!(run.code, 0);
        assert!(
            run.out.contains("Examples:\n  yomikiri "),
            "{verb}: {}",
            run.out
        );
    }
}

/// Endless input ends with an error in bounded memory; a flag raises the limit.
#[cfg(unix)]
#[test]
fn endless_input_is_refused() {
    let zero = "/dev/zero";
    let small = ["--max-input", "1M"];
    let convert = ["convert", "anpanman", "--from", "json", "--to", "kif", zero];
    let suite = ["suite", "anpanman", zero];
    let openings = [
        "match",
        "anpanman",
        "--first",
        "random",
        "--second",
        "random",
        "--games",
        "2",
        "--openings",
        zero,
    ];
    let check = ["table", "check", "anpanman", zero];
    for arguments in [&convert[..], &suite, &openings, &check] {
        let arguments = [arguments, &small].concat();
        check_error(&arguments, 3, "/dev/zero: expected at most 1048576 bytes");
        check_error(&arguments, 3, "--max-input");
    }
    check_error(&["rate", zero], 3, "/dev/zero, line 1: expected at most");
    check_error(
        &[
            "convert",
            "anpanman",
            "--from",
            "json",
            "--to",
            "kif",
            "--max-input",
            "0",
        ],
        2,
        "64M",
    );
}

/// Errors come in the language of the user; what to type in them does not change.
#[test]
fn errors_are_told_in_three_languages() {
    let told = |lang: &str, args: &[&str]| {
        let run = yomikiri(&[args, &["--lang", lang]].concat());
        assert_ne!(run.code, 0);
        assert_eq!(run.out, "");
        run.err
    };
    let unknown = ["play", "anpanmann"];
    assert!(told("en", &unknown).starts_with("error: unknown game \"anpanmann\""));
    assert!(told("ja", &unknown).starts_with("エラー：「anpanmann」というゲームはありません。"));
    assert!(told("zh", &unknown).starts_with("错误：没有名为“anpanmann”的游戏"));
    let wrong = ["moves", "anpanman", "--moves", "b5b4 x"];
    assert!(told("ja", &wrong).starts_with("エラー：2 手目を読み取れません："));
    assert!(told("zh", &["moves", "anpanman?size=3"]).contains("的选项"));
    let missing = ["probe", "dobutsu", "--tables", "/nonexistent"];
    assert!(told("ja", &missing).contains("yomikiri solve 'dobutsu'"));
}
