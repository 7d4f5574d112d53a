//! SGF: what it means, what other programs write, what is wrong with it.

use std::cell::RefCell;

use yomikiri_game_api::{Game, GameOptions, Line, Notation, Side, SplitMix64};
use yomikiri_games::go::Go;
use yomikiri_records::{
    Action, Encoding, Fault, Format, MoveNotation, Node, NodeId, Property, Record, RecordAbilities,
    RecordCodec, RecordError,
};

fn with_codec<T>(work: impl FnOnce(&RecordCodec<'_, Go>) -> T) -> T {
    let game = Go::default();
    let able = RecordAbilities::default().settle().sgf();
    let able = able.position_formats(&game);
    let codec = RecordCodec::with_notation(&game, "go", MoveNotation::exact());
    work(&codec.with_abilities(able).with_any_options())
}

fn read(text: &str) -> Result<Vec<Record>, RecordError> {
    with_codec(|codec| codec.read(Format::Sgf, text))
}

fn one(text: &str) -> Record {
    let mut records = read(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(records.len(), 1);
    records.remove(0)
}

fn written(record: &Record) -> String {
    let record = std::slice::from_ref(record);
    with_codec(|codec| codec.write(Format::Sgf, record)).unwrap()
}

/// A text that is written as it was read; also by way of JSON.
fn check_unchanged(text: &str) -> Record {
    let record = one(text);
    assert_eq!(written(&record), text);
    let list = std::slice::from_ref(&record);
    let json = with_codec(|codec| codec.write(Format::Json, list)).unwrap();
    let back = with_codec(|codec| codec.read_one(Format::Json, &json)).unwrap();
    assert_eq!(back, record, "{json}");
    record
}

fn actions(record: &Record) -> Vec<String> {
    let shown = |node: &Node| match &node.action {
        Action::Nothing => "-".to_owned(),
        Action::Setup(position) => format!("= {position}"),
        Action::Move { text, side: None } => text.clone(),
        Action::Move { text, side } => format!("{text} by {}", side.unwrap()),
    };
    record.main_line().map(shown).collect()
}

#[test]
fn moves_passes_and_names_are_read() {
    let text = "(;FF[4]GM[1]CA[utf-8]SZ[9]KM[6.5]RU[Chinese]PB[Honinbo \\] Shusaku]PW[Gennan]DT[1846-09-11]\
                EV[Ear-reddening]RO[1]PC[Osaka]RE[B+2]C[a comment]\n;B[ee];W[cc]C[good];B[];W[])\n";
    let record = check_unchanged(text);
    assert_eq!(record.game, "go?size=9&komi=6.5");
    assert_eq!(record.native_moves(), "E5 C7 pass pass");
    let [black, white] = record.players.each_ref().map(|name| name.as_deref());
    assert_eq!((black, white), (Some("Honinbo ] Shusaku"), Some("Gennan")));
    assert_eq!(record.date.as_deref(), Some("1846-09-11"));
    assert_eq!(record.tags["event"], "Ear-reddening");
    assert_eq!(
        (record.tags["round"].as_str(), record.tags["site"].as_str()),
        ("1", "Osaka")
    );
    assert_eq!(record.comment(), Some("a comment"));
    let result = record.result.as_ref().unwrap();
    assert_eq!((result.winner, result.margin), (Some(Side::First), Some(4)));
    assert_eq!(result.reason, "count", "what is written stands");
    // The old pass, and moves after two of them.
    let record = one("(;SZ[19];B[tt];W[];B[pd];W[tt];B[tt];W[dd])");
    assert_eq!(record.native_moves(), "pass pass Q16 pass pass D16");
    assert_eq!(
        read("(;SZ[20];B[tt])")
            .map(|all| all[0].native_moves())
            .unwrap(),
        "U1"
    );
}

#[test]
fn games_have_the_options_of_their_roots() {
    for (root, game) in [
        ("", "go"),
        ("SZ[19]KM[7]RU[Chinese]", "go"),
        ("KM[6.5]RU[Japanese]", "go?scoring=territory"),
        ("KM[5.5]RU[Japanese]", "go?komi=5.5&scoring=territory"),
        ("KM[3.75]", "go?komi=7.5"),
        ("SZ[9:13]", "go?size=9x13"),
        ("SZ[13:13]", "go?size=13"),
        ("RU[AGA]KM[7]", "go?handicap_bonus=n-1&ko=situational"),
        ("RU[our own]", "go"),
        ("HA[2]AB[dp][pd]KM[0.5]", "go?handicap=2"),
        ("HA[2]AB[dp][dd]KM[0.5]", "go?komi=0.5"),
        ("HA[2]", "go"),
        ("HA[0]KM[0]", "go?komi=0"),
    ] {
        let text = format!("(;FF[4]GM[1]CA[utf-8]{root}\n;B[bb])\n");
        let record = check_unchanged(&text);
        assert_eq!(record.game, game, "{root}");
    }
    let game = Go::default();
    let able = RecordAbilities::default().settle().sgf();
    let mut nine = game.clone();
    nine.set_option("size", "9").unwrap();
    let codec = RecordCodec::with_notation(&nine, "go?size=9", MoveNotation::exact());
    let codec = codec.with_abilities(able);
    assert_eq!(
        codec.read_one(Format::Sgf, "(;SZ[9]KM[5])").unwrap().game,
        "go?size=9&komi=5"
    );
    let error = codec
        .read_one(Format::Sgf, "(;SZ[13])")
        .unwrap_err()
        .to_string();
    assert_eq!(
        error,
        "line 1, column 2, node 1: expected size=9, got \"size=13\""
    );
}

#[test]
fn the_board_may_be_changed_anywhere() {
    let text = "(;FF[4]GM[1]CA[utf-8]SZ[5]AB[aa][bb]AW[ee]PL[W]\n;W[cc];AE[aa]AW[ab]PL[B]C[a gift]\
                ;B[ea];B[eb];AB[ae:be];PL[W];W[ec])\n";
    let record = one(text);
    assert_eq!(record.start.as_deref(), Some("X4/1X3/5/5/4O w -"));
    assert_eq!(
        actions(&record),
        [
            "C3",
            "= 5/OX3/2O2/5/4O b -",
            "E5",
            "E4 by first",
            "= 4X/OX2X/2O2/5/XX2O w -",
            "= 4X/OX2X/2O2/5/XX2O w -",
            "E3",
        ]
    );
    check_unchanged(text);
    // The first move says who begins, and so do handicap stones.
    assert_eq!(one("(;SZ[3];W[bb])").start.as_deref(), Some("3/3/3 w -"));
    assert_eq!(
        check_unchanged("(;FF[4]GM[1]CA[utf-8]SZ[3]\n;W[bb])\n").native_moves(),
        "B2"
    );
    let text = "(;FF[4]GM[1]CA[utf-8]SZ[9]KM[0.5]RU[Chinese]HA[4]AB[gc][cc][cg][gg]\n;W[ee])\n";
    let record = check_unchanged(text);
    assert_eq!(
        (record.game.as_str(), actions(&record)),
        ("go?size=9&handicap=4", vec!["E5".to_owned()])
    );
    // A set-up and a move in one node are two nodes.
    let record = one("(;SZ[3];AW[aa]B[bb]C[both])");
    assert_eq!(actions(&record), ["= O2/3/3 b -", "B2"]);
}

#[test]
fn everything_stays_in_place() {
    let text = "(;FF[4]AP[Some:1.2]GM[1]CA[utf-8]SZ[9]TM[1800]OT[5x30 byo-yomi]GN[\\\\ \\[x\\]]BR[9d]PB[]WR[1d]\n\
                ;TR[aa][bb:cc]B[ee]BL[1799.5]SQ[dd]C[one \\] two\nlines]XY[un\\:known][twice]\n\
                (;W[cc]TE[2]N[the end]LB[aa:1][bb:\\]])\n\
                (;W[gg]LN[aa:bb]AR[bb:aa]MA[cc]CR[dd]DD[ee]TB[ff]TW[gg];BM[1]B[gc]DO[])\n\
                (;C[nothing]VW[])\n(;W[];B[]))\n";
    let record = check_unchanged(text);
    let tree = &record.tree;
    let first = tree.first_child(NodeId::ROOT).unwrap();
    assert_eq!(tree.children(first).count(), 4);
    let reply = tree.first_child(first).unwrap();
    assert_eq!(tree.node(reply).marks, [3]);
    assert_eq!(tree.node(reply).name.as_deref(), Some("the end"));
    let comment = tree.node(first).comment.as_deref();
    assert_eq!(comment, Some("one ] two\nlines"));
    // What is edited is written at the place of what was there.
    let mut edited = record.clone();
    edited.tree.node_mut(first).comment = Some("three".into());
    edited.players[0] = Some("Bob".into());
    let text = written(&edited);
    assert!(
        text.contains("SQ[dd]C[three]XY[un\\:known][twice]"),
        "{text}"
    );
    assert!(text.contains("BR[9d]PB[Bob]WR[1d]"), "{text}");
}

#[test]
fn collections_and_old_spellings_are_read() {
    let text = "From: somebody (me)\n\n(;GaMe[1]SiZe[9];Black[ee]Comment[x])\r\n(;SZ[13]\r\n;B[aa]C[two\\\r\nlines\r\nmore])\x1a";
    let records = read(text).unwrap();
    assert_eq!(records.len(), 2);
    assert_eq!(records[0].native_moves(), "E5");
    let node = records[1].main_line().next().unwrap();
    assert_eq!(node.comment.as_deref(), Some("twolines\nmore"));
    let both = with_codec(|codec| codec.write(Format::Sgf, &records)).unwrap();
    assert_eq!(read(&both).unwrap(), records);
}

#[test]
fn results_stand_even_with_dead_stones() {
    for (value, reason, margin) in [
        ("W+0.5", "count", Some(-1)),
        ("B+R", "resign", None),
        ("W+T", "time", None),
        ("B+", "agreement", None),
        ("0", "count", Some(0)),
    ] {
        let text = format!("(;FF[4]GM[1]CA[utf-8]SZ[5]RE[{value}]\n;B[cc];W[];B[])\n");
        let record = check_unchanged(&text);
        let result = record.result.unwrap();
        assert_eq!(
            (result.reason.as_str(), result.margin),
            (reason, margin),
            "{value}"
        );
    }
    for value in ["Void", "?", "黒中押し勝ち"] {
        let record = check_unchanged(&format!("(;FF[4]GM[1]CA[utf-8]SZ[5]RE[{value}]\n;B[cc])\n"));
        assert_eq!(record.result, None);
    }
}

fn check_refused(text: &str, fault: Fault, message: &str) {
    let error = read(text).map(|_| ()).unwrap_err();
    assert_eq!(error.to_string(), message, "{text}");
    assert_eq!(error.fault, fault);
}

#[test]
fn faults_are_named_with_line_column_and_node() {
    use Fault::{AfterEnd, Form, Game, Move, Position};
    let _ = AfterEnd;
    check_refused(
        "",
        Form,
        "line 1, column 1: expected (; where a game begins, got nothing",
    );
    check_refused(
        "hello",
        Form,
        "line 1, column 1: expected (; where a game begins, got \"hello\"",
    );
    check_refused(
        "(;SZ[9]",
        Form,
        "line 1, column 8, node 1: expected a property, ; ( or ), got nothing",
    );
    check_refused(
        "(;SZ[9",
        Form,
        "line 1, column 5, node 1: expected ] after a value of SZ, got nothing",
    );
    check_refused(
        "(;SZ[9]\n;B[ee]\n(;W[cc]",
        Form,
        "line 3, column 8, node 3: expected a property, ; ( or ), got nothing",
    );
    check_refused(
        "(;)(",
        Form,
        "line 1, column 5: expected ; after (, got nothing",
    );
    check_refused(
        "(;)x",
        Form,
        "line 1, column 4: expected ( where a game begins, got \"x\"",
    );
    check_refused(
        "(;(;B[aa]);W[bb])",
        Form,
        "line 1, column 11, node 2: expected ( or ) after a variation, got \";W[bb])\"",
    );
    check_refused(
        "(;B)",
        Form,
        "line 1, column 3, node 1: expected [ after B, got \")\"",
    );
    check_refused(
        "(;b[aa])",
        Form,
        "line 1, column 3, node 1: expected the name of a property in capital letters, got \"[aa])\"",
    );
    check_refused(
        "(;GM[2])",
        Game,
        "line 1, column 2, node 1: expected GM[1], a record of go, got \"GM[2]\"",
    );
    check_refused(
        "(;SZ[1])",
        Game,
        "line 1, column 2, node 1: SZ: expected a size from 2 to 25, or columns:rows, got \"1\"",
    );
    check_refused(
        "(;SZ[26])",
        Game,
        "line 1, column 2, node 1: SZ: expected a size from 2 to 25, or columns:rows, got \"26\"",
    );
    check_refused(
        "(;KM[x])",
        Game,
        "line 1, column 2, node 1: KM: expected points from -650 to 650 in steps of 0.5, got \"x\"",
    );
    check_refused(
        "(;SZ[9];B[jj])",
        Move,
        "line 1, column 8, node 2, ply 1: move: expected a point of a board of 9x9, or nothing for a pass, got \"jj\"",
    );
    check_refused(
        "(;SZ[9];B[ee]\n ;W[ee])",
        Move,
        "line 2, column 2, node 3, ply 2: move: expected an empty point, got \"ee\"",
    );
    check_refused(
        "(;SZ[9];AB[aj])",
        Position,
        "line 1, column 8, node 2, ply 1: AB: expected points of a board of 9x9, got \"aj\"",
    );
    check_refused(
        "(;SZ[9]PL[X])",
        Position,
        "line 1, column 2, node 1: PL: expected B or W, got \"X\"",
    );
    check_refused(
        "(;;B[aa]W[bb])",
        Form,
        "line 1, column 3, node 2, ply 1: expected one move in a node, got \"bb\"",
    );
    check_refused(
        "(;C[日本];X)",
        Form,
        "line 1, column 9, node 2: expected [ after X, got \")\"",
    );
}

#[test]
fn illegal_moves_can_be_made_nevertheless() {
    // A stone onto another, a ko taken back at once, a suicide.
    let text = "(;SZ[5];B[bb];W[bb];B[ee];W[aa];B[ba]C[x];W[dd])";
    assert!(read(text).is_err());
    let notes = RefCell::default();
    let record =
        with_codec(|codec| codec.noting(&notes).lenient().read_one(Format::Sgf, text)).unwrap();
    let told: Vec<String> = notes.borrow().iter().map(ToString::to_string).collect();
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(
        told[0],
        "line 1, column 14, node 3, ply 2: move: expected an empty point, got \"bb\"; the board was changed instead"
    );
    assert_eq!(actions(&record)[1], "= 5/1O3/5/5/5 b -");
    let again = one(&written(&record));
    assert_eq!(again, record);
    let ko = "(;SZ[4]AB[ba][ab][bc]AW[ca][bb][db][cc]PL[B];B[cb];W[bb])";
    let error = read(ko).unwrap_err().to_string();
    assert!(
        error.contains("ply 2: move: expected another point first, for ko forbids this one"),
        "{error}"
    );
    notes.borrow_mut().clear();
    let record =
        with_codec(|codec| codec.noting(&notes).lenient().read_one(Format::Sgf, ko)).unwrap();
    assert_eq!(actions(&record), ["C3", "= 1XO1/XO1O/1XO1/4 b - 0 1,0"]);
    notes.borrow_mut().clear();
    let suicide = "(;SZ[3]AB[ba][ab]PL[W];W[aa];B[cc])";
    let record = with_codec(|codec| {
        codec
            .noting(&notes)
            .lenient()
            .read_one(Format::Sgf, suicide)
    })
    .unwrap();
    assert_eq!(actions(&record), ["= 1X1/X2/3 b -", "C1"]);
    assert_eq!(notes.borrow().len(), 1);
    assert_eq!(one(&written(&record)), record);
    // A point outside the board cannot be put anywhere.
    let outside = with_codec(|codec| {
        codec
            .noting(&notes)
            .lenient()
            .read_one(Format::Sgf, "(;SZ[3];B[zz])")
    });
    assert!(outside.is_err());
}

#[test]
fn old_encodings_are_read_and_written() {
    let text = "(;FF[4]GM[1]CA[NAME]SZ[9]PB[本因坊秀策]C[ソ表十能]\n;B[ee])\n";
    for encoding in [
        Encoding::ShiftJis,
        Encoding::EucJp,
        Encoding::Gb18030,
        Encoding::Big5,
    ] {
        let text = text.replace("NAME", encoding.name());
        let text = if encoding == Encoding::Big5 {
            text.replace("ソ", "")
        } else {
            text
        };
        let bytes = encoding.encode(&text).unwrap();
        let records = with_codec(|codec| codec.read_bytes(Format::Sgf, &bytes)).unwrap();
        assert_eq!(
            records[0].players[0].as_deref(),
            Some("本因坊秀策"),
            "{encoding:?}"
        );
        let written = with_codec(|codec| codec.in_encoding(encoding).write(Format::Sgf, &records));
        assert_eq!(written.unwrap(), text);
        // Cut anywhere, it is an error.
        for end in 0..bytes.len() - 2 {
            let cut = with_codec(|codec| codec.read_bytes(Format::Sgf, &bytes[..end]));
            assert!(cut.is_err(), "{encoding:?} {end}");
        }
    }
}

/// A tree of random moves, set-ups, texts and properties.
fn random_record(random: &mut SplitMix64) -> Record {
    const TEXTS: &[&str] = &[
        "x",
        "a ] b",
        "\\",
        "two\nlines",
        "[",
        "日本語",
        "a:b",
        ";(",
        " \n ",
        "\\]",
    ];
    const NAMES: &[&str] = &["TR", "SQ", "XX", "BL", "LB", "A1", "ZZTOP"];
    let mut game = Go::default();
    game.set_option("size", ["2", "3", "4x3", "5"][random.below(4)])
        .unwrap();
    let spec = format!("go?size={}", GameOptions::options(&game)[0].value);
    let text = |random: &mut SplitMix64, often: usize| {
        let text = TEXTS[random.below(TEXTS.len())];
        (random.below(often) == 0).then(|| text.to_owned())
    };
    let mut line = Line::new(&game);
    let mut record = Record {
        start: Some(game.write_position(line.start())),
        game: spec,
        ..Record::default()
    };
    record.players = [text(random, 2), text(random, 3)]
        .map(|name| name.map(|it| it.replace('\n', " ").trim().to_owned()));
    record
        .players
        .iter_mut()
        .for_each(|name| *name = name.take().filter(|name| !name.is_empty()));
    let mut nodes = vec![(NodeId::ROOT, *line.last())];
    let mut moves = Vec::new();
    for _ in 0..random.below(12) {
        let (parent, at) = nodes[random.below(nodes.len())];
        let mut node = Node {
            comment: text(random, 3),
            name: text(random, 6)
                .map(|name| name.trim().replace('\n', " "))
                .filter(|name| !name.trim().is_empty()),
            ..Node::default()
        };
        if random.below(5) == 0 {
            node.marks = vec![1 + random.below(6) as u8];
        }
        line.restart(&game, at);
        moves.clear();
        line.legal_moves(&game, &mut moves);
        let after = match random.below(6) {
            0 => at,
            1 => {
                let mut other = Line::new(&game);
                for _ in 0..random.below(5) {
                    let mut moves = Vec::new();
                    other.legal_moves(&game, &mut moves);
                    moves.truncate(moves.len() - 1);
                    if moves.is_empty() {
                        break;
                    }
                    other.push(&game, moves[random.below(moves.len())]);
                }
                // The prisoners and the ko of a board are not part of a set-up.
                let text = game.write_position(other.last());
                let [rows, side] = [0, 1].map(|at| text.split(' ').nth(at).unwrap());
                let prisoners = game.write_position(&at);
                let prisoners = prisoners.split(' ').nth(4).unwrap_or("0,0").to_owned();
                let set_up = game
                    .read_position(&format!("{rows} {side} - 0 {prisoners}"))
                    .unwrap();
                // A set-up that changes no stone leaves everything else as it is.
                let same = game.write_position(&at).split(' ').next() == Some(rows);
                if same {
                    at
                } else {
                    node.action = Action::Setup(game.write_position(&set_up));
                    set_up
                }
            }
            _ if moves.is_empty() => at,
            _ => {
                let mv = moves[random.below(moves.len())];
                node.action = Action::Move {
                    text: game.write_move(&at, mv),
                    side: None,
                };
                let mut after = at;
                game.play(&mut after, mv);
                after
            }
        };
        for _ in 0..random.below(3) {
            let mut values = Vec::new();
            for _ in 0..1 + random.below(2) {
                let text = TEXTS[random.below(TEXTS.len())];
                values.push(text.replace('\\', "\\\\").replace(']', "\\]"));
            }
            let name = NAMES[random.below(NAMES.len())].to_owned();
            node.properties.push(Property { name, values });
        }
        let id = record.tree.add(parent, node);
        nodes.push((id, after));
    }
    record
}

#[test]
fn ten_thousand_random_trees_come_back() {
    let mut random = SplitMix64::new(17);
    let mut branches = 0;
    for _ in 0..10_000 {
        let record = random_record(&mut random);
        let list = std::slice::from_ref(&record);
        let text = with_codec(|codec| codec.write(Format::Sgf, list))
            .unwrap_or_else(|error| panic!("{error}\n{record:?}"));
        let back = one(&text);
        // Normal form, as JSON has it.
        let json = with_codec(|codec| codec.write(Format::Json, list)).unwrap();
        let normal = with_codec(|codec| codec.read_one(Format::Json, &json)).unwrap();
        assert_eq!(back.tree, normal.tree, "{text}");
        assert_eq!((&back.game, &back.players), (&normal.game, &normal.players));
        assert_eq!(written(&back), text);
        branches += usize::from(record.tree.has_variations());
    }
    assert!(branches > 3000, "{branches}");
}

/// Everything that is too deep, too large or unclosed is an error, quickly, on a small stack.
#[test]
fn nothing_overflows() {
    let work = || {
        let line = format!("(;SZ[19]{})", ";B[];W[]".repeat(200_000));
        let nested = format!(
            "(;SZ[19]{}{})",
            "(;B[](;W[]".repeat(200_000),
            "))".repeat(200_000)
        );
        let comments = format!(
            "(;SZ[19]{}{})",
            "(;C[x]".repeat(400_000),
            ")".repeat(400_000)
        );
        for text in [&line, &nested, &comments] {
            let error = read(text).map(drop).unwrap_err();
            assert_eq!(error.fault, Fault::TooLong);
            assert!(
                error
                    .to_string()
                    .contains("expected at most 20000 nodes in a line, got \";"),
                "{error}"
            );
        }
        for junk in [
            "(", ";", "(;", "[", "]", "\\", "(;B[aa]", "B[", "é", "(;C[\\", "A",
        ] {
            for head in ["", "(;SZ[19]", "(;C["] {
                let text = format!("{head}{}", junk.repeat(10_000_000 / junk.len()));
                let error = read(&text).map(drop).unwrap_err().to_string();
                assert!(error.len() < 300, "{error}");
            }
        }
    };
    let thread = std::thread::Builder::new().stack_size(2 << 20);
    thread.spawn(work).unwrap().join().unwrap();
}

/// The longest tree that is allowed, with all its branches, can be read, written and dropped.
#[test]
fn deep_trees_are_read_on_a_small_stack() {
    let work = || {
        let depth = 19_000;
        let text = format!(
            "(;SZ[19]{}{})",
            "(;C[x](;C[y])".repeat(0) + &"(;C[x]".repeat(depth),
            ")".repeat(depth)
        );
        let record = one(&text);
        assert_eq!(record.tree.len(), depth);
        assert!(one(&written(&record)) == record);
        let wide = format!("(;SZ[19]{})", "(;B[aa])".repeat(100_000));
        let record = one(&wide);
        assert!(one(&written(&record)) == record);
    };
    let thread = std::thread::Builder::new().stack_size(2 << 20);
    thread.spawn(work).unwrap().join().unwrap();
}

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
            &include_bytes!("data/sgf/gnugo-print.sgf")[..],
            "",
        ),
        (
            "gnugo-game",
            include_bytes!("data/sgf/gnugo-game.sgf"),
            "E5 C3 C4 C7 pass B4",
        ),
        (
            "cgoban",
            include_bytes!("data/sgf/cgoban.sgf"),
            "E5 G3 C7 F5 F6 pass pass",
        ),
        (
            "sabaki",
            include_bytes!("data/sgf/sabaki.sgf"),
            "K10 D4 D10 K4",
        ),
        (
            "multigo",
            include_bytes!("data/sgf/multigo-gb2312.sgf"),
            "A8 A7 E9 E7",
        ),
        ("ff1", include_bytes!("data/sgf/ff1.sgf"), "E5 C7 pass"),
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
