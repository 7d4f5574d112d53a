//! Going on from the cells of a round, as [`lanes`](crate::lanes) does between processes.

use std::sync::{Mutex, PoisonError};

use yomikiri_game_api::{Game, LANES, LaneIndexer};

use super::RowRun;
use crate::cell::Code;
use crate::depth_buckets::DepthBuckets;
use crate::lanes::{Said, bits};
use crate::run::Halt;

impl<'r, G: Game, I: LaneIndexer<G>, C: Code> RowRun<'r, G, I, C> {
    /// Finds the words again that belong to the cells after a round.
    pub(super) fn restore(&mut self, distance: u32) -> Result<(), Halt> {
        self.list_legal()?;
        let buckets = Mutex::new(DepthBuckets::new(self.count() * LANES));
        self.job.progress.stage("restore", None, self.count());
        // Who cannot move at all is asked before anything is known to be won.
        self.share_pages(|this, worker, places| {
            let (first, count) = (this.layer().start, (places.end - places.start) as usize);
            this.near.read(places.start, &mut worker.near[..count])?;
            this.read_cells(worker, &places)?;
            let mut distances = Vec::new();
            for (at, place) in places.clone().enumerate() {
                let [_, legal] = worker.near[at];
                let row = at * LANES as usize..(at + 1) * LANES as usize;
                let said = Said::of::<C>(&worker.cells[row.clone()], distance);
                let drawn = legal & said.over_drawn;
                let stuck = match drawn {
                    0 => 0,
                    drawn => this.stuck(worker, first + place, drawn),
                };
                let undecided = legal & !said.won & !said.lost;
                worker.own[at] = [undecided & !stuck, said.escapes, 0];
                for cell in bits(undecided).map(|lane| C::get(&worker.cells[row.start + lane])) {
                    distances.extend(C::answer(cell).and_then(|known| known.distance));
                }
                distances.sort_unstable();
                distances.dedup();
            }
            let mut buckets = buckets.lock().unwrap_or_else(PoisonError::into_inner);
            for distance in distances {
                buckets.note(places.start * LANES, distance);
            }
            drop(buckets);
            this.write_alive(&places, &worker.own[..count]);
            Ok(this.own.write(places.start, &worker.own[..count])?)
        })?;
        self.share_pages(|this, worker, places| {
            let count = (places.end - places.start) as usize;
            this.near.read(places.start, &mut worker.near[..count])?;
            this.read_cells(worker, &places)?;
            for at in 0..count {
                let cells = &worker.cells[at * LANES as usize..][..LANES as usize];
                let said = Said::of::<C>(cells, distance);
                let [_, legal] = worker.near[at];
                worker.near[at] = [legal & said.lost, legal & !said.won];
            }
            Ok(this.near.write(places.start, &worker.near[..count])?)
        })?;
        self.buckets = buckets.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.touch_all();
        self.distance = distance;
        Ok(())
    }
}
