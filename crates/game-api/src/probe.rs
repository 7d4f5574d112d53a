//! Exact values of solved positions.

use std::fmt;

use crate::{Game, Value};

/// Solved positions, however they are stored.
pub trait Probe<G: Game>: Send + Sync {
    /// The exact value of a position; `None` if the tablebase does not cover it.
    fn probe(&self, game: &G, at: &G::Position) -> Result<Option<Probed>, ProbeError>;

    /// The distance to zeroing of a move from one position to another, for tablebases that have this
    /// metric (DTZ) but no distance to the end. `None` where distances to the end are known, and for
    /// tablebases without either.
    fn zeroing(
        &self,
        _game: &G,
        _before: &G::Position,
        _after: &G::Position,
    ) -> Result<Option<Zeroing>, ProbeError> {
        Ok(None)
    }

    /// The rank of a move from one position to another: how far from its proof a win is that a rule on
    /// repetitions decides, which has no distance. The winner makes the move of the smallest rank. `None`
    /// for every other move, and for tablebases without such a rule.
    fn rank(
        &self,
        _game: &G,
        _before: &G::Position,
        _after: &G::Position,
    ) -> Result<Option<u32>, ProbeError> {
        Ok(None)
    }
}

/// The distance to zeroing of a move, for the one who makes it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Zeroing {
    /// The value under the rule that draws a game without progress, as far as it is known.
    pub limited: Value,
    /// Plies to the next irreversible move, this one included.
    pub plies: u32,
}

/// An exact answer about one position.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Probed {
    /// The value for the side to move, with perfect play and without move limits.
    pub value: Value,
    /// Plies (Janken: turns, the current one included) to the end; `None` for draws, in tables
    /// without distances and where a rule on repetitions decides ([`Probe::rank`]).
    pub distance: Option<u32>,
}

impl Probed {
    /// A draw.
    pub const DRAW: Probed = Probed {
        value: Value::Draw,
        distance: None,
    };

    /// The answer about a finished game; `None` if it is not over.
    pub fn of_end<G: Game>(game: &G, at: &G::Position) -> Option<Probed> {
        let outcome = game.outcome(at)?;
        let value = outcome.value_for(game.turn(at));
        Some(Probed {
            value,
            distance: (value != Value::Draw).then_some(0),
        })
    }

    /// The same before the move that led here, for the one who made it. The value changes sides if
    /// the move passed the turn; the distance grows by the move's `plies` (0 inside a turn of several
    /// actions, where turns are counted).
    #[must_use]
    #[inline]
    pub fn before_move(self, turn_passed: bool, plies: u32) -> Probed {
        Probed {
            value: match turn_passed {
                true => self.value.flip(),
                false => self.value,
            },
            distance: self.distance.map(|distance| distance + plies),
        }
    }

    /// Greater is better for the side to move: a win sooner, a loss later.
    #[inline]
    pub fn preference(self) -> (Value, i64) {
        let distance = i64::from(self.distance.unwrap_or(0));
        let late = match self.value {
            Value::Win => -distance,
            Value::Draw => 0,
            Value::Loss => distance,
        };
        (self.value, late)
    }
}

/// A tablebase that could not answer: damaged, unreadable, of another game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProbeError(pub String);

impl fmt::Display for ProbeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ProbeError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn probed(value: Value, distance: u32) -> Probed {
        let distance = (value != Value::Draw).then_some(distance);
        Probed { value, distance }
    }

    #[test]
    fn a_move_that_passes_the_turn_changes_sides_and_takes_a_ply() {
        let lost = probed(Value::Loss, 4);
        assert_eq!(lost.before_move(true, 1), probed(Value::Win, 5));
        assert_eq!(lost.before_move(false, 0), lost);
        assert_eq!(lost.before_move(false, 1), probed(Value::Loss, 5));
        assert_eq!(Probed::DRAW.before_move(true, 1), Probed::DRAW);
    }

    #[test]
    fn sooner_wins_and_later_losses_are_preferred() {
        let best_first = [
            probed(Value::Win, 1),
            probed(Value::Win, 9),
            Probed::DRAW,
            probed(Value::Loss, 8),
            probed(Value::Loss, 2),
        ];
        let preferences = best_first.map(Probed::preference);
        assert!(preferences.is_sorted_by(|one, other| one > other));
    }
}
