//! What the games of the family say about themselves. Rule files of users have no diagrams and no
//! benchmark.

use yomikiri_game_api::{
    Bench, Declare, EngineProfile, Identity, Lesson, Profile, RecordProfile, RuleDiagram,
    SquareNames, Task,
};

use crate::koma::game::Koma;

impl Declare for Koma {
    fn profile(&self) -> Profile {
        let (diagrams, bench, letters) = match self.id() {
            "anpanman" => (ANPANMAN, Some(ANPANMAN_BENCH), NO_LETTERS),
            "dobutsu" => (DOBUTSU, Some(DOBUTSU_BENCH), DOBUTSU_LETTERS),
            "gorogoro" => (GOROGORO, Some(GOROGORO_BENCH), NO_LETTERS),
            "minishogi" => (MINISHOGI, Some(MINISHOGI_BENCH), NO_LETTERS),
            _ => (NO_DIAGRAMS, None, NO_LETTERS),
        };
        Profile {
            records: RecordProfile {
                usual: Some("kif"),
                kif_style: Some("shogi"),
                ..RecordProfile::default()
            },
            engines: EngineProfile {
                variant: Some(self.id().to_owned()),
                protocols: &[
                    ("uci", SquareNames::RanksFromBelow),
                    ("usi", SquareNames::FilesFromRight),
                    ("xboard", SquareNames::RanksFromBelow),
                ],
                letters,
                ..EngineProfile::default()
            },
            diagrams,
            bench,
            opponent: Some("asai"),
            drawing: Some("koma"),
            identity: self.identity(),
            lessons: match self.id() {
                "anpanman" => ANPANMAN_LESSONS,
                "dobutsu" => DOBUTSU_LESSONS,
                "gorogoro" => GOROGORO_LESSONS,
                "minishogi" => MINISHOGI_LESSONS,
                _ => &[],
            },
            ..Profile::default()
        }
    }
}

impl Koma {
    /// Minutes and difficulty are told of the built-in games only.
    fn identity(&self) -> Identity {
        let (minutes, difficulty) = match self.id() {
            "anpanman" => (Some((2, 5)), Some(1)),
            "dobutsu" => (Some((3, 10)), Some(1)),
            "gorogoro" => (Some((10, 20)), Some(2)),
            "minishogi" => (Some((10, 30)), Some(3)),
            _ => (None, None),
        };
        // Chinese readers know the characters of shogi, but no kana other than the promoted pawn's.
        let mut signs = self.rules.kinds.iter().flat_map(|kind| &kind.signs);
        let has_kana = signs
            .any(|sign| sign.contains(|letter| matches!(letter, 'ぁ'..='ヿ') && letter != 'と'));
        Identity {
            notation: match has_kana {
                true => &[("en", "chess"), ("ja", "shogi"), ("zh", "chess")],
                false => &[("en", "chess"), ("ja", "shogi"), ("zh", "shogi")],
            },
            minutes,
            difficulty,
            ..Identity::default()
        }
    }
}

type Letters = &'static [(&'static str, &'static str)];

const NO_DIAGRAMS: &[RuleDiagram] = &[];
const NO_LETTERS: Letters = &[];
/// The hen has a letter of its own here and is a promoted chick elsewhere.
const DOBUTSU_LETTERS: Letters = &[("H", "+C"), ("h", "+c")];

const ANPANMAN: &[RuleDiagram] = &[
    RuleDiagram::new(1, 1, "", ""),
    RuleDiagram::new(2, 1, "1b1/3/3/1A1/3 b -", "b4"),
    RuleDiagram::new(2, 2, "1b1/3/1S1/3/A2 b -", "b3"),
    RuleDiagram::new(2, 3, "1b1/3/1C1/3/A2 b -", "b3"),
];
const ANPANMAN_BENCH: Bench = Bench {
    search_depth: 14,
    perft_depth: 10,
    lines: &[
        "",
        "b5a4 b1a2 c5c4 a1b1",
        "a5a4 c1b2 b5a5 b2a3 a4b3 a1a2 c5b5 b1c1",
    ],
};

const DOBUTSU: &[RuleDiagram] = &[
    RuleDiagram::new(1, 1, "", ""),
    RuleDiagram::new(2, 1, "2l/3/1L1/3 b -", "b3"),
    RuleDiagram::new(2, 2, "2l/3/1G1/L2 b -", "b3"),
    RuleDiagram::new(2, 3, "2l/3/1E1/2L b -", "b3"),
    RuleDiagram::new(2, 4, "2l/3/1C1/L2 b -", "b3"),
    RuleDiagram::new(2, 5, "2l/3/1H1/L2 b -", "b3"),
];
const DOBUTSU_BENCH: Bench = Bench {
    search_depth: 11,
    perft_depth: 9,
    lines: &[
        "",
        "b3b2 b1b2 b4c3 C*a2 c3b4 a2a3",
        "c4c3 b2b3 b4c4 b1a2 a4b3 a2a3 c4b4 a1a2 C*a1 C*c2 b3a4 a3b2",
    ],
};

const GOROGORO: &[RuleDiagram] = &[
    RuleDiagram::new(1, 1, "", ""),
    RuleDiagram::new(2, 1, "2k2/5/5/2K2/5/5 b -", "c4"),
    RuleDiagram::new(2, 2, "2k2/5/5/2G2/5/K4 b -", "c4"),
    RuleDiagram::new(2, 3, "2k2/5/5/2S2/5/K4 b -", "c4"),
    RuleDiagram::new(2, 4, "2k2/5/5/2P2/5/K4 b -", "c4"),
];
const GOROGORO_BENCH: Bench = Bench {
    search_depth: 7,
    perft_depth: 6,
    lines: &[
        "",
        "d4d3 b1a2 b6c5 d1e2 P*a4 a2a3 b4b3 a3b4",
        "a6b5 c1b2 b4b3 b2a2 b6a5 c3c4 P*a6 P*e5 a5b4 d1d2 d6d5 a1b2 b4a3 a2a1 a3a4 d2d1",
    ],
};

const MINISHOGI: &[RuleDiagram] = &[
    RuleDiagram::new(1, 1, "", ""),
    RuleDiagram::new(2, 1, "k4/5/2R2/5/4K b -", "c3"),
    RuleDiagram::new(2, 2, "2k2/5/2B2/5/2K2 b -", "c3"),
    RuleDiagram::new(2, 3, "k4/5/2K2/5/5 b -", "c3"),
    RuleDiagram::new(2, 4, "k4/5/2G2/5/4K b -", "c3"),
    RuleDiagram::new(2, 5, "k4/5/2S2/5/4K b -", "c3"),
    RuleDiagram::new(2, 6, "k4/5/2P2/5/4K b -", "c3"),
];
const MINISHOGI_BENCH: Bench = Bench {
    search_depth: 7,
    perft_depth: 6,
    lines: &[
        "",
        "c5c4 a1a4 b5a4 e1d2 R*a2 P*c2 e5e4 b1a2",
        "a4a3 d1c2 b5a4 c1b2 d5c4 c2d2 a4b3 d2d1 a5a4 b1c2 a3a2 c2b3 a4b4 G*d3 c4d5 b2c1",
    ],
};

const ANPANMAN_LESSONS: &[Lesson] = &[
    Lesson::new("", Task::Move, "b5"),
    Lesson::new("2b/3/1d1/1S1/A2 b -", Task::Capture, "b4"),
    Lesson::new("3/A2/2b/3/3 b -", Task::Win, "a2"),
];
const DOBUTSU_LESSONS: &[Lesson] = &[
    Lesson::new("", Task::Move, "b4"),
    Lesson::new("", Task::Capture, "b3"),
    Lesson::new("g1l/3/3/EL1 b C", Task::Drop, ""),
    Lesson::new("3/1l1/1G1/L2 b -", Task::Win, "b3"),
];
const GOROGORO_LESSONS: &[Lesson] = &[
    Lesson::new("2k2/5/5/2S2/5/K4 b -", Task::Move, "c4"),
    Lesson::new("", Task::Capture, ""),
    Lesson::new("2k2/5/5/5/5/2K2 b G", Task::Drop, ""),
    Lesson::new("2k2/5/2P2/5/5/2K2 b G", Task::Win, ""),
];
const MINISHOGI_LESSONS: &[Lesson] = &[
    Lesson::new("k4/5/2R2/5/4K b -", Task::Move, "c3"),
    Lesson::new("k4/5/2p2/5/2R1K b -", Task::Capture, "c5"),
    Lesson::new("2k2/5/5/5/2K2 b G", Task::Drop, ""),
    Lesson::new("2k2/5/2P2/5/2K2 b G", Task::Win, ""),
];
