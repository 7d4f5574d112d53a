//! Hashing the names of tables: searches ask for one at every position, and the names are not chosen by strangers.

use std::hash::{BuildHasherDefault, Hasher};

/// A map by tier and metric.
pub(super) type TierMap<K, V> = std::collections::HashMap<K, V, BuildHasherDefault<TierHasher>>;

/// One multiplication for each number.
#[derive(Default)]
pub(super) struct TierHasher(u64);

impl Hasher for TierHasher {
    fn finish(&self) -> u64 {
        self.0.rotate_left(26)
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        // The golden ratio: neighbouring numbers end up far apart.
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    #[inline]
    fn write_isize(&mut self, number: isize) {
        self.write_u64(number as u64);
    }
}
