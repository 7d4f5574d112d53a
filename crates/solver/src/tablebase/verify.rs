//! What makes a table believable: verification of its entries, and certificates.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use yomikiri_game_api::{Game, Indexer, Metric, Notation, Side, Tier, Tiers};

use super::{OpenTable, Tablebase, TablebaseError};
use crate::Cells;
use crate::certificate::{self, Proved};
use crate::schedule::in_order;
use crate::solved::Solved;
use crate::verify::{Part, Verdict, verify, verify_part};
use crate::work::Progress;

/// Tables in memory.
pub(super) type Kept = HashMap<(Tier, Metric), Arc<Cells>>;

/// What a verification found.
#[derive(Clone, Debug)]
pub struct Verified {
    /// The tier.
    pub tier: Tier,
    /// The file.
    pub path: PathBuf,
    /// What was found.
    pub verdict: Verdict,
    /// The time it took.
    pub seconds: f64,
}

/// Which certificate is wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CertificateOrder {
    /// Whose strategy.
    pub side: Side,
    /// Leave out positions that are won within so many plies.
    pub sight: u32,
    /// How often every choice is thought over.
    pub sweeps: u32,
    /// Other numbers, other ways.
    pub seed: u64,
}

impl<G: Game, T: Tiers<G>> Tablebase<G, T> {
    /// Checks a file, and its entries (or a sample of them) against those they lead to.
    pub fn verify(
        &self,
        tier: Tier,
        metric: Metric,
        sample: Option<u64>,
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<Verified, TablebaseError> {
        let mut verified = self.verify_all(&[tier], metric, sample, threads, progress)?;
        Ok(verified.pop().expect("one tier was asked for"))
    }

    /// The same of several tables, in the order asked for; fewer if it was stopped. What one of them leads to
    /// stays in memory until it has been checked itself and nothing else asks for it.
    pub fn verify_all(
        &self,
        wanted: &[Tier],
        metric: Metric,
        sample: Option<u64>,
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<Vec<Verified>, TablebaseError> {
        self.verify_each(wanted, metric, (sample, Part::WHOLE), threads, progress)
    }

    /// The same of a part of the entries of each table, where others check the rest.
    pub fn verify_part(
        &self,
        wanted: &[Tier],
        metric: Metric,
        part: Part,
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<Vec<Verified>, TablebaseError> {
        self.verify_each(wanted, metric, (None, part), threads, progress)
    }

    fn verify_each(
        &self,
        wanted: &[Tier],
        metric: Metric,
        (sample, part): (Option<u64>, Part),
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<Vec<Verified>, TablebaseError> {
        self.refresh();
        let mut order: Vec<Tier> = Vec::new();
        for first in in_order(&self.tiers, wanted) {
            let group = self.tiers.group(first).into_iter();
            order.extend(group.filter(|tier| wanted.contains(tier)));
        }
        let mut kept = Kept::default();
        let mut verified = HashMap::new();
        for (number, &tier) in order.iter().enumerate() {
            let begun = Instant::now();
            let of = |number: usize| number as f64 / order.len() as f64;
            if order.len() > 1 {
                progress.part(&self.tiers.name(tier), of(number)..of(number + 1));
            }
            let table = self.open(tier, metric)?;
            let path = table.table().path().to_owned();
            let verdict = match metric {
                // A parity game is checked as a whole, by the first.
                Metric::Check if part.number > 0 => Verdict::default(),
                Metric::Check => self.verify_check(&table, tier, threads, progress)?,
                _ => self.verify_table(&table, (tier, metric), &mut kept, progress, |solved| {
                    match part {
                        Part::WHOLE => verify(solved, sample, threads, progress),
                        part => verify_part(solved, part, threads, progress),
                    }
                })?,
            };
            let is_asked_later = |other: &Tier| {
                let mut later = order[number + 1..].iter();
                later.any(|later| {
                    self.tiers.children(*later).contains(other)
                        || self.tiers.group(*later).contains(other)
                })
            };
            kept.retain(|(other, _), _| is_asked_later(other));
            let stopped = verdict.stopped;
            verified.insert(
                tier,
                Verified {
                    tier,
                    path,
                    verdict,
                    seconds: begun.elapsed().as_secs_f64(),
                },
            );
            if stopped {
                break;
            }
        }
        let verified = wanted.iter().filter_map(|tier| verified.remove(tier));
        Ok(verified.collect())
    }

    /// Checks the files of some tables without their entries: whether they are whole, and whether their entries can
    /// be checked.
    pub fn verify_files(&self, wanted: &[Tier], metric: Metric) -> Result<(), TablebaseError> {
        self.refresh();
        wanted.iter().try_for_each(|&tier| {
            let table = self.open(tier, metric)?;
            self.verify_file(&table, metric)
        })
    }

    fn verify_file(
        &self,
        table: &OpenTable<T::Indexer>,
        metric: Metric,
    ) -> Result<(), TablebaseError> {
        table.table().check()?;
        if table.has_values_only() {
            return Err(TablebaseError::Input(
                "a table of values without distances cannot be proved by its neighbours; \
                 solve it with distances"
                    .to_owned(),
            ));
        }
        self.check_children(table, metric)
    }

    /// Checks parts of tables as long as there are any: `next` says of which table and which part, `done` takes what
    /// was found. A table is loaded once for parts that follow each other.
    pub fn verify_parts<E: From<TablebaseError>>(
        &self,
        metric: Metric,
        threads: usize,
        progress: &dyn Progress,
        next: &mut dyn FnMut() -> Result<Option<(Tier, Part)>, E>,
        done: &mut dyn FnMut(Verified) -> Result<(), E>,
    ) -> Result<(), E> {
        self.refresh();
        let mut kept = Kept::default();
        let mut asked = next()?;
        while let Some((tier, first)) = asked.take() {
            let table = self.open(tier, metric)?;
            let verified = |begun: Instant, verdict: Verdict| Verified {
                tier,
                path: table.table().path().to_owned(),
                verdict,
                seconds: begun.elapsed().as_secs_f64(),
            };
            if metric == Metric::Check {
                // A parity game is checked as a whole, with the first part.
                let begun = Instant::now();
                let verdict = match first.number {
                    0 => self.verify_check(&table, tier, threads, progress)?,
                    _ => Verdict::default(),
                };
                done(verified(begun, verdict))?;
                asked = next()?;
                continue;
            }
            let is_near = |other: &Tier| {
                self.tiers.children(tier).contains(other) || self.tiers.group(tier).contains(other)
            };
            kept.retain(|(other, _), _| is_near(other));
            let mut part = Some(first);
            let mut fault = None;
            self.verify_table(&table, (tier, metric), &mut kept, progress, |solved| {
                while let Some(some) = part.take() {
                    let begun = Instant::now();
                    let verdict = verify_part(solved, some, threads, progress);
                    let went_on = done(verified(begun, verdict)).and_then(|()| next());
                    match went_on {
                        Ok(Some((other, more))) if other == tier => part = Some(more),
                        Ok(other) => asked = other,
                        Err(error) => fault = Some(error),
                    }
                }
                Verdict::default()
            })?;
            if let Some(fault) = fault {
                return Err(fault);
            }
        }
        Ok(())
    }

    /// Checks an open file, and calls `check` with its entries; `kept` has other tables in memory.
    pub(super) fn verify_table(
        &self,
        table: &OpenTable<T::Indexer>,
        (tier, metric): (Tier, Metric),
        kept: &mut Kept,
        progress: &dyn Progress,
        check: impl FnOnce(&Solved<'_, G, T::Indexer>) -> Verdict,
    ) -> Result<Verdict, TablebaseError> {
        self.verify_file(table, metric)?;
        let cells = self.load_table(table, metric, progress)?;
        kept.insert((tier, metric), Arc::clone(&cells));
        let (indexer, tiers) = (table.indexer(), &self.tiers);
        let mut around = HashMap::new();
        let group = tiers.group(tier).into_iter().map(|other| (other, metric));
        let children = tiers.children(tier).into_iter();
        // Of children the values count, which every metric has.
        for other in group.chain(children.map(|child| (child, Metric::End))) {
            let cells = match kept.get(&other) {
                Some(cells) => Arc::clone(cells),
                None => {
                    let cells = self.load(other.0, other.1, progress)?;
                    kept.insert(other, Arc::clone(&cells));
                    cells
                }
            };
            around.insert(other.0, (self.indexer(other.0)?, cells));
        }
        let elsewhere = |at: &G::Position| {
            let Some(tier) = tiers.tier_of(at) else {
                return tiers.known(at);
            };
            let (indexer, cells) = around.get(&tier)?;
            let index = indexer.index(at)?;
            cells
                .indices()
                .contains(&index)
                .then(|| cells.answer(index))?
        };
        let solved = Solved::tier(&self.game, &**indexer, &cells, &elsewhere, metric);
        Ok(check(&solved))
    }

    /// A strategy that proves the start's value for a side, as text.
    pub fn certificate(
        &self,
        order: &CertificateOrder,
        progress: &dyn Progress,
    ) -> Result<String, TablebaseError>
    where
        G: Notation,
    {
        self.refresh();
        let (game, spec) = (&self.game, &self.location.spec);
        if order.sight > certificate::MOST_SIGHT {
            return Err(TablebaseError::Input(format!(
                "expected a sight of at most {} plies, got {}",
                certificate::MOST_SIGHT,
                order.sight
            )));
        }
        let Some(tier) = self.whole() else {
            return Err(TablebaseError::Input(format!(
                "a certificate is about the start, and {spec} is not solved as a whole"
            )));
        };
        let table = self.open(tier, Metric::End)?;
        if table.has_values_only() {
            return Err(TablebaseError::Input(
                "a certificate is found by distances, which this table does not hold; solve the \
                 game with distances"
                    .to_owned(),
            ));
        }
        let cells = self.load(tier, Metric::End, progress)?;
        let solved = Solved::whole(game, &**table.indexer(), &cells);
        let task = certificate::Task {
            side: order.side,
            known: &|at: &G::Position| solved.look(at),
            twin: &|at: &G::Position| (self.spec.mirror)(game, at),
            sight: order.sight,
            sweeps: order.sweeps,
            seed: order.seed,
        };
        let Some(certificate) = certificate::build(game, &task, progress) else {
            return Err(TablebaseError::Input(format!(
                "{} loses {spec} against best play: there is nothing to prove",
                order.side
            )));
        };
        Ok(certificate.write(game, spec))
    }

    /// Checks a certificate by the rules alone; the error says what is wrong with it.
    pub fn check_certificate(&self, text: &str) -> Result<Proved, String>
    where
        G: Notation,
    {
        let twin = |at: &G::Position| (self.spec.mirror)(&self.game, at);
        let proved = certificate::check(&self.game, &twin, text);
        let proved = proved.map_err(|flaw| flaw.to_string())?;
        if proved.game != self.location.spec {
            return Err(format!(
                "expected a certificate of {}, got one of {}",
                self.location.spec, proved.game
            ));
        }
        Ok(proved)
    }
}
