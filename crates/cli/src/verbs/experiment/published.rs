//! The experiments of the theses: who plays whom, and what the theses counted.

use yomikiri_lab::contest::Played;
use yomikiri_lab::{Side, Texts};

/// An experiment as its thesis describes it.
pub(super) struct Experiment {
    pub(super) name: &'static str,
    pub(super) game: &'static str,
    /// Start position; the game's own if empty.
    pub(super) start: &'static str,
    /// Random moves before each pair of games, which are played with swapped sides; 0: none of this.
    pub(super) opening_plies: u32,
    pub(super) max_plies: Option<u32>,
    pub(super) games: u64,
    pub(super) rows: &'static [Row],
    /// How the same games may be counted: the first is compared, the others are shown beside it.
    pub(super) readings: &'static [Reading],
    /// Moves of the first side within which wins are counted.
    pub(super) within: &'static [u32],
    /// Id of the message that explains the differences.
    pub(super) why: &'static str,
}

/// Two players, and the thesis's counts.
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) first: &'static str,
    pub(super) second: &'static str,
    /// First wins, second wins, draws; `None` if the thesis gives no numbers.
    pub(super) document: Option<[u64; 3]>,
    /// Id of the message with what the thesis says about the row in words, if it does.
    pub(super) claim: Option<&'static str>,
}

/// How finished games are counted.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Reading {
    /// As they ended.
    Rules,
    /// A side without a legal move that is not in check has drawn, although the players do not know.
    NoMovesDraw,
    /// Games that were not over after so many plies are draws.
    Plies(u32),
}

impl Reading {
    /// The word for data.
    pub(super) fn word(self) -> String {
        match self {
            Reading::Rules => "rules".to_owned(),
            Reading::NoMovesDraw => "no-moves-draw".to_owned(),
            Reading::Plies(plies) => format!("plies-{plies}"),
        }
    }

    pub(super) fn title(self, texts: &Texts) -> String {
        match self {
            Reading::Rules => texts.message("experiment-reading-rules", &[]),
            Reading::NoMovesDraw => texts.message("experiment-reading-no-moves", &[]),
            Reading::Plies(plies) => {
                let plies = plies.to_string();
                texts.message("experiment-reading-plies", &[("plies", &plies)])
            }
        }
    }

    /// Who won a game.
    pub(super) fn winner(self, game: &Played) -> Option<Side> {
        let stands = match self {
            Reading::Rules => true,
            Reading::NoMovesDraw => game.reason != "no-moves",
            Reading::Plies(plies) => game.moves.len() <= plies as usize,
        };
        game.winner.filter(|_| stands)
    }

    /// First wins, second wins, draws. Where sides are swapped, wins of the player that is named first, and second.
    pub(super) fn count(self, games: &[Played]) -> [u64; 3] {
        let mut counts = [0; 3];
        for game in games {
            let winner = self.winner(game);
            let named = winner.map(|side| if game.first == 0 { side } else { !side });
            counts[named.map_or(2, Side::index)] += 1;
        }
        counts
    }
}

pub(super) const EXPERIMENTS: &[Experiment] = &[
    Experiment {
        name: "anpanman-table1",
        game: "anpanman",
        start: "",
        opening_plies: 0,
        max_plies: None,
        games: 1000,
        rows: &[
            Row {
                name: "ASAI v RAI",
                first: "asai:depth=3",
                second: "rai",
                document: Some([852, 84, 64]),
                claim: None,
            },
            Row {
                name: "RAI v ASAI",
                first: "rai",
                second: "asai:depth=3",
                document: Some([56, 849, 95]),
                claim: None,
            },
            Row {
                name: "ASAI v ASAI",
                first: "asai:depth=3",
                second: "asai:depth=3",
                document: Some([511, 323, 166]),
                claim: None,
            },
        ],
        readings: &[Reading::Rules, Reading::NoMovesDraw],
        within: &[],
        why: "experiment-anpanman-table1",
    },
    Experiment {
        name: "pawn-ending-table5",
        game: "chess?goal=promotion",
        start: "",
        opening_plies: 0,
        max_plies: Some(200),
        games: 100,
        rows: &[
            Row {
                name: "PEAI v PEAI",
                first: "peai",
                second: "peai",
                document: Some([80, 0, 20]),
                claim: Some("experiment-claim-30-moves"),
            },
            Row {
                name: "PEAI v PERM",
                first: "peai",
                second: "perm",
                document: Some([100, 0, 0]),
                claim: None,
            },
            Row {
                name: "PERM v PERM",
                first: "perm",
                second: "perm",
                document: None,
                claim: Some("experiment-claim-undecided"),
            },
            Row {
                name: "PEAI v PEAI, no noise",
                first: "peai:noise=0",
                second: "peai:noise=0",
                document: None,
                claim: Some("experiment-claim-not-14"),
            },
            Row {
                name: "PEAI v PEAI, noise for the defender",
                first: "peai:noise=0",
                second: "peai",
                document: None,
                claim: Some("experiment-claim-14"),
            },
        ],
        readings: &[Reading::Plies(100), Reading::Plies(200)],
        within: &[14, 30],
        why: "experiment-pawn-ending-table5",
    },
    Experiment {
        name: "go-ladder",
        game: "go?size=9",
        start: "",
        opening_plies: 4,
        max_plies: Some(400),
        games: 100,
        rows: &[
            Row {
                name: "territory1 v random1",
                first: "territory1",
                second: "random1",
                document: None,
                claim: None,
            },
            Row {
                name: "territory2 v random1",
                first: "territory2",
                second: "random1",
                document: None,
                claim: Some("experiment-claim-go-random"),
            },
            Row {
                name: "territory3 v territory2",
                first: "territory3",
                second: "territory2",
                document: None,
                claim: None,
            },
            Row {
                name: "classic v territory3",
                first: "classic",
                second: "territory3",
                document: None,
                claim: None,
            },
            Row {
                name: "classic v territory2",
                first: "classic",
                second: "territory2",
                document: None,
                claim: None,
            },
        ],
        readings: &[Reading::Rules],
        within: &[],
        why: "experiment-go-ladder",
    },
    Experiment {
        name: "go-choosers",
        game: "go?size=9",
        start: "",
        opening_plies: 4,
        max_plies: Some(250),
        games: 40,
        rows: &[
            Row {
                name: "sum v priority",
                first: "classic",
                second: "classic:chooser=priority",
                document: None,
                claim: None,
            },
            Row {
                name: "sum v search",
                first: "classic",
                second: "classic:chooser=search",
                document: None,
                claim: None,
            },
            Row {
                name: "search v priority",
                first: "classic:chooser=search",
                second: "classic:chooser=priority",
                document: None,
                claim: None,
            },
        ],
        readings: &[Reading::Rules],
        within: &[],
        why: "experiment-go-choosers",
    },
];
