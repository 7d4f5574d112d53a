//! Access to the bytes of a file.

use std::borrow::Cow;
use std::io;

/// The bytes of a Syzygy file. This crate opens no files: the caller provides them.
pub trait Bytes: Send + Sync {
    /// Number of bytes.
    fn length(&self) -> u64;
    /// A range of bytes; an error if there are fewer.
    fn read(&self, at: u64, count: usize) -> io::Result<Cow<'_, [u8]>>;
}

impl Bytes for Vec<u8> {
    fn length(&self) -> u64 {
        self.len() as u64
    }

    fn read(&self, at: u64, count: usize) -> io::Result<Cow<'_, [u8]>> {
        let from = usize::try_from(at).ok();
        let range = from.and_then(|from| Some(from..from.checked_add(count)?));
        let found = range.and_then(|range| self.get(range));
        found
            .map(Cow::Borrowed)
            .ok_or(io::ErrorKind::UnexpectedEof.into())
    }
}

/// An error of a file.
#[derive(Debug)]
pub(super) enum Fault {
    /// It is damaged.
    Damaged(&'static str),
    /// It cannot be read.
    Io(io::Error),
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Fault::Damaged("an end before its time"),
            _ => Fault::Io(error),
        }
    }
}

/// Reads bytes in order.
pub(super) struct Reader<'r> {
    bytes: &'r dyn Bytes,
    pub(super) at: u64,
}

impl<'r> Reader<'r> {
    pub(super) fn new(bytes: &'r dyn Bytes) -> Self {
        Reader { bytes, at: 0 }
    }

    pub(super) fn take(&mut self, count: usize) -> Result<Cow<'r, [u8]>, Fault> {
        let found = self.bytes.read(self.at, count)?;
        self.at += count as u64;
        Ok(found)
    }

    pub(super) fn byte(&mut self) -> Result<u8, Fault> {
        Ok(self.take(1)?[0])
    }

    pub(super) fn u16(&mut self) -> Result<u16, Fault> {
        Ok(u16::from_le_bytes([self.byte()?, self.byte()?]))
    }

    pub(super) fn u32(&mut self) -> Result<u32, Fault> {
        Ok(u32::from(self.u16()?) | u32::from(self.u16()?) << 16)
    }

    /// Skips to an even offset.
    pub(super) fn even(&mut self) {
        self.at += self.at & 1;
    }
}
