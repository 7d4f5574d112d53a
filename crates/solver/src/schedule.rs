//! The order in which tiers are solved, and the child tiers that are in memory meanwhile: loaded when
//! they are asked for, as far as they are asked for, and dropped after their last use.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use yomikiri_game_api::{Game, Indexer, Probed, Tier, Tiers, joined};

use crate::cells::Cells;

/// The values of child tiers.
pub trait ChildValues: Sync {
    /// The value of an index of the tier at this place in the list of children; `None` if it has no
    /// legal position.
    fn value(&self, child: usize, index: u64) -> Option<Probed>;
}

impl<F: Fn(usize, u64) -> Option<Probed> + Sync> ChildValues for F {
    fn value(&self, child: usize, index: u64) -> Option<Probed> {
        self(child, index)
    }
}

/// Loads child tiers into memory, and drops them.
pub trait ChildTiers: Sync {
    /// The values that the layers still to be solved ask for: by child the indices that they may lead
    /// to ([`Indexer::child_ranges`]); `None`: any.
    fn load(&self, indices: Option<&[Range<u64>]>)
    -> Result<Box<dyn ChildValues + '_>, ChildError>;

    /// Nothing more is asked for: what only this group has in memory may be dropped.
    fn unload(&self) {}
}

/// Why a child tier cannot be loaded.
pub type ChildError = Box<dyn std::error::Error + Send + Sync>;

/// Child tiers that are in memory all the time.
impl<E: ChildValues> ChildTiers for E {
    fn load(
        &self,
        _indices: Option<&[Range<u64>]>,
    ) -> Result<Box<dyn ChildValues + '_>, ChildError> {
        Ok(Box::new(|child: usize, index: u64| {
            self.value(child, index)
        }))
    }
}

/// The first tiers of the groups that some tiers need, each after its children.
pub(crate) fn in_order<G: Game, T: Tiers<G>>(tiers: &T, wanted: &[Tier]) -> Vec<Tier> {
    fn visit<G: Game, T: Tiers<G>>(
        tiers: &T,
        tier: Tier,
        seen: &mut HashSet<Tier>,
        order: &mut Vec<Tier>,
    ) {
        let first = tiers.group(tier)[0];
        if seen.insert(first) {
            for child in tiers.children(first) {
                visit(tiers, child, seen, order);
            }
            order.push(first);
        }
    }
    let (mut seen, mut order) = (HashSet::new(), Vec::new());
    for &tier in wanted {
        visit(tiers, tier, &mut seen, &mut order);
    }
    order
}

/// The most bytes of solved tiers that wait in memory for the groups that follow.
const WAITING: u64 = 2 << 30;

/// Solved tiers in memory, and what the groups of a solve, numbered in their order, still ask of
/// them. Those that would wait longest are left to their files when they take too much memory together.
pub(crate) struct Schedule {
    asked: HashMap<Tier, Vec<(usize, Range<u64>)>>,
    loaded: HashMap<Tier, Arc<Cells>>,
    /// The most bytes that may wait.
    most: u64,
}

impl Default for Schedule {
    fn default() -> Self {
        Schedule {
            asked: HashMap::new(),
            loaded: HashMap::new(),
            most: WAITING,
        }
    }
}

impl Schedule {
    /// Notes what a group asks of its children.
    pub(crate) fn note<G: Game, I: Indexer<G>>(
        &mut self,
        group: usize,
        indexer: &I,
        children: &[Tier],
    ) {
        for layer in 0..indexer.layers().len() {
            let ranges = indexer.child_ranges(layer);
            for (child, tier) in children.iter().enumerate() {
                let indices = ranges
                    .as_ref()
                    .map_or(0..u64::MAX, |all| all[child].clone());
                if !indices.is_empty() {
                    self.asked.entry(*tier).or_default().push((group, indices));
                }
            }
        }
    }

    /// The indices of a tier that groups from this one on ask for; `None` if they ask for nothing.
    fn asked_from(&self, group: usize, tier: Tier) -> Option<Range<u64>> {
        let asked = self.asked.get(&tier)?.iter();
        let later = asked.filter(|(asker, _)| *asker >= group);
        let ranges = later.map(|(_, indices)| indices.clone());
        ranges.reduce(joined)
    }

    /// Whether a group itself asks for a tier.
    fn asks(&self, group: usize, tier: Tier) -> bool {
        let asked = self.asked.get(&tier).into_iter().flatten();
        asked.into_iter().any(|&(asker, _)| asker == group)
    }

    /// The next group from this one on that asks for a tier.
    fn next_asker(&self, group: usize, tier: Tier) -> Option<usize> {
        let asked = self.asked.get(&tier)?.iter();
        asked
            .map(|&(asker, _)| asker)
            .filter(|&asker| asker >= group)
            .min()
    }

    /// How many bytes of tiers of these sizes are in memory while a group is solved: what it asks for, and what waits.
    pub(crate) fn bytes_during(&self, group: usize, of: &[(Tier, u64)]) -> u64 {
        let (mut own, mut waiting) = (0, 0);
        for &(tier, size) in of {
            if let Some(indices) = self.asked_from(group, tier) {
                let bytes = indices.end.min(size).saturating_sub(indices.start);
                *(if self.asks(group, tier) {
                    &mut own
                } else {
                    &mut waiting
                }) += bytes;
            }
        }
        own + waiting.min(self.most.saturating_sub(own))
    }

    /// Leaves tiers to their files until the rest is small enough: first what is asked for last, and none of those that a
    /// group uses now.
    fn make_room(&mut self, group: usize, used: &[Tier]) {
        while self
            .loaded
            .values()
            .map(|cells| cells.in_memory())
            .sum::<u64>()
            > self.most
        {
            let waiting = self.loaded.keys().filter(|tier| !used.contains(tier));
            let last = waiting.max_by_key(|&&tier| (self.next_asker(group, tier), tier.0));
            let Some(&last) = last else { return };
            self.loaded.remove(&last);
        }
    }

    /// The children of a group, as far as they are in memory or should be, because later groups ask
    /// for them, too; the rest is for the group to load.
    pub(crate) fn children_of<E>(
        &mut self,
        group: usize,
        children: &[Tier],
        load: impl Fn(Tier) -> Result<Arc<Cells>, E>,
    ) -> Result<Vec<Option<Arc<Cells>>>, E> {
        let mut found = Vec::with_capacity(children.len());
        for &child in children {
            let known = self.loaded.remove(&child);
            let later = self.asked_from(group + 1, child);
            let now = self.asked_from(group, child);
            let (Some(_), Some(indices)) = (later, now) else {
                found.push(known);
                continue;
            };
            let cells = match known {
                Some(cells) => cells,
                None => cut(load(child)?, &indices),
            };
            self.loaded.insert(child, Arc::clone(&cells));
            found.push(Some(cells));
        }
        self.make_room(group + 1, children);
        Ok(found)
    }

    /// Keeps the cells of a solved tier as far as groups after this one ask for them.
    pub(crate) fn keep(&mut self, group: usize, tier: Tier, cells: &Arc<Cells>) {
        if let Some(indices) = self.asked_from(group + 1, tier) {
            self.loaded.insert(tier, cut(Arc::clone(cells), &indices));
        }
    }

    /// Drops what no group after this one asks for.
    pub(crate) fn drop_after(&mut self, group: usize) {
        let loaded = std::mem::take(&mut self.loaded).into_iter();
        let kept = loaded.filter_map(|(tier, cells)| {
            let indices = self.asked_from(group + 1, tier)?;
            Some((tier, cut(cells, &indices)))
        });
        self.loaded = kept.collect();
        self.make_room(group + 1, &[]);
    }
}

/// The cells of some indices: the same if that is all of them.
fn cut(cells: Arc<Cells>, indices: &Range<u64>) -> Arc<Cells> {
    let there = cells.indices();
    let wanted = indices.start.max(there.start)..indices.end.min(there.end);
    match wanted == there {
        true => cells,
        false => Arc::new(cells.part(wanted)),
    }
}

/// The children of one group.
pub(crate) struct GroupChildren<'n> {
    pub(crate) tiers: Vec<Tier>,
    /// Those that are in memory.
    pub(crate) loaded: Mutex<Vec<Option<Arc<Cells>>>>,
    pub(crate) load: &'n (dyn Fn(Tier) -> Result<Arc<Cells>, ChildError> + Sync),
}

impl ChildTiers for GroupChildren<'_> {
    fn load(
        &self,
        indices: Option<&[Range<u64>]>,
    ) -> Result<Box<dyn ChildValues + '_>, ChildError> {
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        for (child, (place, &tier)) in loaded.iter_mut().zip(&self.tiers).enumerate() {
            let wanted = indices.map_or(0..u64::MAX, |all| all[child].clone());
            if wanted.is_empty() {
                *place = None;
            } else if place.is_none() {
                *place = Some(cut((self.load)(tier)?, &wanted));
            }
        }
        let cells = loaded.clone();
        Ok(Box::new(move |child: usize, index: u64| {
            cells[child].as_ref()?.answer(index)
        }))
    }

    fn unload(&self) {
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        loaded.fill(None);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    const TIER: Tier = Tier(7);

    #[test]
    fn a_table_comes_when_it_is_asked_for_goes_when_it_is_not_and_comes_again() {
        let loads = AtomicUsize::new(0);
        let whole = Arc::new(Cells::from_u8(vec![1; 100]));
        let children = GroupChildren {
            tiers: vec![TIER],
            loaded: Mutex::new(vec![None]),
            load: &|_| {
                loads.fetch_add(1, Ordering::Relaxed);
                Ok(Arc::clone(&whole))
            },
        };
        let held = || Arc::strong_count(&whole);
        for (asked, expected) in [
            (Some(0..0), 0),
            (None, 1),
            (None, 1),
            (Some(0..0), 1),
            (None, 2),
        ] {
            let is_asked = asked != Some(0..0);
            let values = children
                .load(asked.map(|range| vec![range]).as_deref())
                .unwrap();
            assert_eq!(loads.load(Ordering::Relaxed), expected);
            assert_eq!(values.value(0, 99).is_some(), is_asked);
            drop(values);
            assert_eq!(held(), 1 + usize::from(is_asked));
        }
    }

    #[test]
    fn a_part_is_cut_out_and_keeps_its_numbers() {
        let cells = Arc::new(Cells::from_u8((0..100).collect()));
        let part = cut(Arc::clone(&cells), &(50..u64::MAX));
        assert_eq!(part.indices(), 50..100);
        assert_eq!(part.code(77), 77);
        assert!(Arc::ptr_eq(&cut(Arc::clone(&cells), &(0..100)), &cells));
    }

    #[test]
    fn a_schedule_knows_who_asks_last() {
        let mut schedule = Schedule {
            asked: HashMap::from([(TIER, vec![(1, 0..10), (3, 40..50)])]),
            ..Schedule::default()
        };
        assert_eq!(schedule.asked_from(0, TIER), Some(0..50));
        assert_eq!(schedule.asked_from(2, TIER), Some(40..50));
        assert_eq!(schedule.asked_from(4, TIER), None);
        assert_eq!(schedule.asked_from(0, Tier(8)), None);
        assert_eq!(schedule.bytes_during(2, &[(TIER, 100), (Tier(8), 100)]), 10);
        assert_eq!(schedule.bytes_during(0, &[(TIER, 20)]), 20);
        // Kept as far as somebody asks for it, and dropped after the last who does.
        let cells = Arc::new(Cells::from_u8((0..100).collect()));
        schedule.keep(0, TIER, &cells);
        assert_eq!(schedule.loaded[&TIER].indices(), 0..50);
        schedule.drop_after(1);
        assert_eq!(schedule.loaded[&TIER].indices(), 40..50);
        schedule.drop_after(3);
        assert!(schedule.loaded.is_empty());
    }
    #[test]
    fn what_is_asked_for_last_gives_way_and_what_is_used_does_not() {
        let [one, two, three] = [Tier(1), Tier(2), Tier(3)];
        let mut schedule = Schedule {
            asked: HashMap::from([
                (one, vec![(4, 0..100), (9, 0..100)]),
                (two, vec![(4, 0..100), (6, 0..100)]),
                (three, vec![(5, 0..100)]),
            ]),
            most: 250,
            ..Schedule::default()
        };
        let cells = Arc::new(Cells::from_u8(vec![1; 100]));
        for (group, tier) in [one, two, three].into_iter().enumerate() {
            schedule.keep(group, tier, &cells);
            schedule.drop_after(group);
        }
        // Group 4 asks for the first two, group 5 for the third.
        assert!(!schedule.loaded.contains_key(&three));
        let sizes = [one, two, three].map(|tier| (tier, 100));
        assert_eq!(schedule.bytes_during(3, &sizes), 250);
        assert_eq!(schedule.bytes_during(4, &sizes), 250);
        assert_eq!(schedule.bytes_during(5, &sizes), 250);
        assert_eq!(schedule.bytes_during(7, &sizes), 100);
        // A group that asks for more than may wait has it all the same, and others load what was left to its file.
        schedule.most = 50;
        let loads = AtomicUsize::new(0);
        let load = |_| -> Result<_, ()> {
            loads.fetch_add(1, Ordering::Relaxed);
            Ok(Arc::clone(&cells))
        };
        let found = schedule.children_of(4, &[one, two], load).unwrap();
        assert!(found.iter().all(Option::is_some));
        schedule.drop_after(4);
        assert!(schedule.loaded.is_empty());
        assert_eq!(loads.load(Ordering::Relaxed), 0);
        let found = schedule.children_of(6, &[two], load).unwrap();
        assert_eq!(found.len(), 1);
    }
}
