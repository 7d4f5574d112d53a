//! The parts of a table file, as docs/table-format.md has them, and how to make its checksums fit again.

use std::ops::Range;

/// Bytes of a header before its description.
const FIXED: usize = 96;
/// Bytes after the blocks.
pub(crate) const FOOTER: usize = 48;

/// A number of the header: its place and its bytes.
pub(crate) const NUMBERS: [(&str, usize, usize); 13] = [
    ("version", 8, 4),
    ("description", 12, 4),
    ("fingerprint", 16, 8),
    ("slots", 48, 8),
    ("block", 56, 4),
    ("longest", 60, 4),
    ("contents", 64, 1),
    ("code", 65, 1),
    ("ranges", 66, 4),
    ("columns", 70, 4),
    ("width", 74, 4),
    ("reserved", 78, 8),
    ("magic", 0, 8),
];

/// How far checksums are made to fit.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Repair {
    Nothing,
    /// Those of header, blocks and block index.
    Sums,
    /// And the hash of the file.
    Everything,
}

/// Where the parts of a file are.
#[derive(Clone, Debug)]
pub(crate) struct Anatomy {
    /// The header without its checksum.
    pub(crate) header: Range<usize>,
    pub(crate) description: Range<usize>,
    /// The stored ranges of slots.
    pub(crate) ranges: Range<usize>,
    /// The block index without its checksum.
    pub(crate) index: Range<usize>,
    pub(crate) blocks: Vec<Range<usize>>,
}

/// Bytes that tell what cells are predicted from.
fn prediction(version: usize) -> usize {
    if version >= 5 { 48 } else { 0 }
}

pub(crate) fn number(bytes: &[u8], at: usize) -> Option<usize> {
    let four = bytes.get(at..at.checked_add(4)?)?;
    Some(u32::from_le_bytes(four.try_into().ok()?) as usize)
}

fn long(bytes: &[u8], at: usize) -> Option<u64> {
    let eight = bytes.get(at..at.checked_add(8)?)?;
    Some(u64::from_le_bytes(eight.try_into().ok()?))
}

impl Anatomy {
    /// The parts as the file's own numbers have them; `None` if they have no sense.
    pub(crate) fn of(bytes: &[u8]) -> Option<Anatomy> {
        let version = number(bytes, 8)?;
        let told = FIXED.checked_add(number(bytes, 12)?)?;
        let count = if version >= 3 { number(bytes, 66)? } else { 0 };
        let ranges = told.checked_add(count.checked_mul(16)?)?;
        let head = ranges.checked_add(prediction(version))?;
        bytes.get(..head.checked_add(4)?)?;
        let mut stored = if version >= 3 { 0 } else { long(bytes, 48)? };
        for range in (told..ranges).step_by(16) {
            let slots = long(bytes, range + 8)?.saturating_sub(long(bytes, range)?);
            stored = stored.checked_add(slots)?;
        }
        let block = number(bytes, 56)?;
        let blocks = usize::try_from(stored.checked_next_multiple_of(block as u64)?).ok()? / block;
        let index = head + 4;
        let end = index.checked_add(blocks.checked_mul(8)?)?;
        bytes.get(..end.checked_add(4)?)?;
        let mut at = end + 4;
        let mut all = Vec::new();
        for entry in (index..end).step_by(8) {
            let length = number(bytes, entry)?;
            all.push(at..at.checked_add(length)?);
            at += length;
        }
        Some(Anatomy {
            header: 0..head,
            description: FIXED..told,
            ranges: told..ranges,
            index: index..end,
            blocks: all,
        })
    }

    /// A file of these parts, the blocks in this order with their entries.
    pub(crate) fn assemble(&self, bytes: &[u8], order: &[usize]) -> Vec<u8> {
        let mut file = bytes[..self.index.start].to_vec();
        for &block in order {
            let entry = self.index.start + 8 * block;
            file.extend_from_slice(&bytes[entry..entry + 8]);
        }
        file.extend_from_slice(&bytes[self.index.end..self.index.end + 4]);
        for &block in order {
            file.extend_from_slice(&bytes[self.blocks[block].clone()]);
        }
        file.extend_from_slice(&bytes[bytes.len() - FOOTER..]);
        file
    }
}

/// Makes checksums fit, as far as the file has places for them.
pub(crate) fn repaired(mut bytes: Vec<u8>, repair: Repair) -> Vec<u8> {
    if repair == Repair::Nothing {
        return bytes;
    }
    // The header has its checksum although the rest may make no sense.
    let version = number(&bytes, 8).unwrap_or(0);
    let ranges = if version >= 3 {
        number(&bytes, 66)
    } else {
        Some(0)
    };
    let head = number(&bytes, 12).and_then(|told| {
        let ranges = ranges?.checked_mul(16)?;
        let head = FIXED.checked_add(told)?.checked_add(ranges)?;
        head.checked_add(prediction(version))
    });
    if let Some(head) = head.filter(|&head| head < bytes.len() - 4) {
        let sum = crc32fast::hash(&bytes[..head]);
        bytes[head..head + 4].copy_from_slice(&sum.to_le_bytes());
    }
    let Some(parts) = Anatomy::of(&bytes) else {
        return bytes;
    };
    for (number, block) in parts.blocks.iter().enumerate() {
        let Some(packed) = bytes.get(block.clone()) else {
            break;
        };
        let sum = crc32fast::hash(packed);
        let entry = parts.index.start + 8 * number + 4;
        bytes[entry..entry + 4].copy_from_slice(&sum.to_le_bytes());
    }
    let sum = crc32fast::hash(&bytes[parts.index.clone()]);
    bytes[parts.index.end..parts.index.end + 4].copy_from_slice(&sum.to_le_bytes());
    let end = parts
        .blocks
        .last()
        .map_or(parts.index.end + 4, |last| last.end);
    if repair == Repair::Everything && end.checked_add(FOOTER) == Some(bytes.len()) {
        let mut hash = blake3::Hasher::new();
        hash.update(&bytes[..parts.index.end + 4]);
        hash.update(blake3::hash(&bytes[parts.index.end + 4..end]).as_bytes());
        let hash = hash.finalize();
        bytes[end..end + 32].copy_from_slice(hash.as_bytes());
        let length = bytes.len() as u64;
        bytes[end + 32..end + 40].copy_from_slice(&length.to_le_bytes());
        bytes[end + 40..].copy_from_slice(b"YMKRTBL\n");
    }
    bytes
}
