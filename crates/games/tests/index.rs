//! The numbering of koma positions: inverse both ways, successors the rules' own, predecessors
//! mutual with successors.

use std::collections::HashMap;

use yomikiri_game_api::{Cursor, Game, GameOptions, Indexed, Notation, SplitMix64, Standing};
use yomikiri_games::koma::{Koma, KomaIndex, Position};

fn game(spec: &str) -> Koma {
    let (id, options) = spec.split_once('?').unwrap_or((spec, ""));
    let mut game = Koma::builtin(id).expect("a built-in game");
    for option in options.split('&').filter(|option| !option.is_empty()) {
        let (key, value) = option.split_once('=').expect("key=value");
        game.set_option(key, value).unwrap();
    }
    game
}

/// Indices to test: all of a small index, a sample of a large one.
fn sample(slots: u64, most: u64) -> Vec<u64> {
    if slots <= most {
        return (0..slots).collect();
    }
    let mut rng = SplitMix64::new(11);
    (0..most)
        .map(|_| rng.below(slots as usize) as u64)
        .collect()
}

/// Whether a move of this position wins.
fn wins_at_once(game: &Koma, at: &Position) -> bool {
    let mut moves = Vec::new();
    game.legal_moves(at, &mut moves);
    moves.iter().any(|&mv| {
        let mut next = *at;
        game.play(&mut next, mv);
        game.outcome(&next)
            .is_some_and(|outcome| outcome.winner == Some(game.turn(at)))
    })
}

const GAMES: &[&str] = &[
    "anpanman",
    "anpanman?no_moves=pass",
    "anpanman?no_moves=draw",
    "anpanman?model=capture&goal=safe",
    "anpanman?model=capture&goal=any",
    "dobutsu",
    "dobutsu?goal=any",
    "dobutsu?goal=none",
    "dobutsu?model=check",
    "dobutsu?captures=remove",
    "dobutsu?captures=remove&model=check&no_moves=pass",
];

#[test]
fn slots_and_positions_are_inverse() {
    for spec in GAMES {
        let game = game(spec);
        let index = KomaIndex::new(&game).unwrap();
        assert_eq!(index.slots() as f64, KomaIndex::estimate(&game), "{spec}");
        let mut legal = 0;
        for slot in sample(index.slots(), 60_000) {
            if let Some(at) = index.position(slot) {
                legal += 1;
                assert_eq!(
                    index.slot(&at),
                    Some(slot),
                    "{spec} {}",
                    game.write_position(&at)
                );
                let text = game.write_position(&at);
                assert_eq!(game.read_position(&text), Ok(at), "{spec} {text}");
            }
        }
        assert!(
            legal > 1000,
            "{spec}: only {legal} legal positions in the sample"
        );
        assert!(index.slot(&game.start()).is_some());
    }
}

#[test]
fn successors_are_the_results_of_legal_moves() {
    for spec in GAMES {
        let game = game(spec);
        let index = KomaIndex::new(&game).unwrap();
        let mut cursor = index.cursor();
        let (mut open, mut moves) = (0, Vec::new());
        for slot in sample(index.slots(), 30_000) {
            let Some(at) = index.position(slot) else {
                continue;
            };
            cursor.seek(slot);
            let standing = cursor.standing();
            let results: Vec<_> = {
                moves.clear();
                game.legal_moves(&at, &mut moves);
                let play = |&mv| {
                    let mut next = at;
                    game.play(&mut next, mv);
                    next
                };
                moves.iter().map(play).collect()
            };
            match standing {
                Standing::Empty => panic!("a legal position has a standing"),
                Standing::Lost | Standing::Drawn => assert!(moves.is_empty()),
                Standing::TakesLeader | Standing::WinsAtOnce => {
                    assert!(
                        wins_at_once(&game, &at),
                        "{spec} {}",
                        game.write_position(&at)
                    );
                }
                Standing::Open => {
                    open += 1;
                    // Results without a slot must be won at once by the opponent.
                    let (slots, others): (Vec<_>, Vec<_>) =
                        results.iter().partition(|next| index.slot(next).is_some());
                    for next in others {
                        assert!(
                            wins_at_once(&game, next),
                            "{spec} {}",
                            game.write_position(next)
                        );
                    }
                    let mut expected: Vec<u64> =
                        slots.iter().filter_map(|next| index.slot(next)).collect();
                    let mut found = Vec::new();
                    cursor.successors(|slot| {
                        found.push(slot);
                        true
                    });
                    expected.sort_unstable();
                    found.sort_unstable();
                    assert_eq!(found, expected, "{spec} {}", game.write_position(&at));
                }
            }
        }
        assert!(
            open > 500,
            "{spec}: only {open} open positions in the sample"
        );
    }
}

#[test]
fn standings_of_ranges_are_those_of_single_slots() {
    for spec in GAMES {
        let game = game(spec);
        let index = KomaIndex::new(&game).unwrap();
        let (mut cursor, mut single) = (index.cursor(), index.cursor());
        for start in sample(index.slots() - 700, 40) {
            let mut next = start;
            cursor.standings(start..start + 700, |range, standing| {
                assert_eq!(range.start, next);
                next = range.end;
                for slot in range {
                    single.seek(slot);
                    assert_eq!(single.standing(), standing, "{spec} slot {slot}");
                }
            });
            assert_eq!(next, start + 700);
        }
    }
}

#[test]
fn predecessors_are_mutual_with_successors() {
    for spec in GAMES {
        let game = game(spec);
        let index = KomaIndex::new(&game).unwrap();
        let mut cursor = index.cursor();
        let mut other = index.cursor();
        // Forward: whoever has a move to here must be found from here.
        let mut edges: HashMap<u64, Vec<u64>> = HashMap::new();
        for slot in sample(index.slots(), 4_000) {
            cursor.seek(slot);
            if cursor.standing() == Standing::Open {
                cursor.successors(|next| {
                    edges.entry(next).or_default().push(slot);
                    true
                });
            }
        }
        for (&to, froms) in &edges {
            cursor.seek(to);
            let mut found = Vec::new();
            cursor.predecessors(|slot| found.push(slot));
            for from in froms {
                assert!(
                    found.contains(from),
                    "{spec}: {} leads to {} but is not found from there",
                    game.write_position(&index.position(*from).unwrap()),
                    game.write_position(&index.position(to).unwrap())
                );
            }
        }
        // Backward: whoever is found and open has a move to here.
        for slot in sample(index.slots(), 3_000) {
            cursor.seek(slot);
            if cursor.standing() == Standing::Empty {
                continue;
            }
            let mut found = Vec::new();
            cursor.predecessors(|slot| found.push(slot));
            for from in found {
                other.seek(from);
                if other.standing() == Standing::Open {
                    let mut leads = false;
                    other.successors(|next| {
                        leads |= next == slot;
                        true
                    });
                    assert!(
                        leads,
                        "{spec}: {} is found from {} but does not lead there",
                        game.write_position(&index.position(from).unwrap()),
                        game.write_position(&index.position(slot).unwrap())
                    );
                }
            }
        }
    }
}

#[test]
fn history_rules_and_huge_games_are_refused() {
    let error = KomaIndex::new(&game("minishogi")).unwrap_err().to_string();
    assert!(error.contains("repetition_result = first-loses"), "{error}");
    let free = "minishogi?repetition_result=draw&perpetual_check=ignored";
    let error = KomaIndex::new(&game(free)).unwrap_err().to_string();
    assert!(error.contains("positions"), "{error}");
}
