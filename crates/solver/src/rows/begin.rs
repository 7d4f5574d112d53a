//! Before the rounds of a layer and after them: what the rules and the moves out of it say, and what
//! stays open.

use yomikiri_game_api::{Exit, Game, Indexed, Metric, Probed, ROW, RowCursor, Value};

use super::{RowRun, bits, get, set};
use crate::cell::Code;
use crate::due::Due;
use crate::kernel::{Earlier, Lookout, better, step_back};
use crate::run::Halt;

impl<'r, G: Game, I: Indexed<G>, C: Code> RowRun<'r, G, I, C> {
    /// Which positions are legal.
    pub(super) fn begin(&mut self) -> Result<(), Halt> {
        self.make_cells(self.layer + 1);
        self.touch_all();
        let words = &self.words;
        self.sweep(
            "classify",
            || (),
            |cursor, (), row, place| {
                cursor.seek(row);
                let legal = cursor.legal();
                set(&words.lost, place, 0);
                set(&words.safe, place, legal);
                set(&words.open, place, legal);
                set(&words.waiting, place, 0);
            },
        )?;
        Ok(())
    }

    /// What moves out of the layer are worth, and who cannot move at all.
    pub(super) fn look_out(&mut self) -> Result<(), Halt> {
        let slots = self.slots();
        let earlier = self.job.earlier_from::<G>(self.layer)?;
        let parts = self.sweep(
            "look out",
            || (Due::new(slots), None),
            |cursor, (due, fault), row, place| {
                let legal = get(&self.words.open, place);
                let mut hopes = [C::UNKNOWN; ROW as usize];
                let mut leaving = 0;
                let mut hopeful = 0;
                if legal != 0 {
                    cursor.seek(row);
                    let mut best = [None; ROW as usize];
                    cursor.exits(legal, |at, exit| match self.reached(exit, &*earlier) {
                        Some(reached) => {
                            leaving |= 1 << at;
                            best[at] = Some(better(best[at], reached));
                        }
                        None => {
                            let slot = row * ROW + at as u64;
                            *fault = Some(Lookout::Nowhere { slot, exit });
                        }
                    });
                    for at in bits(leaving) {
                        let Some(best) = best[at] else { continue };
                        let hope = match (best.value, best.distance.unwrap_or(1)) {
                            (Value::Draw, _) => Some(C::OVER_DRAWN),
                            (Value::Win, distance) => C::win(distance),
                            (Value::Loss, distance) => C::loss(distance),
                        };
                        if let Some(distance) = best.distance {
                            due.note(place * ROW + at as u64, distance);
                        }
                        match hope {
                            Some(hope) => hopes[at] = hope,
                            None => *fault = Some(Lookout::TooDeep),
                        }
                        hopeful |= u64::from(best.value != Value::Loss) << at;
                    }
                    let stuck = legal & !leaving & !self.pull(cursor, &self.words.safe, legal);
                    let mated = stuck & cursor.in_check();
                    if stuck != 0 {
                        set(&self.words.open, place, legal & !stuck);
                        set(&self.words.lost, place, mated);
                        let mate = C::loss(0).expect("fits");
                        bits(mated).for_each(|at| hopes[at] = mate);
                        bits(stuck & !mated).for_each(|at| hopes[at] = C::OVER_DRAWN);
                    }
                }
                set(&self.words.hopeful, place, hopeful);
                bits(!legal).for_each(|at| hopes[at] = C::EMPTY);
                for (to, hope) in self.row(row).iter().zip(hopes) {
                    C::set(to, hope);
                }
            },
        )?;
        let mut all = Due::new(slots);
        for (due, fault) in parts {
            if let Some(fault) = fault {
                return Err(fault.into());
            }
            all.merge(&due);
        }
        self.due = all;
        Ok(())
    }

    /// What a move out of the layer is worth; `None` if nothing is known of where it leads.
    fn reached(&self, exit: Exit, earlier: &dyn Earlier) -> Option<Probed> {
        let metric = self.job.settings.metric;
        let after = match exit {
            Exit::Known(after) => after,
            Exit::Layer(slot) => C::answer(C::get(&self.cells[slot as usize]))?,
            Exit::Tier { need, slot } => earlier.value(need, slot)?,
        };
        let leaves = !matches!(exit, Exit::Layer(_)) || metric == Metric::Zeroing;
        Some(step_back(after, leaves.then_some(metric)))
    }

    /// What is still open is a draw; a table holds one of several mirror images.
    pub(super) fn finish(&self) -> Result<(), Halt> {
        self.sweep(
            "finish",
            || (),
            |cursor, (), row, place| {
                let cells = self.row(row);
                for at in bits(get(&self.words.open, place)) {
                    C::set(&cells[at], C::UNKNOWN);
                }
                cursor.seek(row);
                for at in bits(!cursor.held()) {
                    C::set(&cells[at], C::EMPTY);
                }
            },
        )?;
        Ok(())
    }
}
