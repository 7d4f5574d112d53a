//! `table`: contents and verification of tablebases.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Subcommand};
use serde::Serialize;
use yomikiri_lab::{
    AnyTablebase, CertificateOrder, CertificateReport, CheckDifferences, Convention, Exit, Lab,
    LabError, Property, Selection, SelfTestReport, Side, StatsRow, VerifyReport,
};

use super::solve::{MetricArg, RulesArg};
use crate::input::InputArgs;
use crate::output::{self, CliError, grouped};
use crate::plots;
use crate::progress::Bar;

/// Inspect tablebases: header, counts, verification, remarkable positions
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  yomikiri table info anpanman
  yomikiri table stats anpanman --json
  yomikiri table verify anpanman
  yomikiri table verify dobutsu --sample 1000000
  yomikiri table verify chess KRvK --self-test 1000
  yomikiri table stats anpanman --plot anpanman.svg
  yomikiri table find anpanman --longest --most 3
  yomikiri table certify anpanman --side second --out second.txt
  yomikiri table check anpanman second.txt")]
pub(crate) struct TableArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Show the header of a table file
    Info(Common),
    /// Count positions by value and distance
    Stats {
        #[command(flatten)]
        common: Common,
        /// Also count the positions reachable from the start
        #[arg(long)]
        reachable: bool,
        /// Also draw the counts by distance to this SVG file
        #[arg(long, value_name = "FILE")]
        plot: Option<PathBuf>,
    },
    /// Check the file, and every entry against its moves, using the plain rules
    Verify {
        #[command(flatten)]
        common: Common,
        /// Check only this many random entries
        #[arg(long, value_name = "N")]
        sample: Option<u64>,
        /// Test the check itself: change N values in copies of the file (with valid checksums) and count
        /// how many of them it finds
        #[arg(long, value_name = "N", conflicts_with = "sample", value_parser = clap::value_parser!(u64).range(1..))]
        self_test: Option<u64>,
        /// Check as one of several processes: the list of them, a line for each (host or host:port)
        #[arg(long, value_name = "FILE", requires = "process", conflicts_with_all = ["sample", "self_test"])]
        cluster: Option<PathBuf>,
        /// The number of this process: the lines of the list count from 0
        #[arg(long, value_name = "N", requires = "cluster")]
        process: Option<usize>,
        /// Let the workers of this queue check the entries: postgres://USER:PASSWORD@HOST/NAME (see yomikiri worker)
        #[arg(long, value_name = "URL", conflicts_with_all = ["sample", "self_test", "cluster", "threads"])]
        queue: Option<String>,
    },
    /// Find positions with a property
    Find(FindArgs),
    /// Write a small strategy that proves the value of the start position
    Certify(CertifyArgs),
    /// Check such a strategy using the rules alone
    Check {
        /// Game, with options after a question mark (anpanman?repetition=4)
        game: String,
        /// Certificate file
        file: PathBuf,
        #[command(flatten)]
        input: InputArgs,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

#[derive(Args, Debug)]
struct FindArgs {
    #[command(flatten)]
    common: Common,
    /// Longest wins with best play (default)
    #[arg(long, group = "property")]
    longest: bool,
    /// Positions with exactly one winning move
    #[arg(long, group = "property")]
    only_move: bool,
    /// Mutual zugzwang: whoever has to move is worse off
    #[arg(long, group = "property")]
    zugzwang: bool,
    /// Positions won only by underpromotion
    #[arg(long, group = "property")]
    under_promotion: bool,
    /// Positions won at once by stalemate, where that loses (xiangqi), and not by mate
    #[arg(long, group = "property")]
    stalemate: bool,
    /// Also draw the number at each distance to this SVG file
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Maximum number of results
    #[arg(long, value_name = "N", default_value_t = 5)]
    most: usize,
}

#[derive(Args, Debug)]
struct CertifyArgs {
    #[command(flatten)]
    common: Common,
    /// Side whose strategy is written: first or second
    #[arg(long, value_name = "SIDE", value_parser = ["first", "second"])]
    side: String,
    /// Optimisation rounds: more rounds find smaller strategies
    #[arg(long, value_name = "N", default_value_t = 60)]
    sweeps: u32,
    /// Omit positions won within this many plies: the checker finds those wins itself
    #[arg(long, value_name = "PLIES", default_value_t = 3)]
    sight: u32,
    /// Random seed: other seeds find other strategies
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Output file (default: stdout)
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Args, Debug)]
struct Common {
    /// Game, with options after a question mark (anpanman?repetition=4)
    game: String,
    /// Tables, such as 4men or KRPvKR (omit for small games)
    part: Option<String>,
    /// Metric of the distances
    #[arg(long, value_enum, default_value_t = MetricArg::End)]
    metric: MetricArg,
    /// Rules on endless play: plain is a draw; with check it loses for the side whose every move checks
    /// (xiangqi)
    #[arg(long, value_enum, default_value_t = RulesArg::Plain, conflicts_with = "metric")]
    rules: RulesArg,
    /// Tablebase directory
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Number of threads (default: all cores)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Common {
    fn which(&self) -> Selection<'_> {
        Selection {
            tiers: self.part.as_deref(),
            metric: self.rules.metric(self.metric),
        }
    }

    fn open(&self, lab: &Lab) -> Result<Box<dyn AnyTablebase>, LabError> {
        lab.open_game(&self.game)?.tablebase(self.tables.as_deref())
    }
}

/// The requested number of threads, or all cores.
pub(super) fn threads(asked: Option<u16>) -> usize {
    let all = || std::thread::available_parallelism().map_or(1, usize::from);
    asked.map_or_else(all, usize::from)
}

pub(super) fn run(args: &TableArgs, lab: &Lab) -> Result<ExitCode, CliError> {
    match &args.what {
        What::Info(common) => info(lab, common),
        What::Stats {
            common,
            reachable,
            plot,
        } => stats(lab, common, *reachable, plot.as_deref()),
        What::Verify {
            common,
            self_test: Some(count),
            ..
        } => self_test(lab, common, *count),
        What::Verify {
            common,
            cluster: Some(hosts),
            process,
            ..
        } => verify_together(lab, common, hosts, process.unwrap_or(0)),
        What::Verify {
            common,
            queue: Some(queue),
            ..
        } => {
            let tables = common.open(lab)?;
            let reports = with_bar(|bar| tables.verify_in_queue(common.which(), queue, bar))?;
            print_verified(common, &reports)
        }
        What::Verify { common, sample, .. } => {
            let tables = common.open(lab)?;
            let threads = threads(common.threads);
            let reports = with_bar(|bar| tables.verify(common.which(), *sample, threads, bar))?;
            print_verified(common, &reports)
        }
        What::Find(args) => find(lab, args),
        What::Certify(args) => certify(lab, args),
        What::Check {
            game,
            file,
            input,
            json,
        } => check(lab, game, &input.read_text(file)?, file, *json),
    }
}

fn info(lab: &Lab, common: &Common) -> Result<ExitCode, CliError> {
    let tables = common.open(lab)?;
    let infos = tables.info(common.which())?;
    if common.json {
        print_reports(&infos)?;
        return Ok(ExitCode::SUCCESS);
    }
    let texts = infos.iter().map(|info| {
        format!(
            "{}\nfile: {}\ncontents: {}\nslots: {}\nslots in a block: {}\nlongest distance: {} {}\n\
             bytes: {}\nfingerprint: {}\n{}{}",
            info.game,
            info.file,
            info.contents.word(),
            grouped(info.size),
            info.block,
            info.deepest,
            info.unit.word(),
            grouped(info.bytes),
            info.fingerprint,
            info.complete
                .map_or(String::new(), |rule| format!("complete: {rule}\n")),
            info.description
        )
    });
    output::print(&texts.collect::<Vec<_>>().join("\n"))?;
    Ok(ExitCode::SUCCESS)
}

/// Reports about several tables.
#[derive(Serialize)]
struct Several<'s, T> {
    tables: &'s [T],
}

/// Prints a report about one table, or one document about several.
fn print_reports<T: Serialize>(reports: &[T]) -> Result<(), CliError> {
    match reports {
        [report] => output::print_document(report),
        tables => output::print_document(&Several { tables }),
    }
}

/// Works with a progress bar that is gone afterwards.
fn with_bar<T>(work: impl FnOnce(&Bar) -> Result<T, LabError>) -> Result<T, CliError> {
    let bar = Bar::new();
    let done = work(&bar);
    bar.clear();
    Ok(done?)
}

fn stats(
    lab: &Lab,
    common: &Common,
    reachable: bool,
    plot: Option<&Path>,
) -> Result<ExitCode, CliError> {
    let tables = common.open(lab)?;
    let stats =
        with_bar(|bar| tables.stats(common.which(), threads(common.threads), reachable, bar))?;
    let folded = stats
        .tables
        .iter()
        .find(|row| row.convention == Convention::Folded);
    if let (Some(path), Some(row)) = (plot, folded) {
        let title = format!("{}: positions by distance", stats.options);
        plots::write(
            path,
            &plots::by_distance(&title, &row.by_distance, row.draw),
        )?;
    }
    if common.json {
        output::print_document(&stats)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut text = format!("{}\n", stats.options);
    for row in &stats.tables {
        let name = match row.tier.as_str() {
            "" => String::new(),
            tier => format!("{tier:10} "),
        };
        text += &format!(
            "{name}{:10} {:6} {:>15} positions: {:>15} won, {:>13} drawn, {:>15} lost; longest win {}, longest loss {}\n",
            row.convention.word(),
            row.side.word(),
            grouped(row.positions),
            grouped(row.win),
            grouped(row.draw),
            grouped(row.loss),
            row.longest_win
                .map_or("-".into(), |plies| plies.to_string()),
            row.longest_loss
                .map_or("-".into(), |plies| plies.to_string()),
        );
        if let (Some(checkmated), Some(stalemated)) = (row.checkmated, row.stalemated) {
            // The counts above are of positions with a move.
            text.pop();
            text += &format!(
                "; besides {} checkmated, {} stalemated\n",
                grouped(checkmated),
                grouped(stalemated)
            );
        }
    }
    for table in &stats.differences {
        text += &differences(table);
    }
    if let Some(row) = folded.filter(|row| !row.by_distance.is_empty()) {
        text += &histogram(row);
    }
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// What the rule on perpetual check changes in a table.
fn differences(of: &CheckDifferences) -> String {
    let mut text = format!(
        "{}: {} values differ from the plain table\n",
        of.name,
        grouped(of.positions)
    );
    for kind in &of.kinds {
        text += &format!(
            "  {} to move: {} are a {} and not a {}, such as {}\n",
            kind.side.word(),
            grouped(kind.positions),
            kind.check.word(),
            kind.plain.word(),
            kind.position
        );
    }
    for side in &of.cannot_check {
        text += &format!(
            "  {} has no attacker and cannot check, so its opponent wins nothing by the rule in this \
             table\n",
            side.word()
        );
    }
    text
}

/// Positions by distance with bars, on a root scale so that small numbers stay visible.
fn histogram(row: &StatsRow) -> String {
    let most = row.by_distance.iter().copied().max().unwrap_or(1).max(1);
    let mut text = format!("{:<5}       positions (up to symmetry)\n", row.unit.word());
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

fn find(lab: &Lab, args: &FindArgs) -> Result<ExitCode, CliError> {
    let tables = args.common.open(lab)?;
    let property = match () {
        () if args.only_move => Property::OnlyMove,
        () if args.zugzwang => Property::Zugzwang,
        () if args.stalemate => Property::Stalemate,
        () if args.under_promotion => Property::UnderPromotion,
        () => Property::LongestWin,
    };
    let bar = Bar::new();
    let report = tables.find(
        args.common.which(),
        (property, args.most),
        threads(args.common.threads),
        &bar,
    );
    bar.clear();
    let report = report?;
    if let Some(path) = &args.plot {
        let what = match property {
            Property::LongestWin => "wins",
            Property::OnlyMove => "positions with a single winning move",
            Property::Zugzwang => "mutual zugzwangs",
            Property::Stalemate => "wins at once by stalemate",
            Property::UnderPromotion => "wins by under-promotion only",
        };
        let title = format!("{}: {what} by distance", report.game);
        plots::write(
            path,
            &plots::by_distance(&title, &report.by_distance, report.draws),
        )?;
    }
    if args.common.json {
        output::print_document(&report)?;
        return Ok(ExitCode::SUCCESS);
    }
    let noun = if report.total == 1 {
        "position"
    } else {
        "positions"
    };
    let mut text = format!("{} {noun}\n", grouped(report.total));
    for found in &report.found {
        let plies = found
            .answer
            .distance
            .map_or(String::new(), |plies| format!(" in {plies}"));
        text += &format!("{}  {}{plies}\n", found.position, found.answer.value);
        if !found.line.is_empty() {
            text += &format!("  {}\n", found.line.join(" "));
        }
    }
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn certify(lab: &Lab, args: &CertifyArgs) -> Result<ExitCode, CliError> {
    let tables = args.common.open(lab)?;
    let side = match args.side.as_str() {
        "first" => Side::First,
        _ => Side::Second,
    };
    let order = CertificateOrder {
        side,
        sight: args.sight,
        sweeps: args.sweeps,
        seed: args.seed,
    };
    let (text, report) = with_bar(|bar| tables.certificate(&order, bar))?;
    let Some(file) = &args.out else {
        output::print(&text)?;
        return Ok(ExitCode::SUCCESS);
    };
    std::fs::write(file, text)
        .map_err(|error| CliError::file(file.display().to_string(), error))?;
    match args.common.json {
        true => output::print_document(&report)?,
        false => output::print(&proved(&report))?,
    }
    Ok(ExitCode::SUCCESS)
}

fn check(lab: &Lab, game: &str, text: &str, file: &Path, json: bool) -> Result<ExitCode, CliError> {
    let tables = lab.open_game(game)?.tablebase(None)?;
    match tables.check_certificate(text) {
        Err(flaw) => {
            output::note(&format!("error: {}: {flaw}", file.display()));
            Ok(ExitCode::from(Exit::Failed as u8))
        }
        Ok(report) => {
            match json {
                true => output::print_document(&report)?,
                false => output::print(&proved(&report))?,
            }
            Ok(ExitCode::SUCCESS)
        }
    }
}

fn proved(report: &CertificateReport) -> String {
    let longest = report.longest.map_or(String::new(), |plies| {
        format!(", within {}", counted(plies))
    });
    format!(
        "{}: proved by {} positions that {} can hold at least a {}{longest}; wins in {} are not \
         listed\n",
        report.game,
        grouped(report.positions as u64),
        report.side.word(),
        report.claim.word(),
        counted(report.sight),
    )
}

/// A number of plies in words.
fn counted(plies: impl Into<u64>) -> String {
    match plies.into() {
        1 => "1 ply".to_owned(),
        plies => format!("{plies} plies"),
    }
}

/// Checks as one of several processes; the first of them prints what all have found.
fn verify_together(
    lab: &Lab,
    common: &Common,
    hosts: &Path,
    process: usize,
) -> Result<ExitCode, CliError> {
    let cluster = super::solve::quiet_cluster(hosts, process)?;
    let tables = common.open(lab)?;
    let reports = with_bar(|bar| tables.verify_in_cluster(common.which(), &cluster, bar))?;
    match process {
        0 => print_verified(common, &reports),
        _ => Ok(ExitCode::SUCCESS),
    }
}

fn print_verified(common: &Common, reports: &[VerifyReport]) -> Result<ExitCode, CliError> {
    if common.json {
        print_reports(reports)?;
    }
    for report in reports.iter().filter(|_| !common.json) {
        let speed = report.checked as f64 / report.seconds.max(1e-9);
        let mut text = format!(
            "{}: {} positions checked in {:.1} s ({} a second), {}\n",
            report.file,
            grouped(report.checked),
            report.seconds,
            grouped(speed as u64),
            match report.faults.len() {
                0 => "no fault".to_owned(),
                1 => "1 fault shown".to_owned(),
                some => format!("{some} faults shown"),
            }
        );
        for fault in &report.faults {
            text += &format!("{fault}\n");
        }
        output::print(&text)?;
    }
    Ok(if reports.iter().any(|report| report.stopped) {
        ExitCode::from(Exit::Interrupted as u8)
    } else if reports.iter().all(|report| report.faults.is_empty()) {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(Exit::Failed as u8)
    })
}

fn self_test(lab: &Lab, common: &Common, count: u64) -> Result<ExitCode, CliError> {
    let tables = common.open(lab)?;
    let reports =
        with_bar(|bar| tables.self_test(common.which(), count, threads(common.threads), bar))?;
    if common.json {
        print_reports(&reports)?;
    }
    for report in reports.iter().filter(|_| !common.json) {
        let mut text = format!(
            "{}: {} of {} changed values found, {} verifications in {:.1} s\n",
            report.file,
            grouped(report.found),
            grouped(report.changed),
            grouped(report.passes),
            report.seconds,
        );
        for position in &report.missed {
            text += &format!("{position}: the change was not found\n");
        }
        output::print(&text)?;
    }
    let all = |report: &SelfTestReport| report.found == report.changed;
    Ok(match reports.iter().all(all) {
        true => ExitCode::SUCCESS,
        false => ExitCode::from(Exit::Failed as u8),
    })
}
