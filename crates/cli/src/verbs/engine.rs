//! `engine`: the program as an engine for GUIs, matches and scripts.

use std::io::{self, BufReader};
use std::process::ExitCode;

use clap::Args;
use clap::builder::PossibleValuesParser;
use yomikiri_lab::{EngineLanguage, EngineOrder, Lab, PlayerSpec, serve_engine};

use crate::args;
use crate::output::CliError;

/// Run as an engine on stdin and stdout
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  yomikiri engine minishogi
  yomikiri engine minishogi --protocol usi --player alphabeta:hash=256
  printf 'position startpos\\ngo depth 6\\n' | yomikiri engine anpanman

Without --protocol, the first word received decides. `d`, `perft N`, `bench` and
`eval` also work.")]
pub(crate) struct EngineArgs {
    /// Game, with options after a question mark (anpanman?repetition=4)
    game: String,
    /// Protocol
    #[arg(long, value_name = "WORD",
          value_parser = PossibleValuesParser::new(EngineLanguage::WORDS))]
    protocol: Option<String>,
    /// Engine (default: the game's usual engine)
    #[arg(long, value_name = "PLAYER", value_parser = args::player)]
    player: Option<PlayerSpec>,
}

pub(super) fn run(args: &EngineArgs, lab: &Lab) -> Result<ExitCode, CliError> {
    let order = EngineOrder {
        lab: lab.clone(),
        game: lab.open_game(&args.game)?,
        language: args.protocol.as_deref().and_then(EngineLanguage::of_word),
        player: args.player.as_ref(),
    };
    serve_engine(order, BufReader::new(io::stdin()), io::stdout())?;
    Ok(ExitCode::SUCCESS)
}
