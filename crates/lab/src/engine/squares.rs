//! The other end's squares, where they are not ours.
//!
//! USI has its own squares (files as numbers from the right, ranks as letters); they cannot be taken
//! for ours, so both are read, and USI's are written. In UCI and xboard a front end that names the variant
//! (`UCI_Variant`, `variant`) is one that plays many: small shogi then has ranks that count from below, as
//! Fairy-Stockfish and WinBoard have them. Everybody else uses ours.

use yomikiri_game_api::SquareNames;
use yomikiri_protocols::{Dialect, Protocol};

use crate::AnyGame;

/// Translates positions and moves.
#[derive(Clone, Debug)]
pub(super) struct Squares(Option<Dialect>);

impl Squares {
    pub(super) fn new(game: &dyn AnyGame, protocol: Protocol) -> Self {
        let info = game.info();
        let usi = protocol == Protocol::Usi;
        let dialect =
            usi.then(|| Dialect::new(&info.id, &game.profile().engines, &info.start, protocol));
        Squares(dialect.and_then(Result::ok))
    }

    /// The squares of front ends that play many games and have named this one.
    pub(super) fn of_variant(game: &dyn AnyGame, protocol: Protocol) -> Self {
        let (info, engines) = (game.info(), &game.profile().engines);
        let from_below = engines.protocols.iter().any(|(word, squares)| {
            *word == protocol.word() && *squares == SquareNames::RanksFromBelow
        });
        let dialect =
            from_below.then(|| Dialect::new(&info.id, engines, &info.start, protocol).ok());
        Squares(dialect.flatten())
    }

    /// A move of theirs in our words.
    pub(super) fn read(&self, text: &str) -> String {
        let understood = |dialect: &&Dialect| dialect.protocol != Protocol::Usi || is_usi(text);
        let dialect = self.0.as_ref().filter(understood);
        dialect.map_or_else(|| text.to_owned(), |dialect| dialect.read_move(text))
    }

    /// A move of ours in their words.
    pub(super) fn write(&self, own: &str) -> String {
        let dialect = self.0.as_ref();
        dialect.map_or_else(|| own.to_owned(), |dialect| dialect.write_move(own))
    }

    /// A position of theirs in our words.
    pub(super) fn read_position(&self, text: &str) -> String {
        let dialect = self.0.as_ref();
        dialect.map_or_else(|| text.to_owned(), |dialect| dialect.read_position(text))
    }
}

/// Whether a front end means this game: by its name, or as WinBoard calls small shogi, by the size of the
/// board (`5x5+5_shogi`).
pub(super) fn is_variant(game: &dyn AnyGame, name: &str) -> bool {
    let info = game.info();
    if name.eq_ignore_ascii_case(&info.id) || name == info.spec {
        return true;
    }
    let engines = &game.profile().engines;
    let is_shogi = engines.protocols.iter().any(|(word, _)| *word == "usi");
    let size = name
        .strip_suffix("_shogi")
        .and_then(|name| name.split_once('+'));
    let Some(((files, ranks), _hand)) =
        size.and_then(|(size, hand)| Some((size.split_once('x')?, hand)))
    else {
        return false;
    };
    let rows: Vec<&str> = info
        .start
        .split(' ')
        .next()
        .unwrap_or_default()
        .split('/')
        .collect();
    let width = |row: &str| {
        row.chars()
            .map(|sign| sign.to_digit(10).unwrap_or(u32::from(sign != '+')))
            .sum::<u32>()
    };
    let is = |text: &str, number: u32| text.parse() == Ok(number);
    is_shogi && is(files, width(rows[0])) && is(ranks, rows.len() as u32)
}

/// `5d5c`, `5b5a+`, `P*4c`: a number before a letter.
fn is_usi(text: &str) -> bool {
    let mut letters = text
        .chars()
        .skip_while(|c| !c.is_ascii_digit() && *c != '*');
    match text.split_once('*') {
        Some((_, square)) => square.starts_with(|c: char| c.is_ascii_digit()),
        None => letters.next().is_some() && text.starts_with(|c: char| c.is_ascii_digit()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lab;

    #[test]
    fn both_kinds_of_squares_are_read_in_usi() {
        let game = Lab::new().open_game("minishogi").unwrap();
        let usi = Squares::new(&*game, Protocol::Usi);
        for (own, theirs) in [("a4a3", "5d5c"), ("P*b3", "P*4c"), ("a2a1+", "5b5a+")] {
            assert_eq!(usi.read(own), own);
            assert_eq!(usi.read(theirs), own);
            assert_eq!(usi.write(own), theirs);
        }
        assert_eq!(usi.read_position("5/5 b - 12"), "5/5 b -");
        let uci = Squares::new(&*game, Protocol::Uci);
        assert_eq!(uci.read("a4a3"), "a4a3");
        for junk in ["", "*", "9", "日本", "resign"] {
            let _ = usi.read(junk);
        }
    }

    #[test]
    fn front_ends_that_name_the_variant_count_ranks_from_below() {
        let lab = Lab::new();
        let game = lab.open_game("minishogi").unwrap();
        for protocol in [Protocol::Uci, Protocol::Xboard] {
            let named = Squares::of_variant(&*game, protocol);
            for (own, theirs) in [("a4a3", "a2a3"), ("P*b3", "P@b3"), ("a2a1+", "a4a5+")] {
                assert_eq!(named.read(theirs), own);
                assert_eq!(named.write(own), theirs);
            }
            let start = named.read_position("rbsgk/4p/5/P4/KGSBR[] w - - 0 1");
            assert_eq!(start, game.info().start);
            let hands = named.read_position("4k/5/5/5/K4[PPp] b - - 0 1");
            assert_eq!(hands, "4k/5/5/5/K4 w 2Pp");
            assert_eq!(
                named.read_position("4k/5/5/5/K4 w 2Pp"),
                "4k/5/5/5/K4 w 2Pp"
            );
        }
        // Elsewhere the names of squares are the same for everybody.
        let chess = lab.open_game("chess").unwrap();
        assert_eq!(
            Squares::of_variant(&*chess, Protocol::Uci).read("e2e4"),
            "e2e4"
        );
        assert!(is_variant(&*game, "5x5+5_shogi") && is_variant(&*game, "minishogi"));
        for other in [
            "5x6+5_shogi",
            "shogi",
            "x+_shogi",
            "5x5_shogi",
            "",
            "9x9+7_shogi",
        ] {
            assert!(!is_variant(&*game, other), "{other}");
        }
        assert!(!is_variant(&*chess, "8x8+5_shogi"));
    }
}
