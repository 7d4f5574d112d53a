//! Sentences that a game says about itself, without a language.

/// A sentence: a message of the message files with what fills its gaps.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, utoipa::ToSchema),
    ts(rename = "RemarkView"),
    schema(as = RemarkView)
)]
pub struct Remark {
    /// The message id.
    pub id: &'static str,
    /// The values of its variables.
    #[cfg_attr(feature = "serde", serde(serialize_with = "as_map"))]
    #[cfg_attr(
        feature = "schema",
        ts(as = "std::collections::BTreeMap<String, Word>"),
        schema(no_recursion, value_type = std::collections::BTreeMap<String, Word>)
    )]
    pub args: Vec<(&'static str, Word)>,
}

/// What fills a gap of a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, utoipa::ToSchema),
    ts(rename = "WordView"),
    schema(as = WordView)
)]
#[cfg_attr(feature = "serde", serde(untagged))]
pub enum Word {
    /// A number.
    Number(usize),
    /// Text that is the same in every language: a move, a square.
    Text(String),
    /// A message that is the word: the name of a piece, of a side.
    Message {
        /// Its id.
        message: &'static str,
    },
    /// A name that a file of the game has in every language.
    Named {
        /// In English.
        en: &'static str,
        /// In Japanese.
        ja: &'static str,
        /// In Chinese.
        zh: &'static str,
    },
    /// Sentences, one after the other.
    List(Vec<Remark>),
}

impl Word {
    /// The message of this id.
    pub const fn message(id: &'static str) -> Word {
        Word::Message { message: id }
    }

    /// Text that is the same in every language.
    pub fn text(text: impl ToString) -> Word {
        Word::Text(text.to_string())
    }
}

impl Remark {
    /// A sentence without gaps.
    pub fn new(id: &'static str) -> Remark {
        Remark {
            id,
            args: Vec::new(),
        }
    }

    /// The sentence with one more gap filled.
    #[must_use]
    pub fn with(mut self, name: &'static str, word: Word) -> Remark {
        self.args.push((name, word));
        self
    }
}

/// Variables by name, sorted.
#[cfg(feature = "serde")]
fn as_map<S: serde::Serializer>(args: &[(&'static str, Word)], to: S) -> Result<S::Ok, S::Error> {
    let sorted: std::collections::BTreeMap<_, _> = args.iter().map(|(k, v)| (k, v)).collect();
    serde::Serialize::serialize(&sorted, to)
}
