//! The decoded cells of a small table in one array by index: a probe is one look at it, without a lock, a division or
//! a branch that depends on the answer.

use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use yomikiri_game_api::{Probed, Value};

use super::format::{Contents, Header};
use super::kept::MemoryBudget;
use super::stored::StoredRanges;
use crate::cell::{Cell8, Code, Coding};
use crate::cells::Cells;
use crate::memory::ZeroedBytes;

/// The largest array. Larger tables keep the blocks that were asked for, wherever they are.
const MOST: u64 = 16 << 20;
/// The budget is used in pages of so many bytes; the system gives them when they are first written.
const PAGE: usize = 4096;

/// By code: its answer. A code of 0 has none, because nobody has asked yet or because there is no position.
type Answers = [Option<Probed>; 256];

/// The code of a cell of one byte is the next number: 0 is an empty one.
static BY_DISTANCE: Answers = {
    let mut answers = [None; 256];
    let mut code = 1;
    while code < 256 {
        answers[code] = match (code - 1) as u8 {
            Cell8::UNKNOWN | Cell8::OVER_DRAWN => Some(Probed::DRAW),
            Cell8::CANDIDATE => None,
            cell => Some(Probed {
                value: match cell % 2 {
                    0 => Value::Win,
                    _ => Value::Loss,
                },
                distance: Some(cell as u32 - 1),
            }),
        };
        code += 1;
    }
    answers
};

/// Draw, loss, win, in two bits.
static BY_VALUE: Answers = {
    let mut answers = [None; 256];
    let values = [Value::Draw, Value::Loss, Value::Win];
    let mut code = 1;
    while code < 4 {
        answers[code] = Some(Probed {
            value: values[code - 1],
            distance: None,
        });
        code += 1;
    }
    answers
};

/// Where an index is in the array, and what its code means.
#[derive(Copy, Clone, Debug)]
struct Form {
    /// Indices in a byte, as a power of two.
    shift: u32,
    /// The bits of a code.
    bits: u32,
    answers: &'static Answers,
}

impl Form {
    fn of(header: &Header) -> Option<Form> {
        match (header.contents, header.coding) {
            (Contents::Value, Coding::Cell8) => Some(Form {
                shift: 2,
                bits: 2,
                answers: &BY_VALUE,
            }),
            (Contents::Distance, Coding::Cell8) => Some(Form {
                shift: 0,
                bits: 8,
                answers: &BY_DISTANCE,
            }),
            (_, Coding::Cell16) => None,
        }
    }

    /// The byte of an index, and how far its code is shifted in it.
    #[inline]
    fn place(self, index: u64) -> (usize, u32) {
        let low = index as u32 & ((1 << self.shift) - 1);
        ((index >> self.shift) as usize, low * self.bits)
    }

    /// The code of an answer; `None` if the distance is missing, because a child table has values only.
    fn code(self, known: Probed) -> Option<u8> {
        if self.bits == 2 {
            return Some(match known.value {
                Value::Draw => 1,
                Value::Loss => 2,
                Value::Win => 3,
            });
        }
        let cell = match known.value {
            Value::Draw => Some(Cell8::UNKNOWN),
            Value::Win => Cell8::win(known.distance?),
            Value::Loss => Cell8::loss(known.distance?),
        };
        Some(cell? + 1)
    }
}

/// The array of a table.
#[derive(Debug)]
pub(super) struct Direct {
    form: Form,
    bytes: OnceLock<ZeroedBytes>,
    length: usize,
    /// The blocks of the file that are in it.
    blocks: Box<[AtomicBool]>,
    /// The pages that have been taken from the budget.
    pages: Box<[AtomicBool]>,
    taken: AtomicUsize,
    asked_for_large_pages: AtomicBool,
}

impl Direct {
    /// The array of a table, empty so far; `None` if the table is too large, or its cells do not fit a byte.
    pub(super) fn new(header: &Header) -> Option<Self> {
        let form = Form::of(header)?;
        let length = header.size.div_ceil(1 << form.shift);
        let flags = |count: u64| (0..count).map(|_| AtomicBool::new(false)).collect();
        (length <= MOST).then(|| Direct {
            form,
            bytes: OnceLock::new(),
            length: length as usize,
            blocks: flags(header.blocks()),
            pages: flags(length.div_ceil(PAGE as u64)),
            taken: AtomicUsize::new(0),
            asked_for_large_pages: AtomicBool::new(false),
        })
    }

    /// The bytes of the whole array.
    pub(super) fn length(&self) -> u64 {
        self.length as u64
    }

    /// What is known of an index; `None` if it has not been asked for yet, or has no position.
    #[inline]
    pub(super) fn answer(&self, index: u64) -> Option<Probed> {
        let (at, shift) = self.form.place(index);
        let byte = self.bytes.get()?.get(at)?.load(Ordering::Relaxed);
        // All bits of a byte, or two of them.
        let mask = (1u32 << self.form.bits) - 1;
        self.form.answers[(u32::from(byte) >> shift & mask) as usize]
    }

    /// Whether a block of the file has been put in.
    pub(super) fn has_block(&self, number: u64) -> bool {
        let block = self.blocks.get(number as usize);
        block.is_some_and(|block| block.load(Ordering::Acquire))
    }

    /// Puts a decoded block of the file in its places, if the budget has room for them: the bytes that are taken from
    /// it.
    pub(super) fn put_block(
        &self,
        number: u64,
        cells: &Cells,
        stored: &StoredRanges,
        budget: &MemoryBudget,
    ) -> Taken {
        let mut taken = Taken::default();
        for indices in stored.indices_at(cells.indices()) {
            if !self.take_pages(&indices, budget, &mut taken) {
                return taken;
            }
        }
        let codes: [u8; 256] = std::array::from_fn(|cell| {
            let known = Cell8::answer(cell as u8);
            known.and_then(|known| self.form.code(known)).unwrap_or(0)
        });
        let bytes = cells.bytes();
        let mut rest = &bytes[..];
        for indices in stored.indices_at(cells.indices()) {
            let count = rest.len().min((indices.end - indices.start) as usize);
            let (some, others) = rest.split_at(count);
            self.write_row(indices.start, some, &codes);
            rest = others;
        }
        if let Some(block) = self.blocks.get(number as usize) {
            block.store(true, Ordering::Release);
        }
        self.use_large_pages(budget, &mut taken);
        taken.all = true;
        taken
    }

    /// Notes what was found out about an index that the file does not store, if there is memory for it.
    pub(super) fn note(&self, index: u64, known: Probed, budget: &MemoryBudget) -> Taken {
        let mut taken = Taken::default();
        let is_within = self.form.place(index).0 < self.length;
        if let Some(code) = self.form.code(known).filter(|_| is_within)
            && self.take_pages(&(index..index + 1), budget, &mut taken)
        {
            self.write(index, code);
            taken.all = true;
        }
        taken
    }

    /// Everybody who writes an index writes the same code.
    fn write(&self, index: u64, code: u8) {
        let (at, shift) = self.form.place(index);
        self.write_byte(at, code << shift);
    }

    /// Writes the codes of indices in a row. A byte that holds several of them is written once.
    fn write_row(&self, first: u64, cells: &[u8], codes: &[u8; 256]) {
        let each = 1 << self.form.shift;
        let (mut index, mut rest) = (first, cells);
        while !rest.is_empty() {
            let (at, mut shift) = self.form.place(index);
            let count = rest.len().min((each - index % each) as usize);
            let mut byte = 0;
            for &cell in &rest[..count] {
                byte |= codes[usize::from(cell)] << shift;
                shift += self.form.bits;
            }
            self.write_byte(at, byte);
            (index, rest) = (index + count as u64, &rest[count..]);
        }
    }

    fn write_byte(&self, at: usize, byte: u8) {
        let bytes = self.bytes.get_or_init(|| ZeroedBytes::new(self.length));
        if let Some(place) = bytes.get(at) {
            match self.form.bits {
                8 => place.store(byte, Ordering::Relaxed),
                _ => drop(place.fetch_or(byte, Ordering::Relaxed)),
            }
        }
    }

    /// Takes what is missing for some indices from the budget; false if there is no room.
    fn take_pages(&self, indices: &Range<u64>, budget: &MemoryBudget, taken: &mut Taken) -> bool {
        let page = |index| self.form.place(index).0 / PAGE;
        let pages = page(indices.start)..=page(indices.end - 1);
        pages.into_iter().all(|page| self.take(page, budget, taken))
    }

    fn take(&self, page: usize, budget: &MemoryBudget, taken: &mut Taken) -> bool {
        let Some(page) = self.pages.get(page) else {
            return false;
        };
        if page.load(Ordering::Relaxed) {
            return true;
        }
        if !budget.take(PAGE as u64) {
            return false;
        }
        match page.swap(true, Ordering::Relaxed) {
            false => {
                taken.bytes += PAGE as u64;
                self.taken.fetch_add(1, Ordering::Relaxed);
            }
            // Another thread was faster.
            true => budget.give_back(PAGE as u64),
        }
        true
    }

    /// Moves an array of which half is used to large pages.
    fn use_large_pages(&self, budget: &MemoryBudget, taken: &mut Taken) {
        let used = self.taken.load(Ordering::Relaxed);
        if used * 2 < self.pages.len()
            || self.asked_for_large_pages.swap(true, Ordering::Relaxed)
            || !(0..self.pages.len()).all(|page| self.take(page, budget, taken))
        {
            return;
        }
        if let Some(bytes) = self.bytes.get() {
            bytes.use_large_pages();
        }
    }
}

/// What was taken from a budget.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Taken {
    pub(super) bytes: u64,
    /// Whether it was all that was needed.
    pub(super) all: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(contents: Contents, size: u64, stored: StoredRanges) -> Header {
        Header {
            description: String::new(),
            fingerprint: [0; 32],
            contents,
            coding: Coding::Cell8,
            size,
            stored,
            block: 8,
            deepest: 0,
            prediction: None,
        }
    }

    #[test]
    fn codes_mean_what_cells_mean() {
        assert_eq!(BY_DISTANCE[0], None);
        for cell in 0..255 {
            let code = usize::from(cell) + 1;
            assert_eq!(BY_DISTANCE[code], Cell8::answer(cell), "{cell}");
        }
        let probed = |value, distance| Probed { value, distance };
        let header = |contents| header(contents, 8, StoredRanges::all(8));
        for contents in [Contents::Value, Contents::Distance] {
            let form = Form::of(&header(contents)).unwrap();
            for (value, distances) in [
                (Value::Draw, vec![None]),
                (Value::Win, vec![Some(1), Some(7), Some(249)]),
                (Value::Loss, vec![Some(0), Some(8), Some(250)]),
            ] {
                for distance in distances {
                    let code = form.code(probed(value, distance)).unwrap();
                    let expected = match contents {
                        Contents::Value => probed(value, None),
                        Contents::Distance => probed(value, distance),
                    };
                    assert_eq!(form.answers[usize::from(code)], Some(expected));
                }
            }
        }
        let form = Form::of(&header(Contents::Distance)).unwrap();
        for strange in [probed(Value::Win, None), probed(Value::Win, Some(2))] {
            assert_eq!(form.code(strange), None);
        }
    }

    /// Blocks that begin in the middle of a byte, ranges with gaps, cells by columns.
    #[test]
    fn blocks_are_found_by_index() {
        let columns = yomikiri_game_api::Columns { count: 3, width: 2 };
        let gaps = StoredRanges::some(100, &[10..22, 40..64]).unwrap();
        let woven = gaps.clone().by_columns(Some(columns)).unwrap();
        let mut rng = yomikiri_game_api::SplitMix64::new(5);
        for stored in [StoredRanges::all(36), gaps, woven] {
            for contents in [Contents::Value, Contents::Distance] {
                let budget = MemoryBudget::new(1 << 20);
                let of = header(contents, stored.size(), stored.clone());
                let direct = Direct::new(&of).unwrap();
                let codes: Vec<u8> = (0..36)
                    .map(|_| match (rng.below(4), contents) {
                        (3, _) => 255,
                        (code, Contents::Value) => code as u8,
                        (code, Contents::Distance) => code as u8 * 50,
                    })
                    .collect();
                let all = Cells::from_u8(codes);
                for from in (0..36).step_by(5) {
                    let block = all.part(from..(from + 5).min(36));
                    assert!(!direct.has_block(from / 5));
                    assert!(direct.put_block(from / 5, &block, &stored, &budget).all);
                    assert!(direct.has_block(from / 5) || from / 5 >= of.blocks());
                }
                for index in 0..stored.size() {
                    let place = stored.place(index);
                    let mut known = place.and_then(|place| all.answer(place));
                    if contents == Contents::Value {
                        known = known.map(|known| Probed {
                            distance: None,
                            ..known
                        });
                    }
                    assert_eq!(direct.answer(index), known, "{index}");
                }
                assert_eq!(direct.answer(stored.size()), None);
                assert_eq!(direct.answer(u64::MAX), None);
            }
        }
    }

    #[test]
    fn what_is_noted_is_answered_within_the_budget() {
        let stored = StoredRanges::some(20_000, &[0..100, 200..300]).unwrap();
        let direct = Direct::new(&header(Contents::Distance, 20_000, stored)).unwrap();
        let budget = MemoryBudget::new(PAGE as u64 + 100);
        let probed = |value, distance| Probed { value, distance };
        let answers = [
            (151, probed(Value::Draw, None)),
            (152, probed(Value::Win, Some(7))),
            (4095, probed(Value::Loss, Some(0))),
        ];
        let mut bytes = 0;
        for (index, answer) in answers {
            assert_eq!(direct.answer(index), None);
            bytes += direct.note(index, answer, &budget).bytes;
            assert_eq!(direct.answer(index), Some(answer));
        }
        assert_eq!((bytes, budget.used()), (PAGE as u64, PAGE as u64));
        // A distance that is missing, or of the wrong parity, is asked for again.
        for answer in [probed(Value::Win, None), probed(Value::Win, Some(2))] {
            assert_eq!(direct.note(160, answer, &budget), Taken::default());
            assert_eq!(direct.answer(160), None);
        }
        for index in [10_000, 99_999] {
            assert_eq!(direct.note(index, Probed::DRAW, &budget), Taken::default());
            assert_eq!(direct.answer(index), None, "no room, or no such index");
        }
    }

    #[test]
    fn half_of_a_table_in_use_takes_all_of_its_memory() {
        let size = 6 << 20;
        let stored = StoredRanges::all(size);
        let mut of = header(Contents::Distance, size, stored.clone());
        of.block = 1 << 20;
        let direct = Direct::new(&of).unwrap();
        let budget = MemoryBudget::new(7 << 20);
        let mut taken = Vec::new();
        for number in 0..6 {
            let first = number << 20;
            let cells = Cells::from_u8(vec![number as u8; 1 << 20]).starting_at(first);
            let put = direct.put_block(number, &cells, &stored, &budget);
            assert!(put.all);
            taken.push(put.bytes >> 20);
        }
        assert_eq!(taken, [1, 1, 4, 0, 0, 0]);
        for index in (0..size).step_by(1000) {
            assert_eq!(direct.answer(index), Cell8::answer((index >> 20) as u8));
        }
        let large = header(Contents::Distance, MOST + 1, StoredRanges::all(MOST + 1));
        assert!(Direct::new(&large).is_none());
    }
}
