//! WXF against an external library, Chinese against hand-written examples, in both directions.

use yomikiri_game_api::{Game, MoveStyles, Notation, SplitMix64, conformance};

use super::slow::random_placement;
use crate::xiangqi::{Position, Xiangqi};

#[test]
fn wxf_is_written_as_pyffish_writes_it() {
    let game = Xiangqi::default();
    for row in include_str!("../data/wxf.txt").lines().skip(1) {
        let fields: Vec<&str> = row.split("; ").collect();
        let at = game.read_position(fields[0]).unwrap();
        let mv = game.read_move(&at, fields[1]).unwrap();
        let written = game.write_styled("wxf", &at, mv).unwrap();
        assert_eq!(written, fields[2], "{row}");
        assert_eq!(game.read_styled("wxf", &at, fields[2]), Ok(mv), "{row}");
    }
}

#[test]
fn a_file_is_enough_where_only_one_piece_can_go_so() {
    let game = Xiangqi::default();
    let fen = "rnba3n1/4ak1C1/3r4b/9/P4c2R/2P1p1B2/1p4P1P/8N/9/1NBAKA1C1 w";
    let at = game.read_position(fen).unwrap();
    let mv = game.read_move(&at, "h8h6").unwrap();
    assert_eq!(game.write_styled("wxf", &at, mv).unwrap(), "C+-2");
    assert_eq!(game.read_styled("wxf", &at, "C2-2"), Ok(mv));
}

fn check_round_trip(at: &Position) {
    let game = Xiangqi::default();
    let mut moves = Vec::new();
    game.legal_moves(at, &mut moves);
    for style in game.styles() {
        for &mv in &moves {
            let text = game.write_styled(style, at, mv).unwrap();
            let read = game.read_styled(style, at, &text);
            let fen = game.write_position(at);
            assert_eq!(read, Ok(mv), "{style} {text} at {fen}");
        }
    }
}

#[test]
fn every_style_reads_back() {
    let plan = conformance::Plan {
        plies: 120,
        ..conformance::Plan::from_env(5)
    };
    conformance::walk(&Xiangqi::default(), plan, |line| {
        check_round_trip(line.last());
        Ok(())
    })
    .unwrap();
    // Many pawns on a file, several pieces of a kind in line.
    let mut rng = SplitMix64::new(3);
    let placements = std::iter::from_fn(|| Some(random_placement(&mut rng)));
    placements
        .flatten()
        .take(400)
        .for_each(|at| check_round_trip(&at));
}

fn check_chinese(fen: &str, iccs: &str, chinese: &str, also: &[&str]) {
    let game = Xiangqi::default();
    let at = game.read_position(fen).unwrap();
    let mv = game.read_move(&at, iccs).unwrap();
    assert_eq!(game.write_styled("chinese", &at, mv).unwrap(), chinese);
    for text in also {
        assert_eq!(game.read_styled("chinese", &at, text), Ok(mv), "{text}");
    }
}

#[test]
fn chinese_as_it_stands_in_books() {
    let start = crate::xiangqi::START;
    check_chinese(
        start,
        "h2e2",
        "炮二平五",
        &["炮２平５", "砲二平五", "C2=5", "c2.5"],
    );
    check_chinese(start, "h0g2", "马二进三", &["馬二進三", "傌2进3"]);
    check_chinese(start, "g3g4", "兵三进一", &["P3+1"]);
    check_chinese(start, "e0e1", "帅五进一", &["帥五進一"]);
    let black = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b";
    check_chinese(black, "h9g7", "马８进７", &["马8进7", "馬八進七", "H8+7"]);
    check_chinese(black, "i9i8", "车９进１", &["車9進1"]);
    let tandem = "4k4/9/9/2C6/2C6/9/9/9/4A4/4K4 w";
    check_chinese(tandem, "c6a6", "前炮平九", &["炮前平九", "+C=9", "C+=9"]);
    check_chinese(tandem, "c5c1", "后炮退四", &["後炮退四", "C--4", "-C-4"]);
    let three = "4k4/9/9/2P6/2P6/2P6/9/9/4A4/4K4 w";
    check_chinese(three, "c6b6", "前兵平八", &["一兵平八", "17=8"]);
    check_chinese(three, "c5b5", "中兵平八", &["二兵平八", "27=8"]);
    let five = "4k4/2P6/2P6/2P6/2P6/2P6/9/9/4A4/4K4 w";
    check_chinese(five, "c7b7", "二兵平八", &["2兵平8"]);
    check_chinese(five, "c5b5", "四兵平八", &[]);
    let two_files = "4k4/9/9/2P1P4/2P1P4/9/9/9/4A4/4K4 w";
    check_chinese(two_files, "c6b6", "前七平八", &["17=8"]);
    check_chinese(two_files, "e5f5", "后五平四", &["二五平四"]);
}

#[test]
fn what_cannot_be_read_is_told() {
    let game = Xiangqi::default();
    let at = game.start();
    for text in [
        "",
        "炮",
        "炮二平",
        "炮二平五五",
        "炮三平五",
        "C2=0",
        "C2*5",
        "é",
        "K5+2",
    ] {
        for style in ["wxf", "chinese"] {
            let error = game.read_styled(style, &at, text).unwrap_err();
            assert!(error.expected.starts_with("one legal move ("), "{error}");
        }
    }
    assert!(game.read_styled("san", &at, "C2=5").is_err());
    // Two rooks on a file and only the file given: ambiguous.
    let at = game
        .read_position("4k4/9/9/2R6/2R6/9/9/9/4A4/4K4 w")
        .unwrap();
    assert!(game.read_styled("wxf", &at, "R7=8").is_err());
}
