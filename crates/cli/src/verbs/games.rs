//! `games`: lists games, options and players.

use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use yomikiri_lab::{AnyGame, GameInfo, Lab, OptionInfo, PlayerInfo, Texts};

use crate::output::{self, CliError};

/// List games with their options, players and abilities
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  yomikiri games
  yomikiri games dobutsu
  yomikiri games koma:my-rules.toml --json")]
pub(crate) struct GamesArgs {
    /// Only this game, with the given options
    game: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Listing<'a> {
    games: Vec<&'a GameInfo>,
}

pub(super) fn run(args: &GamesArgs, lab: &Lab, texts: &Texts) -> Result<ExitCode, CliError> {
    let games: Vec<Box<dyn AnyGame>> = match &args.game {
        Some(name) => vec![lab.open_game(name)?],
        None => lab.all_games(),
    };
    let infos: Vec<&GameInfo> = games.iter().map(|game| game.info()).collect();
    if args.json {
        output::print_document(&Listing { games: infos })?;
        return Ok(ExitCode::SUCCESS);
    }
    let in_detail = args.game.is_some();
    let listed: Vec<String> = infos
        .iter()
        .map(|info| describe(info, texts, in_detail))
        .collect();
    output::print(&listed.join("\n"))?;
    Ok(ExitCode::SUCCESS)
}

fn describe(info: &GameInfo, texts: &Texts, in_detail: bool) -> String {
    let mut text = format!("{}  {}\n", info.spec, info.name(texts.lang()));
    let mut paragraph = |id: &str, parts: Vec<String>| {
        let between = if in_detail { "\n    " } else { " " };
        let title = texts.message(id, &[]);
        text += &format!("  {title}:{between}{}\n", parts.join(between));
    };
    paragraph("games-start", vec![info.start.clone()]);
    let player = |player: &PlayerInfo| match in_detail && !player.settings.is_empty() {
        true => format!("{}[:{}=…]", player.name, player.settings.join("=…,")),
        false => player.name.clone(),
    };
    paragraph("games-players", info.players.iter().map(player).collect());
    if !info.options.is_empty() {
        let option = |option: &OptionInfo| match in_detail {
            true => format!(
                "{}={}  ({})",
                option.key,
                option.value,
                option.allowed.join(" | ")
            ),
            false => format!("{}={}", option.key, option.value),
        };
        paragraph("games-options", info.options.iter().map(option).collect());
    }
    text
}
