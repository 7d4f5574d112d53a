//! Hand-written games in the notations of the Anpanman thesis.
//!
//! `goal.*` have the layout of the thesis's program: a space after every move, a line break after
//! Second's, none at the end; the shogi style with the hiragana `あ`. `goal.spaced.txt` has the
//! space between file and rank as in the printed source. `mate.*` is one game in every format, as
//! this program writes it.

use yomikiri_game_api::Side;
use yomikiri_games::chess::{Chess, Goal};
use yomikiri_games::koma::Koma;
use yomikiri_records::{Encoding, Format, Record, RecordCodec};

const CHESS: Format = Format::Style("chess");
const SHOGI: Format = Format::Style("shogi");

fn read(format: Format, text: &str) -> Record {
    let game = Koma::builtin("anpanman").unwrap();
    RecordCodec::new(&game, "anpanman")
        .read_one(format, text)
        .unwrap()
}

fn check_writes(record: &Record, format: Format, text: &str) {
    let game = Koma::builtin("anpanman").unwrap();
    let codec = RecordCodec::new(&game, "anpanman");
    let written = codec.write(format, std::slice::from_ref(record)).unwrap();
    assert_eq!(written, text, "{format}");
}

#[test]
fn the_programs_files_are_read() {
    let chess = read(CHESS, include_str!("data/goal.chess.txt"));
    assert_eq!(chess.moves().count(), 17);
    let result = chess.result.as_ref().unwrap();
    assert_eq!(
        (result.winner, result.reason.as_str()),
        (Some(Side::First), "goal")
    );
    assert_eq!(
        read(SHOGI, include_str!("data/goal.shogi.txt")),
        chess,
        "hiragana"
    );
    assert_eq!(
        read(SHOGI, include_str!("data/goal.spaced.txt")),
        chess,
        "as printed"
    );
}

#[test]
fn results_numbers_and_commas_are_read() {
    let plain = read(CHESS, "Ab4 Bb2");
    assert_eq!(plain.result, None);
    for (text, winner) in [
        ("Ab4 Bb2\n1-0", Side::First),
        ("1. Ab4, Bb2 0-1", Side::Second),
        ("1.Ab4, Bb2,\n投了", Side::Second),
        ("Ab4 投了", Side::First),
    ] {
        let record = read(CHESS, text);
        let result = record.result.as_ref().unwrap();
        assert_eq!(
            (result.winner, result.reason.as_str()),
            (Some(winner), "resign"),
            "{text}"
        );
    }
    let drawn = read(CHESS, "Ab4 Bb2 1/2-1/2");
    assert_eq!(drawn.result.unwrap().reason, "agreement");
    let game = Koma::builtin("anpanman").unwrap();
    let after = RecordCodec::new(&game, "anpanman").read_one(CHESS, "Ab4 1-0 Bb2");
    assert!(
        after
            .unwrap_err()
            .to_string()
            .contains("nothing after the result")
    );
}

/// The game of section 2.3.1 of the thesis on pawn endings, with its commas, and its program's names of
/// pieces.
#[test]
fn the_spellings_of_the_pawn_ending_thesis_are_read() {
    let game = Chess {
        goal: Goal::Promotion,
        ..Chess::default()
    };
    let codec = RecordCodec::new(&game, "chess?goal=promotion");
    let san = Format::Style("san");
    let usual = codec.read_one(san, "Kf2 Kf8 e3 Ke8 1-0").unwrap();
    for text in ["Kf2, Kf8, e3, Ke8 1-0", "Kf2 K2f8\nPe3 K2e8\n1-0"] {
        assert_eq!(codec.read_one(san, text).unwrap(), usual, "{text}");
    }
}

#[test]
fn shogi_programs_write_kif_in_shift_jis() {
    let kif = include_str!("data/mate.kif");
    let game = Koma::builtin("anpanman").unwrap();
    let codec = RecordCodec::new(&game, "anpanman");
    let bytes = Encoding::ShiftJis.encode(kif).unwrap();
    assert!(std::str::from_utf8(&bytes).is_err());
    let back = codec.read_bytes(Format::Kif, &bytes).unwrap();
    assert_eq!(back, [read(Format::Kif, kif)]);
    let error = codec
        .read_bytes(Format::Kif, &bytes[..bytes.len() - 2])
        .unwrap_err();
    assert!(
        error
            .to_string()
            .contains("expected utf-8 or shift_jis text"),
        "{error}"
    );
}

#[test]
fn one_game_in_every_format() {
    let chess = include_str!("data/mate.chess.txt");
    let shogi = include_str!("data/mate.shogi.txt");
    let native = "b5b4 b1b2 c5c4 c1c2 a5a4 a1a2 a4b3 c2b3\n";
    let kif = include_str!("data/mate.kif");
    let json = include_str!("data/mate.json");
    let full = read(Format::Kif, kif);
    assert_eq!(read(Format::Json, json), full);
    check_writes(&full, Format::Kif, kif);
    check_writes(&full, Format::Json, json);
    let moves = [(CHESS, chess), (SHOGI, shogi), (Format::Native, native)];
    for (format, text) in moves {
        check_writes(&full, format, text);
        let bare = read(format, text);
        assert_eq!(bare.native_moves(), full.native_moves());
        assert_eq!(bare.result, full.result);
    }
}

#[test]
fn second_may_begin() {
    let game = Koma::builtin("anpanman").unwrap();
    let codec = RecordCodec::new(&game, "anpanman").starting_at("hbd/3/3/1A1/C1S w -");
    for text in ["... Bb2\nSc4\n", "Bb2 Sc4", "… Bb2 Sc4"] {
        let record = codec.read_one(CHESS, text).unwrap();
        let written = codec.write(CHESS, &[record]).unwrap();
        assert_eq!(written, "... Bb2\nSc4\n");
    }
}
