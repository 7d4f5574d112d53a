//! Attack tables on an empty board and along occupied rows and columns, computed at compile time.
//!
//! Rook and cannon are looked up by rows and columns: the nine (ten) occupancy bits of a row
//! (column) give the points they reach. This is the preset table of section 4.3 of the thesis, with
//! bits instead of lists.

#![allow(long_running_const_eval)] // a few hundred thousand steps, once per build

use super::pieces::{FILES, POINTS, RANKS, Square, file_of, rank_of, square_at};

/// A set of points, one bit each.
pub(super) type Set = u128;

/// Single points as sets: a load is cheaper than a shift of 128 bits.
static BITS: [Set; POINTS] = {
    let mut table = [0; POINTS];
    let mut at = 0;
    while at < POINTS {
        table[at] = 1 << at;
        at += 1;
    }
    table
};

/// The set of one point.
#[inline(always)]
pub(super) fn bit_of(square: Square) -> Set {
    BITS[square as usize]
}

/// The points of a set in order.
#[inline(always)]
pub(super) fn points(set: Set) -> Points {
    Points(set as u64, (set >> 64) as u64)
}

/// Iterates over a set, a word at a time.
pub(super) struct Points(u64, u64);

impl Iterator for Points {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        if self.0 != 0 {
            let at = self.0.trailing_zeros();
            self.0 &= self.0 - 1;
            return Some(at as Square);
        }
        if self.1 != 0 {
            let at = self.1.trailing_zeros();
            self.1 &= self.1 - 1;
            return Some(at as Square + 64);
        }
        None
    }
}

/// Targets of slides on one line of up to ten points, given its occupancy.
#[derive(Copy, Clone)]
pub(super) struct Slide {
    /// Empty points up to the first pieces.
    pub quiet: u16,
    /// The first piece in each direction, which a rook captures.
    pub first: u16,
    /// The second piece in each direction, which a cannon captures.
    pub second: u16,
    _pad: u16,
}

const fn slide(length: usize, at: usize, occupied: usize) -> Slide {
    let (mut quiet, mut first, mut second) = (0u16, 0u16, 0u16);
    let mut way = 0;
    while way < 2 {
        let mut seen = 0;
        let mut point = at as isize;
        loop {
            point += if way == 0 { -1 } else { 1 };
            if point < 0 || point >= length as isize {
                break;
            }
            let here = 1u16 << point;
            if occupied >> point & 1 == 1 {
                seen += 1;
                if seen == 1 {
                    first |= here;
                } else {
                    second |= here;
                    break;
                }
            } else if seen == 0 {
                quiet |= here;
            }
        }
        way += 1;
    }
    Slide {
        quiet,
        first,
        second,
        _pad: 0,
    }
}

/// By file and occupancy of the rank.
pub(super) static ALONG_RANK: [[Slide; 1 << FILES]; FILES] = {
    let mut table = [[slide(1, 0, 0); 1 << FILES]; FILES];
    let mut at = 0;
    while at < FILES {
        let mut occupied = 0;
        while occupied < 1 << FILES {
            table[at][occupied] = slide(FILES, at, occupied);
            occupied += 1;
        }
        at += 1;
    }
    table
};

/// By rank and occupancy of the file.
pub(super) static ALONG_FILE: [[Slide; 1 << RANKS]; RANKS] = {
    let mut table = [[slide(1, 0, 0); 1 << RANKS]; RANKS];
    let mut at = 0;
    while at < RANKS {
        let mut occupied = 0;
        while occupied < 1 << RANKS {
            table[at][occupied] = slide(RANKS, at, occupied);
            occupied += 1;
        }
        at += 1;
    }
    table
};

/// The leftmost file as First sees it.
pub(super) const LEFT_FILE: Set = {
    let (mut set, mut rank) = (0, 0);
    while rank < RANKS {
        set |= 1 << (rank * FILES);
        rank += 1;
    }
    set
};

/// Ten bits of a file as points of file `a`.
pub(super) static SPREAD: [Set; 1 << RANKS] = {
    let mut table = [0; 1 << RANKS];
    let mut bits = 0;
    while bits < 1 << RANKS {
        let mut rank = 0;
        while rank < RANKS {
            if bits >> rank & 1 == 1 {
                table[bits] |= 1 << (rank * FILES);
            }
            rank += 1;
        }
        bits += 1;
    }
    table
};

/// The point a step away, if it is on the board.
pub(super) const fn step(from: Square, dx: isize, dy: isize) -> Option<Square> {
    let file = file_of(from) as isize + dx;
    let rank = rank_of(from) as isize + dy;
    if file < 0 || file >= FILES as isize || rank < 0 || rank >= RANKS as isize {
        None
    } else {
        Some(square_at(file as usize, rank as usize))
    }
}

/// Both palaces.
pub(super) const PALACES: Set = {
    let mut set = 0;
    let mut rank = 0;
    while rank < 3 {
        set |= 0b111 << (rank * FILES + 3) | 0b111 << ((rank + 7) * FILES + 3);
        rank += 1;
    }
    set
};

/// First's half of the board.
pub(super) const HALF: [Set; 2] = [(1 << 45) - 1, ((1 << 45) - 1) << 45];

const fn has(set: Set, square: Square) -> bool {
    set >> square & 1 == 1
}

const ORTHOGONAL: [(isize, isize); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];
const DIAGONAL: [(isize, isize); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];

/// Steps of a king.
pub(super) static KING_STEPS: [Set; POINTS] = palace_steps(ORTHOGONAL);
/// Steps of an advisor.
pub(super) static ADVISOR_STEPS: [Set; POINTS] = palace_steps(DIAGONAL);

const fn palace_steps(ways: [(isize, isize); 4]) -> [Set; POINTS] {
    let mut table = [0; POINTS];
    let mut from = 0;
    while from < POINTS {
        let mut way = 0;
        while way < 4 {
            let (dx, dy) = ways[way];
            if let Some(to) = step(from as Square, dx, dy)
                && has(PALACES, from as Square)
                && has(PALACES, to)
            {
                table[from] |= 1 << to;
            }
            way += 1;
        }
        from += 1;
    }
    table
}

/// The points a pawn steps to, by side.
pub(super) static PAWN_STEPS: [[Set; POINTS]; 2] = {
    let mut table = [[0; POINTS]; 2];
    let mut side = 0;
    while side < 2 {
        let mut from = 0;
        while from < POINTS {
            let forward = if side == 0 { 1 } else { -1 };
            if let Some(to) = step(from as Square, 0, forward) {
                table[side][from] |= 1 << to;
            }
            if !has(HALF[side], from as Square) {
                if let Some(to) = step(from as Square, -1, 0) {
                    table[side][from] |= 1 << to;
                }
                if let Some(to) = step(from as Square, 1, 0) {
                    table[side][from] |= 1 << to;
                }
            }
            from += 1;
        }
        side += 1;
    }
    table
};

/// The points from which a side's pawn attacks a point.
pub(super) static PAWN_SOURCES: [[Set; POINTS]; 2] = {
    let mut table = [[0; POINTS]; 2];
    let mut side = 0;
    while side < 2 {
        let mut from = 0;
        while from < POINTS {
            let mut to = 0;
            while to < POINTS {
                if has(PAWN_STEPS[side][from], to as Square) {
                    table[side][to] |= 1 << from;
                }
                to += 1;
            }
            from += 1;
        }
        side += 1;
    }
    table
};

/// An elephant's two-point steps with the eye that must be empty.
#[derive(Copy, Clone)]
pub(super) struct Hop {
    pub to: Square,
    pub over: Square,
}

/// Steps of an elephant, which stays on its half; the first `count` are valid.
#[derive(Copy, Clone)]
pub(super) struct Hops<const MOST: usize = 4> {
    hops: [Hop; MOST],
    count: usize,
}

impl<const MOST: usize> Hops<MOST> {
    #[inline(always)]
    pub(super) fn iter(&self) -> std::slice::Iter<'_, Hop> {
        self.hops[..self.count].iter()
    }
}

pub(super) static ELEPHANT_HOPS: [Hops; POINTS] = {
    let none = Hops {
        hops: [Hop { to: 0, over: 0 }; 4],
        count: 0,
    };
    let mut table = [none; POINTS];
    let mut from = 0;
    while from < POINTS {
        let mut way = 0;
        while way < 4 {
            let (dx, dy) = DIAGONAL[way];
            if let Some(to) = step(from as Square, 2 * dx, 2 * dy)
                && let Some(over) = step(from as Square, dx, dy)
                && has(HALF[0], from as Square) == has(HALF[0], to)
            {
                let hops = &mut table[from];
                hops.hops[hops.count] = Hop { to, over };
                hops.count += 1;
            }
            way += 1;
        }
        from += 1;
    }
    table
};

/// A horse's targets by the four bits of its legs: below, left, right, above (1 = blocked).
pub(super) static HORSE_STEPS: [[Set; 16]; POINTS] = {
    let mut table = [[0; 16]; POINTS];
    let mut from = 0;
    while from < POINTS {
        let mut legs = 0;
        while legs < 16 {
            table[from][legs] = horse_targets(from as Square, legs);
            legs += 1;
        }
        from += 1;
    }
    table
};

/// The points from which a horse reaches a point, each with its leg, in the order of their numbers.
pub(super) static HORSE_ORIGINS: [Hops<8>; POINTS] = {
    let none = Hops {
        hops: [Hop { to: 0, over: 0 }; 8],
        count: 0,
    };
    let mut table = [none; POINTS];
    let mut to = 0;
    while to < POINTS {
        let mut from = 0;
        while from < POINTS {
            let mut way = 0;
            // The leg is along the longer way.
            while way < 8 {
                let (dx, dy) = [
                    (2, 1),
                    (2, -1),
                    (-2, 1),
                    (-2, -1),
                    (1, 2),
                    (-1, 2),
                    (1, -2),
                    (-1, -2),
                ][way];
                if let Some(reached) = step(from as Square, dx, dy)
                    && reached as usize == to
                    && let Some(over) = step(from as Square, dx / 2, dy / 2)
                {
                    let hops = &mut table[to];
                    hops.hops[hops.count] = Hop {
                        to: from as Square,
                        over,
                    };
                    hops.count += 1;
                }
                way += 1;
            }
            from += 1;
        }
        to += 1;
    }
    table
};

const fn horse_targets(from: Square, legs: usize) -> Set {
    let mut set = 0;
    let mut leg = 0;
    while leg < 4 {
        if legs >> leg & 1 == 0 {
            let (dx, dy) = ORTHOGONAL[leg];
            let mut bend = -1;
            while bend <= 1 {
                // Two points along the leg, one to either side.
                let (x, y) = if dx == 0 {
                    (bend, 2 * dy)
                } else {
                    (2 * dx, bend)
                };
                if let Some(to) = step(from, x, y) {
                    set |= 1 << to;
                }
                bend += 2;
            }
        }
        leg += 1;
    }
    set
}

/// Numbers of the points of the palaces; 18 for all others.
pub(super) static PALACE_NUMBER: [u8; POINTS] = {
    let mut table = [18; POINTS];
    let (mut at, mut number) = (0, 0);
    while at < POINTS {
        if has(PALACES, at as Square) {
            table[at] = number;
            number += 1;
        }
        at += 1;
    }
    table
};

/// Possible threats to a king on one point.
pub(super) struct Throne {
    /// Row and column without the point itself.
    pub cross: Set,
    /// Points from which a horse with a free leg attacks it.
    pub horses: Set,
    /// The points strictly between it and a point of its cross; empty for others.
    pub between: [Set; POINTS],
    /// The leg of a horse on a point of `horses`.
    pub leg: [Square; POINTS],
}

/// By [`PALACE_NUMBER`].
pub(super) static THRONES: [Throne; 18] = {
    const NONE: Throne = Throne {
        cross: 0,
        horses: 0,
        between: [0; POINTS],
        leg: [0; POINTS],
    };
    let mut table = [NONE; 18];
    let mut at = 0;
    while at < POINTS {
        if PALACE_NUMBER[at] < 18 {
            table[PALACE_NUMBER[at] as usize] = throne(at as Square);
        }
        at += 1;
    }
    table
};

const fn throne(king: Square) -> Throne {
    let mut throne = Throne {
        cross: 0,
        horses: 0,
        between: [0; POINTS],
        leg: [0; POINTS],
    };
    let mut way = 0;
    while way < 4 {
        let (dx, dy) = ORTHOGONAL[way];
        let mut passed = 0;
        let mut at = king;
        while let Some(next) = step(at, dx, dy) {
            throne.cross |= 1 << next;
            throne.between[next as usize] = passed;
            passed |= 1 << next;
            at = next;
        }
        way += 1;
    }
    let mut from = 0;
    while from < POINTS {
        let mut leg = 0;
        while leg < 4 {
            // With only this leg free, does it reach the king?
            if has(horse_targets(from as Square, 15 ^ (1 << leg)), king) {
                let (dx, dy) = ORTHOGONAL[leg];
                if let Some(square) = step(from as Square, dx, dy) {
                    throne.horses |= 1 << from;
                    throne.leg[from] = square;
                }
            }
            leg += 1;
        }
        from += 1;
    }
    throne
}

/// Zobrist keys by piece and point.
pub(super) static PIECE_KEYS: [[u64; POINTS]; 16] = {
    let mut table = [[0; POINTS]; 16];
    let mut state = 0x5849_414E_4751_4931;
    let mut piece = 0;
    while piece < 16 {
        let mut at = 0;
        while at < POINTS {
            state = next_key(state);
            table[piece][at] = mixed(state);
            at += 1;
        }
        piece += 1;
    }
    table
};

/// Zobrist key of Second to move.
pub(super) const TURN_KEY: u64 = mixed(0x7475_726E);

const fn next_key(state: u64) -> u64 {
    state.wrapping_add(0x9E37_79B9_7F4A_7C15)
}

/// The mixing step of SplitMix64.
const fn mixed(state: u64) -> u64 {
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
