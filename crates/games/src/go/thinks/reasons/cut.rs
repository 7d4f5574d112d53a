//! Cuts enemy strings that could be joined.

use super::super::candidates::View;
use super::{Reason, stakes};

pub(super) fn find(view: &mut View<'_>) {
    stakes::links(view, Reason::Cut, !view.side, |link| link.cut);
}
