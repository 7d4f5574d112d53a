//! Static evaluations that were made lately. Positions come back by another order of moves and one iteration later; knowing their
//! evaluation saves 6 % of the instructions of a xiangqi search (BENCHMARKS.md).

use yomikiri_game_api::Score;

use super::transposition::mix;

/// Slots, 8 bytes each: what the second cache of a processor core holds besides the search's own tables.
const SLOTS: usize = 1 << 15;

/// One thread's evaluations by position: the upper 48 bits of a slot are the key's, the lower 16 the score. The slot's
/// number is the lower bits of the key, so that 63 of its 64 bits must agree.
pub(super) struct Evaluations(Box<[u64; SLOTS]>);

impl Evaluations {
    pub(super) fn new() -> Self {
        let slots = vec![0; SLOTS].into_boxed_slice();
        Evaluations(slots.try_into().expect("there are so many slots"))
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(0);
    }

    /// The evaluation of a position: the one that is known, or else a new one, which is kept.
    #[inline(always)]
    pub(super) fn get_or_make(&mut self, key: u64, make: impl FnOnce() -> Score) -> Score {
        let key = mix(key);
        let slot = &mut self.0[key as usize % SLOTS];
        // No score is packed as 0, so an empty slot fits no key.
        if (*slot ^ key) >> 16 == 0 && *slot as u16 != 0 {
            return unpack(*slot as u16);
        }
        let score = make();
        *slot = key & !0xFFFF | u64::from(pack(score));
        score
    }
}

#[inline(always)]
fn pack(score: Score) -> u16 {
    score.0 as u16 ^ 0x8000
}

#[inline(always)]
fn unpack(packed: u16) -> Score {
    Score(i32::from((packed ^ 0x8000) as i16))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_come_back() {
        for points in [-32_000, -20_000, -1, 0, 1, 17, 20_000, 32_000] {
            assert_ne!(pack(Score(points)), 0);
            assert_eq!(unpack(pack(Score(points))), Score(points));
        }
    }

    /// The slow twin is a map of everything: what is kept is never another position's.
    #[test]
    fn what_is_known_is_what_was_made() {
        let mut kept = Evaluations::new();
        let score = |key: u64| Score((mix(key ^ 0x5EED) % 40_001) as i32 - 20_000);
        let (mut known, mut state) = (0, 1u64);
        for _ in 0..200_000 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let key = (state >> 33) % 50_000;
            let mut made = false;
            let got = kept.get_or_make(key, || {
                made = true;
                score(key)
            });
            assert_eq!(got, score(key));
            known += usize::from(!made);
        }
        assert!(known > 50_000, "{known} of 200,000 were known");
        kept.clear();
        assert_eq!(kept.get_or_make(7, || Score(3)), Score(3));
    }
}
