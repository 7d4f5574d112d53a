//! The indexer of koma positions: inverse both ways, successors the rules' own, predecessors
//! mutual with successors.

use std::collections::HashMap;

use yomikiri_game_api::{Cursor, Game, GameOptions, Indexer, Notation, SplitMix64, Terminal};
use yomikiri_games::koma::{Koma, KomaIndexer, Position};

fn game(spec: &str) -> Koma {
    let (id, options) = spec.split_once('?').unwrap_or((spec, ""));
    let mut game = Koma::builtin(id).expect("a built-in game");
    for option in options.split('&').filter(|option| !option.is_empty()) {
        let (key, value) = option.split_once('=').expect("key=value");
        game.set_option(key, value).unwrap();
    }
    game
}

/// Indices to test: all of a small indexer, a sample of a large one.
fn sample(indices: u64, most: u64) -> Vec<u64> {
    if indices <= most {
        return (0..indices).collect();
    }
    let mut rng = SplitMix64::new(11);
    (0..most)
        .map(|_| rng.below(indices as usize) as u64)
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
fn indices_and_positions_are_inverse() {
    for spec in GAMES {
        let game = game(spec);
        let indexer = KomaIndexer::new(&game).unwrap();
        assert_eq!(
            indexer.size() as f64,
            KomaIndexer::estimate(&game),
            "{spec}"
        );
        let mut legal = 0;
        for index in sample(indexer.size(), 60_000) {
            if let Some(at) = indexer.position(index) {
                legal += 1;
                assert_eq!(
                    indexer.index(&at),
                    Some(index),
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
        assert!(indexer.index(&game.start()).is_some());
    }
}

#[test]
fn successors_are_the_results_of_legal_moves() {
    for spec in GAMES {
        let game = game(spec);
        let indexer = KomaIndexer::new(&game).unwrap();
        let mut cursor = indexer.cursor();
        let (mut open, mut moves) = (0, Vec::new());
        for index in sample(indexer.size(), 30_000) {
            let Some(at) = indexer.position(index) else {
                continue;
            };
            cursor.seek(index);
            let terminal = cursor.terminal();
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
            match terminal {
                Terminal::Illegal => panic!("a legal position has a terminal"),
                Terminal::Lost | Terminal::Drawn => assert!(moves.is_empty()),
                Terminal::KingCapture | Terminal::WinInOne => {
                    assert!(
                        wins_at_once(&game, &at),
                        "{spec} {}",
                        game.write_position(&at)
                    );
                }
                Terminal::Undecided => {
                    open += 1;
                    // Results without an index must be won at once by the opponent.
                    let (indices, others): (Vec<_>, Vec<_>) = results
                        .iter()
                        .partition(|next| indexer.index(next).is_some());
                    for next in others {
                        assert!(
                            wins_at_once(&game, next),
                            "{spec} {}",
                            game.write_position(next)
                        );
                    }
                    let mut expected: Vec<u64> = indices
                        .iter()
                        .filter_map(|next| indexer.index(next))
                        .collect();
                    let mut found = Vec::new();
                    cursor.successors(|index| {
                        found.push(index);
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
fn standings_of_ranges_are_those_of_single_indices() {
    for spec in GAMES {
        let game = game(spec);
        let indexer = KomaIndexer::new(&game).unwrap();
        let (mut cursor, mut single) = (indexer.cursor(), indexer.cursor());
        for start in sample(indexer.size() - 700, 40) {
            let mut next = start;
            cursor.terminals(start..start + 700, |range, terminal| {
                assert_eq!(range.start, next);
                next = range.end;
                for index in range {
                    single.seek(index);
                    assert_eq!(single.terminal(), terminal, "{spec} index {index}");
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
        let indexer = KomaIndexer::new(&game).unwrap();
        let mut cursor = indexer.cursor();
        let mut other = indexer.cursor();
        // Forward: every predecessor by moves must be found by retraction.
        let mut edges: HashMap<u64, Vec<u64>> = HashMap::new();
        for index in sample(indexer.size(), 4_000) {
            cursor.seek(index);
            if cursor.terminal() == Terminal::Undecided {
                cursor.successors(|next| {
                    edges.entry(next).or_default().push(index);
                    true
                });
            }
        }
        for (&to, froms) in &edges {
            cursor.seek(to);
            let mut found = Vec::new();
            cursor.predecessors(|index| found.push(index));
            for from in froms {
                assert!(
                    found.contains(from),
                    "{spec}: {} leads to {} but is not found from there",
                    game.write_position(&indexer.position(*from).unwrap()),
                    game.write_position(&indexer.position(to).unwrap())
                );
            }
        }
        // Backward: every open predecessor found has a move to here.
        for index in sample(indexer.size(), 3_000) {
            cursor.seek(index);
            if cursor.terminal() == Terminal::Illegal {
                continue;
            }
            let mut found = Vec::new();
            cursor.predecessors(|index| found.push(index));
            for from in found {
                other.seek(from);
                if other.terminal() == Terminal::Undecided {
                    let mut leads = false;
                    other.successors(|next| {
                        leads |= next == index;
                        true
                    });
                    assert!(
                        leads,
                        "{spec}: {} is found from {} but does not lead there",
                        game.write_position(&indexer.position(from).unwrap()),
                        game.write_position(&indexer.position(index).unwrap())
                    );
                }
            }
        }
    }
}

#[test]
fn history_rules_and_huge_games_are_refused() {
    let error = KomaIndexer::new(&game("minishogi"))
        .unwrap_err()
        .to_string();
    assert!(error.contains("repetition_result = first-loses"), "{error}");
    let free = "minishogi?repetition_result=draw&perpetual_check=ignored";
    let error = KomaIndexer::new(&game(free)).unwrap_err().to_string();
    assert!(error.contains("positions"), "{error}");
}
