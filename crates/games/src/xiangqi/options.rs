//! What can be chosen.

use crate::{OptionError, OptionInfo};

/// What the third occurrence of a position means.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Repetition {
    /// Perpetual check and perpetual chase lose, by the rules of the Asian federation.
    #[default]
    Axf,
    /// The same by the rules of the world federation.
    Wxf,
    /// A draw whatever was done.
    Draw,
}

impl Repetition {
    const ALL: [(Repetition, &'static str); 3] = [
        (Repetition::Axf, "axf"),
        (Repetition::Wxf, "wxf"),
        (Repetition::Draw, "draw"),
    ];

    /// The word in options.
    pub fn word(self) -> &'static str {
        Repetition::ALL[self as usize].1
    }
}

/// The options of the game.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Options {
    /// How repetition is judged.
    pub repetition: Repetition,
    /// Moves of both sides without a capture after which the game is drawn; 0 = no limit.
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

impl Options {
    /// The keys there are.
    pub const KEYS: &'static [&'static str] = &["repetition", "move_limit"];
    /// The largest move limit.
    pub const LONGEST: u16 = 10_000;

    /// Every option as it stands.
    pub fn list(&self) -> Vec<OptionInfo> {
        let info = |&key: &&'static str| OptionInfo {
            key,
            value: self.get(key),
            default: Options::default().get(key),
            allowed: Options::allowed(key),
        };
        Options::KEYS.iter().map(info).collect()
    }

    /// The value of an option as text; empty for an unknown key.
    pub fn get(&self, key: &str) -> String {
        match key {
            "repetition" => self.repetition.word().to_owned(),
            "move_limit" => self.move_limit.to_string(),
            _ => String::new(),
        }
    }

    /// The values an option can have; empty where any number goes.
    pub fn allowed(key: &str) -> Vec<String> {
        match key {
            "repetition" => Repetition::ALL
                .iter()
                .map(|(_, word)| (*word).to_owned())
                .collect(),
            _ => Vec::new(),
        }
    }

    /// Sets an option.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), OptionError> {
        let wrong = |expected: String| OptionError {
            expected,
            got: value.to_owned(),
        };
        match key {
            "repetition" => {
                let found = Repetition::ALL.iter().find(|(_, word)| *word == value);
                self.repetition = found
                    .map(|(rule, _)| *rule)
                    .ok_or_else(|| wrong(Options::allowed(key).join(", ")))?;
            }
            "move_limit" => {
                let most = Options::LONGEST;
                let number = value.parse().ok().filter(|&moves| moves <= most);
                self.move_limit =
                    number.ok_or_else(|| wrong(format!("a number from 0 to {most}")))?;
            }
            _ => return Err(wrong(format!("an option ({})", Options::KEYS.join(", ")))),
        }
        Ok(())
    }
}
