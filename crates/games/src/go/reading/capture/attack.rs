//! The attacker is to move: what he has, in the order in which it is tried.

use super::around::{Around, FEW_LIBERTIES};
use super::taking::Taking;
use super::{Care, Found, LONGEST_LINE, NOWHERE, Search, Stage, Verdict};
use crate::go::plane::Plane;
use crate::go::reading::desk::Desk;
use crate::go::reading::table::Entry;

/// By the cost of a quiet move: the last ply at which it is tried.
const LAST_QUIET: [usize; 4] = [LONGEST_LINE, 16, 10, 4];

impl<const W: usize> Search<'_, W> {
    /// The attacker is to move and may make `depth` quiet moves.
    pub(in crate::go::reading) fn attack(&mut self, desk: &Desk<W>, stage: Stage) -> Found<W> {
        let Stage { depth, ply, care } = stage;
        if self.is_out_of_nodes() || ply > LONGEST_LINE {
            return Found::plain(Verdict::Open);
        }
        let around = self.around(desk);
        let number = around.number;
        if number > self.limits.liberties {
            return Found::plain(Verdict::Saved);
        }
        let mut back = None;
        if let (1, Some(last)) = (number, around.liberties.first()) {
            match self.take(desk, &around, last) {
                Taking::Done { zone } => {
                    return Found {
                        verdict: Verdict::Taken,
                        point: last as u16,
                        zone,
                    };
                }
                Taking::Back { desk } => back = Some((last, desk)),
                Taking::Forbidden => {}
            }
        }
        // A quiet move takes one liberty; the last two go by atari.
        if number > 2 + depth as usize {
            return Found::plain(Verdict::Open);
        }
        let key = desk.key() ^ self.salt ^ care.salt();
        if self.refinements.table
            && let Some(known) = self.table.get(key, depth)
        {
            return known;
        }
        let found = match care {
            Care::Full if !self.refinements.two_steps => {
                self.attacking_moves(desk, &around, stage, NOWHERE)
            }
            Care::Usual => self.attacking_moves(desk, &around, stage, NOWHERE),
            Care::Full => {
                // What does not work against the usual defences does not work against all.
                let care = Care::Usual;
                let usual = self.attack(desk, Stage { care, ..stage });
                match usual.verdict {
                    Verdict::Taken => self.attacking_moves(desk, &around, stage, usual.point),
                    _ => usual,
                }
            }
        };
        let found = match back {
            Some((last, back)) if found.verdict != Verdict::Taken => {
                let ply = ply + 2;
                let after = self.attack(&back, Stage { ply, ..stage });
                match after.verdict {
                    Verdict::Taken => Found {
                        point: last as u16,
                        zone: after.zone | around.liberties | self.pressed(desk, &around).few,
                        ..after
                    },
                    _ => found,
                }
            }
            _ => found,
        };
        if self.refinements.table && self.nodes <= self.limits.nodes {
            self.table.put(Entry::new(key, depth, found));
        }
        found
    }

    fn attacking_moves(
        &mut self,
        desk: &Desk<W>,
        around: &Around<W>,
        stage: Stage,
        advice: u16,
    ) -> Found<W> {
        let Stage { depth, ply, .. } = stage;
        let number = around.number;
        let mut is_open = false;
        let mut try_move = |search: &mut Self, cell: usize, cost: u32| {
            let attacker = !search.defender;
            let next = search.play(desk, attacker, cell)?;
            let found = search.defend(&next, stage.after(cost));
            is_open |= found.verdict == Verdict::Open;
            (found.verdict == Verdict::Taken).then(|| {
                let stones = next.string(search.grid, attacker, cell);
                let liberties = search.grid.beside(stones) & next.empty(search.grid);
                let mut zone = found.zone | around.liberties | Plane::of(cell);
                zone |= search.pressed(desk, around).few;
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
        if advice != NOWHERE {
            let cell = usize::from(advice);
            let cost = match number == 2 && around.liberties.contains(cell) {
                true => Some(0),
                false => {
                    let moves = self.quiet_moves(desk, around);
                    let known = moves.iter().find(|quiet| quiet.cell == advice);
                    known.map(|quiet| quiet.cost)
                }
            };
            if let Some(cost) = cost.filter(|&cost| cost <= depth)
                && let Some(found) = try_move(self, cell, cost)
            {
                return found;
            }
        }
        if number == 2 {
            for cell in self.ataris(around) {
                if cell == advice {
                    continue;
                }
                if let Some(found) = try_move(self, usize::from(cell), 0) {
                    return found;
                }
            }
        }
        if depth == 0 || ply > LAST_QUIET[1] {
            return Found::plain(Verdict::Open);
        }
        let killer = self.killer(ply, around.empty).first();
        let mut moves = self.quiet_moves(desk, around);
        if let Some(at) = moves
            .iter()
            .position(|quiet| Some(usize::from(quiet.cell)) == killer)
        {
            moves[..=at].rotate_right(1);
        }
        let mut too_dear = false;
        for quiet in moves {
            if quiet.cell == advice {
                continue;
            }
            if quiet.cost > depth || ply > LAST_QUIET[quiet.cost as usize] {
                // They are sorted by their cost.
                too_dear = true;
                continue;
            }
            if let Some(found) = try_move(self, usize::from(quiet.cell), quiet.cost) {
                self.remember(ply, usize::from(quiet.cell));
                return found;
            }
            if self.nodes > self.limits.nodes {
                return Found::plain(Verdict::Open);
            }
        }
        Found::plain(if is_open || too_dear {
            Verdict::Open
        } else {
            Verdict::Saved
        })
    }
}
