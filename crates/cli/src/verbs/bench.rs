//! `bench`: a node signature and speeds.

use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use yomikiri_lab::{AnyGame, Lab, LabError, Limits, NoObserver, Place, PlayerSpec};

use crate::output::{self, CliError, grouped};

/// Measure speed and print the node signature
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  yomikiri bench
  yomikiri bench anpanman --json

The signature is the number of nodes that alpha-beta searches at fixed depths in
fixed positions. It changes only when the search, the evaluation or the rules change.")]
pub(crate) struct BenchArgs {
    /// Only this game
    game: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The benchmark of one game.
struct Course {
    game: &'static str,
    search_depth: u32,
    perft_depth: u32,
    /// Move sequences from the start; each ends at a measured position.
    lines: &'static [&'static str],
}

/// Quiet positions, none decided within six plies; the depth of Janken shogi counts turns.
const COURSES: &[Course] = &[
    Course {
        game: "anpanman",
        search_depth: 14,
        perft_depth: 10,
        lines: &[
            "",
            "b5a4 b1a2 c5c4 a1b1",
            "a5a4 c1b2 b5a5 b2a3 a4b3 a1a2 c5b5 b1c1",
        ],
    },
    Course {
        game: "dobutsu",
        search_depth: 11,
        perft_depth: 9,
        lines: &[
            "",
            "b3b2 b1b2 b4c3 C*a2 c3b4 a2a3",
            "c4c3 b2b3 b4c4 b1a2 a4b3 a2a3 c4b4 a1a2 C*a1 C*c2 b3a4 a3b2",
        ],
    },
    Course {
        game: "gorogoro",
        search_depth: 7,
        perft_depth: 6,
        lines: &[
            "",
            "d4d3 b1a2 b6c5 d1e2 P*a4 a2a3 b4b3 a3b4",
            "a6b5 c1b2 b4b3 b2a2 b6a5 c3c4 P*a6 P*e5 a5b4 d1d2 d6d5 a1b2 b4a3 a2a1 a3a4 d2d1",
        ],
    },
    Course {
        game: "minishogi",
        search_depth: 7,
        perft_depth: 6,
        lines: &[
            "",
            "c5c4 a1a4 b5a4 e1d2 R*a2 P*c2 e5e4 b1a2",
            "a4a3 d1c2 b5a4 c1b2 d5c4 c2d2 a4b3 d2d1 a5a4 b1c2 a3a2 c2b3 a4b4 G*d3 c4d5 b2c1",
        ],
    },
    Course {
        game: "xiangqi",
        search_depth: 9,
        perft_depth: 4,
        lines: &[
            "",
            "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 h0h6 c6c5 b0c2 b7b5",
            "h2e2 h7e7 h0g2 h9g7 i0h0 i9i8 h0h6 i8d8 b0c2 d8d3 g3g4 b9a7",
        ],
    },
    Course {
        game: "janken",
        search_depth: 5,
        perft_depth: 9,
        lines: &[
            "a1=GPC b2=CPG a3=PGC c1=GCP f6=GPC e5=PCG f4=CGP d6=GCP",
            "a1=GCP b2=CPG a3=PGC c1=GPC f6=GCP e5=CPG f4=PGC d6=GPC b2b3 b3c3 e5e4 e4d4",
        ],
    },
    Course {
        game: "chess",
        search_depth: 7,
        perft_depth: 5,
        lines: &[
            "",
            "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6",
            "d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 c1g5 f8e7",
        ],
    },
    Course {
        game: "tictactoe",
        search_depth: 9,
        perft_depth: 8,
        lines: &["", "b2 a1", "a1 b2 c3"],
    },
];

#[derive(Serialize)]
struct Measured {
    game: String,
    /// Nodes of all searches.
    signature: u64,
    search_depth: u32,
    search_seconds: f64,
    search_nps: u64,
    perft_depth: u32,
    perft_nodes: u64,
    perft_seconds: f64,
    perft_nps: u64,
}

#[derive(Serialize)]
struct Measurements {
    signature: u64,
    games: Vec<Measured>,
}

pub(super) fn run(args: &BenchArgs, lab: &Lab) -> Result<ExitCode, CliError> {
    let mut measurements = Measurements {
        signature: 0,
        games: Vec::new(),
    };
    let asked = args.game.as_deref();
    let asked = asked.map(|name| lab.open_game(name)).transpose()?;
    let asked = asked.map(|game| game.info().id.clone());
    let wanted = |course: &&Course| asked.as_deref().is_none_or(|id| id == course.game);
    for course in COURSES.iter().filter(wanted) {
        let game = lab.open_game(course.game)?;
        let measured = measure(course, &*game)?;
        measurements.signature += measured.signature;
        measurements.games.push(measured);
    }
    if measurements.games.is_empty() {
        let known: Vec<&str> = COURSES.iter().map(|course| course.game).collect();
        let text = format!("no benchmark for that game; there are {}", known.join(" "));
        return Err(LabError::Input(text).into());
    }
    if args.json {
        output::print_document(&measurements)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut text = String::new();
    for of in &measurements.games {
        text += &format!(
            "{:<10} search depth {:>2}: {:>12} nodes {:>12}/s   perft {:>2}: {:>13} {:>13}/s\n",
            of.game,
            of.search_depth,
            of.signature,
            grouped(of.search_nps),
            of.perft_depth,
            of.perft_nodes,
            grouped(of.perft_nps),
        );
    }
    text += &format!("signature {}\n", measurements.signature);
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn measure(course: &Course, game: &dyn AnyGame) -> Result<Measured, LabError> {
    let limits = Limits::default();
    // A fixed depth is the only limit: the clock must not affect the signature.
    let depth = course.search_depth;
    let player = PlayerSpec::named("alphabeta")
        .or_setting("depth", depth)
        .or_setting("hash", 16);
    let mut signature = 0;
    let mut searching = 0.0;
    for moves in course.lines {
        let place = Place {
            moves,
            ..Place::default()
        };
        let mut session = game.session(&place)?;
        let report = session.think(&player, &limits, &mut NoObserver)?;
        signature += report.nodes;
        searching += report.seconds;
    }
    let perft = game.perft(&Place::default(), course.perft_depth, 1)?;
    let rate = |nodes: u64, seconds: f64| (nodes as f64 / seconds.max(1e-9)) as u64;
    Ok(Measured {
        game: course.game.to_owned(),
        signature,
        search_depth: depth,
        search_seconds: searching,
        search_nps: rate(signature, searching),
        perft_depth: course.perft_depth,
        perft_nodes: perft.nodes,
        perft_seconds: perft.seconds,
        perft_nps: rate(perft.nodes, perft.seconds),
    })
}
