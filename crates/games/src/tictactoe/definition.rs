//! What the game says about itself.

use yomikiri_game_api::{
    Bench, BoardSymmetry, Declare, Identity, Lesson, Profile, RuleDiagram, Task,
};

use super::game::TicTacToe;

impl Declare for TicTacToe {
    fn profile(&self) -> Profile {
        Profile {
            symmetries: BoardSymmetry::SQUARE,
            diagrams: const { &[RuleDiagram::new(1, 1, "OO./XXX/... o", "")] },
            bench: Some(Bench {
                search_depth: 9,
                perft_depth: 8,
                lines: &["", "b2 a1", "a1 b2 c3"],
            }),
            lessons: const {
                &[
                    Lesson::new("", Task::Move, ""),
                    Lesson::new("XX./OO./... x", Task::Win, ""),
                ]
            },
            identity: Identity {
                sides: ["cross", "nought"],
                minutes: Some((1, 2)),
                difficulty: Some(1),
                picture: "O.X/.X./..O x",
                ..Identity::default()
            },
            ..Profile::default()
        }
    }
}
