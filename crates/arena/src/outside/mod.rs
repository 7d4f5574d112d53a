//! Outside engines over pipes.
//!
//! `command.rs` reads how to start one, `process.rs` keeps the pipes and kills what hangs,
//! `engine.rs` holds the conversation.

mod command;
mod engine;
mod process;

pub use command::EngineCommand;
pub use engine::Outside;
