//! Chess endings from outside: tables without files, metrics, the fifty-move rule, perfect play, lessons.

use std::path::Path;

use yomikiri_lab::{
    AnyGame, Convention, Exit, Lab, LabError, Limits, Metric, NoObserver, NoProgress, Place,
    PlayerSpec, Property, Remedy, Selection, Side, SolveOrder, Value,
};

const START: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";

fn chess() -> Box<dyn AnyGame> {
    Lab::new().open_game("chess").unwrap()
}

fn probe(fen: &str) -> serde_json::Value {
    let tables = chess().tablebase(Some(Path::new("nowhere"))).unwrap();
    let report = tables.probe(&Place::at(Some(fen)));
    serde_json::to_value(report.unwrap()).unwrap()
}

/// Nothing is shipped and nothing has been built: three pieces are solved when they are asked for.
#[test]
fn three_pieces_are_at_hand_in_every_metric() {
    let told = probe(START);
    let expected = serde_json::json!({
        "value": "win", "distance": 43, "unit": "plies",
        "dtm": 43, "dtc": 27, "dtz": 9, "promotion": 27, "value50": "win",
    });
    for (name, value) in expected.as_object().unwrap() {
        assert_eq!(&told[name], value, "{name}");
    }
    let moves = told["moves"].as_array().unwrap();
    let winning: Vec<_> = moves.iter().filter(|mv| mv["value"] == "win").collect();
    assert_eq!(winning.len(), 2);
    for (mv, text) in winning.iter().zip(["e1d2", "e1f2"]) {
        assert_eq!(mv["move"], text);
        assert_eq!((&mv["dtc"], &mv["dtz"]), (&27.into(), &9.into()));
    }
    let drawn = moves.iter().find(|mv| mv["move"] == "e2e4").unwrap();
    assert!(drawn["dtz"].is_null() && drawn["value50"] == "draw");
}

/// A win that takes longer than the clock leaves is a draw under the rule; a mate is a mate.
#[test]
fn the_fifty_move_rule_is_applied_at_the_clock() {
    let value50 = |fen: &str| {
        let told = probe(fen);
        (
            told["value"].as_str().unwrap().to_owned(),
            told["value50"].as_str().unwrap().to_owned(),
        )
    };
    let both = |value: &str, value50: &str| (value.to_owned(), value50.to_owned());
    assert_eq!(
        value50("4k3/8/8/8/8/8/4P3/4K3 w - - 91 60"),
        both("win", "win")
    );
    assert_eq!(
        value50("4k3/8/8/8/8/8/4P3/4K3 w - - 92 60"),
        both("win", "draw")
    );
    // Mate in one, whatever the clock says.
    assert_eq!(
        value50("7k/8/6K1/8/8/8/8/R7 w - - 99 80"),
        both("win", "win")
    );
    let told = probe("4k3/8/8/8/8/8/4P3/4K3 w - - 92 60");
    // A pawn's move begins the count again, but here it throws the win away.
    let king = &told["moves"][0];
    assert_eq!(
        (&king["value"], &king["value50"]),
        (&"win".into(), &"draw".into())
    );
}

#[test]
fn a_missing_table_is_named_with_the_command_that_builds_it() {
    let tables = chess().tablebase(Some(Path::new("nowhere"))).unwrap();
    let missing = tables.probe(&Place::at(Some("4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1")));
    let error = missing.unwrap_err();
    assert!(
        matches!(&error, LabError::NoTable { remedy: Remedy::Solve(arguments), .. } if arguments == "'chess' KRPvK")
    );
    assert_eq!(error.exit() as u8, Exit::Table as u8);
    let unknown = tables.info(Some("KXvK").into());
    let told = unknown.unwrap_err().to_string();
    assert!(
        told.contains("expected a material such as KPvK") && told.contains("got \"KXvK\""),
        "{told}"
    );
}

/// Files of every metric are written, read, counted, searched and verified.
#[test]
fn every_metric_has_files() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path();
    let tables = chess().tablebase(Some(dir)).unwrap();
    for (metric, longest) in [
        (Metric::End, 55),
        (Metric::Conversion, 37),
        (Metric::Zeroing, 19),
    ] {
        let order = SolveOrder {
            threads: 2,
            metric,
            ..SolveOrder::default()
        };
        tables.solve(Some("KPvK"), &order, &NoProgress).unwrap();
        let which = Selection {
            tiers: Some("KPvK"),
            metric,
        };
        let info = &tables.info(which).unwrap()[0];
        assert!(info.file.ends_with(".ytb") && info.bytes > 1000);
        assert!(
            info.description
                .contains(&format!("metric = {}", metric.word()))
        );
        let stats = tables.stats(which, 2, false, &NoProgress).unwrap();
        let white = &stats.tables[0];
        assert_eq!(
            (white.side, white.convention),
            (Side::First, Convention::All)
        );
        assert_eq!((white.win, white.longest_win), (124_960, Some(longest)));
        let verified = tables.verify(which, None, 2, &NoProgress).unwrap();
        assert!(verified[0].faults.is_empty() && verified[0].checked > 150_000);
    }
    let under = tables
        .find(
            Some("KPvK").into(),
            (Property::UnderPromotion, 3),
            2,
            &NoProgress,
        )
        .unwrap();
    assert!(under.total > 0);
    for found in &under.found {
        let report = tables.probe(&Place::at(Some(&found.position))).unwrap();
        let winning = report
            .moves
            .iter()
            .filter(|mv| mv.answer.value == Value::Win);
        let texts: Vec<&str> = winning.map(|mv| mv.text.as_str()).collect();
        assert!(!texts.is_empty(), "{}", found.position);
        assert!(
            texts.iter().all(|text| text.ends_with(['r', 'b', 'n'])),
            "{}: {texts:?}",
            found.position
        );
    }
}

/// Plays until the end and returns the moves and the winner.
fn play(game: &dyn AnyGame, start: &str, players: [&str; 2]) -> (usize, Option<&'static str>) {
    let mut session = game.session(&Place::at(Some(start))).unwrap();
    let players = players.map(|name| name.parse::<PlayerSpec>().unwrap());
    while !session.is_over() {
        let player = &players[session.turn().index()];
        let thought = session
            .think(player, &Limits::default(), &mut NoObserver)
            .unwrap();
        session.play(&thought.best.text).unwrap();
    }
    let winner = session.outcome().unwrap().winner;
    (session.view().played.len(), winner.map(Side::word))
}

/// The document's own question: the pawn promotes on White's 14th move, against every defence.
#[test]
fn perfect_promotes_in_fourteen_moves() {
    let game = Lab::new().open_game("chess?goal=promotion").unwrap();
    assert_eq!(
        play(&*game, START, ["perfect", "perfect"]),
        (27, Some("first"))
    );
    for defender in [
        "perm:seed=1",
        "peai:depth=2",
        "alphabeta:depth=4",
        "random:seed=3",
    ] {
        let (plies, winner) = play(&*game, START, ["perfect", defender]);
        assert!(
            plies <= 27 && winner == Some("first"),
            "{defender}: {plies}"
        );
    }
}

/// Drawn pawn endings at random: nobody gets through against `perfect`.
#[test]
fn perfect_holds_what_is_drawn() {
    let game = Lab::new().open_game("chess?goal=promotion").unwrap();
    let tables = game.tablebase(Some(Path::new("nowhere"))).unwrap();
    let mut numbers = 12_345_u64;
    let mut below = |most: u64| {
        numbers = numbers
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (numbers >> 33) % most
    };
    let mut held = 0;
    while held < 1_000 {
        let (pawn, king, other) = (8 + below(48), below(64), below(64));
        let mut cells = ["1"; 64];
        for (square, piece) in [(pawn, "P"), (king, "K"), (other, "k")] {
            cells[square as usize ^ 56] = piece;
        }
        let rows: Vec<String> = cells.chunks(8).map(<[&str]>::concat).collect();
        let side = ["w", "b"][below(2) as usize];
        let fen = format!("{} {side} - - 0 1", rows.join("/"));
        let place = Place::at(Some(&fen));
        let Ok(report) = tables.probe(&place) else {
            continue;
        };
        if report.answer.value != Value::Draw || report.moves.is_empty() {
            continue;
        }
        let (_, winner) = play(&*game, &fen, ["alphabeta:depth=3", "perfect"]);
        assert_eq!(winner, None, "{fen}");
        held += 1;
    }
}

#[test]
fn lessons_are_drawn_from_the_table() {
    let game = chess();
    let marks = |fen: &str, layer: &str, shape: &str| {
        let session = game.session(&Place::at(Some(fen))).unwrap();
        let overlay = serde_json::to_value(session.overlay(layer).unwrap()).unwrap();
        let marks = overlay["marks"].as_array().unwrap().iter();
        let mut squares: Vec<String> = marks
            .filter(|mark| mark["shape"] == shape)
            .map(|mark| {
                let cell = mark["cell"].as_u64().unwrap();
                let file = char::from(b'a' + (cell % 8) as u8);
                format!("{file}{}", 8 - cell / 8)
            })
            .collect();
        squares.sort();
        squares.join(" ")
    };
    // The squares that every book names.
    assert_eq!(marks(START, "key-squares", "square"), "d4 e4 f4");
    let on_e4 = "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1";
    assert_eq!(marks(on_e4, "key-squares", "square"), "d6 e6 f6");
    // A king far ahead of a pawn at the edge cannot keep it: no square wins against everything.
    let on_a2 = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1";
    assert_eq!(marks(on_a2, "key-squares", "square"), "");
    let blacks = "4k3/4p3/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(marks(blacks, "key-squares", "square"), "d5 e5 f5");
    // Kings face each other with a square between.
    let facing = "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1";
    assert!(marks("8/8/4k3/8/4K3/4P3/8/8 b - - 0 1", "opposition", "ring").contains("e4"));
    assert!(!marks(facing, "opposition", "ring").contains("e6"));
}
