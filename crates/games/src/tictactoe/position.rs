//! The board and its own methods.

use yomikiri_game_api::{BoardSymmetry, Side};

/// One of the nine cells, numbered in rows from the top left: the move of this game.
///
/// A move is a newtype rather than a bare number, and small: searches copy it millions of times.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(u8);

const _: () = assert!(size_of::<Cell>() <= 4);

impl Cell {
    /// Number of cells.
    pub const COUNT: usize = 9;

    /// Every cell, in order.
    pub fn all() -> impl Iterator<Item = Cell> {
        (0..Cell::COUNT as u8).map(Cell)
    }

    /// The cell in this column from the left and row from the top, both counted from 0;
    /// `None` off the board.
    pub fn at(column: usize, row: usize) -> Option<Cell> {
        (column < 3 && row < 3).then_some(Cell((row * 3 + column) as u8))
    }

    /// The number of the cell: the subscript of per-cell arrays.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The column, counted from the left from 0.
    pub fn column(self) -> usize {
        self.index() % 3
    }

    /// The row, counted from the top from 0.
    pub fn row(self) -> usize {
        self.index() / 3
    }

    /// Where the cell comes to lie when the board is laid on itself.
    pub(super) fn image(self, symmetry: BoardSymmetry) -> Cell {
        Cell(symmetry.cell(3, 3, self.index()) as u8)
    }

    /// The set of this cell only.
    fn bit(self) -> u16 {
        1 << self.0
    }
}

/// The cells of the eight winning lines, one bit per cell: rows, columns, diagonals.
const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

const FULL: u16 = 0b111_111_111;

/// The lines that are completely in a set of cells.
fn finished_lines(cells: u16) -> impl Iterator<Item = u16> {
    LINES.into_iter().filter(move |line| cells & line == *line)
}

/// A position: the marks of both sides, one bit per cell.
///
/// The side to move is not stored, because `X` always begins: equal counts mean `X`. A game in
/// which the board does not determine the side to move stores it here, and in its key.
///
/// A board only comes from [`Board::EMPTY`] by playing, or through `Board::checked`. So every board
/// in the program can occur in a game, and other files need not check again.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    marks: [u16; 2],
}

/// Why marks cannot occur in a game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Impossible {
    /// `X` has neither as many marks as `O` nor one more.
    Counts { crosses: u32, noughts: u32 },
    /// Each side has a line, but the first one would have ended the game.
    BothWon,
    /// The side with a line did not make the last move.
    PlayedOn { winner: Side },
}

impl Board {
    /// The board at the start.
    pub const EMPTY: Board = Board { marks: [0, 0] };

    /// The board with these marks, if it can occur in a game.
    pub(super) fn checked(marks: [Vec<Cell>; 2]) -> Result<Board, Impossible> {
        let marks = marks.map(|cells| cells.iter().fold(0, |set, cell| set | cell.bit()));
        debug_assert_eq!(marks[0] & marks[1], 0, "a cell holds one mark");
        let [crosses, noughts] = marks.map(u16::count_ones);
        if crosses != noughts && crosses != noughts + 1 {
            return Err(Impossible::Counts { crosses, noughts });
        }
        let board = Board { marks };
        match Side::BOTH.map(|side| board.has_line(side)) {
            [true, true] => Err(Impossible::BothWon),
            [false, false] => Ok(board),
            [first, _] => {
                let winner = if first { Side::First } else { Side::Second };
                // The winner made the last move, so the loser would be to move.
                if board.turn() == winner {
                    Err(Impossible::PlayedOn { winner })
                } else {
                    Ok(board)
                }
            }
        }
    }

    /// The side to move (also if the game is over).
    pub fn turn(&self) -> Side {
        if self.marks[0].count_ones() == self.marks[1].count_ones() {
            Side::First
        } else {
            Side::Second
        }
    }

    /// The owner of the mark on the cell.
    pub fn mark(&self, cell: Cell) -> Option<Side> {
        Side::BOTH
            .into_iter()
            .find(|side| self.marks[side.index()] & cell.bit() != 0)
    }

    /// Puts the mover's mark on an empty cell.
    pub(super) fn put(&mut self, cell: Cell) {
        debug_assert_eq!(self.mark(cell), None, "the cell is empty");
        self.marks[self.turn().index()] |= cell.bit();
    }

    /// The empty cells, in order.
    pub fn empty_cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let taken = self.marks[0] | self.marks[1];
        Cell::all().filter(move |cell| taken & cell.bit() == 0)
    }

    /// Whether no cell is empty.
    pub fn is_full(&self) -> bool {
        self.marks[0] | self.marks[1] == FULL
    }

    /// Whether the side has three in a row.
    pub fn has_line(&self, side: Side) -> bool {
        finished_lines(self.marks[side.index()]).next().is_some()
    }

    /// The cells of the side's finished lines.
    pub fn line_cells(&self, side: Side) -> Vec<Cell> {
        let cells = finished_lines(self.marks[side.index()]).fold(0, |set, line| set | line);
        Cell::all().filter(|cell| cells & cell.bit() != 0).collect()
    }

    /// The lines that the side can still complete: those without an opposing mark.
    pub fn open_lines(&self, side: Side) -> u32 {
        let theirs = self.marks[(!side).index()];
        LINES.iter().filter(|&&line| theirs & line == 0).count() as u32
    }

    /// Whether a mark of the side on this empty cell would make three in a row.
    pub fn would_win(&self, side: Side, cell: Cell) -> bool {
        let own = self.marks[side.index()] | cell.bit();
        finished_lines(own).next().is_some()
    }

    /// The board laid on itself.
    pub(super) fn image(&self, symmetry: BoardSymmetry) -> Board {
        let image = |marks: u16| {
            let cells = Cell::all().filter(|cell| marks & cell.bit() != 0);
            cells.fold(0, |set, cell| set | cell.image(symmetry).bit())
        };
        Board {
            marks: self.marks.map(image),
        }
    }

    /// A number unique to this board.
    pub(super) fn number(&self) -> u64 {
        u64::from(self.marks[0]) << 9 | u64::from(self.marks[1])
    }
}
