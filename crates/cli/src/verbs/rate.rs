//! `rate`: ratings of many players from recorded games.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use serde::{Deserialize, Serialize};
use yomikiri_lab::LabError;
use yomikiri_lab::contest::stats::{Ratings, rate};

use crate::input::for_each_line;
use crate::output::{self, CliError};

/// Rate many players from recorded games
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  yomikiri rate runs/a runs/b/games.jsonl
  yomikiri rate runs/* --json

Maximum likelihood over all games at once (Bradley-Terry with draws and an
advantage of moving first). The mean rating is zero; errors are 95 %.")]
pub(crate) struct RateArgs {
    /// Record files (JSON lines) or run directories
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The players and result of a game: 2 if First won, 1 for a draw, 0 if First lost.
#[derive(Default)]
pub(super) struct Games {
    pub(super) players: Vec<String>,
    pub(super) results: Vec<(usize, usize, u8)>,
    game: Option<String>,
}

#[derive(Deserialize)]
struct Row {
    game: String,
    #[serde(default)]
    players: Players,
    result: Option<Ending>,
}

#[derive(Deserialize, Default)]
struct Players {
    first: Option<String>,
    second: Option<String>,
}

#[derive(Deserialize)]
struct Ending {
    winner: Option<String>,
}

impl Games {
    fn player(&mut self, name: String) -> usize {
        let known = self.players.iter().position(|known| *known == name);
        known.unwrap_or_else(|| {
            self.players.push(name);
            self.players.len() - 1
        })
    }

    pub(super) fn add(&mut self, first: String, second: String, result: u8) {
        let pair = (self.player(first), self.player(second));
        self.results.push((pair.0, pair.1, result));
    }

    fn read(&mut self, path: &Path) -> Result<(), CliError> {
        let path = match path.is_dir() {
            true if !path.join("games.jsonl").exists() => {
                let told = format!(
                    "{} is not a run directory: it has no games.jsonl",
                    path.display()
                );
                return Err(LabError::Usage(told).into());
            }
            true => path.join("games.jsonl"),
            false => path.to_owned(),
        };
        let shown = path.display().to_string();
        for_each_line(&path, |number, line| {
            if line.trim().is_empty() {
                return Ok(());
            }
            let wrong = |reason: String| {
                CliError::from(LabError::Input(format!("{shown}, line {number}: {reason}")))
            };
            let row: Row = serde_json::from_str(line).map_err(|error| wrong(error.to_string()))?;
            match &self.game {
                None => self.game = Some(row.game),
                Some(game) if *game == row.game => {}
                Some(game) => {
                    let (game, got) = (game.clone(), row.game);
                    return Err(wrong(format!(
                        "expected a game of {game}, got one of {got}"
                    )));
                }
            }
            let (Some(first), Some(second), Some(result)) =
                (row.players.first, row.players.second, row.result)
            else {
                return Ok(());
            };
            let result = match result.winner.as_deref() {
                Some("first") => 2,
                Some(_) => 0,
                None => 1,
            };
            self.add(first, second, result);
            Ok(())
        })
    }
}

#[derive(Serialize)]
struct Answer {
    game: Option<String>,
    games: usize,
    names: Vec<String>,
    #[serde(flatten)]
    ratings: Ratings,
}

pub(super) fn run(args: &RateArgs) -> Result<ExitCode, CliError> {
    let mut games = Games::default();
    for path in &args.files {
        games.read(path)?;
    }
    let ratings = rate_games(&games)?;
    if args.json {
        let answer = Answer {
            game: games.game.clone(),
            games: games.results.len(),
            names: games.players.clone(),
            ratings,
        };
        output::print_document(&answer)?;
    } else {
        output::print(&write_ratings(&games, &ratings))?;
    }
    Ok(ExitCode::SUCCESS)
}

pub(super) fn rate_games(games: &Games) -> Result<Ratings, CliError> {
    let rated = rate(games.players.len(), &games.results);
    rated.map_err(|error| LabError::Input(format!("ratings: {error}")).into())
}

/// Ratings, strongest first, and the likelihood of superiority for each pair.
pub(super) fn write_ratings(games: &Games, ratings: &Ratings) -> String {
    let mut order: Vec<usize> = (0..games.players.len()).collect();
    order.sort_by(|&a, &b| ratings.players[b].elo.total_cmp(&ratings.players[a].elo));
    let width = games.players.iter().map(|name| name.chars().count()).max();
    let width = width.unwrap_or(0).max(6);
    let mut text = format!(
        "{:>3}  {:<width$}  {:>7}  {:>6}  {:>6}  {:>7}  {:>6}\n",
        "", "player", "Elo", "+/-", "games", "points", "score"
    );
    for (rank, &at) in order.iter().enumerate() {
        let player = &ratings.players[at];
        let error = player
            .error
            .map_or("?".to_owned(), |error| format!("{error:.1}"));
        let score = 100.0 * player.points / (player.games.max(1) as f64);
        text += &format!(
            "{:>3}  {:<width$}  {:>+7.1}  {error:>6}  {:>6}  {:>7.1}  {score:>5.1}%\n",
            rank + 1,
            games.players[at],
            player.elo,
            player.games,
            player.points,
        );
    }
    text += &format!(
        "\nMoving first is worth {:+.1} +/- {:.1} Elo; equals draw {:.1} %.\n",
        ratings.advantage,
        ratings.advantage_error,
        100.0 * ratings.draw_rate
    );
    if !ratings.connected {
        text += "Some players won or lost all their games against the others: \
                 their differences have no bound.\n";
    }
    text += "\nLikelihood of superiority, row over column (%):\n";
    text += &format!("{:>3}  {:<width$}", "", "");
    for rank in 1..=order.len() {
        text += &format!(" {rank:>5}");
    }
    text.push('\n');
    for (rank, &row) in order.iter().enumerate() {
        text += &format!("{:>3}  {:<width$}", rank + 1, games.players[row]);
        for &column in &order {
            match row == column {
                true => text += &format!(" {:>5}", "-"),
                false => text += &format!(" {:>5.1}", 100.0 * ratings.los[row][column]),
            }
        }
        text.push('\n');
    }
    text
}
