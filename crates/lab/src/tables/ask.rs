//! Asking a table: a position, its header, counts, remarkable positions.

use std::path::Path;

use yomikiri_game_api::{Indexed, Notation, Picture, Probed, Side, Value};
use yomikiri_solver::Progress;
use yomikiri_solver::census::{self, Census, Convention};
use yomikiri_solver::find::{self, Search};
use yomikiri_solver::table::Contents;

use super::desk::Desk;
use super::{
    FindReport, FoundPosition, ProbeReport, ProbedMove, Property, StatsRow, TableInfo, TableStats,
};
use crate::session::Session;
use crate::{LabError, Place};

impl<G: Notation + Picture, I: Indexed<G> + 'static> Desk<G, I> {
    pub(super) fn probe(&self, dir: &Path, place: &Place<'_>) -> Result<ProbeReport, LabError> {
        let session = Session::open(&self.kit, place)?;
        let kit = &self.kit;
        let prober = self
            .solved
            .prober_of(&kit.game, &self.name(), &kit.info.spec, dir)?;
        let (game, at) = (&self.kit.game, session.line().last());
        let uncovered = || {
            LabError::Table(format!(
                "the table of {} does not cover {}",
                self.kit.info.spec,
                game.write_position(at)
            ))
        };
        let answer = self.asked(&prober, at)?.ok_or_else(uncovered)?;
        let mut legal = Vec::new();
        game.legal_moves(at, &mut legal);
        let mut moves = Vec::new();
        for mv in legal {
            let mut next = at.clone();
            game.play(&mut next, mv);
            let after = self.asked(&prober, &next)?.ok_or_else(uncovered)?;
            let same = game.turn(&next) == game.turn(at);
            moves.push((
                Probed {
                    value: if same {
                        after.value
                    } else {
                        after.value.flip()
                    },
                    distance: after.distance.map(|plies| plies + 1),
                },
                game.write_move(at, mv),
            ));
        }
        moves.sort_by_key(|(probed, text)| (best_first(*probed), text.clone()));
        Ok(ProbeReport {
            position: game.write_position(at),
            answer: answer.into(),
            unit: "plies",
            moves: moves
                .into_iter()
                .map(|(probed, text)| ProbedMove {
                    text,
                    answer: probed.into(),
                })
                .collect(),
        })
    }

    pub(super) fn info(&self, dir: &Path) -> Result<TableInfo, LabError> {
        let table = self.open(dir)?;
        let header = table.header();
        Ok(TableInfo {
            game: self.kit.info.spec.clone(),
            file: table.path().display().to_string(),
            contents: match header.contents {
                Contents::Distance => "distance",
                Contents::Value => "value",
            },
            slots: header.slots,
            block: header.block,
            deepest: header.deepest,
            bytes: table.bytes(),
            description: header.description.clone(),
            fingerprint: header
                .fingerprint
                .iter()
                .map(|byte| format!("{byte:02x}"))
                .collect(),
        })
    }

    pub(super) fn stats(
        &self,
        dir: &Path,
        threads: usize,
        reachable: bool,
        progress: &dyn Progress,
    ) -> Result<TableStats, LabError> {
        let (kit, solved) = (&*self.kit, &*self.solved);
        let table = self.open(dir)?;
        let cells = table
            .load()
            .map_err(|error| LabError::Table(error.to_string()))?;
        let index = solved.index(&kit.game)?;
        let wide = (solved.numbering.build_with_ends)(&kit.game).map_err(LabError::Input)?;
        let name = self.name();
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
            unit: "plies",
            by_distance: census.by_distance.clone(),
        };
        let count = |side: Side, convention, reached| {
            let slots = index.slots_of(side);
            census::census::<G, I>(
                &index, slots, &cells, convention, reached, threads, progress,
            )
        };
        let mut rows = Vec::new();
        for side in Side::BOTH {
            let mut all = count(side, Convention::All, None);
            // Leaders side by side have no slot: whoever is to move takes the other's.
            let more = census::takes_leader::<G, I>(&wide, wide.slots_of(side), threads)
                - all.takes_leader;
            if more > 0 {
                all.by_distance.resize(all.by_distance.len().max(2), 0);
                all.by_distance[1] += more;
            }
            rows.push(row(side, "all", &all));
        }
        for side in Side::BOTH {
            rows.push(row(side, "folded", &count(side, Convention::Folded, None)));
        }
        if reachable && let Some(start) = index.slot(&kit.game.start()) {
            let reached = census::reach::<G, I>(&index, start, threads, progress);
            for side in Side::BOTH {
                let census = count(side, Convention::Reachable, Some(&reached));
                rows.push(row(side, "reachable", &census));
            }
        }
        Ok(TableStats {
            game: kit.info.id.clone(),
            options: kit.info.spec.clone(),
            tables: rows,
        })
    }

    pub(super) fn find(
        &self,
        dir: &Path,
        property: Property,
        most: usize,
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<FindReport, LabError> {
        let (kit, solved) = (&*self.kit, &*self.solved);
        let table = self.open(dir)?;
        let cells = table
            .load()
            .map_err(|error| LabError::Table(error.to_string()))?;
        let (game, index) = (&kit.game, solved.index(&kit.game)?);
        let search = Search {
            most,
            threads,
            progress,
        };
        let findings = match property {
            Property::LongestWin => find::longest_wins::<G, I>(&index, &cells, search),
            Property::OnlyMove => find::only_winning_moves::<G, I>(&index, &cells, search),
            Property::Zugzwang => {
                let switch = |at: &G::Position| (solved.numbering.switch)(game, at);
                find::mutual_zugzwangs(game, &*index, &cells, switch, search)
            }
        };
        let shown = |found: &find::Found| {
            let at = index.position(found.slot)?;
            let answer = find::look(game, &*index, &cells, &at)?;
            let mut next = at.clone();
            let mut line = Vec::new();
            for mv in find::perfect_line(game, &*index, &cells, &at) {
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
            game: kit.info.spec.clone(),
            total: findings.total,
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
