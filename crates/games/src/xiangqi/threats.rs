//! Threats: which enemy pieces a piece attacks, and whether they are protected.

use yomikiri_game_api::Side;

use super::counts::Tally;
use super::pieces::{FILES, Kind, Square, file_of, rank_of};
use super::position::Position;
use super::see::is_protected;
use super::tables::{PAWN_STEPS, SPREAD, Set, points};
use super::weights::Weight;

/// The pieces of `foe` among the points that a rook or cannon reaches along its rank and file.
#[inline(always)]
pub(super) fn line_hits(at: &Position, foe: Side, from: Square, row: u16, column: u16) -> Set {
    let (file, rank) = (file_of(from), rank_of(from));
    let row = row & at.ranks[foe.index()][rank];
    let column = column & at.files[foe.index()][file];
    (Set::from(row) << (rank * FILES)) | (SPREAD[column as usize] << file)
}

/// Counts the threats of one piece of `side` to enemy pieces.
#[inline(always)]
pub(super) fn count_hits(
    at: &Position,
    side: Side,
    hunter: Kind,
    hits: Set,
    tally: &mut impl Tally,
) {
    for to in points(hits) {
        let Some((victim, _)) = at.at(to) else {
            continue;
        };
        let (protected, loose) = threat(hunter, victim);
        let weight = match (protected, loose) {
            (None, None) => continue,
            (Some(protected), Some(loose)) if protected == loose => protected,
            _ => match if is_protected(at, to) {
                protected
            } else {
                loose
            } {
                Some(weight) => weight,
                None => continue,
            },
        };
        tally.add(side, weight, 1);
    }
}

/// Counts the horses and cannons that pawns attack.
#[inline(always)]
pub(super) fn count_pawn_hits(at: &Position, side: Side, pawns: Set, tally: &mut impl Tally) {
    let foes = at.pieces[(!side).index()];
    let prey = (at.kinds[Kind::Horse as usize] | at.kinds[Kind::Cannon as usize]) & foes;
    for from in points(pawns) {
        for _ in points(PAWN_STEPS[side.index()][from as usize] & prey) {
            tally.add(side, Weight::PawnHits, 1);
        }
    }
}

/// The weights of a threat to a protected and to an unprotected victim.
#[inline(always)]
fn threat(hunter: Kind, victim: Kind) -> (Option<Weight>, Option<Weight>) {
    use Kind::{Advisor, Cannon, Elephant, Horse, Pawn, Rook};
    let always = |weight| (Some(weight), Some(weight));
    match (hunter, victim) {
        (Rook, Horse | Cannon) => (Some(Weight::RookHits), Some(Weight::RookHitsLoose)),
        (Rook, Advisor | Elephant) => (None, Some(Weight::RookHitsGuard)),
        (Rook, Pawn) => (None, Some(Weight::RookHitsPawn)),
        (Horse, Rook) => always(Weight::HorseHitsRook),
        (Horse, Cannon) => always(Weight::HorseHitsCannon),
        (Horse, Advisor | Elephant) => (None, Some(Weight::HorseHitsGuard)),
        (Horse, Pawn) => (None, Some(Weight::HorseHitsPawn)),
        (Cannon, Rook) => always(Weight::CannonHitsRook),
        (Cannon, Horse) => (Some(Weight::CannonHitsHorse), Some(Weight::CannonHitsLoose)),
        (Cannon, Advisor | Elephant) => (None, Some(Weight::CannonHitsGuard)),
        _ => (None, None),
    }
}
