//! Unconditional life: strings that cannot be taken although their owner always passes, and the points
//! where the other side cannot live beside them.
//!
//! D. B. Benson, "Life in the Game of Go", Information Sciences 10 (1976).

use yomikiri_game_api::Side;

use super::board::Stones;
use super::game::Go;
use super::plane::{Grid, Plane, for_words};
use super::position::Position;

/// What is certain about a point.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Unconditional {
    /// A stone that cannot be taken.
    Alive(Side),
    /// A stone that cannot be saved.
    Dead(Side),
    /// An empty point where only one side can live.
    Territory(Side),
    /// Anything may happen.
    Undecided,
}

/// What is certain about every cell.
pub fn unconditional(game: &Go, at: &Position) -> Vec<Unconditional> {
    let mut known = vec![Unconditional::Undecided; game.size().points()];
    for side in Side::BOTH {
        let (alive, owned) = for_words!(game.size(), of_side::<W>(game.grid(), at, side));
        for cell in alive {
            known[cell] = Unconditional::Alive(side);
        }
        for cell in owned {
            known[cell] = match at.stone(cell) {
                Some(dead) => Unconditional::Dead(dead),
                None => Unconditional::Territory(side),
            };
        }
    }
    known
}

/// The cells of a side's living strings, and those where the other side cannot live.
fn of_side<const W: usize>(grid: &Grid, at: &Position, side: Side) -> (Vec<usize>, Vec<usize>) {
    let Stones { own, enemy, empty } = Stones::<W>::of(grid, at, side);
    let mut strings = parts(grid, own);
    let all_regions = parts(grid, empty | enemy);
    let mut regions = all_regions.clone();
    // A region is vital to a string if all of its empty points are liberties of it. A string lives with
    // two vital regions, a region counts while all strings around it live.
    loop {
        let before = (strings.len(), regions.len());
        strings.retain(|&string| {
            let liberties = grid.beside(string);
            let is_vital = |region: &&Plane<W>| {
                let inside = **region & empty;
                !(**region & liberties).is_empty() && (inside & !liberties).is_empty()
            };
            regions.iter().filter(is_vital).count() >= 2
        });
        let alive = union(&strings);
        regions.retain(|&region| (grid.beside(region) & own & !alive).is_empty());
        if (strings.len(), regions.len()) == before {
            break;
        }
    }
    let alive = union(&strings);
    let mut owned = Plane::EMPTY;
    for region in all_regions {
        let border = grid.beside(region) & own;
        let is_enclosed = !border.is_empty() && (border & !alive).is_empty();
        if is_enclosed && !has_room_for_two_eyes(grid, region) {
            owned |= region;
        }
    }
    (alive.cells().collect(), owned.cells().collect())
}

/// Whether two points of a region that are not next to each other have all their neighbours inside it:
/// only such points could be the eyes of somebody who lives there.
fn has_room_for_two_eyes<const W: usize>(grid: &Grid, region: Plane<W>) -> bool {
    let inner = region & !grid.beside(grid.all() & !region);
    inner.cells().any(|cell| {
        let eye = Plane::of(cell);
        !(inner & !eye & !grid.beside(eye)).is_empty()
    })
}

/// The connected parts of a set.
fn parts<const W: usize>(grid: &Grid, set: Plane<W>) -> Vec<Plane<W>> {
    let mut left = set;
    let mut parts = Vec::new();
    while let Some(cell) = left.first() {
        let part = grid.flood(Plane::of(cell), set);
        left &= !part;
        parts.push(part);
    }
    parts
}

fn union<const W: usize>(sets: &[Plane<W>]) -> Plane<W> {
    sets.iter().fold(Plane::EMPTY, |all, &set| all | set)
}
