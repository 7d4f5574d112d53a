//! Files of other programs, and the figures of the document.

use yomikiri_records::{Encoding, Format};

use crate::{read, with_codec};

#[test]
fn figures_are_read_as_the_document_reads_them() {
    let read = |text: &str| {
        let format = Format::Position("figure");
        with_codec(|codec| codec.read_one(format, text)).map(|record| record.start.unwrap())
    };
    let rows = |first: &str| format!("{first}{}", "/19".repeat(17));
    assert_eq!(
        read("+++++0+++\n**\n").unwrap(),
        format!("{} b -", rows("5O13/XX17"))
    );
    assert_eq!(read("").unwrap(), format!("{} b -", rows("19/19")));
    assert_eq!(
        read("X●O?*\n\n").unwrap(),
        format!("{} b -", rows("4X14/19"))
    );
    // More than the board has is not looked at.
    let large = format!("{}*\n", "+".repeat(19)).repeat(30);
    assert_eq!(read(&large).unwrap(), format!("{} b -", rows("19/19")));
    let dead = read("0*\n*\n").unwrap_err().to_string();
    assert!(dead.contains("expected strings with liberties"), "{dead}");
}

/// The properties of a text, node by node, with sorted values: what a reader of any kind finds in it.
fn properties(text: &str) -> Vec<Vec<(String, Vec<String>)>> {
    let mut nodes: Vec<Vec<(String, Vec<String>)>> = Vec::new();
    let mut name = String::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            ';' => nodes.push(Vec::new()),
            'A'..='Z' => name.push(letter),
            '[' => {
                let mut value = String::new();
                while let Some(letter) = letters.next().filter(|letter| *letter != ']') {
                    value.push(letter);
                    if letter == '\\' {
                        value.extend(letters.next());
                    }
                }
                let node = nodes.last_mut().unwrap();
                if name.is_empty() {
                    node.last_mut().unwrap().1.push(value);
                } else {
                    node.push((std::mem::take(&mut name), vec![value]));
                }
            }
            _ => {}
        }
    }
    for (_, values) in nodes.iter_mut().flatten() {
        values.sort();
    }
    nodes
}

/// Files in the way of other programs: nothing of them is lost, and all stays where it was. GNU Go wrote
/// its two files itself.
#[test]
fn files_of_other_programs_keep_every_property() {
    for (name, bytes, moves) in [
        (
            "gnugo-print",
            &include_bytes!("../data/sgf/gnugo-print.sgf")[..],
            "",
        ),
        (
            "gnugo-game",
            include_bytes!("../data/sgf/gnugo-game.sgf"),
            "E5 C3 C4 C7 pass B4",
        ),
        (
            "cgoban",
            include_bytes!("../data/sgf/cgoban.sgf"),
            "E5 G3 C7 F5 F6 pass pass",
        ),
        (
            "sabaki",
            include_bytes!("../data/sgf/sabaki.sgf"),
            "K10 D4 D10 K4",
        ),
        (
            "multigo",
            include_bytes!("../data/sgf/multigo-gb2312.sgf"),
            "A8 A7 E9 E7",
        ),
        ("ff1", include_bytes!("../data/sgf/ff1.sgf"), "E5 C7 pass"),
    ] {
        let records = with_codec(|codec| codec.read_bytes(Format::Sgf, bytes)).unwrap();
        let [record] = &records[..] else {
            panic!("{name}: one game");
        };
        assert_eq!(record.native_moves(), moves, "{name}");
        let text = with_codec(|codec| codec.write(Format::Sgf, &records)).unwrap();
        assert_eq!(read(&text).unwrap(), records, "{name}");
        let json = with_codec(|codec| codec.write(Format::Json, &records)).unwrap();
        let back = with_codec(|codec| codec.read(Format::Json, &json)).unwrap();
        assert_eq!(back, records, "{name}");
        let original = match name {
            "multigo" => Encoding::Gb18030.decode(bytes).unwrap().into_owned(),
            _ => String::from_utf8(bytes.to_vec()).unwrap(),
        };
        // What changes: the encoding and version, white space at the ends, escapes that are not needed, the
        // old pass, results in short.
        let lowercase = |c: char| c.is_ascii_lowercase();
        let settled = |text: &str| {
            let mut nodes = properties(text);
            nodes[0].retain(|(name, _)| !["CA", "FF", "GM"].contains(&name.as_str()));
            for (name, values) in nodes.iter_mut().flatten() {
                for value in values {
                    *value = value.replace("\r\n", "\n").replace("\\[", "[");
                    *value = value.trim().to_owned();
                    *value = match (name.as_str(), value.as_str()) {
                        ("RE", value) => value.trim_end_matches(lowercase).to_owned(),
                        ("B" | "W", "tt") => String::new(),
                        (_, value) => value.to_owned(),
                    };
                }
            }
            nodes
        };
        let (before, after) = (settled(&original), settled(&text));
        for (number, (before, after)) in before.iter().zip(&after).enumerate() {
            assert_eq!(before, after, "{name}, node {}\n{text}", number + 1);
        }
        assert_eq!(before.len(), after.len(), "{name}");
    }
}
