//! PGN: other programs' files are read, our own round-trip, errors are named.

use yomikiri_game_api::Side;
use yomikiri_games::chess::{Chess, Goal};
use yomikiri_records::{Format, Node, Record, RecordCodec};

fn read(text: &str) -> Result<Vec<Record>, String> {
    let game = Chess::default();
    let records = RecordCodec::new(&game, "chess").read(Format::Pgn, text);
    records.map_err(|error| error.to_string())
}

fn one(text: &str) -> Record {
    let mut records = read(text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(records.len(), 1);
    records.remove(0)
}

/// A node of the main line.
fn nth(record: &Record, at: usize) -> &Node {
    record.main_line().nth(at).unwrap()
}

fn written(record: &Record) -> String {
    let game = Chess::default();
    RecordCodec::new(&game, "chess")
        .write(Format::Pgn, std::slice::from_ref(record))
        .unwrap()
}

const GAME: &str = r#"[Event "A \"club\" game"]
[Site "Kobe"]
[Date "2026.05.01"]
[Round "?"]
[White "peai"]
[Black "perm"]
[Result "1-0"]
[WhiteElo "1500"]

{Begins well.} 1. e4 $1 e5 2. Qh5 {early} (2. Nf3 Nc6 (2... d6 $6 {solid} 3. d4)
3. Bb5) (2. f4) 2... Ke7 $4 3. Qxe5# 1-0
"#;

#[test]
fn everything_is_kept() {
    let record = one(GAME);
    assert_eq!(record.native_moves(), "e2e4 e7e5 d1h5 e8e7 h5e5");
    assert_eq!(record.players, [Some("peai".into()), Some("perm".into())]);
    assert_eq!(record.date.as_deref(), Some("2026-05-01"));
    assert_eq!(record.tags["event"], "A \"club\" game");
    assert_eq!(record.tags["whiteElo"], "1500");
    assert_eq!(record.comment(), Some("Begins well."));
    assert_eq!(nth(&record, 0).marks, [1]);
    assert_eq!(nth(&record, 2).comment.as_deref(), Some("early"));
    let tree = &record.tree;
    let second = tree.main_line().nth(1).unwrap();
    let [_, knight, pawn] = tree.children(second).collect::<Vec<_>>()[..] else {
        panic!("three moves were considered: {tree:?}");
    };
    assert_eq!(tree.node(knight).move_text(), Some("g1f3"));
    assert_eq!(tree.node(pawn).move_text(), Some("f2f4"));
    let [answer, other] = tree.children(knight).collect::<Vec<_>>()[..] else {
        panic!("two answers: {tree:?}");
    };
    assert_eq!(tree.node(answer).move_text(), Some("b8c6"));
    assert_eq!(tree.node(other).move_text(), Some("d7d6"));
    assert_eq!(tree.node(other).marks, [6]);
    assert_eq!(record.result.as_ref().unwrap().reason, "mate");
    assert_eq!(written(&record), GAME);
    // JSON also keeps it.
    let game = Chess::default();
    let codec = RecordCodec::new(&game, "chess");
    let json = codec
        .write(Format::Json, std::slice::from_ref(&record))
        .unwrap();
    assert_eq!(codec.read(Format::Json, &json).unwrap(), [record]);
}

#[test]
fn what_others_write_is_read() {
    let text = "% exported\n1.e4 e5 2.Nf3!? Nc6 ; a line comment\n3.Bb5 $14 a6 4. O-O?! 1/2-1/2\n\n\
                [White \"A\"]\n[Black \"?\"]\n\n1. d4 d5 {[%clk 0:01:00]} 0-1\n\n[Event \"x\"]\n*";
    let records = read(text).unwrap();
    assert_eq!(records.len(), 3);
    assert_eq!(
        records[0].native_moves(),
        "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 e1g1"
    );
    assert_eq!(nth(&records[0], 2).marks, [5]);
    assert_eq!(
        nth(&records[0], 3).comment.as_deref(),
        Some("a line comment")
    );
    assert_eq!(nth(&records[0], 6).marks, [6]);
    let drawn = records[0].result.as_ref().unwrap();
    assert_eq!((drawn.winner, drawn.reason.as_str()), (None, "agreement"));
    assert_eq!(records[1].players, [Some("A".into()), None]);
    assert_eq!(
        nth(&records[1], 1).comment.as_deref(),
        Some("[%clk 0:01:00]")
    );
    let lost = records[1].result.as_ref().unwrap();
    assert_eq!(
        (lost.winner, lost.reason.as_str()),
        (Some(Side::Second), "resign")
    );
    assert!(records[2].tree.is_empty() && records[2].result.is_none());
}

#[test]
fn games_begin_anywhere_and_end_away_from_the_board() {
    let text = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 7\"]\n[SetUp \"1\"]\n\
                [Termination \"time forfeit\"]\n\n7... Ke7 8. Kf2 {[%emt 0:00:01.500] [%score 12] hm} 1-0";
    let record = one(text);
    assert_eq!(record.native_moves(), "e8e7 e1f2");
    assert_eq!(record.result.as_ref().unwrap().reason, "time");
    assert_eq!(
        (nth(&record, 1).time_ms, nth(&record, 1).score),
        (Some(1500), Some(12))
    );
    assert_eq!(nth(&record, 1).comment.as_deref(), Some("hm"));
    let again = written(&record);
    assert!(
        again.contains("\n7... Ke7 8. Kf2 {[%emt 0:00:01.500] [%score 12] hm} 1-0\n"),
        "{again}"
    );
    assert_eq!(one(&again), record);
}

#[test]
fn options_travel_in_a_tag() {
    let game = Chess {
        goal: Goal::Promotion,
        ..Chess::default()
    };
    let codec = RecordCodec::new(&game, "chess?goal=promotion");
    let record = codec.read_one(Format::Pgn, "1. Kf2 Kf8 *").unwrap();
    let text = codec
        .write(Format::Pgn, std::slice::from_ref(&record))
        .unwrap();
    assert!(
        text.contains("[Variant \"chess?goal=promotion\"]"),
        "{text}"
    );
    assert_eq!(codec.read_one(Format::Pgn, &text).unwrap(), record);
    assert!(
        read(&text)
            .unwrap_err()
            .contains("expected a record of chess")
    );
}

fn check_refused(text: &str, message: &str) {
    assert_eq!(read(text).unwrap_err(), message, "{text}");
}

#[test]
fn faults_are_named() {
    check_refused(
        "1. e4 {never ends",
        "line 1: expected } after a comment, got nothing",
    );
    check_refused(
        "1. e4 (1. d4",
        "line 1: expected ) after a variation, got nothing",
    );
    check_refused("1. e4 )", "line 1: expected ( before ), got \")\"");
    check_refused(
        "(1. e4) *",
        "line 1: expected a move before a variation, got \"(\"",
    );
    check_refused(
        "$1 e4 *",
        "line 1: expected a move before its mark, got \"$1\"",
    );
    check_refused(
        "1. e4 $999 *",
        "line 1: expected a mark from $0 to $255, got \"$999\"",
    );
    check_refused(
        "[White A]\n*",
        "line 1: expected a tag such as [White \"name\"], got \"[White A]\"",
    );
    check_refused(
        "1. e4 (1. d4 *",
        "line 1: expected ) before the result, got \"*\"",
    );
    let wrong = read("1. e4 e5\n2. Ke3 *").unwrap_err();
    assert!(
        wrong.starts_with("line 2, ply 3: move: expected a legal move (Ke2"),
        "{wrong}"
    );
    let wrong = read("1. e4 e5 (1... Ke6) *").unwrap_err();
    assert!(wrong.starts_with("line 1, ply 2: move:"), "{wrong}");
    check_refused(
        "1. f3 e5 2. g4 Qh4# 1-0",
        "line 1: expected the result on the board (second won: mate), got \"first won\"",
    );
    let deep = format!("1. e4 {}", "(1. d4 ".repeat(200));
    assert!(
        read(&deep)
            .unwrap_err()
            .contains("variations at most 100 deep")
    );
    for junk in [
        "", "   ", "\u{feff}", "[", "{", "(", ")", "$", ";", "%", "1.", "...", "é",
    ] {
        let _ = read(junk);
    }
}

#[test]
fn any_game_has_it() {
    let game = yomikiri_games::tictactoe::TicTacToe;
    let codec =
        RecordCodec::with_notation(&game, "tictactoe", yomikiri_records::MoveNotation::exact());
    let record = codec.read_one(Format::Native, "b2 a1 c1 a3").unwrap();
    let text = codec
        .write(Format::Pgn, std::slice::from_ref(&record))
        .unwrap();
    assert!(text.contains("[Variant \"tictactoe\"]\n"), "{text}");
    assert!(text.ends_with("\n1. b2 a1 2. c1 a3 *\n"), "{text}");
    assert_eq!(codec.read_one(Format::Pgn, &text).unwrap(), record);
}

#[test]
fn a_result_in_the_tags_counts_where_the_moves_have_none() {
    let record = one("[Result \"0-1\"]\n\n1. e4 e5");
    let lost = record.result.unwrap();
    assert_eq!(
        (lost.winner, lost.reason.as_str()),
        (Some(Side::Second), "resign")
    );
    assert!(one("[Result \"0-1\"]\n\n1. e4 e5 *").result.is_none());
}
