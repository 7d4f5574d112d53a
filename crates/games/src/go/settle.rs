//! Counting the board, with the stones that both sides agree are dead.

use yomikiri_game_api::{Count, Outcome, Settle, Side, Term};

use super::board;
use super::game::Go;
use super::options::Scoring;
use super::plane::{Grid, for_words};
use super::position::Position;

impl Settle for Go {
    fn is_stopped(&self, at: &Position) -> bool {
        at.passes() >= 2
    }

    fn together(&self, at: &Position, cell: usize) -> Vec<usize> {
        self.string(at, cell).0
    }

    /// Area: stones and the points that only one side's stones reach (Tromp–Taylor). Territory: these
    /// points and the prisoners, with dead stones among them.
    fn count(&self, at: &Position, dead: &[usize]) -> Count {
        let mut board = *at;
        for &cell in dead.iter().filter(|&&cell| cell < self.size().points()) {
            if let Some(side) = board.stone(cell) {
                let taken = &mut board.taken[(!side).index()];
                *taken = taken.saturating_add(1);
                board.set(cell, None);
            }
        }
        let surrounded = for_words!(self.size(), surrounded::<W>(self.grid(), &board));
        let owner = |cell: usize| board.stone(cell).or(surrounded[cell]);
        let points = |of: &dyn Fn(Side) -> usize| Side::BOTH.map(|side| 2 * of(side) as i32);
        let territory = points(&|side| {
            let own = surrounded.iter().filter(|owner| **owner == Some(side));
            own.count()
        });
        let held = match self.options().scoring {
            Scoring::Area => ("stones", points(&|side| board.count(side))),
            Scoring::Territory => ("prisoners", points(&|side| board.prisoners(side) as usize)),
        };
        let given = [
            ("komi", [0, self.options().komi()]),
            ("handicap", [0, self.options().bonus()]),
        ];
        let parts = [("territory", territory), held].into_iter();
        let parts = parts
            .chain(given)
            .filter(|(name, sides)| *name != "handicap" || sides[1] != 0);
        let parts: Vec<Term> = parts
            .map(|(name, [first, second])| Term {
                name,
                first,
                second,
            })
            .collect();
        let margin = parts.iter().map(|part| part.first - part.second).sum();
        Count {
            outcome: Outcome::by_margin(margin, "count"),
            parts,
            owners: (0..self.size().points()).map(owner).collect(),
        }
    }
}

/// Whose empty points are.
fn surrounded<const W: usize>(grid: &Grid, at: &Position) -> Vec<Option<Side>> {
    let territory = board::territory::<W>(grid, at);
    let mut owners = vec![None; grid.size().points()];
    for (side, cells) in Side::BOTH.into_iter().zip(territory) {
        for cell in cells.cells() {
            owners[cell] = Some(side);
        }
    }
    owners
}
