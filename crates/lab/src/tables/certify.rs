//! What makes a table believable: verification of its entries, and certificates.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use yomikiri_game_api::{Indexed, Metric, Notation, Picture, Probed, Tier, Tiered};
use yomikiri_solver::table::{Contents, TableError};
use yomikiri_solver::{Progress, Solved, certificate, verify};

use super::desk::Desk;
use super::shelf::Owner;
use super::{CertificateOrder, CertificateReport, VerifyReport, Which};
use crate::LabError;

impl<G: Notation + Picture, T: Tiered<G> + 'static> Desk<G, T>
where
    T::Index: 'static,
{
    pub(super) fn certificate(
        &self,
        dir: &Path,
        order: &CertificateOrder,
        progress: &dyn Progress,
    ) -> Result<(String, CertificateReport), LabError> {
        let (kit, shelf) = (&*self.kit, &*self.shelf);
        let game = &kit.game;
        if order.sight > certificate::MOST_SIGHT {
            return Err(LabError::Input(format!(
                "expected a sight of at most {} plies, got {}",
                certificate::MOST_SIGHT,
                order.sight
            )));
        }
        if !shelf.is_whole() {
            return Err(LabError::Input(format!(
                "a certificate is about the start, and {} is not solved as a whole",
                kit.info.spec
            )));
        }
        let (owner, tier) = (self.owner(dir), self.find_tier(None)?);
        let table = shelf.open(&owner, tier, Metric::End)?;
        if table.header().contents == Contents::Value {
            return Err(LabError::Input(
                "a certificate is found by distances, which this table does not hold; solve the \
                 game with distances"
                    .to_owned(),
            ));
        }
        let cells = self.load(&owner, tier, Metric::End, progress)?;
        let index = shelf.index(game, tier)?;
        let solved = Solved::whole(game, &*index, &cells);
        let task = certificate::Task {
            side: order.side,
            known: &|at: &G::Position| solved.look(at),
            twin: &|at: &G::Position| (shelf.twin)(game, at),
            sight: order.sight,
            sweeps: order.sweeps,
            seed: order.seed,
        };
        let Some(certificate) = certificate::build(game, &task, progress) else {
            return Err(LabError::Input(format!(
                "{} loses {} against best play: there is nothing to prove",
                order.side, kit.info.spec
            )));
        };
        let text = certificate.write(game, &kit.info.spec);
        let report = self.check_certificate(&text).map_err(LabError::Table)?;
        Ok((text, report))
    }

    pub(super) fn check_certificate(&self, text: &str) -> Result<CertificateReport, String> {
        let kit = &*self.kit;
        let twin = |at: &G::Position| (self.shelf.twin)(&kit.game, at);
        let proved = certificate::check(&kit.game, &twin, text).map_err(|flaw| flaw.to_string())?;
        if proved.game != kit.info.spec {
            return Err(format!(
                "expected a certificate of {}, got one of {}",
                kit.info.spec, proved.game
            ));
        }
        Ok(CertificateReport {
            game: proved.game,
            side: proved.side.word(),
            claim: proved.claim.word(),
            positions: proved.positions,
            sight: proved.sight,
            longest: proved.longest,
        })
    }

    pub(super) fn verify(
        &self,
        dir: &Path,
        which: Which<'_>,
        sample: Option<u64>,
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<Vec<VerifyReport>, LabError> {
        let owner = self.owner(dir);
        let check = |&tier: &Tier| {
            self.verify_tier(&owner, (tier, which.metric), sample, threads, progress)
        };
        self.find_tiers(which.what)?.iter().map(check).collect()
    }

    /// Checks one table against itself and the tables it leads to.
    fn verify_tier(
        &self,
        owner: &Owner<G>,
        (tier, metric): (Tier, Metric),
        sample: Option<u64>,
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<VerifyReport, LabError> {
        let (kit, shelf) = (&*self.kit, &self.shelf);
        let begun = Instant::now();
        let table = shelf.open(owner, tier, metric)?;
        let damaged = |error: TableError| LabError::Table(error.to_string());
        table.check().map_err(damaged)?;
        if table.header().contents == Contents::Value {
            return Err(LabError::Input(
                "a table of values without distances cannot be proved by its neighbours; \
                 solve it with distances"
                    .to_owned(),
            ));
        }
        let cells = self.load(owner, tier, metric, progress)?;
        let index = shelf.index(&kit.game, tier)?;
        let tiers = shelf.tiers(&kit.game)?;
        let mut around = HashMap::new();
        let group = tiers.group(tier).into_iter().map(|other| (other, metric));
        let needs = tiers.needs(tier).into_iter();
        // Of what it converts to the values count, which every metric has.
        for (other, metric) in group.chain(needs.map(|need| (need, Metric::End))) {
            let numbering = shelf.index(&kit.game, other)?;
            let cells = match other == tier {
                true => Arc::clone(&cells),
                false => self.load(owner, other, metric, progress)?,
            };
            around.insert(other, (numbering, cells));
        }
        let elsewhere = |at: &G::Position| {
            let Some(tier) = tiers.tier_of(at) else {
                return tiers.known(at);
            };
            let (numbering, cells) = around.get(&tier)?;
            let slot = numbering.slot(at)?;
            cells.slots().contains(&slot).then(|| cells.answer(slot))?
        };
        let verdict = verify::verify(
            &Solved::tier(&kit.game, &*index, &cells, &elsewhere, metric),
            sample,
            threads,
            progress,
        );
        let told = |probed: Option<Probed>| match probed {
            None => "nothing".to_owned(),
            Some(Probed {
                value,
                distance: Some(plies),
            }) => format!("{value} in {plies}"),
            Some(Probed { value, .. }) => value.to_string(),
        };
        let in_words = |fault: &verify::Fault| {
            let at = index.position(fault.slot);
            let at = at.map_or_else(String::new, |at| kit.game.write_position(&at));
            let (stored, derived) = (told(fault.stored), told(fault.derived));
            format!("{at}: the table says {stored}, its moves say {derived}")
        };
        Ok(VerifyReport {
            game: kit.info.spec.clone(),
            file: table.path().display().to_string(),
            checked: verdict.checked,
            seconds: begun.elapsed().as_secs_f64(),
            faults: verdict.faults.iter().map(in_words).collect(),
            stopped: verdict.stopped,
        })
    }
}
