//! What the game says about itself.

use yomikiri_game_api::{
    Bench, Declare, EngineProfile, Identity, Lesson, PgnProfile, PgnStyle, Profile, RecordProfile,
    RuleDiagram, SquareNames, Task,
};

use super::game::Chess;

impl Declare for Chess {
    fn profile(&self) -> Profile {
        Profile {
            records: RecordProfile {
                pgn: PgnProfile {
                    styles: &[PgnStyle {
                        style: "san",
                        name: "SAN",
                        looks_like: |_| true,
                    }],
                    variants: &["chess"],
                    ..PgnProfile::default()
                },
                ..RecordProfile::default()
            },
            engines: EngineProfile {
                protocols: &[("uci", SquareNames::Same), ("xboard", SquareNames::Same)],
                ..EngineProfile::default()
            },
            diagrams: DIAGRAMS,
            bench: Some(Bench {
                search_depth: 7,
                perft_depth: 5,
                lines: &[
                    "",
                    "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6",
                    "d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 c1g5 f8e7",
                ],
            }),
            identity: Identity {
                sides: ["white", "black"],
                notation: &[("en", "san"), ("ja", "san"), ("zh", "san")],
                minutes: Some((10, 60)),
                difficulty: Some(3),
                picture: "",
            },
            lessons: LESSONS,
            public_tablebase: true,
            rights: &[
                ("K", "right-castle-first-king"),
                ("Q", "right-castle-first-queen"),
                ("k", "right-castle-second-king"),
                ("q", "right-castle-second-queen"),
            ],
            ..Profile::default()
        }
    }
}

const DIAGRAMS: &[RuleDiagram] = &[
    RuleDiagram::new(1, 1, "", ""),
    RuleDiagram::new(2, 1, "7k/7p/8/3K4/8/8/8/8 w - - 0 1", "d5"),
    RuleDiagram::new(2, 2, "7k/8/8/3Q4/8/8/8/K7 w - - 0 1", "d5"),
    RuleDiagram::new(2, 3, "7k/8/8/3R4/8/8/8/K7 w - - 0 1", "d5"),
    RuleDiagram::new(2, 4, "8/k6p/8/3B4/8/8/8/K7 w - - 0 1", "d5"),
    RuleDiagram::new(2, 5, "7k/7p/8/3N4/8/8/8/K7 w - - 0 1", "d5"),
    RuleDiagram::new(2, 6, "7k/8/8/8/8/2n1p3/3P4/K7 w - - 0 1", "d2"),
    RuleDiagram::new(3, 1, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1"),
    RuleDiagram::new(3, 2, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5"),
    RuleDiagram::new(3, 3, "7k/1P6/8/8/8/8/8/K7 w - - 0 1", "b7"),
];

const LESSONS: &[Lesson] = &[
    Lesson::new("7k/7p/8/3N4/8/8/8/K7 w - - 0 1", Task::Move, "d5"),
    Lesson::new("7k/8/8/3p4/8/2N5/8/K7 w - - 0 1", Task::Capture, "c3"),
    Lesson::new("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", Task::Win, "a1"),
];
