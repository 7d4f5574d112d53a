//! `match`: many games between two players, with statistics.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use yomikiri_lab::contest::stats::Sprt;
use yomikiri_lab::contest::{
    Adjudication, Openings, Plan, Progress, SideLimits, Summary, write_block,
};
use yomikiri_lab::{
    AnyGame, Lab, LabError, MatchOrder, MatchReport, PlayerSpec, QueueOrder, Texts,
};

use super::interrupt::{interrupt_flag, tell_interrupted};
use crate::args;
use crate::input::InputArgs;
use crate::output::{self, CliError, note};

/// Play many games between two players, with statistics
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  yomikiri match anpanman --first asai:depth=3 --second rai --games 1000
  yomikiri match dobutsu --first alphabeta:nodes=20000 --second asai --games 200 \\
      --openings random:plies=4 --out runs/ab-asai
  yomikiri match minishogi --first alphabeta --second external:fairy-stockfish \\
      --games 20 --limits time=100ms
  yomikiri match anpanman --first asai:depth=4 --second asai:depth=3 --games 4000 \\
      --openings random:plies=2 --sprt elo0=0,elo1=20

Every opening is played twice with sides swapped; --no-swap lets the first-named
always move first. The same seed gives the same games whatever the concurrency,
unless a limit is a time. docs/arena.md explains the numbers.")]
pub(crate) struct MatchArgs {
    /// Game
    game: String,
    /// First player
    #[arg(long, value_name = "PLAYER", value_parser = args::player)]
    first: PlayerSpec,
    /// Second player
    #[arg(long, value_name = "PLAYER", value_parser = args::player)]
    second: PlayerSpec,
    /// Let this opening book learn the games of the match
    #[arg(long, value_name = "FILE")]
    learn: Option<PathBuf>,
    #[command(flatten)]
    run: RunArgs,
}

/// Arguments of every command that plays many games.
#[derive(Args, Clone, Debug)]
pub(super) struct ManyArgs {
    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(super) seed: u64,
    /// Concurrent games (default: cores - 1)
    #[arg(long, short = 'j', value_name = "C", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,
    /// Let the workers of this queue play the games: postgres://USER:PASSWORD@HOST/NAME (see yomikiri worker)
    #[arg(long, value_name = "URL")]
    queue: Option<String>,
    /// Scale times by the speed of each worker, as measured: half as fast, twice the time
    #[arg(long, requires = "queue")]
    scale_time: bool,
}

impl ManyArgs {
    /// Number of concurrent games.
    pub(super) fn concurrency(&self) -> usize {
        match self.concurrency {
            Some(asked) => usize::from(asked),
            None => cores().saturating_sub(1).max(1),
        }
    }

    /// The queue whose workers play the games.
    pub(super) fn queue(&self) -> Option<QueueOrder> {
        self.queue.as_ref().map(|address| QueueOrder {
            address: address.clone(),
            scale_time: self.scale_time,
        })
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Arguments shared by all kinds of matches.
#[derive(Args, Clone, Debug)]
pub(super) struct RunArgs {
    /// Number of games
    #[arg(long, short = 'n', value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub(super) games: u64,
    /// Do not swap sides: the first player always moves first
    #[arg(long)]
    pub(super) no_swap: bool,
    /// Openings: start, random:plies=N, balanced:plies=N, or a file: positions or moves in any notation,
    /// one per line, or games (.pgn, .xqf, .sgf, .json …), of which FILE:plies=N takes the first moves, or an opening
    /// book (.ybk), of which FILE:plies=N takes the positions at that ply
    #[arg(long, value_name = "WHERE", default_value = "start")]
    pub(super) openings: String,
    #[command(flatten)]
    pub(super) input: InputArgs,
    #[command(flatten)]
    pub(super) many: ManyArgs,
    /// Limits of both players: depth=,nodes=,time=,tc=60s+1s,byoyomi=,margin=
    #[arg(long, value_name = "LIMITS")]
    pub(super) limits: Option<String>,
    /// Limits of the first player
    #[arg(long, value_name = "LIMITS")]
    pub(super) limits_first: Option<String>,
    /// Limits of the second player
    #[arg(long, value_name = "LIMITS")]
    pub(super) limits_second: Option<String>,
    /// Maximum game length; longer games are draws (default: the game's own limit)
    #[arg(long, value_name = "PLIES")]
    pub(super) max_plies: Option<u32>,
    /// Adjudicate a win when both players report at least POINTS for MOVES moves in a row
    #[arg(long, value_name = "POINTS,MOVES")]
    pub(super) adjudicate: Option<String>,
    /// Adjudicate by the tablebase as soon as it covers the position
    #[arg(long)]
    pub(super) adjudicate_table: bool,
    /// Stop when this SPRT decides: gain, keep, simplify, or elo0=0,elo1=5[,alpha=][,beta=][,model=normalised|logistic]
    #[arg(long, value_name = "TEST")]
    pub(super) sprt: Option<String>,
    /// Stop at the first crash, time loss or illegal move
    #[arg(long)]
    pub(super) stop_on_fault: bool,
    /// Save the run in this directory: manifest, games, result, report
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
    /// Resume the run in --out
    #[arg(long, requires = "out")]
    pub(super) resume: bool,
    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
}

fn usage(text: impl Into<String>) -> CliError {
    LabError::Usage(text.into()).into()
}

impl RunArgs {
    /// The plan of a match between two players.
    pub(super) fn order(
        &self,
        game: &dyn AnyGame,
        players: [PlayerSpec; 2],
        texts: &Texts,
    ) -> Result<MatchOrder, CliError> {
        let swap = !self.no_swap;
        if swap && !self.games.is_multiple_of(2) {
            return Err(usage(format!(
                "expected an even number of games, for every opening is played twice, got {} \
                 (--no-swap plays any number)",
                self.games
            )));
        }
        let (concurrency, cores) = (self.many.concurrency(), cores());
        let read = |own: &Option<String>| {
            let text = own.as_ref().or(self.limits.as_ref());
            SideLimits::read(text.map_or("", String::as_str)).map_err(usage)
        };
        let limits = [read(&self.limits_first)?, read(&self.limits_second)?];
        if concurrency > cores {
            let (games, cores) = (concurrency.to_string(), cores.to_string());
            let values = [("games", games.as_str()), ("cores", cores.as_str())];
            note(&texts.message("arena-oversubscribed", &values));
        }
        let sprt = self.sprt.as_deref().map(Sprt::read).transpose();
        Ok(MatchOrder {
            players,
            limits,
            plan: Plan {
                swap,
                openings: self.read_openings(game)?,
                adjudication: Adjudication {
                    max_plies: self.max_plies,
                    score: self.read_adjudication()?,
                    table: self.adjudicate_table,
                },
                sprt: sprt.map_err(|error| usage(error.to_string()))?,
                concurrency,
                stop_on_fault: self.stop_on_fault,
                ..Plan::new(self.games, self.many.seed)
            },
            out: self.out.clone(),
            resume: self.resume,
            queue: self.many.queue(),
        })
    }

    fn read_openings(&self, game: &dyn AnyGame) -> Result<Openings, CliError> {
        let (kind, rest) = match self.openings.split_once(':') {
            Some((kind @ ("random" | "balanced"), rest)) => (kind, Some(rest)),
            _ => (self.openings.as_str(), None),
        };
        match (kind, rest) {
            ("start", None) => Ok(Openings::Start),
            ("random" | "balanced", _) => {
                let plies = rest.unwrap_or("plies=4").strip_prefix("plies=");
                let plies = plies.and_then(|text| text.parse().ok());
                let plies = plies.filter(|plies| (1..=1000).contains(plies));
                let plies = plies.ok_or_else(|| {
                    usage(format!(
                        "openings: expected {kind}:plies=N with N from 1 to 1000"
                    ))
                })?;
                Ok(Openings::Random {
                    plies,
                    balanced: kind == "balanced",
                })
            }
            _ => {
                let (file, plies) = match self.openings.rsplit_once(":plies=") {
                    None => (self.openings.as_str(), None),
                    Some((file, plies)) => {
                        let read = plies
                            .parse()
                            .ok()
                            .filter(|plies| (1..=1000).contains(plies));
                        let expected = "openings: expected FILE:plies=N with N from 1 to 1000";
                        (file, Some(read.ok_or_else(|| usage(expected))?))
                    }
                };
                if file.ends_with(".ybk") {
                    const USUAL_PLY: usize = 8;
                    let books = game.books();
                    let book = books.open(Path::new(file))?;
                    let ply = plies.unwrap_or(USUAL_PLY) as u64;
                    return Ok(Openings::Lines(books.openings(&book, ply)?));
                }
                let bytes = self.input.read(Some(Path::new(file)))?;
                let lines = yomikiri_lab::read_openings(game, file, &bytes, plies)?;
                Ok(Openings::Lines(lines))
            }
        }
    }

    fn read_adjudication(&self) -> Result<Option<(i32, u32)>, CliError> {
        let Some(text) = &self.adjudicate else {
            return Ok(None);
        };
        let read = text.split_once(',').and_then(|(points, moves)| {
            let points = points.parse().ok().filter(|points: &i32| *points > 0)?;
            let moves = moves.parse().ok().filter(|moves: &u32| *moves > 0)?;
            Some((points, moves))
        });
        read.map(Some).ok_or_else(|| {
            usage(format!(
                "adjudicate: expected POINTS,MOVES such as 2000,3, got {text:?}"
            ))
        })
    }

    /// A short description of the conditions.
    pub(super) fn conditions(&self, order: &MatchOrder) -> String {
        let mut parts = Vec::new();
        let [one, two] = order.limits.each_ref().map(SideLimits::write);
        match (one.is_empty() && two.is_empty(), one == two) {
            (true, _) => {}
            (_, true) => parts.push(one),
            _ => parts.push(format!("{one} - {two}")),
        }
        if self.openings != "start" {
            parts.push(self.openings.clone());
        }
        parts.push(format!("seed {}", self.many.seed));
        parts.join(", ")
    }
}

/// Progress bar, Ctrl-C flag and closing messages of a run.
pub(super) struct Watcher {
    bar: ProgressBar,
    pub(super) stop: Arc<AtomicBool>,
}

impl Watcher {
    pub(super) fn new(planned: u64, quiet: bool) -> Self {
        let stop = interrupt_flag();
        // indicatif draws nothing if stderr is not a terminal.
        let target = match quiet {
            true => ProgressDrawTarget::hidden(),
            false => ProgressDrawTarget::stderr_with_hz(8),
        };
        let bar = ProgressBar::with_draw_target(Some(planned), target);
        let style = "{bar:24.cyan/black.bright} {pos}/{len} games  {msg}  {speed}  ETA {eta}";
        if let Ok(style) = ProgressStyle::with_template(style) {
            let speed = |state: &ProgressState, to: &mut dyn std::fmt::Write| {
                let _ = write!(to, "{:.1}/s", state.per_sec());
            };
            bar.set_style(style.with_key("speed", speed).progress_chars("━━─"));
        }
        Watcher { bar, stop }
    }

    pub(super) fn see(&self, progress: &Progress) {
        let counts = &progress.counts;
        let mut message = format!(
            "+{} -{} ={}",
            counts.wins(),
            counts.losses(),
            counts.draws()
        );
        if let Some(llr) = progress.llr {
            message += &format!("  LLR {llr:.2}");
        }
        if self.bar.position() == 0 && progress.finished > 1 {
            // Games of an earlier run must not count for the speed.
            self.bar.set_position(progress.finished - 1);
            self.bar.reset_eta();
        }
        self.bar.set_position(progress.finished);
        self.bar.set_message(message);
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }

    pub(super) fn interrupted(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Prints warnings about the validity of the numbers.
pub(super) fn tell_warnings(summary: &Summary, texts: &Texts) {
    for warning in &summary.warnings {
        let values: Vec<(&str, &str)> = warning
            .values
            .iter()
            .map(|(name, value)| (*name, value.as_str()))
            .collect();
        note(&texts.message(&format!("arena-{}", warning.code), &values));
    }
}

/// Prints what each worker of a queue has done.
pub(super) fn tell_workers(report: &MatchReport, texts: &Texts) {
    for worker in &report.workers {
        let (units, speed) = (
            worker.units.to_string(),
            output::grouped(worker.speed as u64),
        );
        let values = [
            ("name", worker.worker.as_str()),
            ("units", units.as_str()),
            ("speed", speed.as_str()),
        ];
        note(&texts.message("worker-share", &values));
    }
}

/// Plays a match with a progress bar.
pub(super) fn play(
    game: &dyn AnyGame,
    order: &MatchOrder,
    quiet: bool,
) -> Result<(MatchReport, bool), CliError> {
    let watcher = Watcher::new(order.plan.games, quiet);
    let report = game
        .arena()
        .run_match(order, &watcher.stop, &mut |progress| watcher.see(progress));
    watcher.finish();
    Ok((report?, watcher.interrupted()))
}

pub(super) fn run(args: &MatchArgs, lab: &Lab, texts: &Texts) -> Result<ExitCode, CliError> {
    let game = lab.open_game(&args.game)?;
    let order = args
        .run
        .order(&*game, [args.first.clone(), args.second.clone()], texts)?;
    // A book that cannot be used is reported before anything is played.
    let books = game.books();
    let learner = args.learn.as_deref().map(|path| books.open(path));
    let mut learner = learner.transpose()?;
    let (report, interrupted) = play(&*game, &order, false)?;
    let summary = &report.summary;
    tell_warnings(summary, texts);
    tell_workers(&report, texts);
    if let Some(book) = &mut learner {
        let names = order.players.each_ref().map(ToString::to_string);
        let names = names.each_ref().map(String::as_str);
        let records = report.games.iter();
        let records = records.map(|played| played.to_record(game.spec(), names));
        let learned = books.learn(book, &records.collect::<Vec<_>>())?;
        note(&super::book::learned_text(&learned, true, texts));
    }
    if args.run.json {
        output::print_document(summary)?;
    } else {
        output::print(&write_block(summary, &args.run.conditions(&order)))?;
        if let Some(out) = &order.out {
            let dir = out.display().to_string();
            note(&texts.message("arena-saved", &[("dir", &dir)]));
        }
    }
    if interrupted && !summary.complete {
        return Ok(tell_interrupted(order.out.is_some(), texts));
    }
    if let Some(broken) = Summary::nothing_played(&report.games) {
        let text = broken
            .fault
            .as_ref()
            .map_or_else(String::new, ToString::to_string);
        return Err(LabError::Engine(text).into());
    }
    Ok(ExitCode::SUCCESS)
}
