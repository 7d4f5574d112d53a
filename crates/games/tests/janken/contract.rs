//! The contract, the options, and the slow twin.

use yomikiri_game_api::conformance::{self, Plan};
use yomikiri_game_api::{GameOptions, Notation, perft};
use yomikiri_games::janken::{Options, PRESETS, Preset};

use crate::twins::slow_janken::SlowBoard;
use crate::{OPTION_SETS, at, janken, moves, sampled, slow};

#[test]
fn every_option_obeys_the_contract() {
    for options in OPTION_SETS {
        let game = janken(options);
        let plan = Plan::from_env(60);
        let tally = conformance::rules(&game, plan).unwrap();
        assert!(tally.finished > 30, "{options}: {tally:?}");
        conformance::notation(
            &game,
            Plan {
                games: plan.games / 2,
                ..plan
            },
        )
        .unwrap();
        conformance::picture(
            &game,
            Plan {
                games: plan.games / 6,
                ..plan
            },
        )
        .unwrap();
    }
}

#[test]
fn options_are_set_and_shown() {
    let mut options = Options::default();
    for info in Options::default().options() {
        assert_eq!(info.value, info.default);
        assert!(!info.allowed.is_empty());
        for value in info.allowed.iter().filter(|value| !value.contains(' ')) {
            options.set_option(info.key, value).unwrap();
            assert_eq!(options.get(info.key), *value);
        }
    }
    options.set_option("turn_limit", "0").unwrap();
    let told = |key, value| {
        Options::default()
            .set_option(key, value)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(told("stuck", "win"), "expected pass or loss, got \"win\"");
    assert!(told("repetition", "1").starts_with("expected 0 (none) or a number from 2"));
    assert!(told("repeat", "1").contains("must_use_all, return_rule"));
}

#[test]
fn legal_moves_are_the_slow_twins_in_every_position_of_random_games() {
    for options in OPTION_SETS {
        let (game, slow) = (janken(options), slow(options));
        let plan = Plan {
            games: 60,
            plies: 400,
            seed: 11,
        };
        conformance::walk(&game, plan, |line| {
            let text = game.write_position(line.last());
            let board = SlowBoard::read(&text);
            assert_eq!(
                slow.moves(&board),
                moves(&game, line.last()),
                "{options} at {text}"
            );
            Ok(())
        })
        .unwrap();
    }
}

#[test]
fn perft_is_the_slow_twins_from_set_ups_and_mid_game() {
    for options in OPTION_SETS {
        let (game, slow) = (janken(options), slow(options));
        let mut places = sampled(&game, 24, 5);
        places.extend(PRESETS.iter().map(Preset::position));
        for place in places {
            let board = SlowBoard::read(&game.write_position(&place));
            for depth in 1..=4 {
                assert_eq!(
                    slow.perft(&board, depth),
                    perft::perft(&game, &place, depth),
                    "{options} at {} depth {depth}",
                    game.write_position(&place)
                );
            }
        }
    }
}

#[test]
fn perft_numbers_of_the_data_file() {
    let data = include_str!("../../src/janken/data/perft.txt");
    let lines = data.lines();
    let mut cases = 0;
    for line in lines.filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let fields: Vec<&str> = line.split(';').map(str::trim).collect();
        let game = janken(
            fields[0]
                .strip_prefix("janken")
                .unwrap()
                .trim_start_matches('?'),
        );
        let place = at(&game, fields[1]);
        for (i, number) in fields[2].split_whitespace().enumerate() {
            let depth = i as u32 + 1;
            let nodes = perft::perft(&game, &place, depth);
            assert_eq!(nodes.to_string(), number, "{line} depth {depth}");
            cases += 1;
        }
    }
    assert!(cases > 30, "only {cases} cases in the data file");
}
