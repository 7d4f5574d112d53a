//! Retrograde analysis of numberings that come in rows: 64 slots at a time.
//!
//! What is known of a row is a few words, a bit for each slot. A round looks forward from the rows
//! that a change of the round before can concern: a slot is won if a step leads to a slot that is
//! lost, and lost if none leads to a slot that is safe. All slots of a row are asked at once. There
//! is no list of slots, and nothing but the words is read again and again.
//!
//! The cell of a slot that is not yet decided holds its *hope*, the best of the moves that leave
//! the layer, as in [`kernel`](crate::kernel).

use std::marker::PhantomData;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use yomikiri_game_api::{Exit, Game, Indexed, Metric, Probed, ROW, RowCursor, Value};

use crate::cell::Code;
use crate::checkpoint::{self, State};
use crate::due::Due;
use crate::kernel::{better, step_back};
use crate::local::{Job, SolveError};
use crate::memory::large_list;
use crate::run::Halt;
use crate::work::share;

/// Rows handed to a thread at a time: whole words of the list of rows to look at.
const PIECE: u64 = 1 << 10;
/// Changes handed to a thread at a time.
const CHANGES: u64 = 1 << 9;

/// What is known of the rows of a layer: by row, a bit for each slot.
struct Words {
    /// The side to move has lost.
    lost: Vec<AtomicU64>,
    /// Legal, and not known to be won for the side to move.
    safe: Vec<AtomicU64>,
    /// Not decided.
    open: Vec<AtomicU64>,
    /// A move out of the layer does not lose.
    hopeful: Vec<AtomicU64>,
    /// Lost for certain: the longest way out decides when.
    waiting: Vec<AtomicU64>,
}

/// What a round has decided about a row.
#[derive(Copy, Clone, Default)]
struct Change {
    row: u64,
    won: u64,
    lost: u64,
    waiting: u64,
}

/// A solve under way.
pub(crate) struct RowRun<'r, G, I, C: Code> {
    job: Job<'r, I>,
    /// By row and slot.
    cells: Vec<C::Shared>,
    layers: Vec<Range<u64>>,
    layer: usize,
    words: Words,
    /// A bit for each row of the layer: to be looked at in the next round.
    touched: Vec<AtomicU64>,
    due: Due,
    saved: Instant,
    game: PhantomData<fn(G)>,
}

fn get(words: &[AtomicU64], at: u64) -> u64 {
    words[at as usize].load(Ordering::Relaxed)
}

fn set(words: &[AtomicU64], at: u64, word: u64) {
    words[at as usize].store(word, Ordering::Relaxed);
}

fn zeros(length: u64) -> Vec<AtomicU64> {
    large_list(length as usize, || AtomicU64::new(0))
}

/// The numbers of the bits of a word.
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros() as usize;
            word &= word - 1;
            bit
        })
    })
}

impl<'r, G: Game, I: Indexed<G>, C: Code> RowRun<'r, G, I, C> {
    /// `None` if the numbering does not come in rows.
    pub(crate) fn new(job: Job<'r, I>) -> Option<Self> {
        let rows = job.index.rows()?;
        let layers = rows.layers();
        let longest = layers.iter().map(|layer| layer.end - layer.start).max()?;
        Some(RowRun {
            cells: large_list((rows.rows() * ROW) as usize, || C::shared(C::UNKNOWN)),
            words: Words {
                lost: zeros(longest),
                safe: zeros(longest),
                open: zeros(longest),
                hopeful: zeros(longest),
                waiting: zeros(longest),
            },
            touched: zeros(longest.div_ceil(ROW)),
            due: Due::default(),
            layers,
            layer: 0,
            saved: Instant::now(),
            game: PhantomData,
            job,
        })
    }

    fn cursor(&self) -> I::Rows<'r> {
        self.job.index.rows().expect("asked before")
    }

    /// The cells of the table.
    pub(crate) fn into_cells(self) -> Vec<C::Cell> {
        let cursor = self.cursor();
        let slots = self.job.index.slots() as usize;
        if self.cells.len() == slots {
            return self.cells.into_iter().map(C::alone).collect();
        }
        let mut cells = vec![C::EMPTY; slots];
        for row in 0..cursor.rows() {
            if let Some(first) = cursor.table_slots(row) {
                let to = &mut cells[first as usize..][..ROW as usize];
                for (to, from) in to.iter_mut().zip(self.row(row)) {
                    *to = C::get(from);
                }
            }
        }
        cells
    }

    /// Solves what is left of the layers.
    pub(crate) fn go_on(&mut self) -> Result<(), Halt> {
        while self.layer < self.layers.len() {
            self.begin()?;
            self.look_out()?;
            let mut distance = 0;
            let mut found = true;
            // Slots without a step inside are found by looking at everything.
            while distance < 2 || found || self.due.any_beyond(distance) {
                distance += 1;
                if distance > C::MOST {
                    return Err(Halt::TooDeep);
                }
                let changes = self.look(distance)?;
                found = changes.iter().any(|changes| !changes.is_empty());
                self.apply(distance, &changes)?;
                if distance < 2 {
                    self.touch_all();
                }
            }
            self.finish()?;
            self.layer += 1;
            self.save_now_and_then()?;
        }
        Ok(())
    }

    fn layer(&self) -> Range<u64> {
        self.layers[self.layer].clone()
    }

    fn row(&self, row: u64) -> &[C::Shared] {
        &self.cells[(row * ROW) as usize..][..ROW as usize]
    }

    fn touch_all(&self) {
        let rows = self.layer().end - self.layer().start;
        for word in 0..rows.div_ceil(ROW) {
            set(&self.touched, word, u64::MAX);
        }
    }

    /// Shares the rows of the layer, which come with their place in it.
    fn sweep<S: Send>(
        &self,
        name: &'static str,
        start: impl Fn() -> S + Sync,
        work: impl Fn(&mut I::Rows<'r>, &mut S, u64, u64) + Sync,
    ) -> Result<Vec<S>, Halt> {
        let layer = self.layer();
        let total = layer.end - layer.start;
        self.job.progress.stage(name, None, total * ROW);
        let (parts, complete) = self.share(
            total,
            PIECE,
            || (self.cursor(), start()),
            |(cursor, state), places| {
                for place in places {
                    work(cursor, state, layer.start + place, place);
                }
            },
        );
        self.checked(parts.into_iter().map(|(_, state)| state), complete)
    }

    fn share<S: Send>(
        &self,
        total: u64,
        piece: u64,
        start: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, Range<u64>) + Sync,
    ) -> (Vec<S>, bool) {
        share(
            total,
            piece,
            self.job.settings.threads,
            self.job.progress,
            start,
            work,
        )
    }

    fn checked<S>(
        &self,
        parts: impl IntoIterator<Item = S>,
        complete: bool,
    ) -> Result<Vec<S>, Halt> {
        match complete {
            true => Ok(parts.into_iter().collect()),
            false => Err(self.interrupted().into()),
        }
    }

    /// Which positions are legal.
    fn begin(&mut self) -> Result<(), Halt> {
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
    fn look_out(&mut self) -> Result<(), Halt> {
        let layer = self.layer();
        let slots = (layer.end - layer.start) * ROW;
        let parts = self.sweep(
            "look out",
            || (Due::new(slots), false),
            |cursor, (due, too_deep), row, place| {
                let legal = get(&self.words.open, place);
                let mut hopes = [C::UNKNOWN; ROW as usize];
                let mut leaving = 0;
                let mut hopeful = 0;
                if legal != 0 {
                    cursor.seek(row);
                    let mut best = [None; ROW as usize];
                    cursor.exits(legal, |at, exit| {
                        if let Some(reached) = self.reached(exit) {
                            leaving |= 1 << at;
                            best[at] = Some(better(best[at], reached));
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
                        *too_deep |= hope.is_none();
                        hopes[at] = hope.unwrap_or(C::UNKNOWN);
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
        for (due, too_deep) in parts {
            if too_deep {
                return Err(Halt::TooDeep);
            }
            all.merge(&due);
        }
        self.due = all;
        Ok(())
    }

    /// What a move out of the layer is worth; `None` if it is illegal.
    fn reached(&self, exit: Exit) -> Option<Probed> {
        let metric = self.job.settings.metric;
        let after = match exit {
            Exit::Known(after) => after,
            Exit::Layer(slot) => C::answer(C::get(&self.cells[slot as usize]))?,
            Exit::Tier { need, slot } => self.job.earlier.value(need, slot)?,
        };
        let leaves = !matches!(exit, Exit::Layer(_)) || metric == Metric::Zeroing;
        Some(step_back(after, leaves.then_some(metric)))
    }

    /// The slots of the row that a step inside leads from to a slot marked in `words`; as far as
    /// they are among those asked for.
    fn pull(&self, cursor: &I::Rows<'r>, words: &[AtomicU64], among: u64) -> u64 {
        let first = self.layers[self.layer].start;
        let mut set = 0;
        if let Some(row) = cursor.run() {
            let targets = get(words, row - first);
            if targets != 0 {
                set |= cursor.runs_to(targets);
            }
        }
        cursor.steps(|step| {
            let marked = get(words, step.row - first);
            set |= I::Rows::unturned(step.turn, marked) & step.free;
        });
        set & among
    }

    /// What the next round decides.
    fn look(&self, distance: u32) -> Result<Vec<Vec<Change>>, Halt> {
        let layer = self.layer();
        let total = layer.end - layer.start;
        let (win, loss) = (C::win(distance), C::loss(distance));
        let due = self.due.any_at(distance);
        self.job
            .progress
            .stage("look around", Some(distance), total * ROW);
        let (parts, complete) = self.share(
            total,
            PIECE,
            || (self.cursor(), Vec::new()),
            |(cursor, changes), places| {
                let mut part = places.start;
                while part < places.end {
                    let word = part / ROW;
                    let touched = get(&self.touched, word);
                    let falls_due = due && self.due.at(part * ROW, distance);
                    let end = (part + ROW).min(places.end);
                    if touched != 0 {
                        set(&self.touched, word, 0);
                    }
                    let looked = if falls_due { u64::MAX } else { touched };
                    for bit in bits(looked).take_while(|bit| part + (*bit as u64) < end) {
                        let place = part + bit as u64;
                        let change = self.decide(
                            cursor,
                            place,
                            (win, loss),
                            (touched >> bit & 1 == 1, falls_due),
                        );
                        if change.won | change.lost | change.waiting != 0 {
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
        cursor: &mut I::Rows<'r>,
        place: u64,
        (win, loss): (Option<C::Cell>, Option<C::Cell>),
        (touched, falls_due): (bool, bool),
    ) -> Change {
        let words = &self.words;
        let row = self.layers[self.layer].start + place;
        let open = get(&words.open, place);
        let waiting = get(&words.waiting, place);
        let mut change = Change {
            row,
            ..Change::default()
        };
        if open | waiting == 0 {
            return change;
        }
        let cells = self.row(row);
        if falls_due {
            if let Some(win) = win {
                change.won = open & marked::<C>(cells, win);
            }
            if let Some(loss) = loss {
                change.lost = waiting & marked::<C>(cells, loss);
            }
        }
        if !touched || open == 0 {
            return change;
        }
        cursor.seek(row);
        if win.is_some() {
            change.won |= self.pull(cursor, &words.lost, open);
        }
        let doomed = open & !get(&words.hopeful, place);
        if let Some(loss) = loss.filter(|_| doomed != 0) {
            let doomed = doomed & !self.pull(cursor, &words.safe, doomed);
            for at in bits(doomed) {
                // The best of the moves that leave the layer loses, too, if there is one.
                match C::get(&cells[at]) <= loss {
                    true => change.lost |= 1 << at,
                    false => change.waiting |= 1 << at,
                }
            }
        }
        change
    }

    /// Writes what a round has decided, and marks the rows it concerns.
    fn apply(&self, distance: u32, changes: &[Vec<Change>]) -> Result<(), Halt> {
        let words = &self.words;
        let first = self.layers[self.layer].start;
        let (win, loss) = (C::win(distance), C::loss(distance));
        for changes in changes {
            let total = changes.len() as u64;
            self.job.progress.stage("mark", Some(distance), total);
            let (_, complete) = self.share(
                total,
                CHANGES,
                || self.cursor(),
                |cursor, range| {
                    for change in &changes[range.start as usize..range.end as usize] {
                        let place = change.row - first;
                        let decided = change.won | change.lost;
                        let or = |words: &[AtomicU64], more: u64| {
                            if more != 0 {
                                set(words, place, get(words, place) | more);
                            }
                        };
                        let without = |words: &[AtomicU64], less: u64| {
                            set(words, place, get(words, place) & !less);
                        };
                        or(&words.lost, change.lost);
                        or(&words.waiting, change.waiting);
                        without(&words.waiting, change.lost);
                        without(&words.safe, change.won);
                        without(&words.open, decided | change.waiting);
                        let cells = self.row(change.row);
                        if let Some(win) = win {
                            bits(change.won).for_each(|at| C::set(&cells[at], win));
                        }
                        if let Some(loss) = loss {
                            bits(change.lost).for_each(|at| C::set(&cells[at], loss));
                        }
                        if decided != 0 {
                            cursor.seek(change.row);
                            cursor.before(|row| self.touch(row - first));
                        }
                    }
                },
            );
            if !complete {
                return Err(self.interrupted().into());
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn touch(&self, place: u64) {
        let (word, bit) = (&self.touched[(place / ROW) as usize], 1 << (place % ROW));
        // Most are marked already: look before the costly exchange.
        if word.load(Ordering::Relaxed) & bit == 0 && get(&self.words.open, place) != 0 {
            word.fetch_or(bit, Ordering::Relaxed);
        }
    }

    /// What is still open is a draw; a table holds one of several mirror images.
    fn finish(&self) -> Result<(), Halt> {
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

    /// The layers that are done are saved.
    fn interrupted(&self) -> SolveError {
        let saved = self.checkpoint().is_some() && self.layer > 0;
        match if saved { self.save() } else { Ok(()) } {
            Ok(()) => SolveError::Interrupted { saved },
            Err(error) => error,
        }
    }

    /// Goes on from a checkpoint if that was asked for and there is one: from the beginning of the
    /// layer in which it was made.
    pub(crate) fn load(&mut self) -> Result<(), SolveError> {
        let settings = self.job.settings;
        let Some(path) = self.checkpoint().filter(|_| settings.resume) else {
            return Ok(());
        };
        let read = checkpoint::load::<C>(path, &settings.fingerprint, &self.cells);
        let read = read.map_err(|error| SolveError::Checkpoint {
            path: path.to_owned(),
            error,
        })?;
        if let Some((state, _)) = read {
            self.layer = state.layer as usize;
        }
        Ok(())
    }

    /// Where checkpoints go. Rows that a table leaves out belong to small tables of few seconds.
    fn checkpoint(&self) -> Option<&'r Path> {
        let is_whole = self.cells.len() as u64 == self.job.index.slots();
        let checkpoint = self.job.settings.checkpoint.as_ref();
        checkpoint
            .filter(|_| is_whole)
            .map(|(path, _)| path.as_path())
    }

    fn save_now_and_then(&mut self) -> Result<(), SolveError> {
        if let Some((_, interval)) = &self.job.settings.checkpoint
            && self.saved.elapsed() >= *interval
        {
            self.save()?;
            self.saved = Instant::now();
        }
        Ok(())
    }

    fn save(&self) -> Result<(), SolveError> {
        let Some(path) = self.checkpoint() else {
            return Ok(());
        };
        let state = State {
            layer: self.layer as u32,
            distance: 0,
        };
        let fingerprint = &self.job.settings.fingerprint;
        let saved = checkpoint::save::<C>(path, fingerprint, state, &self.cells, &[]);
        saved.map_err(|error| SolveError::Checkpoint {
            path: path.to_owned(),
            error,
        })
    }
}

/// The places of a row's cells that have a code.
#[inline]
fn marked<C: Code>(cells: &[C::Shared], cell: C::Cell) -> u64 {
    let mut set = 0;
    for (at, place) in cells.iter().enumerate() {
        set |= u64::from(C::get(place) == cell) << at;
    }
    set
}
