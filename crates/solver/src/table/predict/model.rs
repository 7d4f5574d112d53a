//! What is expected of a cell by the cells around it, learnt from the cells before it in the block.
//!
//! Several guessers look at the same question, "is it this value?", each remembering how often that was so
//! in circumstances of its own kind. A mixer weighs them by how well they did.

use super::coder::{BitCoder, PRECISION};

/// Guessers of a question.
const GUESSERS: usize = 5;
/// Memories of a guesser, as a power of two.
const MEMORY_BITS: u32 = 14;
/// Memories of the guesser by agreement: a mask and a rank.
const RANKS: usize = 4;
/// How many cases a memory is the average of, at most.
const SLOWEST: u32 = 15;
/// The same where all neighbours agree.
const SLOWEST_AGREED: u32 = 250;

/// A probability in 65,536ths times 64, and the number of cases in the low bits.
type Memory = u32;
const COUNT_BITS: u32 = 10;
const UNKNOWN: Memory = 1 << 31;
/// Nothing is ever certain.
const LEAST: u32 = 12;

/// 1 / (n + 1.6) in 32,768ths.
const RATES: [u32; 256] = {
    let mut rates = [0; 256];
    let mut n = 0;
    while n < 256 {
        rates[n] = 327_680 / (10 * n as u32 + 16);
        n += 1;
    }
    rates
};

#[inline(always)]
fn learn(memory: &mut Memory, is_so: bool, slowest: u32) {
    let count = *memory & ((1 << COUNT_BITS) - 1);
    let old = (*memory >> COUNT_BITS) as i32;
    let target = if is_so { (1 << 22) - 1 } else { 0 };
    let rate = RATES[count as usize] as i32;
    // 16 bits by 15: within 32, and the other six bits come back.
    let new = old + ((((target - old) >> 6) * rate) >> 9);
    *memory = (new as u32) << COUNT_BITS | (count + u32::from(count < slowest));
}

/// A probability as the coder takes it.
#[inline(always)]
fn probability(memory: Memory) -> u32 {
    (memory >> (32 - PRECISION)).clamp(LEAST, 65_536 - LEAST)
}

/// Logarithms of odds in units of 1/170, by a probability of twelve bits, and back.
struct Odds {
    of: [i16; 4096],
    back: [u16; 4096],
}

/// Units of the logarithm.
const UNIT: f64 = 170.0;

/// e^x by its series: the same on every machine, unlike a library's.
const fn exponential(x: f64) -> f64 {
    let mut part = x / 1024.0;
    let mut sum = 1.0;
    let mut term = 1.0;
    let mut n = 1;
    while n < 12 {
        term = term * part / n as f64;
        sum += term;
        n += 1;
    }
    part = sum;
    n = 0;
    while n < 10 {
        part *= part;
        n += 1;
    }
    part
}

static ODDS: Odds = {
    let mut odds = Odds {
        of: [0; 4096],
        back: [0; 4096],
    };
    let mut i = 0;
    while i < 4096 {
        let x = (i as f64 - 2048.0) / UNIT;
        let p = 65_536.0 / (1.0 + exponential(-x));
        let p = (p + 0.5) as u32;
        odds.back[i] = if p < LEAST {
            LEAST as u16
        } else if p > 65_536 - LEAST {
            (65_536 - LEAST) as u16
        } else {
            p as u16
        };
        i += 1;
    }
    // The inverse: the first logarithm whose probability is not smaller.
    let (mut p, mut at) = (0, 0);
    while p < 4096 {
        while at < 4095 && (odds.back[at] as u32) < 16 * p + 8 {
            at += 1;
        }
        odds.of[p as usize] = at as i16 - 2048;
        p += 1;
    }
    odds
};

/// Bits of a weight behind the point.
const WEIGHT_BITS: u32 = 13;
const FIRST_WEIGHT: i16 = 2800;

/// All that has been learnt in a block.
pub(super) struct Model {
    /// Where all neighbours agree, by their value.
    agreed: [Memory; 256],
    by_mask: [Memory; 256 * RANKS],
    guessers: Vec<[Memory; 1 << MEMORY_BITS]>,
    weights: Vec<[i16; GUESSERS]>,
    /// Values that no neighbour has: bits of the difference to the likeliest, by its size.
    others: Vec<Memory>,
}

/// What a cell looks like from outside.
#[derive(Copy, Clone, Debug)]
pub(super) struct Surroundings {
    /// The values of the neighbours, the first one lowest.
    pub(super) near: u64,
    /// Digits of the index.
    pub(super) last: u32,
    pub(super) second: u32,
}

/// A value that a neighbour has.
#[derive(Copy, Clone, Debug, Default)]
struct Candidate {
    value: u8,
    /// Which neighbours have it.
    mask: u8,
    score: u16,
}

/// The weight of each set of neighbours.
pub(super) type Scores = [u16; 256];

/// A byte for each lane of a word.
const EVERY: u64 = 0x0101_0101_0101_0101;

/// Which bytes of a word have a value.
#[inline(always)]
fn same_bytes(word: u64, value: u8) -> u8 {
    let differing = word ^ (EVERY * u64::from(value));
    let low = 0x7f * EVERY;
    // The high bit of every byte that differs.
    let marked = (((differing & low) + low) | differing) & !low;
    let equal = (!marked & !low) >> 7;
    (equal.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

#[inline(always)]
fn spread(number: u64) -> usize {
    (number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - MEMORY_BITS)) as usize
}

impl Model {
    pub(super) fn new() -> Self {
        Model {
            agreed: [65_000 << 16; 256],
            by_mask: [UNKNOWN; 256 * RANKS],
            guessers: vec![[UNKNOWN; 1 << MEMORY_BITS]; GUESSERS - 1],
            weights: vec![[FIRST_WEIGHT; GUESSERS]; 64 * RANKS],
            others: vec![UNKNOWN; 33 * 256],
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.agreed.fill(65_000 << 16);
        self.by_mask.fill(UNKNOWN);
        self.guessers.iter_mut().for_each(|all| all.fill(UNKNOWN));
        self.weights.fill([FIRST_WEIGHT; GUESSERS]);
        self.others.fill(UNKNOWN);
    }

    /// Codes a cell; `cell` is what the writer has there.
    #[inline(always)]
    pub(super) fn code(
        &mut self,
        coder: &mut impl BitCoder,
        cell: u8,
        around: &Surroundings,
        scores: &Scores,
    ) -> u8 {
        let first = around.near as u8;
        if around.near == EVERY * u64::from(first) {
            let memory = &mut self.agreed[usize::from(first)];
            let is_so = coder.code(probability(*memory), cell == first);
            learn(memory, is_so, SLOWEST_AGREED);
            return match is_so {
                true => first,
                false => self.other(coder, cell, first),
            };
        }
        self.code_mixed(coder, cell, around, scores)
    }

    fn code_mixed(
        &mut self,
        coder: &mut impl BitCoder,
        cell: u8,
        around: &Surroundings,
        scores: &Scores,
    ) -> u8 {
        let (found, count) = candidates(around.near, scores);
        for (rank, &candidate) in found[..count].iter().enumerate() {
            let is_so = cell == candidate.value;
            if self.ask(coder, is_so, candidate, rank.min(RANKS - 1), around) {
                return candidate.value;
            }
        }
        self.other(coder, cell, found[0].value)
    }

    /// Codes whether a cell has the value of a candidate.
    #[inline(always)]
    fn ask(
        &mut self,
        coder: &mut impl BitCoder,
        is_so: bool,
        candidate: Candidate,
        rank: usize,
        around: &Surroundings,
    ) -> bool {
        let pair = |which: u32| around.near >> (16 * which) & 0xffff;
        let (value, mask) = (u64::from(candidate.value), u64::from(candidate.mask));
        let (last, second) = (u64::from(around.last), u64::from(around.second));
        let by_mask = candidate.mask as usize | rank << 8;
        let places = [
            spread(pair(0) | value << 16 | 1 << 60),
            spread(pair(1) | value << 16 | 2 << 60),
            spread(last << 8 | value | (mask & 3) << 40 | 3 << 60),
            spread(second << 8 | value | (mask >> 2 & 3) << 40 | 4 << 60),
        ];
        let weights = &mut self.weights[candidate.mask as usize & 63 | rank << 6];
        let mut odds = [0i16; GUESSERS];
        let told = |memory: Memory| ODDS.of[(memory >> 20) as usize];
        odds[0] = told(self.by_mask[by_mask]);
        for (i, &place) in places.iter().enumerate() {
            odds[i + 1] = told(self.guessers[i][place]);
        }
        let mut sum = 0i32;
        for i in 0..GUESSERS {
            sum += i32::from(odds[i]) * i32::from(weights[i]);
        }
        let mixed = (sum >> WEIGHT_BITS).clamp(-2047, 2047);
        let probability = u32::from(ODDS.back[(mixed + 2048) as usize]);
        let is_so = coder.code(probability, is_so);
        let truth = if is_so { 65_535 } else { 0 };
        let error = ((truth - probability as i32) >> 3) as i16;
        for i in 0..GUESSERS {
            let change = (i32::from(odds[i]) * i32::from(error) + (1 << 13)) >> 14;
            weights[i] = weights[i].saturating_add(change as i16);
        }
        learn(&mut self.by_mask[by_mask], is_so, SLOWEST_AGREED);
        for (i, &place) in places.iter().enumerate() {
            learn(&mut self.guessers[i][place], is_so, SLOWEST);
        }
        is_so
    }

    /// Codes a value that no neighbour has.
    #[cold]
    fn other(&mut self, coder: &mut impl BitCoder, cell: u8, likeliest: u8) -> u8 {
        let (base, told) = match likeliest {
            0 => (0, cell),
            _ => (1 + usize::from(likeliest / 8), cell.wrapping_sub(likeliest)),
        };
        let mut node = 1;
        for bit in (0..8).rev() {
            let memory = &mut self.others[base << 8 | node];
            let is_set = coder.code(probability(*memory), told >> bit & 1 == 1);
            learn(memory, is_set, 60);
            node = node << 1 | usize::from(is_set);
        }
        match likeliest {
            0 => node as u8,
            _ => (node as u8).wrapping_add(likeliest),
        }
    }
}

/// The values of neighbours, the likeliest first, and how many there are.
#[inline(always)]
fn candidates(word: u64, scores: &Scores) -> ([Candidate; 8], usize) {
    let mut found = [Candidate::default(); 8];
    let (mut count, mut left) = (0, 0xffu32);
    while left != 0 {
        let value = (word >> (8 * left.trailing_zeros())) as u8;
        let mask = same_bytes(word, value);
        left &= !u32::from(mask);
        let new = Candidate {
            value,
            mask,
            score: scores[usize::from(mask)],
        };
        let mut at = count;
        while at > 0 && found[at - 1].score < new.score {
            found[at] = found[at - 1];
            at -= 1;
        }
        found[at] = new;
        count += 1;
    }
    (found, count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_go_back_and_forth() {
        assert_eq!(ODDS.back[2048], 32_768);
        for pair in ODDS.back.windows(2) {
            assert!(pair[0] <= pair[1]);
        }
        for p in 20..4076usize {
            let back = ODDS.back[(ODDS.of[p] + 2048) as usize];
            assert!(
                (i32::from(back) - (16 * p as i32 + 8)).abs() < 100,
                "{p} {back}"
            );
        }
    }

    #[test]
    fn bytes_are_compared_as_a_loop_does() {
        let mut random = yomikiri_game_api::SplitMix64::new(5);
        for _ in 0..10_000 {
            let bytes: [u8; 8] = std::array::from_fn(|_| match random.below(4) {
                0 => 0x80,
                1 => 1,
                _ => random.below(256) as u8,
            });
            for value in [bytes[3], 0, 1, 0x80, 0x81] {
                let expected = (0..8).filter(|&i| bytes[i] == value);
                let expected = expected.fold(0, |mask, i| mask | 1u8 << i);
                assert_eq!(same_bytes(u64::from_le_bytes(bytes), value), expected);
            }
        }
    }

    #[test]
    fn candidates_are_the_values_by_weight() {
        let scores =
            std::array::from_fn(|mask| (0..8).filter(|i| mask >> i & 1 == 1).map(|i| 8 - i).sum());
        let word = u64::from_le_bytes([7, 3, 3, 9, 3, 9, 9, 9]);
        let (found, count) = candidates(word, &scores);
        let found: Vec<_> = found[..count]
            .iter()
            .map(|one| (one.value, one.mask, one.score))
            .collect();
        assert_eq!(found, [(3, 0b10110, 17), (9, 0b1110_1000, 11), (7, 1, 8)]);
    }
}
