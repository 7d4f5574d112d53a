//! Decoded blocks that stay in memory, under one budget for many tables.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use yomikiri_game_api::{Probed, Value};

use super::format::{Contents, Header};
use crate::cell::{Cell8, Cell16, Code, Coding};
use crate::cells::Cells;

/// How much memory the decoded blocks of some tables may take.
#[derive(Debug)]
pub struct MemoryBudget {
    most: u64,
    used: AtomicU64,
    /// Whether a block did not fit since somebody last looked.
    refused: AtomicBool,
}

impl MemoryBudget {
    /// So many bytes.
    pub fn new(most: u64) -> Self {
        MemoryBudget {
            most,
            used: AtomicU64::new(0),
            refused: AtomicBool::new(false),
        }
    }

    /// The bytes there are in all.
    pub fn most(&self) -> u64 {
        self.most
    }

    /// The bytes that are taken.
    pub fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    /// Whether a block did not fit since this was last asked.
    pub(crate) fn was_exceeded(&self) -> bool {
        self.refused.load(Ordering::Relaxed) && self.refused.swap(false, Ordering::Relaxed)
    }

    /// Takes some bytes if there is room for them.
    pub(super) fn take(&self, bytes: u64) -> bool {
        let more = |used: u64| used.checked_add(bytes).filter(|&used| used <= self.most);
        let taken = self
            .used
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, more);
        if taken.is_err() {
            self.refused.store(true, Ordering::Relaxed);
        }
        taken.is_ok()
    }

    pub(super) fn give_back(&self, bytes: u64) {
        self.used.fetch_sub(bytes, Ordering::Relaxed);
    }
}

/// How decoded cells are kept.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Form {
    /// A byte each.
    Bytes,
    /// Two bytes each, low first.
    Pairs,
    /// Values without distances, four a byte: they are cells of [`Cell8`], or 3 for no position.
    Quarters,
}

/// The blocks of a table, as far as they have been asked for and there is memory for them. Looking one
/// up takes no lock.
#[derive(Debug)]
pub(super) struct KeptBlocks {
    form: Form,
    blocks: Vec<OnceLock<Box<[u8]>>>,
}

impl KeptBlocks {
    /// None so far.
    pub(super) fn new(header: &Header) -> Self {
        KeptBlocks {
            form: match (header.contents, header.coding) {
                (Contents::Value, _) => Form::Quarters,
                (Contents::Distance, Coding::Cell8) => Form::Bytes,
                (Contents::Distance, Coding::Cell16) => Form::Pairs,
            },
            blocks: (0..header.blocks()).map(|_| OnceLock::new()).collect(),
        }
    }

    /// No blocks at all.
    pub(super) fn none() -> Self {
        KeptBlocks {
            form: Form::Bytes,
            blocks: Vec::new(),
        }
    }

    /// What a block says of its cell with this number; `None` if the block is not kept. Values without
    /// distances have whichever their code says.
    #[inline]
    pub(super) fn answer(&self, block: u64, at: usize) -> Option<Option<Probed>> {
        let bytes = self.blocks.get(block as usize)?.get()?;
        Some(match self.form {
            Form::Bytes => Cell8::answer(bytes[at]),
            Form::Pairs => Cell16::answer(u16::from_le_bytes([bytes[2 * at], bytes[2 * at + 1]])),
            Form::Quarters => match bytes[at / 4] >> (at % 4 * 2) & 3 {
                3 => None,
                cell => Cell8::answer(cell),
            },
        })
    }

    /// Keeps a block if the budget has room for it; the bytes that it takes, 0 if it is not kept or was
    /// kept already.
    pub(super) fn keep(&self, number: u64, cells: &Cells, budget: &MemoryBudget) -> u64 {
        let Some(place) = self.blocks.get(number as usize) else {
            return 0;
        };
        let count = cells.indices().count();
        let length = match self.form {
            Form::Bytes => count,
            Form::Pairs => 2 * count,
            Form::Quarters => count.div_ceil(4),
        };
        if !budget.take(length as u64) {
            return 0;
        }
        match place.set(self.formed(cells, length)) {
            Ok(()) => length as u64,
            // Another thread was faster.
            Err(_) => {
                budget.give_back(length as u64);
                0
            }
        }
    }

    fn formed(&self, cells: &Cells, length: usize) -> Box<[u8]> {
        match self.form {
            Form::Bytes => cells.bytes().into(),
            Form::Pairs => {
                let codes = cells.indices().map(|index| cells.code(index));
                codes.flat_map(u16::to_le_bytes).collect()
            }
            Form::Quarters => {
                let mut bytes = vec![0; length];
                for (at, index) in cells.indices().enumerate() {
                    let value = match cells.answer(index).map(|known| known.value) {
                        Some(Value::Draw) => 0,
                        Some(Value::Loss) => 1,
                        Some(Value::Win) => 2,
                        None => 3,
                    };
                    bytes[at / 4] |= value << (at % 4 * 2);
                }
                bytes.into()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::StoredRanges;
    use super::*;

    fn header(contents: Contents, coding: Coding, size: u64) -> Header {
        Header {
            description: String::new(),
            fingerprint: [0; 32],
            contents,
            coding,
            size,
            stored: StoredRanges::all(size),
            block: 8,
            deepest: 0,
            prediction: None,
        }
    }

    #[test]
    fn kept_cells_say_what_the_cells_say() {
        let budget = MemoryBudget::new(1000);
        let bytes = Cells::from_u8(vec![0, 1, 2, 7, 8, 253, 255, 4]);
        let pairs = Cells::from_u16(vec![0, 1, 2, 700, 801, 65_533, 65_535, 4]);
        let values = Cells::from_u8(vec![0, 1, 2, 2, 1, 0, 255, 0]);
        for (contents, cells, length) in [
            (Contents::Distance, bytes, 8),
            (Contents::Distance, pairs, 16),
            (Contents::Value, values, 2),
        ] {
            let kept = KeptBlocks::new(&header(contents, cells.coding(), 16));
            let used = budget.used();
            let second = cells.clone().starting_at(8);
            assert_eq!(kept.answer(1, 0), None);
            assert_eq!(kept.keep(1, &second, &budget), length);
            assert_eq!(kept.keep(1, &second, &budget), 0, "kept already");
            assert_eq!(budget.used(), used + length);
            for at in 0..8 {
                assert_eq!(kept.answer(1, at), Some(cells.answer(at as u64)), "{at}");
            }
            assert_eq!(kept.answer(0, 0), None);
            assert_eq!(kept.answer(2, 0), None, "there is no such block");
        }
    }

    #[test]
    fn nothing_is_kept_beyond_the_budget() {
        let budget = MemoryBudget::new(20);
        let kept = KeptBlocks::new(&header(Contents::Distance, Coding::Cell8, 64));
        let block = |number: u64| Cells::from_u8(vec![number as u8; 8]).starting_at(8 * number);
        let taken: Vec<u64> = (0..4)
            .map(|number| kept.keep(number, &block(number), &budget))
            .collect();
        assert_eq!(taken, [8, 8, 0, 0]);
        assert_eq!(budget.used(), 16);
        assert!(budget.was_exceeded() && !budget.was_exceeded());
        budget.give_back(8);
        assert_eq!(kept.keep(2, &block(2), &budget), 8);
    }
}
