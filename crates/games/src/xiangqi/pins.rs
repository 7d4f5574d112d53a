//! Pins: pieces that cannot leave without giving up what stands behind them.

use yomikiri_game_api::Side;

use super::pieces::{FILES, Kind, RANKS, Square, file_of, rank_of, square_at};
use super::position::Position;
use super::tables::{ALONG_FILE, ALONG_RANK, Set, Slide};

/// Whether a rook, horse or cannon of `owner` is among the pieces before its king.
#[inline(always)]
pub(super) fn is_pinned_to_king(at: &Position, owner: Side, screens: Set) -> bool {
    let of = |kind: Kind| at.kinds[kind as usize];
    let strong = of(Kind::Rook) | of(Kind::Horse) | of(Kind::Cannon);
    screens & strong & at.pieces[owner.index()] != 0
}

/// The number of directions in which a rook attacks a horse or cannon of `foe` with a rook, horse or cannon behind it.
#[inline(always)]
pub(super) fn rook_pins(at: &Position, foe: Side, from: Square) -> i32 {
    let (file, rank) = (file_of(from), rank_of(from));
    let (foe_row, foe_column) = (at.ranks[foe.index()][rank], at.files[foe.index()][file]);
    let own = 1 - foe.index();
    let row = usize::from(at.ranks[own][rank] | foe_row) & ((1 << FILES) - 1);
    let column = usize::from(at.files[own][file] | foe_column) & ((1 << RANKS) - 1);
    let along_rank = |at: usize| square_at(at, rank);
    let along_file = |at: usize| square_at(file, at);
    pinned_on(at, &ALONG_RANK[file][row], foe_row, file, along_rank)
        + pinned_on(at, &ALONG_FILE[rank][column], foe_column, rank, along_file)
}

/// The same on one line, where the rook is point number `from`.
#[inline(always)]
fn pinned_on(
    at: &Position,
    slide: &Slide,
    foes: u16,
    from: usize,
    square: impl Fn(usize) -> Square,
) -> i32 {
    let (first, second) = (slide.first & foes, slide.second & foes);
    let below = (1u16 << from) - 1;
    let mut pins = 0;
    for way in [below, !below] {
        let (first, second) = (first & way, second & way);
        if first != 0 && second != 0 {
            let kind = |bit: u16| at.at(square(bit.trailing_zeros() as usize));
            let is_front = matches!(kind(first), Some((Kind::Horse | Kind::Cannon, _)));
            let behind = matches!(
                kind(second),
                Some((Kind::Rook | Kind::Horse | Kind::Cannon, _))
            );
            pins += i32::from(is_front && behind);
        }
    }
    pins
}
