//! `problems`: collections of problems, and which moves solve them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use yomikiri_lab::{AnyGame, Diagram, Lab, LabError, Problem, Texts, View, read_problems};

use crate::args::Color;
use crate::draw::Pen;
use crate::input::InputArgs;
use crate::output::{self, CliError};

/// Solve collections of problems, or check them
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  yomikiri problems                              the problems that come with the program
  yomikiri problems DIR                          all SGF files of a directory
  yomikiri problems DIR --number 3               the board of the third problem
  yomikiri problems DIR --number 3 --move D4     right or wrong, with a refutation

A problem is a record with marks (TR) on the stones that it is about and a goal (GOAL[capture],
save, connect, cut, live or kill). Without a goal, stones of the other side are to be taken.")]
pub(crate) struct ProblemsArgs {
    /// Directory or file of problems (default: those that come with the program)
    path: Option<PathBuf>,
    /// Game (default: the one that has problems)
    #[arg(long)]
    game: Option<String>,
    /// Show one problem
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    number: Option<u32>,
    /// Judge a move of that problem
    #[arg(long = "move", value_name = "MOVE", requires = "number")]
    played: Option<String>,
    #[command(flatten)]
    input: InputArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A problem with where it stands.
struct Found {
    file: String,
    problem: Problem,
}

#[derive(Serialize)]
struct Listed<'a> {
    number: usize,
    file: &'a str,
    #[serde(flatten)]
    problem: &'a Problem,
    /// The points that it is about.
    points: Vec<String>,
    /// The moves that reach the goal.
    right: Vec<String>,
    /// Whether those are just the answers of the collection.
    proved: bool,
}

#[derive(Serialize)]
struct Collection<'a> {
    game: &'a str,
    proved: usize,
    problems: Vec<Listed<'a>>,
}

#[derive(Serialize)]
struct Shown<'a> {
    number: usize,
    file: &'a str,
    #[serde(flatten)]
    problem: &'a Problem,
    points: Vec<String>,
    view: View,
}

#[derive(Serialize)]
struct Verdict<'a> {
    number: usize,
    #[serde(rename = "move")]
    played: &'a str,
    /// `null`: reading could not tell.
    right: Option<bool>,
    refutation: Option<String>,
}

pub(super) fn run(
    args: &ProblemsArgs,
    lab: &Lab,
    texts: &Texts,
    color: Color,
) -> Result<ExitCode, CliError> {
    let game = match &args.game {
        Some(game) => lab.open_game(game)?,
        None => with_problems(lab)?,
    };
    let found = read(args, &*game)?;
    let Some(number) = args.number else {
        return list(args, &*game, &found, texts);
    };
    let number = number as usize;
    let Some(one) = found.get(number - 1) else {
        let most = found.len();
        let reason = format!("--number: expected a number from 1 to {most}, got {number}");
        return Err(LabError::Input(reason).into());
    };
    match &args.played {
        None => show(args, &*game, number, one, texts, color),
        Some(played) => judge(args, &*game, number, one, played, texts),
    }
}

/// The game that comes with problems.
fn with_problems(lab: &Lab) -> Result<Box<dyn AnyGame>, CliError> {
    let games = lab.all_games().into_iter();
    let mut games = games.filter(|game| !game.profile().problems.is_empty());
    let none = || LabError::Usage("no game has problems; name one with --game".into());
    Ok(games.next().ok_or_else(none)?)
}

/// The problems of a file, of all files of a directory, or of the program, in order.
fn read(args: &ProblemsArgs, game: &dyn AnyGame) -> Result<Vec<Found>, CliError> {
    let format = game.profile().records.formats.first().copied();
    let format = format.unwrap_or("json");
    let mut found = Vec::new();
    let mut add = |file: &str, bytes: &[u8]| -> Result<(), LabError> {
        let read = read_problems(game, format, bytes)
            .map_err(|error| LabError::Input(format!("{file}: {error}")))?;
        found.extend(read.into_iter().map(|problem| Found {
            file: file.to_owned(),
            problem,
        }));
        Ok(())
    };
    match &args.path {
        None => {
            for (name, text) in game.profile().problems {
                add(name, text.as_bytes())?;
            }
        }
        Some(path) => {
            for file in files(path, format)? {
                let shown = file.file_name().unwrap_or(file.as_os_str());
                add(&shown.to_string_lossy(), &args.input.read(Some(&file))?)?;
            }
        }
    }
    if found.is_empty() {
        let place = args.path.as_deref().map(|path| path.display().to_string());
        let place = place.unwrap_or_else(|| game.spec().to_owned());
        return Err(LabError::Input(format!("{place}: expected problems, got none")).into());
    }
    Ok(found)
}

/// The file, or the files of a directory that end in the format's name, by name.
fn files(path: &Path, format: &str) -> Result<Vec<PathBuf>, CliError> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let shown = path.display().to_string();
    let wrong = |error| CliError::file(&shown, error);
    let mut files = Vec::new();
    for entry in fs::read_dir(path).map_err(wrong)? {
        let file = entry.map_err(wrong)?.path();
        let extension = file.extension().and_then(|extension| extension.to_str());
        if extension.is_some_and(|extension| extension.eq_ignore_ascii_case(format)) {
            files.push(file);
        }
    }
    files.sort();
    Ok(files)
}

/// All problems, each solved by reading; a failure if a collection has it wrong.
fn list(
    args: &ProblemsArgs,
    game: &dyn AnyGame,
    found: &[Found],
    texts: &Texts,
) -> Result<ExitCode, CliError> {
    let mut listed = Vec::new();
    for (at, Found { file, problem }) in found.iter().enumerate() {
        let named = |error: LabError| LabError::Input(format!("{file}: {error}"));
        let solved = problem.solve(game).map_err(named)?;
        let view = problem.session(game)?.view();
        listed.push(Listed {
            number: at + 1,
            file,
            problem,
            points: points(&view.diagram, &problem.target),
            proved: solved.proves(problem),
            right: solved.right,
        });
    }
    let proved = listed.iter().filter(|one| one.proved).count();
    let all = proved == listed.len();
    if args.json {
        output::print_document(&Collection {
            game: game.spec(),
            proved,
            problems: listed,
        })?;
    } else {
        let mut text = String::new();
        for one in &listed {
            let sign = if one.proved { ' ' } else { '!' };
            let moves = match one.right.is_empty() {
                true => "-".to_owned(),
                false => one.right.join(" "),
            };
            let (number, goal, name) = (one.number, &one.problem.goal, &one.problem.name);
            text += &format!("{number:>3}{sign} {goal:<8} {moves:<8} {name}\n");
        }
        let (proved, of) = (proved.to_string(), found.len().to_string());
        let counts: &[(&str, &str)] = &[("proved", &proved), ("of", &of)];
        text += &texts.message("problems-proved", counts);
        text.push('\n');
        output::print(&text)?;
    }
    Ok(match all {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

fn show(
    args: &ProblemsArgs,
    game: &dyn AnyGame,
    number: usize,
    Found { file, problem }: &Found,
    texts: &Texts,
    color: Color,
) -> Result<ExitCode, CliError> {
    let view = problem.session(game)?.view();
    let points = points(&view.diagram, &problem.target);
    if args.json {
        output::print_document(&Shown {
            number,
            file,
            problem,
            points,
            view,
        })?;
        return Ok(ExitCode::SUCCESS);
    }
    let sides = game.profile().identity.sides;
    let pen = Pen {
        texts,
        colour: output::colour(color),
        flipped: false,
        sides,
    };
    let side = texts.message(&format!("side-{}", sides[problem.side.index()]), &[]);
    let task = texts.message(&format!("goal-{}", problem.goal), &[("side", &side)]);
    let board = pen.board(&view.diagram, None);
    let (name, points) = (&problem.name, points.join(" "));
    output::print(&format!("{number}. {name}\n{board}{task} ({points})\n"))?;
    Ok(ExitCode::SUCCESS)
}

/// Right, or wrong with a refutation: a failure unless it is right.
fn judge(
    args: &ProblemsArgs,
    game: &dyn AnyGame,
    number: usize,
    Found { problem, .. }: &Found,
    played: &str,
    texts: &Texts,
) -> Result<ExitCode, CliError> {
    let judged = problem.judge(game, played)?;
    let refutation = judged.as_ref().and_then(|judged| judged.refutation.clone());
    let refutation = refutation.map(|mv| mv.text);
    let right = judged.map(|judged| judged.right);
    if args.json {
        output::print_document(&Verdict {
            number,
            played,
            right,
            refutation,
        })?;
    } else {
        let id = match (right, &refutation) {
            (None, _) => "problems-unclear",
            (Some(true), _) => "problems-right",
            (Some(false), None) => "problems-wrong",
            (Some(false), Some(_)) => "problems-refuted",
        };
        let answer = refutation.as_deref().unwrap_or_default();
        let told = texts.message(id, &[("move", played), ("answer", answer)]);
        output::print(&format!("{told}\n"))?;
    }
    Ok(match right {
        Some(true) => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}

/// The names of cells.
fn points(diagram: &Diagram, cells: &[usize]) -> Vec<String> {
    let name = |&cell: &usize| {
        let (column, row) = (cell % diagram.width.max(1), cell / diagram.width.max(1));
        let part = |names: &[String], at: usize| names.get(at).cloned().unwrap_or_default();
        part(&diagram.files, column) + &part(&diagram.ranks, row)
    };
    cells.iter().map(name).collect()
}
