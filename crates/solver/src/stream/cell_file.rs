//! Cells in a working file, of which a bucket is in memory at a time.

use std::cell::RefCell;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use super::{Fault, at_path};
use crate::cell::Code;
use crate::kernel::View;

/// Cells that are read and written together.
pub(super) const PART: usize = 1 << 12;
/// Parts of earlier layers that a thread remembers.
const REMEMBERED: usize = 32;

/// Cells in a file, one after the other.
pub(super) struct CellFile {
    file: File,
    path: PathBuf,
    /// The index of the first.
    first: u64,
}

impl CellFile {
    /// Cells of a range of indices. What is there already is kept; the rest reads as zeros, which are unknown cells.
    pub(super) fn open<C: Code>(path: &Path, indices: &Range<u64>) -> Result<Self, Fault> {
        let options = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path);
        let file = options.map_err(at_path(path))?;
        let length = (indices.end - indices.start) * C::CODING.bytes() as u64;
        file.set_len(length).map_err(at_path(path))?;
        Ok(CellFile {
            file,
            path: path.to_owned(),
            first: indices.start,
        })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Waits until everything is on the disk.
    pub(super) fn sync(&self) -> Result<(), Fault> {
        self.file.sync_data().map_err(at_path(&self.path))
    }

    /// Reads cells from an index on; the buffer is for their bytes.
    pub(super) fn read<C: Code>(
        &self,
        from: u64,
        cells: &[C::Shared],
        buffer: &mut Vec<u8>,
    ) -> Result<(), Fault> {
        let width = C::CODING.bytes();
        buffer.resize(cells.len() * width, 0);
        let at = (from - self.first) * width as u64;
        let read = self.file.read_exact_at(buffer, at);
        read.map_err(at_path(&self.path))?;
        for (cell, bytes) in cells.iter().zip(buffer.chunks_exact(width)) {
            C::set(cell, C::take(bytes));
        }
        Ok(())
    }

    /// Writes cells from an index on. Candidates are for memory only: they become unknown again.
    pub(super) fn write<C: Code>(
        &self,
        from: u64,
        cells: &[C::Shared],
        buffer: &mut Vec<u8>,
    ) -> Result<(), Fault> {
        buffer.clear();
        for cell in cells {
            let cell = C::get(cell);
            let kept = if cell == C::CANDIDATE {
                C::UNKNOWN
            } else {
                cell
            };
            C::put(kept, buffer);
        }
        let at = (from - self.first) * C::CODING.bytes() as u64;
        let written = self.file.write_all_at(buffer, at);
        written.map_err(at_path(&self.path))
    }
}

/// A bucket in memory: its parts are read when they are asked for, and those that were changed are written
/// back.
pub(super) struct Bucket<C: Code> {
    indices: Range<u64>,
    cells: Vec<C::Shared>,
    parts: Vec<Part>,
    buffer: Vec<u8>,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Part {
    Absent,
    Read,
    Changed,
}

impl<C: Code> Bucket<C> {
    /// Memory for a bucket of so many indices at most.
    pub(super) fn new(most: u64) -> Self {
        Bucket {
            indices: 0..0,
            cells: (0..most).map(|_| C::shared(C::UNKNOWN)).collect(),
            parts: vec![Part::Absent; (most as usize).div_ceil(PART)],
            buffer: Vec::new(),
        }
    }

    /// The bytes that it takes.
    pub(super) fn bytes(most: u64) -> u64 {
        let width = C::CODING.bytes() as u64;
        most * width + most.div_ceil(PART as u64) + PART as u64 * width
    }

    /// Goes to a range of indices; nothing of it has been read.
    pub(super) fn open(&mut self, indices: Range<u64>) {
        self.parts.fill(Part::Absent);
        self.indices = indices;
    }

    /// Goes to a range of indices, all of them unknown whatever the file has.
    pub(super) fn open_blank(&mut self, indices: Range<u64>) {
        self.open(indices);
        self.cells.iter().for_each(|cell| C::set(cell, C::UNKNOWN));
        self.parts.fill(Part::Changed);
    }

    fn count(&self) -> usize {
        (self.indices.end - self.indices.start) as usize
    }

    /// All cells, which have been read.
    pub(super) fn cells(&self) -> &[C::Shared] {
        &self.cells[..self.count()]
    }

    fn places(&self, part: usize) -> Range<usize> {
        part * PART..((part + 1) * PART).min(self.count())
    }

    #[cold]
    fn read_part(&mut self, part: usize, file: &CellFile) -> Result<(), Fault> {
        let places = self.places(part);
        let from = self.indices.start + places.start as u64;
        file.read::<C>(from, &self.cells[places], &mut self.buffer)?;
        self.parts[part] = Part::Read;
        Ok(())
    }

    /// Reads everything.
    pub(super) fn read_all(&mut self, file: &CellFile) -> Result<(), Fault> {
        for part in 0..self.count().div_ceil(PART) {
            if self.parts[part] == Part::Absent {
                self.read_part(part, file)?;
            }
        }
        Ok(())
    }

    #[inline]
    pub(super) fn get(&mut self, place: u32, file: &CellFile) -> Result<C::Cell, Fault> {
        let place = place as usize;
        if self.parts[place / PART] == Part::Absent {
            self.read_part(place / PART, file)?;
        }
        Ok(C::get(&self.cells[place]))
    }

    /// Writes a cell that has been read; it will be written back.
    #[inline]
    pub(super) fn set(&mut self, place: u32, cell: C::Cell) {
        C::set(&self.cells[place as usize], cell);
        self.parts[place as usize / PART] = Part::Changed;
    }

    /// Marks a cell that has been read, in memory only.
    #[inline]
    pub(super) fn mark(&self, place: u32) {
        C::set(&self.cells[place as usize], C::CANDIDATE);
    }

    /// The places of a code among what has been read, in order.
    pub(super) fn places_of(
        &self,
        code: C::Cell,
        mut visit: impl FnMut(u32) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let mut done = Ok(());
        for part in 0..self.count().div_ceil(PART) {
            if self.parts[part] == Part::Absent {
                continue;
            }
            let places = self.places(part);
            let first = places.start;
            C::places(&self.cells[places], code, |place| {
                if done.is_ok() {
                    done = visit((first + place) as u32);
                }
            });
        }
        done
    }

    /// Writes back what was changed.
    pub(super) fn close(&mut self, file: &CellFile) -> Result<(), Fault> {
        for part in 0..self.count().div_ceil(PART) {
            if self.parts[part] == Part::Changed {
                let places = self.places(part);
                let from = self.indices.start + places.start as u64;
                file.write::<C>(from, &self.cells[places], &mut self.buffer)?;
            }
        }
        self.parts.fill(Part::Absent);
        Ok(())
    }
}

/// A bucket as the kernel sees it while its own indices are classified.
pub(super) struct BucketView<'b, 'f, C: Code> {
    pub(super) cells: &'b [C::Shared],
    pub(super) first: u64,
    /// Cells of earlier layers.
    pub(super) earlier: &'b RefCell<Earlier<'f, C>>,
}

impl<C: Code> Clone for BucketView<'_, '_, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: Code> Copy for BucketView<'_, '_, C> {}

impl<C: Code> View for BucketView<'_, '_, C> {
    type Code = C;

    #[inline]
    fn get(self, index: u64) -> C::Cell {
        self.earlier.borrow_mut().get(index)
    }

    #[inline]
    fn set(self, index: u64, cell: C::Cell) {
        C::set(&self.cells[(index - self.first) as usize], cell);
    }

    fn bound(self, _index: u64) -> C::Cell {
        C::UNKNOWN
    }
}

/// Cells of earlier layers, asked for in no order but mostly near those asked for before.
pub(super) struct Earlier<'f, C: Code> {
    file: &'f CellFile,
    end: u64,
    remembered: Remembered<C>,
}

impl<'f, C: Code> Earlier<'f, C> {
    /// Indices below the end are those of earlier layers.
    pub(super) fn new(file: &'f CellFile, end: u64) -> Self {
        Earlier {
            file,
            end,
            remembered: Remembered::new(REMEMBERED),
        }
    }

    /// The bytes that it takes at most.
    pub(super) fn bytes(end: u64) -> u64 {
        (REMEMBERED * PART * C::CODING.bytes()) as u64 * u64::from(end > 0)
    }

    fn get(&mut self, index: u64) -> C::Cell {
        self.remembered.get(self.file, self.end, index)
    }

    /// The first error.
    pub(super) fn fault(self) -> Option<Fault> {
        self.remembered.fault
    }
}

/// Parts of a file of cells that were read.
pub(super) struct Remembered<C: Code> {
    /// By place: the number of a part and its cells.
    parts: Vec<(u64, Vec<C::Shared>)>,
    buffer: Vec<u8>,
    /// The first error.
    pub(super) fault: Option<Fault>,
}

impl<C: Code> Remembered<C> {
    /// Room for so many parts.
    pub(super) fn new(count: usize) -> Self {
        Remembered {
            parts: (0..count).map(|_| (u64::MAX, Vec::new())).collect(),
            buffer: Vec::new(),
            fault: None,
        }
    }

    /// The cell of an index below the end.
    pub(super) fn get(&mut self, file: &CellFile, end: u64, index: u64) -> C::Cell {
        if index >= end {
            return C::EMPTY; // nothing is known of what is not solved
        }
        let number = index / PART as u64;
        let place = (number as usize).wrapping_mul(0x9E37_79B1) % self.parts.len();
        if self.parts[place].0 != number {
            let from = number * PART as u64;
            let count = (end - from).min(PART as u64) as usize;
            let cells = &mut self.parts[place].1;
            cells.resize_with(count, || C::shared(C::EMPTY));
            if let Err(error) = file.read::<C>(from, cells, &mut self.buffer) {
                self.fault.get_or_insert(error);
            }
            self.parts[place].0 = number;
        }
        C::get(&self.parts[place].1[(index % PART as u64) as usize])
    }
}

/// Bits in a working file, of which some are in memory at a time.
pub(super) struct BitFile {
    file: File,
    path: PathBuf,
}

impl BitFile {
    /// So many bits, none of them set.
    pub(super) fn create(path: &Path, bits: u64) -> Result<Self, Fault> {
        let create = || -> io::Result<File> {
            let file = File::options()
                .read(true)
                .write(true)
                .create(true)
                .truncate(true)
                .open(path)?;
            file.set_len(bits.div_ceil(64) * 8)?;
            Ok(file)
        };
        Ok(BitFile {
            file: create().map_err(at_path(path))?,
            path: path.to_owned(),
        })
    }

    /// Reads words from a bit on, which begins one.
    pub(super) fn read(&self, from: u64, words: &mut [u64]) -> Result<(), Fault> {
        let mut bytes = [0; 4096];
        let mut at = from / 8;
        for words in words.chunks_mut(bytes.len() / 8) {
            let bytes = &mut bytes[..8 * words.len()];
            let read = self.file.read_exact_at(bytes, at);
            read.map_err(at_path(&self.path))?;
            for (word, bytes) in words.iter_mut().zip(bytes.chunks_exact(8)) {
                *word = u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
            }
            at += bytes.len() as u64;
        }
        Ok(())
    }

    /// Writes words.
    pub(super) fn write(&self, from: u64, words: &[u64]) -> Result<(), Fault> {
        let mut bytes = [0; 4096];
        let mut at = from / 8;
        for words in words.chunks(bytes.len() / 8) {
            let bytes = &mut bytes[..8 * words.len()];
            for (word, bytes) in words.iter().zip(bytes.chunks_exact_mut(8)) {
                bytes.copy_from_slice(&word.to_le_bytes());
            }
            let written = self.file.write_all_at(bytes, at);
            written.map_err(at_path(&self.path))?;
            at += bytes.len() as u64;
        }
        Ok(())
    }
}
