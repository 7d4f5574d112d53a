//! `tournament`: every player against every other, or one against all.

use std::process::ExitCode;

use clap::{Args, ValueEnum};
use serde::Serialize;
use yomikiri_lab::contest::stats::Ratings;
use yomikiri_lab::contest::{Role, Summary, derive};
use yomikiri_lab::{Lab, LabError, PlayerSpec, Texts};

use super::interrupt::tell_interrupted;
use super::match_::{RunArgs, play, tell_warnings, tell_workers};
use super::rate::{Games, rate_games, write_ratings};
use crate::args;
use crate::output::{self, CliError, note};

/// Play several players against each other and rate them
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  yomikiri tournament anpanman --player asai:depth=1 --player asai:depth=2 \\
      --player asai:depth=3 --player rai --games 200 --openings random:plies=2
  yomikiri tournament dobutsu --kind gauntlet --player alphabeta:nodes=5000 \\
      --player asai --player rai --games 100 --out runs/gauntlet

--games is per pairing. Each pairing is saved in its own directory in --out.")]
pub(crate) struct TournamentArgs {
    /// Game
    game: String,
    /// Player; give at least two
    #[arg(long = "player", short = 'p', value_name = "PLAYER", value_parser = args::player, required = true)]
    players: Vec<PlayerSpec>,
    /// Pairings
    #[arg(long, value_enum, default_value_t)]
    kind: Kind,
    #[command(flatten)]
    run: RunArgs,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, ValueEnum)]
enum Kind {
    /// Everyone plays everyone
    #[default]
    RoundRobin,
    /// The first player plays all others
    Gauntlet,
}

#[derive(Serialize)]
struct Answer {
    game: String,
    players: Vec<String>,
    pairings: Vec<Summary>,
    ratings: Option<Ratings>,
    seed: u64,
}

pub(super) fn run(args: &TournamentArgs, lab: &Lab, texts: &Texts) -> Result<ExitCode, CliError> {
    let game = lab.open_game(&args.game)?;
    let names: Vec<String> = args.players.iter().map(ToString::to_string).collect();
    for (at, name) in names.iter().enumerate() {
        if names[..at].contains(name) {
            let text = format!("player {name} was given twice");
            return Err(LabError::Usage(text).into());
        }
    }
    if names.len() < 2 {
        return Err(LabError::Usage("expected at least two --player".into()).into());
    }
    if args.run.sprt.is_some() {
        return Err(LabError::Usage("`tournament` has no --sprt; use `match`".into()).into());
    }
    let count = names.len();
    let pairings: Vec<(usize, usize)> = match args.kind {
        Kind::RoundRobin => (0..count)
            .flat_map(|one| (one + 1..count).map(move |two| (one, two)))
            .collect(),
        Kind::Gauntlet => (1..count).map(|two| (0, two)).collect(),
    };
    let mut games = Games::default();
    for name in &names {
        games.players.push(name.clone());
    }
    let mut summaries = Vec::new();
    for (number, &(one, two)) in pairings.iter().enumerate() {
        let players = [args.players[one].clone(), args.players[two].clone()];
        let mut order = args.run.order(&*game, players, texts)?;
        order.plan.seed = derive(args.run.many.seed, number as u64, Role::Opening);
        if let Some(out) = &args.run.out {
            let dir = out.join(format!("{:02}", number + 1));
            order.resume = args.run.resume && dir.join("manifest.json").exists();
            order.out = Some(dir);
        }
        note(&format!(
            "{}/{}: {} v {}",
            number + 1,
            pairings.len(),
            names[one],
            names[two]
        ));
        let (report, interrupted) = play(&*game, &order, false)?;
        tell_warnings(&report.summary, texts);
        tell_workers(&report, texts);
        for played in &report.games {
            let (first, second) = match played.first {
                0 => (one, two),
                _ => (two, one),
            };
            let result = match played.winner {
                Some(yomikiri_lab::Side::First) => 2,
                Some(yomikiri_lab::Side::Second) => 0,
                None => 1,
            };
            games.results.push((first, second, result));
        }
        let complete = report.summary.complete;
        summaries.push(report.summary);
        if interrupted && !complete {
            return Ok(tell_interrupted(args.run.out.is_some(), texts));
        }
    }
    let ratings = rate_games(&games)?;
    if args.run.json {
        let answer = Answer {
            game: game.spec().to_owned(),
            players: names,
            pairings: summaries,
            ratings: Some(ratings),
            seed: args.run.many.seed,
        };
        output::print_document(&answer)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut text = String::new();
    for summary in &summaries {
        text += &format!(
            "{} v {}: +{} -{} ={}\n",
            summary.first, summary.second, summary.wins_first, summary.wins_second, summary.draws
        );
    }
    text += "\n";
    text += &write_ratings(&games, &ratings);
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}
