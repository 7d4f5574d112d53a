//! Values of many positions at once, on several threads.

use yomikiri_game_api::{Game, Indexer, Metric, Probed, Tiers};

use super::{OpenTable, Tablebase, TablebaseError, without_distance};
use crate::work::{NoProgress, share};

/// Positions that a thread takes at a time.
const BATCH: usize = 1 << 12;
/// Positions whose indices are computed before their cells are read: the processor waits for the memory of many
/// cells at once instead of one after the other.
const AHEAD: usize = 64;

type Answers = Vec<Option<Probed>>;

impl<G: Game, T: Tiers<G>> Tablebase<G, T> {
    /// The values of positions in their order, each as [`value`](Tablebase::value) tells it, but without a distance
    /// where the table of the position has none; the first error, if one of them has one.
    pub fn values(
        &self,
        positions: &[G::Position],
        metric: Metric,
        threads: usize,
    ) -> Result<Answers, TablebaseError> {
        let batches = positions.chunks(BATCH).collect::<Vec<_>>();
        let (done, _) = share(
            batches.len() as u64,
            1,
            threads,
            &NoProgress,
            Vec::new,
            |done, some| {
                for number in some {
                    let batch = batches[number as usize];
                    done.push((number, self.values_of_batch(batch, metric)));
                }
            },
        );
        let mut done: Vec<_> = done.into_iter().flatten().collect();
        done.sort_unstable_by_key(|(number, _)| *number);
        let mut all = Vec::with_capacity(positions.len());
        for (_, answers) in done {
            all.append(&mut answers?);
        }
        Ok(all)
    }

    fn values_of_batch(
        &self,
        positions: &[G::Position],
        metric: Metric,
    ) -> Result<Answers, TablebaseError> {
        let mut answers = Vec::with_capacity(positions.len());
        let mut places = [None; AHEAD];
        for some in positions.chunks(AHEAD) {
            for (at, place) in some.iter().zip(&mut places) {
                *place = self.hot_place(at, metric);
            }
            for (at, place) in some.iter().zip(&places) {
                let ready = place.and_then(|(table, index)| table.at_once(index));
                answers.push(match ready {
                    Some(known) => Some(known),
                    None => self.value_or_none(at, metric)?,
                });
            }
        }
        Ok(answers)
    }

    /// The table of a position and its index, if that table is found without a lock.
    #[inline]
    fn hot_place(&self, at: &G::Position, metric: Metric) -> Option<(&OpenTable<T::Indexer>, u64)> {
        let table = self.hot_table(self.tiers.tier_of(at)?, metric)?;
        Some((table, table.indexer().index(at)?))
    }

    #[cold]
    fn value_or_none(
        &self,
        at: &G::Position,
        metric: Metric,
    ) -> Result<Option<Probed>, TablebaseError> {
        let known = self.value(at, metric)?;
        Ok(match self.has_values_only(at, metric) {
            true => known.map(without_distance),
            false => known,
        })
    }
}
