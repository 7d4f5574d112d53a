//! The evaluation: the five terms of the thesis that this game follows (section 5), each by side:
//! material, piece-square tables, mobility, coordination, king safety.

use yomikiri_game_api::{Evaluate, Explain, Incremental, Score, Side, Term};

use super::counts::{Census, Counts, Sum, Tally, count};
use super::game::Xiangqi;
use super::pieces::{Kind, Move, POINTS, Piece, Square, turned};
use super::placement::{PLACEMENT, Places, ROOM};
use super::position::Position;
use super::tables::points;
use super::weights::{COUNT, TERMS, TermName, Weight, Weights};
use super::winless;
#[cfg(target_arch = "x86_64")]
use crate::cpu::has_bits;

/// The term that takes an advantage away which cannot be turned into a win; listed where there is one.
const CANNOT_WIN: &str = "cannot_win";

/// The evaluation with its weights and the tables derived from them.
#[derive(Clone, Debug)]
pub struct XiangqiEval {
    weights: Weights,
    /// Placement on a board of sixteen pieces, and what a full board adds.
    places: Box<[Places; 2]>,
    /// Value of a piece with its placement, by code and point; First's positive, Second's negative.
    standing: Box<[[i32; POINTS]; 16]>,
    /// Additional value of a piece on a full board compared with sixteen pieces, by code and point,
    /// for its own side.
    room: Box<[[i32; POINTS]; 16]>,
}

impl Default for XiangqiEval {
    fn default() -> Self {
        XiangqiEval::new(Weights::default())
    }
}

/// The incremental part, First's minus Second's where it is a sum.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Accumulator {
    /// Material and placement.
    standing: i32,
    /// The value of sixteen additional pieces to each side.
    room: [i32; 2],
    /// Pieces on the board.
    pieces: i32,
    census: Census,
}

/// A full board has this many pieces more than sixteen.
pub(super) const FULL: i32 = 16;

/// Pieces on the board above sixteen, as far as values depend on them. They are fitted to games, where boards with
/// fewer than ten pieces are rare: the same slope on these would make an elephant worth less than nothing.
#[inline(always)]
pub(super) fn crowd(pieces: i32) -> i32 {
    pieces.max(10) - 16
}

impl Accumulator {
    /// The value of a crowded board to a side.
    #[inline(always)]
    fn in_crowd(&self, side: usize) -> i32 {
        (self.room[side] * crowd(self.pieces)).div_euclid(FULL)
    }
}

/// The weights of a kind's value and of its adjustment on a crowded board; kings have neither.
const KINDS: [(Kind, Weight, Weight); 6] = [
    (Kind::Advisor, Weight::Advisor, Weight::AdvisorCrowd),
    (Kind::Elephant, Weight::Elephant, Weight::ElephantCrowd),
    (Kind::Horse, Weight::Horse, Weight::HorseCrowd),
    (Kind::Rook, Weight::Rook, Weight::RookCrowd),
    (Kind::Cannon, Weight::Cannon, Weight::CannonCrowd),
    (Kind::Pawn, Weight::Pawn, Weight::PawnCrowd),
];

impl XiangqiEval {
    /// The evaluation with these weights.
    pub fn new(weights: Weights) -> Self {
        XiangqiEval::with_places(weights, [PLACEMENT, ROOM])
    }

    /// The same with other tables of placement: on a board of sixteen pieces, and what a full board adds.
    pub(super) fn with_places(weights: Weights, places: [Places; 2]) -> Self {
        let mut eval = XiangqiEval {
            weights,
            places: Box::new(places),
            standing: Box::new([[0; POINTS]; 16]),
            room: Box::new([[0; POINTS]; 16]),
        };
        for kind in Kind::ALL {
            let known = KINDS.iter().find(|(known, ..)| *known == kind);
            let (worth, room) = known.map_or((0, 0), |&(_, worth, room)| {
                (weights.get(worth), weights.get(room))
            });
            for (side, sign) in [(Side::First, 1), (Side::Second, -1)] {
                let code = Piece::new(kind, side).code();
                for square in 0..POINTS as Square {
                    let place = eval.place(0, kind, side, square);
                    let more = eval.place(1, kind, side, square);
                    eval.room[code][square as usize] = FULL * room + more;
                    eval.standing[code][square as usize] = sign * (worth + place);
                }
            }
        }
        eval
    }

    /// The weights in use.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Value of a kind.
    #[inline(always)]
    pub(super) fn worth(&self, kind: Kind) -> i32 {
        match kind {
            Kind::King => 0,
            Kind::Advisor => self.weights.get(Weight::Advisor),
            Kind::Elephant => self.weights.get(Weight::Elephant),
            Kind::Horse => self.weights.get(Weight::Horse),
            Kind::Rook => self.weights.get(Weight::Rook),
            Kind::Cannon => self.weights.get(Weight::Cannon),
            Kind::Pawn => self.weights.get(Weight::Pawn),
        }
    }

    /// Value of a point to a side's piece.
    fn place(&self, table: usize, kind: Kind, side: Side, square: Square) -> i32 {
        let square = match side {
            Side::First => square,
            Side::Second => turned(square),
        };
        let points = i32::from(self.places[table][kind as usize][square as usize]);
        points * self.weights.get(Weight::Placement) / 100
    }

    /// The change of material and placement by a move, First's minus Second's; `before` is the
    /// position before it.
    #[inline(always)]
    pub(super) fn change(&self, before: &Position, mv: Move) -> i32 {
        let piece = before.piece(mv.from()).code();
        let taken = before.piece(mv.to()).code();
        let row = &self.standing[piece];
        row[mv.to() as usize] - row[mv.from() as usize] - self.standing[taken][mv.to() as usize]
    }

    fn accumulator(&self, at: &Position) -> Accumulator {
        let mut accumulator = Accumulator {
            standing: 0,
            room: [0; 2],
            pieces: 0,
            census: Census::of(at),
        };
        for square in points(at.occupied()) {
            let code = at.piece(square).code();
            accumulator.standing += self.standing[code][square as usize];
            accumulator.pieces += 1;
        }
        for side in Side::BOTH {
            for square in points(at.pieces[side.index()]) {
                let code = at.piece(square).code();
                accumulator.room[side.index()] += self.room[code][square as usize];
            }
        }
        accumulator
    }

    #[inline(always)]
    fn evaluate_accumulator(&self, at: &Position, accumulator: &Accumulator) -> Score {
        let mut sum = Sum {
            weights: &self.weights,
            points: accumulator.standing + accumulator.in_crowd(0) - accumulator.in_crowd(1),
        };
        count(at, accumulator.census, &mut sum);
        let points = winless::damped(sum.points, accumulator.census);
        Score::eval(match at.turn() {
            Side::First => points,
            Side::Second => -points,
        })
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2")]
    fn judge_with_bits(&self, at: &Position, accumulator: &Accumulator) -> Score {
        self.evaluate_accumulator(at, accumulator)
    }

    /// How often each weight applies, in the order of [`Weight::ALL`], First's minus Second's.
    /// Together with the placement, which is a table, their products with the weights are the
    /// evaluation, except of a side that cannot win.
    pub fn counts(&self, at: &Position) -> Vec<i32> {
        let [first, second] = self.counts_by_side(at).0;
        let both = first.iter().zip(second);
        both.map(|(first, second)| first - second).collect()
    }

    fn counts_by_side(&self, at: &Position) -> Counts {
        let mut counts = Counts([[0; COUNT]; 2]);
        let accumulator = self.accumulator(at);
        for side in Side::BOTH {
            for (kind, worth, in_crowd) in KINDS {
                let pieces = accumulator.census.get(kind, side);
                counts.add(side, worth, pieces);
                counts.add(side, in_crowd, pieces * crowd(accumulator.pieces));
            }
        }
        count(at, accumulator.census, &mut counts);
        counts
    }
}

impl Evaluate<Xiangqi> for XiangqiEval {
    fn evaluate(&self, _game: &Xiangqi, at: &Position) -> Score {
        self.evaluate_accumulator(at, &self.accumulator(at))
    }
}

impl Incremental<Xiangqi> for XiangqiEval {
    type Accumulator = Accumulator;

    fn begin(&self, _game: &Xiangqi, at: &Position) -> Accumulator {
        self.accumulator(at)
    }

    #[inline]
    fn update(
        &self,
        _game: &Xiangqi,
        before: &Position,
        mv: Move,
        _after: &Position,
        accumulator: &Accumulator,
    ) -> Accumulator {
        let mut next = *accumulator;
        next.standing += self.change(before, mv);
        let row = &self.room[before.piece(mv.from()).code()];
        let own = before.turn().index();
        next.room[own] += row[mv.to() as usize] - row[mv.from() as usize];
        let taken = before.piece(mv.to());
        if !taken.is_none() {
            next.room[1 - own] -= self.room[taken.code()][mv.to() as usize];
            next.pieces -= 1;
            next.census = next.census.without(taken.code());
        }
        next
    }

    #[inline]
    fn judge(&self, _game: &Xiangqi, at: &Position, accumulator: &Accumulator) -> Score {
        #[cfg(target_arch = "x86_64")]
        if has_bits() {
            // SAFETY: the processor has these instructions, as just checked.
            return unsafe { self.judge_with_bits(at, accumulator) };
        }
        self.evaluate_accumulator(at, accumulator)
    }
}

impl Explain<Xiangqi> for XiangqiEval {
    fn terms(&self, _game: &Xiangqi, at: &Position) -> Vec<Term> {
        let counts = self.counts_by_side(at).0;
        let mut parts = [[0; TERMS.len()]; 2];
        for side in Side::BOTH {
            let own = &mut parts[side.index()];
            for &weight in Weight::ALL {
                let count = counts[side.index()][weight as usize];
                own[weight.term() as usize] += count * self.weights.get(weight);
            }
            let pieces = points(at.pieces[side.index()]).filter_map(|square| {
                let (kind, _) = at.at(square)?;
                let few = self.place(0, kind, side, square);
                Some((few, self.place(1, kind, side, square)))
            });
            let (few, room) = pieces.fold((0, 0), |sum, piece| (sum.0 + piece.0, sum.1 + piece.1));
            let crowd = crowd(at.occupied().count_ones() as i32);
            own[TermName::PieceSquare as usize] += few + (room * crowd).div_euclid(FULL);
        }
        let mut terms = Term::list(&TERMS, parts);
        let points = terms.iter().map(|term| term.first - term.second).sum();
        let less = winless::damped(points, Census::of(at)) - points;
        if less != 0 {
            terms.push(Term {
                name: CANNOT_WIN,
                first: less.min(0),
                second: -less.max(0),
            });
        }
        terms
    }
}
