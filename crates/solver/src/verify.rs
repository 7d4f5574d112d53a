//! Checking a table: every entry against its successors, by the plain rules.
//!
//! Every legal position has an answer, and it is the one that its moves lead to.
//! Uses the game's own `legal_moves`, `play` and `outcome` and the indexer's reading directions,
//! none of the cursors that solved it. Where an indexer tells the index after a move, most moves are not played:
//! what is over after them is checked at that index. One such position in 64 is checked by playing
//! every move all the same. A table of distances that passes is proved: by induction
//! over the stored distance every decided entry is right, and by induction over the true distance
//! no entry stored as a draw can be decided. Child tiers are believed: verify them, too. (A table of
//! values alone proves nothing of the kind, for draws and wins in a cycle could support each other.)

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use yomikiri_game_api::{Game, Indexer, Probed, SplitMix64};

use crate::solved::{Buffers, Solved};
use crate::work::{Progress, share};

/// What a verification found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Verdict {
    /// Positions checked.
    pub checked: u64,
    /// Indices without a legal position.
    pub empty: u64,
    /// Wrong entries, at most a few of them.
    pub faults: Vec<Fault>,
    /// Whether it was stopped before its end.
    pub stopped: bool,
}

/// A wrong entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The index.
    pub index: u64,
    /// What the table says.
    pub stored: Option<Probed>,
    /// What the successors say.
    pub derived: Option<Probed>,
}

/// Which part of the cells is checked, where several check a table together: they stand in the order of
/// their numbers.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// Its number, from 0 on.
    pub number: u64,
    /// How many there are, at least one.
    pub of: u64,
}

impl Part {
    /// All cells.
    pub const WHOLE: Part = Part { number: 0, of: 1 };

    /// The indices of the part.
    pub fn indices(self, all: &Range<u64>) -> Range<u64> {
        let count = u128::from(all.end - all.start);
        let cut =
            |number: u64| all.start + (count * u128::from(number) / u128::from(self.of)) as u64;
        cut(self.number)..cut(self.number + 1)
    }
}

/// One position in so many is derived by playing all of its moves.
const LONG_WAY: u64 = 64;

/// Faults kept for the report.
pub const MOST_FAULTS: u64 = 10;

/// Checks all cells, or a random sample of them.
pub fn verify<G: Game, I: Indexer<G>>(
    solved: &Solved<'_, G, I>,
    sample: Option<u64>,
    threads: usize,
    progress: &dyn Progress,
) -> Verdict {
    verify_keeping(
        MOST_FAULTS,
        solved,
        (sample, Part::WHOLE),
        threads,
        progress,
    )
}

/// Checks all cells of a part.
pub fn verify_part<G: Game, I: Indexer<G>>(
    solved: &Solved<'_, G, I>,
    part: Part,
    threads: usize,
    progress: &dyn Progress,
) -> Verdict {
    verify_keeping(MOST_FAULTS, solved, (None, part), threads, progress)
}

/// The same, with at most so many faults in the report.
pub(crate) fn verify_keeping<G: Game, I: Indexer<G>>(
    most_faults: u64,
    solved: &Solved<'_, G, I>,
    (sample, part): (Option<u64>, Part),
    threads: usize,
    progress: &dyn Progress,
) -> Verdict {
    let all = part.indices(&solved.cells.indices());
    let indices = all.end - all.start;
    let total = sample.map_or(indices, |sample| sample.min(indices));
    progress.stage("verify", None, total);
    let faults = AtomicU64::new(0);
    let check = |state: &mut (Verdict, Buffers<G>), range: Range<u64>| {
        let (verdict, buffers) = state;
        let is_total = solved.indexer.is_total();
        let compare = |verdict: &mut Verdict, index, derived| {
            verdict.checked += 1;
            let stored = solved.cells.answer(index);
            // Entries without an answer could support each other.
            let is_right = stored.is_some() && stored == derived;
            if !is_right && faults.fetch_add(1, Ordering::Relaxed) < most_faults {
                verdict.faults.push(Fault {
                    index,
                    stored,
                    derived,
                });
            }
        };
        if total == indices {
            let before = verdict.checked;
            let count = range.end - range.start;
            let range = all.start + range.start..all.start + range.end;
            solved.indexer.positions(range, |index, at| {
                let derived = match is_total && verdict.checked % LONG_WAY != 0 {
                    true => solved.derive_among_all(index, at, buffers),
                    false => solved.derive(at, buffers),
                };
                compare(verdict, index, derived);
            });
            verdict.empty += count - (verdict.checked - before);
            return;
        }
        let mut rng = SplitMix64::new(range.start ^ 0x5EED);
        for _ in range {
            let index = all.start + rng.below(indices as usize) as u64;
            match solved.indexer.position(index) {
                None => verdict.empty += 1,
                Some(at) => compare(verdict, index, solved.derive(&at, buffers)),
            }
        }
    };
    let start = || (Verdict::default(), Vec::new());
    let (parts, complete) = share(total, 1 << 12, threads, progress, start, check);
    let mut verdict = Verdict {
        stopped: !complete,
        ..Verdict::default()
    };
    for (part, _) in parts {
        verdict.checked += part.checked;
        verdict.empty += part.empty;
        verdict.faults.extend(part.faults);
    }
    verdict.faults.sort_by_key(|fault| fault.index);
    verdict
}
