//! Saves stones that the enemy could take.

use super::super::candidates::View;
use super::{Reason, stakes};

pub(super) fn find(view: &mut View<'_>) {
    stakes::strings(view, Reason::Escape, view.side, |status| status.defend);
}
