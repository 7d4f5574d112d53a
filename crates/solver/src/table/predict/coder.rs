//! An arithmetic coder of single bits: the likelier a bit was said to be, the less of the output it takes.

/// Bits of a probability.
pub(super) const PRECISION: u32 = 16;

/// One direction of the coder. Both are asked the same questions in the same order.
pub(super) trait BitCoder {
    /// Codes whether something is so, with its probability in 65,536ths (neither 0 nor all of them).
    /// The writer is told by `is_so` and says the same; the reader says what the writer was told.
    fn code(&mut self, probability: u32, is_so: bool) -> bool;
}

/// The last number of the first part of an interval.
#[inline(always)]
fn middle(low: u32, high: u32, probability: u32) -> u32 {
    let width = u64::from(high - low);
    low + ((width * u64::from(probability)) >> PRECISION) as u32
}

/// Writes.
pub(super) struct BitWriter {
    low: u32,
    high: u32,
    bytes: Vec<u8>,
}

impl BitWriter {
    pub(super) fn new() -> Self {
        BitWriter {
            low: 0,
            high: u32::MAX,
            bytes: Vec::new(),
        }
    }

    /// Everything that was written. The reader takes what is missing at the end for zeros.
    pub(super) fn finish(mut self) -> Vec<u8> {
        // The shortest number of the interval, followed by zeros.
        for kept in 0..=4 {
            let mask = !(u32::MAX.checked_shr(8 * kept).unwrap_or(0));
            let number = match self.low & !mask {
                0 => Some(self.low),
                _ => (self.low & mask).checked_add(mask & mask.wrapping_neg()),
            };
            let interval = self.low..=self.high;
            if let Some(number) = number.filter(|number| interval.contains(number)) {
                self.bytes
                    .extend_from_slice(&number.to_be_bytes()[..kept as usize]);
                break;
            }
        }
        while self.bytes.last() == Some(&0) {
            self.bytes.pop();
        }
        self.bytes
    }
}

impl BitCoder for BitWriter {
    #[inline(always)]
    fn code(&mut self, probability: u32, is_so: bool) -> bool {
        let middle = middle(self.low, self.high, probability);
        match is_so {
            true => self.high = middle,
            false => self.low = middle + 1,
        }
        while (self.low ^ self.high) >> 24 == 0 {
            self.bytes.push((self.high >> 24) as u8);
            self.low <<= 8;
            self.high = self.high << 8 | 255;
        }
        is_so
    }
}

/// Reads.
pub(super) struct BitReader<'b> {
    low: u32,
    high: u32,
    number: u32,
    bytes: std::slice::Iter<'b, u8>,
}

impl<'b> BitReader<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> Self {
        let mut bytes = bytes.iter();
        let number = (0..4).fold(0, |number, _| number << 8 | next(&mut bytes));
        BitReader {
            low: 0,
            high: u32::MAX,
            number,
            bytes,
        }
    }
}

#[inline(always)]
fn next(bytes: &mut std::slice::Iter<'_, u8>) -> u32 {
    bytes.next().map_or(0, |&byte| u32::from(byte))
}

impl BitCoder for BitReader<'_> {
    #[inline(always)]
    fn code(&mut self, probability: u32, _: bool) -> bool {
        let middle = middle(self.low, self.high, probability);
        let is_so = self.number <= middle;
        match is_so {
            true => self.high = middle,
            false => self.low = middle + 1,
        }
        while (self.low ^ self.high) >> 24 == 0 {
            self.low <<= 8;
            self.high = self.high << 8 | 255;
            self.number = self.number << 8 | next(&mut self.bytes);
        }
        is_so
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_come_back_whatever_was_expected_of_them() {
        let mut random = yomikiri_game_api::SplitMix64::new(3);
        for length in [0, 1, 2, 7, 100, 20_000] {
            for skew in [1, 300, 32_768, 65_000, 65_535] {
                let told: Vec<(u32, bool)> = (0..length)
                    .map(|_| {
                        let is_so = random.below(65_536) < skew;
                        let guess = match random.below(3) {
                            0 => 1 + random.below(65_535) as u32,
                            _ => skew as u32,
                        };
                        (guess, is_so)
                    })
                    .collect();
                let mut writer = BitWriter::new();
                for &(probability, is_so) in &told {
                    assert_eq!(writer.code(probability, is_so), is_so);
                }
                let bytes = writer.finish();
                let mut reader = BitReader::new(&bytes);
                for &(probability, is_so) in &told {
                    assert_eq!(reader.code(probability, false), is_so);
                }
            }
        }
    }

    #[test]
    fn what_was_expected_takes_next_to_nothing() {
        let mut writer = BitWriter::new();
        for _ in 0..100_000 {
            writer.code(65_500, true);
        }
        assert!(writer.finish().len() < 10);
        let mut writer = BitWriter::new();
        for i in 0..8000 {
            writer.code(32_768, i % 2 == 0);
        }
        let length = writer.finish().len();
        assert!((990..1010).contains(&length), "{length}");
    }
}
