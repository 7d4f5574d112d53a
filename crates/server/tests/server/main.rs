//! The real server on a loopback port, spoken to as browsers do.

mod bad_input;
mod common;
mod compose;
mod databases;
mod documents;
mod messages;
mod pages;
mod playing;
mod store_faults;
mod tablebase;
mod types;
