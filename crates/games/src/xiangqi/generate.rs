//! Legal moves.
//!
//! First, threats to the own king are computed ([`Danger`]). If there are none and no piece is
//! pinned, every target of every piece is legal and can be counted without playing it: rook and
//! cannon from the row and column tables, the others from sets. A piece is *bound* (pinned) if the
//! king would be attacked after it left: it is the only piece before a rook (or the other king),
//! one of two before a cannon, or on the leg of a horse. A point is *barred* if a piece that enters
//! it becomes the screen of a cannon. The rest (checks, king moves) is tested move by move with the
//! occupancy after the move.

use yomikiri_game_api::Side;

use super::pieces::{FILES, Kind, Move, RANKS, Square, file_of, rank_of};
use super::position::Position;
use super::tables::{
    ADVISOR_STEPS, ALONG_FILE, ALONG_RANK, ELEPHANT_HOPS, HALF, HORSE_STEPS, KING_STEPS, LEFT_FILE,
    PALACE_NUMBER, PAWN_STEPS, SPREAD, Set, THRONES, bit_of, points,
};
#[cfg(target_arch = "x86_64")]
use crate::cpu::has_bits;

/// Threats to the own king.
struct Danger {
    /// Pieces that give check.
    checkers: Set,
    /// Points that only the king may enter.
    barred: Set,
    /// Pinned pieces.
    bound: Set,
    /// The points for a pinned piece; if it is on several lines, all apply.
    lines: [(Square, Set); 16],
    line_count: usize,
}

impl Danger {
    #[inline(always)]
    fn bind(&mut self, piece: Square, to: Set) {
        self.bound |= bit_of(piece);
        self.lines[self.line_count] = (piece, to);
        self.line_count += 1;
    }

    /// The points a piece may move to without exposing the king.
    #[inline(always)]
    fn allowed(&self, piece: Square) -> Set {
        let mut allowed = !self.barred;
        if self.bound & bit_of(piece) != 0 {
            for &(bound, to) in &self.lines[..self.line_count] {
                if bound == piece {
                    allowed &= to;
                }
            }
        }
        allowed
    }
}

#[inline(always)]
fn danger(at: &Position) -> Danger {
    let mut danger = Danger {
        checkers: 0,
        barred: 0,
        bound: 0,
        lines: [(0, 0); 16],
        line_count: 0,
    };
    let (own, foe) = (
        at.pieces[at.turn().index()],
        at.pieces[1 - at.turn().index()],
    );
    let king = at.king(at.turn());
    let throne = &THRONES[PALACE_NUMBER[king as usize] as usize];
    let occupied = own | foe;
    let foes = |kind: Kind| at.kinds[kind as usize] & foe;
    danger.checkers =
        super::tables::PAWN_SOURCES[1 - at.turn().index()][king as usize] & foes(Kind::Pawn);
    for from in points((foes(Kind::Rook) | foes(Kind::King)) & throne.cross) {
        let between = throne.between[from as usize];
        let screens = between & occupied;
        if screens == 0 {
            danger.checkers |= bit_of(from);
        } else if screens & (screens - 1) == 0 && screens & own != 0 {
            danger.bind(first(screens), between | bit_of(from));
        }
    }
    for from in points(foes(Kind::Cannon) & throne.cross) {
        let between = throne.between[from as usize];
        let screens = between & occupied;
        match screens.count_ones() {
            0 => danger.barred |= between,
            1 => danger.checkers |= bit_of(from),
            2 => {
                // Neither may leave or capture the other; capturing the cannon is fine.
                for piece in points(screens & own) {
                    danger.bind(
                        piece,
                        (between | bit_of(from)) & !(screens & !bit_of(piece)),
                    );
                }
            }
            _ => {}
        }
    }
    for from in points(foes(Kind::Horse) & throne.horses) {
        let leg = throne.leg[from as usize];
        if occupied & bit_of(leg) == 0 {
            danger.checkers |= bit_of(from);
        } else if own & bit_of(leg) != 0 {
            danger.bind(leg, bit_of(from));
        }
    }
    danger
}

#[inline(always)]
fn first(set: Set) -> Square {
    let low = set as u64;
    if low != 0 {
        low.trailing_zeros() as Square
    } else {
        (set >> 64).trailing_zeros() as Square + 64
    }
}

/// The four leg bits of a horse, as [`HORSE_STEPS`] needs them.
#[inline(always)]
pub(super) fn legs(at: &Position, from: Square) -> usize {
    let (file, rank) = (file_of(from), rank_of(from));
    // A piece's own bit is the middle of three; the edge counts as free and leads nowhere.
    let row = u32::from(at.ranks[0][rank] | at.ranks[1][rank]) << 1 >> file;
    let column = u32::from(at.files[0][file] | at.files[1][file]) << 1 >> rank;
    ((column & 1) | (row & 1) << 1 | (row & 4) | (column & 4) << 1) as usize
}

/// The targets of a piece of `side`, without own pieces, ignoring checks.
#[inline(always)]
pub(super) fn targets(at: &Position, kind: Kind, side: Side, from: Square) -> Set {
    let own = at.pieces[side.index()];
    match kind {
        Kind::King => KING_STEPS[from as usize] & !own,
        Kind::Advisor => ADVISOR_STEPS[from as usize] & !own,
        Kind::Elephant => {
            let mut set = 0;
            for hop in ELEPHANT_HOPS[from as usize].iter() {
                if at.piece(hop.over).is_none() {
                    set |= bit_of(hop.to);
                }
            }
            set & !own
        }
        Kind::Horse => horse_reach(at, from) & !own,
        Kind::Pawn => PAWN_STEPS[side.index()][from as usize] & !own,
        Kind::Rook | Kind::Cannon => {
            let (row, column) = slides(at, kind == Kind::Cannon, side, from);
            let (file, rank) = (file_of(from), rank_of(from));
            (Set::from(row) << (rank * FILES)) | (SPREAD[column as usize] << file)
        }
    }
}

/// Targets of a rook or cannon along its rank and file.
#[inline(always)]
pub(super) fn slides(at: &Position, is_cannon: bool, side: Side, from: Square) -> (u16, u16) {
    let (file, rank) = (file_of(from), rank_of(from));
    let foe = (!side).index();
    let (own_row, foe_row) = (at.ranks[side.index()][rank], at.ranks[foe][rank]);
    let (own_column, foe_column) = (at.files[side.index()][file], at.files[foe][file]);
    let row = &ALONG_RANK[file][usize::from(own_row | foe_row) & ((1 << FILES) - 1)];
    let column = &ALONG_FILE[rank][usize::from(own_column | foe_column) & ((1 << RANKS) - 1)];
    if is_cannon {
        (
            row.quiet | row.second & foe_row,
            column.quiet | column.second & foe_column,
        )
    } else {
        (
            row.quiet | row.first & foe_row,
            column.quiet | column.first & foe_column,
        )
    }
}

/// Whether the own king is not attacked after a move.
#[inline(always)]
pub(super) fn is_safe(at: &Position, from: Square, to: Square, is_king: bool) -> bool {
    let enters = bit_of(to);
    let occupied = (at.occupied() & !bit_of(from)) | enters;
    let attackers = at.pieces[1 - at.turn().index()] & !enters;
    let king = if is_king { to } else { at.king(at.turn()) };
    at.attackers_of_king(king, !at.turn(), occupied, attackers) == 0
}

/// Candidate moves of pieces other than the king in check: only those that capture the checker,
/// interpose, block a horse or remove a cannon's screen need to be tested.
struct Evasions {
    /// Points that may end the check.
    to: Set,
    /// Pieces whose departure may end it.
    from: Set,
}

fn evasions(at: &Position, checkers: Set) -> Evasions {
    let king = at.king(at.turn());
    let throne = &THRONES[PALACE_NUMBER[king as usize] as usize];
    let mut evasions = Evasions { to: !0, from: 0 };
    for from in points(checkers) {
        let Some((kind, _)) = at.at(from) else {
            continue;
        };
        let between = throne.between[from as usize];
        let (to, screens) = match kind {
            Kind::Horse => (bit_of(throne.leg[from as usize]), 0),
            Kind::Cannon => (between, between & at.occupied()),
            Kind::Pawn => (0, 0),
            _ => (between, 0),
        };
        evasions.to &= to | bit_of(from);
        evasions.from |= screens & at.pieces[at.turn().index()];
    }
    evasions
}

/// Calls `each` with every piece's legal targets among some points, by kind; `false` stops.
#[inline(always)]
fn each_piece(at: &Position, among: Set, mut each: impl FnMut(Square, Set) -> bool) {
    let danger = danger(at);
    let side = at.turn();
    let own = at.pieces[side.index()];
    let king = at.king(side);
    let evasions = (danger.checkers != 0).then(|| evasions(at, danger.checkers));
    for kind in [
        Kind::Rook,
        Kind::Cannon,
        Kind::Horse,
        Kind::Pawn,
        Kind::Elephant,
        Kind::Advisor,
    ] {
        for from in points(at.kinds[kind as usize] & own) {
            let mut to = targets(at, kind, side, from) & among;
            match &evasions {
                None => to &= danger.allowed(from),
                Some(evasions) => {
                    if evasions.from & bit_of(from) == 0 {
                        to &= evasions.to;
                    }
                    for point in points(to) {
                        if !is_safe(at, from, point, false) {
                            to &= !bit_of(point);
                        }
                    }
                }
            }
            if to != 0 && !each(from, to) {
                return;
            }
        }
    }
    let to = king_moves(at, among);
    if to != 0 {
        each(king, to);
    }
}

#[inline(always)]
fn king_moves(at: &Position, among: Set) -> Set {
    let king = at.king(at.turn());
    let mut to = KING_STEPS[king as usize] & !at.pieces[at.turn().index()] & among;
    for point in points(to) {
        if !is_safe(at, king, point, true) {
            to &= !bit_of(point);
        }
    }
    to
}

/// Appends the legal moves.
pub(super) fn list(at: &Position, moves: &mut Vec<Move>) {
    list_among(at, !0, moves);
}

/// Appends the legal captures.
pub(super) fn list_captures(at: &Position, moves: &mut Vec<Move>) {
    list_among(at, at.pieces[1 - at.turn().index()], moves);
}

/// Appends the legal moves that are not captures.
pub(super) fn list_quiets(at: &Position, moves: &mut Vec<Move>) {
    list_among(at, !at.occupied(), moves);
}

#[inline]
fn list_among(at: &Position, among: Set, moves: &mut Vec<Move>) {
    #[cfg(target_arch = "x86_64")]
    if has_bits() {
        // SAFETY: the processor has these instructions, as just checked.
        return unsafe { list_with_bits(at, among, moves) };
    }
    list_plain(at, among, moves);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2")]
fn list_with_bits(at: &Position, among: Set, moves: &mut Vec<Move>) {
    list_plain(at, among, moves);
}

#[inline(always)]
fn list_plain(at: &Position, among: Set, moves: &mut Vec<Move>) {
    each_piece(at, among, |from, to| {
        moves.extend(points(to).map(|to| Move::new(from, to)));
        true
    });
}

/// The points a horse reaches or protects.
#[inline(always)]
pub(super) fn horse_reach(at: &Position, from: Square) -> Set {
    HORSE_STEPS[from as usize][legs(at, from)]
}

/// Whether there is a legal move.
pub(super) fn any(at: &Position) -> bool {
    let mut found = false;
    each_piece(at, !0, |_, _| {
        found = true;
        false
    });
    found
}

/// The same for boards with few pieces: the king, whose steps need no look at pins, is asked first.
pub(super) fn any_of_few(at: &Position) -> bool {
    let king = at.king(at.turn());
    let steps = KING_STEPS[king as usize] & !at.pieces[at.turn().index()];
    points(steps).any(|to| is_safe(at, king, to, true)) || any(at)
}

/// Whether a move is legal, for any pair of points.
pub(super) fn is_legal(at: &Position, mv: Move) -> bool {
    let side = at.turn();
    match at.at(mv.from()) {
        Some((kind, owner)) if owner == side => {
            targets(at, kind, side, mv.from()) & bit_of(mv.to()) != 0
                && is_safe(at, mv.from(), mv.to(), kind == Kind::King)
        }
        _ => false,
    }
}

/// The number of legal moves.
#[inline]
pub(super) fn count(at: &Position) -> usize {
    #[cfg(target_arch = "x86_64")]
    if has_bits() {
        // SAFETY: the processor has these instructions, as just checked.
        return unsafe { count_with_bits(at) };
    }
    count_plain(at)
}

/// [`count_plain`] for processors with popcount: 1.5 times as fast.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2")]
fn count_with_bits(at: &Position) -> usize {
    count_plain(at)
}

#[inline(always)]
pub(super) fn count_plain(at: &Position) -> usize {
    let danger = danger(at);
    if danger.checkers != 0 || danger.barred != 0 {
        let mut sum = 0;
        each_piece(at, !0, |_, to| {
            sum += to.count_ones();
            true
        });
        return sum as usize;
    }
    let side = at.turn();
    let own = at.pieces[side.index()];
    let mut sum = 0;
    // 1. Pinned pieces one by one.
    for from in points(danger.bound) {
        if let Some((kind, _)) = at.at(from)
            && kind != Kind::King
        {
            sum += (targets(at, kind, side, from) & danger.allowed(from)).count_ones();
        }
    }
    // 2. The others from the tables, without sets if occupancy is enough.
    let free = own & !danger.bound;
    let of = |kind: Kind| at.kinds[kind as usize] & free;
    for from in points(of(Kind::Rook)) {
        let (row, column) = slides(at, false, side, from);
        sum += (u32::from(row) | u32::from(column) << 16).count_ones();
    }
    for from in points(of(Kind::Cannon)) {
        let (row, column) = slides(at, true, side, from);
        sum += (u32::from(row) | u32::from(column) << 16).count_ones();
    }
    for from in points(of(Kind::Horse)) {
        sum += (HORSE_STEPS[from as usize][legs(at, from)] & !own).count_ones();
    }
    sum += pawn_moves(of(Kind::Pawn), own, side);
    for from in points(of(Kind::Elephant)) {
        for hop in ELEPHANT_HOPS[from as usize].iter() {
            let free = at.piece(hop.over).is_none() && own & bit_of(hop.to) == 0;
            sum += u32::from(free);
        }
    }
    for from in points(of(Kind::Advisor)) {
        sum += (ADVISOR_STEPS[from as usize] & !own).count_ones();
    }
    // 3. The king.
    (sum + king_moves(at, !0).count_ones()) as usize
}

/// The number of steps of a set of pawns, all at once.
#[inline(always)]
fn pawn_moves(pawns: Set, own: Set, side: Side) -> u32 {
    const RIGHT_FILE: Set = LEFT_FILE << (FILES - 1);
    const BOARD: Set = (1 << (FILES * RANKS)) - 1;
    let forward = match side {
        Side::First => pawns << FILES & BOARD,
        Side::Second => pawns >> FILES,
    };
    let across = pawns & !HALF[side.index()];
    let left = (across & !LEFT_FILE) >> 1;
    let right = (across & !RIGHT_FILE) << 1;
    (forward & !own).count_ones() + (left & !own).count_ones() + (right & !own).count_ones()
}
