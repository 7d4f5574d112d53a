//! Positions and moves as text, and the board drawn.
//!
//! A position is its columns from the left, each from the bottom up, with `-` between: `X-XO--`. Whose
//! turn it is follows from the number of pieces. A move is the letter of a column.

use yomikiri_game_api::{Diagram, Edited, NamedPiece, Notation, Picture, Piece, ReadError, Side};

use crate::game::{COLUMNS, Column, DropThree, HEIGHT, Position};

fn letter(side: Side) -> char {
    match side {
        Side::First => 'X',
        Side::Second => 'O',
    }
}

impl Notation for DropThree {
    fn read_position(&self, text: &str) -> Result<Position, ReadError> {
        let columns: Vec<&str> = text.trim().split('-').collect();
        if columns.len() != COLUMNS {
            let expected = format!("{COLUMNS} columns divided by '-'");
            return Err(ReadError::new("", expected, text));
        }
        let mut codes = [1; COLUMNS];
        for (code, column) in codes.iter_mut().zip(&columns) {
            if column.len() > HEIGHT {
                let expected = format!("at most {HEIGHT} pieces in a column");
                return Err(ReadError::new("", expected, *column));
            }
            for piece in column.chars() {
                *code = match piece {
                    'X' => *code << 1,
                    'O' => *code << 1 | 1,
                    _ => return Err(ReadError::new("", "X or O", *column)),
                };
            }
        }
        let expected = "a position that a game can lead to";
        Position::from_columns(codes).ok_or_else(|| ReadError::new("", expected, text))
    }

    fn write_position(&self, at: &Position) -> String {
        let column = |x: usize| (0..HEIGHT).map_while(|y| at.at(x, y)).map(letter).collect();
        let columns: Vec<String> = (0..COLUMNS).map(column).collect();
        columns.join("-")
    }

    fn read_move(&self, at: &Position, text: &str) -> Result<Column, ReadError> {
        let mut columns = (0..COLUMNS as u8).map(Column);
        let column = columns.find(|column| self.write_move(at, *column) == text);
        let legal = column.filter(|column| {
            let is_over = at.has_three(Side::First) || at.has_three(Side::Second);
            !is_over && at.height(usize::from(column.0)) < HEIGHT
        });
        legal.ok_or_else(|| ReadError::new("", "a column from a to d that has room", text))
    }

    fn write_move(&self, _at: &Position, mv: Column) -> String {
        char::from(b'a' + mv.0).to_string()
    }
}

impl Picture for DropThree {
    fn diagram(&self, at: &Position) -> Diagram {
        let rows = (0..HEIGHT).rev();
        let cells = rows.flat_map(|y| (0..COLUMNS).map(move |x| at.at(x, y).map(piece)));
        Diagram {
            width: COLUMNS,
            height: HEIGHT,
            files: ('a'..).take(COLUMNS).map(String::from).collect(),
            ranks: (1..=HEIGHT).rev().map(|rank| rank.to_string()).collect(),
            cells: cells.collect(),
            hands: [Vec::new(), Vec::new()],
            alerts: Vec::new(),
        }
    }

    fn touches(&self, at: &Position, mv: Column) -> (Option<usize>, Option<usize>) {
        let column = usize::from(mv.0);
        let row = HEIGHT - 1 - at.height(column);
        (None, Some(row * COLUMNS + column))
    }

    fn pieces(&self) -> Vec<NamedPiece> {
        let named = |side| NamedPiece {
            piece: piece(side),
            names: ["en", "ja", "zh"]
                .map(|lang| (lang, letter(side).to_string()))
                .to_vec(),
        };
        Side::BOTH.map(named).to_vec()
    }

    fn compose(&self, edited: &Edited<'_>) -> Option<String> {
        let letter = |x: usize, y: usize| edited.diagram.letter((HEIGHT - 1 - y) * COLUMNS + x);
        // Pieces that hang in the air fall down.
        let column = |x: usize| (0..HEIGHT).filter_map(|y| letter(x, y)).collect();
        let columns: Vec<String> = (0..COLUMNS).map(column).collect();
        Some(columns.join("-"))
    }
}

fn piece(side: Side) -> Piece {
    Piece {
        side,
        kind: "disc".into(),
        letter: letter(side).into(),
        sign: letter(side).into(),
        steps: Vec::new(),
        slides: Vec::new(),
        faces: Vec::new(),
    }
}
