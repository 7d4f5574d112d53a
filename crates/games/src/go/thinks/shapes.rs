//! Named shapes from a file that people can read: a pattern around a point, a name in three languages, the
//! reason that it gives.

use std::sync::LazyLock;

use yomikiri_game_api::Side;

use super::reasons::Reason;
use crate::go::game::Go;
use crate::go::points::column_and_row;
use crate::go::position::Position;

/// One shape in one of its orientations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Its names: English, Japanese, Chinese.
    pub names: [String; 3],
    /// The reason for a move that makes it.
    pub reason: Reason,
    /// What has to be on cells beside the move: steps right and down, and what.
    parts: Vec<(i32, i32, Part)>,
}

#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Part {
    Own,
    Enemy,
    Empty,
    Outside,
}

/// A way to turn or mirror a step.
type Turn = fn(i32, i32) -> (i32, i32);

/// Why a file of shapes cannot be read.
type Fault = String;

/// The shapes of the program, every orientation once.
pub fn shapes() -> &'static [Shape] {
    static SHAPES: LazyLock<Vec<Shape>> =
        LazyLock::new(|| read(include_str!("../data/shapes.txt")).unwrap_or_default());
    &SHAPES
}

impl Shape {
    /// Whether a move of a side on an empty cell makes the shape.
    pub fn fits(&self, game: &Go, at: &Position, side: Side, cell: usize) -> bool {
        let size = game.size();
        let (column, row) = column_and_row(size, cell);
        let (width, height) = (size.width() as i32, size.height() as i32);
        self.parts.iter().all(|&(dx, dy, part)| {
            let (x, y) = (column as i32 + dx, row as i32 + dy);
            if !(0..width).contains(&x) || !(0..height).contains(&y) {
                return part == Part::Outside;
            }
            match at.stone((y * width + x) as usize) {
                None => part == Part::Empty,
                Some(stone) if stone == side => part == Part::Own,
                Some(_) => part == Part::Enemy,
            }
        })
    }
}

/// Reads a file of shapes: `= English | Japanese | Chinese | reason`, then the rows of the pattern. `*` is
/// the move, `X` own, `O` enemy, `.` empty, `#` outside the board, `?` anything.
fn read(text: &str) -> Result<Vec<Shape>, Fault> {
    let mut shapes = Vec::new();
    let mut head: Option<([String; 3], Reason)> = None;
    let mut rows: Vec<&str> = Vec::new();
    for (number, line) in text.lines().chain([""]).enumerate() {
        let wrong =
            |expected: &str| format!("line {}: expected {expected}, got {line:?}", number + 1);
        let line = line.trim_end();
        if line.starts_with("//") {
            continue;
        }
        if let Some(title) = line.strip_prefix("= ") {
            let parts: Vec<&str> = title.split('|').map(str::trim).collect();
            let [english, japanese, chinese, reason] = parts[..] else {
                return Err(wrong("three names and a reason"));
            };
            let reason = Reason::ALL.into_iter().find(|known| known.name() == reason);
            let names = [english, japanese, chinese].map(str::to_owned);
            head = Some((names, reason.ok_or_else(|| wrong("a reason"))?));
        } else if !line.is_empty() {
            rows.push(line);
        } else if let (Some((names, reason)), false) = (head.take(), rows.is_empty()) {
            let parts = pattern(&rows).ok_or_else(|| wrong("a pattern with one *"))?;
            for parts in orientations(&parts) {
                shapes.push(Shape {
                    names: names.clone(),
                    reason,
                    parts,
                });
            }
            rows.clear();
        }
    }
    Ok(shapes)
}

type Parts = Vec<(i32, i32, Part)>;

fn pattern(rows: &[&str]) -> Option<Parts> {
    let cells = rows.iter().enumerate().flat_map(|(y, row)| {
        let signs = row.split_whitespace().enumerate();
        signs.map(move |(x, sign)| (x as i32, y as i32, sign))
    });
    let cells: Vec<(i32, i32, &str)> = cells.collect();
    let mut moves = cells.iter().filter(|(_, _, sign)| *sign == "*");
    let (Some(&(mx, my, _)), None) = (moves.next(), moves.next()) else {
        return None;
    };
    let mut parts = Vec::new();
    for (x, y, sign) in cells {
        let part = match sign {
            "X" => Part::Own,
            "O" => Part::Enemy,
            "." => Part::Empty,
            "#" => Part::Outside,
            "*" | "?" => continue,
            _ => return None,
        };
        parts.push((x - mx, y - my, part));
    }
    Some(parts)
}

/// The eight orientations, equal ones once.
fn orientations(parts: &Parts) -> Vec<Parts> {
    let turns: [Turn; 8] = [
        |x, y| (x, y),
        |x, y| (-x, y),
        |x, y| (x, -y),
        |x, y| (-x, -y),
        |x, y| (y, x),
        |x, y| (-y, x),
        |x, y| (y, -x),
        |x, y| (-y, -x),
    ];
    let mut all: Vec<Parts> = Vec::new();
    for turn in turns {
        let mut turned: Parts = parts
            .iter()
            .map(|&(x, y, part)| {
                let (x, y) = turn(x, y);
                (x, y, part)
            })
            .collect();
        turned.sort_unstable();
        if !all.contains(&turned) {
            all.push(turned);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_of_shapes_is_right() {
        let shapes = read(include_str!("../data/shapes.txt")).unwrap();
        assert!(shapes.len() > 40, "{}", shapes.len());
        assert!(
            shapes
                .iter()
                .all(|shape| shape.names.iter().all(|name| !name.is_empty()))
        );
    }

    #[test]
    fn wrong_files_say_where() {
        for (text, expected) in [
            ("= a | b | c | nonsense\n*\n", "line 1: expected a reason"),
            ("= a | b\n*\n", "line 1: expected three names and a reason"),
            (
                "= a | b | c | hane\nX O\n",
                "line 3: expected a pattern with one *",
            ),
        ] {
            assert!(read(text).unwrap_err().starts_with(expected), "{text:?}");
        }
    }
}
