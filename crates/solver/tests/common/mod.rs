//! A second solver, slow and obvious, and shared helpers.

#![allow(
    dead_code,
    unreachable_pub,
    reason = "every test file uses a part of it"
)]

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use yomikiri_game_api::{Game, GameOptions, Indexer, Probed, Value};
use yomikiri_games::koma::{Koma, KomaIndexer, KomaTiers};
use yomikiri_solver::local::{Settings, Solution, solve};
use yomikiri_solver::tablebase::{TableLocation, Tablebase, TablebaseSpec};
use yomikiri_solver::{Cells, NoProgress, Progress};

/// A built-in game with options: `id?key=value&key=value`.
pub fn game(spec: &str) -> Koma {
    let (id, options) = spec.split_once('?').unwrap_or((spec, ""));
    let mut game = Koma::builtin(id).expect("a built-in game");
    for option in options.split('&').filter(|option| !option.is_empty()) {
        let (key, value) = option.split_once('=').expect("key=value");
        game.set_option(key, value).unwrap();
    }
    game
}

/// The tablebase of a game in a directory.
pub fn tablebase(game: &Koma, dir: &Path) -> Tablebase<Koma, KomaTiers> {
    let spec = TablebaseSpec::new(|game| Ok(KomaTiers::new(game)));
    let location = TableLocation::new(dir, "koma");
    Tablebase::new(game.clone(), spec, location, Arc::default()).unwrap()
}

/// Settings without checkpoints.
pub fn settings(threads: usize) -> Settings {
    Settings {
        threads,
        fingerprint: [7; 32],
        ..Settings::default()
    }
}

/// A game with its indexer and its solution.
pub fn solved(spec: &str) -> (Koma, KomaIndexer, Solution) {
    let game = game(spec);
    let indexer = KomaIndexer::new(&game).unwrap();
    let solution = solve_with(&indexer, &settings(2), &NoProgress);
    (game, indexer, solution)
}

/// Solves to the end.
pub fn solve_with(indexer: &KomaIndexer, settings: &Settings, progress: &dyn Progress) -> Solution {
    solve::<Koma, _>(indexer, settings, progress).unwrap()
}

/// The answer of solved cells about an index.
pub fn answer(cells: &Cells, index: u64) -> Option<Probed> {
    cells.answer(index)
}

/// Stops at the n-th query.
pub struct StopAt {
    pub asked: AtomicU64,
    at: u64,
}

impl Progress for StopAt {
    fn stop(&self) -> bool {
        self.asked.fetch_add(1, Ordering::Relaxed) >= self.at
    }
}

/// Stops that late.
pub fn stop_at(at: u64) -> StopAt {
    StopAt {
        asked: AtomicU64::new(0),
        at,
    }
}

/// Positions by hash; the standard hasher would take most of the time.
pub type Positions<P, V> = HashMap<P, V, BuildHasherDefault<Multiply>>;

/// A simple multiplicative hasher, a word at a time.
#[derive(Default)]
pub struct Multiply(u64);

impl Hasher for Multiply {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

/// Value and distance of every position reachable from the start, by the `Game` trait alone: lists
/// all positions and updates them round by round, until a round decides nothing. Round `d` decides
/// the wins and losses in `d` plies.
pub fn solve_slowly<G: Game>(game: &G) -> Positions<G::Position, Probed> {
    let mut positions = vec![game.start()];
    let mut numbers: Positions<_, u32> = Positions::default();
    numbers.insert(game.start(), 0);
    // The results of position `n` are `results[firsts[n]..firsts[n + 1]]`.
    let (mut results, mut firsts) = (Vec::new(), vec![0]);
    let mut moves = Vec::new();
    while firsts.len() <= positions.len() {
        let at = positions[firsts.len() - 1].clone();
        moves.clear();
        game.legal_moves(&at, &mut moves);
        for &mv in &moves {
            let mut next = at.clone();
            game.play(&mut next, mv);
            assert_ne!(game.turn(&next), game.turn(&at), "the turn alternates");
            let number = *numbers.entry(next).or_insert_with_key(|next| {
                positions.push(next.clone());
                positions.len() as u32 - 1
            });
            results.push(number);
        }
        firsts.push(results.len());
    }
    drop(numbers);
    let after = |number: usize| &results[firsts[number]..firsts[number + 1]];
    let mut values: Vec<Option<(Value, u32)>> = positions
        .iter()
        .map(|at| {
            let value = game.outcome(at)?.value_for(game.turn(at));
            (value != Value::Draw).then_some((value, 0))
        })
        .collect();
    let mut open: Vec<usize> = (0..positions.len())
        .filter(|&number| !after(number).is_empty())
        .collect();
    for round in 1.. {
        let is = |next: u32, wanted| values[next as usize].is_some_and(|(v, _)| v == wanted);
        let mut found = Vec::new();
        for &number in &open {
            if after(number).iter().any(|&next| is(next, Value::Loss)) {
                found.push((number, (Value::Win, round)));
            } else if after(number).iter().all(|&next| is(next, Value::Win)) {
                found.push((number, (Value::Loss, round)));
            }
        }
        if found.is_empty() {
            break;
        }
        for (number, value) in found {
            values[number] = Some(value);
        }
        open.retain(|&number| values[number].is_none());
    }
    let answers = values.into_iter().map(|known| match known {
        None => Probed {
            value: Value::Draw,
            distance: None,
        },
        Some((value, plies)) => Probed {
            value,
            distance: Some(plies),
        },
    });
    positions.into_iter().zip(answers).collect()
}

/// Compares cells with the slow solver on every reachable position; returns how many there are,
/// and how many of them have an index.
pub fn check_with_slow_solver(game: &Koma, indexer: &KomaIndexer, cells: &Cells) -> (usize, usize) {
    let slow = solve_slowly(game);
    let mut with_index = 0;
    for (at, &expected) in &slow {
        match indexer.index(at) {
            Some(index) => {
                with_index += 1;
                assert_eq!(answer(cells, index), Some(expected), "{at:?}");
            }
            // The indexer leaves out what the rules alone can tell.
            None => assert!(
                game.outcome(at).is_some() || expected.distance == Some(1),
                "{at:?}"
            ),
        }
    }
    (slow.len(), with_index)
}
