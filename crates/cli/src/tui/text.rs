//! Text measured in terminal columns: a kanji takes two.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Columns that a text takes.
pub(super) fn width(text: &str) -> u16 {
    text.width().try_into().unwrap_or(u16::MAX)
}

/// The text if it fits, else truncated with an ellipsis.
pub(super) fn cut(text: &str, room: u16) -> String {
    if width(text) <= room {
        return text.to_owned();
    }
    let room = usize::from(room).saturating_sub(1);
    let mut used = 0;
    let fits = |c: &char| {
        used += c.width().unwrap_or(0);
        used <= room
    };
    let mut kept: String = text.chars().take_while(fits).collect();
    kept.push('…');
    kept
}

/// The end of the text if it does not fit, so that typed text stays visible.
pub(super) fn tail(text: &str, room: u16) -> &str {
    let mut from = 0;
    while width(&text[from..]) > room {
        from += text[from..].chars().next().map_or(1, char::len_utf8);
    }
    &text[from..]
}

/// Truncated or padded to exactly this many columns.
pub(super) fn pad(text: &str, room: u16) -> String {
    let mut text = cut(text, room);
    let rest = usize::from(room.saturating_sub(width(&text)));
    text.extend(std::iter::repeat_n(' ', rest));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kanji_take_two_columns() {
        assert_eq!(width("2四ア"), 5);
        assert_eq!(cut("2四ア", 5), "2四ア");
        assert_eq!(cut("2四ア", 4), "2四…");
        assert_eq!(cut("四四ア", 4), "四…");
        assert_eq!(pad("四四ア", 4), "四… ");
        assert_eq!(pad("ア", 4), "ア  ");
        assert_eq!(tail("四四ア", 3), "ア");
        assert_eq!(tail("abc", 3), "abc");
    }
}
