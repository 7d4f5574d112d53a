//! Xiangqi in PGN: round trips, and files of other programs.

use std::cell::RefCell;
use yomikiri_game_api::{Game, Line, Side, SplitMix64};
use yomikiri_games::xiangqi::Xiangqi;

use yomikiri_records::{Encoding, Ending, Format, Judging, NodeId, Note, Record, RecordCodec};

fn read(text: &str) -> Vec<Record> {
    let game = Xiangqi::default();
    RecordCodec::new(&game, "xiangqi")
        .read(Format::Pgn, text)
        .unwrap()
}

fn check_refused(text: &str, message: &str) {
    let game = Xiangqi::default();
    let error = RecordCodec::new(&game, "xiangqi")
        .read(Format::Pgn, text)
        .unwrap_err();
    assert_eq!(error.to_string(), message);
}

#[test]
fn random_games_come_back_in_both_encodings() {
    let game = Xiangqi::default();
    let codec = RecordCodec::new(&game, "xiangqi");
    let mut rng = SplitMix64::new(1);
    let mut records = Vec::new();
    for number in 0..6 {
        let mut line = Line::new(&game);
        let mut moves = Vec::new();
        while line.ply() < 40 * number && line.outcome(&game).is_none() {
            moves.clear();
            game.legal_moves(line.last(), &mut moves);
            line.push(&game, moves[rng.below(moves.len())]);
        }
        let mut record = Record::of_line(&game, "xiangqi", &line);
        record.players = [Some("胡荣华".into()), Some("柳大华".into())];
        record.date = Some("1978-12-03".into());
        record
            .tags
            .insert("event".into(), "全国象棋\"个人赛\"".into());
        record.tags.insert("ecco".into(), "B00".into());
        if let Some(first) = record.tree.first_child(NodeId::ROOT) {
            record.tree.node_mut(first).comment = Some("开局".into());
        }
        if record.result.is_none() {
            record.result = Some(Ending {
                winner: Some(Side::First),
                reason: "time".into(),
                margin: None,
            });
        }
        records.push(record);
    }
    let text = codec.write(Format::Pgn, &records).unwrap();
    for encoding in [Encoding::Utf8, Encoding::Gb18030] {
        let bytes = encoding.encode(&text).unwrap();
        let back = codec.read_bytes(Format::Pgn, &bytes).unwrap();
        assert_eq!(back, records);
    }
}

const HEAD: &str = "[Game \"Chinese Chess\"]\n[Red \"许银川\"]\n[Result \"1-0\"]\n";

#[test]
fn spellings_are_told_by_the_tag_or_by_the_first_move() {
    let expected = "h2e2 h9g7 h0g2 i9h9";
    for moves in [
        "1. 炮二平五 马８进７\n2. 马二进三 车９平８ 1-0",
        "1.炮二平五 馬8進7 2.馬二進三 車9平8 1-0",
        "1. C2=5 H8+7 2. H2+3 R9=8 1-0",
        "1. H2-E2 H9-G7 2. H0-G2 I9-H9 1-0",
        "1. h2e2 {中炮} h9g7 (1... b9c7 2. b0c2 {x)} (2. c3c4)) 2. h0g2 $1 i9h9 ; end\n1-0",
    ] {
        let records = read(&format!("{HEAD}\n{moves}\n"));
        assert_eq!(records.len(), 1, "{moves}");
        assert_eq!(records[0].native_moves(), expected, "{moves}");
        let ending = records[0].result.clone().unwrap();
        assert_eq!(
            (ending.winner, ending.reason.as_str()),
            (Some(Side::First), "resign")
        );
        assert_eq!(records[0].players[0].as_deref(), Some("许银川"));
    }
    let tagged = format!("{HEAD}[Format \"WXF\"]\n\n1. C2.5 *\n\n{HEAD}\n1. 兵七进一 *\n");
    let records = read(&tagged);
    assert_eq!(records.len(), 2);
    assert_eq!(records[0].native_moves(), "h2e2");
    assert_eq!(records[1].native_moves(), "c3c4");
}

#[test]
fn games_may_begin_anywhere() {
    let fen = "3k5/9/9/9/9/9/9/9/9/R4K3 b - - 0 1";
    let records = read(&format!("[FEN \"{fen}\"]\n\n1... 将４进１ 2. 车九进八 *\n"));
    assert_eq!(records[0].start.as_deref(), Some(fen));
    assert_eq!(records[0].native_moves(), "d9d8 a0a8");
    let game = Xiangqi::default();
    let text = RecordCodec::new(&game, "xiangqi")
        .write(Format::Pgn, &records)
        .unwrap();
    assert!(text.contains("1... 将４进１ 2. 车九进八 *"), "{text}");
    assert_eq!(read(&text), records);
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    check_refused("", "line 1: expected a record, got nothing");
    check_refused(
        "[Red 许]\n",
        "line 1: expected a tag such as [White \"name\"], got \"[Red 许]\"",
    );
    let game = Xiangqi::default();
    let told = RecordCodec::new(&game, "xiangqi")
        .read(Format::Pgn, "1. 炮二平五\n车５平２")
        .unwrap_err();
    assert!(
        told.to_string()
            .starts_with("line 2, ply 2: move: expected one legal move ("),
        "{told}"
    );
    check_refused(
        "[FEN \"3k5/4P4/9/9/9/9/9/9/9/4K4 b - - 0 1\"]\n\n0-1\n",
        "line 3: expected the result on the board (first won: no-moves), got \"second won\"",
    );
}

/// The footers of published files, between games and at the end.
#[test]
fn text_after_a_result_is_a_footer() {
    let footers = [
        "============================\n  欢迎访问《象棋百科全书》网站\nhttp://www.example.org/ [1] (x",
        "2006.12.3 本局由 a1 提供 {未完",
        "* * *",
    ];
    for footer in footers {
        let text =
            format!("{HEAD}\n1. 炮二平五 1-0\n\n{footer}\n{HEAD}\n1. 兵七进一 1-0\n{footer}\n\n");
        // Results alone are games of their own.
        if footer.starts_with('*') {
            assert_eq!(read(&text).len(), 8);
            continue;
        }
        let records = read(&text);
        assert_eq!(records.len(), 2, "{footer}");
        for record in &records {
            assert_eq!(record.tags["footer"], footer.replace('\n', " "));
        }
        assert_eq!(records[1].native_moves(), "c3c4");
        let game = Xiangqi::default();
        let codec = RecordCodec::new(&game, "xiangqi");
        let again = codec.write(Format::Pgn, &records).unwrap();
        assert_eq!(read(&again), records);
    }
}

#[test]
fn games_without_tags_follow_each_other() {
    let first = "1. 炮二平五 1-0 ";
    for second in [
        "1. 兵七进一 *",
        "兵七进一 *",
        "{先手} ; x\n c3c4 *",
        "P7+1 *",
    ] {
        let records = read(&format!("{first}{second}"));
        assert_eq!(records.len(), 2, "{second}");
        assert!(!records[0].tags.contains_key("footer"));
    }
    // An illegal move is not taken for other text.
    let game = Xiangqi::default();
    let codec = RecordCodec::new(&game, "xiangqi");
    let read = codec.read(Format::Pgn, &format!("{first}1. 兵七退一 *"));
    assert!(read.is_err());
}

#[test]
fn reading_can_go_on_after_a_game_that_is_wrong() {
    let text = format!(
        "{HEAD}\n1. 炮二平五 1-0\n{HEAD}\n1. 炮二平五\n车５平２ 1-0\n{HEAD}\n1. 兵七进一 (\n\n\
         {HEAD}\n1. 马二进三 1-0\n[Red 许]\n"
    );
    let game = Xiangqi::default();
    let codec = RecordCodec::new(&game, "xiangqi");
    assert!(codec.read(Format::Pgn, &text).is_err());
    let notes = RefCell::default();
    let codec = codec.noting(&notes).keeping_going();
    let records = codec.read(Format::Pgn, &text).unwrap();
    let moves: Vec<String> = records.iter().map(Record::native_moves).collect();
    assert_eq!(moves, ["h2e2", "h0g2"]);
    let told: Vec<String> = notes.borrow().iter().map(ToString::to_string).collect();
    assert_eq!(told.len(), 3, "{told:?}");
    assert!(told[0].starts_with("game 2: line 11, ply 2: move: expected one legal move"));
    assert!(told[1].starts_with("game 3: line "), "{}", told[1]);
    assert!(
        told[2].starts_with("game 5: line 23: expected a tag"),
        "{}",
        told[2]
    );
}

/// A rook that checks for ever, and a game that goes on.
#[test]
fn moves_after_a_verdict_can_be_left_out() {
    let fen = "3k5/R8/9/9/9/9/9/9/9/4K4 w - - 0 1";
    let mut text = format!("[FEN \"{fen}\"]\n[Result \"1-0\"]\n\n");
    let round = "a8a9 d9d8 a9a8 d8d9 ";
    text.push_str(&round.repeat(4));
    text.push_str("a8b8 1-0");
    let game = Xiangqi::default();
    let codec = RecordCodec::new(&game, "xiangqi");
    let strict = codec.read(Format::Pgn, &text).unwrap_err().to_string();
    assert!(
        strict.contains("nothing after the end of the game"),
        "{strict}"
    );
    let read = |judging| {
        let notes = RefCell::default();
        let codec = codec.noting(&notes).judging(judging);
        let record = codec.read_one(Format::Pgn, &text).unwrap();
        // What is left is a record like any other.
        let written = RecordCodec::new(&game, "xiangqi");
        let json = written.write(Format::Json, std::slice::from_ref(&record));
        assert_eq!(
            written.read_one(Format::Json, &json.unwrap()).unwrap(),
            record
        );
        let [
            Note::LeftOut {
                game, ply, moves, ..
            },
        ] = notes.borrow()[..]
        else {
            panic!("{:?}", notes.borrow());
        };
        assert_eq!(game, 1);
        (record, ply, moves)
    };
    let (last, ply, left_out) = read(Judging::Last);
    assert_eq!(last.moves().count(), ply);
    assert_eq!(left_out, 17 - ply);
    assert_eq!(last.result.unwrap().winner, Some(Side::Second));
    let (never, same_ply, left_out) = read(Judging::Never);
    assert_eq!(same_ply, ply);
    assert_eq!(never.moves().count(), ply - 1);
    assert_eq!(left_out, 18 - ply);
    assert_eq!(never.result.unwrap().winner, Some(Side::First));
}
