//! Records from one format to another.

use crate::common::{Run, yomikiri, yomikiri_with};

fn convert(from: &str, to: &str, text: &str) -> Run {
    let args = ["convert", "anpanman", "--from", from, "--to", to];
    yomikiri_with(&args, &[], text)
}

#[test]
fn every_format_leads_back_to_the_same_moves() {
    let moves = "b5b4 b1b2 c5c4\n";
    for format in ["json", "kif", "chess", "shogi", "native"] {
        let there = convert("native", format, moves);
        assert_eq!(there.code, 0, "{format}: {}", there.err);
        let back = convert(format, "native", &there.out);
        assert_eq!(
            (back.code, back.out.as_str()),
            (0, moves),
            "{format}: {}",
            back.err
        );
    }
    let shogi = convert("chess", "shogi", "Ab4 Bb2").out;
    assert!(shogi.contains("2四ア"), "{shogi}");
}

#[test]
fn bad_records_are_3_and_leave_nothing_on_stdout() {
    let json = convert("native", "json", "b5b4 b1b2\n").out;
    let cut = &json[..json.len() / 2];
    let illegal = json.replace("b1b2", "b1b5");
    let huge = "b5b4 ".repeat(2_000_000);
    let junk = "x".repeat(10_000_000);
    for (format, text) in [
        ("json", cut),
        ("json", illegal.as_str()),
        ("json", "[]"),
        ("json", ""),
        ("native", "b5b4 b5b4"),
        ("native", huge.as_str()),
        ("native", junk.as_str()),
        ("kif", junk.as_str()),
        ("chess", "Ab4 Zz9"),
    ] {
        let run = convert(format, "kif", text);
        let begins: String = text.chars().take(30).collect();
        assert_eq!(run.code, 3, "{format} {begins:?}: {}", run.err);
        assert_eq!(run.out, "", "{format} {begins:?}");
        assert!(run.err.len() < 1000, "{}", run.err);
    }
}

#[test]
fn unknown_formats_are_told_with_those_there_are() {
    let run = yomikiri(&["convert", "anpanman", "--from", "sgf", "--to", "kif"]);
    assert!(run.code == 2 || run.code == 3);
    assert!(
        run.err.contains("json kif pgn native chess shogi"),
        "{}",
        run.err
    );
}

/// Many files and directories; one bad game among good ones.
#[test]
fn what_is_right_is_written_and_the_rest_listed() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("b");
    std::fs::create_dir(&inner).unwrap();
    let good = "1. h2e2 h9g7 (1... b9c7 2. h0g2) *\n";
    let bad = "[Red \"A\"]\n\n1. h2e2 *\n\n[Red \"B\"]\n\n1. h2e3 *\n\n[Red \"C\"]\n\n1. c3c4 *\n";
    std::fs::write(folder.path().join("a.PGN"), good).unwrap();
    std::fs::write(folder.path().join("readme.txt"), "not a game").unwrap();
    std::fs::write(inner.join("c.pgn"), bad).unwrap();
    let at = folder.path().to_str().unwrap();
    let args = [
        "convert", "xiangqi", "--from", "pgn", "--to", "native", at, "-",
    ];
    let strict = yomikiri_with(&args, &[], "1. g3g4 *");
    assert_eq!((strict.code, strict.out.as_str()), (3, ""));
    let going = [&args[..], &["--keep-going"]].concat();
    let run = yomikiri_with(&going, &[], "1. g3g4 *");
    assert_eq!(run.code, 3);
    assert_eq!(run.out, "h2e2 h9g7\nh2e2\nc3c4\ng3g4\n");
    let told: Vec<&str> = run.err.lines().collect();
    assert_eq!(told.len(), 3, "{}", run.err);
    assert!(
        told[0].contains("c.pgn: game 2: line 7, ply 1: move: expected"),
        "{}",
        run.err
    );
    assert_eq!(
        told[1],
        "warning: native cannot hold variations: 2 moves left out"
    );
    assert_eq!(told[2], "games written: 4, refused: 1");
    let empty = inner.join("d");
    std::fs::create_dir(&empty).unwrap();
    let run = yomikiri(&[&args[..6], &[empty.to_str().unwrap()]].concat());
    assert_eq!(run.code, 3);
    assert!(run.err.contains("expected files of pgn (.pgn), got none"));
    let run = yomikiri(&[&args[..6], &["--judge", "sometimes"]].concat());
    assert_eq!(run.code, 2);
}
