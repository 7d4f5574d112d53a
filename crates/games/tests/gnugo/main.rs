//! Our Go beside GNU Go's, where it is installed.

mod board;
mod peer;
mod problems;
mod reading;
mod twin;
