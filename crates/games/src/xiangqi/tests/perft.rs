//! Published perft numbers, keys and the shared suite.

use yomikiri_game_api::{Game, GameOptions, Line, Notation, conformance, perft::perft};

use crate::xiangqi::{Position, Xiangqi};

/// Larger numbers are left to the benchmark.
const LARGEST: u64 = 5_000_000;

#[test]
fn the_published_numbers() {
    let game = Xiangqi::default();
    let mut rows = 0;
    for line in include_str!("../data/perft.txt").lines() {
        if line.starts_with('#') {
            continue;
        }
        let mut fields = line.split("; ");
        let at = game.read_position(fields.next().unwrap()).unwrap();
        for (depth, nodes) in fields.enumerate() {
            let nodes: u64 = nodes.parse().unwrap();
            if nodes <= LARGEST {
                assert_eq!(perft(&game, &at, depth as u32 + 1), nodes, "{line}");
                rows += 1;
            }
        }
    }
    assert!(rows > 40);
}

#[test]
fn the_shared_suite() {
    let game = Xiangqi::default();
    conformance::rules(&game, conformance::Plan::from_env(20)).unwrap();
    conformance::notation(&game, conformance::Plan::from_env(4)).unwrap();
    conformance::picture(&game, conformance::Plan::from_env(4)).unwrap();
}

#[test]
fn keys_follow_the_pieces() {
    let game = Xiangqi::default();
    conformance::walk(&game, conformance::Plan::from_env(20), |line| {
        let fen = game.write_position(line.last());
        let fresh: Position = game.read_position(&fen).unwrap();
        assert_eq!(fresh, *line.last(), "{fen}");
        Ok(())
    })
    .unwrap();
}

#[test]
fn a_limit_of_moves_without_a_capture() {
    let game = Xiangqi::default();
    let at = game
        .read_position("3k5/9/9/9/9/9/9/9/9/R4K3 w - - 118 80")
        .unwrap();
    let mut line = Line::from_position(&game, at);
    assert_eq!(line.outcome(&game), None);
    for text in ["a0a1", "d9d8"] {
        line.push(&game, game.read_move(line.last(), text).unwrap());
    }
    assert_eq!(line.outcome(&game).unwrap().reason, "move-limit");
    let mut unlimited = game;
    unlimited.options.set_option("move_limit", "0").unwrap();
    assert_eq!(line.outcome(&unlimited), None);
}

#[test]
fn a_side_that_cannot_move_has_lost() {
    let game = Xiangqi::default();
    let stuck = game
        .read_position("3k5/4P4/9/9/9/9/9/9/9/4K4 b - - 0 1")
        .unwrap();
    assert_eq!(game.outcome(&stuck).unwrap().reason, "no-moves");
    assert_eq!(
        game.outcome(&stuck).unwrap().winner,
        Some(yomikiri_game_api::Side::First)
    );
}
