//! Sentences that a game says about itself, without a language.

/// A sentence: a message of the message files with what fills its gaps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// The message id.
    pub id: &'static str,
    /// The values of its variables.
    pub args: Vec<(&'static str, Word)>,
}

/// What fills a gap of a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Word {
    /// A number.
    Number(usize),
    /// Text that is the same in every language: a move, a square.
    Text(String),
    /// The id of a message that is the word: the name of a man, of a side.
    Message(&'static str),
    /// Sentences, one after the other.
    List(Vec<Remark>),
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
