//! A move in two bytes.

use std::num::NonZeroU16;

use super::board::Square;
use super::cube::Orientation;

/// A move: one action of a turn, or one placement of the setup.
///
/// | bits | meaning |
/// |---|---|
/// | 0–5 | target square |
/// | 6–11 | origin square, or the number of the orientation in a placement |
/// | 12 | is a placement |
/// | 13 | is a pass |
/// | 15 | always set |
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(NonZeroU16);

const PLACE: u16 = 1 << 12;
const PASS: u16 = 1 << 13;
const ALWAYS: u16 = 1 << 15;

const _: () = assert!(size_of::<Option<Move>>() == 2);

/// A move unpacked.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// A cube moves to an adjacent square: a roll if it is empty, else a capture.
    Step(Step),
    /// A cube is placed in the setup.
    Place {
        /// Its square.
        square: Square,
        /// Its orientation.
        cube: Orientation,
    },
    /// The rest of the turn is skipped.
    Pass,
}

/// A step from a square to an adjacent one.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// Origin square.
    pub from: Square,
    /// Target square.
    pub to: Square,
}

impl Move {
    /// The pass.
    pub const PASS: Move = Move::of(PASS);

    const fn of(bits: u16) -> Move {
        match NonZeroU16::new(bits | ALWAYS) {
            Some(bits) => Move(bits),
            None => unreachable!(),
        }
    }

    #[inline(always)]
    pub(crate) const fn step(from: Square, to: Square) -> Move {
        Move::of((to.index() | from.index() << 6) as u16)
    }

    #[inline(always)]
    pub(crate) const fn place(square: Square, cube: Orientation) -> Move {
        Move::of((square.index() | cube.index() << 6) as u16 | PLACE)
    }

    /// The move, unpacked.
    #[inline(always)]
    pub const fn action(self) -> Action {
        let bits = self.0.get();
        if bits & PASS != 0 {
            return Action::Pass;
        }
        let to = Square::numbered((bits & 63) as usize);
        let other = (bits >> 6 & 63) as usize;
        if bits & PLACE == 0 {
            let from = Square::numbered(other);
            Action::Step(Step { from, to })
        } else {
            let cube = Orientation::numbered(other);
            Action::Place { square: to, cube }
        }
    }
}
