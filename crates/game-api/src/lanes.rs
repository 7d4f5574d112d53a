//! Indexers whose last digit is the square of one piece, the *lane piece*. The 64 indices that differ
//! in nothing else are a *row*, and a set of them is one machine word with a lane for each: what a
//! step of another piece does is then done for 64 positions at a time.
//!
//! The solver has an entry of its own for them (`yomikiri_solver::lanes`); a game without lanes is
//! solved one index at a time, many times slower and with the same result.

use std::ops::Range;

use crate::{Conversion, Game, Indexer};

/// Lanes of a row: positions in a machine word.
pub const LANES: u64 = 64;

/// An indexer whose indices come in rows of 64.
pub trait LaneIndexer<G: Game>: Indexer<G> {
    /// The working state of one thread.
    type Lanes<'i>: Lanes + Send
    where
        Self: 'i;

    /// Working state for one thread; `None` if these indices do not come in rows.
    fn lanes(&self) -> Option<Self::Lanes<'_>>;
}

/// Stands on a row and looks around.
///
/// Rows have numbers of their own: a table may leave some of them out that follow from others by
/// symmetry. Index *i* of a row, as moves out of the layer name it, is `row * 64 + i`.
///
/// A position and its mirror image may both be legal here although the table has one of them.
pub trait Lanes {
    /// How many rows there are.
    fn rows(&self) -> u64;

    /// The rows of each [layer](crate::Indexer::layers), in the same order.
    fn layers(&self) -> Vec<Range<u64>>;

    /// The first of the 64 indices that are this row; `None` if the indexer leaves it out.
    fn first_index(&self, row: u64) -> Option<u64>;

    /// Goes to a row.
    fn seek(&mut self, row: u64);

    /// Where the lane piece makes a legal position.
    fn legal(&self) -> u64;

    /// Those of all symmetric images of a position that have an index.
    fn canonical(&self) -> u64;

    /// Where the side to move has lost if it has no move; elsewhere that is a draw.
    fn in_check(&self) -> u64;

    /// Calls `visit` for each step of a piece of the side to move, the lane piece left out, that stays
    /// in the layer. Steps may be illegal; the position after them then is, too.
    fn steps(&self, visit: impl FnMut(LaneStep));

    /// Calls `visit` with each row that has a step, or a move of the lane piece, to this one.
    fn rows_before(&self, visit: impl FnMut(u64));

    /// The row that moves of the lane piece lead to, if it belongs to the side to move.
    fn lane_piece_row(&self) -> Option<u64>;

    /// Where the lane piece can go from to one of these squares in one move, without a capture.
    fn lane_piece_origins(&self, targets: u64) -> u64;

    /// The squares whose images under a symmetry of the board are these.
    fn unturned(turn: u8, images: u64) -> u64;

    /// Calls `visit` with the legal moves that leave the layer: for a square of the lane piece, where
    /// a move leads. Only squares of `among`, all of them legal, are asked for.
    /// [`Conversion::Layer`] names indices of rows.
    fn conversions(&self, among: u64, visit: impl FnMut(usize, Conversion));
}

/// A step from a row to another.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct LaneStep {
    /// The row it leads to.
    pub row: u64,
    /// How the board has to be turned for that.
    pub turn: u8,
    /// Where the lane piece does not stand in the way.
    pub unblocked: u64,
}
