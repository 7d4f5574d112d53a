//! What the network sees of a position: which piece stands on which point, and where a king stands to which it matters.

use yomikiri_game_api::{FeatureChange, Features, Side};

use super::counts::Census;
use super::game::Xiangqi;
use super::pieces::{FILES, Kind, Move, POINTS, Piece, Square, file_of, own_rank, turned};
use super::position::Position;
use super::tables::points;
use super::winless;

/// A side, a kind and a point.
const PLACES: usize = 2 * 7 * POINTS;
/// Points of a palace.
const PALACE: usize = 9;
const PALACE_FILES: usize = 3;
const FIRST_PALACE_FILE: usize = 3;

/// The features: a side, a kind, a point, and a point of a palace. For guards that is where their own king stands, for
/// all other pieces where the king of the other side does.
#[derive(Copy, Clone, Debug, Default)]
pub struct XiangqiFeatures;

#[inline(always)]
fn place(side: usize, kind: usize, square: Square) -> usize {
    (side * 7 + kind) * POINTS + square as usize
}

/// Where the king stands to which a piece matters, as an offset of features.
#[derive(Copy, Clone)]
struct Kings([usize; 2]);

impl Kings {
    #[inline(always)]
    fn of(at: &Position) -> Kings {
        Kings(Side::BOTH.map(|side| {
            let king = at.king(side);
            let file = file_of(king) - FIRST_PALACE_FILE;
            (own_rank(king, side) * PALACE_FILES + file) * PLACES
        }))
    }

    #[inline(always)]
    fn feature(&self, piece: Piece, square: Square) -> usize {
        // Codes are 1 to 7 and 9 to 15.
        let code = piece.code();
        let (side, kind) = (code >> 3, (code & 7) - 1);
        let is_guard = kind == Kind::Advisor as usize || kind == Kind::Elephant as usize;
        let king = self.0[side ^ usize::from(!is_guard)];
        king + place(side, kind, square)
    }
}

/// The king's point, side, kind, point.
fn parts(feature: usize) -> (usize, usize, usize, Square) {
    let (king, place) = (feature / PLACES, feature % PLACES);
    let of_side = place % (7 * POINTS);
    (
        king,
        place / (7 * POINTS),
        of_side / POINTS,
        (of_side % POINTS) as Square,
    )
}

/// A point of the palace with its files exchanged: that is what a turn of the board does to it, as it is counted from
/// its owner's side, and what a mirror does.
fn other_file(king: usize) -> usize {
    let file = king % PALACE_FILES;
    king - file + (PALACE_FILES - 1 - file)
}

impl Features<Xiangqi> for XiangqiFeatures {
    fn count(&self, _game: &Xiangqi) -> usize {
        PALACE * PLACES
    }

    fn seen_by_second(&self, _game: &Xiangqi, feature: usize) -> usize {
        let (king, side, kind, square) = parts(feature);
        other_file(king) * PLACES + place(1 - side, kind, turned(square))
    }

    fn mirrored(&self, _game: &Xiangqi, feature: usize) -> usize {
        let (king, side, kind, square) = parts(feature);
        let file = file_of(square);
        let image = square as usize - file + (FILES - 1 - file);
        other_file(king) * PLACES + place(side, kind, image as Square)
    }

    fn groups(&self, _game: &Xiangqi) -> usize {
        PLACES
    }

    fn group(&self, _game: &Xiangqi, feature: usize) -> usize {
        feature % PLACES
    }

    #[inline]
    fn each(&self, _game: &Xiangqi, at: &Position, see: &mut impl FnMut(usize)) {
        let kings = Kings::of(at);
        for square in points(at.occupied()) {
            see(kings.feature(at.piece(square), square));
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
        if (piece.code() & 7) - 1 == Kind::King as usize {
            return false;
        }
        let kings = Kings::of(before);
        let taken = before.piece(mv.to());
        see(FeatureChange::Gone(kings.feature(piece, mv.from())));
        see(FeatureChange::New(kings.feature(piece, mv.to())));
        if !taken.is_none() {
            see(FeatureChange::Gone(kings.feature(taken, mv.to())));
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
