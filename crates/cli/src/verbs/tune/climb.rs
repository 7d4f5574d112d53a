//! SPSA: weights from the results of small matches, step by step in a file.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::atomic::Ordering;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::{Deserialize, Serialize};
use yomikiri_lab::contest::SideLimits;
use yomikiri_lab::contest::tune::{Param, Spsa, SpsaSettings, rounded};
use yomikiri_lab::{AnyArena, LabError, WeightsOrder};

use super::super::interrupt::interrupt_flag;
use super::{Method, TuneArgs, plan};
use crate::output::CliError;

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
    limits: String,
    pairs: u64,
    opening_plies: u32,
    settings: SpsaSettings,
}

/// The weights after every step, the start first; `None` if it was interrupted.
pub(super) fn climb(
    args: &TuneArgs,
    spec: &str,
    arena: &dyn AnyArena,
    all: &[Param],
    chosen: &[usize],
    limits: &SideLimits,
) -> Result<Option<Vec<Vec<f64>>>, CliError> {
    let params: Vec<Param> = chosen.iter().map(|&at| all[at].clone()).collect();
    let whole = |weights: &[f64]| {
        let mut whole: Vec<i32> = all.iter().map(|param| param.start).collect();
        for (&at, weight) in chosen.iter().zip(rounded(weights)) {
            whole[at] = weight;
        }
        whole
    };
    let settings = SpsaSettings {
        iterations: args.iterations,
        spread: args.spread,
        rate: args.rate(),
        seed: args.many.seed,
    };
    let sensible = |number: f64| number > 0.0 && number <= 10.0;
    if !sensible(args.spread) || !sensible(settings.rate) {
        let text = "expected --spread and --rate above 0 and at most 10";
        return Err(LabError::Usage(text.into()).into());
    }
    let head = Head {
        schema: 1,
        game: spec.to_owned(),
        method: args.method,
        params: params.clone(),
        limits: limits.write(),
        pairs: args.pairs,
        opening_plies: args.opening_plies,
        settings,
    };
    let mut spsa = Spsa::new(&params, settings);
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
    let (stop, queue) = (interrupt_flag(), args.many.queue());
    while !spsa.is_done() {
        let step = spsa.step();
        let (plus, minus) = (whole(&step.plus), whole(&step.minus));
        let plan = plan(args, 2 * args.pairs, step.seed);
        let order = WeightsOrder {
            names: ["plus", "minus"],
            weights: [&plus, &minus],
            limits,
            plan: &plan,
            queue: queue.as_ref(),
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
