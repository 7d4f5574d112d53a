//! Mobility of the pieces that step: pawns, advisors, elephants.

use yomikiri_game_api::Side;

use super::pieces::{FILES, Kind, POINTS};
use super::position::Position;
use super::tables::{ADVISOR_STEPS, ELEPHANT_HOPS, HALF, LEFT_FILE, Set, bit_of, points};

const BOARD: Set = (1 << POINTS) - 1;

/// Number of points in a set.
#[inline(always)]
fn size(set: Set) -> i32 {
    ((set as u64).count_ones() + ((set >> 64) as u64).count_ones()) as i32
}

/// Number of points that a side's pawns step to, each pawn for itself.
#[inline(always)]
pub(super) fn pawn_steps(at: &Position, side: Side) -> i32 {
    let own = at.pieces[side.index()];
    let pawns = at.kinds[Kind::Pawn as usize] & own;
    let free = BOARD & !own;
    let forward = match side {
        Side::First => pawns << FILES,
        Side::Second => pawns >> FILES,
    };
    let across = pawns & HALF[(!side).index()];
    let mut steps = size(forward & free);
    if across != 0 {
        let left = (across & !LEFT_FILE) >> 1;
        let right = (across & !(LEFT_FILE << (FILES - 1))) << 1;
        steps += size(left & free) + size(right & free);
    }
    steps
}

/// Number of points that a side's advisors step to.
#[inline(always)]
pub(super) fn advisor_steps(at: &Position, side: Side) -> i32 {
    let own = at.pieces[side.index()];
    let mut steps = 0;
    for from in points(at.kinds[Kind::Advisor as usize] & own) {
        steps += size(ADVISOR_STEPS[from as usize] & !own);
    }
    steps
}

/// Number of points that a side's elephants step to, over eyes that are empty.
#[inline(always)]
pub(super) fn elephant_steps(at: &Position, side: Side) -> i32 {
    let own = at.pieces[side.index()];
    let mut steps = 0;
    for from in points(at.kinds[Kind::Elephant as usize] & own) {
        for hop in ELEPHANT_HOPS[from as usize].iter() {
            let is_free = at.piece(hop.over).is_none() && own & bit_of(hop.to) == 0;
            steps += i32::from(is_free);
        }
    }
    steps
}
