//! TOML with the line and key of every value, so that errors can name them.

use std::cell::RefCell;
use std::collections::HashSet;
use std::fmt;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// An unusable rule file: file, line and key, what was expected, what it got.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleError {
    /// File name as given.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Key with its tables (`board.files`, `piece[2].steps`); empty if the file is not TOML.
    pub key: String,
    /// What was expected.
    pub expected: String,
    /// What was found.
    pub got: String,
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: ", self.file, self.line)?;
        if !self.key.is_empty() {
            write!(f, "key `{}`: ", self.key)?;
        }
        write!(f, "expected {}, got {}", self.expected, self.got)
    }
}

impl std::error::Error for RuleError {}

/// The file being read.
pub(crate) struct Source<'t> {
    file: &'t str,
    text: &'t str,
}

impl<'t> Source<'t> {
    pub(crate) fn new(file: &'t str, text: &'t str) -> Self {
        Source { file, text }
    }

    /// Parses the text; its top level as a table.
    pub(crate) fn parse(&self) -> Result<Spanned<DeTable<'t>>, RuleError> {
        DeTable::parse(self.text).map_err(|error| {
            let at = error.span().unwrap_or(0..0);
            self.error(at, "", "TOML", error.message().trim().to_owned())
        })
    }

    fn line(&self, at: &Range<usize>) -> usize {
        let before = self.text.get(..at.start).unwrap_or(self.text);
        1 + before.bytes().filter(|&byte| byte == b'\n').count()
    }

    fn error(
        &self,
        at: Range<usize>,
        key: &str,
        expected: impl Into<String>,
        got: String,
    ) -> RuleError {
        RuleError {
            file: self.file.to_owned(),
            line: self.line(&at),
            key: shorten(key.to_owned()),
            expected: expected.into(),
            got: shorten(got),
        }
    }
}

/// Input as shown in a message: short, however long the input is.
fn shorten(mut text: String) -> String {
    const SHOWN: usize = 120;
    if let Some((end, _)) = text.char_indices().nth(SHOWN) {
        text.truncate(end);
        text.push('…');
    }
    text
}

/// A table of the file. Records which keys were read, so that unknown ones can be reported.
pub(crate) struct Table<'s, 't> {
    source: &'s Source<'t>,
    path: String,
    at: Range<usize>,
    table: &'s DeTable<'t>,
    asked: RefCell<HashSet<String>>,
}

/// A value of the file with its position.
pub(crate) struct Entry<'s, 't> {
    source: &'s Source<'t>,
    path: String,
    value: &'s Spanned<DeValue<'t>>,
}

impl<'s, 't> Table<'s, 't> {
    pub(crate) fn top(source: &'s Source<'t>, table: &'s Spanned<DeTable<'t>>) -> Self {
        Table {
            source,
            path: String::new(),
            at: table.span(),
            table: table.get_ref(),
            asked: RefCell::default(),
        }
    }

    fn path_of(&self, key: &str) -> String {
        if self.path.is_empty() {
            key.to_owned()
        } else {
            format!("{}.{key}", self.path)
        }
    }

    /// The entry of a key, if present.
    pub(crate) fn get(&self, key: &str) -> Option<Entry<'s, 't>> {
        self.asked.borrow_mut().insert(key.to_owned());
        let value = self.table.get(key)?;
        Some(Entry {
            source: self.source,
            path: self.path_of(key),
            value,
        })
    }

    /// The entry of a required key.
    pub(crate) fn need(&self, key: &str, expected: &str) -> Result<Entry<'s, 't>, RuleError> {
        self.get(key).ok_or_else(|| {
            self.source.error(
                self.at.clone(),
                &self.path_of(key),
                expected,
                "no such key".to_owned(),
            )
        })
    }

    /// Fails on the first key that was not read, so that typos are reported.
    pub(crate) fn no_others(&self) -> Result<(), RuleError> {
        let asked = self.asked.borrow();
        let mut unknown: Vec<_> = self
            .table
            .iter()
            .filter(|(key, _)| !asked.contains(key.get_ref().as_ref()))
            .collect();
        unknown.sort_by_key(|(key, _)| key.span().start);
        let Some((key, _)) = unknown.first() else {
            return Ok(());
        };
        let mut known: Vec<&str> = asked.iter().map(String::as_str).collect();
        known.sort_unstable();
        Err(self.source.error(
            key.span(),
            &self.path_of(key.get_ref()),
            format!("one of the keys {}", known.join(", ")),
            format!("the unknown key `{}`", key.get_ref()),
        ))
    }
}

impl<'s, 't> Entry<'s, 't> {
    /// An error about this value.
    pub(crate) fn error(&self, expected: impl Into<String>) -> RuleError {
        let got = match self.value.get_ref() {
            DeValue::String(text) => format!("{text:?}"),
            DeValue::Integer(number) => number.as_str().to_owned(),
            DeValue::Boolean(yes) => yes.to_string(),
            other => format!("{} {}", article(other.type_str()), other.type_str()),
        };
        self.error_with(expected, got)
    }

    /// An error about this value that describes what was found.
    pub(crate) fn error_with(&self, expected: impl Into<String>, got: String) -> RuleError {
        self.source
            .error(self.value.span(), &self.path, expected, got)
    }

    pub(crate) fn text(&self) -> Result<&'s str, RuleError> {
        match self.value.get_ref() {
            DeValue::String(text) => Ok(text),
            _ => Err(self.error("a text in quotes")),
        }
    }

    pub(crate) fn flag(&self) -> Result<bool, RuleError> {
        self.value
            .get_ref()
            .as_bool()
            .ok_or_else(|| self.error("true or false"))
    }

    pub(crate) fn number(&self, range: Range<i64>) -> Result<i64, RuleError> {
        let expected = format!("a whole number from {} to {}", range.start, range.end - 1);
        let integer = self.value.get_ref().as_integer();
        integer
            .and_then(|digits| i64::from_str_radix(digits.as_str(), digits.radix()).ok())
            .filter(|number| range.contains(number))
            .ok_or_else(|| self.error(expected))
    }

    /// One of a few words.
    pub(crate) fn word<T: Copy>(&self, words: &[(&str, T)]) -> Result<T, RuleError> {
        let found = match self.value.get_ref() {
            DeValue::String(text) => words.iter().find(|(word, _)| word == text),
            _ => None,
        };
        found.map(|&(_, meaning)| meaning).ok_or_else(|| {
            let known: Vec<String> = words.iter().map(|(word, _)| format!("{word:?}")).collect();
            self.error(known.join(" or "))
        })
    }

    pub(crate) fn list(&self, expected: &str) -> Result<Vec<Entry<'s, 't>>, RuleError> {
        let array = self
            .value
            .get_ref()
            .as_array()
            .ok_or_else(|| self.error(expected))?;
        Ok(array
            .iter()
            .enumerate()
            .map(|(i, value)| Entry {
                source: self.source,
                path: format!("{}[{}]", self.path, i + 1),
                value,
            })
            .collect())
    }

    pub(crate) fn table(&self, expected: &str) -> Result<Table<'s, 't>, RuleError> {
        let table = self
            .value
            .get_ref()
            .as_table()
            .ok_or_else(|| self.error(expected))?;
        Ok(Table {
            source: self.source,
            path: self.path.clone(),
            at: self.value.span(),
            table,
            asked: RefCell::default(),
        })
    }

    /// Whether the value is a list.
    pub(crate) fn is_list(&self) -> bool {
        self.value.get_ref().is_array()
    }
}

fn article(noun: &str) -> &'static str {
    if noun.starts_with(['a', 'e', 'i', 'o', 'u']) {
        "an"
    } else {
        "a"
    }
}
