//! Where men stand well: one number for every kind and point, as First sees the board.
//!
//! The numbers began as what the books say: pawns gain at the river and around the palace and lose
//! on the last rank, horses want the centre and the enemy's half, rooks open files and far ranks,
//! cannons the middle file and the last rank, the guards their usual points, the king its own. Then
//! those of pawns, horses, rooks and cannons were fitted together with the weights (`weights.rs`).

use super::men::{FILES, Kind, POINTS, RANKS, square_at};

/// Pawns, by rank from the own side and by distance from the middle file.
const PAWN: [[i16; 5]; RANKS] = [
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [14, 0, -29, 0, 6],
    [24, 0, 5, 0, 15],
    [80, 97, 52, 53, 40],
    [97, 93, 98, 99, 53],
    [130, 162, 97, 87, 44],
    [129, 124, 82, 43, 27],
    [21, 16, -15, 2, -9],
];

/// Horses.
const HORSE: [[i16; 5]; RANKS] = [
    [-23, 19, -9, -67, -17],
    [-55, -23, -43, -6, -37],
    [8, 50, -25, -2, -7],
    [5, -12, 1, 2, 5],
    [36, 22, 67, 21, 5],
    [39, 43, 21, 50, 14],
    [59, 32, 15, 41, 30],
    [55, 44, 34, 39, 40],
    [-3, 38, 59, 20, 12],
    [0, 4, 13, -5, 7],
];

/// Rooks.
const ROOK: [[i16; 5]; RANKS] = [
    [3, 3, -49, 11, -36],
    [-5, 18, -35, -5, -47],
    [1, 36, 5, -13, -25],
    [53, 62, 28, 19, 19],
    [26, 20, 34, 24, -4],
    [37, 21, 14, 2, -11],
    [29, 25, 27, 10, 4],
    [16, 24, 25, -2, -4],
    [48, 2, 17, 51, 18],
    [29, 11, -6, 8, -4],
];

/// Cannons.
const CANNON: [[i16; 5]; RANKS] = [
    [19, -28, -29, -28, 0],
    [14, -13, 52, -26, -1],
    [68, 28, 26, 3, 38],
    [9, -24, 2, 27, -2],
    [83, 10, 33, 9, 21],
    [25, -8, -17, -26, 29],
    [3, -14, -4, 3, -21],
    [-1, -4, 14, 37, 6],
    [1, -1, -17, -13, 4],
    [-6, -41, -35, -24, -27],
];

const fn guard(kind: Kind, rank: usize, off: usize) -> i16 {
    match (kind, rank, off) {
        (Kind::King, 0, 0) => 16,
        (Kind::King, 0, _) => 6,
        (Kind::King, 1, _) => -16,
        (Kind::King, _, _) => -34,
        (Kind::Advisor, 1, _) => 8,
        (Kind::Advisor, 2, _) => -6,
        (Kind::Elephant, 2, 0) => 14,
        (Kind::Elephant, 2, _) => -8,
        (Kind::Elephant, 4, _) => 2,
        _ => 0,
    }
}

/// By kind and point.
pub static PLACEMENT: [[i16; POINTS]; 7] = {
    let mut table = [[0; POINTS]; 7];
    let mut kind = 0;
    while kind < 7 {
        let mut rank = 0;
        while rank < RANKS {
            let mut file = 0;
            while file < FILES {
                let off = file.abs_diff(4);
                table[kind][square_at(file, rank) as usize] = match Kind::ALL[kind] {
                    Kind::Pawn => PAWN[rank][off],
                    Kind::Horse => HORSE[rank][off],
                    Kind::Rook => ROOK[rank][off],
                    Kind::Cannon => CANNON[rank][off],
                    other => guard(other, rank, off),
                };
                file += 1;
            }
            rank += 1;
        }
        kind += 1;
    }
    table
};
