//! How Syzygy files index placements: the facts of the format, each number computed.
//!
//! Squares are a1 = 0 … h8 = 63. Without pawns the board has eight symmetries, with pawns one; the
//! leading pieces are moved to the corner a1–d1–d4, or the leading pawn to the files a to d.

/// Maximum number of pieces in files.
pub(super) const MOST_PIECES: usize = 7;
/// Placements of two kings, up to symmetry.
pub(super) const KING_PAIRS: u64 = 462;
/// Placements of three different pieces, up to symmetry.
pub(super) const TRIPLES: u64 = 6 * 63 * 62 + 4 * 28 * 62 + 4 * 7 * 28 + 4 * 7 * 6;

/// Binomial coefficient.
pub(super) const fn choose(n: u64, k: u64) -> u64 {
    if k > n {
        return 0;
    }
    let mut ways = 1;
    let mut i = 0;
    while i < k {
        ways = ways * (n - i) / (i + 1);
        i += 1;
    }
    ways
}

const fn file(square: usize) -> usize {
    square & 7
}

const fn rank(square: usize) -> usize {
    square >> 3
}

const fn on_diagonal(square: usize) -> bool {
    file(square) == rank(square)
}

/// Above the diagonal from a1 to h8.
const fn is_above(square: usize) -> bool {
    rank(square) > file(square)
}

/// The index of a square in the corner a1–d1–d4: first those below the diagonal, row by row, then
/// the diagonal.
const fn corner(square: usize) -> usize {
    match (rank(square), file(square)) {
        (rank, file) if rank == file => 6 + rank,
        (0, file) => file - 1,
        (1, file) => file + 1,
        (_, _) => 5,
    }
}

/// The index of a square below the diagonal of the whole board, row by row.
const fn lower(square: usize) -> usize {
    let (rank, file) = (rank(square), file(square));
    // Row r has 7 - r squares below the diagonal.
    rank * 7 - rank * (rank.saturating_sub(1)) / 2 + file - rank - 1
}

/// The index of a pair of kings by the first one's index in the corner and the second one's square.
/// Pairs with both on the diagonal come last.
const PAIRS: [[u16; 64]; 10] = {
    const CORNER: [usize; 10] = [1, 2, 3, 10, 11, 19, 0, 9, 18, 27];
    let mut pairs = [[u16::MAX; 64]; 10];
    let mut next = 0;
    let mut both_on_diagonal = 0;
    while both_on_diagonal < 2 {
        let mut first = 0;
        while first < 10 {
            let one = CORNER[first];
            let mut other = 0;
            while other < 64 {
                let near =
                    rank(one).abs_diff(rank(other)) <= 1 && file(one).abs_diff(file(other)) <= 1;
                let twice = on_diagonal(one) && is_above(other);
                let both = (on_diagonal(one) && on_diagonal(other)) as usize;
                if !near && !twice && both == both_on_diagonal {
                    pairs[first][other] = next;
                    next += 1;
                }
                other += 1;
            }
            first += 1;
        }
        both_on_diagonal += 1;
    }
    assert!(next as u64 == KING_PAIRS);
    pairs
};

/// Moves the leading pieces of a placement without pawns to the corner; `leading` of them count.
pub(super) fn fold_pieces(squares: &mut [usize], leading: usize) {
    if file(squares[0]) > 3 {
        squares.iter_mut().for_each(|square| *square ^= 7);
    }
    if rank(squares[0]) > 3 {
        squares.iter_mut().for_each(|square| *square ^= 56);
    }
    let decides = squares.iter().position(|&square| !on_diagonal(square));
    if decides.is_some_and(|piece| piece < leading && is_above(squares[piece])) {
        for square in squares {
            *square = rank(*square) | file(*square) << 3;
        }
    }
}

/// The index of a pair of kings in the corner; `None` if they are adjacent.
pub(super) fn pair(first: usize, second: usize) -> Option<u64> {
    let number = PAIRS[corner(first)][second];
    (number != u16::MAX).then_some(u64::from(number))
}

/// The index of three different pieces in the corner.
pub(super) fn triple(a: usize, b: usize, c: usize) -> u64 {
    let passed_b = usize::from(b > a);
    let passed_c = usize::from(c > a) + usize::from(c > b);
    let number = if !on_diagonal(a) {
        corner(a) * 63 * 62 + (b - passed_b) * 62 + (c - passed_c)
    } else if !on_diagonal(b) {
        6 * 63 * 62 + rank(a) * 28 * 62 + lower(b) * 62 + (c - passed_c)
    } else if !on_diagonal(c) {
        6 * 63 * 62 + 4 * 28 * 62 + rank(a) * 7 * 28 + (rank(b) - passed_b) * 28 + lower(c)
    } else {
        6 * 63 * 62
            + 4 * 28 * 62
            + 4 * 7 * 28
            + rank(a) * 7 * 6
            + (rank(b) - passed_b) * 6
            + (rank(c) - passed_c)
    };
    number as u64
}

/// The rank of a pawn's square in the order of leading pawns: edge before centre, less advanced
/// before more, left half before right. The leading pawn has the largest number.
pub(super) const fn pawn_order(square: usize) -> u64 {
    let mirrored = file(square) > 3;
    let folded = if mirrored {
        7 - file(square)
    } else {
        file(square)
    };
    (47 - 12 * folded - 2 * (rank(square) - 1) - mirrored as usize) as u64
}

/// The file a to d of the leading pawn, mirrored if necessary.
pub(super) fn pawn_file(leading: usize) -> usize {
    file(leading).min(7 - file(leading))
}

/// Placements of the leading side's pawns with the leading one on a file a to d and below a rank
/// from 1 (second) to 7 (all).
pub(super) fn pawns_below(file: usize, below: usize, pawns: usize) -> u64 {
    let squares = (1..below).map(|rank| pawn_order(8 * rank + file));
    squares.map(|order| choose(order, pawns as u64 - 1)).sum()
}

/// The index of the leading side's pawns, the leading one first and on the left half of the board.
/// Sorts them.
pub(super) fn pawns(squares: &mut [usize]) -> u64 {
    let count = squares.len();
    squares[1..].sort_unstable_by_key(|&square| std::cmp::Reverse(pawn_order(square)));
    let leading = squares[0];
    let others = squares.iter().enumerate().skip(1);
    let others = others.map(|(i, &square)| choose(pawn_order(square), (count - i) as u64));
    pawns_below(file(leading), rank(leading), count) + others.sum::<u64>()
}

/// The index of a group of equal pieces among the squares that earlier pieces leave free; the first
/// `skipped` squares of the board are excluded. Sorts them.
pub(super) fn group(earlier: &[usize], squares: &mut [usize], skipped: usize) -> u64 {
    squares.sort_unstable();
    let pieces = squares.iter().enumerate();
    pieces
        .map(|(i, &square)| {
            let passed = earlier.iter().filter(|&&other| other < square).count();
            choose((square - passed - skipped) as u64, i as u64 + 1)
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn corners_pairs_and_pawns_have_the_published_numbers() {
        let square = |text: &str| crate::chess::moves::read_square(text).unwrap();
        for (number, text) in ["b1", "c1", "d1", "c2", "d2", "d3", "a1", "b2", "c3", "d4"]
            .iter()
            .enumerate()
        {
            assert_eq!(corner(square(text)), number, "{text}");
        }
        for (number, text) in [(0, "b1"), (6, "h1"), (7, "c2"), (27, "h7"), (13, "d3")] {
            assert_eq!(lower(square(text)), number, "{text}");
        }
        for (one, other, number) in [
            ("b1", "d1", Some(0)),
            ("a1", "c3", Some(441)),
            ("d4", "h8", Some(461)),
            ("d3", "a1", Some(284)),
            ("b1", "c2", None),
        ] {
            assert_eq!(pair(square(one), square(other)), number, "{one} {other}");
        }
        for (text, number) in [("a2", 47), ("h2", 46), ("d2", 11), ("e7", 0), ("b3", 33)] {
            assert_eq!(pawn_order(square(text)), number, "{text}");
        }
        assert_eq!(TRIPLES, 31_332);
    }

    /// Every placement of three different pieces has an index below the count, equal for its
    /// images, and unique to its class.
    #[test]
    fn triples_are_numbered_once() {
        let mut seen = HashSet::new();
        for a in 0..64 {
            for b in (0..64).filter(|&b| b != a) {
                for c in (0..64).filter(|&c| c != a && c != b) {
                    let mut squares = [a, b, c];
                    fold_pieces(&mut squares, 3);
                    let number = triple(squares[0], squares[1], squares[2]);
                    assert!(number < TRIPLES);
                    seen.insert((number, squares));
                }
            }
        }
        // A class without a first piece off the diagonal: no image is preferred.
        assert_eq!(seen.len() as u64, TRIPLES);
    }

    #[test]
    fn pawns_are_numbered_once() {
        for file in 0..4 {
            let mut seen = HashSet::new();
            for a in 8..56 {
                for b in a + 1..56 {
                    let mut squares = [a, b];
                    squares.sort_unstable_by_key(|&square| std::cmp::Reverse(pawn_order(square)));
                    if pawn_file(squares[0]) != file {
                        continue;
                    }
                    if squares[0] & 4 != 0 {
                        squares.iter_mut().for_each(|square| *square ^= 7);
                    }
                    seen.insert(pawns(&mut squares));
                }
            }
            let count = pawns_below(file, 7, 2);
            assert_eq!(seen.len() as u64, count);
            assert_eq!(seen.into_iter().max(), Some(count - 1));
        }
    }
}
