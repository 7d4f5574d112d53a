//! Before the rounds of a layer and after them: what the rules and the moves out of it say, and what
//! stays open.

use yomikiri_game_api::{Conversion, Game, LANES, LaneIndexer, Lanes, Metric, Probed, Value};

use super::{LaneRun, bits, get, set};
use crate::cell::Code;
use crate::depth_buckets::DepthBuckets;
use crate::kernel::{SeedError, better, step_back};
use crate::run::Halt;
use crate::schedule::ChildValues;

impl<'r, G: Game, I: LaneIndexer<G>, C: Code> LaneRun<'r, G, I, C> {
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
                set(&words.pending, place, 0);
            },
        )?;
        Ok(())
    }

    /// What moves out of the layer are worth, and who cannot move at all.
    pub(super) fn seed_from_conversions(&mut self) -> Result<(), Halt> {
        let indices = self.size();
        let earlier = self.job.earlier_from::<G>(self.layer)?;
        let parts = self.sweep(
            "seed",
            || (DepthBuckets::new(indices), None),
            |cursor, (buckets, fault), row, place| {
                let legal = get(&self.words.open, place);
                let mut bounds = [C::UNKNOWN; LANES as usize];
                let mut leaving = 0;
                let mut escapes = 0;
                if legal != 0 {
                    cursor.seek(row);
                    let mut best = [None; LANES as usize];
                    cursor.conversions(legal, |at, conversion| {
                        match self.reached(conversion, &*earlier) {
                            Some(reached) => {
                                leaving |= 1 << at;
                                best[at] = Some(better(best[at], reached));
                            }
                            None => {
                                let index = row * LANES + at as u64;
                                *fault = Some(SeedError::Nowhere { index, conversion });
                            }
                        }
                    });
                    for at in bits(leaving) {
                        let Some(best) = best[at] else { continue };
                        let bound = match (best.value, best.distance.unwrap_or(1)) {
                            (Value::Draw, _) => Some(C::OVER_DRAWN),
                            (Value::Win, distance) => C::win(distance),
                            (Value::Loss, distance) => C::loss(distance),
                        };
                        if let Some(distance) = best.distance {
                            buckets.note(place * LANES + at as u64, distance);
                        }
                        match bound {
                            Some(bound) => bounds[at] = bound,
                            None => *fault = Some(SeedError::TooDeep),
                        }
                        escapes |= u64::from(best.value != Value::Loss) << at;
                    }
                    let stuck = legal & !leaving & !self.pull(cursor, &self.words.safe, legal);
                    let mated = stuck & cursor.in_check();
                    if stuck != 0 {
                        set(&self.words.open, place, legal & !stuck);
                        set(&self.words.lost, place, mated);
                        let mate = C::loss(0).expect("fits");
                        bits(mated).for_each(|at| bounds[at] = mate);
                        bits(stuck & !mated).for_each(|at| bounds[at] = C::OVER_DRAWN);
                    }
                }
                set(&self.words.escapes, place, escapes);
                bits(!legal).for_each(|at| bounds[at] = C::EMPTY);
                for (to, bound) in self.row(row).iter().zip(bounds) {
                    C::set(to, bound);
                }
            },
        )?;
        let mut all = DepthBuckets::new(indices);
        for (buckets, fault) in parts {
            if let Some(fault) = fault {
                return Err(fault.into());
            }
            all.merge(&buckets);
        }
        self.buckets = all;
        Ok(())
    }

    /// What a move out of the layer is worth; `None` if nothing is known of where it leads.
    fn reached(&self, conversion: Conversion, earlier: &dyn ChildValues) -> Option<Probed> {
        let metric = self.job.settings.metric;
        let after = match conversion {
            Conversion::Known(after) => after,
            Conversion::Layer(index) => C::answer(C::get(&self.cells[index as usize]))?,
            Conversion::Tier { child, index } => earlier.value(child, index)?,
        };
        let leaves = !matches!(conversion, Conversion::Layer(_)) || metric == Metric::Zeroing;
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
                for at in bits(!cursor.canonical()) {
                    C::set(&cells[at], C::EMPTY);
                }
            },
        )?;
        Ok(())
    }
}
