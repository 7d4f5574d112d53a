//! The commands, one file each.

mod ablation;
mod analyze;
mod bench;
mod book;
mod cluster;
mod completions;
mod convert;
mod engine;
mod experiment;
mod games;
mod go_reading;
mod interrupt;
mod man;
mod match_;
mod measure;
mod movegen;
mod moves;
mod perft;
mod play;
mod players;
mod probe;
mod problems;
mod rate;
mod records;
mod regression;
mod rules;
mod serve;
mod show;
mod solve;
mod sprt;
mod step_ablation;
mod suite;
mod table;
mod tournament;
mod tune;
mod worker;

use std::process::ExitCode;

use clap::Subcommand;
use yomikiri_lab::{Answer, Lab, Lang, ScoreView, Texts, Value};

use crate::args::Cli;
use crate::output::CliError;

#[derive(Subcommand, Debug)]
pub(crate) enum Verb {
    Serve(serve::ServeArgs),
    Games(games::GamesArgs),
    Rules(rules::RulesArgs),
    Players(players::PlayersArgs),
    Show(show::ShowArgs),
    Moves(moves::MovesArgs),
    Perft(perft::PerftArgs),
    Play(play::PlayArgs),
    Analyze(analyze::AnalyzeArgs),
    Solve(solve::SolveArgs),
    Cluster(cluster::ClusterArgs),
    Probe(probe::ProbeArgs),
    Table(table::TableArgs),
    Book(book::BookArgs),
    Bench(bench::BenchArgs),
    Match(match_::MatchArgs),
    Tournament(tournament::TournamentArgs),
    Engine(engine::EngineArgs),
    Experiment(experiment::ExperimentArgs),
    Sprt(sprt::SprtArgs),
    Rate(rate::RateArgs),
    Tune(tune::TuneArgs),
    Worker(worker::WorkerArgs),
    Suite(suite::SuiteArgs),
    Problems(problems::ProblemsArgs),
    Convert(convert::ConvertArgs),
    Records(records::RecordsArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

/// Runs the command.
pub(crate) fn run(cli: &Cli, lab: &Lab) -> Result<ExitCode, CliError> {
    let mut lab = lab.clone();
    if let Some(dirs) = cli.syzygy.as_deref().filter(|dirs| !dirs.is_empty()) {
        lab = lab.with_syzygy_path(dirs)?;
    }
    let (lab, texts) = (&lab, lab.texts(Lang::choose(cli.lang)));
    match &cli.verb {
        None => serve::run_bare(lab, texts),
        Some(Verb::Serve(args)) => serve::run(args, lab, texts),
        Some(Verb::Games(args)) => games::run(args, lab, texts),
        Some(Verb::Rules(args)) => rules::run(args, lab, texts, cli.color),
        Some(Verb::Players(args)) => players::run(args, lab, texts),
        Some(Verb::Show(args)) => show::run(args, lab, texts, cli.color),
        Some(Verb::Moves(args)) => moves::run(args, lab, texts),
        Some(Verb::Perft(args)) => perft::run(args, lab, texts),
        Some(Verb::Play(args)) => play::run(args, lab, texts, cli.color),
        Some(Verb::Analyze(args)) => analyze::run(args, lab, texts),
        Some(Verb::Solve(args)) => solve::run(args, lab, texts),
        Some(Verb::Cluster(args)) => cluster::run(args, texts),
        Some(Verb::Probe(args)) => probe::run(args, lab, texts),
        Some(Verb::Table(args)) => table::run(args, lab),
        Some(Verb::Book(args)) => book::run(args, lab, texts),
        Some(Verb::Bench(args)) => bench::run(args, lab),
        Some(Verb::Match(args)) => match_::run(args, lab, texts),
        Some(Verb::Tournament(args)) => tournament::run(args, lab, texts),
        Some(Verb::Engine(args)) => engine::run(args, lab),
        Some(Verb::Experiment(args)) => experiment::run(args, lab, texts),
        Some(Verb::Sprt(args)) => sprt::run(args),
        Some(Verb::Rate(args)) => rate::run(args),
        Some(Verb::Tune(args)) => tune::run(args, lab, texts),
        Some(Verb::Worker(args)) => worker::run(args, lab, texts),
        Some(Verb::Suite(args)) => suite::run(args, lab, texts),
        Some(Verb::Problems(args)) => problems::run(args, lab, texts, cli.color),
        Some(Verb::Convert(args)) => convert::run(args, lab),
        Some(Verb::Records(args)) => records::run(args, lab),
        Some(Verb::Completions(args)) => completions::run(args),
        Some(Verb::Man(args)) => man::run(args),
    }
}

/// A score in the user's language.
pub(crate) fn score_text(texts: &Texts, score: &ScoreView) -> String {
    let told = |id: &str, plies: u32| texts.message(id, &[("plies", &plies.to_string())]);
    match (score.value, score.distance) {
        (Some(Value::Win), Some(plies)) => told("score-win", plies),
        (Some(Value::Win), None) => texts.message("score-won", &[]),
        (Some(_), Some(plies)) => told("score-loss", plies),
        (Some(_), None) => texts.message("score-lost", &[]),
        (None, _) => format!("{:+}", score.points.unwrap_or(0)),
    }
}

/// An exact value in the user's language.
pub(crate) fn answer_text(texts: &Texts, answer: &Answer) -> String {
    let told = |id: &str, plies: u32| texts.message(id, &[("plies", &plies.to_string())]);
    match (answer.value, answer.distance) {
        (Value::Win, Some(plies)) => told("score-win", plies),
        (Value::Win, None) => texts.message("score-won", &[]),
        (Value::Loss, Some(plies)) => told("score-loss", plies),
        (Value::Loss, None) => texts.message("score-lost", &[]),
        (Value::Draw, _) => texts.message("value-draw", &[]),
    }
}
