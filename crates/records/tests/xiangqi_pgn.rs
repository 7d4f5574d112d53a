//! Xiangqi in PGN: round trips, and files of other programs.

use yomikiri_game_api::{Game, Line, Side, SplitMix64};
use yomikiri_games::xiangqi::Xiangqi;
use yomikiri_records::{Encoding, Ending, Format, NodeId, Record, RecordCodec};

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
