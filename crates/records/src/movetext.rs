//! Records of moves only: coordinates, or a notation of the game.
//!
//! The notations come from a thesis, whose program wrote First's and Second's moves on a
//! line. Any white space may separate the moves. The printed program also leaves a space between
//! file digit and rank (`2 四あ`), which is read. As in printed games, a comma may follow a move, a
//! number may precede it, and the result may close the game: `1-0`, `0-1`, `1/2-1/2`, or `投了` where
//! whoever is to move resigns.

use yomikiri_game_api::Side;

use crate::error::RecordError;
use crate::parsed::{ParsedRecord, Sink, Spanned, TextPlace, Written};
use crate::record::Record;
use crate::tree::Node;

/// The line between two games in formats where a game takes several lines.
pub(crate) const BETWEEN: &str = "---";

/// A game without moves, so that it is visible.
const NO_MOVES: &str = "-";

/// Replaces First's move if Second begins.
const SKIPPED: &[&str] = &["...", "…"];

/// One game per line; blank lines are skipped.
pub(crate) fn read_native(text: &str, sink: Sink<'_>) -> Result<(), RecordError> {
    let mut any = false;
    for (i, row) in text.lines().enumerate() {
        let mut parsed = ParsedRecord::default();
        if read_row(&mut parsed, i + 1, row, false)? {
            any = true;
            sink(parsed)?;
        }
    }
    if any { Ok(()) } else { Err(empty(1)) }
}

/// A pair of moves per line, or separated in any other way; `---` between games.
pub(crate) fn read_styled(
    text: &str,
    style: &'static str,
    sink: Sink<'_>,
) -> Result<(), RecordError> {
    let blank = || ParsedRecord {
        style: Some(style),
        ..ParsedRecord::default()
    };
    let mut parsed = blank();
    let mut begun = false;
    let mut line = 1;
    for (i, row) in text.lines().enumerate() {
        line = i + 1;
        if row.trim() != BETWEEN {
            begun |= read_row(&mut parsed, line, row, begun)?;
        } else if begun {
            sink(std::mem::replace(&mut parsed, blank()))?;
            begun = false;
        } else {
            return Err(empty(line));
        }
    }
    if begun {
        sink(parsed)
    } else {
        Err(empty(line))
    }
}

fn empty(line: usize) -> RecordError {
    RecordError::form(line, "moves, or - for a game of none", "")
}

/// Adds the moves of a row; `false` if there is nothing in it.
fn read_row(
    parsed: &mut ParsedRecord,
    line: usize,
    row: &str,
    begun: bool,
) -> Result<bool, RecordError> {
    let mut any = false;
    let mut words = row.split_whitespace();
    while let Some(word) = words.next() {
        let leading = !begun && !any;
        any = true;
        if let Some(ending) = read_result(line, word) {
            parsed.ending = ending;
            continue;
        }
        if !matches!(parsed.ending, Written::Nothing) {
            return Err(RecordError::form(line, "nothing after the result", word));
        }
        let Some(word) = without_marks(word) else {
            continue;
        };
        if leading && word == NO_MOVES {
            return match words.next() {
                None => Ok(true),
                Some(more) => Err(RecordError::form(line, "nothing after -", more)),
            };
        }
        if leading && SKIPPED.contains(&word) {
            continue;
        }
        let mut text = word.to_owned();
        if is_lone_digit(word)
            && let Some(rest) = words.next()
        {
            text.push_str(rest);
        }
        parsed.push(TextPlace::line(line), Node::of_move(text))?;
    }
    Ok(any)
}

/// The result that closes a game.
fn read_result(line: usize, word: &str) -> Option<Written> {
    let winner = match word {
        "1-0" => Some(Side::First),
        "0-1" => Some(Side::Second),
        "1/2-1/2" | "½-½" => None,
        "投了" => return Some(Written::Resigned(line)),
        _ => return None,
    };
    let value = (winner, None);
    Some(Written::Scored(Spanned { line, value }))
}

/// A move without the number before it and the comma after it; `None` if nothing is left.
fn without_marks(word: &str) -> Option<&str> {
    let word = word.trim_end_matches([',', '、', '，']);
    let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let word = match digits.strip_prefix('.') {
        Some(rest) if digits.len() < word.len() => rest.trim_start_matches('.'),
        _ => word,
    };
    Some(word).filter(|word| !word.is_empty())
}

fn is_lone_digit(word: &str) -> bool {
    let mut letters = word.chars();
    let digit = |letter: char| letter.is_ascii_digit() || ('０'..='９').contains(&letter);
    letters.next().is_some_and(digit) && letters.next().is_none()
}

pub(crate) fn write_native(record: &Record, text: &mut String) {
    if record.moves().next().is_none() {
        text.push_str(NO_MOVES);
    } else {
        text.push_str(&record.native_moves());
    }
    text.push('\n');
}

/// Writes moves, with a line break when the turn comes back to First. `sides` are the sides to move
/// before each move and after the last.
pub(crate) fn write_styled(moves: &[String], sides: &[Side], text: &mut String) {
    if moves.is_empty() {
        text.push_str(NO_MOVES);
        text.push('\n');
        return;
    }
    if sides[0] == Side::Second {
        text.push_str(SKIPPED[0]);
        text.push(' ');
    }
    for (i, mv) in moves.iter().enumerate() {
        text.push_str(mv);
        let turns_back = sides[i] == Side::Second && sides[i + 1] == Side::First;
        let last = i + 1 == moves.len();
        text.push(if turns_back || last { '\n' } else { ' ' });
    }
}
