//! What the game says about itself.

use yomikiri_game_api::{
    Bench, Declare, EngineProfile, PgnProfile, PgnStyle, Profile, RecordProfile, RuleDiagram,
    SquareNames,
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
            diagrams: const { &[RuleDiagram::new(1, 1, "", "")] },
            bench: Some(Bench {
                search_depth: 7,
                perft_depth: 5,
                lines: &[
                    "",
                    "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6",
                    "d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 c1g5 f8e7",
                ],
            }),
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
