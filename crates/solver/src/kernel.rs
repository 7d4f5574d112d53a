//! The steps of retrograde analysis on pieces of work. Pure: no threads, no files, no network.
//!
//! Every step may be repeated or run by many workers at once on the same cells: a round writes one
//! distance only, and every writer of a cell writes the same byte. That makes the result the same
//! for any number of threads, and a round that was cut short can simply be begun again.

use std::ops::Range;
use std::sync::atomic::{AtomicU8, Ordering};

use yomikiri_game_api::{Cursor, Standing};

use crate::cell::{self, CANDIDATE, Cell, UNKNOWN};

/// The cells of all slots.
pub type Cells = [AtomicU8];

#[inline(always)]
fn get(cells: &Cells, slot: u64) -> Cell {
    cells[slot as usize].load(Ordering::Relaxed)
}

#[inline(always)]
fn set(cells: &Cells, slot: u64, cell: Cell) {
    cells[slot as usize].store(cell, Ordering::Relaxed);
}

/// Turns an unknown cell into another; true for the one worker that did it.
#[inline(always)]
fn claim(cells: &Cells, slot: u64, cell: Cell) -> bool {
    let place = &cells[slot as usize];
    // Most are not unknown any more: look before the costly exchange.
    place.load(Ordering::Relaxed) == UNKNOWN
        && place
            .compare_exchange(UNKNOWN, cell, Ordering::Relaxed, Ordering::Relaxed)
            .is_ok()
}

/// Writes what the rules alone say about slots; collects those that are lost.
pub fn classify(cursor: &mut impl Cursor, cells: &Cells, slots: Range<u64>, lost: &mut Vec<u64>) {
    cursor.standings(slots, |range, standing| {
        let cell = cell::of_standing(standing);
        for slot in range.clone() {
            set(cells, slot, cell);
        }
        if standing == Standing::Lost {
            lost.extend(range);
        }
    });
}

/// Whoever can move to one of these losses wins, one ply later; collects those newly won.
pub fn expand_losses(
    cursor: &mut impl Cursor,
    cells: &Cells,
    losses: &[u64],
    plies: u32,
    won: &mut Vec<u64>,
) {
    let win = cell::decided(plies + 1);
    for &slot in losses {
        cursor.seek(slot);
        cursor.predecessors(|before| {
            if claim(cells, before, win) {
                won.push(before);
            }
        });
    }
}

/// Whoever can move to one of these wins may have lost another hope; collects those to examine.
pub fn expand_wins(
    cursor: &mut impl Cursor,
    cells: &Cells,
    wins: &[u64],
    candidates: &mut Vec<u64>,
) {
    for &slot in wins {
        cursor.seek(slot);
        cursor.predecessors(|before| {
            if claim(cells, before, CANDIDATE) {
                candidates.push(before);
            }
        });
    }
}

/// Whether every move leads to a win of the opponent.
#[inline(always)]
fn is_lost(cursor: &mut impl Cursor, cells: &Cells, slot: u64) -> bool {
    cursor.seek(slot);
    cursor.successors(|next| cell::is_win(get(cells, next)))
}

/// Decides candidates: lost at this distance, or unknown again. Collects the losses.
pub fn examine(
    cursor: &mut impl Cursor,
    cells: &Cells,
    candidates: &[u64],
    plies: u32,
    lost: &mut Vec<u64>,
) {
    for &slot in candidates {
        if is_lost(cursor, cells, slot) {
            set(cells, slot, cell::decided(plies));
            lost.push(slot);
        } else {
            set(cells, slot, UNKNOWN);
        }
    }
}

/// As [`examine`] for every unknown slot of a range: cheaper than going back from half of all
/// positions, which win at once.
pub fn examine_all(
    cursor: &mut impl Cursor,
    cells: &Cells,
    slots: Range<u64>,
    plies: u32,
    lost: &mut Vec<u64>,
) {
    for slot in slots {
        if get(cells, slot) == UNKNOWN && is_lost(cursor, cells, slot) {
            set(cells, slot, cell::decided(plies));
            lost.push(slot);
        }
    }
}

/// The slots of a range with a given byte: the frontier after a checkpoint was read.
pub fn collect(cells: &Cells, slots: Range<u64>, cell: Cell, found: &mut Vec<u64>) {
    found.extend(slots.filter(|&slot| get(cells, slot) == cell));
}
