//! `tune`: better weights for a game's evaluation.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::{Deserialize, Serialize};
use yomikiri_lab::contest::stats::Sprt;
use yomikiri_lab::contest::tune::{
    Fit, Param, Spsa, SpsaSettings, fit_weights, rounded, write_tuning_report,
};
use yomikiri_lab::contest::{Openings, Plan, Role, Summary, derive, write_block};
use yomikiri_lab::{AnyArena, Lab, LabError, Texts, WeightsOrder};

use super::interrupt::{interrupt_flag, tell_interrupted};
use super::match_::ManyArgs;
use crate::output::{self, CliError};

/// Find better weights for a game's evaluation
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  yomikiri tune anpanman --method texel --games 2000
  yomikiri tune anpanman --iterations 500 --pairs 8 --out runs/tune
  yomikiri tune anpanman --iterations 500 --pairs 8 --out runs/tune --resume

spsa changes all weights at once by the results of small matches. texel fits them to
positions labelled with game results (or exact values, if there is a tablebase). The new
weights then play the old ones in an SPRT: keep them only if it accepts H1.")]
pub(crate) struct TuneArgs {
    /// Game
    game: String,
    /// Method
    #[arg(long, value_enum, default_value_t)]
    method: Method,
    /// Search depth of the players in plies
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=20))]
    depth: u32,
    /// SPSA: number of steps
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    iterations: u64,
    /// SPSA: game pairs per step
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pairs: u64,
    /// SPSA: size of the perturbation at the last step, as a share of the start weights
    #[arg(long, value_name = "SHARE", default_value_t = SpsaSettings::default().spread)]
    spread: f64,
    /// SPSA: learning rate at the last step
    #[arg(long, value_name = "RATE", default_value_t = SpsaSettings::default().rate)]
    rate: f64,
    /// Texel: number of training games
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    games: u64,
    /// Random opening plies per game
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=100))]
    opening_plies: u32,
    /// Maximum number of games of the final test; 0 skips it
    #[arg(long, value_name = "N", default_value_t = 2000)]
    verify: u64,
    #[command(flatten)]
    many: ManyArgs,
    /// Save the run in this directory
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Resume the run in --out
    #[arg(long, requires = "out")]
    resume: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Method {
    /// From the results of small matches
    #[default]
    Spsa,
    /// From positions labelled with results
    Texel,
}

/// A line of `tune.jsonl`: the weights after a step.
#[derive(Serialize, Deserialize)]
struct Done {
    step: u64,
    points: f64,
    weights: Vec<f64>,
}

/// The first line of `tune.jsonl`: the settings of the run.
#[derive(Serialize, Deserialize, PartialEq)]
struct Head {
    schema: u32,
    game: String,
    method: Method,
    params: Vec<Param>,
    depth: u32,
    pairs: u64,
    opening_plies: u32,
    settings: SpsaSettings,
}

#[derive(Serialize)]
struct Answer {
    game: String,
    method: Method,
    seed: u64,
    weights: Vec<Found>,
    fit: Option<Fit>,
    samples: Option<usize>,
    verification: Option<Summary>,
}

#[derive(Serialize)]
struct Found {
    name: String,
    start: i32,
    found: i32,
}

pub(super) fn run(args: &TuneArgs, lab: &Lab, texts: &Texts) -> Result<ExitCode, CliError> {
    let game = lab.open_game(&args.game)?;
    let arena = game.arena();
    let params = arena.weights();
    if params.is_empty() {
        let text = format!(
            "{} has no evaluation whose weights can be changed",
            game.spec()
        );
        return Err(LabError::Input(text).into());
    }
    let (history, fit) = match args.method {
        Method::Spsa => match climb(args, game.spec(), &*arena, &params)? {
            Some(history) => (history, None),
            None => return Ok(tell_interrupted(args.out.is_some(), texts)),
        },
        Method::Texel => {
            let fit = regress(args, &*arena, &params)?;
            let start = params.iter().map(|param| f64::from(param.start)).collect();
            (vec![start, fit.0.weights.clone()], Some(fit))
        }
    };
    let found = rounded(history.last().map_or(&[], Vec::as_slice));
    let verification = verify(args, &*arena, &params, &found)?;
    let answer = Answer {
        game: game.spec().to_owned(),
        method: args.method,
        seed: args.many.seed,
        weights: params
            .iter()
            .zip(&found)
            .map(|(param, &found)| Found {
                name: param.name.clone(),
                start: param.start,
                found,
            })
            .collect(),
        samples: fit.as_ref().map(|fit| fit.1),
        fit: fit.map(|fit| fit.0),
        verification,
    };
    if let Some(out) = &args.out {
        keep(out, &answer, &params, &history)?;
    }
    if args.json {
        output::print_document(&answer)?;
    } else {
        output::print(&write(&answer))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn plan(args: &TuneArgs, games: u64, seed: u64) -> Plan {
    Plan {
        openings: Openings::Random {
            plies: args.opening_plies,
            balanced: false,
        },
        concurrency: args.many.concurrency(),
        ..Plan::new(games, seed)
    }
}

/// The weights after every step, the start first; `None` if it was interrupted.
fn climb(
    args: &TuneArgs,
    spec: &str,
    arena: &dyn AnyArena,
    params: &[Param],
) -> Result<Option<Vec<Vec<f64>>>, CliError> {
    let settings = SpsaSettings {
        iterations: args.iterations,
        spread: args.spread,
        rate: args.rate,
        seed: args.many.seed,
    };
    let sensible = |number: f64| number > 0.0 && number <= 10.0;
    if !sensible(args.spread) || !sensible(args.rate) {
        let text = "expected --spread and --rate above 0 and at most 10";
        return Err(LabError::Usage(text.into()).into());
    }
    let head = Head {
        schema: 1,
        game: spec.to_owned(),
        method: args.method,
        params: params.to_vec(),
        depth: args.depth,
        pairs: args.pairs,
        opening_plies: args.opening_plies,
        settings,
    };
    let mut spsa = Spsa::new(params, settings);
    let mut history = vec![spsa.weights.clone()];
    let mut file = match &args.out {
        None => None,
        Some(out) => {
            let done = begin(out, &head, args.resume)?;
            for step in done {
                // Recomputed instead of read, so that no digit is lost.
                spsa.learn(&spsa.step(), step.points);
                history.push(spsa.weights.clone());
            }
            let path = out.join("tune.jsonl");
            let open = OpenOptions::new().append(true).open(&path);
            Some(open.map_err(|error| CliError::file(path.display().to_string(), error))?)
        }
    };
    let bar = ProgressBar::with_draw_target(Some(args.iterations), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template(
        "{bar:24.cyan/black.bright} {pos}/{len} steps  {msg}  ETA {eta}",
    ) {
        bar.set_style(style.progress_chars("━━─"));
    }
    bar.set_position(spsa.done);
    bar.reset_eta();
    let stop = interrupt_flag();
    while !spsa.is_done() {
        let step = spsa.step();
        let (plus, minus) = (rounded(&step.plus), rounded(&step.minus));
        let plan = plan(args, 2 * args.pairs, step.seed);
        let order = WeightsOrder {
            names: ["plus", "minus"],
            weights: [&plus, &minus],
            depth: args.depth,
            plan: &plan,
        };
        let (summary, _) = arena.weights_match(&order, &stop, &mut |_| {})?;
        if stop.load(Ordering::Relaxed) {
            bar.finish_and_clear();
            return Ok(None);
        }
        let points = summary.wins_first as f64 - summary.wins_second as f64;
        let number = spsa.done;
        spsa.learn(&step, points);
        history.push(spsa.weights.clone());
        if let Some(file) = &mut file {
            let done = Done {
                step: number,
                points,
                weights: spsa.weights.clone(),
            };
            write_line(file, &done).map_err(|error| CliError::file("tune.jsonl", error))?;
        }
        bar.set_position(spsa.done);
        bar.set_message(format!("{:?}", rounded(&spsa.weights)));
    }
    bar.finish_and_clear();
    Ok(Some(history))
}

fn write_line(file: &mut fs::File, value: &impl Serialize) -> std::io::Result<()> {
    let mut line = serde_json::to_string(value)?;
    line.push('\n');
    file.write_all(line.as_bytes())
}

/// Starts a run, or reads the steps of the one to resume. An incomplete last line is dropped.
fn begin(out: &Path, head: &Head, resume: bool) -> Result<Vec<Done>, CliError> {
    let path = out.join("tune.jsonl");
    let shown = path.display().to_string();
    let file_error = |error| CliError::file(&shown, error);
    let usage = |text: String| CliError::from(LabError::Usage(format!("{shown}: {text}")));
    if !resume {
        if path.exists() {
            return Err(usage(
                "a run exists already; use --resume to continue it".into(),
            ));
        }
        fs::create_dir_all(out).map_err(file_error)?;
        let mut file = fs::File::create(&path).map_err(file_error)?;
        write_line(&mut file, head).map_err(file_error)?;
        return Ok(Vec::new());
    }
    let text = fs::read_to_string(&path).map_err(file_error)?;
    let whole = text.rfind('\n').map_or(0, |at| at + 1);
    let mut lines = text[..whole].lines();
    let there: Option<Head> = lines
        .next()
        .and_then(|line| serde_json::from_str(line).ok());
    if there.as_ref() != Some(head) {
        return Err(usage("the existing run has other settings".into()));
    }
    let mut done = Vec::new();
    for (number, line) in lines.enumerate() {
        let step: Done = serde_json::from_str(line)
            .map_err(|error| LabError::Input(format!("{shown}, line {}: {error}", number + 2)))?;
        if step.step != number as u64 || step.weights.len() != head.params.len() {
            let text = format!("{shown}, line {}: not the next step", number + 2);
            return Err(LabError::Input(text).into());
        }
        done.push(step);
    }
    if whole < text.len() {
        let file = OpenOptions::new()
            .write(true)
            .open(&path)
            .map_err(file_error)?;
        file.set_len(whole as u64).map_err(file_error)?;
    }
    Ok(done)
}

fn regress(
    args: &TuneArgs,
    arena: &dyn AnyArena,
    params: &[Param],
) -> Result<(Fit, usize), CliError> {
    let games = args.games + args.games % 2;
    let plan = plan(args, games, args.many.seed);
    let samples = arena.samples(args.depth, &plan, &interrupt_flag(), &mut |_| {})?;
    let start: Vec<i32> = params.iter().map(|param| param.start).collect();
    Ok((fit_weights(&samples, &start), samples.len()))
}

/// Plays the new weights against the old ones until a test decides.
fn verify(
    args: &TuneArgs,
    arena: &dyn AnyArena,
    params: &[Param],
    found: &[i32],
) -> Result<Option<Summary>, CliError> {
    let start: Vec<i32> = params.iter().map(|param| param.start).collect();
    if args.verify < 2 || start == found {
        return Ok(None);
    }
    let seed = derive(args.many.seed, u64::MAX, Role::Tuning);
    let plan = Plan {
        sprt: Some(Sprt::new(0.0, 20.0)),
        ..plan(args, args.verify - args.verify % 2, seed)
    };
    let order = WeightsOrder {
        names: ["found", "start"],
        weights: [found, &start],
        depth: args.depth,
        plan: &plan,
    };
    let (summary, _) = arena.weights_match(&order, &interrupt_flag(), &mut |_| {})?;
    Ok(Some(summary))
}

fn keep(
    out: &Path,
    answer: &Answer,
    params: &[Param],
    history: &[Vec<f64>],
) -> Result<(), CliError> {
    let page = write_tuning_report(&answer.game, params, history, answer.verification.as_ref());
    let result = serde_json::to_string_pretty(answer).unwrap_or_default();
    fs::create_dir_all(out)
        .and_then(|()| fs::write(out.join("report.html"), page))
        .and_then(|()| fs::write(out.join("result.json"), result + "\n"))
        .map_err(|error| CliError::file(out.display().to_string(), error))
}

fn write(answer: &Answer) -> String {
    let width = answer.weights.iter().map(|weight| weight.name.len()).max();
    let width = width.unwrap_or(0).max(6);
    let mut text = format!("{:<width$}  {:>7}  {:>7}\n", "weight", "start", "found");
    for weight in &answer.weights {
        text += &format!(
            "{:<width$}  {:>7}  {:>7}\n",
            weight.name, weight.start, weight.found
        );
    }
    if let (Some(fit), Some(samples)) = (&answer.fit, answer.samples) {
        text += &format!(
            "\n{samples} positions; cross-entropy {:.4} before, {:.4} after; {:.0} points make the odds e : 1\n",
            fit.loss_before, fit.loss_after, fit.points_per_unit
        );
    }
    if let Some(summary) = &answer.verification {
        text += "\n";
        text += &write_block(summary, "");
    }
    text
}
