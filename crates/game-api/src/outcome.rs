//! How a game ended (absolute) and what a position is worth (to the side to move).

use std::fmt;

use crate::Side;

/// How a finished game ended. Absolute: it names the winner, not the side to move.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The winner, or `None` for a draw.
    pub winner: Option<Side>,
    /// Why, as a message id (`mate`, `goal`, `repetition`, …) that the message files translate.
    pub reason: &'static str,
    /// By how much First won, in half points, where the game counts points (negative: First lost).
    pub margin: Option<i32>,
}

impl Outcome {
    /// `side` has won.
    pub const fn win(side: Side, reason: &'static str) -> Self {
        Outcome {
            winner: Some(side),
            reason,
            margin: None,
        }
    }

    /// Nobody has won.
    pub const fn draw(reason: &'static str) -> Self {
        Outcome {
            winner: None,
            reason,
            margin: None,
        }
    }

    /// The outcome of counting: First has so many half points more than Second.
    pub const fn by_margin(half_points: i32, reason: &'static str) -> Self {
        Outcome {
            winner: match half_points {
                0 => None,
                1.. => Some(Side::First),
                _ => Some(Side::Second),
            },
            reason,
            margin: Some(half_points),
        }
    }

    /// The outcome seen by `side`.
    pub fn value_for(self, side: Side) -> Value {
        match self.winner {
            None => Value::Draw,
            Some(winner) if winner == side => Value::Win,
            Some(_) => Value::Loss,
        }
    }
}

/// What a position is worth to the side to move, both sides playing perfectly.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Value {
    /// The side to move loses.
    Loss,
    /// Neither side can force a win.
    Draw,
    /// The side to move wins.
    Win,
}

impl Value {
    /// The same value seen by the opponent.
    pub const fn flip(self) -> Value {
        match self {
            Value::Loss => Value::Win,
            Value::Draw => Value::Draw,
            Value::Win => Value::Loss,
        }
    }

    /// The word used in JSON.
    pub const fn word(self) -> &'static str {
        match self {
            Value::Loss => "loss",
            Value::Draw => "draw",
            Value::Win => "win",
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_margin_decides_who_won() {
        let first = Outcome::by_margin(1, "area");
        assert_eq!((first.winner, first.margin), (Some(Side::First), Some(1)));
        let second = Outcome::by_margin(-15, "area");
        assert_eq!(
            (second.winner, second.margin),
            (Some(Side::Second), Some(-15))
        );
        let draw = Outcome::by_margin(0, "area");
        assert_eq!((draw.winner, draw.margin), (None, Some(0)));
        assert_eq!(draw.value_for(Side::Second), Value::Draw);
        assert_eq!(Outcome::win(Side::First, "mate").margin, None);
    }
}
