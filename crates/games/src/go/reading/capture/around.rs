//! The string and the strings around it.

use super::Search;
use crate::go::plane::Plane;
use crate::go::reading::desk::Desk;

/// An attacking string with at most so many liberties may run short of them.
pub(super) const FEW_LIBERTIES: usize = 4;

/// The string and its surroundings.
pub(super) struct Around<const W: usize> {
    pub(super) string: Plane<W>,
    pub(super) liberties: Plane<W>,
    /// How many liberties.
    pub(super) number: usize,
    pub(super) empty: Plane<W>,
}

/// Liberties of the attacking strings beside the string.
pub(super) struct Pressed<const W: usize> {
    /// Of those that have few.
    pub(super) few: Plane<W>,
    /// Of those that have one: there they are taken.
    pub(super) last: Plane<W>,
    pub(super) two: Plane<W>,
    pub(super) three: Plane<W>,
}

impl<const W: usize> Search<'_, W> {
    pub(super) fn around(&self, desk: &Desk<W>) -> Around<W> {
        let string = desk.string(self.grid, self.defender, self.target);
        let empty = desk.empty(self.grid);
        let liberties = self.grid.beside(string) & empty;
        Around {
            string,
            liberties,
            number: liberties.count(),
            empty,
        }
    }

    /// The liberties of the attacking strings beside some cells, where they are few.
    pub(super) fn liberties_around(&self, desk: &Desk<W>, cells: Plane<W>) -> Plane<W> {
        let attackers = desk.of_side(!self.defender);
        let empty = desk.empty(self.grid);
        let mut found = Plane::EMPTY;
        let mut from = self.grid.beside(cells) & attackers;
        while let Some(cell) = from.first() {
            let string = self.grid.flood(Plane::of(cell), attackers);
            from &= !string;
            let liberties = self.grid.beside(string) & empty;
            if liberties.count() <= FEW_LIBERTIES {
                found |= liberties;
            }
        }
        found
    }

    /// The attacking strings beside the string that have few liberties.
    pub(super) fn pressed(&self, desk: &Desk<W>, around: &Around<W>) -> Pressed<W> {
        let grid = self.grid;
        let attackers = desk.of_side(!self.defender);
        let mut found = Pressed {
            few: Plane::EMPTY,
            last: Plane::EMPTY,
            two: Plane::EMPTY,
            three: Plane::EMPTY,
        };
        let mut from = grid.beside(around.string) & attackers;
        while let Some(cell) = from.first() {
            let string = grid.flood(Plane::of(cell), attackers);
            from &= !string;
            let liberties = grid.beside(string) & around.empty;
            let number = liberties.count();
            if number <= FEW_LIBERTIES {
                found.few |= liberties;
            }
            match number {
                1 => found.last |= liberties,
                2 => found.two |= liberties,
                3 => found.three |= liberties,
                _ => {}
            }
        }
        found
    }
}
