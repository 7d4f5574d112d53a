//! Positions and moves as text.
//!
//! A position is `ROWS SIDE KO [PASSES [BLACK,WHITE]]`, such as `3X/1O2/4/4 b -`: rows from the top with `X`,
//! `O` and `.` or numbers for empty points, `b` or `w`, the ko point or `-`, passes in a row, and the
//! prisoners that Black and White have taken. The last two are written only where they are not 0.
//! Also read: rows divided by line breaks; `+` and `_` for empty; `x * # B ●` for black; `o W ○` for white.
//!
//! A move is a GTP vertex (`D4`) or `pass`, in any case.

use yomikiri_game_api::{Notation, ReadError, Side};

use super::game::Go;
use super::points;
use super::position::{Move, NO_KO, Position};

/// More prisoners than any game has.
const MOST_PRISONERS: u32 = 1_000_000;

/// The letter of a stone.
pub(super) const fn letter(side: Side) -> char {
    match side {
        Side::First => 'X',
        Side::Second => 'O',
    }
}

/// The side of a stone's letter.
pub(super) const fn side_of_letter(letter: char) -> Option<Side> {
    match letter {
        'X' | 'x' | '*' | '#' | 'B' | '●' => Some(Side::First),
        'O' | 'o' | 'W' | '○' => Some(Side::Second),
        _ => None,
    }
}

/// The word for the side to move.
const fn side_word(side: Side) -> &'static str {
    match side {
        Side::First => "b",
        Side::Second => "w",
    }
}

impl Notation for Go {
    fn read_position(&self, text: &str) -> Result<Position, ReadError> {
        let expected = || {
            let example = format!("{}/{} b -", self.size().width(), "…");
            format!("rows, a side and a ko point, such as {example:?}")
        };
        // Rows may be lines.
        let most = self.size().height() + 5;
        let words: Vec<&str> = text.split_whitespace().take(most).collect();
        let end = match words.first() {
            Some(first) if !first.contains('/') => self.size().height(),
            _ => 1,
        };
        if words.len() <= end {
            return Err(ReadError::new("", expected(), text));
        }
        let mut at = self.read_board(&words[..end])?;
        let rest = &words[end..];
        at.turn = match rest[0].to_ascii_lowercase().as_str() {
            "b" => Side::First,
            "w" => Side::Second,
            _ => return Err(ReadError::new("side to move", "b or w", rest[0])),
        };
        if rest.len() > 4 {
            return Err(ReadError::new(
                "",
                "at most a board, side, ko, passes and prisoners",
                rest[4],
            ));
        }
        if let Some(&passes) = rest.get(2) {
            at.passes = match passes {
                "0" | "1" | "2" => passes.as_bytes()[0] - b'0',
                _ => return Err(ReadError::new("passes", "0, 1 or 2", passes)),
            };
        }
        if let Some(prisoners) = rest.get(3) {
            at.taken = read_prisoners(prisoners)?;
        }
        let Some(&ko) = rest.get(1) else {
            return Err(ReadError::new("ko", "a point or -", ""));
        };
        self.set_ko(&mut at, ko)?;
        Ok(at)
    }

    fn write_position(&self, at: &Position) -> String {
        let size = self.size();
        let mut text = String::with_capacity(size.points() + 16);
        for row in 0..size.height() {
            if row > 0 {
                text.push('/');
            }
            let mut empty = 0;
            for column in 0..size.width() {
                match at.stone(points::cell(size, column, row)) {
                    None => empty += 1,
                    Some(side) => {
                        push_number(&mut text, empty);
                        empty = 0;
                        text.push(letter(side));
                    }
                }
            }
            push_number(&mut text, empty);
        }
        let ko = at.ko().map(|cell| points::write_gtp(size, cell));
        text += &format!(" {} {}", side_word(at.turn), ko.as_deref().unwrap_or("-"));
        let [black, white] = at.taken;
        if at.taken != [0, 0] {
            text += &format!(" {} {black},{white}", at.passes);
        } else if at.passes > 0 {
            text += &format!(" {}", at.passes);
        }
        text
    }

    fn read_move(&self, at: &Position, text: &str) -> Result<Move, ReadError> {
        let wrong = |expected: &str| ReadError::new("move", expected, text);
        if at.passes >= 2 {
            return Err(wrong("none, for play has stopped"));
        }
        let xy = points::numbers(text);
        if text.eq_ignore_ascii_case("pass") || xy == Some((0, 0)) {
            return Ok(Move::PASS);
        }
        let cell = match xy {
            Some((x, y)) => points::read_xy(self.size(), x, y),
            None => points::read_gtp(self.size(), text),
        };
        let cell = cell
            .ok_or_else(|| wrong(&format!("a point from A1 to {} or pass", self.last_point())))?;
        if at.stone(cell).is_some() {
            return Err(wrong("an empty point"));
        }
        if at.ko() == Some(cell) {
            return Err(wrong("another point first, for ko forbids this one"));
        }
        match self.is_legal(at, cell) {
            true => Ok(Move::at(cell)),
            false => Err(wrong("a point where the stone has a liberty")),
        }
    }

    fn write_move(&self, _at: &Position, mv: Move) -> String {
        let vertex = mv.cell().map(|cell| points::write_gtp(self.size(), cell));
        vertex.unwrap_or_else(|| "pass".into())
    }
}

impl Go {
    /// The point at the top right.
    fn last_point(&self) -> String {
        points::write_gtp(self.size(), self.size().width() - 1)
    }

    /// Reads rows: one word with `/`, or a word for each.
    fn read_board(&self, words: &[&str]) -> Result<Position, ReadError> {
        let size = self.size();
        let rows: Vec<&str> = match words {
            // One more than there may be is enough to say that there are too many.
            [word] => word.split('/').take(size.height() + 1).collect(),
            rows => rows.to_vec(),
        };
        if rows.len() != size.height() {
            let expected = format!("{} rows", size.height());
            let got = match rows.len() > size.height() {
                true => "more".to_owned(),
                false => rows.len().to_string(),
            };
            return Err(ReadError::new("board", expected, &got));
        }
        let mut at = Position::EMPTY;
        for (row, text) in rows.into_iter().enumerate() {
            let place = || format!("row {}", row + 1);
            let mut column = 0;
            let mut number: Option<usize> = None;
            let stones = text.chars().chain(std::iter::once('/'));
            for sign in stones {
                if let Some(digit) = sign.to_digit(10) {
                    // The largest number is the width of a board.
                    let so_far = number.unwrap_or(0).min(1_000);
                    number = Some(so_far * 10 + digit as usize);
                    continue;
                }
                column += number.take().unwrap_or(0);
                let stone = match sign {
                    '/' => break,
                    '.' | '+' | '_' => None,
                    sign => {
                        let expected = "X, O, . or a number";
                        let side = side_of_letter(sign);
                        let wrong = || ReadError::new(place(), expected, &sign.to_string());
                        Some(side.ok_or_else(wrong)?)
                    }
                };
                if column >= size.width() {
                    column += 1;
                    break;
                }
                at.set(points::cell(size, column, row), stone);
                column += 1;
            }
            if column != size.width() {
                let expected = format!("{} points", size.width());
                return Err(ReadError::new(place(), expected, text));
            }
        }
        match self.without_liberty(&at) {
            None => Ok(at),
            Some(cell) => {
                let vertex = points::write_gtp(size, cell);
                let expected = "strings with liberties";
                Err(ReadError::new(
                    "board",
                    expected,
                    &format!("none at {vertex}"),
                ))
            }
        }
    }

    /// Sets the ko point of a position that has everything else.
    fn set_ko(&self, at: &mut Position, text: &str) -> Result<(), ReadError> {
        at.ko = NO_KO;
        if text == "-" {
            return Ok(());
        }
        let point = "a point where one stone has just been taken, or -";
        let wrong = || ReadError::new("ko", point, text);
        let cell = points::read_gtp(self.size(), text).ok_or_else(wrong)?;
        if at.passes == 0 && self.is_ko_point(at, cell) {
            at.ko = cell as u16;
            return Ok(());
        }
        // Programs that remember where one stone was taken also name points that are forbidden anyway.
        let going_on = Position { passes: 0, ..*at };
        match at.stone(cell).is_none() && !self.is_legal(&going_on, cell) {
            true => Ok(()),
            false => Err(wrong()),
        }
    }
}

fn push_number(text: &mut String, number: usize) {
    if number > 0 {
        text.push_str(&number.to_string());
    }
}

/// Reads `3,0`: what Black and White have taken.
fn read_prisoners(text: &str) -> Result<[u32; 2], ReadError> {
    let number = |text: &str| {
        let number = text.parse().ok()?;
        (number <= MOST_PRISONERS).then_some(number)
    };
    let read = text.split_once(',');
    let read = read.and_then(|(black, white)| Some([number(black)?, number(white)?]));
    read.ok_or_else(|| ReadError::new("prisoners", "two numbers such as 3,0", text))
}
