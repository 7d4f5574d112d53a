//! `tune network`: a network that corrects a game's evaluation.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use yomikiri_lab::{Lab, LabError, NetworkOrder, NetworkReport, Texts};

use super::super::interrupt::{interrupt_flag, tell_interrupted};
use super::super::match_::ManyArgs;
use super::data::bar;
use crate::output::{self, CliError};

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  yomikiri tune data xiangqi --games 40000 --nodes 1000 --out xiangqi.ytd
  yomikiri tune network xiangqi --data xiangqi.ytd --out runs/network
  yomikiri match xiangqi --first alphabeta:network=runs/network/network.ynn --second alphabeta

A small network learns from positions of the engine against itself how far the evaluation is
off. It is for the weights that the program has; players take it with network=FILE. A part of
the games is held out. An interrupted training goes on with --resume.")]
pub(super) struct NetworkArgs {
    /// Game
    game: String,
    /// Positions that `tune data` has made; may be given several times
    #[arg(long, value_name = "FILE", required = true)]
    data: Vec<PathBuf>,
    /// Rounds over all positions
    #[arg(long, value_name = "N", default_value_t = 15, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    epochs: u64,
    /// The first step of the weights; steps shrink to nothing
    #[arg(long, value_name = "RATE", default_value_t = 0.001)]
    rate: f64,
    /// Share of the game's result in what is foretold; the rest is the search score
    #[arg(long, value_name = "SHARE", default_value_t = 0.1)]
    result_share: f64,
    /// Games held out to judge the network, in per cent
    #[arg(long, value_name = "PERCENT", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..=90))]
    hold_out: u64,
    #[command(flatten)]
    many: ManyArgs,
    /// Directory for the network
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Go on with the training in --out
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
    report: &'a NetworkReport,
}

/// Steps of the bar in a round.
const STEPS: u64 = 1000;

pub(super) fn run(args: &NetworkArgs, lab: &Lab, texts: &Texts) -> Result<ExitCode, CliError> {
    if !(0.0..=1.0).contains(&args.result_share) {
        let text = "expected --result-share from 0 to 1";
        return Err(LabError::Usage(text.into()).into());
    }
    if !(args.rate > 0.0 && args.rate < 1.0) {
        let text = "expected --rate between 0 and 1";
        return Err(LabError::Usage(text.into()).into());
    }
    let game = lab.open_game(&args.game)?;
    let order = NetworkOrder {
        data: args.data.clone(),
        out: args.out.clone(),
        resume: args.resume,
        epochs: args.epochs as usize,
        rate: args.rate,
        result_share: args.result_share,
        hold_out: args.hold_out,
        seed: args.many.seed,
        threads: args.many.concurrency(),
    };
    let stop = interrupt_flag();
    let bar = bar(args.epochs * STEPS, "{msg}  ETA {eta}");
    let mut begun = false;
    let report = game
        .arena()
        .train_network(&order, &stop, &mut |report: &NetworkReport| {
            let done = report.epochs as f64 + report.part;
            bar.set_position((done * STEPS as f64) as u64);
            if !begun {
                bar.reset_eta();
                begun = true;
            }
            bar.set_message(format!(
                "{}/{}  {:.5}",
                report.epochs, args.epochs, report.loss_found
            ));
        })?;
    bar.finish_and_clear();
    if args.json {
        let game = game.spec();
        let report = &report;
        output::print_document(&Answer { game, report })?;
    } else {
        output::print(&format!(
            "{} positions, {} of them held out; {:.0} points make the odds e : 1\n\
             cross-entropy of the positions held out: {:.5} with the evaluation alone, {:.5} with the network\n",
            report.positions, report.held_out, report.scale, report.loss_start, report.loss_found
        ))?;
        if let Some(network) = &report.network {
            output::print(&format!("network: {}\n", network.display()))?;
        }
    }
    Ok(match &report.network {
        None => tell_interrupted(true, texts),
        Some(_) if report.loss_found < report.loss_start => ExitCode::SUCCESS,
        Some(_) => ExitCode::from(1),
    })
}
