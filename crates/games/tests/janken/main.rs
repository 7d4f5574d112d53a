//! Janken shogi, by subject. Shared helpers are here.

mod contract;
mod engines;
mod laws;
mod rules;
mod text;
#[path = "../twins/mod.rs"]
mod twins;

use std::collections::BTreeSet;

use yomikiri_game_api::conformance::{self, Plan};
use yomikiri_game_api::{Game, GameOptions, Line, Notation, SplitMix64};
use yomikiri_games::janken::{Janken, Position};

use twins::slow_janken::SlowJanken;

/// The game under options written as `stuck=loss&repetition=0`.
fn janken(options: &str) -> Janken {
    let mut game = Janken::default();
    for option in options.split('&').filter(|option| !option.is_empty()) {
        let (key, value) = option.split_once('=').expect("key=value");
        game.options.set_option(key, value).unwrap();
    }
    game
}

fn slow(options: &str) -> SlowJanken {
    let has = |option: &str| options.split('&').any(|other| other == option);
    SlowJanken {
        must_use_all: !has("must_use_all=false"),
        backstep: !has("return_rule=turn_origin"),
        funbari_return: !has("funbari_return=false"),
        stuck_loses: has("stuck=loss"),
    }
}

const OPTION_SETS: [&str; 7] = [
    "",
    "must_use_all=false",
    "return_rule=turn_origin",
    "funbari_return=false",
    "stuck=loss",
    "must_use_all=false&stuck=loss&return_rule=turn_origin",
    "funbari_return=false&return_rule=turn_origin",
];

fn at(game: &Janken, text: &str) -> Position {
    game.read_position(text)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn moves(game: &Janken, at: &Position) -> BTreeSet<String> {
    let mut moves = Vec::new();
    game.legal_moves(at, &mut moves);
    moves.iter().map(|&mv| game.write_move(at, mv)).collect()
}

fn check_moves(options: &str, text: &str, expected: &str) {
    let game = janken(options);
    let expected: BTreeSet<String> = expected.split_whitespace().map(str::to_owned).collect();
    assert_eq!(moves(&game, &at(&game, text)), expected, "{options} {text}");
}

/// Plays actions and returns the line.
fn play(game: &Janken, text: &str, actions: &str) -> Line<Janken> {
    let mut line = Line::from_position(game, at(game, text));
    for action in actions.split_whitespace() {
        let read = game.read_move(line.last(), action);
        line.push(
            game,
            read.unwrap_or_else(|error| panic!("{action}: {error}")),
        );
    }
    line
}

#[track_caller]
fn refused(text: &str, action: &str, why: &str) {
    let game = Janken::default();
    let error = game.read_move(&at(&game, text), action).unwrap_err();
    assert!(error.to_string().contains(why), "{action}: {error}");
}

/// Positions from random games: setups, middles of games and turns, endings.
fn sampled(game: &Janken, count: usize, seed: u64) -> Vec<Position> {
    let mut rng = SplitMix64::new(seed);
    let mut found = Vec::new();
    let plan = Plan {
        games: count,
        plies: 400,
        seed,
    };
    let mut lines: Vec<Vec<Position>> = Vec::new();
    conformance::walk(game, plan, |line| {
        if line.ply() == 0 {
            lines.push(Vec::new());
        }
        if !line.last().is_setup() && line.outcome(game).is_none() {
            lines.last_mut().unwrap().push(*line.last());
        }
        Ok(())
    })
    .unwrap();
    for line in lines.iter().filter(|line| !line.is_empty()) {
        found.push(line[rng.below(line.len())]);
    }
    found
}

#[track_caller]
fn check_has(text: &str, action: &str, has: bool) {
    let game = Janken::default();
    assert_eq!(
        moves(&game, &at(&game, text)).contains(action),
        has,
        "{action} at {text}"
    );
}
