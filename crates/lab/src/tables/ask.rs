//! Asking a table: a position, its header, counts, remarkable positions.

use std::path::Path;

use yomikiri_game_api::{
    Indexed, Metric, Notation, Picture, Probe, Probed, Side, Tier, Tiered, Unit, Value,
};
use yomikiri_solver::census::{self, Census, Convention};
use yomikiri_solver::find::{self, Search};
use yomikiri_solver::table::Contents;
use yomikiri_solver::{Progress, Solved};

use super::desk::Desk;
use super::measures::Measures;
use super::shelf::Owner;
use super::solve::hex;
use super::{
    FindReport, FoundPosition, ProbeReport, ProbedMove, Property, StatsRow, TableInfo, TableStats,
    Which,
};
use crate::session::Session;
use crate::{LabError, Place};

impl<G: Notation + Picture, T: Tiered<G> + 'static> Desk<G, T>
where
    T::Index: 'static,
{
    pub(super) fn probe(&self, dir: &Path, place: &Place<'_>) -> Result<ProbeReport, LabError> {
        let session = Session::open(&self.kit, place)?;
        let owner = self.owner(dir);
        let (game, at) = (&self.kit.game, session.line().last());
        let tiers = self.shelf.tiers(game)?;
        let prober = self.shelf.tier_probe(&owner, Metric::End)?;
        let asked = |at: &G::Position| -> Result<Probed, LabError> {
            let known = prober.probe(game, at);
            if let Some(known) = known.map_err(|error| LabError::Table(error.0))? {
                return Ok(known);
            }
            // Say which table is missing, if it is that.
            if let Some(tier) = tiers.tier_of(at) {
                let opened = self.shelf.open(&owner, tier, Metric::End);
                opened.map_err(|error| self.nor_borrowed(error, at))?;
            }
            Err(LabError::NotCovered {
                game: self.kit.info.spec.clone(),
                position: game.write_position(at),
            })
        };
        let measures = Measures::of(&self.shelf, &owner)?;
        let known = prober.probe(game, at);
        if known.is_ok_and(|known| known.is_none())
            && let Some(report) = self.borrowed_report(at)?
        {
            return Ok(report);
        }
        let answer = asked(at)?;
        let mut legal = Vec::new();
        game.legal_moves(at, &mut legal);
        let mut moves = Vec::new();
        for mv in legal {
            let mut next = at.clone();
            game.play(&mut next, mv);
            let after = asked(&next)?;
            let same = game.turn(&next) == game.turn(at);
            // The actions of a turn count once, where turns are counted.
            let goes_on = same && game.outcome(&next).is_none() && tiers.unit() == Unit::Turns;
            let worth = Probed {
                value: if same {
                    after.value
                } else {
                    after.value.flip()
                },
                distance: after
                    .distance
                    .map(|distance| distance + u32::from(!goes_on)),
            };
            let measured = measures.as_ref().map(|of| of.step(at, mv, &next, worth));
            moves.push((worth, game.write_move(at, mv), measured.transpose()?));
        }
        moves.sort_by(|(one, text, _), (other, text_of_other, _)| {
            (best_first(*one), text).cmp(&(best_first(*other), text_of_other))
        });
        Ok(ProbeReport {
            position: game.write_position(at),
            answer: answer.into(),
            unit: tiers.unit().word(),
            source: "table",
            measured: match &measures {
                Some(measures) => Some(measures.position(at, answer)?),
                None => None,
            },
            moves: moves
                .into_iter()
                .map(|(probed, text, measured)| ProbedMove {
                    text,
                    answer: probed.into(),
                    measured,
                })
                .collect(),
        })
    }

    pub(super) fn info(&self, dir: &Path, which: Which<'_>) -> Result<Vec<TableInfo>, LabError> {
        let owner = self.owner(dir);
        let unit = self.shelf.tiers(&self.kit.game)?.unit();
        let mut infos = Vec::new();
        for tier in self.find_tiers(which.what)? {
            let table = self.shelf.open(&owner, tier, which.metric)?;
            let header = table.header();
            infos.push(TableInfo {
                game: self.kit.info.spec.clone(),
                table: self.name_of(tier)?,
                file: table.path().display().to_string(),
                contents: match header.contents {
                    Contents::Distance => "distance",
                    Contents::Value => "value",
                },
                slots: header.slots,
                block: header.block,
                deepest: header.deepest,
                unit: unit.word(),
                bytes: table.bytes(),
                description: header.description.clone(),
                fingerprint: hex(&header.fingerprint),
            });
        }
        Ok(infos)
    }

    pub(super) fn stats(
        &self,
        dir: &Path,
        which: Which<'_>,
        threads: usize,
        reachable: bool,
        progress: &dyn Progress,
    ) -> Result<TableStats, LabError> {
        let kit = &*self.kit;
        if reachable && !self.shelf.is_whole() {
            return Err(LabError::Input(
                "what play from the start can reach is counted only in games that are solved as a \
                 whole"
                    .to_owned(),
            ));
        }
        let mut rows = Vec::new();
        for tier in self.find_tiers(which.what)? {
            let table = (tier, which.metric);
            rows.extend(self.rows(&self.owner(dir), table, threads, reachable, progress)?);
        }
        Ok(TableStats {
            game: kit.info.id.clone(),
            options: kit.info.spec.clone(),
            tables: rows,
        })
    }

    /// The counts of one table.
    fn rows(
        &self,
        owner: &Owner<G>,
        (tier, metric): (Tier, Metric),
        threads: usize,
        reachable: bool,
        progress: &dyn Progress,
    ) -> Result<Vec<StatsRow>, LabError> {
        let game = &owner.game;
        let unit = self.shelf.tiers(game)?.unit();
        let cells = self.load(owner, tier, metric, progress)?;
        let index = self.shelf.index(game, tier)?;
        let name = self.name_of(tier)?;
        let row = |side: Side, convention: &'static str, census: &Census| StatsRow {
            name: name.clone(),
            side: side.word(),
            convention,
            positions: census.positions(),
            win: census.wins(),
            draw: census.draws,
            loss: census.losses(),
            longest_win: census.longest_win(),
            longest_loss: census.longest_loss(),
            unit: unit.word(),
            by_distance: census.by_distance(),
        };
        let count = |side: Side, convention, reached| {
            let part = cells.slots();
            let mut sum = Census::default();
            for of_side in index.ranges_of(side) {
                let slots = of_side.start.max(part.start)..of_side.end.min(part.end);
                if !slots.is_empty() {
                    sum.merge(&census::census::<G, _>(
                        &*index, slots, &cells, convention, reached, threads, progress,
                    ));
                }
            }
            sum
        };
        let wide = match self.shelf.with_ends {
            Some(build) => Some(build(game).map_err(LabError::Input)?),
            None => None,
        };
        let mut rows = Vec::new();
        for side in Side::BOTH {
            let mut all = count(side, Convention::All, None);
            if let Some(wide) = &wide {
                // Leaders side by side have no slot: whoever is to move takes the other's.
                let more = census::takes_leader::<G, _>(wide, wide.slots_of(side), threads)
                    - all.takes_leader;
                if more > 0 {
                    let won = Probed {
                        value: Value::Win,
                        distance: Some(1),
                    };
                    all.add(won, more);
                }
            }
            rows.push(row(side, "all", &all));
        }
        for side in Side::BOTH {
            rows.push(row(side, "folded", &count(side, Convention::Folded, None)));
        }
        if reachable && let Some(start) = index.slot(&game.start()) {
            let reached = census::reach::<G, _>(&*index, start, threads, progress);
            for side in Side::BOTH {
                let census = count(side, Convention::Reachable, Some(&reached));
                rows.push(row(side, "reachable", &census));
            }
        }
        Ok(rows)
    }

    pub(super) fn find(
        &self,
        dir: &Path,
        which: Which<'_>,
        (property, most): (Property, usize),
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<FindReport, LabError> {
        let (game, shelf, owner) = (&self.kit.game, &self.shelf, self.owner(dir));
        let (tier, metric) = (self.find_tier(which.what)?, which.metric);
        let cells = self.load(&owner, tier, metric, progress)?;
        let index = shelf.index(game, tier)?;
        let others = shelf.tier_probe(&owner, Metric::End)?;
        let elsewhere = |at: &G::Position| others.stored(at).ok().flatten();
        let table = Solved::tier(game, &*index, &cells, &elsewhere, metric);
        let search = Search {
            most,
            threads,
            progress,
        };
        let findings = match property {
            Property::LongestWin => find::longest_wins(&table, search),
            Property::OnlyMove => find::only_winning_moves(&table, search),
            Property::Zugzwang => {
                let switch = |at: &G::Position| (shelf.switch)(game, at);
                find::mutual_zugzwangs(&table, switch, search)
            }
            Property::UnderPromotion => {
                let tiers = shelf.tiers(game)?;
                find::won_only_by(&table, |at, mv| tiers.is_under_promotion(at, mv), search)
            }
        };
        let shown = |found: &find::Found| {
            let at = index.position(found.slot)?;
            let answer = table.look(&at)?;
            let mut next = at.clone();
            let mut line = Vec::new();
            for mv in find::perfect_line(&table, &at) {
                line.push(game.write_move(&next, mv));
                game.play(&mut next, mv);
            }
            Some(FoundPosition {
                position: game.write_position(&at),
                answer: answer.into(),
                line,
            })
        };
        Ok(FindReport {
            game: owner.spec.clone(),
            total: findings.total,
            by_distance: findings.by_distance,
            draws: findings.draws,
            found: findings.found.iter().filter_map(shown).collect(),
        })
    }
}

/// The order of moves: sooner wins, then draws, then later losses.
fn best_first(probed: Probed) -> (u8, i64) {
    let plies = i64::from(probed.distance.unwrap_or(0));
    match probed.value {
        Value::Win => (0, plies),
        Value::Draw => (1, 0),
        Value::Loss => (2, -plies),
    }
}
