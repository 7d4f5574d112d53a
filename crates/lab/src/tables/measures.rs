//! What a probe tells besides the distance to the end: distances by other metrics, and what is left
//! of a value under the rule that draws a game without progress.

use std::collections::HashSet;
use std::sync::Arc;

use yomikiri_game_api::{Metric, Notation, Picture, Probed, Tier, Tiered, Value};
use yomikiri_solver::probe::TierProbe;

use super::Measured;
use super::shelf::{Owner, Shelf};
use crate::LabError;

/// Asks the tables of other metrics.
pub(super) struct Measures<'m, G: Notation + Picture, T: Tiered<G> + 'static> {
    shelf: &'m Arc<Shelf<G, T>>,
    owner: &'m Owner<G>,
    tiers: Arc<T>,
    conversion: TierProbe<G, T>,
    zeroing: TierProbe<G, T>,
}

impl<'m, G: Notation + Picture, T: Tiered<G> + 'static> Measures<'m, G, T>
where
    T::Index: 'static,
{
    /// `None` for games of which only the distance to the end is told.
    pub(super) fn of(
        shelf: &'m Arc<Shelf<G, T>>,
        owner: &'m Owner<G>,
    ) -> Result<Option<Self>, LabError> {
        let tiers = shelf.tiers(&owner.game)?;
        if tiers.measures().is_empty() {
            return Ok(None);
        }
        Ok(Some(Measures {
            conversion: shelf.tier_probe(owner, Metric::Conversion)?,
            zeroing: shelf.tier_probe(owner, Metric::Zeroing)?,
            shelf,
            owner,
            tiers,
        }))
    }

    /// The plies that tables of a metric tell; `None` for draws and where there is no table.
    fn plies(&self, probe: &TierProbe<G, T>, at: &G::Position) -> Result<Option<u32>, LabError> {
        if let Some(outcome) = self.owner.game.outcome(at) {
            return Ok(outcome.winner.map(|_| 0));
        }
        let known = probe.stored(at);
        let known = known.map_err(|error| LabError::Table(error.0))?;
        Ok(known.and_then(|known| known.distance))
    }

    /// About a position whose value is known.
    pub(super) fn position(&self, at: &G::Position, known: Probed) -> Result<Measured, LabError> {
        let dtc = self.plies(&self.conversion, at)?;
        let dtz = self.plies(&self.zeroing, at)?;
        Ok(Measured {
            dtm: known.distance,
            dtc,
            dtz,
            precise_dtz: dtz,
            promotion: match dtc {
                Some(dtc) if self.ends_in_promotion(at, known.value)? => Some(dtc),
                _ => None,
            },
            value50: self.limited(at, known.value, dtz)?.map(Value::word),
        })
    }

    /// About a move, which is worth `known` to the one who makes it.
    pub(super) fn step(
        &self,
        at: &G::Position,
        mv: G::Move,
        next: &G::Position,
        known: Probed,
    ) -> Result<Measured, LabError> {
        let tiers = &self.tiers;
        let decided = known.value != Value::Draw;
        let converts = tiers.tier_of(at) != tiers.tier_of(next);
        let zeroes = tiers.clock(next).is_some_and(|(clock, _)| clock == 0);
        let later = |leaves: bool, probe| match leaves {
            true => Ok(decided.then_some(1)),
            false => self
                .plies(probe, next)
                .map(|plies| plies.map(|plies| plies + 1)),
        };
        let dtc = later(converts, &self.conversion)?;
        let dtz = later(zeroes, &self.zeroing)?;
        let after = self.limited(next, known.value.flip(), self.plies(&self.zeroing, next)?)?;
        Ok(Measured {
            dtm: known.distance,
            dtc,
            dtz,
            precise_dtz: dtz,
            promotion: match dtc {
                Some(dtc) if converts => tiers.is_promotion(at, mv).then_some(dtc),
                Some(dtc) if self.ends_in_promotion(next, known.value.flip())? => Some(dtc),
                _ => None,
            },
            value50: after.map(|value| value.flip().word()),
        })
    }

    /// Whether the next conversion of best play is a promotion: the table of conversions is played
    /// out up to it, and a promotion is preferred where there are several ways.
    fn ends_in_promotion(&self, at: &G::Position, value: Value) -> Result<bool, LabError> {
        let game = &self.owner.game;
        let (mut here, mut value) = (at.clone(), value);
        let mut moves = Vec::new();
        while let Some(left) = self
            .plies(&self.conversion, &here)?
            .filter(|&left| left > 0)
        {
            moves.clear();
            game.legal_moves(&here, &mut moves);
            let mut best = None;
            for &mv in &moves {
                let mut next = here.clone();
                game.play(&mut next, mv);
                let over = game.outcome(&next);
                let after = match over {
                    Some(outcome) => Some(outcome.value_for(game.turn(&next))),
                    None => {
                        let known = self.conversion.stored(&next);
                        let known = known.map_err(|error| LabError::Table(error.0))?;
                        known.map(|known| known.value)
                    }
                };
                if after != Some(value.flip()) {
                    continue;
                }
                let converts = self.tiers.tier_of(&here) != self.tiers.tier_of(&next);
                if converts && left == 1 && self.tiers.is_promotion(&here, mv) {
                    return Ok(true);
                }
                if !converts && self.plies(&self.conversion, &next)? == Some(left - 1) {
                    best = Some(next);
                }
            }
            match best.filter(|_| left > 1) {
                Some(next) => (here, value) = (next, value.flip()),
                None => return Ok(false),
            }
        }
        Ok(false)
    }

    /// The value under the rule that draws a game without progress, at the position's clock; `None`
    /// if the tables do not tell.
    fn limited(
        &self,
        at: &G::Position,
        value: Value,
        dtz: Option<u32>,
    ) -> Result<Option<Value>, LabError> {
        let Some((clock, limit)) = self.tiers.clock(at).filter(|_| value != Value::Draw) else {
            return Ok(Some(value));
        };
        let Some(dtz) = dtz else { return Ok(None) };
        // A game that is over is not drawn any more.
        if dtz > 0 && clock + dtz > limit {
            return Ok(Some(Value::Draw));
        }
        let lasts = match self.tiers.tier_of(at) {
            Some(tier) => self.is_always_in_time(tier, limit)?,
            None => true,
        };
        Ok(lasts.then_some(value))
    }

    /// Whether every later stretch without progress is known to be short enough, too: no win of a
    /// tier, or of one that it leads to, takes longer.
    fn is_always_in_time(&self, tier: Tier, limit: u32) -> Result<bool, LabError> {
        let mut seen = HashSet::from([tier]);
        let mut open = vec![tier];
        while let Some(tier) = open.pop() {
            let table = match self.shelf.open(self.owner, tier, Metric::Zeroing) {
                Ok(table) => table,
                Err(LabError::NoTable { .. }) => return Ok(false),
                Err(error) => return Err(error),
            };
            if table.header().deepest > limit {
                return Ok(false);
            }
            open.extend(
                self.tiers
                    .needs(tier)
                    .into_iter()
                    .filter(|&need| seen.insert(need)),
            );
        }
        Ok(true)
    }
}
