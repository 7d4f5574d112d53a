//! Values of positions and of their moves.

use std::cell::OnceCell;
use std::cmp::Reverse;

use yomikiri_game_api::{
    Game, Indexer, Metric, Probe, ProbeError, Probed, Tier, Tiers, Unit, Value, Zeroing,
};

use super::external;
use super::metrics::MetricProbe;
use super::{CheckValue, Metrics, OpenTable, Tablebase, TablebaseError, without_distance};
use crate::reconstruct::one_ply_search;
use crate::solved::rest_of_turn;

/// No line is longer: the longest known win of a chess ending of seven pieces takes 1,098 plies.
const LONGEST_LINE: usize = 5_000;

/// Whose table has told a value.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// One of our own.
    Table,
    /// An external one (Syzygy).
    External,
}

impl Source {
    /// The word for data.
    pub const fn word(self) -> &'static str {
        match self {
            Source::Table => "table",
            Source::External => "syzygy",
        }
    }
}

/// What is known of a position.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct PositionReport {
    /// Its value, and the distance to the end.
    pub probed: Probed,
    /// Further distances, in games that have them.
    pub metrics: Option<Metrics>,
    /// Whose table has told it.
    pub source: Source,
}

/// What is known of a move, for the one who makes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveReport<G: Game> {
    /// The move.
    pub mv: G::Move,
    /// The position after it.
    pub after: G::Position,
    /// Its value, distances from before the move.
    pub probed: Probed,
    /// Further distances, in games that have them.
    pub metrics: Option<Metrics>,
    /// The order of moves, best first: what holds under the move limit where only external tables
    /// tell, then sooner wins, then draws, then later losses.
    pub order: (Reverse<Value>, Reverse<(Value, i64)>),
}

/// A position that could not be probed, and why.
#[derive(Debug)]
pub struct Unprobed<P> {
    /// The position.
    pub at: P,
    /// What is missing or wrong.
    pub error: TablebaseError,
    /// Where an external table was looked for, too.
    pub elsewhere: Option<String>,
}

/// Probes positions within one request: each is asked about once, and each file is compared with the
/// disk once.
pub struct Prober<'t, G: Game, T: Tiers<G>> {
    base: &'t Tablebase<G, T>,
    metrics: Option<MetricProbe<'t, G, T>>,
}

impl<G: Game, T: Tiers<G>> Prober<'_, G, T> {
    /// The value of a position by our own tables, or why there is none.
    fn own(&self, at: &G::Position) -> Result<Probed, Unprobed<G::Position>> {
        let base = self.base;
        let error = match base.value(at, Metric::End) {
            Ok(Some(known)) => return Ok(known),
            Err(error) => error,
            // Say which table is missing, if it is that.
            Ok(None) => {
                let tier = base.tiers.tier_of(at);
                let missing = tier.map(|tier| base.open(tier, Metric::End));
                match (missing, base.tiers.refusal(at)) {
                    (Some(Err(error)), _) => error,
                    (_, Some(refusal)) => TablebaseError::Input(refusal),
                    _ => TablebaseError::NotCovered,
                }
            }
        };
        let external = base.external.as_ref();
        Err(Unprobed {
            elsewhere: match error {
                TablebaseError::Missing { .. } => external.and_then(|of| of.missing(at)),
                _ => None,
            },
            at: at.clone(),
            error,
        })
    }

    /// Whether only an external tablebase has the position.
    fn is_external(&self, at: &G::Position) -> Result<bool, TablebaseError> {
        match &self.base.external {
            Some(external) if matches!(self.base.value(at, Metric::End), Ok(None)) => {
                external.covers(at).map_err(TablebaseError::Table)
            }
            _ => Ok(false),
        }
    }

    /// What is known of a position. The promotion that best play leads to is looked for only if it is
    /// wanted.
    pub fn position(
        &self,
        at: &G::Position,
        promotion: bool,
    ) -> Result<PositionReport, Unprobed<G::Position>> {
        let failed = |error| Unprobed {
            at: at.clone(),
            error,
            elsewhere: None,
        };
        if let Some(of) = &self.base.external
            && self.is_external(at).map_err(failed)?
        {
            let known = of.probe(at);
            let known = known.map_err(|error| failed(TablebaseError::Table(error)))?;
            return Ok(PositionReport {
                probed: external::probed(&known),
                metrics: Some(external::metrics(&known)),
                source: Source::External,
            });
        }
        let probed = self.own(at)?;
        let metrics = self.metrics.as_ref();
        let metrics = metrics.map(|metrics| metrics.position(at, probed, promotion));
        Ok(PositionReport {
            probed,
            metrics: metrics.transpose().map_err(failed)?,
            source: Source::Table,
        })
    }

    /// What is known of each legal move of a position, by the table that has told the position.
    pub fn moves(
        &self,
        at: &G::Position,
        source: Source,
    ) -> Result<Vec<MoveReport<G>>, Unprobed<G::Position>> {
        let game = &self.base.game;
        let mut legal = Vec::new();
        game.legal_moves(at, &mut legal);
        let each = legal.into_iter().map(|mv| {
            let mut after = at.clone();
            game.play(&mut after, mv);
            match (source, &self.base.external) {
                (Source::External, Some(of)) => {
                    let known = of.probe(&after).map_err(|error| Unprobed {
                        at: after.clone(),
                        error: TablebaseError::Table(error),
                        elsewhere: None,
                    })?;
                    let worth = known.before_move();
                    Ok(MoveReport {
                        mv,
                        after,
                        probed: external::probed(&worth),
                        metrics: Some(external::metrics(&worth)),
                        order: external::order(&worth),
                    })
                }
                _ => self.own_move(at, mv, after),
            }
        });
        each.collect()
    }

    /// The value that a move has for the one who makes it, by our own tables; distances from before it.
    fn worth(
        &self,
        at: &G::Position,
        after: &G::Position,
    ) -> Result<Probed, Unprobed<G::Position>> {
        let game = &self.base.game;
        let known = self.own(after)?;
        let passed = game.turn(after) != game.turn(at);
        // The actions of a turn count once, where turns are counted.
        let counts =
            passed || self.base.tiers.unit() == Unit::Plies || game.outcome(after).is_some();
        Ok(known.before_move(passed, u32::from(counts)))
    }

    /// The shortest line: the moves of best play from a decided position to its end, of equally good
    /// ones the least by name. Empty for draws and where no distance is known; it ends where the
    /// tables do.
    pub fn line(
        &self,
        from: &G::Position,
        name: impl Fn(&G::Position, G::Move) -> String,
    ) -> Vec<G::Move> {
        let game = &self.base.game;
        let (mut line, mut at, mut moves) = (Vec::new(), from.clone(), Vec::new());
        while line.len() < LONGEST_LINE
            && let Some(here) = self.own(&at).ok().filter(|here| here.distance > Some(0))
        {
            moves.clear();
            game.legal_moves(&at, &mut moves);
            let best = moves.iter().filter_map(|&mv| {
                let mut after = at.clone();
                game.play(&mut after, mv);
                let worth = self.worth(&at, &after).ok()?;
                (worth == here).then(|| (name(&at, mv), mv, after))
            });
            let best = best.min_by(|(one, ..), (other, ..)| one.cmp(other));
            let Some((_, mv, after)) = best else {
                break;
            };
            line.push(mv);
            at = after;
        }
        line
    }

    fn own_move(
        &self,
        at: &G::Position,
        mv: G::Move,
        after: G::Position,
    ) -> Result<MoveReport<G>, Unprobed<G::Position>> {
        let probed = self.worth(at, &after)?;
        let metrics = self.metrics.as_ref();
        let metrics = metrics.map(|metrics| metrics.step(at, mv, &after, probed));
        let metrics = metrics.transpose().map_err(|error| Unprobed {
            at: after.clone(),
            error,
            elsewhere: None,
        })?;
        let (value, mut late) = probed.preference();
        // Of draws the best is what wins if perpetual check loses, nearest to its proof.
        if let Some(metrics) = metrics.filter(|_| value == Value::Draw) {
            let tiers = &self.base.tiers;
            let converts = tiers.tier_of(at) != tiers.tier_of(&after);
            let rank = metrics.rank.filter(|_| !converts).unwrap_or(0);
            late = match metrics.value_check {
                Some(Value::Win) => i64::from(u32::MAX - rank),
                Some(Value::Loss) => i64::from(rank) - i64::from(u32::MAX),
                _ => 0,
            };
        }
        Ok(MoveReport {
            mv,
            after,
            probed,
            metrics,
            order: (Reverse(value), Reverse((value, late))),
        })
    }
}

impl<G: Game, T: Tiers<G>> Tablebase<G, T> {
    /// Begins a request of probes.
    pub fn prober(&self) -> Prober<'_, G, T> {
        self.refresh();
        Prober {
            base: self,
            metrics: MetricProbe::new(self),
        }
    }

    /// The value of a position by our own tables of a metric: by the rules, by a table, or by playing
    /// out the turn. `None` if no table covers it.
    pub fn value(
        &self,
        at: &G::Position,
        metric: Metric,
    ) -> Result<Option<Probed>, TablebaseError> {
        let tier = self.tiers.tier_of(at);
        if let Some(table) = tier.and_then(|tier| self.hot_table(tier, metric)) {
            return self.value_in(Some(table), at, metric);
        }
        let table = tier.map(|tier| self.find_table(tier, metric));
        match table.transpose() {
            Ok(table) => self.value_in(table.flatten().as_deref(), at, metric),
            // The rules need no table to tell that the game is over.
            Err(error) => Probed::of_end(&self.game, at).map(Some).ok_or(error),
        }
    }

    /// The same; the table of the position's tier is given, if there is one.
    pub(super) fn value_in(
        &self,
        table: Option<&OpenTable<T::Indexer>>,
        at: &G::Position,
        metric: Metric,
    ) -> Result<Option<Probed>, TablebaseError> {
        let index = table.and_then(|table| Some((table, table.indexer().index(at)?)));
        if let Some((table, index)) = index
            && let Some(known) = self.at_index(table, metric, index)?
        {
            // Tables have the ends of games, too; values alone do not tell how near they are.
            let may_be_over = known.value == Value::Loss && known.distance.is_none();
            let over = may_be_over.then(|| Probed::of_end(&self.game, at));
            return Ok(Some(over.flatten().unwrap_or(known)));
        }
        self.value_without_table(at, metric)
    }

    /// The same where no table has the position itself.
    fn value_without_table(
        &self,
        at: &G::Position,
        metric: Metric,
    ) -> Result<Option<Probed>, TablebaseError> {
        if let Some(over) = Probed::of_end(&self.game, at) {
            return Ok(Some(over));
        }
        if let Some(known) = self.stored(at, metric)? {
            return Ok(Some(known));
        }
        // In the middle of a turn, or won at once.
        let fault = OnceCell::new();
        let known = rest_of_turn(&self.game, at, &|next| {
            self.stored(next, metric).unwrap_or_else(|error| {
                let _ = fault.set(error);
                None
            })
        });
        match fault.into_inner() {
            None => Ok(known),
            Some(error) => Err(error),
        }
    }

    /// The value of a position by its own table of a metric, or what is known without one; `None`
    /// without a table or an index.
    #[inline]
    pub fn stored(
        &self,
        at: &G::Position,
        metric: Metric,
    ) -> Result<Option<Probed>, TablebaseError> {
        let Some(tier) = self.tiers.tier_of(at) else {
            return Ok(self.tiers.known(at));
        };
        let found;
        let table = match self.hot_table(tier, metric) {
            Some(table) => table,
            None => match self.find_table(tier, metric)? {
                Some(table) => {
                    found = table;
                    &*found
                }
                None => return Ok(None),
            },
        };
        match table.indexer().index(at) {
            Some(index) => self.at_index(table, metric, index),
            None => Ok(None),
        }
    }

    /// The value of an index of a child tier, for a table by a metric: by distance to the end, or by
    /// the same metric where the distance does not count.
    pub(super) fn child_value(
        &self,
        tier: Tier,
        index: u64,
        metric: Metric,
    ) -> Result<Option<Probed>, TablebaseError> {
        if let Some(table) = self.hot_table(tier, Metric::End) {
            return self.at_index(table, Metric::End, index);
        }
        if let Some(table) = self.find_table(tier, Metric::End)? {
            return self.at_index(&table, Metric::End, index);
        }
        match self.find_table(tier, metric)? {
            Some(table) => self.at_index(&table, metric, index),
            None => Ok(None),
        }
    }

    /// The value of an index: the table's own, or the one reconstructed by a 1-ply search where the
    /// table leaves it out.
    fn at_index(
        &self,
        table: &OpenTable<T::Indexer>,
        metric: Metric,
        index: u64,
    ) -> Result<Option<Probed>, TablebaseError> {
        let part = table.part();
        if !part.contains(&index) {
            return Ok(None);
        }
        if let Some(known) = table.at_once(index) {
            return Ok(Some(known));
        }
        let stored = &table.table().header().stored;
        if stored.is_all() || stored.place(index - part.start).is_some() {
            return table.value(index);
        }
        if let Some(known) = table.table().reconstructed(index - part.start) {
            return Ok(Some(known));
        }
        let fault = OnceCell::new();
        let known = |answer: Result<Option<Probed>, TablebaseError>| {
            answer.unwrap_or_else(|error| {
                let _ = fault.set(error);
                None
            })
        };
        let answer = one_ply_search(
            &mut table.indexer().cursor(),
            index,
            metric,
            |next| known(table.value(next)),
            |child, index| known(self.child_value(table.children()[child], index, metric)),
        );
        match fault.into_inner() {
            None => {
                if let Some(known) = answer {
                    table.table().note_reconstructed(index - part.start, known);
                }
                Ok(answer)
            }
            Some(error) => Err(error),
        }
    }
}

impl<I> OpenTable<I> {
    /// The value of an index that a small table has ready.
    #[inline]
    pub(super) fn at_once(&self, index: u64) -> Option<Probed> {
        self.table().at_once(index.wrapping_sub(self.part().start))
    }

    /// The stored value of an index of the tier.
    #[inline]
    fn value(&self, index: u64) -> Result<Option<Probed>, TablebaseError> {
        let known = self.table().answer(index - self.part().start)?;
        Ok(match self.has_values_only() {
            true => known.map(without_distance),
            false => known,
        })
    }
}

impl<G: Game, T: Tiers<G>> Tablebase<G, T> {
    pub(super) fn has_values_only(&self, at: &G::Position, metric: Metric) -> bool {
        let tier = self.tiers.tier_of(at);
        let table = tier.map(|tier| self.find_table(tier, metric));
        matches!(table, Some(Ok(Some(table))) if table.has_values_only())
    }

    /// The value of a position under the rule on perpetual check, if the game has that rule and the
    /// table is there.
    fn judged(&self, at: &G::Position) -> Result<Option<CheckValue>, TablebaseError> {
        match self.check_loses {
            true => self.check_value(at),
            false => Ok(None),
        }
    }

    /// Whether only an external tablebase has a position.
    fn only_external(&self, at: &G::Position) -> Result<bool, TablebaseError> {
        let Some(external) = &self.external else {
            return Ok(false);
        };
        Ok(self.value(at, Metric::End)?.is_none()
            && external.covers(at).map_err(TablebaseError::Table)?)
    }

    /// The value of a position that a small table of distances to the end has ready, as searches want it.
    #[inline]
    fn at_once(&self, tier: Tier, at: &G::Position) -> Option<Probed> {
        let table = self.hot_table(tier, Metric::End)?;
        let index = table.indexer().index(at)?;
        let known = table.at_once(index)?;
        // The rule on perpetual check decides only what is drawn without it.
        (!self.check_loses || known.value != Value::Draw).then_some(known)
    }

    /// The value of a position as searches want it, wherever it comes from.
    fn probe_slowly(
        &self,
        tier: Option<Tier>,
        at: &G::Position,
    ) -> Result<Option<Probed>, ProbeError> {
        // Searches ask about every position they visit: most are in tiers without a table.
        let table = match tier {
            Some(tier) => match self.find_table(tier, Metric::End).map_err(failed)? {
                None if self.external.is_none() => return Ok(None),
                found => found,
            },
            None => None,
        };
        let known = self.value_in(table.as_deref(), at, Metric::End);
        if let Some(known) = known.map_err(failed)? {
            // The rule on perpetual check decides only what is drawn without it.
            if known.value == Value::Draw
                && let Some(CheckValue {
                    value,
                    rank: Some(_),
                }) = self.judged(at).map_err(failed)?
            {
                return Ok(Some(Probed {
                    value,
                    distance: None,
                }));
            }
            // Where a table has no distances, neither has what the rules tell near the end.
            let is_near = known.distance.is_some_and(|distance| distance <= 1);
            return Ok(Some(
                match is_near && self.has_values_only(at, Metric::End) {
                    true => without_distance(known),
                    false => known,
                },
            ));
        }
        match &self.external {
            Some(of) if of.covers(at).map_err(ProbeError)? => {
                let known = of.probe(at).map_err(ProbeError)?;
                Ok(Some(external::probed(&known)))
            }
            _ => Ok(None),
        }
    }
}

fn failed(error: TablebaseError) -> ProbeError {
    ProbeError(error.to_string())
}

/// For searches and players: our own tables, and the external ones where those are missing.
impl<G: Game, T: Tiers<G>> Probe<G> for Tablebase<G, T> {
    #[inline]
    fn probe(&self, _game: &G, at: &G::Position) -> Result<Option<Probed>, ProbeError> {
        let tier = self.tiers.tier_of(at);
        if let Some(known) = tier.and_then(|tier| self.at_once(tier, at)) {
            return Ok(Some(known));
        }
        self.probe_slowly(tier, at)
    }

    fn zeroing(
        &self,
        _game: &G,
        before: &G::Position,
        after: &G::Position,
    ) -> Result<Option<Zeroing>, ProbeError> {
        let Some(external) = &self.external else {
            return Ok(None);
        };
        if !self.only_external(before).map_err(failed)? {
            return Ok(None);
        }
        let known = external.probe(after).map_err(ProbeError)?.before_move();
        Ok(Some(Zeroing {
            limited: known.limited.unwrap_or(known.value),
            plies: known.dtz.unwrap_or(0),
        }))
    }

    fn rank(
        &self,
        _game: &G,
        before: &G::Position,
        after: &G::Position,
    ) -> Result<Option<u32>, ProbeError> {
        let judged = self.judged(after).map_err(failed)?;
        let rank = judged.and_then(|judged| judged.rank);
        // Ranks of different tiers cannot be compared, and no move leads back to an earlier tier.
        let converts = self.tiers.tier_of(before) != self.tiers.tier_of(after);
        Ok(rank.map(|rank| if converts { 0 } else { rank }))
    }
}
