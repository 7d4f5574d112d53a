//! The named options of the rules.

use crate::options::{meaning_of, word_of, words};
use crate::{OptionError, OptionInfo};

/// Where the cube that made the previous action of the turn may not go.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum ReturnRule {
    /// Straight back to where it came from.
    #[default]
    Backstep,
    /// To where it stood when the turn began. This differs on the third action of a lone cube
    /// only: after two steps the square it began from is never a neighbour, so it may step back.
    TurnOrigin,
}

/// What becomes of a side that has no legal action.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Stuck {
    /// A forced pass: the rest of the turn lapses.
    #[default]
    Pass,
    /// It has lost.
    Loss,
}

/// The options, the defaults being those of the rules in `mod.rs`.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Options {
    /// Whether all actions of a turn must be used; if not, a pass is legal after the first.
    pub must_use_all: bool,
    /// Where a cube may not return to.
    pub return_rule: ReturnRule,
    /// Whether a lone cube may go home again.
    pub funbari_return: bool,
    /// What having no action means.
    pub stuck: Stuck,
    /// A position that occurs so often at the start of a turn is a draw; 0 = never.
    pub repetition: u32,
    /// So many turns are a draw; 0 = never.
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
    /// The names of the options, in the order in which they are shown.
    pub const KEYS: [&'static str; 6] = [
        "must_use_all",
        "return_rule",
        "funbari_return",
        "stuck",
        "repetition",
        "turn_limit",
    ];

    /// The options that change what a position is worth; limits of repetition and length do not.
    pub const SOLVED_KEYS: [&'static str; 4] =
        ["must_use_all", "return_rule", "funbari_return", "stuck"];

    /// Every option as it stands.
    pub fn list(&self) -> Vec<OptionInfo> {
        let info = |key| OptionInfo {
            key,
            value: self.get(key),
            default: Options::default().get(key),
            allowed: allowed(key),
        };
        Options::KEYS.into_iter().map(info).collect()
    }

    /// What an option is set to; empty if there is none of that name.
    pub fn get(&self, key: &str) -> String {
        match key {
            "must_use_all" => word_of(FLAG, &self.must_use_all),
            "return_rule" => word_of(RETURN_RULE, &self.return_rule),
            "funbari_return" => word_of(FLAG, &self.funbari_return),
            "stuck" => word_of(STUCK, &self.stuck),
            "repetition" => self.repetition.to_string(),
            "turn_limit" => self.turn_limit.to_string(),
            _ => String::new(),
        }
    }

    /// Sets an option.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), OptionError> {
        match key {
            "must_use_all" => self.must_use_all = meaning_of(FLAG, value)?,
            "return_rule" => self.return_rule = meaning_of(RETURN_RULE, value)?,
            "funbari_return" => self.funbari_return = meaning_of(FLAG, value)?,
            "stuck" => self.stuck = meaning_of(STUCK, value)?,
            "repetition" => self.repetition = number(value, 2, REPETITION_MOST)?,
            "turn_limit" => self.turn_limit = number(value, 1, TURNS_MOST)?,
            _ => {
                return Err(OptionError {
                    expected: format!("one of the options {}", Options::KEYS.join(", ")),
                    got: key.to_owned(),
                });
            }
        }
        Ok(())
    }
}

fn allowed(key: &str) -> Vec<String> {
    match key {
        "return_rule" => words(RETURN_RULE),
        "stuck" => words(STUCK),
        "repetition" => vec![format!("0, 2 to {REPETITION_MOST}")],
        "turn_limit" => vec![format!("0 to {TURNS_MOST}")],
        _ => words(FLAG),
    }
}

fn number(text: &str, least: u32, most: u32) -> Result<u32, OptionError> {
    let number = text.parse().ok();
    let number = number.filter(|&n| n == 0 || (least..=most).contains(&n));
    number.ok_or_else(|| OptionError {
        expected: format!("0 (none) or a number from {least} to {most}"),
        got: text.to_owned(),
    })
}
