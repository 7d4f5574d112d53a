//! Where GTP puts fixed handicap stones.
//!
//! As GNU Go, the reference of the protocol, has them: on the third lines of boards up to 11, else on the
//! fourth; in the middle of a side only where there is a middle line and nine lines or more.

use super::points;
use super::size::Size;

/// The most handicap stones of a board; 0 where there are none.
pub fn most(size: Size) -> usize {
    let (width, height) = (size.width(), size.height());
    let has_middle = |lines: usize| lines >= 9 && lines % 2 == 1;
    match (has_middle(width), has_middle(height)) {
        _ if width.min(height) < 7 => 0,
        (true, true) => 9,
        _ => 4,
    }
}

/// The cells of so many stones, in the order in which GTP lists them; `None` where there are not so many.
pub fn cells(size: Size, stones: usize) -> Option<Vec<usize>> {
    if !(2..=most(size)).contains(&stones) {
        return None;
    }
    // Columns and rows from the left and from the bottom: low, middle, high.
    let lines = |lines: usize| {
        let edge = if lines < 12 { 2 } else { 3 };
        [edge, lines / 2, lines - 1 - edge]
    };
    let (columns, rows) = (lines(size.width()), lines(size.height()));
    let (low, mid, high) = (0, 1, 2);
    let corners = [(low, low), (high, high), (low, high), (high, low)];
    let sides = [(low, mid), (high, mid), (mid, low), (mid, high)];
    let mut places: Vec<(usize, usize)> = corners.into_iter().take(stones).collect();
    places.extend(sides.into_iter().take(match stones {
        6 | 7 => 2,
        8 | 9 => 4,
        _ => 0,
    }));
    if matches!(stones, 5 | 7 | 9) {
        places.push((mid, mid));
    }
    let cell = |(column, row): (usize, usize)| {
        points::cell(size, columns[column], size.height() - 1 - rows[row])
    };
    Some(places.into_iter().map(cell).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_stand_where_gtp_puts_them() {
        let listed = |lines: usize, stones: usize| {
            let size = Size::new(lines, lines).unwrap();
            let cells = cells(size, stones)?;
            let names: Vec<String> = cells.iter().map(|&c| points::write_gtp(size, c)).collect();
            Some(names.join(" "))
        };
        for (lines, stones, expected) in [
            (19, 2, "D4 Q16"),
            (19, 3, "D4 Q16 D16"),
            (19, 4, "D4 Q16 D16 Q4"),
            (19, 5, "D4 Q16 D16 Q4 K10"),
            (19, 6, "D4 Q16 D16 Q4 D10 Q10"),
            (19, 7, "D4 Q16 D16 Q4 D10 Q10 K10"),
            (19, 8, "D4 Q16 D16 Q4 D10 Q10 K4 K16"),
            (19, 9, "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10"),
            (9, 5, "C3 G7 C7 G3 E5"),
            (8, 4, "C3 F6 C6 F3"),
        ] {
            assert_eq!(listed(lines, stones).as_deref(), Some(expected));
        }
        for (lines, stones) in [(19, 1), (19, 10), (8, 5), (7, 5), (6, 2), (19, 0)] {
            assert_eq!(listed(lines, stones), None);
        }
    }
}
