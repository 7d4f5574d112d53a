//! Leads a weak group out, or to its friends.

use super::super::candidates::View;
use super::{Reason, stakes};

pub(super) fn find(view: &mut View<'_>) {
    stakes::ways_out(view, Reason::Defend, view.side);
}
