//! What a network sees of a position.

use crate::Game;

/// A feature of a position that a move removes or adds.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum FeatureChange {
    /// The feature is there no longer.
    Gone(usize),
    /// The feature is there from now on.
    New(usize),
}

/// A position as a set of numbered features, such as "a rook of First on e5", for evaluations that are learned from
/// games. A feature may occur several times.
///
/// There is one table of weights for both sides: Second sees each feature as First would see it if the board were
/// turned and the colours exchanged.
pub trait Features<G: Game>: Send + Sync {
    /// How many there are.
    fn count(&self, game: &G) -> usize;

    /// What Second sees where First sees `feature`; twice is the feature itself.
    fn seen_by_second(&self, game: &G, feature: usize) -> usize;

    /// The feature in the mirror; itself in games without one. Used for learning only.
    fn mirrored(&self, _game: &G, feature: usize) -> usize {
        feature
    }

    /// How many groups of features there are; see [`Features::group`].
    fn groups(&self, _game: &G) -> usize {
        0
    }

    /// The group of a feature, where there are groups. Features of a group are much the same, as a rook on e5 is for
    /// every square of the king: what holds for all of them is learned once. Used for learning only.
    fn group(&self, _game: &G, _feature: usize) -> usize {
        0
    }

    /// The features of a position as First sees them.
    fn each(&self, game: &G, at: &G::Position, see: &mut impl FnMut(usize));

    /// What a move changes; `false` if that is not known, and the features of `after` must be listed.
    #[inline]
    fn changes(
        &self,
        _game: &G,
        _before: &G::Position,
        _mv: G::Move,
        _after: &G::Position,
        _see: &mut impl FnMut(FeatureChange),
    ) -> bool {
        false
    }

    /// The phase of the game, below `phases`: each has output weights of its own.
    fn phase(&self, game: &G, at: &G::Position, phases: usize) -> usize;

    /// The points that count for the mover, of those that evaluation and network find together: fewer where the
    /// material cannot win.
    #[inline]
    fn settle(&self, _game: &G, _at: &G::Position, points: i32) -> i32 {
        points
    }
}
