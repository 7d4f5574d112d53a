//! Independent pieces of work in PostgreSQL: a coordinator puts them there, workers on any machine take
//! them, and every piece is counted once, whoever dies on the way.
//!
//! | module | concept |
//! |---|---|
//! | [`queue`] | the tables, and what coordinators and workers do with them |
//! | `connection` | queries that wait until a restarted database answers again |
//!
//! A *run* is one task of a coordinator: a text that says what is to be done, and numbered *units*. A
//! worker takes a unit under a *lease*: until its deadline nobody else takes it. The worker renews the
//! lease while it works. When it dies, the deadline passes, and another worker takes the unit. What a worker
//! hands in after it has lost its lease is thrown away. This crate knows nothing about games: works and
//! results are texts.

mod connection;
pub mod queue;

pub use queue::{Failure, Handed, Job, Queue, QueueError, Run, WorkerReport};
