//! One round: looking forward from the rows that may have changed, then writing down what was found.

use std::ops::Range;
use std::sync::atomic::Ordering;

use yomikiri_game_api::{Game, LANES, LaneIndexer, Lanes};

use super::files::{Block, Change, Near, PAGE, Pages, RowFile};
use super::{GATHERED, RowRun, Worker};
use crate::cell::Code;
use crate::lanes::{bits, marked};
use crate::run::Halt;

/// The words of a layer's rows, through the pages that a thread remembers.
pub(super) struct Asked<'f> {
    pub(super) file: &'f RowFile<2>,
    /// The layer's rows.
    pub(super) rows: Range<u64>,
}

impl Asked<'_> {
    #[inline]
    fn get(&self, pages: &mut Pages, row: u64) -> Near {
        let total = self.rows.end - self.rows.start;
        pages.get(self.file, total, row - self.rows.start)
    }

    /// The indices of the row that a step inside leads from to an index that is lost, and to one that is safe,
    /// if that is asked for.
    #[inline]
    pub(super) fn pull<L: Lanes>(&self, cursor: &L, pages: &mut Pages, asks_safe: bool) -> Near {
        let mut found = [0; 2];
        if let Some(row) = cursor.lane_piece_row() {
            let [lost, safe] = self.get(pages, row);
            if lost != 0 {
                found[0] |= cursor.lane_piece_origins(lost);
            }
            if asks_safe && safe != 0 {
                found[1] |= cursor.lane_piece_origins(safe);
            }
        }
        cursor.steps(|step| {
            let [lost, safe] = self.get(pages, step.row);
            found[0] |= L::unturned(step.turn, lost) & step.unblocked;
            found[1] |= L::unturned(step.turn, safe) & step.unblocked;
        });
        found
    }
}

impl<'r, G: Game, I: LaneIndexer<G>, C: Code> RowRun<'r, G, I, C> {
    /// Decides everything at a distance; whether there was anything.
    pub(super) fn round(&mut self, distance: u32) -> Result<bool, Halt> {
        let blocks = self.look(distance)?;
        self.apply(distance, &blocks)?;
        Ok(!blocks.is_empty())
    }

    pub(super) fn asked(&self) -> Asked<'_> {
        Asked {
            file: &self.near,
            rows: self.layer(),
        }
    }

    /// What the round decides.
    fn look(&mut self, distance: u32) -> Result<Vec<Block>, Halt> {
        let progress = self.job.progress;
        progress.stage("look around", Some(distance), self.count());
        let any_due = self.buckets.any_at(distance);
        let workers = self.share_pages(|this, worker, places| {
            let page = (places.start / PAGE as u64) as usize;
            let touched = this.touched[page].swap(0, Ordering::Relaxed);
            let is_due = any_due && this.buckets.at(places.start * LANES, distance);
            let looked = if is_due { u64::MAX } else { touched };
            let looked = looked & this.alive[page].load(Ordering::Relaxed);
            if looked == 0 {
                return Ok(());
            }
            let count = (places.end - places.start) as usize;
            this.own.read(places.start, &mut worker.own[..count])?;
            let mut has_cells = is_due;
            if is_due {
                this.read_cells(worker, &places)?;
            }
            for bit in bits(looked) {
                let is_touched = touched >> bit & 1 == 1;
                let place = places.start + bit as u64;
                let due = (is_due, &mut has_cells);
                let change = this.decide(worker, (&places, place), distance, is_touched, due)?;
                if change.won | change.lost | change.pending != 0 {
                    worker.changes.push(change);
                }
            }
            // Only between pages: every block has its own.
            if worker.changes.len() >= GATHERED {
                this.changes.store(&mut worker.changes)?;
            }
            Ok(())
        })?;
        let mut blocks = self.changes.take();
        let held = workers.into_iter().map(|worker| worker.changes);
        blocks.extend(held.filter(|held| !held.is_empty()).map(Block::Held));
        Ok(blocks)
    }

    /// What the round decides about a row.
    fn decide(
        &self,
        worker: &mut Worker<I::Lanes<'r>, C>,
        (places, place): (&Range<u64>, u64),
        distance: u32,
        is_touched: bool,
        (is_due, has_cells): (bool, &mut bool),
    ) -> Result<Change, Halt> {
        let at = (place - places.start) as usize;
        let [open, escapes, pending] = worker.own[at];
        let (win, loss) = (C::win(distance), C::loss(distance));
        let mut change = Change {
            place,
            ..Change::default()
        };
        let row = at * LANES as usize..(at + 1) * LANES as usize;
        if is_due {
            let cells = &worker.cells[row.clone()];
            change.won = win.map_or(0, |win| open & marked::<C>(cells, win));
            change.lost = loss.map_or(0, |loss| pending & marked::<C>(cells, loss));
        }
        if !is_touched || open == 0 {
            return Ok(change);
        }
        worker.cursor.seek(self.layer().start + place);
        let doomed = open & !escapes;
        let asks_safe = loss.is_some() && doomed != 0;
        let asked = self.asked();
        let [to_lost, to_safe] = asked.pull(&worker.cursor, &mut worker.pages, asks_safe);
        if win.is_some() {
            change.won |= open & to_lost;
        }
        if let Some(loss) = loss.filter(|_| asks_safe) {
            let doomed = doomed & !to_safe;
            if doomed != 0 && !*has_cells {
                self.read_cells(worker, places)?;
                *has_cells = true;
            }
            for lane in bits(doomed) {
                // The best of the moves that leave the layer loses, too, if there is one.
                match C::get(&worker.cells[row.start + lane]) <= loss {
                    true => change.lost |= 1 << lane,
                    false => change.pending |= 1 << lane,
                }
            }
        }
        Ok(change)
    }

    /// Writes what the round has decided, and marks the rows it concerns.
    fn apply(&mut self, distance: u32, blocks: &[Block]) -> Result<(), Halt> {
        let total = blocks.len() as u64;
        self.job.progress.stage("mark", Some(distance), total);
        self.share(total, 1, |this, worker, some| {
            for block in &blocks[some.start as usize..some.end as usize] {
                worker.attempt(|worker| {
                    let changes = this.changes.read(block)?;
                    let page = |change: &Change| change.place / PAGE as u64;
                    for changes in changes.chunk_by(|a, b| page(a) == page(b)) {
                        this.write_changes(worker, distance, changes)?;
                    }
                    for change in changes
                        .iter()
                        .filter(|change| change.won | change.lost != 0)
                    {
                        this.touch_before(worker, change.place);
                    }
                    Ok(())
                });
            }
        })?;
        Ok(())
    }

    /// Writes changes of one page.
    fn write_changes(
        &self,
        worker: &mut Worker<I::Lanes<'r>, C>,
        distance: u32,
        changes: &[Change],
    ) -> Result<(), Halt> {
        let (Some(first), Some(last)) = (changes.first(), changes.last()) else {
            return Ok(());
        };
        let places = first.place..last.place + 1;
        let count = (places.end - places.start) as usize;
        let (win, loss) = (C::win(distance), C::loss(distance));
        self.own.read(places.start, &mut worker.own[..count])?;
        self.near.read(places.start, &mut worker.near[..count])?;
        self.read_cells(worker, &places)?;
        for change in changes {
            let at = (change.place - places.start) as usize;
            let [open, _, pending] = &mut worker.own[at];
            *open &= !(change.won | change.lost | change.pending);
            *pending = (*pending | change.pending) & !change.lost;
            if *open | *pending == 0 {
                let page = (change.place / PAGE as u64) as usize;
                let bit = 1 << (change.place % PAGE as u64);
                self.alive[page].fetch_and(!bit, Ordering::Relaxed);
            }
            let [lost, safe] = &mut worker.near[at];
            *lost |= change.lost;
            *safe &= !change.won;
            let cells = &worker.cells[at * LANES as usize..][..LANES as usize];
            if let Some(win) = win {
                bits(change.won).for_each(|at| C::set(&cells[at], win));
            }
            if let Some(loss) = loss {
                bits(change.lost).for_each(|at| C::set(&cells[at], loss));
            }
        }
        self.own.write(places.start, &worker.own[..count])?;
        self.near.write(places.start, &worker.near[..count])?;
        Ok(self.write_cells(worker, &places)?)
    }

    /// Marks the rows with steps to one that has changed.
    fn touch_before(&self, worker: &mut Worker<I::Lanes<'r>, C>, place: u64) {
        let layer = self.layer().start;
        worker.cursor.seek(layer + place);
        worker.cursor.rows_before(|row| {
            let place = row - layer;
            let (page, bit) = ((place / PAGE as u64) as usize, 1 << (place % PAGE as u64));
            // Most are marked already: look before the costly exchange.
            let touched = self.touched[page].load(Ordering::Relaxed);
            if touched & bit == 0 && self.alive[page].load(Ordering::Relaxed) & bit != 0 {
                self.touched[page].fetch_or(bit, Ordering::Relaxed);
            }
        });
    }
}
