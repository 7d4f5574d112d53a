//! The verbs, one file each.

mod ablation;
mod analyze;
mod bench;
mod completions;
mod convert;
mod engine;
mod experiment;
mod games;
mod interrupt;
mod man;
mod match_;
mod movegen;
mod moves;
mod perft;
mod play;
mod probe;
mod rate;
mod serve;
mod show;
mod solve;
mod sprt;
mod step_ablation;
mod suite;
mod table;
mod tournament;
mod tune;

use std::process::ExitCode;

use clap::Subcommand;
use yomikiri_lab::{Answer, Lang, ScoreView, use_syzygy};

use crate::args::Cli;
use crate::output::CliError;

#[derive(Subcommand, Debug)]
pub(crate) enum Verb {
    Serve(serve::ServeArgs),
    Games(games::GamesArgs),
    Show(show::ShowArgs),
    Moves(moves::MovesArgs),
    Perft(perft::PerftArgs),
    Play(play::PlayArgs),
    Analyze(analyze::AnalyzeArgs),
    Solve(solve::SolveArgs),
    Probe(probe::ProbeArgs),
    Table(table::TableArgs),
    Bench(bench::BenchArgs),
    Match(match_::MatchArgs),
    Tournament(tournament::TournamentArgs),
    Engine(engine::EngineArgs),
    Experiment(experiment::ExperimentArgs),
    Sprt(sprt::SprtArgs),
    Rate(rate::RateArgs),
    Tune(tune::TuneArgs),
    Suite(suite::SuiteArgs),
    Convert(convert::ConvertArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

/// Does what was asked.
pub(crate) fn run(cli: &Cli) -> Result<ExitCode, CliError> {
    let lang = Lang::choose(cli.lang);
    if let Some(dirs) = cli.syzygy.as_deref().filter(|dirs| !dirs.is_empty()) {
        use_syzygy(dirs)?;
    }
    match &cli.verb {
        None => serve::run_bare(lang),
        Some(Verb::Serve(args)) => serve::run(args, lang),
        Some(Verb::Games(args)) => games::run(args, lang),
        Some(Verb::Show(args)) => show::run(args, lang, cli.color),
        Some(Verb::Moves(args)) => moves::run(args, lang),
        Some(Verb::Perft(args)) => perft::run(args, lang),
        Some(Verb::Play(args)) => play::run(args, lang, cli.color),
        Some(Verb::Analyze(args)) => analyze::run(args, lang),
        Some(Verb::Solve(args)) => solve::run(args, lang),
        Some(Verb::Probe(args)) => probe::run(args, lang),
        Some(Verb::Table(args)) => table::run(args),
        Some(Verb::Bench(args)) => bench::run(args),
        Some(Verb::Match(args)) => match_::run(args, lang),
        Some(Verb::Tournament(args)) => tournament::run(args, lang),
        Some(Verb::Engine(args)) => engine::run(args),
        Some(Verb::Experiment(args)) => experiment::run(args, lang),
        Some(Verb::Sprt(args)) => sprt::run(args),
        Some(Verb::Rate(args)) => rate::run(args),
        Some(Verb::Tune(args)) => tune::run(args, lang),
        Some(Verb::Suite(args)) => suite::run(args),
        Some(Verb::Convert(args)) => convert::run(args),
        Some(Verb::Completions(args)) => completions::run(args),
        Some(Verb::Man(args)) => man::run(args),
    }
}

/// A score as people read it.
pub(crate) fn score_text(lang: Lang, score: &ScoreView) -> String {
    let told = |id: &str, plies: u32| lang.message(id, &[("plies", &plies.to_string())]);
    match (score.value, score.distance) {
        (Some("win"), Some(plies)) => told("score-win", plies),
        (Some("win"), None) => lang.message("score-won", &[]),
        (Some(_), Some(plies)) => told("score-loss", plies),
        (Some(_), None) => lang.message("score-lost", &[]),
        (None, _) => format!("{:+}", score.points.unwrap_or(0)),
    }
}

/// An exact value as people read it.
pub(crate) fn answer_text(lang: Lang, answer: &Answer) -> String {
    let told = |id: &str, plies: u32| lang.message(id, &[("plies", &plies.to_string())]);
    match (answer.value, answer.distance) {
        ("win", Some(plies)) => told("score-win", plies),
        ("win", None) => lang.message("score-won", &[]),
        ("loss", Some(plies)) => told("score-loss", plies),
        ("loss", None) => lang.message("score-lost", &[]),
        _ => lang.message("value-draw", &[]),
    }
}
