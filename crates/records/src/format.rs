//! The names of the formats.

use std::fmt;

use yomikiri_game_api::{Notation, RecordProfile};

use crate::abilities::RecordAbilities;

/// A record format.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// Our own format: JSON objects, written one per line.
    Json,
    /// Text in the style of KIF.
    Kif,
    /// Portable Game Notation.
    Pgn,
    /// Files of XQStudio (read only).
    Xqf,
    /// Smart Game Format.
    Sgf,
    /// A position as a text of a form of its own (read only).
    Position(&'static str),
    /// Coordinate moves, one game per line.
    Native,
    /// Moves in a notation of the game, a pair per line.
    Style(&'static str),
}

impl Format {
    /// Formats of all games.
    const COMMON: [Format; 4] = [Format::Json, Format::Kif, Format::Pgn, Format::Native];
    /// Formats of games that declare them.
    const DECLARED: [Format; 2] = [Format::Sgf, Format::Xqf];

    /// The formats of a game: the common ones, those it declares, those of positions, and its notations
    /// of moves.
    pub fn of_game<G: Notation>(
        profile: &RecordProfile,
        abilities: &RecordAbilities<G>,
        styles: &[&'static str],
    ) -> Vec<Format> {
        let declared = Format::DECLARED.into_iter();
        let declared = declared.filter(|format| profile.formats.contains(&format.name()));
        let styles = styles.iter().map(|&style| Format::Style(style));
        let positions = abilities.position_format_names().iter();
        let positions = positions.map(|&name| Format::Position(name));
        let common = Format::COMMON.into_iter();
        common
            .chain(declared)
            .chain(positions)
            .chain(styles)
            .collect()
    }

    /// Whether it can hold positions changed by hand.
    pub(crate) fn keeps_setups(self) -> bool {
        matches!(self, Format::Json | Format::Sgf)
    }

    /// The formats that hold variations.
    pub const WITH_VARIATIONS: [Format; 3] = [Format::Json, Format::Pgn, Format::Sgf];

    /// Whether it can only be read.
    pub(crate) fn is_read_only(self) -> bool {
        matches!(self, Format::Xqf | Format::Position(_))
    }

    /// The name used on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Format::Json => "json",
            Format::Kif => "kif",
            Format::Pgn => "pgn",
            Format::Xqf => "xqf",
            Format::Sgf => "sgf",
            Format::Position(name) => name,
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
