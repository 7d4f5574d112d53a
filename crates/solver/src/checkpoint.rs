//! The state of a solve between two rounds, in a file.
//!
//! Layout: magic, fingerprint, code of the cells, layer, distance, number of cells, number of
//! bounds; then cells and bounds (zstd) and a checksum of them. Written under a temporary name, synced
//! and renamed: there is always a whole one or none.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use crate::cell::{Code, Coding};
use crate::local::{Settings, SolveError};

const MAGIC: &[u8; 8] = b"YMKRCKP2";
/// Bytes before the cells.
const HEAD: usize = 8 + 32 + 4 + 4 + 4 + 8 + 8;
/// Cells turned into bytes at a time.
const PIECE: usize = 1 << 16;
/// Speed matters more than size here.
const LEVEL: i32 = 1;

/// Where a solve is, besides its cells.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// The layer that is being solved.
    pub layer: u32,
    /// Everything up to this distance is decided in it; 0: not begun.
    pub distance: u32,
}

/// Where a solve was, and its bounds.
pub type Found<C> = (State, Vec<<C as Code>::Cell>);

const fn number(coding: Coding) -> u32 {
    match coding {
        Coding::Cell8 => 0,
        Coding::Cell16 => 1,
    }
}

/// Saves a solve now and then, and finds it again, as its settings say.
pub(crate) struct Saver<'r> {
    /// Where, and how often; nowhere if `None`.
    to: Option<(&'r Path, Duration)>,
    fingerprint: &'r [u8; 32],
    resume: bool,
    saved: Instant,
}

impl<'r> Saver<'r> {
    pub(crate) fn new(settings: &'r Settings) -> Self {
        let to = settings.checkpoint.as_ref();
        Saver {
            to: to.map(|(path, interval)| (path.as_path(), *interval)),
            fingerprint: &settings.fingerprint,
            resume: settings.resume,
            saved: Instant::now(),
        }
    }

    /// The same, but nothing is saved unless it is worth it.
    pub(crate) fn only_if(self, is_worth_it: bool) -> Self {
        Saver {
            to: self.to.filter(|_| is_worth_it),
            ..self
        }
    }

    pub(crate) fn save_now_and_then<C: Code>(
        &mut self,
        state: State,
        cells: &[C::Shared],
        bounds: &[C::Cell],
    ) -> Result<(), SolveError> {
        if self
            .to
            .is_some_and(|(_, interval)| self.saved.elapsed() >= interval)
        {
            self.save::<C>(state, cells, bounds)?;
            self.saved = Instant::now();
        }
        Ok(())
    }

    fn save<C: Code>(
        &self,
        state: State,
        cells: &[C::Shared],
        bounds: &[C::Cell],
    ) -> Result<(), SolveError> {
        let Some((path, _)) = self.to else {
            return Ok(());
        };
        let saved = save::<C>(path, self.fingerprint, state, cells, bounds);
        saved.map_err(|error| fault(path, error))
    }

    /// Saves a solve that was stopped, unless it has hardly begun; what it ends with.
    pub(crate) fn interrupted<C: Code>(
        &self,
        state: State,
        cells: &[C::Shared],
        bounds: &[C::Cell],
    ) -> SolveError {
        let saved = self.to.is_some() && (state.layer > 0 || state.distance > 0);
        match if saved {
            self.save::<C>(state, cells, bounds)
        } else {
            Ok(())
        } {
            Ok(()) => SolveError::Interrupted { saved },
            Err(error) => error,
        }
    }

    /// Whether to go on from what was saved.
    pub(crate) fn resumes(&self) -> bool {
        self.resume && self.to.is_some()
    }

    /// Reads the cells, and where the solve was with its bounds; `None` if there is nothing to go on
    /// from, or nobody asked for it. There may be fewer cells than places for them: those of layers
    /// that had not been begun.
    pub(crate) fn load<C: Code>(
        &self,
        cells: &[C::Shared],
    ) -> Result<Option<Found<C>>, SolveError> {
        let Some((path, _)) = self.to.filter(|_| self.resume) else {
            return Ok(None);
        };
        load::<C>(path, self.fingerprint, cells).map_err(|error| fault(path, error))
    }
}

fn fault(path: &Path, error: io::Error) -> SolveError {
    SolveError::Checkpoint {
        path: path.to_owned(),
        error,
    }
}

/// Writes a checkpoint.
pub fn save<C: Code>(
    path: &Path,
    fingerprint: &[u8; 32],
    state: State,
    cells: &[C::Shared],
    bounds: &[C::Cell],
) -> io::Result<()> {
    let temporary = path.with_extension("checkpoint.tmp");
    let written = write::<C>(&temporary, fingerprint, state, cells, bounds);
    if written.is_err() {
        let _ = std::fs::remove_file(&temporary);
        return written;
    }
    std::fs::rename(&temporary, path)
}

fn write<C: Code>(
    path: &Path,
    fingerprint: &[u8; 32],
    state: State,
    cells: &[C::Shared],
    bounds: &[C::Cell],
) -> io::Result<()> {
    let mut head = Vec::with_capacity(HEAD);
    head.extend_from_slice(MAGIC);
    head.extend_from_slice(fingerprint);
    head.extend_from_slice(&number(C::CODING).to_le_bytes());
    head.extend_from_slice(&state.layer.to_le_bytes());
    head.extend_from_slice(&state.distance.to_le_bytes());
    for count in [cells.len(), bounds.len()] {
        head.extend_from_slice(&(count as u64).to_le_bytes());
    }
    let mut hash = blake3::Hasher::new();
    hash.update(&head);
    let mut file = BufWriter::new(File::create(path)?);
    file.write_all(&head)?;
    let mut packed = zstd::Encoder::new(file, LEVEL)?;
    let mut bytes = Vec::with_capacity(2 * PIECE);
    let mut write = |bytes: &[u8]| {
        hash.update(bytes);
        packed.write_all(bytes)
    };
    for piece in cells.chunks(PIECE) {
        bytes.clear();
        piece
            .iter()
            .for_each(|cell| C::put(C::get(cell), &mut bytes));
        write(&bytes)?;
    }
    for piece in bounds.chunks(PIECE) {
        bytes.clear();
        piece.iter().for_each(|&cell| C::put(cell, &mut bytes));
        write(&bytes)?;
    }
    let mut file = packed.finish()?;
    file.write_all(hash.finalize().as_bytes())?;
    file.flush()?;
    file.get_ref().sync_all()
}

fn bad(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what.to_owned())
}

/// Opens a checkpoint and reads what comes before the cells; `None` if there is none.
fn open(path: &Path) -> io::Result<Option<(BufReader<File>, [u8; HEAD])>> {
    let mut file = match File::open(path) {
        Ok(file) => BufReader::new(file),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let mut head = [0; HEAD];
    file.read_exact(&mut head)?;
    if head[..8] != MAGIC[..] {
        return Err(bad("not a checkpoint of this version"));
    }
    Ok(Some((file, head)))
}

/// The code of a checkpoint's cells; `None` if there is no checkpoint.
pub(crate) fn coding(path: &Path) -> io::Result<Option<Coding>> {
    let Some((_, head)) = open(path)? else {
        return Ok(None);
    };
    let all = [Coding::Cell8, Coding::Cell16];
    let code = all
        .into_iter()
        .find(|&code| head[40..44] == number(code).to_le_bytes());
    code.map(Some)
        .ok_or_else(|| bad("cells in an unknown code"))
}

/// The code of a checkpoint's cells if all of it is whole and was made for this; `None` if there is no
/// checkpoint.
pub fn check(path: &Path, fingerprint: &[u8; 32]) -> io::Result<Option<Coding>> {
    let Some((file, head)) = open(path)? else {
        return Ok(None);
    };
    if head[8..40] != fingerprint[..] {
        return Err(bad("made for other rules or another version"));
    }
    let mut hash = blake3::Hasher::new();
    hash.update(&head);
    let mut packed = zstd::Decoder::with_buffer(file)?.single_frame();
    let mut bytes = vec![0; 2 * PIECE];
    loop {
        match packed.read(&mut bytes)? {
            0 => break,
            count => hash.update(&bytes[..count]),
        };
    }
    let mut sum = [0; 32];
    packed.finish().read_exact(&mut sum)?;
    match &sum == hash.finalize().as_bytes() {
        true => coding(path),
        false => Err(bad("damaged: its checksum does not fit")),
    }
}

/// Reads the cells and returns where the solve is and its bounds; `None` if there is no checkpoint.
pub fn load<C: Code>(
    path: &Path,
    fingerprint: &[u8; 32],
    cells: &[C::Shared],
) -> io::Result<Option<Found<C>>> {
    let Some((file, head)) = open(path)? else {
        return Ok(None);
    };
    if head[8..40] != fingerprint[..] {
        return Err(bad("made for other rules or another version"));
    }
    let small = |at: usize| u32::from_le_bytes(head[at..at + 4].try_into().expect("four bytes"));
    let large = |at: usize| u64::from_le_bytes(head[at..at + 8].try_into().expect("eight"));
    if small(40) != number(C::CODING) {
        return Err(bad("cells in another code"));
    }
    let count = cells.len() as u64;
    if large(52) > count || large(60) > count {
        return Err(bad("another number of positions"));
    }
    let cells = &cells[..large(52) as usize];
    let bounds = std::iter::repeat_with(|| C::shared(C::UNKNOWN));
    let bounds: Vec<C::Shared> = bounds.take(large(60) as usize).collect();
    let mut hash = blake3::Hasher::new();
    hash.update(&head);
    let mut packed = zstd::Decoder::with_buffer(file)?.single_frame();
    let width = C::CODING.bytes();
    let mut bytes = vec![0; width * PIECE];
    for piece in cells.chunks(PIECE).chain(bounds.chunks(PIECE)) {
        let bytes = &mut bytes[..width * piece.len()];
        packed.read_exact(bytes)?;
        hash.update(bytes);
        for (cell, bytes) in piece.iter().zip(bytes.chunks_exact(width)) {
            C::set(cell, C::take(bytes));
        }
    }
    let mut file = packed.finish();
    let mut sum = [0; 32];
    file.read_exact(&mut sum)?;
    if &sum != hash.finalize().as_bytes() {
        return Err(bad("damaged: its checksum does not fit"));
    }
    let state = State {
        layer: small(44),
        distance: small(48),
    };
    Ok(Some((state, bounds.into_iter().map(C::alone).collect())))
}
