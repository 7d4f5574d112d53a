//! Goes on along a line, in contact or at the side of the board.

use super::super::candidates::View;
use super::{Reason, shapes};

pub(super) fn find(view: &mut View<'_>) {
    shapes::propose(view, Reason::Extend);
}
