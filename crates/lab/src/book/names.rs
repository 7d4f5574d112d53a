//! The names of openings: a short list of each game, by moves.

use std::collections::HashMap;

use yomikiri_book::Place;
use yomikiri_game_api::{Line, Notation, Picture};

use super::OpeningName;
use crate::{GameDefinition, Lang};

/// Named positions, as books keep them.
pub(crate) type OpeningNames = HashMap<Place, NamedOpening>;

/// A line of the list: a code, moves, and the name in the languages of [`Lang::ALL`].
pub(crate) struct NamedOpening {
    code: &'static str,
    names: Vec<&'static str>,
}

impl<G: Notation + Picture> GameDefinition<G> {
    /// Reads the list. A line that cannot be read is left out; a test reads all of them.
    pub(crate) fn read_openings(&self) -> OpeningNames {
        let lines = self
            .book
            .names
            .lines()
            .filter(|line| !line.starts_with('#'));
        lines.filter_map(|line| self.read_opening(line)).collect()
    }

    fn read_opening(&self, line: &'static str) -> Option<(Place, NamedOpening)> {
        let mut columns = line.split('\t');
        let (code, moves) = (columns.next()?, columns.next()?);
        let game = &self.game;
        let mut at = game.start();
        for text in moves.split_whitespace() {
            let mv = game.read_move(&at, text).ok()?;
            game.play(&mut at, mv);
        }
        let names: Vec<&str> = columns.collect();
        let place = self.book.fold(game, &at).place;
        (names.len() == Lang::ALL.len()).then_some((place, NamedOpening { code, names }))
    }

    /// The name of the opening that a line is in: of its last position that has one.
    pub(crate) fn opening_name(&self, line: &Line<G>, lang: Lang) -> Option<OpeningName> {
        let names = self.opening_names.get_or_init(|| self.read_openings());
        if names.is_empty() {
            return None;
        }
        let column = Lang::ALL.iter().position(|known| *known == lang)?;
        let named = line.positions().iter().rev();
        let mut named = named.filter_map(|at| names.get(&self.book.fold(&self.game, at).place));
        let NamedOpening { code, names } = named.next()?;
        Some(OpeningName {
            code: (*code).to_owned(),
            name: names[column].to_owned(),
        })
    }
}
