//! `bench`: a node signature and speeds.

use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use yomikiri_lab::{AnyGame, Bench, Lab, LabError, Limits, NoObserver, Place, PlayerSpec};

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
    let mut known = Vec::new();
    for game in lab.all_games() {
        let Some(bench) = &game.profile().bench else {
            continue;
        };
        let id = game.info().id.clone();
        if asked.as_ref().is_none_or(|asked| *asked == id) {
            let measured = measure(bench, &*game)?;
            measurements.signature += measured.signature;
            measurements.games.push(measured);
        }
        known.push(id);
    }
    if measurements.games.is_empty() {
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

fn measure(bench: &Bench, game: &dyn AnyGame) -> Result<Measured, LabError> {
    let limits = Limits::default();
    // A fixed depth is the only limit: the clock must not affect the signature.
    let depth = bench.search_depth;
    let player = PlayerSpec::named("alphabeta")
        .or_setting("depth", depth)
        .or_setting("hash", 16);
    let mut signature = 0;
    let mut searching = 0.0;
    for moves in bench.lines {
        let place = Place {
            moves,
            ..Place::default()
        };
        let mut session = game.session(&place)?;
        let report = session.think(&player, &limits, &mut NoObserver)?;
        signature += report.nodes;
        searching += report.seconds;
    }
    let perft = game.perft(&Place::default(), bench.perft_depth, 1)?;
    let rate = |nodes: u64, seconds: f64| (nodes as f64 / seconds.max(1e-9)) as u64;
    Ok(Measured {
        game: game.info().id.clone(),
        signature,
        search_depth: depth,
        search_seconds: searching,
        search_nps: rate(signature, searching),
        perft_depth: bench.perft_depth,
        perft_nodes: perft.nodes,
        perft_seconds: perft.seconds,
        perft_nps: rate(perft.nodes, perft.seconds),
    })
}
