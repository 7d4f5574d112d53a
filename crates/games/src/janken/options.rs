//! The named options of the rules.

use yomikiri_game_api::{
    GameOptions, OptionError, OptionInfo, OptionSpec, list_options, set_option,
};

/// Where the cube that made the previous action of the turn may not go.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum ReturnRule {
    /// Straight back to where it came from.
    #[default]
    Backstep,
    /// To the square where it began the turn. This differs only for the third action of a single
    /// cube: after two steps, the square where it began is never adjacent, so it may step back.
    TurnOrigin,
}

/// What happens to a side without a legal action.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Stuck {
    /// A forced pass: the rest of the turn is skipped.
    #[default]
    Pass,
    /// It loses.
    Loss,
}

/// The options. Defaults are the rules in `mod.rs`.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Options {
    /// Whether all actions of a turn must be used; if not, a pass is legal after the first.
    pub must_use_all: bool,
    /// The squares that a cube may not return to.
    pub return_rule: ReturnRule,
    /// Whether the last cube may return home.
    pub funbari_return: bool,
    /// What happens if no action is possible.
    pub stuck: Stuck,
    /// Number of occurrences at the start of a turn that make a draw; 0 = never.
    pub repetition: u32,
    /// Number of turns that make a draw; 0 = never.
    pub turn_limit: u32,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            must_use_all: true,
            return_rule: ReturnRule::Backstep,
            funbari_return: true,
            stuck: Stuck::Pass,
            repetition: 3,
            turn_limit: 200,
        }
    }
}

const FLAG: &[(&str, bool)] = &[("true", true), ("false", false)];
const RETURN_RULE: &[(&str, ReturnRule)] = &[
    ("backstep", ReturnRule::Backstep),
    ("turn_origin", ReturnRule::TurnOrigin),
];
const STUCK: &[(&str, Stuck)] = &[("pass", Stuck::Pass), ("loss", Stuck::Loss)];
const REPETITION_MOST: u32 = 1000;
const TURNS_MOST: u32 = 100_000;

impl Options {
    /// The options that change values; limits on repetition and length do not.
    pub const SOLVED_KEYS: [&'static str; 4] =
        ["must_use_all", "return_rule", "funbari_return", "stuck"];

    /// All options, in display order.
    fn specs() -> Vec<OptionSpec<Options>> {
        vec![
            OptionSpec::words(
                "must_use_all",
                FLAG,
                |options: &Options| options.must_use_all,
                |options, flag| options.must_use_all = flag,
            ),
            OptionSpec::words(
                "return_rule",
                RETURN_RULE,
                |options: &Options| options.return_rule,
                |options, rule| options.return_rule = rule,
            ),
            OptionSpec::words(
                "funbari_return",
                FLAG,
                |options: &Options| options.funbari_return,
                |options, flag| options.funbari_return = flag,
            ),
            OptionSpec::words(
                "stuck",
                STUCK,
                |options: &Options| options.stuck,
                |options, stuck| options.stuck = stuck,
            ),
            OptionSpec::limit(
                "repetition",
                (2, REPETITION_MOST),
                |options| options.repetition,
                |options, count| options.repetition = count,
            ),
            OptionSpec::limit(
                "turn_limit",
                (1, TURNS_MOST),
                |options| options.turn_limit,
                |options, turns| options.turn_limit = turns,
            ),
        ]
    }

    /// The value of an option; empty if there is no such option.
    pub fn get(&self, key: &str) -> String {
        let specs = Options::specs();
        let found = specs.iter().find(|spec| spec.key == key);
        found.map_or_else(String::new, |spec| spec.get(self))
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
