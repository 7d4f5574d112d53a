//! `solve`: building tablebases.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, ValueEnum};
use serde::Serialize;
use yomikiri_lab::{
    BatchPacking, ClusterOrder, ClusterWay, Lab, LabError, MemoryLimit, Metric, Patience,
    Selection, SolveOrder, SolveReport, Texts, Unit, read_hosts,
};

use crate::output::{self, CliError, grouped};
use crate::progress::Bar;

/// Solve a game completely and store the result in a tablebase
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  yomikiri solve anpanman                  one second; this table is also built in
  yomikiri solve dobutsu --threads 2       a few minutes, 1 GB of memory
  yomikiri solve dobutsu --resume          resume after Ctrl-C or a crash
  yomikiri solve 'anpanman?no_moves=draw'  with another rule option
  yomikiri solve anpanman --force          solve again although the table exists
  yomikiri solve gorogoro --estimate       estimate time and memory only
  yomikiri solve dobutsu --memory 100M     with little memory: stream the state from disk
  yomikiri solve xiangqi KRvKN --rules check   also what perpetual check changes

Every legal position gets its value and distance. If a game does not fit into memory,
the command prints the estimate and stops; --memory SIZE streams it from disk.")]
pub(crate) struct SolveArgs {
    /// Game, with options after a question mark (anpanman?repetition=4)
    game: String,
    /// Tables to build, such as 4men or KRPvKR (omit for small games); tables they depend on are built first
    what: Option<String>,
    /// Tablebase directory
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Number of threads (default: all cores)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Resume from the last checkpoint
    #[arg(long)]
    resume: bool,
    /// Solve although the table exists or it does not seem to fit into memory
    #[arg(long)]
    force: bool,
    /// Store win, draw and loss without distances
    #[arg(long)]
    values_only: bool,
    /// Metric of the distances: to the end of the game, to the next conversion (a move into
    /// another table), or to the next zeroing move (a conversion or, in chess, a pawn move). Each
    /// metric has its own table files
    #[arg(long, value_enum, default_value_t = MetricArg::End)]
    metric: MetricArg,
    /// Rules on endless play: plain is a draw; with check it loses for the side whose every move checks
    /// (xiangqi). The latter builds tables of their own beside the plain ones
    #[arg(long, value_enum, default_value_t = RulesArg::Plain, conflicts_with = "metric")]
    rules: RulesArg,
    /// Solve as one of several processes: the list of them, a line for each (host or host:port)
    #[arg(
        long,
        value_name = "FILE",
        requires = "process",
        conflicts_with_all = ["threads", "estimate"]
    )]
    cluster: Option<PathBuf>,
    /// The number of this process: the lines of the list count from 0
    #[arg(long, value_name = "N", requires = "cluster")]
    process: Option<usize>,
    /// Seconds between two checkpoints of the processes
    #[arg(
        long,
        value_name = "SECONDS",
        requires = "cluster",
        default_value_t = 60
    )]
    checkpoint: u64,
    /// How updates travel between processes: delta has about a byte for each, raw four; raw costs less
    /// processor time
    #[arg(long, value_enum, requires = "cluster", default_value_t = PackingArg::Delta)]
    packing: PackingArg,
    /// Memory for the state, such as 500M or 2G: what does not fit is streamed from disk, with the same
    /// result
    #[arg(long, value_name = "SIZE", value_parser = read_size, conflicts_with_all = ["cluster", "rules"])]
    memory: Option<u64>,
    /// Directory for working files of a streamed solve (default: beside the table)
    #[arg(long, value_name = "DIR", requires = "memory")]
    scratch: Option<PathBuf>,
    /// Only estimate time and memory
    #[arg(long)]
    estimate: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Copy, Clone, Debug, ValueEnum)]
pub(super) enum MetricArg {
    End,
    Conversion,
    Zeroing,
}

impl MetricArg {
    pub(super) fn metric(self) -> Metric {
        match self {
            MetricArg::End => Metric::End,
            MetricArg::Conversion => Metric::Conversion,
            MetricArg::Zeroing => Metric::Zeroing,
        }
    }
}

#[derive(Copy, Clone, Debug, ValueEnum)]
enum PackingArg {
    Delta,
    Raw,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum RulesArg {
    Plain,
    Check,
}

impl RulesArg {
    /// The tables that are meant: those by a metric, or those of the rule.
    pub(super) fn metric(self, metric: MetricArg) -> Metric {
        match self {
            RulesArg::Plain => metric.metric(),
            RulesArg::Check => Metric::Check,
        }
    }
}

pub(super) fn run(args: &SolveArgs, lab: &Lab, texts: &Texts) -> Result<ExitCode, CliError> {
    let game = lab.open_game(&args.game)?;
    let what = args.what.as_deref();
    let tables = game.tablebase(args.tables.as_deref())?;
    let selection = Selection {
        tiers: what,
        metric: args.rules.metric(args.metric),
    };
    let limit = args.memory.map(|bytes| MemoryLimit {
        bytes,
        scratch: args.scratch.clone(),
    });
    if let Some(limit) = &limit {
        let estimate = tables.estimate_within(selection, limit)?;
        match (args.estimate, args.json) {
            (true, true) => output::print_document(&estimate)?,
            (true, false) => output::print(&format!("{estimate}\n"))?,
            // Before it starts.
            (false, _) => output::note(&estimate.to_string()),
        }
        if args.estimate {
            return Ok(ExitCode::SUCCESS);
        }
    }
    if args.estimate {
        let estimate = tables.estimate(selection)?;
        match args.json {
            true => output::print_document(&estimate)?,
            false => output::print(&format!("{estimate}\n"))?,
        }
        return Ok(ExitCode::SUCCESS);
    }
    let order = SolveOrder {
        threads: super::table::threads(args.threads),
        resume: args.resume,
        force: args.force,
        values_only: args.values_only,
        metric: args.rules.metric(args.metric),
        limit,
    };
    let cluster = match &args.cluster {
        Some(path) => Some(cluster(args, path)?),
        None => None,
    };
    let bar = Bar::new();
    let reports = match &cluster {
        Some(cluster) => tables.solve_in_cluster(what, &order, cluster, &bar),
        None => tables.solve(what, &order, &bar),
    };
    bar.clear();
    let reports = reports?;
    if cluster.is_some_and(|cluster| cluster.process > 0) {
        return Ok(ExitCode::SUCCESS);
    }
    if reports.iter().all(|report| report.already) {
        let game = game.spec();
        output::note(&texts.message("solve-already", &[("game", game)]));
    }
    match (args.json, reports.as_slice()) {
        (true, [report]) => output::print_document(report)?,
        (true, tables) => output::print_document(&Reports { tables })?,
        (false, reports) => {
            let texts = reports.iter().map(|report| summary(report, texts));
            output::print(&texts.collect::<Result<Vec<_>, _>>()?.join("\n"))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// A number of bytes: 500M, 2G, 1.5T; thousands of thousands, as `--estimate` prints them.
fn read_size(text: &str) -> Result<u64, String> {
    let wrong = || format!("expected a size such as 500M or 2G, got '{text}'");
    let unit_at = text.find(|letter: char| !letter.is_ascii_digit() && letter != '.');
    let (number, unit) = text.split_at(unit_at.unwrap_or(text.len()));
    let factor = match unit.to_ascii_uppercase().as_str() {
        "" | "B" => 1.0,
        "K" | "KB" => 1e3,
        "M" | "MB" => 1e6,
        "G" | "GB" => 1e9,
        "T" | "TB" => 1e12,
        _ => return Err(wrong()),
    };
    let bytes = number.parse::<f64>().map_err(|_| wrong())? * factor;
    match (1.0..1e18).contains(&bytes) {
        true => Ok(bytes as u64),
        false => Err(wrong()),
    }
}

/// The processes that do something together, as usual.
pub(super) fn quiet_cluster(path: &Path, process: usize) -> Result<ClusterOrder, LabError> {
    hush_engine();
    Ok(ClusterOrder {
        hosts: read_hosts(path)?,
        process,
        way: ClusterWay::default(),
        patience: Patience::default(),
    })
}

/// The processes that solve together.
fn cluster(args: &SolveArgs, path: &Path) -> Result<ClusterOrder, LabError> {
    let usual = quiet_cluster(path, args.process.unwrap_or(0))?;
    Ok(ClusterOrder {
        way: ClusterWay {
            packing: match args.packing {
                PackingArg::Delta => BatchPacking::Delta,
                PackingArg::Raw => BatchPacking::Raw,
            },
            interval: Duration::from_secs(args.checkpoint),
        },
        ..usual
    })
}

fn hush_engine() {
    // When a process is lost, the engine's threads panic; that it was lost is said once, with its name.
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let is_engine = |place: &std::panic::Location<'_>| place.file().contains("timely");
        if !panic.location().is_some_and(is_engine) {
            usual(panic);
        }
    }));
}

/// Reports about several tables.
#[derive(Serialize)]
struct Reports<'r> {
    tables: &'r [SolveReport],
}

fn summary(report: &SolveReport, texts: &Texts) -> Result<String, LabError> {
    let start = report.start.as_ref();
    let start = start.map_or_else(String::new, |answer| super::answer_text(texts, answer));
    let longest = report
        .longest_win
        .map_or_else(String::new, |plies| plies.to_string());
    let longest_id = match report.unit {
        Unit::Turns => "solve-longest-turns",
        Unit::Plies => "solve-longest",
    };
    let seconds = format!("{:.1}", report.seconds);
    // A game that is solved as a whole has one table, named after it.
    let table = match report.start {
        Some(_) => "",
        None => report.table.as_str(),
    };
    let rows = [
        ("solve-game", report.game.as_str()),
        ("solve-table", table),
        ("solve-start", &start),
        ("solve-positions", &grouped(report.positions)),
        ("solve-win", &grouped(report.win)),
        ("solve-draw", &grouped(report.draw)),
        ("solve-loss", &grouped(report.loss)),
        (longest_id, &longest),
        ("solve-seconds", &seconds),
        ("solve-bytes", &grouped(report.bytes)),
        ("solve-file", &report.file.display().to_string()),
    ];
    let rows = rows.iter().filter(|(_, value)| !value.is_empty());
    let lines = rows.map(|(id, value)| format!("{}: {value}\n", texts.message(id, &[])));
    Ok(lines.collect())
}
