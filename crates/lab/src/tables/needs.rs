//! Tables that a solve leads to: brought into memory when they are asked for, as far as they are asked
//! for, and let go after their last use.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use yomikiri_game_api::{Game, Indexed, Tier};
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
        ranges.reduce(|one, other| one.start.min(other.start)..one.end.max(other.end))
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
