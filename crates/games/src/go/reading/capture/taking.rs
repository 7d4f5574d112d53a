//! Taking the string by its last liberty.

use super::Search;
use super::around::{Around, FEW_LIBERTIES};
use crate::go::plane::Plane;
use crate::go::reading::desk::Desk;

/// What comes of playing on the last liberty of the string.
pub(super) enum Taking<const W: usize> {
    /// It is taken. The zone is what that depended on.
    Done { zone: Plane<W> },
    /// It is taken, and stands there again on this board.
    Back { desk: Desk<W> },
    /// A ko forbids it.
    Forbidden,
}

impl<const W: usize> Search<'_, W> {
    /// What comes of taking the string by its last liberty. Where a single stone is taken, what took it may be
    /// taken back at once: in a ko, if the defender may break kos, or as a snapback. Then the string stands
    /// there again and nothing is decided.
    pub(super) fn take(&mut self, desk: &Desk<W>, around: &Around<W>, last: usize) -> Taking<W> {
        let Some(next) = self.play(desk, !self.defender, last) else {
            return Taking::Forbidden;
        };
        let mut zone = around.liberties | self.pressed(desk, around).few;
        if around.string.count() > 1 {
            return Taking::Done { zone };
        }
        let takers = next.string(self.grid, !self.defender, last);
        let liberties = self.grid.beside(takers) & next.empty(self.grid);
        if liberties == around.string
            && let Some(back) = self.play(&next, self.defender, self.target)
        {
            return Taking::Back { desk: back };
        }
        // Whatever makes this one of those cases may be a defence: fewer liberties for what takes it, or
        // safety for friends that are taken together with it.
        if liberties.count() <= FEW_LIBERTIES {
            zone |= liberties & !around.string;
        }
        let taken = desk.of_side(self.defender) & !next.of_side(self.defender);
        zone |= self.liberties_around(desk, taken & !around.string);
        Taking::Done { zone }
    }
}
