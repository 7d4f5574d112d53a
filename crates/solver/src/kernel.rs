//! The steps of retrograde analysis on pieces of work. Pure: no threads, no files, no network.
//!
//! Every step may be repeated or run by many workers at once on the same cells: a round writes one
//! distance only, and every writer of a cell writes the same code. That makes the result the same
//! for any number of threads, and a round that was cut short can simply be begun again.
//!
//! Moves that leave the layer are looked at once, before the rounds ([`look_out`]): what the best of
//! them is worth is the slot's *hope*, a cell of its own. A hope to win in *d* falls due in round
//! *d* unless the slot has won before; a slot all of whose moves inside lose waits for the longest
//! loss outside.

use std::marker::PhantomData;
use std::ops::Range;

use yomikiri_game_api::{Cursor, Exit, Metric, Probed, Standing, Value};

use crate::cell::Code;
use crate::due::Due;

/// The cells under work: those of all slots, and the hopes of the layer being solved.
pub struct Board<'b, C: Code> {
    /// A cell for each slot.
    pub cells: &'b [C::Shared],
    /// What moves out of the layer are worth, a cell for each slot of it: unknown where there are
    /// none. Empty in numberings that no move leaves.
    pub hopes: &'b [C::Cell],
    /// The first slot of the layer.
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
    pub fn new(cells: &'b [C::Shared], hopes: &'b [C::Cell], first: u64) -> Self {
        Board {
            cells,
            hopes,
            first,
            code: PhantomData,
        }
    }

    #[inline(always)]
    fn get(&self, slot: u64) -> C::Cell {
        C::get(&self.cells[slot as usize])
    }

    #[inline(always)]
    fn set(&self, slot: u64, cell: C::Cell) {
        C::set(&self.cells[slot as usize], cell);
    }

    #[inline(always)]
    fn claim(&self, slot: u64, cell: C::Cell) -> bool {
        C::claim(&self.cells[slot as usize], cell)
    }

    /// Asks for the cell of a slot that will be looked at soon.
    #[inline(always)]
    fn prefetch(&self, slot: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let place: *const C::Shared = &raw const self.cells[slot as usize];
            // SAFETY: every x86-64 processor has the instruction; the place is a cell.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(place.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = slot;
    }

    #[inline(always)]
    fn hope(&self, slot: u64) -> C::Cell {
        match self.hopes {
            [] => C::UNKNOWN,
            hopes => hopes[(slot - self.first) as usize],
        }
    }
}

/// Writes what the rules alone say about slots; collects those that are lost.
pub fn classify<C: Code>(
    cursor: &mut impl Cursor,
    board: Board<'_, C>,
    slots: Range<u64>,
    lost: &mut Vec<u64>,
) {
    cursor.standings(slots, |range, standing| {
        let cell = C::of_standing(standing);
        for slot in range.clone() {
            board.set(slot, cell);
        }
        if standing == Standing::Lost {
            lost.extend(range);
        }
    });
}

/// Why the hopes of slots could not be told.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Lookout {
    /// A move leads to an earlier slot that has no legal position or no table.
    Nowhere {
        /// Where the move is made.
        slot: u64,
        /// Where it leads.
        exit: Exit,
    },
    /// A distance that the code cannot hold.
    TooDeep,
}

/// Where the values of earlier tiers come from.
pub trait Earlier: Sync {
    /// The value of a slot of the tier at this place in the list of needs; `None` if it has no
    /// legal position.
    fn value(&self, need: usize, slot: u64) -> Option<Probed>;
}

impl<F: Fn(usize, u64) -> Option<Probed> + Sync> Earlier for F {
    fn value(&self, need: usize, slot: u64) -> Option<Probed> {
        self(need, slot)
    }
}

/// Whoever brings earlier tiers into memory, and lets them go.
pub trait Needs: Sync {
    /// What the layers still to be solved ask for: by need the slots that they may lead to
    /// ([`Indexed::leads_to`](yomikiri_game_api::Indexed::leads_to)); `None`: any.
    fn bring(&self, slots: Option<&[Range<u64>]>) -> Result<Box<dyn Earlier + '_>, NeedError>;
}

/// Why an earlier tier is not there.
pub type NeedError = Box<dyn std::error::Error + Send + Sync>;

/// Earlier tiers that are in memory all the time.
impl<E: Earlier> Needs for E {
    fn bring(&self, _slots: Option<&[Range<u64>]>) -> Result<Box<dyn Earlier + '_>, NeedError> {
        Ok(Box::new(|need: usize, slot: u64| self.value(need, slot)))
    }
}

/// Writes the hope of every unknown slot of a range: the best that a move out of the layer gives.
/// `hopes` are those of the layer, being written.
pub fn look_out<C: Code>(
    cursor: &mut impl Cursor,
    board: Board<'_, C>,
    hopes: &[C::Shared],
    slots: Range<u64>,
    metric: Metric,
    earlier: &(impl Earlier + ?Sized),
    fault: &mut Option<Lookout>,
) {
    for slot in slots {
        let place = &hopes[(slot - board.first) as usize];
        C::set(place, C::UNKNOWN);
        if board.get(slot) != C::UNKNOWN {
            continue;
        }
        cursor.seek(slot);
        let mut best: Option<Probed> = None;
        cursor.exits(|exit| {
            let after = match exit {
                Exit::Known(after) => Some(after),
                Exit::Layer(next) => C::answer(board.get(next)),
                Exit::Tier { need, slot } => earlier.value(need, slot),
            };
            let leaves = !matches!(exit, Exit::Layer(_)) || metric == Metric::Zeroing;
            let leaving = leaves.then_some(metric);
            match after {
                Some(after) => best = Some(better(best, step_back(after, leaving))),
                None => *fault = Some(Lookout::Nowhere { slot, exit }),
            }
        });
        let Some(best) = best else { continue };
        let hope = match (best.value, best.distance.unwrap_or(1)) {
            (Value::Draw, _) => Some(C::OVER_DRAWN),
            (Value::Win, distance) => C::win(distance),
            (Value::Loss, distance) => C::loss(distance),
        };
        match hope {
            Some(hope) => C::set(place, hope),
            None => *fault = Some(Lookout::TooDeep),
        }
    }
}

/// A result of a move, seen by the one who makes it. With a metric, the move leaves what the metric
/// counts in.
pub(crate) fn step_back(after: Probed, leaving: Option<Metric>) -> Probed {
    Probed {
        value: after.value.flip(),
        distance: match leaving {
            Some(Metric::Conversion | Metric::Zeroing) => after.distance.map(|_| 1),
            _ => after.distance.map(|distance| distance + 1),
        },
    }
}

/// The better of two ways: a win sooner, a loss later.
pub(crate) fn better(best: Option<Probed>, other: Probed) -> Probed {
    let Some(best) = best else { return other };
    let rank = |probed: Probed| {
        let distance = i64::from(probed.distance.unwrap_or(0));
        match probed.value {
            Value::Win => (2, -distance),
            Value::Draw => (1, 0),
            Value::Loss => (0, distance),
        }
    };
    if rank(other) > rank(best) {
        other
    } else {
        best
    }
}

/// Marks whoever can move to one of these slots and is still unknown; collects them. From losses
/// these are wins one ply later, from wins candidates that may have lost their last hope.
pub fn expand<C: Code>(
    cursor: &mut impl Cursor,
    board: Board<'_, C>,
    slots: &[u64],
    cell: C::Cell,
    found: &mut Vec<u64>,
) {
    // Cells lie far apart: those of some slots are asked for before the first of them is looked at.
    let mut before = Vec::with_capacity(2 * BATCH);
    let mut mark = |before: &mut Vec<u64>| {
        found.extend(before.drain(..).filter(|&slot| board.claim(slot, cell)));
    };
    for &slot in slots {
        cursor.seek(slot);
        cursor.predecessors(|slot| {
            board.prefetch(slot);
            before.push(slot);
        });
        if before.len() >= BATCH {
            mark(&mut before);
        }
    }
    mark(&mut before);
}

/// Predecessors whose cells are on their way from memory at a time.
const BATCH: usize = 64;

/// What the moves of an unknown slot make of it at a distance: a win if one leads to `nearer`, a loss
/// (now or deferred) if all lead to wins of the opponent in fewer plies, else unknown.
///
/// One copy for each code: whoever inlined it would make the generator of the game's moves anew.
#[inline(never)]
fn judge<C: Code>(
    cursor: &mut impl Cursor,
    board: Board<'_, C>,
    slot: u64,
    distance: u32,
    nearer: Option<C::Cell>,
) -> C::Cell {
    let loss = C::loss(distance).map_or(C::UNKNOWN, |loss| {
        let hope = board.hope(slot);
        if hope == C::UNKNOWN {
            // Nothing leads out. What has no slot is won by the opponent in 1: lost in 2 at the
            // soonest.
            if distance < 2 { C::UNKNOWN } else { loss }
        } else if hope == C::OVER_DRAWN || C::is_win_within(hope, C::MOST) {
            C::UNKNOWN
        } else if hope <= loss {
            loss
        } else {
            C::DEFERRED
        }
    });
    if loss == C::UNKNOWN && nearer.is_none() {
        return C::UNKNOWN;
    }
    cursor.seek(slot);
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

/// Decides candidates: lost at this distance, lost later, or unknown again. Collects the losses.
pub fn examine<C: Code>(
    cursor: &mut impl Cursor,
    board: Board<'_, C>,
    candidates: &[u64],
    distance: u32,
    lost: &mut Vec<u64>,
) {
    for &slot in candidates {
        let judged = judge(cursor, board, slot, distance, None);
        board.set(slot, judged);
        if judged != C::UNKNOWN && judged != C::DEFERRED {
            lost.push(slot);
        }
    }
}

/// As [`examine`] for every unknown slot of a range. For losses in two that is cheaper than going
/// back from half of all positions, which win at once. With `wins` also those that win at this
/// distance: the forward way, which needs no un-moves. Only cells of smaller distances are asked
/// for, so what other workers write in the meantime makes no difference.
pub fn examine_all<C: Code>(
    cursor: &mut impl Cursor,
    board: Board<'_, C>,
    slots: Range<u64>,
    distance: u32,
    wins: bool,
    found: &mut Vec<u64>,
) {
    let nearer = C::loss(distance - 1).filter(|_| wins && C::win(distance).is_some());
    for slot in slots {
        if board.get(slot) != C::UNKNOWN {
            continue;
        }
        let judged = judge(cursor, board, slot, distance, nearer);
        if judged != C::UNKNOWN {
            board.set(slot, judged);
            if judged != C::DEFERRED {
                found.push(slot);
            }
        }
    }
}

/// Decides what has waited for this distance: hopes to win, and losses that were deferred. Only
/// slots of a range that `due` tells to have such hopes are looked at.
pub fn fall_due<C: Code>(
    board: Board<'_, C>,
    due: &Due,
    slots: Range<u64>,
    distance: u32,
    (won, lost): (&mut Vec<u64>, &mut Vec<u64>),
) {
    // No hope is ever empty.
    let win = C::win(distance).unwrap_or(C::EMPTY);
    let loss = C::loss(distance).unwrap_or(C::EMPTY);
    for part in due.parts(slots.start - board.first..slots.end - board.first, distance) {
        let hopes = &board.hopes[part.start as usize..part.end as usize];
        for (slot, &hope) in (board.first + part.start..).zip(hopes) {
            if hope == win && board.get(slot) == C::UNKNOWN {
                board.set(slot, hope);
                won.push(slot);
            } else if hope == loss && board.get(slot) == C::DEFERRED {
                board.set(slot, hope);
                lost.push(slot);
            }
        }
    }
}

/// The slots of a range with a given code, in order. No other step may be at work.
pub fn collect<C: Code>(
    board: Board<'_, C>,
    slots: Range<u64>,
    cell: C::Cell,
    found: &mut Vec<u64>,
) {
    let cells = &board.cells[slots.start as usize..slots.end as usize];
    C::places(cells, cell, |place| found.push(slots.start + place as u64));
}
