//! Text in lines of the terminal's width.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Marks that do not begin a line in Japanese and Chinese.
const NEVER_FIRST: &str = "、。，．：；！？）」』】〉》・ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ";

/// Breaks a text into lines of at most so many columns, each after an indent. Latin text is broken at
/// spaces, kanji and kana anywhere but before closing marks.
pub(crate) fn wrap(text: &str, columns: usize, indent: &str) -> String {
    let room = columns.saturating_sub(indent.width()).max(1);
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for piece in pieces(text) {
        let needed = line.width() + piece.trim_end().width();
        if !line.is_empty() && needed > room {
            lines.push(std::mem::take(&mut line));
        }
        line += &piece;
    }
    lines.push(line);
    let lines = lines
        .iter()
        .map(|line| format!("{indent}{}\n", line.trim_end()));
    lines.collect()
}

/// The parts between which a line may end: words with the space after them, single wide characters
/// with the closing marks after them.
fn pieces(text: &str) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    for c in text
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .chars()
    {
        let is_wide = |c: char| c.width().unwrap_or(0) > 1;
        let last = pieces.last().and_then(|piece| piece.chars().last());
        let joins = match last {
            None | Some(' ') => false,
            Some(last) => NEVER_FIRST.contains(c) || !(is_wide(last) || is_wide(c)),
        };
        match pieces.last_mut() {
            Some(piece) if joins || c == ' ' => piece.push(c),
            _ => pieces.push(c.to_string()),
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_between_words() {
        assert_eq!(wrap("one two  three", 8, ""), "one two\nthree\n");
        assert_eq!(wrap("one two three", 9, "  "), "  one two\n  three\n");
        assert_eq!(wrap("incomprehensible", 5, ""), "incomprehensible\n");
        assert_eq!(wrap("", 5, ""), "\n");
    }

    #[test]
    fn kanji_are_two_columns_wide_and_marks_never_come_first() {
        assert_eq!(wrap("日本語の文。", 8, ""), "日本語の\n文。\n");
        assert_eq!(wrap("日本語文。", 8, ""), "日本語\n文。\n");
    }
}
