//! The layers against twins written from the document's listings.

use yomikiri_game_api::{BoardSymmetry, Game, Side, SplitMix64, Teach};

use super::few_or_many;
use super::laws::game;
use crate::go::reading::ReadingLimits;
use crate::go::sees::{
    LinkKind, LinkStatus, See, Sight, chains, gains, territory1, territory2, territory3,
};
use crate::go::{Go, GoLayers, Move, Position, points};

/// A position of a random game.
pub(super) fn random_position(game: &Go, rng: &mut SplitMix64, plies: usize) -> Position {
    let mut at = game.start();
    let mut moves = Vec::new();
    for _ in 0..plies {
        moves.clear();
        game.legal_moves(&at, &mut moves);
        moves.retain(|mv| mv.cell().is_some_and(|cell| !game.is_eye(&at, cell)));
        if moves.is_empty() {
            break;
        }
        game.play(&mut at, moves[rng.below(moves.len())]);
    }
    at
}

const SIZES: [&str; 6] = [
    "size=9",
    "size=5",
    "size=2",
    "size=13x4",
    "size=19",
    "size=25",
];

fn on_random_positions(number: usize, mut check: impl FnMut(&Go, &Position)) {
    let mut rng = SplitMix64::new(18);
    for round in 0..number {
        let game = game(SIZES[round % SIZES.len()]);
        let plies = rng.below(game.size().points() + 1);
        let at = random_position(&game, &mut rng, plies);
        check(&game, &at);
    }
}

/// The document's `MakeString` and `ClassificationString`: a board with a rim, recursion in four directions.
fn document_ids(game: &Go, at: &Position) -> Vec<Vec<usize>> {
    let size = game.size();
    let (width, height) = (size.width(), size.height());
    let mut ids = vec![vec![0; width + 2]; height + 2];
    let stone = |x: usize, y: usize| points::read_xy(size, x, y).and_then(|cell| at.stone(cell));
    let mut next = 1;
    for y in 1..=height {
        for x in 1..=width {
            let Some(side) = stone(x, y).filter(|_| ids[y][x] == 0) else {
                continue;
            };
            let mut waiting = vec![(x, y)];
            while let Some((x, y)) = waiting.pop() {
                if stone(x, y) == Some(side) && ids[y][x] == 0 {
                    ids[y][x] = next;
                    waiting.extend([(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]);
                }
            }
            next += 1;
        }
    }
    ids
}

#[test]
fn strings_are_numbered_as_in_the_document() {
    on_random_positions(few_or_many(600, 10_000), |game, at| {
        let size = game.size();
        let seen = chains(game, at);
        let ids = document_ids(game, at);
        let id_at = |cell: usize| {
            let (x, y) = points::write_xy(size, cell);
            ids[y][x]
        };
        let cells = 0..size.points();
        assert!(cells.clone().all(|cell| seen.ids[cell] == id_at(cell)));
        for chain in &seen.all {
            let own = |&cell: &usize| id_at(cell) == chain.id;
            let stones: Vec<usize> = cells.clone().filter(own).collect();
            assert_eq!(chain.stones, stones);
            let around = |cell: usize| {
                let (x, y) = points::write_xy(size, cell);
                let near = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)];
                near.map(|(x, y)| ids[y][x])
            };
            let free = |&cell: &usize| at.stone(cell).is_none() && around(cell).contains(&chain.id);
            let liberties: Vec<usize> = cells.clone().filter(free).collect();
            assert_eq!(chain.liberties, liberties);
            let beside = |other: &usize| {
                stones.iter().any(|&cell| around(cell).contains(other)) && *other != chain.id
            };
            let neighbours: Vec<usize> = (1..=seen.all.len()).filter(beside).collect();
            assert_eq!(chain.neighbours, neighbours);
            assert!(
                neighbours
                    .iter()
                    .all(|&id| seen.get(id).unwrap().side != chain.side)
            );
        }
    });
}

/// The 25 calls of `SetValue` in the document's `EvalBoard`.
const SET_VALUE: [(i32, i32); 25] = [
    (-3, 0),
    (-2, -1),
    (-2, 0),
    (-2, 1),
    (-1, -2),
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (-1, 2),
    (0, -3),
    (0, -2),
    (0, -1),
    (0, 0),
    (0, 1),
    (0, 2),
    (0, 3),
    (1, -2),
    (1, -1),
    (1, 0),
    (1, 1),
    (1, 2),
    (2, -1),
    (2, 0),
    (2, 1),
    (3, 0),
];

/// The document's `EvalBoard`: experiment 1 sets points, experiment 2 counts them.
fn document_value(game: &Go, at: &Position, counts: bool) -> (i32, Vec<Option<Side>>) {
    let size = game.size();
    let (width, height) = (size.width() as i32, size.height() as i32);
    let mut boards = vec![[0; 2]; size.points()];
    for cell in 0..size.points() {
        let Some(side) = at.stone(cell) else { continue };
        let (x, y) = (cell as i32 % width, cell as i32 / width);
        for (dx, dy) in SET_VALUE {
            let (x, y) = (x + dx, y + dy);
            if (0..width).contains(&x) && (0..height).contains(&y) {
                let value = &mut boards[(y * width + x) as usize][side.index()];
                *value = if counts { *value + 1 } else { 1 };
            }
        }
    }
    let mut value = 0;
    let mut total = vec![None; size.points()];
    for cell in 0..size.points() {
        let [black, white] = boards[cell];
        if at.stone(cell).is_some() || black == white {
            continue;
        }
        total[cell] = Some(if black > white {
            Side::First
        } else {
            Side::Second
        });
        value += if black > white { 1 } else { -1 };
    }
    (value, total)
}

#[test]
fn territory_is_that_of_the_documents_loops() {
    on_random_positions(few_or_many(600, 10_000), |game, at| {
        for (see, counts) in [(territory1 as See, false), (territory2, true)] {
            let seen = see(game, at);
            let (value, owners) = document_value(game, at, counts);
            assert_eq!((seen.value, seen.owners), (value, owners));
        }
    });
}

#[test]
fn territory_is_the_same_from_all_sides_and_for_both_colours() {
    let game = game("size=9");
    let size = game.size();
    let mut rng = SplitMix64::new(19);
    for _ in 0..40 {
        let plies = rng.below(70);
        let at = random_position(&game, &mut rng, plies);
        for &symmetry in BoardSymmetry::SQUARE {
            let mut image = Position::EMPTY;
            let mut swapped = Position::EMPTY;
            let mut to = vec![0; size.points()];
            for (cell, image_cell) in to.iter_mut().enumerate() {
                *image_cell = symmetry.cell(size.width(), size.height(), cell);
                image.set(*image_cell, at.stone(cell));
                swapped.set(cell, at.stone(cell).map(|side| !side));
            }
            for see in [territory1 as See, territory2] {
                let (here, there) = (see(&game, &at), see(&game, &image));
                assert_eq!(here.value, there.value);
                let moved = |cell: usize| there.owners[to[cell]] == here.owners[cell];
                assert!((0..size.points()).all(moved));
                assert_eq!(see(&game, &swapped).value, -here.value);
            }
        }
    }
}

#[test]
fn a_lone_stone_in_open_space_gains_24() {
    let game = game("size=19");
    let centre = points::read_gtp(game.size(), "K10").unwrap();
    for see in [territory1 as See, territory2] {
        for side in Side::BOTH {
            let all = gains(&game, &game.start(), side, see);
            let (best, cells) = all.best().unwrap();
            assert_eq!(best, 24);
            assert!(cells.contains(&centre));
            assert_eq!(all.of.len(), 361);
        }
        let mut at = game.start();
        game.play(&mut at, Move::at(centre));
        assert_eq!(see(&game, &at).value, 24);
    }
}

/// A board with stones on GTP vertices.
fn figure(game: &Go, black: &str, white: &str) -> Position {
    let mut at = game.start();
    for (names, side) in [(black, Side::First), (white, Side::Second)] {
        for name in names.split_whitespace() {
            at.set(points::read_gtp(game.size(), name).unwrap(), Some(side));
        }
    }
    at
}

#[test]
fn the_four_faults_are_mended() {
    let game = game("size=9");
    let owner = |at: &Position, see: See, name: &str| {
        see(&game, at).owners[points::read_gtp(game.size(), name).unwrap()]
    };
    let wall = "E1 E2 E3 E4 E5 E6 E7 E8 E9";
    let walled = figure(&game, "D4 D5 D6", wall);
    // Influence does not pass through enemy stones.
    assert_eq!(owner(&walled, territory1, "F5"), None);
    assert_eq!(owner(&walled, territory3, "F5"), Some(Side::Second));
    // Enclosed points are territory although they are far from stones.
    for see in [territory1 as See, territory2] {
        assert_eq!(owner(&walled, see, "J5"), None);
    }
    assert_eq!(owner(&walled, territory3, "J5"), Some(Side::Second));
    // A neighbour weighs more than stones three steps away.
    let near = figure(&game, "E5", "A5 D8");
    assert_eq!(owner(&near, territory2, "D5"), Some(Side::Second));
    assert_eq!(owner(&near, territory3, "D5"), Some(Side::First));
    // Dead stones radiate nothing, and their place is the enemy's.
    let dead = figure(&game, "A2 B2 C1", "A1");
    assert_eq!(owner(&dead, territory1, "B1"), None);
    for name in ["A1", "B1"] {
        assert_eq!(owner(&dead, territory3, name), Some(Side::First));
    }
}

#[test]
fn links_hold_or_are_cut() {
    let game = game("size=9");
    for (black, white, kind, status) in [
        ("C4 C5 E4 E5", "", LinkKind::Bamboo, LinkStatus::Connected),
        ("D4 E5", "", LinkKind::Diagonal, LinkStatus::Connected),
        ("D4 E5", "D5", LinkKind::Diagonal, LinkStatus::Neutral),
    ] {
        let at = figure(&game, black, white);
        let sight = Sight::of(&game, &at, ReadingLimits::QUICK);
        let link = sight.links.iter().find(|link| link.side == Side::First);
        let link = link.unwrap_or_else(|| panic!("no link: {black}"));
        assert_eq!((link.kind, link.status), (kind, status), "{black}; {white}");
        if status == LinkStatus::Neutral {
            let point = points::read_gtp(game.size(), "E4");
            assert_eq!((link.cut, link.join), (point, point));
        }
    }
}

#[test]
fn every_layer_is_there_on_every_kind_of_board() {
    let layers = GoLayers;
    let mut rng = SplitMix64::new(24);
    for options in [
        "size=2",
        "size=3x2",
        "size=5",
        "size=9&scoring=territory",
        "size=13",
    ] {
        let game = game(options);
        for plies in [0, 3, game.size().points() / 2, 3 * game.size().points()] {
            let at = random_position(&game, &mut rng, plies);
            let few = game.size().points() <= 25;
            for layer in layers
                .layers()
                .iter()
                .filter(|layer| few || !matches!(**layer, "gains3" | "candidates"))
            {
                assert!(layers.overlay(&game, &at, layer).is_some(), "{layer}");
                assert!(layers.facts(&game, &at, layer).is_some(), "{layer}");
            }
        }
        assert!(layers.facts(&game, &game.start(), "moods").is_none());
    }
}

#[test]
fn every_stone_and_point_that_is_drawn_has_its_sentence() {
    on_random_positions(6, |game, at| {
        let cells = 0..game.size().points();
        for layer in GoLayers.layers() {
            let overlay = GoLayers.overlay(game, at, layer).unwrap();
            let about = |cell: usize| {
                let says = overlay.about.iter().filter(|one| one.cells.contains(&cell));
                says.count()
            };
            assert!(
                cells
                    .clone()
                    .all(|cell| about(cell) < 2 || *layer == "links")
            );
            assert!(overlay.about.iter().all(|one| {
                !one.cells.is_empty() && one.cells.iter().all(|cell| cells.contains(cell))
            }));
            // Whatever carries a text or a mark of its own can be asked about; crosses and rings of strings say
            // where to play, which the sentence of the string names.
            for label in &overlay.labels {
                assert!(about(label.cell) > 0, "{layer}: nothing about {label:?}");
            }
            if *layer != "strings" {
                for mark in &overlay.marks {
                    assert!(about(mark.cell) > 0, "{layer}: nothing about {mark:?}");
                }
            }
            if ["strings", "groups", "life"].contains(layer) {
                assert!(
                    cells
                        .clone()
                        .all(|cell| about(cell) == usize::from(at.stone(cell).is_some()))
                );
            }
        }
    });
}
