//! Small plots as SVG text: no scripts, no fonts, nothing to load.
//!
//! A [`Plot`] is a frame with axes in which bars, lines and bands are drawn; [`Rows`] compares many
//! items, each a bar of shares with text beside it. Colours come from classes: pages have their own
//! style for them, a standalone picture includes [`STYLE`].

mod frame;
mod rows;

use std::fmt::Write;

pub use frame::{Plot, round_step};
pub use rows::{Row, Rows};

/// The style of a standalone picture, for light and dark pages.
pub const STYLE: &str = "\
svg{--ink:#1c2430;--soft:#5b6675;--paper:#fbfbf9;--line:#dfe3e8;--one:#2b6cb0;--two:#c8641a;\
--draw:#9aa3ae;font-family:system-ui,sans-serif}\
@media(prefers-color-scheme:dark){svg{--ink:#e6e9ee;--soft:#9aa5b4;--paper:#14181e;--line:#313a46;\
--one:#6aa7e8;--two:#ee9a55;--draw:#727d8b}}\
.paper{fill:var(--paper)}.title{fill:var(--ink);font-size:16px;font-weight:600}\
.grid{stroke:var(--line);stroke-width:1}.axis{stroke:var(--soft);stroke-width:1}\
.tick,.name{fill:var(--soft);font-size:12px}.word{fill:var(--ink);font-size:12px}\
.num{font-variant-numeric:tabular-nums}\
.curve{fill:none;stroke:var(--one);stroke-width:2;stroke-linejoin:round}.curve.b{stroke:var(--two)}\
.band{fill:var(--one);opacity:.18}.even{stroke:var(--two);stroke-width:1.2;stroke-dasharray:5 4}\
rect.win{fill:var(--one)}rect.drawn{fill:var(--draw)}rect.lost{fill:var(--two)}";

/// A box of a class with its label, for a legend.
pub type Legend<'l> = [(&'l str, &'l str)];

/// Text escaped for a page.
pub fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            letter => safe.push(letter),
        }
    }
    safe
}

/// Height of the title with the legend.
const HEAD: f64 = 58.0;

/// A standalone file: title, legend and drawing, on a background.
fn alone(title: &str, legend: &Legend<'_>, (width, height): (f64, f64), body: &str) -> String {
    let title = escape(title);
    let height = height + HEAD;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\" aria-label=\"{title}\">\
         <title>{title}</title><style>{STYLE}</style>\
         <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\
         <text class=\"title\" x=\"16\" y=\"26\">{title}</text>"
    );
    let mut x = 16.0;
    for (class, word) in legend {
        let _ = write!(
            text,
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"38\" width=\"11\" height=\"11\"/>\
             <text class=\"tick\" x=\"{:.1}\" y=\"48\">{}</text>",
            x + 16.0,
            escape(word)
        );
        x += 34.0 + 7.0 * word.chars().count() as f64;
    }
    let _ = writeln!(
        text,
        "<g transform=\"translate(0 {HEAD})\">{body}</g></svg>"
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_gets_out_of_text() {
        assert_eq!(
            escape("<a href=\"x\">&"),
            "&lt;a href=&quot;x&quot;&gt;&amp;"
        );
        let mut plot = Plot::new("a <b> & c", (0.0, 1.0), (0.0, 1.0));
        plot.axes("<x>", "y", |y| format!("<{y}>"));
        plot.bar("win", (0.0, 1.0), (0.0, 1.0), "\"<hint>\"");
        let text = plot.finish_alone(&[("win", "<won>")]);
        for raw in ["<b>", "<x>", "<hint>", "<won>", "<0>"] {
            assert!(!text.contains(raw), "{raw} in {text}");
        }
    }
}
