//! Numbering the positions of a game almost without gaps, for solving and for tables.

use std::ops::Range;

use crate::{Game, Probed, Side};

/// Numbers the positions of a game: what the solver and tables need. It covers the whole game, or
/// one group of its [tiers](crate::Tiers).
///
/// Indices are the numbers from 0 to [`size`](Indexer::size). Symmetries of the rules are folded by
/// the indexer: several positions may share an index when their values are bound to be equal. An
/// index may also stand for no legal position at all. Whose turn it is may be folded (the board
/// turned so that the side to move plays upward) or be a part of the index; the solver does not care.
///
/// It is a value of its own beside the game because it holds large tables that only the solver
/// wants. [`index`](Indexer::index) and [`position`](Indexer::position) must be inverse to each other
/// up to symmetry; the cursor's successors and predecessors must be mutual
/// ([`conformance::indexer`](crate::conformance::indexer) checks all of it).
///
/// **A move of the indexer hands over the turn.** In a game where a player makes several actions a
/// turn only positions at the start of a turn have an index, and a move is the whole turn: the
/// cursor's [`successors`](Cursor::successors) are the positions at the opponent's next turn.
/// Distances then count turns.
pub trait Indexer<G: Game>: Send + Sync {
    /// REQUIRED. The working state of one thread.
    type Cursor<'i>: Cursor + Send
    where
        Self: 'i;

    /// REQUIRED. How many indices there are.
    fn size(&self) -> u64;

    /// REQUIRED. The index of a position; `None` if the indexer does not cover it: the game is over,
    /// or the side to move wins at once in a way that the indexer leaves out, or pieces are missing,
    /// or it belongs to another tier, or it is in the middle of a turn.
    fn index(&self, at: &G::Position) -> Option<u64>;

    /// REQUIRED. A position with this index; `None` if no legal position has it.
    fn position(&self, index: u64) -> Option<G::Position>;

    /// REQUIRED. Working state for one thread.
    fn cursor(&self) -> Self::Cursor<'_>;

    /// OPTIONAL: appends for every index of a range whether it has a legal position, in order. For indexers
    /// that know sooner than [`position`](Indexer::position) does.
    fn legal(&self, indices: Range<u64>, legal: &mut Vec<bool>) {
        legal.extend(indices.map(|index| self.position(index).is_some()));
    }

    /// OPTIONAL: calls `visit` with every index of a range that has a legal position, in order, and with
    /// what [`position`](Indexer::position) says of it. For indexers that read neighbours sooner than one
    /// by one.
    fn positions(&self, indices: Range<u64>, mut visit: impl FnMut(u64, &G::Position)) {
        for index in indices {
            if let Some(at) = self.position(index) {
                visit(index, &at);
            }
        }
    }

    /// OPTIONAL: what [`index`](Indexer::index) says after a legal move, where that is told sooner than by
    /// playing the move; `at` is the position of `index`, as [`position`](Indexer::position) has it. `None`:
    /// play it and ask.
    fn index_after(&self, index: u64, at: &G::Position, mv: G::Move) -> Option<u64> {
        let _ = (index, at, mv);
        None
    }

    /// OPTIONAL: the indices with this side to move. Without it both sides share all of them, which
    /// is right where the turn is folded.
    fn indices_of(&self, _side: Side) -> Vec<Range<u64>> {
        std::iter::once(0..self.size()).collect()
    }

    /// OPTIONAL: how many positions an index stands for. Without it statistics count every index
    /// once.
    fn multiplicity(&self, _index: u64) -> Multiplicity {
        Multiplicity {
            unfolded: 1,
            folded: true,
        }
    }

    /// OPTIONAL: the same for a range, in order, equal ones in a row together where that is easy. For
    /// indexers that can do better than one by one.
    fn multiplicities(&self, indices: Range<u64>, mut visit: impl FnMut(Range<u64>, Multiplicity)) {
        for index in indices {
            visit(index..index + 1, self.multiplicity(index));
        }
    }

    /// OPTIONAL: the index that counts for this one when symmetric positions are counted once. Needed
    /// only where some symmetric twins have two indices, of which one is not
    /// [counted](Multiplicity::folded).
    fn representative(&self, index: u64) -> u64 {
        index
    }

    /// OPTIONAL: whether no move ever leaves the indexer, so that [`Cursor::conversions`] visits
    /// nothing. Without it the solver makes one more sweep and takes a byte more for each index.
    fn is_closed(&self) -> bool {
        false
    }

    /// OPTIONAL: whether every legal move of an undecided index leads to an index or out of the indexer,
    /// never to a position without an index. Then the solver can find early losses by going back.
    fn is_total(&self) -> bool {
        false
    }

    /// OPTIONAL: whether the cursor knows [`predecessors`](Cursor::predecessors). Without them the
    /// solver examines every undecided index in every round, which takes many times longer.
    fn has_unmoves(&self) -> bool {
        false
    }

    /// OPTIONAL: how a table file stores the values. Without it every index is stored, in order.
    fn layout(&self) -> Layout {
        Layout::all(self.size())
    }

    /// OPTIONAL: ranges of indices that are solved one after the other, each to its end, in this
    /// order. Moves within a layer are successors; moves to an earlier layer are conversions
    /// ([`Conversion::Layer`]). Together the layers are all indices. Pawn placements from advanced
    /// to home are layers. Without layers there is one of everything: more memory, and no distances
    /// to the next pawn move.
    fn layers(&self) -> Vec<Range<u64>> {
        std::iter::once(0..self.size()).collect()
    }

    /// OPTIONAL: which indices belong together when several processes solve the game. Without it each
    /// process has a contiguous part of all indices, and more moves lead from one to another.
    fn locality(&self) -> Locality {
        Locality {
            period: self.size(),
            block: 1,
        }
    }

    /// OPTIONAL: where moves from a layer lead in each child tier ([`Conversion::Tier`]): a range that
    /// has all such indices, empty if there are none. The rest need not be in memory while the layer
    /// is solved. `None`: anywhere, and all child tiers stay in memory.
    fn child_ranges(&self, layer: usize) -> Option<Vec<Range<u64>>> {
        let _ = layer;
        None
    }

    /// OPTIONAL: for each child tier, which of every 64 of its indices (from a multiple of 64 on, a bit each)
    /// moves may lead to: a piece that has just promoted stands on the last rank. What of a table file is
    /// reconstructed for nothing then need not be. `None`: any.
    fn child_lanes(&self) -> Option<Vec<u64>> {
        None
    }
}

/// The shortest range with all indices of both.
pub fn joined(one: Range<u64>, other: Range<u64>) -> Range<u64> {
    match (one.is_empty(), other.is_empty()) {
        (true, _) => other,
        (_, true) => one,
        _ => one.start.min(other.start)..one.end.max(other.end),
    }
}

/// Which indices belong together: those with the same place in their period, and those of a block.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Locality {
    /// Indices that differ by a multiple of this have something in common that few moves change: most
    /// often the pieces, while the side to move is another. Layers begin at multiples of it.
    pub period: u64,
    /// Indices in a row, beginning at a multiple of this within a period, that most moves stay in: those
    /// of one placement of the kings.
    pub block: u64,
}

/// How a table file stores the values of an indexer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The ranges of indices that are stored, in order. The others are reconstructed by a 1-ply
    /// search over the cursor's [`successors`](Cursor::successors) and
    /// [`conversions`](Cursor::conversions), which this table or another one stores. The indices of
    /// one side are enough where the turn is a part of the index and every result of a move is among
    /// those two.
    pub stored: Vec<Range<u64>>,
    /// The order of the values of each stored range, so that what a 1-ply search needs lies close
    /// together; `None`: the order of indices.
    pub columns: Option<Columns>,
    /// Values in a block of a file that should be small, however long packing takes; `None` where
    /// tables are so large that it would take too long.
    pub small_block: Option<u32>,
    /// The sizes of the last digit of an index and of the one before it, where values are predicted from
    /// those of other squares, because that makes a file that should be small smaller still. Whether an
    /// index is [legal](Indexer::legal) is asked often then. Such files are in the order of indices, without
    /// columns. `None`: they are not predicted.
    pub digits: Option<[u32; 2]>,
}

impl Layout {
    /// All of so many indices, in order.
    pub fn all(size: u64) -> Self {
        Layout {
            stored: std::iter::once(0..size).collect(),
            columns: None,
            small_block: None,
            digits: None,
        }
    }
}

/// An order of indices: a range is seen as lines of columns, and the columns come one after the
/// other.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Columns {
    /// Columns of a line.
    pub count: u32,
    /// Indices of a line in a column.
    pub width: u32,
}

/// How many positions an index stands for: the size of its symmetry orbit.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Multiplicity {
    /// Positions with one given side to move, no symmetry folded.
    pub unfolded: u8,
    /// Whether it counts when symmetric positions are counted once: an indexer may give some
    /// symmetric twins two indices, of which only one says yes.
    pub folded: bool,
}

/// Whether the rules alone decide an index.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Terminal {
    /// No legal position.
    Illegal,
    /// Over: the side to move has lost.
    Lost,
    /// Over: a draw.
    Drawn,
    /// As good as over: the side to move can capture the king.
    KingCapture,
    /// The side to move can win at once in another way, by a move whose result has no index
    /// (arriving on the far rank).
    WinInOne,
    /// The game goes on. Every legal move leads to another index, out of the indexer, or to a
    /// position without an index, which the opponent wins at once.
    Undecided,
}

/// Where a move leads that leaves the layer.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Conversion {
    /// To another tier: its place in the list [`Tiers::children`](crate::Tiers::children), and the
    /// index in that tier's own indexer.
    Tier {
        /// Place in the list of children.
        child: usize,
        /// Index in the indexer of that tier.
        index: u64,
    },
    /// To an index of an earlier layer of the same indexer.
    Layer(u64),
    /// To a position whose value is known without a table, for the side to move there: bare kings are
    /// a draw.
    Known(Probed),
}

/// Stands on an index and looks around.
///
/// The results of the legal moves of an undecided index are divided among two methods: those that
/// stay in the layer are [`successors`](Cursor::successors), all others
/// [`conversions`](Cursor::conversions). A result in neither is taken for a position that the
/// opponent wins at once, in 1.
pub trait Cursor {
    /// REQUIRED. Goes to an index.
    fn seek(&mut self, index: u64);

    /// REQUIRED. Whether the rules alone decide the index sought last.
    fn terminal(&self) -> Terminal;

    /// REQUIRED. Calls `visit` with the index of each legal move's result until it returns false;
    /// returns false if it did. Only where the game is not over. Conversions are left out, and so are
    /// results without an index: where the index is undecided, the opponent wins them at once. An
    /// index may come several times.
    fn successors(&mut self, visit: impl FnMut(u64) -> bool) -> bool;

    /// OPTIONAL: calls `visit` for each legal move that leaves the layer. Asked only where the index
    /// is undecided. Without it no move leaves the indexer.
    fn conversions(&mut self, _visit: impl FnMut(Conversion)) {}

    /// OPTIONAL: calls `visit` with each undecided index *of the same layer* that has a legal move to the
    /// one sought last. Indices that the rules decide may be among them; an undecided one must have that
    /// move. Asked only where the indexer [has unmoves](Indexer::has_unmoves).
    fn predecessors(&mut self, _visit: impl FnMut(u64)) {}

    /// OPTIONAL: calls `visit` with what [`terminal`](Cursor::terminal) says of a range of indices, in
    /// order, equal ones in a row together where that is easy. For indexers that can do better than
    /// one by one.
    fn terminals(&mut self, indices: Range<u64>, mut visit: impl FnMut(Range<u64>, Terminal)) {
        let mut index = indices.start;
        while index < indices.end {
            self.seek(index);
            let terminal = self.terminal();
            let end = match terminal {
                Terminal::Illegal => indices.end.min(index + self.illegal_run()),
                _ => index + 1,
            };
            visit(index..end, terminal);
            index = end;
        }
    }

    /// OPTIONAL: how many indices, from the illegal one sought last on, are illegal for the same reason;
    /// at least 1.
    fn illegal_run(&self) -> u64 {
        1
    }

    /// OPTIONAL: as [`successors`](Cursor::successors), but indices of illegal positions may be among
    /// them: for indexers that list every step of the pieces sooner than the legal ones. The solver
    /// knows which indices are illegal. Indices at which the opponent can capture the king may be
    /// missing: as results without an index they are taken for won by the opponent in 1.
    fn nearby(&mut self, visit: impl FnMut(u64) -> bool) -> bool {
        self.successors(visit)
    }

    /// OPTIONAL: calls `visit` with the indices of a range, in order, that may be lost in two plies. Those
    /// left out are decided by the rules, or have a move after which the opponent does not win at once.
    /// Without it all of them are visited.
    fn maybe_lost_in_two(&mut self, indices: Range<u64>, visit: impl FnMut(u64)) {
        indices.for_each(visit);
    }
}
