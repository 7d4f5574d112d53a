//! Openings in a corner from a file that people can read: once begun, they are carried through.

use std::sync::LazyLock;

use yomikiri_game_api::Side;

use crate::go::game::Go;
use crate::go::position::Position;

/// Smaller boards have no corners of their own.
const SMALLEST: usize = 13;
/// The corner that must hold nothing but the opening, in points from each edge.
const CORNER: usize = 9;

/// An opening in a corner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Joseki {
    /// Its names: English, Japanese, Chinese.
    pub names: [String; 3],
    /// The moves of both sides in turn, as steps from the two edges of the corner from 0; `None`: played
    /// elsewhere.
    moves: Vec<Option<(usize, usize)>>,
}

/// The next move of an opening.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Next {
    pub(super) cell: usize,
    /// Whether both sides have already played in this corner.
    pub(super) begun: bool,
    /// The names of the opening.
    pub(super) names: &'static [String; 3],
}

/// The openings of the program.
pub fn joseki() -> &'static [Joseki] {
    static JOSEKI: LazyLock<Vec<Joseki>> =
        LazyLock::new(|| read(include_str!("../data/joseki.txt")).unwrap_or_default());
    &JOSEKI
}

/// The moves with which a side goes on in the corners of a board.
pub(super) fn next_moves(game: &Go, at: &Position, side: Side) -> Vec<Next> {
    let size = game.size();
    let (width, height) = (size.width(), size.height());
    if width.min(height) < SMALLEST {
        return Vec::new();
    }
    let mut found: Vec<Next> = Vec::new();
    // Eight ways: which edges the corner has, and which of the two comes first.
    for way in 0..8 {
        let place = |(from_one, from_other): (usize, usize)| {
            let (x, y) = match way & 4 {
                0 => (from_one, from_other),
                _ => (from_other, from_one),
            };
            let x = if way & 1 == 0 { x } else { width - 1 - x };
            let y = if way & 2 == 0 { y } else { height - 1 - y };
            y * width + x
        };
        let reach = CORNER.min(width.min(height) / 2);
        let corner = (0..reach).flat_map(|one| (0..reach).map(move |other| (one, other)));
        let stones = corner.filter_map(|from| at.stone(place(from)).map(|side| (from, side)));
        let stones: Vec<((usize, usize), Side)> = stones.collect();
        for joseki in joseki() {
            for first in Side::BOTH {
                let next = joseki.after(&stones, first, side);
                let inside = next.filter(|&(one, other)| one < width && other < height);
                let Some(cell) = inside.map(place) else {
                    continue;
                };
                let plays = |of: Side| stones.iter().any(|&(_, stone)| stone == of);
                let begun = plays(side) && plays(!side);
                if !found.iter().any(|known| known.cell == cell) {
                    let names = &joseki.names;
                    found.push(Next { cell, begun, names });
                }
            }
        }
    }
    found
}

impl Joseki {
    /// The next move of a side, if the stones of a corner are those of the moves before it.
    fn after(
        &self,
        stones: &[((usize, usize), Side)],
        first: Side,
        side: Side,
    ) -> Option<(usize, usize)> {
        let mover = |number: usize| {
            if number.is_multiple_of(2) {
                first
            } else {
                !first
            }
        };
        let mut played = 0;
        for (number, mv) in self.moves.iter().enumerate() {
            if played == stones.len() {
                // An opening needs a stone to begin with.
                let next = mv.filter(|_| played > 0 && mover(number) == side);
                if next.is_some() || mv.is_some() {
                    return next;
                }
                continue;
            }
            if let Some(point) = mv {
                if !stones.contains(&(*point, mover(number))) {
                    return None;
                }
                played += 1;
            }
        }
        None
    }
}

/// Reads a file of openings: `= English | Japanese | Chinese`, then a line of moves.
fn read(text: &str) -> Result<Vec<Joseki>, String> {
    let mut all = Vec::new();
    let mut names: Option<[String; 3]> = None;
    for (number, line) in text.lines().enumerate() {
        let wrong =
            |expected: &str| format!("line {}: expected {expected}, got {line:?}", number + 1);
        let line = line.trim();
        if line.is_empty() || line.starts_with("//") {
            continue;
        }
        if let Some(title) = line.strip_prefix("= ") {
            let parts: Vec<&str> = title.split('|').map(str::trim).collect();
            let [english, japanese, chinese] = parts[..] else {
                return Err(wrong("three names"));
            };
            names = Some([english, japanese, chinese].map(str::to_owned));
            continue;
        }
        let names = names.take().ok_or_else(|| wrong("a line of names"))?;
        let moves = line.split_whitespace().map(step);
        let moves: Option<Vec<_>> = moves.collect();
        let moves = moves.ok_or_else(|| wrong("moves such as 4-4"))?;
        all.push(Joseki { names, moves });
    }
    Ok(all)
}

/// `4-3`, or `-`.
fn step(text: &str) -> Option<Option<(usize, usize)>> {
    if text == "-" {
        return Some(None);
    }
    let (one, other) = text.split_once('-')?;
    let line = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
    Some(Some((line(one)?, line(other)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_of_openings_is_right() {
        let all = read(include_str!("../data/joseki.txt")).unwrap();
        assert!(all.len() >= 10, "{}", all.len());
        for joseki in &all {
            assert!(joseki.names.iter().all(|name| !name.is_empty()));
            let points: Vec<_> = joseki.moves.iter().flatten().collect();
            let is_inside = |point: &&(usize, usize)| point.0 < CORNER && point.1 < CORNER;
            assert!(points.iter().all(is_inside), "{joseki:?}");
            let mut distinct = points.clone();
            distinct.sort_unstable();
            distinct.dedup();
            assert_eq!(distinct.len(), points.len(), "{joseki:?}");
        }
    }

    #[test]
    fn wrong_files_say_where() {
        for (text, expected) in [
            ("= a | b\n4-4\n", "line 1: expected three names"),
            ("4-4\n", "line 1: expected a line of names"),
            (
                "= a | b | c\n4-4 0-3\n",
                "line 2: expected moves such as 4-4",
            ),
        ] {
            assert!(read(text).unwrap_err().starts_with(expected), "{text:?}");
        }
    }
}
