//! Solving games completely: retrograde analysis over an [`Indexed`](yomikiri_game_api::Indexed)
//! numbering, tables on disk, probing, verification.
//!
//! | module | concept |
//! |---|---|
//! | [`cell`] | one byte or two for a slot: its value and distance |
//! | [`Cells`] | the cells of solved slots |
//! | [`kernel`] | the steps of the analysis on pieces of work; no threads, no files |
//! | [`due`] | when hopes outside the layer fall due |
//! | [`memory`] | large pages for cells |
//! | [`local`] | drives the kernel over the cores of one machine, tier by tier, with checkpoints |
//! | `run` | a solve under way, slot by slot |
//! | `rows` | the same for numberings in rows, 64 slots at a time |
//! | [`table`] | the file format: writing, reading by blocks, checksums |
//! | [`complete`] | what a table leaves out, told by one move |
//! | [`probe`] | asking a table about a position |
//! | [`Solved`] | solved slots with the tiers around them |
//! | [`verify`] | checking every entry against its successors by the plain rules |
//! | [`census`] | counting: by value, by distance, what the start can reach |
//! | [`find`] | positions with a property: longest wins, zugzwangs, only moves |
//! | [`certificate`] | a small strategy that proves the start's value, and its checker |

pub mod cell;
mod cells;
pub mod census;
pub mod certificate;
mod checkpoint;
pub mod due;
pub mod find;
pub mod kernel;
mod left_out;
pub mod local;
pub mod memory;
pub mod probe;
mod rows;
mod run;
mod solved;
pub mod table;
pub mod verify;
mod work;

pub use cells::Cells;
pub use left_out::complete;
pub use solved::Solved;
pub use work::{Progress, Silent};

/// A short name of what a table depends on.
pub fn fingerprint(identity: &str) -> [u8; 32] {
    *blake3::hash(identity.as_bytes()).as_bytes()
}
