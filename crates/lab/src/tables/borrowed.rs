//! Tables that others have computed, asked where our own are missing.

use std::cmp::Reverse;
use std::sync::Arc;

use yomikiri_game_api::{
    Game, Notation, Picture, Probe, ProbeError, Probed, Progress, Tiered, Value,
};

use super::desk::Desk;
use super::{Answer, Measured, ProbeReport, ProbedMove};
use crate::{Lab, LabError};

/// What others' tables tell about a position.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Lent {
    /// The value to the side to move, without the rule that draws a game without progress.
    pub value: Value,
    /// The value under that rule at the position's clock; `None` if the tables do not tell.
    pub limited: Option<Value>,
    /// Plies to the next move that cannot be taken back, 0 where the game is over; `None` for draws
    /// and where the tables do not tell.
    pub zeroing: Option<u32>,
    /// Whether that is exact; otherwise it may be one ply more.
    pub exact: bool,
    /// Whether a move that cannot be taken back has just been made.
    pub fresh: bool,
}

impl Lent {
    /// The same before the move that led there, to the one who makes it.
    fn before(self) -> Lent {
        let zeroes = self.fresh || self.zeroing == Some(0);
        Lent {
            value: self.value.flip(),
            limited: self.limited.map(Value::flip),
            zeroing: match zeroes {
                true => (self.value != Value::Draw).then_some(1),
                false => self.zeroing.map(|plies| plies + 1),
            },
            exact: zeroes || self.exact,
            fresh: false,
        }
    }

    /// The order of moves: what holds under the rule first, then sooner wins, then later losses.
    fn place(&self) -> (Reverse<Value>, Reverse<Value>, i64) {
        let plies = i64::from(self.zeroing.unwrap_or(0));
        let late = match self.value {
            Value::Win => plies,
            Value::Draw => 0,
            Value::Loss => -plies,
        };
        let limited = self.limited.unwrap_or(self.value);
        (Reverse(limited), Reverse(self.value), late)
    }

    fn answer(&self) -> Answer {
        Answer {
            value: self.value.word(),
            distance: None,
        }
    }

    fn measured(&self) -> Measured {
        Measured {
            dtm: None,
            dtc: None,
            dtz: self.zeroing,
            precise_dtz: self.zeroing.filter(|_| self.exact),
            promotion: None,
            value50: self.limited.map(Value::word),
        }
    }
}

/// Tables that others have computed.
pub trait Borrowed<G: Game>: Send + Sync {
    /// What they are called in answers.
    fn name(&self) -> &'static str;
    /// Whether there is a table for a position; the error says what is wrong with it.
    fn covers(&self, at: &G::Position) -> Result<bool, String>;
    /// Where a table for a position would be; `None` for positions that no such tables are about.
    fn missing(&self, at: &G::Position) -> Option<String>;
    /// What they tell of a position, or what is missing or wrong.
    fn ask(&self, at: &G::Position) -> Result<Lent, String>;
}

/// Others' tables for a game, or `None` if there are none.
pub type Borrow<G> = fn(&Lab, &G) -> Option<Arc<dyn Borrowed<G>>>;

/// Our own tables, and others' where those are missing.
pub(super) struct Backed<G: Game, P> {
    pub(super) own: P,
    pub(super) borrowed: Arc<dyn Borrowed<G>>,
}

impl<G: Game, P: Probe<G>> Backed<G, P> {
    /// Whether only others have a table for a position.
    fn is_borrowed(&self, game: &G, at: &G::Position) -> Result<bool, ProbeError> {
        Ok(self.own.probe(game, at)?.is_none() && self.borrowed.covers(at).map_err(ProbeError)?)
    }
}

impl<G: Game, P: Probe<G>> Probe<G> for Backed<G, P> {
    fn probe(&self, game: &G, at: &G::Position) -> Result<Option<Probed>, ProbeError> {
        if let Some(known) = self.own.probe(game, at)? {
            return Ok(Some(known));
        }
        if !self.borrowed.covers(at).map_err(ProbeError)? {
            return Ok(None);
        }
        let lent = self.borrowed.ask(at).map_err(ProbeError)?;
        Ok(Some(Probed {
            value: lent.value,
            distance: None,
        }))
    }

    fn progress(
        &self,
        game: &G,
        before: &G::Position,
        after: &G::Position,
    ) -> Result<Option<Progress>, ProbeError> {
        if !self.is_borrowed(game, before)? {
            return Ok(None);
        }
        let lent = self.borrowed.ask(after).map_err(ProbeError)?;
        let lent = lent.before();
        Ok(Some(Progress {
            limited: lent.limited.unwrap_or(lent.value),
            plies: lent.zeroing.unwrap_or(0),
        }))
    }
}

impl<G: Notation + Picture, T: Tiered<G> + 'static> Desk<G, T>
where
    T::Index: 'static,
{
    /// A missing table, and others' that was looked for in its place.
    pub(super) fn nor_borrowed(&self, error: LabError, at: &G::Position) -> LabError {
        let borrowed = self.shelf.borrowed(&self.kit.lab, &self.kit.game);
        match (error, borrowed) {
            (LabError::NoTable { path, remedy, .. }, Some(borrowed)) => LabError::NoTable {
                path,
                elsewhere: borrowed.missing(at),
                remedy,
            },
            (error, _) => error,
        }
    }

    /// What others' tables tell of a position and each of its moves; `None` if they do not cover it.
    pub(super) fn borrowed_report(
        &self,
        at: &G::Position,
    ) -> Result<Option<ProbeReport>, LabError> {
        let game = &self.kit.game;
        let Some(borrowed) = self.shelf.borrowed(&self.kit.lab, game) else {
            return Ok(None);
        };
        if !borrowed.covers(at).map_err(LabError::Table)? {
            return Ok(None);
        }
        let here = borrowed.ask(at).map_err(LabError::Table)?;
        let mut legal = Vec::new();
        game.legal_moves(at, &mut legal);
        let mut moves = Vec::new();
        for mv in legal {
            let mut next = at.clone();
            game.play(&mut next, mv);
            let after = borrowed.ask(&next).map_err(LabError::Table)?;
            moves.push((after.before(), game.write_move(at, mv)));
        }
        moves.sort_by(|(one, text), (other, other_text)| {
            (one.place(), text).cmp(&(other.place(), other_text))
        });
        Ok(Some(ProbeReport {
            position: game.write_position(at),
            answer: here.answer(),
            unit: self.shelf.tiers(game)?.unit().word(),
            source: borrowed.name(),
            measured: Some(here.measured()),
            moves: moves
                .into_iter()
                .map(|(worth, text)| ProbedMove {
                    text,
                    answer: worth.answer(),
                    measured: Some(worth.measured()),
                })
                .collect(),
        }))
    }
}
