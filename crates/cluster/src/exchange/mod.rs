//! The exchange of parcels between processes, step by step.
//!
//! A step is everything that happens between two barriers: each process sends parcels, then closes the
//! step, and goes on when all have closed it and everything that was sent to it has arrived. Parcels of
//! one step come in any order. A process may run ahead by one step, so parcels of the next step may
//! come early: `Mail` keeps them by their step until it is their turn.

pub mod memory;
pub mod timely;

use std::collections::BTreeMap;

use yomikiri_solver::Together;

use crate::ClusterError;
use crate::needs::Needs;

/// Carries parcels to other processes.
pub trait Exchange {
    /// The number of this process.
    fn process(&self) -> usize;
    /// How many there are.
    fn processes(&self) -> usize;
    /// Sends a parcel.
    fn send(&mut self, to: usize, step: u64, parcel: Vec<u8>) -> Result<(), ClusterError>;
    /// Says that this process sends nothing more at a step.
    fn close(&mut self, step: u64) -> Result<(), ClusterError>;
    /// A parcel that has arrived, of any step; `None` if there is none now.
    fn poll(&mut self) -> Result<Option<(u64, Vec<u8>)>, ClusterError>;
    /// Whether all processes have closed a step and [`poll`](Exchange::poll) has told all of its parcels. If
    /// not, waits a little for something to happen.
    fn is_over(&mut self, step: u64) -> Result<bool, ClusterError>;
}

/// What every process tells every other one at the end of each step, besides the number of parcels.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Status {
    /// The last round has decided something, or the first two are still to come.
    pub(crate) has_found: bool,
    /// Bounds apply in later rounds.
    pub(crate) is_pending: bool,
    /// A bound does not fit into a byte.
    pub(crate) is_too_deep: bool,
    /// A checkpoint is to be written after this round: only process 0 says so.
    pub(crate) saves: bool,
    /// The last checkpoint is still being written.
    pub(crate) is_saving: bool,
    /// Another exchange is to come, in which the sender tells what the last round has closed.
    pub(crate) tells_later: bool,
}

impl Status {
    fn bits(self) -> u8 {
        u8::from(self.has_found)
            | u8::from(self.is_pending) << 1
            | u8::from(self.is_too_deep) << 2
            | u8::from(self.saves) << 3
            | u8::from(self.is_saving) << 4
            | u8::from(self.tells_later) << 5
    }

    fn of(bits: u8) -> Self {
        Status {
            has_found: bits & 1 != 0,
            is_pending: bits & 2 != 0,
            is_too_deep: bits & 4 != 0,
            saves: bits & 8 != 0,
            is_saving: bits & 16 != 0,
            tells_later: bits & 32 != 0,
        }
    }

    fn or(self, other: Self) -> Self {
        Status::of(self.bits() | other.bits())
    }
}

/// Takes the contents of a parcel, and from which process it is.
pub(crate) type Take<'t> = dyn FnMut(usize, &[u8]) -> Result<(), ClusterError> + 't;

/// Bytes that may be on their way to all other processes together before these have reached the step. What
/// comes early is kept until then, and must take little memory.
const AHEAD: u64 = 8 << 20;
/// Bytes that every one of them may be sent.
const AHEAD_EACH: u64 = 1 << 19;

/// First byte of a parcel: what the rest is.
const CONTENTS: u8 = 0;
const STATUS: u8 = 1;
/// Nothing but that its sender has reached the step.
const HERE: u8 = 2;
/// That, and the sender.
const HEAD: usize = 3;

/// The sender of a parcel, and what comes after that.
fn opened(parcel: &[u8]) -> Option<(usize, &[u8])> {
    let (head, contents) = parcel.split_at_checked(HEAD)?;
    Some((
        usize::from(u16::from_le_bytes([head[1], head[2]])),
        contents,
    ))
}

/// Parcels with their steps: counts them, and keeps those that come early.
pub(crate) struct Mail<'e> {
    exchange: &'e mut dyn Exchange,
    step: u64,
    /// Parcels of later steps.
    early: BTreeMap<u64, Vec<Vec<u8>>>,
    /// Parcels of this step to each process and from each.
    sent: Vec<u32>,
    received: Vec<u32>,
    /// Bytes of this step to each process, and the step after the last one of which something came from it.
    bytes_to: Vec<u64>,
    reached: Vec<u64>,
    told: Vec<Option<(u32, Status)>>,
    /// Bytes that were sent so far.
    pub(crate) bytes: u64,
    /// What this process has done and needs, and what the others have told last.
    pub(crate) own: Needs,
    theirs: Vec<Together>,
}

impl<'e> Mail<'e> {
    pub(crate) fn new(exchange: &'e mut dyn Exchange) -> Self {
        let processes = exchange.processes();
        Mail {
            exchange,
            step: 0,
            early: BTreeMap::new(),
            sent: vec![0; processes],
            received: vec![0; processes],
            bytes_to: vec![0; processes],
            reached: vec![0; processes],
            told: vec![None; processes],
            bytes: 0,
            own: Needs::default(),
            theirs: vec![Together::default(); processes],
        }
    }

    /// What all processes have done and need, as far as it was told.
    pub(crate) fn together(&mut self) -> Together {
        let own = self.own.now(self.bytes);
        let theirs = self.theirs.iter();
        theirs.fold(own, |sum, other| Together {
            processes: sum.processes + other.processes,
            looked: sum.looked + other.looked,
            memory: sum.memory + other.memory,
            sent: sum.sent + other.sent,
        })
    }

    pub(crate) fn process(&self) -> usize {
        self.exchange.process()
    }

    pub(crate) fn processes(&self) -> usize {
        self.exchange.processes()
    }

    /// All processes but this one.
    pub(crate) fn others(&self) -> impl Iterator<Item = usize> + use<> {
        let process = self.process();
        (0..self.processes()).filter(move |&other| other != process)
    }

    pub(crate) fn send(&mut self, to: usize, contents: &[u8]) -> Result<(), ClusterError> {
        self.wait_for(to)?;
        self.sent[to] += 1;
        self.post(to, CONTENTS, contents)
    }

    /// Waits until a process has reached this step, if much was sent to it. It says something when it has: before
    /// it waits itself, and at the latest that it sends nothing more.
    fn wait_for(&mut self, to: usize) -> Result<(), ClusterError> {
        let most = (AHEAD / self.processes() as u64).max(AHEAD_EACH);
        if self.bytes_to[to] < most || self.reached[to] > self.step {
            return Ok(());
        }
        for other in self.others() {
            if self.bytes_to[other] == 0 {
                self.post(other, HERE, &[])?;
            }
        }
        loop {
            self.keep_moving()?;
            if self.reached[to] > self.step {
                return Ok(());
            }
            self.exchange.is_over(self.step)?;
        }
    }

    /// The next parcel that has arrived, with its step.
    fn next(&mut self) -> Result<Option<(u64, Vec<u8>)>, ClusterError> {
        let next = self.exchange.poll()?;
        if let Some((step, parcel)) = &next
            && let Some((from, _)) = opened(parcel)
            && let Some(reached) = self.reached.get_mut(from)
        {
            *reached = (*reached).max(step + 1);
        }
        Ok(next)
    }

    fn post(&mut self, to: usize, what: u8, contents: &[u8]) -> Result<(), ClusterError> {
        // The exchange may have to add an address.
        let mut parcel = Vec::with_capacity(contents.len() + HEAD + 8);
        parcel.push(what);
        parcel.extend_from_slice(&(self.process() as u16).to_le_bytes());
        parcel.extend_from_slice(contents);
        self.bytes += parcel.len() as u64;
        self.bytes_to[to] += parcel.len() as u64;
        self.exchange.send(to, self.step, parcel)
    }

    /// Hands out what has arrived for this step.
    pub(crate) fn receive(&mut self, take: &mut Take<'_>) -> Result<(), ClusterError> {
        for parcel in self.early.remove(&self.step).unwrap_or_default() {
            self.open(&parcel, take)?;
        }
        while let Some((step, parcel)) = self.next()? {
            if step == self.step {
                self.open(&parcel, take)?;
            } else if step > self.step {
                self.early.entry(step).or_default().push(parcel);
            } else {
                return Err(ClusterError::Protocol(format!(
                    "expected parcels of step {} or later, got one of step {step}",
                    self.step
                )));
            }
        }
        Ok(())
    }

    /// Lets the engine work, and keeps what arrives: nothing of the next exchange may be seen while a round
    /// is decided.
    pub(crate) fn keep_moving(&mut self) -> Result<(), ClusterError> {
        while let Some((step, parcel)) = self.next()? {
            self.early.entry(step).or_default().push(parcel);
        }
        Ok(())
    }

    fn open(&mut self, parcel: &[u8], take: &mut Take<'_>) -> Result<(), ClusterError> {
        let bad = || ClusterError::Protocol("a parcel has no sender".to_owned());
        let (from, contents) = opened(parcel).ok_or_else(bad)?;
        if from >= self.processes() {
            return Err(bad());
        }
        match (parcel[0], contents) {
            (STATUS, &[bits, a, b, c, d, ref needs @ ..]) => {
                let count = u32::from_le_bytes([a, b, c, d]);
                self.told[from] = Some((count, Status::of(bits)));
                let mut needs = needs
                    .chunks_exact(8)
                    .map(|bytes| u64::from_le_bytes(bytes.try_into().expect("eight bytes")));
                let mut next = || needs.next().unwrap_or(0);
                self.theirs[from] = Together {
                    processes: 1,
                    looked: next(),
                    memory: next(),
                    sent: next(),
                };
                Ok(())
            }
            (CONTENTS, contents) => {
                self.received[from] += 1;
                take(from, contents)
            }
            (HERE, []) => Ok(()),
            _ => Err(ClusterError::Protocol("an unknown parcel".to_owned())),
        }
    }

    /// Closes the step, hands out its parcels until all are there, and begins the next one. What all
    /// processes say, joined.
    pub(crate) fn finish(
        &mut self,
        status: Status,
        take: &mut Take<'_>,
    ) -> Result<Status, ClusterError> {
        let own = self.own.now(self.bytes);
        for to in self.others() {
            let mut contents = vec![status.bits()];
            contents.extend_from_slice(&self.sent[to].to_le_bytes());
            for need in [own.looked, own.memory, own.sent] {
                contents.extend_from_slice(&need.to_le_bytes());
            }
            self.post(to, STATUS, &contents)?;
        }
        self.exchange.close(self.step)?;
        loop {
            self.receive(take)?;
            if self.exchange.is_over(self.step)? {
                break;
            }
        }
        self.receive(take)?;
        let mut joined = status;
        for from in self.others() {
            // The engine says that everything is there; a parcel that is not would be a wrong table.
            match self.told[from] {
                Some((count, status)) if count == self.received[from] => {
                    joined = joined.or(status);
                }
                told => {
                    return Err(ClusterError::Protocol(format!(
                        "expected {} parcels from process {from} at step {}, got {}",
                        told.map_or_else(
                            || "the number of".to_owned(),
                            |(count, _)| count.to_string()
                        ),
                        self.step,
                        self.received[from]
                    )));
                }
            }
        }
        self.step += 1;
        self.sent.fill(0);
        self.received.fill(0);
        self.bytes_to.fill(0);
        self.told.fill(None);
        Ok(joined)
    }
}

#[cfg(test)]
mod tests {
    use super::memory::exchanges;
    use super::*;

    /// All send in a ring, more than may be ahead, before any of them receives; then once more after a step.
    #[test]
    fn nobody_waits_for_ever_however_much_is_sent() {
        for processes in [2, 3, 5] {
            std::thread::scope(|scope| {
                for (process, mut exchange) in exchanges(processes, 7).into_iter().enumerate() {
                    scope.spawn(move || {
                        let mut mail = Mail::new(&mut exchange);
                        let contents = vec![process as u8; 1 << 20];
                        for _ in 0..2 {
                            for _ in 0..10 {
                                mail.send((process + 1) % processes, &contents).unwrap();
                            }
                            let mut got = 0;
                            let mut take = |from: usize, contents: &[u8]| {
                                assert_eq!(from, (process + processes - 1) % processes);
                                assert_eq!(contents[0], from as u8);
                                got += contents.len();
                                Ok(())
                            };
                            mail.finish(Status::default(), &mut take).unwrap();
                            assert_eq!(got, 10 << 20);
                        }
                    });
                }
            });
        }
    }

    /// What comes from a process that is ahead is bounded until this one has reached the step.
    #[test]
    fn little_comes_early() {
        let mut all = exchanges(2, 3);
        let (mut other, mut exchange) = (all.pop().unwrap(), all.pop().unwrap());
        std::thread::scope(|scope| {
            scope.spawn(move || {
                let mut mail = Mail::new(&mut other);
                for _ in 0..40 {
                    mail.send(0, &[1; 1 << 20]).unwrap();
                }
                mail.finish(Status::default(), &mut |_, _| Ok(())).unwrap();
            });
            let mut mail = Mail::new(&mut exchange);
            let kept = |mail: &Mail<'_>| -> usize {
                let parcels = mail.early.values().flatten();
                parcels.map(Vec::len).sum()
            };
            // It says that it is there when it would have to wait: nothing more comes before this one says so, too.
            while mail.reached[1] == 0 || kept(&mail) < AHEAD as usize / 2 {
                mail.keep_moving().unwrap();
            }
            for _ in 0..1000 {
                mail.keep_moving().unwrap();
            }
            assert!(kept(&mail) < AHEAD as usize / 2 + (2 << 20));
            let mut got = 0;
            mail.finish(Status::default(), &mut |_, contents| {
                got += contents.len();
                Ok(())
            })
            .unwrap();
            assert_eq!(got, 40 << 20);
        });
    }
}
