//! What moves gain by our own territory, called by what they do to the point they are played on.

use super::super::candidates::{Because, View};
use super::Reason;
use crate::go::reading::ReadingLimits;
use crate::go::sees::{Grade, Sight, with_turn};

/// On boards up to this size every move is tried; on larger ones those that have a reason and those at borders.
const SMALL: usize = 100;
/// Less influence than this is none to speak of.
const OPEN: i32 = 16;
/// The most moves that are tried on larger boards.
const MOST: usize = 40;

pub(super) fn find(view: &mut View<'_>, limits: ReadingLimits) {
    let sign = 1 - 2 * view.side.index() as i32;
    // Compared with a pass.
    let passed = with_turn(view.at, !view.side);
    let now = sign * Sight::of(view.game, &passed, limits).estimate.tenths;
    for cell in tried(view) {
        let next = view.after(cell);
        let after = Sight::of(view.game, &next, limits);
        let gain = (sign * after.estimate.tenths - now).div_euclid(10);
        let reason = kind(view, cell);
        if gain > 0 {
            view.propose(cell, Because::new(reason, gain));
        }
    }
}

/// What playing on a cell does to territory.
fn kind(view: &View<'_>, cell: usize) -> Reason {
    let estimate = &view.sight.estimate;
    let neutral_around = || {
        let mut beside = view.game.beside(cell);
        beside.all(|to| view.at.stone(to).is_some() || estimate.grades[to] != Grade::Nobody)
    };
    match (estimate.owners[cell], estimate.grades[cell]) {
        (Some(side), Grade::Territory) if side == view.side => Reason::Enlarge,
        (Some(side), _) if side == view.side => Reason::Enclose,
        (Some(_), Grade::Territory) => Reason::Invade,
        (Some(_), _) => Reason::Reduce,
        (None, _) if neutral_around() => Reason::Dame,
        // Where nobody has any influence to speak of there is no border yet.
        (None, _) if estimate.influence[cell].iter().all(|&force| force < OPEN) => Reason::Enclose,
        (None, _) => Reason::Endgame,
    }
}

fn tried(view: &View<'_>) -> Vec<usize> {
    let points = view.game.size().points();
    let legal = (0..points).filter(|&cell| view.is_legal(cell));
    if points <= SMALL {
        return legal.collect();
    }
    let mut cells = view.proposed();
    let estimate = &view.sight.estimate;
    let interest = |cell: &usize| {
        let [black, white] = estimate.influence[*cell];
        let contested = black.min(white);
        let open = i32::from(estimate.grades[*cell] != Grade::Territory) * 40;
        let (own, enemy) = match view.side.index() {
            0 => (black, white),
            _ => (white, black),
        };
        // Open places first, then borders, then what is near one's own stones.
        contested + open + own.min(40) / 4 - (own + enemy) / 8
    };
    let mut rest: Vec<usize> = legal.filter(|cell| !cells.contains(cell)).collect();
    rest.sort_by_key(|cell| std::cmp::Reverse(interest(cell)));
    cells.extend(rest);
    cells.truncate(MOST);
    cells
}
