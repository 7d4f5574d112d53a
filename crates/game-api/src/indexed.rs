//! Numbering the positions of a game without gaps worth speaking of, for solving and for tables.

use std::ops::Range;

use crate::{Game, Side};

/// A numbering of the positions of a game: what the solver and tables need.
///
/// Slots are the numbers from 0 up. Symmetries of the rules are folded by the numbering: several
/// positions may share a slot when their values are bound to be equal. A slot may also stand for no
/// legal position at all.
///
/// It is a value of its own beside the game because it holds large tables that only the solver
/// wants. The reading directions ([`Indexed::slot`], [`Indexed::position`]) must be inverse to each
/// other up to symmetry; the cursor's successors and predecessors must be mutual. Both are laws of
/// the conformance suite.
pub trait Indexed<G: Game>: Send + Sync {
    /// The working state of one thread.
    type Cursor<'i>: Cursor + Send
    where
        Self: 'i;

    /// How many slots there are.
    fn slots(&self) -> u64;

    /// The slot of a position; `None` if the numbering does not cover it: the game is over, or the
    /// side to move wins at once in a way that the numbering leaves out, or men are missing.
    fn slot(&self, at: &G::Position) -> Option<u64>;

    /// A position with this slot; `None` if no legal position has it.
    fn position(&self, slot: u64) -> Option<G::Position>;

    /// The slots with this side to move. Where the turn is folded both sides share all of them.
    fn slots_of(&self, side: Side) -> Range<u64>;

    /// How a slot counts.
    fn share(&self, slot: u64) -> Share;

    /// Working state for one thread.
    fn cursor(&self) -> Self::Cursor<'_>;
}

/// How many positions a slot stands for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Share {
    /// Positions with one given side to move, no symmetry folded.
    pub unfolded: u8,
    /// Whether it counts when symmetric positions are counted once: a numbering may store some
    /// symmetric twins in two slots, of which only one says yes.
    pub folded: bool,
}

/// What the rules alone say about a slot.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Standing {
    /// No legal position.
    Empty,
    /// Over: the side to move has lost.
    Lost,
    /// Over: a draw.
    Drawn,
    /// As good as over: the side to move can take the leader.
    TakesLeader,
    /// The side to move can win at once in another way, by a move whose result has no slot
    /// (arriving on the far rank).
    WinsAtOnce,
    /// The game goes on; a legal move leads to another slot, or to a position without one, which
    /// the opponent wins at once.
    Open,
}

/// Stands on a slot and looks around.
pub trait Cursor {
    /// Goes to a slot.
    fn seek(&mut self, slot: u64);

    /// What the rules alone say about the slot sought last.
    fn standing(&self) -> Standing;

    /// Calls `visit` with the standings of a range of slots, in order, equal ones in a row together
    /// where that is easy. Numberings that can do better than slot by slot override it.
    fn standings(&mut self, slots: Range<u64>, mut visit: impl FnMut(Range<u64>, Standing)) {
        for slot in slots {
            self.seek(slot);
            visit(slot..slot + 1, self.standing());
        }
    }

    /// Calls `visit` with the slot of each legal move's result until it returns false; returns
    /// false if it did. Only where the game is not over. Results without a slot are left out: where
    /// the standing is open, the opponent wins them at once.
    fn successors(&mut self, visit: impl FnMut(u64) -> bool) -> bool;

    /// Calls `visit` with each slot that has a legal move to the one sought last. Slots of finished
    /// or illegal positions may be among them; a slot that is open must have that move.
    fn predecessors(&mut self, visit: impl FnMut(u64));
}
