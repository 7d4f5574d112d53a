//! How a layer begins: which positions are legal, and what the moves out of it are worth.

use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

use yomikiri_game_api::{Conversion, Game, LANES, LaneIndexer, Lanes, Probed};

use super::super::cell_file::Remembered;
use super::RowRun;
use super::files::PAGE;
use crate::cell::Code;
use crate::depth_buckets::DepthBuckets;
use crate::kernel::SeedError;
use crate::lanes::{SeededRow, bits, reached};
use crate::run::Halt;
use crate::schedule::ChildValues;

impl<'r, G: Game, I: LaneIndexer<G>, C: Code> RowRun<'r, G, I, C> {
    /// What the rules and the moves out of the layer say.
    pub(super) fn begin(&mut self) -> Result<(), Halt> {
        self.list_legal()?;
        self.seed_from_conversions()?;
        if self.layer + 1 == self.layers.len() {
            self.job.drop_children();
        }
        self.touch_all();
        self.distance = 0;
        Ok(())
    }

    /// Which positions are legal: all of them are safe and open.
    pub(super) fn list_legal(&mut self) -> Result<(), Halt> {
        self.job.progress.stage("classify", None, self.count());
        self.share_pages(|this, worker, places| {
            let first = this.layer().start;
            let count = (places.end - places.start) as usize;
            let mut alive = 0;
            for (at, place) in places.clone().enumerate() {
                worker.cursor.seek(first + place);
                let legal = worker.cursor.legal();
                worker.near[at] = [0, legal];
                worker.own[at] = [legal, 0, 0];
                alive |= u64::from(legal != 0) << at;
            }
            let page = (places.start / PAGE as u64) as usize;
            this.alive[page].store(alive, Ordering::Relaxed);
            this.near.write(places.start, &worker.near[..count])?;
            Ok(this.own.write(places.start, &worker.own[..count])?)
        })?;
        Ok(())
    }

    fn seed_from_conversions(&mut self) -> Result<(), Halt> {
        let children = self.job.earlier_from::<G>(self.layer)?;
        let buckets = Mutex::new(DepthBuckets::new(self.count() * LANES));
        self.job.progress.stage("seed", None, self.count());
        let earlier = Mutex::new(Vec::new());
        self.share_pages(|this, worker, places| {
            // Which thread it is does not matter: what one has read of earlier layers helps any other.
            let lock = || earlier.lock().unwrap_or_else(PoisonError::into_inner);
            let known = lock().pop();
            let mut known = match this.plan.parts {
                0 => None,
                _ => Some(known.unwrap_or_else(|| Remembered::<C>::new(this.plan.parts))),
            };
            let (first, count) = (this.layer().start, (places.end - places.start) as usize);
            this.near.read(places.start, &mut worker.near[..count])?;
            let mut distances = Vec::new();
            for (at, place) in places.clone().enumerate() {
                let [_, legal] = worker.near[at];
                let row = first + place;
                worker.cursor.seek(row);
                let mut fault = None;
                let worth = |lane: usize, conversion: Conversion| {
                    let mut layer = |index: u64| {
                        let known = known.as_mut()?;
                        C::answer(known.get(&this.cells, first * LANES, index))
                    };
                    let worth = this.worth(conversion, &mut layer, &*children);
                    if worth.is_none() {
                        let index = row * LANES + lane as u64;
                        fault = Some(SeedError::Nowhere { index, conversion });
                    }
                    worth
                };
                let asked = this.asked();
                let seeded = SeededRow::<C>::new(&worker.cursor, legal, worth, |cursor| {
                    asked.pull(cursor, &mut worker.pages, true)[1]
                });
                if let Some(error) = known.as_mut().and_then(|known| known.fault.take()) {
                    return Err(error.into());
                }
                if let Some(fault) = fault.or(seeded.fault) {
                    return Err(fault.into());
                }
                distances.extend(seeded.distances());
                distances.sort_unstable();
                distances.dedup();
                worker.near[at][0] = seeded.mated;
                worker.own[at] = [legal & !seeded.stuck, seeded.escapes, 0];
                let cells = &worker.cells[at * LANES as usize..][..LANES as usize];
                for (cell, bound) in cells.iter().zip(seeded.bounds) {
                    C::set(cell, bound);
                }
            }
            if let Some(known) = known {
                lock().push(known);
            }
            let mut buckets = buckets.lock().unwrap_or_else(PoisonError::into_inner);
            for distance in distances {
                buckets.note(places.start * LANES, distance);
            }
            drop(buckets);
            this.write_alive(&places, &worker.own[..count]);
            this.near.write(places.start, &worker.near[..count])?;
            this.own.write(places.start, &worker.own[..count])?;
            Ok(this.write_cells(worker, &places)?)
        })?;
        self.buckets = buckets.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(())
    }

    /// Notes which rows of a page have anything undecided.
    pub(super) fn write_alive(&self, places: &std::ops::Range<u64>, own: &[[u64; 3]]) {
        let mut alive = 0;
        for (at, [open, _, pending]) in own.iter().enumerate() {
            alive |= u64::from(open | pending != 0) << at;
        }
        let page = (places.start / PAGE as u64) as usize;
        self.alive[page].store(alive, Ordering::Relaxed);
    }

    /// What a move out of the layer is worth.
    fn worth(
        &self,
        conversion: Conversion,
        layer: &mut dyn FnMut(u64) -> Option<Probed>,
        children: &dyn ChildValues,
    ) -> Option<Probed> {
        let after = match conversion {
            Conversion::Known(after) => Some(after),
            Conversion::Tier { child, index } => children.value(child, index),
            Conversion::Layer(index) => layer(index),
        };
        after.map(|after| reached(conversion, after, self.job.settings.metric))
    }

    /// The rows of a page whose cells say that the game is over as a draw although they may move: those
    /// that cannot move are not open.
    pub(super) fn stuck(
        &self,
        worker: &mut super::Worker<I::Lanes<'r>, C>,
        row: u64,
        drawn: u64,
    ) -> u64 {
        worker.cursor.seek(row);
        let [_, moving] = self.asked().pull(&worker.cursor, &mut worker.pages, true);
        let stuck = drawn & !moving;
        let mut leaving = 0;
        if stuck != 0 {
            worker.cursor.conversions(stuck, |at, _| leaving |= 1 << at);
        }
        debug_assert_eq!(bits(leaving & !stuck).count(), 0);
        stuck & !leaving
    }
}
