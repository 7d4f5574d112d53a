//! `experiment`: repeats the experiments of the theses and compares the numbers.

mod answer;
mod published;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use yomikiri_lab::contest::{Adjudication, Openings, Plan, Role, SideLimits, derive};
use yomikiri_lab::{Lab, LabError, MatchOrder, PlayerSpec, Texts};

use self::answer::{Answer, compare, page, write};
use self::published::{EXPERIMENTS, Experiment, Row};
use super::interrupt::tell_interrupted;
use super::match_::{ManyArgs, play};
use crate::output::{self, CliError, note};

/// Repeat an experiment of a thesis and compare the numbers
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  yomikiri experiment
  yomikiri experiment anpanman-table1
  yomikiri experiment anpanman-table1 --games 100 --json
  yomikiri experiment ablation anpanman     solve it under every combination of rules
  yomikiri experiment xiangqi-movegen       compare move generators
  yomikiri experiment xiangqi-ablation      measure each step of the search
  yomikiri experiment xiangqi-ablation --games 200    and what it is worth in games
  yomikiri experiment xiangqi-regression --quick --out runs/quick
  yomikiri experiment xiangqi-regression --baseline old/yomikiri --out runs/regression --resume
  yomikiri experiment go-ladder             the players of Go, each against the one below it
  yomikiri experiment go-choosers           compare three ways to choose among candidates
  yomikiri experiment go-reading            what each refinement of reading is worth

Without a name, lists the experiments. docs/experiments.md explains each one, and
where and why our numbers differ from the published ones.")]
pub(crate) struct ExperimentArgs {
    /// Experiment
    name: Option<String>,
    /// Game, for `ablation`
    game: Option<String>,
    /// Games per row (default: as in the thesis)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: Option<u64>,
    #[command(flatten)]
    many: ManyArgs,
    /// Save the runs and their reports in this directory
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Resume the runs in --out
    #[arg(long, requires = "out")]
    resume: bool,
    /// For `xiangqi-regression`: program to compare with, an older yomikiri or another engine
    #[arg(long, value_name = "PROGRAM")]
    baseline: Option<String>,
    /// For `xiangqi-regression`: a short run of a minute or two
    #[arg(long)]
    quick: bool,
    /// For `xiangqi-regression`: nodes a move against the baseline and peers, instead of processor time
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// For `ablation`: also draw the changes to this SVG file
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Experiments that are not matches.
const OTHERS: [&str; 5] = [
    "ablation",
    "xiangqi-ablation",
    "xiangqi-movegen",
    "xiangqi-regression",
    "go-reading",
];

pub(super) fn run(args: &ExperimentArgs, lab: &Lab, texts: &Texts) -> Result<ExitCode, CliError> {
    let Some(name) = &args.name else {
        return list(args.json, texts);
    };
    if name == "xiangqi-regression" {
        let asked = super::regression::Asked {
            baseline: args.baseline.as_deref(),
            quick: args.quick,
            games: args.games,
            nodes: args.nodes,
            seed: args.many.seed,
            concurrency: args.many.concurrency(),
            out: args.out.as_deref(),
            resume: args.resume,
            json: args.json,
            queue: args.many.queue(),
            lab,
        };
        return super::regression::run(&asked, texts);
    }
    if args.baseline.is_some() || args.quick || args.nodes.is_some() {
        let reason = format!(
            "expected --baseline, --quick and --nodes with `xiangqi-regression` only, got `{name}`"
        );
        return Err(LabError::Usage(reason).into());
    }
    if name == "ablation" {
        let Some(game) = &args.game else {
            let reason = "expected a game after `ablation`, got nothing";
            return Err(LabError::Usage(reason.to_owned()).into());
        };
        return super::ablation::run(lab, game, args.json, args.plot.as_deref(), texts);
    }
    if args.plot.is_some() {
        let reason = format!("expected --plot with `ablation` only, got `{name} --plot`");
        return Err(LabError::Usage(reason).into());
    }
    if name == "xiangqi-ablation" {
        let asked = super::step_ablation::Asked {
            seed: args.many.seed,
            games: args.games,
            threads: args.many.concurrency(),
            json: args.json,
            queue: args.many.queue(),
            lab,
        };
        return super::step_ablation::run(&asked, texts);
    }
    if name == "xiangqi-movegen" {
        return super::movegen::run(args.many.seed, args.json, texts);
    }
    if name == "go-reading" {
        return super::go_reading::run(args.many.seed, args.json, texts);
    }
    let known = || {
        let of_theses = EXPERIMENTS.iter().map(|of| of.name);
        let all: Vec<&str> = of_theses.chain(OTHERS).collect();
        all.join(" ")
    };
    let found = EXPERIMENTS.iter().find(|of| of.name == name);
    let experiment = found.ok_or_else(|| {
        let shown: String = name.chars().take(60).collect();
        LabError::Input(format!(
            "unknown experiment {shown:?}; there are {}",
            known()
        ))
    })?;
    if let Some(game) = &args.game {
        let game: String = game.chars().take(60).collect();
        let reason = format!("expected no game after {name}, which has its own, got {game:?}");
        return Err(LabError::Usage(reason).into());
    }
    let game = lab.open_game(experiment.game)?;
    let games = args.games.unwrap_or(experiment.games);
    let mut rows = Vec::new();
    for (number, row) in experiment.rows.iter().enumerate() {
        let order = order(args, experiment, row, number, games)?;
        let (report, interrupted) = play(&*game, &order, args.json)?;
        if interrupted && !report.summary.complete {
            return Ok(tell_interrupted(args.out.is_some(), texts));
        }
        rows.push(compare(experiment, row, &report, texts));
    }
    let answer = Answer {
        experiment: experiment.name,
        game: experiment.game,
        games,
        seed: args.many.seed,
        rows,
        why: texts.message(experiment.why, &[]),
    };
    if let Some(out) = &args.out {
        let page = page(&answer, experiment, texts);
        let path = out.join("report.html");
        std::fs::write(&path, page)
            .map_err(|error| CliError::file(path.display().to_string(), error))?;
    }
    if args.json {
        output::print_document(&answer)?;
        return Ok(ExitCode::SUCCESS);
    }
    output::print(&write(&answer, experiment, texts))?;
    if let Some(out) = &args.out {
        let dir = out.display().to_string();
        note(&texts.message("arena-saved", &[("dir", &dir)]));
    }
    Ok(ExitCode::SUCCESS)
}

fn list(json: bool, texts: &Texts) -> Result<ExitCode, CliError> {
    #[derive(Serialize)]
    struct List {
        experiments: Vec<&'static str>,
    }
    if json {
        output::print_document(&List {
            experiments: EXPERIMENTS.iter().map(|of| of.name).chain(OTHERS).collect(),
        })?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut text = String::new();
    for of in EXPERIMENTS {
        let about = texts.message(&format!("{}-title", of.why), &[]);
        text += &format!("{:<20}  {about}\n", of.name);
    }
    for name in OTHERS {
        let about = texts.message(&format!("experiment-{name}-title"), &[]);
        text += &format!("{name:<20}  {about}\n");
    }
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn order(
    args: &ExperimentArgs,
    experiment: &Experiment,
    row: &Row,
    number: usize,
    games: u64,
) -> Result<MatchOrder, CliError> {
    let player = |text: &str| text.parse::<PlayerSpec>();
    let out = args
        .out
        .as_ref()
        .map(|out| out.join(format!("{}", number + 1)));
    let begun = out
        .as_ref()
        .is_some_and(|dir| dir.join("manifest.json").exists());
    Ok(MatchOrder {
        players: [player(row.first)?, player(row.second)?],
        limits: [SideLimits::default(), SideLimits::default()],
        plan: Plan {
            swap: experiment.opening_plies > 0,
            openings: match (experiment.start, experiment.opening_plies) {
                ("", 0) => Openings::Start,
                ("", plies) => Openings::Random {
                    plies,
                    balanced: false,
                },
                (start, _) => Openings::Lines(vec![start.to_owned()]),
            },
            adjudication: Adjudication {
                max_plies: experiment.max_plies,
                ..Adjudication::default()
            },
            concurrency: args.many.concurrency(),
            ..Plan::new(games, derive(args.many.seed, number as u64, Role::Opening))
        },
        out,
        resume: args.resume && begun,
        queue: args.many.queue(),
    })
}
