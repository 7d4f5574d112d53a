//! A streamed solve in progress: where it is, how a layer begins, checkpoints.

use std::cell::RefCell;
use std::marker::PhantomData;
use std::ops::Range;
use std::path::PathBuf;
use std::time::Instant;

use yomikiri_game_api::{Cursor, Game, Indexer};

use super::cell_file::{BitFile, Bucket, BucketView, CellFile, Earlier, PART};
use super::pages::{Log, Pages, Writer};
use super::plan::Plan;
use super::tally::{Held, Tally};
use super::{Fault, Limits, STATE, at_path, bounds_name, cells_name, note_buckets, saved, shape};
use crate::cell::{Cell16, Code, widen};
use crate::checkpoint::State;
use crate::depth_buckets::DepthBuckets;
use crate::kernel::{self, SeedError};
use crate::local::{Job, SolveError};
use crate::run::Halt;
use crate::schedule::ChildValues;
use crate::work::share;

/// Indices handed to a thread at a time in sweeps.
const SWEEP: u64 = 1 << 12;

/// What was decided at one distance, by bucket: lists that are forgotten together.
pub(super) struct Front {
    pub(super) pages: Pages,
    pub(super) won: Vec<Log>,
    pub(super) lost: Vec<Log>,
}

impl Front {
    pub(super) fn clear(&mut self, buckets: usize) -> Result<(), Fault> {
        self.pages.clear()?;
        self.won = vec![Log::EMPTY; buckets];
        self.lost = vec![Log::EMPTY; buckets];
        Ok(())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.won.iter().chain(&self.lost).all(|log| log.is_empty())
    }
}

/// A solve under way. Between two rounds the cells and bounds, the layer and the distance are the state;
/// everything else follows from them.
pub(crate) struct Run<'r, G, I, C: Code> {
    pub(super) job: Job<'r, I>,
    pub(super) plan: Plan,
    limits: &'r Limits,
    pub(super) tally: &'r Tally,
    pub(super) cells: CellFile,
    /// Those of the layer; `None` if no move leaves it.
    pub(super) bounds: Option<CellFile>,
    /// Illegal, or won at an earlier distance than the last round's: by index of the layer.
    pub(super) closed: BitFile,
    layers: Vec<Range<u64>>,
    layer: usize,
    /// Everything up to this distance is decided in it; 0: not begun.
    pub(super) distance: u32,
    /// What the last round has decided.
    pub(super) front: Front,
    /// What this round decides.
    pub(super) next: Front,
    /// Marks on indices, by bucket.
    pub(super) marks: Pages,
    /// Candidates, and those that have survived a window.
    pub(super) candidates: [Pages; 2],
    pub(super) buckets: DepthBuckets,
    _buckets_held: Held<'r>,
    saved: Instant,
    game: PhantomData<(fn(G), C)>,
}

impl<'r, G: Game, I: Indexer<G>, C: Code> Run<'r, G, I, C> {
    pub(super) fn new(
        job: Job<'r, I>,
        limits: &'r Limits,
        tally: &'r Tally,
    ) -> Result<Self, Fault> {
        let shape = shape::<G, I>(job.indexer, C::CODING);
        let plan = Plan::new(limits.memory, shape, job.settings.threads);
        let plan = plan.map_err(|least| SolveError::TooLittleMemory {
            memory: limits.memory,
            least,
        })?;
        let at = |name: &str| limits.dir.join(name);
        let pages = |name: &str| Pages::create(&at(name), plan.page);
        let front = |name: &str| -> Result<Front, Fault> {
            Ok(Front {
                pages: pages(name)?,
                won: Vec::new(),
                lost: Vec::new(),
            })
        };
        let noted = if shape.has_bounds {
            note_buckets(shape.longest)
        } else {
            0
        };
        Ok(Run {
            cells: CellFile::open::<C>(&at(&cells_name(C::CODING)), &(0..job.indexer.size()))?,
            bounds: None,
            closed: BitFile::create(&at("bits"), shape.longest)?,
            layers: job.indexer.layers(),
            layer: 0,
            distance: 0,
            front: front("lists-front")?,
            next: front("lists-next")?,
            marks: pages("lists-marks")?,
            candidates: [pages("lists-candidates")?, pages("lists-survivors")?],
            buckets: DepthBuckets::default(),
            _buckets_held: tally.hold(noted),
            saved: Instant::now(),
            game: PhantomData,
            job,
            plan,
            limits,
            tally,
        })
    }

    pub(super) fn size(&self) -> u64 {
        self.job.indexer.size()
    }

    /// The indices of the layer.
    pub(super) fn range(&self) -> Range<u64> {
        self.layers[self.layer].clone()
    }

    /// How many buckets the layer has.
    pub(super) fn count(&self) -> usize {
        let range = self.range();
        (range.end - range.start).div_ceil(self.plan.bucket) as usize
    }

    /// The indices of a bucket.
    pub(super) fn bucket(&self, number: usize) -> Range<u64> {
        let range = self.range();
        let from = range.start + number as u64 * self.plan.bucket;
        from..(from + self.plan.bucket).min(range.end)
    }

    /// Indices of the largest bucket.
    pub(super) fn most(&self) -> u64 {
        let range = self.range();
        self.plan.bucket.min(range.end - range.start)
    }

    /// Solves what is left of the layers.
    pub(super) fn go_on(&mut self) -> Result<(), Halt> {
        while self.layer < self.layers.len() {
            if self.distance == 0 {
                self.begin()?;
            }
            // Losses in two are found by looking at everything, whatever went before.
            while self.distance < 2
                || !self.front.is_empty()
                || self.buckets.any_beyond(self.distance)
            {
                self.round()?;
                let settings = self.job.settings;
                let interval = settings.checkpoint.as_ref().map(|(_, interval)| *interval);
                if interval.is_some_and(|interval| self.saved.elapsed() >= interval) {
                    self.save()?;
                }
            }
            self.layer += 1;
            self.distance = 0;
            self.save()?;
            // Only now does nobody go back to the layer before.
            if let Some(bounds) = self.bounds.take() {
                let _ = std::fs::remove_file(bounds.path());
            }
        }
        Ok(())
    }

    /// Drops everything but the cells; their file.
    pub(super) fn finish(self) -> Result<PathBuf, Fault> {
        for name in WORKING {
            let _ = std::fs::remove_file(self.limits.dir.join(name));
        }
        Ok(self.cells.path().to_owned())
    }

    fn state(&self) -> State {
        State {
            layer: self.layer as u32,
            distance: self.distance,
        }
    }

    fn save(&mut self) -> Result<(), Fault> {
        if self.job.settings.checkpoint.is_none() {
            return Ok(());
        }
        self.cells.sync()?;
        if let Some(bounds) = &self.bounds {
            bounds.sync()?;
        }
        let contents = (C::CODING, self.size());
        let path = self.limits.dir.join(STATE);
        saved::save(
            &path,
            &self.job.settings.fingerprint,
            contents,
            self.state(),
        )?;
        self.saved = Instant::now();
        Ok(())
    }

    /// Stopped in the middle of a round: what it has written is found again.
    pub(super) fn interrupted(&mut self) -> SolveError {
        let has_begun = self.layer > 0 || self.distance > 0;
        let saved = has_begun && self.job.settings.checkpoint.is_some();
        match if saved { self.save() } else { Ok(()) } {
            Ok(()) => SolveError::Interrupted { saved },
            Err(error) => error,
        }
    }

    fn open_bounds(&mut self) -> Result<(), Fault> {
        self.bounds = match self.job.indexer.is_closed() {
            true => None,
            false => {
                let name = bounds_name(C::CODING, self.layer);
                let path = self.limits.dir.join(name);
                Some(CellFile::open::<C>(&path, &self.range())?)
            }
        };
        Ok(())
    }

    fn clear(&mut self) -> Result<(), Fault> {
        let count = self.count();
        self.front.clear(count)?;
        self.next.clear(count)?;
        self.marks.clear()?;
        for pages in &self.candidates {
            pages.clear()?;
        }
        let range = self.range();
        self.buckets = match self.bounds {
            Some(_) => DepthBuckets::new(range.end - range.start),
            None => DepthBuckets::default(),
        };
        Ok(())
    }

    /// What the rules alone say, and what moves out of the layer are worth.
    fn begin(&mut self) -> Result<(), Halt> {
        self.open_bounds()?;
        self.clear()?;
        let most = self.most();
        let has_bounds = self.bounds.is_some();
        let end = self.range().start;
        let per_thread = Earlier::<C>::bytes(end) * self.job.settings.threads as u64;
        let tables = Bucket::<C>::bytes(most) * (1 + u64::from(has_bounds));
        let _held = self.tally.hold(tables + per_thread);
        let mut cells = Bucket::<C>::new(most);
        let mut bounds = Bucket::<C>::new(if has_bounds { most } else { 0 });
        let earlier = match has_bounds {
            true => Some(self.job.earlier_from::<G>(self.layer)?),
            false => None,
        };
        let range = self.range();
        let total = range.end - range.start;
        self.job.progress.stage("classify", None, total);
        for number in 0..self.count() {
            let indices = self.bucket(number);
            cells.open_blank(indices.clone());
            if has_bounds {
                bounds.open_blank(indices.clone());
            }
            let places = (cells.cells(), bounds_of(&bounds, has_bounds));
            self.classify(indices.clone(), places, earlier.as_deref())?;
            self.close_where(number, &cells, |cell| cell == C::EMPTY)?;
            self.list_fronts(number, &cells, (None, C::loss(0)))?;
            cells.close(&self.cells)?;
            if let Some(file) = &self.bounds {
                note(
                    &mut self.buckets,
                    indices.start - range.start,
                    bounds.cells(),
                    |cell| C::answer(C::get(cell)).and_then(|known| known.distance),
                );
                bounds.close(file)?;
            }
        }
        drop(earlier);
        if self.layer + 1 == self.layers.len() {
            self.job.drop_children();
        }
        std::mem::swap(&mut self.front, &mut self.next);
        let count = self.count();
        self.next.clear(count)?;
        Ok(())
    }

    /// Classifies the indices of a bucket, and looks up what moves out of the layer are worth.
    fn classify(
        &mut self,
        indices: Range<u64>,
        (cells, bounds): (&[C::Shared], &[C::Shared]),
        earlier: Option<&dyn ChildValues>,
    ) -> Result<(), Halt> {
        let (job, end) = (self.job, self.range().start);
        let (file, metric) = (&self.cells, job.settings.metric);
        let (parts, complete) = share(
            indices.end - indices.start,
            SWEEP,
            job.settings.threads,
            job.progress,
            || {
                let memory = RefCell::new(Earlier::<C>::new(file, end));
                (job.indexer.cursor(), memory, None::<SeedError>)
            },
            |(cursor, memory, fault), places| {
                let view = BucketView {
                    cells,
                    first: indices.start,
                    earlier: memory,
                };
                let some = indices.start + places.start..indices.start + places.end;
                kernel::classify(cursor, view, some, &mut Nobody);
                let Some(earlier) = earlier else { return };
                for place in places {
                    if C::get(&cells[place as usize]) != C::UNKNOWN {
                        continue;
                    }
                    let index = indices.start + place;
                    cursor.seek(index);
                    match kernel::bound_of(cursor, view, index, metric, earlier) {
                        Ok(bound) => C::set(&bounds[place as usize], bound),
                        Err(error) => *fault = Some(error),
                    }
                }
            },
        );
        let mut fault = None;
        for (_, memory, seed) in parts {
            if let Some(error) = memory.into_inner().fault() {
                return Err(error.into());
            }
            fault = fault.or(seed);
        }
        match (fault, complete) {
            (Some(fault), _) => Err(fault.into()),
            (None, false) => Err(self.interrupted().into()),
            (None, true) => Ok(()),
        }
    }

    /// Writes the bits of a bucket that has been read.
    pub(super) fn close_where(
        &self,
        number: usize,
        cells: &Bucket<C>,
        is_closed: impl Fn(C::Cell) -> bool,
    ) -> Result<(), Fault> {
        let from = number as u64 * self.plan.bucket;
        let mut words = [0u64; PART / 64];
        for (part, some) in (0u64..).zip(cells.cells().chunks(PART)) {
            let words = &mut words[..some.len().div_ceil(64)];
            for (word, some) in words.iter_mut().zip(some.chunks(64)) {
                let bits = (0..).zip(some);
                *word = bits.fold(0, |word, (bit, cell)| {
                    word | u64::from(is_closed(C::get(cell))) << bit
                });
            }
            self.closed.write(from + part * PART as u64, words)?;
        }
        Ok(())
    }

    /// Lists the indices of codes among what has been read of a bucket: those of the next front.
    pub(super) fn list_fronts(
        &mut self,
        number: usize,
        cells: &Bucket<C>,
        (win, loss): (Option<C::Cell>, Option<C::Cell>),
    ) -> Result<(), Fault> {
        let Front { pages, won, lost } = &mut self.next;
        for (code, logs) in [(win, won), (loss, lost)] {
            let Some(code) = code else { continue };
            let _held = self.tally.hold(self.plan.page as u64);
            let mut writer = Writer::new(self.plan.page, 1);
            let log = &mut logs[number..=number];
            cells.places_of(code, |place| writer.push((0, place), pages, log))?;
            writer.finish(pages, log)?;
        }
        Ok(())
    }

    /// Goes on from where a solve was: finds what follows from its cells and bounds.
    pub(super) fn restore(&mut self, from: Option<State>) -> Result<(), Halt> {
        let Some(state) = from else { return Ok(()) };
        self.layer = state.layer as usize;
        if self.layer >= self.layers.len() || state.distance == 0 {
            return Ok(());
        }
        self.open_bounds()?;
        self.clear()?;
        let range = self.range();
        let most = self.most();
        let has_bounds = self.bounds.is_some();
        let _held = self
            .tally
            .hold(Bucket::<C>::bytes(most) * (1 + u64::from(has_bounds)));
        let mut cells = Bucket::<C>::new(most);
        let mut bounds = Bucket::<C>::new(if has_bounds { most } else { 0 });
        let (win, loss) = (C::win(state.distance), C::loss(state.distance));
        for number in 0..self.count() {
            let indices = self.bucket(number);
            cells.open(indices.clone());
            cells.read_all(&self.cells)?;
            if let Some(file) = &self.bounds {
                bounds.open(indices.clone());
                bounds.read_all(file)?;
                note(
                    &mut self.buckets,
                    indices.start - range.start,
                    bounds.cells(),
                    |cell| C::answer(C::get(cell)).and_then(|known| known.distance),
                );
            }
            let count = (indices.end - indices.start) as u32;
            for place in 0..count {
                let cell = C::get(&cells.cells()[place as usize]);
                let bound = match has_bounds {
                    true => C::get(&bounds.cells()[place as usize]),
                    false => C::UNKNOWN,
                };
                if let Some(before) = kernel::before_round::<C>(cell, bound, state.distance) {
                    cells.set(place, before);
                }
            }
            // What was won in the last round is closed in the next one.
            self.close_where(number, &cells, |cell| {
                cell == C::EMPTY || C::is_win_within(cell, state.distance - 1)
            })?;
            self.list_fronts(number, &cells, (win.filter(|_| state.distance > 1), loss))?;
            cells.close(&self.cells)?;
        }
        std::mem::swap(&mut self.front, &mut self.next);
        let count = self.count();
        self.next.clear(count)?;
        self.distance = state.distance;
        Ok(())
    }

    /// Writes cells and bounds with two bytes each, between the same two rounds; where the solve is.
    pub(super) fn widen(&mut self) -> Result<State, Fault> {
        let dir = &self.limits.dir;
        let state = self.state();
        let wide = |from: &CellFile, to: String, indices: Range<u64>| -> Result<(), Fault> {
            let to = CellFile::open::<Cell16>(&dir.join(to), &indices)?;
            let narrow: Vec<_> = (0..PART).map(|_| C::shared(C::UNKNOWN)).collect();
            let mut buffer = Vec::new();
            let mut at = indices.start;
            while at < indices.end {
                let count = (indices.end - at).min(PART as u64) as usize;
                from.read::<C>(at, &narrow[..count], &mut buffer)?;
                let cells = narrow[..count].iter().map(|cell| widen::<C>(C::get(cell)));
                let cells: Vec<_> = cells.collect();
                to.write::<Cell16>(at, &cells, &mut buffer)?;
                at += count as u64;
            }
            to.sync()
        };
        let coding = Cell16::CODING;
        wide(&self.cells, cells_name(coding), 0..self.size())?;
        if let Some(bounds) = self.bounds.take().filter(|_| state.distance > 0) {
            wide(&bounds, bounds_name(coding, self.layer), self.range())?;
            let _ = std::fs::remove_file(bounds.path());
        }
        let path = dir.join(STATE);
        let contents = (coding, self.size());
        saved::save(&path, &self.job.settings.fingerprint, contents, state)?;
        std::fs::remove_file(self.cells.path()).map_err(at_path(self.cells.path()))?;
        Ok(state)
    }
}

/// The working files that are of no use without the solve.
const WORKING: [&str; 6] = [
    "bits",
    "lists-front",
    "lists-next",
    "lists-marks",
    "lists-candidates",
    "lists-survivors",
];

fn bounds_of<C: Code>(bounds: &Bucket<C>, has_bounds: bool) -> &[C::Shared] {
    match has_bounds {
        true => bounds.cells(),
        false => &[],
    }
}

/// Notes the distances of bounds.
fn note<T>(
    buckets: &mut DepthBuckets,
    first: u64,
    bounds: &[T],
    distance: impl Fn(&T) -> Option<u32>,
) {
    for (place, bound) in (first..).zip(bounds) {
        if let Some(distance) = distance(bound) {
            buckets.note(place, distance);
        }
    }
}

/// Takes indices that are found again among the cells.
struct Nobody;

impl Extend<u64> for Nobody {
    fn extend<T: IntoIterator<Item = u64>>(&mut self, _indices: T) {}
}
