//! The document's three ways to choose among candidates.

use yomikiri_game_api::{Game, Side};

use super::candidates::{Candidate, candidates};
use super::weights::Weights;
use crate::go::game::Go;
use crate::go::position::{Move, Position};
use crate::go::reading::ReadingLimits;
use crate::go::sees::Sight;

/// A way to choose.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Chooser {
    /// 加点方式: points add up on each point, the highest total wins.
    Sum,
    /// 優先順位方式: the best move of the first kind that has one.
    Priority,
    /// 探索方式: plays each candidate, looks at the board again, takes the best; with a depth of 2 after the
    /// enemy's best answer.
    Search {
        /// 1 or 2.
        depth: u32,
    },
}

/// Candidates that are searched, of the mover and of the enemy.
const WIDTH: [usize; 2] = [10, 6];

/// The choice: a candidate's number in the list, with its score in tenths of a point for the mover and the
/// number of boards that were looked at. `None`: no candidate is better than passing.
pub(super) struct Choice {
    pub(super) index: Option<usize>,
    pub(super) tenths: i32,
    pub(super) boards: u64,
}

impl Chooser {
    pub(super) fn choose(
        self,
        game: &Go,
        at: &Position,
        all: &[Candidate],
        weights: &Weights,
        limits: ReadingLimits,
    ) -> Choice {
        let side = at.turn();
        match self {
            Chooser::Sum => Choice {
                index: (!all.is_empty()).then_some(0),
                tenths: all.first().map_or(0, |candidate| 10 * candidate.total),
                boards: 0,
            },
            Chooser::Priority => {
                // A candidate stands under its first kind in the order of kinds.
                let kind = |candidate: &Candidate| {
                    candidate.reasons.iter().map(|because| because.reason).min()
                };
                let best = all.iter().enumerate().min_by_key(|(number, candidate)| {
                    (kind(candidate), std::cmp::Reverse(candidate.total), *number)
                });
                Choice {
                    index: best.map(|(number, _)| number),
                    tenths: best.map_or(0, |(_, candidate)| 10 * candidate.total),
                    boards: 0,
                }
            }
            Chooser::Search { depth } => {
                let mut search = Search {
                    game,
                    weights,
                    limits,
                    boards: 0,
                };
                search.choose(at, side, all, depth)
            }
        }
    }
}

struct Search<'a> {
    game: &'a Go,
    weights: &'a Weights,
    limits: ReadingLimits,
    boards: u64,
}

impl Search<'_> {
    fn choose(&mut self, at: &Position, side: Side, all: &[Candidate], depth: u32) -> Choice {
        let mut pass = *at;
        self.game.play(&mut pass, Move::PASS);
        let mut best = Choice {
            index: None,
            tenths: self.value(&pass, side, depth - 1),
            boards: 0,
        };
        for (number, candidate) in all.iter().take(WIDTH[0]).enumerate() {
            let mut next = *at;
            self.game.play(&mut next, Move::at(candidate.cell));
            let tenths = self.value(&next, side, depth - 1);
            if tenths > best.tenths {
                best.index = Some(number);
                best.tenths = tenths;
            }
        }
        best.boards = self.boards;
        best
    }

    /// What a board with the enemy to move is worth for a side.
    fn value(&mut self, at: &Position, side: Side, depth: u32) -> i32 {
        let sign = 1 - 2 * side.index() as i32;
        self.boards += 1;
        let mut worst = sign * Sight::of(self.game, at, self.limits).estimate.tenths;
        if depth == 0 {
            return worst;
        }
        let answers = candidates(self.game, at, !side, self.weights, self.limits);
        for answer in answers.iter().take(WIDTH[1]) {
            let mut next = *at;
            next.passes = 0;
            self.game.play(&mut next, Move::at(answer.cell));
            self.boards += 1;
            worst = worst.min(sign * Sight::of(self.game, &next, self.limits).estimate.tenths);
        }
        worst
    }
}
