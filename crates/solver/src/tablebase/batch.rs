//! Values of many positions at once: those of a table are looked up together, on several threads.

use yomikiri_game_api::{Game, Metric, Probed, Tier, Tiers};

use super::tier_hash::TierMap;
use super::{Tablebase, TablebaseError};
use crate::work::{NoProgress, share};

/// Positions that are sorted by their tables at a time: they stay in the processor's caches.
const BATCH: usize = 1 << 12;

type Answers = Vec<Option<Probed>>;

impl<G: Game, T: Tiers<G>> Tablebase<G, T> {
    /// The values of positions in their order, each as [`value`](Tablebase::value) tells it; the first error,
    /// if one of them has one. Much faster than one after the other where positions of many tables are mixed.
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
            || (Sorted::default(), Vec::new()),
            |(sorted, done), some| {
                for number in some {
                    let positions = batches[number as usize];
                    sorted.sort(positions, |at| self.tiers.tier_of(at));
                    done.push((number, self.values_sorted(positions, metric, sorted)));
                }
            },
        );
        let mut done: Vec<_> = done.into_iter().flat_map(|(_, done)| done).collect();
        done.sort_unstable_by_key(|(number, _)| *number);
        let mut all = Vec::with_capacity(positions.len());
        for (_, answers) in done {
            all.append(&mut answers?);
        }
        Ok(all)
    }

    fn values_sorted(
        &self,
        positions: &[G::Position],
        metric: Metric,
        sorted: &Sorted,
    ) -> Result<Answers, TablebaseError> {
        let mut answers = vec![None; positions.len()];
        for (tier, some) in sorted.groups() {
            let table = tier.map(|tier| self.find_table(tier, metric)).transpose();
            for &place in some {
                let at = &positions[usize::from(place)];
                answers[usize::from(place)] = match &table {
                    Ok(table) => {
                        self.value_in(table.as_ref().and_then(Option::as_deref), at, metric)
                    }
                    // The game may be over all the same.
                    Err(_) => self.value(at, metric),
                }?;
            }
        }
        Ok(answers)
    }
}

/// The places of positions by their tiers.
#[derive(Default)]
struct Sorted {
    numbers: TierMap<Option<Tier>, u16>,
    /// By number: the tier, and the end of its places.
    tiers: Vec<(Option<Tier>, usize)>,
    number_of: Vec<u16>,
    places: Vec<u16>,
}

impl Sorted {
    fn sort<P>(&mut self, positions: &[P], tier_of: impl Fn(&P) -> Option<Tier>) {
        self.numbers.clear();
        self.tiers.clear();
        self.number_of.clear();
        for at in positions {
            let tier = tier_of(at);
            let number = *self.numbers.entry(tier).or_insert_with(|| {
                self.tiers.push((tier, 0));
                (self.tiers.len() - 1) as u16
            });
            self.tiers[usize::from(number)].1 += 1;
            self.number_of.push(number);
        }
        let mut end = 0;
        for (_, count) in &mut self.tiers {
            (*count, end) = (end, end + *count);
        }
        self.places.resize(positions.len(), 0);
        for (place, &number) in self.number_of.iter().enumerate() {
            let next = &mut self.tiers[usize::from(number)].1;
            self.places[*next] = place as u16;
            *next += 1;
        }
    }

    /// The tiers with the places of their positions.
    fn groups(&self) -> impl Iterator<Item = (Option<Tier>, &[u16])> {
        let mut from = 0;
        self.tiers.iter().map(move |&(tier, end)| {
            let some = &self.places[from..end];
            from = end;
            (tier, some)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_grouped_by_tier_in_their_order() {
        let mut random = yomikiri_game_api::SplitMix64::new(1);
        let mut sorted = Sorted::default();
        for count in [0, 1, 10, 1000, BATCH] {
            let tiers: Vec<Option<Tier>> = (0..count)
                .map(|_| {
                    Some(random.below(30) as u64)
                        .filter(|&tier| tier > 0)
                        .map(Tier)
                })
                .collect();
            sorted.sort(&tiers, |tier| *tier);
            let mut seen = vec![false; count];
            for (tier, places) in sorted.groups() {
                assert!(places.windows(2).all(|pair| pair[0] < pair[1]));
                for &place in places {
                    assert_eq!(tiers[usize::from(place)], tier);
                    assert!(!std::mem::replace(&mut seen[usize::from(place)], true));
                }
            }
            assert!(seen.into_iter().all(|seen| seen));
        }
    }
}
