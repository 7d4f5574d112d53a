//! `perft`: counting move sequences.

use std::process::ExitCode;

use clap::Args;
use yomikiri_lab::{AnyGame, Lab, LabError, PerftReport, Place, Texts};

use crate::args::PlaceArgs;
use crate::batch;
use crate::output::{self, CliError, grouped};

/// Count move sequences of a given length
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  yomikiri perft anpanman 8
  yomikiri perft minishogi 5 --divide --threads 4
  yomikiri perft dobutsu 4 -p - --json < positions.txt

Rules that depend on the history (repetition, move limits) are not applied.")]
pub(crate) struct PerftArgs {
    /// Game, with options after a question mark (anpanman?repetition=4)
    game: String,
    /// Length of the sequences in plies
    #[arg(value_parser = read_depth)]
    depth: u32,
    #[command(flatten)]
    place: PlaceArgs,
    /// Show the count for each move
    #[arg(long)]
    divide: bool,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn read_depth(text: &str) -> Result<u32, String> {
    let depth = text.parse().ok().filter(|depth| *depth <= 100);
    depth.ok_or_else(|| "expected a whole number from 0 to 100".to_owned())
}

pub(super) fn run(args: &PerftArgs, lab: &Lab, texts: &Texts) -> Result<ExitCode, CliError> {
    let game = lab.open_game(&args.game)?;
    if args.place.is_batch() {
        return batch::answer_lines(|line| count(args, &*game, &args.place.at(line)));
    }
    let report = count(args, &*game, &args.place.place())?;
    if args.json {
        output::print_document(&report)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut text = String::new();
    for line in report.divide.iter().flatten() {
        text += &format!("{}: {}\n", line.text, line.nodes);
    }
    match args.divide {
        true => {
            let nodes = report.nodes.to_string();
            text += &texts.message("perft-total", &[("nodes", &nodes)]);
            text += "\n";
        }
        false => text += &format!("{}\n", report.nodes),
    }
    output::print(&text)?;
    if report.seconds > 0.0 {
        let speed = (report.nodes as f64 / report.seconds) as u64;
        let seconds = format!("{:.3}", report.seconds);
        let (nodes, speed) = (grouped(report.nodes), grouped(speed));
        let args: &[(&str, &str)] = &[("nodes", &nodes), ("seconds", &seconds), ("speed", &speed)];
        output::note(&texts.message("analyze-nodes", args));
    }
    Ok(ExitCode::SUCCESS)
}

fn count(args: &PerftArgs, game: &dyn AnyGame, place: &Place<'_>) -> Result<PerftReport, LabError> {
    let threads = usize::from(args.threads);
    match args.divide {
        true => game.divide(place, args.depth, threads),
        false => game.perft(place, args.depth, threads),
    }
}
