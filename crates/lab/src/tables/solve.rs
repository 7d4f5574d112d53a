//! Solving, into files or in memory.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use yomikiri_game_api::{Indexed, Metric, Notation, Picture, Probed, Side, Tier, Tiered};
use yomikiri_solver::cell::Coding;
use yomikiri_solver::census::{self, Convention};
use yomikiri_solver::local::{self, Settings, SolveError};
use yomikiri_solver::table::{self, Contents, Header, Held, Packing};
use yomikiri_solver::{Cells, Progress, complete, find};

use super::desk::Desk;
use super::needs::{Needs, Plan, cut};
use super::shelf::Owner;
use super::{Answer, Estimate, SolveOrder, SolveReport, Study, size};
use crate::LabError;

/// Slots in a block: a cold probe decodes one.
const BLOCK: u32 = 4096;
/// Blocks of tables of values only pack better when they are larger; decoding one takes 20 to 40 µs.
const VALUE_BLOCK: u32 = 1 << 15;
/// How often the state of a long solve is saved.
const CHECKPOINT: Duration = Duration::from_secs(60);

/// Cells in memory during a solve, by tier and metric.
type AtHand = HashMap<(Tier, Metric), Arc<Cells>>;

impl<G: Notation + Picture, T: Tiered<G> + 'static> Desk<G, T>
where
    T::Index: 'static,
{
    /// What the largest group of the tiers named, or of those they need, would take.
    pub(super) fn estimate(
        &self,
        what: Option<&str>,
        metric: Metric,
    ) -> Result<Estimate, LabError> {
        let groups = self.in_order(&self.find_tiers(what)?)?;
        self.shelf.estimate(&self.kit.game, &groups, metric)
    }

    /// The first tiers of the groups that some tiers need, each after those it needs itself.
    fn in_order(&self, wanted: &[Tier]) -> Result<Vec<Tier>, LabError> {
        fn visit<G: Notation + Picture, T: Tiered<G>>(
            tiers: &T,
            tier: Tier,
            seen: &mut HashSet<Tier>,
            order: &mut Vec<Tier>,
        ) {
            let first = tiers.group(tier)[0];
            if seen.insert(first) {
                for need in tiers.needs(first) {
                    visit(tiers, need, seen, order);
                }
                order.push(first);
            }
        }
        let tiers = self.shelf.tiers(&self.kit.game)?;
        let (mut seen, mut order) = (HashSet::new(), Vec::new());
        for &tier in wanted {
            visit(&*tiers, tier, &mut seen, &mut order);
        }
        Ok(order)
    }

    /// Solves what the tiers named need, then the tiers. Of games with tiers, what is there already
    /// is not solved again.
    pub(super) fn solve(
        &self,
        what: Option<&str>,
        order: &SolveOrder,
        progress: &dyn Progress,
    ) -> Result<Vec<SolveReport>, LabError> {
        let begun = Instant::now();
        let (kit, shelf) = (&*self.kit, &*self.shelf);
        let wanted = self.find_tiers(what)?;
        let estimate = self.estimate(what, order.metric)?;
        let available = available_memory();
        if estimate.memory > available && !order.force {
            return Err(LabError::Input(format!(
                "{} does not fit into memory (there are {}): {estimate}; --force tries all the same",
                kit.info.spec,
                size(available),
            )));
        }
        let owner = self.owner(&order.dir);
        let tiers = shelf.tiers(&kit.game)?;
        let groups: HashSet<Tier> = wanted.iter().map(|&tier| tiers.group(tier)[0]).collect();
        let all = self.in_order(&wanted)?;
        let mut plan = Plan::default();
        for (group, &first) in all.iter().enumerate() {
            let needs = tiers.needs(first);
            if !needs.is_empty() {
                plan.note(group, &*shelf.index(&kit.game, first)?, &needs);
            }
        }
        let mut at_hand = AtHand::new();
        let mut reports = HashMap::new();
        for (done, &first) in all.iter().enumerate() {
            let is_there = |metric| -> Result<bool, LabError> {
                for tier in tiers.group(first) {
                    // What was asked for is built although the program has it, too.
                    let asked = groups.contains(&first);
                    if asked && !shelf.path(&owner, tier, metric)?.exists() {
                        return Ok(false);
                    }
                    match shelf.open(&owner, tier, metric) {
                        // Values alone are not enough to count distances on.
                        Ok(table)
                            if table.header().contents == Contents::Value && !order.values_only =>
                        {
                            return Ok(false);
                        }
                        Ok(_) => {}
                        Err(LabError::NoTable { .. }) => return Ok(false),
                        Err(error) => return Err(error),
                    }
                }
                Ok(true)
            };
            // Whoever converts needs the values of what it converts to; any metric has them.
            let metric = match groups.contains(&first) {
                true => order.metric,
                false => Metric::End,
            };
            if shelf.is_whole() || !is_there(metric)? {
                let there = self.bring(&owner, (done, first), &plan, &mut at_hand, progress)?;
                let solved = self.solve_group(&owner, first, metric, order, (there, progress))?;
                at_hand.extend(solved);
            }
            for tier in tiers
                .group(first)
                .into_iter()
                .filter(|tier| wanted.contains(tier))
            {
                let cells = match at_hand.get(&(tier, metric)) {
                    Some(cells) => Arc::clone(cells),
                    None => self.load(&owner, tier, metric, progress)?,
                };
                let report = self.report(&owner, tier, &cells, (order, begun), progress)?;
                reports.insert(tier, report);
            }
            // What nobody will ask for again need not be kept.
            let later = std::mem::take(&mut at_hand).into_iter();
            let kept = later.filter_map(|((tier, metric), cells)| {
                let slots = plan.from(done + 1, tier)?;
                (metric == Metric::End).then(|| ((tier, metric), cut(cells, &slots)))
            });
            at_hand = kept.collect();
        }
        let report = |tier: &Tier| reports.get(tier).cloned();
        Ok(wanted.iter().filter_map(report).collect())
    }

    /// What a group needs, as far as it is at hand or should be; the rest is for the group to load,
    /// since no other asks for it.
    fn bring(
        &self,
        owner: &Owner<G>,
        (group, first): (usize, Tier),
        plan: &Plan,
        at_hand: &mut AtHand,
        progress: &dyn Progress,
    ) -> Result<Vec<Option<Arc<Cells>>>, LabError> {
        let needs = self.shelf.tiers(&owner.game)?.needs(first);
        let each = needs.into_iter().map(|need| {
            let known = at_hand.remove(&(need, Metric::End));
            let (Some(_), Some(slots)) = (plan.from(group + 1, need), plan.from(group, need))
            else {
                return Ok(known);
            };
            let cells = match known {
                Some(cells) => cells,
                None => cut(self.load(owner, need, Metric::End, progress)?, &slots),
            };
            at_hand.insert((need, Metric::End), Arc::clone(&cells));
            Ok(Some(cells))
        });
        each.collect()
    }

    /// Solves a group and writes the tables of its tiers; their cells.
    fn solve_group(
        &self,
        owner: &Owner<G>,
        first: Tier,
        metric: Metric,
        order: &SolveOrder,
        (there, progress): (Vec<Option<Arc<Cells>>>, &dyn Progress),
    ) -> Result<AtHand, LabError> {
        let shelf = &*self.shelf;
        let tiers = shelf.tiers(&owner.game)?;
        let index = shelf.index(&owner.game, first)?;
        let path = shelf.path(owner, first, metric)?;
        let folder = path.parent().unwrap_or(&owner.dir);
        std::fs::create_dir_all(folder)
            .map_err(|error| LabError::Table(format!("{}: {error}", folder.display())))?;
        let needs = Needs {
            tiers: tiers.needs(first),
            there: Mutex::new(there),
            load: &|need| self.load(owner, need, Metric::End, progress),
        };
        let checkpoint = path.with_extension("checkpoint");
        let settings = Settings {
            threads: order.threads,
            checkpoint: Some((checkpoint.clone(), CHECKPOINT)),
            fingerprint: shelf.fingerprint(&owner.game, first, metric)?,
            resume: order.resume,
            metric,
            longest: tiers.longest(first),
            ..Settings::default()
        };
        let solution = local::solve_tier::<G, _>(&*index, &needs, &settings, progress);
        drop(needs);
        let solution = solution.map_err(|error| match error {
            SolveError::Interrupted { saved } => LabError::Interrupted(format!(
                "yomikiri solve {}{}",
                shelf.arguments(owner, first, metric),
                if saved { " --resume" } else { "" }
            )),
            SolveError::Need(error) => match error.downcast::<LabError>() {
                Ok(error) => *error,
                Err(other) => LabError::Table(other.to_string()),
            },
            other => LabError::Table(other.to_string()),
        })?;
        let mut whole = Some(solution.cells);
        let mut solved = AtHand::new();
        for tier in tiers.group(first) {
            let part = tiers.part(&index, tier);
            let of_part = |cells: &Cells| cells.part(part.clone());
            let cells = match part == (0..index.slots()) {
                true => whole.take(),
                false => whole.as_ref().map(of_part),
            };
            let cells = Arc::new(cells.expect("a tier that is all of its group is alone in it"));
            self.write(owner, tier, metric, order, &cells)?;
            solved.insert((tier, metric), cells);
        }
        let _ = std::fs::remove_file(&checkpoint);
        Ok(solved)
    }

    /// The cells of a table in memory, slots as in the numbering of its group.
    pub(super) fn load(
        &self,
        owner: &Owner<G>,
        tier: Tier,
        metric: Metric,
        progress: &dyn Progress,
    ) -> Result<Arc<Cells>, LabError> {
        let table = self.shelf.open(owner, tier, metric)?;
        let cells = table
            .load()
            .map_err(|error| LabError::Table(error.to_string()))?;
        let index = self.shelf.index(&owner.game, tier)?;
        let tiers = self.shelf.tiers(&owner.game)?;
        let part = tiers.part(&index, tier);
        let cells = cells.starting_at(part.start);
        if cells.slots() != part {
            let path = table.path().display();
            return Err(LabError::Table(format!(
                "{path} has another number of positions"
            )));
        }
        let held = &table.header().held;
        if held.is_all() {
            return Ok(Arc::new(cells));
        }
        // The rest by one move; few of them lead to other tables.
        let others = self.shelf.tier_probe(owner, Metric::End)?;
        let needs = tiers.needs(tier);
        let fault = OnceLock::new();
        let earlier = |need: usize, slot: u64| {
            others.at_slot(needs[need], slot).unwrap_or_else(|error| {
                let _ = fault.set(error);
                None
            })
        };
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let cells = complete::<G, _>(&*index, cells, held, metric, &earlier, threads, progress);
        match (fault.into_inner(), cells) {
            (Some(error), _) => Err(LabError::Table(error.to_string())),
            (None, Some(cells)) => Ok(Arc::new(cells)),
            (None, None) => Err(LabError::Interrupted("run it again".to_owned())),
        }
    }

    fn write(
        &self,
        owner: &Owner<G>,
        tier: Tier,
        metric: Metric,
        order: &SolveOrder,
        cells: &Cells,
    ) -> Result<(), LabError> {
        let shelf = &*self.shelf;
        let slots = cells.slots();
        let count = slots.end - slots.start;
        let small = shelf.index(&owner.game, tier)?.small_block();
        // Values alone are asked for in a hurry, and small anyway.
        let held = match order.values_only {
            true => Held::all(count),
            false => self.held(owner, tier)?,
        };
        let header = Header {
            description: self.description(owner, tier, metric)?,
            fingerprint: shelf.fingerprint(&owner.game, tier, metric)?,
            contents: match order.values_only {
                true => Contents::Value,
                false => Contents::Distance,
            },
            coding: match order.values_only {
                true => Coding::Parity,
                false => cells.coding(),
            },
            slots: count,
            block: match order.values_only {
                true => VALUE_BLOCK,
                false => small.unwrap_or(BLOCK),
            },
            held,
            deepest: cells.by_distance().len().saturating_sub(1) as u32,
        };
        let path = shelf.path(owner, tier, metric)?;
        let packing = match small {
            Some(_) => Packing::Small,
            None => Packing::Quick,
        };
        table::write(&path, &header, cells, packing, order.threads)
            .map_err(|error| LabError::Table(error.to_string()))?;
        Ok(())
    }

    /// The slots of a tier's table that go into its file.
    fn held(&self, owner: &Owner<G>, tier: Tier) -> Result<Held, LabError> {
        let index = self.shelf.index(&owner.game, tier)?;
        let part = self.shelf.tiers(&owner.game)?.part(&index, tier);
        // A tier that is a part of its group is held as a whole.
        let some = match part == (0..index.slots()) {
            true => Held::some(index.slots(), &index.held())
                .and_then(|held| held.by_columns(index.columns())),
            false => None,
        };
        Ok(some.unwrap_or_else(|| Held::all(part.end - part.start)))
    }

    /// The header's own words.
    fn description(
        &self,
        owner: &Owner<G>,
        tier: Tier,
        metric: Metric,
    ) -> Result<String, LabError> {
        let mut text = format!("game = {}\n", owner.spec);
        if !self.shelf.is_whole() {
            let tiers = self.shelf.tiers(&owner.game)?;
            let (name, unit) = (tiers.name(tier), tiers.unit());
            text += &format!(
                "table = {name}\nmetric = {}\nunit = {}\n",
                metric.word(),
                unit.word()
            );
            for need in tiers.needs(tier) {
                let fingerprint = self.shelf.fingerprint(&owner.game, need, Metric::End)?;
                text += &format!("needs = {} {}\n", tiers.name(need), hex(&fingerprint));
            }
        }
        text += &format!("builder = yomikiri {}\n", env!("CARGO_PKG_VERSION"));
        Ok(text)
    }

    /// What is in a table that was just built, or was there.
    fn report(
        &self,
        owner: &Owner<G>,
        tier: Tier,
        cells: &Cells,
        (order, begun): (&SolveOrder, Instant),
        progress: &dyn Progress,
    ) -> Result<SolveReport, LabError> {
        let index = self.shelf.index(&owner.game, tier)?;
        let table = self.shelf.open(owner, tier, order.metric)?;
        let slots = cells.slots();
        let census = census::census::<G, _>(
            &*index,
            slots.clone(),
            cells,
            Convention::Folded,
            None,
            order.threads,
            progress,
        );
        let start = index
            .slot(&owner.game.start())
            .filter(|slot| slots.contains(slot));
        Ok(SolveReport {
            game: owner.spec.clone(),
            table: self.name_of(tier)?,
            file: table.path().to_owned(),
            slots: slots.end - slots.start,
            positions: census.positions(),
            win: census.wins(),
            draw: census.draws,
            loss: census.losses(),
            longest_win: census.longest_win().filter(|_| !order.values_only),
            unit: self.shelf.tiers(&owner.game)?.unit().word(),
            start: start.and_then(|slot| cells.answer(slot)).map(|answer| {
                Answer::from(Probed {
                    distance: answer.distance.filter(|_| !order.values_only),
                    ..answer
                })
            }),
            seconds: begun.elapsed().as_secs_f64(),
            bytes: table.bytes(),
        })
    }

    pub(super) fn study(&self, threads: usize, progress: &dyn Progress) -> Result<Study, LabError> {
        let kit = &*self.kit;
        let tier = match self.find_tiers(None)?.as_slice() {
            [tier] if self.shelf.is_whole() => *tier,
            _ => {
                return Err(LabError::Input(format!(
                    "{} is not solved as a whole",
                    kit.info.spec
                )));
            }
        };
        let (game, index) = (&kit.game, self.shelf.index(&kit.game, tier)?);
        let settings = Settings {
            threads,
            ..Settings::default()
        };
        let solution =
            local::solve::<G, _>(&*index, &settings, progress).map_err(|error| match error {
                SolveError::Interrupted { .. } => LabError::Interrupted("run it again".to_owned()),
                other => LabError::Input(other.to_string()),
            })?;
        let slots = index.slots_of(Side::First);
        let cells = &solution.cells;
        let census = census::census::<G, _>(
            &*index,
            slots,
            cells,
            Convention::Folded,
            None,
            threads,
            progress,
        );
        let at = game.start();
        let start = find::look(game, &*index, cells, &at);
        let mut moves = Vec::new();
        game.legal_moves(&at, &mut moves);
        let keeps = |mv: &G::Move| {
            let mut next = at.clone();
            game.play(&mut next, *mv);
            let after = find::look(game, &*index, cells, &next);
            start.is_some_and(|start| after.is_some_and(|after| after.value.flip() == start.value))
        };
        let mut best_moves: Vec<String> = moves
            .into_iter()
            .filter(keeps)
            .map(|mv| game.write_move(&at, mv))
            .collect();
        best_moves.sort();
        Ok(Study {
            game: kit.info.spec.clone(),
            start: start.map(Answer::from),
            positions: census.positions(),
            win: census.wins(),
            draw: census.draws,
            loss: census.losses(),
            longest_win: census.longest_win(),
            best_moves,
        })
    }
}

/// Bytes as text.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Memory that can be had, in bytes; infinite where the system does not tell.
fn available_memory() -> f64 {
    let told = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = told.lines().find(|line| line.starts_with("MemAvailable:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<f64>().ok());
    kilobytes.map_or(f64::INFINITY, |kilobytes| kilobytes * 1024.0)
}
