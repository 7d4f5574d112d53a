//! The moves of the defender that come to mind.

use super::around::{Around, Pressed};
use super::{Found, NOWHERE, Search, Verdict};
use crate::go::plane::Plane;
use crate::go::reading::desk::Desk;

impl<const W: usize> Search<'_, W> {
    /// The defences that come to mind, the likelier ones first.
    pub(super) fn usual_defences(
        &self,
        desk: &Desk<W>,
        around: &Around<W>,
        pressed: &Pressed<W>,
        ply: usize,
    ) -> Vec<u16> {
        let grid = self.grid;
        let number = around.number;
        let own = desk.of_side(self.defender);
        let mut moves: Vec<(i32, u16)> = Vec::with_capacity(12);
        let after = |cell: usize| {
            let stone = Plane::of(cell);
            let string = match (grid.beside(stone) & own & !around.string).is_empty() {
                true => around.string | stone,
                false => grid.flood(stone, own | stone),
            };
            (grid.beside(string) & around.empty & !stone).count() as i32
        };
        for cell in (around.liberties | pressed.last).cells() {
            let takes = if pressed.last.contains(cell) { 40 } else { 0 };
            let runs = if around.liberties.contains(cell) {
                after(cell) - number as i32
            } else {
                0
            };
            moves.push((-(takes + 10 * runs + 1), cell as u16));
        }
        if number == 1 && around.string.count() == 1 {
            // What makes the stone that takes it short of liberties.
            let takers = grid.flood(
                around.liberties,
                desk.of_side(!self.defender) | around.liberties,
            );
            let others = grid.beside(takers) & around.empty & !around.liberties;
            if others.count() == 1 {
                moves.extend(others.cells().map(|cell| (-3, cell as u16)));
            }
            if ply == 0 && self.must_move {
                let joined = grid.flood(around.liberties, own | around.liberties);
                let others = grid.beside(joined) & around.empty & !around.liberties;
                moves.extend(others.cells().map(|cell| (-1, cell as u16)));
            }
        }
        if number > 1 {
            let more = match number {
                2 if ply == 0 => pressed.few,
                2 => pressed.two,
                _ => pressed.two | pressed.three,
            };
            for cell in (more & !around.liberties & !pressed.last).cells() {
                moves.push((-5, cell as u16));
            }
            let second = grid.beside(around.liberties)
                & around.empty
                & !around.liberties
                & !more
                & !pressed.last;
            for cell in second.cells() {
                let stone = Plane::of(cell);
                let beside = grid.beside(stone);
                let links = (beside & around.liberties).count() as i32;
                let friend = !(grid.beside(stone) & own).is_empty();
                if links > 1 || friend && number == 2 {
                    moves.push((-2 * links + 2, cell as u16));
                }
            }
        }
        match self.refinements.order {
            true => moves.sort_unstable(),
            false => moves.sort_unstable_by_key(|&(_, cell)| cell),
        }
        moves.into_iter().map(|(_, cell)| cell).collect()
    }

    /// A liberty on which the string gets more liberties than the attacker has moves for.
    pub(super) fn runs_away(
        &self,
        desk: &Desk<W>,
        around: &Around<W>,
        depth: u32,
    ) -> Option<Found<W>> {
        let own = desk.of_side(self.defender);
        let most = self.limits.liberties.min(2 + depth as usize);
        let mut best = (most, NOWHERE);
        for cell in around.liberties.cells() {
            if usize::from(desk.ko) == cell {
                continue;
            }
            let stone = Plane::of(cell);
            let string = match (self.grid.beside(stone) & own & !around.string).is_empty() {
                true => around.string | stone,
                false => self.grid.flood(stone, own | stone),
            };
            let number = (self.grid.beside(string) & around.empty & !stone).count();
            if number > best.0 {
                best = (number, cell as u16);
            }
        }
        let (number, point) = best;
        (point != NOWHERE).then_some(Found {
            verdict: match number > self.limits.liberties {
                true => Verdict::Saved,
                false => Verdict::Open,
            },
            point,
            zone: Plane::EMPTY,
        })
    }
}
