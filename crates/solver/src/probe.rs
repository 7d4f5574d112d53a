//! Asking tables about positions.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, PoisonError, RwLock};

use yomikiri_game_api::{Game, Indexed, Metric, Probe, ProbeError, Probed, Tier, Tiered};

use crate::left_out::told_by_moves;
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
        slot.map_or(Ok(None), |slot| self.at(slot))
    }

    /// Whether the table holds a slot of its part itself.
    fn holds(&self, slot: u64) -> bool {
        let held = &self.table.header().held;
        held.is_all() || held.place(slot - self.part.start).is_some()
    }

    /// What the table says of a slot of its part.
    fn at(&self, slot: u64) -> Result<Option<Probed>, ProbeError> {
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
    let fault = OnceCell::new();
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

/// Finds the table of a tier by a metric: `None` if there is none.
pub type OpenTier<I> =
    dyn Fn(Tier, Metric) -> Result<Option<TableProbe<I>>, ProbeError> + Send + Sync;

/// A table that was asked for, and the tiers that moves out of its own lead to.
struct OfTier<I> {
    probe: TableProbe<I>,
    needs: Vec<Tier>,
}

/// Tables that were asked for, whether they were found or not.
type Opened<I> = HashMap<(Tier, Metric), Option<Arc<OfTier<I>>>>;

/// The tables of a game's tiers, opened when they are asked for.
pub struct TierProbe<G: Game, T: Tiered<G>> {
    tiers: Arc<T>,
    metric: Metric,
    open: Box<OpenTier<T::Index>>,
    opened: RwLock<Opened<T::Index>>,
}

impl<G: Game, T: Tiered<G>> TierProbe<G, T> {
    /// `open` is asked once for each tier and metric. Tables of another metric than the end of the
    /// game may lean on those of the end.
    pub fn new(tiers: Arc<T>, metric: Metric, open: Box<OpenTier<T::Index>>) -> Self {
        TierProbe {
            tiers,
            metric,
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
        let Some(table) = self.table(tier, self.metric)? else {
            return Ok(None);
        };
        match table.probe.index.slot(at) {
            Some(slot) => self.told(&table, self.metric, slot),
            None => Ok(None),
        }
    }

    /// The answer about a slot of a tier's numbering, by distance to the end of the game.
    pub fn at_slot(&self, tier: Tier, slot: u64) -> Result<Option<Probed>, ProbeError> {
        match self.table(tier, Metric::End)? {
            Some(table) => self.told(&table, Metric::End, slot),
            None => Ok(None),
        }
    }

    /// The answer about a slot: the table's own, or that of the moves where it leaves the slot out.
    fn told(
        &self,
        OfTier {
            probe: table,
            needs,
        }: &OfTier<T::Index>,
        metric: Metric,
        slot: u64,
    ) -> Result<Option<Probed>, ProbeError> {
        if !table.part.contains(&slot) {
            return Ok(None);
        }
        if table.holds(slot) {
            return table.at(slot);
        }
        let fault = OnceCell::new();
        let known = |answer: Result<Option<Probed>, ProbeError>| {
            answer.unwrap_or_else(|error| {
                let _ = fault.set(error);
                None
            })
        };
        let answer = told_by_moves(
            &mut table.index.cursor(),
            slot,
            metric,
            |next| known(table.at(next)),
            |need, slot| known(self.at_slot(needs[need], slot)),
        );
        match fault.into_inner() {
            None => Ok(answer),
            Some(error) => Err(error),
        }
    }

    /// The table of a tier, opened at the first time.
    fn table(
        &self,
        tier: Tier,
        metric: Metric,
    ) -> Result<Option<Arc<OfTier<T::Index>>>, ProbeError> {
        {
            let opened = self.opened.read().unwrap_or_else(PoisonError::into_inner);
            if let Some(table) = opened.get(&(tier, metric)) {
                return Ok(table.clone());
            }
        }
        let table = (self.open)(tier, metric)?.map(|probe| {
            Arc::new(OfTier {
                needs: self.tiers.needs(tier),
                probe,
            })
        });
        let mut opened = self.opened.write().unwrap_or_else(PoisonError::into_inner);
        Ok(opened.entry((tier, metric)).or_insert(table).clone())
    }
}

impl<G: Game, T: Tiered<G>> Probe<G> for TierProbe<G, T> {
    fn probe(&self, game: &G, at: &G::Position) -> Result<Option<Probed>, ProbeError> {
        answer(game, at, &|at| self.stored(at))
    }
}
