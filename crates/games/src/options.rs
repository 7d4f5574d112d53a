//! Options of games as text: what there is to choose, and what was wrong with a choice.

use std::fmt;

/// An option of a game as it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionInfo {
    /// Its name.
    pub key: &'static str,
    /// What it is set to.
    pub value: String,
    /// What it is if nobody sets it.
    pub default: String,
    /// What it may be set to; numbers stand as words (`0, 2 to 1000`), and nothing where any
    /// number goes.
    pub allowed: Vec<String>,
}

/// An option that does not exist or cannot have that value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionError {
    /// What would have been right.
    pub expected: String,
    /// What was found instead.
    pub got: String,
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut got: String = self.got.chars().take(60).collect();
        if got.len() < self.got.len() {
            got.push('…');
        }
        write!(f, "expected {}, got {got:?}", self.expected)
    }
}

impl std::error::Error for OptionError {}

/// The words of an option that is set by a word.
pub(crate) fn words<T>(words: &[(&str, T)]) -> Vec<String> {
    words.iter().map(|(word, _)| (*word).to_owned()).collect()
}

/// The word for what an option is set to.
pub(crate) fn word_of<T: PartialEq>(words: &[(&str, T)], meaning: &T) -> String {
    let found = words.iter().find(|(_, other)| other == meaning);
    found.map_or_else(String::new, |(word, _)| (*word).to_owned())
}

/// What an option is set to by a word.
pub(crate) fn meaning_of<T: Copy>(words: &[(&str, T)], word: &str) -> Result<T, OptionError> {
    let found = words.iter().find(|(other, _)| *other == word);
    found.map(|&(_, meaning)| meaning).ok_or_else(|| {
        let known: Vec<&str> = words.iter().map(|&(word, _)| word).collect();
        OptionError {
            expected: known.join(" or "),
            got: word.to_owned(),
        }
    })
}
