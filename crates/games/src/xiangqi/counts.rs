//! The features of the evaluation: how often each weight applies to a position, for each side.

use yomikiri_game_api::Side;

use super::generate::{horse_reach, legs, slides};
use super::pieces::{FILES, Kind, Piece, RANKS, Square, file_of, rank_of};
use super::pins::{is_pinned_to_king, rook_pins};
use super::position::Position;
use super::steps::{advisor_steps, elephant_steps, pawn_steps};
use super::tables::{
    HALF, HORSE_STEPS, LEFT_FILE, PALACE_NUMBER, PALACES, Set, THRONES, bit_of, points,
};
use super::threats::{count_hits, count_pawn_hits, line_hits};
use super::weights::{COUNT, Weight, Weights};

/// Receives counts: `count` more of a weight for a side.
pub(super) trait Tally {
    fn add(&mut self, side: Side, weight: Weight, count: i32);

    /// Whether a weight matters; what takes time to count is not counted for one that is 0.
    #[inline(always)]
    fn wants(&self, _weight: Weight) -> bool {
        true
    }
}

/// The sum in points, First's minus Second's.
pub(super) struct Sum<'a> {
    pub(super) weights: &'a Weights,
    pub(super) points: i32,
}

impl Tally for Sum<'_> {
    #[inline(always)]
    fn add(&mut self, side: Side, weight: Weight, count: i32) {
        let points = self.weights.get(weight) * count;
        match side {
            Side::First => self.points += points,
            Side::Second => self.points -= points,
        }
    }

    #[inline(always)]
    fn wants(&self, weight: Weight) -> bool {
        self.weights.get(weight) != 0
    }
}

/// The counts themselves.
pub(super) struct Counts(pub(super) [[i32; COUNT]; 2]);

impl Tally for Counts {
    fn add(&mut self, side: Side, weight: Weight, count: i32) {
        self.0[side.index()][weight as usize] += count;
    }
}

/// Number of pieces of each kind and side in one word, four bits each.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Census(u64);

impl Census {
    pub(super) fn of(at: &Position) -> Census {
        let each = points(at.occupied()).map(|square| 1u64 << (4 * at.piece(square).code()));
        Census(each.sum())
    }

    /// Removes one piece, by its code.
    #[inline(always)]
    pub(super) fn without(self, code: usize) -> Census {
        Census(self.0 - (1 << (4 * code)))
    }

    /// The bits of some kinds of a side.
    pub(super) const fn mask(kinds: &[Kind], side: Side) -> u64 {
        let mut mask = 0;
        let mut at = 0;
        while at < kinds.len() {
            mask |= 15 << (4 * Piece::new(kinds[at], side).code());
            at += 1;
        }
        mask
    }

    /// Whether there is a piece of those in a mask.
    #[inline(always)]
    pub(super) fn has_any(self, mask: u64) -> bool {
        self.0 & mask != 0
    }

    #[inline(always)]
    pub(super) fn get(self, kind: Kind, side: Side) -> i32 {
        (self.0 >> (4 * Piece::new(kind, side).code()) & 15) as i32
    }
}

/// Popcount of a row or column, as a table because not every CPU has the instruction.
static BITS_OF: [u8; 1 << RANKS] = {
    let mut table = [0; 1 << RANKS];
    let mut bits = 0;
    while bits < 1 << RANKS {
        table[bits] = (bits as u32).count_ones() as u8;
        bits += 1;
    }
    table
};

/// Number of points a horse reaches, by point and legs.
static HORSE_REACH: [[u8; 16]; FILES * RANKS] = {
    let mut table = [[0; 16]; FILES * RANKS];
    let mut at = 0;
    while at < FILES * RANKS {
        let mut legs = 0;
        while legs < 16 {
            table[at][legs] = HORSE_STEPS[at][legs].count_ones() as u8;
            legs += 1;
        }
        at += 1;
    }
    table
};

/// The files of the palaces, and the ranks of each side's palace.
const PALACE_FILES: u16 = 0b11_1000;
const PALACE_RANKS: [u16; 2] = [0b111, 0b111 << 7];

/// The palace of each side with the points beside and before it.
const COURT: [Set; 2] = {
    let mut near = [0; 2];
    let mut rank = 0;
    while rank < 4 {
        near[0] |= 0b1_1111 << (rank * FILES + 2);
        near[1] |= 0b1_1111 << ((RANKS - 1 - rank) * FILES + 2);
        rank += 1;
    }
    near
};

/// Counts everything except material and placement, which are incremental.
#[inline(always)]
pub(super) fn count(at: &Position, census: Census, tally: &mut impl Tally) {
    tally.add(at.turn(), Weight::Tempo, 1);
    for side in Side::BOTH {
        count_side(at, side, census, tally);
    }
}

/// Counts what a side's pieces do, for themselves and against the enemy king.
#[inline(always)]
fn count_side(at: &Position, side: Side, census: Census, tally: &mut impl Tally) {
    let foe = !side;
    let own = at.pieces[side.index()];
    let of = |kind: Kind| at.kinds[kind as usize] & own;
    let king = at.king(foe);
    let throne = &THRONES[PALACE_NUMBER[king as usize] as usize];
    let occupied = at.occupied();
    let across = !HALF[side.index()];
    let palace = PALACES & HALF[foe.index()];
    let (mut bears, mut pressure) = (0, 0);

    for from in points(of(Kind::Rook)) {
        let (row, column) = slides(at, false, side, from);
        let reach = i32::from(BITS_OF[row as usize] + BITS_OF[column as usize]);
        tally.add(side, Weight::RookMobility, reach);
        tally.add(side, Weight::RookTrapped, i32::from(reach < 4));
        count_hits(
            at,
            side,
            Kind::Rook,
            line_hits(at, foe, from, row, column),
            tally,
        );
        if tally.wants(Weight::RookPins) {
            tally.add(side, Weight::RookPins, rook_pins(at, foe, from));
        }
        pressure += 3 * i32::from(bit_of(from) & across != 0);
        let along_rank =
            PALACE_RANKS[foe.index()] >> rank_of(from) & 1 == 1 && row & PALACE_FILES != 0;
        let along_file =
            PALACE_FILES >> file_of(from) & 1 == 1 && column & PALACE_RANKS[foe.index()] != 0;
        let reaches = i32::from(along_rank || along_file);
        tally.add(foe, Weight::RookBears, -reaches);
        bears += reaches;
        if throne.cross & bit_of(from) != 0 {
            let screens = throne.between[from as usize] & occupied;
            let one = is_single(screens);
            tally.add(foe, Weight::RookBehind, -i32::from(one));
            if one && tally.wants(Weight::RookPinsToKing) {
                let pins = is_pinned_to_king(at, foe, screens);
                tally.add(side, Weight::RookPinsToKing, i32::from(pins));
            }
        }
    }

    for from in points(of(Kind::Horse)) {
        let legs = legs(at, from);
        let reach = i32::from(HORSE_REACH[from as usize][legs]);
        tally.add(side, Weight::HorseMobility, reach);
        tally.add(side, Weight::HorseTrapped, i32::from(reach < 3));
        pressure += 2 * i32::from(bit_of(from) & across != 0);
        let steps = HORSE_STEPS[from as usize][legs];
        count_hits(at, side, Kind::Horse, steps & at.pieces[foe.index()], tally);
        let reaches = i32::from(steps & palace != 0);
        tally.add(foe, Weight::HorseBears, -reaches);
        bears += reaches;
    }

    for from in points(of(Kind::Cannon)) {
        let (row, column) = slides(at, true, side, from);
        let reach = i32::from(BITS_OF[row as usize] + BITS_OF[column as usize]);
        tally.add(side, Weight::CannonMobility, reach);
        count_hits(
            at,
            side,
            Kind::Cannon,
            line_hits(at, foe, from, row, column),
            tally,
        );
        pressure += 2 * i32::from(bit_of(from) & across != 0);
        if throne.cross & bit_of(from) != 0 {
            let screens = throne.between[from as usize] & occupied;
            let (none, two) = (screens == 0, is_single(screens & screens.wrapping_sub(1)));
            if two && tally.wants(Weight::CannonPinsToKing) {
                let pins = is_pinned_to_king(at, foe, screens);
                tally.add(side, Weight::CannonPinsToKing, i32::from(pins));
            }
            if file_of(from) == file_of(king) {
                tally.add(foe, Weight::BareCannon, -i32::from(none));
                tally.add(foe, Weight::MiddleCannon, -i32::from(two));
            } else {
                tally.add(foe, Weight::BottomCannon, -i32::from(none || two));
            }
            bears += i32::from(none || two);
        }
    }

    count_pawn_hits(at, side, of(Kind::Pawn), tally);
    let pawns = of(Kind::Pawn) & across;
    for from in points(pawns) {
        pressure += 1;
        let near = i32::from(COURT[foe.index()] & bit_of(from) != 0);
        tally.add(foe, Weight::PawnBears, -near);
        bears += near;
    }
    for _ in points(pawns & ((pawns & !LEFT_FILE) >> 1)) {
        tally.add(side, Weight::PawnsAbreast, 1);
    }

    if tally.wants(Weight::PawnMobility) {
        tally.add(side, Weight::PawnMobility, pawn_steps(at, side));
    }
    if tally.wants(Weight::AdvisorMobility) {
        tally.add(side, Weight::AdvisorMobility, advisor_steps(at, side));
    }
    if tally.wants(Weight::ElephantMobility) {
        tally.add(side, Weight::ElephantMobility, elephant_steps(at, side));
    }
    links(at, side, tally);
    let advisors = census.get(Kind::Advisor, side);
    let elephants = census.get(Kind::Elephant, side);
    tally.add(side, Weight::AdvisorPair, i32::from(advisors == 2));
    tally.add(side, Weight::ElephantPair, i32::from(elephants == 2));

    if tally.wants(Weight::Wing) {
        tally.add(foe, Weight::Wing, -massed(at, side));
    }
    tally.add(foe, Weight::Together, -(bears * (bears - 1) / 2));
    let missing = |kind: Kind| 2 - census.get(kind, foe);
    tally.add(foe, Weight::Pressure, -pressure);
    tally.add(
        foe,
        Weight::AdvisorMissing,
        -pressure * missing(Kind::Advisor),
    );
    tally.add(
        foe,
        Weight::ElephantMissing,
        -pressure * missing(Kind::Elephant),
    );
}

/// The files of each wing, for a half of the board from its lowest point on.
const WINGS: [u64; 2] = {
    let (mut left, mut rank) = (0, 0);
    while rank < RANKS / 2 {
        left |= 0b1111 << (rank * FILES);
        rank += 1;
    }
    [left, left << 5]
};

/// How many rooks, horses, cannons and pawns of a side above two stand across the river on one wing.
#[inline(always)]
fn massed(at: &Position, side: Side) -> i32 {
    let of = |kind: Kind| at.kinds[kind as usize];
    let attackers = of(Kind::Rook) | of(Kind::Horse) | of(Kind::Cannon) | of(Kind::Pawn);
    let across = attackers & at.pieces[side.index()] & HALF[(!side).index()];
    let across = match side {
        Side::First => (across >> (FILES * RANKS / 2)) as u64,
        Side::Second => across as u64,
    };
    let [left, right] = WINGS.map(|wing| (across & wing).count_ones() as i32);
    (left.max(right) - 2).max(0)
}

/// Pieces of a kind that support each other.
#[inline(always)]
fn links(at: &Position, side: Side, tally: &mut impl Tally) {
    let of = |kind: Kind| at.kinds[kind as usize] & at.pieces[side.index()];
    if let Some((one, other)) = pair(of(Kind::Horse)) {
        let sees = |from, to| horse_reach(at, from) & bit_of(to) != 0;
        let links = i32::from(sees(one, other)) + i32::from(sees(other, one));
        tally.add(side, Weight::HorsesLinked, links);
    }
    if let Some(between) = between_pair(at, of(Kind::Cannon)) {
        tally.add(side, Weight::CannonsLinked, i32::from(between == 1));
    }
    if let Some(between) = between_pair(at, of(Kind::Rook)) {
        tally.add(side, Weight::RooksLinked, i32::from(between == 0));
    }
}

/// Whether a set has exactly one point.
#[inline(always)]
fn is_single(set: Set) -> bool {
    set != 0 && set & (set - 1) == 0
}

/// The two points of a set of two.
#[inline(always)]
fn pair(set: Set) -> Option<(Square, Square)> {
    let mut all = points(set);
    let found = (all.next()?, all.next()?);
    Some(found)
}

/// Number of pieces between the two pieces of a set, if they are on one line.
#[inline(always)]
fn between_pair(at: &Position, set: Set) -> Option<u8> {
    let (one, other) = pair(set)?;
    let along = |low: usize, high: usize, pieces: u16| {
        let inner = ((1u32 << high) - 1) & !((2u32 << low) - 1);
        BITS_OF[(u32::from(pieces) & inner) as usize]
    };
    if file_of(one) == file_of(other) {
        let file = file_of(one);
        let pieces = at.files[0][file] | at.files[1][file];
        Some(along(rank_of(one), rank_of(other), pieces))
    } else if rank_of(one) == rank_of(other) {
        let rank = rank_of(one);
        let pieces = at.ranks[0][rank] | at.ranks[1][rank];
        Some(along(file_of(one), file_of(other), pieces))
    } else {
        None
    }
}
