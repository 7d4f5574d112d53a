//! Bad records are rejected with the line, the ply and what was expected, quickly and with short
//! messages.

use std::time::{Duration, Instant};

use yomikiri_game_api::GameOptions;
use yomikiri_games::koma::Koma;
use yomikiri_records::{Fault, Format, MAX_PLIES, RecordCodec, RecordError};

const CHESS: Format = Format::Style("chess");
const SHOGI: Format = Format::Style("shogi");
const KIF: &str = include_str!("data/mate.kif");
const JSON: &str = include_str!("data/mate.json");

fn fault(format: Format, text: &str) -> RecordError {
    let game = Koma::builtin("anpanman").unwrap();
    let codec = RecordCodec::new(&game, "anpanman");
    match codec.read(format, text) {
        Ok(records) => panic!("{format} {text:?} was read as {records:?}"),
        Err(error) => error,
    }
}

/// Checks the start of the message.
fn check(format: Format, text: &str, kind: Fault, message: &str) {
    let error = fault(format, text);
    assert_eq!(error.fault, kind, "{error}");
    let told = error.to_string();
    assert!(told.starts_with(message), "{told}");
}

#[test]
fn illegal_moves_are_named_with_line_and_ply() {
    let told = "line 2, ply 3: move: expected a legal move (";
    check(CHESS, "Ab4 Bb2\nAb2 Sc4", Fault::Move, told);
    check(SHOGI, "2四ア 2二バ\n2二ア", Fault::Move, told);
    check(SHOGI, "2四ア 2二バ\n2", Fault::Move, told);
    check(Format::Native, "b5b4\nb5b4 b1b2 b5b4", Fault::Move, told);
    check(
        Format::Kif,
        &KIF.replace("3四食", "3三食"),
        Fault::Move,
        "line 12, ply 3: move: ",
    );
    let pretty = JSON.replace(",\"c5c4\"", ",\n\n\"c5c3\"");
    check(Format::Json, &pretty, Fault::Move, "line 3, ply 3: move: ");
}

#[test]
fn nothing_may_follow_the_end() {
    let over = "expected nothing after the end of the game (second won: mate), got ";
    let text = format!("{}Ab4", include_str!("data/mate.chess.txt"));
    check(
        CHESS,
        &text,
        Fault::AfterEnd,
        &format!("line 5, ply 9: {over}"),
    );
    let text = KIF.replace("   9 詰み", "   9 2四ア");
    check(Format::Kif, &text, Fault::Form, "line 22, ply 10: ");
    let text = KIF.replace("   9 詰み", "   9 2四ア\n  10 詰み");
    let text = text.replace("まで8手", "まで9手");
    let place = format!("line 21, ply 9: {over}");
    check(Format::Kif, &text, Fault::AfterEnd, &place);
    let text = JSON.replace("\"c2b3\"", "\"c2b3\",\"b5b4\"");
    let place = format!("line 1, ply 9: {over}");
    check(Format::Json, &text, Fault::AfterEnd, &place);
    check(
        Format::Kif,
        &format!("{KIF}1 2四ア\n"),
        Fault::Form,
        "line 23: ",
    );
}

#[test]
fn every_truncated_record_is_noticed() {
    for (format, text) in [(Format::Kif, KIF), (Format::Json, JSON)] {
        let whole = text.trim_end().len();
        for end in (0..whole).filter(|&end| text.is_char_boundary(end)) {
            let error = fault(format, &text[..end]);
            // The rest of a word may be read as another one, which is then wrong.
            assert!(error.line.is_some(), "{error}");
        }
    }
    for (format, text) in [(CHESS, ""), (SHOGI, "\n\n"), (Format::Native, " \n")] {
        let told = "expected moves, or - for a game of none, got nothing";
        assert!(fault(format, text).to_string().ends_with(told));
    }
    check(Format::Json, "", Fault::Form, "line 1: expected a record");
    check(CHESS, "Ab4\n---\n", Fault::Form, "line 2: ");
    check(CHESS, "- Ab4", Fault::Form, "line 1: ");
}

#[test]
fn other_games_and_versions_are_refused() {
    for text in [
        JSON.replace("\"anpanman\"", "\"dobutsu\""),
        JSON.replace("\"anpanman\"", "\"anpanman?no_moves=draw\""),
    ] {
        let told = "line 1: expected a record of anpanman, got ";
        check(Format::Json, &text, Fault::Game, told);
    }
    let text = KIF.replace("手合割：anpanman", "手合割：平手");
    check(Format::Kif, &text, Fault::Game, "line 2: ");
    let text = KIF.replace("手合割：anpanman", "");
    check(
        Format::Kif,
        &text,
        Fault::Form,
        "line 22: expected a header 手合割",
    );
    let text = KIF.replace("kif 1", "kif 2");
    let told = "line 1: expected version 1, the newest this program knows, got \"# yom";
    check(Format::Kif, &text, Fault::Version, told);
    // A newer version may look like anything.
    let told = "line 1: expected a record of schema 2, the newest this program knows, got \"sch";
    check(Format::Json, r#"{"schema":3,"x":[]}"#, Fault::Version, told);
    for text in [
        "{}",
        "[]",
        "1",
        "{\"schema\":\"1\"}",
        "{\"schema\":-1}",
        "nul",
    ] {
        check(
            Format::Json,
            text,
            Fault::Form,
            "line 1: expected a JSON record (",
        );
    }
}

#[test]
fn starts_are_checked() {
    let elsewhere = JSON.replace("hbd/3", "hb1/3");
    check(Format::Json, &elsewhere, Fault::Move, "line 1, ply 4: ");
    let wrong = JSON.replace("hbd/3", "hbd/4");
    check(
        Format::Json,
        &wrong,
        Fault::Position,
        "line 1: start, row 2: ",
    );
    let wrong = KIF.replace("hbd/3", "hzd/3");
    check(
        Format::Kif,
        &wrong,
        Fault::Position,
        "line 7: start, row 1: ",
    );
    let game = Koma::builtin("anpanman").unwrap();
    let start = "hbd/3/3/3/CAS w -";
    let codec = RecordCodec::new(&game, "anpanman").starting_at(start);
    let error = codec.read(Format::Kif, KIF).unwrap_err();
    let told = "line 7: start: expected the start hbd/3/3/3/CAS w -, got";
    assert!(error.to_string().starts_with(told), "{error}");
}

#[test]
fn results_must_agree_with_the_board() {
    let told = "expected the result on the board (second won: mate), got ";
    for (from, to) in [
        ("\"second\",\"reason\"", "\"first\",\"reason\""),
        ("\"second\",\"reason\"", "null,\"reason\""),
        ("\"mate\"", "\"resign\""),
    ] {
        let text = JSON.replace(from, to);
        check(
            Format::Json,
            &text,
            Fault::Result,
            &format!("line 1: {told}"),
        );
    }
    let text = KIF.replace("   9 詰み", "   9 投了");
    check(
        Format::Kif,
        &text,
        Fault::Result,
        &format!("line 22: {told}"),
    );
    let text = KIF
        .replace("   9 詰み", "   9 中断")
        .replace("後手の勝ち", "中断");
    check(
        Format::Kif,
        &text,
        Fault::Result,
        &format!("line 22: {told}"),
    );
    let text = KIF.replace("後手の勝ち", "中断");
    check(
        Format::Kif,
        &text,
        Fault::Form,
        "line 22: expected まで8手で and ",
    );
    let open = JSON.replace(",\"c2b3\"", "");
    check(
        Format::Json,
        &open,
        Fault::Result,
        "line 1: expected a reason to end",
    );
    for result in [
        r#"{"winner":null,"reason":"resign"}"#,
        r#"{"winner":"first","reason":"agreement"}"#,
        r#"{"winner":"first","reason":"boredom"}"#,
    ] {
        let text = format!(r#"{{"schema":1,"game":"anpanman","moves":[],"result":{result}}}"#);
        check(
            Format::Json,
            &text,
            Fault::Result,
            "line 1: expected a reason to end",
        );
    }
    // A draw is written, not omitted.
    let text = r#"{"schema":1,"game":"anpanman","moves":[],"result":{"reason":"time"}}"#;
    check(
        Format::Json,
        text,
        Fault::Form,
        "line 1: expected a JSON record (missing",
    );
}

#[test]
fn forms_are_strict() {
    for (from, to) in [
        ("\"date\"", "\"data\""),
        ("\"move\"", "\"mov\""),
        ("\"first\"", "\"third\""),
        ("3000", "-3000"),
        ("3000", "3e3"),
        ("\"event\"", "\"a:b\""),
        ("\"event\"", "\"棋戦\""),
    ] {
        let text = JSON.replacen(from, to, 1);
        assert_ne!(text, JSON, "{from}");
        check(Format::Json, &text, Fault::Form, "line 1");
    }
    for (from, to, place) in [
        ("先手：花子", "花子", "line 3: "),
        ("後手：", "先手：", "line 4: "),
        ("   3 3四食", "   4 3四食", "line 12, ply 3: "),
        ("   3 3四食", "   3", "line 12, ply 3: "),
        ("(0:03)", "(0:63)", "line 10, ply 1: "),
        ("(0:03)", "x", "line 10, ply 1: "),
        ("-31999", "-3199999999999", "line 17: "),
    ] {
        let text = KIF.replace(from, to);
        assert_ne!(text, KIF, "{from}");
        check(Format::Kif, &text, Fault::Form, place);
    }
}

/// Ten megabytes of anything are rejected at once with a short message.
#[test]
fn huge_junk_is_refused_quickly() {
    const SIZE: usize = 10_000_000;
    let mut junk: Vec<String> = [
        "x",
        "x ",
        "あ",
        "\n",
        "2 ",
        "[",
        "{\"",
        "\"",
        "---\n",
        "*x\n",
        "*",
        "1:",
        "1 ",
        "- ",
        ":",
        "：\n",
        "終局（",
        "{\"schema\":1,",
        "0,",
        "\\",
    ]
    .iter()
    .map(|word| word.repeat(SIZE / word.len()))
    .collect();
    let x = "x".repeat(SIZE);
    junk.push(
        JSON.replace("2026-05-01", &x)
            .replace("\"a1a2\"", "\"a1a1\""),
    );
    junk.push(JSON.replace("\"date\"", &format!("\"{x}\"")));
    junk.push(JSON.replace("\"b5b4\"", &format!("\"{x}\"")));
    junk.push(JSON.replace("\"c5c4\"", &"1,".repeat(SIZE / 2)));
    junk.push(JSON.replace("\"c5c4\"", &"[".repeat(SIZE)));
    junk.push(JSON.replace("hbd/3/3/3/CAS b -", &x));
    junk.push(JSON.replace("\"anpanman\"", &format!("\"{x}\"")));
    junk.push(KIF.replace("hbd/3/3/3/CAS b -", &"3/".repeat(SIZE / 2)));
    junk.push(KIF.replace("2四ア", &x));
    junk.push(KIF.replace("詰み", &x));
    junk.push(KIF.replace("0:03", &"9".repeat(SIZE)));
    for text in &junk {
        for format in [Format::Json, Format::Kif, Format::Native, CHESS, SHOGI] {
            let begun = Instant::now();
            let error = fault(format, text).to_string();
            let shown: String = text.chars().take(20).collect();
            assert!(error.len() < 1000, "{format} {shown:?}: {error}");
            let taken = begun.elapsed();
            // Generous, for an unoptimised build on a busy machine. Quadratic time would take
            // hours.
            assert!(taken < Duration::from_secs(20), "{format} {shown:?}");
        }
    }
}

/// As many legal moves as fit. Moving back and forth is impossible in Anpanman shogi, so this is
/// another game without a repetition rule.
#[test]
fn too_many_moves_are_refused() {
    let mut game = Koma::builtin("minishogi").unwrap();
    game.set_option("repetition", "0").unwrap();
    let codec = RecordCodec::new(&game, "minishogi?repetition=0");
    let cycle = "a5b4 e1d2 b4a5 d2e1 ";
    let most = cycle.repeat(MAX_PLIES / 4);
    let record = codec.read_one(Format::Native, &most).unwrap();
    assert_eq!(record.moves().count(), MAX_PLIES);
    let more = cycle.repeat(MAX_PLIES);
    let error = codec.read_one(Format::Native, &more).unwrap_err();
    assert_eq!(error.fault, Fault::TooLong);
    let told = format!("line 1, ply {}: expected at most", MAX_PLIES + 1);
    assert!(error.to_string().starts_with(&told), "{error}");
}
