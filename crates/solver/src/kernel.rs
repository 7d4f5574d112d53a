//! The steps of retrograde analysis on pieces of work. Pure: no threads, no files, no network.
//!
//! Every step may be repeated or run by many workers at once on the same cells: a round writes one
//! distance only, and every writer of a cell writes the same code. That makes the result the same
//! for any number of threads, and a round that was cut short can simply be begun again.
//!
//! Moves that leave the layer are looked at once, before the rounds ([`classify_and_seed`]): what the best of
//! them is worth is the index's *bound*, a cell of its own. A bound to win in *d* applies in round
//! *d* unless the index has won before; an index all of whose moves inside lose waits for the longest
//! loss outside.

use std::marker::PhantomData;
use std::ops::Range;

use yomikiri_game_api::{Conversion, Cursor, Metric, Probed, Terminal, Value};

use crate::cell::Code;
use crate::depth_buckets::DepthBuckets;
use crate::schedule::ChildValues;

/// What the steps see of the cells: all of them on a [`Board`], or a share of them where other processes
/// have the rest.
pub trait View: Copy {
    /// Their code.
    type Code: Code;

    /// The cell of an index. Where only a share of the cells is here, an index that others have may be
    /// told to be empty if it is won at a smaller distance than the steps ask for: that makes no
    /// difference to them.
    fn get(self, index: u64) -> <Self::Code as Code>::Cell;
    /// Writes the cell of an index that the step was given.
    fn set(self, index: u64, cell: <Self::Code as Code>::Cell);
    /// What moves out of the layer are worth, of an index that the step was given.
    fn bound(self, index: u64) -> <Self::Code as Code>::Cell;
}

impl<C: Code> View for Board<'_, C> {
    type Code = C;

    #[inline(always)]
    fn get(self, index: u64) -> C::Cell {
        C::get(&self.cells[index as usize])
    }

    #[inline(always)]
    fn set(self, index: u64, cell: C::Cell) {
        C::set(&self.cells[index as usize], cell);
    }

    #[inline(always)]
    fn bound(self, index: u64) -> C::Cell {
        match self.bounds {
            [] => C::UNKNOWN,
            bounds => bounds[(index - self.first) as usize],
        }
    }
}

/// The cells under work: those of all indices, and the bounds of the layer being solved.
pub struct Board<'b, C: Code> {
    /// A cell for each index.
    pub cells: &'b [C::Shared],
    /// What moves out of the layer are worth, a cell for each index of it: unknown where there are
    /// none. Empty in indexers that no move leaves.
    pub bounds: &'b [C::Cell],
    /// The first index of the layer.
    pub first: u64,
    code: PhantomData<C>,
}

impl<C: Code> Clone for Board<'_, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: Code> Copy for Board<'_, C> {}

impl<'b, C: Code> Board<'b, C> {
    /// See the fields.
    pub fn new(cells: &'b [C::Shared], bounds: &'b [C::Cell], first: u64) -> Self {
        Board {
            cells,
            bounds,
            first,
            code: PhantomData,
        }
    }

    fn set_all(&self, indices: Range<u64>, cell: C::Cell) {
        for place in &self.cells[indices.start as usize..indices.end as usize] {
            C::set(place, cell);
        }
    }

    #[inline(always)]
    fn claim(&self, index: u64, cell: C::Cell) -> bool {
        C::claim(&self.cells[index as usize], cell)
    }
}

/// Asks for the cell at a place that will be looked at soon.
#[inline(always)]
pub fn prefetch<T>(cells: &[T], place: u64) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let place: *const T = &raw const cells[place as usize];
        // SAFETY: every x86-64 processor has the instruction; the place is a cell.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(place.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (cells, place);
}

/// Writes what the rules alone say about indices; collects those that are lost.
pub fn classify<V: View>(
    cursor: &mut impl Cursor,
    board: V,
    indices: Range<u64>,
    lost: &mut impl Extend<u64>,
) {
    cursor.terminals(indices, |range, terminal| {
        let cell = V::Code::of_terminal(terminal);
        for index in range.clone() {
            board.set(index, cell);
        }
        if terminal == Terminal::Lost {
            lost.extend(range);
        }
    });
}

/// Why the bounds of indices could not be told.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum SeedError {
    /// A move leads to an earlier index that has no legal position or no table.
    Nowhere {
        /// Where the move is made.
        index: u64,
        /// Where it leads.
        conversion: Conversion,
    },
    /// A distance that the code cannot hold.
    TooDeep,
}

/// As [`classify`], and writes the bound of every undecided index: the best that a move out of the layer
/// gives. `bounds` are those of the layer, unknown so far.
pub fn classify_and_seed<C: Code>(
    cursor: &mut impl Cursor,
    board: Board<'_, C>,
    bounds: &[C::Shared],
    indices: Range<u64>,
    (metric, earlier): (Metric, &(impl ChildValues + ?Sized)),
    (lost, fault): (&mut impl Extend<u64>, &mut Option<SeedError>),
) {
    let mut index = indices.start;
    while index < indices.end {
        cursor.seek(index);
        let terminal = cursor.terminal();
        let end = match terminal {
            Terminal::Illegal => indices.end.min(index + cursor.illegal_run()),
            _ => index + 1,
        };
        board.set_all(index..end, C::of_terminal(terminal));
        match terminal {
            Terminal::Lost => lost.extend(Some(index)),
            Terminal::Undecided => match bound_of(cursor, board, index, metric, earlier) {
                Ok(bound) if bound == C::UNKNOWN => {}
                Ok(bound) => C::set(&bounds[(index - board.first) as usize], bound),
                Err(error) => *fault = Some(error),
            },
            _ => {}
        }
        index = end;
    }
}

/// The best that a move out of the layer gives at the index sought last; unknown if no move leaves it. Of the
/// cells only those of earlier layers are looked at.
pub fn bound_of<V: View>(
    cursor: &mut impl Cursor,
    board: V,
    index: u64,
    metric: Metric,
    earlier: &(impl ChildValues + ?Sized),
) -> Result<<V::Code as Code>::Cell, SeedError> {
    let mut best: Option<Probed> = None;
    let mut nowhere = None;
    cursor.conversions(|conversion| {
        let after = match conversion {
            Conversion::Known(after) => Some(after),
            Conversion::Layer(next) => V::Code::answer(board.get(next)),
            Conversion::Tier { child, index } => earlier.value(child, index),
        };
        let leaves = !matches!(conversion, Conversion::Layer(_)) || metric == Metric::Zeroing;
        let leaving = leaves.then_some(metric);
        match after {
            Some(after) => best = Some(better(best, step_back(after, leaving))),
            None => nowhere = Some(SeedError::Nowhere { index, conversion }),
        }
    });
    if let Some(nowhere) = nowhere {
        return Err(nowhere);
    }
    let Some(best) = best else {
        return Ok(V::Code::UNKNOWN);
    };
    let bound = match (best.value, best.distance.unwrap_or(1)) {
        (Value::Draw, _) => Some(V::Code::OVER_DRAWN),
        (Value::Win, distance) => V::Code::win(distance),
        (Value::Loss, distance) => V::Code::loss(distance),
    };
    bound.ok_or(SeedError::TooDeep)
}

/// A result of a move, seen by the one who makes it. With a metric, the move leaves what the metric
/// counts in.
#[inline]
pub(crate) fn step_back(after: Probed, leaving: Option<Metric>) -> Probed {
    let before = after.before_move(true, 1);
    match leaving {
        Some(Metric::Conversion | Metric::Zeroing) => Probed {
            distance: before.distance.map(|_| 1),
            ..before
        },
        _ => before,
    }
}

/// The better of two ways: a win sooner, a loss later.
#[inline]
pub(crate) fn better(best: Option<Probed>, other: Probed) -> Probed {
    match best {
        Some(best) if other.preference() <= best.preference() => best,
        _ => other,
    }
}

/// Marks the unknown predecessors of these indices and collects them. From losses
/// these are wins one ply later, from wins candidates that may have lost their last bound.
pub fn expand<C: Code>(
    cursor: &mut impl Cursor,
    board: Board<'_, C>,
    indices: &[u64],
    cell: C::Cell,
    found: &mut impl Extend<u64>,
) {
    // Cells lie far apart: those of some indices are asked for before the first of them is looked at.
    let mut before = Vec::with_capacity(2 * BATCH);
    let mut mark = |before: &mut Vec<u64>| {
        found.extend(before.drain(..).filter(|&index| board.claim(index, cell)));
    };
    for &index in indices {
        cursor.seek(index);
        cursor.predecessors(|index| {
            prefetch(board.cells, index);
            before.push(index);
        });
        if before.len() >= BATCH {
            mark(&mut before);
        }
    }
    mark(&mut before);
}

/// Predecessors whose cells are on their way from memory at a time.
const BATCH: usize = 64;

/// What the moves of an unknown index make of it at a distance: a win if one leads to `nearer`, a loss
/// (now or deferred) if all lead to wins of the opponent in fewer plies, else unknown.
///
/// One copy for each code: inlined, it would compile the game's move generator again.
#[inline(never)]
fn judge<C: Code, V: View<Code = C>>(
    cursor: &mut impl Cursor,
    board: V,
    index: u64,
    distance: u32,
    nearer: Option<C::Cell>,
) -> C::Cell {
    let loss = C::loss(distance).map_or(C::UNKNOWN, |loss| {
        let bound = board.bound(index);
        if bound == C::UNKNOWN {
            // Nothing leads out. What has no index is won by the opponent in 1: lost in 2 at the
            // soonest.
            if distance < 2 { C::UNKNOWN } else { loss }
        } else if bound == C::OVER_DRAWN || C::is_win_within(bound, C::MOST) {
            C::UNKNOWN
        } else if bound <= loss {
            loss
        } else {
            C::PENDING_LOSS
        }
    });
    if loss == C::UNKNOWN && nearer.is_none() {
        return C::UNKNOWN;
    }
    cursor.seek(index);
    let (mut lost, mut won) = (true, false);
    cursor.nearby(|next| {
        let next = board.get(next);
        if next == C::EMPTY {
            return true; // not a legal move
        }
        won = Some(next) == nearer;
        lost &= C::is_win_within(next, distance - 1);
        !won && (lost || nearer.is_some())
    });
    match (won, lost) {
        (true, _) => C::win(distance).unwrap_or(C::UNKNOWN),
        (_, true) => loss,
        _ => C::UNKNOWN,
    }
}

/// Whether all moves of an index inside the layer lead to what `is_closed` says yes to: illegal, or won by
/// the opponent at an earlier distance. The part of judging a candidate that needs other indices, for
/// those who see only some of them at a time.
#[inline]
pub fn leads_only_to(
    cursor: &mut impl Cursor,
    index: u64,
    is_closed: &impl Fn(u64) -> bool,
) -> bool {
    cursor.seek(index);
    cursor.nearby(is_closed)
}

/// Decides candidates: lost at this distance, lost later, or unknown again. Collects the losses.
pub fn examine<V: View>(
    cursor: &mut impl Cursor,
    board: V,
    candidates: &[u64],
    distance: u32,
    lost: &mut impl Extend<u64>,
) {
    for &index in candidates {
        let judged = judge(cursor, board, index, distance, None);
        board.set(index, judged);
        if judged != V::Code::UNKNOWN && judged != V::Code::PENDING_LOSS {
            lost.extend(Some(index));
        }
    }
}

/// As [`examine`] for every unknown index of a range that may be lost in two. That is cheaper than going
/// back from half of all positions, which win at once.
pub fn examine_doubtful<V: View>(
    cursor: &mut impl Cursor,
    board: V,
    indices: Range<u64>,
    lost: &mut impl Extend<u64>,
) {
    let mut doubtful = Vec::new();
    cursor.maybe_lost_in_two(indices, |index| {
        if board.get(index) == V::Code::UNKNOWN {
            doubtful.push(index);
        }
    });
    examine(cursor, board, &doubtful, 2, lost);
}

/// As [`examine`] for every unknown index of a range. With `wins` also those that win at this
/// distance: the forward way, which needs no un-moves. Only cells of smaller distances are asked
/// for, so what other workers write in the meantime makes no difference.
pub fn examine_all<V: View>(
    cursor: &mut impl Cursor,
    board: V,
    indices: Range<u64>,
    distance: u32,
    wins: bool,
    found: &mut impl Extend<u64>,
) {
    let nearer = V::Code::loss(distance - 1).filter(|_| wins && V::Code::win(distance).is_some());
    for index in indices {
        if board.get(index) != V::Code::UNKNOWN {
            continue;
        }
        let judged = judge(cursor, board, index, distance, nearer);
        if judged != V::Code::UNKNOWN {
            board.set(index, judged);
            if judged != V::Code::PENDING_LOSS {
                found.extend(Some(index));
            }
        }
    }
}

/// Marks the unknown indices of a range whose moves out of the layer lose: candidates, although no
/// predecessor of a win may be among them.
pub fn mark_losing_bounds<C: Code>(board: Board<'_, C>, indices: Range<u64>) {
    let from = (indices.start - board.first) as usize;
    let Some(bounds) = board.bounds.get(from..from + indices.clone().count()) else {
        return; // no move leaves the layer
    };
    for (index, &bound) in indices.zip(bounds) {
        let loses =
            bound != C::UNKNOWN && bound != C::OVER_DRAWN && !C::is_win_within(bound, C::MOST);
        if loses {
            board.claim(index, C::CANDIDATE);
        }
    }
}

/// Decides what has waited for this distance: bounds to win, and losses that were deferred. Only
/// indices of a range that `due` tells to have such bounds are looked at.
pub fn apply_bounds<C: Code>(
    board: Board<'_, C>,
    buckets: &DepthBuckets,
    indices: Range<u64>,
    distance: u32,
    (won, lost): (&mut impl Extend<u64>, &mut impl Extend<u64>),
) {
    // No bound is ever empty.
    let win = C::win(distance).unwrap_or(C::EMPTY);
    let loss = C::loss(distance).unwrap_or(C::EMPTY);
    for part in buckets.parts(
        indices.start - board.first..indices.end - board.first,
        distance,
    ) {
        let bounds = &board.bounds[part.start as usize..part.end as usize];
        for (index, &bound) in (board.first + part.start..).zip(bounds) {
            if bound == win && board.get(index) == C::UNKNOWN {
                board.set(index, bound);
                won.extend(Some(index));
            } else if bound == loss && board.get(index) == C::PENDING_LOSS {
                board.set(index, bound);
                lost.extend(Some(index));
            }
        }
    }
}

/// What a cell was before the rounds after a distance, as far as these have to find it again; `None`: the same.
pub fn before_round<C: Code>(cell: C::Cell, bound: C::Cell, distance: u32) -> Option<C::Cell> {
    if cell == C::CANDIDATE {
        return Some(C::UNKNOWN);
    }
    if cell == C::PENDING_LOSS {
        return None; // rests on earlier rounds, or is found to be lost all the same
    }
    let later = C::answer(cell)
        .and_then(|known| known.distance)
        .is_some_and(|of| of > distance);
    match later {
        false => None,
        // It may have been deferred by an earlier round, which is not repeated: as it is lost at the distance
        // of its bound for certain, it can as well wait for it.
        true if cell == bound && !C::is_win_within(cell, C::MOST) => Some(C::PENDING_LOSS),
        true => Some(C::UNKNOWN),
    }
}

/// The indices of a range with a given code, in order. No other step may be at work.
pub fn collect<C: Code>(
    board: Board<'_, C>,
    indices: Range<u64>,
    cell: C::Cell,
    found: &mut impl Extend<u64>,
) {
    let cells = &board.cells[indices.start as usize..indices.end as usize];
    C::places(cells, cell, |place| {
        found.extend(Some(indices.start + place as u64));
    });
}
