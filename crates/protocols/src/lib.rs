//! Engine protocols as typed messages, without input or output.
//!
//! | file | contents |
//! |---|---|
//! | `protocol.rs` | [`Protocol`]: the protocols and their greetings |
//! | `ask.rs` | [`go_lines`]: a request for a move, in each protocol |
//! | `answer.rs` | [`Answer`]: the engine's output |
//! | `dialect.rs` | [`Dialect`]: positions and moves as engines write them |
//! | `engine/` | the engine side: commands and answers |
//!
//! The engines' coordinates differ from ours (Fairy-Stockfish counts ranks from the bottom, USI
//! counts files from the right, ranks begin at 0 or at 1); a [`Dialect`] translates text
//! to text and knows no rules.

mod answer;
mod ask;
mod dialect;
pub mod engine;
mod protocol;

pub use answer::{Answer, Thinking, read_answer};
pub use ask::go_lines;
pub use dialect::Dialect;
pub use protocol::Protocol;
