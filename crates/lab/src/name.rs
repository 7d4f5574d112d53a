//! The name of a game with its options: `anpanman?no_moves=draw`.

use std::fmt;

use crate::LabError;
use crate::error::shorten;

/// A game as named on the command line, in records and in addresses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameName {
    /// The part before the question mark.
    pub id: String,
    /// Options in the order given.
    pub options: Vec<(String, String)>,
}

impl GameName {
    /// Whether a name stands for a file of rules (`koma:PATH.toml`): a prefix with a colon, then a path.
    pub fn is_file(name: &str) -> bool {
        GameName::file_of(name).is_some()
    }

    /// The path in the name of a file of rules.
    pub fn file_of(name: &str) -> Option<&str> {
        let id = name.split('?').next().unwrap_or(name);
        id.split_once(':').map(|(_, path)| path)
    }

    /// Splits `id?key=value&key=value`.
    pub fn read(text: &str) -> Result<GameName, LabError> {
        let (id, rest) = match text.split_once('?') {
            Some((id, rest)) => (id, Some(rest)),
            None => (text, None),
        };
        let wrong = |reason: String| LabError::Option {
            game: shorten(id),
            reason,
        };
        let mut options: Vec<(String, String)> = Vec::new();
        for pair in rest.into_iter().flat_map(|rest| rest.split('&')) {
            let Some((key, value)) = pair.split_once('=').filter(|(key, _)| !key.is_empty()) else {
                let pair = shorten(pair);
                return Err(wrong(format!(
                    "expected option=value after '?', got {pair:?}"
                )));
            };
            if options.iter().any(|(given, _)| given == key) {
                let key = shorten(key);
                return Err(wrong(format!("option {key:?} is given twice")));
            }
            options.push((key.to_owned(), value.to_owned()));
        }
        Ok(GameName {
            id: id.to_owned(),
            options,
        })
    }
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.id)?;
        for (at, (key, value)) in self.options.iter().enumerate() {
            let mark = if at == 0 { '?' } else { '&' };
            write!(f, "{mark}{key}={value}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_survive_a_round_trip() {
        for text in ["go", "go?size=9&komi=7", "koma:my/rules.toml?goal=any"] {
            assert_eq!(GameName::read(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn bad_options_are_refused() {
        for text in ["go?", "go?size", "go?=9", "go?size=9&size=9", "go?size=9&"] {
            assert!(GameName::read(text).is_err(), "{text}");
        }
    }
}
