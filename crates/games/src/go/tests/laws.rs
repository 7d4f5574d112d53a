//! The conformance suite, with every kind of board and option.

use yomikiri_game_api::GameOptions;
use yomikiri_game_api::conformance::{self, Plan};

use crate::go::Go;

/// The game with options as text.
pub(super) fn game(options: &str) -> Go {
    let mut game = Go::default();
    for pair in options.split('&').filter(|pair| !pair.is_empty()) {
        let (key, value) = pair.split_once('=').unwrap();
        game.set_option(key, value).unwrap();
    }
    game
}

#[test]
fn go_obeys_the_contract() {
    for (options, games) in [
        ("size=2", 60),
        ("size=2x3&ko=positional", 60),
        ("size=3&ko=situational", 60),
        ("size=4&suicide=true", 40),
        ("size=5&suicide=true&ko=positional", 20),
        ("size=7&scoring=territory", 8),
        ("size=9&handicap=5&handicap_bonus=n-1", 6),
        ("size=13x3", 8),
        ("size=19", 2),
        ("size=25x2", 6),
        ("size=25", 1),
    ] {
        let game = game(options);
        let plan = Plan {
            plies: 200,
            ..Plan::from_env(games)
        };
        conformance::rules(&game, plan).unwrap();
        conformance::notation(&game, plan).unwrap();
        conformance::arrange(&game, plan).unwrap();
        conformance::settle(&game, plan).unwrap();
        let few = Plan {
            games: games / 4 + 1,
            plies: 60,
            ..plan
        };
        conformance::picture(&game, few).unwrap();
    }
}
