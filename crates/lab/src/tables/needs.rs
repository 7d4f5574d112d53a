//! Tables that a solve leads to: brought into memory when they are asked for, as far as they are asked
//! for, and let go after their last use.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use yomikiri_game_api::{Game, Indexed, Tier, joined};
use yomikiri_solver::Cells;
use yomikiri_solver::kernel::{self, Earlier, NeedError};

use crate::LabError;

/// What the groups of a solve, numbered in their order, ask of each tier.
#[derive(Default)]
pub(super) struct Plan {
    asked: HashMap<Tier, Vec<(usize, Range<u64>)>>,
}

impl Plan {
    /// Notes what a group asks of the tiers it needs.
    pub(super) fn note<G: Game, I: Indexed<G>>(&mut self, group: usize, index: &I, needs: &[Tier]) {
        for layer in 0..index.layers().len() {
            let ranges = index.leads_to(layer);
            for (need, tier) in needs.iter().enumerate() {
                let slots = ranges.as_ref().map_or(0..u64::MAX, |all| all[need].clone());
                if !slots.is_empty() {
                    self.asked.entry(*tier).or_default().push((group, slots));
                }
            }
        }
    }

    /// The slots of a tier that groups from this one on ask for; `None` if they ask for nothing.
    pub(super) fn from(&self, group: usize, tier: Tier) -> Option<Range<u64>> {
        let asked = self.asked.get(&tier)?.iter();
        let later = asked.filter(|(asker, _)| *asker >= group);
        let ranges = later.map(|(_, slots)| slots.clone());
        ranges.reduce(joined)
    }
}

/// The cells of some slots: the same if that is all of them.
pub(super) fn cut(cells: Arc<Cells>, slots: &Range<u64>) -> Arc<Cells> {
    let there = cells.slots();
    let wanted = slots.start.max(there.start)..slots.end.min(there.end);
    match wanted == there {
        true => cells,
        false => Arc::new(cells.part(wanted)),
    }
}

/// The tiers that a group needs.
pub(super) struct Needs<'n> {
    pub(super) tiers: Vec<Tier>,
    /// Those that are in memory.
    pub(super) there: Mutex<Vec<Option<Arc<Cells>>>>,
    pub(super) load: &'n (dyn Fn(Tier) -> Result<Arc<Cells>, LabError> + Sync),
}

impl kernel::Needs for Needs<'_> {
    fn bring(&self, slots: Option<&[Range<u64>]>) -> Result<Box<dyn Earlier + '_>, NeedError> {
        let mut there = self.there.lock().unwrap_or_else(PoisonError::into_inner);
        for (need, (place, &tier)) in there.iter_mut().zip(&self.tiers).enumerate() {
            let wanted = slots.map_or(0..u64::MAX, |all| all[need].clone());
            if wanted.is_empty() {
                *place = None;
            } else if place.is_none() {
                *place = Some(cut((self.load)(tier)?, &wanted));
            }
        }
        let cells = there.clone();
        Ok(Box::new(move |need: usize, slot: u64| {
            cells[need].as_ref()?.answer(slot)
        }))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use yomikiri_solver::kernel::Needs as _;

    use super::*;

    const TIER: Tier = Tier(7);

    #[test]
    fn a_table_comes_when_it_is_asked_for_goes_when_it_is_not_and_comes_again() {
        let loads = AtomicUsize::new(0);
        let whole = Arc::new(Cells::parity(vec![1; 100]));
        let needs = Needs {
            tiers: vec![TIER],
            there: Mutex::new(vec![None]),
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
            let earlier = needs
                .bring(asked.map(|range| vec![range]).as_deref())
                .unwrap();
            assert_eq!(loads.load(Ordering::Relaxed), expected);
            assert_eq!(earlier.value(0, 99).is_some(), is_asked);
            drop(earlier);
            assert_eq!(held(), 1 + usize::from(is_asked));
        }
    }

    #[test]
    fn a_part_is_cut_out_and_keeps_its_numbers() {
        let cells = Arc::new(Cells::parity((0..100).collect()));
        let part = cut(Arc::clone(&cells), &(50..u64::MAX));
        assert_eq!(part.slots(), 50..100);
        assert_eq!(part.code(77), 77);
        assert!(Arc::ptr_eq(&cut(Arc::clone(&cells), &(0..100)), &cells));
    }

    #[test]
    fn a_plan_knows_who_asks_last() {
        let asked = HashMap::from([(TIER, vec![(1, 0..10), (3, 40..50)])]);
        let plan = Plan { asked };
        assert_eq!(plan.from(0, TIER), Some(0..50));
        assert_eq!(plan.from(2, TIER), Some(40..50));
        assert_eq!(plan.from(4, TIER), None);
        assert_eq!(plan.from(0, Tier(8)), None);
    }
}
