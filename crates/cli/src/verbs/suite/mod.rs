//! `suite`: positions with known best moves.

mod make;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Subcommand};
use serde::Deserialize;
use yomikiri_lab::contest::{Problem, SideLimits, read_suite};
use yomikiri_lab::{
    AnyGame, Cause, FoundAt, Lab, LabError, Limits, LineEnd, Miss, PlayerSpec, SuiteOrder,
    SuiteReport, SuiteResult, Texts, built_in_suite, run_suite,
};

use super::score_text;
use super::tune::data::bar;
use crate::args;
use crate::input::InputArgs;
use crate::notation::NotationArgs;
use crate::output::{self, CliError, grouped};

/// Test a player on positions with known best moves
#[derive(Args, Debug)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Examples:
  yomikiri suite xiangqi                      list the suites of the program
  yomikiri suite xiangqi mates --limits nodes=20000
  yomikiri suite xiangqi all --limits nodes=20000 --json > before.json
  yomikiri suite xiangqi all --limits nodes=20000 --compare before.json
  yomikiri suite anpanman mates.epd --player alphabeta:depth=8
  yomikiri suite make xiangqi mates runs/selfplay/games.jsonl --most 120

A suite has one position per line:
POSITION bm MOVE MOVE; am MOVE; dm N; id \"group.name\"; c0 \"comment\";"
)]
pub(crate) struct SuiteArgs {
    #[command(subcommand)]
    make: Option<Make>,
    /// Game
    #[arg(required = true)]
    game: Option<String>,
    /// Suite of the program by name, `all` of them, or a file
    suite: Option<String>,
    /// Player to test
    #[arg(long, value_name = "PLAYER", default_value = "alphabeta", value_parser = args::player)]
    player: PlayerSpec,
    /// Limits per position: depth=,nodes=,time=
    #[arg(long, value_name = "LIMITS", default_value = "")]
    limits: String,
    /// Compare with an earlier result (a file made with --json)
    #[arg(long, value_name = "FILE")]
    compare: Option<PathBuf>,
    #[command(flatten)]
    notation: NotationArgs,
    #[command(flatten)]
    input: InputArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Subcommand, Debug)]
enum Make {
    /// Make a suite from games or tables
    Make(make::MakeArgs),
}

/// What is read of an earlier result.
#[derive(Deserialize)]
struct Earlier {
    player: String,
    positions: usize,
    solved: usize,
    seconds: f64,
    nodes: u64,
    results: Vec<EarlierResult>,
}

#[derive(Deserialize)]
struct EarlierResult {
    position: String,
    solved: bool,
}

pub(super) fn run(args: &SuiteArgs, lab: &Lab, texts: &Texts) -> Result<ExitCode, CliError> {
    if let Some(Make::Make(order)) = &args.make {
        return make::run(order, lab);
    }
    let game = lab.open_game(args.game.as_deref().unwrap_or_default())?;
    args.notation.check(&*game)?;
    let Some(suite) = &args.suite else {
        return list(&*game, args.json, texts);
    };
    let problems = problems(&*game, suite, &args.input)?;
    let limits = SideLimits::read(&args.limits).map_err(LabError::Usage)?;
    let limits = Limits {
        depth: limits.depth,
        nodes: limits.nodes,
        time: limits.time,
        lines: 0,
        ..Limits::default()
    };
    let before = args.compare.as_ref().map(|path| {
        let shown = path.display().to_string();
        let text = args.input.read_text(path)?;
        serde_json::from_str::<Earlier>(&text)
            .map_err(|error| CliError::from(LabError::Input(format!("{shown}: {error}"))))
    });
    let before = before.transpose()?;
    let order = SuiteOrder {
        player: &args.player,
        limits: &limits,
        explain: true,
        spell: &|mv| args.notation.of(mv).to_owned(),
    };
    let bar = bar(problems.len() as u64, "{pos}/{len}  {msg}  ETA {eta}");
    let mut solved = 0;
    let report = run_suite(&*game, &problems, &order, &mut |result| {
        solved += usize::from(result.solved);
        bar.inc(1);
        bar.set_message(format!("+{solved}"));
    });
    bar.finish_and_clear();
    let report = report.map_err(|error| in_suite(suite, error))?;
    if args.json {
        output::print_document(&report)?;
    } else {
        output::print(&write(&report, before.as_ref(), texts))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// An error in a suite with the suite's name.
fn in_suite(suite: &str, error: LabError) -> LabError {
    match error {
        LabError::Input(reason) => LabError::Input(format!("{suite}, {reason}")),
        other => other,
    }
}

/// The problems of a suite of the program, or of a file.
fn problems(game: &dyn AnyGame, suite: &str, input: &InputArgs) -> Result<Vec<Problem>, CliError> {
    let is_built_in = game.suites().iter().any(|known| known.name == suite) || suite == "all";
    if is_built_in || !Path::new(suite).exists() {
        return Ok(built_in_suite(game, suite)?);
    }
    let text = input.read_text(Path::new(suite))?;
    let wrong = |reason| LabError::Input(format!("{suite}: {reason}"));
    Ok(read_suite(&text).map_err(wrong)?)
}

fn list(game: &dyn AnyGame, json: bool, texts: &Texts) -> Result<ExitCode, CliError> {
    #[derive(serde::Serialize)]
    struct List {
        game: String,
        suites: Vec<Named>,
    }
    #[derive(serde::Serialize)]
    struct Named {
        name: &'static str,
        positions: usize,
    }
    let named = game.suites().iter().map(|suite| {
        let problems = built_in_suite(game, suite.name)?;
        Ok(Named {
            name: suite.name,
            positions: problems.len(),
        })
    });
    let list = List {
        game: game.spec().to_owned(),
        suites: named.collect::<Result<_, LabError>>()?,
    };
    if json {
        output::print_document(&list)?;
        return Ok(ExitCode::SUCCESS);
    }
    if list.suites.is_empty() {
        let text = texts.message("suite-none", &[("game", game.spec())]);
        return Err(LabError::Usage(text).into());
    }
    let mut text = String::new();
    for suite in &list.suites {
        let count = suite.positions.to_string();
        let count = texts.message("suite-positions", &[("count", &count)]);
        text += &format!("{:<10}  {count}\n", suite.name);
    }
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn write(report: &SuiteReport, before: Option<&Earlier>, texts: &Texts) -> String {
    let mut text = String::new();
    for of in &report.results {
        text += &result(of, texts);
    }
    if report.groups.len() > 1 {
        for group in &report.groups {
            let share = 100.0 * group.solved as f64 / group.positions.max(1) as f64;
            text += &format!(
                "{:<20}  {:>4} / {:<4} {share:5.1} %  {:>14}\n",
                group.group,
                group.solved,
                group.positions,
                grouped(group.nodes),
            );
        }
    }
    let sums = |player: &str, solved: usize, positions: usize, nodes: u64, seconds: f64| {
        let values = [
            ("player", player.to_owned()),
            ("solved", solved.to_string()),
            ("positions", positions.to_string()),
            ("nodes", grouped(nodes)),
            ("seconds", format!("{seconds:.3}")),
        ];
        let values = values
            .each_ref()
            .map(|(name, value)| (*name, value.as_str()));
        texts.message("suite-sum", &values)
    };
    let (positions, solved) = (report.positions, report.solved);
    text += &sums(
        &report.player,
        solved,
        positions,
        report.nodes,
        report.seconds,
    );
    text.push('\n');
    let Some(before) = before else {
        return text;
    };
    let player = texts.message("suite-before", &[("player", &before.player)]);
    text += &sums(
        &player,
        before.solved,
        before.positions,
        before.nodes,
        before.seconds,
    );
    text.push('\n');
    for of in &report.results {
        let earlier = before
            .results
            .iter()
            .find(|earlier| earlier.position == of.position);
        let change = match earlier.map(|earlier| (earlier.solved, of.solved)) {
            Some((true, false)) => "suite-lost",
            Some((false, true)) => "suite-won",
            _ => continue,
        };
        let said = texts.message(change, &[]);
        text += &format!("  {said}: {} ({})\n", of.id, of.position);
    }
    text
}

fn result(of: &SuiteResult, texts: &Texts) -> String {
    let mark = if of.solved { "ok  " } else { "MISS" };
    let at = |found: FoundAt| {
        let (nodes, seconds) = (grouped(found.nodes), format!("{:.3}", found.seconds));
        let depth = found.depth.to_string();
        let values = [
            ("depth", depth.as_str()),
            ("nodes", nodes.as_str()),
            ("seconds", seconds.as_str()),
        ];
        texts.message("suite-effort", &values)
    };
    let whole = FoundAt {
        seconds: of.seconds,
        nodes: of.nodes,
        depth: of.depth,
    };
    let mut text = format!(
        "{mark}  {:<20}  {:<8}  ({})  {}",
        of.id,
        of.got,
        of.expected,
        at(whole)
    );
    for (id, found) in [("suite-first", of.first), ("suite-final", of.last)] {
        if let Some(found) = found {
            text += &format!("; {}", texts.message(id, &[("effort", &at(found))]));
        }
    }
    text.push('\n');
    if let Some(miss) = &of.miss {
        text += &explain(miss, texts);
    }
    text
}

/// Both lines with the terms at their ends side by side.
fn explain(miss: &Miss, texts: &Texts) -> String {
    let say = |id: &str| texts.message(id, &[]);
    let score = |end: &LineEnd| {
        end.score
            .as_ref()
            .map_or_else(|| "-".to_owned(), |score| score_text(texts, score))
    };
    let mut text = String::new();
    for (id, end) in [("suite-played", &miss.played), ("suite-right", &miss.right)] {
        text += &format!(
            "      {}: {}  {}\n",
            say(id),
            score(end),
            end.moves.join(" ")
        );
    }
    let names: Vec<String> = miss
        .terms
        .iter()
        .map(|term| texts.term(&term.name))
        .collect();
    let width = |word: &str| unicode_width::UnicodeWidthStr::width(word);
    let widest = names.iter().map(|name| width(name)).max().unwrap_or(0);
    for (term, name) in miss.terms.iter().zip(&names) {
        let padded = format!("{name}{}", " ".repeat(widest - width(name)));
        let difference = term.played - term.right;
        text += &format!(
            "      {padded}  {:>7}  {:>7}  {difference:>+7}\n",
            term.played, term.right
        );
    }
    let cause = match (miss.cause, &miss.suspect) {
        (Cause::Search, _) => say("suite-cause-search"),
        (Cause::Weight, Some(name)) => {
            texts.message("suite-cause-weight", &[("term", &texts.term(name))])
        }
        (Cause::Weight | Cause::Term, _) => say("suite-cause-term"),
    };
    text + &format!("      {cause}\n")
}
