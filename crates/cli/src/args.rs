//! What is common to the verbs' arguments.

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
  yomikiri                              the laboratory in the browser
  yomikiri games                        what can be played, with options and players
  yomikiri play anpanman                play Anpanman shogi against the computer
  yomikiri show dobutsu                 draw a position
  yomikiri perft minishogi 5            count move sequences
  yomikiri analyze anpanman --json      best lines as data

Exit codes: 0 done, 1 false or failed, 2 wrong usage, 3 bad input,
            4 an outside engine failed, 5 a table is corrupt or missing"
)]
pub(crate) struct Cli {
    /// Language of messages: en, ja or zh (default: by locale)
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

    /// Syzygy files (.rtbw, .rtbz) of chess endings, asked where our own tables are missing: a
    /// directory or several, separated as in PATH (default: syzygy in the data directory)
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

/// Where to begin.
#[derive(Args, Debug)]
pub(crate) struct PlaceArgs {
    /// Position to begin from (default: the game's own start)
    #[arg(short, long, value_name = "POS", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,

    /// Moves to play from there, with spaces between them
    #[arg(
        long,
        value_name = "MOVES",
        default_value = "",
        hide_default_value = true
    )]
    pub(crate) moves: String,

    /// When repetition and move limits are judged while the moves are played
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
    /// Whether positions come from stdin, one a line.
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
        }
    }

    /// The same place on another position.
    pub(crate) fn at<'a>(&'a self, position: &'a str) -> Place<'a> {
        Place {
            position: Some(position),
            ..self.place()
        }
    }
}

/// Reads a player's name for clap; the game checks the rest.
pub(crate) fn player(text: &str) -> Result<PlayerSpec, String> {
    text.parse()
        .map_err(|error: yomikiri_lab::LabError| error.to_string())
}
