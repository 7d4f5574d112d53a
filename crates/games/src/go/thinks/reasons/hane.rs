//! Bends around enemy stones.

use super::super::candidates::View;
use super::{Reason, shapes};

pub(super) fn find(view: &mut View<'_>) {
    shapes::propose(view, Reason::Hane);
}
