//! What a probe tells besides the distance to the end: distances by other metrics, and what is left of
//! a value under the rule that draws a game without progress.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::sync::PoisonError;

use yomikiri_game_api::{Game, Metric, Probed, Tier, Tiers, Value};

use super::{Tablebase, TablebaseError};

/// What a game says about its moves for metrics beyond the distance to the end.
pub struct MetricHooks<G: Game> {
    /// Which moves zero the clock: conversions, or zeroing moves in the sense of that metric.
    pub zeroed_by: Metric,
    /// Plies since the last zeroing move, and how many of them draw the game.
    pub clock: fn(&G, &G::Position) -> (u32, u32),
    /// Whether a piece of the position can still promote.
    pub may_promote: fn(&G, &G::Position) -> bool,
    /// Whether a move promotes.
    pub is_promotion: fn(&G, &G::Position, G::Move) -> bool,
}

impl<G: Game> Clone for MetricHooks<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for MetricHooks<G> {}

/// Distances by several metrics, in plies; `None` for draws and where there is no table.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Metrics {
    /// To mate.
    pub dtm: Option<u32>,
    /// To the next conversion.
    pub dtc: Option<u32>,
    /// To the next zeroing move.
    pub dtz: Option<u32>,
    /// The same where it is exact; external tables may be a ply short.
    pub precise_dtz: Option<u32>,
    /// To the promotion, where that is what best play leads to next.
    pub promotion: Option<u32>,
    /// The value under the move limit at the position's clock; `None` if the tables do not tell.
    pub limited: Option<Value>,
    /// The value if perpetual check loses; `None` without a table.
    pub value_check: Option<Value>,
    /// Whether that is decided by perpetual check, and a draw otherwise.
    pub by_check: bool,
    /// How far a win by perpetual check is from its proof.
    pub rank: Option<u32>,
}

/// The distances of a position by the tables of other metrics.
#[derive(Copy, Clone)]
struct Distances {
    dtc: Option<u32>,
    dtz: Option<u32>,
}

/// Asks the tables of other metrics, each position once in a request.
pub(super) struct MetricProbe<'t, G: Game, T: Tiers<G>> {
    base: &'t Tablebase<G, T>,
    hooks: MetricHooks<G>,
    distances: RefCell<HashMap<G::Position, Distances>>,
    /// Whether the next conversion of best play is a promotion.
    promotes: RefCell<HashMap<G::Position, bool>>,
}

impl<'t, G: Game, T: Tiers<G>> MetricProbe<'t, G, T> {
    /// `None` for games with the distance to the end only.
    pub(super) fn new(base: &'t Tablebase<G, T>) -> Option<Self> {
        Some(MetricProbe {
            base,
            hooks: base.spec.metrics?,
            distances: RefCell::default(),
            promotes: RefCell::default(),
        })
    }

    fn game(&self) -> &G {
        &self.base.game
    }

    /// The plies that tables of a metric tell; `None` for draws and where there is no table.
    fn plies(&self, metric: Metric, at: &G::Position) -> Result<Option<u32>, TablebaseError> {
        if let Some(outcome) = self.game().outcome(at) {
            return Ok(outcome.winner.map(|_| 0));
        }
        let known = self.base.stored(at, metric)?;
        Ok(known.and_then(|known| known.distance))
    }

    fn distances(&self, at: &G::Position) -> Result<Distances, TablebaseError> {
        if let Some(&known) = self.distances.borrow().get(at) {
            return Ok(known);
        }
        let distances = Distances {
            dtc: self.plies(Metric::Conversion, at)?,
            dtz: match self.hooks.zeroed_by {
                Metric::Conversion => None,
                zeroed_by => self.plies(zeroed_by, at)?,
            },
        };
        let mut all = self.distances.borrow_mut();
        all.insert(at.clone(), distances);
        Ok(distances)
    }

    /// About a position whose value is known; the promotion only if it is wanted, which may take
    /// many probes.
    pub(super) fn position(
        &self,
        at: &G::Position,
        known: Probed,
        promotion: bool,
    ) -> Result<Metrics, TablebaseError> {
        let Distances { dtc, dtz } = self.distances(at)?;
        let check = self.base.check_value(at)?;
        Ok(Metrics {
            dtm: known.distance,
            dtc,
            dtz,
            precise_dtz: dtz,
            promotion: match dtc {
                Some(dtc) if promotion && self.ends_in_promotion(at, known.value)? => Some(dtc),
                _ => None,
            },
            limited: self.limited(at, known.value, self.zeroing_distance(dtc, dtz))?,
            value_check: check.map(|check| check.value),
            by_check: check.is_some_and(|check| check.rank.is_some()),
            rank: check.and_then(|check| check.rank),
        })
    }

    /// About a move, which is worth `known` to the one who makes it.
    pub(super) fn step(
        &self,
        at: &G::Position,
        mv: G::Move,
        next: &G::Position,
        known: Probed,
    ) -> Result<Metrics, TablebaseError> {
        let tiers = &self.base.tiers;
        let decided = known.value != Value::Draw;
        let converts = tiers.tier_of(at) != tiers.tier_of(next);
        let zeroes = (self.hooks.clock)(self.game(), next).0 == 0;
        let after = self.distances(next)?;
        let later = |leaves: bool, plies: Option<u32>| match leaves {
            true => decided.then_some(1),
            false => plies.map(|plies| plies + 1),
        };
        let dtc = later(converts, after.dtc);
        let dtz = match self.hooks.zeroed_by {
            Metric::Conversion => None,
            _ => later(zeroes, after.dtz),
        };
        let left = self.zeroing_distance(after.dtc, after.dtz);
        let limited = self.limited(next, known.value.flip(), left)?;
        let check = self.base.check_value(next)?;
        Ok(Metrics {
            dtm: known.distance,
            dtc,
            dtz,
            precise_dtz: dtz,
            promotion: match dtc {
                Some(dtc) if converts => {
                    (self.hooks.is_promotion)(self.game(), at, mv).then_some(dtc)
                }
                Some(dtc) if self.ends_in_promotion(next, known.value.flip())? => Some(dtc),
                _ => None,
            },
            limited: limited.map(Value::flip),
            value_check: check.map(|check| check.value.flip()),
            by_check: check.is_some_and(|check| check.rank.is_some()),
            rank: check.and_then(|check| check.rank),
        })
    }

    /// The plies to the move that zeroes the clock.
    fn zeroing_distance(&self, dtc: Option<u32>, dtz: Option<u32>) -> Option<u32> {
        match self.hooks.zeroed_by {
            Metric::Conversion => dtc,
            _ => dtz,
        }
    }

    /// Whether the next conversion of best play is a promotion: the table of conversions is played
    /// out up to it, and a promotion is preferred where there are several ways.
    fn ends_in_promotion(&self, at: &G::Position, value: Value) -> Result<bool, TablebaseError> {
        if !(self.hooks.may_promote)(self.game(), at) {
            return Ok(false);
        }
        let mut path = Vec::new();
        let (mut here, mut value) = (at.clone(), value);
        let ends = loop {
            if let Some(&known) = self.promotes.borrow().get(&here) {
                break known;
            }
            let left = self.distances(&here)?.dtc;
            path.push(here.clone());
            match left {
                None | Some(0) => break false,
                Some(1) => break self.promotes_now(&here, value)?,
                Some(left) => match self.best_on(&here, value, left)? {
                    Some(next) => (here, value) = (next, value.flip()),
                    None => break false,
                },
            }
        };
        let mut promotes = self.promotes.borrow_mut();
        promotes.extend(path.into_iter().map(|at| (at, ends)));
        Ok(ends)
    }

    /// Whether a promotion keeps the value.
    fn promotes_now(&self, at: &G::Position, value: Value) -> Result<bool, TablebaseError> {
        let (game, mut moves) = (self.game(), Vec::new());
        game.legal_moves(at, &mut moves);
        for mv in moves {
            if !(self.hooks.is_promotion)(game, at, mv) {
                continue;
            }
            let mut next = at.clone();
            game.play(&mut next, mv);
            let after = match game.outcome(&next) {
                Some(outcome) => Some(outcome.value_for(game.turn(&next))),
                None => {
                    let known = self.base.stored(&next, Metric::Conversion)?;
                    known.map(|known| known.value)
                }
            };
            let tiers = &self.base.tiers;
            if after == Some(value.flip()) && tiers.tier_of(at) != tiers.tier_of(&next) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A result of a move inside the tier that keeps the value and is a ply nearer to the conversion.
    fn best_on(
        &self,
        at: &G::Position,
        value: Value,
        left: u32,
    ) -> Result<Option<G::Position>, TablebaseError> {
        let (game, tier) = (self.game(), self.base.tiers.tier_of(at));
        let mut moves = Vec::new();
        game.legal_moves(at, &mut moves);
        // The last one counts.
        for mv in moves.into_iter().rev() {
            let mut next = at.clone();
            game.play(&mut next, mv);
            if self.base.tiers.tier_of(&next) != tier || game.outcome(&next).is_some() {
                continue;
            }
            let known = self.base.stored(&next, Metric::Conversion)?;
            if known.is_some_and(|known| {
                known.value == value.flip() && known.distance == Some(left - 1)
            }) {
                return Ok(Some(next));
            }
        }
        Ok(None)
    }

    /// The value under the rule that draws a game without progress, at the position's clock; `None`
    /// if the tables do not tell.
    fn limited(
        &self,
        at: &G::Position,
        value: Value,
        plies: Option<u32>,
    ) -> Result<Option<Value>, TablebaseError> {
        if value == Value::Draw {
            return Ok(Some(value));
        }
        let (clock, limit) = (self.hooks.clock)(self.game(), at);
        let Some(plies) = plies else {
            return Ok(None);
        };
        // A game that is over is not drawn any more.
        if plies > 0 && clock.saturating_add(plies) > limit {
            return Ok(Some(Value::Draw));
        }
        let lasts = match self.base.tiers.tier_of(at) {
            Some(tier) => {
                let metric = self.hooks.zeroed_by;
                self.base.is_always_in_time((tier, metric), limit)?
            }
            None => true,
        };
        Ok(lasts.then_some(value))
    }
}

impl<G: Game, T: Tiers<G>> Tablebase<G, T> {
    /// Whether every later stretch without progress is known to be short enough, too: no win of a
    /// tier, or of one that it leads to, takes longer. Found out once in a request.
    fn is_always_in_time(
        &self,
        (tier, metric): (Tier, Metric),
        limit: u32,
    ) -> Result<bool, TablebaseError> {
        let request = self.request();
        let known = || self.in_time.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&(asked, is_in_time)) = known().get(&tier)
            && asked == request
        {
            return Ok(is_in_time);
        }
        let mut seen = HashSet::from([tier]);
        let mut open = vec![tier];
        let mut is_in_time = true;
        while let Some(tier) = open.pop() {
            let table = self.find_table(tier, metric)?;
            let Some(table) = table.filter(|table| table.table().header().deepest <= limit) else {
                is_in_time = false;
                break;
            };
            let children = table.children().iter().copied();
            open.extend(children.filter(|&child| seen.insert(child)));
        }
        known().insert(tier, (request, is_in_time));
        Ok(is_in_time)
    }
}
