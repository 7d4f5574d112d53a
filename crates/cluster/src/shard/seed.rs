//! What the moves out of a layer are worth.

use std::ops::Range;
use std::sync::Arc;

use yomikiri_game_api::{Conversion, Cursor, Game, Indexer};
use yomikiri_solver::cell::Code;
use yomikiri_solver::depth_buckets::DepthBuckets;
use yomikiri_solver::kernel::{self, SeedError};
use yomikiri_solver::local::{SolveError, earlier_values};

use super::view::SeedView;
use super::{Halt, SWEEP, Shard, no_fault};
use crate::ClusterError;
use crate::batch::{self, Kind};
use crate::exchange::{Mail, Status};

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
                answers = self.ask(mail, &asked)?;
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

    /// Asks other processes for cells; the answers in the order of what was asked. All processes do so
    /// at the same time.
    fn ask(
        &self,
        mail: &mut Mail<'_>,
        asked: &[Vec<u64>],
    ) -> Result<Vec<Vec<C::Cell>>, ClusterError> {
        for (to, asked) in asked.iter().enumerate() {
            for (number, some) in (0u32..).zip(asked.chunks(batch::MOST)) {
                let mut contents = number.to_le_bytes().to_vec();
                contents.extend(batch::pack(
                    Kind::Asked,
                    self.task.packing,
                    &mut some.to_vec(),
                ));
                mail.send(to, &contents)?;
            }
        }
        let mut answers = Vec::new();
        mail.finish(Status::default(), &mut |from, contents| {
            let (number, batch) = numbered(contents)?;
            let mut answer = number.to_le_bytes().to_vec();
            let mut fault = false;
            batch::unpack(batch, |local| match self.cells.get(local as usize) {
                Some(cell) => C::put(C::get(cell), &mut answer),
                None => fault = true,
            })?;
            answers.push((from, answer));
            no_fault(fault)
        })?;
        for (to, answer) in answers {
            mail.send(to, &answer)?;
        }
        let mut cells: Vec<Vec<C::Cell>> = asked
            .iter()
            .map(|asked| vec![C::UNKNOWN; asked.len()])
            .collect();
        mail.finish(Status::default(), &mut |from, contents| {
            let (number, answer) = numbered(contents)?;
            let places = cells[from].chunks_mut(batch::MOST).nth(number as usize);
            let places = places.unwrap_or_default();
            let answer = answer.chunks_exact(C::CODING.bytes());
            no_fault(answer.len() != places.len())?;
            for (place, bytes) in places.iter_mut().zip(answer) {
                *place = C::take(bytes);
            }
            Ok(())
        })?;
        Ok(cells)
    }
}

/// A number and what comes after it.
fn numbered(contents: &[u8]) -> Result<(u32, &[u8]), ClusterError> {
    let Some((number, rest)) = contents.split_first_chunk() else {
        return Err(ClusterError::Protocol("a parcel is too short".to_owned()));
    };
    Ok((u32::from_le_bytes(*number), rest))
}
