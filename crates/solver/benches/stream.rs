//! Solving with a tenth of the state in memory, beside the solve in memory, in the same run: CPU seconds
//! (system time included) and the memory that was counted. What the tiers lead to is solved before and stays in
//! memory.
//!
//! `cargo bench -p yomikiri-solver --bench stream` takes Anpanman shogi and some endings; `-- dobutsu` also Dobutsu
//! shogi.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use usage::ours;
use yomikiri_game_api::{Game, Indexer, Metric, Tiers};
use yomikiri_games::chess::{Chess, ChessIndexer, ChessTiers};
use yomikiri_games::janken::{Janken, JankenTiers};
use yomikiri_games::koma::{Koma, KomaTiers};
use yomikiri_games::xiangqi::{Xiangqi, XiangqiTiers};
use yomikiri_solver::cell::Coding;
use yomikiri_solver::local::Settings;
use yomikiri_solver::stream::tally::Tally;
use yomikiri_solver::stream::{self, Limits, state_bytes};
use yomikiri_solver::tablebase::{TableLocation, Tablebase, TablebaseSpec};
use yomikiri_solver::{NoProgress, lanes};

mod usage;

/// Runs of each way, by turns; the best counts.
const RUNS: usize = 3;

fn compare<G: Game, T: Tiers<G>>(
    game: G,
    spec: TablebaseSpec<G, T>,
    what: Option<&str>,
    runs: usize,
) {
    let location = TableLocation::new(Path::new(""), "game");
    let base = Tablebase::new(game, spec, location, Arc::default()).expect("tiers");
    let tier = base.parse_tier(what).expect("a tier");
    let tiers = base.tiers();
    let first = tiers.group(tier)[0];
    let settings = Settings {
        longest: tiers.cost(first).longest,
        ..Settings::default()
    };
    let mut solved = HashMap::new();
    let whole = base.solve_group_in_memory(tier, &settings, &NoProgress, &mut solved);
    let whole = whole.expect("solved");
    let children: Vec<_> = tiers
        .children(first)
        .into_iter()
        .map(|child| Arc::clone(&solved[&tiers.group(child)[0]]))
        .collect();
    let values = |child: usize, index: u64| children[child].answer(index);
    let indexer = base.indexer(first).expect("an indexer");
    let state = state_bytes::<G, _>(&*indexer, whole.coding());
    assert!(settings.metric == Metric::End && whole.coding() == Coding::Cell8);
    let folder = tempfile::tempdir().expect("a folder");
    let limits = Limits {
        memory: state / 10,
        dir: folder.path().join("working"),
    };
    let (mut alone, mut streamed, mut most) = (f64::MAX, f64::MAX, 0);
    for _ in 0..runs {
        let begun = ours().seconds;
        (spec.solve_tier)(&indexer, &values, &settings, &NoProgress).expect("solved");
        alone = alone.min(ours().seconds - begun);
        let (begun, tally) = (ours().seconds, Tally::default());
        let place = (&limits, &tally);
        let again = stream::solve_tier::<G, _>(&*indexer, &values, &settings, place, &NoProgress);
        let again = again.expect("solved");
        streamed = streamed.min(ours().seconds - begun);
        most = tally.most();
        assert_eq!(again.cells.part(0..indexer.size()), *whole);
    }
    println!(
        "{:10} state {:>11}, counted {:>10} ({:.3} of it); in memory {alone:7.3} CPU s, streamed {streamed:7.3}: {:.2}",
        what.unwrap_or("the game"),
        state,
        most,
        most as f64 / state as f64,
        streamed / alone
    );
}

fn main() {
    let koma = |name: &str| Koma::builtin(name).expect("a built-in game");
    let koma_spec = || TablebaseSpec::new(|game| Ok(KomaTiers::new(game)));
    println!("Anpanman shogi");
    compare(koma("anpanman"), koma_spec(), None, RUNS);
    println!("xiangqi");
    for name in ["KRvKAABB", "KNvKAABB"] {
        let spec = TablebaseSpec::new(|game| Ok(XiangqiTiers::new(game)));
        compare(Xiangqi::default(), spec, Some(name), RUNS);
    }
    println!("janken");
    let spec = TablebaseSpec::new(JankenTiers::new);
    compare(Janken::default(), spec, Some("2v1"), RUNS);
    println!("chess, one by one");
    for name in ["KBBvK", "KRvKN"] {
        let spec = TablebaseSpec::new(|game| Ok(ChessTiers::new(game)));
        compare(Chess::default(), spec, Some(name), RUNS);
    }
    println!("chess, beside lanes");
    let spec = TablebaseSpec {
        solve_tier: lanes::solve_tier::<Chess, ChessIndexer>,
        ..TablebaseSpec::new(|game| Ok(ChessTiers::new(game)))
    };
    compare(Chess::default(), spec, Some("KRvKN"), RUNS);
    if std::env::args().any(|argument| argument == "dobutsu") {
        println!("Dobutsu shogi");
        compare(koma("dobutsu"), koma_spec(), None, 1);
    }
}
