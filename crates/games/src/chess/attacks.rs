//! Attack sets.
//!
//! A square is a number, a1 = 0, b1 = 1 … h8 = 63; a set of squares is a `u64`. Slides along files
//! and diagonals use subtraction from both ends (hyperbola quintessence, Gerd Isenberg and Aleks
//! Peshkov), slides along ranks a table of half a kilobyte. All tables together are a few
//! kilobytes, so they stay in the L1 cache while the solver uses its own large arrays.

/// A set of squares.
pub(crate) type Set = u64;

pub(crate) const FILE_A: Set = 0x0101_0101_0101_0101;
pub(crate) const FILE_H: Set = FILE_A << 7;
pub(crate) const RANK_1: Set = 0xff;
pub(crate) const RANK_8: Set = RANK_1 << 56;

/// The set with one square.
#[inline(always)]
pub(crate) const fn bit(square: usize) -> Set {
    1 << square
}

/// The squares of a set, lowest first.
#[inline(always)]
pub(crate) fn squares(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let square = set.trailing_zeros() as usize;
            set &= set - 1;
            square
        })
    })
}

/// The lowest square of a set that is not empty.
#[inline(always)]
pub(crate) const fn lowest(set: Set) -> usize {
    debug_assert!(set != 0);
    set.trailing_zeros() as usize & 63
}

const KNIGHT_STEPS: [(i32, i32); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];
const KING_STEPS: [(i32, i32); 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];

const fn steps<const N: usize>(steps: [(i32, i32); N]) -> [Set; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < N {
            let (file, rank) = (square % 8 + steps[i].0, square / 8 + steps[i].1);
            if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                table[square as usize] |= 1 << (rank * 8 + file);
            }
            i += 1;
        }
        square += 1;
    }
    table
}

static KNIGHT: [Set; 64] = steps(KNIGHT_STEPS);
static KING: [Set; 64] = steps(KING_STEPS);
static PAWN: [[Set; 64]; 2] = [steps([(-1, 1), (1, 1)]), steps([(-1, -1), (1, -1)])];

/// The squares of a line through each square, without the square itself.
const fn lines(file_step: i32, rank_step: i32) -> [Set; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut way = -1;
        while way <= 1 {
            let (mut file, mut rank) = (square % 8, square / 8);
            loop {
                file += way * file_step;
                rank += way * rank_step;
                if file < 0 || file > 7 || rank < 0 || rank > 7 {
                    break;
                }
                table[square as usize] |= 1 << (rank * 8 + file);
            }
            way += 2;
        }
        square += 1;
    }
    table
}

static FILES: [Set; 64] = lines(0, 1);
static RISING: [Set; 64] = lines(1, 1);
static FALLING: [Set; 64] = lines(1, -1);

/// Rook attacks along a rank, by the six inner squares of the rank and by file.
static ALONG_RANK: [[u8; 8]; 64] = {
    let mut table = [[0u8; 8]; 64];
    let mut inner = 0;
    while inner < 64 {
        let occupied = inner << 1;
        let mut file = 0;
        while file < 8 {
            let mut way = -1;
            while way <= 1 {
                let mut at = file as i32 + way;
                while at >= 0 && at < 8 {
                    table[inner][file] |= 1 << at;
                    if occupied >> at & 1 == 1 {
                        break;
                    }
                    at += way;
                }
                way += 2;
            }
            file += 1;
        }
        inner += 1;
    }
    table
};

/// The squares between two squares on a common line, exclusive.
static BETWEEN: [[Set; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut from = 0i32;
    while from < 64 {
        let mut i = 0;
        while i < 8 {
            let (dx, dy) = KING_STEPS[i];
            let (mut file, mut rank) = (from % 8, from / 8);
            let mut passed = 0;
            loop {
                file += dx;
                rank += dy;
                if file < 0 || file > 7 || rank < 0 || rank > 7 {
                    break;
                }
                let to = rank * 8 + file;
                table[from as usize][to as usize] = passed;
                passed |= 1 << to;
            }
            i += 1;
        }
        from += 1;
    }
    table
};

#[inline(always)]
fn slide(line: Set, square: usize, occupied: Set) -> Set {
    let on_line = occupied & line;
    let up = on_line.wrapping_sub(bit(square));
    let down = on_line
        .swap_bytes()
        .wrapping_sub(bit(square ^ 56))
        .swap_bytes();
    (up ^ down) & line
}

/// Knight attacks from a square.
#[inline(always)]
pub(crate) fn knight(square: usize) -> Set {
    KNIGHT[square]
}

/// King attacks from a square.
#[inline(always)]
pub(crate) fn king(square: usize) -> Set {
    KING[square]
}

/// Attacks of a pawn of a side (0 White, 1 Black) from a square.
#[inline(always)]
pub(crate) fn pawn(side: usize, square: usize) -> Set {
    PAWN[side][square]
}

/// Bishop attacks from a square.
#[inline(always)]
pub(crate) fn bishop(square: usize, occupied: Set) -> Set {
    slide(RISING[square], square, occupied) | slide(FALLING[square], square, occupied)
}

/// Rook attacks from a square.
#[inline(always)]
pub(crate) fn rook(square: usize, occupied: Set) -> Set {
    let shift = square & 56;
    let inner = (occupied >> shift) as usize >> 1 & 63;
    let along = Set::from(ALONG_RANK[inner][square & 7]) << shift;
    slide(FILES[square], square, occupied) | along
}

/// Queen attacks from a square.
#[inline(always)]
pub(crate) fn queen(square: usize, occupied: Set) -> Set {
    bishop(square, occupied) | rook(square, occupied)
}

/// The squares strictly between two squares on a common rank, file or diagonal; none otherwise.
#[inline(always)]
pub(crate) fn between(from: usize, to: usize) -> Set {
    BETWEEN[from][to]
}

/// Attacks of a set of pawns.
#[inline(always)]
pub(crate) fn pawns(side: usize, pawns: Set) -> Set {
    if side == 0 {
        (pawns & !FILE_A) << 7 | (pawns & !FILE_H) << 9
    } else {
        (pawns & !FILE_A) >> 9 | (pawns & !FILE_H) >> 7
    }
}

/// Squares from which knights attack one of these squares.
#[inline(always)]
pub(crate) fn knights(targets: Set) -> Set {
    let (near_left, near_right) = ((targets & !FILE_A) >> 1, (targets & !FILE_H) << 1);
    let far_left = (targets & !(FILE_A | FILE_A << 1)) >> 2;
    let far_right = (targets & !(FILE_H | FILE_H >> 1)) << 2;
    let (near, far) = (near_left | near_right, far_left | far_right);
    near << 16 | near >> 16 | far << 8 | far >> 8
}

/// Squares from which kings attack one of these squares.
#[inline(always)]
pub(crate) fn kings(targets: Set) -> Set {
    let beside = (targets & !FILE_A) >> 1 | (targets & !FILE_H) << 1;
    let row = targets | beside;
    beside | row << 8 | row >> 8
}

/// Squares from which rooks attack one of these squares across empty squares.
#[inline(always)]
pub(crate) fn rooks(targets: Set, empty: Set) -> Set {
    along::<8>(targets, empty)
        | along::<-8>(targets, empty)
        | along::<1>(targets, empty & !FILE_A)
        | along::<-1>(targets, empty & !FILE_H)
}

/// Squares from which bishops attack one of these squares across empty squares.
#[inline(always)]
pub(crate) fn bishops(targets: Set, empty: Set) -> Set {
    along::<9>(targets, empty & !FILE_A)
        | along::<-9>(targets, empty & !FILE_H)
        | along::<7>(targets, empty & !FILE_H)
        | along::<-7>(targets, empty & !FILE_A)
}

/// The empty squares reached by sliding in one direction from these squares (Kogge-Stone fill).
/// `empty` must not contain the file that a step over the edge would lead to.
#[inline(always)]
fn along<const STEP: i32>(from: Set, empty: Set) -> Set {
    let stepped = |set: Set, steps: i32| match STEP > 0 {
        true => set << (STEP * steps),
        false => set >> (-STEP * steps),
    };
    let (mut come, mut free) = (from, empty);
    come |= free & stepped(come, 1);
    free &= stepped(free, 1);
    come |= free & stepped(come, 2);
    free &= stepped(free, 2);
    come |= free & stepped(come, 4);
    stepped(come, 1) & empty
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Steps along each direction up to the first piece.
    fn walk(square: usize, occupied: Set, directions: &[(i32, i32)]) -> Set {
        let mut set = 0;
        for &(dx, dy) in directions {
            let (mut file, mut rank) = (square as i32 % 8 + dx, square as i32 / 8 + dy);
            while (0..8).contains(&file) && (0..8).contains(&rank) {
                let to = (rank * 8 + file) as usize;
                set |= bit(to);
                if occupied & bit(to) != 0 {
                    break;
                }
                file += dx;
                rank += dy;
            }
        }
        set
    }

    #[test]
    fn slides_agree_with_walking() {
        let (straight, oblique) = (
            [(0, 1), (1, 0), (0, -1), (-1, 0)],
            [(1, 1), (1, -1), (-1, -1), (-1, 1)],
        );
        let mut rng = yomikiri_game_api::SplitMix64::new(7);
        for round in 0..2000 {
            let mut occupied = rng.next_u64();
            for _ in 0..round % 4 {
                occupied &= rng.next_u64();
            }
            for square in 0..64 {
                assert_eq!(rook(square, occupied), walk(square, occupied, &straight));
                assert_eq!(bishop(square, occupied), walk(square, occupied, &oblique));
            }
        }
    }

    #[test]
    fn sets_strike_as_each_of_their_pieces_does() {
        let mut rng = yomikiri_game_api::SplitMix64::new(8);
        for round in 0..2000 {
            let mut targets = rng.next_u64();
            for _ in 0..round % 5 {
                targets &= rng.next_u64();
            }
            let occupied = rng.next_u64() & rng.next_u64() & !targets;
            let each = |strikes: &dyn Fn(usize) -> Set| {
                squares(targets).fold(0, |set, square| set | strikes(square))
            };
            let empty = !occupied;
            assert_eq!(knights(targets), each(&knight));
            assert_eq!(kings(targets), each(&king));
            assert_eq!(
                rooks(targets, empty),
                each(&|square| rook(square, occupied)) & empty
            );
            assert_eq!(
                bishops(targets, empty),
                each(&|square| bishop(square, occupied)) & empty
            );
        }
    }

    #[test]
    fn between_is_what_two_rooks_or_bishops_both_see() {
        for from in 0..64 {
            for to in (0..64).filter(|&to| to != from) {
                let ends = bit(from) | bit(to);
                let straight = rook(from, ends) & bit(to) != 0;
                let oblique = bishop(from, ends) & bit(to) != 0;
                let expected = match (straight, oblique) {
                    (true, _) => rook(from, ends) & rook(to, ends),
                    (_, true) => bishop(from, ends) & bishop(to, ends),
                    _ => 0,
                };
                assert_eq!(between(from, to), expected & !ends, "{from} {to}");
            }
        }
    }
}
