//! Indices for other processes, sent when a batch is full.

use crate::ClusterError;
use crate::batch::{self, Kind, Packing};
use crate::exchange::Mail;

/// Indices of one kind, by the process that they are for.
pub(crate) struct Outbox {
    kind: Kind,
    packing: Packing,
    waiting: Vec<Vec<u64>>,
}

impl Outbox {
    pub(crate) fn new(kind: Kind, packing: Packing, processes: usize) -> Self {
        Outbox {
            kind,
            packing,
            waiting: vec![Vec::new(); processes],
        }
    }

    pub(crate) fn packing(&self) -> Packing {
        self.packing
    }

    #[inline]
    pub(crate) fn push(&mut self, to: usize, index: u64) {
        self.waiting[to].push(index);
    }

    pub(crate) fn extend(&mut self, to: usize, indices: impl Iterator<Item = u64>) {
        self.waiting[to].extend(indices);
    }

    /// Sends what is waiting if it is at least so many for a process.
    pub(crate) fn send(&mut self, mail: &mut Mail<'_>, least: usize) -> Result<(), ClusterError> {
        for (to, waiting) in self.waiting.iter_mut().enumerate() {
            while waiting.len() >= least.max(1) {
                let from = waiting.len().saturating_sub(batch::MOST);
                let mut some = waiting.split_off(from);
                mail.send(to, &batch::pack(self.kind, self.packing, &mut some))?;
            }
        }
        Ok(())
    }
}
