//! A board in box-drawing characters, as `yomikiri show` draws it.

use serde_json::Value;

use crate::json::{list, number, text};

pub(crate) fn draw(diagram: &Value) -> String {
    let width = number(&diagram["width"]) as usize;
    let ranks = list(&diagram["ranks"]);
    let letters: Vec<&str> = list(&diagram["cells"])
        .iter()
        .map(|cell| cell["letter"].as_str().unwrap_or(" "))
        .collect();
    let inner = letters.iter().map(|letter| letter.chars().count()).max();
    let inner = inner.unwrap_or(1) + 2;
    let margin = ranks.iter().map(|rank| text(rank).len()).max().unwrap_or(0);
    let indent = " ".repeat(margin + 1);
    let rule = |left, mid, right| {
        let cells = vec!["─".repeat(inner); width].join(mid);
        format!("{indent}{left}{cells}{right}\n")
    };
    let mut drawn = hand(diagram, 1);
    let files = list(&diagram["files"]).iter();
    let files: String = files
        .map(|file| format!(" {:^inner$}", text(file)))
        .collect();
    drawn += &format!("{}\n", format!("{indent}{files}").trim_end());
    drawn += &rule("┌", "┬", "┐");
    for (row, rank) in ranks.iter().enumerate() {
        if row > 0 {
            drawn += &rule("├", "┼", "┤");
        }
        drawn += &format!("{:>margin$} │", text(rank));
        for letter in &letters[row * width..(row + 1) * width] {
            drawn += &format!("{letter:^inner$}│");
        }
        drawn.push('\n');
    }
    drawn += &rule("└", "┴", "┘");
    drawn += &hand(diagram, 0);
    let alerts = list(&diagram["alerts"]);
    if !alerts.is_empty() {
        let cells: Vec<String> = alerts.iter().map(ToString::to_string).collect();
        drawn += &format!("alerts: cells {}\n", cells.join(" "));
    }
    drawn
}

/// What a side holds in hand; nothing where nobody holds anything.
fn hand(diagram: &Value, side: usize) -> String {
    let hands = list(&diagram["hands"]);
    if hands.iter().all(|hand| list(hand).is_empty()) {
        return String::new();
    }
    let entry = |entry: &Value| format!("{}×{}", text(&entry["piece"]["letter"]), entry["count"]);
    let held: Vec<String> = list(&hands[side]).iter().map(entry).collect();
    let title = ["first", "second"][side];
    format!(
        "{title} in hand: {}\n",
        shown_or(&held.join(" "), "nothing")
    )
}

fn shown_or<'a>(text: &'a str, empty: &'a str) -> &'a str {
    if text.is_empty() { empty } else { text }
}
