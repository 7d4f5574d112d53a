//! What the network sees of a position: which piece stands on which square, and what the sides have in hand.

use yomikiri_game_api::{Features, Side};

use crate::koma::game::Koma;
use crate::koma::generate::bits;
use crate::koma::position::Position;
use crate::koma::tables::Tables;

/// Pieces of a kind in a hand that are told apart: the first, the second, …
const IN_HAND: usize = 8;

/// The features: for each side a code on a square, then how many pieces of a kind are in its hand.
#[derive(Copy, Clone, Debug, Default)]
pub struct KomaFeatures;

fn squares(tables: &Tables) -> usize {
    tables.files * tables.ranks
}

fn of_board(tables: &Tables) -> usize {
    tables.kinds * squares(tables)
}

fn of_side(tables: &Tables) -> usize {
    of_board(tables) + tables.hand_codes.len() * IN_HAND
}

impl Features<Koma> for KomaFeatures {
    fn count(&self, game: &Koma) -> usize {
        2 * of_side(&game.tables)
    }

    fn seen_by_second(&self, game: &Koma, feature: usize) -> usize {
        let tables = &*game.tables;
        let (side, own) = (feature / of_side(tables), feature % of_side(tables));
        let turned = match own < of_board(tables) {
            true => {
                let square = own % squares(tables);
                own - square + (squares(tables) - 1 - square)
            }
            false => own,
        };
        (1 - side) * of_side(tables) + turned
    }

    fn mirrored(&self, game: &Koma, feature: usize) -> usize {
        let tables = &*game.tables;
        let own = feature % of_side(tables);
        if !tables.mirrors || own >= of_board(tables) {
            return feature;
        }
        let file = own % squares(tables) % tables.files;
        feature - file + (tables.files - 1 - file)
    }

    #[inline]
    fn each(&self, game: &Koma, at: &Position, see: &mut impl FnMut(usize)) {
        let tables = &*game.tables;
        for side in Side::BOTH {
            let first = side.index() * of_side(tables);
            for square in bits(at.pieces(side)) {
                see(first + (at.code_at(square) - 1) * squares(tables) + square);
            }
            if at.hand(side) == 0 {
                continue;
            }
            for hand_kind in 0..tables.hand_codes.len() {
                for number in 0..at.in_hand(side, hand_kind).min(IN_HAND) {
                    see(first + of_board(tables) + hand_kind * IN_HAND + number);
                }
            }
        }
    }

    /// By the number of pieces in both hands.
    #[inline]
    fn phase(&self, _game: &Koma, at: &Position, phases: usize) -> usize {
        let in_hand = |side: Side| {
            // The sum of four-bit numbers.
            let hand = at.hand(side);
            let pairs = (hand & 0x0F0F_0F0F) + (hand >> 4 & 0x0F0F_0F0F);
            (pairs.wrapping_mul(0x0101_0101) >> 24 & 0xFF) as usize
        };
        (in_hand(Side::First) + in_hand(Side::Second)).min(phases - 1)
    }
}
