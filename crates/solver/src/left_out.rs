//! What tables leave out: slots whose answer is the best of the moves from them.

use std::ops::Range;

use yomikiri_game_api::{Cursor, Exit, Game, Indexed, Metric, Probed, Standing, Value};

use crate::cells::Cells;
use crate::kernel::{Earlier, better, step_back};
use crate::table::Held;
use crate::work::{Progress, share};

/// The answer about a slot by one move; `None` without a legal position, or where something that a
/// move leads to is unknown. `here` answers for slots of the same numbering, `earlier` for those of
/// the tiers needed.
pub(crate) fn told_by_moves(
    cursor: &mut impl Cursor,
    slot: u64,
    metric: Metric,
    here: impl Fn(u64) -> Option<Probed>,
    earlier: impl Fn(usize, u64) -> Option<Probed>,
) -> Option<Probed> {
    cursor.seek(slot);
    let decided = |value, distance| Some(Probed { value, distance });
    match cursor.standing() {
        Standing::Empty => return None,
        Standing::Lost => return decided(Value::Loss, Some(0)),
        Standing::Drawn => return decided(Value::Draw, None),
        Standing::TakesLeader | Standing::WinsAtOnce => return decided(Value::Win, Some(1)),
        Standing::Open => {}
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
    cursor.exits(|exit| match exit {
        Exit::Known(after) => take(Some(after), Some(metric)),
        Exit::Layer(next) => take(here(next), (metric == Metric::Zeroing).then_some(metric)),
        Exit::Tier { need, slot } => take(earlier(need, slot), Some(metric)),
    });
    best.filter(|_| known)
}

/// Slots filled in before they are written: few enough to take little memory beside the cells.
const SLAB: u64 = 1 << 24;

/// Cells that a table left out, in a row: the first slot and the codes.
type Run = (u64, Vec<u16>);

/// Fills in what a table [left out](Held): every cell of the slots it does not hold, from those it
/// holds and from earlier tiers. The slots are those of the whole numbering. `None` if it was
/// stopped.
pub fn complete<G: Game, I: Indexed<G>>(
    index: &I,
    mut cells: Cells,
    held: &Held,
    metric: Metric,
    earlier: &(impl Earlier + ?Sized),
    threads: usize,
    progress: &dyn Progress,
) -> Option<Cells> {
    let gaps = held.left_out();
    let total = gaps.iter().map(|gap| gap.end - gap.start).sum();
    progress.stage("complete", None, total);
    let slabs = gaps.into_iter().flat_map(|gap| {
        let starts = gap.clone().step_by(SLAB as usize);
        starts.map(move |start| start..gap.end.min(start + SLAB))
    });
    for gap in slabs {
        let count = gap.end - gap.start;
        let tell = |(cursor, runs): &mut (I::Cursor<'_>, Vec<Run>), range: Range<u64>| {
            let slots = gap.start + range.start..gap.start + range.end;
            let code = |slot| {
                let here = |next| cells.answer(next);
                let earlier = |need, slot| earlier.value(need, slot);
                cells.code_of(told_by_moves(cursor, slot, metric, here, earlier))
            };
            runs.push((slots.start, slots.map(code).collect()));
        };
        let start = || (index.cursor(), Vec::new());
        let (runs, complete) = share(count, 1 << 12, threads, progress, start, tell);
        if !complete {
            return None;
        }
        let runs: Vec<Run> = runs.into_iter().flat_map(|(_, runs)| runs).collect();
        for (first, codes) in runs {
            for (slot, code) in (first..).zip(codes) {
                cells.set_code(slot, code);
            }
        }
    }
    Some(cells)
}
