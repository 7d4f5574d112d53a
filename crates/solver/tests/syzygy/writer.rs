//! Writes small Syzygy files for tests: pairs are joined a few times, without regard to size.

use std::collections::HashMap;

use crate::placements::Layout;

/// Bytes of a block, values of a stretch of the sparse indexer, as powers of two.
const BLOCK_BITS: u8 = 6;
const INDEX_BITS: u8 = 7;
/// How often the most common pair of symbols becomes a symbol.
const PAIRS: usize = 12;

/// Values of one table for one side, and their description.
pub(crate) struct Part {
    pub(crate) flags: u8,
    pub(crate) values: Vec<u16>,
    /// The meaning of stored distances, by kind of result.
    pub(crate) maps: Option<[Vec<u8>; 4]>,
}

/// A compressed part.
struct Packed {
    head: Vec<u8>,
    indexer: Vec<u8>,
    lengths: Vec<u8>,
    blocks: Vec<u8>,
}

/// The bytes of a file. `parts` are in the order of the layout's tables, two of each if a file has
/// both sides.
pub(crate) fn file(magic: [u8; 4], layout: &Layout, sides: usize, parts: &[Part]) -> Vec<u8> {
    let pawns = layout.tables.len() > 1;
    let mut file = magic.to_vec();
    file.push(u8::from(sides == 2) | u8::from(pawns) << 1 | (layout.pieces.len() as u8) << 4);
    for _ in &layout.tables {
        file.push(layout.order * 0x11);
        for piece in &layout.pieces {
            let kind = "PNBRQK".find(piece.to_ascii_uppercase()).unwrap() as u8 + 1;
            let side = if piece.is_ascii_lowercase() { 8 } else { 0 };
            file.push((kind | side) * 0x11);
        }
    }
    let packed: Vec<Packed> = parts.iter().map(pack).collect();
    even(&mut file);
    packed.iter().for_each(|part| file.extend(&part.head));
    for map in parts.iter().filter_map(|part| part.maps.as_ref()).flatten() {
        file.push(map.len() as u8);
        file.extend(map);
    }
    even(&mut file);
    packed.iter().for_each(|part| file.extend(&part.indexer));
    packed.iter().for_each(|part| file.extend(&part.lengths));
    for part in &packed {
        file.resize(file.len().next_multiple_of(64), 0);
        file.extend(&part.blocks);
    }
    file.resize(file.len().next_multiple_of(64) + 16, 0);
    file
}

fn even(file: &mut Vec<u8>) {
    file.resize(file.len().next_multiple_of(2), 0);
}

/// A symbol: a value, or a pair.
#[derive(Copy, Clone)]
enum Symbol {
    Value(u16),
    Pair(usize, usize),
}

fn pack(part: &Part) -> Packed {
    if part.values.iter().all(|&value| value == part.values[0]) {
        return Packed {
            head: vec![part.flags | 0x80, part.values[0] as u8],
            indexer: Vec::new(),
            lengths: Vec::new(),
            blocks: Vec::new(),
        };
    }
    let (symbols, text) = join(&part.values);
    let lengths = code_lengths(symbols.len(), &text);
    // The longest codes have the first numbers.
    let mut ranked: Vec<usize> = (0..symbols.len()).collect();
    ranked.sort_by_key(|&symbol| std::cmp::Reverse(lengths[symbol]));
    let mut number = vec![0; symbols.len()];
    for (place, &symbol) in ranked.iter().enumerate() {
        number[symbol] = place;
    }
    let (shortest, longest) = (
        *lengths.iter().min().unwrap(),
        *lengths.iter().max().unwrap(),
    );
    let longer = |than: usize| lengths.iter().filter(|&&length| length > than).count();
    let mut least = vec![0; longest + 2];
    for length in (shortest..longest).rev() {
        least[length] = (least[length + 1] + longer(length) - longer(length + 1)) / 2;
    }
    let code = |symbol: usize| {
        let length = lengths[symbol];
        (least[length] + number[symbol] - longer(length), length)
    };
    let values: Vec<usize> = count_values(&symbols);

    // Blocks of whole symbols.
    let mut blocks: Vec<u8> = Vec::new();
    let mut starts = vec![0usize];
    let (mut bits, mut count) = (0, 0);
    for &symbol in &text {
        let (code, length) = code(symbol);
        let begins = blocks.is_empty();
        if begins || bits + length > 8 << BLOCK_BITS || count + values[symbol] > 0x1_0000 {
            blocks.resize(blocks.len() + (1 << BLOCK_BITS), 0);
            if !begins {
                starts.push(starts[starts.len() - 1] + count);
            }
            (bits, count) = (0, 0);
        }
        let block = blocks.len() - (1 << BLOCK_BITS);
        for i in 0..length {
            let bit = (code >> (length - 1 - i) & 1) as u8;
            blocks[block + (bits + i) / 8] |= bit << (7 - (bits + i) % 8);
        }
        bits += length;
        count += values[symbol];
    }
    let ends = starts.iter().copied().skip(1).chain([part.values.len()]);
    let sizes = starts
        .iter()
        .zip(ends)
        .map(|(start, end)| (end - start - 1) as u16);
    let lengths_bytes = sizes.flat_map(u16::to_le_bytes).collect();
    let stretches = part.values.len().div_ceil(1 << INDEX_BITS);
    let mut indexer = Vec::new();
    for stretch in 0..stretches {
        let middle = (stretch << INDEX_BITS) + (1 << (INDEX_BITS - 1));
        let block = starts.iter().rposition(|&start| start <= middle).unwrap();
        indexer.extend((block as u32).to_le_bytes());
        indexer.extend(((middle - starts[block]) as u16).to_le_bytes());
    }

    let mut head = vec![part.flags, BLOCK_BITS, INDEX_BITS, 0];
    head.extend((starts.len() as u32).to_le_bytes());
    head.extend([longest as u8, shortest as u8]);
    for length in shortest..=longest {
        head.extend((longer(length) as u16).to_le_bytes());
    }
    head.extend((symbols.len() as u16).to_le_bytes());
    for &symbol in &ranked {
        let (left, right) = match symbols[symbol] {
            Symbol::Value(value) => (usize::from(value), 0xfff),
            Symbol::Pair(left, right) => (number[left], number[right]),
        };
        let bits = left | right << 12;
        head.extend([bits as u8, (bits >> 8) as u8, (bits >> 16) as u8]);
    }
    if symbols.len() % 2 == 1 {
        head.push(0);
    }
    Packed {
        head,
        indexer,
        lengths: lengths_bytes,
        blocks,
    }
}

/// Number of values of each symbol; pairs come after their parts.
fn count_values(symbols: &[Symbol]) -> Vec<usize> {
    let mut values: Vec<usize> = Vec::new();
    for symbol in symbols {
        values.push(match *symbol {
            Symbol::Value(_) => 1,
            Symbol::Pair(left, right) => values[left] + values[right],
        });
    }
    values
}

/// Values as symbols, with the most common pairs joined.
fn join(values: &[u16]) -> (Vec<Symbol>, Vec<usize>) {
    let mut symbols: Vec<Symbol> = Vec::new();
    let mut known: HashMap<u16, usize> = HashMap::new();
    let mut text: Vec<usize> = Vec::new();
    for &value in values {
        text.push(*known.entry(value).or_insert_with(|| {
            symbols.push(Symbol::Value(value));
            symbols.len() - 1
        }));
    }
    for _ in 0..PAIRS {
        let mut often: HashMap<(usize, usize), usize> = HashMap::new();
        for pair in text.windows(2) {
            *often.entry((pair[0], pair[1])).or_default() += 1;
        }
        let counts = count_values(&symbols);
        often.retain(|&(left, right), _| counts[left] + counts[right] <= 256);
        let Some((&pair, _)) = often.iter().max_by_key(|&(pair, count)| (*count, *pair)) else {
            break;
        };
        symbols.push(Symbol::Pair(pair.0, pair.1));
        let mut joined = Vec::with_capacity(text.len());
        let mut at = 0;
        while at < text.len() {
            if text
                .get(at + 1)
                .is_some_and(|&next| (text[at], next) == pair)
            {
                joined.push(symbols.len() - 1);
                at += 2;
            } else {
                joined.push(text[at]);
                at += 1;
            }
        }
        text = joined;
    }
    (symbols, text)
}

/// Code length of each symbol by Huffman's method; missing symbols count once.
fn code_lengths(symbols: usize, text: &[usize]) -> Vec<usize> {
    let mut often = vec![1u64; symbols];
    text.iter().for_each(|&symbol| often[symbol] += 1);
    let mut trees: Vec<(u64, Vec<usize>)> = Vec::new();
    trees.extend(
        often
            .iter()
            .enumerate()
            .map(|(symbol, &count)| (count, vec![symbol])),
    );
    let mut lengths = vec![0; symbols];
    while trees.len() > 1 {
        trees.sort_by_key(|(count, leaves)| std::cmp::Reverse((*count, leaves.len())));
        let ((a, mut leaves), (b, others)) = (trees.pop().unwrap(), trees.pop().unwrap());
        leaves.extend(others);
        leaves.iter().for_each(|&leaf| lengths[leaf] += 1);
        trees.push((a + b, leaves));
    }
    lengths
}
