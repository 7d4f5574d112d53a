//! What is known of rows, in working files: read and written a page at a time.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::super::{Fault, at_path};

/// Rows of a page.
pub(super) const PAGE: usize = 64;

/// Some words for each row of a layer.
pub(super) struct RowFile<const WORDS: usize> {
    file: File,
    path: PathBuf,
}

impl<const WORDS: usize> RowFile<WORDS> {
    /// What is there already is kept; the rest reads as zeros.
    pub(super) fn open(path: &Path, rows: u64) -> Result<Self, Fault> {
        let options = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path);
        let file = options.map_err(at_path(path))?;
        file.set_len(rows * (WORDS * 8) as u64)
            .map_err(at_path(path))?;
        Ok(RowFile {
            file,
            path: path.to_owned(),
        })
    }

    /// Reads the words of rows, a page at most, from a place on.
    pub(super) fn read(&self, place: u64, rows: &mut [[u64; WORDS]]) -> Result<(), Fault> {
        let mut bytes = [0; PAGE * 32];
        let bytes = &mut bytes[..rows.len() * WORDS * 8];
        let read = self.file.read_exact_at(bytes, place * (WORDS * 8) as u64);
        read.map_err(at_path(&self.path))?;
        for (row, bytes) in rows.iter_mut().zip(bytes.chunks_exact(WORDS * 8)) {
            for (word, bytes) in row.iter_mut().zip(bytes.chunks_exact(8)) {
                *word = u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
            }
        }
        Ok(())
    }

    /// Writes them.
    pub(super) fn write(&self, place: u64, rows: &[[u64; WORDS]]) -> Result<(), Fault> {
        let mut bytes = [0; PAGE * 32];
        let bytes = &mut bytes[..rows.len() * WORDS * 8];
        for (row, bytes) in rows.iter().zip(bytes.chunks_exact_mut(WORDS * 8)) {
            for (word, bytes) in row.iter().zip(bytes.chunks_exact_mut(8)) {
                bytes.copy_from_slice(&word.to_le_bytes());
            }
        }
        let written = self.file.write_all_at(bytes, place * (WORDS * 8) as u64);
        written.map_err(at_path(&self.path))
    }

    /// Waits until everything is on the disk.
    pub(super) fn sync(&self) -> Result<(), Fault> {
        self.file.sync_data().map_err(at_path(&self.path))
    }
}

/// Lost, and safe: what is asked of all rows.
pub(super) type Near = [u64; 2];

/// Pages of a file that are asked in no order, but mostly near those asked before.
pub(super) struct Pages {
    /// By page: where it is; `NONE` if it is not here.
    places: Vec<u32>,
    /// By place: the page.
    held: Vec<u32>,
    rows: Vec<[Near; PAGE]>,
    next: usize,
    /// The first error.
    pub(super) fault: Option<Fault>,
}

const NONE: u32 = u32::MAX;

impl Pages {
    /// Room for some pages of a layer of so many rows.
    pub(super) fn new(rows: u64, count: usize) -> Self {
        Pages {
            places: vec![NONE; rows.div_ceil(PAGE as u64) as usize],
            held: vec![NONE; count],
            rows: vec![[[0; 2]; PAGE]; count],
            next: 0,
            fault: None,
        }
    }

    /// The bytes that it takes without its pages, and for each page.
    pub(super) fn bytes(rows: u64) -> (u64, u64) {
        let each = (size_of::<[Near; PAGE]>() + 4) as u64;
        (4 * rows.div_ceil(PAGE as u64), each)
    }

    /// Forgets what the pages say: they have been written.
    pub(super) fn forget(&mut self) {
        for page in &mut self.held {
            if *page != NONE {
                self.places[*page as usize] = NONE;
                *page = NONE;
            }
        }
    }

    /// What is known of the row at a place.
    #[inline]
    pub(super) fn get(&mut self, file: &RowFile<2>, total: u64, place: u64) -> Near {
        let (page, row) = ((place / PAGE as u64) as usize, place as usize % PAGE);
        let at = match self.places[page] {
            NONE => self.read(file, total, page),
            at => at as usize,
        };
        self.rows[at][row]
    }

    #[cold]
    fn read(&mut self, file: &RowFile<2>, total: u64, page: usize) -> usize {
        let at = self.next;
        self.next = (at + 1) % self.held.len();
        if self.held[at] != NONE {
            self.places[self.held[at] as usize] = NONE;
        }
        let first = (page * PAGE) as u64;
        let count = (total - first).min(PAGE as u64) as usize;
        if let Err(error) = file.read(first, &mut self.rows[at][..count]) {
            self.fault.get_or_insert(error);
        }
        self.held[at] = page as u32;
        self.places[page] = at as u32;
        at
    }
}

/// What a round has decided about a row, by its place in the layer.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Change {
    pub(super) place: u64,
    pub(super) won: u64,
    pub(super) lost: u64,
    pub(super) pending: u64,
}

/// Changes that belong to pages of their own.
pub(super) enum Block {
    /// In the file: the number of the first, and how many.
    Stored(u64, usize),
    Held(Vec<Change>),
}

/// The changes of a round, of which few are in memory.
pub(super) struct Changes {
    file: RowFile<4>,
    next: Mutex<(u64, Vec<Block>)>,
}

impl Changes {
    pub(super) fn open(path: &Path) -> Result<Self, Fault> {
        Ok(Changes {
            file: RowFile::open(path, 0)?,
            next: Mutex::default(),
        })
    }

    /// Stores changes, which are none afterwards.
    pub(super) fn store(&self, changes: &mut Vec<Change>) -> Result<(), Fault> {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let first = next.0;
        for some in changes.chunks(PAGE) {
            let mut words = [[0; 4]; PAGE];
            for (words, change) in words.iter_mut().zip(some) {
                *words = [change.place, change.won, change.lost, change.pending];
            }
            self.file.write(next.0, &words[..some.len()])?;
            next.0 += some.len() as u64;
        }
        next.1.push(Block::Stored(first, changes.len()));
        changes.clear();
        Ok(())
    }

    /// The changes so far; there are none afterwards.
    pub(super) fn take(&self) -> Vec<Block> {
        std::mem::take(&mut *self.next.lock().unwrap_or_else(PoisonError::into_inner)).1
    }

    /// Reads a block.
    pub(super) fn read(&self, block: &Block) -> Result<Vec<Change>, Fault> {
        let (first, count) = match block {
            Block::Held(changes) => return Ok(changes.clone()),
            Block::Stored(first, count) => (*first, *count),
        };
        let mut changes = Vec::with_capacity(count);
        while changes.len() < count {
            let mut words = [[0; 4]; PAGE];
            let words = &mut words[..(count - changes.len()).min(PAGE)];
            self.file.read(first + changes.len() as u64, words)?;
            changes.extend(words.iter().map(|&[place, won, lost, pending]| Change {
                place,
                won,
                lost,
                pending,
            }));
        }
        Ok(changes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against a list in memory, with room for one page, for some, and for all.
    #[test]
    fn pages_say_what_the_file_says() {
        let dir = tempfile::tempdir().unwrap();
        let total = 10 * PAGE as u64 + 7;
        let file = RowFile::<2>::open(&dir.path().join("near"), total).unwrap();
        let word = |place: u64, round: u64| [place * 3 + round, !place ^ round];
        for round in 0..2 {
            for first in (0..total).step_by(PAGE) {
                let rows = first..total.min(first + PAGE as u64);
                let rows: Vec<Near> = rows.map(|place| word(place, round)).collect();
                file.write(first, &rows).unwrap();
            }
            for count in [1, 4, 20] {
                let mut pages = Pages::new(total, count);
                let mut place = 1;
                for _ in 0..5_000 {
                    place = (place * 25_173 + 13_849) % total;
                    assert_eq!(pages.get(&file, total, place), word(place, round));
                }
                pages.forget();
                assert_eq!(pages.get(&file, total, 3), word(3, round));
                assert!(pages.fault.is_none());
            }
        }
    }

    #[test]
    fn changes_are_found_again() {
        let dir = tempfile::tempdir().unwrap();
        let changes = Changes::open(&dir.path().join("changes")).unwrap();
        for round in 0..3 {
            let list: Vec<Change> = (0..200)
                .map(|place| Change {
                    place,
                    won: round,
                    lost: place * 5,
                    pending: !place,
                })
                .collect();
            changes.store(&mut list.clone()).unwrap();
            changes.store(&mut list[..3].to_vec()).unwrap();
            let blocks = changes.take();
            let read = blocks.iter().map(|block| changes.read(block).unwrap());
            assert_eq!(read.collect::<Vec<_>>(), [list.clone(), list[..3].to_vec()]);
            assert!(changes.take().is_empty());
        }
    }
}
