//! Game records: plain data ([`Record`]) and the formats it is read from and written to.
//!
//! | format | contents |
//! |---|---|
//! | `json` | our own versioned format, one object per record; lossless |
//! | `kif` | text in the style of KIF, with any start position; lossless |
//! | `pgn` | Portable Game Notation with comments, marks and variations |
//! | `sgf` | Smart Game Format, for games that declare it; lossless |
//! | `xqf` | the binary files of XQStudio: read only |
//! | `native` | coordinate moves separated by spaces, one game per line |
//! | a notation of the game | moves in that notation, a pair per line |
//!
//! Reading has two steps. Text becomes a `ParsedRecord`, which knows no game; then a
//! [`RecordCodec`], which knows one game, checks name, start, every move and the result. Nothing is
//! written that was not checked. All parsers take time linear in the text and reject bad input with
//! its line and ply.
//!
//! `docs/records.md` shows each format.

mod abilities;
mod codec;
mod encoding;
mod ending;
mod error;
mod find;
mod format;
mod json;
mod kif;
mod move_notation;
mod movetext;
mod parsed;
mod pgn;
mod reading;
mod record;
mod sgf;
mod tree;
mod xqf;

pub use abilities::RecordAbilities;
pub use codec::RecordCodec;
pub use encoding::Encoding;
pub use error::{Fault, RecordError};
pub use find::{BoardFound, BoardPattern, BoardView};
pub use format::Format;
pub use move_notation::MoveNotation;
pub use parsed::{MAX_NODES, MAX_PLIES};
pub use reading::{Judging, Note};
pub use record::{Ending, OUTSIDE_REASONS, Record};
pub use tree::{Action, Node, NodeId, Property, Tree};
