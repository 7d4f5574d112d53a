//! Legal moves, piece by piece as sets of squares: one generator for listing, counting and testing.

use yomikiri_game_api::Side;

use super::attacks::{self, FILE_A, RANK_1, RANK_8, Set, between, bit, lowest, squares};
use super::moves::{Kind, Move};
use super::position::{BLACK_LONG, BLACK_SHORT, Position, WHITE_LONG, WHITE_SHORT};

/// Calls `visit` with the kind and square of each piece that can move and its targets, until it
/// returns false; returns false in that case. A piece may be visited twice with different targets
/// (en passant); the visitor expands promotions.
#[inline]
pub(crate) fn generate(at: &Position, mut visit: impl FnMut(Kind, usize, Set) -> bool) -> bool {
    let (side, occupied) = (at.turn(), at.occupied());
    let (own, king) = (at.pieces(side), at.king(side));
    let checkers = at.checkers();

    // 1. The king, which may not move to an attacked square; castling needs the same map.
    let mut flight = attacks::king(king) & !own;
    let rights = at.castling() & [WHITE_SHORT | WHITE_LONG, BLACK_SHORT | BLACK_LONG][side.index()];
    if flight != 0 || rights != 0 {
        let struck = at.struck_by(!side);
        flight &= !struck;
        if rights != 0 && checkers == 0 {
            flight |= castling(rights, king, occupied, struck);
        }
        if flight != 0 && !visit(Kind::King, king, flight) {
            return false;
        }
    }

    // 2. The others: in check they must capture the checker or interpose; in double check none can
    //    move.
    let targets = match checkers {
        0 => !own,
        single if single & (single - 1) == 0 => single | between(king, lowest(single)),
        _ => return true,
    };
    let pinned = pinned(at, side, king);
    for from in squares(own & at.of(Kind::Knight) & !pinned) {
        let to = attacks::knight(from) & targets;
        if to != 0 && !visit(Kind::Knight, from, to) {
            return false;
        }
    }
    for kind in [Kind::Bishop, Kind::Rook, Kind::Queen] {
        for from in squares(own & at.of(kind)) {
            let struck = match kind {
                Kind::Bishop => attacks::bishop(from, occupied),
                Kind::Rook => attacks::rook(from, occupied),
                _ => attacks::queen(from, occupied),
            };
            let to = struck & targets & way_of_pin(pinned, king, from);
            if to != 0 && !visit(kind, from, to) {
                return false;
            }
        }
    }

    // 3. Pawns.
    let free = !occupied;
    let their = at.pieces(!side);
    for from in squares(own & at.of(Kind::Pawn)) {
        let pawn = bit(from);
        let (one, two) = match side {
            Side::First => {
                let one = pawn << 8 & free;
                (one, (one & RANK_1 << 16) << 8 & free)
            }
            Side::Second => {
                let one = pawn >> 8 & free;
                (one, (one & RANK_8 >> 16) >> 8 & free)
            }
        };
        let takes = attacks::pawn(side.index(), from) & their;
        let to = (one | two | takes) & targets & way_of_pin(pinned, king, from);
        if to != 0 && !visit(Kind::Pawn, from, to) {
            return false;
        }
    }
    if let Some(passed) = at.en_passant() {
        let takers = attacks::pawn((!side).index(), passed) & own & at.of(Kind::Pawn);
        for from in squares(takers) {
            if at.may_take_en_passant(from, passed) && !visit(Kind::Pawn, from, bit(passed)) {
                return false;
            }
        }
    }
    true
}

/// The targets of a piece that may be pinned: all, or those along the pin.
#[inline(always)]
fn way_of_pin(pinned: Set, king: usize, from: usize) -> Set {
    if pinned & bit(from) == 0 {
        return !0;
    }
    line_through(king, from)
}

/// The whole line through two squares on a common line.
fn line_through(one: usize, other: usize) -> Set {
    let ends = bit(one) | bit(other);
    if attacks::rook(one, 0) & bit(other) != 0 {
        attacks::rook(one, 0) & attacks::rook(other, 0) | ends
    } else {
        attacks::bishop(one, 0) & attacks::bishop(other, 0) | ends
    }
}

/// The pinned pieces of a side.
fn pinned(at: &Position, side: Side, king: usize) -> Set {
    let (own, their) = (at.pieces(side), at.pieces(!side));
    let (rooks, bishops) = (
        at.of(Kind::Rook) | at.of(Kind::Queen),
        at.of(Kind::Bishop) | at.of(Kind::Queen),
    );
    if their & (rooks | bishops) == 0 {
        return 0;
    }
    // X-rays through own pieces, but not through the opponent's.
    let snipers =
        their & (attacks::rook(king, their) & rooks | attacks::bishop(king, their) & bishops);
    let mut pinned = 0;
    for sniper in squares(snipers) {
        let between = between(king, sniper) & own;
        if between != 0 && between & (between - 1) == 0 {
            pinned |= between;
        }
    }
    pinned
}

/// The squares a king that is not in check may castle to.
fn castling(rights: u8, king: usize, occupied: Set, struck: Set) -> Set {
    let mut to = 0;
    let short = bit(king + 1) | bit(king + 2);
    if rights & (WHITE_SHORT | BLACK_SHORT) != 0 && (occupied | struck) & short == 0 {
        to |= bit(king + 2);
    }
    let passed = bit(king - 1) | bit(king - 2);
    let empty = passed | bit(king - 3);
    if rights & (WHITE_LONG | BLACK_LONG) != 0 && occupied & empty == 0 && struck & passed == 0 {
        to |= bit(king - 2);
    }
    to
}

/// Appends the legal moves.
pub(crate) fn list(at: &Position, moves: &mut Vec<Move>) {
    generate(at, |kind, from, to| {
        for to in squares(to) {
            if kind == Kind::Pawn && bit(to) & (RANK_1 | RANK_8) != 0 {
                moves.extend(Kind::PROMOTIONS.map(|kind| Move::new(from, to, Some(kind))));
            } else {
                moves.push(Move::new(from, to, None));
            }
        }
        true
    });
}

/// The number of legal moves.
pub(crate) fn count(at: &Position) -> usize {
    let mut count = 0;
    generate(at, |kind, _, to| {
        count += to.count_ones();
        if kind == Kind::Pawn {
            count += 3 * (to & (RANK_1 | RANK_8)).count_ones();
        }
        true
    });
    count as usize
}

/// Whether there is a legal move.
pub(crate) fn any(at: &Position) -> bool {
    !generate(at, |_, _, _| false)
}

/// Whether a legal move captures on one of these squares.
pub(crate) fn takes_on(at: &Position, squares: Set) -> bool {
    !generate(at, |_, _, to| to & squares == 0)
}

/// The light squares.
pub(crate) const LIGHT: Set = 0x55AA_55AA_55AA_55AA;
const _: () = assert!(LIGHT & FILE_A & RANK_1 == 0, "a1 is dark");
