//! The four ways of naming points, and how one becomes another. Nothing else converts them.
//!
//! | Name | Top left of a 19x19 board | Rule |
//! |---|---|---|
//! | cell | 0 | rows from the top left, as diagrams count |
//! | the document's x,y | (1, 1) | both from 1, from the top left; its star at the top right is (16, 4) |
//! | GTP | `A19` | letters from the left without I, rows from the bottom |
//! | SGF | `aa` | letters from the left and from the top, none left out |

use super::size::Size;

/// The letters of GTP's columns.
const COLUMNS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// The cell in a column from the left and a row from the top, both from 0.
pub const fn cell(size: Size, column: usize, row: usize) -> usize {
    row * size.width() + column
}

/// The column from the left and the row from the top of a cell, both from 0.
pub const fn column_and_row(size: Size, cell: usize) -> (usize, usize) {
    (cell % size.width(), cell / size.width())
}

/// The document's (x, y) of a cell.
pub const fn write_xy(size: Size, cell: usize) -> (usize, usize) {
    let (column, row) = column_and_row(size, cell);
    (column + 1, row + 1)
}

/// The cell of the document's (x, y).
pub fn read_xy(size: Size, x: usize, y: usize) -> Option<usize> {
    let inside = (1..=size.width()).contains(&x) && (1..=size.height()).contains(&y);
    inside.then(|| cell(size, x - 1, y - 1))
}

/// The numbers of the document's `16,4` or `(16, 4)`.
pub fn numbers(text: &str) -> Option<(usize, usize)> {
    let bare = text
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'));
    let (x, y) = bare.unwrap_or(text).split_once(',')?;
    let number = |text: &str| {
        let text = text.trim();
        let digits =
            (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|_| digits)
    };
    Some((number(x)?, number(y)?))
}

/// The letter of a column in GTP.
pub const fn column_letter(column: usize) -> char {
    COLUMNS[column] as char
}

/// The GTP vertex of a cell.
pub fn write_gtp(size: Size, cell: usize) -> String {
    let (column, row) = column_and_row(size, cell);
    format!("{}{}", column_letter(column), size.height() - row)
}

/// The cell of a GTP vertex, in any case.
pub fn read_gtp(size: Size, text: &str) -> Option<usize> {
    let (letter, number) = (text.bytes().next()?, text.get(1..)?);
    let column = COLUMNS
        .iter()
        .position(|&column| column == letter.to_ascii_uppercase())?;
    // `parse` alone would also take a sign.
    let is_number = (1..=2).contains(&number.len()) && !number.starts_with('0');
    let digits = is_number && number.bytes().all(|byte| byte.is_ascii_digit());
    let line: usize = number.parse().ok().filter(|_| digits)?;
    let inside = column < size.width() && (1..=size.height()).contains(&line);
    inside.then(|| cell(size, column, size.height() - line))
}

/// The SGF point of a cell.
pub fn write_sgf(size: Size, cell: usize) -> String {
    let (column, row) = column_and_row(size, cell);
    let letter = |number: usize| char::from(b'a' + number as u8);
    [letter(column), letter(row)].iter().collect()
}

/// The cell of an SGF point. A pass (`` or, on boards of up to 19 lines, `tt`) is none.
pub fn read_sgf(size: Size, text: &str) -> Option<usize> {
    let &[column, row] = text.as_bytes() else {
        return None;
    };
    let number = |letter: u8| {
        letter
            .is_ascii_lowercase()
            .then(|| usize::from(letter - b'a'))
    };
    let (column, row) = (number(column)?, number(row)?);
    let inside = column < size.width() && row < size.height();
    inside.then(|| cell(size, column, row))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_of_every_board_has_four_names() {
        for width in Size::LINES {
            for height in Size::LINES {
                let size = Size::new(width, height).unwrap();
                for cell in 0..size.points() {
                    let (x, y) = write_xy(size, cell);
                    assert_eq!(read_xy(size, x, y), Some(cell));
                    let gtp = write_gtp(size, cell);
                    assert_eq!(read_gtp(size, &gtp), Some(cell), "{gtp}");
                    assert_eq!(read_gtp(size, &gtp.to_lowercase()), Some(cell), "{gtp}");
                    let sgf = write_sgf(size, cell);
                    assert_eq!(read_sgf(size, &sgf), Some(cell), "{sgf}");
                }
            }
        }
    }

    #[test]
    fn the_names_of_known_points_agree() {
        let size = Size::new(19, 19).unwrap();
        for (cell, xy, gtp, sgf) in [
            (0, (1, 1), "A19", "aa"),
            // The document: the star at the top right is (16, 4).
            (3 * 19 + 15, (16, 4), "Q16", "pd"),
            (15 * 19 + 3, (4, 16), "D4", "dp"),
            (180, (10, 10), "K10", "jj"),
            (360, (19, 19), "T1", "ss"),
        ] {
            assert_eq!(write_xy(size, cell), xy);
            assert_eq!(write_gtp(size, cell), gtp);
            assert_eq!(write_sgf(size, cell), sgf);
        }
        let largest = Size::new(25, 25).unwrap();
        assert_eq!(write_gtp(largest, 24), "Z25");
        assert_eq!(write_sgf(largest, 24), "ya");
    }

    #[test]
    fn what_is_no_point_is_none() {
        let size = Size::new(9, 13).unwrap();
        for text in [
            "", "A", "I5", "K1", "A0", "A14", "A01", "A+1", "A1 ", "1A", "é1", "AA", "A111",
        ] {
            assert_eq!(read_gtp(size, text), None, "{text:?}");
        }
        for text in ["", "a", "tt", "ja", "an", "AA", "a1", "aaa", "é"] {
            assert_eq!(read_sgf(size, text), None, "{text:?}");
        }
        assert_eq!(read_xy(size, 0, 1), None);
        assert_eq!(read_xy(size, 10, 1), None);
    }
}
