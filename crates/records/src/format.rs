//! The names of the formats.

use std::fmt;

/// A record format.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// Our own format: JSON objects, written one per line.
    Json,
    /// Text in the style of KIF.
    Kif,
    /// Portable Game Notation.
    Pgn,
    /// Files of Xiangqi Studio (read only).
    Xqf,
    /// Coordinate moves, one game per line.
    Native,
    /// Moves in a notation of the game, a pair per line.
    Style(&'static str),
}

impl Format {
    /// The formats of a game with these notations, by name.
    pub fn all(styles: &[&'static str]) -> Vec<Format> {
        let xqf = styles.contains(&"chinese").then_some(Format::Xqf);
        let styles = styles.iter().map(|&style| Format::Style(style));
        [Format::Json, Format::Kif, Format::Pgn, Format::Native]
            .into_iter()
            .chain(xqf)
            .chain(styles)
            .collect()
    }

    /// The name used on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Format::Json => "json",
            Format::Kif => "kif",
            Format::Pgn => "pgn",
            Format::Xqf => "xqf",
            Format::Native => "native",
            Format::Style(style) => style,
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
