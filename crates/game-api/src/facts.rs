//! What a game knows about a position, as plain data for programs and as lines for people.

use crate::{Remark, Word};

/// What one layer says ([`crate::Teach::facts`]).
#[derive(Clone, PartialEq, Debug)]
pub struct Facts {
    /// For programs.
    pub data: Fact,
    /// For people who read text: the same in lines, without words of a language.
    pub text: String,
}

/// A value: what JSON has, in the order in which it was put together.
#[derive(Clone, PartialEq, Debug)]
pub enum Fact {
    /// There is none.
    Nothing,
    /// Yes or no.
    Bool(bool),
    /// A number.
    Number(i64),
    /// A word.
    Text(String),
    /// Values in order.
    List(Vec<Fact>),
    /// Named values.
    Record(Vec<(String, Fact)>),
}

impl Fact {
    /// Named values.
    pub fn record<const N: usize>(fields: [(&str, Fact); N]) -> Fact {
        let named = fields.map(|(name, fact)| (name.to_owned(), fact));
        Fact::Record(named.into())
    }

    /// Values in order.
    pub fn list<T: Into<Fact>>(values: impl IntoIterator<Item = T>) -> Fact {
        Fact::List(values.into_iter().map(Into::into).collect())
    }

    /// The value of a name.
    pub fn get(&self, name: &str) -> Option<&Fact> {
        let Fact::Record(fields) = self else {
            return None;
        };
        let field = fields.iter().find(|(field, _)| field == name);
        field.map(|(_, fact)| fact)
    }
}

impl From<bool> for Fact {
    fn from(value: bool) -> Fact {
        Fact::Bool(value)
    }
}

impl From<i64> for Fact {
    fn from(value: i64) -> Fact {
        Fact::Number(value)
    }
}

impl From<i32> for Fact {
    fn from(value: i32) -> Fact {
        Fact::Number(value.into())
    }
}

impl From<usize> for Fact {
    fn from(value: usize) -> Fact {
        Fact::Number(value as i64)
    }
}

impl From<&str> for Fact {
    fn from(value: &str) -> Fact {
        Fact::Text(value.to_owned())
    }
}

impl From<String> for Fact {
    fn from(value: String) -> Fact {
        Fact::Text(value)
    }
}

impl<T: Into<Fact>> From<Option<T>> for Fact {
    fn from(value: Option<T>) -> Fact {
        value.map_or(Fact::Nothing, Into::into)
    }
}

impl From<&Remark> for Fact {
    /// Its message and what fills the gaps: `{"id", "args"}`.
    fn from(remark: &Remark) -> Fact {
        let args = remark.args.iter();
        let args = args.map(|(name, word)| ((*name).to_owned(), Fact::from(word)));
        Fact::record([
            ("id", remark.id.into()),
            ("args", Fact::Record(args.collect())),
        ])
    }
}

impl From<&Word> for Fact {
    fn from(word: &Word) -> Fact {
        match word {
            Word::Number(number) => (*number).into(),
            Word::Text(text) => text.as_str().into(),
            Word::Message { message } => Fact::record([("message", (*message).into())]),
            Word::Named { en, ja, zh } => {
                let names = [("en", en), ("ja", ja), ("zh", zh)];
                Fact::record(names.map(|(lang, name)| (lang, Fact::from(*name))))
            }
            Word::List(remarks) => Fact::list(remarks),
        }
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Fact {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Fact::Nothing => to.serialize_none(),
            Fact::Bool(value) => to.serialize_bool(*value),
            Fact::Number(value) => to.serialize_i64(*value),
            Fact::Text(value) => to.serialize_str(value),
            Fact::List(values) => to.collect_seq(values),
            Fact::Record(fields) => to.collect_map(fields.iter().map(|(name, fact)| (name, fact))),
        }
    }
}
