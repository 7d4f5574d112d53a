//! Positions as text: `BOARD SIDE LEFT LAST`, with `setup` before it during the setup.
//!
//! Ranks 6 to 1 separated by `/`, digits for empty squares, three letters for a cube (top, front,
//! side; capitals for First); side 1 or 2; actions left; `-` or origin and target of the previous
//! action of this turn. `preset:NAME` is also read, but never written.

use std::fmt::Write as _;

use yomikiri_game_api::{ReadError, Side};

use super::board::{CUBES, HOMES, SETUP, SIZE, Square, target};
use super::cube::{Orientation, Symbol};
use super::moves::Step;
use super::options::Options;
use super::position::Position;
use super::presets::{PRESETS, Preset};

/// Writes a position so that [`read`] gives it back.
pub(super) fn write(at: &Position) -> String {
    let mut text = String::with_capacity(64);
    if at.is_setup() {
        text.push_str("setup ");
    }
    for rank in (0..SIZE).rev() {
        let mut empties = 0;
        for file in 0..SIZE {
            let square = Square::at(file, rank).expect("on the board");
            let Some((side, cube)) = at.at(square) else {
                empties += 1;
                continue;
            };
            flush(&mut text, &mut empties);
            text.push_str(&letters(side, cube));
        }
        flush(&mut text, &mut empties);
        text.push(if rank > 0 { '/' } else { ' ' });
    }
    let _ = write!(text, "{} {} ", side_word(at.side()), at.left());
    match at.last() {
        None => text.push('-'),
        Some(step) => text += &step_text(step),
    }
    text
}

fn flush(text: &mut String, empties: &mut usize) {
    if *empties > 0 {
        let _ = write!(text, "{empties}");
        *empties = 0;
    }
}

/// The three letters of a cube in its owner's case.
pub(super) fn letters(side: Side, cube: Orientation) -> String {
    let letters = cube.letters();
    match side {
        Side::First => letters,
        Side::Second => letters.to_lowercase(),
    }
}

/// The word for a side.
pub(super) const fn side_word(side: Side) -> &'static str {
    match side {
        Side::First => "1",
        Side::Second => "2",
    }
}

fn step_text(step: Step) -> String {
    step.from.name() + &step.to.name()
}

/// Reads a position and checks that a game with these options can continue from it, or has just
/// ended.
pub(super) fn read(options: &Options, text: &str) -> Result<Position, ReadError> {
    if let Some(name) = text.trim().strip_prefix("preset:") {
        return preset(name);
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let (setup, words) = match words.split_first() {
        Some((&"setup", rest)) => (true, rest),
        _ => (false, &words[..]),
    };
    let &[board, side, left, last] = words else {
        let expected = "BOARD SIDE LEFT LAST (or setup BOARD SIDE LEFT -)";
        return Err(ReadError::new("", expected, text));
    };
    let side = Side::BOTH
        .into_iter()
        .find(|&of| side_word(of) == side)
        .ok_or_else(|| ReadError::new("side", "1 or 2", side))?;
    let mut at = Position::bare(side);
    read_board(board, &mut at)?;
    if setup {
        read_setup(&mut at, side, left, last)?;
    } else {
        read_turn(options, &mut at, left, last)?;
    }
    Ok(at)
}

/// A setup by name.
fn preset(name: &str) -> Result<Position, ReadError> {
    let found = PRESETS.iter().find(|preset| preset.name == name);
    found.map(Preset::position).ok_or_else(|| {
        let known: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
        ReadError::new("preset", known.join(" or "), name)
    })
}

fn read_board(board: &str, at: &mut Position) -> Result<(), ReadError> {
    let ranks = board.split('/').count();
    if ranks != SIZE {
        let got = format!("{ranks} in {board}");
        return Err(ReadError::new("board", "6 ranks separated by /", &got));
    }
    for (row, text) in board.split('/').enumerate() {
        read_rank(SIZE - 1 - row, text, at)?;
    }
    for side in Side::BOTH {
        let count = at.count(side);
        if count > CUBES {
            let expected = format!("at most {CUBES} cubes of player {}", side_word(side));
            return Err(ReadError::new("board", expected, &count.to_string()));
        }
    }
    Ok(())
}

fn read_rank(rank: usize, text: &str, at: &mut Position) -> Result<(), ReadError> {
    let place = format!("rank {}", rank + 1);
    let mut file = 0;
    let mut rest = text.chars();
    while let Some(sign) = rest.next() {
        if file > SIZE {
            break;
        }
        if let Some(empties) = sign.to_digit(10) {
            if empties == 0 || empties as usize > SIZE {
                let expected = "empty squares as a digit from 1 to 6";
                return Err(ReadError::new(place, expected, &sign.to_string()));
            }
            file += empties as usize;
            continue;
        }
        let mut cube = sign.to_string();
        cube.extend(rest.by_ref().take(2));
        let (side, orientation) = read_cube(&cube).ok_or_else(|| {
            let expected = "digits for empty squares, or a cube as three different letters of \
                            G C P (player 1) or g c p (player 2)";
            ReadError::new(place.as_str(), expected, &cube)
        })?;
        if let Some(square) = Square::at(file, rank) {
            at.put(square, side, orientation);
        }
        file += 1;
    }
    if file != SIZE {
        let squares = if file > SIZE { "more" } else { "fewer" };
        let got = format!("{squares} in {text}");
        return Err(ReadError::new(place, "6 squares", &got));
    }
    Ok(())
}

/// A cube of either side.
fn read_cube(text: &str) -> Option<(Side, Orientation)> {
    let side = match text.chars().all(|letter| letter.is_ascii_uppercase()) {
        true => Side::First,
        false if text.chars().all(|letter| letter.is_ascii_lowercase()) => Side::Second,
        false => return None,
    };
    Some((side, read_orientation(&text.to_ascii_uppercase())?))
}

/// Three different capitals: top, front, side.
pub(super) fn read_orientation(text: &str) -> Option<Orientation> {
    let symbols: Option<Vec<Symbol>> = text.chars().map(Symbol::of_letter).collect();
    Orientation::of_faces(symbols?.try_into().ok()?)
}

fn number(place: &str, text: &str, least: usize, most: usize) -> Result<usize, ReadError> {
    let number = text.parse().ok().filter(|n| (least..=most).contains(n));
    // A sign or leading zeros would not be written back.
    let plain = number.filter(|_| text.len() == 1);
    plain.ok_or_else(|| ReadError::new(place, format!("a number from {least} to {most}"), text))
}

/// Reads the setup: exactly the cubes placed so far, in order.
fn read_setup(at: &mut Position, side: Side, left: &str, last: &str) -> Result<(), ReadError> {
    let left = number("placements left", left, 1, CUBES)?;
    if last != "-" {
        return Err(ReadError::new("previous action", "- in the set-up", last));
    }
    let placed = match side {
        Side::First => [CUBES - left, 0],
        Side::Second => [CUBES, CUBES - left],
    };
    for owner in Side::BOTH {
        for (number, square) in SETUP[owner.index()].into_iter().enumerate() {
            let there = at.cubes(owner) & square.bit() != 0;
            if there != (number < placed[owner.index()]) {
                let cube = if there { "no cube" } else { "a cube" };
                let expected = format!(
                    "{cube} of player {} on {}, with player {} having {left} to place",
                    side_word(owner),
                    square.name(),
                    side_word(side)
                );
                let got = if there { "a cube" } else { "none" };
                return Err(ReadError::new("set-up", expected, got));
            }
        }
        let (most, count) = (placed[owner.index()], at.count(owner));
        if count != most {
            let squares = SETUP[owner.index()][..most].iter();
            let squares: Vec<String> = squares.map(|square| square.name()).collect();
            let expected = format!(
                "cubes of player {} on its set-up squares only ({})",
                side_word(owner),
                squares.join(" ")
            );
            return Err(ReadError::new(
                "set-up",
                expected,
                &format!("{count} cubes"),
            ));
        }
    }
    at.set_setup(side, left);
    Ok(())
}

/// Reads the rest of the turn and the previous action.
fn read_turn(
    options: &Options,
    at: &mut Position,
    left: &str,
    last: &str,
) -> Result<(), ReadError> {
    let side = at.side();
    // 1. The side to move has cubes, and the other has not already won.
    if at.count(side) == 0 {
        let expected = format!("a cube of player {}, who is to move", side_word(side));
        return Err(ReadError::new("board", expected, "none"));
    }
    let theirs = target(!side);
    if at.cubes(!side) & theirs.bit() != 0 {
        let expected = format!(
            "no cube of player {} on {}, where it has already won",
            side_word(!side),
            theirs.name()
        );
        return Err(ReadError::new(
            "board",
            expected,
            "one, with the other to move",
        ));
    }
    // 2. The previous action.
    let last = match last {
        "-" => None,
        _ => Some(read_last(options, at, last)?),
    };
    // 3. A game that is over ended with it.
    let goal = target(side);
    let on_goal = at.cubes(side) & goal.bit() != 0;
    if on_goal && last.is_none_or(|step| step.to != goal) {
        let expected = format!(
            "no cube of player {} on {}, where it has already won (a game that has just ended \
             names the winning action)",
            side_word(side),
            goal.name()
        );
        return Err(ReadError::new("board", expected, "one"));
    }
    if at.count(!side) == 0 && last.is_none() {
        let expected = format!(
            "a cube of player {} (a game that has just ended names the winning action)",
            side_word(!side)
        );
        return Err(ReadError::new("board", expected, "none"));
    }
    let over = on_goal || at.count(!side) == 0;
    // 4. The actions left: all of them exactly when none was made, none only at the end.
    let all = at.allowance(side);
    let (least, most) = match last {
        None => (all, all),
        Some(_) if over => (0, all - 1),
        Some(_) => (1, all - 1),
    };
    let wrong = |error: ReadError| {
        let cubes = if all == 3 {
            "one cube"
        } else {
            "several cubes"
        };
        let when = match last {
            None => "with no previous action",
            Some(_) => "after an action",
        };
        let range = match least == most {
            true => least.to_string(),
            false => format!("{least} to {most}"),
        };
        let expected = format!("{range}, for a side with {cubes} {when}");
        ReadError { expected, ..error }
    };
    let left = number("actions left", left, least, most).map_err(wrong)?;
    at.set_turn(side, left, last);
    Ok(())
}

/// Reads the previous action, which must have been possible.
fn read_last(options: &Options, at: &Position, text: &str) -> Result<Step, ReadError> {
    let wrong = |expected: String| ReadError::new("previous action", expected, text);
    let squares = text.is_char_boundary(2).then(|| text.split_at(2));
    let squares = squares.and_then(|(from, to)| Some((Square::named(from)?, Square::named(to)?)));
    let Some((from, to)) = squares else {
        return Err(wrong("- or two squares, such as b2b3".into()));
    };
    if from.distance(to) != 1 {
        return Err(wrong("a step to a neighbouring square".into()));
    }
    let side = at.side();
    if at.cubes(side) & to.bit() == 0 {
        let (to, side) = (to.name(), side_word(side));
        return Err(wrong(format!(
            "a step to {to} with a cube of player {side} there now"
        )));
    }
    if at.at(from).is_some() {
        return Err(wrong(format!(
            "a step from {} with nothing left there",
            from.name()
        )));
    }
    let home = HOMES[side.index()];
    let comes_home = home & from.bit() == 0 && home & to.bit() != 0;
    if comes_home && (at.count(side) > 1 || !options.funbari_return) {
        return Err(wrong("a step that does not lead a cube home again".into()));
    }
    Ok(Step { from, to })
}
