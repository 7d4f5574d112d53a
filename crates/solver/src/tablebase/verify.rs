//! What makes a table believable: verification of its entries, and certificates.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use yomikiri_game_api::{Game, Indexer, Metric, Notation, Side, Tier, Tiers};

use super::{OpenTable, Tablebase, TablebaseError};
use crate::certificate::{self, Proved};
use crate::solved::Solved;
use crate::verify::{Verdict, verify};
use crate::work::Progress;

/// What a verification found.
#[derive(Clone, Debug)]
pub struct Verified {
    /// The file.
    pub path: PathBuf,
    /// What was found.
    pub verdict: Verdict,
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
        self.refresh();
        let table = self.open(tier, metric)?;
        Ok(Verified {
            path: table.table().path().to_owned(),
            verdict: match metric {
                Metric::Check => self.verify_check(&table, tier, threads, progress)?,
                _ => self.verify_table(&table, (tier, metric), progress, |solved| {
                    verify(solved, sample, threads, progress)
                })?,
            },
        })
    }

    /// Checks an open file, and calls `check` with its entries.
    pub(super) fn verify_table(
        &self,
        table: &OpenTable<T::Indexer>,
        (tier, metric): (Tier, Metric),
        progress: &dyn Progress,
        check: impl FnOnce(&Solved<'_, G, T::Indexer>) -> Verdict,
    ) -> Result<Verdict, TablebaseError> {
        table.table().check()?;
        if table.has_values_only() {
            return Err(TablebaseError::Input(
                "a table of values without distances cannot be proved by its neighbours; \
                 solve it with distances"
                    .to_owned(),
            ));
        }
        self.check_children(table, metric)?;
        let cells = self.load_table(table, metric, progress)?;
        let (indexer, tiers) = (table.indexer(), &self.tiers);
        let mut around = HashMap::new();
        let group = tiers.group(tier).into_iter().map(|other| (other, metric));
        let children = tiers.children(tier).into_iter();
        // Of children the values count, which every metric has.
        for (other, metric) in group.chain(children.map(|child| (child, Metric::End))) {
            let cells = match other == tier {
                true => Arc::clone(&cells),
                false => self.load(other, metric, progress)?,
            };
            around.insert(other, (self.indexer(other)?, cells));
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
