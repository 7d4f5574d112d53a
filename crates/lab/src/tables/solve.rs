//! Solving, into a file or in memory.

use std::time::{Duration, Instant};

use yomikiri_game_api::{Indexed, Notation, Picture, Side};
use yomikiri_solver::census::{self, Convention};
use yomikiri_solver::local::{self, Settings, SolveError};
use yomikiri_solver::table::{self, Contents, Header};
use yomikiri_solver::{Progress, cell, find};

use super::desk::Desk;
use super::{Answer, Estimate, SolveOrder, SolveReport, Study};
use crate::LabError;

/// Slots in a block: a cold probe decodes one.
const BLOCK: u32 = 4096;
/// Blocks of tables of values only pack better when they are larger.
const VALUE_BLOCK: u32 = 1 << 16;
/// How often the state of a long solve is saved.
const CHECKPOINT: Duration = Duration::from_secs(60);

impl<G: Notation + Picture, I: Indexed<G> + 'static> Desk<G, I> {
    pub(super) fn estimate(&self) -> Estimate {
        let slots = (self.solved.numbering.estimate)(&self.kit.game);
        // Measured: a byte and up to two bytes of frontier a slot; Dobutsu shogi packs to 0.22
        // bytes a slot and takes 0.6 microseconds of one core.
        Estimate {
            slots,
            memory: slots * 3.5 + 32e6,
            disk: slots * 0.25,
            cpu_seconds: slots * 0.6e-6,
        }
    }

    pub(super) fn solve(
        &self,
        order: &SolveOrder,
        progress: &dyn Progress,
    ) -> Result<SolveReport, LabError> {
        let (kit, solved) = (&*self.kit, &*self.solved);
        let estimate = self.estimate();
        let available = available_memory();
        if estimate.memory > available && !order.force {
            return Err(LabError::Input(format!(
                "{} has about {:.3e} positions to solve: that takes about {} of memory (there are \
                 {}), {} of disk and {:.0} processor seconds; --force tries all the same",
                kit.info.spec,
                estimate.slots,
                size(estimate.memory),
                size(available),
                size(estimate.disk),
                estimate.cpu_seconds
            )));
        }
        let begun = Instant::now();
        let index = solved.index(&kit.game)?;
        std::fs::create_dir_all(&order.dir)
            .map_err(|error| LabError::Table(format!("{}: {error}", order.dir.display())))?;
        let path = solved.path(&self.name(), &order.dir);
        let fingerprint = yomikiri_solver::fingerprint(&(solved.numbering.identity)(&kit.game));
        let checkpoint = path.with_extension("checkpoint");
        let settings = Settings {
            threads: order.threads,
            checkpoint: Some((checkpoint.clone(), CHECKPOINT)),
            fingerprint,
            resume: order.resume,
        };
        let solution =
            local::solve::<G, I>(&index, &settings, progress).map_err(|error| match error {
                SolveError::Interrupted { saved } => LabError::Interrupted(match saved {
                    true => format!("yomikiri solve '{}' --resume", kit.info.spec),
                    false => format!("yomikiri solve '{}'", kit.info.spec),
                }),
                other => LabError::Table(other.to_string()),
            })?;
        let contents = match order.values_only {
            true => Contents::Value,
            false => Contents::Distance,
        };
        let header = Header {
            description: format!(
                "game = {}\nbuilder = yomikiri {}\n",
                kit.info.spec,
                env!("CARGO_PKG_VERSION")
            ),
            fingerprint,
            contents,
            slots: index.slots(),
            block: if order.values_only {
                VALUE_BLOCK
            } else {
                BLOCK
            },
            deepest: solution.rounds.len().saturating_sub(1) as u32,
        };
        let bytes = table::write(&path, &header, &solution.cells, order.threads)
            .map_err(|error| LabError::Table(error.to_string()))?;
        let _ = std::fs::remove_file(&checkpoint);
        let census = census::census::<G, I>(
            &index,
            index.slots_of(Side::First),
            &solution.cells,
            Convention::Folded,
            None,
            order.threads,
            progress,
        );
        let start = index.slot(&kit.game.start());
        let start = start.and_then(|slot| cell::answer(solution.cells[slot as usize]));
        Ok(SolveReport {
            game: kit.info.spec.clone(),
            file: path,
            slots: index.slots(),
            positions: census.positions(),
            win: census.wins(),
            draw: census.draws,
            loss: census.losses(),
            longest_win: census.longest_win(),
            start: start.map(Answer::from),
            seconds: begun.elapsed().as_secs_f64(),
            bytes,
        })
    }

    pub(super) fn study(&self, threads: usize, progress: &dyn Progress) -> Result<Study, LabError> {
        let (kit, solved) = (&*self.kit, &*self.solved);
        let (game, index) = (&kit.game, solved.index(&kit.game)?);
        let settings = Settings {
            threads,
            checkpoint: None,
            fingerprint: [0; 32],
            resume: false,
        };
        let solution =
            local::solve::<G, I>(&index, &settings, progress).map_err(|error| match error {
                SolveError::Interrupted { .. } => LabError::Interrupted("run it again".to_owned()),
                other => LabError::Input(other.to_string()),
            })?;
        let slots = index.slots_of(Side::First);
        let cells = &solution.cells;
        let census = census::census::<G, I>(
            &index,
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

/// Memory that can be had, in bytes; infinite where the system does not tell.
fn available_memory() -> f64 {
    let told = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = told.lines().find(|line| line.starts_with("MemAvailable:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<f64>().ok());
    kilobytes.map_or(f64::INFINITY, |kilobytes| kilobytes * 1024.0)
}

/// Bytes for people.
fn size(bytes: f64) -> String {
    let units = ["bytes", "KB", "MB", "GB", "TB", "PB", "EB"];
    let power = ((bytes.max(1.0).log10() / 3.0) as usize).min(units.len() - 1);
    format!("{:.1} {}", bytes / 1000f64.powi(power as i32), units[power])
}
