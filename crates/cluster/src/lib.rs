//! Solving on several processes: the [kernel](yomikiri_solver::kernel) of the solver on shares of the
//! indices, with updates exchanged through timely dataflow. The table files are byte for byte those that
//! one process writes.
//!
//! | module | concept |
//! |---|---|
//! | [`partition`] | which process owns which index |
//! | [`batch`] | indices on their way: sorted, packed |
//! | [`exchange`] | parcels in steps; early ones are kept; in memory for tests, and by timely |
//! | `shard`, `front` | a process's share of a solve, round by round |
//! | `lane_share` | the same in lanes, 64 positions at a time |
//! | `outbox`, `asking` | indices on their way, cells that are asked for |
//! | `saved` | shares between two rounds, in files; also for another number of processes |
//! | `checkpoints` | when shares are saved: while the next rounds go on |
//! | [`solve`] | all tiers, one after the other |
//! | `gather` | solved shares, of which process 0 writes the table piece by piece |
//! | `needs` | rate, memory and bytes of all processes, for one progress line |
//! | [`collect`] | what every process has found out by itself, in process 0 |
//! | [`hosts`] | the list of processes |
//! | [`join`] | the handshake before the first step, and heartbeats |
//!
//! # The scheme, and why
//!
//! The kernel writes *marks*, not counts: an index is won because some move leads to a loss; an index
//! that may be lost becomes a candidate, and its moves are looked at. A mark that is written twice changes
//! nothing, so an interrupted round can be begun again and parcels may come in any order. Counting the
//! moves that do not lose yet, as most distributed solvers do, would save the looking, but a batch that
//! is applied twice would be a wrong table, and a count needs a second byte for each index.
//!
//! Looking at a candidate's moves needs values of indices that other processes own. Of those the kernel
//! asks only whether they are won at an earlier distance, or illegal, which makes no difference: **one
//! bit**. Each process keeps that bit for the indices of the others in the layer that is being solved,
//! and learns the changes in the same exchange that brings it the marks, or in a second one if they are
//! many. So a round has one exchange or two, nothing is asked back, and a process needs for each index of
//! its own a byte (two where moves lead to other tiers: the bound) and for every index of the layer an
//! eighth of a byte.
//!
//! Moves to earlier layers and other tiers are looked up once, before the rounds: those to other tiers in
//! finished tables, which every process reads; those to earlier layers by asking their owners.

mod asking;
pub mod batch;
mod checkpoints;
pub mod collect;
pub mod exchange;
mod front;
mod gather;
pub mod hosts;
pub mod join;
mod lane_share;
mod needs;
mod outbox;
pub mod partition;
mod saved;
mod shard;
pub mod solve;

use yomikiri_solver::local::SolveError;

/// Why processes cannot work together.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// The list of processes is wrong.
    #[error("{0}")]
    Hosts(String),
    /// The processes were not started for the same work.
    #[error("{0}")]
    Refused(String),
    /// Another process is gone, or silent.
    #[error("{0}")]
    Lost(String),
    /// What arrived makes no sense.
    #[error("the exchange between processes is broken: {0}")]
    Protocol(String),
    /// A file or a connection.
    #[error("{0}")]
    Io(String),
}

impl From<ClusterError> for SolveError {
    fn from(error: ClusterError) -> Self {
        SolveError::Elsewhere(error.to_string())
    }
}
