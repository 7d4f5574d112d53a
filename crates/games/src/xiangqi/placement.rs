//! Piece-square tables: two numbers for every kind and point, from First's view.
//!
//! The first values are from books: pawns gain at the river and around the palace and lose on the
//! last rank, horses want the centre and the enemy half, rooks open files and advanced ranks,
//! cannons the middle file and the last rank, guards and king their usual points. Then they were
//! fitted together with the weights (`weights.rs`), for boards of sixteen pieces and for what a
//! full board adds.

use super::pieces::{FILES, POINTS, RANKS, square_at};

/// A number for every kind and point.
pub(super) type Places = [[i16; POINTS]; 7];

/// By rank from the own side and by distance from the middle file.
pub(super) type Half = [[i16; 5]; RANKS];

/// The halves of both tables, of all kinds.
pub(super) const HALVES: [[&Half; 7]; 2] = [
    [&KING, &ADVISOR, &ELEPHANT, &HORSE, &ROOK, &CANNON, &PAWN],
    [
        &KING_ROOM,
        &ADVISOR_ROOM,
        &ELEPHANT_ROOM,
        &HORSE_ROOM,
        &ROOK_ROOM,
        &CANNON_ROOM,
        &PAWN_ROOM,
    ],
];

/// Kings on a board of sixteen pieces.
const KING: Half = [
    [41, 28, 6, 6, 6],
    [3, -46, -16, -16, -16],
    [-52, -71, -34, -34, -34],
    [-34, -34, -34, -34, -34],
    [-34, -34, -34, -34, -34],
    [-34, -34, -34, -34, -34],
    [-34, -34, -34, -34, -34],
    [-34, -34, -34, -34, -34],
    [-34, -34, -34, -34, -34],
    [-34, -34, -34, -34, -34],
];

/// Advisors on a board of sixteen pieces.
const ADVISOR: Half = [
    [0, -3, 0, 0, 0],
    [20, 8, 8, 8, 8],
    [-6, -15, -6, -6, -6],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
];

/// Elephants on a board of sixteen pieces.
const ELEPHANT: Half = [
    [0, 0, 4, 0, 0],
    [0, 0, 0, 0, 0],
    [30, -8, -8, -8, -16],
    [0, 0, 0, 0, 0],
    [2, 2, -17, 2, 2],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
];

/// Horses on a board of sixteen pieces.
const HORSE: Half = [
    [-16, 7, -11, -80, -20],
    [-65, -37, -37, 0, -79],
    [14, 26, -33, -28, -23],
    [26, -14, 11, -9, -10],
    [33, 23, 56, 20, 9],
    [37, 38, 19, 42, 27],
    [25, 64, 7, 71, 40],
    [73, 39, 24, 25, 64],
    [3, 31, 90, 43, 19],
    [9, 10, 19, 2, 51],
];

/// Rooks on a board of sixteen pieces.
const ROOK: Half = [
    [4, 0, -47, 3, -67],
    [-19, 31, -36, -5, -35],
    [12, 32, -1, -11, -29],
    [58, 45, 25, 22, 7],
    [58, 35, 34, 22, 4],
    [33, 19, 17, 2, -10],
    [31, 26, 17, 3, -1],
    [7, 42, 18, -2, -7],
    [81, 28, 23, 31, 10],
    [59, 28, 9, 6, -7],
];

/// Cannons on a board of sixteen pieces.
const CANNON: Half = [
    [41, 1, -33, -37, -6],
    [44, 21, 70, -13, 15],
    [91, 48, 34, 11, 50],
    [37, -11, -8, 2, 6],
    [81, 18, 38, 25, 23],
    [32, -27, -13, -16, 13],
    [4, -25, 4, 4, 6],
    [-25, -39, -15, -10, -9],
    [-17, -16, -45, -12, -8],
    [-33, -83, -54, -2, 8],
];

/// Pawns on a board of sixteen pieces.
const PAWN: Half = [
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [27, 0, -4, 0, 12],
    [56, 0, 10, 0, 13],
    [85, 100, 70, 86, 36],
    [102, 117, 109, 83, 36],
    [131, 188, 92, 76, 8],
    [133, 155, 79, 37, 16],
    [-2, -14, -39, -19, -24],
];

/// What a full board adds for kings.
const KING_ROOM: Half = [
    [89, 54, 0, 0, 0],
    [20, -64, 0, 0, 0],
    [-38, -65, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
];

/// What a full board adds for advisors.
const ADVISOR_ROOM: Half = [
    [0, -10, 0, 0, 0],
    [32, 0, 0, 0, 0],
    [0, -31, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
];

/// What a full board adds for elephants.
const ELEPHANT_ROOM: Half = [
    [0, 0, 5, 0, 0],
    [0, 0, 0, 0, 0],
    [48, 0, 0, 0, -31],
    [0, 0, 0, 0, 0],
    [0, 0, -29, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
];

/// What a full board adds for horses.
const HORSE_ROOM: Half = [
    [0, -22, -38, -49, -4],
    [-28, -49, -51, 10, -14],
    [-16, -12, -49, -15, -43],
    [2, -26, -58, -9, -3],
    [1, -23, 6, -53, -1],
    [43, 58, 19, 23, -1],
    [12, 96, 14, 68, 11],
    [13, 37, 20, 18, 5],
    [0, 13, 100, 19, -2],
    [-3, -7, -7, 8, 3],
];

/// What a full board adds for rooks.
const ROOK_ROOM: Half = [
    [-4, -2, 5, -6, 5],
    [-27, -26, -26, -5, -14],
    [-13, 13, -28, 10, 6],
    [-33, 22, -12, -23, -27],
    [-7, 0, 0, -8, -16],
    [-10, 41, 35, 5, -6],
    [-22, 35, 52, 9, 1],
    [-10, 1, -1, -1, -1],
    [7, 47, 10, 36, -12],
    [-4, 34, -2, 2, -30],
];

/// What a full board adds for cannons.
const CANNON_ROOM: Half = [
    [-7, -4, -21, -19, -8],
    [2, -25, 3, -8, -3],
    [8, -5, 0, -18, -13],
    [6, -7, -11, -20, 0],
    [6, 6, 0, -13, -30],
    [60, 21, 3, -27, 31],
    [24, 15, 7, 10, 7],
    [-12, 4, 13, 4, 47],
    [-5, 4, 0, -5, 10],
    [2, -38, -3, -21, 44],
];

/// What a full board adds for pawns.
const PAWN_ROOM: Half = [
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [44, 0, -35, 0, -63],
    [-20, 0, 4, 0, -44],
    [38, 84, 6, -2, -16],
    [0, 24, 13, 2, -9],
    [-2, -28, -24, -3, -24],
    [-2, 36, -16, 8, 9],
    [10, 4, 8, 0, -1],
];

/// The board is symmetric.
pub(super) const fn both_halves(halves: [&Half; 7]) -> Places {
    let mut table = [[0; POINTS]; 7];
    let mut kind = 0;
    while kind < 7 {
        let mut rank = 0;
        while rank < RANKS {
            let mut file: usize = 0;
            while file < FILES {
                let off = file.abs_diff(4);
                table[kind][square_at(file, rank) as usize] = halves[kind][rank][off];
                file += 1;
            }
            rank += 1;
        }
        kind += 1;
    }
    table
}

/// By kind and point, on a board of sixteen pieces.
pub static PLACEMENT: Places = both_halves(HALVES[0]);

/// The adjustment for sixteen additional pieces, by kind and point.
pub static ROOM: Places = both_halves(HALVES[1]);
