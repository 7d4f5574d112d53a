//! Writing the table of a tier: what goes into its file, and how it is packed.

use yomikiri_game_api::{Game, Indexer, Metric, Side, Tier, Tiers};

use super::{SolveOrder, Tablebase, TablebaseError};
use crate::cell::Coding;
use crate::table::{self, Contents, Header, Packing, Source, StoredRanges};

/// Values in a block: a cold probe decodes one.
const BLOCK: u32 = 4096;
/// Blocks of tables of values only pack better when they are larger; decoding one takes 20 to 40 µs.
const VALUE_BLOCK: u32 = 1 << 15;
/// Predicted cells of a block: as many as a probe can afford to decode, because every block learns anew
/// what its cells are like.
const PREDICTED_BLOCK: u32 = 1 << 16;

impl<G: Game, T: Tiers<G>> Tablebase<G, T> {
    /// Writes the table of a tier that is solved.
    pub(super) fn write(
        &self,
        tier: Tier,
        metric: Metric,
        order: &SolveOrder,
        cells: Source<'_>,
    ) -> Result<(), TablebaseError> {
        let indices = cells.indices();
        let size = indices.end - indices.start;
        let indexer = self.indexer(tier)?;
        let part = self.tiers.part(&indexer, tier);
        let layout = indexer.layout();
        let small = layout.small_block;
        let is_byte = order.values_only || cells.coding() == Coding::Cell8;
        let digits = layout.digits.filter(|_| small.is_some() && is_byte);
        // Values alone are asked for in a hurry, and small anyway.
        let stored = match (order.values_only, digits) {
            (true, _) => StoredRanges::all(size),
            (false, None) => self.stored_ranges(tier)?,
            (false, Some(_)) => self.one_sided(tier)?,
        };
        let mut header = Header {
            description: self.description(tier, metric),
            fingerprint: self.fingerprint(tier, metric),
            contents: match order.values_only {
                true => Contents::Value,
                false => Contents::Distance,
            },
            coding: match order.values_only {
                true => Coding::Cell8,
                false => cells.coding(),
            },
            size,
            block: match (order.values_only, digits) {
                (_, Some(_)) => PREDICTED_BLOCK,
                (true, None) => VALUE_BLOCK,
                (false, None) => small.unwrap_or(BLOCK),
            },
            stored,
            deepest: cells.by_distance()?.len().saturating_sub(1) as u32,
            prediction: None,
        };
        let path = self.path(tier, metric);
        match digits {
            Some(digits) => {
                let legality = table::of_indexer::<G, _>(&indexer, part.start);
                let predicted = table::predicted(&header, cells, &*legality, digits)?;
                header.prediction = Some(predicted);
                table::write_predicted(&path, &header, cells, &*legality, order.threads)?;
            }
            None => {
                let packing = match small {
                    Some(_) => Packing::Small,
                    None => Packing::Quick,
                };
                table::write(&path, &header, cells, packing, order.threads)?;
            }
        }
        self.forget(tier, metric);
        Ok(())
    }

    /// The indices of a tier that go into its file if they stand in their order.
    fn one_sided(&self, tier: Tier) -> Result<StoredRanges, TablebaseError> {
        let usual = self.stored_ranges(tier)?;
        if usual.columns().is_none() {
            return Ok(usual);
        }
        let indexer = self.indexer(tier)?;
        let first = StoredRanges::some(indexer.size(), &indexer.indices_of(Side::First));
        Ok(first.unwrap_or(usual))
    }

    /// The indices of a tier that go into its file.
    pub(super) fn stored_ranges(&self, tier: Tier) -> Result<StoredRanges, TablebaseError> {
        let indexer = self.indexer(tier)?;
        let part = self.tiers.part(&indexer, tier);
        // A tier that is a part of its group is stored as a whole.
        let some = match part == (0..indexer.size()) {
            true => StoredRanges::of_layout(indexer.size(), &indexer.layout()),
            false => None,
        };
        Ok(some.unwrap_or_else(|| StoredRanges::all(part.end - part.start)))
    }

    /// The header's own words.
    pub(super) fn description(&self, tier: Tier, metric: Metric) -> String {
        let mut text = format!("game = {}\n", self.location.spec);
        let (tiers, name) = (&self.tiers, self.tiers.name(tier));
        if !name.is_empty() {
            let (metric, unit) = (metric.word(), tiers.unit().word());
            text += &format!("table = {name}\nmetric = {metric}\nunit = {unit}\n");
            for child in tiers.children(tier) {
                let fingerprint = crate::hex(&self.fingerprint(child, Metric::End));
                text += &format!("needs = {} {fingerprint}\n", tiers.name(child));
            }
        }
        text += &format!("builder = yomikiri {}\n", env!("CARGO_PKG_VERSION"));
        text
    }
}
