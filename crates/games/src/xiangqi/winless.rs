//! Material that cannot win: without attackers, or with a single cannon and no guard of its own as a screen.
//!
//! The tables of all endings with one attacker say so: `KCvK` to `KCvKAABB` have no win but a mate in one that the
//! enemy has walked into. Other material that seldom wins (a pawn against a pair of elephants) is left to search.

use yomikiri_game_api::Side;

use super::counts::Census;
use super::pieces::Kind;

/// What is left of an advantage that cannot be turned into a win.
const PART: i32 = 16;

const STRONG: [u64; 2] = [
    Census::mask(&[Kind::Rook, Kind::Horse, Kind::Pawn], Side::First),
    Census::mask(&[Kind::Rook, Kind::Horse, Kind::Pawn], Side::Second),
];

/// Whether a side has nothing to win with.
#[inline(always)]
pub(super) fn cannot_win(census: Census, side: Side) -> bool {
    let guards = || census.get(Kind::Advisor, side) + census.get(Kind::Elephant, side);
    !census.has_any(STRONG[side.index()])
        && match census.get(Kind::Cannon, side) {
            0 => true,
            1 => guards() == 0,
            _ => false,
        }
}

/// Points, First's minus Second's, with little left for a side that cannot win.
#[inline(always)]
pub(super) fn damped(points: i32, census: Census) -> i32 {
    let ahead = if points > 0 {
        Side::First
    } else {
        Side::Second
    };
    match cannot_win(census, ahead) {
        true => points / PART,
        false => points,
    }
}
