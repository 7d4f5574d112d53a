//! Agreeing on a result after play has stopped.

use crate::{Game, Outcome, Side, Term};

/// A game that is counted after play has stopped, once both sides agree on what is dead.
///
/// The agreement belongs to a session, not to a position: a stopped position has an outcome, the one
/// with nothing dead.
pub trait Settle: Game {
    /// Whether play has stopped here, so that what is dead may be settled.
    fn is_stopped(&self, at: &Self::Position) -> bool;

    /// The cells whose pieces live or die together with the one on `cell`, in ascending order; empty for
    /// an empty cell and for one outside the board.
    fn together(&self, at: &Self::Position, cell: usize) -> Vec<usize>;

    /// The count of the board as it stands, without the pieces on the cells `dead`. Cells without a piece
    /// change nothing. May be asked at any time.
    fn count(&self, at: &Self::Position, dead: &[usize]) -> Count;
}

/// A counted board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Count {
    /// The result, with its margin.
    pub outcome: Outcome,
    /// What it is the sum of, in half points. The sum of First's parts less Second's is the margin.
    pub parts: Vec<Term>,
    /// Who owns each cell, numbered as in a diagram.
    pub owners: Vec<Option<Side>>,
}
