//! `suite`: positions with known best moves.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use serde::{Deserialize, Serialize};
use yomikiri_lab::contest::{SideLimits, read_suite};
use yomikiri_lab::{Lab, LabError, Limits, NoObserver, Place, PlayerSpec};

use crate::args;
use crate::input::InputArgs;
use crate::notation::NotationArgs;
use crate::output::{self, CliError, grouped};

/// Test a player on positions with known best moves
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  yomikiri suite anpanman mates.epd --player alphabeta:depth=8
  yomikiri suite anpanman mates.epd --json > before.json
  yomikiri suite anpanman mates.epd --compare before.json

A suite has one position per line: POSITION bm MOVE MOVE; am MOVE; id \"name\";")]
pub(crate) struct SuiteArgs {
    /// Game
    game: String,
    /// Suite file
    file: PathBuf,
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

#[derive(Serialize, Deserialize)]
struct Answer {
    game: String,
    player: String,
    positions: usize,
    solved: usize,
    seconds: f64,
    nodes: u64,
    results: Vec<Solved>,
}

#[derive(Serialize, Deserialize)]
struct Solved {
    id: String,
    position: String,
    expected: String,
    #[serde(rename = "came")]
    got: String,
    solved: bool,
    seconds: f64,
    nodes: u64,
    depth: u32,
}

pub(super) fn run(args: &SuiteArgs, lab: &Lab) -> Result<ExitCode, CliError> {
    let game = lab.open_game(&args.game)?;
    args.notation.check(&*game)?;
    let shown = args.file.display().to_string();
    let text = args.input.read_text(&args.file)?;
    let input = |reason: String| LabError::Input(format!("{shown}: {reason}"));
    let mut problems = read_suite(&text).map_err(input)?;
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
        serde_json::from_str::<Answer>(&text)
            .map_err(|error| CliError::from(LabError::Input(format!("{shown}: {error}"))))
    });
    let before = before.transpose()?;
    let mut results = Vec::new();
    for problem in &mut problems {
        let place = Place::at(Some(&problem.position));
        let named = |error: LabError| LabError::Input(format!("{shown}, {}: {error}", problem.id));
        let legal = game.moves_report(&place).map_err(named)?;
        for mv in problem.best.iter_mut().chain(&mut problem.avoid) {
            if legal.moves.contains(mv) {
                continue;
            }
            // Another notation of the game.
            let played = Place { moves: mv, ..place };
            let Ok(session) = game.session(&played) else {
                let reason = format!("{}: {mv:?} is not legal there", problem.id);
                return Err(input(reason).into());
            };
            *mv = session.record().moves.concat();
        }
        let mut session = game.session(&place)?;
        let report = session.think(&args.player, &limits, &mut NoObserver)?;
        let is_solved = problem.is_solved_by(&report.best.text);
        let told = problem.best.iter_mut().chain(&mut problem.avoid);
        args.notation.rewrite_legal(&*game, &place, told)?;
        let mut expected = problem.best.join(" ");
        if !problem.avoid.is_empty() {
            expected = format!("{expected} not {}", problem.avoid.join(" "));
        }
        results.push(Solved {
            id: problem.id.clone(),
            position: problem.position.clone(),
            expected: expected.trim().to_owned(),
            solved: is_solved,
            got: args.notation.of(&report.best).to_owned(),
            seconds: report.seconds,
            nodes: report.nodes,
            depth: report.depth,
        });
    }
    let answer = Answer {
        game: game.spec().to_owned(),
        player: args.player.to_string(),
        positions: results.len(),
        solved: results.iter().filter(|of| of.solved).count(),
        seconds: results.iter().map(|of| of.seconds).sum(),
        nodes: results.iter().map(|of| of.nodes).sum(),
        results,
    };
    if args.json {
        output::print_document(&answer)?;
    } else {
        output::print(&write(&answer, before.as_ref()))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn write(answer: &Answer, before: Option<&Answer>) -> String {
    let mut text = String::new();
    for of in &answer.results {
        let mark = if of.solved { "ok  " } else { "MISS" };
        text += &format!(
            "{mark}  {:<20}  {:<8}  ({})  depth {}, {} nodes, {:.3} s\n",
            of.id,
            of.got,
            of.expected,
            of.depth,
            grouped(of.nodes),
            of.seconds
        );
    }
    text += &format!(
        "{}: {} of {} solved, {} nodes, {:.3} s\n",
        answer.player,
        answer.solved,
        answer.positions,
        grouped(answer.nodes),
        answer.seconds
    );
    let Some(before) = before else {
        return text;
    };
    text += &format!(
        "before ({}): {} of {} solved, {} nodes, {:.3} s\n",
        before.player,
        before.solved,
        before.positions,
        grouped(before.nodes),
        before.seconds
    );
    for of in &answer.results {
        let earlier = before
            .results
            .iter()
            .find(|earlier| earlier.position == of.position);
        match earlier.map(|earlier| (earlier.solved, of.solved)) {
            Some((true, false)) => text += &format!("  lost: {} ({})\n", of.id, of.position),
            Some((false, true)) => text += &format!("  won: {} ({})\n", of.id, of.position),
            _ => {}
        }
    }
    text
}
