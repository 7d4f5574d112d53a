//! What searches may know about a game beyond its rules.

use crate::{Game, Score};

/// A static judgement of positions that are not over.
pub trait Evaluate<G: Game>: Send + Sync {
    /// The worth of the position to the side to move, within ±[`Score::LIMIT`].
    fn evaluate(&self, game: &G, at: &G::Position) -> Score;
}

/// Advice on which moves to look at first, and which to look at even past the horizon.
///
/// Every default is the answer of somebody who knows nothing.
pub trait Guide<G: Game>: Send + Sync {
    /// Larger is looked at earlier (a capture of a valuable man, a promotion). 0 = nothing known.
    fn order(&self, _game: &G, _at: &G::Position, _mv: G::Move) -> i32 {
        0
    }

    /// Whether the move is so forcing (a capture, say) that a quiescence search must see it.
    fn is_forcing(&self, _game: &G, _at: &G::Position, _mv: G::Move) -> bool {
        false
    }

    /// Whether the side to move is threatened so that standing pat would be a lie.
    fn in_check(&self, _game: &G, _at: &G::Position) -> bool {
        false
    }
}

/// The guide that knows nothing.
#[derive(Copy, Clone, Debug, Default)]
pub struct Unguided;

impl<G: Game> Guide<G> for Unguided {}

/// One named part of an evaluation, for each side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Term {
    /// A message id.
    pub name: &'static str,
    /// First's share.
    pub first: i32,
    /// Second's share.
    pub second: i32,
}

/// An evaluation that can tell its reasons.
pub trait Explain<G: Game>: Evaluate<G> {
    /// The parts; their sum, First's less Second's and seen by the mover, is the evaluation.
    fn terms(&self, game: &G, at: &G::Position) -> Vec<Term>;
}
