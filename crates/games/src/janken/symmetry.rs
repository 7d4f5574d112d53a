//! The twelve symmetries of the rules, without the setup.

use yomikiri_game_api::Side;

use super::board::Square;
use super::cube::Orientation;
use super::moves::{Action, Move, Step};
use super::position::Position;

/// An exchange of symbols, squares and sides that keeps the rules.
///
/// Applied to both positions and moves, it only renames them. It does not hold during the setup,
/// where First comes first and the squares have an order.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry {
    /// Every symbol becomes the one this many places further in the cycle: 0, 1 or 2.
    pub exchange: u8,
    /// The board is mirrored in the diagonal from a1 to f6; fronts and sides are swapped.
    pub mirror: bool,
    /// The board is rotated by 180 degrees, and cubes and turn change owner.
    pub half_turn: bool,
}

impl Symmetry {
    /// All twelve, identity first.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        (0..12).map(|number| Symmetry {
            exchange: number % 3,
            mirror: number / 3 % 2 == 1,
            half_turn: number / 6 == 1,
        })
    }

    /// The image of a square.
    pub fn square(self, mut square: Square) -> Square {
        if self.mirror {
            square = square.mirrored();
        }
        if self.half_turn {
            square = square.turned();
        }
        square
    }

    /// The image of a cube.
    pub fn cube(self, cube: Orientation) -> Orientation {
        let top = cube.top().on(usize::from(self.exchange));
        Orientation::new(top, cube.is_odd() != self.mirror)
    }

    /// The image of a position after the setup.
    pub fn position(self, at: &Position) -> Position {
        debug_assert!(!at.is_setup());
        let side = |side: Side| if self.half_turn { !side } else { side };
        let mut image = Position::bare(side(at.side()));
        for (square, owner, cube) in at.pieces() {
            image.put(self.square(square), side(owner), self.cube(cube));
        }
        let last = at.last().map(|step| self.step(step));
        image.set_turn(side(at.side()), at.left(), last);
        image
    }

    fn step(self, step: Step) -> Step {
        Step {
            from: self.square(step.from),
            to: self.square(step.to),
        }
    }

    /// The image of an action.
    pub fn action(self, mv: Move) -> Move {
        match mv.action() {
            Action::Step(step) => {
                let Step { from, to } = self.step(step);
                Move::step(from, to)
            }
            Action::Place { square, cube } => Move::place(self.square(square), self.cube(cube)),
            Action::Pass => mv,
        }
    }
}
