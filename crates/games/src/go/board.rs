//! Strings, liberties, captures: what a board does, on sets of points.

use yomikiri_game_api::Side;

use super::plane::{Grid, Plane};
use super::position::{NO_KO, Position, stone_key};

/// The stones of both sides and the empty points.
pub(super) struct Stones<const W: usize> {
    pub(super) own: Plane<W>,
    pub(super) enemy: Plane<W>,
    pub(super) empty: Plane<W>,
}

impl<const W: usize> Stones<W> {
    /// As `side` sees them.
    #[inline(always)]
    pub(super) fn of(grid: &Grid, at: &Position, side: Side) -> Self {
        let (own, enemy) = (at.plane(side), at.plane(!side));
        Stones {
            own,
            enemy,
            empty: grid.all() & !(own | enemy),
        }
    }
}

/// The points where the side to move may play, as far as the position says.
pub(super) fn legal<const W: usize>(grid: &Grid, at: &Position, suicide: bool) -> Plane<W> {
    let Stones { own, enemy, empty } = Stones::<W>::of(grid, at, at.turn);
    // A stone with an empty point beside it has a liberty.
    let open = empty & grid.beside(empty);
    let mut legal = open;
    let closed = empty & !open;
    for cell in closed.cells() {
        let stone = Plane::of(cell);
        let around = grid.beside(stone);
        if usize::from(at.ko) == cell {
            continue;
        }
        let friends = around & own;
        let joins = || {
            // Most strings have another liberty right here. A suicide must take two stones.
            let near = grid.beside(friends) & empty & !stone;
            suicide || !near.is_empty() || has_other_liberty(grid, friends, own, empty, stone)
        };
        let is_legal =
            !friends.is_empty() && joins() || takes(grid, around & enemy, enemy, empty, stone);
        if is_legal {
            legal |= stone;
        }
    }
    legal
}

/// Whether one of the strings that begin at `from` has a liberty besides `stone`.
fn has_other_liberty<const W: usize>(
    grid: &Grid,
    from: Plane<W>,
    stones: Plane<W>,
    empty: Plane<W>,
    stone: Plane<W>,
) -> bool {
    // One of them is enough, so all may be flooded at once.
    let strings = grid.flood(from, stones);
    !(grid.beside(strings) & empty & !stone).is_empty()
}

/// Whether a stone takes one of the enemy strings beside it.
fn takes<const W: usize>(
    grid: &Grid,
    from: Plane<W>,
    stones: Plane<W>,
    empty: Plane<W>,
    stone: Plane<W>,
) -> bool {
    let left = empty & !stone;
    let mut from = from;
    while let Some(cell) = from.first() {
        let first = Plane::of(cell);
        from &= !first;
        if !(grid.beside(first) & left).is_empty() {
            continue;
        }
        let string = grid.flood(first, stones);
        if (grid.beside(string) & left).is_empty() {
            return true;
        }
        from &= !string;
    }
    false
}

/// Plays a stone of the side to move on a cell where that is legal.
pub(super) fn play<const W: usize>(grid: &Grid, at: &mut Position, cell: usize, suicide: bool) {
    let side = at.turn;
    let Stones { own, enemy, empty } = Stones::<W>::of(grid, at, side);
    let stone = Plane::of(cell);
    let around = grid.beside(stone);
    let mut own = own | stone;
    let left = empty & !stone;
    at.board_key ^= stone_key(side, cell);
    at.ko = NO_KO;
    at.passes = 0;
    at.turn = !side;

    let mut taken = Plane::EMPTY;
    let mut from = around & enemy;
    while let Some(next) = from.first() {
        let first = Plane::of(next);
        from &= !first;
        if !(grid.beside(first) & left).is_empty() {
            continue;
        }
        let string = grid.flood(first, enemy);
        from &= !string;
        if (grid.beside(string) & left).is_empty() {
            taken |= string;
        }
    }
    if !taken.is_empty() {
        let mut number = 0;
        for cell in taken.cells() {
            at.board_key ^= stone_key(!side, cell);
            number += 1;
        }
        at.taken[side.index()] = at.taken[side.index()].saturating_add(number);
        // A lone stone that took one stone and stands where only that one was free.
        let is_ko = number == 1 && (around & own).is_empty() && (around & left).is_empty();
        if let (true, Some(cell)) = (is_ko, taken.first()) {
            at.ko = cell as u16;
        }
        (enemy & !taken).store(&mut at.stones[(!side).index()]);
    } else if suicide && (around & left).is_empty() {
        let string = grid.flood(stone, own);
        if (grid.beside(string) & left).is_empty() {
            let mut number = 0;
            for cell in string.cells() {
                at.board_key ^= stone_key(side, cell);
                number += 1;
            }
            let enemy = (!side).index();
            at.taken[enemy] = at.taken[enemy].saturating_add(number);
            own &= !string;
        }
    }
    own.store(&mut at.stones[side.index()]);
}

/// The string of the stone on a cell, and its liberties; both empty where there is no stone.
pub(super) fn string<const W: usize>(
    grid: &Grid,
    at: &Position,
    cell: usize,
) -> (Vec<usize>, Vec<usize>) {
    let Some(side) = at.stone(cell) else {
        return (Vec::new(), Vec::new());
    };
    let Stones { own, empty, .. } = Stones::<W>::of(grid, at, side);
    let string = grid.flood(Plane::of(cell), own);
    let liberties = grid.beside(string) & empty;
    (string.cells().collect(), liberties.cells().collect())
}

/// A stone of a string without liberties, if there is one.
pub(super) fn without_liberty<const W: usize>(grid: &Grid, at: &Position) -> Option<usize> {
    Side::BOTH.into_iter().find_map(|side| {
        let Stones { own, empty, .. } = Stones::<W>::of(grid, at, side);
        let alive = grid.flood(grid.beside(empty) & own, own);
        (own & !alive).first()
    })
}

/// The points where ko could forbid a move of `side`: closed in by enemy stones of which one stands
/// alone with just this liberty.
pub(super) fn ko_points<const W: usize>(grid: &Grid, at: &Position, side: Side) -> Plane<W> {
    let Stones { own, enemy, empty } = Stones::<W>::of(grid, at, side);
    let closed = empty & !grid.beside(empty | own);
    let mut found = Plane::EMPTY;
    for cell in closed.cells() {
        let point = Plane::of(cell);
        let lone = |stone: usize| {
            let around = grid.beside(Plane::<W>::of(stone));
            (around & enemy).is_empty() && around & empty == point
        };
        if (grid.beside(point) & enemy).cells().any(lone) {
            found |= point;
        }
    }
    found
}

/// The points that only Black's stones reach through empty points, and those that only White's do.
pub(super) fn territory<const W: usize>(grid: &Grid, at: &Position) -> [Plane<W>; 2] {
    let Stones { own, enemy, empty } = Stones::<W>::of(grid, at, Side::First);
    let reached = [own, enemy].map(|stones| grid.flood(grid.beside(stones) & empty, empty));
    [reached[0] & !reached[1], reached[1] & !reached[0]]
}
