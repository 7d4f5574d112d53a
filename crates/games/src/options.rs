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
    /// What came.
    pub came: String,
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut came: String = self.came.chars().take(60).collect();
        if came.len() < self.came.len() {
            came.push('…');
        }
        write!(f, "expected {}, came {came:?}", self.expected)
    }
}

impl std::error::Error for OptionError {}
