//! What has been read already.

use super::capture::{Found, Verdict};
use crate::go::plane::Plane;

/// The fewest entries and the most: powers of two.
const ENTRIES: (usize, usize) = (1 << 8, 1 << 18);

/// A table of positions with the attacker to move.
pub(super) struct Table<const W: usize>(Vec<Entry<W>>);

#[derive(Copy, Clone)]
pub(super) struct Entry<const W: usize> {
    key: u64,
    zone: Plane<W>,
    point: u16,
    /// Quiet moves that the attacker had.
    depth: u8,
    verdict: Verdict,
}

impl<const W: usize> Entry<W> {
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
    /// For searches of so many boards.
    pub(super) fn new(nodes: u64) -> Self {
        let entries = usize::try_from(nodes).unwrap_or(ENTRIES.1);
        let entries = entries.clamp(ENTRIES.0, ENTRIES.1).next_power_of_two();
        let nothing = Entry {
            key: 0,
            zone: Plane::EMPTY,
            point: 0,
            depth: 0,
            verdict: Verdict::Open,
        };
        Table(vec![nothing; entries])
    }

    /// What is known: a verdict that holds whatever the depth, or that nothing was found at this depth.
    pub(super) fn get(&self, key: u64, depth: u32) -> Option<Found<W>> {
        let entry = &self.0[key as usize % self.0.len()];
        let holds = entry.verdict != Verdict::Open || u32::from(entry.depth) >= depth;
        (entry.key == key && holds).then_some(Found {
            verdict: entry.verdict,
            point: entry.point,
            zone: entry.zone,
        })
    }

    pub(super) fn put(&mut self, entry: Entry<W>) {
        let at = entry.key as usize % self.0.len();
        self.0[at] = entry;
    }
}
