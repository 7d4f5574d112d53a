//! Finding positions in records.

use yomikiri_game_api::{BoardSymmetry, Diagram, Notation, Piece, ReadError, Side};

use crate::codec::RecordCodec;
use crate::error::RecordError;
use crate::record::Record;
use crate::tree::NodeId;

/// A board, or a corner of one, to be looked for.
///
/// Rows are divided by `/` or white space; a cell is the letter of a piece, `.` for an empty cell, `?` for
/// any, and numbers stand for so many empty cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardPattern {
    rows: Vec<Vec<PatternCell>>,
    /// Whether the rows are the whole board, or the part of it at its top left.
    is_whole: bool,
    /// Who is to move, if that matters.
    side: Option<Side>,
}

/// A cell of a pattern.
#[derive(Clone, PartialEq, Eq, Debug)]
enum PatternCell {
    Any,
    Empty,
    Piece(String),
}

/// A place in a record where a pattern was found.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct BoardFound {
    /// How many moves lead to it; 0 is the start.
    pub ply: usize,
    /// Whether it is in the main line.
    pub main_line: bool,
}

impl BoardPattern {
    /// The longest pattern that is read, in bytes.
    const LONGEST: usize = 10_000;
    /// More cells than a row of any board has.
    const WIDEST: usize = 100;

    /// A whole board with the side to move.
    pub fn of_board(diagram: &Diagram, side: Side) -> BoardPattern {
        let cell = |cell: &Option<Piece>| match cell {
            None => PatternCell::Empty,
            Some(piece) => PatternCell::Piece(piece.letter.clone()),
        };
        let rows = diagram.cells.chunks(diagram.width.max(1));
        BoardPattern {
            rows: rows.map(|row| row.iter().map(cell).collect()).collect(),
            is_whole: true,
            side: Some(side),
        }
    }

    /// Columns and rows of the pattern.
    pub fn size(&self) -> (usize, usize) {
        let widest = self.rows.iter().map(Vec::len).max();
        (widest.unwrap_or(0), self.rows.len())
    }

    /// Reads a whole board with the side to move after it, if that matters: `3/1X1/3 second`.
    pub fn read_board(text: &str, letters: &[String]) -> Result<BoardPattern, ReadError> {
        let mut words = text.split_whitespace();
        let rows = words.next().unwrap_or_default();
        let side = match words.next() {
            None => None,
            Some("first") => Some(Side::First),
            Some("second") => Some(Side::Second),
            Some(word) => return Err(ReadError::new("side to move", "first or second", word)),
        };
        let pattern = BoardPattern::read_rows(rows, letters)?;
        let width = pattern.rows[0].len();
        for (at, row) in pattern.rows.iter().enumerate() {
            if row.len() != width {
                let expected = format!("{width} cells as in row 1");
                let got = row.len().to_string();
                return Err(ReadError::new(format!("row {}", at + 1), expected, &got));
            }
        }
        Ok(BoardPattern {
            is_whole: true,
            side,
            ..pattern
        })
    }

    /// Reads the corner of a board at its top left: `?X?/.O.`. What is missing in a row may be anything.
    pub fn read_corner(text: &str, letters: &[String]) -> Result<BoardPattern, ReadError> {
        BoardPattern::read_rows(text, letters)
    }

    fn read_rows(text: &str, letters: &[String]) -> Result<BoardPattern, ReadError> {
        let rows = text.split(|sign: char| sign == '/' || sign.is_whitespace());
        let rows = rows.filter(|row| !row.is_empty()).enumerate();
        let read = |(at, row): (usize, &str)| {
            read_row(row, letters).map_err(|error| ReadError {
                place: format!("row {}", at + 1),
                ..error
            })
        };
        let is_long = text.len() > BoardPattern::LONGEST;
        let rows: Vec<Vec<PatternCell>> = match is_long {
            true => Vec::new(),
            false => rows.map(read).collect::<Result<_, _>>()?,
        };
        if rows.is_empty() {
            return Err(ReadError::new("", "rows of a board such as ?X?/.O.", text));
        }
        Ok(BoardPattern {
            rows,
            is_whole: false,
            side: None,
        })
    }

    /// The cells of a board that the pattern speaks of, for each of its images; none if it does not fit.
    fn images(
        &self,
        (width, height): (usize, usize),
        symmetries: &[BoardSymmetry],
    ) -> Vec<Vec<(usize, Option<&str>)>> {
        let (columns, rows) = self.size();
        let fits = match self.is_whole {
            true => (columns, rows) == (width, height),
            false => columns <= width && rows <= height,
        };
        if !fits {
            return Vec::new();
        }
        let symmetries = match symmetries {
            [] => &[BoardSymmetry::Same],
            some => some,
        };
        let mut images: Vec<Vec<(usize, Option<&str>)>> = Vec::new();
        for symmetry in symmetries {
            let mut image = Vec::new();
            for (y, row) in self.rows.iter().enumerate() {
                for (x, cell) in row.iter().enumerate() {
                    let piece = match cell {
                        PatternCell::Any => continue,
                        PatternCell::Empty => None,
                        PatternCell::Piece(letter) => Some(letter.as_str()),
                    };
                    image.push((symmetry.cell(width, height, y * width + x), piece));
                }
            }
            image.sort_unstable();
            if !images.contains(&image) {
                images.push(image);
            }
        }
        images
    }
}

fn read_row(row: &str, letters: &[String]) -> Result<Vec<PatternCell>, ReadError> {
    let mut cells = Vec::new();
    let mut rest = row;
    while let Some(sign) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            let number = rest[..digits].parse().unwrap_or(usize::MAX);
            let number = number.min(BoardPattern::WIDEST);
            cells.extend(std::iter::repeat_n(PatternCell::Empty, number));
            rest = &rest[digits..];
            continue;
        }
        // The longest letter that stands here: `+P` before `P`.
        let here = letters
            .iter()
            .filter(|letter| rest.starts_with(letter.as_str()));
        let length = match sign {
            '?' | '.' => 1,
            _ => match here.map(String::len).max() {
                Some(length) if length > 0 => length,
                _ => {
                    let known = letters.join(" ");
                    let expected =
                        format!("a piece ({known}), . for empty, ? for any, or a number");
                    return Err(ReadError::new("", expected, rest));
                }
            },
        };
        cells.push(match sign {
            '?' => PatternCell::Any,
            '.' => PatternCell::Empty,
            _ => PatternCell::Piece(rest[..length].to_owned()),
        });
        rest = &rest[length..];
    }
    Ok(cells)
}

/// How a game shows its boards to those who look for positions.
pub struct BoardView<'a, G: Notation> {
    /// Columns and rows.
    pub size: (usize, usize),
    /// The ways to turn or mirror boards that change nothing about the rules.
    pub symmetries: &'a [BoardSymmetry],
    /// A board as it is drawn, for games without a faster way.
    pub diagram: &'a dyn Fn(&G::Position) -> Diagram,
}

impl<G: Notation> RecordCodec<'_, G> {
    /// Every place of a record, variations included, where the board or one of its images is as the
    /// pattern says, in the order of moves, the main line first.
    pub fn find(
        &self,
        record: &Record,
        pattern: &BoardPattern,
        view: &BoardView<'_, G>,
    ) -> Result<Vec<BoardFound>, RecordError> {
        let checked = self.check(record, None)?;
        let images = pattern.images(view.size, view.symmetries);
        if images.is_empty() {
            return Ok(Vec::new());
        }
        let matches = |at: &G::Position| {
            let is_side = pattern.side.is_none_or(|side| side == self.game.turn(at));
            is_side && self.has_image(at, &images, view)
        };
        let tree = &checked.record.tree;
        let mut is_main = vec![false; tree.len() + 1];
        for id in tree.main_line() {
            is_main[id.index()] = true;
        }
        let mut found = Vec::new();
        if matches(&checked.start) {
            found.push(BoardFound {
                ply: 0,
                main_line: true,
            });
        }
        self.visit(&checked, &mut |id: NodeId, line, before| {
            // A node that only says something shows the board again.
            if line.last() != before && matches(line.last()) {
                found.push(BoardFound {
                    ply: line.ply(),
                    main_line: is_main[id.index()],
                });
            }
            Ok(())
        })?;
        found.sort_unstable_by_key(|found| (!found.main_line, found.ply));
        found.dedup();
        Ok(found)
    }

    fn has_image(
        &self,
        at: &G::Position,
        images: &[Vec<(usize, Option<&str>)>],
        view: &BoardView<'_, G>,
    ) -> bool {
        if let Some(sgf) = self.abilities.sgf {
            let cells = (sgf.cells)(self.game, at);
            let pieces = (sgf.pieces)(self.game);
            let shown = |cell: usize| cells[cell].map(|side| pieces[side.index()]);
            return has_image(images, shown);
        }
        let diagram = (view.diagram)(at);
        has_image(images, |cell| diagram.letter(cell))
    }
}

fn has_image<'a>(
    images: &[Vec<(usize, Option<&str>)>],
    shown: impl Fn(usize) -> Option<&'a str>,
) -> bool {
    let mut images = images.iter();
    images.any(|image| image.iter().all(|&(cell, piece)| shown(cell) == piece))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters() -> Vec<String> {
        ["X", "O", "P", "+P"].map(str::to_owned).to_vec()
    }

    #[test]
    fn patterns_are_read_or_refused() {
        let corner = BoardPattern::read_corner("?X.\n2+P", &letters()).unwrap();
        assert_eq!(corner.rows.len(), 2);
        assert_eq!(corner.rows[1][2], PatternCell::Piece("+P".into()));
        let board = BoardPattern::read_board("3/1X1/3 second", &letters()).unwrap();
        assert_eq!((board.side, board.is_whole), (Some(Side::Second), true));
        for (text, message) in [
            ("", "expected rows of a board such as ?X?/.O., got nothing"),
            (
                "3/4 first",
                "row 2: expected 3 cells as in row 1, got \"4\"",
            ),
            (
                "3/X1Z",
                "row 2: expected a piece (X O P +P), . for empty, ? for any, or a number, got \"Z\"",
            ),
            ("3 x", "side to move: expected first or second, got \"x\""),
        ] {
            let error = BoardPattern::read_board(text, &letters()).unwrap_err();
            assert_eq!(error.to_string(), message);
        }
    }

    #[test]
    fn images_are_those_of_the_board() {
        let letters = letters();
        let corner = BoardPattern::read_corner("?X", &letters).unwrap();
        let images = corner.images((3, 3), BoardSymmetry::SQUARE);
        let mut cells: Vec<usize> = images.iter().map(|image| image[0].0).collect();
        cells.sort_unstable();
        assert_eq!(cells, [1, 3, 5, 7]);
        assert_eq!(corner.images((3, 3), &[]).len(), 1);
        assert_eq!(corner.images((1, 1), &[]).len(), 0);
        let board = BoardPattern::read_board("X2/3/3", &letters).unwrap();
        assert_eq!(board.images((3, 3), BoardSymmetry::SQUARE).len(), 4);
        assert_eq!(board.images((3, 4), BoardSymmetry::RECTANGLE).len(), 0);
    }
}
