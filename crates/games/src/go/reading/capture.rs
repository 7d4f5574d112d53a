//! Whether a string can be taken: a search in which one side attacks it and the other defends it.
//!
//! # How it is kept small
//!
//! - An attacking move that gives atari leaves few answers: extend at the last liberty, or take a stone
//!   of the attacker that stands beside the string. Such pairs cost nothing, so ladders are read to their
//!   end whatever their length.
//! - Every other attacking move is *quiet* and costs one of `depth`. The search is repeated with one
//!   quiet move more each time.
//! - After a quiet move the defender first *passes*. If the attacker cannot take the string even then, the
//!   quiet move threatened nothing. If he can, the points that this success depended on, its *zone*, are the
//!   only ones where a defence can be: a stone anywhere else changes nothing.
//!
//! - What refuted the move before is tried first, and what was read already is in a table.
//!
//! # What a zone is
//!
//! The points where the attack played, the liberties that the string had on the way, and the liberties of
//! those attacking strings beside it that have few.

use yomikiri_game_api::Side;

use super::desk::Desk;
use super::table::{Entry, Table};
use super::{KoRule, ReadingLimits};
use crate::go::plane::{Grid, Plane};

/// No cell.
pub(super) const NOWHERE: u16 = u16::MAX;

/// An attacking string with at most so many liberties may run short of them.
const FEW_LIBERTIES: usize = 4;

/// Plies after which a line is given up: longer than any ladder.
const LONGEST_LINE: usize = 400;

/// What a search says about the string.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// It is taken.
    Taken,
    /// It is not.
    Saved,
    /// A limit was met first.
    Open,
}

/// A verdict with the move that leads to it, and what it depended on.
#[derive(Copy, Clone)]
pub(super) struct Found<const W: usize> {
    pub(super) verdict: Verdict,
    /// The move; [`NOWHERE`]: none is needed, or none helps.
    pub(super) point: u16,
    /// Of a string that is taken: the points that matter.
    pub(super) zone: Plane<W>,
}

impl<const W: usize> Found<W> {
    fn plain(verdict: Verdict) -> Self {
        Found {
            verdict,
            point: NOWHERE,
            zone: Plane::EMPTY,
        }
    }
}

/// One question about one string.
pub(super) struct Search<'a, const W: usize> {
    pub(super) grid: &'a Grid,
    pub(super) table: &'a mut Table<W>,
    pub(super) limits: ReadingLimits,
    /// A stone of the string.
    pub(super) target: usize,
    pub(super) defender: Side,
    pub(super) ko_rule: KoRule,
    /// Sets the entries of this question apart from those of others.
    pub(super) salt: u64,
    pub(super) nodes: u64,
    /// A ko was taken, or forbidden, somewhere.
    pub(super) met_ko: bool,
    /// The last moves that worked at each ply.
    pub(super) killers: [u16; KILLERS],
}

/// Plies for which moves that worked are remembered.
pub(super) const KILLERS: usize = 64;

/// The string and its surroundings.
struct Around<const W: usize> {
    string: Plane<W>,
    liberties: Plane<W>,
    empty: Plane<W>,
}

impl<const W: usize> Search<'_, W> {
    fn around(&self, desk: &Desk<W>) -> Around<W> {
        let string = desk.string(self.grid, self.defender, self.target);
        let empty = desk.empty(self.grid);
        Around {
            string,
            liberties: self.grid.beside(string) & empty,
            empty,
        }
    }

    fn is_out_of_nodes(&mut self) -> bool {
        self.nodes += 1;
        self.nodes > self.limits.nodes
    }

    fn play(&mut self, desk: &Desk<W>, side: Side, cell: usize) -> Option<Desk<W>> {
        let breaks_ko = match self.ko_rule {
            KoRule::AttackerBreaks => side != self.defender,
            KoRule::DefenderBreaks => side == self.defender,
            KoRule::Nobody => false,
        };
        self.met_ko |= usize::from(desk.ko) == cell;
        let played = desk.play(self.grid, side, cell, breaks_ko)?;
        self.met_ko |= played.takes_ko;
        Some(played.desk)
    }

    /// The attacker is to move and may make `depth` quiet moves.
    pub(super) fn attack(&mut self, desk: &Desk<W>, depth: u32, ply: usize) -> Found<W> {
        if self.is_out_of_nodes() || ply > LONGEST_LINE {
            return Found::plain(Verdict::Open);
        }
        let around = self.around(desk);
        let number = around.liberties.count();
        if number > self.limits.liberties {
            return Found::plain(Verdict::Saved);
        }
        if let (1, Some(last)) = (number, around.liberties.first()) {
            let taken = self.play(desk, !self.defender, last).is_some();
            return Found {
                verdict: if taken {
                    Verdict::Taken
                } else {
                    Verdict::Saved
                },
                point: if taken { last as u16 } else { NOWHERE },
                zone: around.liberties,
            };
        }
        // A quiet move takes one liberty; the last two go by atari.
        if number > 2 + depth as usize {
            return Found::plain(Verdict::Open);
        }
        let key = desk.key() ^ self.salt;
        if let Some(known) = self.table.get(key, depth) {
            return known;
        }
        let found = self.attacking_moves(desk, &around, number, depth, ply);
        if self.nodes <= self.limits.nodes {
            self.table.put(Entry::new(key, depth, found));
        }
        found
    }

    fn attacking_moves(
        &mut self,
        desk: &Desk<W>,
        around: &Around<W>,
        number: usize,
        depth: u32,
        ply: usize,
    ) -> Found<W> {
        let mut is_open = false;
        let mut try_move = |search: &mut Self, cell: usize, cost: u32| {
            let attacker = !search.defender;
            let next = search.play(desk, attacker, cell)?;
            let found = search.defend(&next, depth - cost, ply + 1);
            is_open |= found.verdict == Verdict::Open;
            (found.verdict == Verdict::Taken).then(|| {
                let stones = next.string(search.grid, attacker, cell);
                let liberties = search.grid.beside(stones) & next.empty(search.grid);
                let mut zone = found.zone | around.liberties | Plane::of(cell);
                if liberties.count() <= FEW_LIBERTIES {
                    zone |= liberties;
                }
                let taken = desk.of_side(search.defender) & !next.of_side(search.defender);
                if !taken.is_empty() {
                    // Whatever saves those stones may be a defence.
                    zone |= search.liberties_around(desk, taken);
                }
                Found {
                    verdict: Verdict::Taken,
                    point: cell as u16,
                    zone,
                }
            })
        };
        if number == 2 {
            for cell in self.ataris(around) {
                if let Some(found) = try_move(self, usize::from(cell), 0) {
                    return found;
                }
            }
        }
        if depth == 0 {
            return Found::plain(Verdict::Open);
        }
        let killer = self.killer(ply, around.empty).first();
        let moves = self.quiet_moves(desk, around, number, ply);
        let first =
            killer.filter(|cell| moves.iter().any(|&(_, known)| usize::from(known) == *cell));
        let rest = moves.iter().map(|&(_, cell)| usize::from(cell));
        for cell in first
            .into_iter()
            .chain(rest.filter(|&cell| Some(cell) != first))
        {
            if let Some(found) = try_move(self, cell, 1) {
                self.remember(ply, cell);
                return found;
            }
            if self.nodes > self.limits.nodes {
                return Found::plain(Verdict::Open);
            }
        }
        Found::plain(if is_open {
            Verdict::Open
        } else {
            Verdict::Saved
        })
    }

    /// The move that worked last at this ply, if its cell is empty.
    fn killer(&self, ply: usize, empty: Plane<W>) -> Plane<W> {
        match self.killers.get(ply) {
            Some(&cell) if cell != NOWHERE => Plane::of(usize::from(cell)) & empty,
            _ => Plane::EMPTY,
        }
    }

    fn remember(&mut self, ply: usize, cell: usize) {
        if let Some(killer) = self.killers.get_mut(ply) {
            *killer = cell as u16;
        }
    }

    /// The two liberties of a string, first the one that leaves it less room.
    fn ataris(&self, around: &Around<W>) -> [u16; 2] {
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
    fn quiet_moves(
        &self,
        desk: &Desk<W>,
        around: &Around<W>,
        number: usize,
        ply: usize,
    ) -> Vec<(i32, u16)> {
        let grid = self.grid;
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
        // With two liberties those were ataris. The more liberties, the fewer ideas can be afforded.
        let near = match number {
            2 => second | urgent | friends,
            3 if ply <= 2 => around.liberties | second | urgent | friends,
            3 => around.liberties | twice | urgent | friends,
            _ => around.liberties | twice | urgent,
        };
        let all = match (number, ply) {
            (2, 0..=2) => near | grid.beside(second) & around.empty & !around.liberties,
            _ => near,
        };
        let score = |cell: usize| {
            let stone = Plane::of(cell);
            // What an answer there would open.
            let opens = (grid.beside(stone) & around.empty & !around.liberties).count() as i32;
            if around.liberties.contains(cell) {
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
        let mut moves: Vec<(i32, u16)> = all
            .cells()
            .map(|cell| (-score(cell), cell as u16))
            .collect();
        moves.sort_unstable();
        moves
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

    /// The defender is to move; the attacker has `depth` quiet moves left.
    pub(super) fn defend(&mut self, desk: &Desk<W>, depth: u32, ply: usize) -> Found<W> {
        if self.is_out_of_nodes() || ply > LONGEST_LINE {
            return Found::plain(Verdict::Open);
        }
        let around = self.around(desk);
        let number = around.liberties.count();
        if number > self.limits.liberties {
            return Found::plain(Verdict::Saved);
        }
        if let Some(found) = self.runs_away(desk, &around, depth) {
            return found;
        }
        let (mut zone, captures) = self.pressed(desk, &around);
        zone |= around.liberties;
        let killer = self.killer(ply, around.empty);
        let tiers = if number == 1 {
            [captures, around.liberties & !captures, Plane::EMPTY]
        } else {
            let pass = self.attack(&desk.after_pass(), depth, ply + 1);
            if pass.verdict != Verdict::Taken {
                return Found {
                    point: NOWHERE,
                    ..pass
                };
            }
            zone |= pass.zone;
            let near = (around.liberties | captures) & !killer;
            let first = killer & (zone | near);
            [first, near, zone & around.empty & !near & !first]
        };
        let mut open = None;
        for cell in tiers.into_iter().flat_map(Plane::cells) {
            let Some(next) = self.play(desk, self.defender, cell) else {
                // It would take something if a string around had fewer liberties.
                zone |= self.liberties_around(desk, Plane::of(cell));
                continue;
            };
            let found = self.attack(&next, depth, ply + 1);
            match found.verdict {
                Verdict::Saved => {
                    self.remember(ply, cell);
                    return Found {
                        point: cell as u16,
                        ..found
                    };
                }
                Verdict::Open => {
                    open = open.or(Some(cell));
                    if self.nodes > self.limits.nodes {
                        break;
                    }
                }
                Verdict::Taken => zone |= found.zone,
            }
        }
        match open {
            Some(cell) => Found {
                verdict: Verdict::Open,
                point: cell as u16,
                zone: Plane::EMPTY,
            },
            None => Found {
                verdict: Verdict::Taken,
                point: NOWHERE,
                zone,
            },
        }
    }

    /// A liberty on which the string gets more liberties than the attacker has moves for.
    fn runs_away(&self, desk: &Desk<W>, around: &Around<W>, depth: u32) -> Option<Found<W>> {
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

    /// The liberties of the attacking strings beside some cells, where they are few.
    fn liberties_around(&self, desk: &Desk<W>, cells: Plane<W>) -> Plane<W> {
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

    /// Of the attacking strings beside the string: the liberties of those that have few, and the last
    /// liberties of those that can be taken.
    fn pressed(&self, desk: &Desk<W>, around: &Around<W>) -> (Plane<W>, Plane<W>) {
        let grid = self.grid;
        let attackers = desk.of_side(!self.defender);
        let mut few = Plane::EMPTY;
        let mut last = Plane::EMPTY;
        let mut from = grid.beside(around.string) & attackers;
        while let Some(cell) = from.first() {
            let string = grid.flood(Plane::of(cell), attackers);
            from &= !string;
            let liberties = grid.beside(string) & around.empty;
            let number = liberties.count();
            if number <= FEW_LIBERTIES {
                few |= liberties;
            }
            if number == 1 {
                last |= liberties;
            }
        }
        (few, last)
    }
}
