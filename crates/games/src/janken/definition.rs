//! What the game says about itself.

use yomikiri_game_api::{Bench, Declare, Profile, RuleDiagram};

use super::game::Janken;

impl Declare for Janken {
    fn profile(&self) -> Profile {
        Profile {
            diagrams: const { &[RuleDiagram::new(1, 1, "preset:fan", "")] },
            bench: Some(Bench {
                // A depth counts turns here.
                search_depth: 5,
                perft_depth: 9,
                lines: &[
                    "a1=GPC b2=CPG a3=PGC c1=GCP f6=GPC e5=PCG f4=CGP d6=GCP",
                    "a1=GCP b2=CPG a3=PGC c1=GPC f6=GCP e5=CPG f4=PGC d6=GPC b2b3 b3c3 e5e4 e4d4",
                ],
            }),
            staged_turns: true,
            ..Profile::default()
        }
    }
}
