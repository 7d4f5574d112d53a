//! The rule options.

use yomikiri_game_api::{
    GameOptions, OptionError, OptionInfo, OptionSpec, list_options, set_option,
};

/// Effect of the third occurrence of a position.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Repetition {
    /// Perpetual check and perpetual chase lose, by the rules of the Asian federation.
    #[default]
    Axf,
    /// The same by the rules of the world federation.
    Wxf,
    /// Always a draw.
    Draw,
}

const REPETITION: &[(&str, Repetition)] = &[
    ("axf", Repetition::Axf),
    ("wxf", Repetition::Wxf),
    ("draw", Repetition::Draw),
];

/// The options of the game.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Options {
    /// How repetition is judged.
    pub repetition: Repetition,
    /// Moves of each side without a capture that make a draw; 0 = no limit.
    pub move_limit: u16,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            repetition: Repetition::Axf,
            move_limit: 60,
        }
    }
}

/// The largest move limit.
const LONGEST: u32 = 10_000;

impl Options {
    fn specs() -> Vec<OptionSpec<Options>> {
        vec![
            OptionSpec::words(
                "repetition",
                REPETITION,
                |options: &Options| options.repetition,
                |options, rules| options.repetition = rules,
            ),
            OptionSpec::number(
                "move_limit",
                LONGEST,
                |options| u32::from(options.move_limit),
                |options, moves| options.move_limit = moves as u16,
            ),
        ]
    }
}

impl GameOptions for Options {
    fn options(&self) -> Vec<OptionInfo> {
        list_options(&Options::specs(), self, &Options::default())
    }

    fn set_option(&mut self, key: &str, value: &str) -> Result<(), OptionError> {
        set_option(&Options::specs(), self, key, value)
    }
}
