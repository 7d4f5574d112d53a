//! The cells of solved slots.

use std::ops::Range;

use yomikiri_game_api::{Probed, Value};

use crate::cell::{Code, Coding, Parity, Wide};
use crate::table::Fill;

/// Solved cells of slots in a row, in whichever code holds them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cells {
    first: u64,
    store: Store,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Store {
    Parity(Vec<u8>),
    Wide(Vec<u16>),
}

impl Cells {
    /// Bytes of the code in which parity tells wins from losses.
    pub fn parity(cells: Vec<u8>) -> Self {
        Cells::new(Store::Parity(cells))
    }

    /// Two bytes each.
    pub fn wide(cells: Vec<u16>) -> Self {
        Cells::new(Store::Wide(cells))
    }

    fn new(store: Store) -> Self {
        Cells { first: 0, store }
    }

    /// The same cells, told to begin at another slot.
    #[must_use]
    pub fn starting_at(self, first: u64) -> Self {
        Cells { first, ..self }
    }

    /// Some of the cells, slots keeping their numbers.
    #[must_use]
    pub fn part(&self, slots: Range<u64>) -> Self {
        let range = (slots.start - self.first) as usize..(slots.end - self.first) as usize;
        let store = match &self.store {
            Store::Parity(cells) => Store::Parity(cells[range].to_vec()),
            Store::Wide(cells) => Store::Wide(cells[range].to_vec()),
        };
        Cells::new(store).starting_at(slots.start)
    }

    /// Their code.
    pub fn coding(&self) -> Coding {
        match self.store {
            Store::Parity(_) => Coding::Parity,
            Store::Wide(_) => Coding::Wide,
        }
    }

    /// The slots they are about.
    pub fn slots(&self) -> Range<u64> {
        let count = match &self.store {
            Store::Parity(cells) => cells.len(),
            Store::Wide(cells) => cells.len(),
        };
        self.first..self.first + count as u64
    }

    /// What is known of a slot; `None` without a legal position.
    ///
    /// # Panics
    /// If the slot is not among [`Cells::slots`].
    #[inline]
    pub fn answer(&self, slot: u64) -> Option<Probed> {
        let at = (slot - self.first) as usize;
        match &self.store {
            Store::Parity(cells) => Parity::answer(cells[at]),
            Store::Wide(cells) => Wide::answer(cells[at]),
        }
    }

    /// Whether a slot is a win for the side to move.
    #[inline]
    pub fn is_win(&self, slot: u64) -> bool {
        let at = (slot - self.first) as usize;
        match &self.store {
            Store::Parity(cells) => Parity::is_win_within(cells[at], Parity::MOST + 1),
            Store::Wide(cells) => Wide::is_win_within(cells[at], Wide::MOST),
        }
    }

    /// The code of a slot as a number.
    pub fn code(&self, slot: u64) -> u16 {
        let at = (slot - self.first) as usize;
        match &self.store {
            Store::Parity(cells) => u16::from(cells[at]),
            Store::Wide(cells) => cells[at],
        }
    }

    /// The code of an answer; that of an empty slot for none, or where the code has no such answer.
    pub(crate) fn code_of(&self, answer: Option<Probed>) -> u16 {
        fn cell<C: Code>(answer: Option<Probed>) -> C::Cell {
            let Some(answer) = answer else {
                return C::EMPTY;
            };
            let distance = answer.distance.unwrap_or(0);
            let cell = match answer.value {
                Value::Draw => Some(C::UNKNOWN),
                Value::Win => C::win(distance),
                Value::Loss => C::loss(distance),
            };
            cell.unwrap_or(C::EMPTY)
        }
        match self.store {
            Store::Parity(_) => u16::from(cell::<Parity>(answer)),
            Store::Wide(_) => cell::<Wide>(answer),
        }
    }

    /// Writes the code of a slot.
    ///
    /// # Panics
    /// If the code does not fit.
    pub fn set_code(&mut self, slot: u64, code: u16) {
        let at = (slot - self.first) as usize;
        match &mut self.store {
            Store::Parity(cells) => {
                cells[at] = code.try_into().expect("a code of one byte");
            }
            Store::Wide(cells) => cells[at] = code,
        }
    }

    /// How many slots are decided at each distance.
    pub fn by_distance(&self) -> Vec<u64> {
        let codes = match &self.store {
            Store::Parity(cells) => {
                let mut counts = vec![0u64; 256];
                cells
                    .iter()
                    .for_each(|&cell| counts[usize::from(cell)] += 1);
                counts
            }
            Store::Wide(cells) => {
                let mut counts = vec![0u64; 1 << 16];
                cells
                    .iter()
                    .for_each(|&cell| counts[usize::from(cell)] += 1);
                counts
            }
        };
        let mut distances = Vec::new();
        for (code, &count) in codes.iter().enumerate().filter(|(_, count)| **count > 0) {
            let answer = match self.store {
                Store::Parity(_) => Parity::answer(code as u8),
                Store::Wide(_) => Wide::answer(code as u16),
            };
            if let Some(Probed {
                distance: Some(distance),
                ..
            }) = answer
            {
                let distance = distance as usize;
                if distances.len() <= distance {
                    distances.resize(distance + 1, 0);
                }
                distances[distance] += count;
            }
        }
        distances
    }

    /// The cells as bytes of a file: those of one byte as they are, the low and the high bytes of
    /// wide ones apart, which packs better.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        match &self.store {
            Store::Parity(cells) => cells.clone(),
            Store::Wide(cells) => {
                let low = cells.iter().map(|&cell| cell as u8);
                low.chain(cells.iter().map(|&cell| (cell >> 8) as u8))
                    .collect()
            }
        }
    }

    /// The inverse of [`Cells::bytes`]; the number of bytes is right.
    pub(crate) fn from_bytes(coding: Coding, bytes: Vec<u8>) -> Self {
        match coding {
            Coding::Parity => Cells::parity(bytes),
            Coding::Wide => {
                let (low, high) = bytes.split_at(bytes.len() / 2);
                let join = |(&low, &high): (&u8, &u8)| u16::from_le_bytes([low, high]);
                Cells::wide(low.iter().zip(high).map(join).collect())
            }
        }
    }

    /// Cells without any slots, in a code.
    pub(crate) fn none(coding: Coding) -> Self {
        Cells::from_bytes(coding, Vec::new())
    }

    /// Appends cells in the same code.
    pub(crate) fn append(&mut self, other: Cells) {
        match (&mut self.store, other.store) {
            (Store::Parity(cells), Store::Parity(more)) => cells.extend(more),
            (Store::Wide(cells), Store::Wide(more)) => cells.extend(more),
            _ => unreachable!("the blocks of a table are in one code"),
        }
    }

    /// Writes other cells in the same code to slots from one on.
    pub(crate) fn copy(&mut self, to: u64, other: &Cells, from: Range<u64>) {
        let at = (to - self.first) as usize;
        let range = (from.start - other.first) as usize..(from.end - other.first) as usize;
        match (&mut self.store, &other.store) {
            (Store::Parity(cells), Store::Parity(more)) => {
                cells[at..at + range.len()].copy_from_slice(&more[range]);
            }
            (Store::Wide(cells), Store::Wide(more)) => {
                cells[at..at + range.len()].copy_from_slice(&more[range]);
            }
            _ => unreachable!("the blocks of a table are in one code"),
        }
    }

    /// Appends so many empty slots.
    pub(crate) fn append_empty(&mut self, count: u64) {
        match &mut self.store {
            Store::Parity(cells) => cells.resize(cells.len() + count as usize, Parity::EMPTY),
            Store::Wide(cells) => cells.resize(cells.len() + count as usize, Wide::EMPTY),
        }
    }

    /// An empty slot is never asked for: it may hold whatever packs best. Only slots that the rules
    /// tell to be empty may be filled, and those are exactly the ones marked so.
    pub(crate) fn fill_empty(&mut self, way: Fill) {
        match &mut self.store {
            Store::Parity(cells) => way.fill(cells, Parity::EMPTY),
            Store::Wide(cells) => way.fill(cells, Wide::EMPTY),
        }
    }

    /// The same answers without distances, in a code of their own: a win is 2, a loss 1, a draw 0.
    pub(crate) fn values_only(&self) -> Self {
        let value = |slot| match self.answer(slot) {
            None => Parity::EMPTY,
            Some(known) => match known.value {
                Value::Draw => Parity::UNKNOWN,
                Value::Win => 2,
                Value::Loss => 1,
            },
        };
        Cells::parity(self.slots().map(value).collect()).starting_at(self.first)
    }
}

impl Coding {
    /// Bytes of a cell.
    pub const fn bytes(self) -> usize {
        match self {
            Coding::Parity => 1,
            Coding::Wide => 2,
        }
    }
}
