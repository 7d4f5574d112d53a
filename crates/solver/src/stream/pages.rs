//! Lists of numbers in a working file: written a page at a time, many lists side by side.
//!
//! A page has the number of the page before it in its list, the number of its entries, and the entries, four
//! bytes each. So a list needs no memory but the number of its last page, and is read from its end.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use super::{Fault, at_path};

/// Bytes before the entries of a page.
const HEAD: usize = 8;
/// In the place of a page: there is none before.
const NONE: u32 = u32::MAX;

/// A list.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Log {
    last: u32,
    count: u64,
}

impl Log {
    /// A list without entries.
    pub(super) const EMPTY: Log = Log {
        last: NONE,
        count: 0,
    };

    pub(super) fn is_empty(self) -> bool {
        self.count == 0
    }

    /// How many entries it has.
    pub(super) fn count(self) -> u64 {
        self.count
    }
}

/// The pages of some lists, which are forgotten together.
pub(super) struct Pages {
    file: File,
    path: PathBuf,
    page: usize,
    next: AtomicU32,
}

impl Pages {
    /// No pages, in a new file.
    pub(super) fn create(path: &Path, page: usize) -> Result<Self, Fault> {
        let file = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(true)
            .open(path);
        Ok(Pages {
            file: file.map_err(at_path(path))?,
            path: path.to_owned(),
            page,
            next: AtomicU32::new(0),
        })
    }

    /// Forgets all lists.
    pub(super) fn clear(&self) -> Result<(), Fault> {
        if self.next.swap(0, Ordering::Relaxed) > 0 {
            // Gives the disk back: the lists of the first rounds are by far the longest.
            self.file.set_len(0).map_err(at_path(&self.path))?;
        }
        Ok(())
    }

    /// Adds a page to a list. The bytes have room for the head in front.
    fn append(&self, log: &mut Log, bytes: &mut [u8]) -> Result<(), Fault> {
        let entries = (bytes.len() - HEAD) / 4;
        bytes[..4].copy_from_slice(&log.last.to_le_bytes());
        bytes[4..HEAD].copy_from_slice(&(entries as u32).to_le_bytes());
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        if number == NONE {
            let full = io::Error::other("more than four billion pages; give it more memory");
            return Err(at_path(&self.path)(full));
        }
        let at = u64::from(number) * self.page as u64;
        let written = self.file.write_all_at(bytes, at);
        written.map_err(at_path(&self.path))?;
        log.last = number;
        log.count += entries as u64;
        Ok(())
    }

    /// The entries of a list, a page at a time.
    pub(super) fn read(&self, log: Log) -> Reading<'_> {
        Reading {
            pages: self,
            next: log.last,
            bytes: Vec::new(),
        }
    }
}

/// A list that is being read.
pub(super) struct Reading<'p> {
    pages: &'p Pages,
    next: u32,
    bytes: Vec<u8>,
}

impl Reading<'_> {
    /// The entries of the next page; `None` at the end.
    pub(super) fn page(&mut self) -> Result<Option<impl Iterator<Item = u32> + '_>, Fault> {
        if self.next == NONE {
            return Ok(None);
        }
        let pages = self.pages;
        self.bytes.resize(pages.page, 0);
        let at = u64::from(self.next) * pages.page as u64;
        let length = fill(&pages.file, &mut self.bytes, at).map_err(at_path(&pages.path))?;
        let word = |at: usize| {
            let bytes = self.bytes.get(at..at + 4)?;
            Some(u32::from_le_bytes(bytes.try_into().expect("four bytes")))
        };
        let (before, entries) = word(0).zip(word(4)).expect("a page has a head");
        let end = HEAD + 4 * entries as usize;
        if end > length {
            let cut = io::Error::new(io::ErrorKind::UnexpectedEof, "a page is cut short");
            return Err(at_path(&pages.path)(cut));
        }
        self.next = before;
        let entries = self.bytes[HEAD..end].chunks_exact(4);
        Ok(Some(entries.map(|bytes| {
            u32::from_le_bytes(bytes.try_into().expect("four bytes"))
        })))
    }
}

/// Reads as many bytes as there are.
fn fill(file: &File, bytes: &mut [u8], at: u64) -> io::Result<usize> {
    let mut done = 0;
    while done < bytes.len() {
        match file.read_at(&mut bytes[done..], at + done as u64) {
            Ok(0) => break,
            Ok(count) => done += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(done)
}

/// Writes entries to several lists: a page of memory for each.
pub(super) struct Writer {
    page: usize,
    waiting: Vec<Vec<u8>>,
}

impl Writer {
    /// For so many lists.
    pub(super) fn new(page: usize, lists: usize) -> Self {
        let empty = || {
            let mut bytes = Vec::with_capacity(page);
            bytes.resize(HEAD, 0);
            bytes
        };
        Writer {
            page,
            waiting: (0..lists).map(|_| empty()).collect(),
        }
    }

    /// Adds an entry to the list with this number.
    #[inline]
    pub(super) fn push(
        &mut self,
        (list, entry): (usize, u32),
        pages: &Pages,
        logs: &mut [Log],
    ) -> Result<(), Fault> {
        let waiting = &mut self.waiting[list];
        waiting.extend_from_slice(&entry.to_le_bytes());
        match waiting.len() == self.page {
            true => Self::write(waiting, pages, &mut logs[list]),
            false => Ok(()),
        }
    }

    #[cold]
    fn write(waiting: &mut Vec<u8>, pages: &Pages, log: &mut Log) -> Result<(), Fault> {
        pages.append(log, waiting)?;
        waiting.truncate(HEAD);
        Ok(())
    }

    /// Writes what is left.
    pub(super) fn finish(&mut self, pages: &Pages, logs: &mut [Log]) -> Result<(), Fault> {
        for (waiting, log) in self.waiting.iter_mut().zip(logs) {
            if waiting.len() > HEAD {
                Self::write(waiting, pages, log)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use yomikiri_game_api::SplitMix64;

    use super::*;

    #[test]
    fn lists_keep_what_was_added() {
        let dir = tempfile::tempdir().unwrap();
        let pages = Pages::create(&dir.path().join("lists"), 512).unwrap();
        let mut random = SplitMix64::new(3);
        for round in 0..3 {
            let mut expected: Vec<Vec<u32>> = vec![Vec::new(); 5];
            let mut logs = [Log::EMPTY; 5];
            let mut writer = Writer::new(512, 5);
            for _ in 0..10_000 * round {
                // The last list stays empty.
                let (list, entry) = (random.below(4), random.below(1 << 30) as u32);
                expected[list].push(entry);
                writer.push((list, entry), &pages, &mut logs).unwrap();
            }
            writer.finish(&pages, &mut logs).unwrap();
            for (log, mut expected) in logs.into_iter().zip(expected) {
                assert_eq!(log.count(), expected.len() as u64);
                let (mut got, mut reading) = (Vec::new(), pages.read(log));
                while let Some(page) = reading.page().unwrap() {
                    got.extend(page);
                }
                got.sort_unstable();
                expected.sort_unstable();
                assert_eq!(got, expected);
            }
            pages.clear().unwrap();
        }
    }

    #[test]
    fn a_page_that_is_cut_short_is_an_error() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("lists");
        let pages = Pages::create(&path, 512).unwrap();
        let (mut logs, mut writer) = ([Log::EMPTY], Writer::new(512, 1));
        for entry in 0..100 {
            writer.push((0, entry), &pages, &mut logs).unwrap();
        }
        writer.finish(&pages, &mut logs).unwrap();
        File::options()
            .write(true)
            .open(&path)
            .unwrap()
            .set_len(100)
            .unwrap();
        let error = pages.read(logs[0]).page().map(drop).unwrap_err();
        assert!(error.to_string().contains("cut short"), "{error}");
    }
}
