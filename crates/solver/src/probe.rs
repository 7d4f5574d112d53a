//! Asking a table about positions.

use std::sync::Arc;

use yomikiri_game_api::{Game, Indexed, Probe, ProbeError, Probed, Value};

use crate::cell;
use crate::table::{Contents, Table};

/// A table together with the numbering it was made for.
#[derive(Debug)]
pub struct TableProbe<I> {
    index: Arc<I>,
    table: Arc<Table>,
}

impl<I> Clone for TableProbe<I> {
    fn clone(&self) -> Self {
        TableProbe {
            index: Arc::clone(&self.index),
            table: Arc::clone(&self.table),
        }
    }
}

impl<I> TableProbe<I> {
    /// The caller has compared the fingerprints.
    pub fn new(index: Arc<I>, table: Arc<Table>) -> Self {
        TableProbe { index, table }
    }

    /// The table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The numbering.
    pub fn index(&self) -> &I {
        &self.index
    }
}

impl<G: Game, I: Indexed<G>> Probe<G> for TableProbe<I> {
    fn probe(&self, game: &G, at: &G::Position) -> Result<Option<Probed>, ProbeError> {
        let distance = self.table.header().contents == Contents::Distance;
        let only_value = |probed: Probed| Probed {
            distance: probed.distance.filter(|_| distance),
            ..probed
        };
        if let Some(known) = by_rules(game, at) {
            return Ok(Some(only_value(known)));
        }
        let Some(slot) = self.index.slot(at) else {
            // Positions without a slot that are not over are won at once.
            return Ok(wins_at_once(game, at).then(|| {
                only_value(Probed {
                    value: Value::Win,
                    distance: Some(1),
                })
            }));
        };
        let cell = self
            .table
            .cell(slot)
            .map_err(|error| ProbeError(error.to_string()))?;
        Ok(cell::answer(cell).map(only_value))
    }
}

/// The answer for a finished game.
pub(crate) fn by_rules<G: Game>(game: &G, at: &G::Position) -> Option<Probed> {
    let outcome = game.outcome(at)?;
    let value = outcome.value_for(game.turn(at));
    Some(Probed {
        value,
        distance: (value != Value::Draw).then_some(0),
    })
}

/// Whether a move wins on the spot.
pub(crate) fn wins_at_once<G: Game>(game: &G, at: &G::Position) -> bool {
    let mover = game.turn(at);
    let mut moves = Vec::new();
    game.legal_moves(at, &mut moves);
    moves.into_iter().any(|mv| {
        let mut next = at.clone();
        game.play(&mut next, mv);
        game.outcome(&next)
            .is_some_and(|outcome| outcome.winner == Some(mover))
    })
}
