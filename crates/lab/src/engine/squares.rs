//! The other end's squares, where they are not ours.
//!
//! USI has its own squares (files as numbers from the right, ranks as letters); they cannot be taken
//! for ours, so both are read, and USI's are written. All other languages use ours.

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

    /// A move of theirs in our words.
    pub(super) fn read(&self, text: &str) -> String {
        let dialect = self.0.as_ref().filter(|_| is_usi(text));
        dialect.map_or_else(|| text.to_owned(), |dialect| dialect.read_move(text))
    }

    /// A move of ours in their words.
    pub(super) fn write(&self, own: &str) -> String {
        let dialect = self.0.as_ref();
        dialect.map_or_else(|| own.to_owned(), |dialect| dialect.write_move(own))
    }

    /// A position of theirs in our words: an SFEN may count moves behind the hands.
    pub(super) fn read_position(&self, text: &str) -> String {
        let words: Vec<&str> = text.split_whitespace().collect();
        match (&self.0, words.as_slice()) {
            (Some(_), [rows, side, hand, _number]) => format!("{rows} {side} {hand}"),
            _ => text.to_owned(),
        }
    }
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
}
