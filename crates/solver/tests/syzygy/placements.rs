//! The order of placements in Syzygy files, as loops: slow, obvious, and independent of the
//! reader's arithmetic.

#![allow(dead_code, reason = "every test file uses a part of it")]

/// The pieces of a table and all their placements, in the order of their indices.
pub(crate) struct Layout {
    /// Letters as in FEN, the file's White upper case.
    pub(crate) pieces: Vec<char>,
    /// Position of the leading pieces in the index; always first here.
    pub(crate) order: u8,
    /// One list of placements, or four: one for each file of the leading pawn.
    pub(crate) tables: Vec<Vec<Vec<usize>>>,
}

fn rank(square: usize) -> usize {
    square / 8
}

fn file(square: usize) -> usize {
    square % 8
}

/// Below the diagonal from a1 to h8.
fn below(square: &usize) -> bool {
    rank(*square) < file(*square)
}

fn on(square: &usize) -> bool {
    rank(*square) == file(*square)
}

/// The corner a1, d1, d4 below its diagonal, and its diagonal.
fn corner() -> (Vec<usize>, Vec<usize>) {
    let near = |square: &usize| file(*square) < 4 && rank(*square) < 4;
    let squares = || (0..64).filter(near);
    (
        squares().filter(below).collect(),
        squares().filter(on).collect(),
    )
}

/// Three different pieces.
pub(crate) fn three(pieces: [char; 3]) -> Layout {
    let (lower, diagonal) = corner();
    let all = || 0..64usize;
    let mut list = Vec::new();
    let mut put = |a: usize, b: usize, c: usize| {
        if a != b && a != c && b != c {
            list.push(vec![a, b, c]);
        }
    };
    for &a in &lower {
        for b in all() {
            all().for_each(|c| put(a, b, c));
        }
    }
    for &a in &diagonal {
        for b in all().filter(below) {
            all().for_each(|c| put(a, b, c));
        }
    }
    for &a in &diagonal {
        for b in all().filter(on) {
            all().filter(below).for_each(|c| put(a, b, c));
        }
    }
    for &a in &diagonal {
        for b in all().filter(on) {
            all().filter(on).for_each(|c| put(a, b, c));
        }
    }
    Layout {
        pieces: pieces.to_vec(),
        order: 0,
        tables: vec![list],
    }
}

/// Two kings and two equal pieces.
pub(crate) fn kings_and_two(piece: char) -> Layout {
    let (lower, diagonal) = corner();
    let mut pairs = Vec::new();
    for both_on_diagonal in [false, true] {
        for &a in lower.iter().chain(&diagonal) {
            for b in 0..64usize {
                let near = rank(a).abs_diff(rank(b)) < 2 && file(a).abs_diff(file(b)) < 2;
                let twice = on(&a) && rank(b) > file(b);
                if !near && !twice && (on(&a) && on(&b)) == both_on_diagonal {
                    pairs.push((a, b));
                }
            }
        }
    }
    let mut list = Vec::new();
    for second in 0..62 {
        for first in 0..second {
            for &(a, b) in &pairs {
                let free: Vec<usize> = (0..64).filter(|&s| s != a && s != b).collect();
                list.push(vec![a, b, free[first], free[second]]);
            }
        }
    }
    Layout {
        pieces: vec!['K', 'k', piece, piece],
        order: 0,
        tables: vec![list],
    }
}

/// A pawn and two kings.
pub(crate) fn pawn() -> Layout {
    let of_file = |file: usize| {
        let mut list = Vec::new();
        for black in 0..62 {
            for white in 0..63 {
                for rank in 1..7 {
                    let pawn = rank * 8 + file;
                    let free: Vec<usize> = (0..64).filter(|&s| s != pawn).collect();
                    let white = free[white];
                    let free: Vec<usize> = free.into_iter().filter(|&s| s != white).collect();
                    list.push(vec![pawn, white, free[black]]);
                }
            }
        }
        list
    };
    Layout {
        pieces: vec!['P', 'K', 'k'],
        order: 0,
        tables: (0..4).map(of_file).collect(),
    }
}
