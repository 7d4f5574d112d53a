//! The languages of outside engines, as typed messages. No input or output happens here.
//!
//! | file | what |
//! |---|---|
//! | `protocol.rs` | [`Protocol`]: which language, and how a conversation begins |
//! | `ask.rs` | [`Go`]: a request to think, in each language |
//! | `answer.rs` | [`Answer`]: what an engine says |
//! | `dialect.rs` | [`Dialect`]: positions and moves as engines write them |
//!
//! The engines' coordinates differ from ours (Fairy-Stockfish counts ranks from below, USI counts
//! files from the right, xiangqi has ranks 0 to 9 or 1 to 10); a [`Dialect`] translates text to
//! text and knows no rules.

mod answer;
mod ask;
mod dialect;
mod protocol;

pub use answer::{Answer, Thinking, read_answer};
pub use ask::{Dials, Go};
pub use dialect::Dialect;
pub use protocol::Protocol;
