//! Reading a table by blocks.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use yomikiri_game_api::Probed;

use super::direct::Direct;
use super::format::{FOOTER, Header, MAGIC, MOST_HEADER, TableError};
use super::kept::{KeptBlocks, MemoryBudget};
use super::legality::{KnownLegality, Legality};
use super::memo::Memo;
use super::predict::{self, Known};
use super::writer::known_of;
use crate::cells::Cells;
use crate::work::{NoProgress, share};

/// The memory for the decoded blocks of a table that is opened alone.
const ALONE: u64 = 64 << 20;
/// Decoded cells of a table that the budget has no room for: those of the blocks used last.
const CACHED_CELLS: usize = 1 << 20;

/// Blocks that are decoded before they are put in their places.
const LOADED: usize = 64;

thread_local! {
    /// Making a decompressor takes longer than decompressing a block.
    static DECOMPRESSOR: RefCell<Option<zstd::bulk::Decompressor<'static>>> = const { RefCell::new(None) };
}

fn unpack(packed: &[u8], expected: usize) -> std::io::Result<Vec<u8>> {
    DECOMPRESSOR.with_borrow_mut(|kept| {
        let decompressor = match kept {
            Some(decompressor) => decompressor,
            None => kept.insert(zstd::bulk::Decompressor::new()?),
        };
        decompressor.decompress(packed, expected)
    })
}

/// An open table.
#[derive(Debug)]
pub struct Table {
    path: PathBuf,
    source: Source,
    header: Header,
    /// Without it, predicted cells cannot be read.
    legality: KnownLegality,
    /// Offset, length and checksum of each block.
    blocks: Vec<(u64, u32, u32)>,
    head_bytes: u64,
    length: u64,
    /// The cells of a small table; the next two are those of a larger one.
    direct: Option<Direct>,
    /// The blocks that have been asked for, as long as the budget lasts; then there is the cache.
    kept: KeptBlocks,
    /// Answers that are not stored.
    memo: Memo,
    budget: Arc<MemoryBudget>,
    cache: Mutex<Cache>,
    /// Bytes of decoded blocks that are kept.
    decoded: AtomicU64,
}

/// Where the bytes are.
#[derive(Debug)]
enum Source {
    File(File),
    Memory(&'static [u8]),
    /// No bytes at all: the cells themselves.
    Cells(Arc<Cells>),
}

#[derive(Debug, Default)]
struct Cache {
    blocks: HashMap<u64, (u64, Arc<Cells>)>,
    clock: u64,
}

impl Source {
    fn read(&self, at: u64, bytes: &mut [u8]) -> std::io::Result<()> {
        match self {
            Source::File(file) => file.read_exact_at(bytes, at),
            Source::Cells(_) => Err(std::io::ErrorKind::UnexpectedEof.into()),
            Source::Memory(memory) => {
                let from = usize::try_from(at).ok();
                let range = from.and_then(|from| Some(from..from.checked_add(bytes.len())?));
                match range.and_then(|range| memory.get(range)) {
                    Some(found) => {
                        bytes.copy_from_slice(found);
                        Ok(())
                    }
                    None => Err(std::io::ErrorKind::UnexpectedEof.into()),
                }
            }
        }
    }
}

impl Table {
    /// Opens a file: reads and checks its header and index, nothing else.
    pub fn open(path: &Path) -> Result<Table, TableError> {
        let file = File::open(path).map_err(|error| TableError::io(path, error))?;
        let length = file
            .metadata()
            .map_err(|error| TableError::io(path, error))?
            .len();
        Table::read(path, Source::File(file), length)
    }

    /// Opens a table that is part of the program; `name` is for messages.
    pub fn from_memory(name: &str, bytes: &'static [u8]) -> Result<Table, TableError> {
        Table::read(Path::new(name), Source::Memory(bytes), bytes.len() as u64)
    }

    /// Cells that were never written, as if they were a table; `name` is for messages.
    pub fn of_cells(name: &str, header: Header, cells: Arc<Cells>) -> Table {
        Table {
            path: PathBuf::from(name),
            source: Source::Cells(cells),
            header,
            legality: KnownLegality::default(),
            blocks: Vec::new(),
            head_bytes: 0,
            length: 0,
            direct: None,
            kept: KeptBlocks::none(),
            memo: Memo::default(),
            budget: Arc::new(MemoryBudget::new(0)),
            cache: Mutex::default(),
            decoded: AtomicU64::new(0),
        }
    }

    fn read(path: &Path, source: Source, length: u64) -> Result<Table, TableError> {
        let damaged = |fault: &str| TableError::damaged(path, fault);
        let io = |error| TableError::io(path, error);
        let mut head = vec![0; length.min(MOST_HEADER as u64) as usize];
        source.read(0, &mut head).map_err(io)?;
        let (header, head_bytes) = Header::decode(path, &head)?;
        let index_bytes = header
            .blocks()
            .checked_mul(8)
            .and_then(|bytes| bytes.checked_add(4));
        let room = length.saturating_sub((head_bytes + FOOTER) as u64);
        let Some(index_bytes) = index_bytes.filter(|&bytes| bytes <= room) else {
            return Err(damaged("cut short in the block index"));
        };
        let mut index = vec![0; index_bytes as usize];
        source.read(head_bytes as u64, &mut index).map_err(io)?;
        let (entries, sum) = index.split_at(index.len() - 4);
        if sum != crc32fast::hash(entries).to_le_bytes() {
            return Err(damaged("block index damaged: its checksum does not fit"));
        }
        let mut at = head_bytes as u64 + index_bytes;
        let mut blocks = Vec::with_capacity(entries.len() / 8);
        for entry in entries.chunks_exact(8) {
            let length = u32::from_le_bytes(entry[..4].try_into().expect("four"));
            let sum = u32::from_le_bytes(entry[4..].try_into().expect("four"));
            blocks.push((at, length, sum));
            at += u64::from(length);
        }
        if at + FOOTER as u64 != length {
            let fault = format!("should be {} bytes long, is {length}", at + FOOTER as u64);
            return Err(TableError::damaged(path, fault));
        }
        Ok(Table {
            path: path.to_owned(),
            source,
            direct: Direct::new(&header),
            kept: KeptBlocks::new(&header),
            memo: Memo::new(&header),
            header,
            legality: KnownLegality::default(),
            blocks,
            head_bytes: head_bytes as u64,
            length,
            budget: Arc::new(MemoryBudget::new(ALONE)),
            cache: Mutex::default(),
            decoded: AtomicU64::new(0),
        })
    }

    /// The same table, its decoded blocks within a budget that it shares with others. Nothing has been
    /// decoded yet.
    #[must_use]
    pub fn sharing(mut self, budget: &Arc<MemoryBudget>) -> Self {
        self.budget = Arc::clone(budget);
        self
    }

    /// The same table, told which indices have a legal position: needed to read
    /// [predicted](Header::prediction) cells.
    #[must_use]
    pub fn knowing(mut self, legality: Arc<dyn Legality>) -> Self {
        self.legality = KnownLegality(Some(legality));
        self
    }

    /// What the table says of itself.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The length of the file in bytes.
    pub fn bytes(&self) -> u64 {
        self.length
    }

    /// The hash of the file's contents as its footer has it; `None` for cells that were never written.
    pub fn content_hash(&self) -> Result<Option<[u8; 32]>, TableError> {
        if let Source::Cells(_) = &self.source {
            return Ok(None);
        }
        let mut hash = [0; 32];
        let read = self.source.read(self.length - FOOTER as u64, &mut hash);
        read.map_err(|error| TableError::io(&self.path, error))?;
        Ok(Some(hash))
    }

    /// Whether this is a file, and not a part of the program or of its memory.
    pub fn is_file(&self) -> bool {
        matches!(self.source, Source::File(_))
    }

    /// The memory that decoded blocks take of the budget, in bytes.
    pub fn decoded_bytes(&self) -> u64 {
        self.decoded.load(Ordering::Relaxed)
    }

    /// The memory that all decoded cells would take if they are looked up [at once](Table::at_once).
    pub(crate) fn direct_bytes(&self) -> Option<u64> {
        self.direct.as_ref().map(Direct::length)
    }

    /// What is known of an index without decoding anything, stored or not; values alone have no distances. `None` if
    /// the index has not been asked for, its table is large, or it has no position.
    #[inline]
    pub(crate) fn at_once(&self, index: u64) -> Option<Probed> {
        self.direct.as_ref()?.answer(index)
    }

    /// What the table says of an index. It says anything about indices without a legal position, and must
    /// not be asked about those that it does not [store](Header::stored).
    pub fn answer(&self, index: u64) -> Result<Option<Probed>, TableError> {
        let Some(place) = self.header.stored.place(index) else {
            return Err(TableError::damaged(
                &self.path,
                format!("has no index {index}"),
            ));
        };
        if let Source::Cells(cells) = &self.source {
            return Ok(cells.answer(index));
        }
        let block = u64::from(self.header.block);
        let (number, at) = (place / block, (place % block) as usize);
        if let Some(direct) = &self.direct {
            return match direct.has_block(number) {
                true => Ok(direct.answer(index)),
                false => self.answer_anew(number, place),
            };
        }
        match self.kept.answer(number, at) {
            Some(answer) => Ok(answer),
            None => self.answer_anew(number, place),
        }
    }

    /// What was [noted](Table::note_reconstructed) of an index that the table does not store.
    #[inline]
    pub(crate) fn reconstructed(&self, index: u64) -> Option<Probed> {
        match &self.direct {
            Some(direct) => direct.answer(index),
            None => self.memo.answer(index),
        }
    }

    /// Notes what was found out about an index that the table does not store, if there is memory for it.
    pub(crate) fn note_reconstructed(&self, index: u64, answer: Probed) {
        let bytes = match &self.direct {
            Some(direct) => direct.note(index, answer, &self.budget).bytes,
            None => self.memo.note(index, answer, &self.budget),
        };
        self.decoded.fetch_add(bytes, Ordering::Relaxed);
    }

    /// The same of an index whose block is not kept: decodes and keeps it, or asks the cache if there is
    /// no memory to keep it.
    #[cold]
    fn answer_anew(&self, number: u64, place: u64) -> Result<Option<Probed>, TableError> {
        if let Some(block) = self.lately_used(number) {
            return Ok(block.answer(place));
        }
        let block = self.block(number)?;
        let answer = block.answer(place);
        if let Some(direct) = &self.direct {
            let taken = direct.put_block(number, &block, &self.header.stored, &self.budget);
            self.decoded.fetch_add(taken.bytes, Ordering::Relaxed);
            if !taken.all {
                self.remember(number, block);
            }
            return Ok(answer);
        }
        match self.kept.keep(number, &block, &self.budget) {
            0 => self.remember(number, block),
            bytes => {
                self.decoded.fetch_add(bytes, Ordering::Relaxed);
            }
        }
        Ok(answer)
    }

    fn cache(&self) -> MutexGuard<'_, Cache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A block of the cache.
    fn lately_used(&self, number: u64) -> Option<Arc<Cells>> {
        let mut cache = self.cache();
        cache.clock += 1;
        let now = cache.clock;
        let (used, block) = cache.blocks.get_mut(&number)?;
        *used = now;
        Some(Arc::clone(block))
    }

    /// Puts a block into the cache, in the place of the one that was not used for longest if it is full.
    fn remember(&self, number: u64, block: Cells) {
        let mut cache = self.cache();
        let most = (CACHED_CELLS / self.header.block as usize).max(8);
        if cache.blocks.len() >= most {
            let oldest = cache.blocks.iter().min_by_key(|(_, (used, _))| *used);
            if let Some(oldest) = oldest.map(|(&number, _)| number) {
                cache.blocks.remove(&oldest);
            }
        }
        let now = cache.clock;
        cache.blocks.insert(number, (now, Arc::new(block)));
    }

    /// Reads, checks and decodes a block: cells by their places among those held.
    pub fn block(&self, number: u64) -> Result<Cells, TableError> {
        let damaged =
            |fault: &str| TableError::damaged(&self.path, format!("block {number} {fault}"));
        let indices = u64::from(self.header.block);
        if let Source::Cells(cells) = &self.source {
            let (from, to) = (number * indices, (number + 1) * indices);
            return Ok(cells.part(from..to.min(self.header.stored.count())));
        }
        let coding = self.header.coding;
        let cells = self.cells_in(number);
        let expected = cells * coding.bytes();
        let mut bytes = self.packed_block(number)?;
        let unpacked = match bytes[0] {
            0 if bytes.len() == 1 + coding.bytes() => {
                let each = bytes[1..].iter();
                each.flat_map(|&byte| std::iter::repeat_n(byte, cells))
                    .collect()
            }
            1 => bytes.split_off(1),
            2 => unpack(&bytes[1..], expected)
                .map_err(|_| damaged("is damaged: it does not decompress"))?,
            3 => self.predicted(number, &bytes[1..]).ok_or_else(|| {
                damaged("is predicted, which takes the index of its game to read")
            })?,
            _ => return Err(damaged("is packed in an unknown way")),
        };
        if unpacked.len() == expected {
            Ok(Cells::from_bytes(coding, unpacked).starting_at(number * indices))
        } else {
            Err(damaged("has the wrong number of cells"))
        }
    }

    /// The predicted cells of a block; `None` if the table predicts none, or nobody told what is legal.
    fn predicted(&self, number: u64, packed: &[u8]) -> Option<Vec<u8>> {
        let (by, legality) = (self.header.prediction.as_ref()?, self.legality.0.as_ref()?);
        let (indices, legal) =
            known_of(&self.header.stored, self.header.block, number, &**legality);
        let known = Known {
            indices: &indices,
            legal: &legal,
            by,
        };
        Some(predict::unpack(packed, known))
    }

    /// The cells of a block.
    fn cells_in(&self, number: u64) -> usize {
        let block = u64::from(self.header.block);
        (self.header.stored.count() - number * block).min(block) as usize
    }

    /// Reads and checks a block as it is in the file.
    pub(super) fn packed_block(&self, number: u64) -> Result<Vec<u8>, TableError> {
        let damaged =
            |fault: &str| TableError::damaged(&self.path, format!("block {number} {fault}"));
        let Some(&(at, length, sum)) = self.blocks.get(number as usize) else {
            return Err(damaged("is not in a file"));
        };
        let cell = self.header.coding.bytes();
        // A packed block is never longer than its cells and the method byte.
        if (length as usize) < 1 + cell || length as usize > self.cells_in(number) * cell + 1 {
            return Err(damaged("has an impossible length"));
        }
        let mut bytes = vec![0; length as usize];
        self.source
            .read(at, &mut bytes)
            .map_err(|error| TableError::io(&self.path, error))?;
        if crc32fast::hash(&bytes) != sum {
            return Err(damaged("is damaged: its checksum does not fit"));
        }
        Ok(bytes)
    }

    /// Decodes the whole table. What it does not store is empty: see [`reconstruct`](crate::reconstruct).
    pub fn load(&self) -> Result<Cells, TableError> {
        if let Source::Cells(cells) = &self.source {
            return Ok(Cells::clone(cells));
        }
        let stored = &self.header.stored;
        let mut cells = Cells::none(self.header.coding);
        cells.append_empty(self.header.size);
        let mut copy = |block: Cells| {
            let mut place = block.indices().start;
            for indices in stored.indices_at(block.indices()) {
                let count = indices.end - indices.start;
                cells.copy(indices.start, &block, place..place + count);
                place += count;
            }
        };
        let blocks = self.header.blocks();
        if self.header.prediction.is_none() {
            for number in 0..blocks {
                copy(self.block(number)?);
            }
            return Ok(cells);
        }
        // Predicted cells take longer: on all cores, some blocks at a time.
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        for first in (0..blocks).step_by(LOADED) {
            let decode = |done: &mut Vec<_>, some: std::ops::Range<u64>| {
                done.extend(some.map(|i| self.block(first + i)));
            };
            let count = (blocks - first).min(LOADED as u64);
            let (done, _) = share(count, 1, threads, &NoProgress, Vec::new, decode);
            for block in done.into_iter().flatten() {
                copy(block?);
            }
        }
        Ok(cells)
    }

    /// Checks every byte of the file against its checksums and the whole-file hash.
    pub fn check(&self) -> Result<(), TableError> {
        if let Source::Cells(_) = &self.source {
            return Ok(());
        }
        let damaged = |fault: &str| TableError::damaged(&self.path, fault);
        let io = |error| TableError::io(&self.path, error);
        let first = self
            .blocks
            .first()
            .map_or(self.length - FOOTER as u64, |&(at, ..)| at);
        let mut front = vec![0; first as usize];
        self.source.read(0, &mut front).map_err(io)?;
        let mut hash = blake3::Hasher::new();
        hash.update(&front[..self.head_bytes as usize]);
        hash.update(&front[self.head_bytes as usize..]);
        let mut body = blake3::Hasher::new();
        for (number, &(at, length, sum)) in self.blocks.iter().enumerate() {
            let mut bytes = vec![0; length as usize];
            self.source.read(at, &mut bytes).map_err(io)?;
            if crc32fast::hash(&bytes) != sum {
                let fault = format!("block {number} is damaged: its checksum does not fit");
                return Err(TableError::damaged(&self.path, fault));
            }
            body.update(&bytes);
        }
        hash.update(body.finalize().as_bytes());
        let mut footer = [0; FOOTER];
        self.source
            .read(self.length - FOOTER as u64, &mut footer)
            .map_err(io)?;
        if footer[..32] != hash.finalize().as_bytes()[..] {
            return Err(damaged("footer damaged: the hash of the file does not fit"));
        }
        if footer[32..40] != self.length.to_le_bytes() || footer[40..] != MAGIC[..] {
            return Err(damaged("footer damaged"));
        }
        Ok(())
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        self.budget.give_back(self.decoded_bytes());
    }
}
