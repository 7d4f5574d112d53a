//! Takes the eyes of an enemy group whose life is open.

use super::super::candidates::View;
use super::{Reason, stakes};

pub(super) fn find(view: &mut View<'_>) {
    stakes::eyes(view, Reason::Kill, !view.side);
}
