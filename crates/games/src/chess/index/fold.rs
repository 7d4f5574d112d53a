//! Symmetries of the board, and pairs of kings up to symmetry.
//!
//! Without pawns the board has eight symmetries: White's king is moved to the triangle a1-d1-d4
//! and, if it is on the long diagonal, Black's below it: 462 pairs. With pawns only the mirror of
//! files is left, which the pawn placements handle; every pair of squares is possible for the
//! kings.

/// Flips files (1) and ranks (2), then swaps files with ranks (4).
pub(crate) type Turn = usize;

pub(crate) const SWAP: Turn = 4;
pub(crate) const MIRROR: Turn = 1;

/// By symmetry and square: the image.
pub(crate) static TURNED: [[u8; 64]; 8] = {
    let mut table = [[0; 64]; 8];
    let mut turn = 0;
    while turn < 8 {
        let mut square = 0;
        while square < 64 {
            table[turn][square] = turned(turn, square) as u8;
            square += 1;
        }
        turn += 1;
    }
    table
};

const fn turned(turn: usize, square: usize) -> usize {
    let mut at = square;
    if turn & 1 != 0 {
        at ^= 7;
    }
    if turn & 2 != 0 {
        at ^= 56;
    }
    if turn & 4 != 0 {
        at = (at & 7) << 3 | at >> 3;
    }
    at
}

pub(crate) const fn touch(one: usize, other: usize) -> bool {
    let (files, ranks) = (
        (one & 7).abs_diff(other & 7),
        (one >> 3).abs_diff(other >> 3),
    );
    files <= 1 && ranks <= 1
}

/// Below the long diagonal a1-h8 (-1), on it (0) or above (1).
const fn side_of_diagonal(square: usize) -> i32 {
    let (file, rank) = ((square & 7) as i32, (square >> 3) as i32);
    if rank == file {
        0
    } else if rank < file {
        -1
    } else {
        1
    }
}

/// Two kings up to symmetry.
#[derive(Copy, Clone)]
pub(crate) struct Folded {
    /// The number of the pair; [`NONE`] if they are adjacent.
    pub(crate) pair: u16,
    /// The symmetry that maps them there.
    pub(crate) turn: u8,
    /// Whether both kings are on the diagonal, so that the other pieces must decide.
    pub(crate) both_on_diagonal: bool,
}

/// The identity.
pub(crate) const AS_IT_IS: Folded = Folded {
    pair: 0,
    turn: 0,
    both_on_diagonal: false,
};

pub(crate) const NONE: u16 = u16::MAX;
/// Pairs of kings without pawns.
pub(crate) const TRIANGLE_PAIRS: usize = 462;
/// Pairs of kings with pawns: every two squares. The eighth of the pairs with adjacent kings stays
/// empty. In return every king step is an addition, and neighbours in the file are neighbours on
/// the board, which compresses better.
pub(crate) const ALL_PAIRS: usize = 4096;

struct Tables {
    triangle: [[Folded; 64]; 64],
    triangle_kings: [[u8; 2]; TRIANGLE_PAIRS],
}

static TABLES: Tables = {
    let nothing = Folded {
        pair: NONE,
        turn: 0,
        both_on_diagonal: false,
    };
    let mut tables = Tables {
        triangle: [[nothing; 64]; 64],
        triangle_kings: [[0; 2]; TRIANGLE_PAIRS],
    };
    let mut in_triangle = 0;
    // 1. Number the canonical pairs.
    let mut white = 0;
    while white < 64 {
        let (file, rank) = (white & 7, white >> 3);
        let wanted = file < 4 && rank <= file;
        let mut black = 0;
        while black < 64 {
            if !touch(white, black) {
                let free = side_of_diagonal(white) == 0;
                if wanted && !(free && side_of_diagonal(black) > 0) {
                    tables.triangle[white][black] = Folded {
                        pair: in_triangle as u16,
                        turn: 0,
                        both_on_diagonal: free && side_of_diagonal(black) == 0,
                    };
                    tables.triangle_kings[in_triangle] = [white as u8, black as u8];
                    in_triangle += 1;
                }
            }
            black += 1;
        }
        white += 1;
    }
    assert!(in_triangle == TRIANGLE_PAIRS);
    // 2. Map the others by their symmetry.
    white = 0;
    while white < 64 {
        let mut turn = ((white & 7) > 3) as usize | (((white >> 3) > 3) as usize) << 1;
        let corner = turned(turn, white);
        if side_of_diagonal(corner) > 0 {
            turn |= SWAP;
        }
        let mut black = 0;
        while black < 64 {
            if !touch(white, black) {
                let mut own = turn;
                if side_of_diagonal(corner) == 0 && side_of_diagonal(turned(turn, black)) > 0 {
                    own |= SWAP;
                }
                let (to_white, to_black) = (turned(own, white), turned(own, black));
                let found = tables.triangle[to_white][to_black];
                tables.triangle[white][black] = Folded {
                    pair: found.pair,
                    turn: own as u8,
                    both_on_diagonal: found.both_on_diagonal,
                };
            }
            black += 1;
        }
        white += 1;
    }
    tables
};

/// Two kings on a board without pawns.
#[inline(always)]
pub(crate) fn in_triangle(white: usize, black: usize) -> Folded {
    TABLES.triangle[white][black]
}

/// The kings of a pair without pawns.
#[inline(always)]
pub(crate) fn triangle_kings(pair: usize) -> [u8; 2] {
    TABLES.triangle_kings[pair]
}

/// The number of two kings with pawns on the board; they must not be adjacent.
#[inline(always)]
pub(crate) fn pair(white: usize, black: usize) -> u16 {
    (white << 6 | black) as u16
}

/// The kings of a pair with pawns.
#[inline(always)]
pub(crate) fn pair_kings(pair: usize) -> [u8; 2] {
    [(pair >> 6) as u8, (pair & 63) as u8]
}

/// The squares on and below the long diagonal.
pub(crate) const BELOW_DIAGONAL: u64 = {
    let (mut set, mut square) = (0, 0);
    while square < 64 {
        if side_of_diagonal(square) <= 0 {
            set |= 1 << square;
        }
        square += 1;
    }
    set
};

/// The preimage of a set of squares under a symmetry.
#[inline(always)]
pub(crate) fn unturned(turn: u8, images: u64) -> u64 {
    if turn == 0 {
        return images;
    }
    let mut set = images;
    if turn & 4 != 0 {
        set = swapped(set);
    }
    if turn & 2 != 0 {
        set = set.swap_bytes();
    }
    if turn & 1 != 0 {
        // Bits within bytes: the files.
        set = set.swap_bytes().reverse_bits();
    }
    set
}

/// Transposes files and ranks: blocks of one, two and four squares across the diagonal are swapped.
#[inline(always)]
const fn swapped(mut set: u64) -> u64 {
    let mut change = 0x0f0f_0f0f_0000_0000 & (set ^ set << 28);
    set ^= change ^ change >> 28;
    change = 0x3333_0000_3333_0000 & (set ^ set << 14);
    set ^= change ^ change >> 14;
    change = 0x5500_5500_5500_5500 & (set ^ set << 7);
    set ^ change ^ change >> 7
}

/// Whether a canonical pair has both kings on the diagonal.
#[inline(always)]
pub(crate) fn is_on_diagonal(white: usize, black: usize) -> bool {
    side_of_diagonal(white) == 0 && side_of_diagonal(black) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_turned_as_squares_are() {
        for (turn, to) in TURNED.iter().enumerate() {
            for (square, image) in to.iter().enumerate() {
                let image = 1 << image;
                assert_eq!(unturned(turn as u8, image), 1 << square, "{turn} {square}");
            }
        }
    }
}
