//! Writing a table.

use std::fs::File;
use std::io::{BufWriter, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;

use super::fill::Fill;
use super::format::{Contents, Header, MAGIC, TableError};
use crate::cells::Cells;
use crate::work::{NoProgress, share};

/// Balance of size and time for block compression: level 12 packs Dobutsu shogi 4 % smaller in three
/// times the time.
const LEVEL: i32 = 7;
/// The same for values without distances, of which there are few different ones (half the size of
/// level 7 on chess endings of four pieces), and where the file is meant to be small; reading takes no
/// longer.
const SMALL_LEVEL: i32 = 19;

/// What matters about a table's file.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Packing {
    /// To be written soon.
    Quick,
    /// To be small.
    Small,
}

/// Writes cells as a table, under a temporary name that is renamed when everything is on the disk.
/// Indices without a position are filled with whatever packs well. Returns the length of the file.
pub fn write(
    path: &Path,
    header: &Header,
    cells: &Cells,
    packing: Packing,
    threads: usize,
) -> Result<u64, TableError> {
    let indices = cells.indices();
    assert_eq!(
        header.size,
        indices.end - indices.start,
        "a header is about its cells"
    );
    assert_eq!(header.size, header.stored.size(), "and so is what it holds");
    let values_only = header.contents == Contents::Value;
    assert!(
        values_only || header.coding == cells.coding(),
        "and their code"
    );
    let temporary = path.with_extension("tmp");
    let written = write_to(&temporary, header, cells, packing, threads).and_then(|length| {
        std::fs::rename(&temporary, path)?;
        Ok(length)
    });
    written.map_err(|error| {
        let _ = std::fs::remove_file(&temporary);
        TableError::io(path, error)
    })
}

fn write_to(
    path: &Path,
    header: &Header,
    cells: &Cells,
    packing: Packing,
    threads: usize,
) -> std::io::Result<u64> {
    let mut file = Assembly::begin(path, header)?;
    let blocks = header.blocks() as usize;
    // Some megabytes at a time are packed on all threads and then written in order.
    let batch = (64 << 20) / header.block as usize + 1;
    for first in (0..blocks).step_by(batch) {
        let some = first..(first + batch).min(blocks);
        for packed in pack(cells, header, some, packing, threads)? {
            file.push(&packed)?;
        }
    }
    let (file, length) = file.finish()?;
    file.sync_all()?;
    Ok(length)
}

/// A table file in the making: its blocks are added in order.
pub(super) struct Assembly {
    file: BufWriter<File>,
    head: Vec<u8>,
    index: Vec<u8>,
    /// The hash of the blocks so far.
    body: blake3::Hasher,
    length: u64,
}

impl Assembly {
    pub(super) fn begin(path: &Path, header: &Header) -> std::io::Result<Self> {
        let mut file = BufWriter::with_capacity(1 << 20, File::create(path)?);
        let head = header.encode();
        file.write_all(&head)?;
        // The index is known only at the end: leave room.
        let index_bytes = 8 * header.blocks() as usize + 4;
        file.write_all(&vec![0; index_bytes])?;
        Ok(Assembly {
            file,
            length: (head.len() + index_bytes) as u64,
            head,
            index: Vec::with_capacity(index_bytes),
            body: blake3::Hasher::new(),
        })
    }

    /// Adds a packed block.
    pub(super) fn push(&mut self, packed: &[u8]) -> std::io::Result<()> {
        let length = packed.len() as u32;
        self.index.extend_from_slice(&length.to_le_bytes());
        let sum = crc32fast::hash(packed);
        self.index.extend_from_slice(&sum.to_le_bytes());
        self.body.update(packed);
        self.length += packed.len() as u64;
        self.file.write_all(packed)
    }

    /// Writes footer and index; the file and its length.
    pub(super) fn finish(self) -> std::io::Result<(File, u64)> {
        let (mut file, mut index) = (self.file, self.index);
        let sum = crc32fast::hash(&index);
        index.extend_from_slice(&sum.to_le_bytes());
        let mut hash = blake3::Hasher::new();
        hash.update(&self.head);
        hash.update(&index);
        hash.update(self.body.finalize().as_bytes());
        let length = self.length + super::format::FOOTER as u64;
        file.write_all(hash.finalize().as_bytes())?;
        file.write_all(&length.to_le_bytes())?;
        file.write_all(MAGIC)?;
        file.seek(SeekFrom::Start(self.head.len() as u64))?;
        file.write_all(&index)?;
        let file = file
            .into_inner()
            .map_err(std::io::IntoInnerError::into_error)?;
        Ok((file, length))
    }
}

/// Packs blocks on several threads; the results stand in the order of the blocks.
fn pack(
    cells: &Cells,
    header: &Header,
    blocks: Range<usize>,
    packing: Packing,
    threads: usize,
) -> std::io::Result<Vec<Vec<u8>>> {
    let first = cells.indices().start;
    let (level, fill) = match (header.contents, packing) {
        (_, Packing::Small) => (SMALL_LEVEL, Fill::Likely),
        (Contents::Value, Packing::Quick) => (SMALL_LEVEL, Fill::Before),
        (Contents::Distance, Packing::Quick) => (LEVEL, Fill::Before),
    };
    let (packed, _) = share(
        blocks.len() as u64,
        16,
        threads,
        &NoProgress,
        || (Vec::new(), zstd::bulk::Compressor::new(level)),
        |(done, compressor), range| {
            for i in range {
                let from = (blocks.start as u64 + i) * u64::from(header.block);
                let to = (from + u64::from(header.block)).min(header.stored.count());
                let mut block = Cells::none(cells.coding());
                for indices in header.stored.indices_at(from..to) {
                    block.append(cells.part(first + indices.start..first + indices.end));
                }
                if header.contents == Contents::Value {
                    block = block.values_only();
                }
                block.fill_empty(fill);
                let result = match compressor {
                    Ok(compressor) => pack_block(&block, compressor),
                    Err(error) => Err(std::io::Error::new(error.kind(), error.to_string())),
                };
                done.push((i, result));
            }
        },
    );
    let mut all: Vec<_> = packed.into_iter().flat_map(|(done, _)| done).collect();
    all.sort_by_key(|&(i, _)| i);
    all.into_iter().map(|(_, result)| result).collect()
}

/// A block's first byte says how the rest is packed: 0 one cell for all, 1 the cells, 2 zstd.
pub(super) fn pack_block(
    cells: &Cells,
    compressor: &mut zstd::bulk::Compressor<'_>,
) -> std::io::Result<Vec<u8>> {
    let count = cells.indices().count();
    let bytes = cells.bytes();
    let mut planes = bytes.chunks(count);
    if planes.all(|plane| plane.iter().all(|&byte| byte == plane[0])) {
        let each = bytes.iter().step_by(count);
        return Ok(std::iter::once(0).chain(each.copied()).collect());
    }
    let packed = compressor.compress(&bytes)?;
    let (method, rest) = if packed.len() < bytes.len() {
        (2, &packed)
    } else {
        (1, &bytes)
    };
    let mut block = Vec::with_capacity(1 + rest.len());
    block.push(method);
    block.extend_from_slice(rest);
    Ok(block)
}
