//! The small board that is read on: stones as sets, copied for every move.

use yomikiri_game_api::Side;

use crate::go::plane::{Grid, Plane};
use crate::go::position::{NO_KO, Position, ko_key, stone_key};

/// Stones and the ko of the moment.
#[derive(Copy, Clone)]
pub(super) struct Desk<const W: usize> {
    stones: [Plane<W>; 2],
    /// The cell where one stone has just been taken and may not be put back.
    pub(super) ko: u16,
    board_key: u64,
}

/// What a move did.
pub(super) struct Played<const W: usize> {
    pub(super) desk: Desk<W>,
    /// It took a single stone in a ko.
    pub(super) takes_ko: bool,
}

impl<const W: usize> Desk<W> {
    pub(super) fn of(at: &Position) -> Self {
        Desk {
            stones: Side::BOTH.map(|side| at.plane(side)),
            ko: at.ko,
            board_key: at.board_key,
        }
    }

    /// The key of stones and ko.
    pub(super) fn key(&self) -> u64 {
        match self.ko {
            NO_KO => self.board_key,
            cell => self.board_key ^ ko_key(cell),
        }
    }

    /// The same board after a pass: no ko forbids anything.
    pub(super) fn after_pass(mut self) -> Self {
        self.ko = NO_KO;
        self
    }

    #[inline(always)]
    pub(super) fn of_side(&self, side: Side) -> Plane<W> {
        self.stones[side.index()]
    }

    #[inline(always)]
    pub(super) fn empty(&self, grid: &Grid) -> Plane<W> {
        grid.all() & !(self.stones[0] | self.stones[1])
    }

    /// The string that holds a cell.
    #[inline(always)]
    pub(super) fn string(&self, grid: &Grid, side: Side, cell: usize) -> Plane<W> {
        grid.flood(Plane::of(cell), self.of_side(side))
    }

    /// Puts a stone down; `None` where that is illegal. `breaks_ko`: a ko may be retaken at once.
    pub(super) fn play(
        &self,
        grid: &Grid,
        side: Side,
        cell: usize,
        breaks_ko: bool,
    ) -> Option<Played<W>> {
        if usize::from(self.ko) == cell && !breaks_ko {
            return None;
        }
        let stone = Plane::of(cell);
        let (own, enemy) = (self.of_side(side) | stone, self.of_side(!side));
        let empty = self.empty(grid) & !stone;
        let around = grid.beside(stone);
        let mut taken = Plane::EMPTY;
        let mut from = around & enemy;
        while let Some(next) = from.first() {
            let first = Plane::of(next);
            from &= !first;
            // Most strings have a liberty right here.
            if !(grid.beside(first) & empty).is_empty() {
                continue;
            }
            let string = grid.flood(first, enemy);
            from &= !string;
            if (grid.beside(string) & empty).is_empty() {
                taken |= string;
            }
        }
        let mut next = *self;
        next.ko = NO_KO;
        next.board_key ^= stone_key(side, cell);
        next.stones[side.index()] = own;
        let mut takes_ko = false;
        if taken.is_empty() {
            let string = || grid.flood(stone, own);
            if (around & empty).is_empty() && (grid.beside(string()) & empty).is_empty() {
                return None;
            }
        } else {
            next.stones[(!side).index()] = enemy & !taken;
            for lost in taken.cells() {
                next.board_key ^= stone_key(!side, lost);
            }
            takes_ko =
                taken.count() == 1 && (around & own).is_empty() && (around & empty).is_empty();
            if let (true, Some(lost)) = (takes_ko, taken.first()) {
                next.ko = lost as u16;
            }
        }
        Some(Played {
            desk: next,
            takes_ko,
        })
    }
}
