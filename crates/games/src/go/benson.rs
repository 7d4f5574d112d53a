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
    /// A stone on a place that is its side's for certain: it might be taken, but whoever takes it dies there.
    Within(Side),
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
                Some(own) if own == side => Unconditional::Within(own),
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
    let mut regions = parts(grid, empty | enemy);
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
    // Whatever of its own stones does not live for certain might be taken by the enemy, who fills its
    // liberties for that: those can be no eyes.
    let lost = own & !alive;
    let filled = grid.beside(lost) & empty;
    for region in parts(grid, grid.all() & !alive) {
        let lives = |region| {
            has_room_for_two_eyes(grid, region, region & !enemy & !filled)
                || has_room_for_seki(grid, region, lost, empty)
        };
        if !alive.is_empty() && !lives(region) {
            owned |= region;
        }
    }
    (alive.cells().collect(), owned.cells().collect())
}

/// Whether somebody who plays as often as he likes could live in a region: with two eyes on points that are
/// not his stones yet, have all their neighbours inside, and are both beside every string that is beside one of
/// them when all the rest is filled.
fn has_room_for_two_eyes<const W: usize>(grid: &Grid, region: Plane<W>, free: Plane<W>) -> bool {
    let inner = free & !grid.beside(grid.all() & !region);
    inner.cells().any(|one| {
        let eye = Plane::of(one);
        let others = inner & !eye & !grid.beside(eye);
        others.cells().filter(|&other| other > one).any(|other| {
            let second = Plane::of(other);
            let stones = region & !eye & !second;
            let (round, round_second) = (grid.beside(eye), grid.beside(second));
            // Strings beside one eye that are not beside the other would be lost with it.
            let joined = strings_beside_both(grid, stones, round, round_second);
            (round & !joined).is_empty() && (round_second & !joined).is_empty()
        })
    })
}

/// Whether somebody who plays as often as he likes could live in a region without two eyes: around two stones
/// of the other side that he does not take. They stand in the middle of six points:
///
/// ```text
/// . + .      + empty, X the two stones; a and b are stones of one string.
/// a X +      Whoever adds a third stone to X gives room for two eyes.
/// + X b
/// . + .
/// ```
fn has_room_for_seki<const W: usize>(
    grid: &Grid,
    region: Plane<W>,
    lost: Plane<W>,
    empty: Plane<W>,
) -> bool {
    let pairs = parts(grid, lost & region);
    let mut pairs = pairs.into_iter().filter(|pair| pair.count() == 2);
    pairs.any(|pair| {
        let mut cells = pair.cells();
        let (Some(one), Some(other)) = (cells.next(), cells.next()) else {
            return false;
        };
        let around = |cell: usize| grid.beside(Plane::<W>::of(cell)) & !pair;
        // Six neighbours: at the edge the shape is another one.
        if around(one).count() != 3 || around(other).count() != 3 {
            return false;
        }
        // The point at the end of a stone is the one that is not beside a neighbour of the other stone.
        let end = |cell: usize, next: usize| around(cell) & !grid.beside(around(next));
        let ends = end(one, other) | end(other, one);
        let sides = |cell: usize| around(cell) & !ends;
        sides(one).cells().any(|wall| {
            let wall = Plane::of(wall);
            // The wall of the other stone is the one that is not beside this one.
            let second = sides(other) & !grid.beside(wall);
            let walls = wall | second;
            let free = (around(one) | around(other)) & !walls;
            let others = grid.all() & !region | lost & !pair;
            let is_open = (free & !empty).is_empty() && (grid.beside(free) & others).is_empty();
            let is_walled = (walls & !region).is_empty() && (walls & lost).is_empty();
            // Everything else is filled: the walls are one string, and nothing around is in atari.
            let strings = parts(grid, region & !pair & !free);
            let is_one =
                |string: &Plane<W>| !(*string & wall).is_empty() && !(*string & second).is_empty();
            let in_atari = |string: &Plane<W>| (grid.beside(*string) & free).count() == 1;
            is_open && is_walled && strings.iter().any(is_one) && !strings.iter().any(in_atari)
        })
    })
}

/// The stones of those strings that have a stone in both sets.
fn strings_beside_both<const W: usize>(
    grid: &Grid,
    stones: Plane<W>,
    one: Plane<W>,
    other: Plane<W>,
) -> Plane<W> {
    let mut left = one & stones;
    let mut joined = Plane::EMPTY;
    while let Some(cell) = left.first() {
        let string = grid.flood(Plane::of(cell), stones);
        left &= !string;
        if !(string & other).is_empty() {
            joined |= string;
        }
    }
    joined
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
