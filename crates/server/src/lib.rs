//! The laboratory over HTTP and WebSocket: games between people and engines, analysis, tables, and
//! the page that shows them.
//!
//! The server knows no rules. It speaks to `lab` in text and plain data, keeps rooms (`rooms`),
//! stores what happens before it tells anybody (`store`), and lets engines think on a bounded
//! pool (`engines`).

mod access_log;
mod api;
mod app;
mod assets;
mod books;
mod engines;
mod fair_queue;
mod host_check;
mod listener;
mod log;
pub mod messages;
mod network;
mod packing;
mod page_files;
mod peers;
mod rate_limit;
mod rooms;
mod security_headers;
mod settings;
mod socket;
mod solving;
mod store;
mod time;
mod validate;
mod workers;
mod write_deadline;

#[cfg(feature = "schema")]
pub use api::description::openapi;
pub use app::{Server, ServerError};
pub use log::{LogStyle, interrupted, start_log};
pub use settings::{ServerLimits, Settings};
pub use store::{RecordDatabase, Store, StoreError};
