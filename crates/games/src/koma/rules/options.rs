//! The rule options, which can be changed when a game is opened.

use yomikiri_game_api::OptionSpec;

use crate::koma::toml_reader::{RuleError, Table};

/// What happens to captured pieces.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Captures {
    /// They leave the game.
    Remove,
    /// They go to the capturer's hand and can be dropped.
    Hand,
}

/// Whether a leader may be left in check.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Model {
    /// No: it must not be attacked after its owner's move; checkmate wins.
    Check,
    /// Yes: capturing it wins.
    Capture,
}

/// Effect of a leader on the last rank.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Goal {
    /// No effect.
    None,
    /// Wins if it cannot be captured at once.
    Safe,
    /// Wins at once.
    Any,
}

/// Effect of having no legal move when not in check.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum NoMoves {
    Loss,
    Draw,
    Pass,
}

/// Result of a repetition.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum RepetitionResult {
    Draw,
    FirstLoses,
    SecondLoses,
}

/// Whether perpetual check loses.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum PerpetualCheck {
    Ignored,
    Loses,
}

/// The options that can be changed when a game is opened (`anpanman?no_moves=draw`).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Options {
    pub(crate) captures: Captures,
    pub(crate) model: Model,
    pub(crate) goal: Goal,
    pub(crate) no_moves: NoMoves,
    /// The occurrence that ends the game; 0 = never.
    pub(crate) repetition: u32,
    pub(crate) repetition_result: RepetitionResult,
    pub(crate) perpetual_check: PerpetualCheck,
}

const CAPTURES: &[(&str, Captures)] = &[("remove", Captures::Remove), ("hand", Captures::Hand)];
const MODEL: &[(&str, Model)] = &[("check", Model::Check), ("capture", Model::Capture)];
const GOAL: &[(&str, Goal)] = &[
    ("none", Goal::None),
    ("safe", Goal::Safe),
    ("any", Goal::Any),
];
const NO_MOVES: &[(&str, NoMoves)] = &[
    ("loss", NoMoves::Loss),
    ("draw", NoMoves::Draw),
    ("pass", NoMoves::Pass),
];
const REPETITION_RESULT: &[(&str, RepetitionResult)] = &[
    ("draw", RepetitionResult::Draw),
    ("first-loses", RepetitionResult::FirstLoses),
    ("second-loses", RepetitionResult::SecondLoses),
];
const PERPETUAL_CHECK: &[(&str, PerpetualCheck)] = &[
    ("ignored", PerpetualCheck::Ignored),
    ("loses", PerpetualCheck::Loses),
];
const REPETITION_MOST: u32 = 1000;

impl Options {
    /// All options, in display order.
    pub(crate) fn specs() -> Vec<OptionSpec<Options>> {
        vec![
            OptionSpec::words(
                "captures",
                CAPTURES,
                |options: &Options| options.captures,
                |options, value| options.captures = value,
            ),
            OptionSpec::words(
                "model",
                MODEL,
                |options: &Options| options.model,
                |options, value| options.model = value,
            ),
            OptionSpec::words(
                "goal",
                GOAL,
                |options: &Options| options.goal,
                |options, value| options.goal = value,
            ),
            OptionSpec::words(
                "no_moves",
                NO_MOVES,
                |options: &Options| options.no_moves,
                |options, value| options.no_moves = value,
            ),
            OptionSpec::limit(
                "repetition",
                (2, REPETITION_MOST),
                |options| options.repetition,
                |options, count| options.repetition = count,
            ),
            OptionSpec::words(
                "repetition_result",
                REPETITION_RESULT,
                |options: &Options| options.repetition_result,
                |options, value| options.repetition_result = value,
            ),
            OptionSpec::words(
                "perpetual_check",
                PERPETUAL_CHECK,
                |options: &Options| options.perpetual_check,
                |options, value| options.perpetual_check = value,
            ),
        ]
    }

    /// The value of an option; empty if there is no such option.
    pub(crate) fn get(&self, key: &str) -> String {
        let specs = Options::specs();
        let found = specs.iter().find(|spec| spec.key == key);
        found.map_or_else(String::new, |spec| spec.get(self))
    }
}

/// A position occurs at least once, so the first occurrence cannot end a game.
fn is_repetition(count: u32) -> bool {
    count == 0 || (2..=REPETITION_MOST).contains(&count)
}

pub(super) fn read_options(rules: &Table<'_, '_>) -> Result<Options, RuleError> {
    fn or<T: Copy>(
        table: &Table<'_, '_>,
        key: &str,
        words: &[(&str, T)],
        default: T,
    ) -> Result<T, RuleError> {
        table
            .get(key)
            .map_or(Ok(default), |entry| entry.word(words))
    }
    let repetition = match rules.get("repetition") {
        None => 0,
        Some(entry) => {
            let count = entry.number(0..i64::from(REPETITION_MOST) + 1)? as u32;
            if !is_repetition(count) {
                return Err(entry.error("0 (none) or a number of at least 2"));
            }
            count
        }
    };
    Ok(Options {
        captures: rules
            .need("captures", "\"remove\" or \"hand\"")?
            .word(CAPTURES)?,
        model: rules
            .need("model", "\"check\" or \"capture\"")?
            .word(MODEL)?,
        goal: or(rules, "goal", GOAL, Goal::None)?,
        no_moves: or(rules, "no_moves", NO_MOVES, NoMoves::Loss)?,
        repetition,
        repetition_result: or(
            rules,
            "repetition_result",
            REPETITION_RESULT,
            RepetitionResult::Draw,
        )?,
        perpetual_check: or(
            rules,
            "perpetual_check",
            PERPETUAL_CHECK,
            PerpetualCheck::Ignored,
        )?,
    })
}
