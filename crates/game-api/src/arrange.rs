//! Positions changed by hand: by an editor, a record with set-up, a protocol that lets a side play twice.

use crate::{Game, ReadError, Side};

/// A game whose positions can be changed by hand. [`crate::Line::alter`] takes the changed position.
///
/// Every default says that the change is not possible here.
pub trait Arrange: Game {
    /// The same position with `side` to move; unchanged if it is to move already. `None` where the
    /// turn cannot be given away (in the middle of a turn, in check).
    fn with_turn(&self, _at: &Self::Position, _side: Side) -> Option<Self::Position> {
        None
    }

    /// The position with cells changed: each with the letter of the piece put there, as in
    /// [`crate::Diagram`], or `None` for an empty cell. Cells are numbered as in a diagram. Only the
    /// result must be a position of the game; the order of the changes does not matter.
    fn with_cells(
        &self,
        _at: &Self::Position,
        _changes: &[(usize, Option<&str>)],
    ) -> Result<Self::Position, ReadError> {
        Err(ReadError::new(
            "set-up",
            "a game whose boards can be changed",
            "",
        ))
    }

    /// The position in which play is resumed after it stopped; `None` where it has not stopped or
    /// cannot go on.
    fn resumed(&self, _at: &Self::Position) -> Option<Self::Position> {
        None
    }
}

/// The methods of [`Arrange`] as values, for those who know the game without that bound.
pub struct ArrangeHooks<G: Game> {
    /// [`Arrange::with_turn`].
    pub with_turn: fn(&G, &G::Position, Side) -> Option<G::Position>,
    /// [`Arrange::with_cells`].
    pub with_cells: WithCells<G>,
    /// [`Arrange::resumed`].
    pub resumed: fn(&G, &G::Position) -> Option<G::Position>,
}

/// Changes cells of a position.
type WithCells<G> = fn(
    &G,
    &<G as Game>::Position,
    &[(usize, Option<&str>)],
) -> Result<<G as Game>::Position, ReadError>;

impl<G: Arrange> ArrangeHooks<G> {
    /// Those of a game that has them.
    pub fn of() -> Self {
        ArrangeHooks {
            with_turn: G::with_turn,
            with_cells: G::with_cells,
            resumed: G::resumed,
        }
    }
}

impl<G: Game> Clone for ArrangeHooks<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for ArrangeHooks<G> {}
