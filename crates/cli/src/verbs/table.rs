//! `table`: what a table holds, and whether it is right.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Subcommand};
use yomikiri_lab::{AnyTables, Exit, LabError, StatsRow, open_game, tables_dir};

use crate::output::{self, CliError, grouped};
use crate::progress::Bar;

/// Look into tables: header, counts, verification
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  yomikiri table info anpanman
  yomikiri table stats anpanman --json
  yomikiri table verify anpanman
  yomikiri table verify dobutsu --sample 1000000")]
pub(crate) struct TableArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// The header of a table
    Info(Common),
    /// Counts by value and distance
    Stats {
        #[command(flatten)]
        common: Common,
        /// Also count what play from the start can reach
        #[arg(long)]
        reachable: bool,
    },
    /// Check the file and every entry against its moves, by the plain rules
    Verify {
        #[command(flatten)]
        common: Common,
        /// Check so many random entries only
        #[arg(long, value_name = "N")]
        sample: Option<u64>,
    },
}

#[derive(Args, Debug)]
struct Common {
    /// The game, with options after a question mark
    game: String,
    /// Which part of the game (small games have only one: leave it out)
    part: Option<String>,
    /// Where tables are kept
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Threads (default: all cores)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl Common {
    fn open(&self) -> Result<(Box<dyn AnyTables>, PathBuf), LabError> {
        no_parts(self.part.as_deref())?;
        let tables = open_game(&self.game)?.tables()?;
        Ok((tables, self.tables.clone().unwrap_or_else(tables_dir)))
    }
}

/// Small games are solved as a whole.
pub(super) fn no_parts(what: Option<&str>) -> Result<(), LabError> {
    match what {
        None => Ok(()),
        Some(what) => Err(LabError::Input(format!(
            "expected no part, for this game is solved as a whole, came {:?}",
            what.chars().take(60).collect::<String>()
        ))),
    }
}

/// The threads asked for, or all there are.
pub(super) fn threads(asked: Option<u16>) -> usize {
    let all = || std::thread::available_parallelism().map_or(1, usize::from);
    asked.map_or_else(all, usize::from)
}

pub(super) fn run(args: &TableArgs) -> Result<ExitCode, CliError> {
    match &args.what {
        What::Info(common) => info(common),
        What::Stats { common, reachable } => stats(common, *reachable),
        What::Verify { common, sample } => verify(common, *sample),
    }
}

fn info(common: &Common) -> Result<ExitCode, CliError> {
    let (tables, dir) = common.open()?;
    let info = tables.info(&dir)?;
    if common.json {
        output::print_document(&info)?;
        return Ok(ExitCode::SUCCESS);
    }
    output::print(&format!(
        "{}\nfile: {}\ncontents: {}\nslots: {}\nslots in a block: {}\nlongest distance: {} plies\n\
         bytes: {}\nfingerprint: {}\n{}",
        info.game,
        info.file,
        info.contents,
        grouped(info.slots),
        info.block,
        info.deepest,
        grouped(info.bytes),
        info.fingerprint,
        info.description
    ))?;
    Ok(ExitCode::SUCCESS)
}

fn stats(common: &Common, reachable: bool) -> Result<ExitCode, CliError> {
    let (tables, dir) = common.open()?;
    let bar = Bar::new();
    let stats = tables.stats(&dir, threads(common.threads), reachable, &bar);
    bar.clear();
    let stats = stats?;
    if common.json {
        output::print_document(&stats)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut text = format!("{}\n", stats.options);
    for row in &stats.tables {
        text += &format!(
            "{:10} {:6} {:>15} positions: {:>15} won, {:>13} drawn, {:>15} lost; longest win {}, longest loss {}\n",
            row.convention,
            row.side,
            grouped(row.positions),
            grouped(row.win),
            grouped(row.draw),
            grouped(row.loss),
            row.longest_win
                .map_or("-".into(), |plies| plies.to_string()),
            row.longest_loss
                .map_or("-".into(), |plies| plies.to_string()),
        );
    }
    if let Some(row) = stats.tables.iter().find(|row| row.convention == "folded") {
        text += &histogram(row);
    }
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// Positions by distance with bars, on a scale of roots so that small numbers are seen.
fn histogram(row: &StatsRow) -> String {
    let most = row.by_distance.iter().copied().max().unwrap_or(1).max(1);
    let mut text = "plies       positions (folded)\n".to_owned();
    for (plies, &count) in row
        .by_distance
        .iter()
        .enumerate()
        .filter(|(_, count)| **count > 0)
    {
        let length = ((count as f64 / most as f64).sqrt() * 40.0).ceil() as usize;
        let word = if plies % 2 == 1 { "win " } else { "loss" };
        text += &format!(
            "{word} {plies:>4} {:>15} {}\n",
            grouped(count),
            "#".repeat(length)
        );
    }
    text
}

fn verify(common: &Common, sample: Option<u64>) -> Result<ExitCode, CliError> {
    let (tables, dir) = common.open()?;
    let bar = Bar::new();
    let report = tables.verify(&dir, sample, threads(common.threads), &bar);
    bar.clear();
    let report = report?;
    if common.json {
        output::print_document(&report)?;
    } else {
        let speed = report.checked as f64 / report.seconds.max(1e-9);
        let mut text = format!(
            "{}: {} positions checked in {:.1} s ({} a second), {}\n",
            report.file,
            grouped(report.checked),
            report.seconds,
            grouped(speed as u64),
            match report.faults.len() {
                0 => "no fault".to_owned(),
                some => format!("{some} faults shown"),
            }
        );
        for fault in &report.faults {
            text += &format!("{fault}\n");
        }
        output::print(&text)?;
    }
    Ok(if report.stopped {
        ExitCode::from(Exit::Interrupted as u8)
    } else if report.faults.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(Exit::Failed as u8)
    })
}
