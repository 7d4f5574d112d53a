//! A process's share of a solve in lanes: the rows of some pairs of kings, 64 positions at a time.
//!
//! The solver's own rounds go on here as on one machine. They ask about the rows of other processes which
//! indices are lost and which are won, two bits each; whoever solves a row tells those whose rows have steps to it.

use std::sync::Arc;

use yomikiri_game_api::{Game, Indexer, LANES, Locality};
use yomikiri_solver::Progress;
use yomikiri_solver::cell::Code;
use yomikiri_solver::lanes::{LanePeers, RoundStatus, RowChange, RowShare};
use yomikiri_solver::local::SolveError;

use crate::ClusterError;
use crate::asking;
use crate::batch::{self, Kind};
use crate::checkpoints::Checkpoints;
use crate::exchange::{Mail, Status};
use crate::outbox::Outbox;
use crate::partition::Partition;
use crate::saved::{Set, Shares};

/// The rows of a process, and its indices of the table.
pub(crate) struct LaneRows {
    /// Of the indices of rows, those that the table leaves out included.
    pub(crate) partition: Partition,
    pub(crate) table: Partition,
    /// The same in rows, for one process.
    pub(crate) rows: RowShare,
}

impl LaneRows {
    /// The rows with so many indices; `None` if a period or a part of it ends within a row.
    pub(crate) fn new<G: Game, I: Indexer<G>>(
        indexer: &I,
        indices: u64,
        (process, processes): (usize, usize),
    ) -> Option<Self> {
        let Locality { period, block } = indexer.locality();
        let is_whole = period.is_multiple_of(LANES) && indices.is_multiple_of(period);
        let block = match (block.is_multiple_of(LANES), LANES.is_multiple_of(block)) {
            (true, _) => block,
            (_, true) => LANES,
            _ => return None,
        };
        is_whole.then(|| {
            let partition = Partition::of(indices, period, block, processes as u64);
            let table = Partition::of(indexer.size(), period, block, processes as u64);
            let cuts = partition.cuts().iter().map(|cut| cut / LANES);
            let of_table = (table.share(process), table.size());
            LaneRows {
                rows: RowShare::new(period / LANES, cuts.collect(), process, of_table),
                table,
                partition,
            }
        })
    }

    fn owner(&self, row: u64) -> usize {
        self.partition.owner(row * LANES).0
    }
}

/// The way from a share to the others.
pub(crate) struct LaneMail<'l, 'e> {
    mail: &'l mut Mail<'e>,
    rows: &'l LaneRows,
    checkpoints: Checkpoints<'l>,
    /// What to go on from, and how indices were divided then.
    from: Option<(Set, &'l Shares, Partition)>,
    progress: &'l dyn Progress,
    won: Outbox,
    lost: Outbox,
}

impl<'l, 'e> LaneMail<'l, 'e> {
    pub(crate) fn new(
        mail: &'l mut Mail<'e>,
        rows: &'l LaneRows,
        checkpoints: Checkpoints<'l>,
        from: Option<(Set, &'l Shares, Partition)>,
        (packing, progress): (batch::Packing, &'l dyn Progress),
    ) -> Self {
        let processes = mail.processes();
        LaneMail {
            won: Outbox::new(Kind::Closed, packing, processes),
            lost: Outbox::new(Kind::Lost, packing, processes),
            mail,
            rows,
            checkpoints,
            from,
            progress,
        }
    }

    /// How many checkpoints were begun.
    pub(crate) fn count(&self) -> u64 {
        self.checkpoints.count
    }
}

/// The indices of a row with a bit each.
fn indices_of(row: u64, mut bits: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        (bits != 0).then(|| {
            let index = row * LANES + u64::from(bits.trailing_zeros());
            bits &= bits - 1;
            index
        })
    })
}

/// Calls `take` with what a batch says, row by row.
fn take_rows(contents: &[u8], take: &mut dyn FnMut(RowChange)) -> Result<(), ClusterError> {
    let is_won = match contents.first() {
        Some(&kind) if kind == Kind::Closed as u8 => true,
        Some(&kind) if kind == Kind::Lost as u8 => false,
        _ => return Err(ClusterError::Protocol("a batch of no row".to_owned())),
    };
    let mut of_row = (0, 0);
    let mut flush = |(row, bits): (u64, u64)| {
        if bits != 0 {
            let (won, lost) = if is_won { (bits, 0) } else { (0, bits) };
            take(RowChange { row, won, lost });
        }
    };
    batch::unpack(contents, |index| {
        if index / LANES != of_row.0 {
            flush(of_row);
            of_row = (index / LANES, 0);
        }
        of_row.1 |= 1 << (index % LANES);
    })?;
    flush(of_row);
    Ok(())
}

impl<C: Code> LanePeers<C> for LaneMail<'_, '_> {
    fn tell(&mut self, to: usize, change: RowChange) -> Result<(), SolveError> {
        let (process, processes) = (self.mail.process(), self.mail.processes());
        // Processes beyond the 64th share a bit with others: whoever need not know is told for nothing.
        for to in (to..processes)
            .step_by(LANES as usize)
            .filter(|&to| to != process)
        {
            self.won.extend(to, indices_of(change.row, change.won));
            self.lost.extend(to, indices_of(change.row, change.lost));
        }
        self.won.send(self.mail, batch::MOST)?;
        self.lost.send(self.mail, batch::MOST)?;
        Ok(())
    }

    fn step(
        &mut self,
        status: RoundStatus,
        take: &mut dyn FnMut(RowChange),
    ) -> Result<RoundStatus, SolveError> {
        self.won.send(self.mail, 1)?;
        self.lost.send(self.mail, 1)?;
        let own = Status {
            has_found: status.has_found,
            is_pending: status.is_pending,
            is_too_deep: status.is_too_deep,
            ..self.checkpoints.status()?
        };
        let rows = self.rows;
        let joined = self.mail.finish(own, &mut |from, contents| {
            let mut fault = false;
            take_rows(
                contents,
                &mut |change| match rows.owner(change.row) == from {
                    true => take(change),
                    false => fault = true,
                },
            )?;
            match fault {
                false => Ok(()),
                true => Err(ClusterError::Protocol("a row of somebody else".to_owned())),
            }
        })?;
        self.checkpoints.agreed(joined);
        self.progress.together(self.mail.together());
        Ok(RoundStatus {
            has_found: joined.has_found,
            is_pending: joined.is_pending,
            is_too_deep: joined.is_too_deep,
            saves: joined.saves,
        })
    }

    fn ask(&mut self, cells: &[C::Shared], indices: &[u64]) -> Result<Vec<C::Cell>, SolveError> {
        let mut asked = vec![Vec::new(); self.mail.processes()];
        for &index in indices {
            let (owner, local) = self.rows.partition.owner(index);
            asked[owner].push(local);
        }
        let answers = asking::ask::<C>(self.mail, self.won.packing(), cells, &asked)?;
        let mut answers: Vec<_> = answers.into_iter().map(Vec::into_iter).collect();
        let owners = indices
            .iter()
            .map(|&index| self.rows.partition.owner(index).0);
        let cells = owners.map(|owner| answers[owner].next());
        let cells: Option<Vec<C::Cell>> = cells.collect();
        cells.ok_or_else(|| ClusterError::Protocol("an answer is missing".to_owned()).into())
    }

    fn save(&mut self, place: (u32, u32), cells: &Arc<Vec<C::Shared>>) -> Result<(), SolveError> {
        self.checkpoints.save::<C>(place, cells, &Arc::default())
    }

    fn settle(&mut self) -> Result<(), SolveError> {
        self.checkpoints.wait()
    }

    fn load(&mut self, cells: &[C::Shared]) -> Result<Option<(u32, u32)>, SolveError> {
        let Some((set, shares, before)) = &self.from else {
            return Ok(None);
        };
        let process = self.mail.process();
        let partitions = (before, &self.rows.partition);
        shares.load::<C>(*set, partitions, process, (cells, &(0..0)))?;
        Ok(Some((set.layer, set.distance)))
    }
}
