//! What tables leave out: indices whose answer is the best of the moves from them.

use std::ops::Range;

use yomikiri_game_api::{Conversion, Cursor, Game, Indexer, Metric, Probed, Terminal, Value};

use crate::cells::Cells;
use crate::kernel::{better, step_back};
use crate::schedule::ChildValues;
use crate::table::StoredRanges;
use crate::work::{Progress, share};

/// The answer about an index by one move; `None` without a legal position, or where something that a
/// move leads to is unknown. `here` answers for indices of the same indexer, `earlier` for those of
/// the tiers needed.
pub(crate) fn one_ply_search(
    cursor: &mut impl Cursor,
    index: u64,
    metric: Metric,
    here: impl Fn(u64) -> Option<Probed>,
    earlier: impl Fn(usize, u64) -> Option<Probed>,
) -> Option<Probed> {
    cursor.seek(index);
    let decided = |value, distance| Some(Probed { value, distance });
    match cursor.terminal() {
        Terminal::Illegal => return None,
        Terminal::Lost => return decided(Value::Loss, Some(0)),
        Terminal::Drawn => return decided(Value::Draw, None),
        Terminal::KingCapture | Terminal::WinInOne => return decided(Value::Win, Some(1)),
        Terminal::Undecided => {}
    }
    let mut best: Option<Probed> = None;
    let mut known = true;
    let mut take = |after: Option<Probed>, leaving| match after {
        Some(after) => best = Some(better(best, step_back(after, leaving))),
        None => known = false,
    };
    cursor.successors(|next| {
        take(here(next), None);
        true
    });
    cursor.conversions(|conversion| match conversion {
        Conversion::Known(after) => take(Some(after), Some(metric)),
        Conversion::Layer(next) => take(here(next), (metric == Metric::Zeroing).then_some(metric)),
        Conversion::Tier { child, index } => take(earlier(child, index), Some(metric)),
    });
    best.filter(|_| known)
}

/// What of a table's omitted indices is to be filled in.
#[derive(Copy, Clone, Debug)]
pub struct Wanted<'s> {
    /// The indices that the table stores.
    pub stored: &'s StoredRanges,
    /// Which of every 64 indices in a row are asked for; the others stay empty.
    pub lanes: u64,
}

impl<'s> Wanted<'s> {
    /// All of them.
    pub fn all(stored: &'s StoredRanges) -> Self {
        Wanted {
            stored,
            lanes: u64::MAX,
        }
    }
}

/// Indices filled in before they are written: few enough to take little memory beside the cells.
const SLAB: u64 = 1 << 24;

/// Cells that a table left out, in a row: the first index and the codes.
type Run = (u64, Vec<u16>);

/// Fills in what a table [left out](StoredRanges): every cell of the indices it does not hold, from those it
/// holds and from earlier tiers. The indices are those of the whole indexer. `None` if it was
/// stopped.
pub fn reconstruct<G: Game, I: Indexer<G>>(
    indexer: &I,
    mut cells: Cells,
    wanted: Wanted<'_>,
    metric: Metric,
    earlier: &dyn ChildValues,
    threads: usize,
    progress: &dyn Progress,
) -> Option<Cells> {
    let gaps = wanted.stored.omitted();
    let total = gaps.iter().map(|gap| gap.end - gap.start).sum();
    progress.stage("reconstruct", None, total);
    let slabs = gaps.into_iter().flat_map(|gap| {
        let starts = gap.clone().step_by(SLAB as usize);
        starts.map(move |start| start..gap.end.min(start + SLAB))
    });
    for gap in slabs {
        let count = gap.end - gap.start;
        let tell = |(cursor, runs): &mut (I::Cursor<'_>, Vec<Run>), range: Range<u64>| {
            let indices = gap.start + range.start..gap.start + range.end;
            let mut codes = Vec::with_capacity((range.end - range.start) as usize);
            let mut index = indices.start;
            while index < indices.end {
                if wanted.lanes >> (index % 64) & 1 == 0 {
                    codes.push(cells.code_of(None));
                    index += 1;
                    continue;
                }
                let here = |next| cells.answer(next);
                let earlier = |child, index| earlier.value(child, index);
                let found = one_ply_search(cursor, index, metric, here, earlier);
                let run = match found.is_none() && cursor.terminal() == Terminal::Illegal {
                    true => cursor.illegal_run().min(indices.end - index),
                    false => 1,
                };
                codes.extend(std::iter::repeat_n(cells.code_of(found), run as usize));
                index += run;
            }
            runs.push((indices.start, codes));
        };
        let start = || (indexer.cursor(), Vec::new());
        let (runs, complete) = share(count, 1 << 12, threads, progress, start, tell);
        if !complete {
            return None;
        }
        let runs: Vec<Run> = runs.into_iter().flat_map(|(_, runs)| runs).collect();
        for (first, codes) in runs {
            for (index, code) in (first..).zip(codes) {
                cells.set_code(index, code);
            }
        }
    }
    Some(cells)
}
