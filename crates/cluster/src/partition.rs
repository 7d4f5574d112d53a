//! Which process owns which index.
//!
//! Indices come in periods ([`Indexer::locality`]): those with the same place in their period belong to
//! the same process, which owns a contiguous part of every period. In most indexers the first digits
//! of that place are the kings, so that only their moves cross from one process to another, whoever is
//! to move and whatever layer is being solved.

use std::ops::Range;

use yomikiri_game_api::{Game, Indexer, LANES};
pub use yomikiri_solver::owned::Share;
use yomikiri_solver::owned::divided;

/// How indices are divided among processes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Partition {
    size: u64,
    period: u64,
    block: u64,
    /// Where the part of each process begins in a period, and the end of the last.
    cuts: Vec<u64>,
}

impl Partition {
    /// The indices of an indexer for so many processes, at least one.
    pub fn new<G: Game, I: Indexer<G>>(indexer: &I, processes: usize) -> Self {
        let locality = indexer.locality();
        Self::of(
            indexer.size(),
            locality.period,
            locality.block,
            processes as u64,
        )
    }

    /// So many indices in periods, whose blocks stay together where there are enough of them.
    pub(crate) fn of(size: u64, period: u64, block: u64, processes: u64) -> Self {
        let (period, block) = (period.clamp(1, size.max(1)), block.max(1));
        let wanted = block;
        let blocks = period.div_ceil(block);
        // With fewer blocks than processes, blocks would leave some without any work. What is solved in
        // lanes stays together.
        let (block, blocks) = match (blocks < 4 * processes, block.is_multiple_of(LANES)) {
            (true, true) => (LANES, period.div_ceil(LANES)),
            (true, false) => (1, period),
            (false, _) => (block, blocks),
        };
        let cut = |process: u64| {
            let first = u128::from(blocks) * u128::from(process) / u128::from(processes);
            (first as u64 * block).min(period)
        };
        Partition {
            size,
            period,
            block: wanted,
            cuts: (0..=processes).map(cut).collect(),
        }
    }

    /// The same indices for another number of processes.
    pub(crate) fn with(&self, processes: usize) -> Self {
        Self::of(self.size, self.period, self.block, processes as u64)
    }

    /// Where the part of each process begins in a period, and the end of the last.
    pub(crate) fn cuts(&self) -> &[u64] {
        &self.cuts
    }

    /// How many processes there are.
    pub fn processes(&self) -> usize {
        self.cuts.len() - 1
    }

    /// How many indices there are.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The number of an index's period and the place in it.
    #[inline(always)]
    fn place(&self, index: u64) -> (u64, u64) {
        divided(index, self.period)
    }

    #[inline(always)]
    fn width(&self, process: usize) -> u64 {
        self.cuts[process + 1] - self.cuts[process]
    }

    /// The owner of an index and the index's number among those of the owner.
    #[inline]
    pub fn owner(&self, index: u64) -> (usize, u64) {
        let (period, place) = self.place(index);
        // The last part that begins at the place or before it; empty parts have no places.
        let process = self.cuts.partition_point(|&cut| cut <= place) - 1;
        let local = period * self.width(process) + place - self.cuts[process];
        (process, local)
    }

    /// What a process owns.
    pub fn share(&self, process: usize) -> Share {
        Share {
            period: self.period,
            from: self.cuts[process],
            width: self.width(process),
        }
    }

    /// The number of an index among those of a process; `None` if that does not own it.
    pub fn local(&self, process: usize, index: u64) -> Option<u64> {
        self.share(process).local(index)
    }

    /// The index with a number among those of a process.
    pub fn global(&self, process: usize, local: u64) -> u64 {
        self.share(process).global(local)
    }

    /// How many indices below this one a process owns.
    pub fn owned_below(&self, process: usize, index: u64) -> u64 {
        self.share(process).below(index)
    }

    /// The numbers of a process for the indices of a range.
    pub fn locals(&self, process: usize, indices: &Range<u64>) -> Range<u64> {
        self.owned_below(process, indices.start)..self.owned_below(process, indices.end)
    }

    /// A range of indices in parts of one owner each, in order: the owner, its first number, how many.
    pub fn parts(&self, indices: Range<u64>) -> impl Iterator<Item = (usize, u64, u64)> {
        let mut at = indices.start;
        std::iter::from_fn(move || {
            (at < indices.end).then(|| {
                let (owner, local) = self.owner(at);
                let (period, _) = self.place(at);
                let end = period * self.period + self.cuts[owner + 1];
                let count = end.min(indices.end) - at;
                at += count;
                (owner, local, count)
            })
        })
    }

    /// The longest part of a range of numbers of a process, from its beginning, whose indices stand in a
    /// row; those indices.
    pub fn row(&self, process: usize, locals: &Range<u64>) -> Range<u64> {
        let first = self.global(process, locals.start);
        let width = self.width(process);
        let left = width - locals.start % width;
        first..first + left.min(locals.end - locals.start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_index_has_one_owner_and_one_number() {
        for (size, period, block) in [
            (100, 100, 1),
            (100, 50, 7),
            (99, 50, 10),
            (1000, 100, 4),
            (3, 3, 1),
            (10, 1, 1),
            (12, 4, 4096),
        ] {
            for processes in 1..=5 {
                let partition = Partition::of(size, period, block, processes);
                let mut seen = vec![0; processes as usize];
                for index in 0..size {
                    let (owner, local) = partition.owner(index);
                    assert_eq!(local, seen[owner], "numbers follow the indices");
                    assert_eq!(local, partition.owned_below(owner, index));
                    seen[owner] += 1;
                    assert_eq!(partition.global(owner, local), index);
                    for process in 0..processes as usize {
                        let expected = (process == owner).then_some(local);
                        assert_eq!(partition.local(process, index), expected);
                        if process != owner {
                            let others = index - partition.owned_below(process, index);
                            assert_eq!(partition.share(process).elsewhere(index), others);
                        }
                    }
                }
                for from in [0, size / 3, size - 1] {
                    let mut owners = Vec::new();
                    for (owner, local, count) in partition.parts(from..size) {
                        owners.extend((local..local + count).map(|local| (owner, local)));
                    }
                    let expected = (from..size).map(|index| partition.owner(index));
                    assert!(expected.eq(owners));
                }
                for (process, &seen) in seen.iter().enumerate() {
                    assert_eq!(partition.locals(process, &(0..size)), 0..seen);
                    let (mut at, mut indices) = (0..seen, Vec::new());
                    while !at.is_empty() {
                        let row = partition.row(process, &at);
                        at.start += row.end - row.start;
                        indices.extend(row);
                    }
                    let owned = (0..size).filter(|&index| partition.owner(index).0 == process);
                    assert!(owned.eq(indices));
                }
            }
        }
    }

    #[test]
    fn parts_are_about_equal_and_end_with_blocks() {
        let partition = Partition::of(2 * 462 * 4096, 462 * 4096, 4096, 4);
        for process in 0..4 {
            let count = partition.locals(process, &(0..partition.size())).end;
            assert!(count.abs_diff(2 * 462 * 4096 / 4) <= 2 * 4096);
            assert_eq!(partition.global(process, 0) % 4096, 0);
        }
    }
}
