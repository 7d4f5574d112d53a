//! Colours. Without them, shapes and marks show the same.

use ratatui::style::{Color, Modifier, Style};
use yomikiri_lab::Side;

/// Styles. The board has its own background, so that it looks the same on dark and light terminals;
/// blue and orange are distinguishable for colour-blind users.
#[derive(Copy, Clone, Debug)]
pub(super) struct Theme {
    pub(super) colour: bool,
}

const BOARD: Color = Color::Indexed(235);
const RULE: Color = Color::Indexed(242);
const LAST: Color = Color::Indexed(24);
const PICKED: Color = Color::Indexed(28);
const TARGET: Color = Color::Indexed(22);
const HINT: Color = Color::Indexed(53);
const ALERT: Color = Color::Indexed(124);
const CURSOR: Color = Color::Indexed(251);
const FIRST: Color = Color::Indexed(117);
const SECOND: Color = Color::Indexed(215);

/// The highlight of a cell; later ones take precedence.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Shade {
    Plain,
    Last,
    Hint,
    Alert,
    Target,
    Picked,
}

impl Theme {
    fn or_plain(self, style: Style) -> Style {
        if self.colour { style } else { Style::new() }
    }

    /// Lines of the board.
    pub(super) fn rule(self) -> Style {
        self.or_plain(Style::new().fg(RULE).bg(BOARD))
    }

    /// The background of a cell.
    pub(super) fn cell(self, shade: Shade, cursor: bool) -> Style {
        if !self.colour {
            let style = Style::new();
            return match cursor {
                true => style.add_modifier(Modifier::REVERSED),
                false => style,
            };
        }
        if cursor {
            return Style::new().fg(Color::Indexed(16)).bg(CURSOR);
        }
        let ground = match shade {
            Shade::Plain => BOARD,
            Shade::Last => LAST,
            Shade::Hint => HINT,
            Shade::Alert => ALERT,
            Shade::Target => TARGET,
            Shade::Picked => PICKED,
        };
        Style::new().fg(Color::Indexed(252)).bg(ground)
    }

    /// A piece on that background.
    pub(super) fn piece(self, side: Side, shade: Shade, cursor: bool) -> Style {
        let style = self.cell(shade, cursor).add_modifier(Modifier::BOLD);
        if !self.colour {
            return style;
        }
        let on_light = cursor;
        style.fg(match (side, on_light, shade) {
            (_, false, Shade::Alert) => Color::Indexed(231),
            (Side::First, false, _) => FIRST,
            (Side::Second, false, _) => SECOND,
            (Side::First, true, _) => Color::Indexed(25),
            (Side::Second, true, _) => Color::Indexed(130),
        })
    }

    /// The dots and strokes that show how a piece moves.
    pub(super) fn step(self, shade: Shade, cursor: bool) -> Style {
        let style = self.cell(shade, cursor);
        match self.colour && !cursor {
            true => style.fg(Color::Indexed(246)),
            false => style,
        }
    }

    /// A side's name outside the board.
    pub(super) fn side(self, side: Side) -> Style {
        // Readable on dark and light backgrounds.
        let colour = match side {
            Side::First => Color::Indexed(33),
            Side::Second => Color::Indexed(172),
        };
        self.or_plain(Style::new().fg(colour))
            .add_modifier(Modifier::BOLD)
    }

    /// File and rank names, frames, secondary text.
    pub(super) fn dim(self) -> Style {
        self.or_plain(Style::new().fg(Color::DarkGray))
    }

    pub(super) fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    pub(super) fn error(self) -> Style {
        self.or_plain(Style::new().fg(Color::Red))
            .add_modifier(Modifier::BOLD)
    }

    /// The selected entry of a list or hand.
    pub(super) fn chosen(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD)
    }
}
