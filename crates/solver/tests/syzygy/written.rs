//! Syzygy files of our own tables.

use yomikiri_game_api::{Game, Notation, Value};
use yomikiri_games::chess::{Chess, Position};

use crate::endings::Tables;
use crate::placements::Layout;
use crate::writer::{self, Part};

const VALUES: [u8; 4] = [0x71, 0xe8, 0x23, 0x5d];
const ZEROING: [u8; 4] = [0xd7, 0x66, 0x0c, 0xa5];

/// A placement as a position; `None` if it is not legal.
fn position(pieces: &[char], squares: &[usize], turn: char) -> Option<Position> {
    let mut board = String::new();
    for rank in (0..8).rev() {
        for file in 0..8 {
            let piece = squares.iter().position(|&square| square == rank * 8 + file);
            board.push(piece.map_or('1', |piece| pieces[piece]));
        }
        board.push('/');
    }
    let fen = format!("{} {turn} - - 0 1", board.trim_end_matches('/'));
    Chess::default().read_position(&fen).ok()
}

/// Value and distance to zeroing by the rules or our tables.
fn known(zeroing: &Tables, at: &Position) -> (Value, Option<u32>) {
    match Chess::default().outcome(at) {
        Some(end) => (end.value_for(at.turn()), end.winner.map(|_| 0)),
        None => {
            let known = zeroing.look(at).expect("a solved material");
            (known.value, known.distance)
        }
    }
}

/// The table entry of each placement; impossible placements repeat the previous entry.
fn numbers(
    zeroing: &Tables,
    layout: &Layout,
    table: usize,
    turn: char,
    number: impl Fn(Value, Option<u32>) -> Option<u16>,
) -> Vec<u16> {
    let mut before = 0;
    let all = layout.tables[table].iter().map(|squares| {
        let at = position(&layout.pieces, squares, turn);
        let told = at.and_then(|at| {
            let (value, distance) = known(zeroing, &at);
            number(value, distance)
        });
        before = told.unwrap_or(before);
        before
    });
    all.collect()
}

/// The file of values, for both sides.
pub(crate) fn values(zeroing: &Tables, layout: &Layout) -> Vec<u8> {
    let mut parts = Vec::new();
    for table in 0..layout.tables.len() {
        for turn in ['w', 'b'] {
            let values = numbers(zeroing, layout, table, turn, |value, _| {
                Some(match value {
                    Value::Loss => 0,
                    Value::Draw => 2,
                    Value::Win => 4,
                })
            });
            parts.push(Part {
                flags: 0,
                values,
                maps: None,
            });
        }
    }
    writer::file(VALUES, layout, 2, &parts)
}

/// How a file stores distances.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Distances {
    /// White to move, in plies.
    White,
    /// Black to move, in plies, through a map.
    BlackMapped,
    /// Black to move, in moves: one ply may be lost.
    BlackInMoves,
}

/// The file of distances, for one side.
pub(crate) fn distances(zeroing: &Tables, layout: &Layout, how: Distances) -> Vec<u8> {
    let turn = if how == Distances::White { 'w' } else { 'b' };
    let mut parts = Vec::new();
    for table in 0..layout.tables.len() {
        let plies = |value, distance: Option<u32>| {
            let plies = distance.filter(|&plies| plies > 0 && value != Value::Draw)?;
            let less = plies as u16 - 1;
            Some(if how == Distances::BlackInMoves {
                less / 2
            } else {
                less
            })
        };
        let mut part = Part {
            flags: match how {
                Distances::White => 4 | 8,
                Distances::BlackMapped => 1 | 2 | 4 | 8,
                Distances::BlackInMoves => 1,
            },
            values: numbers(zeroing, layout, table, turn, plies),
            maps: None,
        };
        if how == Distances::BlackMapped {
            // The largest distance first.
            let most = *part.values.iter().max().unwrap();
            part.values
                .iter_mut()
                .for_each(|value| *value = most - *value);
            let map: Vec<u8> = (0..=most).rev().map(|value| value as u8).collect();
            part.maps = Some([map.clone(), map.clone(), map.clone(), map]);
        }
        parts.push(part);
    }
    writer::file(ZEROING, layout, 1, &parts)
}
