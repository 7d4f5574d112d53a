//! The languages of engines, as typed messages. No input or output happens here.
//!
//! | file | what |
//! |---|---|
//! | `protocol.rs` | [`Protocol`]: which language, and how a conversation begins |
//! | `ask.rs` | [`go_lines`]: a request to think, in each protocol |
//! | `answer.rs` | [`Answer`]: what an engine says |
//! | `dialect.rs` | [`Dialect`]: positions and moves as engines write them |
//! | `engine/` | the other side of the table: what an engine is told, and what it says |
//!
//! The engines' coordinates differ from ours (Fairy-Stockfish counts ranks from below, USI counts
//! files from the right, xiangqi has ranks 0 to 9 or 1 to 10); a [`Dialect`] translates text to
//! text and knows no rules.

mod answer;
mod ask;
mod dialect;
pub mod engine;
mod protocol;

pub use answer::{Answer, Thinking, read_answer};
pub use ask::go_lines;
pub use dialect::Dialect;
pub use protocol::Protocol;
