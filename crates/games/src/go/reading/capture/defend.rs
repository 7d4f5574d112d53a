//! The defender is to move: first what comes to mind, then whatever can matter.

use super::taking::Taking;
use super::{Care, Found, LONGEST_LINE, NOWHERE, Search, Stage, Verdict};
use crate::go::plane::Plane;
use crate::go::reading::desk::Desk;

/// The defences of a board so far.
struct Tried<const W: usize> {
    cells: Plane<W>,
    /// What the successes of the attacker depended on.
    zone: Plane<W>,
    /// The first that a limit saved.
    open: Option<u16>,
}

impl<const W: usize> Search<'_, W> {
    /// The defender is to move; the attacker has `depth` quiet moves left.
    pub(in crate::go::reading) fn defend(&mut self, desk: &Desk<W>, stage: Stage) -> Found<W> {
        let Stage { depth, ply, care } = stage;
        if self.is_out_of_nodes() || ply > LONGEST_LINE {
            return Found::plain(Verdict::Open);
        }
        let around = self.around(desk);
        let number = around.number;
        if number > self.limits.liberties {
            return Found::plain(Verdict::Saved);
        }
        let must_move = self.must_move && ply == 0;
        let mut pass = None;
        if let (1, Some(last)) = (number, around.liberties.first()) {
            let after = desk.after_pass();
            pass = match self.take(&after, &around, last) {
                Taking::Done { zone } if around.string.count() == 1 => Some(Found {
                    verdict: Verdict::Taken,
                    point: last as u16,
                    zone,
                }),
                Taking::Done { .. } => None,
                _ => Some(self.attack(&after, stage.after(0))),
            };
        }
        if let Some(found) = pass
            && found.verdict != Verdict::Taken
            && !must_move
        {
            return Found {
                point: NOWHERE,
                ..found
            };
        }
        if let Some(found) = self.runs_away(desk, &around, depth) {
            return found;
        }
        let pressed = self.pressed(desk, &around);
        let mut tried = Tried {
            cells: Plane::EMPTY,
            zone: pressed.few | around.liberties,
            open: None,
        };
        let killer = self.killer(ply, around.empty);
        let usual = self.usual_defences(desk, &around, &pressed, ply);
        let near = usual.iter().fold(Plane::EMPTY, |near, &cell| {
            near | Plane::of(usize::from(cell))
        });
        let first = (killer & near).first();
        let order = first
            .into_iter()
            .chain(usual.iter().map(|&cell| usize::from(cell)));
        for cell in order {
            if tried.cells.contains(cell) {
                continue;
            }
            if let Some(found) = self.try_defence(desk, cell, stage, &mut tried) {
                return found;
            }
        }
        if (number > 1 || pass.is_some()) && tried.open.is_none() {
            let pass = pass.unwrap_or_else(|| self.attack(&desk.after_pass(), stage.after(0)));
            if pass.verdict != Verdict::Taken {
                return Found {
                    point: NOWHERE,
                    ..pass
                };
            }
            tried.zone |= pass.zone;
            if care == Care::Full {
                let matters = match self.refinements.zones {
                    true => tried.zone & around.empty,
                    false => around.empty,
                };
                let rest = matters & !tried.cells;
                for cell in [rest & killer, rest & !killer]
                    .into_iter()
                    .flat_map(Plane::cells)
                {
                    if let Some(found) = self.try_defence(desk, cell, stage, &mut tried) {
                        return found;
                    }
                    if tried.open.is_some() {
                        break;
                    }
                }
            }
        }
        match tried.open {
            Some(cell) => Found {
                verdict: Verdict::Open,
                point: cell,
                zone: Plane::EMPTY,
            },
            None => Found {
                verdict: Verdict::Taken,
                point: NOWHERE,
                zone: tried.zone,
            },
        }
    }

    /// Plays a defence; `Some` if it ends the search of this board.
    fn try_defence(
        &mut self,
        desk: &Desk<W>,
        cell: usize,
        stage: Stage,
        tried: &mut Tried<W>,
    ) -> Option<Found<W>> {
        tried.cells |= Plane::of(cell);
        let Some(next) = self.play(desk, self.defender, cell) else {
            // It would take something if a string around had fewer liberties.
            tried.zone |= self.liberties_around(desk, Plane::of(cell));
            return None;
        };
        let found = self.attack(&next, stage.after(0));
        match found.verdict {
            Verdict::Taken => {
                tried.zone |= found.zone;
                None
            }
            // Only the first answer is worth looking for one that certainly holds.
            Verdict::Open if stage.ply == 0 => {
                tried.open = tried.open.or(Some(cell as u16));
                None
            }
            Verdict::Open | Verdict::Saved => {
                self.remember(stage.ply, cell);
                Some(Found {
                    point: cell as u16,
                    ..found
                })
            }
        }
    }
}
