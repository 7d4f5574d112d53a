//! Tables of what changes if perpetual check loses ([`perpetual`](crate::perpetual)). They lie beside the
//! plain tables and have only the changes; each needs the plain table of its tier, and both of every
//! child tier.

use std::collections::HashMap;
use std::sync::Arc;

use yomikiri_game_api::{Game, Indexer, Metric, Probed, Side, Tier, Tiers, Value};

use super::{OpenTable, SolveGroup, SolveOrder, SolvedTier, Tablebase, TablebaseError};
use crate::cells::Cells;
use crate::perpetual::{self, Rule};
use crate::schedule::in_order;
use crate::table::{self, Contents, Header, Packing, StoredRanges};
use crate::verify::Verdict;
use crate::work::{NoProgress, Progress};

/// Values in a block: nearly all are alike.
const BLOCK: u32 = 1 << 15;
/// The line of a header that says how many steps a stage of the ranks has.
const STEPS: &str = "steps";

/// The value of a position if perpetual check loses.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct CheckValue {
    /// For the side to move.
    pub value: Value,
    /// Where the rule decides what is drawn in the plain game: how far the win is from its proof. The
    /// winner moves to the smallest rank, or to a win without one.
    pub rank: Option<u32>,
}

/// Positions whose value the rule changes in the same way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference<P> {
    /// Who is to move.
    pub side: Side,
    /// What the draw of the plain game becomes.
    pub value: Value,
    /// How many, no symmetry folded.
    pub positions: u64,
    /// One of those with the greatest rank.
    pub example: P,
}

/// What a tier's plain table and its changes say together.
type Combined = HashMap<Tier, (Arc<Cells>, bool)>;

impl<G: Game, T: Tiers<G>> Tablebase<G, T> {
    /// Whether there are tables of the rule in this game.
    pub fn knows_check_rule(&self) -> bool {
        self.spec.in_check.is_some() && self.spec.can_check.is_some()
    }

    /// The sides that cannot give check in a tier.
    pub fn cannot_check(&self, tier: Tier) -> Vec<Side> {
        let can = self.spec.can_check;
        let can = |side: &Side| can.is_some_and(|can| can(&self.tiers, tier, *side));
        Side::BOTH.into_iter().filter(|side| !can(side)).collect()
    }

    fn need_check_rule(&self) -> Result<(), TablebaseError> {
        match self.knows_check_rule() {
            true => Ok(()),
            false => Err(TablebaseError::Input(format!(
                "expected a game with a rule on perpetual check in its tables, got {}",
                self.location.spec
            ))),
        }
    }

    fn rule<'r>(
        &'r self,
        tier: Tier,
        indexer: &'r T::Indexer,
        plain: &'r Cells,
    ) -> Rule<'r, G, T::Indexer> {
        let cannot = self.cannot_check(tier);
        Rule {
            game: &self.game,
            indexer,
            plain,
            in_check: self.spec.in_check.unwrap_or(|_, _| false),
            can_check: Side::BOTH.map(|side| !cannot.contains(&side)),
        }
    }

    /// Solves tiers under the rule, and before that in the plain game; see [`Tablebase::solve`]. Of several
    /// processes, which have solved the plain game together, one finds what the rule changes: that takes little
    /// beside it.
    pub(super) fn solve_check(
        &self,
        solver: &dyn SolveGroup<G, T::Indexer>,
        wanted: &[Tier],
        order: &SolveOrder,
        progress: &dyn Progress,
        done: &mut dyn FnMut(SolvedTier) -> Result<(), TablebaseError>,
    ) -> Result<(), TablebaseError> {
        self.need_check_rule()?;
        let plain = SolveOrder {
            metric: Metric::End,
            again: false,
            ..order.clone()
        };
        self.solve_groups(solver, wanted, &plain, progress, &mut |_| Ok(()))?;
        if solver.is_first() {
            self.find_all_changes(wanted, order, progress, done)?;
        }
        let met = solver.written();
        met.map_err(|error| TablebaseError::Elsewhere(error.to_string()))
    }

    /// The tables of the rule, after the plain ones.
    fn find_all_changes(
        &self,
        wanted: &[Tier],
        order: &SolveOrder,
        progress: &dyn Progress,
        done: &mut dyn FnMut(SolvedTier) -> Result<(), TablebaseError>,
    ) -> Result<(), TablebaseError> {
        let groups = in_order(&self.tiers, wanted);
        let mut known = Combined::new();
        for (at, &tier) in groups.iter().enumerate() {
            let is_asked = wanted.contains(&tier);
            let share = |at: usize| at as f64 / groups.len() as f64;
            progress.part(&self.tiers.name(tier), share(at)..share(at + 1));
            let is_there = self.is_there(tier, Metric::Check, is_asked, order)?;
            let path = self.path(tier, Metric::Check);
            if !is_there {
                let (changes, steps) =
                    self.find_changes(tier, order.threads, progress, &mut known)?;
                self.write_changes(tier, (&changes, steps), order.threads)?;
            }
            // What is not asked for any more need not stay in memory.
            known.retain(|other, _| {
                let later = groups[at + 1..].iter();
                later
                    .copied()
                    .any(|later| self.tiers.children(later).contains(other))
            });
            if is_asked {
                let table = self.open(tier, Metric::Check)?;
                let values = self.check_values(tier, progress)?;
                done(SolvedTier {
                    tier,
                    cells: (!is_there).then_some(values),
                    counts: None,
                    path,
                    bytes: table.table().bytes(),
                })?;
            }
        }
        Ok(())
    }

    /// What the rule changes in a tier, as cells, and the steps of a stage.
    fn find_changes(
        &self,
        tier: Tier,
        threads: usize,
        progress: &dyn Progress,
        known: &mut Combined,
    ) -> Result<(Cells, u32), TablebaseError> {
        let children = self.tiers.children(tier);
        for &child in &children {
            if let std::collections::hash_map::Entry::Vacant(place) = known.entry(child) {
                let changes = self.load(child, Metric::Check, progress)?;
                let differs = !changes.by_distance().is_empty();
                let plain = self.load(child, Metric::End, progress)?;
                let values = match differs {
                    true => Arc::new(perpetual::combined(&plain, &changes)),
                    false => plain,
                };
                place.insert((values, differs));
            }
        }
        let differ = children.iter().any(|child| known[child].1);
        let values: Vec<&Arc<Cells>> = children.iter().map(|child| &known[child].0).collect();
        let values = |child: usize, index: u64| values[child].answer(index);
        let indexer = self.indexer(tier)?;
        let plain = self.load(tier, Metric::End, progress)?;
        let rule = self.rule(tier, &indexer, &plain);
        let changes = perpetual::solve(&rule, (&values, differ), threads, progress);
        let changes = changes.ok_or(TablebaseError::Interrupted {
            solving: Some((tier, Metric::Check)),
            saved: false,
        })?;
        changes.cells(&*indexer).map_err(|perpetual::TooDeep| {
            TablebaseError::Table(format!(
                "{}: the ranks of wins by perpetual check do not fit into a table",
                self.tiers.name(tier)
            ))
        })
    }

    fn check_header(&self, tier: Tier, (changes, steps): (&Cells, u32)) -> Header {
        let size = changes.indices().end;
        let mut description = self.description(tier, Metric::Check);
        description += &format!("complete = check\n{STEPS} = {steps}\n");
        Header {
            description,
            fingerprint: self.fingerprint(tier, Metric::Check),
            contents: Contents::Distance,
            coding: changes.coding(),
            size,
            block: BLOCK,
            stored: StoredRanges::all(size),
            deepest: changes.by_distance().len().saturating_sub(1) as u32,
            prediction: None,
        }
    }

    fn write_changes(
        &self,
        tier: Tier,
        changes: (&Cells, u32),
        threads: usize,
    ) -> Result<(), TablebaseError> {
        let header = self.check_header(tier, changes);
        let path = self.path(tier, Metric::Check);
        table::write(&path, &header, changes.0, Packing::Quick, threads)?;
        self.forget(tier, Metric::Check);
        Ok(())
    }

    /// The header and the changes of a tier that is solved now, in memory.
    pub(super) fn check_on_demand(&self, tier: Tier) -> Result<(Header, Cells), TablebaseError> {
        self.need_check_rule()?;
        let found = self.find_changes(tier, 1, &NoProgress, &mut Combined::new());
        let (changes, steps) = found?;
        Ok((self.check_header(tier, (&changes, steps)), changes))
    }

    /// The values of a tier under the rule, without distances.
    pub fn check_values(
        &self,
        tier: Tier,
        progress: &dyn Progress,
    ) -> Result<Arc<Cells>, TablebaseError> {
        let changes = self.load(tier, Metric::Check, progress)?;
        let plain = self.load(tier, Metric::End, progress)?;
        Ok(Arc::new(perpetual::combined(&plain, &changes)))
    }

    /// The value of a position under the rule; `None` if a table is missing or no table covers it.
    pub fn check_value(&self, at: &G::Position) -> Result<Option<CheckValue>, TablebaseError> {
        let plain = |value| CheckValue { value, rank: None };
        if let Some(over) = Probed::of_end(&self.game, at) {
            return Ok(Some(plain(over.value)));
        }
        if !self.knows_check_rule() {
            return Ok(None);
        }
        if self.tiers.tier_of(at).is_none() {
            return Ok(self.tiers.known(at).map(|known| plain(known.value)));
        }
        let Some(changed) = self.stored(at, Metric::Check)? else {
            return Ok(None);
        };
        if changed.value != Value::Draw {
            return Ok(Some(CheckValue {
                value: changed.value,
                rank: changed.distance,
            }));
        }
        let known = self.stored(at, Metric::End)?;
        Ok(known.map(|known| plain(known.value)))
    }

    /// What the rule changes in a tier.
    pub fn differences(
        &self,
        tier: Tier,
        progress: &dyn Progress,
    ) -> Result<Vec<Difference<G::Position>>, TablebaseError> {
        let changes = self.load(tier, Metric::Check, progress)?;
        let indexer = self.indexer(tier)?;
        let mut found: HashMap<(Side, Value), (u64, u32, u64)> = HashMap::new();
        for index in changes.indices() {
            let Some(Probed {
                value,
                distance: Some(rank),
            }) = changes.answer(index)
            else {
                continue;
            };
            let Some(at) = indexer.position(index) else {
                continue;
            };
            let key = (self.game.turn(&at), value);
            let (count, greatest, example) = found.entry(key).or_insert((0, rank, index));
            *count += u64::from(indexer.multiplicity(index).unfolded);
            if rank > *greatest {
                (*greatest, *example) = (rank, index);
            }
        }
        let mut found: Vec<_> = found.into_iter().collect();
        found.sort_by_key(|&((side, value), _)| (side.index(), std::cmp::Reverse(value)));
        let told = found
            .into_iter()
            .filter_map(|((side, value), (positions, _, index))| {
                Some(Difference {
                    side,
                    value,
                    positions,
                    example: indexer.position(index)?,
                })
            });
        Ok(told.collect())
    }

    /// Checks a table of the rule: see [`perpetual::verify`](fn@perpetual::verify).
    pub(super) fn verify_check(
        &self,
        table: &OpenTable<T::Indexer>,
        tier: Tier,
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<Verdict, TablebaseError> {
        table.table().check()?;
        let mut lines = table.table().header().description.lines();
        let steps = lines.find_map(|line| line.strip_prefix(STEPS)?.strip_prefix(" = "));
        let steps = steps.and_then(|steps| steps.parse::<u32>().ok());
        let steps = steps.filter(|&steps| steps > 0).ok_or_else(|| {
            TablebaseError::Table(format!(
                "{}: expected the steps of a stage in the header, got none",
                table.table().path().display()
            ))
        })?;
        let changes = self.load_table(table, Metric::Check, progress)?;
        let plain = self.load(tier, Metric::End, progress)?;
        let mut around = HashMap::new();
        for child in self.tiers.children(tier) {
            around.insert(
                child,
                (self.indexer(child)?, self.check_values(child, progress)?),
            );
        }
        let elsewhere = |at: &G::Position| {
            let Some(tier) = self.tiers.tier_of(at) else {
                return self.tiers.known(at).map(|known| known.value);
            };
            let (indexer, values) = around.get(&tier)?;
            values.answer(indexer.index(at)?).map(|known| known.value)
        };
        let indexer = self.indexer(tier)?;
        let rule = self.rule(tier, &indexer, &plain);
        Ok(perpetual::verify(
            &rule,
            (&changes, steps),
            &elsewhere,
            threads,
            progress,
        ))
    }
}
