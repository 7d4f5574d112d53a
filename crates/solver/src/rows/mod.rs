//! Retrograde analysis of numberings that come in rows: 64 slots at a time.
//!
//! What is known of a row is a few words, a bit for each slot. A round looks forward from the rows
//! that a change of the round before can concern: a slot is won if a step leads to a slot that is
//! lost, and lost if none leads to a slot that is safe. All slots of a row are asked at once. There
//! is no list of slots, and nothing but the words is read again and again.
//!
//! The cell of a slot that is not yet decided holds its *hope*, the best of the moves that leave
//! the layer, as in [`kernel`](crate::kernel).

mod begin;
mod round;

use std::marker::PhantomData;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use yomikiri_game_api::{Game, Indexed, ROW, RowCursor};

use crate::cell::Code;
use crate::checkpoint::{Saver, State};
use crate::due::Due;
use crate::local::{Job, SolveError};
use crate::memory::{large_list, large_room};
use crate::run::Halt;
use crate::work::share;

/// Rows handed to a thread at a time: whole words of the list of rows to look at.
const PIECE: u64 = 1 << 10;

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

/// A solve under way.
pub(crate) struct RowRun<'r, G, I, C: Code> {
    job: Job<'r, I>,
    /// By row and slot, of the layers so far: while the first ones are solved, which need most of the
    /// earlier tiers, the others take no memory.
    cells: Vec<C::Shared>,
    layers: Vec<Range<u64>>,
    layer: usize,
    words: Words,
    /// A bit for each row of the layer: to be looked at in the next round.
    touched: Vec<AtomicU64>,
    due: Due,
    saver: Saver<'r>,
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
        // Rows that a table leaves out belong to small tables, of few seconds.
        let is_whole = rows.rows() * ROW == job.index.slots();
        Some(RowRun {
            saver: Saver::new(job.settings).only_if(is_whole),
            cells: large_room((rows.rows() * ROW) as usize),
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
            let state = self.state();
            self.saver.save_now_and_then::<C>(state, &self.cells, &[])?;
        }
        Ok(())
    }

    fn layer(&self) -> Range<u64> {
        self.layers[self.layer].clone()
    }

    /// Slots of the layer.
    fn slots(&self) -> u64 {
        (self.layer().end - self.layer().start) * ROW
    }

    fn row(&self, row: u64) -> &[C::Shared] {
        &self.cells[(row * ROW) as usize..][..ROW as usize]
    }

    fn touch_all(&self) {
        for word in 0..self.slots().div_ceil(ROW * ROW) {
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
        self.job.progress.stage(name, None, self.slots());
        let (parts, complete) = self.share_rows(
            || (self.cursor(), start()),
            |(cursor, state), places| {
                for place in places {
                    work(cursor, state, layer.start + place, place);
                }
            },
        );
        self.checked(parts.into_iter().map(|(_, state)| state), complete)
    }

    /// Shares the places of rows in the layer; progress is counted in slots.
    fn share_rows<S: Send>(
        &self,
        start: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, Range<u64>) + Sync,
    ) -> (Vec<S>, bool) {
        self.share(self.slots(), PIECE * ROW, start, |state, slots| {
            work(state, slots.start / ROW..slots.end / ROW);
        })
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

    /// The layers that are done.
    fn state(&self) -> State {
        State {
            layer: self.layer as u32,
            distance: 0,
        }
    }

    fn interrupted(&self) -> SolveError {
        let state = self.state();
        self.saver.interrupted::<C>(state, &self.cells, &[])
    }

    /// Goes on from a checkpoint if that was asked for and there is one: from the beginning of the
    /// layer in which it was made.
    pub(crate) fn load(&mut self) -> Result<(), SolveError> {
        if !self.saver.resumes() {
            return Ok(());
        }
        self.make_cells(self.layers.len());
        let found = self.saver.load::<C>(&self.cells)?;
        let layer = found.map_or(0, |(state, _)| state.layer as usize);
        self.layer = layer.min(self.layers.len());
        self.cells.truncate(self.cells_before(self.layer));
        Ok(())
    }

    /// How many cells the layers before this one have.
    fn cells_before(&self, layer: usize) -> usize {
        let before = self.layers[..layer].last();
        before.map_or(0, |last| (last.end * ROW) as usize)
    }

    /// Makes cells for layers.
    fn make_cells(&mut self, layers: usize) {
        let count = self.cells_before(layers);
        self.cells.resize_with(count, || C::shared(C::UNKNOWN));
    }
}
