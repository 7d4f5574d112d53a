//! Every number of the evaluation in one list, for tuning: the weights, then both tables of placement, whose left
//! and right halves are tied.

use yomikiri_game_api::{Evaluate, Side};

use super::counts::Census;
use super::eval::{FULL, XiangqiEval, crowd};
use super::game::Xiangqi;
use super::pieces::{Kind, RANKS, file_of, own_rank};
use super::placement::{HALVES, Half, both_halves};
use super::position::Position;
use super::tables::points;
use super::weights::{COUNT, Weight, Weights};
use super::winless;

/// Numbers of a half table: ten ranks, five distances from the middle file.
const OF_A_KIND: usize = RANKS * 5;
const OF_A_TABLE: usize = Kind::ALL.len() * OF_A_KIND;

const KINDS: [&str; 7] = [
    "king", "advisor", "elephant", "horse", "rook", "cannon", "pawn",
];

impl XiangqiEval {
    /// The names and values of all parameters, as the program has them. A number of placement is named after its
    /// kind and point, seen by First on the left half: `horse-c4`, and `horse-c4-crowd` for what a full board adds.
    pub fn parameters() -> Vec<(String, i32)> {
        let mut all = Weights::default().named();
        for (halves, ending) in HALVES.iter().zip(["", "-crowd"]) {
            for (half, kind) in halves.iter().zip(KINDS) {
                for (rank, row) in half.iter().enumerate() {
                    for (far, &value) in row.iter().enumerate() {
                        let file = char::from(b'e' - far as u8);
                        all.push((format!("{kind}-{file}{rank}{ending}"), i32::from(value)));
                    }
                }
            }
        }
        all
    }

    /// The evaluation with these values, in the order of [`XiangqiEval::parameters`].
    pub fn with_parameters(values: &[i32]) -> XiangqiEval {
        let (weights, tables) = values.split_at(COUNT.min(values.len()));
        let table = |number: usize| {
            let half = |kind: usize| -> Half {
                let at = |rank: usize, far: usize| {
                    let at = number * OF_A_TABLE + kind * OF_A_KIND + rank * 5 + far;
                    let start = HALVES[number][kind][rank][far];
                    let value = tables.get(at).copied().unwrap_or(i32::from(start));
                    value.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16
                };
                std::array::from_fn(|rank| std::array::from_fn(|far| at(rank, far)))
            };
            let halves: [Half; 7] = std::array::from_fn(half);
            both_halves(halves.each_ref())
        };
        let weights = Weights::default().with(weights);
        XiangqiEval::with_places(weights, [table(0), table(1)])
    }

    /// The evaluation of a position for First, and how much it grows with each parameter. `None` where it is not
    /// linear: a side is ahead that cannot win. The weight `placement`, a factor of the tables, is left alone.
    pub fn slopes(&self, at: &Position, slopes: &mut Vec<(u16, f32)>) -> Option<f32> {
        slopes.clear();
        let census = Census::of(at);
        let game = Xiangqi::default();
        let points_of_mover = self.evaluate(&game, at).0;
        let (value, ahead) = match at.turn() {
            Side::First => (points_of_mover, points_of_mover > 0),
            Side::Second => (-points_of_mover, points_of_mover < 0),
        };
        let leader = if ahead { Side::First } else { Side::Second };
        if winless::cannot_win(census, leader) {
            return None;
        }
        for (weight, count) in self.counts(at).into_iter().enumerate() {
            if count != 0 {
                slopes.push((weight as u16, count as f32));
            }
        }
        let part = self.weights().get(Weight::Placement) as f32 / 100.0;
        let crowd = crowd(at.occupied().count_ones() as i32) as f32 / FULL as f32;
        let begin = slopes.len();
        for side in Side::BOTH {
            let sign = if side == Side::First { part } else { -part };
            for square in points(at.pieces[side.index()]) {
                let Some((kind, _)) = at.at(square) else {
                    continue;
                };
                let far = file_of(square).abs_diff(4);
                let half = kind as usize * OF_A_KIND + own_rank(square, side) * 5 + far;
                slopes.push(((COUNT + half) as u16, sign));
                slopes.push(((COUNT + OF_A_TABLE + half) as u16, sign * crowd));
            }
        }
        // A number that both sides use, or one side twice, stands there once.
        slopes[begin..].sort_by_key(|(at, _)| *at);
        let mut last = begin;
        for at in begin..slopes.len() {
            let (name, slope) = slopes[at];
            match last > begin && slopes[last - 1].0 == name {
                true => slopes[last - 1].1 += slope,
                false => {
                    slopes[last] = (name, slope);
                    last += 1;
                }
            }
        }
        slopes.truncate(last);
        slopes.retain(|(_, slope)| *slope != 0.0);
        Some(value as f32)
    }
}
