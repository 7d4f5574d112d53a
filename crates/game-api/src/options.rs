//! What can be chosen about a game when it is opened, as text.

use std::fmt;

/// The options of a game. One without any implements this with an empty body.
pub trait GameOptions {
    /// Every option as it stands, in the order in which they are shown.
    fn options(&self) -> Vec<OptionInfo> {
        Vec::new()
    }

    /// Sets an option that [`GameOptions::options`] lists.
    fn set_option(&mut self, key: &str, _value: &str) -> Result<(), OptionError> {
        Err(OptionError::unknown(key, &[]))
    }
}

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
    /// What was found.
    pub got: String,
}

impl OptionError {
    fn unknown(key: &str, known: &[&str]) -> Self {
        OptionError {
            expected: format!("one of the options {}", known.join(", ")),
            got: key.to_owned(),
        }
    }
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

type Set<O> = dyn Fn(&mut O, &str) -> Result<(), OptionError>;

/// One option of a set of options `O`: its name, its values, and where it is kept.
pub struct OptionSpec<O> {
    /// Its name.
    pub key: &'static str,
    allowed: Vec<String>,
    get: Box<dyn Fn(&O) -> String>,
    set: Box<Set<O>>,
}

impl<O: 'static> OptionSpec<O> {
    /// An option that is set by one of some words.
    pub fn words<T: Copy + PartialEq + 'static>(
        key: &'static str,
        words: &'static [(&'static str, T)],
        get: fn(&O) -> T,
        set: fn(&mut O, T),
    ) -> Self {
        OptionSpec {
            key,
            allowed: words.iter().map(|(word, _)| (*word).to_owned()).collect(),
            get: Box::new(move |options| {
                let meaning = get(options);
                let found = words.iter().find(|(_, other)| *other == meaning);
                found.map_or_else(String::new, |(word, _)| (*word).to_owned())
            }),
            set: Box::new(move |options, value| {
                let found = words.iter().find(|(word, _)| *word == value);
                let Some(&(_, meaning)) = found else {
                    let known: Vec<&str> = words.iter().map(|&(word, _)| word).collect();
                    return Err(OptionError {
                        expected: known.join(" or "),
                        got: value.to_owned(),
                    });
                };
                set(options, meaning);
                Ok(())
            }),
        }
    }

    /// An option with its own way of reading: `allowed` says in words what it may be set to.
    pub fn text(
        key: &'static str,
        allowed: &str,
        get: fn(&O) -> String,
        set: fn(&mut O, &str) -> Result<(), OptionError>,
    ) -> Self {
        OptionSpec {
            key,
            allowed: vec![allowed.to_owned()],
            get: Box::new(get),
            set: Box::new(set),
        }
    }

    /// A number from 0 to `most`.
    pub fn number(key: &'static str, most: u32, get: fn(&O) -> u32, set: fn(&mut O, u32)) -> Self {
        OptionSpec {
            key,
            allowed: Vec::new(),
            get: Box::new(move |options| get(options).to_string()),
            set: Box::new(move |options, value| {
                let number = value.parse().ok().filter(|number| *number <= most);
                let number = number.ok_or_else(|| OptionError {
                    expected: format!("a number from 0 to {most}"),
                    got: value.to_owned(),
                })?;
                set(options, number);
                Ok(())
            }),
        }
    }

    /// A limit: a number from `least` to `most`, or 0 for none.
    pub fn limit(
        key: &'static str,
        (least, most): (u32, u32),
        get: fn(&O) -> u32,
        set: fn(&mut O, u32),
    ) -> Self {
        let allowed = match least {
            0 | 1 => format!("0 to {most}"),
            _ => format!("0, {least} to {most}"),
        };
        OptionSpec {
            key,
            allowed: vec![allowed],
            get: Box::new(move |options| get(options).to_string()),
            set: Box::new(move |options, value| {
                let number = value.parse().ok();
                let number = number.filter(|&n| n == 0 || (least..=most).contains(&n));
                let number = number.ok_or_else(|| OptionError {
                    expected: format!("0 (none) or a number from {least} to {most}"),
                    got: value.to_owned(),
                })?;
                set(options, number);
                Ok(())
            }),
        }
    }

    /// The value as text.
    pub fn get(&self, options: &O) -> String {
        (self.get)(options)
    }
}

/// The options of a list as they stand in `now`, beside their defaults.
pub fn list_options<O: 'static>(specs: &[OptionSpec<O>], now: &O, default: &O) -> Vec<OptionInfo> {
    let info = |spec: &OptionSpec<O>| OptionInfo {
        key: spec.key,
        value: spec.get(now),
        default: spec.get(default),
        allowed: spec.allowed.clone(),
    };
    specs.iter().map(info).collect()
}

/// Sets one of the options of a list.
pub fn set_option<O>(
    specs: &[OptionSpec<O>],
    options: &mut O,
    key: &str,
    value: &str,
) -> Result<(), OptionError> {
    match specs.iter().find(|spec| spec.key == key) {
        Some(spec) => (spec.set)(options, value),
        None => {
            let known: Vec<&str> = specs.iter().map(|spec| spec.key).collect();
            Err(OptionError::unknown(key, &known))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Default)]
    struct Choices {
        loud: bool,
        size: u32,
        turns: u32,
    }

    fn specs() -> Vec<OptionSpec<Choices>> {
        vec![
            OptionSpec::words(
                "loud",
                &[("yes", true), ("no", false)],
                |choices: &Choices| choices.loud,
                |choices, loud| choices.loud = loud,
            ),
            OptionSpec::number("size", 9, |c| c.size, |c, size| c.size = size),
            OptionSpec::limit("turns", (2, 50), |c| c.turns, |c, turns| c.turns = turns),
        ]
    }

    #[test]
    fn options_are_set_and_listed_as_text() {
        let (specs, mut choices) = (specs(), Choices::default());
        for (key, value) in [("loud", "yes"), ("size", "9"), ("turns", "50")] {
            set_option(&specs, &mut choices, key, value).unwrap();
        }
        let listed = list_options(&specs, &choices, &Choices::default());
        let shown: Vec<_> = listed
            .iter()
            .map(|info| (info.key, info.value.as_str(), info.default.as_str()))
            .collect();
        assert_eq!(
            shown,
            [
                ("loud", "yes", "no"),
                ("size", "9", "0"),
                ("turns", "50", "0")
            ]
        );
        assert_eq!(listed[0].allowed, ["yes", "no"]);
        assert_eq!(listed[2].allowed, ["0, 2 to 50"]);
    }

    #[test]
    fn errors_say_what_an_option_may_be() {
        let (specs, mut choices) = (specs(), Choices::default());
        let mut told = |key: &str, value: &str| {
            let error = set_option(&specs, &mut choices, key, value);
            error.unwrap_err().to_string()
        };
        assert_eq!(told("loud", "maybe"), "expected yes or no, got \"maybe\"");
        assert_eq!(
            told("size", "10"),
            "expected a number from 0 to 9, got \"10\""
        );
        assert_eq!(
            told("turns", "1"),
            "expected 0 (none) or a number from 2 to 50, got \"1\""
        );
        assert_eq!(
            told("colour", "red"),
            "expected one of the options loud, size, turns, got \"colour\""
        );
        assert!(told("size", &"9".repeat(1000)).len() < 200);
    }
}
