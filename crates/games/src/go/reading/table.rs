//! What has been read already.

use super::capture::{Found, Verdict};
use crate::go::plane::Plane;

/// The fewest entries and the most: powers of two.
const ENTRIES: (usize, usize) = (1 << 8, 1 << 18);

/// A table of positions with the attacker to move. It begins small, because most questions are easy.
pub(super) struct Table<const W: usize> {
    entries: Vec<Entry<W>>,
    used: usize,
}

#[derive(Copy, Clone)]
pub(super) struct Entry<const W: usize> {
    key: u64,
    zone: Plane<W>,
    point: u16,
    /// What quiet moves might cost.
    depth: u8,
    verdict: Verdict,
}

impl<const W: usize> Entry<W> {
    const NOTHING: Entry<W> = Entry {
        key: 0,
        zone: Plane::EMPTY,
        point: 0,
        depth: 0,
        verdict: Verdict::Open,
    };

    pub(super) fn new(key: u64, depth: u32, found: Found<W>) -> Self {
        Entry {
            key,
            zone: found.zone,
            point: found.point,
            depth: depth.min(255) as u8,
            verdict: found.verdict,
        }
    }
}

impl<const W: usize> Table<W> {
    pub(super) fn new() -> Self {
        Table {
            entries: vec![Entry::NOTHING; ENTRIES.0],
            used: 0,
        }
    }

    fn place(&self, key: u64) -> usize {
        key as usize % self.entries.len()
    }

    /// What is known: a verdict that holds whatever the depth, or that nothing was found at this depth.
    pub(super) fn get(&self, key: u64, depth: u32) -> Option<Found<W>> {
        let entry = &self.entries[self.place(key)];
        let holds = entry.verdict != Verdict::Open || u32::from(entry.depth) >= depth;
        (entry.key == key && holds).then_some(Found {
            verdict: entry.verdict,
            point: entry.point,
            zone: entry.zone,
        })
    }

    pub(super) fn put(&mut self, entry: Entry<W>) {
        if 2 * self.used > self.entries.len() && self.entries.len() < ENTRIES.1 {
            self.grow();
        }
        let at = self.place(entry.key);
        self.used += usize::from(self.entries[at].key == 0);
        self.entries[at] = entry;
    }

    fn grow(&mut self) {
        let larger = vec![Entry::NOTHING; 4 * self.entries.len()];
        let old = std::mem::replace(&mut self.entries, larger);
        self.used = 0;
        for entry in old.into_iter().filter(|entry| entry.key != 0) {
            self.put(entry);
        }
    }
}
