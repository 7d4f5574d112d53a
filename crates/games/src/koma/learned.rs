//! What the network sees of a position: which piece stands on which square or is in hand, and where the leaders stand.

use yomikiri_game_api::{FeatureChange, Features, Side};

use crate::koma::game::Koma;
use crate::koma::generate::bits;
use crate::koma::moves::{Action, Move};
use crate::koma::position::Position;
use crate::koma::rules::Captures;
use crate::koma::tables::{ROYAL, Tables};

/// Pieces of a kind in a hand that are told apart: the first, the second, …
const IN_HAND: usize = 8;

/// The features: a side and a code on a square, or the number of a piece of a kind in its hand; and the square of a
/// leader. Each piece is two features, for its own leader and for the other.
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

/// Places of a piece, of both sides.
fn places(tables: &Tables) -> usize {
    2 * of_side(tables)
}

/// The same square as the mirror shows it.
fn other_file(tables: &Tables, square: usize) -> usize {
    let file = square % tables.files;
    square - file + (tables.files - 1 - file)
}

/// Where the leaders stand, as offsets of features.
struct Leaders<'t> {
    tables: &'t Tables,
    squares: [usize; 2],
}

impl Leaders<'_> {
    #[inline(always)]
    fn of<'t>(tables: &'t Tables, at: &Position) -> Leaders<'t> {
        let royals = at.of_code::<4>(ROYAL);
        // A leader that was captured counts as one in the corner: the game is over.
        let square = |side| (royals & at.pieces(side)).trailing_zeros() as usize % 64;
        Leaders {
            tables,
            squares: Side::BOTH.map(square),
        }
    }

    /// Both features of something of a side.
    #[inline(always)]
    fn both(&self, side: Side, own: usize) -> [usize; 2] {
        let place = side.index() * of_side(self.tables) + own;
        let of_own = self.squares[side.index()];
        let of_other = squares(self.tables) + self.squares[1 - side.index()];
        [of_own, of_other].map(|leader| leader * places(self.tables) + place)
    }

    #[inline(always)]
    fn on_board(&self, side: Side, code: usize, square: usize) -> [usize; 2] {
        self.both(side, (code - 1) * squares(self.tables) + square)
    }

    #[inline(always)]
    fn in_hand(
        &self,
        side: Side,
        hand_kind: usize,
        number: usize,
    ) -> impl Iterator<Item = usize> + use<> {
        let own = of_board(self.tables) + hand_kind * IN_HAND + number;
        let features = (number < IN_HAND).then(|| self.both(side, own));
        features.into_iter().flatten()
    }
}

/// Whether it is the other leader's, the leader's square, the side, and the place among those of a side.
fn parts(tables: &Tables, feature: usize) -> (usize, usize, usize, usize) {
    let (leader, place) = (feature / places(tables), feature % places(tables));
    (
        leader / squares(tables),
        leader % squares(tables),
        place / of_side(tables),
        place % of_side(tables),
    )
}

fn number(tables: &Tables, [of_other, leader, side, own]: [usize; 4]) -> usize {
    (of_other * squares(tables) + leader) * places(tables) + side * of_side(tables) + own
}

impl Features<Koma> for KomaFeatures {
    fn count(&self, game: &Koma) -> usize {
        2 * squares(&game.tables) * places(&game.tables)
    }

    fn seen_by_second(&self, game: &Koma, feature: usize) -> usize {
        let tables = &*game.tables;
        let (of_other, leader, side, own) = parts(tables, feature);
        let last = squares(tables) - 1;
        let turned = match own < of_board(tables) {
            true => {
                let square = own % squares(tables);
                own - square + (last - square)
            }
            false => own,
        };
        number(tables, [of_other, last - leader, 1 - side, turned])
    }

    fn mirrored(&self, game: &Koma, feature: usize) -> usize {
        let tables = &*game.tables;
        if !tables.mirrors {
            return feature;
        }
        let (of_other, leader, side, own) = parts(tables, feature);
        let image = match own < of_board(tables) {
            true => {
                let square = own % squares(tables);
                own - square + other_file(tables, square)
            }
            false => own,
        };
        number(tables, [of_other, other_file(tables, leader), side, image])
    }

    fn groups(&self, game: &Koma) -> usize {
        2 * places(&game.tables)
    }

    fn group(&self, game: &Koma, feature: usize) -> usize {
        let tables = &*game.tables;
        let (of_other, _, side, own) = parts(tables, feature);
        of_other * places(tables) + side * of_side(tables) + own
    }

    #[inline]
    fn each(&self, game: &Koma, at: &Position, see: &mut impl FnMut(usize)) {
        let tables = &*game.tables;
        let leaders = Leaders::of(tables, at);
        for side in Side::BOTH {
            for square in bits(at.pieces(side)) {
                for feature in leaders.on_board(side, at.code_at(square), square) {
                    see(feature);
                }
            }
            if at.hand(side) == 0 {
                continue;
            }
            for hand_kind in 0..tables.hand_codes.len() {
                for number in 0..at.in_hand(side, hand_kind).min(IN_HAND) {
                    for feature in leaders.in_hand(side, hand_kind, number) {
                        see(feature);
                    }
                }
            }
        }
    }

    #[inline]
    fn changes(
        &self,
        game: &Koma,
        before: &Position,
        mv: Move,
        after: &Position,
        see: &mut impl FnMut(FeatureChange),
    ) -> bool {
        let tables = &*game.tables;
        let side = before.turn();
        let leaders = Leaders::of(tables, before);
        match mv.action() {
            Action::Pass => {}
            Action::Drop { kind, to } => {
                let Some(hand_kind) = tables.hand_kind[kind].map(usize::from) else {
                    return false;
                };
                let last = after.in_hand(side, hand_kind);
                let gone = leaders.in_hand(side, hand_kind, last);
                gone.for_each(|feature| see(FeatureChange::Gone(feature)));
                let new = leaders.on_board(side, kind, to).into_iter();
                new.for_each(|feature| see(FeatureChange::New(feature)));
            }
            Action::Step { from, to, .. } => {
                let (code, taken) = (before.code_at(from), before.code_at(to));
                if code == ROYAL || taken == ROYAL {
                    return false;
                }
                let gone = leaders.on_board(side, code, from).into_iter();
                gone.for_each(|feature| see(FeatureChange::Gone(feature)));
                let new = leaders.on_board(side, after.code_at(to), to).into_iter();
                new.for_each(|feature| see(FeatureChange::New(feature)));
                if taken == 0 {
                    return true;
                }
                let gone = leaders.on_board(!side, taken, to).into_iter();
                gone.for_each(|feature| see(FeatureChange::Gone(feature)));
                let hand_kind = tables.hand_kind[taken].map(usize::from);
                if let Some(hand_kind) = hand_kind
                    && game.options.captures == Captures::Hand
                {
                    let last = before.in_hand(side, hand_kind);
                    let new = leaders.in_hand(side, hand_kind, last);
                    new.for_each(|feature| see(FeatureChange::New(feature)));
                }
            }
        }
        true
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
