//! Corrections of the static evaluation: how far searches of positions with the same structure, or after the same moves, were
//! above it on average.
//!
//! An evaluation errs alike in like positions (a wall of pawns it thinks too little of); what a search finds there is
//! worth more than a term for each of them. The method is that of today's chess programs ("correction history").

use super::history::{Context, MoveKey};

/// Slots of a table of structures for each side.
const STRUCTURES: usize = 1 << 14;
/// Slots of a table of moves for each side.
const MOVES: usize = 1 << 10;
/// The limit of a value, in 1024ths of what a table may correct.
const MOST: i32 = 1 << 10;

/// One thread's corrections.
pub(super) struct Corrections {
    structures: [Box<[i16]>; 2],
    moves: [Box<[i16]>; 2],
}

/// The slots of a position; none where the game names no structure or there was no move.
#[derive(Copy, Clone)]
pub(super) struct CorrectionSlots {
    structures: [Option<usize>; 2],
    moves: [Option<usize>; 2],
}

impl CorrectionSlots {
    /// The slots by the structures that the game names and the two moves before.
    #[inline]
    pub(super) fn new(structures: [u64; 2], at: Context) -> Self {
        let mover = at.mover;
        let structure = |key: u64| {
            let slot = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 50) as usize % STRUCTURES;
            (key != 0).then_some(mover.index() * STRUCTURES + slot)
        };
        let moved = |key: MoveKey| {
            (key.tag != 0).then(|| mover.index() * MOVES + key.bucket.continued() % MOVES)
        };
        CorrectionSlots {
            structures: structures.map(structure),
            moves: [moved(at.last), moved(at.before)],
        }
    }
}

impl Corrections {
    pub(super) fn new() -> Self {
        let zeros = |len: usize| vec![0i16; 2 * len].into_boxed_slice();
        Corrections {
            structures: [zeros(STRUCTURES), zeros(STRUCTURES)],
            moves: [zeros(MOVES), zeros(MOVES)],
        }
    }

    pub(super) fn clear(&mut self) {
        for table in self.structures.iter_mut().chain(&mut self.moves) {
            table.fill(0);
        }
    }

    /// The sum of the corrections, in 1024ths of what one table may correct.
    #[inline]
    pub(super) fn sum(&self, at: &CorrectionSlots) -> i32 {
        let value =
            |table: &[i16], slot: Option<usize>| slot.map_or(0, |slot| i32::from(table[slot]));
        value(&self.structures[0], at.structures[0])
            + value(&self.structures[1], at.structures[1])
            + value(&self.moves[0], at.moves[0])
            + value(&self.moves[1], at.moves[1])
    }

    /// A search to `depth` found the position better by `above` than its evaluation, in 200ths of a pawn.
    pub(super) fn learn(&mut self, at: &CorrectionSlots, above: i32, depth: i32) {
        let by = (above * depth.min(32) / 8).clamp(-MOST / 4, MOST / 4);
        let pull = |table: &mut [i16], slot: Option<usize>| {
            if let Some(slot) = slot {
                let old = i32::from(table[slot]);
                table[slot] = (old + by - old * by.abs() / MOST) as i16;
            }
        };
        for (table, slot) in self.structures.iter_mut().zip(at.structures) {
            pull(table, slot);
        }
        for (table, slot) in self.moves.iter_mut().zip(at.moves) {
            pull(table, slot);
        }
    }
}
