//! A move in two bytes.

use std::num::NonZeroU16;

/// A move: a step, a drop or a pass, packed so that `Option<Move>` costs nothing extra.
///
/// | bits | meaning |
/// |---|---|
/// | 0–5 | target square |
/// | 6–11 | origin square, or the kind's code in a drop |
/// | 12 | promotes |
/// | 13 | is a drop |
/// | 14 | is a pass |
/// | 15 | always set |
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(NonZeroU16);

const PROMOTE: u16 = 1 << 12;
const DROP: u16 = 1 << 13;
const PASS: u16 = 1 << 14;
const ALWAYS: u16 = 1 << 15;

const _: () = assert!(size_of::<Option<Move>>() == 2);

/// A move unpacked.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// A piece moves from a square to another and may promote.
    Step {
        /// Origin square.
        from: usize,
        /// Target square.
        to: usize,
        /// Whether the piece promotes.
        promote: bool,
    },
    /// A piece from the hand is dropped on a square.
    Drop {
        /// Code of the kind.
        kind: usize,
        /// Target square.
        to: usize,
    },
    /// The turn passes.
    Pass,
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
    pub(crate) const fn step(from: usize, to: usize, promote: bool) -> Move {
        Move::of((to | from << 6) as u16 | if promote { PROMOTE } else { 0 })
    }

    #[inline(always)]
    pub(crate) const fn drop(kind: usize, to: usize) -> Move {
        Move::of((to | kind << 6) as u16 | DROP)
    }

    /// The move's bits.
    pub(crate) const fn bits(self) -> u16 {
        self.0.get()
    }

    /// The move of [`Move::bits`], if that is what they are.
    pub(crate) const fn from_bits(bits: u16) -> Option<Move> {
        let squares = 1 << 12;
        let known = matches!(bits / squares, 0b1000..=0b1010) || bits == Move::PASS.bits();
        if known { Some(Move::of(bits)) } else { None }
    }

    /// The move, unpacked.
    #[inline(always)]
    pub const fn action(self) -> Action {
        let bits = self.0.get();
        let to = (bits & 63) as usize;
        let from = (bits >> 6 & 63) as usize;
        if bits & (DROP | PASS) == 0 {
            Action::Step {
                from,
                to,
                promote: bits & PROMOTE != 0,
            }
        } else if bits & DROP != 0 {
            Action::Drop { kind: from, to }
        } else {
            Action::Pass
        }
    }
}
