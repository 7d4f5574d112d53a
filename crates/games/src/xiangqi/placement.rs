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
    [36, 24, 6, 6, 6],
    [0, -40, -16, -16, -16],
    [-48, -53, -34, -34, -34],
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
    [0, -1, 0, 0, 0],
    [18, 8, 8, 8, 8],
    [-6, -12, -6, -6, -6],
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
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [21, -8, -8, -8, -8],
    [0, 0, 0, 0, 0],
    [2, 2, -6, 2, 2],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
];

/// Horses on a board of sixteen pieces.
const HORSE: Half = [
    [-17, 14, -15, -76, -18],
    [-57, -39, -59, 2, -68],
    [8, 49, -30, -26, -21],
    [15, -15, 9, -10, -8],
    [44, 13, 49, 16, 8],
    [37, 41, 13, 66, 25],
    [35, 67, 11, 53, 39],
    [81, 36, 31, 22, 60],
    [0, 29, 81, 33, 19],
    [10, 8, 16, 4, 46],
];

/// Rooks on a board of sixteen pieces.
const ROOK: Half = [
    [4, -2, -49, 9, -60],
    [-19, 35, -36, -5, -45],
    [11, 32, 1, -17, -29],
    [69, 61, 23, 22, 6],
    [44, 30, 36, 23, 0],
    [31, 16, 12, 2, -11],
    [29, 25, 14, -1, 0],
    [4, 37, 22, 0, -13],
    [74, 12, 21, 38, 23],
    [56, 20, 8, 13, 2],
];

/// Cannons on a board of sixteen pieces.
const CANNON: Half = [
    [39, -5, -35, -39, -5],
    [40, 12, 62, -20, 13],
    [83, 45, 34, 7, 48],
    [35, -9, -10, 5, 8],
    [83, 16, 42, 24, 23],
    [26, -18, -12, -13, 24],
    [11, -15, 2, 4, 2],
    [-24, -37, -10, 3, -13],
    [-16, -17, -42, -3, -8],
    [-32, -75, -62, -8, -2],
];

/// Pawns on a board of sixteen pieces.
const PAWN: Half = [
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [19, 0, -10, 0, 14],
    [48, 0, 3, 0, 10],
    [84, 98, 50, 80, 34],
    [113, 106, 107, 105, 45],
    [138, 184, 89, 94, 8],
    [141, 136, 83, 38, 14],
    [0, -15, -49, -21, -25],
];

/// What a full board adds for kings.
const KING_ROOM: Half = [
    [83, 44, 0, 0, 0],
    [19, -56, 0, 0, 0],
    [-34, -59, 0, 0, 0],
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
    [0, -4, 0, 0, 0],
    [30, 0, 0, 0, 0],
    [0, -29, 0, 0, 0],
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
    [0, 0, 8, 0, 0],
    [0, 0, 0, 0, 0],
    [46, 0, 0, 0, -23],
    [0, 0, 0, 0, 0],
    [0, 0, -36, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
];

/// What a full board adds for horses.
const HORSE_ROOM: Half = [
    [1, -19, -41, -48, -5],
    [-29, -42, -41, 11, -13],
    [-18, -31, -42, -14, -41],
    [1, -24, -53, -8, -2],
    [0, -25, 6, -52, 0],
    [48, 53, 19, 20, -2],
    [14, 89, 15, 69, 13],
    [11, 36, 23, 19, 4],
    [1, 12, 78, 20, -1],
    [-2, -6, -6, 9, 4],
];

/// What a full board adds for rooks.
const ROOK_ROOM: Half = [
    [-3, -3, 7, -5, 11],
    [-25, -27, -24, -3, -14],
    [-11, 12, -27, 9, 12],
    [-33, 21, -12, -23, -27],
    [-6, 3, -3, -11, -16],
    [-13, 48, 33, 6, -8],
    [-22, 32, 48, 5, -2],
    [-11, -1, -4, 2, -1],
    [6, 41, 10, 38, -11],
    [-5, 34, -1, 1, -31],
];

/// What a full board adds for cannons.
const CANNON_ROOM: Half = [
    [-6, -4, -22, -20, -7],
    [3, -25, 6, -11, -4],
    [7, -3, 0, -15, -13],
    [9, -4, -12, -17, 2],
    [3, 9, 0, -12, -28],
    [45, 23, 5, -29, 33],
    [21, 8, 6, 3, 3],
    [-11, 5, 15, 16, 47],
    [-5, 3, 2, -8, 8],
    [3, -38, -2, -26, 41],
];

/// What a full board adds for pawns.
const PAWN_ROOM: Half = [
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [35, 0, -30, 0, -53],
    [-18, 0, 1, 0, -34],
    [46, 64, 3, -2, -12],
    [-1, 24, 9, -4, -11],
    [-1, -27, -20, 1, -23],
    [0, 34, -15, 7, 10],
    [11, 5, 9, 1, 0],
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
