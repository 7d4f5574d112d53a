//! `experiment`: repeats the experiments of the theses and compares the numbers.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use yomikiri_lab::contest::stats::{Estimate, wilson};
use yomikiri_lab::contest::{
    Adjudication, ComparedRow, Openings, Plan, Role, SideLimits, Summary, derive, write_comparison,
};
use yomikiri_lab::{Lab, LabError, MatchOrder, PlayerSpec, Texts};

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
    /// For `ablation`: also draw the changes to this SVG file
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// An experiment as its thesis describes it.
struct Experiment {
    name: &'static str,
    game: &'static str,
    /// Start position; the game's own if empty.
    start: &'static str,
    max_plies: Option<u32>,
    games: u64,
    rows: &'static [Row],
    /// Id of the message that explains the differences.
    why: &'static str,
}

/// Two players, and the thesis's counts.
struct Row {
    name: &'static str,
    first: &'static str,
    second: &'static str,
    /// First wins, second wins, draws; `None` if the thesis gives no numbers.
    document: Option<[u64; 3]>,
}

const EXPERIMENTS: &[Experiment] = &[
    Experiment {
        name: "anpanman-table1",
        game: "anpanman",
        start: "",
        max_plies: None,
        games: 1000,
        rows: &[
            Row {
                name: "ASAI v RAI",
                first: "asai:depth=3",
                second: "rai",
                document: Some([852, 84, 64]),
            },
            Row {
                name: "RAI v ASAI",
                first: "rai",
                second: "asai:depth=3",
                document: Some([56, 849, 95]),
            },
            Row {
                name: "ASAI v ASAI",
                first: "asai:depth=3",
                second: "asai:depth=3",
                document: Some([511, 323, 166]),
            },
        ],
        why: "experiment-anpanman-table1",
    },
    Experiment {
        name: "pawn-ending-table5",
        game: "chess?goal=promotion",
        start: "",
        max_plies: Some(100),
        games: 100,
        rows: &[
            Row {
                name: "PEAI v PEAI",
                first: "peai",
                second: "peai",
                document: Some([80, 0, 20]),
            },
            Row {
                name: "PEAI v PERM",
                first: "peai",
                second: "perm",
                document: None,
            },
            Row {
                name: "PERM v PERM",
                first: "perm",
                second: "perm",
                document: None,
            },
        ],
        why: "experiment-pawn-ending-table5",
    },
];

#[derive(Serialize)]
struct Answer {
    experiment: &'static str,
    game: &'static str,
    games: u64,
    seed: u64,
    rows: Vec<RowAnswer>,
    why: String,
}

#[derive(Serialize)]
struct RowAnswer {
    name: &'static str,
    first: String,
    second: String,
    document: Option<[u64; 3]>,
    ours: [u64; 3],
    /// Shares of first wins, second wins and draws with Wilson's intervals.
    shares: [Estimate; 3],
    /// Whether the thesis's count differs by more than chance (the intervals do not overlap).
    differs: Option<[bool; 3]>,
    reasons: std::collections::BTreeMap<String, u64>,
    mean_plies: f64,
}

pub(super) fn run(args: &ExperimentArgs, lab: &Lab, texts: &Texts) -> Result<ExitCode, CliError> {
    let Some(name) = &args.name else {
        return list(args.json, texts);
    };
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
        return super::step_ablation::run(args.json, texts);
    }
    if name == "xiangqi-movegen" {
        return super::movegen::run(args.many.seed, args.json, texts);
    }
    let known = || {
        EXPERIMENTS
            .iter()
            .map(|of| of.name)
            .collect::<Vec<_>>()
            .join(" ")
    };
    let found = EXPERIMENTS.iter().find(|of| of.name == name);
    let experiment = found.ok_or_else(|| {
        let shown: String = name.chars().take(60).collect();
        LabError::Input(format!(
            "unknown experiment {shown:?}; there are {}",
            known()
        ))
    })?;
    let game = lab.open_game(experiment.game)?;
    let games = args.games.unwrap_or(experiment.games);
    let mut rows = Vec::new();
    for (number, row) in experiment.rows.iter().enumerate() {
        let order = order(args, experiment, row, number, games)?;
        let (report, interrupted) = play(&*game, &order, args.json)?;
        if interrupted && !report.summary.complete {
            return Ok(tell_interrupted(args.out.is_some(), texts));
        }
        rows.push(compare(row, &report.summary));
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
            experiments: EXPERIMENTS.iter().map(|of| of.name).collect(),
        })?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut text = String::new();
    for of in EXPERIMENTS {
        let about = texts.message(&format!("{}-title", of.why), &[]);
        text += &format!("{:<20}  {about}\n", of.name);
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
            swap: false,
            openings: match experiment.start {
                "" => Openings::Start,
                start => Openings::Lines(vec![start.to_owned()]),
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
    })
}

fn compare(row: &Row, summary: &Summary) -> RowAnswer {
    let ours = [summary.wins_first, summary.wins_second, summary.draws];
    let share = |count: u64, total: u64| wilson(count as f64 / total.max(1) as f64, total as f64);
    let shares = ours.map(|count| share(count, summary.games));
    let differs = row.document.map(|document| {
        let total: u64 = document.iter().sum();
        std::array::from_fn(|i| {
            let theirs = share(document[i], total);
            theirs.low > shares[i].high || theirs.high < shares[i].low
        })
    });
    RowAnswer {
        name: row.name,
        first: summary.first.clone(),
        second: summary.second.clone(),
        document: row.document,
        ours,
        shares,
        differs,
        reasons: summary.reasons.clone(),
        mean_plies: summary.length.mean,
    }
}

/// The HTML page with all rows.
fn page(answer: &Answer, experiment: &Experiment, texts: &Texts) -> String {
    let heads = HEADS.map(|head| texts.message(head, &[]));
    let rows = answer
        .rows
        .iter()
        .enumerate()
        .map(|(number, row)| ComparedRow {
            name: row.name.to_owned(),
            document: row.document,
            ours: row.ours,
            shares: row.shares,
            differs: row.differs.unwrap_or_default(),
            link: format!("{}/report.html", number + 1),
        });
    let title = texts.message(&format!("{}-title", experiment.why), &[]);
    write_comparison(
        &title,
        [&heads[0], &heads[1], &heads[2]],
        &rows.collect::<Vec<_>>(),
        &answer.why,
    )
}

/// Message ids of the counts.
const HEADS: [&str; 3] = [
    "experiment-first-wins",
    "experiment-second-wins",
    "experiment-draws",
];

fn write(answer: &Answer, experiment: &Experiment, texts: &Texts) -> String {
    let say = |id: &str| texts.message(id, &[]);
    let mut text = format!(
        "{} ({}, seed {})\n\n",
        say(&format!("{}-title", experiment.why)),
        texts.message("experiment-games", &[("games", &answer.games.to_string())]),
        answer.seed
    );
    text += &format!(
        "{}{}   {}\n",
        " ".repeat(18),
        pad(&say("experiment-document"), 11),
        say("experiment-ours")
    );
    for row in &answer.rows {
        text += &format!("{}\n", row.name);
        for (i, head) in HEADS.into_iter().enumerate() {
            let of = row.shares[i];
            let document = match row.document {
                Some(document) => {
                    let total: u64 = document.iter().sum();
                    let share = 100.0 * document[i] as f64 / total as f64;
                    format!("{:>5} {share:>5.1}%", document[i])
                }
                None => format!("{:>5} {:>6}", "-", ""),
            };
            let mark = match row.differs {
                Some(differs) if differs[i] => format!("  * {}", say("experiment-differs")),
                _ => String::new(),
            };
            text += &format!(
                "  {}  {document}   {:>5} {:>5.1}% ({:.1}-{:.1}){mark}\n",
                pad(&say(head), 14),
                row.ours[i],
                100.0 * of.value,
                100.0 * of.low,
                100.0 * of.high,
            );
        }
        let reasons: Vec<String> = row
            .reasons
            .iter()
            .map(|(reason, count)| {
                let known = texts.find(&format!("reason-{reason}"), &[]);
                format!("{} {count}", known.as_deref().unwrap_or(reason))
            })
            .collect();
        text += &format!(
            "  {}\n\n",
            texts.message(
                "experiment-endings",
                &[
                    ("reasons", &reasons.join(", ")),
                    ("plies", &format!("{:.1}", row.mean_plies))
                ]
            )
        );
    }
    text += &format!("{}\n", say("experiment-columns"));
    text += &format!("{}\n", answer.why);
    text
}

/// A word padded to columns of the terminal.
fn pad(word: &str, width: usize) -> String {
    let used = unicode_width::UnicodeWidthStr::width(word);
    format!("{word}{}", " ".repeat(width.saturating_sub(used)))
}
