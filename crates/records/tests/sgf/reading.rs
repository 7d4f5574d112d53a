//! What a file says is what a record holds, and it is written back in place.

use yomikiri_game_api::{GameOptions, Side};
use yomikiri_games::go::Go;
use yomikiri_records::{Format, MoveNotation, NodeId, RecordAbilities, RecordCodec};

use crate::{actions, check_unchanged, one, read, with_codec, written};

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
    // What a set-up says though it is so anyway: the side to move, an empty point, a stone that is there.
    for extra in [
        "AB[bb]PL[W]",
        "PL[W]AB[bb]",
        "AB[bb]AE[cc]",
        "AB[bb]TR[bb]PL[W]C[x]",
        "AB[bb]C[x]PL[W]",
        "AB[aa:bb]PL[W]",
        "AB[aa][bb]PL[W]",
    ] {
        check_unchanged(&format!(
            "(;FF[4]GM[1]CA[utf-8]SZ[5]\n;B[aa];{extra};W[dd])\n"
        ));
    }
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
