//! `players`: who can play, with every setting.

use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use unicode_width::UnicodeWidthStr;
use yomikiri_lab::{Lab, LabError, PlayerHelp, SettingHelp, Texts, players};

use crate::output::{self, CliError};
use crate::wrap::wrap;

const COLUMNS: usize = 80;

/// List players with their settings and defaults
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  yomikiri players                      every player in a line
  yomikiri players alphabeta            its settings and their defaults
  yomikiri players --json

A player is named with settings after a colon, wherever a command takes one:
  yomikiri play anpanman --second lookahead:depth=2
  yomikiri match dobutsu --first mcts:playouts=500 --second alphabeta:depth=4 --games 20")]
pub(crate) struct PlayersArgs {
    /// Only this player, in detail
    name: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Listing {
    players: Vec<PlayerHelp>,
}

pub(super) fn run(args: &PlayersArgs, lab: &Lab, texts: &Texts) -> Result<ExitCode, CliError> {
    let mut found = players(lab, texts);
    if let Some(name) = &args.name {
        let known: Vec<String> = found.iter().map(|player| player.name.clone()).collect();
        found.retain(|player| player.name == *name);
        if found.is_empty() {
            let name: String = name.chars().take(60).collect();
            let text = format!("expected a player ({}), got {name:?}", known.join(" "));
            return Err(LabError::Input(text).into());
        }
    }
    if args.json {
        output::print_document(&Listing { players: found })?;
        return Ok(ExitCode::SUCCESS);
    }
    let text = match (&args.name, found.as_slice()) {
        (Some(_), [player]) => in_detail(player, texts),
        _ => in_lines(&found, texts),
    };
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn in_lines(players: &[PlayerHelp], texts: &Texts) -> String {
    let widest = players.iter().map(|player| player.name.width()).max();
    let indent = " ".repeat(widest.unwrap_or(0) + 2);
    let line = |player: &PlayerHelp| {
        let help = wrap(&player.help, COLUMNS, &indent);
        let gap = " ".repeat(indent.width() - player.name.width());
        format!("{}{gap}{}", player.name, help.trim_start())
    };
    let lines: String = players.iter().map(line).collect();
    format!("{lines}\n{}\n", texts.message("players-more", &[]))
}

fn in_detail(player: &PlayerHelp, texts: &Texts) -> String {
    let told = |id: &str| texts.message(id, &[]);
    let mut text = format!("{}\n{}", player.name, wrap(&player.help, COLUMNS, "  "));
    let games = format!("{}: {}", told("players-games"), player.games.join(" "));
    text += &wrap(&games, COLUMNS, "  ");
    text += &format!("  {}: {}\n", told("players-example"), player.example);
    if !player.settings.is_empty() {
        text += &format!("  {}:\n", told("players-settings"));
    }
    for SettingHelp { key, help, default } in &player.settings {
        let default = match default {
            Some(value) => texts.message("players-default", &[("value", value)]),
            None => String::new(),
        };
        text += format!("    {key}  {default}").trim_end();
        text += &format!("\n{}", wrap(help, COLUMNS, "      "));
    }
    text
}
