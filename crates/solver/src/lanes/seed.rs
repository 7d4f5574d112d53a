//! Before the rounds of a layer and after them: what the rules and the moves out of it say, and what
//! stays open.

use yomikiri_game_api::{Conversion, Game, LANES, LaneIndexer, Lanes, Metric, Probed, Value};

use super::peers::Rows;
use super::{LanePeers, LaneRun, PIECE, RoundStatus, RowChange, Told, bits, get, set};
use crate::cell::Code;
use crate::depth_buckets::DepthBuckets;
use crate::kernel::{SeedError, better, step_back};
use crate::run::Halt;
use crate::schedule::ChildValues;

/// What seeding finds besides cells and words.
struct Seeds {
    buckets: DepthBuckets,
    fault: Option<SeedError>,
    told: Vec<Told>,
    /// Indices of earlier layers that other processes have solved, and the rows that wait for them.
    asked: Vec<u64>,
    incomplete: Vec<u64>,
}

impl Seeds {
    fn new(indices: u64) -> Self {
        Seeds {
            buckets: DepthBuckets::new(indices),
            fault: None,
            told: Vec::new(),
            asked: Vec::new(),
            incomplete: Vec::new(),
        }
    }
}

/// What a move out of the layer is worth, by what the position after it is.
pub(crate) fn reached(conversion: Conversion, after: Probed, metric: Metric) -> Probed {
    let leaves = !matches!(conversion, Conversion::Layer(_)) || metric == Metric::Zeroing;
    step_back(after, leaves.then_some(metric))
}

/// What the moves out of the layer say about a row, and who cannot move at all.
pub(crate) struct SeededRow<C: Code> {
    /// The cells that the row begins with.
    pub(crate) bounds: [C::Cell; LANES as usize],
    /// A move out of the layer does not lose.
    pub(crate) escapes: u64,
    /// There is no legal move.
    pub(crate) stuck: u64,
    /// Those of them that have lost.
    pub(crate) mated: u64,
    /// Where moves leave the layer and do not draw.
    decided: u64,
    /// A distance does not fit.
    pub(crate) fault: Option<SeedError>,
}

impl<C: Code> SeededRow<C> {
    /// The cursor is at the row; `worth` says what moves out of the layer are worth, `moving` which indices have
    /// a step inside.
    #[inline]
    pub(crate) fn new<L: Lanes>(
        cursor: &L,
        legal: u64,
        mut worth: impl FnMut(usize, Conversion) -> Option<Probed>,
        moving: impl FnOnce(&L) -> u64,
    ) -> Self {
        let mut row = SeededRow {
            bounds: [C::UNKNOWN; LANES as usize],
            escapes: 0,
            stuck: 0,
            mated: 0,
            decided: 0,
            fault: None,
        };
        bits(!legal).for_each(|at| row.bounds[at] = C::EMPTY);
        if legal == 0 {
            return row;
        }
        let mut best = [None; LANES as usize];
        let mut leaving = 0;
        cursor.conversions(legal, |at, conversion| {
            if let Some(reached) = worth(at, conversion) {
                leaving |= 1 << at;
                best[at] = Some(better(best[at], reached));
            }
        });
        for at in bits(leaving) {
            let Some(best) = best[at] else { continue };
            let bound = match (best.value, best.distance.unwrap_or(1)) {
                (Value::Draw, _) => Some(C::OVER_DRAWN),
                (Value::Win, distance) => C::win(distance),
                (Value::Loss, distance) => C::loss(distance),
            };
            row.decided |= u64::from(best.distance.is_some()) << at;
            match bound {
                Some(bound) => row.bounds[at] = bound,
                None => row.fault = Some(SeedError::TooDeep),
            }
            row.escapes |= u64::from(best.value != Value::Loss) << at;
        }
        row.stuck = legal & !leaving & !moving(cursor);
        if row.stuck != 0 {
            row.mated = row.stuck & cursor.in_check();
            let mate = C::loss(0).expect("fits");
            bits(row.mated).for_each(|at| row.bounds[at] = mate);
            bits(row.stuck & !row.mated).for_each(|at| row.bounds[at] = C::OVER_DRAWN);
        }
        row
    }

    /// The distances of its bounds.
    pub(crate) fn distances(&self) -> impl Iterator<Item = u32> {
        let bounds = bits(self.decided).map(|at| self.bounds[at]);
        bounds.filter_map(|bound| C::answer(bound).and_then(|known| known.distance))
    }
}

/// What is known of where a move leads.
enum Reached {
    Known(Probed),
    /// Another process knows it.
    Elsewhere(u64),
    Nowhere,
}

impl<'r, G: Game, I: LaneIndexer<G>, C: Code, R: Rows> LaneRun<'r, G, I, C, R> {
    /// Which positions are legal, in the rows of other processes, too.
    pub(super) fn begin(&mut self) -> Result<(), Halt> {
        self.make_cells(self.layer + 1);
        self.here = self.rows.locals(&self.layer());
        self.touch_all();
        let (layer, first) = (self.layer(), self.here.start);
        let words = &self.words;
        let total = (layer.end - layer.start) * LANES;
        self.job.progress.stage("classify", None, self.size());
        let (_, complete) = self.share(
            total,
            PIECE * LANES,
            || self.cursor(),
            |cursor, indices| {
                for place in indices.start / LANES..indices.end / LANES {
                    let row = layer.start + place;
                    cursor.seek(row);
                    let legal = cursor.legal();
                    set(&words.lost, place, 0);
                    set(&words.safe, place, legal);
                    if let Some(local) = self.rows.local(row) {
                        set(&words.open, local - first, legal);
                        set(&words.pending, local - first, 0);
                    }
                }
            },
        );
        match complete {
            true => Ok(()),
            false => Err(self.interrupted().into()),
        }
    }

    /// What moves out of the layer are worth, and who cannot move at all.
    pub(super) fn seed_from_conversions(
        &mut self,
        peers: &mut dyn LanePeers<C>,
    ) -> Result<(), Halt> {
        let earlier = self.job.earlier_from::<G>(self.layer)?;
        let indices = self.size();
        let parts = self.sweep(
            "seed",
            || Seeds::new(indices),
            |cursor, seeds, row, place| {
                self.seed_row(cursor, seeds, (row, place), &[], &*earlier);
            },
        )?;
        let mut all = Seeds::new(indices);
        for mut part in parts {
            all.buckets.merge(&part.buckets);
            all.fault = all.fault.or(part.fault);
            all.told.append(&mut part.told);
            all.asked.append(&mut part.asked);
            all.incomplete.append(&mut part.incomplete);
        }
        if self.layer > 0 {
            all.asked.sort_unstable();
            all.asked.dedup();
            let asked = std::mem::take(&mut all.asked);
            let answers = peers.ask(&self.cells, &asked)?;
            let known: Vec<(u64, C::Cell)> = asked.into_iter().zip(answers).collect();
            let mut cursor = self.cursor();
            let first = self.here.start;
            for place in std::mem::take(&mut all.incomplete) {
                let row = self.rows.row(first + place);
                self.seed_row(&mut cursor, &mut all, (row, place), &known, &*earlier);
            }
        }
        drop(earlier);
        if let Some(fault) = all.fault.filter(|fault| *fault != SeedError::TooDeep) {
            return Err(fault.into());
        }
        self.buckets = all.buckets;
        // All processes go on in a wider code if one has to.
        let own = RoundStatus {
            is_too_deep: all.fault.is_some(),
            ..RoundStatus::default()
        };
        self.exchange(all.told, own, false, peers)?;
        Ok(())
    }

    /// The same for a row.
    fn seed_row(
        &self,
        cursor: &mut I::Lanes<'r>,
        seeds: &mut Seeds,
        (row, place): (u64, u64),
        known: &[(u64, C::Cell)],
        earlier: &dyn ChildValues,
    ) {
        let (words, at_row) = (&self.words, row - self.layer().start);
        let legal = get(&words.safe, at_row);
        if legal != 0 {
            cursor.seek(row);
        }
        let asked = seeds.asked.len();
        let (all_asked, fault) = (&mut seeds.asked, &mut seeds.fault);
        let worth = |at: usize, conversion| match self.reached(conversion, known, earlier) {
            Reached::Known(reached) => Some(reached),
            Reached::Elsewhere(index) => {
                all_asked.push(index);
                None
            }
            Reached::Nowhere => {
                let index = row * LANES + at as u64;
                *fault = Some(SeedError::Nowhere { index, conversion });
                None
            }
        };
        let seeded = SeededRow::<C>::new(cursor, legal, worth, |cursor| {
            self.pull(cursor, &words.safe, legal)
        });
        if seeds.asked.len() > asked {
            seeds.incomplete.push(place);
            return;
        }
        if let Some(fault) = seeded.fault {
            seeds.fault.get_or_insert(fault);
        }
        for distance in seeded.distances() {
            seeds.buckets.note(place * LANES, distance);
        }
        if seeded.stuck != 0 {
            set(&words.open, place, legal & !seeded.stuck);
            set(&words.lost, at_row, seeded.mated);
        }
        if seeded.mated != 0 {
            let change = RowChange {
                row,
                won: 0,
                lost: seeded.mated,
            };
            seeds.told.extend(self.touch_before(cursor, change));
        }
        set(&words.escapes, place, seeded.escapes);
        let local = self.here.start + place;
        for (to, bound) in self.row(local).iter().zip(seeded.bounds) {
            C::set(to, bound);
        }
    }

    /// What a move out of the layer is worth.
    fn reached(
        &self,
        conversion: Conversion,
        known: &[(u64, C::Cell)],
        earlier: &dyn ChildValues,
    ) -> Reached {
        let metric = self.job.settings.metric;
        let after = match conversion {
            Conversion::Known(after) => Some(after),
            Conversion::Tier { child, index } => earlier.value(child, index),
            Conversion::Layer(index) => {
                let cell = match self.rows.local(index / LANES) {
                    Some(local) => C::get(&self.row(local)[(index % LANES) as usize]),
                    None => match known.binary_search_by_key(&index, |(index, _)| *index) {
                        Ok(place) => known[place].1,
                        Err(_) => return Reached::Elsewhere(index),
                    },
                };
                C::answer(cell)
            }
        };
        after.map_or(Reached::Nowhere, |after| {
            Reached::Known(reached(conversion, after, metric))
        })
    }

    /// What is still open is a draw; a table holds one of several mirror images.
    pub(super) fn finish(&self) -> Result<(), Halt> {
        let first = self.here.start;
        self.sweep(
            "finish",
            || (),
            |cursor, (), row, place| {
                let cells = self.row(first + place);
                for at in bits(get(&self.words.open, place)) {
                    C::set(&cells[at], C::UNKNOWN);
                }
                cursor.seek(row);
                for at in bits(!cursor.canonical()) {
                    C::set(&cells[at], C::EMPTY);
                }
            },
        )?;
        Ok(())
    }
}
