//! Table files: whatever the bytes, they are refused with a message or read block by block. A
//! whole-file check that passes means that every block has the checksum it should have.
#![no_main]

use std::ops::Range;
use std::sync::Arc;

use yomikiri_solver::table::{Legality, Table};

/// Two of three indices are legal, as good as any other for predicted cells.
struct TwoOfThree;

impl Legality for TwoOfThree {
    fn tell(&self, indices: Range<u64>, legal: &mut Vec<bool>) {
        legal.extend(indices.map(|index| index % 3 > 0));
    }
}

/// Blocks looked at: a hundred bytes may claim millions of cells.
const MOST_BLOCKS: u64 = 32;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    look_at(data.to_vec());
    // With checksums that fit, damage gets as far as the codecs.
    if let Some(repaired) = repaired(data) {
        look_at(repaired);
    }
});

fn look_at(bytes: Vec<u8>) {
    let bytes = Box::into_raw(bytes.into_boxed_slice());
    // SAFETY: the slice lives until it is taken back below, when the table is gone.
    match Table::from_memory("fuzz.ytb", unsafe { &*bytes }) {
        Err(error) => assert!(error.to_string().len() < 4000),
        Ok(table) => {
            let table = table.knowing(Arc::new(TwoOfThree));
            let header = table.header();
            let whole = table.check().is_ok();
            for number in 0..header.blocks().min(MOST_BLOCKS) {
                match table.block(number) {
                    Ok(cells) => {
                        let indices = cells.indices();
                        assert!((1..=u64::from(header.block)).contains(&(indices.end - indices.start)));
                    }
                    Err(error) => assert!(
                        !whole || !error.to_string().contains("checksum"),
                        "{error} in a file that passed its check"
                    ),
                }
            }
            for index in [
                0,
                header.size / 2,
                header.size.wrapping_sub(1),
                header.size,
            ] {
                let answer = table.answer(index);
                assert!(header.stored.place(index).is_some() || answer.is_err());
            }
        }
    }
    // SAFETY: made by `into_raw` above, and no longer borrowed.
    drop(unsafe { Box::from_raw(bytes) });
}

/// The same bytes with the checksums of header, blocks and block index put right, if they are long
/// enough to have them. See docs/table-format.md.
fn repaired(data: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = data.to_vec();
    let number = |bytes: &[u8], at: usize| {
        let four = bytes.get(at..at + 4)?;
        Some(u32::from_le_bytes(four.try_into().expect("four bytes")) as usize)
    };
    bytes.get_mut(..8)?.copy_from_slice(b"YMKRTBL\n");
    let version = number(&bytes, 8)?.clamp(1, 5);
    bytes
        .get_mut(8..12)?
        .copy_from_slice(&(version as u32).to_le_bytes());
    let long = |bytes: &[u8], at: usize| {
        let eight = bytes.get(at..at + 8)?;
        Some(u64::from_le_bytes(eight.try_into().expect("eight bytes")))
    };
    let told = 96 + number(&bytes, 12)?;
    let ranges = if version >= 3 { number(&bytes, 66)? } else { 0 };
    let ranged = told.checked_add(ranges.checked_mul(16)?)?;
    let head = ranged + if version >= 5 { 48 } else { 0 };
    let mut held = if version >= 3 { 0 } else { long(&bytes, 48)? };
    for range in (told..ranged).step_by(16) {
        let count = long(&bytes, range + 8)?.saturating_sub(long(&bytes, range)?);
        held = held.checked_add(count)?;
    }
    let block = number(&bytes, 56)?;
    let sum = crc32fast::hash(bytes.get(..head)?);
    bytes
        .get_mut(head..head + 4)?
        .copy_from_slice(&sum.to_le_bytes());
    if block == 0 {
        return Some(bytes);
    }
    let blocks = usize::try_from(held.div_ceil(block as u64)).ok()?;
    let index = head + 4;
    let end = index.checked_add(blocks.checked_mul(8)?)?;
    bytes.get(index..end)?;
    let mut at = end + 4;
    for entry in (index..end).step_by(8) {
        let length = number(&bytes, entry)?;
        let Some(packed) = bytes.get(at..at + length) else {
            break;
        };
        let sum = crc32fast::hash(packed);
        bytes[entry + 4..entry + 8].copy_from_slice(&sum.to_le_bytes());
        at += length;
    }
    let sum = crc32fast::hash(&bytes[index..end]);
    bytes
        .get_mut(end..end + 4)?
        .copy_from_slice(&sum.to_le_bytes());
    Some(bytes)
}
