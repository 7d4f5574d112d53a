//! Whether a side can reach the enemy's goal within one turn.

use yomikiri_game_api::Side;

use super::board::{SIZE, Square, squares, target};
use super::cube::{Orientation, ROLLED};
use super::position::Position;

/// Whether one of the side's cubes can walk to the enemy's goal with `actions` actions in a row
/// while the others stay. Every such walk is direct: each step leads nearer.
pub(crate) fn reaches_goal(at: &Position, side: Side, actions: usize) -> bool {
    let near = at.cubes(side) & NEAR[actions.min(3)][side.index()];
    squares(near).any(|from| walk(at, side, from, at.cube_on(from)))
}

/// Tries each step that leads nearer. The cube still occupies its first square, which is never on
/// the rest of its way.
fn walk(at: &Position, side: Side, from: Square, cube: Orientation) -> bool {
    let goal = target(side);
    if from == goal {
        return true;
    }
    let number = |step: usize| match side {
        Side::First => from.index() + step,
        Side::Second => from.index() - step,
    };
    let ways = [
        (from.rank() != goal.rank(), SIZE, 0),
        (from.file() != goal.file(), 1, 1),
    ];
    ways.into_iter().any(|(open, step, axis)| {
        if !open {
            return false;
        }
        let to = Square::numbered(number(step));
        if at.empty() & to.bit() != 0 {
            walk(at, side, to, ROLLED[axis][cube.index()])
        } else if at.cubes(!side) & to.bit() != 0 && cube.top().beats(at.cube_on(to).top()) {
            walk(at, side, to, cube)
        } else {
            false
        }
    })
}

/// The squares within a number of steps of the goal that each side has to reach.
const NEAR: [[u64; 2]; 4] = {
    let mut near = [[0; 2]; 4];
    let mut number = 0;
    while number < Square::COUNT {
        let square = Square::numbered(number);
        let (first, second) = (
            square.distance(target(Side::First)),
            square.distance(target(Side::Second)),
        );
        let mut steps = 1;
        while steps < 4 {
            if first <= steps {
                near[steps][0] |= square.bit();
            }
            if second <= steps {
                near[steps][1] |= square.bit();
            }
            steps += 1;
        }
        number += 1;
    }
    near
};
