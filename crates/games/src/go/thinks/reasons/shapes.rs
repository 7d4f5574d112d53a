//! What the reasons with shapes share: those of the file of shapes, in all eight orientations.

use super::super::candidates::{Because, View};
use super::super::shapes::shapes;
use super::Reason;

/// Points for a good shape: it decides between moves that are otherwise equal.
const GOOD: i32 = 2;

/// Proposes every move that makes a shape with this reason; of several shapes the one that stands first in
/// the file gives the name.
pub(super) fn propose(view: &mut View<'_>, reason: Reason) {
    for cell in 0..view.game.size().points() {
        if !view.is_legal(cell) {
            continue;
        }
        let mut known = shapes().iter().filter(|shape| shape.reason == reason);
        let fits = known.find(|shape| shape.fits(view.game, view.at, view.side, cell));
        if let Some(shape) = fits {
            view.propose(cell, Because::new(reason, GOOD).named(&shape.names));
        }
    }
}
