//! Goes on with an opening in a corner.

use super::super::candidates::{Because, View};
use super::super::joseki::next_moves;
use super::Reason;

/// Points for a joseki that both sides have begun, which is carried through, and for a corner that only one
/// side has touched.
const BEGUN: i32 = 14;
const QUIET: i32 = 7;

pub(super) fn find(view: &mut View<'_>) {
    for next in next_moves(view.game, view.at, view.side) {
        let points = if next.begun { BEGUN } else { QUIET };
        let because = Because::new(Reason::Joseki, points);
        view.propose(next.cell, because.named(next.names));
    }
}
