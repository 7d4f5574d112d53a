//! Portable Game Notation, the record format that most programs read.
//!
//! ```text
//! [Event "?"]
//! [Site "?"]
//! [Date "2026.05.01"]
//! [Round "?"]
//! [White "peai"]
//! [Black "perm"]
//! [Result "1-0"]
//! [SetUp "1"]
//! [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
//!
//! 1. Kf2 $1 {a remark} (1. e4 Ke7) 1... Kf8 1-0
//! ```
//!
//! Tags, comments of both kinds, marks (`!`, `$3`), nested variations and several games in a text
//! are supported. The tag `Variant` has the game's name with options, `Termination` the reason if
//! the final position does not end the game. Times and scores are `[%emt …]` and `[%score …]` in
//! comments. A comment cannot contain `}`, which becomes `)`.

mod read;
pub(crate) mod style;
mod tokens;
mod write;

pub(crate) use read::parse_records;
pub(crate) use write::write;
