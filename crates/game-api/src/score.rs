//! Scores of searches, and their form for people.

use std::fmt;
use std::ops::Neg;

use crate::Value;

/// A search's score of a position for the side to move.
///
/// Between ±[`Score::LIMIT`] it is an evaluation; beyond that it is a proved result at a distance
/// in plies, with larger scores for sooner wins. Where a turn may have several actions the distance
/// counts turns, the current one included.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Score(pub i32);

impl Score {
    /// A draw.
    pub const DRAW: Score = Score(0);
    /// An immediate win. A win in `n` plies is `n` less.
    pub const WIN: Score = Score(32_000);
    /// Larger than every score: the edge of a search window.
    pub const INFINITY: Score = Score(32_001);
    /// The largest absolute value of an evaluation.
    pub const LIMIT: i32 = 20_000;

    /// An evaluation, clamped to the limits.
    #[inline]
    pub fn eval(points: i32) -> Score {
        Score(points.clamp(-Score::LIMIT, Score::LIMIT))
    }

    /// The side to move wins after `plies` more plies.
    #[inline]
    pub const fn win_in(plies: u32) -> Score {
        Score(Score::WIN.0 - plies as i32)
    }

    /// The side to move loses after `plies` more plies.
    #[inline]
    pub const fn loss_in(plies: u32) -> Score {
        Score(plies as i32 - Score::WIN.0)
    }

    /// A proved value at a distance; draws have none.
    pub fn of_value(value: Value, distance: u32) -> Score {
        match value {
            Value::Win => Score::win_in(distance),
            Value::Draw => Score::DRAW,
            Value::Loss => Score::loss_in(distance),
        }
    }

    /// Whether the score is a proved win or loss.
    #[inline]
    pub const fn is_decided(self) -> bool {
        self.0 > Score::LIMIT || self.0 < -Score::LIMIT
    }

    /// The score in words for people.
    pub fn verdict(self) -> Verdict {
        if self.0 > Score::LIMIT {
            Verdict::WinIn((Score::WIN.0 - self.0) as u32)
        } else if self.0 < -Score::LIMIT {
            Verdict::LossIn((self.0 + Score::WIN.0) as u32)
        } else {
            Verdict::Points(self.0)
        }
    }
}

impl Neg for Score {
    type Output = Score;

    #[inline(always)]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// A score as people read it, for the side to move.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// A proved win in so many plies.
    WinIn(u32),
    /// A proved loss in so many plies.
    LossIn(u32),
    /// An evaluation in the game's own points.
    Points(i32),
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::WinIn(plies) => write!(f, "win in {plies}"),
            Verdict::LossIn(plies) => write!(f, "loss in {plies}"),
            Verdict::Points(points) => write!(f, "{points:+}"),
        }
    }
}
