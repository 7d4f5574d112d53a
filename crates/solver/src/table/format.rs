//! The layout of a table file.
//!
//! ```text
//! header   96 bytes fixed + description   magic, version, what it is about, counts, the indices held
//!          + 16 bytes a range             where some are left out
//!          + 48 bytes                     what cells are predicted from, if they are; checksum
//! index    8 bytes a block + 4            length and checksum of each block; checksum
//! blocks   as long as the index says      constant (no bytes), raw, zstd, or predicted
//! footer   48 bytes                       hash of all before, length, magic
//! ```
//! All numbers are little endian.

use std::io;
use std::path::{Path, PathBuf};

use yomikiri_game_api::Columns;

use super::predict::{PREDICTION_BYTES, Prediction};
use super::stored::StoredRanges;
use crate::cell::Coding;
use crate::local::SolveError;

/// The first eight bytes of a table.
pub(super) const MAGIC: &[u8; 8] = b"YMKRTBL\n";
/// The version of tables whose cells are bytes that parity tells apart.
const VERSION: u32 = 1;
/// The version of tables with wide cells.
const CELL16_VERSION: u32 = 2;
/// The version of tables that leave indices out.
const SOME_VERSION: u32 = 3;
/// The version of tables that stand by columns.
const COLUMN_VERSION: u32 = 4;
/// The version of tables whose cells are predicted; the newest that this program reads.
const PREDICTED_VERSION: u32 = 5;
/// Bytes of the header before the description.
const FIXED: usize = 96;
/// Bytes after the blocks.
pub(super) const FOOTER: usize = 48;
/// The longest description, so that a damaged length cannot ask for gigabytes.
const MOST_DESCRIPTION: usize = 1 << 16;
/// The most ranges of indices, likewise.
const MOST_RANGES: usize = 1 << 12;
/// The largest block, likewise.
pub(super) const MOST_BLOCK: u32 = 1 << 20;

/// The longest header.
pub(super) const MOST_HEADER: usize =
    FIXED + MOST_DESCRIPTION + 16 * MOST_RANGES + PREDICTION_BYTES + 4;

/// What the cells tell.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Contents {
    /// Value and distance.
    Distance,
    /// Only win, draw or loss.
    Value,
}

impl Contents {
    /// The word for data.
    pub const fn word(self) -> &'static str {
        match self {
            Contents::Distance => "distance",
            Contents::Value => "value",
        }
    }
}

/// How many positions have which value, indices counted as they are stored.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Wins for the side to move.
    pub wins: u64,
    /// Draws.
    pub draws: u64,
    /// Losses.
    pub losses: u64,
    /// Indices without a legal position.
    pub empty: u64,
}

/// What a table says of itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The game with its options, and further `key = value` lines (tier, builder).
    pub description: String,
    /// What the cells were made for: rules and indexer.
    pub fingerprint: [u8; 32],
    /// Value and distance, or value only.
    pub contents: Contents,
    /// The code of the cells. Tables of values only are in [`Coding::Cell8`].
    pub coding: Coding,
    /// Indices.
    pub size: u64,
    /// Those whose cells are in the file; the others are reconstructed by a 1-ply search.
    pub stored: StoredRanges,
    /// Indices in a block.
    pub block: u32,
    /// The longest distance.
    pub deepest: u32,
    /// What the cells are predicted from, if they are.
    pub prediction: Option<Prediction>,
}

/// A table that cannot be used, and why.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The file could not be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: io::Error,
    },
    /// The file is not what it should be.
    #[error("{}: {fault}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong, naming the block if it is one.
        fault: String,
    },
    /// Other processes that have a share of the cells could not be worked with.
    #[error("{0}")]
    Elsewhere(String),
}

impl TableError {
    pub(super) fn io(path: &Path, error: io::Error) -> Self {
        TableError::Io {
            path: path.to_owned(),
            error,
        }
    }

    pub(super) fn elsewhere(error: SolveError) -> Self {
        TableError::Elsewhere(error.to_string())
    }

    pub(super) fn damaged(path: &Path, fault: impl Into<String>) -> Self {
        TableError::Damaged {
            path: path.to_owned(),
            fault: fault.into(),
        }
    }
}

impl Header {
    /// The number of blocks.
    pub fn blocks(&self) -> u64 {
        self.stored.count().div_ceil(u64::from(self.block))
    }

    pub(super) fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(FIXED + self.description.len() + 4);
        bytes.extend_from_slice(MAGIC);
        let version = match self.coding {
            _ if self.prediction.is_some() => PREDICTED_VERSION,
            _ if self.stored.columns().is_some() => COLUMN_VERSION,
            _ if !self.stored.is_all() => SOME_VERSION,
            Coding::Cell8 => VERSION,
            Coding::Cell16 => CELL16_VERSION,
        };
        bytes.extend_from_slice(&version.to_le_bytes());
        bytes.extend_from_slice(&(self.description.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&self.fingerprint);
        bytes.extend_from_slice(&self.size.to_le_bytes());
        bytes.extend_from_slice(&self.block.to_le_bytes());
        bytes.extend_from_slice(&self.deepest.to_le_bytes());
        bytes.push(match self.contents {
            Contents::Distance => 1,
            Contents::Value => 2,
        });
        bytes.push(match self.coding {
            Coding::Cell8 => 0,
            Coding::Cell16 => 1,
        });
        if version >= SOME_VERSION {
            bytes.extend_from_slice(&(self.stored.ranges().count() as u32).to_le_bytes());
        }
        if let Some(columns) = self.stored.columns() {
            bytes.extend_from_slice(&columns.count.to_le_bytes());
            bytes.extend_from_slice(&columns.width.to_le_bytes());
        }
        bytes.resize(FIXED, 0);
        bytes.extend_from_slice(self.description.as_bytes());
        if version >= SOME_VERSION {
            for range in self.stored.ranges() {
                bytes.extend_from_slice(&range.start.to_le_bytes());
                bytes.extend_from_slice(&range.end.to_le_bytes());
            }
        }
        if let Some(prediction) = &self.prediction {
            prediction.encode(&mut bytes);
        }
        let sum = crc32fast::hash(&bytes);
        bytes.extend_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// Reads a header from the start of a file; returns it and the bytes it takes.
    pub(super) fn decode(path: &Path, bytes: &[u8]) -> Result<(Header, usize), TableError> {
        let damaged = |fault: &str| TableError::damaged(path, fault);
        if bytes.len() < FIXED || bytes[..8] != MAGIC[..] {
            return Err(damaged("not a table file"));
        }
        let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four"));
        let version = number(8);
        if !(VERSION..=PREDICTED_VERSION).contains(&version) {
            let fault = format!(
                "version {version} of the format, but this program reads {VERSION} to {PREDICTED_VERSION}"
            );
            return Err(TableError::damaged(path, fault));
        }
        let length = number(12) as usize;
        let ranges = match version {
            SOME_VERSION.. => number(66) as usize,
            _ => 0,
        };
        let told = FIXED + length;
        let ranged = told + 16 * ranges;
        let end = match version {
            PREDICTED_VERSION => ranged + PREDICTION_BYTES,
            _ => ranged,
        };
        if length > MOST_DESCRIPTION || ranges > MOST_RANGES || bytes.len() < end + 4 {
            return Err(damaged("header cut short"));
        }
        if number(end) != crc32fast::hash(&bytes[..end]) {
            return Err(damaged("header damaged: its checksum does not fit"));
        }
        let size = u64::from_le_bytes(bytes[48..56].try_into().expect("eight"));
        let range = |bytes: &[u8]| {
            let end = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight"));
            end(0)..end(8)
        };
        let ranges: Vec<_> = bytes[told..ranged].chunks_exact(16).map(range).collect();
        let columns = (version == COLUMN_VERSION).then(|| Columns {
            count: number(70),
            width: number(74),
        });
        let header = Header {
            stored: match version {
                SOME_VERSION.. => StoredRanges::some(size, &ranges)
                    .and_then(|stored| stored.by_columns(columns))
                    .ok_or_else(|| damaged("impossible ranges of indices"))?,
                _ => StoredRanges::all(size),
            },
            description: String::from_utf8(bytes[FIXED..told].to_vec())
                .map_err(|_| damaged("header damaged: description is not text"))?,
            fingerprint: bytes[16..48].try_into().expect("32 bytes"),
            size,
            block: number(56),
            deepest: number(60),
            contents: match bytes[64] {
                1 => Contents::Distance,
                2 => Contents::Value,
                _ => return Err(damaged("unknown contents")),
            },
            coding: match (version, bytes[65]) {
                (VERSION, _) | (_, 0) => Coding::Cell8,
                (_, 1) => Coding::Cell16,
                _ => return Err(damaged("cells in an unknown code")),
            },
            prediction: match <&[u8; PREDICTION_BYTES]>::try_from(&bytes[ranged..end]) {
                Ok(told) => Some(
                    Prediction::decode(told)
                        .ok_or_else(|| damaged("cells predicted in an impossible way"))?,
                ),
                Err(_) => None,
            },
        };
        if header.prediction.is_some() && header.coding != Coding::Cell8 {
            return Err(damaged("predicted cells in an unknown code"));
        }
        if header.contents == Contents::Value && header.coding != Coding::Cell8 {
            return Err(damaged("values without distances in an unknown code"));
        }
        // A side's positions are at least a quarter: whatever reserves memory by the size of the table
        // is then bounded by what the file stores.
        if header.stored.count() < size / 4 {
            return Err(damaged(
                "impossible ranges of indices: it stores next to nothing",
            ));
        }
        if header.block == 0 || header.block > MOST_BLOCK {
            return Err(damaged("impossible block size"));
        }
        Ok((header, end + 4))
    }
}
