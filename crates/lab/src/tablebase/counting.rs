//! Headers and counts of tables, and remarkable positions in them.

use yomikiri_game_api::{Metric, Notation, Picture, Side, Tier, Tiers, Value};
use yomikiri_solver::tablebase::{self, CountRow, Property};
use yomikiri_solver::{NoProgress, Progress};

use super::Selection;
use super::reports::{
    CheckDifference, CheckDifferences, FindReport, FoundPosition, StatsRow, TableInfo, TableStats,
};
use super::typed::TypedTablebase;
use crate::LabError;

impl<G: Notation + Picture, T: Tiers<G> + 'static> TypedTablebase<G, T> {
    /// Headers of tables.
    pub(super) fn headers(&self, selection: Selection<'_>) -> Result<Vec<TableInfo>, LabError> {
        let (base, told) = (&*self.base, |error| self.told(error));
        base.refresh();
        let info = |tier| {
            let open = base.open(tier, selection.metric).map_err(told)?;
            let (table, header) = (open.table(), open.table().header());
            Ok(TableInfo {
                game: base.location().spec.clone(),
                table: base.table_name(tier),
                file: table.path().display().to_string(),
                contents: header.contents,
                size: header.size,
                block: header.block,
                deepest: header.deepest,
                unit: base.tiers().unit(),
                bytes: table.bytes(),
                description: header.description.clone(),
                fingerprint: yomikiri_solver::hex(&header.fingerprint),
                complete: (selection.metric == Metric::Check).then_some("check"),
            })
        };
        self.each_tier(selection, info)
    }

    /// Counts.
    pub(super) fn count(
        &self,
        selection: Selection<'_>,
        threads: usize,
        reachable: bool,
        progress: &dyn Progress,
    ) -> Result<TableStats, LabError> {
        let (base, told) = (&*self.base, |error| self.told(error));
        let (mut rows, mut differences) = (Vec::new(), Vec::new());
        for tier in base.parse_tiers(selection.tiers).map_err(told)? {
            let counts = base.stats(tier, selection.metric, reachable, threads, progress);
            rows.extend(self.stats_rows(tier, selection, counts.map_err(told)?));
            differences.extend(self.differences(tier, selection, progress)?);
        }
        Ok(self.table_stats(rows, differences))
    }

    /// The counts that are stored beside the table files; `None` if some would have to be counted.
    pub(super) fn stored_counts(
        &self,
        selection: Selection<'_>,
        reachable: bool,
    ) -> Result<Option<TableStats>, LabError> {
        let (base, told) = (&*self.base, |error| self.told(error));
        let (mut rows, mut differences) = (Vec::new(), Vec::new());
        for tier in base.parse_tiers(selection.tiers).map_err(told)? {
            let stored = base.stored_stats(tier, selection.metric, reachable);
            match stored.map_err(told)? {
                Some(counts) => rows.extend(self.stats_rows(tier, selection, counts)),
                None => return Ok(None),
            }
            differences.extend(self.differences(tier, selection, &NoProgress)?);
        }
        Ok(Some(self.table_stats(rows, differences)))
    }

    /// Positions of one table with a property, at most so many of them.
    pub(super) fn find_positions(
        &self,
        selection: Selection<'_>,
        wanted: (Property, usize),
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<FindReport, LabError> {
        let (base, told) = (&*self.base, |error| self.told(error));
        let tier = base.parse_tier(selection.tiers).map_err(told)?;
        let found = base.find((tier, selection.metric), wanted, threads, progress);
        let (findings, found) = found.map_err(told)?;
        let shown = |found: tablebase::Found<G>| FoundPosition {
            line: self.written(&found.at, found.line),
            position: base.game().write_position(&found.at),
            answer: found.probed.into(),
        };
        Ok(FindReport {
            game: base.location().spec.clone(),
            total: findings.total,
            by_distance: findings.by_distance,
            draws: findings.draws,
            found: found.into_iter().map(shown).collect(),
        })
    }

    /// The rows of a table, under the name that was asked for: with other colours where that is turned.
    fn stats_rows(
        &self,
        tier: Tier,
        selection: Selection<'_>,
        counts: Vec<CountRow>,
    ) -> impl Iterator<Item = StatsRow> {
        let base = &*self.base;
        let turned = self.turned(selection);
        let seen = |side: Side| if turned.is_some() { !side } else { side };
        let mut rows: Vec<StatsRow> = counts
            .into_iter()
            .map(|row| StatsRow {
                name: turned.clone().unwrap_or_else(|| base.table_name(tier)),
                tier: turned.clone().unwrap_or_else(|| base.tiers().name(tier)),
                side: seen(row.side),
                convention: row.convention,
                positions: row.census.positions(),
                win: row.census.wins(),
                draw: row.census.draws,
                loss: row.census.losses(),
                checkmated: row.knows_checks.then_some(row.census.checkmated),
                stalemated: row
                    .knows_checks
                    .then_some(row.census.finished - row.census.checkmated),
                longest_win: row.census.longest_win().filter(|_| row.has_distances),
                longest_loss: row.census.longest_loss().filter(|_| row.has_distances),
                unit: base.tiers().unit(),
                by_distance: match row.has_distances {
                    true => row.census.by_distance(),
                    false => Vec::new(),
                },
            })
            .collect();
        // The first side's rows first, whichever colours the table has.
        rows.sort_by_key(|row| (row.convention as usize, row.side.index()));
        rows.into_iter()
    }

    /// The name of the table that was asked for, if that has its colours exchanged.
    fn turned(&self, selection: Selection<'_>) -> Option<String> {
        self.base.tiers().turned_name(selection.tiers?)
    }

    fn table_stats(&self, tables: Vec<StatsRow>, differences: Vec<CheckDifferences>) -> TableStats {
        TableStats {
            game: self.definition.info.id.clone(),
            options: self.base.location().spec.clone(),
            tables,
            differences,
        }
    }

    /// What the rule on perpetual check changes, if its tables are meant.
    fn differences(
        &self,
        tier: Tier,
        selection: Selection<'_>,
        progress: &dyn Progress,
    ) -> Result<Option<CheckDifferences>, LabError> {
        if selection.metric != Metric::Check {
            return Ok(None);
        }
        let base = &*self.base;
        let kinds = base.differences(tier, progress);
        let kinds = kinds.map_err(|error| self.told(error))?;
        Ok(Some(CheckDifferences {
            name: base.table_name(tier),
            positions: kinds.iter().map(|kind| kind.positions).sum(),
            cannot_check: base.cannot_check(tier),
            kinds: kinds
                .into_iter()
                .map(|kind| CheckDifference {
                    side: kind.side,
                    plain: Value::Draw,
                    check: kind.value,
                    positions: kind.positions,
                    position: base.game().write_position(&kind.example),
                })
                .collect(),
        }))
    }
}
