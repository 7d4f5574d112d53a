//! `book export` and `book import`: what is written is read again.

use crate::book::Desk;
use crate::common::{yomikiri, yomikiri_with};

/// What a book says, without what a format may not keep.
fn moves(book: &str, game: &str, fields: &[&str]) -> Vec<String> {
    let export = ["book", "export", game, "--book", book, "--to", "json"];
    let lines = yomikiri(&export).lines();
    let line = |line: &serde_json::Value| {
        let fields = ["position", "move"].iter().chain(fields);
        fields
            .map(|name| line[name].to_string())
            .collect::<Vec<_>>()
            .join(" ")
    };
    lines.iter().map(line).collect()
}

/// Writes a book in a format, reads it again, and returns the report of the import with the new book.
fn there_and_back(desk: &Desk, game: &str, format: &str) -> (serde_json::Value, String) {
    let (file, back) = (desk.path(&format!("book.{format}")), desk.path("back.ybk"));
    let written = desk.json(&["export", game, "--to", format, "--out", &file]);
    let import = ["book", "import", game, &file, "--from", format];
    let read = yomikiri(&[&import[..], &["--book", &back, "--json"]].concat()).json();
    assert_eq!(written["left_out"], 0, "{format}");
    assert_eq!(written["edges"], read["edges"], "{format}");
    let verify = ["book", "verify", game, "--book", &back, "--json"];
    assert_eq!(
        yomikiri(&verify).json()["faults"].as_array().unwrap().len(),
        0
    );
    (read, back)
}

#[test]
fn books_go_there_and_back() {
    let desk = Desk::with_book();
    let set = ["--move", "h2e2", "--weight", "300", "--note", "a, \"b\""];
    desk.json(&[&["set", "xiangqi"], &set[..]].concat());
    desk.json(&["score", "xiangqi", "--nodes", "50"]);
    let counts = ["win", "draw", "loss"];
    let marks = ["win", "draw", "loss", "weight", "note"];
    let all = [
        "win", "draw", "loss", "weight", "note", "score", "depth", "last",
    ];
    for (format, fields) in [
        ("json", &all[..]),
        ("csv", &all),
        ("epd", &counts),
        ("pgn", &counts),
        ("obk", &marks),
        ("eleeye", &[]),
    ] {
        let (read, back) = there_and_back(&desk, "xiangqi", format);
        assert_eq!(
            (&read["positions"], &read["left_out"]),
            (&4.into(), &0.into())
        );
        let both = [&desk.book, &back].map(|book| moves(book, "xiangqi", fields));
        assert_eq!(both[0], both[1], "{format}");
        // The plies are found again, too.
        let info =
            |book: &str| yomikiri(&["book", "info", "xiangqi", "--book", book, "--json"]).json();
        assert_eq!(
            info(&desk.book)["by_ply"],
            info(&back)["by_ply"],
            "{format}"
        );
    }
}

#[test]
fn texts_are_as_documented() {
    let desk = Desk::with_book();
    let export = |format: &str| desk.run(&["export", "xiangqi", "--to", format]).out;
    assert_eq!(
        (
            export("json").lines().count(),
            export("csv").lines().count()
        ),
        (5, 6)
    );
    let csv = export("csv");
    assert!(csv.contains("/RNBAKABNR w,h2e2,1,1,1,100,0,"), "{csv}");
    let epd = export("epd");
    assert!(epd.contains(" w bm h2e2; c0 \"h2e2 1/1/1\";"), "{epd}");
    let convert = ["convert", "xiangqi", "--from", "pgn", "--to", "iccs"];
    let pgn = yomikiri_with(&convert, &[], export("pgn"));
    assert_eq!(pgn.code, 0, "{}", pgn.err);
}

/// A book of one side only, and entries that no game reaches.
#[test]
fn positions_are_found_by_playing() {
    let desk = Desk::new();
    let side = ["--side", "second", "--min-games", "1"];
    desk.json(&[&["build", "xiangqi", &desk.games], &side[..]].concat());
    let (_, back) = there_and_back(&desk, "xiangqi", "eleeye");
    let both = [&desk.book, &back].map(|book| moves(book, "xiangqi", &[]));
    assert_eq!(both[0], both[1]);
    let file = desk.path("book.eleeye");
    let mut bytes = std::fs::read(&file).unwrap();
    bytes.extend([1, 2, 3, 4, 5, 6, 7, 8]);
    std::fs::write(&file, bytes).unwrap();
    let import = ["book", "import", "xiangqi", &file, "--from", "eleeye"];
    let read = yomikiri(&[&import[..], &["--book", &back, "--json"]].concat()).json();
    assert_eq!(read["left_out"], 1);
}

/// Castling, promotion and en passant, by the keys and numbers of Polyglot.
#[test]
fn chess_goes_to_polyglot_and_back() {
    let desk = Desk::new();
    let game = "[White \"a\"]\n[Result \"1-0\"]\n\n1. e4 a5 2. Nf3 a4 3. b4 axb3 4. Bc4 bxc2 5. O-O cxd1=Q 1-0\n";
    std::fs::write(&desk.games, game).unwrap();
    desk.json(&["build", "chess", &desk.games, "--min-games", "1"]);
    let (read, back) = there_and_back(&desk, "chess", "polyglot");
    assert_eq!((&read["edges"], &read["left_out"]), (&10.into(), &0.into()));
    let both = [&desk.book, &back].map(|book| moves(book, "chess", &[]));
    assert_eq!(both[0], both[1]);
    let bytes = std::fs::read(desk.path("book.polyglot")).unwrap();
    // The start, e2e4, and its weight; entries are sorted by key.
    let start = 0x463B_9618_1691_FC9C_u64.to_be_bytes();
    let entry = bytes.chunks(16).find(|entry| entry[..8] == start).unwrap();
    assert_eq!(u16::from_be_bytes([entry[8], entry[9]]), 12 << 6 | 28);
    assert!(
        bytes
            .chunks(16)
            .is_sorted_by_key(|entry| entry[..8].to_vec())
    );
}
