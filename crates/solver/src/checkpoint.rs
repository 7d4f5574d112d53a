//! The state of a solve between two rounds, in a file.
//!
//! Layout: magic, fingerprint, distance, number of cells, the cells (zstd), a checksum of it all.
//! Written under a temporary name, synced and renamed: there is always a whole one or none.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU8, Ordering};

const MAGIC: &[u8; 8] = b"YMKRCKP1";
/// Cells turned into bytes at a time.
const PIECE: usize = 1 << 16;
/// Speed matters more than size here.
const LEVEL: i32 = 1;

pub(crate) fn save(
    path: &Path,
    fingerprint: &[u8; 32],
    plies: u32,
    cells: &[AtomicU8],
) -> io::Result<()> {
    let temporary = path.with_extension("checkpoint.tmp");
    let written = write(&temporary, fingerprint, plies, cells);
    if written.is_err() {
        let _ = std::fs::remove_file(&temporary);
        return written;
    }
    std::fs::rename(&temporary, path)
}

fn write(path: &Path, fingerprint: &[u8; 32], plies: u32, cells: &[AtomicU8]) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    file.write_all(MAGIC)?;
    file.write_all(fingerprint)?;
    file.write_all(&plies.to_le_bytes())?;
    file.write_all(&(cells.len() as u64).to_le_bytes())?;
    let mut hash = blake3::Hasher::new();
    let mut packed = zstd::Encoder::new(file, LEVEL)?;
    let mut bytes = Vec::with_capacity(PIECE);
    for piece in cells.chunks(PIECE) {
        bytes.clear();
        bytes.extend(piece.iter().map(|cell| cell.load(Ordering::Relaxed)));
        hash.update(&bytes);
        packed.write_all(&bytes)?;
    }
    let mut file = packed.finish()?;
    file.write_all(hash.finalize().as_bytes())?;
    file.flush()?;
    file.get_ref().sync_all()
}

/// Reads the cells and returns the distance; `None` if there is no checkpoint.
pub(crate) fn load(
    path: &Path,
    fingerprint: &[u8; 32],
    cells: &[AtomicU8],
) -> io::Result<Option<u32>> {
    let mut file = match File::open(path) {
        Ok(file) => BufReader::new(file),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let bad = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what.to_owned());
    let mut head = [0; 8 + 32 + 4 + 8];
    file.read_exact(&mut head)?;
    if head[..8] != MAGIC[..] {
        return Err(bad("not a checkpoint of this version"));
    }
    if head[8..40] != fingerprint[..] {
        return Err(bad("made for other rules or another version"));
    }
    let plies = u32::from_le_bytes(head[40..44].try_into().expect("four bytes"));
    if head[44..] != (cells.len() as u64).to_le_bytes()[..] {
        return Err(bad("another number of positions"));
    }
    let mut hash = blake3::Hasher::new();
    let mut packed = zstd::Decoder::with_buffer(file)?.single_frame();
    let mut bytes = vec![0; PIECE];
    for piece in cells.chunks(PIECE) {
        let bytes = &mut bytes[..piece.len()];
        packed.read_exact(bytes)?;
        hash.update(bytes);
        for (cell, &byte) in piece.iter().zip(&*bytes) {
            cell.store(byte, Ordering::Relaxed);
        }
    }
    let mut file = packed.finish();
    let mut sum = [0; 32];
    file.read_exact(&mut sum)?;
    if &sum != hash.finalize().as_bytes() {
        return Err(bad("damaged: its checksum does not fit"));
    }
    Ok(Some(plies))
}
