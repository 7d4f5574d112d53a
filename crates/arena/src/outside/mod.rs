//! External engines over pipes.
//!
//! `command.rs` reads how to start one, `process.rs` handles pipes and kills hanging processes,
//! `engine.rs` speaks the protocol.

mod command;
mod engine;
mod process;

pub use command::EngineCommand;
pub use engine::Outside;
