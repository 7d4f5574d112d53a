//! Go on a strip of points, with positional superko.

use crate::{
    Arrange, Console, ConsoleCommand, ConsoleReply, Count, Game, Line, Outcome, ReadError, Settle,
    Side, Term,
};

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

    /// Whose each point is: stones, and the empty stretches that only one side borders.
    fn owners(&self, points: &[Option<Side>]) -> Vec<Option<Side>> {
        let mut owners = points.to_vec();
        let mut i = 0;
        while i < points.len() {
            if points[i].is_some() {
                i += 1;
                continue;
            }
            let end = (i..points.len()).find(|&j| points[j].is_some());
            let left = i.checked_sub(1).and_then(|j| points[j]);
            let right = end.and_then(|j| points[j]);
            let end = end.unwrap_or(points.len());
            let owner = match (left, right) {
                (Some(left), Some(right)) => (left == right).then_some(left),
                (left, right) => left.or(right),
            };
            owners[i..end].fill(owner);
            i = end;
        }
        owners
    }

    /// The result on a board.
    fn counted(&self, points: &[Option<Side>]) -> Count {
        let owners = self.owners(points);
        let half_points = |side| {
            let own = owners.iter().filter(|owner| **owner == Some(side));
            2 * own.count() as i32
        };
        let [first, second] = Side::BOTH.map(half_points);
        Count {
            outcome: Outcome::by_margin(first - second, "area"),
            parts: vec![Term {
                name: "area",
                first,
                second,
            }],
            owners,
        }
    }
}

impl Arrange for Superko {
    fn with_turn(&self, at: &Strip, side: Side) -> Option<Strip> {
        let mut arranged = at.clone();
        if at.turn != side {
            arranged.turn = side;
            arranged.passes = 0;
        }
        Some(arranged)
    }

    fn with_cells(
        &self,
        at: &Strip,
        changes: &[(usize, Option<&str>)],
    ) -> Result<Strip, ReadError> {
        let mut arranged = at.clone();
        arranged.passes = 0;
        for &(cell, letter) in changes {
            let side = match letter {
                None => None,
                Some("X") => Some(Side::First),
                Some("O") => Some(Side::Second),
                Some(letter) => return Err(ReadError::new("set-up", "X or O", letter)),
            };
            let point = arranged.points.get_mut(cell);
            let off_board = || ReadError::new("set-up", "a cell of the board", &cell.to_string());
            *point.ok_or_else(off_board)? = side;
        }
        let mut left = arranged.points.clone();
        match Side::BOTH.iter().any(|&side| self.take(&mut left, side)) {
            true => Err(ReadError::new("set-up", "stones with liberties", "none")),
            false => Ok(arranged),
        }
    }

    fn resumed(&self, at: &Strip) -> Option<Strip> {
        (at.passes == 2).then(|| Strip {
            passes: 0,
            ..at.clone()
        })
    }
}

impl Settle for Superko {
    fn is_stopped(&self, at: &Strip) -> bool {
        at.passes == 2
    }

    fn together(&self, at: &Strip, cell: usize) -> Vec<usize> {
        let side = at.points.get(cell).copied().flatten();
        let same = |i: &usize| at.points[*i] == side;
        match side {
            None => Vec::new(),
            Some(_) => {
                let from = (0..=cell).rev().take_while(same).last();
                let to = (cell..self.size).take_while(same).last();
                (from.unwrap_or(cell)..=to.unwrap_or(cell)).collect()
            }
        }
    }

    fn count(&self, at: &Strip, dead: &[usize]) -> Count {
        let mut points = at.points.clone();
        for &cell in dead {
            if let Some(point) = points.get_mut(cell) {
                *point = None;
            }
        }
        self.counted(&points)
    }
}

/// Commands about the strip: `stones`, the number of stones of both sides, and `clear`, which takes
/// all of them off.
#[derive(Copy, Clone, Debug)]
pub struct StripConsole;

impl Console<Superko> for StripConsole {
    fn commands(&self) -> &'static [ConsoleCommand] {
        &[
            ConsoleCommand {
                name: "stones",
                analyze: "string/Stones/stones",
            },
            ConsoleCommand {
                name: "clear",
                analyze: "",
            },
        ]
    }

    fn obey(
        &self,
        game: &Superko,
        line: &Line<Superko>,
        name: &str,
        _args: &[&str],
    ) -> Result<ConsoleReply<Strip>, String> {
        let at = line.last();
        match name {
            "stones" => {
                let stones = |side| {
                    at.points
                        .iter()
                        .filter(|point| **point == Some(side))
                        .count()
                };
                let [first, second] = Side::BOTH.map(stones);
                Ok(ConsoleReply::text(format!("{first} {second}")))
            }
            "clear" => Ok(ConsoleReply {
                text: String::new(),
                position: Some(Strip {
                    turn: at.turn,
                    ..game.start()
                }),
            }),
            _ => Err("unknown command".into()),
        }
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
        (at.passes == 2).then(|| self.counted(&at.points).outcome)
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
