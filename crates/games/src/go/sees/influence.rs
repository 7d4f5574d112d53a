//! The document's two experiments on territory, and what a move gains by them.
//!
//! Experiment 1: every point within three steps of a stone is its colour's; points that both colours reach
//! are nobody's. Experiment 2: a point belongs to the colour of which more stones reach it. Either way the
//! value of a board is Black's empty points less White's; stones count nothing.

use yomikiri_game_api::Side;

use super::territory::Territory;
use crate::go::game::Go;
use crate::go::points::column_and_row;
use crate::go::position::Position;

/// The reach of a stone, in steps along lines: a two-point jump or a knight's move.
pub const REACH: usize = 3;

/// Experiment 1.
pub fn territory1(game: &Go, at: &Position) -> Territory {
    judged(game, at, |black, white| match (black > 0, white > 0) {
        (true, false) => Some(Side::First),
        (false, true) => Some(Side::Second),
        _ => None,
    })
}

/// Experiment 2.
pub fn territory2(game: &Go, at: &Position) -> Territory {
    judged(game, at, |black, white| match black.cmp(&white) {
        std::cmp::Ordering::Greater => Some(Side::First),
        std::cmp::Ordering::Less => Some(Side::Second),
        std::cmp::Ordering::Equal => None,
    })
}

fn judged(game: &Go, at: &Position, owner: impl Fn(u8, u8) -> Option<Side>) -> Territory {
    let size = game.size();
    let (width, height) = (size.width(), size.height());
    let mut reached = vec![[0u8; 2]; size.points()];
    for cell in 0..size.points() {
        let Some(side) = at.stone(cell) else {
            continue;
        };
        let (column, row) = column_and_row(size, cell);
        for y in row.saturating_sub(REACH)..=(row + REACH).min(height - 1) {
            let left = REACH - y.abs_diff(row);
            for x in column.saturating_sub(left)..=(column + left).min(width - 1) {
                reached[y * width + x][side.index()] += 1;
            }
        }
    }
    let owners = reached.iter().enumerate();
    let owners = owners.map(|(cell, [black, white])| match at.stone(cell) {
        Some(_) => None,
        None => owner(*black, *white),
    });
    Territory::of(owners.collect())
}
