//! Takes enemy stones where reading finds a way.

use super::super::candidates::View;
use super::{Reason, stakes};

pub(super) fn find(view: &mut View<'_>) {
    stakes::strings(view, Reason::Capture, !view.side, |status| status.attack);
}
