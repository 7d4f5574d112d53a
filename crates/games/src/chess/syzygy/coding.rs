//! The compression of Syzygy tables: pairs of symbols become symbols, which are Huffman-coded in
//! blocks of equal size.

use super::bytes::{Bytes, Fault, Reader};

/// The maximum number of values per symbol: files store it in a byte, minus one.
const LONGEST_SYMBOL: u32 = 256;
/// Blocks of real files have 32 to 2048 bytes.
const MOST_BLOCK_BITS: u8 = 16;

/// A compressed table.
#[derive(Debug)]
pub(super) enum Coding {
    /// Every value is the same.
    Constant(u16),
    Blocks(Blocks),
}

#[derive(Debug)]
pub(super) struct Blocks {
    block_bits: u8,
    /// The sparse index has one entry per 2^n values; this is n.
    index_bits: u8,
    blocks: u32,
    /// Entries of the table of block lengths, which continues after the last block.
    lengths: u32,
    index_entries: u64,
    shortest: u8,
    /// By code length from the shortest: its first symbol, and the smallest code in 64 bits.
    codes: Vec<(u16, u64)>,
    symbols: Vec<Symbol>,
    /// Offsets of its parts in the file.
    index_at: u64,
    lengths_at: u64,
    blocks_at: u64,
}

#[derive(Copy, Clone, Debug)]
struct Symbol {
    /// A pair of symbols, or a single value.
    parts: Result<(u16, u16), u16>,
    /// Number of values it stands for.
    values: u32,
}

impl Coding {
    /// Reads how a table with this many values is compressed.
    pub(super) fn read(reader: &mut Reader<'_>, flags: u8, size: u64) -> Result<Coding, Fault> {
        if flags & 0x80 != 0 {
            return Ok(Coding::Constant(u16::from(reader.byte()?)));
        }
        let block_bits = reader.byte()?;
        let index_bits = reader.byte()?;
        let more_lengths = reader.byte()?;
        let blocks = reader.u32()?;
        let (longest, shortest) = (reader.byte()?, reader.byte()?);
        if block_bits > MOST_BLOCK_BITS || !(1..=32).contains(&index_bits) {
            return Err(Fault::Damaged("blocks of an impossible size"));
        }
        if shortest == 0 || shortest > longest || longest > 32 {
            return Err(Fault::Damaged("codes of an impossible length"));
        }
        let lengths = blocks
            .checked_add(u32::from(more_lengths))
            .ok_or(Fault::Damaged("too many blocks"))?;
        let kinds = usize::from(longest - shortest) + 1;
        let firsts = (0..kinds).map(|_| reader.u16()).collect::<Result<_, _>>()?;
        let codes = least_codes(shortest, firsts)?;
        let count = usize::from(reader.u16()?);
        let mut parts = Vec::with_capacity(count);
        for _ in 0..count {
            let [low, middle, high] = [reader.byte()?, reader.byte()?, reader.byte()?];
            let left = u16::from(low) | u16::from(middle & 15) << 8;
            let right = u16::from(middle >> 4) | u16::from(high) << 4;
            parts.push(match right {
                0xfff => Err(left),
                right => Ok((left, right)),
            });
        }
        if count % 2 == 1 {
            reader.byte()?;
        }
        Ok(Coding::Blocks(Blocks {
            block_bits,
            index_bits,
            blocks,
            lengths,
            index_entries: size.div_ceil(1 << index_bits),
            shortest,
            codes,
            symbols: count_values(&parts)?,
            index_at: 0,
            lengths_at: 0,
            blocks_at: 0,
        }))
    }

    fn blocks(&mut self) -> Option<&mut Blocks> {
        match self {
            Coding::Constant(_) => None,
            Coding::Blocks(blocks) => Some(blocks),
        }
    }

    /// Sets the start of the sparse index and returns its end.
    pub(super) fn index_at(&mut self, at: u64) -> u64 {
        let Some(blocks) = self.blocks() else {
            return at;
        };
        blocks.index_at = at;
        at + 6 * blocks.index_entries
    }

    /// Sets the start of the lengths and returns their end.
    pub(super) fn lengths_at(&mut self, at: u64) -> u64 {
        let Some(blocks) = self.blocks() else {
            return at;
        };
        blocks.lengths_at = at;
        at + 2 * u64::from(blocks.lengths)
    }

    /// Sets the start of the blocks, at a multiple of 64, and returns their end.
    pub(super) fn blocks_at(&mut self, at: u64) -> u64 {
        let at = at.next_multiple_of(64);
        let Some(blocks) = self.blocks() else {
            return at;
        };
        blocks.blocks_at = at;
        at + (u64::from(blocks.blocks) << blocks.block_bits)
    }

    /// The value at an index.
    pub(super) fn value(&self, bytes: &dyn Bytes, number: u64) -> Result<u16, Fault> {
        match self {
            Coding::Constant(value) => Ok(*value),
            Coding::Blocks(blocks) => blocks.value(bytes, number),
        }
    }
}

impl Blocks {
    fn value(&self, bytes: &dyn Bytes, number: u64) -> Result<u16, Fault> {
        let entry = number >> self.index_bits;
        if entry >= self.index_entries {
            return Err(Fault::Damaged("a number beyond the table"));
        }
        // An entry describes the value in the middle of its stretch: block and offset.
        let found = bytes.read(self.index_at + 6 * entry, 6)?;
        let &[a, b, c, d, low, high] = &*found else {
            return Err(Fault::Damaged("an end before its time"));
        };
        let mut block = u64::from(u32::from_le_bytes([a, b, c, d]));
        let middle = 1 << (self.index_bits - 1);
        let in_stretch = (number & ((1 << self.index_bits) - 1)) as i64;
        let mut place = i64::from(u16::from_le_bytes([low, high])) + in_stretch - middle;
        while place < 0 {
            block = block
                .checked_sub(1)
                .ok_or(Fault::Damaged("an index that leads before the first block"))?;
            place += self.length(bytes, block)?;
        }
        loop {
            let length = self.length(bytes, block)?;
            if place < length {
                break;
            }
            place -= length;
            block += 1;
        }
        if block >= u64::from(self.blocks) {
            return Err(Fault::Damaged("an index that leads behind the last block"));
        }
        let begin = self.blocks_at + (block << self.block_bits);
        let packed = bytes.read(begin, 1 << self.block_bits)?;
        self.unpack(&packed, place as u32)
    }

    /// Number of values in a block.
    fn length(&self, bytes: &dyn Bytes, block: u64) -> Result<i64, Fault> {
        if block >= u64::from(self.lengths) {
            return Err(Fault::Damaged("an index that leads behind the last block"));
        }
        let length = bytes.read(self.lengths_at + 2 * block, 2)?;
        Ok(i64::from(length[0]) + (i64::from(length[1]) << 8) + 1)
    }

    /// The value at an offset of a block.
    fn unpack(&self, packed: &[u8], mut place: u32) -> Result<u16, Fault> {
        let mut bit = 0;
        let mut symbol = loop {
            if bit >= 8 * packed.len() {
                return Err(Fault::Damaged(
                    "a block with fewer values than it should have",
                ));
            }
            let code = window(packed, bit);
            // Longer codes are smaller, and the longest start at zero.
            let longer = self.codes.iter().position(|&(_, least)| code >= least);
            let longer = longer.ok_or(Fault::Damaged("an unused code"))?;
            let length = usize::from(self.shortest) + longer;
            let (first, least) = self.codes[longer];
            let symbol = u64::from(first) + ((code - least) >> (64 - length));
            let symbol = self.symbol(symbol)?;
            if place < symbol.values {
                break symbol;
            }
            place -= symbol.values;
            bit += length;
        };
        loop {
            match symbol.parts {
                Err(value) => return Ok(value),
                Ok((left, right)) => {
                    let first = self.symbol(u64::from(left))?;
                    symbol = if place < first.values {
                        first
                    } else {
                        place -= first.values;
                        self.symbol(u64::from(right))?
                    };
                }
            }
        }
    }

    fn symbol(&self, number: u64) -> Result<Symbol, Fault> {
        let symbol = self.symbols.get(number as usize);
        symbol.copied().ok_or(Fault::Damaged("an unused code"))
    }
}

/// 64 bits from a bit offset; zeros after the end.
fn window(packed: &[u8], bit: usize) -> u64 {
    let (byte, shift) = (bit / 8, bit % 8);
    let mut bits = [0; 16];
    let there = packed.len().saturating_sub(byte).min(9);
    bits[..there].copy_from_slice(&packed[byte..byte + there]);
    (u128::from_be_bytes(bits) << shift >> 64) as u64
}

/// The smallest code of each length in 64 bits, with the first symbol of that length.
fn least_codes(shortest: u8, firsts: Vec<u16>) -> Result<Vec<(u16, u64)>, Fault> {
    let wrong = || Fault::Damaged("codes that are no code");
    let mut codes = vec![(0, 0); firsts.len()];
    let mut least = 0i64;
    let mut longer = None;
    for (place, &first) in firsts.iter().enumerate().rev() {
        if let Some(longer) = longer {
            least = (least + i64::from(first) - i64::from(longer)) / 2;
        }
        longer = Some(first);
        let bits = u32::from(shortest) + place as u32;
        let code = u64::try_from(least).map_err(|_| wrong())?;
        if code >> bits != 0 {
            return Err(wrong());
        }
        codes[place] = (first, code << (64 - bits));
    }
    Ok(codes)
}

/// Symbols with the number of values that each stands for.
fn count_values(parts: &[Result<(u16, u16), u16>]) -> Result<Vec<Symbol>, Fault> {
    let mut values = vec![0u32; parts.len()];
    let mut open = Vec::new();
    for symbol in 0..parts.len() {
        open.push(symbol);
        while let Some(&symbol) = open.last() {
            let known = match parts[symbol] {
                Err(_) => Some(1),
                Ok((left, right)) => {
                    let both = [usize::from(left), usize::from(right)];
                    if both.iter().any(|&part| part >= parts.len()) {
                        return Err(Fault::Damaged("a symbol made of a missing one"));
                    }
                    let unknown = both.into_iter().filter(|&part| values[part] == 0);
                    let before = open.len();
                    open.extend(unknown);
                    (open.len() == before).then(|| values[both[0]] + values[both[1]])
                }
            };
            // A symbol that contains itself would be expanded for ever.
            if open.len() > 2 * parts.len() + 2 {
                return Err(Fault::Damaged("a symbol made of itself"));
            }
            let Some(known) = known else { continue };
            if known > LONGEST_SYMBOL {
                return Err(Fault::Damaged("a symbol of too many values"));
            }
            values[symbol] = known;
            open.pop();
        }
    }
    let symbols = parts.iter().zip(values);
    let symbols = symbols.map(|(&parts, values)| Symbol { parts, values });
    Ok(symbols.collect())
}
