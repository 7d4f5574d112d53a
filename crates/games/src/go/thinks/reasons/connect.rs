//! Joins strings that the enemy could cut.

use super::super::candidates::View;
use super::{Reason, stakes};

pub(super) fn find(view: &mut View<'_>) {
    stakes::links(view, Reason::Connect, view.side, |link| link.join);
}
