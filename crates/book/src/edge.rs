//! A move of a position with everything that a book knows about it.

/// The weight of a move that no author has marked.
pub const UNMARKED: u16 = 100;

/// How games went that had a move, from the side of whoever played it.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Counts {
    /// Games that the mover won.
    pub win: u32,
    /// Drawn games.
    pub draw: u32,
    /// Games that the mover lost.
    pub loss: u32,
}

impl Counts {
    /// All games.
    pub const fn games(self) -> u32 {
        self.win.saturating_add(self.draw).saturating_add(self.loss)
    }

    /// One game that went like this for the mover.
    pub const fn one(standing: Standing) -> Counts {
        let (win, draw, loss) = match standing {
            Standing::Win => (1, 0, 0),
            Standing::Draw => (0, 1, 0),
            Standing::Loss => (0, 0, 1),
        };
        Counts { win, draw, loss }
    }

    /// Both together.
    #[must_use]
    pub const fn plus(self, other: Counts) -> Counts {
        Counts {
            win: self.win.saturating_add(other.win),
            draw: self.draw.saturating_add(other.draw),
            loss: self.loss.saturating_add(other.loss),
        }
    }

    /// Without those of `other`, as far as there are so many.
    #[must_use]
    pub const fn minus(self, other: Counts) -> Counts {
        Counts {
            win: self.win.saturating_sub(other.win),
            draw: self.draw.saturating_sub(other.draw),
            loss: self.loss.saturating_sub(other.loss),
        }
    }
}

/// What became of a game, or what a table says of a position, for the side that moves or moved.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Standing {
    /// Lost.
    Loss = 0,
    /// Drawn.
    Draw = 1,
    /// Won.
    Win = 2,
}

impl Standing {
    /// The word in files and answers.
    pub const fn word(self) -> &'static str {
        ["loss", "draw", "win"][self as usize]
    }

    /// The one of a word.
    pub fn of_word(word: &str) -> Option<Standing> {
        let all = [Standing::Loss, Standing::Draw, Standing::Win];
        all.into_iter().find(|standing| standing.word() == word)
    }

    pub(crate) fn of_number(number: i64) -> Option<Standing> {
        let all = [Standing::Loss, Standing::Draw, Standing::Win];
        all.into_iter().find(|standing| *standing as i64 == number)
    }
}

/// A position as a book keeps it: one of the images that play alike.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// Its key.
    pub key: u64,
    /// The position as text, without clocks. Two positions with one key differ here.
    pub position: String,
}

/// A move of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Edge {
    /// The move as text, on the position that the book keeps.
    pub mv: String,
    /// All games, learned ones included.
    pub counts: Counts,
    /// The author's mark, 0 (never) to 1000; [`UNMARKED`] without one.
    pub weight: u16,
    /// What finished games have taught, −1000 to 1000.
    pub learned: i16,
    /// The score of an engine for the mover, in its points.
    pub score: Option<i32>,
    /// The depth of that score.
    pub depth: Option<u32>,
    /// The exact value for the mover, where a table knows it.
    pub table: Option<Standing>,
    /// The date of the latest game.
    pub last: Option<String>,
    /// What the author says about it.
    pub note: Option<String>,
    /// Where it comes from.
    pub source: String,
}

impl Edge {
    /// A move about which nothing is known yet.
    pub fn new(mv: &str, source: &str) -> Edge {
        Edge {
            mv: mv.to_owned(),
            counts: Counts::default(),
            weight: UNMARKED,
            learned: 0,
            score: None,
            depth: None,
            table: None,
            last: None,
            note: None,
            source: source.to_owned(),
        }
    }
}
