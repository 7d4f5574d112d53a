//! `bench`: a node signature and speeds.

use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use serde::Serialize;
use yomikiri_lab::{AnyGame, LabError, Limits, Place, PlayerSpec, Quiet, open_game};

use crate::output::{self, CliError, grouped};

/// Measure speed and print the node signature
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  yomikiri bench
  yomikiri bench anpanman --json

The signature is the number of positions that alpha-beta visits at fixed depths
on fixed positions: it changes only when the search, the evaluation or the rules do.")]
pub(crate) struct BenchArgs {
    /// Only this game
    game: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// What is measured of one game.
struct Course {
    game: &'static str,
    search_depth: u32,
    perft_depth: u32,
    /// Move sequences from the start; each ends at a measured position.
    lines: &'static [&'static str],
}

const COURSES: &[Course] = &[Course {
    game: "tictactoe",
    search_depth: 9,
    perft_depth: 8,
    lines: &["", "b2 a1", "a1 b2 c3"],
}];

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

pub(super) fn run(args: &BenchArgs) -> Result<ExitCode, CliError> {
    let mut measurements = Measurements {
        signature: 0,
        games: Vec::new(),
    };
    let asked = args.game.as_deref().map(open_game).transpose()?;
    let asked = asked.map(|game| game.info().id.clone());
    let wanted = |course: &&Course| asked.as_deref().is_none_or(|id| id == course.game);
    for course in COURSES.iter().filter(wanted) {
        let game = open_game(course.game)?;
        let measured = measure(course, &*game)?;
        measurements.signature += measured.signature;
        measurements.games.push(measured);
    }
    if measurements.games.is_empty() {
        let known: Vec<&str> = COURSES.iter().map(|course| course.game).collect();
        let text = format!(
            "nothing is measured of that game; there are {}",
            known.join(" ")
        );
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
    let limits = Limits {
        depth: Some(course.search_depth),
        ..Limits::default()
    };
    // A set depth is the only bound: the clock must not touch the signature.
    let depth = course.search_depth;
    let player = PlayerSpec::named("alphabeta").or_setting("depth", depth);
    let mut signature = 0;
    let mut searching = 0.0;
    for moves in course.lines {
        let place = Place {
            moves,
            ..Place::default()
        };
        let mut session = game.session(&place)?;
        let begun = Instant::now();
        signature += session.think(&player, &limits, &mut Quiet)?.nodes;
        searching += begun.elapsed().as_secs_f64();
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
