//! Opening books: a file in SQLite, what its numbers mean, and how a move is chosen.
//!
//! | file | what |
//! |---|---|
//! | `edge.rs` | a move of a position with its counts and marks |
//! | `estimate.rs` | what counts say: expectation, bounds, what was learned |
//! | `policy.rs` | which of several moves is played, and how likely |
//! | `schema.rs`, `header.rs` | the tables of a file, and which game and rules it is about |
//! | `book.rs` | an open file: positions, moves, marks, statistics |
//! | `learn.rs` | results of finished games, and taking them back |
//! | `merge.rs` | what another book knows, added to this one |
//! | `other.rs` | the files of other programs |
//! | `sorter.rs` | counting more moves than fit in memory |
//! | `draft.rs` | a new file, which appears under its name when it is complete |
//! | `index.rs` | the same in memory, for play |
//!
//! Nothing here knows a game: positions and moves are texts, and whoever knows the game gives the key of a
//! position. `docs/book-format.md` describes the file, `docs/book.md` its use.

mod book;
mod draft;
mod edge;
mod error;
mod estimate;
mod header;
mod index;
mod learn;
mod merge;
mod other;
mod policy;
mod schema;
mod sorter;

pub use book::{Book, BookStats, Mark, Scored, Verification};
pub use draft::{Draft, NewEdge};
pub use edge::{Counts, Edge, Place, Standing, UNMARKED};
pub use error::BookError;
pub use estimate::{Bounds, bounds, expected, learned};
pub use header::{Header, VERSION};
pub use index::{BookIndex, IndexedMove};
pub use learn::{Credit, Finished, Learned, RecordHash, record_hash};
pub use merge::Locate;
pub use other::{OtherEntry, OtherFormat};
pub use policy::{Candidate, Policy, PolicyKind, chances};
pub use sorter::{Occurrence, Sorted, Sorter, Tally};
