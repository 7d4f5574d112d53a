//! Whole matches: the same whatever the number of threads, safe against kills and bad engines.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use yomikiri_arena::{
    EngineCommand, Finished, Keeper, Limited, Match, Openings, Outside, Participant, Plan, Played,
    RunDir, RunError, SideLimits, Summary,
};
use yomikiri_game_api::{
    Declare, EngineProfile, FaultKind, Game, Limits, Line, Notation, Observer, Player, PlayerFault,
    SplitMix64, SquareNames, Thought,
};
use yomikiri_games::koma::{Koma, KomaEval};
use yomikiri_protocols::{Dialect, Protocol};
use yomikiri_search::{AlphaBetaOptions, Lookahead, Random};

fn inside<P: Player<Koma> + 'static>(
    name: &str,
    make: impl Fn(u64) -> P + Send + Sync + 'static,
) -> Participant<Koma> {
    let make = move || -> Result<Box<dyn Player<Koma>>, PlayerFault> {
        // The seed is set anew for every game.
        let player: Box<dyn Player<Koma>> = Box::new(make(0));
        Ok(Box::new(Limited::new(player, Limits::default())))
    };
    Participant {
        name: name.into(),
        limits: SideLimits::default(),
        make: Box::new(make),
        seed: Some(0),
        outside: false,
    }
}

fn asai(game: &Koma) -> Participant<Koma> {
    let eval = KomaEval::new(game);
    inside("asai", move |seed| Lookahead::new(eval.clone(), 2, seed))
}

fn rai() -> Participant<Koma> {
    inside("rai", Random::new)
}

fn anpanman() -> Koma {
    Koma::builtin("anpanman").expect("a built-in game")
}

/// Plays a plan to the end without saving it.
fn play(
    game: &Koma,
    participants: [Participant<Koma>; 2],
    plan: &Plan,
) -> Result<Finished, RunError> {
    let contest = Match {
        game,
        participants,
        probe: None,
    };
    let stop = AtomicBool::new(false);
    contest.run(plan, Vec::new(), &stop, &mut |_, _| Ok(()))
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let game = anpanman();
    for openings in [
        Openings::Start,
        Openings::Random {
            plies: 3,
            balanced: false,
        },
    ] {
        let mut plan = Plan {
            openings,
            ..Plan::new(60, 7)
        };
        let alone = play(&game, [asai(&game), rai()], &plan).unwrap();
        plan.concurrency = 4;
        let together = play(&game, [asai(&game), rai()], &plan).unwrap();
        assert_eq!(alone, together);
        assert_eq!(alone.games.len(), 60);
        plan.seed = 8;
        let other = play(&game, [asai(&game), rai()], &plan).unwrap();
        assert_ne!(alone, other);
    }
}

#[test]
fn a_test_decides_at_the_same_pair_whatever_the_number_of_threads() {
    let game = anpanman();
    let mut plan = Plan {
        sprt: Some(yomikiri_arena::stats::Sprt::new(0.0, 100.0)),
        ..Plan::new(400, 3)
    };
    let alone = play(&game, [asai(&game), rai()], &plan).unwrap();
    plan.concurrency = 4;
    let together = play(&game, [asai(&game), rai()], &plan).unwrap();
    assert_eq!(alone.games, together.games);
    assert!(alone.decision.is_some() && alone.complete);
    assert!(alone.games.len() < 400);
}

#[test]
fn pairs_share_their_opening_and_swap_sides() {
    let game = anpanman();
    let plan = Plan {
        openings: Openings::Random {
            plies: 4,
            balanced: false,
        },
        ..Plan::new(20, 5)
    };
    let finished = play(&game, [asai(&game), rai()], &plan).unwrap();
    for pair in finished.games.chunks(2) {
        assert_eq!(pair[0].opening(), pair[1].opening());
        assert_eq!((pair[0].first, pair[1].first), (0, 1));
    }
    let different = finished.games.iter().map(Played::opening);
    assert!(different.collect::<std::collections::HashSet<_>>().len() > 5);
}

#[test]
fn a_table_measures_what_was_given_away() {
    // A "tablebase" that sees one ply: enough to be probed at every position.
    struct OnePly;
    impl yomikiri_game_api::Probe<Koma> for OnePly {
        fn probe(
            &self,
            game: &Koma,
            at: &<Koma as Game>::Position,
        ) -> Result<Option<yomikiri_game_api::Probed>, yomikiri_game_api::ProbeError> {
            let mut moves = Vec::new();
            game.legal_moves(at, &mut moves);
            let wins = moves.iter().any(|&mv| {
                let mut next = *at;
                game.play(&mut next, mv);
                game.outcome(&next)
                    .is_some_and(|end| end.winner == Some(game.turn(at)))
            });
            use yomikiri_game_api::{Probed, Value};
            Ok(Some(match wins {
                true => Probed {
                    value: Value::Win,
                    distance: Some(1),
                },
                false => Probed {
                    value: Value::Draw,
                    distance: None,
                },
            }))
        }
    }
    let game = anpanman();
    let contest = Match {
        game: &game,
        participants: [asai(&game), rai()],
        probe: Some(std::sync::Arc::new(OnePly)),
    };
    let stop = AtomicBool::new(false);
    let plan = Plan::new(40, 1);
    let finished = contest
        .run(&plan, Vec::new(), &stop, &mut |_, _| Ok(()))
        .unwrap();
    let summary = Summary::of("anpanman", ["asai", "rai"], &plan, &finished);
    let [asai, rai] = summary.regret.unwrap();
    assert!(asai.moves > 0 && rai.moves > 0);
    // A random player misses wins in one, a player of depth 2 never does.
    assert_eq!(asai.half + asai.whole, asai.moves - asai.kept);
    assert!(rai.kept_share() < asai.kept_share());
    let plies: usize = finished
        .games
        .iter()
        .map(|game| game.lost_by_ply.len())
        .sum();
    let played: u32 = finished.games.iter().map(Played::plies).sum();
    assert_eq!(plies, played as usize);
}

/// Runs a plan in a directory, stopping after `most` new games.
fn run_in(dir: &Path, game: &Koma, plan: &Plan, resume: bool, most: u64) -> Finished {
    let manifest = serde_json::json!({ "seed": plan.seed });
    let mut run = RunDir::open(dir, &manifest, resume).unwrap();
    let keeper = Keeper::new(game, "anpanman", ["asai", "rai"]);
    let done = run.read(&keeper).unwrap();
    let contest = Match {
        game,
        participants: [asai(game), rai()],
        probe: None,
    };
    let stop = AtomicBool::new(false);
    let mut count = 0;
    let mut keep = |game: &Played, _: &_| {
        count += 1;
        if count > most {
            return Err(std::io::Error::other("enough"));
        }
        run.append(&keeper.write(game)?)
    };
    contest
        .run(plan, done, &stop, &mut keep)
        .unwrap_or_default()
}

#[test]
fn a_torn_run_goes_on_and_ends_like_an_unbroken_one() {
    let game = anpanman();
    let plan = Plan {
        openings: Openings::Random {
            plies: 2,
            balanced: false,
        },
        concurrency: 2,
        ..Plan::new(40, 11)
    };
    let whole = play(&game, [asai(&game), rai()], &plan).unwrap();
    let mut rng = SplitMix64::new(1);
    for _ in 0..5 {
        let dir = tempfile::tempdir().unwrap();
        run_in(dir.path(), &game, &plan, false, 25);
        // Killed in the middle of a line, anywhere.
        let file = dir.path().join("games.jsonl");
        let bytes = std::fs::read(&file).unwrap();
        std::fs::write(&file, &bytes[..rng.below(bytes.len())]).unwrap();
        let resumed = run_in(dir.path(), &game, &plan, true, u64::MAX);
        assert_eq!(resumed.games, whole.games);
        let lines = std::fs::read_to_string(&file).unwrap();
        assert_eq!(lines.lines().count(), 40, "no game twice");
    }
}

#[test]
fn another_run_is_not_gone_on_with() {
    let dir = tempfile::tempdir().unwrap();
    let manifest = serde_json::json!({ "seed": 1, "games": 10 });
    RunDir::open(dir.path(), &manifest, false).unwrap();
    let open = |manifest: serde_json::Value, resume| RunDir::open(dir.path(), &manifest, resume);
    assert!(
        open(manifest.clone(), false).is_err(),
        "a run exists already"
    );
    assert!(open(serde_json::json!({ "seed": 2, "games": 10 }), true).is_err());
    assert!(open(serde_json::json!({ "seed": 1, "games": 20 }), true).is_ok());
    assert!(RunDir::open(&dir.path().join("none"), &manifest, true).is_err());
}

/// A report is self-contained, and nothing in it is infinite.
fn check_report(plan: &Plan, finished: &Finished) -> String {
    let summary = Summary::of("<anpanman>", ["a & b", "c"], plan, finished);
    let manifest = serde_json::json!({ "seed": plan.seed, "first": "a & b" });
    let page = yomikiri_arena::write_report(&summary, &finished.games, &manifest);
    let block = yomikiri_arena::write_block(&summary, "");
    for text in [&page, &block] {
        for bad in ["NaN", "inf ", "inf<", "-0.00 "] {
            assert!(!text.contains(bad), "{bad} in {text}");
        }
    }
    for bad in ["<script", "http:", "https:", "<anpanman>", "a & b"] {
        assert!(!page.contains(bad), "{bad}");
    }
    assert_eq!(page.matches("<svg").count(), page.matches("</svg>").count());
    page
}

#[test]
fn reports_stand_by_themselves() {
    let game = anpanman();
    for (games, max_plies) in [(2, None), (30, None), (30, Some(1)), (30, Some(0))] {
        let mut plan = Plan::new(games, 1);
        plan.adjudication.max_plies = max_plies;
        let mut finished = play(&game, [asai(&game), rai()], &plan).unwrap();
        assert!(check_report(&plan, &finished).contains("Score by game"));
        finished.games.truncate(1);
        check_report(&plan, &finished);
        finished.games.clear();
        check_report(&plan, &finished);
    }
}

#[test]
fn openings_come_from_files() {
    let game = anpanman();
    let text = "# two lines\nb5a4 b1a2\nhbd/3/3/3/CAS w - # a position\n";
    let plan = Plan {
        openings: Openings::from_text(text),
        ..Plan::new(8, 1)
    };
    let finished = play(&game, [asai(&game), rai()], &plan).unwrap();
    assert_eq!(finished.games[0].opening_plies, 2);
    assert_eq!(finished.games[2].start, "hbd/3/3/3/CAS w -");
    let summary = Summary::of("anpanman", ["asai", "rai"], &plan, &finished);
    assert_eq!(summary.openings.len(), 2);
    for bad in ["", "zz", "b5a4 b5a4", "b5a4 x"] {
        let plan = Plan {
            openings: Openings::from_text(bad),
            ..Plan::new(2, 1)
        };
        let error = play(&game, [asai(&game), rai()], &plan).unwrap_err();
        assert!(matches!(error, RunError::Opening(_)), "{bad}");
    }
}

/// A fake engine: a shell script that answers each line it reads.
fn fake(dir: &Path, name: &str, body: &str) -> Participant<Koma> {
    let script = dir.join(name);
    std::fs::write(&script, body).unwrap();
    engine(&format!("sh {}", script.display()), "1s")
}

fn engine(command: &str, timeout: &str) -> Participant<Koma> {
    let game = minishogi();
    let start = game.write_position(&game.start());
    let command = EngineCommand::read(&format!("{command},timeout={timeout}")).unwrap();
    let protocol = command.protocol.unwrap_or(Protocol::Uci);
    let dialect = Dialect::new("minishogi", &game.profile().engines, &start, protocol).unwrap();
    let make = move || -> Result<Box<dyn Player<Koma>>, PlayerFault> {
        Ok(Box::new(Outside::start(&command, dialect.clone())?))
    };
    Participant {
        name: "engine".into(),
        limits: SideLimits::read("depth=2").unwrap(),
        make: Box::new(make),
        seed: None,
        outside: true,
    }
}

fn minishogi() -> Koma {
    Koma::builtin("minishogi").expect("a built-in game")
}

/// A fake UCI engine that runs `on_go` when asked for a move.
fn uci_script(on_go: &str) -> String {
    format!(
        "while read line; do case \"$line\" in\n\
         uci) echo 'id name fake'; echo uciok;;\n\
         isready) echo readyok;;\n\
         go*) {on_go};;\n\
         quit) exit 0;;\n\
         esac; done\n"
    )
}

/// Checks that every game against a bad engine is lost by it, with the right kind of fault and
/// message.
fn check_fault(name: &str, on_go: &str, kind: FaultKind, words: &str) {
    let dir = tempfile::tempdir().unwrap();
    let game = minishogi();
    let bad = fake(dir.path(), name, &uci_script(on_go));
    let finished = play(&game, [bad, rai()], &Plan::new(2, 1)).unwrap();
    assert_eq!(finished.games.len(), 2, "{name}: the match goes on");
    for played in &finished.games {
        assert_eq!(played.winning_participant(), Some(1), "{name}");
        let fault = played.fault.as_ref().expect("a fault");
        assert_eq!(fault.kind, kind, "{name}: {fault:?}");
        let told = format!("{} {}", fault.text, fault.stderr);
        assert!(told.contains(words), "{name}: {told}");
    }
    assert!(Summary::nothing_played(&finished.games).is_some(), "{name}");
    // Faults are stored in the records of the run.
    let keeper = Keeper::new(&game, "minishogi", ["engine", "rai"]);
    let line = keeper.write(&finished.games[0]).unwrap();
    assert_eq!(
        keeper.read(line.trim()).unwrap().fault,
        finished.games[0].fault
    );
}

#[test]
fn bad_engines_lose_their_games_and_are_reported() {
    check_fault(
        "garbage",
        "echo bestmove xyzzy",
        FaultKind::IllegalMove,
        "xyzzy",
    );
    check_fault(
        "illegal",
        "echo bestmove a1a5",
        FaultKind::IllegalMove,
        "a5a1",
    );
    check_fault(
        "dies",
        "echo help me >&2; exit 3",
        FaultKind::Crash,
        "help me",
    );
    check_fault("hangs", "sleep 100", FaultKind::Time, "no move within");
    check_fault(
        "babbles",
        "echo I think; sleep 100",
        FaultKind::Time,
        "I think",
    );
}

#[test]
fn a_flood_of_junk_is_survived() {
    check_fault(
        "flood",
        "yes 2>/dev/null",
        FaultKind::Time,
        "no move within",
    );
}

#[test]
fn an_engine_that_resigns_loses_but_has_not_failed() {
    let dir = tempfile::tempdir().unwrap();
    let quits = fake(dir.path(), "quits", &uci_script("echo bestmove resign"));
    let finished = play(&minishogi(), [quits, rai()], &Plan::new(2, 1)).unwrap();
    assert_eq!(finished.games[0].reason, "resign");
    assert!(Summary::nothing_played(&finished.games).is_none());
}

#[test]
fn an_engine_without_a_move_has_not_lost() {
    let dir = tempfile::tempdir().unwrap();
    let game = minishogi();
    // By a rule of its own the game is over: the protocol's word for it is not a resignation.
    for (said, score) in [("nobestmove", "cp 0"), ("bestmove (none)", "cp -300")] {
        let on_go = format!("echo info depth 9 score {score}; echo '{said}'");
        let quits = fake(dir.path(), "quits", &uci_script(&on_go));
        let plan = Plan::new(2, 1);
        let finished = play(&game, [quits, rai()], &plan).unwrap();
        for played in &finished.games {
            assert_eq!(played.winner, None);
            assert_eq!(played.reason, "no-move");
            let fault = played.fault.as_ref().expect("a fault");
            assert_eq!(fault.kind, FaultKind::NoMove);
            assert!(fault.text.contains(said), "{}", fault.text);
            let keeper = Keeper::new(&game, "minishogi", ["engine", "rai"]);
            let line = keeper.write(played).unwrap();
            assert_eq!(&keeper.read(line.trim()).unwrap(), played);
        }
        let summary = Summary::of("minishogi", ["engine", "rai"], &plan, &finished);
        assert_eq!((summary.draws, summary.wins_second), (2, 0));
        let fault = &summary.faults[0];
        assert_eq!((fault.player.as_str(), fault.kind), ("engine", "no-move"));
        assert!(
            summary
                .warnings
                .iter()
                .any(|warning| warning.code == "broken-off")
        );
    }
    // Who sees itself mated gives up.
    let mated = "echo info depth 9 score mate -1; echo 'bestmove (none)'";
    let mated = fake(dir.path(), "mated", &uci_script(mated));
    let finished = play(&game, [mated, rai()], &Plan::new(2, 1)).unwrap();
    for played in &finished.games {
        assert_eq!(played.reason, "resign");
        assert_eq!(played.winning_participant(), Some(1));
    }
}

/// A plan in which each player makes one move.
fn one_move_each(games: u64) -> Plan {
    let mut plan = Plan::new(games, 1);
    plan.swap = false;
    plan.adjudication.max_plies = Some(2);
    plan
}

/// Only Linux tells the CPU time of other processes.
#[cfg(target_os = "linux")]
#[test]
fn an_engine_is_stopped_when_its_children_have_used_its_processor_time() {
    // It thinks in a process of its own until it is told to stop, and says no move before that.
    let dir = tempfile::tempdir().unwrap();
    let script = "while read line; do case \"$line\" in\n\
         uci) echo uciok;;\n\
         isready) echo readyok;;\n\
         go*) (while :; do :; done) & thinks=$!;;\n\
         stop) kill $thinks; wait $thinks 2>/dev/null; echo bestmove a2a3;;\n\
         quit) exit 0;;\n\
         esac; done\n";
    let mut thinks = fake(dir.path(), "thinks", script);
    thinks.limits = SideLimits::read("cpu=30ms").unwrap();
    let plan = one_move_each(8);
    let finished = play(&minishogi(), [thinks, rai()], &plan).unwrap();
    assert_eq!(finished.games.len(), 8);
    for played in &finished.games {
        assert_eq!(played.reason, "move-limit", "{:?}", played.fault);
        assert_eq!(played.processor_moves, [1, 1]);
        // Asked for earlier after late answers, but never before a quarter.
        assert!(played.processor_us.unwrap()[0] > 7_000, "{played:?}");
    }
    let summary = Summary::of("minishogi", ["engine", "rai"], &plan, &finished);
    assert!(summary.processor_ms_per_move.unwrap()[0] > 7.0);
}

#[cfg(target_os = "linux")]
#[test]
fn an_engine_that_uses_more_processor_time_than_it_has_is_reported() {
    // Deaf while it counts.
    let dir = tempfile::tempdir().unwrap();
    let count = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; echo bestmove a2a3";
    let mut deaf = fake(dir.path(), "deaf", &uci_script(count));
    deaf.limits = SideLimits::read("cpu=5ms").unwrap();
    let plan = one_move_each(4);
    let finished = play(&minishogi(), [deaf, rai()], &plan).unwrap();
    let summary = Summary::of("minishogi", ["engine", "rai"], &plan, &finished);
    let warning = summary
        .warnings
        .iter()
        .find(|w| w.code == "cpu-over-target");
    let values = &warning.expect("a warning").values;
    assert_eq!(
        (values["player"].as_str(), values["target"].as_str()),
        ("engine", "5.0")
    );
}

#[cfg(unix)]
#[test]
fn a_built_in_player_is_stopped_by_the_processor_time_of_its_thread() {
    let game = minishogi();
    let eval = KomaEval::new(&game);
    let mut thinks = inside("alphabeta", move |_| {
        yomikiri_search::AlphaBeta::new(eval.clone(), eval.clone(), AlphaBetaOptions::default())
    });
    thinks.limits = SideLimits::read("cpu=40ms").unwrap();
    let plan = one_move_each(6);
    let finished = play(&game, [thinks, rai()], &plan).unwrap();
    let summary = Summary::of("minishogi", ["alphabeta", "rai"], &plan, &finished);
    let [used, random] = summary.processor_ms_per_move.unwrap();
    assert!((20.0..80.0).contains(&used), "{used}");
    assert!(random < 10.0, "{random}");
}

/// Resigns at its third move.
struct Resigns {
    moves: u32,
}

impl Player<Koma> for Resigns {
    fn think(
        &mut self,
        game: &Koma,
        line: &Line<Koma>,
        _limits: &Limits,
        _observer: &mut dyn Observer<Koma>,
    ) -> Result<Thought<<Koma as Game>::Move>, PlayerFault> {
        let mut legal = Vec::new();
        line.legal_moves(game, &mut legal);
        self.moves += 1;
        match self.moves {
            3 => Ok(Thought::resignation(legal[0])),
            _ => Ok(Thought::plain(legal[0])),
        }
    }

    fn new_game(&mut self) -> Result<(), PlayerFault> {
        self.moves = 0;
        Ok(())
    }
}

#[test]
fn a_player_may_resign() {
    let game = minishogi();
    let resigns = inside("resigns", |_| Resigns { moves: 0 });
    let finished = play(&game, [resigns, rai()], &Plan::new(4, 1)).unwrap();
    assert!(finished.complete);
    for played in &finished.games {
        assert_eq!(played.reason, "resign");
        assert_eq!(played.winning_participant(), Some(1));
        // First resigns before its third move, Second before its third: after 4 or 5 plies.
        assert_eq!(played.plies(), 4 + played.number as u32 % 2);
    }
    assert!(Summary::nothing_played(&finished.games).is_none());
    // Records know the reason, and read it back.
    let keeper = Keeper::new(&game, "minishogi", ["resigns", "rai"]);
    let record = keeper.record(&finished.games[0]);
    assert_eq!(record.result.as_ref().unwrap().reason, "resign");
    assert_eq!(Played::of_record(&record).unwrap().reason, "resign");
}

#[test]
fn engines_that_cannot_start_end_the_match() {
    let dir = tempfile::tempdir().unwrap();
    let check = |participant: Participant<Koma>, words: &str| {
        let error = play(&minishogi(), [participant, rai()], &Plan::new(2, 1)).unwrap_err();
        assert!(matches!(error, RunError::Start { .. }), "{error}");
        assert!(error.to_string().contains(words), "{error}");
    };
    check(engine("/no/such/engine", "1s"), "/no/such/engine");
    check(fake(dir.path(), "mute", "sleep 100"), "greeting");
    check(fake(dir.path(), "gone", "exit 7"), "7");
    check(
        fake(
            dir.path(),
            "junk",
            "while true; do echo junk; sleep 1; done",
        ),
        "greeting",
    );
}

#[test]
fn the_match_can_stop_at_the_first_fault() {
    let dir = tempfile::tempdir().unwrap();
    let bad = fake(dir.path(), "bad", &uci_script("echo bestmove zz"));
    let plan = Plan {
        stop_on_fault: true,
        ..Plan::new(10, 1)
    };
    let finished = play(&minishogi(), [bad, rai()], &plan).unwrap();
    assert!(finished.games.len() < 10 && !finished.complete);
}

#[test]
fn engines_that_are_told_move_by_move_are_understood() {
    // Minishogi over GTP, to test the protocol without a game of Go.
    let gtp = "while read line; do case \"$line\" in\n\
               protocol_version) echo '= 2'; echo;;\n\
               [0-9]*' protocol_version') echo \"=${line%% *} 2\"; echo;;\n\
               set*) echo '= an answer with words'; echo;;\n\
               play*) echo \"$line\" >> PLAYED; echo '='; echo;;\n\
               genmove*) if [ -e ONCE ]; then echo '= resign'; else touch ONCE; echo '= a4a3'; fi; echo;;\n\
               quit) exit 0;;\n\
               *) echo '='; echo;;\n\
               esac; done\n";
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).display().to_string();
    let script = dir.path().join("gtp");
    let gtp = gtp
        .replace("PLAYED", &at("played"))
        .replace("ONCE", &at("once"));
    std::fs::write(&script, gtp).unwrap();
    let game = minishogi();
    let start = game.write_position(&game.start());
    let command = format!("sh {},timeout=5s", script.display());
    let command = EngineCommand::read(&command).unwrap();
    let engines = EngineProfile {
        protocols: &[("gtp", SquareNames::Same)],
        gtp_setup: vec!["set something up".into()],
        ..EngineProfile::default()
    };
    let dialect = Dialect::new("go", &engines, &start, Protocol::Gtp).unwrap();
    let make = move || -> Result<Box<dyn Player<Koma>>, PlayerFault> {
        Ok(Box::new(Outside::start(&command, dialect.clone())?))
    };
    let told = Participant {
        name: "told".into(),
        limits: SideLimits::default(),
        make: Box::new(make),
        seed: None,
        outside: true,
    };
    let plan = Plan {
        swap: false,
        ..Plan::new(1, 1)
    };
    let finished = play(&game, [told, rai()], &plan).unwrap();
    let played = &finished.games[0];
    assert_eq!(played.reason, "resign", "{played:?}");
    assert_eq!(played.plies(), 2);
    assert_eq!(played.moves[0].text, "a4a3");
    // It knows its own move; only the opponent's was sent.
    let heard = std::fs::read_to_string(dir.path().join("played")).unwrap();
    assert_eq!(heard.trim(), format!("play w {}", played.moves[1].text));
}

/// Whole games against a real engine in three languages, where it is installed.
#[test]
fn fairy_stockfish_plays_minishogi() {
    const ENGINE: &str = "/usr/games/fairy-stockfish";
    if !Path::new(ENGINE).exists() {
        eprintln!("skipped: no {ENGINE}");
        return;
    }
    for protocol in ["uci", "usi", "xboard"] {
        let real = engine(&format!("{ENGINE},protocol={protocol}"), "10s");
        let plan = Plan {
            openings: Openings::Random {
                plies: 4,
                balanced: false,
            },
            ..Plan::new(4, 2)
        };
        let finished = play(&minishogi(), [real, rai()], &plan).unwrap();
        assert!(finished.complete);
        for played in &finished.games {
            let fault = played.fault.as_ref();
            assert!(
                fault.is_none_or(|f| f.kind == FaultKind::Resign),
                "{protocol}: {played:?}"
            );
            assert_eq!(
                played.winning_participant(),
                Some(0),
                "{protocol}: {played:?}"
            );
        }
    }
}
