//! `play`: a game in the terminal.

use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args;
use yomikiri_lab::{AnyGame, Lab, PlayerSpec, Texts};

use crate::args::{self, Color, PlaceArgs};
use crate::output::{self, CliError};
use crate::session::{PlaySession, strongest};
use crate::{prompt, tui};

/// Play a game in the terminal
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  yomikiri play anpanman                           you move first, the computer replies
  yomikiri play anpanman --first asai:depth=5 --second human
  yomikiri play dobutsu --second alphabeta:time=2s --lang ja
  yomikiri play anpanman --first asai --second rai --plain

Where stdin or stdout is not a terminal, or with --plain, moves are typed at a
prompt; `help` there lists the commands.

Players: human, random[:seed=N], lookahead:depth=N,
alphabeta[:depth=N,nodes=N,time=1s,hash=64,threads=1], and those of the game
(see `yomikiri games`).")]
pub(crate) struct PlayArgs {
    /// Game, with options after a question mark (anpanman?repetition=4)
    game: String,
    /// Player of the first side
    #[arg(long, value_name = "PLAYER", default_value = "human", value_parser = args::player)]
    first: PlayerSpec,
    /// Player of the second side (default: an engine)
    #[arg(long, value_name = "PLAYER", value_parser = args::player)]
    second: Option<PlayerSpec>,
    #[command(flatten)]
    place: PlaceArgs,
    /// Use a plain prompt instead of the full screen
    #[arg(long)]
    plain: bool,
}

pub(super) fn run(
    args: &PlayArgs,
    lab: &Lab,
    texts: &Texts,
    color: Color,
) -> Result<ExitCode, CliError> {
    let game = lab.open_game(&args.game)?;
    let second = args.second.clone().unwrap_or_else(|| opponent(&*game));
    let players = [args.first.clone(), second].map(|player| with_seed(&*game, player));
    for player in &players {
        game.check_player(player)?;
    }
    let play = PlaySession {
        session: game.session(&args.place.place())?,
        game,
        players,
        lab: lab.clone(),
        texts: texts.clone(),
        colour: output::colour(color),
    };
    let on_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    match on_terminal && !args.plain {
        true => tui::run(play),
        false => prompt::run(play),
    }
}

/// The default opponent of a human: the one that the game declares, else the usual engine.
fn opponent(game: &dyn AnyGame) -> PlayerSpec {
    let own = game.profile().opponent.map(PlayerSpec::named);
    own.unwrap_or_else(|| strongest(game))
}

/// Seeds a random player from the clock, so that every game is different.
fn with_seed(game: &dyn AnyGame, player: PlayerSpec) -> PlayerSpec {
    let info = game
        .info()
        .players
        .iter()
        .find(|info| info.name == player.name());
    let takes_seed = player.setting("book").is_some()
        || info.is_some_and(|info| info.settings.iter().any(|key| key == "seed"));
    if !takes_seed {
        return player;
    }
    let clock = SystemTime::now().duration_since(UNIX_EPOCH);
    let seed = clock.map_or(1, |time| time.subsec_nanos());
    player.or_setting("seed", seed)
}
