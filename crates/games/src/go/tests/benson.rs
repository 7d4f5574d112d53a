//! Unconditional life against its definition, and against everything that an attacker could do.

use std::collections::HashSet;

use yomikiri_game_api::{Game, Side, SplitMix64};

use super::few_or_many;
use super::laws::game;
use super::sees::random_position;
use crate::go::sees::{chains, with_turn};
use crate::go::{Go, Move, Position, Unconditional, unconditional};

/// The cells of a side's strings that live whatever happens, from the definition: the union of all sets of
/// strings in which every string has two regions of its own, a region being a connected part of what is not
/// the side's stones, all of whose empty points are liberties of the string, and beside no string outside
/// the set.
fn by_definition(game: &Go, at: &Position, side: Side) -> HashSet<usize> {
    let seen = chains(game, at);
    let own: Vec<_> = seen.all.iter().filter(|chain| chain.side == side).collect();
    let mut regions: Vec<HashSet<usize>> = Vec::new();
    for cell in 0..game.size().points() {
        let is_new = !regions.iter().any(|region| region.contains(&cell));
        if at.stone(cell) == Some(side) || !is_new {
            continue;
        }
        let mut region = HashSet::new();
        let mut waiting = vec![cell];
        while let Some(cell) = waiting.pop() {
            if at.stone(cell) != Some(side) && region.insert(cell) {
                waiting.extend(game.beside(cell));
            }
        }
        regions.push(region);
    }
    let mut alive = HashSet::new();
    for set in 1u32..1 << own.len() {
        let chosen: Vec<_> = (0..own.len()).filter(|at| set >> at & 1 == 1).collect();
        let ids: Vec<usize> = chosen.iter().map(|&at| own[at].id).collect();
        let lives = |&at_chain: &usize| {
            let chain = own[at_chain];
            let vital = regions.iter().filter(|region| {
                let touches = region.iter().any(|cell| chain.liberties.contains(cell));
                let mut empty = region.iter().filter(|&&cell| at.stone(cell).is_none());
                let mut border = region.iter().flat_map(|&cell| game.beside(cell));
                touches
                    && empty.all(|cell| chain.liberties.contains(cell))
                    && border
                        .all(|cell| at.stone(cell) != Some(side) || ids.contains(&seen.ids[cell]))
            });
            vital.count() >= 2
        };
        if chosen.iter().all(lives) {
            alive.extend(chosen.iter().flat_map(|&at| own[at].stones.iter().copied()));
        }
    }
    alive
}

fn check(game: &Go, at: &Position) {
    let known = unconditional(game, at);
    for side in Side::BOTH {
        let is_alive = |&cell: &usize| known[cell] == Unconditional::Alive(side);
        let alive: HashSet<usize> = (0..known.len()).filter(is_alive).collect();
        assert_eq!(alive, by_definition(game, at, side), "{at:?}");
    }
}

/// Every board of a size on which no string is without a liberty.
fn all_boards(options: &str, mut check: impl FnMut(&Go, &Position)) {
    let game = game(options);
    let points = game.size().points() as u32;
    for number in 0..3usize.pow(points) {
        let mut at = Position::EMPTY;
        let mut left = number;
        for cell in 0..points as usize {
            at.set(
                cell,
                [None, Some(Side::First), Some(Side::Second)][left % 3],
            );
            left /= 3;
        }
        if game.without_liberty(&at).is_none() {
            check(&game, &at);
        }
    }
}

#[test]
fn unconditional_life_is_that_of_the_definition_on_all_small_boards() {
    let sizes = [
        "size=2", "size=2x3", "size=2x4", "size=3", "size=2x5", "size=2x6", "size=3x4",
    ];
    for options in &sizes[..few_or_many(4, sizes.len())] {
        all_boards(options, check);
    }
}

#[test]
fn unconditional_life_is_that_of_the_definition_on_larger_boards() {
    let mut rng = SplitMix64::new(22);
    for options in ["size=3x4", "size=4", "size=5", "size=6"] {
        let game = game(options);
        let mut checked = 0;
        while checked < few_or_many(150, 2_500) {
            let plies = game.size().points() / 2 + rng.below(2 * game.size().points());
            let at = random_position(&game, &mut rng, plies);
            let strings = chains(&game, &at).all;
            let of = |side| strings.iter().filter(|chain| chain.side == side).count();
            if Side::BOTH.into_iter().all(|side| of(side) <= 10) {
                check(&game, &at);
                checked += 1;
            }
        }
    }
}

/// Whether a side that always moves, while the other one passes, can take one of the cells.
fn can_take(game: &Go, at: &Position, side: Side, cells: &[usize]) -> bool {
    let mut seen = HashSet::new();
    let mut waiting = vec![with_turn(at, side)];
    while let Some(mut at) = waiting.pop() {
        at.taken = [0; 2];
        if cells.iter().any(|&cell| at.stone(cell) != Some(!side)) {
            return true;
        }
        if !seen.insert(at) {
            continue;
        }
        for cell in 0..game.size().points() {
            if at.stone(cell).is_none() && game.is_legal(&at, cell) {
                let mut next = at;
                game.play(&mut next, Move::at(cell));
                waiting.push(with_turn(&next, side));
            }
        }
    }
    false
}

#[test]
fn nothing_that_lives_unconditionally_can_be_taken() {
    let mut checked = 0;
    let mut check = |game: &Go, at: &Position, every: usize| {
        let known = unconditional(game, at);
        for side in Side::BOTH {
            let is_alive = |&cell: &usize| known[cell] == Unconditional::Alive(side);
            let alive: Vec<usize> = (0..known.len()).filter(is_alive).collect();
            if alive.is_empty() {
                continue;
            }
            checked += 1;
            if checked % every == 0 {
                assert!(!can_take(game, at, !side, &alive), "{at:?}");
            }
        }
    };
    let sizes = [
        "size=2", "size=2x3", "size=3", "size=2x4", "size=2x5", "size=2x6", "size=3x4",
    ];
    for options in &sizes[..few_or_many(3, sizes.len())] {
        all_boards(options, |game, at| check(game, at, 1));
    }
    let game = game("size=4");
    let mut rng = SplitMix64::new(23);
    for _ in 0..few_or_many(400, 20_000) {
        let plies = 8 + rng.below(40);
        let at = random_position(&game, &mut rng, plies);
        check(&game, &at, 1);
    }
    assert!(checked > 100, "{checked}");
}
