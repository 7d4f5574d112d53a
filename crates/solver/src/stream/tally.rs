//! How much memory the state of a streamed solve takes: counted where it is allocated.

use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes that are held now, and the most that ever were at a time.
#[derive(Default, Debug)]
pub struct Tally {
    now: AtomicU64,
    most: AtomicU64,
}

impl Tally {
    /// Notes bytes until the value that is returned is dropped.
    pub(super) fn hold(&self, bytes: u64) -> Held<'_> {
        let now = self.now.fetch_add(bytes, Ordering::Relaxed) + bytes;
        self.most.fetch_max(now, Ordering::Relaxed);
        Held { tally: self, bytes }
    }

    /// The most bytes that were held at a time.
    pub fn most(&self) -> u64 {
        self.most.load(Ordering::Relaxed)
    }
}

/// Bytes that are held.
pub(super) struct Held<'t> {
    tally: &'t Tally,
    bytes: u64,
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        self.tally.now.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}
