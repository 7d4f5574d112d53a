//! A round: marks are listed and then written bucket by bucket, candidates are examined window by window.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use yomikiri_game_api::{Cursor, Game, Indexer, Side};

use super::Fault;
use super::cell_file::{Bucket, CellFile};
use super::pages::{Log, Pages, Writer};
use super::run::Run;
use crate::cell::Code;
use crate::kernel;
use crate::run::Halt;
use crate::work::share;

/// Indices handed to a thread at a time from a list.
const FRONT: u64 = 1 << 10;
/// The same in sweeps.
const SWEEP: u64 = 1 << 12;
/// Losses in two are sought by going back from wins in one if these are fewer than one in so many indices.
const RARE: u64 = 32;

/// Lists that several threads write to.
struct Outbox<'o> {
    writer: Writer,
    pages: &'o Pages,
    logs: &'o mut [Log],
    done: Result<(), Fault>,
}

impl Outbox<'_> {
    fn push(&mut self, list: usize, entry: u32) {
        if self.done.is_ok() {
            self.done = self.writer.push((list, entry), self.pages, self.logs);
        }
    }

    fn finish(mut self) -> Result<(), Fault> {
        self.done?;
        self.writer.finish(self.pages, self.logs)
    }
}

fn shared<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Cells of a bucket together with the bounds, if there are any.
struct Both<'f, C: Code> {
    cells: Bucket<C>,
    bounds: Bucket<C>,
    files: (&'f CellFile, Option<&'f CellFile>),
}

impl<C: Code> Both<'_, C> {
    fn open(&mut self, indices: Range<u64>) {
        self.bounds.open(match self.files.1 {
            Some(_) => indices.clone(),
            None => 0..0,
        });
        self.cells.open(indices);
    }

    fn cell(&mut self, place: u32) -> Result<C::Cell, Fault> {
        self.cells.get(place, self.files.0)
    }

    fn bound(&mut self, place: u32) -> Result<C::Cell, Fault> {
        match self.files.1 {
            Some(file) => self.bounds.get(place, file),
            None => Ok(C::UNKNOWN),
        }
    }
}

/// Whether moves out of the layer leave it open that an index is lost.
fn may_lose<C: Code>(bound: C::Cell) -> bool {
    bound != C::OVER_DRAWN && !C::is_win_within(bound, C::MOST)
}

impl<'r, G: Game, I: Indexer<G>, C: Code> Run<'r, G, I, C> {
    /// Decides everything at the next distance.
    pub(super) fn round(&mut self) -> Result<(), Halt> {
        let distance = self.distance + 1;
        if distance > C::MOST {
            return Err(Halt::TooDeep);
        }
        let count = self.count();
        if let Some(win) = C::win(distance) {
            let lost = self.front.lost.clone();
            let marks = self.expand("expand losses", &lost, From::Front)?;
            self.write_wins(&marks, win, distance > 1)?;
        }
        let mut candidates = vec![Log::EMPTY; count];
        match distance {
            _ if C::loss(distance).is_none() => {}
            1 => self.list_bounds(&[self.range()], &mut candidates)?,
            2 => self.early_candidates(&mut candidates)?,
            _ => {
                let won = self.front.won.clone();
                let marks = self.expand("expand wins", &won, From::Front)?;
                self.list_candidates(&marks, &mut candidates)?;
            }
        }
        self.examine(&mut candidates)?;
        self.decide(&candidates, distance)?;
        self.candidates[0].clear()?;
        std::mem::swap(&mut self.front, &mut self.next);
        self.next.clear(count)?;
        self.distance = distance;
        Ok(())
    }

    fn both(&self) -> (Both<'_, C>, super::tally::Held<'r>) {
        let most = self.most();
        let of_bounds = if self.bounds.is_some() { most } else { 0 };
        let bytes = Bucket::<C>::bytes(most) + Bucket::<C>::bytes(of_bounds);
        let both = Both {
            cells: Bucket::new(most),
            bounds: Bucket::new(of_bounds),
            files: (&self.cells, self.bounds.as_ref()),
        };
        (both, self.tally.hold(bytes + self.plan.page as u64))
    }

    /// Goes back from listed indices; the marks by bucket.
    fn expand(&mut self, name: &'static str, logs: &[Log], from: From) -> Result<Vec<Log>, Halt> {
        self.marks.clear()?;
        let count = self.count();
        let mut marks = vec![Log::EMPTY; count];
        let total = logs.iter().map(|log| log.count()).sum();
        let job = self.job;
        job.progress.stage(name, Some(self.distance), total);
        if total == 0 {
            return Ok(marks);
        }
        let plan = self.plan;
        let gathered = (plan.gathered * job.settings.threads) as u64;
        let lists = 8 * (plan.listed + plan.listed / 2) as u64;
        let pages = (plan.page * (count + 1)) as u64;
        let _held = self.tally.hold(8 * gathered + lists + pages);
        let (first, shift) = (self.range().start, plan.bucket.trailing_zeros());
        let mask = (plan.bucket - 1) as u32;
        let sources = match from {
            From::Front => &self.front.pages,
            From::Survivors => &self.candidates[1],
        };
        let out = Mutex::new(Outbox {
            writer: Writer::new(plan.page, count),
            pages: &self.marks,
            logs: &mut marks,
            done: Ok(()),
        });
        let flush = |found: &mut Vec<u64>| {
            let mut out = shared(&out);
            for place in found.drain(..).map(|index| index - first) {
                out.push((place >> shift) as usize, place as u32 & mask);
            }
        };
        let process = |list: &mut Vec<u64>| {
            let (_, complete) = share(
                list.len() as u64,
                FRONT,
                job.settings.threads,
                job.progress,
                || (job.indexer.cursor(), Vec::with_capacity(plan.gathered)),
                |(cursor, found), some| {
                    for &index in &list[some.start as usize..some.end as usize] {
                        cursor.seek(index);
                        cursor.predecessors(|index| found.push(index));
                        if found.len() >= plan.gathered {
                            flush(found);
                        }
                    }
                    flush(found);
                },
            );
            list.clear();
            complete
        };
        let mut complete = true;
        let mut list = Vec::with_capacity(plan.listed);
        for (number, &log) in (0u64..).zip(logs) {
            let mut reading = sources.read(log);
            while let Some(page) = reading.page()? {
                let start = first + number * plan.bucket;
                list.extend(page.map(|place| start + u64::from(place)));
                if list.len() >= plan.listed / 2 {
                    complete = complete && process(&mut list);
                }
            }
        }
        complete = complete && process(&mut list);
        let out = out.into_inner().unwrap_or_else(PoisonError::into_inner);
        out.finish()?;
        match complete {
            true => Ok(marks),
            false => Err(self.interrupted().into()),
        }
    }

    /// Writes wins where marks say so and nothing is known, and lists them.
    fn write_wins(&mut self, marks: &[Log], win: C::Cell, lists: bool) -> Result<(), Halt> {
        let most = self.most();
        let bytes = Bucket::<C>::bytes(most) + self.plan.page as u64;
        let _held = self.tally.hold(bytes);
        let mut cells = Bucket::<C>::new(most);
        for (number, &log) in marks.iter().enumerate().filter(|(_, log)| !log.is_empty()) {
            cells.open(self.bucket(number));
            let mut reading = self.marks.read(log);
            while let Some(page) = reading.page()? {
                for place in page {
                    if cells.get(place, &self.cells)? == C::UNKNOWN {
                        cells.set(place, win);
                    }
                }
            }
            self.list_fronts(number, &cells, (Some(win).filter(|_| lists), None))?;
            cells.close(&self.cells)?;
        }
        self.check_stop()
    }

    fn check_stop(&mut self) -> Result<(), Halt> {
        match self.job.progress.stop() {
            true => Err(self.interrupted().into()),
            false => Ok(()),
        }
    }

    /// Lists what is marked, unknown, and may be lost.
    fn list_candidates(&mut self, marks: &[Log], candidates: &mut [Log]) -> Result<(), Halt> {
        let lists = &self.candidates[0];
        let (mut both, held) = self.both();
        let page = self.tally.hold(self.plan.page as u64);
        for (number, &log) in marks.iter().enumerate().filter(|(_, log)| !log.is_empty()) {
            both.open(self.bucket(number));
            let mut reading = self.marks.read(log);
            while let Some(page) = reading.page()? {
                for place in page {
                    if both.cell(place)? == C::UNKNOWN && may_lose::<C>(both.bound(place)?) {
                        both.cells.mark(place);
                    }
                }
            }
            let mut writer = Writer::new(self.plan.page, 1);
            let log = &mut candidates[number..=number];
            both.cells
                .places_of(C::CANDIDATE, |place| writer.push((0, place), lists, log))?;
            writer.finish(lists, log)?;
        }
        drop((both, held, page));
        self.check_stop()
    }

    /// Those that may be lost in two. Where wins in one are rare, going back from them is quicker; elsewhere
    /// everything is looked at.
    fn early_candidates(&mut self, candidates: &mut [Log]) -> Result<(), Halt> {
        let Some(win) = C::win(1) else { return Ok(()) };
        let sides = self.sides();
        let mut wins = vec![0; sides.len()];
        let (mut both, held) = self.both();
        for number in 0..self.count() {
            let indices = self.bucket(number);
            both.open(indices.clone());
            both.cells.read_all(&self.cells)?;
            self.close_where(number, &both.cells, |cell| cell == C::EMPTY || cell == win)?;
            both.cells.places_of(win, |place| {
                let index = indices.start + u64::from(place);
                for (wins, [_, others]) in wins.iter_mut().zip(&sides) {
                    *wins += u64::from(others.iter().any(|range| range.contains(&index)));
                }
                Ok(())
            })?;
        }
        drop((both, held));
        for ([own, others], wins) in sides.iter().zip(wins) {
            let length: u64 = own.iter().map(|range| range.end - range.start).sum();
            if self.job.indexer.is_total() && wins < length / RARE {
                let won = self.list_wins(others, win)?;
                let marks = self.expand("expand wins", &won, From::Survivors)?;
                self.candidates[1].clear()?;
                self.list_candidates(&marks, candidates)?;
                self.list_bounds(own, candidates)?;
            } else {
                self.list_doubtful(own, candidates)?;
            }
        }
        Ok(())
    }

    /// The indices of the layer with each side to move, and those with the other one.
    fn sides(&self) -> Vec<[Vec<Range<u64>>; 2]> {
        let layer = self.range();
        let both = Side::BOTH.map(|side| within(&self.job.indexer.indices_of(side), &layer));
        let [first, second] = both.clone();
        match first == second {
            true => vec![both],
            false => vec![both, [second, first]],
        }
    }

    /// Lists the wins in one of some indices.
    fn list_wins(&mut self, ranges: &[Range<u64>], win: C::Cell) -> Result<Vec<Log>, Halt> {
        let mut logs = vec![Log::EMPTY; self.count()];
        self.list_where(1, ranges, &mut logs, |both, some, first, push| {
            both.cells.read_all(both.files.0)?;
            for index in some {
                let place = (index - first) as u32;
                if C::get(&both.cells.cells()[place as usize]) == win {
                    push(place)?;
                }
            }
            Ok(())
        })?;
        Ok(logs)
    }

    /// Lists the unknown indices of some ranges whose moves out of the layer lose.
    fn list_bounds(&mut self, ranges: &[Range<u64>], candidates: &mut [Log]) -> Result<(), Halt> {
        if self.bounds.is_none() {
            return Ok(());
        }
        self.list_where(0, ranges, candidates, |both, some, first, push| {
            for index in some {
                let place = (index - first) as u32;
                let bound = both.bound(place)?;
                if bound != C::UNKNOWN && may_lose::<C>(bound) && both.cell(place)? == C::UNKNOWN {
                    push(place)?;
                }
            }
            Ok(())
        })
    }

    /// Calls `list` with every bucket and the indices of ranges in it, the first index of the bucket, and what
    /// adds a place to its list.
    fn list_where(
        &mut self,
        pages: usize,
        ranges: &[Range<u64>],
        logs: &mut [Log],
        mut list: impl FnMut(&mut Both<'_, C>, Range<u64>, u64, &mut Push<'_>) -> Result<(), Fault>,
    ) -> Result<(), Halt> {
        let lists = &self.candidates[pages];
        let (mut both, held) = self.both();
        for number in 0..self.count() {
            let indices = self.bucket(number);
            both.open(indices.clone());
            let mut writer = Writer::new(self.plan.page, 1);
            let log = &mut logs[number..=number];
            for some in within(ranges, &indices) {
                list(&mut both, some, indices.start, &mut |place| {
                    writer.push((0, place), lists, log)
                })?;
            }
            writer.finish(lists, log)?;
        }
        drop((both, held));
        self.check_stop()
    }

    /// Lists the unknown indices of some ranges that may be lost in two.
    fn list_doubtful(&mut self, ranges: &[Range<u64>], candidates: &mut [Log]) -> Result<(), Halt> {
        let job = self.job;
        let total = ranges.iter().map(|range| range.end - range.start).sum();
        job.progress.stage("losses in two", None, total);
        // Looked at by all threads before they are listed.
        let at_a_time = self.plan.listed as u64;
        let held = self.tally.hold(4 * at_a_time);
        self.list_where(0, ranges, candidates, |both, some, first, push| {
            both.cells.read_all(both.files.0)?;
            for start in some.clone().step_by(at_a_time as usize) {
                let end = some.end.min(start + at_a_time);
                let cells = both.cells.cells();
                let (parts, _) = share(
                    end - start,
                    SWEEP,
                    job.settings.threads,
                    job.progress,
                    || (job.indexer.cursor(), Vec::new()),
                    |(cursor, found), places| {
                        let part = start + places.start..start + places.end;
                        cursor.maybe_lost_in_two(part, |index| {
                            let place = (index - first) as u32;
                            if C::get(&cells[place as usize]) == C::UNKNOWN {
                                found.push(place);
                            }
                        });
                    },
                );
                for place in parts.into_iter().flat_map(|(_, found)| found) {
                    if may_lose::<C>(both.bound(place)?) {
                        push(place)?;
                    }
                }
            }
            Ok(())
        })?;
        drop(held);
        self.check_stop()
    }

    /// Closes what was won in the last round, and leaves of the candidates those all of whose moves in the
    /// layer lead to what is closed.
    fn examine(&mut self, candidates: &mut [Log]) -> Result<(), Halt> {
        let count = self.count();
        let total: u64 = candidates.iter().map(|log| log.count()).sum();
        let round = Some(self.distance + 1);
        self.job.progress.stage("examine", round, total);
        let windows = (0..count).step_by(self.plan.window as usize);
        let windows: Vec<Range<usize>> = windows
            .map(|from| from..(from + self.plan.window as usize).min(count))
            .collect();
        let layer = self.range();
        let first = layer.start;
        for window in windows {
            let closes = self.front.won[window.clone()]
                .iter()
                .any(|log| !log.is_empty());
            let any = candidates.iter().any(|log| !log.is_empty());
            if !closes && !any {
                continue;
            }
            let from = window.start as u64 * self.plan.bucket;
            let to = (window.end as u64 * self.plan.bucket).min(layer.end - first);
            let mut words = vec![0u64; (to - from).div_ceil(64) as usize];
            let held = self
                .tally
                .hold(8 * words.len() as u64 + 3 * self.plan.page as u64);
            self.closed.read(from, &mut words)?;
            if closes {
                self.close(window, from, &mut words)?;
                self.closed.write(from, &words)?;
            }
            let is_closed = |index: u64| {
                let place = (index - first).wrapping_sub(from);
                let word = words.get((place / 64) as usize);
                word.is_none_or(|word| word >> (place % 64) & 1 == 1)
            };
            for (number, log) in candidates.iter_mut().enumerate() {
                *log = self.survivors(number, *log, &is_closed)?;
            }
            drop(held);
            self.candidates[0].clear()?;
            self.candidates.swap(0, 1);
        }
        Ok(())
    }

    /// Sets the bits of what was won in the last round, in a window.
    fn close(&self, window: Range<usize>, from: u64, words: &mut [u64]) -> Result<(), Fault> {
        for number in window {
            let start = number as u64 * self.plan.bucket - from;
            let mut reading = self.front.pages.read(self.front.won[number]);
            while let Some(page) = reading.page()? {
                for place in page.map(|place| start + u64::from(place)) {
                    words[(place / 64) as usize] |= 1 << (place % 64);
                }
            }
        }
        Ok(())
    }

    /// The candidates of a bucket that a window leaves.
    fn survivors(
        &mut self,
        number: usize,
        log: Log,
        is_closed: &(impl Fn(u64) -> bool + Sync),
    ) -> Result<Log, Halt> {
        if log.is_empty() {
            return Ok(Log::EMPTY);
        }
        let (job, plan) = (self.job, self.plan);
        let first = self.bucket(number).start;
        let lists = 8 * (plan.listed + plan.listed / 2) as u64;
        let held = self.tally.hold(lists);
        let mut writer = Writer::new(plan.page, 1);
        let mut logs = [Log::EMPTY];
        let [candidates, survivors] = &self.candidates;
        let mut complete = true;
        let mut process = |list: &mut Vec<u32>| {
            let (parts, done) = share(
                list.len() as u64,
                FRONT,
                job.settings.threads,
                job.progress,
                || (job.indexer.cursor(), Vec::new()),
                |(cursor, left), some| {
                    for &place in &list[some.start as usize..some.end as usize] {
                        let index = first + u64::from(place);
                        if kernel::leads_only_to(cursor, index, is_closed) {
                            left.push(place);
                        }
                    }
                },
            );
            complete &= done;
            list.clear();
            for place in parts.into_iter().flat_map(|(_, left)| left) {
                writer.push((0, place), survivors, &mut logs)?;
            }
            Ok::<(), Fault>(())
        };
        let mut list = Vec::with_capacity(plan.listed);
        let mut reading = candidates.read(log);
        while let Some(page) = reading.page()? {
            list.extend(page);
            if list.len() >= plan.listed / 2 {
                process(&mut list)?;
            }
        }
        process(&mut list)?;
        writer.finish(survivors, &mut logs)?;
        drop(held);
        match complete {
            true => Ok(logs[0]),
            false => Err(self.interrupted().into()),
        }
    }

    /// Writes the losses, and applies the bounds of the distance.
    fn decide(&mut self, candidates: &[Log], distance: u32) -> Result<(), Halt> {
        let (win, loss) = (C::win(distance), C::loss(distance));
        let applies = self.buckets.any_at(distance);
        let first = self.range().start;
        let mut next = [
            std::mem::take(&mut self.next.won),
            std::mem::take(&mut self.next.lost),
        ];
        let (mut both, held) = self.both();
        let pages = self.tally.hold(2 * self.plan.page as u64);
        for (number, &log) in candidates.iter().enumerate() {
            if log.is_empty() && !applies {
                continue;
            }
            let indices = self.bucket(number);
            both.open(indices.clone());
            let mut writer = Writer::new(self.plan.page, 2);
            let mut logs = [next[0][number], next[1][number]];
            let lists = &self.next.pages;
            let mut reading = self.candidates[0].read(log);
            while let Some(page) = reading.page()? {
                for place in page {
                    let Some(loss) = loss else { break };
                    if both.cell(place)? != C::UNKNOWN {
                        continue;
                    }
                    // Without a bound what has no index is won by the opponent in 1.
                    if both.bound(place)? <= loss {
                        both.cells.set(place, loss);
                        writer.push((1, place), lists, &mut logs)?;
                    } else {
                        both.cells.set(place, C::PENDING_LOSS);
                    }
                }
            }
            let places = indices.start - first..indices.end - first;
            let parts: Vec<_> = match applies {
                true => self.buckets.parts(places.clone(), distance).collect(),
                false => Vec::new(),
            };
            for place in parts.into_iter().flatten() {
                let place = (place - places.start) as u32;
                let bound = both.bound(place)?;
                if Some(bound) == win && both.cell(place)? == C::UNKNOWN {
                    both.cells.set(place, bound);
                    // Wins in one are found again among the cells.
                    if distance > 1 {
                        writer.push((0, place), lists, &mut logs)?;
                    }
                } else if Some(bound) == loss && both.cell(place)? == C::PENDING_LOSS {
                    both.cells.set(place, bound);
                    writer.push((1, place), lists, &mut logs)?;
                }
            }
            writer.finish(lists, &mut logs)?;
            (next[0][number], next[1][number]) = (logs[0], logs[1]);
            both.cells.close(&self.cells)?;
        }
        drop((both, held, pages));
        let [won, lost] = next;
        (self.next.won, self.next.lost) = (won, lost);
        self.check_stop()
    }
}

/// Where the lists are that indices are gone back from.
#[derive(Copy, Clone)]
enum From {
    /// What the last round has decided.
    Front,
    /// What was listed for this.
    Survivors,
}

/// Adds a place of a bucket to its list.
type Push<'p> = dyn FnMut(u32) -> Result<(), Fault> + 'p;

/// The parts of ranges that lie in another one.
fn within(ranges: &[Range<u64>], in_this: &Range<u64>) -> Vec<Range<u64>> {
    let cut = |range: &Range<u64>| range.start.max(in_this.start)..range.end.min(in_this.end);
    let parts = ranges.iter().map(cut);
    parts.filter(|range| !range.is_empty()).collect()
}
