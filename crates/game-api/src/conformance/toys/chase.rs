//! A chase on a ring: the side that keeps attacking in a repetition loses.

use crate::{Game, Line, Outcome, Side};

/// Two pieces on a ring of `size` squares (at least 5). A move is a step left or right; stepping onto
/// the other piece wins. Standing next to him after one's move is a threat. At the third occurrence
/// of a position, a side that threatened with every move since the first occurrence, while the
/// other did not, loses; otherwise it is a draw.
#[derive(Copy, Clone, Debug)]
pub struct Chase {
    /// Squares on the ring.
    pub size: u8,
}

/// The ring.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ring {
    pieces: [u8; 2],
    turn: Side,
}

impl Chase {
    /// A position of this ring.
    pub fn place(&self, first: u8, second: u8, turn: Side) -> Ring {
        Ring {
            pieces: [first % self.size, second % self.size],
            turn,
        }
    }

    fn step(&self, from: u8, by: i8) -> u8 {
        (i16::from(from) + i16::from(by)).rem_euclid(i16::from(self.size)) as u8
    }

    /// Whether the side that has just moved stands next to the other.
    fn threatens(&self, at: &Ring) -> bool {
        let [a, b] = at.pieces;
        self.step(a, 1) == b || self.step(a, -1) == b
    }
}

impl Game for Chase {
    type Position = Ring;
    type Move = i8;

    fn start(&self) -> Ring {
        self.place(0, self.size / 2, Side::First)
    }

    fn turn(&self, at: &Ring) -> Side {
        at.turn
    }

    fn legal_moves(&self, at: &Ring, moves: &mut Vec<i8>) {
        if self.outcome(at).is_none() {
            moves.extend([-1, 1]);
        }
    }

    fn play(&self, at: &mut Ring, by: i8) {
        let mover = at.turn.index();
        at.pieces[mover] = self.step(at.pieces[mover], by);
        at.turn = !at.turn;
    }

    fn outcome(&self, at: &Ring) -> Option<Outcome> {
        (at.pieces[0] == at.pieces[1]).then(|| Outcome::win(!at.turn, "taken"))
    }

    fn key(&self, at: &Ring) -> u64 {
        u64::from(at.pieces[0]) << 16 | u64::from(at.pieces[1]) << 8 | at.turn.index() as u64
    }

    fn adjudicate(&self, line: &Line<Self>) -> Option<Outcome> {
        if line.occurrences() < 3 {
            return None;
        }
        let last = line.key(line.ply());
        let since = line.keys().position(|key| key == last)?;
        // Position i + 1 shows what the mover of position i did.
        let always = Side::BOTH.map(|side| {
            (since..line.ply())
                .filter(|&i| line.positions()[i].turn == side)
                .all(|i| self.threatens(&line.positions()[i + 1]))
        });
        Some(match always {
            [true, false] => Outcome::win(Side::Second, "perpetual-chase"),
            [false, true] => Outcome::win(Side::First, "perpetual-chase"),
            _ => Outcome::draw("repetition"),
        })
    }
}
