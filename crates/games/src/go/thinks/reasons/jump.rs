//! Jumps by one point.

use super::super::candidates::View;
use super::{Reason, shapes};

pub(super) fn find(view: &mut View<'_>) {
    shapes::propose(view, Reason::Jump);
}
