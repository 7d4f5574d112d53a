//! XQF: files made here by the published layout, with and without keys, and bad ones.

use yomikiri_game_api::Side;
use yomikiri_games::xiangqi::Xiangqi;
use yomikiri_records::{Encoding, Format, Record, RecordCodec, RecordError};

/// The points of the pieces at the start, in file order: ten times the file plus the rank.
const MEN: [u8; 32] = [
    0, 10, 20, 30, 40, 50, 60, 70, 80, 12, 72, 3, 23, 43, 63, 83, //
    9, 19, 29, 39, 49, 59, 69, 79, 89, 17, 77, 6, 26, 46, 66, 86,
];

/// 炮二平五 (with a comment), then 马８进７ with 马二进三, or 马２进３ with 车一进一 instead, or 炮８平５.
const MOVES: [(u8, u8, u8, &str); 6] = [
    (72, 42, 0x80, "中炮"),
    (79, 67, 0xC0, ""),
    (70, 62, 0, ""),
    (19, 27, 0xC0, "屏风马"),
    (80, 81, 0, ""),
    (77, 47, 0, ""),
];

fn put_text(head: &mut [u8], at: usize, text: &str) {
    let bytes = Encoding::Gb18030.encode(text).unwrap();
    head[at] = bytes.len() as u8;
    head[at + 1..at + 1 + bytes.len()].copy_from_slice(&bytes);
}

/// A file of a version; from 11 on with keys, by the published formulas.
fn file(version: u8) -> Vec<u8> {
    let mut head = vec![0u8; 1024];
    head[..3].copy_from_slice(&[b'X', b'Q', version]);
    let (mut pieces_key, mut from_key, mut to_key, mut comment_key) = (0u32, 0, 0, 0);
    let mut stream = [0u8; 32];
    if version > 10 {
        let (mask, or) = (0xA7u8, [0x11u8, 0x42, 0x18, 0x84]);
        let (sum, p, f, t) = (201u8, 77u8, 142u8, 19u8);
        head[3] = mask;
        head[8..12].copy_from_slice(&or);
        head[12..16].copy_from_slice(&[sum, p, f, t]);
        let mixed = |k: u32| ((((k * k) * 3 + 9) * 3 + 8) * 2 + 1) * 3 + 8;
        pieces_key = (mixed(u32::from(p)) * u32::from(p)) & 255;
        from_key = (mixed(u32::from(f)) * pieces_key) & 255;
        to_key = (mixed(u32::from(t)) * from_key) & 255;
        comment_key = (u32::from(sum) * 256 + u32::from(p)) % 32000 + 767;
        for (i, byte) in b"[(C) Copyright Mr. Dong Shiwei.]".iter().enumerate() {
            stream[i] = byte & ([sum, p, f, t][i % 4] & mask | or[i % 4]);
        }
    }
    for (i, piece) in MEN.iter().enumerate() {
        let place = if version >= 12 {
            (i + 63 - pieces_key as usize % 32) % 32
        } else {
            i
        };
        head[0x10 + place] = piece.wrapping_add(pieces_key as u8);
    }
    head[0x33] = 1;
    put_text(&mut head, 0x50, "测试");
    put_text(&mut head, 0xD0, "全国个人赛");
    put_text(&mut head, 0x130, "胡荣华");
    put_text(&mut head, 0x140, "柳大华");
    let mut tree = Vec::new();
    let mut node = |from: u8, to: u8, flags: u8, comment: &str| {
        let text = Encoding::Gb18030.encode(comment).unwrap();
        let has_comment = !text.is_empty();
        let old =
            (if flags & 0x80 != 0 { 0xF0 } else { 0 }) | (if flags & 0x40 != 0 { 0x0F } else { 0 });
        let new = flags | if has_comment { 0x20 } else { 0 };
        tree.push(from.wrapping_add(0x18).wrapping_add(from_key as u8));
        tree.push(to.wrapping_add(0x20).wrapping_add(to_key as u8));
        tree.push(if version <= 10 { old } else { new });
        tree.push(0);
        if version <= 10 || has_comment {
            let length = text.len() as u32 + comment_key;
            tree.extend(length.to_le_bytes());
            tree.extend_from_slice(&text);
        }
    };
    node(0, 0, 0x80, "");
    for (from, to, flags, comment) in MOVES {
        node(from, to, flags, comment);
    }
    let hidden = tree.iter().enumerate();
    let hidden = hidden.map(|(i, byte)| byte.wrapping_add(stream[i % 32]));
    head.extend(hidden.collect::<Vec<u8>>());
    head
}

fn read(bytes: &[u8]) -> Result<Vec<Record>, RecordError> {
    let game = Xiangqi::default();
    RecordCodec::new(&game, "xiangqi").read_bytes(Format::Xqf, bytes)
}

#[test]
fn every_version_gives_the_same_game() {
    for version in [10, 11, 12, 16, 18] {
        let records = read(&file(version)).unwrap();
        assert_eq!(records.len(), 1);
        let record = &records[0];
        assert_eq!(record.native_moves(), "h2e2 h9g7 h0g2", "version {version}");
        let tree = &record.tree;
        let nodes = tree.walk().map(|id| {
            let text = tree.node(id).move_text().unwrap_or_default();
            format!("{} {text}", tree.depth(id))
        });
        assert_eq!(
            nodes.collect::<Vec<_>>(),
            ["1 h2e2", "2 h9g7", "3 h0g2", "2 b9c7", "3 i0i1", "2 h7e7"]
        );
        assert_eq!(
            record.main_line().next().unwrap().comment.as_deref(),
            Some("中炮")
        );
        assert_eq!(record.players[0].as_deref(), Some("胡荣华"));
        assert_eq!(record.tags["event"], "全国个人赛");
        assert_eq!(record.result.as_ref().unwrap().winner, Some(Side::First));
    }
}

#[test]
fn variations_are_written_as_pgn_and_come_back() {
    let game = Xiangqi::default();
    let codec = RecordCodec::new(&game, "xiangqi");
    let records = read(&file(18)).unwrap();
    let text = codec.write(Format::Pgn, &records).unwrap();
    assert_eq!(codec.read(Format::Pgn, &text).unwrap(), records);
}

#[test]
fn a_file_cut_in_its_variations_is_refused() {
    let whole = file(18);
    let error = read(&whole[..whole.len() - 1]).unwrap_err().to_string();
    assert!(error.contains("got \"the end of the file\""), "{error}");
}

#[test]
fn what_is_wrong_is_told_and_never_panics() {
    let told = |bytes: &[u8]| read(bytes).unwrap_err().to_string();
    assert_eq!(
        told(b"PGN"),
        "line 1: expected an XQF file, which starts with XQ, got \"something else\""
    );
    assert_eq!(
        told(b"XQ\x12"),
        "line 1: expected a head of 1024 bytes, got \"3 bytes\""
    );
    let whole = file(18);
    for end in 1024..whole.len() {
        let _ = read(&whole[..end]);
    }
    for at in 0..whole.len() {
        let mut changed = whole.clone();
        changed[at] ^= 0xFF;
        let _ = read(&changed);
    }
}
