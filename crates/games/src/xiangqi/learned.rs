//! What the network sees of a position: which piece stands on which point.

use yomikiri_game_api::{FeatureChange, Features, Side};

use super::counts::Census;
use super::game::Xiangqi;
use super::pieces::{FILES, Kind, Move, POINTS, Piece, Square, file_of, turned};
use super::position::Position;
use super::tables::points;
use super::winless;

/// Features of a side.
const OF_SIDE: usize = 7 * POINTS;

/// The features: a side, a kind, a point.
#[derive(Copy, Clone, Debug, Default)]
pub struct XiangqiFeatures;

#[inline(always)]
fn number(side: usize, kind: usize, square: Square) -> usize {
    side * OF_SIDE + kind * POINTS + square as usize
}

#[inline(always)]
fn of_piece(piece: Piece, square: Square) -> usize {
    // Codes are 1 to 7 and 9 to 15.
    let code = piece.code();
    number(code >> 3, (code & 7) - 1, square)
}

fn parts(feature: usize) -> (usize, usize, Square) {
    let of_side = feature % OF_SIDE;
    (
        feature / OF_SIDE,
        of_side / POINTS,
        (of_side % POINTS) as Square,
    )
}

impl Features<Xiangqi> for XiangqiFeatures {
    fn count(&self, _game: &Xiangqi) -> usize {
        2 * OF_SIDE
    }

    fn seen_by_second(&self, _game: &Xiangqi, feature: usize) -> usize {
        let (side, kind, square) = parts(feature);
        number(1 - side, kind, turned(square))
    }

    fn mirrored(&self, _game: &Xiangqi, feature: usize) -> usize {
        let (side, kind, square) = parts(feature);
        let file = file_of(square);
        let image = square as usize - file + (FILES - 1 - file);
        number(side, kind, image as Square)
    }

    #[inline]
    fn each(&self, _game: &Xiangqi, at: &Position, see: &mut impl FnMut(usize)) {
        for square in points(at.occupied()) {
            see(of_piece(at.piece(square), square));
        }
    }

    #[inline(always)]
    fn changes(
        &self,
        _game: &Xiangqi,
        before: &Position,
        mv: Move,
        _after: &Position,
        see: &mut impl FnMut(FeatureChange),
    ) -> bool {
        let piece = before.piece(mv.from());
        let taken = before.piece(mv.to());
        see(FeatureChange::Gone(of_piece(piece, mv.from())));
        see(FeatureChange::New(of_piece(piece, mv.to())));
        if !taken.is_none() {
            see(FeatureChange::Gone(of_piece(taken, mv.to())));
        }
        true
    }

    /// By the number of pieces, 2 to 32.
    #[inline(always)]
    fn phase(&self, _game: &Xiangqi, at: &Position, phases: usize) -> usize {
        let pieces = at.occupied().count_ones() as usize;
        ((pieces - 1) * phases / 32).min(phases - 1)
    }

    #[inline(always)]
    fn settle(&self, _game: &Xiangqi, at: &Position, points: i32) -> i32 {
        let strong = [Kind::Rook, Kind::Horse, Kind::Pawn].map(|kind| at.kinds[kind as usize]);
        let strong = strong[0] | strong[1] | strong[2];
        // Hardly any position is looked at more closely.
        if Side::BOTH
            .iter()
            .all(|side| at.pieces[side.index()] & strong != 0)
        {
            return points;
        }
        let of_first = match at.turn() {
            Side::First => points,
            Side::Second => -points,
        };
        let settled = winless::damped(of_first, Census::of(at));
        match at.turn() {
            Side::First => settled,
            Side::Second => -settled,
        }
    }
}
