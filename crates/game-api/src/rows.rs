//! Rows of slots looked at together.
//!
//! In many numberings the last digit of a slot is the square of one man, the *runner*. The 64 slots
//! that differ in nothing else are a *row*, and a set of them is one machine word: what a step of
//! another man does is then done for 64 positions at a time.

use std::convert::Infallible;
use std::ops::Range;

use crate::Exit;

/// Slots of a row.
pub const ROW: u64 = 64;

/// The working state of one thread in a numbering that comes in rows. Stands on a row and looks
/// around.
///
/// Rows have numbers of their own: a table may leave some of them out that follow from others by
/// symmetry. Slot *s* of a row, as moves out of the layer name it, is `row * 64 + s`.
///
/// A position and its mirror image may both be legal here although the table holds one of them.
pub trait RowCursor {
    /// How many rows there are.
    fn rows(&self) -> u64;

    /// The rows of each [layer](crate::Indexed::layers), in the same order.
    fn layers(&self) -> Vec<Range<u64>>;

    /// The first of the 64 slots of the table that are this row; `None` if the table leaves it out.
    fn table_slots(&self, row: u64) -> Option<u64>;

    /// Goes to a row.
    fn seek(&mut self, row: u64);

    /// Where the runner makes a legal position.
    fn legal(&self) -> u64;

    /// Those of all that symmetry makes of a position which the table holds.
    fn held(&self) -> u64;

    /// Where the side to move has lost if it has no move; elsewhere that is a draw.
    fn in_check(&self) -> u64;

    /// Calls `visit` for each step of a man of the side to move, the runner left out, that stays in
    /// the layer. Steps may be illegal; the position after them then is, too.
    fn steps(&self, visit: impl FnMut(RowStep));

    /// Calls `visit` with each row that has a step, or a move of the runner, to this one.
    fn before(&self, visit: impl FnMut(u64));

    /// The row that moves of the runner lead to, if it belongs to the side to move.
    fn run(&self) -> Option<u64>;

    /// Where the runner can go from to one of these squares in one move, without taking anything.
    fn runs_to(&self, targets: u64) -> u64;

    /// The squares whose images under a symmetry of the board are these.
    fn unturned(turn: u8, images: u64) -> u64;

    /// Calls `visit` with the legal moves that leave the layer: for a place of the runner, where a
    /// move leads. Only places of `among`, all of them legal, are asked for. [`Exit::Layer`] names
    /// slots of rows.
    fn exits(&self, among: u64, visit: impl FnMut(usize, Exit));
}

/// A step from a row to another.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct RowStep {
    /// The row it leads to.
    pub row: u64,
    /// How the board has to be turned for that.
    pub turn: u8,
    /// Where the runner does not stand in the way.
    pub free: u64,
}

/// For numberings that do not come in rows.
impl RowCursor for Infallible {
    fn rows(&self) -> u64 {
        match *self {}
    }

    fn layers(&self) -> Vec<Range<u64>> {
        match *self {}
    }

    fn table_slots(&self, _row: u64) -> Option<u64> {
        match *self {}
    }

    fn seek(&mut self, _row: u64) {
        match *self {}
    }

    fn legal(&self) -> u64 {
        match *self {}
    }

    fn held(&self) -> u64 {
        match *self {}
    }

    fn in_check(&self) -> u64 {
        match *self {}
    }

    fn steps(&self, _visit: impl FnMut(RowStep)) {
        match *self {}
    }

    fn before(&self, _visit: impl FnMut(u64)) {
        match *self {}
    }

    fn run(&self) -> Option<u64> {
        match *self {}
    }

    fn runs_to(&self, _targets: u64) -> u64 {
        match *self {}
    }

    fn unturned(_turn: u8, images: u64) -> u64 {
        images
    }

    fn exits(&self, _among: u64, _visit: impl FnMut(usize, Exit)) {
        match *self {}
    }
}
