//! Sessions as the command line and the page see them.

use std::time::Duration;

use yomikiri_lab::{
    AnySession, Judge, Lab, LabError, Limits, NoObserver, Observer, Place, PlayerSpec, Report,
    Side, StopFlag, levels, named_game,
};

/// Both sides shuffle a piece sideways until the position after two plies stands for the third time.
const SHUFFLE: &str = "c5c4 a1a2 c4b4 a2b2 b4c4 b2a2 c4b4 a2b2 b4c4 b2a2";

fn table(game: &str, position: Option<&str>, moves: &str) -> Result<Box<dyn AnySession>, LabError> {
    Lab::new().open_game(game).unwrap().session(&Place {
        position,
        moves,
        ..Place::default()
    })
}

fn player(text: &str) -> PlayerSpec {
    text.parse().unwrap()
}

#[test]
fn a_view_has_everything_a_board_needs() {
    let mut session = table("anpanman", None, "").unwrap();
    session.play("b5b4").unwrap();
    session.play("b1b2").unwrap();
    let view = session.view();
    assert_eq!(view.game, "anpanman");
    assert_eq!(view.start, "hbd/3/3/3/CAS b -");
    assert_eq!(view.position, "h1d/1b1/3/1A1/C1S b -");
    assert_eq!((view.side, view.in_check), (Side::First, Some(false)));
    assert_eq!((view.diagram.width, view.diagram.height), (3, 5));
    assert_eq!(view.diagram.cells.iter().flatten().count(), 6);
    assert!(view.legal.is_sorted_by(|a, b| a.text < b.text));
    let played: Vec<(&str, Side)> = view.played.iter().map(|mv| (&*mv.text, mv.side)).collect();
    assert_eq!(played, [("b5b4", Side::First), ("b1b2", Side::Second)]);
    assert_eq!(
        (view.played[0].from, view.played[0].to),
        (Some(13), Some(10))
    );
    assert_eq!(view.played[0].in_style("chess"), "Ab4");
    assert_eq!(view.played[0].in_style("shogi"), "2四ア");
    assert_eq!(view.outcome, None);
}

#[test]
fn styled_moves_are_understood() {
    for text in ["b5b4", "Ab4", "2四ア", "2四あ"] {
        let mut session = table("anpanman", None, "").unwrap();
        session.play(text).unwrap();
        assert_eq!(session.view().played[0].text, "b5b4", "{text}");
    }
}

#[test]
fn a_failed_move_changes_nothing() {
    let mut session = table("anpanman", None, "").unwrap();
    let before = session.view();
    for text in ["", "b5b5", "b1b2", "z9z9", "💥", &"b".repeat(1_000_000)] {
        let error = session.play(text).unwrap_err();
        assert_eq!(error.exit() as u8, 3, "{error}");
        assert!(error.to_string().len() < 400);
        assert_eq!(session.view(), before);
    }
}

#[test]
fn the_third_occurrence_ends_the_game() {
    let mut session = table("anpanman", None, SHUFFLE).unwrap();
    let view = session.view();
    assert_eq!(view.outcome.as_ref().unwrap().reason, "repetition");
    assert!(view.legal.is_empty());
    let error = session.play("c4b4").unwrap_err();
    let expected = "ply 11: \"c4b4\" comes after the end of the game (draw: repetition)";
    assert_eq!(error.to_string(), expected);
    assert!(matches!(
        session.think(&player("random"), &Limits::default(), &mut NoObserver),
        Err(LabError::Over(_))
    ));
    assert!(session.take_back());
    assert!(!session.is_over());
}

#[test]
fn history_may_be_judged_at_the_last_position_only() {
    let game = Lab::new().open_game("anpanman").unwrap();
    let longer = format!("{SHUFFLE} c4b4 a2a3");
    let mut place = Place {
        moves: &longer,
        ..Place::default()
    };
    assert!(matches!(
        game.moves_report(&place),
        Err(LabError::AfterEnd { ply: 11, .. })
    ));
    place.judge = Judge::Last;
    let report = game.moves_report(&place).unwrap();
    assert_eq!(report.outcome, None);
    assert!(!report.moves.is_empty());
    place.moves = SHUFFLE;
    let report = game.moves_report(&place).unwrap();
    assert_eq!(report.outcome.unwrap().reason, "repetition");
    assert!(report.moves.is_empty());
    // The end of the game by position is the end however history is judged.
    place.position = Some("3/1A1/b2/3/3 b -");
    place.moves = "b2b1 a3a4";
    assert!(matches!(
        game.moves_report(&place),
        Err(LabError::AfterEnd { ply: 2, .. })
    ));
}

#[test]
fn a_finished_position_is_answered_with_its_outcome() {
    let session = table("anpanman", Some("3/b2/1SA/C2/3 w -"), "").unwrap();
    let view = session.view();
    assert!(view.legal.is_empty());
    assert_eq!(view.outcome.unwrap().winner, Some(Side::First));
    assert!(session.terms().is_empty());
}

#[test]
fn resigning_and_taking_it_back() {
    let mut session = table("anpanman", None, "b5b4").unwrap();
    session.resign(Side::Second).unwrap();
    let outcome = session.view().outcome.unwrap();
    assert_eq!(
        (outcome.winner, &*outcome.reason),
        (Some(Side::First), "resign")
    );
    assert!(session.resign(Side::First).is_err());
    assert!(session.play("b1b2").is_err());
    assert!(session.take_back());
    session.play("b1b2").unwrap();
    assert!(session.take_back() && session.take_back() && !session.take_back());
    assert_eq!(session.view().position, session.view().start);
}

#[test]
fn records_set_the_table_up_again() {
    let game = Lab::new().open_game("anpanman?no_moves=draw").unwrap();
    let mut session = game.session(&Place::default()).unwrap();
    session.play("b5b4").unwrap();
    session.resign(Side::Second).unwrap();
    let players = [Some("asai".to_owned()), None];
    for format in ["json", "kif"] {
        let text = session.write_record(format, players.clone()).unwrap();
        let records = game.read_records(format, None, &text).unwrap();
        assert_eq!(records, [session.game_record(players.clone())], "{text}");
        let again = game.resume(&records[0]).unwrap();
        assert_eq!(again.view(), session.view());
        let other = Lab::new().open_game("anpanman").unwrap();
        let error = other.read_records(format, None, &text).unwrap_err();
        assert_eq!(error.exit() as u8, 3, "{error}");
    }
    let text = session.write_record("json", players.clone()).unwrap();
    assert_eq!(named_game(&text).as_deref(), Some("anpanman?no_moves=draw"));
    let renamed = text.replace("no_moves=draw", "no_moves=draw&model=check");
    assert!(
        game.read_records("json", None, &renamed).is_ok(),
        "the same game by another name"
    );
    for cut in 1..text.trim_end().len() {
        let cut = game.read_records("json", None, &text[..cut]);
        assert!(matches!(cut, Err(LabError::Input(_))));
    }
    let wrong = game.read_records("json", None, &text.replace("b5b4", "b5b3"));
    assert!(wrong.unwrap_err().to_string().contains("ply 1"));
    let unknown = game.read_records("kiff", None, &text).unwrap_err();
    assert!(
        unknown.to_string().contains("did you mean \"kif\"?"),
        "{unknown}"
    );
}

#[test]
fn every_player_of_every_game_makes_a_legal_move() {
    for game in Lab::new().all_games() {
        for info in &game.info().players {
            if info.name == "human" {
                continue;
            }
            let spec = PlayerSpec::named(&info.name);
            if info.name == "perfect" && game.spec() != "anpanman" {
                // Only this table is part of the program; others must be built first.
                let error = game.check_player(&spec).err();
                assert!(matches!(
                    error,
                    None | Some(LabError::NoTable { .. } | LabError::Input(_))
                ));
                continue;
            }
            game.check_player(&spec).unwrap();
            let mut session = game.session(&Place::default()).unwrap();
            let limits = Limits {
                nodes: Some(2_000),
                ..Limits::default()
            };
            let report = session.think(&spec, &limits, &mut NoObserver).unwrap();
            assert_eq!(report.lines[0].moves[0], report.best);
            session.play(&report.best.text).unwrap();
        }
    }
}

#[test]
fn players_keep_their_randomness_from_move_to_move() {
    let game_of = |seed: u64| {
        let mut session = table("anpanman", None, "").unwrap();
        let spec = player(&format!("rai:seed={seed}"));
        while !session.is_over() {
            let report = session.think(&spec, &Limits::default(), &mut NoObserver);
            session.play(&report.unwrap().best.text).unwrap();
        }
        session.record().moves
    };
    assert_eq!(game_of(1), game_of(1), "the same seed gives the same game");
    let different = (2..10).filter(|&seed| game_of(seed) != game_of(1)).count();
    assert!(different > 4, "seeds make a difference");
}

#[test]
fn unknown_players_and_settings_are_refused_with_what_there_is() {
    let game = Lab::new().open_game("anpanman").unwrap();
    let told = |text: &str| {
        let error = game.check_player(&player(text)).unwrap_err();
        assert_eq!(error.exit() as u8, 2);
        error.to_string()
    };
    assert!(told("asia").contains("did you mean \"asai\"?"));
    assert!(told("master").contains("human random lookahead alphabeta mcts asai rai perfect"));
    assert!(told("asai:dept=3").contains("it takes depth"));
    assert!(told("asai:depth=0").contains("from 1 to 100"));
    assert!(told("alphabeta:time=soon").contains("500ms"));
    assert!(told("alphabeta:hash=1000000").contains("hash"));
    let error = "human:depth=3".parse::<PlayerSpec>().unwrap_err();
    assert_eq!(error.exit() as u8, 2);
    assert!(error.to_string().contains("human"));
}

#[test]
fn an_observer_sees_iterations_and_can_stop_the_player() {
    struct Counter(Vec<u32>);
    impl Observer for Counter {
        fn report(&mut self, report: &Report) {
            self.0.push(report.depth);
        }
    }
    let mut session = table("minishogi", None, "").unwrap();
    let mut counter = Counter(Vec::new());
    let spec = player("alphabeta:depth=4,hash=1");
    let report = session
        .think(&spec, &Limits::default(), &mut counter)
        .unwrap();
    assert_eq!(report.depth, 4);
    assert_eq!(counter.0.last(), Some(&4));

    let stop = StopFlag::default();
    stop.raise();
    let limits = Limits {
        time: Some(Duration::from_secs(3600)),
        ..Limits::default()
    };
    let report = session.think(&player("alphabeta:hash=1"), &limits, &mut stop.clone());
    session.play(&report.unwrap().best.text).unwrap();
}

#[test]
fn terms_tell_the_reasons_of_the_evaluation() {
    let terms = table("anpanman", None, "b5b4").unwrap().terms();
    let names: Vec<&str> = terms.iter().map(|term| term.name).collect();
    assert_eq!(names, ["material", "advance", "mobility"]);
    assert_eq!(terms[0].first, terms[0].second);
    assert!(
        terms[1].first > terms[1].second,
        "First's leader has advanced"
    );
}

#[test]
fn perft_and_divide_agree_on_any_number_of_threads() {
    for game in Lab::new().all_games() {
        let place = Place::default();
        // Four plies, or three on large boards.
        let is_large = game.perft(&place, 2, 1).unwrap().nodes > 50_000;
        let depth = if is_large { 3 } else { 4 };
        let one = game.perft(&place, depth, 1).unwrap().nodes;
        assert_eq!(game.perft(&place, depth, 3).unwrap().nodes, one);
        let divided = game.divide(&place, depth, 3).unwrap();
        assert_eq!(divided.nodes, one);
        let lines = divided.divide.unwrap();
        assert!(lines.is_sorted_by(|a, b| a.text < b.text));
        assert_eq!(game.divide(&place, 0, 1).unwrap().nodes, 1);
        assert_eq!(game.perft(&place, 0, 1).unwrap().nodes, 1);
    }
}

/// Nothing but a search that goes on for ever would take so long: these end by themselves.
const NEVER: Duration = Duration::from_secs(3600);

fn thought(game: &str, position: &str, player: &str, limits: &Limits) -> Report {
    let game = Lab::new().open_game(game).unwrap();
    let place = Place::at(Some(position));
    let mut session = game.session(&place).unwrap();
    let player = player.parse().unwrap();
    session.think(&player, limits, &mut NoObserver).unwrap()
}

/// The positions of two reviews: the engine recommended e2e4, which draws, and a move that loses in 8.
#[test]
fn a_search_without_bounds_knows_what_the_tables_know() {
    for (name, position) in [
        ("chess?goal=promotion", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"),
        ("anpanman", "h2/1bd/3/2A/C1S b -"),
    ] {
        let limits = Limits {
            time: Some(NEVER),
            ..Limits::default()
        };
        let report = thought(name, position, "alphabeta", &limits);
        let game = Lab::new().open_game(name).unwrap();
        let known = game.tablebase(None).unwrap();
        let known = known.probe(&Place::at(Some(position))).unwrap();
        let best = known.moves.iter().find(|mv| mv.text == report.best.text);
        assert_eq!(best.unwrap().answer, known.answer, "{name}");
    }
}

/// Bounded searches visit the same positions whatever tables there are, unless they are told to probe.
#[test]
fn a_bounded_search_probes_only_if_told() {
    let (game, start) = ("anpanman", "hbd/3/3/3/CAS b -");
    let nodes = |player: &str, limits: &Limits| thought(game, start, player, limits).nodes;
    let none = Limits::default();
    let off = nodes("alphabeta:depth=4,tables=off", &none);
    assert_eq!(nodes("alphabeta:depth=4", &none), off);
    assert!(nodes("alphabeta:depth=4,tables=on", &none) < off);
    let bounded = Limits {
        depth: Some(4),
        ..Limits::default()
    };
    assert_eq!(nodes("alphabeta", &bounded), off);
    assert!(nodes("alphabeta:tables=on", &bounded) < off);
}

/// A level that is meant to make mistakes does not play from tables.
#[test]
fn only_the_strongest_levels_know_the_tables() {
    let game = Lab::new().open_game("anpanman").unwrap();
    for level in levels(&*game, true) {
        let player: PlayerSpec = level.player.parse().unwrap();
        let bounded = ["depth", "nodes"]
            .iter()
            .any(|key| player.setting(key).is_some());
        let probes =
            player.name() == "alphabeta" && !bounded && player.setting("tables") != Some("off");
        assert_eq!(probes, level.id == "level-strongest", "{}", level.player);
    }
}
