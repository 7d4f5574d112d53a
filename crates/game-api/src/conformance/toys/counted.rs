//! A long game that counts what is asked of it, for tests of those who should ask little.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::{Declare, Diagram, Game, GameOptions, Notation, Outcome, Picture, ReadError, Side};

/// The number of moves after which the game is drawn.
const LENGTH: u32 = 1_000;

/// The sides take steps in turn, one or two at a time, until a thousand moves have been made.
#[derive(Clone, Default, Debug)]
pub struct Counted {
    /// What has been asked so far; clones of the game share it.
    pub calls: Arc<Calls>,
}

/// How often each question has been asked.
#[derive(Default, Debug)]
pub struct Calls {
    reads: AtomicUsize,
    plays: AtomicUsize,
    writes: AtomicUsize,
}

impl Calls {
    /// Moves read, moves played and moves written since the last call.
    pub fn take(&self) -> (usize, usize, usize) {
        let take = |counter: &AtomicUsize| counter.swap(0, Ordering::Relaxed);
        (take(&self.reads), take(&self.plays), take(&self.writes))
    }
}

/// Moves made, and where they led.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Walk {
    moves: u32,
    steps: u32,
}

impl Game for Counted {
    type Position = Walk;
    type Move = u32;

    fn start(&self) -> Walk {
        Walk { moves: 0, steps: 0 }
    }

    fn turn(&self, at: &Walk) -> Side {
        Side::BOTH[at.moves as usize % 2]
    }

    fn legal_moves(&self, at: &Walk, moves: &mut Vec<u32>) {
        if at.moves < LENGTH {
            moves.extend([1, 2]);
        }
    }

    fn play(&self, at: &mut Walk, steps: u32) {
        self.calls.plays.fetch_add(1, Ordering::Relaxed);
        at.moves += 1;
        at.steps += steps;
    }

    fn outcome(&self, at: &Walk) -> Option<Outcome> {
        (at.moves >= LENGTH).then(|| Outcome::draw("repetition"))
    }

    fn key(&self, at: &Walk) -> u64 {
        u64::from(at.moves) << 32 | u64::from(at.steps)
    }
}

impl Notation for Counted {
    fn read_position(&self, text: &str) -> Result<Walk, ReadError> {
        let read = || {
            let (moves, steps) = text.split_once('/')?;
            let at = Walk {
                moves: moves.parse().ok()?,
                steps: steps.parse().ok()?,
            };
            (at.moves <= LENGTH && at.steps <= 2 * at.moves).then_some(at)
        };
        read().ok_or_else(|| ReadError::new("", "MOVES/STEPS", text))
    }

    fn write_position(&self, at: &Walk) -> String {
        format!("{}/{}", at.moves, at.steps)
    }

    fn read_move(&self, at: &Walk, text: &str) -> Result<u32, ReadError> {
        self.calls.reads.fetch_add(1, Ordering::Relaxed);
        match text {
            "1" if at.moves < LENGTH => Ok(1),
            "2" if at.moves < LENGTH => Ok(2),
            _ => Err(ReadError::new("move", "1 or 2", text)),
        }
    }

    fn write_move(&self, _at: &Walk, steps: u32) -> String {
        self.calls.writes.fetch_add(1, Ordering::Relaxed);
        steps.to_string()
    }
}

impl Picture for Counted {
    fn diagram(&self, _at: &Walk) -> Diagram {
        Diagram {
            width: 1,
            height: 1,
            files: vec!["a".to_owned()],
            ranks: vec!["1".to_owned()],
            cells: vec![None],
            hands: [Vec::new(), Vec::new()],
            alerts: Vec::new(),
        }
    }

    fn touches(&self, _at: &Walk, _steps: u32) -> (Option<usize>, Option<usize>) {
        (None, None)
    }
}

impl GameOptions for Counted {}

impl Declare for Counted {}
