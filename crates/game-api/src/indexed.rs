//! Numbering the positions of a game without gaps worth speaking of, for solving and for tables.

use std::ops::Range;

use crate::{Game, Probed, RowCursor, Side};

/// A numbering of positions of a game: what the solver and tables need. It covers the whole game,
/// or one group of its [tiers](crate::Tiered).
///
/// Slots are the numbers from 0 up. Symmetries of the rules are folded by the numbering: several
/// positions may share a slot when their values are bound to be equal. A slot may also stand for no
/// legal position at all. Whose turn it is may be folded (the board turned so that the side to move
/// plays upward) or be a part of the slot; the solver does not care.
///
/// It is a value of its own beside the game because it holds large tables that only the solver
/// wants. The reading directions ([`Indexed::slot`], [`Indexed::position`]) must be inverse to each
/// other up to symmetry; the cursor's successors and predecessors must be mutual
/// ([`conformance::numbering`](crate::conformance::numbering) checks all of it).
///
/// **A move of the numbering hands over the turn.** In a game where a player makes several actions
/// a turn only positions at the start of a turn have slots, and a move is the whole turn: the
/// cursor's [`successors`](Cursor::successors) are the positions at the opponent's next turn.
/// Distances then count turns.
pub trait Indexed<G: Game>: Send + Sync {
    /// The working state of one thread.
    type Cursor<'i>: Cursor + Send
    where
        Self: 'i;

    /// The same where slots come in rows of 64; [`Infallible`](std::convert::Infallible) elsewhere.
    type Rows<'i>: RowCursor + Send
    where
        Self: 'i;

    /// How many slots there are.
    fn slots(&self) -> u64;

    /// The slot of a position; `None` if the numbering does not cover it: the game is over, or the
    /// side to move wins at once in a way that the numbering leaves out, or men are missing, or it
    /// is another tier's, or in the middle of a turn.
    fn slot(&self, at: &G::Position) -> Option<u64>;

    /// A position with this slot; `None` if no legal position has it.
    fn position(&self, slot: u64) -> Option<G::Position>;

    /// The slots with this side to move. Where the turn is folded both sides share all of them.
    fn slots_of(&self, side: Side) -> Range<u64>;

    /// The same in several ranges, where layers come between.
    fn ranges_of(&self, side: Side) -> Vec<Range<u64>> {
        vec![self.slots_of(side)]
    }

    /// How a slot counts.
    fn share(&self, slot: u64) -> Share;

    /// The slot that counts for this one when symmetric positions are counted once: itself, unless
    /// it is the twin whose [`share`](Self::share) says no.
    fn representative(&self, slot: u64) -> u64 {
        slot
    }

    /// Working state for one thread.
    fn cursor(&self) -> Self::Cursor<'_>;

    /// Working state for one thread that looks at 64 slots at a time, if slots come in such rows: the
    /// solver is then many times faster.
    fn rows(&self) -> Option<Self::Rows<'_>> {
        None
    }

    /// Whether no move ever leaves the numbering: [`Cursor::exits`] visits nothing. Saying so spares
    /// the solver a sweep and a byte for each slot; saying no is always right.
    fn is_closed(&self) -> bool {
        false
    }

    /// Whether the cursor knows [`predecessors`](Cursor::predecessors). Without them the solver
    /// examines every undecided slot again and again, which takes many times longer.
    fn goes_back(&self) -> bool {
        true
    }

    /// The slots that a table of distances has to hold, in order; the others are left out of its file
    /// and told by one move: the best of the cursor's [`successors`](Cursor::successors) and
    /// [`exits`](Cursor::exits), which the table or another one holds. The slots of one side are
    /// enough where the turn is a part of the slot and every result of a move is among those two.
    fn held(&self) -> Vec<Range<u64>> {
        std::iter::once(0..self.slots()).collect()
    }

    /// The order in a file of the slots of each range held, so that what one move leads to from a slot
    /// left out lies close together; `None`: as they are.
    fn columns(&self) -> Option<Columns> {
        None
    }

    /// Slots in a block of a table whose file should be small, however long packing takes; `None`
    /// where tables are so large that it would take too long.
    fn small_block(&self) -> Option<u32> {
        None
    }

    /// Ranges of slots that are solved one after the other, each to its end, in this order. Moves
    /// within a layer are successors; moves to an earlier layer are exits ([`Exit::Layer`]).
    /// Together they are all slots. Pawn placements from advanced to home are layers: distances to
    /// a pawn's move and less memory come with it.
    fn layers(&self) -> Vec<Range<u64>> {
        std::iter::once(0..self.slots()).collect()
    }

    /// Where moves from a layer can lead in each of the tiers needed ([`Exit::Tier`]): a range that
    /// has all such slots, empty if there are none. The rest need not be in memory while the layer
    /// is solved. `None`: anywhere.
    fn leads_to(&self, layer: usize) -> Option<Vec<Range<u64>>> {
        let _ = layer;
        None
    }
}

/// The shortest range with all slots of both.
pub fn joined(one: Range<u64>, other: Range<u64>) -> Range<u64> {
    match (one.is_empty(), other.is_empty()) {
        (true, _) => other,
        (_, true) => one,
        _ => one.start.min(other.start)..one.end.max(other.end),
    }
}

/// An order of slots: a range is seen as lines of columns, and the columns come one after the other.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Columns {
    /// Columns of a line.
    pub count: u32,
    /// Slots of a line in a column.
    pub width: u32,
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
    /// The game goes on; a legal move leads to another slot, out of the numbering, or to a position
    /// without a slot, which the opponent wins at once.
    Open,
}

/// Where a move leads that leaves the numbering or its layer.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Exit {
    /// To an earlier tier: its place in the list [`Tiered::needs`](crate::Tiered::needs), and the
    /// slot in that tier's own numbering.
    Tier {
        /// Place in the list of needs.
        need: usize,
        /// Slot in the numbering of that tier.
        slot: u64,
    },
    /// To a slot of an earlier layer of the same numbering.
    Layer(u64),
    /// To a position whose value is known without a table, as whoever is to move there sees it:
    /// bare kings are a draw.
    Known(Probed),
}

/// Stands on a slot and looks around.
///
/// The results of the legal moves of an open slot are divided among two methods: those that stay in
/// the layer are [`successors`](Cursor::successors), all others [`exits`](Cursor::exits). A result
/// in neither is taken for a position that the opponent wins at once, in 1.
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
    /// false if it did. Only where the game is not over. Exits are left out, and so are results
    /// without a slot: where the standing is open, the opponent wins them at once. A slot may come
    /// several times.
    fn successors(&mut self, visit: impl FnMut(u64) -> bool) -> bool;

    /// As [`successors`](Cursor::successors), but slots of illegal positions may be among them: for
    /// numberings that are sooner done with every step of the men than with the legal ones. Whoever
    /// asks knows which slots are empty.
    fn nearby(&mut self, visit: impl FnMut(u64) -> bool) -> bool {
        self.successors(visit)
    }

    /// Calls `visit` for each legal move that leaves the numbering or the layer. Asked only where
    /// the standing is open. Nothing in numberings that are [closed](Indexed::is_closed).
    fn exits(&mut self, visit: impl FnMut(Exit));

    /// Calls `visit` with each slot *of the same layer* that has a legal move to the one sought
    /// last. Slots of finished or illegal positions may be among them; a slot that is open must have
    /// that move. Asked only where the numbering [goes back](Indexed::goes_back).
    fn predecessors(&mut self, visit: impl FnMut(u64));
}
