//! Answers that a table does not store, once they have been reconstructed: a search of one ply costs several
//! times as much as a look at a decoded block.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};

use yomikiri_game_api::{Probed, Value};

use super::format::{Contents, Header};
use super::kept::MemoryBudget;
use crate::cell::{Cell8, Code, Coding};

/// Answers in a block.
const BLOCK: usize = 4096;
/// Nothing is known yet.
const NOT_ASKED: u8 = Cell8::CANDIDATE;

type Block = OnceLock<Box<[AtomicU8]>>;

/// The reconstructed answers of a table, as far as they have been asked for and there is memory for them. Takes
/// no lock.
#[derive(Debug, Default)]
pub(super) struct Memo {
    /// How many blocks there are; none where answers do not fit a byte.
    count: usize,
    blocks: OnceLock<Vec<Block>>,
}

impl Memo {
    /// None so far.
    pub(super) fn new(header: &Header) -> Self {
        let fits = header.coding == Coding::Cell8 && header.contents == Contents::Distance;
        let size = if fits && !header.stored.is_all() {
            header.size as usize
        } else {
            0
        };
        Memo {
            count: size.div_ceil(BLOCK),
            blocks: OnceLock::new(),
        }
    }

    fn block(&self, index: u64) -> Option<&Block> {
        self.blocks.get()?.get(index as usize / BLOCK)
    }

    /// What was found out about an index; `None` if nobody asked.
    #[inline]
    pub(super) fn answer(&self, index: u64) -> Option<Probed> {
        let block = self.block(index)?.get()?;
        match block[index as usize % BLOCK].load(Ordering::Relaxed) {
            NOT_ASKED => None,
            cell => Cell8::answer(cell),
        }
    }

    /// Notes an answer if the budget has room; the bytes that it takes from it.
    pub(super) fn note(&self, index: u64, answer: Probed, budget: &MemoryBudget) -> u64 {
        let Some(cell) = cell_of(answer).filter(|_| self.count > 0) else {
            return 0;
        };
        let blocks = self
            .blocks
            .get_or_init(|| (0..self.count).map(|_| OnceLock::new()).collect());
        let Some(place) = blocks.get(index as usize / BLOCK) else {
            return 0;
        };
        let mut taken = 0;
        if place.get().is_none() {
            if !budget.take(BLOCK as u64) {
                return 0;
            }
            let empty = || AtomicU8::new(NOT_ASKED);
            let block = std::iter::repeat_with(empty).take(BLOCK).collect();
            match place.set(block) {
                Ok(()) => taken = BLOCK as u64,
                // Another thread was faster.
                Err(_) => budget.give_back(BLOCK as u64),
            }
        }
        if let Some(block) = place.get() {
            block[index as usize % BLOCK].store(cell, Ordering::Relaxed);
        }
        taken
    }
}

/// The cell of an answer; `None` if the distance is missing, because a child table has values only.
fn cell_of(known: Probed) -> Option<u8> {
    match known.value {
        Value::Draw => Some(Cell8::UNKNOWN),
        Value::Win => Cell8::win(known.distance?),
        Value::Loss => Cell8::loss(known.distance?),
    }
}

#[cfg(test)]
mod tests {
    use super::super::StoredRanges;
    use super::*;

    #[test]
    fn what_is_noted_is_answered_within_the_budget() {
        let mut header = Header {
            description: String::new(),
            fingerprint: [0; 32],
            contents: Contents::Distance,
            coding: Coding::Cell8,
            size: 20_000,
            stored: StoredRanges::some(20_000, &[0..100, 200..300]).unwrap(),
            block: 8,
            deepest: 0,
            prediction: None,
        };
        let probed = |value, distance| Probed { value, distance };
        let budget = MemoryBudget::new(BLOCK as u64 + 100);
        let memo = Memo::new(&header);
        let answers = [
            (151, probed(Value::Draw, None)),
            (152, probed(Value::Win, Some(7))),
            (4095, probed(Value::Loss, Some(0))),
        ];
        let mut taken = 0;
        for (index, answer) in answers {
            assert_eq!(memo.answer(index), None);
            taken += memo.note(index, answer, &budget);
            assert_eq!(memo.answer(index), Some(answer));
        }
        assert_eq!((taken, budget.used()), (BLOCK as u64, BLOCK as u64));
        // A distance that is missing, or of the wrong parity, is asked for again.
        for answer in [probed(Value::Win, None), probed(Value::Win, Some(2))] {
            assert_eq!(memo.note(160, answer, &budget), 0);
            assert_eq!(memo.answer(160), None);
        }
        assert_eq!(memo.note(10_000, Probed::DRAW, &budget), 0, "no room");
        assert_eq!(memo.answer(10_000), None);
        assert_eq!(memo.note(99_999, Probed::DRAW, &budget), 0, "no such index");
        header.stored = StoredRanges::all(20_000);
        let memo = Memo::new(&header);
        assert_eq!(
            memo.note(5, Probed::DRAW, &budget),
            0,
            "nothing is left out"
        );
        assert_eq!(memo.answer(5), None);
    }
}
