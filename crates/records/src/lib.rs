//! Game records: plain data ([`Record`]) and the texts it is read from and written to.
//!
//! | format | what |
//! |---|---|
//! | `json` | the project's own record, versioned, one object a record; loses nothing |
//! | `kif` | text after the shogi record format KIF, with any start position; loses nothing |
//! | `pgn` | Portable Game Notation with comments, marks and variations |
//! | `xqf` | the binary files of Xiangqi Studio: read, not written |
//! | `native` | exact moves with spaces between, one game a line |
//! | a style of the game (`chess`, `shogi`) | moves as people write them, a pair a line |
//!
//! Reading goes in two steps. Text becomes a `ParsedRecord`, which knows nothing of games; a [`RecordCodec`],
//! who knows one game, then checks name, start, every move and the result. Nothing is written that
//! was not checked. All readers take time linear in the text and refuse, with the line and the ply,
//! what they cannot read.
//!
//! `docs/records.md` shows each format.

mod codec;
mod encoding;
mod ending;
mod error;
mod format;
mod json;
mod kif;
mod move_notation;
mod movetext;
mod parsed;
mod pgn;
mod record;
mod xqf;

pub use codec::RecordCodec;
pub use encoding::Encoding;
pub use error::{Fault, RecordError};
pub use format::Format;
pub use move_notation::MoveNotation;
pub use parsed::MAX_PLIES;
pub use record::{Ending, OUTSIDE_REASONS, Record, RecordedMove};
