//! Our Go beside GNU Go's, where it is installed.

mod board;
mod peer;
mod reading;
