//! Shapes around a point: those of the file of shapes, in all eight orientations.

use super::super::candidates::{Because, View};
use super::super::shapes::shapes;

/// Points for a good shape: it decides between moves that are otherwise equal.
const GOOD: i32 = 2;

pub(super) fn find(view: &mut View<'_>) {
    for cell in 0..view.game.size().points() {
        if !view.is_legal(cell) {
            continue;
        }
        for shape in shapes() {
            if shape.fits(view.game, view.at, view.side, cell) {
                view.propose(cell, Because::new(shape.reason, GOOD));
            }
        }
    }
}
