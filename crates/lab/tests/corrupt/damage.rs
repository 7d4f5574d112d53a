//! Ways to corrupt a table file.

use std::collections::BTreeMap;
use std::sync::Arc;

use yomikiri_game_api::{SplitMix64, Tiers};
use yomikiri_games::chess::{Chess, ChessTiers};
use yomikiri_solver::table::{Header, Legality, Table, of_indexer};

use crate::anatomy::{Anatomy, FOOTER, NUMBERS, Repair, repaired};

/// A corrupted file.
pub(crate) struct Damaged {
    pub(crate) bytes: Vec<u8>,
    /// What was done.
    pub(crate) how: String,
    /// How far checksums fit what the file says.
    pub(crate) repair: Repair,
}

/// The ways by name. Each gets a file, a file of another table, and random numbers.
pub(crate) const WAYS: [(&str, Way); 16] = [
    ("bits", bits),
    ("bytes", bytes),
    ("cut short", cut_short),
    ("extended", extended),
    ("shifted", shifted),
    ("header number", header_number),
    ("stored range", stored_range),
    ("description", description),
    ("index entry", index_entry),
    ("blocks swapped", blocks_swapped),
    ("block changed", block_changed),
    ("block replaced", block_replaced),
    ("footer", footer),
    ("other table", other_table),
    ("other table, forged name", other_table_forged),
    ("halves of two tables", halves),
];

pub(crate) type Way = fn(&[u8], &[u8], &mut SplitMix64) -> Damaged;

/// A value consistently changed: only the rules can tell.
pub(crate) fn value_changed(path: &std::path::Path, random: &mut SplitMix64) -> Damaged {
    let mut table = Table::open(path).expect("a table");
    if table.header().prediction.is_some() {
        let legality = legality_of_chess(table.header());
        table = table.knowing(legality);
    }
    let header = table.header();
    let slot = loop {
        let slot = random.below(header.size as usize) as u64;
        if header.stored.place(slot).is_some() {
            break slot;
        }
    };
    let code = random.below(header.deepest.max(1) as usize + 2) as u16;
    let copy = path.with_extension("edited");
    let edited = table.write_edited(&copy, &BTreeMap::from([(slot, code)]));
    edited.expect("a copy");
    let bytes = std::fs::read(&copy).expect("the copy");
    std::fs::remove_file(copy).expect("the copy");
    Damaged {
        bytes,
        how: format!("slot {slot} says {code}"),
        repair: Repair::Everything,
    }
}

/// Predicted tables are those of chess: which of their indices have a legal position.
fn legality_of_chess(header: &Header) -> Arc<dyn Legality> {
    let tiers = ChessTiers::new(&Chess::default());
    let mut lines = header.description.lines();
    let name = lines.find_map(|line| line.strip_prefix("table = "));
    let tier = tiers.parse_tiers(name).expect("a material")[0];
    let indexer = tiers.indexer(tier).expect("an indexer");
    of_indexer::<Chess, _>(&Arc::new(indexer), 0)
}

fn damaged(bytes: Vec<u8>, how: String) -> Damaged {
    Damaged {
        bytes,
        how,
        repair: Repair::Nothing,
    }
}

/// With checksums that fit, or not all of them.
fn repair(bytes: Vec<u8>, how: String, random: &mut SplitMix64) -> Damaged {
    let repair = [Repair::Sums, Repair::Everything][random.below(2)];
    Damaged {
        bytes: repaired(bytes, repair),
        how: format!("{how}, {repair:?}"),
        repair,
    }
}

fn some_byte(random: &mut SplitMix64) -> u8 {
    match random.below(4) {
        0 => 0,
        1 => 255,
        _ => random.below(256) as u8,
    }
}

fn bits(file: &[u8], _: &[u8], random: &mut SplitMix64) -> Damaged {
    let mut bytes = file.to_vec();
    let mut how = String::new();
    for _ in 0..=random.below(3) {
        let (at, bit) = (random.below(bytes.len()), random.below(8));
        bytes[at] ^= 1 << bit;
        how += &format!("bit {bit} of byte {at} ");
    }
    damaged(bytes, how)
}

fn bytes(file: &[u8], _: &[u8], random: &mut SplitMix64) -> Damaged {
    let mut bytes = file.to_vec();
    // Half of the time near the start, where the numbers are.
    let within = if random.below(2) == 0 {
        400
    } else {
        bytes.len()
    };
    let from = random.below(within.min(bytes.len()));
    let to = (from + 1 + random.below(32)).min(bytes.len());
    for byte in &mut bytes[from..to] {
        *byte = some_byte(random);
    }
    damaged(bytes, format!("bytes {from} to {to}"))
}

fn cut_short(file: &[u8], _: &[u8], random: &mut SplitMix64) -> Damaged {
    let length = match random.below(4) {
        0 => random.below(file.len().min(400)),
        1 => file.len() - 1 - random.below(file.len().min(100)),
        _ => random.below(file.len()),
    };
    damaged(file[..length].to_vec(), format!("{length} bytes left"))
}

fn extended(file: &[u8], other: &[u8], random: &mut SplitMix64) -> Damaged {
    let mut bytes = file.to_vec();
    let more = 1 + random.below(5000);
    match random.below(4) {
        0 => bytes.extend(std::iter::repeat_n(0, more)),
        1 => bytes.extend(other),
        2 => bytes.extend_from_within(file.len() - more.min(file.len())..),
        _ => bytes.extend((0..more).map(|_| random.below(256) as u8)),
    }
    let how = format!("{} bytes more", bytes.len() - file.len());
    damaged(bytes, how)
}

fn shifted(file: &[u8], _: &[u8], random: &mut SplitMix64) -> Damaged {
    let mut bytes = file.to_vec();
    let (from, count) = (random.below(bytes.len()), 1 + random.below(64));
    let to = (from + count).min(bytes.len());
    match random.below(3) {
        0 => drop(bytes.drain(from..to)),
        1 => drop(bytes.splice(from..from, vec![some_byte(random); count])),
        _ => {
            let target = random.below(bytes.len() - (to - from) + 1);
            bytes.copy_within(from..to, target);
        }
    }
    damaged(bytes, format!("{count} bytes at {from} moved"))
}

/// Numbers that programs stumble over, the usual value's neighbours among them.
fn extreme(usual: u64, random: &mut SplitMix64) -> u64 {
    let special = [
        0,
        1,
        2,
        3,
        4,
        usual.wrapping_add(1),
        usual.wrapping_sub(1),
        usual.wrapping_mul(2),
        usual / 2,
        255,
        256,
        4096,
        1 << 15,
        1 << 16,
        1 << 20,
        (1 << 20) + 1,
        1 << 31,
        (1 << 31) - 1,
        (1 << 32) - 1,
        1 << 32,
        1 << 40,
        1 << 60,
        1 << 63,
        u64::MAX,
        u64::MAX - 1,
        u64::MAX / 8,
    ];
    special[random.below(special.len())]
}

fn put(bytes: &mut [u8], at: usize, length: usize, random: &mut SplitMix64) -> u64 {
    let mut usual = [0; 8];
    usual[..length].copy_from_slice(&bytes[at..at + length]);
    let new = extreme(u64::from_le_bytes(usual), random);
    bytes[at..at + length].copy_from_slice(&new.to_le_bytes()[..length]);
    new
}

fn header_number(file: &[u8], _: &[u8], random: &mut SplitMix64) -> Damaged {
    let mut bytes = file.to_vec();
    let mut how = String::new();
    // Mostly one, now and then two that may fit together.
    for _ in 0..1 + usize::from(random.below(5) == 0) {
        let (name, at, length) = NUMBERS[random.below(NUMBERS.len())];
        let new = put(&mut bytes, at, length, random);
        how += &format!("{name} {new} ");
    }
    repair(bytes, how, random)
}

fn stored_range(file: &[u8], other: &[u8], random: &mut SplitMix64) -> Damaged {
    let Some(parts) = Anatomy::of(file).filter(|parts| !parts.ranges.is_empty()) else {
        return header_number(file, other, random);
    };
    let mut bytes = file.to_vec();
    let at = parts.ranges.start + 8 * random.below(parts.ranges.len() / 8);
    let new = put(&mut bytes, at, 8, random);
    repair(bytes, format!("end {new} of a range"), random)
}

fn description(file: &[u8], _: &[u8], random: &mut SplitMix64) -> Damaged {
    let parts = Anatomy::of(file).expect("a table");
    let mut bytes = file.to_vec();
    let at = parts.description.start + random.below(parts.description.len());
    bytes[at] = some_byte(random);
    let how = format!("byte {at} of the description is {}", bytes[at]);
    repair(bytes, how, random)
}

fn index_entry(file: &[u8], other: &[u8], random: &mut SplitMix64) -> Damaged {
    let Some(parts) = Anatomy::of(file).filter(|parts| !parts.index.is_empty()) else {
        return header_number(file, other, random);
    };
    let mut bytes = file.to_vec();
    let block = random.below(parts.blocks.len());
    let at = parts.index.start + 8 * block + 4 * random.below(2);
    let new = put(&mut bytes, at, 4, random);
    // A neighbour makes up for the difference, so that the length of the file fits.
    if at.is_multiple_of(8) == parts.index.start.is_multiple_of(8) && parts.blocks.len() > 1 {
        let neighbour = if block == 0 { 1 } else { block - 1 };
        let both = parts.blocks[block].len() + parts.blocks[neighbour].len();
        let rest = (both as u64).wrapping_sub(new) as u32;
        let entry = parts.index.start + 8 * neighbour;
        bytes[entry..entry + 4].copy_from_slice(&rest.to_le_bytes());
    }
    // Only the index's own checksum: a checksum of a block stays as it was put.
    let sum = crc32fast::hash(&bytes[parts.index.clone()]);
    bytes[parts.index.end..parts.index.end + 4].copy_from_slice(&sum.to_le_bytes());
    let how = format!("entry of block {block}: {new}");
    match random.below(2) {
        0 => damaged(bytes, how),
        _ => repair(bytes, how, random),
    }
}

fn blocks_swapped(file: &[u8], other: &[u8], random: &mut SplitMix64) -> Damaged {
    let Some(parts) = Anatomy::of(file).filter(|parts| parts.blocks.len() > 1) else {
        return block_changed(file, other, random);
    };
    let mut order: Vec<usize> = (0..parts.blocks.len()).collect();
    let (one, two) = (random.below(order.len()), random.below(order.len()));
    match random.below(3) {
        0 => order[one] = order[two],
        _ => order.swap(one, two),
    }
    let bytes = parts.assemble(file, &order);
    let how = format!("blocks {one} and {two}");
    repair(bytes, how, random)
}

fn block_changed(file: &[u8], other: &[u8], random: &mut SplitMix64) -> Damaged {
    let Some(parts) = Anatomy::of(file).filter(|parts| !parts.blocks.is_empty()) else {
        return header_number(file, other, random);
    };
    let mut bytes = file.to_vec();
    let number = random.below(parts.blocks.len());
    let block = parts.blocks[number].clone();
    for _ in 0..=random.below(4) {
        let at = block.start + random.below(block.len());
        bytes[at] = some_byte(random);
    }
    repair(bytes, format!("block {number}"), random)
}

/// A block that is packed in another way: constant, raw, or a frame of something else.
fn block_replaced(file: &[u8], other: &[u8], random: &mut SplitMix64) -> Damaged {
    let (parts, others) = (Anatomy::of(file), Anatomy::of(other));
    let (Some(parts), Some(others)) = (parts, others) else {
        return header_number(file, other, random);
    };
    if parts.blocks.is_empty() || others.blocks.is_empty() {
        return header_number(file, other, random);
    }
    let number = random.below(parts.blocks.len());
    let length = 1 + random.below(5000);
    let new = match random.below(4) {
        0 => vec![0, some_byte(random)],
        1 => vec![0, some_byte(random), some_byte(random)],
        2 => {
            let method = random.below(4) as u8;
            let rest = (0..length).map(|_| random.below(256) as u8);
            std::iter::once(method).chain(rest).collect()
        }
        _ => other[others.blocks[random.below(others.blocks.len())].clone()].to_vec(),
    };
    let block = parts.blocks[number].clone();
    let mut bytes = file.to_vec();
    let entry = parts.index.start + 8 * number;
    bytes[entry..entry + 4].copy_from_slice(&(new.len() as u32).to_le_bytes());
    let how = format!("block {number} replaced by {} bytes", new.len());
    bytes.splice(block, new);
    repair(bytes, how, random)
}

fn footer(file: &[u8], _: &[u8], random: &mut SplitMix64) -> Damaged {
    let mut bytes = file.to_vec();
    let at = bytes.len() - FOOTER + random.below(FOOTER);
    bytes[at] ^= 1 + random.below(255) as u8;
    damaged(bytes, format!("byte {at} of the footer"))
}

fn other_table(_: &[u8], other: &[u8], _: &mut SplitMix64) -> Damaged {
    damaged(other.to_vec(), "as it is".to_owned())
}

fn other_table_forged(file: &[u8], other: &[u8], random: &mut SplitMix64) -> Damaged {
    let mut bytes = other.to_vec();
    bytes[16..48].copy_from_slice(&file[16..48]);
    repair(bytes, "with this one's fingerprint".to_owned(), random)
}

/// One file's header, the other's cells.
fn halves(file: &[u8], other: &[u8], random: &mut SplitMix64) -> Damaged {
    let (parts, others) = (Anatomy::of(file), Anatomy::of(other));
    let (Some(parts), Some(others)) = (parts, others) else {
        return other_table(file, other, random);
    };
    let mut bytes = file[..parts.header.end + 4].to_vec();
    bytes.extend(&other[others.header.end + 4..]);
    repair(bytes, "this one's header".to_owned(), random)
}
