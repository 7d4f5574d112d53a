//! Rooms: games between people and engines that outlive connections and the server itself.
//!
//! `room` is the state, made from facts; `decide` says what a wish leads to; `actor` is the task
//! that owns a room and stores facts before it tells them, `thinking` its dealings with engines;
//! `hall` has all rooms.

mod actor;
mod clock;
mod decide;
pub(crate) mod fact;
mod hall;
mod presence;
mod room;
mod thinking;
mod token;

pub(crate) use actor::{Command, Outbox, StudyPlace};
pub(crate) use hall::Hall;
