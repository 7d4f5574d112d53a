//! `tune`: better weights for a game's evaluation, and better parameters for its search.

mod climb;
pub(super) mod data;
mod network;
mod suites;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Subcommand, ValueEnum};
use serde::{Deserialize, Serialize};
use yomikiri_lab::contest::stats::{Decision, Sprt};
use yomikiri_lab::contest::tune::{
    Fit, FitSettings, Losses, Param, SpsaSettings, fit_weights, rounded, write_tuning_report,
};
use yomikiri_lab::contest::{Openings, Plan, Role, SideLimits, Summary, derive, write_block};
use yomikiri_lab::{
    AnyArena, DataOrder, Lab, LabError, SuiteChange, Texts, WeightsOrder, read_weights,
    write_weights,
};

use super::interrupt::{interrupt_flag, tell_interrupted};
use super::match_::ManyArgs;
use crate::output::{self, CliError};

/// Find better weights for a game's evaluation, or better parameters for its search
#[derive(Args, Debug)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Examples:
  yomikiri tune data xiangqi --games 20000 --nodes 2000 --out xiangqi.ytd
  yomikiri tune xiangqi --method texel --data xiangqi.ytd --out runs/tune
  yomikiri match xiangqi --first alphabeta:weights=runs/tune/weights.toml --second alphabeta
  yomikiri tune anpanman --method texel --games 2000
  yomikiri tune anpanman --iterations 500 --pairs 8 --out runs/tune --resume
  yomikiri tune xiangqi --params search --limits nodes=5000 --out runs/search
  yomikiri tune xiangqi --params lmr-*,null-base --out runs/lmr

spsa changes all weights at once by the results of small matches. texel fits them to
positions with search scores and game results (or exact values, if there is a tablebase);
a part of the games is held out. Parameters of the search (--params search) are tuned by
spsa. The engine with the new weights then plays the engine
with the old ones in an SPRT. Weights that foretell held-out games no better, or that the
SPRT does not accept, are not written, and the exit code is 1."
)]
pub(crate) struct TuneArgs {
    #[command(subcommand)]
    make: Option<Make>,
    /// Game
    #[arg(required = true)]
    game: Option<String>,
    /// Method
    #[arg(long, value_enum, default_value_t)]
    method: Method,
    /// List the weights and parameters that can be changed, and do nothing else
    #[arg(long)]
    list: bool,
    /// What to change: all weights, search (the parameters of the search), or names separated by commas (rook,horse-*)
    #[arg(long, value_name = "NAMES", default_value = "all")]
    params: String,
    /// Weights to start from, a file that tune has written (default: those of the program)
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Limits of the engine in matches: depth=,nodes=,time=
    #[arg(long, value_name = "LIMITS", default_value = "nodes=2000")]
    limits: String,
    /// SPSA: number of steps
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    iterations: u64,
    /// SPSA: game pairs per step
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pairs: u64,
    /// SPSA: size of the perturbation at the last step, as a share of the start weights
    #[arg(long, value_name = "SHARE", default_value_t = SpsaSettings::default().spread)]
    spread: f64,
    /// SPSA: learning rate at the last step (default: chance alone moves a parameter by about one perturbation)
    #[arg(long, value_name = "RATE")]
    rate: Option<f64>,
    /// Texel: positions that `tune data` has made (default: from new games)
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// Texel: number of training games if there is no file
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    games: u64,
    /// Texel: games held out to judge the fit, in per cent
    #[arg(long, value_name = "PERCENT", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=90))]
    hold_out: u64,
    /// Texel: share of the game's result in what is foretold; the rest is the search score
    #[arg(long, value_name = "SHARE", default_value_t = FitSettings::default().result_share)]
    result_share: f64,
    /// Random opening plies per game
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=100))]
    opening_plies: u32,
    /// Maximum number of games of the final test; 0 skips it
    #[arg(long, value_name = "N", default_value_t = 2000)]
    verify: u64,
    /// Final test: gain, keep, simplify, or elo0=,elo1=
    #[arg(long, value_name = "SPRT", default_value = "gain")]
    sprt: String,
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

#[derive(Subcommand, Debug)]
enum Make {
    /// Make positions for a fit from games of the engine against itself
    Data(data::DataArgs),
    /// Train a network that corrects the evaluation
    Network(network::NetworkArgs),
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Method {
    /// From the results of small matches
    #[default]
    Spsa,
    /// From positions with scores and results
    Texel,
}

impl TuneArgs {
    /// The learning rate of SPSA.
    fn rate(&self) -> f64 {
        let usual = SpsaSettings::usual_rate(self.iterations, self.pairs);
        self.rate.unwrap_or(usual)
    }
}

#[derive(Serialize)]
struct Answer {
    game: String,
    method: Method,
    seed: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<DataCount>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scale: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    loss: Option<Losses>,
    weights: Vec<Found>,
    verification: Option<Summary>,
    /// What they win and lose on the suites of the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    suites: Option<SuiteChange>,
    /// Whether the weights are better, as far as it was tested.
    accepted: bool,
}

#[derive(Copy, Clone, Serialize)]
struct DataCount {
    positions: usize,
    held_out: usize,
}

#[derive(Serialize)]
struct Found {
    name: String,
    start: i32,
    found: i32,
}

pub(super) fn run(args: &TuneArgs, lab: &Lab, texts: &Texts) -> Result<ExitCode, CliError> {
    match &args.make {
        Some(Make::Data(order)) => return data::run(order, lab, texts),
        Some(Make::Network(order)) => return network::run(order, lab, texts),
        None => {}
    }
    let game = lab.open_game(args.game.as_deref().unwrap_or_default())?;
    let arena = game.arena();
    let mut params = arena.weights();
    if params.is_empty() {
        let text = format!(
            "{} has neither weights nor a search that can be changed",
            game.spec()
        );
        return Err(LabError::Input(text).into());
    }
    if let Some(file) = &args.weights {
        let start = read_weights(file, &game.info().id, &params)?;
        for (param, start) in params.iter_mut().zip(start) {
            param.start = start;
        }
    }
    if args.list {
        return list(&params, args.rate(), args.json);
    }
    let usage = |text: String| CliError::from(LabError::Usage(text));
    let limits = SideLimits::read(&args.limits).map_err(usage)?;
    let sprt = Sprt::read(&args.sprt).map_err(|error| usage(error.to_string()))?;
    let chosen = choose(game.spec(), &params, &args.params)?;
    let wanted: Vec<Param> = chosen.iter().map(|&at| params[at].clone()).collect();
    let (history, fit) = match args.method {
        Method::Spsa => {
            match climb::climb(args, game.spec(), &*arena, &params, &chosen, &limits)? {
                Some(history) => (history, None),
                None => return Ok(tell_interrupted(args.out.is_some(), texts)),
            }
        }
        Method::Texel => {
            let (fit, count) = regress(args, &*arena, &params, &chosen, texts)?;
            let start = wanted.iter().map(|param| f64::from(param.start)).collect();
            let found = chosen.iter().map(|&at| fit.weights[at]).collect();
            (vec![start, found], Some((fit, count)))
        }
    };
    let mut found: Vec<i32> = params.iter().map(|param| param.start).collect();
    let last = rounded(history.last().map_or(&[], Vec::as_slice));
    for (&at, value) in chosen.iter().zip(last) {
        found[at] = value;
    }
    let foretells = fit
        .as_ref()
        .is_none_or(|(fit, _)| fit.loss.held_out_found < fit.loss.held_out_start);
    let verification = match foretells {
        true => verify(args, &*arena, &params, &found, &limits, sprt)?,
        false => None,
    };
    let passed = match &verification {
        Some(summary) => {
            let decision = summary.sprt.as_ref().and_then(|test| test.decision);
            decision == Some(Decision::H1)
        }
        None => args.verify < 2,
    };
    let changed = params.iter().zip(&found);
    let changed = changed
        .filter(|(param, found)| param.start != **found)
        .count();
    let suites = match foretells && changed > 0 {
        true => suites::compare(&*game, &params, &found, &limits)?,
        false => None,
    };
    let answer = Answer {
        game: game.spec().to_owned(),
        method: args.method,
        seed: args.many.seed,
        weights: chosen
            .iter()
            .map(|&at| Found {
                name: params[at].name.clone(),
                start: params[at].start,
                found: found[at],
            })
            .collect(),
        data: fit.as_ref().map(|fit| fit.1),
        scale: fit.as_ref().map(|fit| fit.0.scale),
        loss: fit.as_ref().map(|fit| fit.0.loss),
        verification,
        suites,
        accepted: foretells && passed && changed > 0,
    };
    if let Some(out) = &args.out {
        keep(out, &answer, &wanted, &history)?;
        if answer.accepted {
            let text = write_weights(&game.info().id, &arena.weights(), &found);
            output::write_file(&out.join("weights.toml"), text.as_bytes())?;
        }
    }
    if args.json {
        output::print_document(&answer)?;
    } else {
        output::print(&write(&answer, texts))?;
    }
    Ok(match answer.accepted {
        true => ExitCode::SUCCESS,
        false => ExitCode::from(1),
    })
}

/// The weights, one a line: name, type, value, least, most, and SPSA's last step and rate.
fn list(params: &[Param], rate: f64, json: bool) -> Result<ExitCode, CliError> {
    #[derive(Serialize)]
    struct Listed<'a> {
        name: &'a str,
        r#type: &'static str,
        value: i32,
        min: i32,
        max: i32,
        c_end: f64,
        r_end: f64,
    }
    let usual = SpsaSettings::default();
    let listed = params.iter().map(|param| {
        let (min, max) = param.bounds();
        Listed {
            name: &param.name,
            r#type: "int",
            value: param.start,
            min,
            max,
            c_end: param.last_spread(usual.spread),
            r_end: rate,
        }
    });
    if json {
        let listed: Vec<Listed<'_>> = listed.collect();
        output::print_document(&serde_json::json!({ "weights": listed }))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut text = String::new();
    for one in listed {
        text += &format!(
            "{}, {}, {}, {}, {}, {:.1}, {}\n",
            one.name, one.r#type, one.value, one.min, one.max, one.c_end, one.r_end
        );
    }
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// The numbers of the parameters that were named; a star stands for anything.
fn choose(game: &str, params: &[Param], names: &str) -> Result<Vec<usize>, CliError> {
    if let "all" | "search" = names {
        let all = params.iter().enumerate();
        let wanted = all.filter(|(_, param)| param.is_of_search() == (names == "search"));
        let chosen: Vec<usize> = wanted.map(|(at, _)| at).collect();
        let missing = match (chosen.is_empty(), names) {
            (false, _) => return Ok(chosen),
            (true, "all") => "no evaluation whose weights can be changed; use --params search",
            (true, _) => "no search whose parameters can be changed",
        };
        return Err(LabError::Input(format!("{game} has {missing}")).into());
    }
    let mut chosen = Vec::new();
    for name in names.split(',').map(str::trim) {
        let fits = |param: &&(usize, &Param)| match name.split_once('*') {
            None => param.1.name == name,
            Some((before, after)) => {
                let rest = param.1.name.strip_prefix(before);
                rest.is_some_and(|rest| rest.ends_with(after))
            }
        };
        let all: Vec<(usize, &Param)> = params.iter().enumerate().collect();
        let found: Vec<usize> = all.iter().filter(fits).map(|(at, _)| *at).collect();
        if found.is_empty() {
            let text = format!("params: expected names that --list shows, got {name:?}");
            return Err(LabError::Usage(text).into());
        }
        chosen.extend(found);
    }
    chosen.sort_unstable();
    chosen.dedup();
    Ok(chosen)
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

/// Fits weights to the positions of a file, or of games that are played for it.
fn regress(
    args: &TuneArgs,
    arena: &dyn AnyArena,
    params: &[Param],
    chosen: &[usize],
    texts: &Texts,
) -> Result<(Fit, DataCount), CliError> {
    if !(0.0..=1.0).contains(&args.result_share) {
        let text = "expected --result-share from 0 to 1";
        return Err(LabError::Usage(text.into()).into());
    }
    if let Some(&at) = chosen.iter().find(|&&at| params[at].is_of_search()) {
        let name = &params[at].name;
        let text = format!("texel fits weights of the evaluation; {name} needs --method spsa");
        return Err(LabError::Usage(text).into());
    }
    let is_weight = |param: &&Param| !param.is_of_search();
    let threads = args.many.concurrency();
    let made = tempfile::tempdir().map_err(|error| CliError::file("data", error))?;
    let file = match &args.data {
        Some(file) => file.clone(),
        None => {
            let limits = SideLimits::read(&args.limits).map_err(LabError::Usage)?;
            let order = DataOrder {
                out: made.path().join("games.ytd"),
                games: args.games,
                nodes: limits.nodes.unwrap_or(data::USUAL_NODES),
                opening_plies: args.opening_plies,
                network: "on".to_owned(),
                seed: args.many.seed,
                threads,
                resume: false,
            };
            data::make(&order, arena, texts)?;
            order.out
        }
    };
    let mut samples = arena.tuning_samples(&file, args.hold_out, threads)?;
    if samples.is_empty() || samples.held_out() == 0 {
        let text = format!(
            "{}: expected games enough to learn from and to hold out, got {} positions",
            file.display(),
            samples.len()
        );
        return Err(LabError::Input(text).into());
    }
    let starts = |params: &[Param]| -> Vec<i32> {
        let weights = params.iter().filter(is_weight);
        weights.map(|param| param.start).collect()
    };
    let (program, start) = (starts(&arena.weights()), starts(params));
    samples.start_from(&program, &start);
    samples.keep_only(chosen);
    let settings = FitSettings {
        result_share: args.result_share,
        threads,
        ..FitSettings::default()
    };
    let bar = data::bar(settings.rounds as u64, "{pos} rounds  {msg}");
    let fit = fit_weights(&samples, &start, settings, &mut |round, loss| {
        bar.set_position(round as u64);
        bar.set_message(format!("{loss:.5}"));
    });
    bar.finish_and_clear();
    let count = DataCount {
        positions: samples.len(),
        held_out: samples.held_out(),
    };
    Ok((fit, count))
}

/// Plays the new weights against the old ones until a test decides.
fn verify(
    args: &TuneArgs,
    arena: &dyn AnyArena,
    params: &[Param],
    found: &[i32],
    limits: &SideLimits,
    sprt: Sprt,
) -> Result<Option<Summary>, CliError> {
    let start: Vec<i32> = params.iter().map(|param| param.start).collect();
    if args.verify < 2 || start == found {
        return Ok(None);
    }
    let seed = derive(args.many.seed, u64::MAX, Role::Tuning);
    let plan = Plan {
        sprt: Some(sprt),
        ..plan(args, args.verify - args.verify % 2, seed)
    };
    let queue = args.many.queue();
    let order = WeightsOrder {
        names: ["found", "start"],
        weights: [found, &start],
        limits,
        plan: &plan,
        queue: queue.as_ref(),
    };
    let bar = data::bar(plan.games, "{pos}/{len} games  {msg}  ETA {eta}");
    let (summary, _) = arena.weights_match(&order, &interrupt_flag(), &mut |progress| {
        bar.set_position(progress.finished);
    })?;
    bar.finish_and_clear();
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
    fs::create_dir_all(out).map_err(|error| CliError::file(out.display().to_string(), error))?;
    output::write_file(&out.join("report.html"), page.as_bytes())?;
    output::write_file(&out.join("result.json"), (result + "\n").as_bytes())
}

fn write(answer: &Answer, texts: &Texts) -> String {
    let changed: Vec<&Found> = answer
        .weights
        .iter()
        .filter(|weight| weight.start != weight.found)
        .collect();
    let width = changed.iter().map(|weight| weight.name.len()).max();
    let width = width.unwrap_or(0).max(6);
    let mut text = format!("{:<width$}  {:>7}  {:>7}\n", "weight", "start", "found");
    for weight in changed {
        text += &format!(
            "{:<width$}  {:>7}  {:>7}\n",
            weight.name, weight.start, weight.found
        );
    }
    if let (Some(data), Some(scale), Some(loss)) = (&answer.data, answer.scale, &answer.loss) {
        text += &format!(
            "\n{} positions, {} of them held out; {scale:.0} points make the odds e : 1\n\
             cross-entropy {:.5} before, {:.5} after; held out {:.5} before, {:.5} after\n",
            data.positions,
            data.held_out,
            loss.start,
            loss.found,
            loss.held_out_start,
            loss.held_out_found
        );
    }
    if let Some(summary) = &answer.verification {
        text += "\n";
        text += &write_block(summary, "");
    }
    if let Some(change) = &answer.suites {
        text += &suites::write(change, texts);
    }
    let verdict = match answer.accepted {
        true => "tune-accepted",
        false => "tune-refused",
    };
    text + "\n" + &texts.message(verdict, &[]) + "\n"
}
