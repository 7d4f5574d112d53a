//! Arguments shared by several commands.

use std::ffi::OsString;

use clap::builder::styling::{AnsiColor, Styles};
use clap::{Args, Parser, ValueEnum};
use yomikiri_lab::{Judge, Lang, Place, PlayerSpec};

use crate::verbs::Verb;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// A laboratory for two-player board games: play, search, solve, experiment, teach.
#[derive(Parser, Debug)]
#[command(
    name = "yomikiri",
    version,
    styles = STYLES,
    after_help = "Examples:
  yomikiri                              open the laboratory in the browser
  yomikiri games                        list games, options and players
  yomikiri rules dobutsu                explain the rules of a game
  yomikiri players alphabeta            explain a player and its settings
  yomikiri play anpanman                play Anpanman shogi against the computer
  yomikiri show dobutsu                 draw a position
  yomikiri perft minishogi 5            count move sequences
  yomikiri analyze anpanman --json      print the best lines as JSON

Exit codes: 0 success, 1 failure or negative result, 2 wrong usage, 3 bad input,
            4 an external engine failed, 5 a table file is corrupt or missing"
)]
pub(crate) struct Cli {
    /// Language of messages: en, ja or zh (default: from the locale)
    #[arg(long, global = true, display_order = 900, value_name = "LANG", value_parser = str::parse::<Lang>)]
    pub(crate) lang: Option<Lang>,

    /// When to use colour
    #[arg(
        long,
        global = true,
        display_order = 901,
        value_enum,
        default_value_t,
        value_name = "WHEN"
    )]
    pub(crate) color: Color,

    /// Directories of Syzygy files (.rtbw, .rtbz), probed when our own tablebase has no answer;
    /// separated as in PATH (default: syzygy in the data directory)
    #[arg(
        long,
        global = true,
        display_order = 902,
        value_name = "DIR",
        env = "YOMIKIRI_SYZYGY"
    )]
    pub(crate) syzygy: Option<OsString>,

    #[command(subcommand)]
    pub(crate) verb: Option<Verb>,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    Always,
    Never,
}

/// The position a command works on.
#[derive(Args, Debug)]
pub(crate) struct PlaceArgs {
    /// Start position (default: the game's own)
    #[arg(short, long, value_name = "POS", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,

    /// Moves to play from there, separated by spaces
    #[arg(
        long,
        value_name = "MOVES",
        default_value = "",
        hide_default_value = true
    )]
    pub(crate) moves: String,

    /// When to check repetition and move limits while playing the moves
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    pub(crate) judge: JudgeArg,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum JudgeArg {
    /// After every move
    #[default]
    Always,
    /// At the last position only
    Last,
}

impl PlaceArgs {
    /// Whether positions are read from stdin, one per line.
    pub(crate) fn is_batch(&self) -> bool {
        self.position.as_deref() == Some("-")
    }

    pub(crate) fn place(&self) -> Place<'_> {
        Place {
            position: self.position.as_deref(),
            moves: &self.moves,
            judge: match self.judge {
                JudgeArg::Always => Judge::Always,
                JudgeArg::Last => Judge::Last,
            },
            ..Place::default()
        }
    }

    /// The same arguments with another position.
    pub(crate) fn at<'a>(&'a self, position: &'a str) -> Place<'a> {
        Place {
            position: Some(position),
            ..self.place()
        }
    }
}

/// Parses a player for clap. The game checks the settings later.
pub(crate) fn player(text: &str) -> Result<PlayerSpec, String> {
    text.parse()
        .map_err(|error: yomikiri_lab::LabError| error.to_string())
}
