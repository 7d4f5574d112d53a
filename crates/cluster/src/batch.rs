//! Indices on their way to another process: sorted, without doubles, packed.
//!
//! | bytes | what |
//! |---|---|
//! | 1 | kind |
//! | 1 | form: 0 raw, 1 differences, 2 a bit for each index |
//! | 4 | how many indices |
//! | 8 | the first of them |
//! | … | raw: offsets from the first, 4 bytes each; differences: 7 bits a byte, the low ones first; bits |

use crate::ClusterError;

/// Indices in a batch at most.
pub const MOST: usize = 1 << 16;
const HEAD: usize = 14;

/// What is said about the indices of a batch.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Won at the distance of the round. Indices as the receiver numbers them.
    Won = 0,
    /// May have lost their last move that does not lose. Indices as the receiver numbers them.
    Candidate = 1,
    /// Illegal, or won at an earlier distance. Indices as the sender numbers them.
    Closed = 2,
    /// Lost at an earlier distance. Indices as the sender numbers them.
    Lost = 3,
    /// The sender wants to know the cells of these. Indices as the receiver numbers them.
    Asked = 4,
}

impl Kind {
    const ALL: [Kind; 5] = [
        Kind::Won,
        Kind::Candidate,
        Kind::Closed,
        Kind::Lost,
        Kind::Asked,
    ];
}

/// How batches are packed: sorting and packing costs processor time, bytes cost time on the link.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Packing {
    /// Four bytes an index: for links of more than about a gigabit a core.
    Raw,
    /// Differences of sorted indices: about a byte an index.
    #[default]
    Delta,
}

/// Bits of an index by which a pass sorts.
const DIGIT: u32 = 11;
/// Shorter lists are sorted by comparison.
const LONG: usize = 1 << 10;

/// Sorts indices by their digits, which takes half the time of comparing them.
fn sort(indices: &mut Vec<u64>) {
    if indices.len() < LONG || indices.is_sorted() {
        return indices.sort_unstable();
    }
    let (first, last) = indices.iter().fold((u64::MAX, 0), |(first, last), &index| {
        (first.min(index), last.max(index))
    });
    let bits = u64::BITS - (last - first).leading_zeros();
    if bits > 4 * DIGIT {
        return indices.sort_unstable();
    }
    let mut sorted = vec![0; indices.len()];
    for shift in (0..bits).step_by(DIGIT as usize) {
        let digit = |index: u64| ((index - first) >> shift) as usize & ((1 << DIGIT) - 1);
        let mut places = [0u32; 1 << DIGIT];
        indices.iter().for_each(|&index| places[digit(index)] += 1);
        let mut sum = 0;
        for place in &mut places {
            sum += std::mem::replace(place, sum);
        }
        for &index in &*indices {
            let place = &mut places[digit(index)];
            sorted[*place as usize] = index;
            *place += 1;
        }
        std::mem::swap(indices, &mut sorted);
    }
}

/// Packs indices, which are sorted on the way; at least one.
pub fn pack(kind: Kind, packing: Packing, indices: &mut Vec<u64>) -> Vec<u8> {
    sort(indices);
    indices.dedup();
    let (first, last) = (indices[0], indices[indices.len() - 1]);
    let span = last - first;
    let bitmap = (span / 8 + 1) as usize;
    let is_raw = packing == Packing::Raw && span <= u64::from(u32::MAX);
    let mut bytes = Vec::with_capacity(HEAD + 2 * indices.len());
    bytes.extend_from_slice(&[kind as u8, 0]);
    bytes.extend_from_slice(&(indices.len() as u32).to_le_bytes());
    bytes.extend_from_slice(&first.to_le_bytes());
    let form = if bitmap <= indices.len() {
        bytes.resize(HEAD + bitmap, 0);
        for index in indices.iter().map(|index| index - first) {
            bytes[HEAD + (index / 8) as usize] |= 1 << (index % 8);
        }
        2
    } else if is_raw {
        for index in &*indices {
            bytes.extend_from_slice(&((index - first) as u32).to_le_bytes());
        }
        0
    } else {
        let mut before = first;
        for &index in &*indices {
            let mut rest = index - before;
            before = index;
            while rest >= 0x80 {
                bytes.push(rest as u8 | 0x80);
                rest >>= 7;
            }
            bytes.push(rest as u8);
        }
        1
    };
    bytes[1] = form;
    bytes
}

/// Calls `visit` with the indices of a batch in order; its kind.
pub fn unpack(bytes: &[u8], mut visit: impl FnMut(u64)) -> Result<Kind, ClusterError> {
    let bad = |what: &str| ClusterError::Protocol(format!("a batch {what}"));
    let (head, rest) = bytes
        .split_at_checked(HEAD)
        .ok_or_else(|| bad("is too short"))?;
    let kind = Kind::ALL.get(usize::from(head[0])).copied();
    let kind = kind.ok_or_else(|| bad("is of an unknown kind"))?;
    let count = u32::from_le_bytes(head[2..6].try_into().expect("four bytes"));
    let first = u64::from_le_bytes(head[6..14].try_into().expect("eight bytes"));
    let mut found = 0;
    let mut tell = |offset: u64| {
        found += 1;
        visit(first.wrapping_add(offset));
    };
    match head[1] {
        0 => rest.chunks_exact(4).for_each(|offset| {
            tell(u64::from(u32::from_le_bytes(
                offset.try_into().expect("four bytes"),
            )));
        }),
        1 => {
            let (mut at, mut more, mut shift) = (0u64, 0u64, 0);
            for &byte in rest {
                more |= u64::from(byte & 0x7F) << shift;
                if byte & 0x80 != 0 {
                    shift += 7;
                    if shift > 63 {
                        return Err(bad("has a difference of more than 64 bits"));
                    }
                    continue;
                }
                at = at.wrapping_add(more);
                tell(at);
                (more, shift) = (0, 0);
            }
        }
        2 => {
            for (place, &byte) in (0u64..).zip(rest) {
                let mut byte = byte;
                while byte != 0 {
                    tell(8 * place + u64::from(byte.trailing_zeros()));
                    byte &= byte - 1;
                }
            }
        }
        _ => return Err(bad("has an unknown form")),
    }
    match found == count {
        true => Ok(kind),
        false => Err(bad(&format!("should have {count} indices, got {found}"))),
    }
}

#[cfg(test)]
mod tests {
    use yomikiri_game_api::SplitMix64;

    use super::*;

    #[test]
    fn digits_sort_as_comparing_does() {
        let mut random = SplitMix64::new(6);
        for bits in [1, 10, 11, 12, 22, 23, 33, 44, 45, 60] {
            for count in [0, 1, LONG - 1, LONG, 3 * LONG] {
                let below = 1usize << bits;
                let base = random.below(1 << 50) as u64;
                let mut given: Vec<u64> = (0..count)
                    .map(|_| base + random.below(below) as u64)
                    .collect();
                let mut expected = given.clone();
                expected.sort_unstable();
                sort(&mut given);
                assert_eq!(given, expected, "{bits} bits, {count}");
                sort(&mut given);
                assert_eq!(given, expected);
            }
        }
    }

    #[test]
    fn what_was_packed_comes_out_sorted() {
        let mut random = SplitMix64::new(3);
        for below in [1usize, 100, 70_000, 1 << 20, 1 << 40] {
            for count in [1, 2, 1000, MOST] {
                for packing in [Packing::Raw, Packing::Delta] {
                    let base = random.below(1 << 50) as u64;
                    let mut given: Vec<u64> = (0..count)
                        .map(|_| base + random.below(below) as u64)
                        .collect();
                    let mut expected = given.clone();
                    expected.sort_unstable();
                    expected.dedup();
                    let bytes = pack(Kind::Candidate, packing, &mut given);
                    let mut got = Vec::new();
                    let kind = unpack(&bytes, |index| got.push(index)).unwrap();
                    assert_eq!((kind, got), (Kind::Candidate, expected));
                }
            }
        }
    }

    /// One in a hundred of the indices, as in the middle of a solve: little more than a byte each.
    #[test]
    fn differences_are_short() {
        let mut random = SplitMix64::new(4);
        let mut given: Vec<u64> = (0..MOST).map(|_| random.below(100 * MOST) as u64).collect();
        let bytes = pack(Kind::Won, Packing::Delta, &mut given);
        assert!(bytes.len() < given.len() * 13 / 10, "{}", bytes.len());
    }

    #[test]
    fn what_is_cut_or_changed_is_refused_or_something_else_but_no_panic() {
        let mut given: Vec<u64> = (0..1000).map(|index| index * 300).collect();
        for packing in [Packing::Raw, Packing::Delta] {
            let bytes = pack(Kind::Closed, packing, &mut given);
            for length in 0..bytes.len() {
                assert!(unpack(&bytes[..length], |_| ()).is_err());
            }
            let mut random = SplitMix64::new(5);
            for _ in 0..1000 {
                let mut changed = bytes.clone();
                let place = random.below(changed.len());
                changed[place] ^= 1 << random.below(8);
                let _ = unpack(&changed, |_| ());
            }
        }
    }
}
