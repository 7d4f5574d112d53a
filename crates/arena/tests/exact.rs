//! Exact regret, balanced openings and adjudication by the real table of a solved game.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use yomikiri_arena::{Finished, Match, Openings, Participant, Plan, Played, SideLimits, Summary};
use yomikiri_game_api::{Player, PlayerFault, Probe, Tier, Value};
use yomikiri_games::koma::{Koma, KomaEval, KomaTiers};
use yomikiri_search::{Lookahead, Random};
use yomikiri_solver::NoProgress;
use yomikiri_solver::tablebase::{SolveOrder, TableLocation, Tablebase, TablebaseSpec};

/// Solves Anpanman shogi, which takes a moment.
fn table(game: &Koma) -> Arc<dyn Probe<Koma>> {
    let dir = tempfile::tempdir().unwrap();
    let spec = TablebaseSpec::new(|game| Ok(KomaTiers::new(game)));
    let location = TableLocation::new(dir.path(), "anpanman");
    let base = Tablebase::new(game.clone(), spec, location, Arc::default()).unwrap();
    let order = SolveOrder {
        threads: 2,
        ..SolveOrder::default()
    };
    base.solve(&[Tier::WHOLE], &order, &NoProgress, |_| Ok(()))
        .expect("a solution");
    // The file is open, and stays so when the folder goes away.
    Arc::new(base)
}

fn participant<P: Player<Koma> + 'static>(
    name: &str,
    make: impl Fn(u64) -> P + Send + Sync + 'static,
) -> Participant<Koma> {
    let make = move || -> Result<Box<dyn Player<Koma>>, PlayerFault> { Ok(Box::new(make(0))) };
    Participant {
        name: name.into(),
        limits: SideLimits::default(),
        make: Box::new(make),
        seed: Some(0),
        outside: false,
    }
}

/// Half points that the participants gave away in a game.
fn lost(played: &Played) -> [i32; 2] {
    let mut lost = [0; 2];
    for &(participant, half) in played.lost_by_ply.iter().flatten() {
        lost[participant] += i32::from(half);
    }
    lost
}

#[test]
fn what_is_given_away_adds_up_to_the_result() {
    let game = Koma::builtin("anpanman").unwrap();
    let probe = table(&game);
    let eval = KomaEval::new(&game);
    let contest = Match {
        game: &game,
        participants: [
            participant("asai", move |seed| Lookahead::new(eval.clone(), 3, seed)),
            participant("rai", Random::new),
        ],
        probe: Some(Arc::clone(&probe)),
    };
    let stop = AtomicBool::new(false);
    let run = |plan: &Plan| -> Finished {
        contest
            .run(plan, Vec::new(), &stop, &mut |_, _| Ok(()))
            .unwrap()
    };

    // 1. From the start, a draw: the result is half the points, minus what was lost, plus what the
    //    opponent lost.
    let plan = Plan::new(100, 1);
    let finished = run(&plan);
    for played in &finished.games {
        let [one, two] = lost(played);
        assert_eq!(played.points_of_one() as i32, 1 - one + two, "{played:?}");
    }
    let summary = Summary::of("anpanman", ["asai", "rai"], &plan, &finished);
    let [asai, rai] = summary.regret.expect("a table knows");
    assert!(asai.kept_share() > rai.kept_share(), "{asai:?} {rai:?}");
    assert_eq!(asai.moves, asai.kept + asai.half + asai.whole);

    // 2. Balanced openings are draws.
    let plan = Plan {
        openings: Openings::Random {
            plies: 4,
            balanced: true,
        },
        ..Plan::new(20, 2)
    };
    for pair in 0..10 {
        let line = plan
            .openings
            .line(&game, plan.seed, pair, Some(&*probe))
            .unwrap();
        let value = probe
            .probe(&game, line.last())
            .unwrap()
            .map(|probed| probed.value);
        assert_eq!(value, Some(Value::Draw));
    }
    assert_eq!(run(&plan).games.len(), 20);

    // 3. A table ends games with their exact value.
    let mut plan = Plan {
        openings: Openings::Random {
            plies: 6,
            balanced: false,
        },
        ..Plan::new(20, 3)
    };
    plan.adjudication.table = true;
    for played in run(&plan).games {
        assert_eq!(played.plies(), 6);
        assert_eq!(played.reason, "adjudication");
    }
}
