//! What the moves out of a layer are worth.

use std::ops::Range;
use std::sync::Arc;

use yomikiri_game_api::{Conversion, Cursor, Game, Indexer};
use yomikiri_solver::cell::Code;
use yomikiri_solver::depth_buckets::DepthBuckets;
use yomikiri_solver::kernel::{self, SeedError};
use yomikiri_solver::local::{SolveError, earlier_values};

use super::view::SeedView;
use super::{Halt, SWEEP, Shard};
use crate::asking;
use crate::exchange::Mail;

/// Indices whose conversions to earlier layers are asked for at a time.
const ASKED: u64 = 1 << 18;

impl<'r, G: Game, I: Indexer<G>, C: Code> Shard<'r, G, I, C> {
    /// Looks up what the moves out of the layer are worth. Cells of earlier layers that belong to other
    /// processes are asked for, so many at a time.
    pub(super) fn seed(&mut self, mail: &mut Mail<'_>) -> Result<(), Halt> {
        let locals = self.locals();
        let indices = self.indices();
        let earlier = earlier_values::<G, I>(self.task.indexer, self.task.children, self.layer)?;
        let mut bounds = vec![C::UNKNOWN; (locals.end - locals.start) as usize];
        let asks = self.layer > 0 && mail.processes() > 1;
        let widths = (0..mail.processes()).map(|process| {
            let locals = self.partition.locals(process, &indices);
            locals.end - locals.start
        });
        // All processes take part in as many exchanges, whatever their share.
        let parts = widths.max().unwrap_or(0).div_ceil(ASKED);
        let mut cursor = self.task.indexer.cursor();
        let total = locals.end - locals.start;
        self.task.progress.stage("seed", None, total);
        for part in 0..parts {
            let from = (locals.start + part * ASKED).min(locals.end);
            let some = from..(from + ASKED).min(locals.end);
            let mut asked = vec![Vec::new(); mail.processes()];
            let mut answers = vec![Vec::new(); mail.processes()];
            if asks {
                self.list_conversions(&mut cursor, some.clone(), &mut asked)?;
                answers = asking::ask::<C>(mail, self.task.packing, &self.cells, &asked)?;
            }
            let view = SeedView::<C> {
                partition: &self.partition,
                process: self.process,
                cells: &self.cells,
                asked: &asked,
                answers: &answers,
            };
            for (place, local) in some.clone().enumerate() {
                if (place as u64).is_multiple_of(SWEEP) {
                    self.check_stop()?;
                    mail.keep_moving()?;
                }
                if C::get(&self.cells[local as usize]) != C::UNKNOWN {
                    continue;
                }
                let index = self.partition.global(self.process, local);
                cursor.seek(index);
                let bound = kernel::bound_of(&mut cursor, view, index, self.task.metric, &*earlier);
                match bound {
                    Ok(bound) => bounds[(local - locals.start) as usize] = bound,
                    Err(SeedError::TooDeep) => self.is_too_deep = true,
                    Err(SeedError::Nowhere { index, conversion }) => {
                        return Err(SolveError::Nowhere { index, conversion }.into());
                    }
                }
            }
            self.task.progress.advance(some.end - some.start);
        }
        self.buckets = DepthBuckets::of::<C>(&bounds);
        self.bounds = Arc::new(bounds);
        Ok(())
    }

    /// The cells of earlier layers that moves from these indices lead to, by their owners.
    fn list_conversions(
        &self,
        cursor: &mut I::Cursor<'r>,
        locals: Range<u64>,
        asked: &mut [Vec<u64>],
    ) -> Result<(), Halt> {
        for local in locals {
            if local.is_multiple_of(SWEEP) {
                self.check_stop()?;
            }
            if C::get(&self.cells[local as usize]) != C::UNKNOWN {
                continue;
            }
            cursor.seek(self.partition.global(self.process, local));
            cursor.conversions(|conversion| {
                if let Conversion::Layer(next) = conversion {
                    let (owner, local) = self.partition.owner(next);
                    if owner != self.process {
                        asked[owner].push(local);
                    }
                }
            });
        }
        for asked in asked {
            asked.sort_unstable();
            asked.dedup();
        }
        Ok(())
    }
}
