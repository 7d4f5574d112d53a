//! `sprt`: a calculator for counts.

use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use yomikiri_lab::LabError;
use yomikiri_lab::contest::stats::{
    Counts, Decision, Estimate, Pentanomial, Sprt, Trinomial, elo, los, normalised_elo, score,
};

use crate::output::{self, CliError};

/// Compute Elo, LOS and the LLR of an SPRT from counts
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  yomikiri sprt --penta 371,10263,24989,10642,379 --test elo0=0,elo1=2
  yomikiri sprt --wdl 852,64,84
  yomikiri sprt --wdl 60,20,40 --test elo0=0,elo1=30,model=logistic --json

Game pairs are counted by points: both lost, one lost and one drawn, even, one won
and one drawn, both won.")]
pub(crate) struct SprtArgs {
    /// Game pairs by points: LL,LD,DD+WL,WD,WW
    #[arg(
        long,
        value_name = "COUNTS",
        value_delimiter = ',',
        conflicts_with = "wdl"
    )]
    penta: Option<Vec<u64>>,
    /// Single games: wins,draws,losses
    #[arg(long, value_name = "COUNTS", value_delimiter = ',')]
    wdl: Option<Vec<u64>>,
    /// The test: elo0=0,elo1=5[,alpha=0.05][,beta=0.05][,model=normalised|logistic]
    #[arg(long, value_name = "TEST")]
    test: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer {
    games: u64,
    score: Option<Estimate>,
    elo: Option<Estimate>,
    nelo: Option<Estimate>,
    los: f64,
    llr: Option<f64>,
    lower: Option<f64>,
    upper: Option<f64>,
    decision: Option<Decision>,
}

pub(super) fn run(args: &SprtArgs) -> Result<ExitCode, CliError> {
    let usage = |text: String| CliError::from(LabError::Usage(text));
    let test = args.test.as_deref().map(Sprt::read).transpose();
    let test = test.map_err(|error| usage(error.to_string()))?;
    let too_many = || usage("expected counts below a million million".into());
    let counts = args.penta.iter().chain(&args.wdl).flatten();
    if counts.copied().any(|count| count > 1_000_000_000_000) {
        return Err(too_many());
    }
    let answer = match (args.penta.as_deref(), args.wdl.as_deref()) {
        (Some(&[a, b, c, d, e]), _) => answer(&Pentanomial([a, b, c, d, e]), test.as_ref()),
        (_, Some(&[wins, draws, losses])) => {
            answer(&Trinomial::new(wins, losses, draws), test.as_ref())
        }
        _ => {
            return Err(usage("give --penta with 5 counts, or --wdl with 3".into()));
        }
    };
    if args.json {
        output::print_document(&answer)?;
    } else {
        output::print(&write(&answer, test.as_ref()))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn answer(counts: &impl Counts, test: Option<&Sprt>) -> Answer {
    let llr = test.map(|test| test.llr(counts));
    let bounds = test.map(Sprt::bounds);
    Answer {
        games: counts.games(),
        score: score(counts),
        elo: elo(counts),
        nelo: normalised_elo(counts),
        los: los(counts),
        llr,
        lower: bounds.map(|(lower, _)| lower),
        upper: bounds.map(|(_, upper)| upper),
        decision: test.zip(llr).and_then(|(test, llr)| test.decide(llr)),
    }
}

fn write(answer: &Answer, test: Option<&Sprt>) -> String {
    let estimate = |of: Option<Estimate>| match of {
        Some(of) => format!(
            "{:.2} +/- {:.2} ({:.2} to {:.2})",
            of.value,
            of.error(),
            of.low,
            of.high
        ),
        None => "unbounded".to_owned(),
    };
    let mut text = format!("Games: {}\n", answer.games);
    if let Some(score) = answer.score {
        text += &format!(
            "Score: {:.2} % ({:.2} to {:.2})\n",
            100.0 * score.value,
            100.0 * score.low,
            100.0 * score.high
        );
    }
    text += &format!("Elo: {}\n", estimate(answer.elo));
    text += &format!("nElo: {}\n", estimate(answer.nelo));
    text += &format!("LOS: {:.2} %\n", 100.0 * answer.los);
    if let (Some(test), Some(llr), Some(lower), Some(upper)) =
        (test, answer.llr, answer.lower, answer.upper)
    {
        let verdict = match answer.decision {
            Some(Decision::H0) => "H0 is accepted",
            Some(Decision::H1) => "H1 is accepted",
            None => "undecided",
        };
        text += &format!(
            "LLR: {llr:.2} ({lower:.2}, {upper:.2}) [{:.2}, {:.2}]: {verdict}\n",
            test.elo0, test.elo1
        );
    }
    text
}
