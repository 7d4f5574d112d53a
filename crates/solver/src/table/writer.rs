//! Writing a table.

use std::fs::File;
use std::io::{BufWriter, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;

use super::fill::Fill;
use super::format::{Contents, Header, MAGIC, TableError};
use super::legality::Legality;
use super::predict::{self, Known, Prediction, Sample};
use super::source::Source;
use super::stored::StoredRanges;
use crate::cell::{Cell8, Code};
use crate::cells::Cells;
use crate::work::{NoProgress, share};

/// Balance of size and time for block compression: level 12 packs Dobutsu shogi 4 % smaller in three
/// times the time.
const LEVEL: i32 = 7;
/// The same for values without distances, of which there are few different ones (half the size of
/// level 7 on chess endings of four pieces), and where the file is meant to be small; reading takes no
/// longer.
const SMALL_LEVEL: i32 = 19;

/// Cells that a thread packs at a time.
const PIECE: u64 = 1 << 16;
/// Blocks by which the prediction of a table is chosen, about.
const SAMPLED: u64 = 8;

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
pub fn write<'c>(
    path: &Path,
    header: &Header,
    cells: impl Into<Source<'c>>,
    packing: Packing,
    threads: usize,
) -> Result<u64, TableError> {
    assert!(header.prediction.is_none(), "cells that are not predicted");
    let (level, fill) = match (header.contents, packing) {
        (_, Packing::Small) => (SMALL_LEVEL, Fill::Likely),
        (Contents::Value, Packing::Quick) => (SMALL_LEVEL, Fill::Before),
        (Contents::Distance, Packing::Quick) => (LEVEL, Fill::Before),
    };
    let start = || zstd::bulk::Compressor::new(level);
    let pack = |compressor: &mut std::io::Result<_>, _: u64, mut block: Cells| {
        block.fill_empty(fill);
        match compressor {
            Ok(compressor) => pack_block(&block, compressor),
            Err(error) => Err(std::io::Error::new(error.kind(), error.to_string())),
        }
    };
    write_blocks(path, header, cells.into(), threads, (start, pack))
}

/// The same for a header that [predicts](predicted) its cells. Indices without a position take no room.
///
/// # Errors
/// Also if the cells have other empty indices than those without a legal position.
pub fn write_predicted<'c>(
    path: &Path,
    header: &Header,
    cells: impl Into<Source<'c>>,
    legality: &dyn Legality,
    threads: usize,
) -> Result<u64, TableError> {
    let by = header
        .prediction
        .as_ref()
        .expect("cells that are predicted");
    let pack = |_: &mut (), number: u64, block: Cells| {
        let bytes = block.bytes();
        let (indices, legal) = known_of(&header.stored, header.block, number, legality);
        let same = bytes.iter().zip(&legal);
        if !same
            .into_iter()
            .all(|(&cell, &legal)| legal == (cell != Cell8::EMPTY))
        {
            let fault = "cells and index disagree about what is a legal position";
            return Err(std::io::Error::new(std::io::ErrorKind::InvalidData, fault));
        }
        let known = Known {
            indices: &indices,
            legal: &legal,
            by,
        };
        Ok(pack_predicted(&bytes, known))
    };
    write_blocks(path, header, cells.into(), threads, (|| (), pack))
}

/// Cells predicted, with the byte that says so; one cell for all if they are all alike.
pub(super) fn pack_predicted(bytes: &[u8], known: Known<'_>) -> Vec<u8> {
    let told = bytes.iter().zip(known.legal).filter(|(_, legal)| **legal);
    let mut told = told.map(|(&cell, _)| cell);
    let first = told.next().unwrap_or(Cell8::UNKNOWN);
    if told.all(|cell| cell == first) {
        return vec![0, first];
    }
    let mut block = vec![3];
    block.append(&mut predict::pack(bytes, known));
    // What is missing at the end reads as zeros, but a block has at least one cell's bytes.
    block.resize(block.len().max(2), 0);
    // No cells that were ever solved are so hard to predict, but a block is never longer than they are.
    if block.len() > bytes.len() {
        block.truncate(1);
        block[0] = 1;
        block.extend_from_slice(bytes);
    }
    block
}

/// What the cells of a table are best predicted from, judged by some blocks. The digits are those of
/// [`Layout::digits`](yomikiri_game_api::Layout::digits); the header predicts nothing yet. Only the process
/// that writes the table gets a good one.
pub fn predicted<'c>(
    header: &Header,
    cells: impl Into<Source<'c>>,
    legality: &dyn Legality,
    digits: [u32; 2],
) -> Result<Prediction, TableError> {
    let (cells, blocks) = (cells.into(), header.blocks());
    let mut sample = Sample::new(digits);
    for block in (0..blocks).step_by((blocks / SAMPLED).max(1) as usize) {
        let batch = cells.batch(header, block..block + 1)?;
        if let Some(cells) = batch.block(header, block) {
            let (_, legal) = known_of(&header.stored, header.block, block, legality);
            sample.add(&cells.bytes(), &legal);
        }
    }
    Ok(sample.choose())
}

/// The indices of a block and whether they are legal.
pub(super) fn known_of(
    stored: &StoredRanges,
    block: u32,
    number: u64,
    legality: &dyn Legality,
) -> (Vec<Range<u64>>, Vec<bool>) {
    let indices: Vec<Range<u64>> = stored
        .indices_at(places_of(stored, block, number))
        .collect();
    let mut legal = Vec::with_capacity(block as usize);
    for indices in &indices {
        legality.tell(indices.clone(), &mut legal);
    }
    (indices, legal)
}

pub(super) fn places_of(stored: &StoredRanges, block: u32, number: u64) -> Range<u64> {
    let from = number * u64::from(block);
    from..(from + u64::from(block)).min(stored.count())
}

/// Writes a table whose blocks are packed by a function of their numbers and cells, with working state of
/// its own on every thread.
fn write_blocks<S: Send>(
    path: &Path,
    header: &Header,
    cells: Source<'_>,
    threads: usize,
    how: (
        impl Fn() -> S + Sync,
        impl Fn(&mut S, u64, Cells) -> std::io::Result<Vec<u8>> + Sync,
    ),
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
    let written = write_to((path, &temporary), header, cells, threads, how);
    if written.is_err() && cells.is_writer() {
        let _ = std::fs::remove_file(&temporary);
    }
    written
}

fn write_to<S: Send>(
    (path, temporary): (&Path, &Path),
    header: &Header,
    cells: Source<'_>,
    threads: usize,
    (start, pack): (
        impl Fn() -> S + Sync,
        impl Fn(&mut S, u64, Cells) -> std::io::Result<Vec<u8>> + Sync,
    ),
) -> Result<u64, TableError> {
    let fault = |error| TableError::io(path, error);
    let mut file = match cells.is_writer() {
        true => Some(Assembly::begin(temporary, header).map_err(fault)?),
        false => None,
    };
    let blocks = header.blocks();
    // Some megabytes at a time are packed on all threads and then written in order.
    let batch = cells.batch_blocks(header);
    let piece = (PIECE / u64::from(header.block)).max(1);
    for first in (0..blocks).step_by(batch as usize) {
        let count = batch.min(blocks - first);
        let batch = cells.batch(header, first..first + count)?;
        let Some(file) = &mut file else { continue };
        let (packed, _) = share(
            count,
            piece,
            threads,
            &NoProgress,
            || (Vec::new(), start()),
            |(done, state), range| {
                for i in range {
                    if let Some(block) = batch.block(header, first + i) {
                        done.push((i, pack(state, first + i, block)));
                    }
                }
            },
        );
        let mut all: Vec<_> = packed.into_iter().flat_map(|(done, _)| done).collect();
        all.sort_by_key(|&(i, _)| i);
        for (_, packed) in all {
            file.push(&packed.map_err(fault)?).map_err(fault)?;
        }
    }
    let Some(file) = file else { return Ok(0) };
    if let Some(text) = cells.fault() {
        return Err(fault(std::io::Error::other(text)));
    }
    let finish = || {
        let (file, length) = file.finish()?;
        file.sync_all()?;
        std::fs::rename(temporary, path)?;
        Ok(length)
    };
    finish().map_err(fault)
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

/// A block's first byte says how the rest is packed: 0 one cell for all, 1 the cells, 2 zstd, 3 predicted.
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
