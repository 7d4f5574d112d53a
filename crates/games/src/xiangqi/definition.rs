//! What the game says about itself.

use yomikiri_game_api::{
    Bench, BoardSymmetry, Declare, EngineProfile, Identity, Lesson, PgnProfile, PgnStyle, Profile,
    RecordProfile, RuleDiagram, SquareNames, Task,
};

use super::game::Xiangqi;

impl Declare for Xiangqi {
    fn profile(&self) -> Profile {
        Profile {
            symmetries: BoardSymmetry::MIRROR,
            records: RecordProfile {
                formats: &["xqf"],
                pgn: PgnProfile {
                    game: Some("Chinese Chess"),
                    first: Some("Red"),
                    styles: PGN_STYLES,
                    ..PgnProfile::default()
                },
                ..RecordProfile::default()
            },
            engines: EngineProfile {
                variant: Some("xiangqi".to_owned()),
                protocols: &[
                    // Fairy-Stockfish counts ranks from 1.
                    ("uci", SquareNames::RanksFromOne),
                    ("ucci", SquareNames::Same),
                    ("xboard", SquareNames::Same),
                ],
                ..EngineProfile::default()
            },
            diagrams: DIAGRAMS,
            lessons: LESSONS,
            identity: Identity {
                sides: ["red", "black"],
                notation: &[("en", "wxf"), ("ja", "traditional"), ("zh", "chinese")],
                minutes: Some((15, 60)),
                difficulty: Some(3),
                picture: "",
            },
            bench: Some(Bench {
                search_depth: 9,
                perft_depth: 4,
                lines: &[
                    "",
                    "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 h0h6 c6c5 b0c2 b7b5",
                    "h2e2 h7e7 h0g2 h9g7 i0h0 i9i8 h0h6 i8d8 b0c2 d8d3 g3g4 b9a7",
                ],
            }),
            ..Profile::default()
        }
    }
}

const DIAGRAMS: &[RuleDiagram] = &[
    RuleDiagram::new(1, 1, "", ""),
    RuleDiagram::new(2, 1, "4k4/9/9/9/4N4/9/9/9/9/3K5 w", "e5"),
    RuleDiagram::new(2, 2, "4k4/9/9/r2p2C2/9/9/9/9/9/3K5 w", "g6"),
    RuleDiagram::new(2, 3, "3k5/9/9/9/9/9/9/9/4K4/9 w", "e1"),
    RuleDiagram::new(2, 4, "3k5/9/9/9/9/9/9/9/4A4/5K3 w", "e1"),
    RuleDiagram::new(2, 5, "3k5/9/9/9/9/9/9/4B4/9/5K3 w", "e2"),
    RuleDiagram::new(2, 6, "3k5/9/9/9/4R4/9/9/9/9/5K3 w", "e5"),
    RuleDiagram::new(2, 7, "3k5/9/9/4P4/9/9/9/9/9/5K3 w", "e6"),
];

const LESSONS: &[Lesson] = &[
    Lesson::new("4k4/9/9/9/4N4/9/9/9/9/3K5 w", Task::Move, "e5"),
    Lesson::new("4k4/9/9/r2p2C2/9/9/9/9/9/3K5 w", Task::Capture, "g6"),
    Lesson::new("3k5/R8/9/9/9/9/9/9/1R7/4K4 w", Task::Win, "b1"),
];

const PGN_STYLES: &[PgnStyle] = &[
    PgnStyle {
        style: "chinese",
        name: "Chinese",
        looks_like: |text| !text.is_ascii(),
    },
    PgnStyle {
        style: "wxf",
        name: "WXF",
        looks_like: |text| text.is_ascii() && !is_iccs(text),
    },
    PgnStyle {
        style: "iccs",
        name: "ICCS",
        looks_like: is_iccs,
    },
];

/// `h2e2`, `H2-E2`: two letters, the second of which follows a digit.
fn is_iccs(text: &str) -> bool {
    let letters = text.bytes().filter(u8::is_ascii_alphabetic).count();
    let second = text.as_bytes().get(1).copied().unwrap_or_default();
    text.is_ascii() && letters == 2 && second.is_ascii_digit()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_are_recognised_by_a_move() {
        let check = |text: &str, style: &str| {
            let mut fits = PGN_STYLES.iter().filter(|style| (style.looks_like)(text));
            assert_eq!(fits.next().map(|found| found.style), Some(style), "{text}");
            assert!(fits.next().is_none(), "{text}");
        };
        check("炮二平五", "chinese");
        check("H2-E2", "iccs");
        check("h2e2", "iccs");
        check("C2.5", "wxf");
        check("", "wxf");
    }
}
