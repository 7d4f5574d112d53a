//! Rooms: games between people and engines that outlive connections and the server itself.
//!
//! `room` is the state, made from events; `decide` says which events a message leads to; `actor` is the task
//! that owns a room and stores events before it tells them, `thinking` its dealings with engines; `counting`
//! the agreement on a result after play has stopped;
//! `registry` has all rooms; `relay` stands for a room that another server has.

mod actor;
mod clock;
mod counting;
mod decide;
pub(crate) mod event;
mod presence;
mod registry;
mod relay;
mod room;
mod sealed;
mod thinking;
mod token;
mod undo;
mod usage;

pub(crate) use actor::{Outbox, RoomCommand, Study};
pub(crate) use registry::RoomRegistry;
pub(crate) use relay::Told;
pub(crate) use token::random;
