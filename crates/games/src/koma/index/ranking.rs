//! Ranking of sets of squares: the number of a subset among all of its size.

/// Binomial coefficients up to 64.
const BINOMIALS: [[u64; 17]; 65] = {
    let mut table = [[0; 17]; 65];
    let mut n = 0;
    while n <= 64 {
        table[n][0] = 1;
        let mut k = 1;
        while k <= 16 {
            if n > 0 {
                table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            }
            k += 1;
        }
        n += 1;
    }
    table
};

/// Binomial coefficient.
pub(crate) const fn ways(from: usize, chosen: usize) -> u64 {
    BINOMIALS[from][chosen]
}

/// Gathers and scatters bits: between squares and places among the free squares.
pub(crate) trait Compress {
    /// Gathers the bits of `pieces` on `free` squares to the low end, free squares in order.
    fn compress(pieces: u64, free: u64) -> u64;
    /// The inverse.
    fn expand(gathered: u64, free: u64) -> u64;
}

/// Portable version.
#[derive(Clone, Debug)]
pub(crate) struct Portable;

impl Compress for Portable {
    #[inline(always)]
    fn compress(mut pieces: u64, free: u64) -> u64 {
        // A piece's new place is the number of free squares before it. There are few pieces.
        let mut gathered = 0;
        while pieces != 0 {
            let below = (pieces & pieces.wrapping_neg()) - 1;
            gathered |= 1 << (free & below).count_ones();
            pieces &= pieces - 1;
        }
        gathered
    }

    #[inline(always)]
    fn expand(mut gathered: u64, free: u64) -> u64 {
        let (mut pieces, mut rest, mut place) = (0, free, 0);
        while gathered != 0 {
            let next = gathered.trailing_zeros();
            while place < next {
                rest &= rest - 1;
                place += 1;
            }
            pieces |= rest & rest.wrapping_neg();
            gathered &= gathered - 1;
        }
        pieces
    }
}

/// With the `pext` and `pdep` instructions of BMI2.
#[cfg(target_arch = "x86_64")]
pub(crate) struct Bmi2;

#[cfg(target_arch = "x86_64")]
impl Compress for Bmi2 {
    #[inline(always)]
    fn compress(pieces: u64, free: u64) -> u64 {
        // SAFETY: used only below functions that require BMI2, which callers have detected.
        unsafe { std::arch::x86_64::_pext_u64(pieces, free) }
    }

    #[inline(always)]
    fn expand(gathered: u64, free: u64) -> u64 {
        // SAFETY: as above.
        unsafe { std::arch::x86_64::_pdep_u64(gathered, free) }
    }
}

/// The rank of a subset of `count` of `free` places. With `TURNED` the places count backwards.
///
/// Sum of C(place, i) over the members in rising order (combinatorial number system).
#[inline(always)]
pub(crate) fn rank_subset<const TURNED: bool>(chosen: u64, count: u8, free: u8) -> u64 {
    let last = u64::from(free) - 1;
    let low = u64::from(chosen.trailing_zeros());
    match count {
        1 if TURNED => last - low,
        1 => low,
        2 => {
            let high = u64::from(63 - chosen.leading_zeros());
            let (low, high) = if TURNED {
                (last - high, last - low)
            } else {
                (low, high)
            };
            low + high * (high - 1) / 2
        }
        _ => {
            let mut rest = if TURNED {
                chosen.reverse_bits() >> (64 - u32::from(free))
            } else {
                chosen
            };
            let mut sum = 0;
            for i in 1..=usize::from(count) {
                sum += BINOMIALS[rest.trailing_zeros() as usize & 63][i];
                rest &= rest.wrapping_sub(1);
            }
            sum
        }
    }
}

/// The inverse of [`rank_subset`].
#[inline(always)]
pub(crate) fn unrank_subset(rank: u64, count: u8) -> u64 {
    match count {
        1 => 1 << rank,
        2 if rank < PAIRS.len() as u64 => PAIRS[rank as usize],
        _ => unrank_any(rank, count),
    }
}

/// The subsets of two of the first 24 places.
const PAIRS: [u64; 276] = {
    let mut pairs = [0; 276];
    let (mut rank, mut high) = (0, 1);
    while high < 24 {
        let mut low = 0;
        while low < high {
            pairs[rank] = 1 << low | 1 << high;
            rank += 1;
            low += 1;
        }
        high += 1;
    }
    pairs
};

fn unrank_any(mut rank: u64, count: u8) -> u64 {
    let mut chosen = 0;
    for i in (1..=usize::from(count)).rev() {
        let mut place = i - 1;
        while BINOMIALS[place + 1][i] <= rank {
            place += 1;
        }
        rank -= BINOMIALS[place][i];
        chosen |= 1 << place;
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_are_numbered_without_gaps() {
        for free in 1..=12u8 {
            for count in 1..=4u8.min(free) {
                for rank in 0..ways(free.into(), count.into()) {
                    let chosen = unrank_subset(rank, count);
                    assert_eq!(chosen.count_ones(), u32::from(count));
                    assert!(chosen < 1 << free);
                    assert_eq!(rank_subset::<false>(chosen, count, free), rank);
                    let turned = chosen.reverse_bits() >> (64 - u32::from(free));
                    assert_eq!(rank_subset::<true>(turned, count, free), rank);
                }
            }
        }
    }

    #[test]
    fn compress_and_expand_are_inverse() {
        let free = 0b1011_0110_1101_0011u64;
        for chosen in 0..1u64 << free.count_ones() {
            let pieces = Portable::expand(chosen, free);
            assert_eq!(pieces & !free, 0);
            assert_eq!(Portable::compress(pieces, free), chosen);
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn the_instructions_do_what_the_portable_version_does() {
        if !std::arch::is_x86_feature_detected!("bmi2") {
            return;
        }
        let mut random = yomikiri_game_api::SplitMix64::new(5);
        for round in 0..20_000 {
            // Few and many free places, and all of them.
            let free = match round % 4 {
                0 => random.next_u64() & random.next_u64(),
                1 => random.next_u64() | random.next_u64(),
                2 => u64::MAX,
                _ => random.next_u64(),
            };
            let men = random.next_u64() & free;
            let gathered = Portable::compress(men, free);
            assert_eq!(Bmi2::compress(men, free), gathered);
            assert_eq!(
                Bmi2::expand(gathered, free),
                Portable::expand(gathered, free)
            );
        }
    }
}
