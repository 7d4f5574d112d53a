//! What the game says about itself.

use yomikiri_game_api::{Bench, Declare, Profile, RuleDiagram};

use super::game::TicTacToe;

impl Declare for TicTacToe {
    fn profile(&self) -> Profile {
        Profile {
            diagrams: const { &[RuleDiagram::new(1, 1, "OO./XXX/... o", "")] },
            bench: Some(Bench {
                search_depth: 9,
                perft_depth: 8,
                lines: &["", "b2 a1", "a1 b2 c3"],
            }),
            ..Profile::default()
        }
    }
}
