//! Positions as FEN and moves as ICCS coordinates.
//!
//! One form is written: `rnbakabnr/9/… w - - 0 1`, ranks from Second's home, letters `KABNRCP`, the
//! plies since the last capture and the move number. Common dialects are also read: `H` and `E` for
//! `N` and `B` (WXF, xboard), `G` and `M` for `A` and `B` (ICCS), `r` for `w`, missing fields at
//! the end. Moves are `h2e2`, ranks 0 to 9; `H2-E2` is also read.

use yomikiri_game_api::{Notation, ReadError, Side};

use super::game::Xiangqi;
use super::generate;
use super::pieces::{
    FILES, Kind, Move, RANKS, Square, file_of, own_rank, rank_of, square_at, square_name,
};
use super::position::Position;

impl Notation for Xiangqi {
    fn read_position(&self, text: &str) -> Result<Position, ReadError> {
        read_fen(text)
    }

    fn write_position(&self, at: &Position) -> String {
        let mut text = String::with_capacity(80);
        for rank in (0..RANKS).rev() {
            let mut empty = 0;
            for file in 0..FILES {
                match at.at(square_at(file, rank)) {
                    None => empty += 1,
                    Some((kind, side)) => {
                        push_number(&mut text, &mut empty);
                        let letter = kind.letter();
                        text.push(match side {
                            Side::First => letter,
                            Side::Second => letter.to_ascii_lowercase(),
                        });
                    }
                }
            }
            push_number(&mut text, &mut empty);
            if rank > 0 {
                text.push('/');
            }
        }
        let side = match at.turn() {
            Side::First => 'w',
            Side::Second => 'b',
        };
        let (quiet, number) = (at.quiet_plies(), at.number());
        text + &format!(" {side} - - {quiet} {number}")
    }

    fn read_move(&self, at: &Position, text: &str) -> Result<Move, ReadError> {
        let wrong = |expected: &str| Err(ReadError::new("move", expected, text));
        let Some((from, to)) = read_points(text) else {
            return wrong("two points from a0 to i9, such as h2e2");
        };
        let (start, mv) = (square_name(from), Move::new(from, to));
        match at.at(from) {
            None => return wrong(&format!("a piece on {start}")),
            Some((_, owner)) if owner != at.turn() => {
                return wrong(&format!("a piece of the side to move on {start}"));
            }
            Some((kind, side)) => {
                let reached = generate::targets(at, kind, side, from) >> to & 1 == 1;
                if !reached {
                    let name = kind.id();
                    return wrong(&format!("a point that the {name} on {start} reaches"));
                }
            }
        }
        if !generate::is_legal(at, mv) {
            return wrong("a move that leaves the own king unattacked");
        }
        Ok(mv)
    }

    fn write_move(&self, _at: &Position, mv: Move) -> String {
        square_name(mv.from()) + &square_name(mv.to())
    }
}

fn push_number(text: &mut String, empty: &mut usize) {
    if *empty > 0 {
        text.push_str(&empty.to_string());
        *empty = 0;
    }
}

/// Reads two points: `h2e2`, `H2E2`, `h2-e2`.
pub(super) fn read_points(text: &str) -> Option<(Square, Square)> {
    let (from, rest) = read_point(text)?;
    let (to, rest) = read_point(rest.strip_prefix('-').unwrap_or(rest))?;
    rest.is_empty().then_some((from, to))
}

/// Reads a point at the start of a text; returns the rest.
fn read_point(text: &str) -> Option<(Square, &str)> {
    let mut signs = text.bytes();
    let file = usize::from(signs.next()?.to_ascii_lowercase().checked_sub(b'a')?);
    let rank = usize::from(signs.next()?.checked_sub(b'0')?);
    // Two bytes of ASCII, so the rest starts at a character boundary.
    (file < FILES && rank < RANKS).then(|| (square_at(file, rank), &text[2..]))
}

/// The kind of a letter, in any of the dialects.
pub(super) fn kind_of_letter(letter: char) -> Option<Kind> {
    Some(match letter.to_ascii_uppercase() {
        'K' => Kind::King,
        'A' | 'G' => Kind::Advisor,
        'B' | 'E' | 'M' => Kind::Elephant,
        'N' | 'H' => Kind::Horse,
        'R' => Kind::Rook,
        'C' => Kind::Cannon,
        'P' => Kind::Pawn,
        _ => return None,
    })
}

fn read_fen(text: &str) -> Result<Position, ReadError> {
    let mut fields = text.split_ascii_whitespace();
    let Some(board) = fields.next() else {
        let expected = "a board of ten ranks and a side to move";
        return Err(ReadError::new("", expected, text));
    };
    // 1. The board.
    let mut at = Position::EMPTY;
    let ranks: Vec<&str> = board.split('/').collect();
    if ranks.len() != RANKS {
        let expected = format!("{RANKS} ranks with / between them");
        let got = format!("{} ranks", ranks.len());
        return Err(ReadError::new("board", expected, &got));
    }
    for (row, pieces) in ranks.iter().enumerate() {
        read_rank(&mut at, RANKS - 1 - row, pieces)?;
    }
    // 2. The side; older programs write `r` for Red.
    let turn = match fields.next() {
        Some("w" | "r" | "W" | "R") => Side::First,
        Some("b" | "B") => Side::Second,
        other => {
            let got = other.unwrap_or_default();
            return Err(ReadError::new("side to move", "w or b", got));
        }
    };
    // 3. Two unused fields, then the counters; all may be missing.
    for _ in 0..2 {
        if let Some(field) = fields.next()
            && field != "-"
        {
            return Err(ReadError::new("fields after the side", "-", field));
        }
    }
    let mut clock = |place: &str, least: u16, most: u16| match fields.next() {
        None => Ok(least),
        Some(field) => {
            let number = field.parse().ok();
            number
                .filter(|number| (least..=most).contains(number))
                .ok_or_else(|| {
                    let expected = format!("a number from {least} to {most}");
                    ReadError::new(place, expected, field)
                })
        }
    };
    let quiet_plies = clock("plies since a capture", 0, 30_000)?;
    let number = clock("number of the move", 0, 30_000)?;
    if let Some(field) = fields.next() {
        return Err(ReadError::new("end", "nothing more", field));
    }
    at.set_turn(turn, quiet_plies, number.max(1));
    check(&at)?;
    Ok(at)
}

fn read_rank(at: &mut Position, rank: usize, pieces: &str) -> Result<(), ReadError> {
    let place = || format!("rank {rank}");
    let mut file = 0;
    for sign in pieces.chars() {
        if let Some(empty) = sign.to_digit(10) {
            file += empty as usize;
            if empty == 0 {
                return Err(ReadError::new(place(), "1 to 9 for empty points", "0"));
            }
        } else if let Some(kind) = kind_of_letter(sign) {
            let side = if sign.is_ascii_uppercase() {
                Side::First
            } else {
                Side::Second
            };
            if file < FILES {
                at.put(square_at(file, rank), kind, side);
            }
            file += 1;
        } else {
            let expected = "pieces (KABNRCP, kabnrcp) or numbers of empty points";
            return Err(ReadError::new(place(), expected, &sign.to_string()));
        }
    }
    if file != FILES {
        let got = format!("{pieces} ({file} points)");
        return Err(ReadError::new(place(), "nine points", &got));
    }
    Ok(())
}

/// Checks whether a piece of a kind can ever be on a point.
pub(super) fn home(kind: Kind, side: Side, square: Square) -> Result<(), &'static str> {
    let (file, rank) = (file_of(square), own_rank(square, side));
    let in_palace = (3..=5).contains(&file) && rank <= 2;
    match kind {
        Kind::King if !in_palace => Err("the king in its palace"),
        Kind::Advisor if !in_palace || (file + rank) % 2 == 0 => {
            Err("advisors on the five points of their palace's diagonals")
        }
        Kind::Elephant => {
            let on_point = match rank {
                0 | 4 => file == 2 || file == 6,
                2 => file % 4 == 0,
                _ => false,
            };
            if rank > 4 {
                Err("elephants on their own side of the river")
            } else if on_point {
                Ok(())
            } else {
                Err("elephants on the seven points that they can reach")
            }
        }
        // Diagrams in rule books put pawns where no game could, so they are accepted.
        _ => Ok(()),
    }
}

/// Rejects positions that no game can reach.
fn check(at: &Position) -> Result<(), ReadError> {
    let sides = [(Side::First, "Red"), (Side::Second, "Black")];
    for (side, name) in sides {
        for kind in Kind::ALL {
            let (count, most) = (at.count_of(kind, side) as usize, kind.most());
            let pieces = format!("{name}'s {}s", kind.id());
            if kind == Kind::King && count != 1 {
                let got = count.to_string();
                return Err(ReadError::new(pieces, "exactly one", &got));
            }
            if count > most {
                let expected = format!("at most {most}");
                return Err(ReadError::new(pieces, expected, &count.to_string()));
            }
            for square in at.of(kind, side) {
                if let Err(expected) = home(kind, side, square) {
                    let got = format!("{} on {}", kind.letter(), square_name(square));
                    return Err(ReadError::new(pieces, expected, &got));
                }
            }
        }
    }
    let [red, black] = [at.king(Side::First), at.king(Side::Second)];
    let between = (rank_of(red) + 1..rank_of(black)).map(|rank| square_at(file_of(red), rank));
    if file_of(red) == file_of(black) && between.clone().all(|square| at.piece(square).is_none()) {
        let expected = "a piece between the kings, which may not face each other";
        let got = format!("{} and {}", square_name(red), square_name(black));
        return Err(ReadError::new("kings", expected, &got));
    }
    if at.is_attacked(!at.turn()) {
        let (side, mover) = match at.turn() {
            Side::First => ("Black", "Red"),
            Side::Second => ("Red", "Black"),
        };
        let expected = format!("{side} not in check with {mover} to move");
        let got = format!("a check on {}", square_name(at.king(!at.turn())));
        return Err(ReadError::new("board", expected, &got));
    }
    Ok(())
}
