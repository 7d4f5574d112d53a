//! What the game says about itself.

use yomikiri_game_api::{Bench, Declare, Identity, Lesson, Profile, RuleDiagram, Task};

use super::game::Janken;

impl Declare for Janken {
    fn profile(&self) -> Profile {
        Profile {
            diagrams: const {
                &[
                    RuleDiagram::new(1, 1, "preset:fan", ""),
                    RuleDiagram::new(2, 1, "5gcp/6/2GPC3/6/6/6 1 3 -", "c4"),
                    RuleDiagram::new(2, 2, "5gcp/6/2GPCcgp2/6/6/6 1 3 -", "c4"),
                ]
            },
            bench: Some(Bench {
                // A depth counts turns here.
                search_depth: 5,
                perft_depth: 9,
                lines: &[
                    "a1=GPC b2=CPG a3=PGC c1=GCP f6=GPC e5=PCG f4=CGP d6=GCP",
                    "a1=GCP b2=CPG a3=PGC c1=GPC f6=GCP e5=CPG f4=PGC d6=GPC b2b3 b3c3 e5e4 e4d4",
                ],
            }),
            lessons: const {
                &[
                    Lesson::new("5gcp/6/2GPC3/6/6/6 1 3 -", Task::Move, "c4"),
                    Lesson::new("5gcp/6/2GPCcgp2/6/6/6 1 3 -", Task::Capture, "c4"),
                    Lesson::new("4GPC1/6/6/6/6/3gcp2 1 3 -", Task::Win, "e6"),
                ]
            },
            staged_turns: true,
            identity: Identity {
                minutes: Some((5, 15)),
                difficulty: Some(2),
                picture: "preset:fan",
                ..Identity::default()
            },
            ..Profile::default()
        }
    }
}
