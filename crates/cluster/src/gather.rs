//! The solved shares of all processes as the cells of one table: process 0 writes it, and gets the cells
//! piece by piece, so that no process ever has more than its share.

use std::cell::RefCell;
use std::ops::Range;

use yomikiri_solver::Cells;
use yomikiri_solver::cell::{Code, Coding};
use yomikiri_solver::local::SolveError;
use yomikiri_solver::table::SharedCells;

use crate::ClusterError;
use crate::exchange::{Mail, Status};
use crate::partition::Partition;

/// Bytes of cells in a parcel.
const PARCEL: usize = 1 << 20;
/// Cells of this process that are looked at at a time.
const PIECE: u64 = 1 << 16;

/// The share of a process when everything is solved.
pub(crate) struct SolvedShare<'s, 'e, C: Code> {
    pub(crate) mail: &'s RefCell<Mail<'e>>,
    pub(crate) partition: Partition,
    pub(crate) cells: Vec<C::Shared>,
}

impl<C: Code> SolvedShare<'_, '_, C> {
    /// Appends cells of this process as bytes.
    fn put(&self, locals: Range<u64>, bytes: &mut Vec<u8>) {
        C::put_all(
            &self.cells[locals.start as usize..locals.end as usize],
            bytes,
        );
    }

    /// The bytes that every other process sends for a piece of the table, by process.
    fn receive(&self, counts: &[u64]) -> Result<Vec<Vec<u8>>, ClusterError> {
        let width = C::CODING.bytes();
        let lengths = counts.iter().map(|&count| count as usize * width);
        let mut theirs: Vec<Vec<u8>> = lengths.map(|length| vec![0; length]).collect();
        let mut missing: usize = theirs.iter().map(Vec::len).sum();
        let mut mail = self.mail.borrow_mut();
        mail.finish(Status::default(), &mut |from, contents| {
            let bad = || ClusterError::Protocol("cells of nobody".to_owned());
            let (number, bytes) = contents.split_first_chunk().ok_or_else(bad)?;
            let first = u32::from_le_bytes(*number) as usize * PARCEL;
            let place = theirs[from].get_mut(first..first + bytes.len());
            place.ok_or_else(bad)?.copy_from_slice(bytes);
            missing = missing.checked_sub(bytes.len()).ok_or_else(bad)?;
            Ok(())
        })?;
        match missing {
            0 => Ok(theirs),
            missing => Err(ClusterError::Protocol(format!(
                "{missing} bytes of cells are missing"
            ))),
        }
    }
}

fn cells_of(coding: Coding, bytes: Vec<u8>) -> Cells {
    match coding {
        Coding::Cell8 => Cells::from_u8(bytes),
        Coding::Cell16 => {
            let cells = bytes.chunks_exact(2);
            let cells = cells.map(|bytes| u16::from_le_bytes([bytes[0], bytes[1]]));
            Cells::from_u16(cells.collect())
        }
    }
}

impl<C: Code> SharedCells for SolvedShare<'_, '_, C> {
    fn coding(&self) -> Coding {
        C::CODING
    }

    fn size(&self) -> u64 {
        self.partition.size()
    }

    fn is_writer(&self) -> bool {
        self.mail.borrow().process() == 0
    }

    fn gather(&self, indices: &[Range<u64>]) -> Result<Option<Cells>, SolveError> {
        let parts = || {
            let indices = indices.iter().cloned();
            indices.flat_map(|indices| self.partition.parts(indices))
        };
        let process = self.mail.borrow().process();
        if process > 0 {
            let mut bytes = Vec::new();
            for (_, local, count) in parts().filter(|(owner, ..)| *owner == process) {
                self.put(local..local + count, &mut bytes);
            }
            let mut mail = self.mail.borrow_mut();
            for (number, some) in (0u32..).zip(bytes.chunks(PARCEL)) {
                let mut contents = number.to_le_bytes().to_vec();
                contents.extend_from_slice(some);
                mail.send(0, &contents)?;
            }
            mail.finish(Status::default(), &mut |_, _| Ok(()))?;
            return Ok(None);
        }
        let mut counts = vec![0; self.partition.processes()];
        parts().for_each(|(owner, _, count)| counts[owner] += count);
        let total: u64 = counts.iter().sum();
        counts[0] = 0;
        let theirs = self.receive(&counts)?;
        let width = C::CODING.bytes();
        let mut told = vec![0; theirs.len()];
        let mut bytes = Vec::with_capacity(total as usize * width);
        for (owner, local, count) in parts() {
            if owner == 0 {
                self.put(local..local + count, &mut bytes);
            } else {
                let from = told[owner];
                told[owner] += count as usize * width;
                bytes.extend_from_slice(&theirs[owner][from..told[owner]]);
            }
        }
        Ok(Some(cells_of(C::CODING, bytes)))
    }

    fn own(&self, visit: &mut dyn FnMut(Cells)) {
        let process = self.mail.borrow().process();
        let mut locals = 0..self.cells.len() as u64;
        while !locals.is_empty() {
            let some = locals.start..locals.end.min(locals.start + PIECE);
            let row = self.partition.row(process, &some);
            let count = row.end - row.start;
            let mut bytes = Vec::new();
            self.put(some.start..some.start + count, &mut bytes);
            visit(cells_of(C::CODING, bytes).starting_at(row.start));
            locals.start += count;
        }
    }

    fn sum(&self, mut counts: Vec<u64>) -> Result<Vec<u64>, SolveError> {
        let mut mail = self.mail.borrow_mut();
        let bytes: Vec<u8> = counts
            .iter()
            .flat_map(|count| count.to_le_bytes())
            .collect();
        for to in mail.others() {
            mail.send(to, &bytes)?;
        }
        mail.finish(Status::default(), &mut |_, contents| {
            let more = contents.chunks_exact(8);
            counts.resize(counts.len().max(more.len()), 0);
            for (sum, bytes) in counts.iter_mut().zip(more) {
                let more = u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
                *sum = sum.wrapping_add(more);
            }
            Ok(())
        })?;
        Ok(counts)
    }
}
