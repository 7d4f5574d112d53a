//! A number for every position, so that the game can be solved.

use std::ops::Range;

use yomikiri_game_api::{Cursor, Game, Indexer, Side, Terminal, Tier, Tiers};

use crate::game::{COLUMNS, DropThree, FILLINGS, HEIGHT, Position};

/// Numbers with one given side to move.
const OF_A_SIDE: u64 = FILLINGS.pow(COLUMNS as u32);

/// The game as one tier: everything is solved at once.
pub struct WholeGame;

impl Tiers<DropThree> for WholeGame {
    type Indexer = ColumnIndexer;

    fn indexer(&self, _tier: Tier) -> Result<ColumnIndexer, String> {
        Ok(ColumnIndexer)
    }

    fn identity(&self, _tier: Tier) -> String {
        format!("drop three {COLUMNS}x{HEIGHT}, indexer 1")
    }
}

/// The side to move, then a digit for each column.
pub struct ColumnIndexer;

fn index(at: &Position) -> u64 {
    let digits = at.columns().into_iter().map(|column| u64::from(column) - 1);
    let columns = digits.fold(0, |index, digit| index * FILLINGS + digit);
    at.turn().index() as u64 * OF_A_SIDE + columns
}

impl Indexer<DropThree> for ColumnIndexer {
    type Cursor<'i> = ColumnCursor;

    fn size(&self) -> u64 {
        2 * OF_A_SIDE
    }

    fn index(&self, at: &Position) -> Option<u64> {
        Some(index(at))
    }

    fn position(&self, number: u64) -> Option<Position> {
        let mut rest = number % OF_A_SIDE;
        let mut columns = [0; COLUMNS];
        for column in columns.iter_mut().rev() {
            *column = (rest % FILLINGS) as u8 + 1;
            rest /= FILLINGS;
        }
        // Half of the numbers have the wrong side to move.
        Position::from_columns(columns).filter(|at| index(at) == number)
    }

    fn cursor(&self) -> ColumnCursor {
        ColumnCursor(None)
    }

    fn indices_of(&self, side: Side) -> Vec<Range<u64>> {
        let start = side.index() as u64 * OF_A_SIDE;
        std::iter::once(start..start + OF_A_SIDE).collect()
    }

    fn is_closed(&self) -> bool {
        true
    }

    fn has_unmoves(&self) -> bool {
        true
    }
}

/// The position that is looked at, if the number has one.
pub struct ColumnCursor(Option<Position>);

impl Cursor for ColumnCursor {
    fn seek(&mut self, index: u64) {
        self.0 = ColumnIndexer.position(index);
    }

    fn terminal(&self) -> Terminal {
        let Some(at) = &self.0 else {
            return Terminal::Illegal;
        };
        match DropThree.outcome(at).map(|outcome| outcome.winner) {
            None => Terminal::Undecided,
            Some(None) => Terminal::Drawn,
            // Whoever has three has moved last.
            Some(Some(_)) => Terminal::Lost,
        }
    }

    fn successors(&mut self, mut visit: impl FnMut(u64) -> bool) -> bool {
        let Some(at) = self.0 else {
            return true;
        };
        let mut free = (0..COLUMNS).filter(|column| at.height(*column) < HEIGHT);
        free.all(|column| {
            let mut next = at;
            next.drop(column);
            visit(index(&next))
        })
    }

    fn predecessors(&mut self, mut visit: impl FnMut(u64)) {
        let Some(at) = self.0 else {
            return;
        };
        for before in (0..COLUMNS).filter_map(|column| at.lifted(column)) {
            visit(index(&before));
        }
    }
}

#[cfg(test)]
mod tests {
    use yomikiri_game_api::conformance::{self, Plan};

    use super::*;

    #[test]
    fn obeys_the_contract() {
        let plan = Plan::new(300);
        conformance::rules(&DropThree, plan).unwrap();
        conformance::notation(&DropThree, plan).unwrap();
        conformance::picture(&DropThree, plan).unwrap();
        conformance::indexer(&DropThree, &ColumnIndexer, 200_000, 1).unwrap();
    }
}
