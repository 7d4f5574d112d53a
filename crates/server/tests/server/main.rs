//! The real server on a loopback port, spoken to as browsers do.

mod bad_input;
mod books;
mod common;
mod compose;
mod counting;
mod databases;
mod documents;
#[cfg(target_os = "linux")]
mod fairness;
mod hidden_setup;
mod messages;
mod pages;
mod playing;
mod several_servers;
mod slow_clients;
mod solving;
mod store_faults;
mod tablebase;
mod types;
