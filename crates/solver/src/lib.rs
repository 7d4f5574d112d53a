//! Solving games completely: retrograde analysis over an [`Indexer`](yomikiri_game_api::Indexer), tables on disk, probing, verification.
//!
//! | module | concept |
//! |---|---|
//! | [`cell`] | one byte or two for an index: its value and distance |
//! | [`Cells`] | the cells of solved indices |
//! | [`kernel`] | the steps of the analysis on pieces of work; no threads, no files |
//! | [`depth_buckets`] | the rounds in which bounds from conversions apply |
//! | [`memory`] | large pages for cells |
//! | [`local`] | drives the kernel over the cores of one machine, tier by tier, with checkpoints |
//! | [`checkpoint`] | a solve between two rounds, in a file |
//! | `run` | a solve in progress, one index at a time |
//! | `frontier` | what a round has decided |
//! | [`owned`] | what one of several processes owns of numbers in periods |
//! | [`lanes`] | the same for indexers in rows, 64 positions at a time |
//! | [`stream`] | the same with less memory than the cells take: they are in a file |
//! | [`schedule`] | the order of tiers, child tiers in memory |
//! | [`table`] | the file format: writing, reading by blocks, checksums |
//! | [`reconstruct`] | values that a table leaves out, by a 1-ply search |
//! | [`tablebase`] | all tables of a game: names, open files, solving, probing, verifying |
//! | [`Solved`] | solved indices with the tiers around them |
//! | [`verify`] | checking every entry against its successors by the plain rules |
//! | [`census`] | counting: by value, by distance, what the start can reach |
//! | [`find`] | positions with a property: longest wins, zugzwangs, only moves |
//! | [`perpetual`] | what changes if perpetual check loses |
//! | [`certificate`] | a small strategy that proves the start's value, and its checker |

pub mod cell;
mod cells;
pub mod census;
pub mod certificate;
pub mod checkpoint;
pub mod depth_buckets;
pub mod find;
mod frontier;
pub mod kernel;
pub mod lanes;
pub mod local;
pub mod memory;
pub mod owned;
pub mod perpetual;
mod reconstruct;
mod run;
pub mod schedule;
mod solved;
pub mod stream;
pub mod table;
pub mod tablebase;
pub mod verify;
mod work;

pub use cells::Cells;
pub use reconstruct::{Wanted, reconstruct};
pub use solved::Solved;
pub use work::{NoProgress, Progress, Together};

/// Bytes as text.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A short name of what a table depends on.
pub fn fingerprint(identity: &str) -> [u8; 32] {
    *blake3::hash(identity.as_bytes()).as_bytes()
}
