//! Filling in what a table leaves out, 64 positions at a time: the twin of
//! [`reconstruct`](fn@crate::reconstruct), which goes position by position.

use std::ops::Range;
use std::sync::atomic::AtomicU64;

use yomikiri_game_api::{Conversion, Game, LANES, LaneIndexer, Lanes, Metric, Probed, Value};

use super::{bits, get, set, zeros};
use crate::cells::Cells;
use crate::kernel::step_back;
use crate::reconstruct::{self, Wanted, one_ply_search};
use crate::schedule::ChildValues;
use crate::work::{Progress, share};

/// Rows handed to a thread at a time.
const ROWS: u64 = 1 << 6;
/// Rows filled in before they are written: few enough to take little memory beside the cells.
const SLAB: u64 = 1 << 18;
/// A draw among the [keys](key).
const DRAW: u16 = 0x7fff;

/// How good a position is for its mover: the better, the larger. 0 is for none.
fn key(known: Probed) -> u16 {
    let distance = known.distance.unwrap_or(0).min(0x7ffc) as u16;
    match known.value {
        Value::Win => u16::MAX - distance,
        Value::Draw => DRAW,
        Value::Loss => 1 + distance,
    }
}

/// The inverse.
fn known(key: u16) -> Option<Probed> {
    let (value, distance) = match key {
        0 => return None,
        DRAW => (Value::Draw, None),
        1..DRAW => (Value::Loss, Some(u32::from(key - 1))),
        _ => (Value::Win, Some(u32::from(u16::MAX - key))),
    };
    Some(Probed { value, distance })
}

/// As [`reconstruct`](fn@crate::reconstruct), with the same result wherever there is a legal
/// position. Tables whose indices do not come in rows, and metrics that count to a conversion, are left
/// to it.
pub fn reconstruct<G: Game, I: LaneIndexer<G>>(
    indexer: &I,
    cells: Cells,
    wanted: Wanted<'_>,
    metric: Metric,
    earlier: &dyn ChildValues,
    threads: usize,
    progress: &dyn Progress,
) -> Option<Cells> {
    let is_even =
        |range: &Range<u64>| range.start.is_multiple_of(LANES) && range.end.is_multiple_of(LANES);
    let gaps = wanted.stored.omitted();
    let lanes = indexer.lanes().filter(|lanes| {
        metric == Metric::End
            && lanes.rows() * LANES == indexer.size()
            && cells.indices() == (0..indexer.size())
            && gaps.iter().all(is_even)
    });
    let Some(lanes) = lanes else {
        return reconstruct::reconstruct::<G, I>(
            indexer, cells, wanted, metric, earlier, threads, progress,
        );
    };
    let mut work = Work::<G, I> {
        indexer,
        cells,
        earlier,
        legal: zeros(lanes.rows()),
        canonical: zeros(lanes.rows()),
        images: images::<I::Lanes<'_>>(),
        wanted: wanted.lanes,
        game: std::marker::PhantomData,
    };
    let total = gaps.iter().map(|gap| gap.end - gap.start).sum();
    progress.stage("reconstruct", None, total);
    if !work.classify(&gaps, threads, progress) {
        return None;
    }
    let slabs = gaps.into_iter().flat_map(|gap| {
        let rows = gap.start / LANES..gap.end / LANES;
        let starts = rows.clone().step_by(SLAB as usize);
        starts.map(move |start| start..rows.end.min(start + SLAB))
    });
    for rows in slabs {
        work.fill(rows, threads, progress)?;
    }
    Some(work.cells)
}

/// By symmetry and square: the square's image.
fn images<L: Lanes>() -> Vec<[u8; LANES as usize]> {
    let images = |turn| {
        let mut images = [0; LANES as usize];
        for to in 0..LANES {
            for from in bits(L::unturned(turn, 1 << to)) {
                images[from] = to as u8;
            }
        }
        images
    };
    (0..8).map(images).collect()
}

struct Work<'w, G, I> {
    indexer: &'w I,
    cells: Cells,
    earlier: &'w dyn ChildValues,
    /// By row: the legal positions, and those of them that the table has.
    legal: Vec<AtomicU64>,
    canonical: Vec<AtomicU64>,
    images: Vec<[u8; LANES as usize]>,
    /// The lanes of a row that are filled in.
    wanted: u64,
    game: std::marker::PhantomData<fn(G)>,
}

impl<G: Game, I: LaneIndexer<G>> Work<'_, G, I> {
    fn lanes(&self) -> I::Lanes<'_> {
        self.indexer.lanes().expect("asked before")
    }

    /// Finds the legal positions of all rows that the table holds; false if it was stopped.
    fn classify(&self, gaps: &[Range<u64>], threads: usize, progress: &dyn Progress) -> bool {
        let rows = self.legal.len() as u64;
        let is_missing = |row: u64| gaps.iter().any(|gap| gap.contains(&(row * LANES)));
        let silent = Silent(progress);
        let (_, complete) = share(
            rows,
            ROWS,
            threads,
            &silent,
            || self.lanes(),
            |lanes, some| {
                for row in some.filter(|&row| !is_missing(row)) {
                    lanes.seek(row);
                    let legal = lanes.legal();
                    set(&self.legal, row, legal);
                    set(&self.canonical, row, legal & lanes.canonical());
                }
            },
        );
        complete
    }

    /// Fills in the positions of some rows; `None` if it was stopped.
    fn fill(&mut self, rows: Range<u64>, threads: usize, progress: &dyn Progress) -> Option<()> {
        let start = || (self.lanes(), self.indexer.cursor(), Vec::new());
        let count = (rows.end - rows.start) * LANES;
        let (parts, complete) = share(
            count,
            ROWS * LANES,
            threads,
            progress,
            start,
            |(lanes, cursor, done), indices| {
                for row in indices.start / LANES..indices.end / LANES {
                    let row = rows.start + row;
                    let codes = self.row(row, lanes, cursor);
                    done.push((row * LANES, codes));
                }
            },
        );
        let runs: Vec<(u64, [u16; LANES as usize])> =
            parts.into_iter().flat_map(|(_, _, done)| done).collect();
        for (first, codes) in runs.into_iter().filter(|_| complete) {
            for (index, code) in (first..).zip(codes) {
                self.cells.set_code(index, code);
            }
        }
        complete.then_some(())
    }

    /// The codes of a row's positions.
    fn row(
        &self,
        row: u64,
        lanes: &mut I::Lanes<'_>,
        cursor: &mut I::Cursor<'_>,
    ) -> [u16; LANES as usize] {
        lanes.seek(row);
        let mut codes = [self.cells.code_of(None); LANES as usize];
        let wanted = lanes.legal() & lanes.canonical() & self.wanted;
        if wanted == 0 {
            return codes;
        }
        let mut best = [0u16; LANES as usize];
        // Those that can move to a mirror image of what the table has, or to something unknown, are
        // looked at alone.
        let mut alone = 0;
        lanes.conversions(wanted, |at, conversion| {
            let after = match conversion {
                Conversion::Known(after) => Some(after),
                Conversion::Tier { child, index } => self.earlier.value(child, index),
                Conversion::Layer(next) => {
                    let is_told = get(&self.canonical, next / LANES) >> (next % LANES) & 1 == 1;
                    is_told.then(|| self.cells.answer(next)).flatten()
                }
            };
            match after {
                Some(after) => best[at] = best[at].max(key(step_back(after, None))),
                None => alone |= 1 << at,
            }
        });
        lanes.steps(|step| {
            let of = |words: &[AtomicU64]| {
                I::Lanes::unturned(step.turn, get(words, step.row)) & step.unblocked & wanted
            };
            let told = of(&self.canonical);
            alone |= of(&self.legal) & !told;
            let images = &self.images[usize::from(step.turn & 7)];
            for at in bits(told) {
                best[at] = best[at].max(self.before(step.row, images[at].into()));
            }
        });
        if let Some(row) = lanes.lane_piece_row() {
            let told = get(&self.canonical, row);
            alone |= lanes.lane_piece_origins(get(&self.legal, row) & !told);
            self.lane_piece_moves(row, told, lanes, wanted, &mut best);
        }
        let mated = lanes.in_check();
        for at in bits(wanted & !alone) {
            codes[at] = self.cells.code_of(known(match best[at] {
                0 if mated >> at & 1 == 1 => 1,
                0 => DRAW,
                best => best,
            }));
        }
        for at in bits(wanted & alone) {
            let index = row * LANES + at as u64;
            let here = |next| self.cells.answer(next);
            let earlier = |child, index| self.earlier.value(child, index);
            let found = one_ply_search(cursor, index, Metric::End, here, earlier);
            codes[at] = self.cells.code_of(found);
        }
        codes
    }

    /// How good a move to a position is for its mover.
    #[inline]
    fn before(&self, row: u64, at: u64) -> u16 {
        let after = self.cells.answer(row * LANES + at);
        after.map_or(0, |after| key(step_back(after, None)))
    }

    /// The moves of the lane piece to positions of another row: the best ones first, until every
    /// position has one.
    fn lane_piece_moves(
        &self,
        row: u64,
        told: u64,
        lanes: &I::Lanes<'_>,
        wanted: u64,
        best: &mut [u16; LANES as usize],
    ) {
        let mut targets: Vec<(u16, usize)> = bits(told)
            .map(|at| (self.before(row, at as u64), at))
            .collect();
        targets.sort_unstable_by(|one, other| other.cmp(one));
        let mut left = wanted;
        for same in targets.chunk_by(|(one, _), (other, _)| one == other) {
            let value = same[0].0;
            let set = same.iter().fold(0, |set, (_, at)| set | 1 << at);
            let from = lanes.lane_piece_origins(set) & left;
            bits(from).for_each(|at| best[at] = best[at].max(value));
            left &= !from;
            if left == 0 {
                break;
            }
        }
    }
}

/// Progress that is not counted.
struct Silent<'p>(&'p dyn Progress);

impl Progress for Silent<'_> {
    fn stop(&self) -> bool {
        self.0.stop()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn better_positions_have_larger_keys() {
        let win = |distance| Probed {
            value: Value::Win,
            distance: Some(distance),
        };
        let loss = |distance| Probed {
            value: Value::Loss,
            distance: Some(distance),
        };
        let draw = Probed {
            value: Value::Draw,
            distance: None,
        };
        let order = [
            loss(0),
            loss(2),
            loss(0x7ffc),
            draw,
            win(0x7ffc),
            win(3),
            win(1),
        ];
        for pair in order.windows(2) {
            assert!(0 < key(pair[0]) && key(pair[0]) < key(pair[1]), "{pair:?}");
            assert!(pair[0].preference() < pair[1].preference());
        }
        assert_eq!(order.map(|one| known(key(one))), order.map(Some));
        assert_eq!(known(0), None);
    }
}
