//! The cells as the kernel sees them: those of this process, and what is known of the others.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use yomikiri_solver::cell::Code;
use yomikiri_solver::kernel::View;
use yomikiri_solver::memory::large_list;

use crate::partition::{Partition, Share};

/// What is known of the indices of other processes in the layer: a bit each. Illegal ones and those won
/// at earlier distances make no difference to the kernel.
#[derive(Default)]
pub(super) struct Others {
    share: Share,
    /// The number of the layer's first index among those of other processes.
    first: u64,
    pub(super) closed: Vec<AtomicU64>,
    /// Lost at earlier distances; only where the indexer has no un-moves.
    pub(super) lost: Vec<AtomicU64>,
}

impl Others {
    /// Of a layer, for one of the processes that indices are divided among.
    pub(super) fn new(
        partition: &Partition,
        process: usize,
        indices: &Range<u64>,
        with_lost: bool,
    ) -> Self {
        let below = |index: u64| index - partition.owned_below(process, index);
        let (first, end) = (below(indices.start), below(indices.end));
        let words = (end - first).div_ceil(64) as usize;
        let zeros = |words| large_list(words, || AtomicU64::new(0));
        Others {
            share: partition.share(process),
            first,
            closed: zeros(words),
            lost: zeros(if with_lost { words } else { 0 }),
        }
    }

    /// The place of an index of another process.
    #[inline(always)]
    pub(super) fn place(&self, index: u64) -> u64 {
        self.share.elsewhere(index) - self.first
    }

    #[inline(always)]
    fn has(words: &[AtomicU64], place: u64) -> bool {
        let word = words.get((place / 64) as usize);
        word.is_some_and(|word| word.load(Ordering::Relaxed) >> (place % 64) & 1 == 1)
    }

    /// False if there is no such index in the layer.
    pub(super) fn put(words: &[AtomicU64], place: u64) -> bool {
        let word = words.get((place / 64) as usize);
        word.is_some_and(|word| {
            // One thread alone writes: an exchange of the processor would be dearer.
            let before = word.load(Ordering::Relaxed);
            word.store(before | 1 << (place % 64), Ordering::Relaxed);
            true
        })
    }

    /// Whether an index of another process is illegal or won at an earlier distance.
    #[inline(always)]
    pub(super) fn is_closed(&self, index: u64) -> bool {
        Self::has(&self.closed, self.place(index))
    }
}

/// The cells as the kernel sees them in a round.
pub(super) struct RoundView<'s, C: Code> {
    pub(super) share: Share,
    pub(super) cells: &'s [C::Shared],
    pub(super) bounds: &'s [C::Cell],
    /// The first number of this process in the layer.
    pub(super) first: u64,
    pub(super) others: &'s Others,
    /// The code of a loss one ply nearer.
    pub(super) nearer: C::Cell,
}

impl<C: Code> Clone for RoundView<'_, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: Code> Copy for RoundView<'_, C> {}

impl<C: Code> View for RoundView<'_, C> {
    type Code = C;

    #[inline(always)]
    fn get(self, index: u64) -> C::Cell {
        if let Some(local) = self.share.local(index) {
            return C::get(&self.cells[local as usize]);
        }
        let place = self.others.place(index);
        if Others::has(&self.others.closed, place) {
            C::EMPTY
        } else if Others::has(&self.others.lost, place) {
            self.nearer
        } else {
            C::UNKNOWN
        }
    }

    #[inline(always)]
    fn set(self, index: u64, cell: C::Cell) {
        let local = self.share.local(index);
        C::set(&self.cells[local.expect("its own") as usize], cell);
    }

    #[inline(always)]
    fn bound(self, index: u64) -> C::Cell {
        match self.bounds {
            [] => C::UNKNOWN,
            bounds => {
                let local = self.share.local(index);
                bounds[(local.expect("its own") - self.first) as usize]
            }
        }
    }
}

/// The cells as the kernel sees them while conversions are looked up.
pub(super) struct SeedView<'s, C: Code> {
    pub(super) partition: &'s Partition,
    pub(super) process: usize,
    pub(super) cells: &'s [C::Shared],
    /// By process: what was asked, in order, and the answers.
    pub(super) asked: &'s [Vec<u64>],
    pub(super) answers: &'s [Vec<C::Cell>],
}

impl<C: Code> Clone for SeedView<'_, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: Code> Copy for SeedView<'_, C> {}

impl<C: Code> View for SeedView<'_, C> {
    type Code = C;

    fn get(self, index: u64) -> C::Cell {
        if let Some(local) = self.partition.local(self.process, index) {
            return C::get(&self.cells[local as usize]);
        }
        let (owner, local) = self.partition.owner(index);
        let place = self.asked[owner].binary_search(&local);
        place.map_or(C::EMPTY, |place| self.answers[owner][place])
    }

    fn set(self, _index: u64, _cell: C::Cell) {
        unreachable!("conversions are only looked up");
    }

    fn bound(self, _index: u64) -> C::Cell {
        C::UNKNOWN
    }
}
