//! The one trait every game obeys.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Line, Outcome, Remark, Side};

/// A game: a small value holding the rules (size, variant, options) that acts on positions.
///
/// The conformance suite ([`crate::conformance`]) checks every duty below.
pub trait Game: Clone + Send + Sync + 'static {
    /// Everything the rules need to go on from here, without the past.
    /// Clocks (moves since a capture) belong to it; earlier positions do not.
    type Position: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// A move. Small and plain: searches copy it millions of times.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// The position games begin from.
    fn start(&self) -> Self::Position;

    /// Who moves. May stay the same after a move (several actions in a turn), so a search must
    /// flip its sign only when this changes.
    fn turn(&self, at: &Self::Position) -> Side;

    /// Appends every legal move, each once, always in the same order.
    /// None are appended exactly when [`Game::outcome`] is `Some`; a pass is a move.
    fn legal_moves(&self, at: &Self::Position, moves: &mut Vec<Self::Move>);

    /// The number of moves that [`Game::legal_moves`] would append.
    /// Fast games override it: perft counts its last ply with it.
    fn count_legal(&self, at: &Self::Position) -> usize {
        let mut moves = Vec::with_capacity(64);
        self.legal_moves(at, &mut moves);
        moves.len()
    }

    /// Plays a move that the caller knows to be legal here.
    fn play(&self, at: &mut Self::Position, mv: Self::Move);

    /// How the game ended, if this position ends it regardless of its past.
    fn outcome(&self, at: &Self::Position) -> Option<Outcome>;

    /// A 64-bit name of the position for transposition tables and repetition.
    /// Equal positions have equal keys; positions that differ only in a clock share one.
    fn key(&self, at: &Self::Position) -> u64;

    /// Whether the past allows a move that the position allows (superko).
    fn allows(&self, _line: &Line<Self>, _mv: Self::Move) -> bool {
        true
    }

    /// How the game ended because of its past: repetition, chases, move limits.
    /// Asked when a key of the line repeats or a clock may have run out; `None` means play on.
    fn adjudicate(&self, _line: &Line<Self>) -> Option<Outcome> {
        None
    }

    /// Why a line ended as it did, in sentences, where the outcome's reason does not say it all:
    /// who checked or chased what, and on which plies. Empty where there is nothing to add.
    fn explain_outcome(&self, _line: &Line<Self>) -> Vec<Remark> {
        Vec::new()
    }
}
