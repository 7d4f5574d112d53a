//! Asking tables about positions.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, PoisonError, RwLock};

use yomikiri_game_api::{Game, Indexed, Probe, ProbeError, Probed, Tier, Tiered};

use crate::solved::{by_rules, rest_of_turn};
use crate::table::{Contents, Table};

/// A table together with the numbering it was made for.
#[derive(Debug)]
pub struct TableProbe<I> {
    index: Arc<I>,
    table: Arc<Table>,
    /// The slots of the numbering that the table holds.
    part: Range<u64>,
}

impl<I> Clone for TableProbe<I> {
    fn clone(&self) -> Self {
        TableProbe {
            index: Arc::clone(&self.index),
            table: Arc::clone(&self.table),
            part: self.part.clone(),
        }
    }
}

impl<I> TableProbe<I> {
    /// The table of a whole numbering. The caller has compared the fingerprints.
    pub fn new(index: Arc<I>, table: Arc<Table>) -> Self {
        let slots = table.header().slots;
        TableProbe::of_part(index, table, 0..slots)
    }

    /// The table of some slots of a numbering.
    pub fn of_part(index: Arc<I>, table: Arc<Table>, part: Range<u64>) -> Self {
        TableProbe { index, table, part }
    }

    /// The table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The numbering.
    pub fn index(&self) -> &I {
        &self.index
    }

    /// The answer about a position that has a slot of the table; `None` if it has none.
    pub fn stored<G: Game>(&self, at: &G::Position) -> Result<Option<Probed>, ProbeError>
    where
        I: Indexed<G>,
    {
        let slot = self.index.slot(at).filter(|slot| self.part.contains(slot));
        let Some(slot) = slot else {
            return Ok(None);
        };
        let known = self.table.answer(slot - self.part.start);
        let known = known.map_err(|error| ProbeError(error.to_string()))?;
        let values_only = self.table.header().contents == Contents::Value;
        Ok(known.map(|known| Probed {
            distance: known.distance.filter(|_| !values_only),
            ..known
        }))
    }
}

impl<G: Game, I: Indexed<G>> Probe<G> for TableProbe<I> {
    fn probe(&self, game: &G, at: &G::Position) -> Result<Option<Probed>, ProbeError> {
        let values_only = self.table.header().contents == Contents::Value;
        let known = answer(game, at, &|at| self.stored::<G>(at))?;
        Ok(known.map(|known| Probed {
            distance: known.distance.filter(|_| !values_only),
            ..known
        }))
    }
}

/// The answer about any position: by the rules, by a table, or by playing out the turn.
fn answer<G: Game>(
    game: &G,
    at: &G::Position,
    stored: &impl Fn(&G::Position) -> Result<Option<Probed>, ProbeError>,
) -> Result<Option<Probed>, ProbeError> {
    if let Some(over) = by_rules(game, at) {
        return Ok(Some(over));
    }
    if let Some(known) = stored(at)? {
        return Ok(Some(known));
    }
    // In the middle of a turn, or won at once.
    let fault = std::cell::OnceCell::new();
    let known = rest_of_turn(game, at, &|next| match stored(next) {
        Ok(known) => known,
        Err(error) => {
            let _ = fault.set(error);
            None
        }
    });
    match fault.into_inner() {
        None => Ok(known),
        Some(error) => Err(error),
    }
}

/// Finds the table of a tier: `None` if there is none.
pub type OpenTier<I> = dyn Fn(Tier) -> Result<Option<TableProbe<I>>, ProbeError> + Send + Sync;

/// The tables of a game's tiers, opened when they are asked for.
pub struct TierProbe<G: Game, T: Tiered<G>> {
    tiers: Arc<T>,
    open: Box<OpenTier<T::Index>>,
    opened: RwLock<HashMap<Tier, Option<TableProbe<T::Index>>>>,
}

impl<G: Game, T: Tiered<G>> TierProbe<G, T> {
    /// `open` is asked once for each tier.
    pub fn new(tiers: Arc<T>, open: Box<OpenTier<T::Index>>) -> Self {
        TierProbe {
            tiers,
            open,
            opened: RwLock::default(),
        }
    }

    /// The answer of the position's own table, or what is known without one; `None` without a table
    /// or a slot.
    pub fn stored(&self, at: &G::Position) -> Result<Option<Probed>, ProbeError> {
        let Some(tier) = self.tiers.tier_of(at) else {
            return Ok(self.tiers.known(at));
        };
        {
            let opened = self.opened.read().unwrap_or_else(PoisonError::into_inner);
            if let Some(table) = opened.get(&tier) {
                return table
                    .as_ref()
                    .map_or(Ok(None), |table| table.stored::<G>(at));
            }
        }
        let table = (self.open)(tier)?;
        let mut opened = self.opened.write().unwrap_or_else(PoisonError::into_inner);
        let table = opened.entry(tier).or_insert(table);
        table
            .as_ref()
            .map_or(Ok(None), |table| table.stored::<G>(at))
    }
}

impl<G: Game, T: Tiered<G>> Probe<G> for TierProbe<G, T> {
    fn probe(&self, game: &G, at: &G::Position) -> Result<Option<Probed>, ProbeError> {
        answer(game, at, &|at| self.stored(at))
    }
}
