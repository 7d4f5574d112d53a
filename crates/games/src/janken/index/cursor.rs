//! Whole turns forward and backward from an index.

use yomikiri_game_api::{Conversion, Cursor, Terminal};

use super::JankenIndexer;
use crate::janken::board::{Direction, HOMES, Square, squares, target};
use crate::janken::generate::{list, targets};
use crate::janken::moves::{Action, Move, Step};
use crate::janken::options::{Options, ReturnRule};
use crate::janken::position::Position;
use crate::janken::threat::reaches_goal;

/// Moves to an index.
pub struct JankenCursor<'i> {
    indexer: &'i JankenIndexer,
    at: Option<Position>,
    moves: Vec<Move>,
}

impl<'i> JankenCursor<'i> {
    pub(super) fn new(indexer: &'i JankenIndexer) -> Self {
        JankenCursor {
            indexer,
            at: None,
            moves: Vec::with_capacity(64),
        }
    }
}

impl Cursor for JankenCursor<'_> {
    fn seek(&mut self, index: u64) {
        self.at = self.indexer.layout_of(index).position(index);
    }

    fn terminal(&self) -> Terminal {
        let Some(at) = &self.at else {
            return Terminal::Illegal;
        };
        let mut moves = Vec::with_capacity(64);
        let wins = reaches_goal(at, at.side(), at.left())
            || !results(&self.indexer.options, at, &mut moves, &mut |result| {
                result.won_by().is_none()
            });
        match wins {
            true => Terminal::WinInOne,
            false => Terminal::Undecided,
        }
    }

    fn successors(&mut self, mut visit: impl FnMut(u64) -> bool) -> bool {
        let (indexer, Some(at)) = (self.indexer, &self.at) else {
            return true;
        };
        let cubes = at.count(!at.side());
        results(&indexer.options, at, &mut self.moves, &mut |result| {
            // The side to move now has lost no cube.
            result.won_by().is_some()
                || result.count(result.side()) != cubes
                || visit(indexer.index_inside(result))
        })
    }

    fn conversions(&mut self, mut visit: impl FnMut(Conversion)) {
        let (indexer, Some(at)) = (self.indexer, &self.at) else {
            return;
        };
        let cubes = at.count(!at.side());
        results(&indexer.options, at, &mut self.moves, &mut |result| {
            if result.won_by().is_none() && result.count(result.side()) != cubes {
                let (child, index) = indexer.index_outside(result);
                visit(Conversion::Tier { child, index });
            }
            true
        });
    }

    fn predecessors(&mut self, mut visit: impl FnMut(u64)) {
        let (indexer, Some(at)) = (self.indexer, &self.at) else {
            return;
        };
        let mut board = *at;
        board.set_turn(!at.side(), at.allowance(!at.side()), None);
        origins(&indexer.options, &board, &mut |origin| {
            visit(indexer.index_inside(origin));
        });
    }
}

/// Calls `visit` with every position after a whole turn, including finished ones, until it returns
/// false; returns false in that case. `moves` is a buffer.
fn results(
    options: &Options,
    at: &Position,
    moves: &mut Vec<Move>,
    visit: &mut impl FnMut(&Position) -> bool,
) -> bool {
    let from = moves.len();
    list(targets(options, at), moves);
    let to = moves.len();
    let mut whole = true;
    if to == from || !options.must_use_all && !at.is_turn_start() {
        let mut next = *at;
        next.end_turn();
        whole = visit(&next);
    }
    for i in from..to {
        if !whole {
            break;
        }
        let Action::Step(step) = moves[i].action() else {
            continue;
        };
        let mut next = *at;
        next.act(step);
        whole = if next.is_turn_start() || next.won_by().is_some() {
            visit(&next)
        } else {
            results(options, &next, moves, visit)
        };
    }
    moves.truncate(from);
    whole
}

/// Calls `visit` with every start of a turn from which a turn without captures leads to this board.
/// The side to move of the board is set to the side that made that turn, with all of its actions.
///
/// A roll is undone by rolling back, so the last action is guessed first. A turn may have fewer
/// actions than allowed only if a pass ended it.
fn origins(options: &Options, board: &Position, visit: &mut impl FnMut(&Position)) {
    let all = board.allowance(board.side());
    if targets(options, board) == [0; 4] {
        visit(board);
    }
    for last in rolls_to(options, board) {
        let mut here = *board;
        for used in 1..=all {
            // The turn had this many actions, and `last` was the last.
            let ended = used == all || {
                here.set_turn(board.side(), all - used, Some(last));
                !options.must_use_all || targets(options, &here) == [0; 4]
            };
            if ended {
                undo(options, board, last, used - 1, all, visit);
            }
        }
    }
}

/// Undoes `last`, and then `before` more actions, in every way.
fn undo(
    options: &Options,
    after: &Position,
    last: Step,
    before: usize,
    all: usize,
    visit: &mut impl FnMut(&Position),
) {
    let mut at = *after;
    at.roll_back(last);
    // With a cube on the goal, the game would have been over.
    if at.cubes(at.side()) & target(at.side()).bit() != 0 {
        return;
    }
    if before == 0 {
        visit(&at);
        return;
    }
    let free = options.return_rule == ReturnRule::TurnOrigin && before + 1 == 3 && all == 3;
    for earlier in rolls_to(options, &at) {
        // `last` must not have been the step back over `earlier`.
        let back = earlier.to == last.from && earlier.from == last.to;
        if free || !back {
            undo(options, &at, earlier, before - 1, all, visit);
        }
    }
}

/// The rolls of the side to move that may have led to this board.
fn rolls_to(options: &Options, at: &Position) -> impl Iterator<Item = Step> {
    let (side, empty) = (at.side(), at.empty());
    let own = at.cubes(side);
    let home = HOMES[side.index()];
    let bound = !options.funbari_return || at.count(side) > 1;
    Direction::ALL.into_iter().flat_map(move |way| {
        // Backwards, the roll leads from `to` to an empty square.
        let mut origins = way.step(own) & empty;
        if bound {
            origins &= !(way.step(own & home) & !home);
        }
        let ends = way.back().step(origins);
        squares(origins)
            .zip(squares(ends))
            .map(|(from, to): (Square, Square)| Step { from, to })
    })
}
