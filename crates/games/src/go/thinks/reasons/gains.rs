//! What the reasons with territory share: what moves gain by our own territory, and on what ground they are played.

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

/// A move that gains something.
pub(super) struct Gain {
    cell: usize,
    points: i32,
    ground: Ground,
}

/// Whose ground a move is played on.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Ground {
    /// The mover's own territory.
    OwnTerritory,
    /// The mover's own framework.
    OwnFramework,
    /// The enemy's territory.
    EnemyTerritory,
    /// The enemy's framework.
    EnemyFramework,
    /// Nobody's, and shut in by what is settled.
    Neutral,
    /// Nobody's, and too far from all stones for a border.
    Open,
    /// Nobody's, between the sides.
    Border,
}

/// What moves gain, compared with a pass. It asks for the moves proposed so far: on large boards others are
/// tried only as far as there is room for them.
pub(super) fn of(view: &View<'_>, limits: ReadingLimits) -> Vec<Gain> {
    let sign = 1 - 2 * view.side.index() as i32;
    let passed = with_turn(view.at, !view.side);
    let now = sign * Sight::of(view.game, &passed, limits).estimate.tenths;
    let gain = |cell: usize| {
        let after = Sight::of(view.game, &view.after(cell), limits);
        Gain {
            cell,
            points: (sign * after.estimate.tenths - now).div_euclid(10),
            ground: ground(view, cell),
        }
    };
    tried(view).into_iter().map(gain).collect()
}

/// Proposes the gains on some kinds of ground.
pub(super) fn propose(view: &mut View<'_>, gains: &[Gain], reason: Reason, grounds: &[Ground]) {
    for gain in gains.iter().filter(|gain| grounds.contains(&gain.ground)) {
        view.propose(gain.cell, Because::new(reason, gain.points));
    }
}

fn ground(view: &View<'_>, cell: usize) -> Ground {
    let estimate = &view.sight.estimate;
    let shut_in = || {
        let mut beside = view.game.beside(cell);
        beside.all(|to| view.at.stone(to).is_some() || estimate.grades[to] != Grade::Nobody)
    };
    match (estimate.owners[cell], estimate.grades[cell]) {
        (Some(side), Grade::Territory) if side == view.side => Ground::OwnTerritory,
        (Some(side), _) if side == view.side => Ground::OwnFramework,
        (Some(_), Grade::Territory) => Ground::EnemyTerritory,
        (Some(_), _) => Ground::EnemyFramework,
        (None, _) if shut_in() => Ground::Neutral,
        (None, _) if estimate.influence[cell].iter().all(|&force| force < OPEN) => Ground::Open,
        (None, _) => Ground::Border,
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
