//! Go on a strip of points, with positional superko.

use crate::{Game, Line, Outcome, Side};

/// One-dimensional Go on `size` points (2 to 8): stones without liberties are taken, suicide is
/// illegal, two passes end the game, area counts, and no board position may come back.
#[derive(Copy, Clone, Debug)]
pub struct Superko {
    /// Points on the strip.
    pub size: usize,
}

/// The strip.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Strip {
    points: Vec<Option<Side>>,
    turn: Side,
    passes: u8,
}

/// A stone on a point, or a pass.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Placement {
    /// A stone.
    Point(u8),
    /// No stone.
    Pass,
}

impl Superko {
    /// Removes the strings of `side` that have no liberty; true if there were any.
    fn take(&self, points: &mut [Option<Side>], side: Side) -> bool {
        let mut taken = false;
        let mut from = 0;
        while from < points.len() {
            if points[from] != Some(side) {
                from += 1;
                continue;
            }
            let to = (from..points.len()).find(|&i| points[i] != Some(side));
            let end = to.unwrap_or(points.len());
            let free_left = from > 0 && points[from - 1].is_none();
            let free_right = end < points.len() && points[end].is_none();
            if !free_left && !free_right {
                points[from..end].fill(None);
                taken = true;
            }
            from = end;
        }
        taken
    }

    /// The board after a stone, or `None` if that would be suicide.
    fn placed(&self, at: &Strip, point: usize) -> Option<Vec<Option<Side>>> {
        let mut points = at.points.clone();
        points[point] = Some(at.turn);
        self.take(&mut points, !at.turn);
        (!self.take(&mut points, at.turn)).then_some(points)
    }

    /// Stones and the empty stretches that only one side borders.
    fn area(&self, at: &Strip, side: Side) -> usize {
        let mut sum = 0;
        let mut i = 0;
        while i < at.points.len() {
            if let Some(owner) = at.points[i] {
                sum += usize::from(owner == side);
                i += 1;
                continue;
            }
            let end = (i..at.points.len()).find(|&j| at.points[j].is_some());
            let left = i.checked_sub(1).and_then(|j| at.points[j]);
            let right = end.and_then(|j| at.points[j]);
            let mut borders = left.into_iter().chain(right).peekable();
            let end = end.unwrap_or(at.points.len());
            if borders.peek().is_some() && borders.all(|owner| owner == side) {
                sum += end - i;
            }
            i = end;
        }
        sum
    }
}

impl Game for Superko {
    type Position = Strip;
    type Move = Placement;

    fn start(&self) -> Strip {
        Strip {
            points: vec![None; self.size],
            turn: Side::First,
            passes: 0,
        }
    }

    fn turn(&self, at: &Strip) -> Side {
        at.turn
    }

    fn legal_moves(&self, at: &Strip, moves: &mut Vec<Placement>) {
        if at.passes == 2 {
            return;
        }
        for point in 0..self.size {
            if at.points[point].is_none() && self.placed(at, point).is_some() {
                moves.push(Placement::Point(point as u8));
            }
        }
        moves.push(Placement::Pass);
    }

    fn play(&self, at: &mut Strip, mv: Placement) {
        match mv {
            Placement::Pass => at.passes += 1,
            Placement::Point(point) => {
                at.points = self.placed(at, usize::from(point)).expect("a legal move");
                at.passes = 0;
            }
        }
        at.turn = !at.turn;
    }

    fn outcome(&self, at: &Strip) -> Option<Outcome> {
        if at.passes < 2 {
            return None;
        }
        let [first, second] = Side::BOTH.map(|side| self.area(at, side) as i32);
        Some(Outcome::by_margin(2 * (first - second), "area"))
    }

    fn key(&self, at: &Strip) -> u64 {
        key_of(&at.points, at.passes, at.turn)
    }

    fn allows(&self, line: &Line<Self>, mv: Placement) -> bool {
        let Placement::Point(point) = mv else {
            return true;
        };
        let Some(after) = self.placed(line.last(), usize::from(point)) else {
            return false;
        };
        // Positional superko: neither side may have been to move on this board before.
        !Side::BOTH
            .into_iter()
            .any(|turn| (0..=2).any(|passes| line.contains_key(key_of(&after, passes, turn))))
    }
}

fn key_of(points: &[Option<Side>], passes: u8, turn: Side) -> u64 {
    let board = points.iter().fold(0, |sum, point| {
        sum * 3 + point.map_or(0, |side| side.index() as u64 + 1)
    });
    (board * 3 + u64::from(passes)) * 2 + turn.index() as u64
}
