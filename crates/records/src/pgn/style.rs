//! In which style the moves of a game's PGN are written.

use yomikiri_game_api::PgnProfile;

/// The style that is written; `None` is exact moves.
pub(crate) fn written(profile: &PgnProfile) -> Option<&'static str> {
    profile.styles.first().map(|first| first.style)
}

/// The tag `Format`, where a game has several styles.
pub(super) fn format_tag(profile: &PgnProfile) -> Option<&'static str> {
    match profile.styles {
        [first, _, ..] => Some(first.name),
        _ => None,
    }
}

/// The style that the tag `Format` names or, failing that, a move looks like.
pub(super) fn of_text(
    profile: &PgnProfile,
    format: Option<&str>,
    first_move: &str,
) -> Option<&'static str> {
    let [_, _, ..] = profile.styles else {
        return written(profile);
    };
    let mut styles = profile.styles.iter();
    let named = format.and_then(|format| {
        let mut styles = profile.styles.iter();
        styles.find(|style| style.name.eq_ignore_ascii_case(format))
    });
    let found = named.or_else(|| styles.find(|style| (style.looks_like)(first_move)));
    found.map(|found| found.style)
}

#[cfg(test)]
mod tests {
    use yomikiri_game_api::Declare;
    use yomikiri_games::chess::Chess;
    use yomikiri_games::koma::Koma;
    use yomikiri_games::xiangqi::Xiangqi;

    use super::*;

    #[test]
    fn spellings_are_named_or_recognised() {
        let several = Xiangqi::default().profile().records.pgn;
        assert_eq!(written(&several), Some("chinese"));
        assert_eq!(format_tag(&several), Some("Chinese"));
        let check = |format, first_move, style| {
            assert_eq!(of_text(&several, format, first_move), Some(style));
        };
        check(Some("WXF"), "炮二平五", "wxf");
        check(Some("iccs"), "C2.5", "iccs");
        check(None, "炮二平五", "chinese");
        check(None, "H2-E2", "iccs");
        check(None, "h2e2", "iccs");
        check(None, "C2.5", "wxf");
        check(Some("unheard of"), "", "wxf");
        let one = Chess::default().profile().records.pgn;
        assert_eq!(of_text(&one, Some("WXF"), "h2e2"), Some("san"));
        assert_eq!(format_tag(&one), None);
        let none = Koma::builtin("anpanman").unwrap().profile().records.pgn;
        assert_eq!(of_text(&none, None, "e4"), None);
    }
}
