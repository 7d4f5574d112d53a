//! One round: looking forward from the rows that may have changed, then writing down what was found.

use std::sync::atomic::{AtomicU64, Ordering};

use yomikiri_game_api::{Game, LANES, LaneIndexer, Lanes};

use super::peers::Rows;
use super::{LaneRun, RowChange, Told, bits, get, set};
use crate::cell::Code;
use crate::run::Halt;

/// Changes handed to a thread at a time.
const CHANGES: u64 = 1 << 9;

/// What a round has decided about a row, by its place among those of the layer that are solved here.
#[derive(Copy, Clone, Default)]
pub(super) struct Change {
    place: u64,
    won: u64,
    lost: u64,
    pending: u64,
}

impl<'r, G: Game, I: LaneIndexer<G>, C: Code, R: Rows> LaneRun<'r, G, I, C, R> {
    /// What the next round decides.
    pub(super) fn look(&self, distance: u32) -> Result<Vec<Vec<Change>>, Halt> {
        let (win, loss) = (C::win(distance), C::loss(distance));
        let buckets = self.buckets.any_at(distance);
        let progress = self.job.progress;
        progress.stage("look around", Some(distance), self.size());
        let (parts, complete) = self.share_rows(
            || (self.cursor(), Vec::new()),
            |(cursor, changes), places| {
                let mut part = places.start;
                while part < places.end {
                    let word = part / LANES;
                    let touched = get(&self.touched, word);
                    let is_due = buckets && self.buckets.at(part * LANES, distance);
                    let end = (part + LANES).min(places.end);
                    if touched != 0 {
                        set(&self.touched, word, 0);
                    }
                    let looked = if is_due { u64::MAX } else { touched };
                    for bit in bits(looked).take_while(|bit| part + (*bit as u64) < end) {
                        let place = part + bit as u64;
                        let change = self.decide(
                            cursor,
                            place,
                            (win, loss),
                            (touched >> bit & 1 == 1, is_due),
                        );
                        if change.won | change.lost | change.pending != 0 {
                            changes.push(change);
                        }
                    }
                    part = end;
                }
            },
        );
        self.checked(parts.into_iter().map(|(_, changes)| changes), complete)
    }

    /// What a round decides about a row.
    fn decide(
        &self,
        cursor: &mut I::Lanes<'r>,
        place: u64,
        (win, loss): (Option<C::Cell>, Option<C::Cell>),
        (touched, is_due): (bool, bool),
    ) -> Change {
        let words = &self.words;
        let open = get(&words.open, place);
        let pending = get(&words.pending, place);
        let mut change = Change {
            place,
            ..Change::default()
        };
        if open | pending == 0 {
            return change;
        }
        let local = self.here.start + place;
        let cells = self.row(local);
        if is_due {
            if let Some(win) = win {
                change.won = open & marked::<C>(cells, win);
            }
            if let Some(loss) = loss {
                change.lost = pending & marked::<C>(cells, loss);
            }
        }
        if !touched || open == 0 {
            return change;
        }
        cursor.seek(self.rows.row(local));
        if win.is_some() {
            change.won |= self.pull(cursor, &words.lost, open);
        }
        let doomed = open & !get(&words.escapes, place);
        if let Some(loss) = loss.filter(|_| doomed != 0) {
            let doomed = doomed & !self.pull(cursor, &words.safe, doomed);
            for at in bits(doomed) {
                // The best of the moves that leave the layer loses, too, if there is one.
                match C::get(&cells[at]) <= loss {
                    true => change.lost |= 1 << at,
                    false => change.pending |= 1 << at,
                }
            }
        }
        change
    }

    /// Writes what a round has decided, and marks the rows it concerns; what other processes are to be told.
    pub(super) fn apply(&self, distance: u32, changes: &[Vec<Change>]) -> Result<Vec<Told>, Halt> {
        let words = &self.words;
        let (first, layer) = (self.here.start, self.layer().start);
        let (win, loss) = (C::win(distance), C::loss(distance));
        let mut all_told = Vec::new();
        for changes in changes {
            let total = changes.len() as u64;
            self.job.progress.stage("mark", Some(distance), total);
            let (parts, complete) = self.share(
                total,
                CHANGES,
                || (self.cursor(), Vec::new()),
                |(cursor, told), range| {
                    for change in &changes[range.start as usize..range.end as usize] {
                        let (place, row) = (change.place, self.rows.row(first + change.place));
                        let decided = change.won | change.lost;
                        let or = |words: &[AtomicU64], place: u64, more: u64| {
                            if more != 0 {
                                set(words, place, get(words, place) | more);
                            }
                        };
                        let without = |words: &[AtomicU64], place: u64, less: u64| {
                            set(words, place, get(words, place) & !less);
                        };
                        or(&words.lost, row - layer, change.lost);
                        or(&words.pending, place, change.pending);
                        without(&words.pending, place, change.lost);
                        without(&words.safe, row - layer, change.won);
                        without(&words.open, place, decided | change.pending);
                        let cells = self.row(first + place);
                        if let Some(win) = win {
                            bits(change.won).for_each(|at| C::set(&cells[at], win));
                        }
                        if let Some(loss) = loss {
                            bits(change.lost).for_each(|at| C::set(&cells[at], loss));
                        }
                        if decided != 0 {
                            let change = RowChange {
                                row,
                                won: change.won,
                                lost: change.lost,
                            };
                            told.extend(self.touch_before(cursor, change));
                        }
                    }
                },
            );
            if !complete {
                return Err(self.interrupted().into());
            }
            all_told.extend(parts.into_iter().flat_map(|(_, told)| told));
        }
        Ok(all_told)
    }

    /// Marks the rows with steps to one that has changed. If other processes have such rows: what they are
    /// to be told.
    pub(super) fn touch_before(
        &self,
        cursor: &mut I::Lanes<'r>,
        change: RowChange,
    ) -> Option<Told> {
        cursor.seek(change.row);
        let mut elsewhere = 0;
        cursor.rows_before(|row| {
            if !self.touch(row) {
                elsewhere |= 1 << (self.rows.owner(row) % LANES as usize);
            }
        });
        (elsewhere != 0).then_some((elsewhere, change))
    }

    /// Marks a row to be looked at in the next round; false if it is not solved here.
    #[inline(always)]
    pub(super) fn touch(&self, row: u64) -> bool {
        let Some(local) = self.rows.local(row) else {
            return false;
        };
        let place = local - self.here.start;
        let (word, bit) = (
            &self.touched[(place / LANES) as usize],
            1 << (place % LANES),
        );
        // Most are marked already: look before the costly exchange, which one thread alone does not need.
        let before = word.load(Ordering::Relaxed);
        if before & bit == 0 && get(&self.words.open, place) != 0 {
            match self.job.settings.threads {
                1 => word.store(before | bit, Ordering::Relaxed),
                _ => _ = word.fetch_or(bit, Ordering::Relaxed),
            }
        }
        true
    }

    /// The indices of the row that a step inside leads from to an index marked in `words`; as far as
    /// they are among those asked for.
    pub(super) fn pull(&self, cursor: &I::Lanes<'r>, words: &[AtomicU64], among: u64) -> u64 {
        let first = self.layers[self.layer].start;
        let mut set = 0;
        if let Some(row) = cursor.lane_piece_row() {
            let targets = get(words, row - first);
            if targets != 0 {
                set |= cursor.lane_piece_origins(targets);
            }
        }
        cursor.steps(|step| {
            let marked = get(words, step.row - first);
            set |= I::Lanes::unturned(step.turn, marked) & step.unblocked;
        });
        set & among
    }
}

/// The places of a row's cells that have a code.
#[inline]
pub(crate) fn marked<C: Code>(cells: &[C::Shared], cell: C::Cell) -> u64 {
    let mut set = 0;
    for (at, place) in cells.iter().enumerate() {
        set |= u64::from(C::get(place) == cell) << at;
    }
    set
}
