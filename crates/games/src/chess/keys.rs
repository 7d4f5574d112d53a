//! Zobrist keys, fixed at compile time (Zobrist 1970).

/// SplitMix64 as a constant function: the same numbers in every build.
const fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

const fn numbers<const N: usize>(from: u64) -> [u64; N] {
    let mut table = [0; N];
    let mut i = 0;
    while i < N {
        table[i] = mixed(from + i as u64);
        i += 1;
    }
    table
}

/// By side × 384 + kind × 64 + square.
static MEN: [u64; 768] = numbers(1);
static CASTLING: [u64; 16] = numbers(1001);
static EN_PASSANT: [u64; 8] = numbers(2001);
/// Black to move.
pub(crate) const BLACK: u64 = mixed(3001);

#[inline(always)]
pub(crate) fn piece(side: usize, kind: usize, square: usize) -> u64 {
    MEN[side * 384 + kind * 64 + square]
}

#[inline(always)]
pub(crate) fn castling(rights: u8) -> u64 {
    CASTLING[usize::from(rights & 15)]
}

#[inline(always)]
pub(crate) fn en_passant(square: Option<usize>) -> u64 {
    square.map_or(0, |square| EN_PASSANT[square & 7])
}
