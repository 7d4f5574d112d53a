//! A race in which a turn is made of two actions.

use crate::{Game, Line, Outcome, Side};

/// Both runners start at 0; a turn is two actions, each a step of 1 or 2; who reaches `goal` first
/// wins. The second action of a turn may not repeat the first one's step, so the position must
/// remember the middle of a turn.
#[derive(Copy, Clone, Debug)]
pub struct Actions {
    /// The distance to run.
    pub goal: u8,
}

/// The race.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Race {
    run: [u8; 2],
    turn: Side,
    /// The step made earlier in this turn.
    made: Option<u8>,
}

impl Game for Actions {
    type Position = Race;
    type Move = u8;

    fn start(&self) -> Race {
        Race {
            run: [0, 0],
            turn: Side::First,
            made: None,
        }
    }

    fn turn(&self, at: &Race) -> Side {
        at.turn
    }

    fn legal_moves(&self, at: &Race, moves: &mut Vec<u8>) {
        if self.outcome(at).is_none() {
            moves.extend([1, 2].into_iter().filter(|&step| at.made != Some(step)));
        }
    }

    fn play(&self, at: &mut Race, step: u8) {
        at.run[at.turn.index()] += step;
        match at.made {
            None => at.made = Some(step),
            Some(_) => {
                at.made = None;
                at.turn = !at.turn;
            }
        }
    }

    fn outcome(&self, at: &Race) -> Option<Outcome> {
        Side::BOTH
            .into_iter()
            .find(|side| at.run[side.index()] >= self.goal)
            .map(|side| Outcome::win(side, "goal"))
    }

    fn key(&self, at: &Race) -> u64 {
        let [first, second] = at.run.map(u64::from);
        let made = at.made.map_or(0, u64::from);
        first << 24 | second << 16 | made << 8 | at.turn.index() as u64
    }

    fn adjudicate(&self, _line: &Line<Self>) -> Option<Outcome> {
        None
    }
}
