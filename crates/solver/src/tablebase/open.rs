//! Table files, each opened once and kept open; tables of small tiers, solved on demand.

use std::fs::Metadata;
use std::ops::Range;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use yomikiri_game_api::{Game, Indexer, Metric, Side, Tier, Tiers};

use super::{Tablebase, TablebaseError};
use crate::cell::{Cell8, Code, Coding};
use crate::cells::Cells;
use crate::local::Settings;
use crate::table::{self, Contents, Header, MemoryBudget, StoredRanges, Table, TableError};
use crate::work::NoProgress;

/// Open files by default: a process may usually have 1,024.
const MOST_FILES: usize = 256;
/// Memory for the decoded blocks of all open tables, in bytes: all chess endings of three and four
/// pieces take 43 MB by value and 172 MB by distance to mate.
const MOST_DECODED: u64 = 512 << 20;
/// The share of files and memory for tables that stay open as long as their tablebase: one in so many.
const PINNED_SHARE: u64 = 2;
/// Files of up to so many bytes are compared with their hash when they are opened, which takes about a
/// millisecond: every chess ending of four pieces by distance to mate is smaller.
const SMALL_FILE: u64 = 1 << 20;

/// The table files that are open, a bounded number of them: when there are too many, or the memory for
/// their decoded blocks is used up, those that were used least recently are closed. One value may serve
/// many tablebases.
pub struct OpenFiles {
    most: usize,
    budget: Arc<MemoryBudget>,
    /// Grows with every request.
    clock: AtomicU64,
    /// Bytes and number of tables that stay open.
    pinned: Mutex<(u64, usize)>,
    open: Mutex<Vec<Arc<dyn OpenFile>>>,
}

/// The right of a table to stay open, and the memory that is set aside for it.
pub(super) struct Pin {
    files: Arc<OpenFiles>,
    bytes: u64,
}

impl Drop for Pin {
    fn drop(&mut self) {
        let pinned = self.files.pinned.lock();
        let mut pinned = pinned.unwrap_or_else(PoisonError::into_inner);
        *pinned = (pinned.0 - self.bytes, pinned.1 - 1);
    }
}

/// An open file, whatever its indexer is.
trait OpenFile: Send + Sync {
    fn table(&self) -> &Table;
    /// The clock when it was last used.
    fn used(&self) -> &AtomicU64;
    /// Whether it stays open.
    fn is_pinned(&self) -> bool;
}

impl Default for OpenFiles {
    fn default() -> Self {
        OpenFiles::new(MOST_FILES)
    }
}

impl std::fmt::Debug for OpenFiles {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OpenFiles")
            .field("most", &self.most)
            .field("count", &self.count())
            .finish()
    }
}

impl OpenFiles {
    /// At most so many open files.
    pub fn new(most: usize) -> Self {
        OpenFiles {
            most: most.max(1),
            budget: Arc::new(MemoryBudget::new(MOST_DECODED)),
            clock: AtomicU64::new(0),
            pinned: Mutex::default(),
            open: Mutex::default(),
        }
    }

    /// How many files are open.
    pub fn count(&self) -> usize {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.len()
    }

    /// Sets memory aside for a table that stays open, if there is enough.
    fn pin(self: &Arc<Self>, bytes: u64) -> Option<Pin> {
        let mut pinned = self.pinned.lock().unwrap_or_else(PoisonError::into_inner);
        let more = (pinned.0.saturating_add(bytes), pinned.1 + 1);
        if more.0 > self.budget.most() / PINNED_SHARE || more.1 > self.most / PINNED_SHARE as usize
        {
            return None;
        }
        *pinned = more;
        drop(pinned);
        Some(Pin {
            files: Arc::clone(self),
            bytes,
        })
    }

    /// Keeps a table open, and closes others if there are too many.
    fn keep(&self, file: Arc<dyn OpenFile>) {
        let now = self.clock.fetch_add(1, Ordering::Relaxed);
        file.used().store(now, Ordering::Relaxed);
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.push(file);
        self.close_some(&mut open);
    }

    /// Closes files if the memory for decoded blocks was used up since this was last asked.
    fn make_room(&self) {
        if self.budget.was_exceeded() {
            let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
            self.close_least_used(&mut open);
        }
    }

    /// Closes what was used least recently if there are too many files or bytes.
    fn close_some(&self, open: &mut Vec<Arc<dyn OpenFile>>) {
        if open.len() > self.most || self.budget.was_exceeded() {
            self.close_least_used(open);
        }
    }

    /// Leaves open what was used last: as many files as there may be, and half of the memory; and what is pinned,
    /// which would stay open without this list.
    fn close_least_used(&self, open: &mut Vec<Arc<dyn OpenFile>>) {
        open.sort_by_key(|file| std::cmp::Reverse(file.used().load(Ordering::Relaxed)));
        let pinned = open.iter().filter(|file| file.is_pinned()).count();
        let (mut files, mut bytes) = (pinned, 0);
        open.retain(|file| {
            if file.is_pinned() {
                return true;
            }
            files += 1;
            bytes += file.table().decoded_bytes();
            let is_first = files == pinned + 1;
            files <= self.most && (is_first || bytes <= self.budget.most() / 2)
        });
    }

    fn close(&self, path: &Path) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.retain(|other| other.table().path() != path);
    }
}

/// What tells a file from another that has taken its place.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Stamp {
    inode: u64,
    length: u64,
    modified: (i64, i64),
}

impl From<Metadata> for Stamp {
    fn from(about: Metadata) -> Self {
        Stamp {
            inode: about.ino(),
            length: about.len(),
            modified: (about.mtime(), about.mtime_nsec()),
        }
    }
}

/// A table with what is needed to probe it.
#[derive(Debug)]
pub struct OpenTable<I> {
    table: Table,
    indexer: Arc<I>,
    part: Range<u64>,
    children: Vec<Tier>,
    used: AtomicU64,
    pinned: AtomicBool,
}

impl<I> OpenTable<I> {
    /// The table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The indexer of its group.
    pub fn indexer(&self) -> &Arc<I> {
        &self.indexer
    }

    /// The indices of the tier in that indexer.
    pub fn part(&self) -> Range<u64> {
        self.part.clone()
    }

    /// The tiers that conversions lead to.
    pub fn children(&self) -> &[Tier] {
        &self.children
    }

    /// It stays open from now on.
    pub(super) fn pin(&self) {
        self.pinned.store(true, Ordering::Relaxed);
    }

    /// Whether the values have no distances.
    pub fn has_values_only(&self) -> bool {
        self.table.header().contents == Contents::Value
    }
}

impl<I: Send + Sync> OpenFile for OpenTable<I> {
    fn table(&self) -> &Table {
        &self.table
    }

    fn used(&self) -> &AtomicU64 {
        &self.used
    }

    fn is_pinned(&self) -> bool {
        self.pinned.load(Ordering::Relaxed)
    }
}

/// What is known of a tier's table.
pub(super) struct Opened<I> {
    state: State<I>,
    /// The file when it was looked at; `None` if there was none.
    stamp: Option<Stamp>,
    /// The request in which it was compared with the disk.
    request: u64,
}

enum State<I> {
    Missing,
    /// A file, as long as it stays open.
    File(Weak<OpenTable<I>>),
    /// A table in memory: part of the program, or solved on demand.
    Memory(Arc<OpenTable<I>>),
}

impl<I> State<I> {
    /// The table; the error is a file that has been closed.
    fn get(&self) -> Result<Option<Arc<OpenTable<I>>>, ()> {
        match self {
            State::Missing => Ok(None),
            State::Memory(table) => Ok(Some(Arc::clone(table))),
            State::File(table) => table.upgrade().map(Some).ok_or(()),
        }
    }
}

impl<G: Game, T: Tiers<G>> Tablebase<G, T> {
    /// Begins a request: each file is compared with the disk (inode, length, time of change) when it
    /// is first used after this, so that tables which another process has written are seen.
    pub fn refresh(&self) {
        self.files.clock.fetch_add(1, Ordering::Relaxed);
        self.files.make_room();
        self.request.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn request(&self) -> u64 {
        self.request.load(Ordering::Relaxed)
    }

    /// A tier's table: its file, or the one that is part of the program, or one that is solved on
    /// demand.
    pub fn open(
        &self,
        tier: Tier,
        metric: Metric,
    ) -> Result<Arc<OpenTable<T::Indexer>>, TablebaseError> {
        let found = self.find_table(tier, metric)?;
        found.ok_or_else(|| TablebaseError::Missing {
            path: self.path(tier, metric),
            tier: Some(tier),
            metric,
        })
    }

    /// A small table that has been [found](Tablebase::find_table) in this request, without a lock.
    #[inline]
    pub(super) fn hot_table(&self, tier: Tier, metric: Metric) -> Option<&OpenTable<T::Indexer>> {
        self.hot.get(tier, metric, self.request())
    }

    /// The same as [`open`](Tablebase::open); `None` if there is none.
    pub(super) fn find_table(
        &self,
        tier: Tier,
        metric: Metric,
    ) -> Result<Option<Arc<OpenTable<T::Indexer>>>, TablebaseError> {
        let request = self.request();
        let found = self.find_open_table(tier, metric)?;
        if let Some(table) = &found
            && let Some(bytes) = table.table.direct_bytes()
        {
            let pin = || self.files.pin(bytes);
            self.hot.admit((tier, metric), table, request, pin);
        }
        Ok(found)
    }

    fn find_open_table(
        &self,
        tier: Tier,
        metric: Metric,
    ) -> Result<Option<Arc<OpenTable<T::Indexer>>>, TablebaseError> {
        {
            let opened = self.opened.read().unwrap_or_else(PoisonError::into_inner);
            if let Some(known) = opened.get(&(tier, metric))
                && known.request == self.request()
                && let Ok(found) = known.state.get()
            {
                if let Some(table) = &found {
                    let now = self.files.clock.load(Ordering::Relaxed);
                    table.used.store(now, Ordering::Relaxed);
                }
                return Ok(found);
            }
        }
        self.look_at_disk(tier, metric)
    }

    /// Compares what is known with the disk, and opens what has changed.
    fn look_at_disk(
        &self,
        tier: Tier,
        metric: Metric,
    ) -> Result<Option<Arc<OpenTable<T::Indexer>>>, TablebaseError> {
        let (request, path) = (self.request(), self.path(tier, metric));
        let stamp = std::fs::metadata(&path).ok().map(Stamp::from);
        {
            let mut opened = self.opened.write().unwrap_or_else(PoisonError::into_inner);
            if let Some(known) = opened.get_mut(&(tier, metric)) {
                if known.stamp == stamp
                    && let Ok(found) = known.state.get()
                {
                    known.request = request;
                    return Ok(found);
                }
                opened.remove(&(tier, metric));
                self.files.close(&path);
            }
        }
        let state = match self.open_anew(tier, metric, &path)? {
            Some((table, true)) => {
                self.files.keep(Arc::clone(&table) as Arc<dyn OpenFile>);
                (State::File(Arc::downgrade(&table)), Some(table))
            }
            Some((table, false)) => (State::Memory(Arc::clone(&table)), Some(table)),
            None => (State::Missing, None),
        };
        let (state, table) = state;
        let mut opened = self.opened.write().unwrap_or_else(PoisonError::into_inner);
        let known = Opened {
            state,
            stamp,
            request,
        };
        opened.insert((tier, metric), known);
        Ok(table)
    }

    /// Opens a table, and says whether it is a file.
    #[expect(clippy::type_complexity, reason = "an optional table and a flag")]
    fn open_anew(
        &self,
        tier: Tier,
        metric: Metric,
        path: &Path,
    ) -> Result<Option<(Arc<OpenTable<T::Indexer>>, bool)>, TablebaseError> {
        let (table, is_file) = match Table::open(path) {
            Ok(table) => (table, true),
            Err(TableError::Io { error, .. }) if error.kind() == std::io::ErrorKind::NotFound => {
                let name = self.file_name(tier, metric);
                let mut built_in = self.spec.built_in.iter();
                let built_in = built_in.find(|(other, _)| *other == name);
                let table = match built_in {
                    Some((_, bytes)) => Table::from_memory("built-in", bytes)?,
                    None if self.tiers.on_demand().contains(&tier) => {
                        self.solve_on_demand(tier, metric)?
                    }
                    None => return Ok(None),
                };
                (table, false)
            }
            Err(error) => return Err(error.into()),
        };
        let table = self.identified(table.sharing(&self.files.budget), tier, metric)?;
        if is_file && table.table.bytes() <= SMALL_FILE {
            table.table.check()?;
        }
        Ok(Some((Arc::new(table), is_file)))
    }

    /// A table with what is needed to probe it, if it is the one that was asked for.
    pub(super) fn identified(
        &self,
        table: Table,
        tier: Tier,
        metric: Metric,
    ) -> Result<OpenTable<T::Indexer>, TablebaseError> {
        let indexer = self.indexer(tier)?;
        let part = self.tiers.part(&indexer, tier);
        self.check_identity(&table, tier, metric, part.end - part.start)?;
        let table = table.knowing(table::of_indexer::<G, _>(&indexer, part.start));
        Ok(OpenTable {
            children: self.tiers.children(tier),
            used: AtomicU64::new(0),
            pinned: AtomicBool::new(false),
            table,
            indexer,
            part,
        })
    }

    /// Whether a table is the one that was asked for: its fingerprint (rules, options, tier, metric,
    /// indexer), what its header says in words, its code, and every number of its header that memory
    /// is reserved by.
    fn check_identity(
        &self,
        table: &Table,
        tier: Tier,
        metric: Metric,
        size: u64,
    ) -> Result<(), TablebaseError> {
        let (header, path) = (table.header(), table.path().display());
        let spec = &self.location.spec;
        let name = self.tiers.name(tier);
        let says = |key: &str, expected: &str| {
            let mut lines = header.description.lines();
            let said = lines.find_map(|line| line.strip_prefix(key)?.strip_prefix(" = "));
            said.is_none_or(|said| said == expected)
        };
        if header.fingerprint != self.fingerprint(tier, metric)
            || !says("table", &name)
            || !says("metric", metric.word())
        {
            return Err(TablebaseError::Table(format!(
                "{path} was made for other rules than {spec} has; build it again"
            )));
        }
        if header.size != size {
            return Err(TablebaseError::Table(format!(
                "{path} has another number of positions: expected {size}, got {}",
                header.size
            )));
        }
        // Wins by another metric may have an even distance, which a byte cannot tell from a loss.
        let longest = self.tiers.cost(tier).longest.unwrap_or(0);
        let may_be = match (header.contents, header.coding, metric) {
            (Contents::Value, Coding::Cell8, _) => true,
            (Contents::Distance, Coding::Cell8, Metric::End) => true,
            (Contents::Distance, Coding::Cell16, Metric::End) => {
                header.deepest.max(longest) > Cell8::MOST
            }
            (Contents::Distance, Coding::Cell16, _) => true,
            _ => false,
        };
        if !may_be {
            return Err(TablebaseError::Table(format!(
                "{path} does not have the code of a table of {}",
                metric.word()
            )));
        }
        if !self.may_store(tier, &header.stored)? {
            return Err(TablebaseError::Table(format!(
                "{path} stores other positions than a table of {spec} does"
            )));
        }
        Ok(())
    }

    /// Whether a table may store these ranges in this order: everything by index, what the layout
    /// says, or, as older tables, the indices of the first side. Ranges of a layout by columns mean
    /// nothing in another order.
    fn may_store(&self, tier: Tier, stored: &StoredRanges) -> Result<bool, TablebaseError> {
        let usual = self.stored_ranges(tier)?;
        if *stored == usual || *stored == StoredRanges::all(stored.size()) {
            return Ok(true);
        }
        let indexer = self.indexer(tier)?;
        let one_sided = StoredRanges::some(indexer.size(), &indexer.indices_of(Side::First));
        Ok(one_sided.is_some_and(|one_sided| *stored == one_sided))
    }

    /// Forgets a table that was written.
    pub(super) fn forget(&self, tier: Tier, metric: Metric) {
        let mut opened = self.opened.write().unwrap_or_else(PoisonError::into_inner);
        opened.remove(&(tier, metric));
        self.hot.forget(tier, metric);
        self.files.close(&self.path(tier, metric));
    }

    /// The table of a tier that is solved now, in memory.
    fn solve_on_demand(&self, tier: Tier, metric: Metric) -> Result<Table, TablebaseError> {
        if metric == Metric::Check {
            let (header, changes) = self.check_on_demand(tier)?;
            return Ok(Table::of_cells(
                "solved when asked for",
                header,
                Arc::new(changes),
            ));
        }
        let end = Settings::default();
        // One at a time: who asks for the same meanwhile need not solve it again.
        let mut solved = self
            .on_demand
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let cells = match metric {
            Metric::End => self.solve_group_in_memory(tier, &end, &NoProgress, &mut solved)?,
            _ => {
                for child in self.tiers.children(tier) {
                    self.solve_group_in_memory(child, &end, &NoProgress, &mut solved)?;
                }
                let mut others = solved.clone();
                others.remove(&self.tiers.group(tier)[0]);
                let settings = Settings { metric, ..end };
                self.solve_group_in_memory(tier, &settings, &NoProgress, &mut others)?
            }
        };
        drop(solved);
        let indexer = self.indexer(tier)?;
        let part = self.tiers.part(&indexer, tier);
        let cells = match part == (0..indexer.size()) {
            true => cells,
            false => Arc::new(Cells::clone(&cells.part(part)).starting_at(0)),
        };
        let size = cells.indices().end;
        let header = Header {
            description: format!(
                "game = {}\ntable = {}\n",
                self.location.spec,
                self.tiers.name(tier)
            ),
            fingerprint: self.fingerprint(tier, metric),
            contents: Contents::Distance,
            coding: cells.coding(),
            size,
            stored: StoredRanges::all(size),
            block: 4096,
            deepest: cells.by_distance().len().saturating_sub(1) as u32,
            prediction: None,
        };
        Ok(Table::of_cells("solved when asked for", header, cells))
    }
}
