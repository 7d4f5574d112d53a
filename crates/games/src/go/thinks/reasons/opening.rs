//! Large points of the opening: corners, then sides, then the centre, while the board is open.

use super::super::candidates::{Because, View};
use super::Reason;
use crate::go::points::column_and_row;

pub(super) fn find(view: &mut View<'_>) {
    let size = view.game.size();
    let stones: Vec<usize> = (0..size.points())
        .filter(|&cell| view.at.stone(cell).is_some())
        .collect();
    // On small boards the centre, on large ones the corners.
    let line = match size.width().min(size.height()) {
        0..7 => return,
        7..12 => 2,
        _ => 3,
    };
    if stones.len() * 8 > size.points() {
        return;
    }
    let lines = |length: usize| {
        let mut lines = vec![line, length / 2, length - 1 - line];
        lines.dedup();
        lines
    };
    for &row in &lines(size.height()) {
        for &column in &lines(size.width()) {
            let cell = row * size.width() + column;
            let near = stones.iter().any(|&stone| {
                let (x, y) = column_and_row(size, stone);
                x.abs_diff(column) + y.abs_diff(row) <= line + 1
            });
            if near {
                continue;
            }
            let middle = [column == size.width() / 2, row == size.height() / 2];
            let points = match middle {
                [false, false] => 8,
                [true, true] if line == 2 => 9,
                [true, true] => 3,
                _ => 5,
            };
            let because = Because::new(Reason::Opening, points);
            view.propose(cell, because.sente(false));
        }
    }
}
