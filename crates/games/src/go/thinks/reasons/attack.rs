//! Shuts a weak enemy group in, or keeps it from its friends.

use super::super::candidates::View;
use super::{Reason, stakes};

pub(super) fn find(view: &mut View<'_>) {
    stakes::ways_out(view, Reason::Attack, !view.side);
}
