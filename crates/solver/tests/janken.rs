//! Janken shogi tier by tier: the indexer obeys its laws, a slow solver agrees on every position of
//! one cube against one, and every entry follows from the plain rules.

use std::collections::HashMap;
use std::sync::Arc;

use yomikiri_game_api::conformance;
use yomikiri_game_api::{Game, GameOptions, Indexer, Probed, Tier, Tiers, Value};
use yomikiri_games::janken::{Janken, JankenIndexer, JankenTiers, Options, Position};
use yomikiri_solver::local::{Settings, solve_tier};
use yomikiri_solver::verify::verify;
use yomikiri_solver::{Cells, NoProgress, Solved};

const OPTION_SETS: [&str; 4] = [
    "",
    "return_rule=turn_origin",
    "funbari_return=false",
    "must_use_all=false",
];

fn janken(options: &str) -> Janken {
    let mut set = Options::default();
    for option in options.split('&').filter(|option| !option.is_empty()) {
        let (key, value) = option.split_once('=').unwrap();
        set.set_option(key, value).unwrap();
    }
    Janken::with_options(set)
}

fn tier(tiers: &JankenTiers, name: &str) -> Tier {
    tiers.parse_tiers(Some(name)).unwrap()[0]
}

/// Solves the group of a tier with what it needs.
fn solved(tiers: &JankenTiers, of: Tier) -> (JankenIndexer, Arc<Cells>) {
    let indexer = tiers.indexer(of).unwrap();
    let children: Vec<_> = tiers
        .children(of)
        .into_iter()
        .map(|child| solved(tiers, child).1)
        .collect();
    let earlier = |child: usize, index: u64| children[child].answer(index);
    let settings = Settings {
        threads: 2,
        ..Settings::default()
    };
    let solution = solve_tier::<Janken, _>(&indexer, &earlier, &settings, &NoProgress).unwrap();
    (indexer, Arc::new(solution.cells))
}

#[test]
fn numberings_obey_their_laws() {
    for options in OPTION_SETS {
        let game = janken(options);
        let tiers = JankenTiers::new(&game).unwrap();
        for (name, most) in [
            ("1v1", u64::MAX),
            ("2v1", 1500),
            ("2v2", 400),
            ("1v3", 400),
            ("3v2", 100),
        ] {
            let indexer = tiers.indexer(tier(&tiers, name)).unwrap();
            conformance::indexer(&game, &indexer, most, 1)
                .unwrap_or_else(|fault| panic!("{options} {name}: {fault}"));
        }
    }
}

/// Positions of a tier with one side to move: without symmetry, and up to symmetry.
fn count(tiers: &JankenTiers, name: &str) -> (u64, u64) {
    let of = tier(tiers, name);
    let indexer = tiers.indexer(of).unwrap();
    let shares = tiers
        .part(&indexer, of)
        .map(|index| indexer.multiplicity(index));
    shares.fold((0, 0), |(all, folded), share| {
        (
            all + u64::from(share.unfolded),
            folded + u64::from(share.folded),
        )
    })
}

#[test]
fn tiers_have_as_many_positions_as_the_formula_says() {
    let tiers = JankenTiers::new(&janken("")).unwrap();
    let choose = |n: u64, k: u64| (0..k).fold(1, |product, i| product * (n - i) / (i + 1));
    for (name, own, other) in [("1v1", 1, 1), ("2v1", 2, 1), ("1v2", 1, 2)] {
        let placements = choose(34, own - 1) * choose(36 - own, other)
            + choose(34, own) * choose(35 - own, other);
        let positions = placements * 6u64.pow((own + other) as u32);
        assert_eq!(count(&tiers, name), (positions, positions / 6), "{name}");
    }
    // All cubes in mirrored pairs: such a position is its own mirror image and counts once.
    let indexer = tiers.indexer(tier(&tiers, "2v2")).unwrap();
    let game = janken("");
    let pairs = "6/6/6/gpc5/GPC5/1GCPgcp3 1 2 -";
    let at = yomikiri_game_api::Notation::read_position(&game, pairs).unwrap();
    assert_eq!(
        indexer.multiplicity(indexer.index(&at).unwrap()).unfolded,
        3
    );
    assert_eq!(count(&tiers, "1v1").0, 42_876);
    assert_eq!(count(&tiers, "2v1").0, 4_248_504);
}

/// All starts of turns after a whole turn, or `None` if the turn can be won.
fn turns(game: &Janken, at: &Position) -> Option<Vec<Position>> {
    let mut open = vec![*at];
    let mut results = Vec::new();
    while let Some(here) = open.pop() {
        let mut moves = Vec::new();
        game.legal_moves(&here, &mut moves);
        for mv in moves {
            let mut next = here;
            game.play(&mut next, mv);
            if game.outcome(&next).is_some() {
                return None;
            }
            if next.is_turn_start() {
                &mut results
            } else {
                &mut open
            }
            .push(next);
        }
    }
    Some(results)
}

/// Every position of one cube against one, both sides to move, by rounds over all of them: no
/// symmetry, no index, only the rules.
fn slowly_solved(game: &Janken) -> HashMap<Position, Probed> {
    use yomikiri_game_api::Notation;
    let names = ["GPC", "GCP", "PGC", "PCG", "CGP", "CPG"];
    let mut all = Vec::new();
    for own in 0..36 {
        for other in (0..36).filter(|&other| other != own) {
            for (a, b) in names
                .iter()
                .flat_map(|a| names.iter().map(move |b| (a, b.to_lowercase())))
            {
                let mut rows = Vec::new();
                for rank in (0..6).rev() {
                    let cell = |file: i32| match rank * 6 + file {
                        square if square == own => (*a).to_owned(),
                        square if square == other => b.clone(),
                        _ => "1".to_owned(),
                    };
                    rows.push((0..6).map(cell).collect::<String>());
                }
                for side in 1..=2 {
                    // Consecutive ones are read as a number of empty squares.
                    all.extend(game.read_position(&format!("{} {side} 3 -", rows.join("/"))));
                }
            }
        }
    }
    assert_eq!(all.len(), 2 * 42_876);
    let results: HashMap<Position, Option<Vec<Position>>> =
        all.iter().map(|&at| (at, turns(game, &at))).collect();
    let mut known: HashMap<Position, Probed> = HashMap::new();
    for distance in 1.. {
        let mut found = Vec::new();
        for at in all.iter().filter(|&at| !known.contains_key(at)) {
            let value = match &results[at] {
                None => (distance == 1).then_some(Value::Win),
                Some(results) => {
                    let values = || {
                        results
                            .iter()
                            .map(|next| known.get(next).map(|known| known.value))
                    };
                    if values().any(|value| value == Some(Value::Loss)) {
                        Some(Value::Win)
                    } else if values().all(|value| value == Some(Value::Win)) {
                        Some(Value::Loss)
                    } else {
                        None
                    }
                }
            };
            found.extend(value.map(|value| {
                (
                    *at,
                    Probed {
                        value,
                        distance: Some(distance),
                    },
                )
            }));
        }
        if found.is_empty() {
            break;
        }
        known.extend(found);
    }
    for at in all {
        known.entry(at).or_insert(Probed {
            value: Value::Draw,
            distance: None,
        });
    }
    known
}

#[test]
fn a_slow_solver_agrees_on_all_of_one_against_one() {
    for options in OPTION_SETS {
        let game = janken(options);
        let tiers = JankenTiers::new(&game).unwrap();
        let (indexer, cells) = solved(&tiers, tier(&tiers, "1v1"));
        let slow = slowly_solved(&game);
        let mut draws = 0;
        for (at, expected) in &slow {
            let index = indexer.index(at).expect("a turn start has an index");
            assert_eq!(cells.answer(index), Some(*expected), "{options} {at:?}");
            draws += usize::from(expected.value == Value::Draw);
        }
        // Draws by repetition exist unless the last cube may not return home, or a turn may end
        // early.
        let exist = ["", "return_rule=turn_origin"].contains(&options);
        assert_eq!(draws > 0, exist, "{options}: {draws} draws");
    }
}

#[test]
fn every_entry_of_two_against_one_follows_from_the_plain_rules() {
    let game = Janken::default();
    let tiers = JankenTiers::new(&game).unwrap();
    let (small_index, small) = solved(&tiers, tier(&tiers, "1v1"));
    let (indexer, cells) = solved(&tiers, tier(&tiers, "2v1"));
    let elsewhere = |at: &Position| small.answer(small_index.index(at)?);
    let checked = Solved::tier(
        &game,
        &indexer,
        &cells,
        &elsewhere,
        yomikiri_game_api::Metric::End,
    );
    let verdict = verify(&checked, None, 2, &NoProgress);
    assert_eq!(verdict.faults, []);
    assert!(verdict.checked > 1_400_000, "{}", verdict.checked);
}
