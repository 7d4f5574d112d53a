//! Many items compared: text, a bar of shares, more text.

use std::fmt::Write;

use crate::{Legend, alone, escape};

/// One row of the picture.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// Text before the bar, one entry per heading.
    pub before: Vec<String>,
    /// Parts of the bar: class, size, hint.
    pub parts: Vec<(&'static str, f64, String)>,
    /// Text after the bar, one entry per heading.
    pub after: Vec<String>,
}

/// Headings and rows.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Rows {
    /// Headings of the text before the bar.
    pub before: Vec<String>,
    /// The heading of the bar.
    pub bar: String,
    /// Headings of the text after the bar.
    pub after: Vec<String>,
    /// The rows.
    pub rows: Vec<Row>,
}

const LEFT: f64 = 16.0;
const LINE: f64 = 20.0;
const BAR: f64 = 260.0;
/// Approximate width of a character, and the gap between columns.
const LETTER: f64 = 6.9;
const SPACE: f64 = 18.0;

impl Rows {
    /// The picture as a standalone file.
    pub fn finish_alone(&self, title: &str, legend: &Legend<'_>) -> String {
        let mut body = String::new();
        let mut x = LEFT;
        for (i, head) in self.before.iter().enumerate() {
            let words = self.rows.iter().map(|row| row.before.get(i));
            x += column(&mut body, x, head, words.collect());
        }
        let _ = write!(body, "{}", word("name", x, 0, &self.bar));
        for (line, row) in self.rows.iter().enumerate() {
            bar(&mut body, x, line, &row.parts);
        }
        x += BAR + SPACE;
        for (i, head) in self.after.iter().enumerate() {
            let words = self.rows.iter().map(|row| row.after.get(i));
            x += column(&mut body, x, head, words.collect());
        }
        let height = LINE * (self.rows.len() + 2) as f64;
        let rule = LINE + 2.0;
        let _ = write!(
            body,
            "<line class=\"axis\" x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{rule}\" y2=\"{rule}\"/>",
            x - SPACE
        );
        let wanted = LEFT + title.chars().count() as f64 * 9.0;
        alone(title, legend, (x.max(wanted).ceil(), height), &body)
    }
}

/// Writes a column and returns its width.
fn column(body: &mut String, x: f64, head: &str, words: Vec<Option<&String>>) -> f64 {
    *body += &word("name", x, 0, head);
    let mut longest = head.chars().count();
    for (line, text) in words.into_iter().enumerate() {
        let text = text.map_or("", String::as_str);
        longest = longest.max(text.chars().count());
        *body += &word("word num", x, line + 1, text);
    }
    longest as f64 * LETTER + SPACE
}

fn word(class: &str, x: f64, line: usize, text: &str) -> String {
    format!(
        "<text class=\"{class}\" x=\"{x:.1}\" y=\"{:.1}\">{}</text>",
        LINE * (line + 1) as f64 - 5.0 + if line > 0 { 4.0 } else { 0.0 },
        escape(text)
    )
}

/// A bar whose parts fill its whole length.
fn bar(body: &mut String, x: f64, line: usize, parts: &[(&'static str, f64, String)]) {
    let whole: f64 = parts.iter().map(|(_, size, _)| size).sum();
    let mut left = x;
    for (class, size, hint) in parts {
        let width = size / whole.max(f64::MIN_POSITIVE) * BAR;
        let _ = write!(
            body,
            "<rect class=\"{class}\" x=\"{left:.1}\" y=\"{:.1}\" width=\"{width:.1}\" \
             height=\"13\"><title>{}</title></rect>",
            LINE * (line + 1) as f64 + 8.0,
            escape(hint)
        );
        left += width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_as_long_as_every_other() {
        let row = |sizes: [f64; 2]| Row {
            before: vec!["x".into()],
            parts: sizes.map(|size| ("win", size, String::new())).to_vec(),
            after: vec![],
        };
        let rows = Rows {
            before: vec!["name".into()],
            bar: "shares".into(),
            after: vec![],
            rows: vec![row([1.0, 3.0]), row([5.0, 5.0]), row([0.0, 0.0])],
        };
        let text = rows.finish_alone("t", &[]);
        for width in ["width=\"65.0\"", "width=\"195.0\"", "width=\"130.0\""] {
            assert!(text.contains(width), "{width} in {text}");
        }
        assert!(!text.contains("NaN"));
    }
}
