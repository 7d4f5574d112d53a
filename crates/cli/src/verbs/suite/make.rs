//! `suite make`: suites from games and tables.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use yomikiri_lab::contest::write_suite;
use yomikiri_lab::{Lab, LabError, MakeOrder, SuiteKind, make_suite, read_openings};

use crate::input::InputArgs;
use crate::output::{self, CliError};
use crate::verbs::tune::data::bar;

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  yomikiri match xiangqi --first alphabeta --second alphabeta --limits-first nodes=4000 \\
      --limits-second nodes=400 --games 400 --openings random:plies=6 --seed 20 --out runs/selfplay
  yomikiri suite make xiangqi mates runs/selfplay/games.jsonl --moves 5 --most 120
  yomikiri suite make xiangqi endings KNvKB KNvKAA KRvKAABB --most 60
  yomikiri suite make xiangqi openings lines.txt --margin 80 --nodes 400000

mates: positions of won games with one right first move, proved by the mate search.
tactics: one move wins at least --margin points that a short look does not see.
endings: the only winning moves of tables; SOURCE are names of tables.
openings: one move is better by --margin, or a tempting move is worse by it.")]
pub(super) struct MakeArgs {
    /// Game
    game: String,
    /// Kind of positions: mates, tactics, endings, openings
    #[arg(value_parser = ["mates", "tactics", "endings", "openings"])]
    kind: String,
    /// Files of games or lines; for endings names of tables
    #[arg(required = true, value_name = "SOURCE")]
    sources: Vec<String>,
    /// Maximum number of positions
    #[arg(long, value_name = "N", default_value_t = 100)]
    most: usize,
    /// Nodes that confirm a position
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(20..))]
    nodes: u64,
    /// Longest mates, in moves
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=20))]
    moves: u32,
    /// Points by which a move must be better
    #[arg(long, value_name = "POINTS", default_value_t = 200)]
    margin: i32,
    #[command(flatten)]
    input: InputArgs,
    /// Output file (default: stdout)
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(super) fn run(args: &MakeArgs, lab: &Lab) -> Result<ExitCode, CliError> {
    let game = lab.open_game(&args.game)?;
    let mut kinds = SuiteKind::ALL.into_iter();
    let kind = kinds.find(|(word, _)| *word == args.kind);
    let kind = kind.map_or(SuiteKind::Mates, |(_, kind)| kind);
    let mut sources = Vec::new();
    for source in &args.sources {
        if kind == SuiteKind::Endings {
            sources.push(source.clone());
            continue;
        }
        let bytes = args.input.read(Some(Path::new(source)))?;
        // The games of a run are JSON records, one a line.
        let name = source
            .strip_suffix('l')
            .filter(|name| name.ends_with(".json"));
        sources.extend(read_openings(&*game, name.unwrap_or(source), &bytes, None)?);
    }
    let order = MakeOrder {
        kind,
        sources,
        most: args.most,
        nodes: args.nodes,
        moves: args.moves,
        margin: args.margin,
    };
    let bar = bar(order.sources.len() as u64, "{pos}/{len}  {msg}  ETA {eta}");
    let found = make_suite(&*game, &order, &mut |done, found| {
        bar.set_position(done as u64);
        bar.set_message(format!("+{found}"));
    });
    bar.finish_and_clear();
    let found = found?;
    if found.is_empty() {
        let text = "expected positions for a suite in the sources, got none".to_owned();
        return Err(LabError::Input(text).into());
    }
    let text = write_suite(&found);
    match &args.out {
        None => output::print(&text)?,
        Some(path) => output::write_file(path, text.as_bytes())?,
    }
    Ok(ExitCode::SUCCESS)
}
