//! Static evaluation.

use crate::{Game, Score};

/// A static evaluation of positions that are not over.
pub trait Evaluate<G: Game>: Send + Sync {
    /// The score of the position for the side to move, within ±[`Score::LIMIT`].
    fn evaluate(&self, game: &G, at: &G::Position) -> Score;
}

/// A static evaluation that is updated from move to move (incremental evaluation).
///
/// Searches use this form; [`Recomputed`] turns any [`Evaluate`] into it.
pub trait Incremental<G: Game>: Send + Sync {
    /// The accumulator: sums over the pieces, say. It must not depend on the side to move, because
    /// a null move leaves it unchanged.
    type Accumulator: Clone + Send;

    /// The accumulator of a root position.
    fn begin(&self, game: &G, at: &G::Position) -> Self::Accumulator;

    /// The accumulator after a move: `before` and `after` are the positions around it.
    fn update(
        &self,
        game: &G,
        before: &G::Position,
        mv: G::Move,
        after: &G::Position,
        state: &Self::Accumulator,
    ) -> Self::Accumulator;

    /// The score of the position for the side to move, within ±[`Score::LIMIT`].
    fn judge(&self, game: &G, at: &G::Position, state: &Self::Accumulator) -> Score;
}

/// An evaluation that is computed from scratch at every position.
#[derive(Copy, Clone, Debug, Default)]
pub struct Recomputed<E>(pub E);

impl<G: Game, E: Evaluate<G>> Incremental<G> for Recomputed<E> {
    type Accumulator = ();

    #[inline]
    fn begin(&self, _game: &G, _at: &G::Position) {}

    #[inline]
    fn update(
        &self,
        _game: &G,
        _before: &G::Position,
        _mv: G::Move,
        _after: &G::Position,
        _state: &(),
    ) {
    }

    #[inline]
    fn judge(&self, game: &G, at: &G::Position, _state: &()) -> Score {
        self.0.evaluate(game, at)
    }
}

impl<G: Game, E: Evaluate<G>> Evaluate<G> for Recomputed<E> {
    #[inline]
    fn evaluate(&self, game: &G, at: &G::Position) -> Score {
        self.0.evaluate(game, at)
    }
}

impl<G: Game, E: Explain<G>> Explain<G> for Recomputed<E> {
    fn terms(&self, game: &G, at: &G::Position) -> Vec<Term> {
        self.0.terms(game, at)
    }
}

/// One named part of an evaluation, for each side.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, utoipa::ToSchema),
    ts(rename = "TermView"),
    schema(as = TermView)
)]
pub struct Term {
    /// A message id.
    pub name: &'static str,
    /// First's share.
    pub first: i32,
    /// Second's share.
    pub second: i32,
}

impl Term {
    /// The terms of these names, from the parts of First and of Second in the same order.
    pub fn list<const N: usize>(
        names: &[&'static str; N],
        [first, second]: [[i32; N]; 2],
    ) -> Vec<Term> {
        let term = |at: usize| Term {
            name: names[at],
            first: first[at],
            second: second[at],
        };
        (0..N).map(term).collect()
    }
}

/// An evaluation that can list its terms.
pub trait Explain<G: Game>: Evaluate<G> {
    /// The parts; their sum, First's less Second's and seen by the mover, is the evaluation.
    fn terms(&self, game: &G, at: &G::Position) -> Vec<Term>;
}
