//! The position and the rules.

use yomikiri_game_api::{Bench, Declare, Game, GameOptions, Outcome, Profile, Side};

pub const COLUMNS: usize = 4;
pub const HEIGHT: usize = 4;
/// Ways to fill a column.
pub const FILLINGS: u64 = (1 << (HEIGHT + 1)) - 1;

/// The rules: two sides drop pieces into columns by turns; three in a row, in any direction, win; a full
/// board is a draw. There are no options.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct DropThree;

/// A column is a binary number: a leading 1, then a digit for each piece from the bottom up, 0 for
/// First's and 1 for Second's. An empty column is 1.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    columns: [u8; COLUMNS],
}

/// A column, from 0.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Column(pub u8);

impl Position {
    pub const EMPTY: Position = Position {
        columns: [1; COLUMNS],
    };

    /// From the numbers of its columns; `None` where no play leads to such numbers of pieces.
    pub fn from_columns(columns: [u8; COLUMNS]) -> Option<Position> {
        let position = Position { columns };
        let count = |side| position.pieces().filter(|(_, _, of)| *of == side).count();
        let (first, second) = (count(Side::First), count(Side::Second));
        let fits = first == second || first == second + 1;
        // The side to move would have won before.
        (fits && !position.has_three(position.turn())).then_some(position)
    }

    pub fn columns(&self) -> [u8; COLUMNS] {
        self.columns
    }

    pub fn height(&self, column: usize) -> usize {
        self.columns[column].ilog2() as usize
    }

    /// The piece in a column and a row, from the bottom.
    pub fn at(&self, column: usize, row: usize) -> Option<Side> {
        let above = self.height(column).checked_sub(row + 1)?;
        Some(match self.columns[column] >> above & 1 {
            0 => Side::First,
            _ => Side::Second,
        })
    }

    fn pieces(&self) -> impl Iterator<Item = (usize, usize, Side)> + '_ {
        let cells = (0..COLUMNS).flat_map(|column| (0..HEIGHT).map(move |row| (column, row)));
        cells.filter_map(|(column, row)| Some((column, row, self.at(column, row)?)))
    }

    pub fn turn(&self) -> Side {
        match self.pieces().count() % 2 {
            0 => Side::First,
            _ => Side::Second,
        }
    }

    pub fn is_full(&self) -> bool {
        (0..COLUMNS).all(|column| self.height(column) == HEIGHT)
    }

    pub fn drop(&mut self, column: usize) {
        let piece = self.turn().index() as u8;
        self.columns[column] = self.columns[column] << 1 | piece;
    }

    /// The position before a piece was dropped into a column; `None` if the top piece there is not of
    /// the side that moved last.
    pub fn lifted(&self, column: usize) -> Option<Position> {
        let top = self.at(column, self.height(column).checked_sub(1)?)?;
        let mut before = *self;
        before.columns[column] >>= 1;
        (top == !self.turn()).then_some(before)
    }

    pub fn has_three(&self, side: Side) -> bool {
        lines().any(|line| line.iter().all(|&(x, y)| self.at(x, y) == Some(side)))
    }

    /// Lines of three without a piece of the other side.
    pub fn open_threes(&self, side: Side) -> usize {
        let is_open =
            |line: &[(usize, usize); 3]| line.iter().all(|&(x, y)| self.at(x, y) != Some(!side));
        lines().filter(is_open).count()
    }
}

/// Every three cells in a row.
pub fn lines() -> impl Iterator<Item = [(usize, usize); 3]> {
    const STEPS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
    let cells = (0..COLUMNS).flat_map(|x| (0..HEIGHT).map(move |y| (x, y)));
    let starts = cells.flat_map(|cell| STEPS.map(|step| (cell, step)));
    starts.filter_map(|((x, y), (dx, dy))| {
        let cell = |steps: isize| {
            let x = x.checked_add_signed(dx * steps).filter(|x| *x < COLUMNS)?;
            let y = y.checked_add_signed(dy * steps).filter(|y| *y < HEIGHT)?;
            Some((x, y))
        };
        Some([cell(0)?, cell(1)?, cell(2)?])
    })
}

impl Game for DropThree {
    type Position = Position;
    type Move = Column;

    fn start(&self) -> Position {
        Position::EMPTY
    }

    fn turn(&self, at: &Position) -> Side {
        at.turn()
    }

    fn legal_moves(&self, at: &Position, moves: &mut Vec<Column>) {
        if self.outcome(at).is_none() {
            let free = (0..COLUMNS).filter(|column| at.height(*column) < HEIGHT);
            moves.extend(free.map(|column| Column(column as u8)));
        }
    }

    fn play(&self, at: &mut Position, mv: Column) {
        at.drop(usize::from(mv.0));
    }

    fn outcome(&self, at: &Position) -> Option<Outcome> {
        let winner = Side::BOTH.into_iter().find(|side| at.has_three(*side));
        match winner {
            Some(winner) => Some(Outcome::win(winner, "three-in-a-row")),
            None => at.is_full().then(|| Outcome::draw("no-room")),
        }
    }

    fn key(&self, at: &Position) -> u64 {
        // An odd factor keeps different positions different and mixes their bits.
        u64::from(u32::from_le_bytes(at.columns)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

impl GameOptions for DropThree {}

impl Declare for DropThree {
    fn profile(&self) -> Profile {
        Profile {
            bench: Some(Bench {
                search_depth: 9,
                perft_depth: 8,
                lines: &["", "b c b"],
            }),
            ..Profile::default()
        }
    }
}
