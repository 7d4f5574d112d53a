//! `tune data`: positions for a fit.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;
use yomikiri_lab::{AnyArena, DataOrder, DataReport, Lab, LabError, Texts};

use super::super::interrupt::{interrupt_flag, tell_interrupted};
use super::super::match_::ManyArgs;
use crate::output::{self, CliError};

/// Positions that the search visits for each move if nothing is said.
pub(super) const USUAL_NODES: u64 = 2000;

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  yomikiri tune data xiangqi --games 20000 --nodes 2000 --out xiangqi.ytd
  yomikiri tune data xiangqi --games 40000 --nodes 2000 --out xiangqi.ytd --resume
  yomikiri tune data minishogi --network run/network.ynn --nodes 500 --out second.ytd

The engine plays itself after random moves. Every position is stored with the score of
the search, the result of the game and, where there is a table, its value. Positions in
check, with a capture as best move, decided ones and those of the first 8 plies are not
learned from.")]
pub(super) struct DataArgs {
    /// Game
    game: String,
    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,
    /// Positions that the search visits for each move
    #[arg(long, value_name = "N", default_value_t = USUAL_NODES, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Random opening plies per game
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=100))]
    opening_plies: u32,
    /// Network of the players: on (that of the program, if there is one), off, or a file
    #[arg(long, value_name = "on|off|FILE", default_value = "on")]
    network: String,
    #[command(flatten)]
    many: ManyArgs,
    /// File for the positions
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Go on with the file
    #[arg(long)]
    resume: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer<'a> {
    game: &'a str,
    #[serde(flatten)]
    made: DataReport,
}

pub(super) fn run(args: &DataArgs, lab: &Lab, texts: &Texts) -> Result<ExitCode, CliError> {
    let game = lab.open_game(&args.game)?;
    let order = DataOrder {
        out: args.out.clone(),
        games: args.games,
        nodes: args.nodes,
        opening_plies: args.opening_plies,
        network: args.network.clone(),
        seed: args.many.seed,
        threads: args.many.concurrency(),
        resume: args.resume,
    };
    let made = make(&order, &*game.arena(), texts)?;
    if args.json {
        let game = game.spec();
        output::print_document(&Answer { game, made })?;
    } else {
        let each = made.bytes as f64 / made.positions.max(1) as f64;
        output::print(&format!(
            "games: {}\npositions: {}\nbytes: {} ({each:.1} a position)\n",
            made.games, made.positions, made.bytes
        ))?;
    }
    Ok(match made.games < order.games {
        true => tell_interrupted(true, texts),
        false => ExitCode::SUCCESS,
    })
}

/// Plays the games of an order with a bar.
pub(super) fn make(
    order: &DataOrder,
    arena: &dyn AnyArena,
    texts: &Texts,
) -> Result<DataReport, CliError> {
    let stop = interrupt_flag();
    let bar = bar(order.games, "{pos}/{len} games  {msg}  ETA {eta}");
    let mut begun = false;
    let made = arena.make_tuning_data(order, &stop, &mut |games, positions| {
        bar.set_position(games);
        if !begun {
            bar.reset_eta();
            begun = true;
        }
        let positions = positions.to_string();
        let values = [("positions", positions.as_str())];
        bar.set_message(texts.message("tune-positions", &values));
    })?;
    bar.finish_and_clear();
    if stop.load(Ordering::Relaxed) && order.out.starts_with(std::env::temp_dir()) {
        let text = "interrupted; `tune data` with --resume can go on where it stopped";
        return Err(LabError::Usage(text.to_owned()).into());
    }
    Ok(made)
}

pub(in crate::verbs) fn bar(length: u64, words: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr());
    let template = format!("{{bar:24.cyan/black.bright}} {words}");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style.progress_chars("━━─"));
    }
    bar
}
