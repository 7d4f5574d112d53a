//! The moves of the attacker: ataris, and quiet moves with what they cost.

use super::Search;
use super::around::{Around, FEW_LIBERTIES};
use crate::go::plane::Plane;
use crate::go::reading::desk::Desk;

/// An attacking move that does not give atari.
#[derive(Copy, Clone)]
pub(super) struct Quiet {
    /// What it takes of `depth`: the less it suggests itself, the more.
    pub(super) cost: u32,
    pub(super) cell: u16,
}

impl<const W: usize> Search<'_, W> {
    /// The two liberties of a string, first the one that leaves it less room.
    pub(super) fn ataris(&self, around: &Around<W>) -> [u16; 2] {
        let mut cells = around.liberties.cells();
        let pair = [cells.next().unwrap_or(0), cells.next().unwrap_or(0)];
        // What an answer on the other one would open.
        let opened = |at: usize| {
            let beside = self.grid.beside(Plane::<W>::of(pair[1 - at]));
            (beside & around.empty & !around.liberties).count()
        };
        match opened(1) < opened(0) {
            true => [pair[1] as u16, pair[0] as u16],
            false => [pair[0] as u16, pair[1] as u16],
        }
    }

    /// Quiet attacking moves, the likelier ones first.
    pub(super) fn quiet_moves(&self, desk: &Desk<W>, around: &Around<W>) -> Vec<Quiet> {
        let grid = self.grid;
        let number = around.number;
        let urgent = self.rescues(desk, around, desk.of_side(!self.defender));
        let second = grid.beside(around.liberties) & around.empty & !around.liberties;
        // Points beside two liberties make nets.
        let mut once = Plane::EMPTY;
        let mut twice = Plane::EMPTY;
        for cell in around.liberties.cells() {
            let beside = grid.beside(Plane::of(cell)) & second;
            twice |= once & beside;
            once |= beside;
        }
        // Liberties of friends that the string can be joined to.
        let friends = self.friends(desk, around);
        let beyond = grid.beside(friends) & around.empty & !around.liberties & !friends;
        // Points where an attacking stone is already beside make walls.
        let walls = second & grid.beside(desk.of_side(!self.defender));
        let ring = grid.beside(second) & around.empty & !around.liberties & !second;
        let cost = |cell: usize| {
            let is_liberty = around.liberties.contains(cell);
            match number {
                1 => 1,
                2 if urgent.contains(cell) || twice.contains(cell) => 1,
                2 if second.contains(cell) || friends.contains(cell) => 2,
                2 if beyond.contains(cell) => 2,
                2 => 3,
                3 if is_liberty || urgent.contains(cell) || twice.contains(cell) => 1,
                3 if walls.contains(cell) => 1,
                3 => 2,
                _ if is_liberty || urgent.contains(cell) => 1,
                _ => 2,
            }
        };
        let all = match number {
            1 => {
                // Taking it is undone at once, so the strings that it could be joined to are pressed, or what
                // takes it gets more liberties.
                let own = desk.of_side(self.defender);
                let joined = grid.flood(around.liberties, own | around.liberties);
                urgent | grid.beside(joined) & around.empty & !around.liberties
            }
            2 => second | urgent | friends | ring | beyond,
            3 => around.liberties | second | urgent | friends,
            // Further ways out are stopped only where a wall is there already.
            _ => around.liberties | twice | urgent | walls,
        };
        let score = |cell: usize| {
            let stone = Plane::of(cell);
            // What an answer there would open.
            let opens = (grid.beside(stone) & around.empty & !around.liberties).count() as i32;
            if number == 1 {
                // A stone that is joined to others is not lost itself.
                opens + 4 * (grid.beside(stone) & desk.of_side(!self.defender)).count() as i32
            } else if around.liberties.contains(cell) {
                20 + 4 * opens
            } else if urgent.contains(cell) {
                18 + opens
            } else if twice.contains(cell) || friends.contains(cell) {
                16 + opens
            } else if second.contains(cell) {
                8 + opens
            } else {
                opens
            }
        };
        let mut moves: Vec<(i32, Quiet)> = all
            .cells()
            .filter(|&cell| number > 2 || !around.liberties.contains(cell))
            .map(|cell| {
                let quiet = Quiet {
                    cost: cost(cell),
                    cell: cell as u16,
                };
                (-score(cell), quiet)
            })
            .collect();
        let by_score = |score| if self.refinements.order { score } else { 0 };
        moves.sort_unstable_by_key(|&(score, quiet)| (quiet.cost, by_score(score), quiet.cell));
        moves.into_iter().map(|(_, quiet)| quiet).collect()
    }

    /// Liberties of strings that the string can be joined to by one move, where they are few: joined, they run
    /// out of liberties together.
    fn friends(&self, desk: &Desk<W>, around: &Around<W>) -> Plane<W> {
        let grid = self.grid;
        let defenders = desk.of_side(self.defender) & !around.string;
        let mut found = Plane::EMPTY;
        let mut from = grid.beside(around.liberties) & defenders;
        while let Some(cell) = from.first() {
            let string = grid.flood(Plane::of(cell), defenders);
            from &= !string;
            let liberties = grid.beside(string) & around.empty;
            if liberties.count() <= FEW_LIBERTIES {
                found |= liberties & !around.liberties;
            }
        }
        found
    }

    /// Where the attacker saves strings of his that stand beside the string and have one or two liberties:
    /// their liberties, and those of stones around them that he can take.
    fn rescues(&self, desk: &Desk<W>, around: &Around<W>, attackers: Plane<W>) -> Plane<W> {
        let grid = self.grid;
        let defenders = desk.of_side(self.defender) & !around.string;
        let mut found = Plane::EMPTY;
        let mut from = grid.beside(around.string) & attackers;
        while let Some(cell) = from.first() {
            let string = grid.flood(Plane::of(cell), attackers);
            from &= !string;
            let liberties = grid.beside(string) & around.empty;
            if liberties.count() > 2 {
                continue;
            }
            found |= liberties;
            let mut enemies = grid.beside(string) & defenders;
            while let Some(cell) = enemies.first() {
                let enemy = grid.flood(Plane::of(cell), defenders);
                enemies &= !enemy;
                let liberties = grid.beside(enemy) & around.empty;
                if liberties.count() <= 3 {
                    found |= liberties;
                }
            }
        }
        found
    }
}
