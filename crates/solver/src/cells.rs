//! The cells of solved indices.

use std::fs::File;
use std::io;
use std::ops::Range;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use yomikiri_game_api::{Probed, Terminal, Value};

use crate::cell::{Cell8, Cell16, Code, Coding};
use crate::table::Fill;

/// Solved cells of indices in a row, in whichever code holds them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cells {
    first: u64,
    store: Store,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Store {
    Cell8(Vec<u8>),
    Cell16(Vec<u16>),
    /// Not in memory: some of the cells of a file.
    File(Arc<InFile>, Range<u64>),
}

/// Cells of a working file, of which a part is read when it is asked for.
#[derive(Debug)]
struct InFile {
    file: File,
    path: PathBuf,
    coding: Coding,
    /// Why it could not be read, if that ever happened.
    fault: OnceLock<String>,
}

impl PartialEq for InFile {
    fn eq(&self, other: &Self) -> bool {
        self.path == other.path
    }
}

impl Eq for InFile {}

const NOT_CHANGED: &str = "cells of a file are not changed";

/// Cells of a file that are read at a time where all of them are looked at.
const AT_A_TIME: u64 = 1 << 18;

impl InFile {
    /// Some of the cells. If they cannot be read, that is noted, and they are unknown: whoever uses them asks for
    /// [`Cells::fault`] at the end.
    fn read(&self, places: Range<u64>) -> Store {
        let width = self.coding.bytes();
        let mut bytes = vec![0; (places.end - places.start) as usize * width];
        let read = self
            .file
            .read_exact_at(&mut bytes, places.start * width as u64);
        if let Err(error) = read {
            let place = self.path.display();
            let _ = self.fault.set(format!("working file {place}: {error}"));
            bytes.fill(0);
        }
        match self.coding {
            Coding::Cell8 => Store::Cell8(bytes),
            Coding::Cell16 => {
                let pairs = bytes.chunks_exact(2);
                Store::Cell16(pairs.map(Cell16::take).collect())
            }
        }
    }
}

impl Cells {
    /// Bytes of the code in which parity tells wins from losses.
    pub fn from_u8(cells: Vec<u8>) -> Self {
        Cells::new(Store::Cell8(cells))
    }

    /// Two bytes each.
    pub fn from_u16(cells: Vec<u16>) -> Self {
        Cells::new(Store::Cell16(cells))
    }

    /// So many cells of a working file, which are read when they are asked for: a part at a time, see
    /// [`Cells::loaded`].
    pub(crate) fn in_file(path: &Path, coding: Coding, count: u64) -> io::Result<Self> {
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        let expected = count * coding.bytes() as u64;
        if length != expected {
            let text = format!("expected {expected} bytes, got {length}");
            return Err(io::Error::new(io::ErrorKind::InvalidData, text));
        }
        let path = path.to_owned();
        let store = InFile {
            file,
            path,
            coding,
            fault: OnceLock::new(),
        };
        Ok(Cells::new(Store::File(Arc::new(store), 0..count)))
    }

    /// Why cells of a working file could not be read, if that ever happened; what was read is wrong then.
    pub fn fault(&self) -> Option<&str> {
        match &self.store {
            Store::File(file, _) => file.fault.get().map(String::as_str),
            Store::Cell8(_) | Store::Cell16(_) => None,
        }
    }

    /// Whether they are in memory.
    pub fn is_loaded(&self) -> bool {
        !matches!(self.store, Store::File(..))
    }

    /// Calls `visit` with the cells of a range in memory, some at a time if they are in a file, and with
    /// their indices.
    pub(crate) fn loaded(&self, indices: Range<u64>, mut visit: impl FnMut(&Cells, Range<u64>)) {
        if self.is_loaded() {
            return visit(self, indices);
        }
        for from in indices.clone().step_by(AT_A_TIME as usize) {
            let some = from..(from + AT_A_TIME).min(indices.end);
            visit(&self.part(some.clone()), some);
        }
    }

    fn new(store: Store) -> Self {
        Cells { first: 0, store }
    }

    /// The same cells, told to begin at another index.
    #[must_use]
    pub fn starting_at(self, first: u64) -> Self {
        Cells { first, ..self }
    }

    /// Some of the cells, indices keeping their numbers.
    #[must_use]
    pub fn part(&self, indices: Range<u64>) -> Self {
        let range = (indices.start - self.first) as usize..(indices.end - self.first) as usize;
        let store = match &self.store {
            Store::Cell8(cells) => Store::Cell8(cells[range].to_vec()),
            Store::Cell16(cells) => Store::Cell16(cells[range].to_vec()),
            Store::File(file, places) => {
                let from = places.start;
                file.read(from + range.start as u64..from + range.end as u64)
            }
        };
        Cells::new(store).starting_at(indices.start)
    }

    /// The same without reading them if they are in a file.
    #[must_use]
    pub(crate) fn slice(&self, indices: Range<u64>) -> Self {
        let Store::File(file, places) = &self.store else {
            return self.part(indices);
        };
        let from = places.start + indices.start - self.first;
        let places = from..from + (indices.end - indices.start);
        Cells::new(Store::File(Arc::clone(file), places)).starting_at(indices.start)
    }

    /// Their code.
    pub fn coding(&self) -> Coding {
        match &self.store {
            Store::Cell8(_) => Coding::Cell8,
            Store::Cell16(_) => Coding::Cell16,
            Store::File(file, _) => file.coding,
        }
    }

    /// The indices they are about.
    pub fn indices(&self) -> Range<u64> {
        let count = match &self.store {
            Store::Cell8(cells) => cells.len() as u64,
            Store::Cell16(cells) => cells.len() as u64,
            Store::File(_, places) => places.end - places.start,
        };
        self.first..self.first + count
    }

    /// What is known of an index; `None` without a legal position.
    ///
    /// # Panics
    /// If the index is not among [`Cells::indices`].
    #[inline]
    pub fn answer(&self, index: u64) -> Option<Probed> {
        let at = (index - self.first) as usize;
        match &self.store {
            Store::Cell8(cells) => Cell8::answer(cells[at]),
            Store::Cell16(cells) => Cell16::answer(cells[at]),
            Store::File(..) => self.part(index..index + 1).answer(index),
        }
    }

    /// Whether the rules alone have decided an index, as the solver noted it. Cells of a file do not
    /// tell: it has anything where there is no legal position.
    #[inline]
    pub(crate) fn terminal(&self, index: u64) -> Terminal {
        match self.answer(index) {
            None => Terminal::Illegal,
            Some(Probed {
                value: Value::Loss,
                distance: Some(0),
            }) => Terminal::Lost,
            Some(_) => Terminal::Undecided,
        }
    }

    /// Whether an index is a win for the side to move.
    #[inline]
    pub fn is_win(&self, index: u64) -> bool {
        let at = (index - self.first) as usize;
        match &self.store {
            Store::Cell8(cells) => Cell8::is_win_within(cells[at], Cell8::MOST + 1),
            Store::Cell16(cells) => Cell16::is_win_within(cells[at], Cell16::MOST),
            Store::File(..) => self.part(index..index + 1).is_win(index),
        }
    }

    /// The code of an index as a number.
    pub fn code(&self, index: u64) -> u16 {
        let at = (index - self.first) as usize;
        match &self.store {
            Store::Cell8(cells) => u16::from(cells[at]),
            Store::Cell16(cells) => cells[at],
            Store::File(..) => self.part(index..index + 1).code(index),
        }
    }

    /// The code of an answer; that of an empty index for none, or where the code has no such answer.
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
        match self.coding() {
            Coding::Cell8 => u16::from(cell::<Cell8>(answer)),
            Coding::Cell16 => cell::<Cell16>(answer),
        }
    }

    /// Writes the code of an index.
    ///
    /// # Panics
    /// If the code does not fit.
    pub fn set_code(&mut self, index: u64, code: u16) {
        let at = (index - self.first) as usize;
        match &mut self.store {
            Store::Cell8(cells) => {
                cells[at] = code.try_into().expect("a code of one byte");
            }
            Store::Cell16(cells) => cells[at] = code,
            Store::File(..) => unreachable!("{NOT_CHANGED}"),
        }
    }

    /// How many indices are decided at each distance.
    pub fn by_distance(&self) -> Vec<u64> {
        let mut codes = vec![0u64; 1 << (8 * self.coding().bytes())];
        self.loaded(self.indices(), |cells, _| match &cells.store {
            Store::Cell8(cells) => cells.iter().for_each(|&cell| codes[usize::from(cell)] += 1),
            Store::Cell16(cells) => cells.iter().for_each(|&cell| codes[usize::from(cell)] += 1),
            Store::File(..) => unreachable!("loaded"),
        });
        let mut distances = Vec::new();
        for (code, &count) in codes.iter().enumerate().filter(|(_, count)| **count > 0) {
            let answer = match self.coding() {
                Coding::Cell8 => Cell8::answer(code as u8),
                Coding::Cell16 => Cell16::answer(code as u16),
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

    /// The bytes that they take in memory.
    pub(crate) fn in_memory(&self) -> u64 {
        match &self.store {
            Store::Cell8(cells) => cells.len() as u64,
            Store::Cell16(cells) => 2 * cells.len() as u64,
            Store::File(..) => 0,
        }
    }

    /// The cells as bytes of a file: those of one byte as they are, the low and the high bytes of
    /// wide ones apart, which packs better.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        match &self.store {
            Store::Cell8(cells) => cells.clone(),
            Store::Cell16(cells) => {
                let low = cells.iter().map(|&cell| cell as u8);
                low.chain(cells.iter().map(|&cell| (cell >> 8) as u8))
                    .collect()
            }
            Store::File(..) => self.part(self.indices()).bytes(),
        }
    }

    /// The inverse of [`Cells::bytes`]; the number of bytes is right.
    pub(crate) fn from_bytes(coding: Coding, bytes: Vec<u8>) -> Self {
        match coding {
            Coding::Cell8 => Cells::from_u8(bytes),
            Coding::Cell16 => {
                let (low, high) = bytes.split_at(bytes.len() / 2);
                let join = |(&low, &high): (&u8, &u8)| u16::from_le_bytes([low, high]);
                Cells::from_u16(low.iter().zip(high).map(join).collect())
            }
        }
    }

    /// Cells without any indices, in a code.
    pub(crate) fn none(coding: Coding) -> Self {
        Cells::from_bytes(coding, Vec::new())
    }

    /// Appends cells in the same code.
    pub(crate) fn append(&mut self, other: Cells) {
        match (&mut self.store, other.store) {
            (Store::Cell8(cells), Store::Cell8(more)) => cells.extend(more),
            (Store::Cell16(cells), Store::Cell16(more)) => cells.extend(more),
            _ => unreachable!("the blocks of a table are in one code"),
        }
    }

    /// Writes other cells in the same code to indices from one on.
    pub(crate) fn copy(&mut self, to: u64, other: &Cells, from: Range<u64>) {
        let at = (to - self.first) as usize;
        let range = (from.start - other.first) as usize..(from.end - other.first) as usize;
        match (&mut self.store, &other.store) {
            (Store::Cell8(cells), Store::Cell8(more)) => {
                cells[at..at + range.len()].copy_from_slice(&more[range]);
            }
            (Store::Cell16(cells), Store::Cell16(more)) => {
                cells[at..at + range.len()].copy_from_slice(&more[range]);
            }
            _ => unreachable!("the blocks of a table are in one code"),
        }
    }

    /// Appends so many empty indices.
    pub(crate) fn append_empty(&mut self, count: u64) {
        match &mut self.store {
            Store::Cell8(cells) => cells.resize(cells.len() + count as usize, Cell8::EMPTY),
            Store::Cell16(cells) => cells.resize(cells.len() + count as usize, Cell16::EMPTY),
            Store::File(..) => unreachable!("{NOT_CHANGED}"),
        }
    }

    /// An empty index is never asked for: it may hold whatever packs best. Only indices that the rules
    /// tell to be empty may be filled, and those are exactly the ones marked so.
    pub(crate) fn fill_empty(&mut self, way: Fill) {
        match &mut self.store {
            Store::Cell8(cells) => way.fill(cells, Cell8::EMPTY),
            Store::Cell16(cells) => way.fill(cells, Cell16::EMPTY),
            Store::File(..) => unreachable!("{NOT_CHANGED}"),
        }
    }

    /// The same answers without distances, in a code of their own: a win is 2, a loss 1, a draw 0.
    pub(crate) fn values_only(&self) -> Self {
        let value = |index| match self.answer(index) {
            None => Cell8::EMPTY,
            Some(known) => match known.value {
                Value::Draw => Cell8::UNKNOWN,
                Value::Win => 2,
                Value::Loss => 1,
            },
        };
        Cells::from_u8(self.indices().map(value).collect()).starting_at(self.first)
    }
}

impl Coding {
    /// Bytes of a cell.
    pub const fn bytes(self) -> usize {
        match self {
            Coding::Cell8 => 1,
            Coding::Cell16 => 2,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_working_file_that_cannot_be_read_is_told() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("cells");
        std::fs::write(&path, [1, 2, 3, 4]).unwrap();
        assert!(Cells::in_file(&path, Coding::Cell8, 5).is_err());
        let cells = Cells::in_file(&path, Coding::Cell8, 4).unwrap();
        assert_eq!(cells.part(1..3), Cells::from_u8(vec![2, 3]).starting_at(1));
        assert_eq!(cells.fault(), None);
        // Somebody cuts it short.
        File::options()
            .write(true)
            .open(&path)
            .unwrap()
            .set_len(2)
            .unwrap();
        let part = cells.slice(1..4).part(2..4);
        assert_eq!(part.indices(), 2..4);
        assert!(cells.fault().is_some_and(|fault| fault.contains("cells:")));
    }
}
