//! The names of the formats.

use std::fmt;

/// A way to write records down.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// The project's own: JSON objects, one a line when written.
    Json,
    /// Text after the shogi record format KIF.
    Kif,
    /// Portable Game Notation.
    Pgn,
    /// The files of Xiangqi Studio, which are read and not written.
    Xqf,
    /// Exact moves, one game a line.
    Native,
    /// Moves in a style of the game, a pair a line.
    Style(&'static str),
}

impl Format {
    /// The formats of a game with these styles, by name.
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
