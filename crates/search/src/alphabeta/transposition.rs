//! The transposition table: what is remembered about positions.
//!
//! It knows no game: positions are keys, and moves are the 32-bit tags of `movepick.rs`, which only
//! serve to find the move again among the legal ones. A false match costs time, never truth.
//!
//! A slot is two words, the second packed as below and the first the key xored with the second
//! (Hyatt and Mann 2002): two threads that write one slot at once leave a slot that matches no
//! key. So the table is shared without locks, its words being atomic.
//!
//! | Bits of the data | What |
//! |---|---|
//! | 0–31 | tag of the best move, 0 if none is known |
//! | 32–47 | score, wins counted from this node |
//! | 48–55 | depth |
//! | 56–57 | bound |
//! | 58 | whole |
//! | 59–63 | age |

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use yomikiri_game_api::Score;

use super::path::PathScore;

/// What a stored score says about the true one at its depth.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// Nothing; only the move is worth knowing.
    None = 0,
    /// The true score is at most this.
    Upper = 1,
    /// The true score is at least this.
    Lower = 2,
    /// This is the true score.
    Exact = 3,
}

/// What is remembered about one position.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub(super) tag: u32,
    /// As the table keeps it: wins and losses are counted from this position, not from the root.
    score: i16,
    pub(super) depth: u8,
    pub(super) bound: Bound,
    /// Whether the score rests on no evaluation, so that it settles every depth.
    proven: bool,
}

impl Entry {
    /// An entry of a position `turns` turns from the root.
    #[inline]
    pub(super) fn new(tag: u32, score: Score, turns: u32, depth: i32, bound: Bound) -> Self {
        let from_here = match score.0 {
            points if points > Score::LIMIT => points + turns as i32,
            points if points < -Score::LIMIT => points - turns as i32,
            points => points,
        };
        Entry {
            tag,
            score: from_here as i16,
            depth: depth.clamp(0, 255) as u8,
            bound,
            proven: false,
        }
    }

    /// The same entry, said to be whole or not.
    pub(super) fn proven(self, proven: bool) -> Self {
        Entry { proven, ..self }
    }

    /// The score, wins and losses counted from a root `turns` turns back.
    pub(super) fn score(self, turns: u32) -> Score {
        match i32::from(self.score) {
            points if points > Score::LIMIT => Score(points - turns as i32),
            points if points < -Score::LIMIT => Score(points + turns as i32),
            points => Score(points),
        }
    }

    /// The score to return at once, if this entry settles a search of `depth` with this window.
    ///
    /// A proved win needs no depth to be at least that win, and a proved loss none to be at most
    /// that loss; a whole score needs none at all.
    pub(super) fn settles(
        self,
        depth: i32,
        turns: u32,
        alpha: Score,
        beta: Score,
    ) -> Option<PathScore> {
        let score = self.score(turns);
        let deep = self.proven || i32::from(self.depth) >= depth;
        let (won, lost) = (score.0 > Score::LIMIT, score.0 < -Score::LIMIT);
        let at_least = matches!(self.bound, Bound::Lower | Bound::Exact) && score >= beta;
        let at_most = matches!(self.bound, Bound::Upper | Bound::Exact) && score <= alpha;
        let proved = at_least && won || at_most && lost;
        let settled = proved || deep && (at_least || at_most || self.bound == Bound::Exact);
        settled.then_some(PathScore {
            proven: self.proven || proved,
            ..PathScore::exact(score)
        })
    }

    fn pack(self, age: u8) -> u64 {
        u64::from(self.tag)
            | u64::from(self.score as u16) << 32
            | u64::from(self.depth) << 48
            | (self.bound as u64) << 56
            | u64::from(self.proven) << 58
            | u64::from(age) << 59
    }

    fn unpack(data: u64) -> Self {
        Entry {
            tag: data as u32,
            score: (data >> 32) as u16 as i16,
            depth: (data >> 48) as u8,
            bound: match data >> 56 & 3 {
                0 => Bound::None,
                1 => Bound::Upper,
                2 => Bound::Lower,
                _ => Bound::Exact,
            },
            proven: data >> 58 & 1 == 1,
        }
    }
}

/// Words of a slot: the key xored with the data, and the data. An empty slot has no data; no entry
/// packs to 0, for an entry without a bound has a tag.
const SLOT: usize = 2;
/// Slots that share a cache line.
const SLOTS: usize = 4;
/// Words of a bucket.
const BUCKET: usize = SLOT * SLOTS;
const LINE_BYTES: usize = 64;
const AGES: u8 = 32;

const _: () = assert!(BUCKET * size_of::<AtomicU64>() == LINE_BYTES);

/// A table of fixed size, shared by the threads of a thought.
///
/// Its memory comes zeroed from the system and is not touched before it is used, so that making a
/// large one costs nothing.
pub(super) struct TranspositionTable {
    words: Box<[AtomicU64]>,
    /// The first word on a cache line of its own.
    first: usize,
    buckets: usize,
    /// The number of the thought, so that leftovers of earlier ones give way first.
    age: u8,
}

/// One slot, read.
#[derive(Copy, Clone)]
struct Slot {
    check: u64,
    data: u64,
}

impl Slot {
    fn holds(self, key: u64) -> bool {
        self.check ^ self.data == key && self.data != 0
    }

    fn age(self) -> u8 {
        (self.data >> 59) as u8
    }
}

impl TranspositionTable {
    /// A table of so many megabytes, and of one bucket at least.
    pub(super) fn new(megabytes: usize) -> Self {
        let buckets = ((megabytes << 20) / LINE_BYTES).max(1);
        let words: Box<[AtomicU64]> =
            bytemuck::allocation::zeroed_slice_box((buckets + 1) * BUCKET);
        ask_for_large_pages(&words);
        let misplaced = words.as_ptr() as usize % LINE_BYTES;
        TranspositionTable {
            first: (LINE_BYTES - misplaced) % LINE_BYTES / size_of::<AtomicU64>(),
            words,
            buckets,
            age: 0,
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        /// Up to this size it is cheaper to wipe a table than to ask the system for a clean one.
        const WIPED: usize = 1 << 20;
        if self.buckets * LINE_BYTES <= WIPED {
            self.words.iter_mut().for_each(|word| *word.get_mut() = 0);
            self.age = 0;
        } else {
            *self = TranspositionTable::new((self.buckets * LINE_BYTES) >> 20);
        }
    }

    /// Begins a new thought.
    pub(super) fn grow_older(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    /// What is known about a position.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let key = mix(key);
        let bucket = self.bucket(key);
        let slot = (0..SLOTS).map(|at| read(bucket, at));
        let slot = slot.into_iter().find(|slot| slot.holds(key))?;
        Some(Entry::unpack(slot.data))
    }

    /// Begins to fetch what is known about a position that will soon be looked up. Memory is slow; a load would keep the
    /// processor from retiring what follows, a prefetch does not.
    #[inline]
    pub(super) fn fetch_early(&self, key: u64) {
        let bucket = self.bucket(mix(key));
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: every x86-64 processor has the instruction; the place is in the table.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(bucket.as_ptr().cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        std::hint::black_box(bucket[0].load(Relaxed));
    }

    /// Remembers a position, in place of what is worth least: the shallow and the old.
    #[inline]
    pub(super) fn put(&self, key: u64, entry: Entry) {
        let key = mix(key);
        let (bucket, now) = (self.bucket(key), self.age);
        let slots: [Slot; SLOTS] = std::array::from_fn(|at| read(bucket, at));
        let at = match slots.iter().position(|slot| slot.holds(key)) {
            Some(own) => own,
            None => (0..SLOTS)
                .min_by_key(|&at| worth(slots[at], now))
                .expect("a bucket has slots"),
        };
        let slot = slots[at];
        let mut entry = entry;
        if slot.holds(key) {
            let old = Entry::unpack(slot.data);
            if entry.tag == 0 {
                entry.tag = old.tag;
            }
            // A much deeper score is worth more than a fresh one, and any score than none.
            let keeps = old.bound != Bound::None
                && (entry.bound == Bound::None
                    || (slot.age() == now
                        && entry.bound != Bound::Exact
                        && old.depth > entry.depth.saturating_add(3)));
            if keeps {
                entry = Entry {
                    tag: entry.tag,
                    ..old
                };
            }
        }
        if entry.bound == Bound::None && entry.tag == 0 {
            return;
        }
        let data = entry.pack(now);
        bucket[SLOT * at].store(key ^ data, Relaxed);
        bucket[SLOT * at + 1].store(data, Relaxed);
    }

    /// How full the table is with positions of this thought, in thousandths.
    pub(super) fn fullness(&self) -> u32 {
        let looked_at = self.buckets.min(250);
        let words = &self.words[self.first..self.first + looked_at * BUCKET];
        let slots = words.chunks_exact(SLOT);
        let used = slots.filter(|slot| {
            let data = slot[1].load(Relaxed);
            data != 0 && (data >> 59) as u8 == self.age
        });
        (used.count() * 1000 / (looked_at * SLOTS)) as u32
    }

    /// Any number of buckets, by the high half of a product (Lemire 2016).
    #[inline]
    fn bucket(&self, mixed: u64) -> &[AtomicU64] {
        let number = ((u128::from(mixed) * self.buckets as u128) >> 64) as usize;
        let from = self.first + number * BUCKET;
        &self.words[from..from + BUCKET]
    }
}

/// Asks for large pages where the system has them to give: an entry somewhere in many megabytes is
/// then found without a walk through the page tables.
#[cfg(target_os = "linux")]
fn ask_for_large_pages(words: &[AtomicU64]) {
    /// Pages that the processor can always use.
    const PAGE: usize = 4096;
    let from = words.as_ptr() as usize;
    let to = from + size_of_val(words);
    let from = from.next_multiple_of(PAGE);
    let length = to.saturating_sub(from) / PAGE * PAGE;
    if length > 0 {
        // SAFETY: whole pages of an allocation of our own; the advice changes no contents. Whether
        // it is taken does not matter.
        unsafe { libc::madvise(from as *mut libc::c_void, length, libc::MADV_HUGEPAGE) };
    }
}

#[cfg(not(target_os = "linux"))]
fn ask_for_large_pages(_words: &[AtomicU64]) {}

#[inline]
fn read(bucket: &[AtomicU64], at: usize) -> Slot {
    Slot {
        check: bucket[SLOT * at].load(Relaxed),
        data: bucket[SLOT * at + 1].load(Relaxed),
    }
}

/// How much a slot is worth keeping: deep and recent is more, empty is least.
fn worth(slot: Slot, now: u8) -> i32 {
    if slot.data == 0 {
        return i32::MIN;
    }
    let years = i32::from((now + AGES - slot.age()) % AGES);
    let entry = Entry::unpack(slot.data);
    i32::from(entry.depth) + i32::from(entry.bound == Bound::Exact) - 8 * years
}

/// Games may number their positions as they like, so their bits are spread here, one to one
/// (the finaliser of SplitMix64).
#[inline]
pub(super) fn mix(key: u64) -> u64 {
    let key = (key ^ (key >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let key = (key ^ (key >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    key ^ (key >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_survive_packing() {
        for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
            for score in [
                Score(-31_990),
                Score(-7),
                Score(0),
                Score(19_999),
                Score::win_in(3),
            ] {
                let entry = Entry::new(0xDEAD_BEEF, score, 0, 77, bound);
                assert_eq!(Entry::unpack(entry.pack(31)), entry);
                assert_eq!(
                    Entry::unpack(entry.proven(true).pack(0)),
                    entry.proven(true)
                );
                assert_eq!(entry.score(0), score);
            }
        }
    }

    #[test]
    fn wins_are_counted_from_the_node() {
        // Found at ply 4: the win is 3 plies further on. Met again at ply 2, it is 5 from there.
        let entry = Entry::new(1, Score::win_in(7), 4, 3, Bound::Exact);
        assert_eq!(entry.score(2), Score::win_in(5));
        let entry = Entry::new(1, Score::loss_in(8), 4, 3, Bound::Exact);
        assert_eq!(entry.score(2), Score::loss_in(6));
    }

    #[test]
    fn a_shallow_win_settles_but_a_shallow_evaluation_does_not() {
        let window = (Score(-5), Score(5));
        let settles = |score, bound, depth| {
            let entry = Entry::new(1, score, 0, 2, bound);
            let value = entry.settles(depth, 0, window.0, window.1);
            value.map(|value| value.score)
        };
        assert_eq!(settles(Score(9), Bound::Lower, 2), Some(Score(9)));
        assert_eq!(settles(Score(9), Bound::Lower, 3), None);
        assert_eq!(settles(Score(9), Bound::Upper, 2), None);
        assert_eq!(settles(Score(-9), Bound::Upper, 2), Some(Score(-9)));
        assert_eq!(settles(Score(0), Bound::Exact, 2), Some(Score(0)));
        assert_eq!(settles(Score(0), Bound::Exact, 3), None);
        let (win, loss) = (Score::win_in(2), Score::loss_in(2));
        assert_eq!(settles(win, Bound::Lower, 9), Some(win));
        assert_eq!(settles(loss, Bound::Exact, 9), Some(loss));
        assert_eq!(settles(win, Bound::None, 1), None);
    }

    #[test]
    fn a_whole_score_settles_every_depth_and_passes_its_wholeness_on() {
        let (alpha, beta) = (Score(-5), Score(5));
        let draw = Entry::new(1, Score::DRAW, 0, 2, Bound::Exact);
        assert_eq!(draw.settles(200, 0, alpha, beta), None);
        let proven = draw.proven(true).settles(200, 0, alpha, beta).unwrap();
        assert_eq!((proven.score, proven.proven), (Score::DRAW, true));
        assert!(!draw.settles(2, 0, alpha, beta).unwrap().proven);
        // A win found at the horizon is a win all the same.
        let win = Entry::new(1, Score::win_in(3), 0, 2, Bound::Lower);
        assert!(win.settles(200, 0, alpha, beta).unwrap().proven);
        // As a bound that is not met it says nothing.
        let upper = Entry::new(1, Score::win_in(3), 0, 2, Bound::Upper).proven(true);
        assert_eq!(upper.settles(200, 0, alpha, beta), None);
    }

    #[test]
    fn the_deep_outlive_the_shallow_and_the_old_give_way() {
        let mut table = TranspositionTable::new(0);
        assert_eq!(table.buckets, 1);
        let entry = |depth| Entry::new(1, Score(depth), 0, depth, Bound::Lower);
        for depth in [9, 2, 8, 7, 6] {
            table.put(depth as u64, entry(depth));
        }
        assert_eq!(table.get(2), None, "the shallowest gave way");
        assert_eq!(table.get(9), Some(entry(9)));
        table.grow_older();
        table.grow_older();
        for depth in [1, 2, 3, 4] {
            table.put(100 + depth as u64, entry(depth));
        }
        assert_eq!(table.get(9), None, "all old ones gave way");
        assert_eq!(table.get(101), Some(entry(1)));
    }

    #[test]
    fn a_slot_written_by_two_threads_at_once_matches_no_key() {
        let table = TranspositionTable::new(1);
        let entry = |depth| Entry::new(1, Score(depth), 0, depth, Bound::Exact);
        // The words of one entry beside the check of another.
        table.put(5, entry(3));
        let bucket = table.bucket(mix(5));
        let torn = entry(4).pack(0);
        bucket[1].store(torn, Relaxed);
        assert_eq!(table.get(5), None);
        table.put(5, entry(4));
        assert_eq!(table.get(5), Some(entry(4)));
    }

    #[test]
    fn threads_read_nothing_that_was_not_written() {
        let table = TranspositionTable::new(0);
        let score = |key: u64| Score((mix(key) % 1000) as i32);
        let work = |from: u64| {
            for key in (from..from + 20_000).map(|key| key % 97) {
                let depth = (key % 50) as i32;
                table.put(key, Entry::new(1, score(key), 0, depth, Bound::Exact));
                if let Some(entry) = table.get(key) {
                    assert_eq!(
                        (entry.score(0), i32::from(entry.depth)),
                        (score(key), depth)
                    );
                }
            }
        };
        std::thread::scope(|scope| {
            let other = scope.spawn(|| work(31));
            work(0);
            other.join().unwrap();
        });
    }

    #[test]
    fn fullness_counts_this_thought_only() {
        let mut table = TranspositionTable::new(0);
        assert_eq!(table.fullness(), 0);
        table.put(1, Entry::new(1, Score(0), 0, 1, Bound::Exact));
        assert_eq!(table.fullness(), 250);
        table.grow_older();
        assert_eq!(table.fullness(), 0);
        table.clear();
        assert_eq!(table.get(1), None);
    }

    #[test]
    fn a_hint_keeps_the_score_and_a_score_keeps_the_move() {
        let table = TranspositionTable::new(0);
        table.put(5, Entry::new(11, Score(3), 0, 4, Bound::Exact));
        table.put(5, Entry::new(22, Score(0), 0, 9, Bound::None));
        let entry = table.get(5).unwrap();
        assert_eq!(
            (entry.tag, entry.score(0), entry.bound),
            (22, Score(3), Bound::Exact)
        );
        table.put(5, Entry::new(0, Score(-1), 0, 5, Bound::Upper));
        assert_eq!(table.get(5).unwrap().tag, 22);
        table.put(6, Entry::new(0, Score(0), 0, 0, Bound::None));
        assert_eq!(table.get(6), None);
    }

    /// The advice about pages changes no contents, wherever the words begin.
    #[test]
    fn large_pages_and_prefetches_change_nothing() {
        let words: Vec<AtomicU64> = (0..40_000).map(AtomicU64::new).collect();
        for from in [0, 1, 511, 512, 513] {
            for to in [from, from + 1, from + 600, words.len()] {
                ask_for_large_pages(&words[from..to]);
            }
        }
        for (number, word) in (0..).zip(&words) {
            assert_eq!(word.load(Relaxed), number);
        }
        let table = TranspositionTable::new(1);
        let entry = |key: u64| Entry::new(1, Score(key as i32), 0, 3, Bound::Exact);
        (0..1000).for_each(|key| table.put(key, entry(key)));
        let before: Vec<_> = (0..2000).map(|key| table.get(key)).collect();
        (0..2000).for_each(|key| table.fetch_early(key));
        let after: Vec<_> = (0..2000).map(|key| table.get(key)).collect();
        assert_eq!(before, after);
        assert!(before[..1000].iter().any(Option::is_some));
    }
}
