//! The real program, run from outside: answers, errors, exit codes.

mod answers;
mod arena;
mod bad_input;
mod common;
mod convert;
mod documents;
mod generated;
mod janken;
mod play;
mod serve;
mod tables;
mod xiangqi;
