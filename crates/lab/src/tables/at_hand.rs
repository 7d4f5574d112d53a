//! Tables so small that they are solved whenever they are asked for: nothing is shipped or kept.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use yomikiri_game_api::{Indexed, Metric, Notation, Picture, Tier, Tiered};
use yomikiri_solver::local::{self, Settings};
use yomikiri_solver::table::{Contents, Header, Held, Table};
use yomikiri_solver::{Cells, Silent};

use super::shelf::{Owner, Shelf};
use crate::LabError;

/// What has been solved, by what it was solved for: asking again takes no time.
type Solved = Mutex<HashMap<[u8; 32], Arc<Cells>>>;

impl<G: Notation + Picture, T: Tiered<G> + 'static> Shelf<G, T> {
    /// The table of a tier that is solved on the spot; `None` if the tier is none of those.
    pub(super) fn at_hand(
        &self,
        owner: &Owner<G>,
        tier: Tier,
        metric: Metric,
    ) -> Result<Option<Table>, LabError> {
        let tiers = self.tiers(&owner.game)?;
        if !tiers.at_hand().contains(&tier) {
            return Ok(None);
        }
        let cells = self.solved_now(owner, tier, metric)?;
        let slots = cells.slots();
        let header = Header {
            description: format!("game = {}\ntable = {}\n", owner.spec, tiers.name(tier)),
            fingerprint: self.fingerprint(&owner.game, tier, metric)?,
            contents: Contents::Distance,
            coding: cells.coding(),
            slots: slots.end - slots.start,
            held: Held::all(slots.end - slots.start),
            block: 4096,
            deepest: cells.by_distance().len().saturating_sub(1) as u32,
        };
        Ok(Some(Table::of_cells(
            "solved when asked for",
            header,
            cells,
        )))
    }

    /// Solves a tier in memory, and before it what it needs.
    fn solved_now(
        &self,
        owner: &Owner<G>,
        tier: Tier,
        metric: Metric,
    ) -> Result<Arc<Cells>, LabError> {
        let solved: Arc<Solved> = owner.lab.shared("solved on demand", Mutex::default);
        let fingerprint = self.fingerprint(&owner.game, tier, metric)?;
        let known = solved.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(cells) = known.get(&fingerprint) {
            return Ok(Arc::clone(cells));
        }
        drop(known);
        let tiers = self.tiers(&owner.game)?;
        let index = self.index(&owner.game, tier)?;
        let needs = tiers.needs(tier).into_iter();
        let earlier = needs
            .map(|need| self.solved_now(owner, need, Metric::End))
            .collect::<Result<Vec<_>, _>>()?;
        let settings = Settings {
            metric,
            ..Settings::default()
        };
        let known = |need: usize, slot: u64| earlier[need].answer(slot);
        let solution = local::solve_tier::<G, _>(&*index, &known, &settings, &Silent)
            .map_err(|error| LabError::Table(error.to_string()))?;
        let part = tiers.part(&index, tier);
        let cells = match part == (0..index.slots()) {
            true => solution.cells,
            false => solution.cells.part(part).starting_at(0),
        };
        let cells = Arc::new(cells);
        let mut known = solved.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(fingerprint, Arc::clone(&cells));
        Ok(cells)
    }
}
