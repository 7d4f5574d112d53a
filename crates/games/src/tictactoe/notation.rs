//! Boards and moves as text.
//!
//! A position is its rows from the top, divided by `/`, then a space and the side to move:
//! `X.O/.X./... o`. Marks are `X` and `O`, an empty cell is `.`, the sides are `x` and `o`.
//!
//! A move is its cell: the column `a` to `c` from the left, the row `1` to `3` from the top, so
//! that `a1` is the top left and `c3` the bottom right.

use yomikiri_game_api::{Notation, ReadError, Side};

use super::game::TicTacToe;
use super::position::{Board, Cell, Impossible};

pub(super) const FILES: [&str; 3] = ["a", "b", "c"];
pub(super) const RANKS: [&str; 3] = ["1", "2", "3"];

/// The letter of a mark.
pub(super) const fn letter(side: Side) -> char {
    match side {
        Side::First => 'X',
        Side::Second => 'O',
    }
}

/// The word for the side to move.
const fn side_word(side: Side) -> &'static str {
    match side {
        Side::First => "x",
        Side::Second => "o",
    }
}

impl Notation for TicTacToe {
    fn read_position(&self, text: &str) -> Result<Board, ReadError> {
        // 1. Two words: the board and the side.
        let words: Vec<&str> = text.split_whitespace().collect();
        let &[board, side] = words.as_slice() else {
            let expected = "a board and a side, such as \".../.X./... o\"";
            return Err(ReadError::new("", expected, text));
        };
        // 2. Three rows of three cells.
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != 3 {
            return Err(ReadError::new("board", "three rows divided by '/'", board));
        }
        let mut marks = [Vec::new(), Vec::new()];
        for (row, cells) in rows.iter().enumerate() {
            read_row(row, cells, &mut marks)?;
        }
        // 3. A side.
        let turn = Side::BOTH
            .into_iter()
            .find(|&of| side_word(of) == side)
            .ok_or_else(|| ReadError::new("side to move", "x or o", side))?;
        // 4. Marks that a game can lead to, with that side to move.
        let position = Board::checked(marks).map_err(|why| explain(why, board))?;
        if position.turn() != turn {
            let expected = format!("{} by the number of marks", side_word(position.turn()));
            return Err(ReadError::new("side to move", expected, side));
        }
        Ok(position)
    }

    fn write_position(&self, at: &Board) -> String {
        let mut text = String::with_capacity(13);
        for cell in Cell::all() {
            if cell.column() == 0 && cell.row() > 0 {
                text.push('/');
            }
            text.push(at.mark(cell).map_or('.', letter));
        }
        text.push(' ');
        text.push_str(side_word(at.turn()));
        text
    }

    fn read_move(&self, at: &Board, text: &str) -> Result<Cell, ReadError> {
        let cell =
            read_cell(text).ok_or_else(|| ReadError::new("move", "a cell from a1 to c3", text))?;
        if at.mark(cell).is_some() {
            return Err(ReadError::new("move", "an empty cell", text));
        }
        if at.has_line(!at.turn()) {
            return Err(ReadError::new("move", "none, for the game is over", text));
        }
        Ok(cell)
    }

    fn write_move(&self, _at: &Board, cell: Cell) -> String {
        format!("{}{}", FILES[cell.column()], RANKS[cell.row()])
    }
}

/// Reads one row and adds its marks to those of each side.
fn read_row(row: usize, text: &str, marks: &mut [Vec<Cell>; 2]) -> Result<(), ReadError> {
    let place = || format!("row {}", row + 1);
    if text.chars().count() != 3 {
        return Err(ReadError::new(place(), "three cells", text));
    }
    for (column, sign) in text.chars().enumerate() {
        let cell = Cell::at(column, row).expect("three rows of three");
        match Side::BOTH.into_iter().find(|&side| letter(side) == sign) {
            Some(side) => marks[side.index()].push(cell),
            None if sign == '.' => {}
            None => return Err(ReadError::new(place(), "X, O or .", &sign.to_string())),
        }
    }
    Ok(())
}

fn read_cell(text: &str) -> Option<Cell> {
    // `get` instead of a slice: the text may have multi-byte characters.
    let column = FILES.iter().position(|&file| text.get(..1) == Some(file))?;
    let row = RANKS.iter().position(|&rank| text.get(1..) == Some(rank))?;
    Cell::at(column, row)
}

/// Explains why a board is impossible.
fn explain(why: Impossible, board: &str) -> ReadError {
    match why {
        Impossible::Counts { crosses, noughts } => ReadError::new(
            "board",
            "as many X as O, or one X more",
            &format!("{crosses} X and {noughts} O"),
        ),
        Impossible::BothWon => {
            ReadError::new("board", "three in a line for one side at most", board)
        }
        Impossible::PlayedOn { winner } => {
            let (won, other) = (letter(winner), letter(!winner));
            let expected = format!("no {other} after {won} has three in a line");
            ReadError::new("board", expected, board)
        }
    }
}
