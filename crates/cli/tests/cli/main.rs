//! The real program as a process: answers, errors, exit codes.

mod answers;
mod arena;
mod bad_input;
mod book;
mod book_formats;
mod cluster;
mod cluster_trials;
mod common;
mod convert;
mod documents;
mod generated;
mod janken;
mod network;
mod play;
mod problems;
mod queue;
mod queue_tables;
mod records;
mod serve;
mod streaming;
mod suites;
mod tables;
mod xiangqi;
