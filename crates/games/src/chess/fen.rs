//! Positions as Forsyth-Edwards notation.
//!
//! `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1`: rows from the eighth rank, side to
//! move, castling rights, en-passant square, plies since a capture or pawn move, move number. The
//! two numbers, or everything after the first two words, may be missing.
//!
//! A position must be playable: one king per side, the side not to move not in check, no more
//! pieces than promotions can make. It need not be reachable in a game, because composed endings
//! often are not. An en-passant square without a legal capture is read and dropped.

use yomikiri_game_api::{ReadError, Side};

use super::attacks::{self, RANK_1, RANK_8, bit};
use super::moves::{Kind, read_square, square_name};
use super::position::{BLACK_LONG, BLACK_SHORT, LONGEST_CLOCK, Position, WHITE_LONG, WHITE_SHORT};

/// The letters of castling rights with the king's and the rook's square.
const RIGHTS: [(char, u8, usize, usize); 4] = [
    ('K', WHITE_SHORT, 4, 7),
    ('Q', WHITE_LONG, 4, 0),
    ('k', BLACK_SHORT, 60, 63),
    ('q', BLACK_LONG, 60, 56),
];

const SHAPE: &str = "a FEN: rows, side, castling, en passant, two counters, such as \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"";

/// Reads a position.
pub(crate) fn read(text: &str) -> Result<Position, ReadError> {
    // 1. Two to six words.
    let mut words = text.split_whitespace();
    let (Some(rows), Some(side)) = (words.next(), words.next()) else {
        return Err(ReadError::new("", SHAPE, text));
    };
    let rights = words.next().unwrap_or("-");
    let passed = words.next().unwrap_or("-");
    let half_moves = words.next().unwrap_or("0");
    let full_moves = words.next().unwrap_or("1");
    if let Some(more) = words.next() {
        return Err(ReadError::new("after the move number", "nothing", more));
    }

    // 2. Each field, then all together.
    let mut at = Position::EMPTY;
    read_rows(rows, &mut at)?;
    check_pieces(&at, rows)?;
    match side {
        "w" => at.set_turn(Side::First),
        "b" => at.set_turn(Side::Second),
        _ => return Err(ReadError::new("side to move", "w or b", side)),
    }
    check_kings(&at)?;
    at.set_castling(read_rights(rights, &at)?);
    let passed = read_passed(passed, &at)?;
    at.set_en_passant(passed.filter(|&square| can_be_taken(&at, square)));
    let half = number(half_moves, 0)
        .ok_or_else(|| counter_error("plies since a capture or pawn move", 0, half_moves))?;
    let full = number(full_moves, 1).ok_or_else(|| counter_error("move number", 1, full_moves))?;
    at.set_clocks(half, full);
    Ok(at)
}

fn number(text: &str, least: u16) -> Option<u16> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = plain.then(|| text.parse().ok()).flatten()?;
    (least..=LONGEST_CLOCK).contains(&number).then_some(number)
}

fn counter_error(place: &str, least: u16, got: &str) -> ReadError {
    ReadError::new(
        place,
        format!("a number from {least} to {LONGEST_CLOCK}"),
        got,
    )
}

fn read_rows(text: &str, at: &mut Position) -> Result<(), ReadError> {
    let rows: Vec<&str> = text.split('/').take(9).collect();
    if rows.len() != 8 {
        return Err(ReadError::new("rows", "eight rows divided by '/'", text));
    }
    for (i, row) in rows.iter().enumerate() {
        let rank = 7 - i;
        let place = || format!("rank {}", rank + 1);
        let mut file = 0;
        for sign in row.chars() {
            match sign {
                '1'..='8' => file += sign as usize - '0' as usize,
                _ => {
                    let kind = Kind::of_letter(sign).ok_or_else(|| {
                        ReadError::new(place(), "one of PNBRQK pnbrqk 1-8", &sign.to_string())
                    })?;
                    let side = if sign.is_ascii_uppercase() {
                        Side::First
                    } else {
                        Side::Second
                    };
                    if file < 8 {
                        at.toggle(side, kind, rank * 8 + file);
                    }
                    file += 1;
                }
            }
        }
        if file != 8 {
            let expected = format!("eight squares, not {file}");
            return Err(ReadError::new(place(), expected, row));
        }
    }
    Ok(())
}

/// Checks that a game can have these pieces.
fn check_pieces(at: &Position, rows: &str) -> Result<(), ReadError> {
    if at.of(Kind::Pawn) & (RANK_1 | RANK_8) != 0 {
        let expected = "no pawns on the first and the last rank";
        return Err(ReadError::new("rows", expected, rows));
    }
    for (side, name) in Side::BOTH.into_iter().zip(["White", "Black"]) {
        let count = |kind| at.count(side, kind);
        let wrong = |expected: &str, got: String| {
            Err(ReadError::new(format!("{name}'s pieces"), expected, &got))
        };
        let kings = count(Kind::King);
        if kings != 1 {
            return wrong("one king", format!("{kings} kings"));
        }
        let pawns = count(Kind::Pawn);
        if pawns > 8 {
            return wrong("at most 8 pawns", format!("{pawns} pawns"));
        }
        let usual = [
            (Kind::Knight, 2),
            (Kind::Bishop, 2),
            (Kind::Rook, 2),
            (Kind::Queen, 1),
        ];
        let promoted = usual
            .map(|(kind, usual)| count(kind).saturating_sub(usual))
            .iter()
            .sum::<usize>();
        if promoted > 8 - pawns {
            let got = format!("{promoted} promoted beside {pawns} pawns");
            return wrong("at most 8 pawns, including promoted ones", got);
        }
    }
    Ok(())
}

fn check_kings(at: &Position) -> Result<(), ReadError> {
    let (mover, waits) = (at.turn(), !at.turn());
    let [white, black] = [Side::First, Side::Second].map(|side| at.king(side));
    if attacks::king(white) & bit(black) != 0 {
        let got = format!("{} and {}", square_name(white), square_name(black));
        return Err(ReadError::new("kings", "a square between them", &got));
    }
    let checkers = at.attackers(mover, at.king(waits), at.occupied());
    if let Some(from) = attacks::squares(checkers).next() {
        let expected = match waits {
            Side::First => "White, who has just moved, not in check",
            Side::Second => "Black, who has just moved, not in check",
        };
        let got = format!("a check from {}", square_name(from));
        return Err(ReadError::new("side to move", expected, &got));
    }
    Ok(())
}

fn read_rights(text: &str, at: &Position) -> Result<u8, ReadError> {
    let mut rights = 0;
    if text == "-" {
        return Ok(0);
    }
    for letter in text.chars() {
        let Some(&(_, right, king, rook)) = RIGHTS.iter().find(|known| known.0 == letter) else {
            return Err(ReadError::new("castling", "letters of KQkq, or -", text));
        };
        if rights & right != 0 {
            return Err(ReadError::new("castling", "each letter once", text));
        }
        let side = if king == 4 { Side::First } else { Side::Second };
        let at_home = at.piece_at(king) == Some((side, Kind::King))
            && at.piece_at(rook) == Some((side, Kind::Rook));
        if !at_home {
            let expected = format!(
                "for {letter} a king on {} and a rook on {}",
                square_name(king),
                square_name(rook)
            );
            return Err(ReadError::new("castling", expected, text));
        }
        rights |= right;
    }
    Ok(rights)
}

/// Reads an en-passant square that a double step can have left.
fn read_passed(text: &str, at: &Position) -> Result<Option<usize>, ReadError> {
    if text == "-" {
        return Ok(None);
    }
    let wrong = |expected: &str| Err(ReadError::new("en passant", expected, text));
    let rank = match at.turn() {
        Side::First => 5,
        Side::Second => 2,
    };
    let Some(passed) = read_square(text).filter(|square| square >> 3 == rank) else {
        return wrong(match at.turn() {
            Side::First => "a square of the sixth rank when White moves, or -",
            Side::Second => "a square of the third rank when Black moves, or -",
        });
    };
    let (from, to) = match at.turn() {
        Side::First => (passed + 8, passed - 8),
        Side::Second => (passed - 8, passed + 8),
    };
    if at.piece_at(to) != Some((!at.turn(), Kind::Pawn)) {
        return wrong("a square that an enemy pawn has just passed");
    }
    if at.occupied() & (bit(from) | bit(passed)) != 0 {
        return wrong("an empty square with an empty square behind it");
    }
    Ok(Some(passed))
}

fn can_be_taken(at: &Position, passed: usize) -> bool {
    let takers = attacks::pawn((!at.turn()).index(), passed) & at.pieces_of(at.turn(), Kind::Pawn);
    attacks::squares(takers).any(|from| at.may_take_en_passant(from, passed))
}

/// Writes a position.
pub(crate) fn write(at: &Position) -> String {
    let mut text = String::with_capacity(80);
    for rank in (0..8).rev() {
        let mut empty = 0;
        for file in 0..8 {
            let Some((side, kind)) = at.piece_at(rank * 8 + file) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                text.push_str(&empty.to_string());
                empty = 0;
            }
            text.push(letter(side, kind));
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        if rank > 0 {
            text.push('/');
        }
    }
    text.push_str(match at.turn() {
        Side::First => " w ",
        Side::Second => " b ",
    });
    let held = RIGHTS
        .iter()
        .filter(|(_, right, _, _)| at.castling() & right != 0);
    text.extend(held.map(|(letter, ..)| letter));
    if at.castling() == 0 {
        text.push('-');
    }
    let passed = at.en_passant().map_or_else(|| "-".to_owned(), square_name);
    text.push_str(&format!(
        " {passed} {} {}",
        at.half_moves(),
        at.full_moves()
    ));
    text
}

/// The letter of a piece in its owner's case.
pub(crate) fn letter(side: Side, kind: Kind) -> char {
    match side {
        Side::First => kind.letter(),
        Side::Second => kind.letter().to_ascii_lowercase(),
    }
}
