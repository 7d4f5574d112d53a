//! How the PGN of games differs.

/// The PGN dialect of a game.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Dialect {
    /// The tag `Game`, if readers expect one.
    pub(super) game: Option<&'static str>,
    /// The tag of the first player.
    pub(super) first: &'static str,
    /// Notations with their names in the tag `Format`; the first one is written.
    spellings: &'static [(&'static str, &'static str)],
}

/// Chinese chess: Red begins, and `Format` names one of three notations.
const CHINESE_CHESS: Dialect = Dialect {
    game: Some("Chinese Chess"),
    first: "Red",
    spellings: &[("chinese", "Chinese"), ("wxf", "WXF"), ("iccs", "ICCS")],
};

/// Chess, as in the standard of 1994.
const CHESS: Dialect = Dialect {
    game: None,
    first: "White",
    spellings: &[("san", "SAN")],
};

/// Any other game: coordinate moves.
const PLAIN: Dialect = Dialect {
    game: None,
    first: "White",
    spellings: &[],
};

impl Dialect {
    /// The dialect of a game with these notations.
    pub(crate) fn of(styles: &[&str]) -> Dialect {
        let has_all = |dialect: &Dialect| {
            let mut spellings = dialect.spellings.iter();
            spellings.all(|(style, _)| styles.contains(style))
        };
        let mut known = [CHINESE_CHESS, CHESS].into_iter();
        known.find(has_all).unwrap_or(PLAIN)
    }

    /// The notation that is written; `None` is coordinates.
    pub(crate) fn style(&self) -> Option<&'static str> {
        self.spellings.first().map(|(style, _)| *style)
    }

    /// The tag `Format`, if a game has several notations.
    pub(super) fn format(&self) -> Option<&'static str> {
        let several = self.spellings.len() > 1;
        several.then(|| self.spellings[0].1)
    }

    /// The notation named by the tag `Format` or, failing that, suggested by the first move.
    pub(super) fn style_of(&self, format: Option<&str>, first_move: &str) -> Option<&'static str> {
        let [_, _, ..] = self.spellings else {
            return self.style();
        };
        let find = |is: &dyn Fn(&(&str, &str)) -> bool| self.spellings.iter().find(|both| is(both));
        let named = format.and_then(|format| find(&|both| both.1.eq_ignore_ascii_case(format)));
        let looks_like = || {
            let letters = first_move.bytes().filter(u8::is_ascii_alphabetic).count();
            let second = first_move.as_bytes().get(1).copied().unwrap_or_default();
            let style = match first_move {
                text if !text.is_ascii() => "chinese",
                _ if letters == 2 && second.is_ascii_digit() => "iccs",
                _ => "wxf",
            };
            find(&|both| both.0 == style)
        };
        named.or_else(looks_like).map(|(style, _)| *style)
    }
}

#[cfg(test)]
mod tests {
    use super::Dialect;

    #[test]
    fn spellings_are_told_or_recognised() {
        let xiangqi = Dialect::of(&["iccs", "wxf", "chinese"]);
        assert_eq!(xiangqi.style(), Some("chinese"));
        assert_eq!(xiangqi.format(), Some("Chinese"));
        let check = |format, first_move, style| {
            assert_eq!(xiangqi.style_of(format, first_move), Some(style));
        };
        check(Some("WXF"), "炮二平五", "wxf");
        check(Some("iccs"), "C2.5", "iccs");
        check(None, "炮二平五", "chinese");
        check(None, "H2-E2", "iccs");
        check(None, "h2e2", "iccs");
        check(None, "C2.5", "wxf");
        check(Some("unheard of"), "", "wxf");
        let chess = Dialect::of(&["san"]);
        assert_eq!(chess.style_of(Some("WXF"), "h2e2"), Some("san"));
        assert_eq!(chess.format(), None);
        assert_eq!(Dialect::of(&["shogi"]).style_of(None, "e4"), None);
    }
}
