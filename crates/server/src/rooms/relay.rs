//! A room that another server has, as visitors of this one see it: what they say goes there, and what the
//! room says comes back.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

use super::actor::{Reply, RoomCommand};
use super::presence::Caller;
use super::registry::{RoomRegistry, push, storage};
use super::room::Room;
use super::usage::Usage;
use crate::messages::ApiError;
use crate::peers::{self, MOVED, Peers, Question, Relayed, RelayedError, ServerId};
use crate::time::now_ms;

/// How long a relay waits for visitors before it goes.
const IDLE: Duration = Duration::from_secs(1);
/// How long a room elsewhere has to let a visitor in.
const JOIN: Duration = Duration::from_secs(10);

/// What a room says, told here or by another server. Both look the same outside.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Told<T> {
    Here(T),
    There(Value),
}

struct Relay {
    registry: Arc<RoomRegistry>,
    peers: Arc<Peers>,
    room: String,
    owner: ServerId,
    own: mpsc::WeakSender<RoomCommand>,
    callers: HashSet<Caller>,
}

/// Serves a room that another server has, until nobody is there, or the room has moved.
pub(super) async fn run(
    registry: Arc<RoomRegistry>,
    peers: Arc<Peers>,
    (room, owner): (String, ServerId),
    usage: Arc<Usage>,
    own: mpsc::WeakSender<RoomCommand>,
    mut commands: mpsc::Receiver<RoomCommand>,
) {
    let mut relay = Relay {
        registry,
        peers,
        room,
        owner,
        own,
        callers: HashSet::new(),
    };
    let reason = loop {
        let attended = !relay.callers.is_empty();
        usage.note(attended, false, true);
        let command = tokio::select! {
            command = commands.recv() => command,
            () = sleep(IDLE), if !attended => None,
        };
        usage.used(now_ms());
        match command {
            None if commands.is_empty() => break MOVED,
            None => {}
            Some(RoomCommand::Close) => break "shutdown",
            // Somebody asks this server for the room, so it is not where it was.
            Some(RoomCommand::Moved | RoomCommand::Here(_)) => break MOVED,
            Some(RoomCommand::Evict) if !attended => break MOVED,
            Some(RoomCommand::Evict) => usage.set_leaving(false),
            Some(command) => relay.obey(command).await,
        }
    };
    for caller in relay.callers.drain() {
        relay.peers.remove_visitor(caller, reason);
        let leave = Relayed::Leave { caller };
        relay.peers.send(relay.owner, leave).await;
    }
    relay.registry.retire(&relay.room);
}

impl Relay {
    async fn obey(&mut self, command: RoomCommand) {
        match command {
            RoomCommand::Join {
                token,
                seen,
                address,
                outbox,
                reply,
            } => {
                let caller = self.registry.caller();
                let joined = self.peers.add_visitor(caller, self.owner, outbox);
                self.callers.insert(caller);
                let join = Relayed::Join {
                    room: self.room.clone(),
                    caller,
                    token,
                    seen,
                    address,
                };
                self.peers.send(self.owner, join).await;
                let (peers, own, owner) = (Arc::clone(&self.peers), self.own.clone(), self.owner);
                tokio::spawn(async move {
                    let joined = timeout(JOIN, joined).await.map_err(|_| ());
                    let joined = joined.and_then(|answer| answer.map_err(|_| ()));
                    if let Ok(None) = joined {
                        let _ = reply.send(Ok(caller));
                        return;
                    }
                    peers.remove_visitor(caller, MOVED);
                    peers.send(owner, Relayed::Leave { caller }).await;
                    say(&own, RoomCommand::Leave { caller });
                    match joined {
                        Ok(Some(error)) => refuse(reply, error, &own),
                        // Dropped: asked again, perhaps of another server.
                        _ => drop(reply),
                    }
                });
            }
            RoomCommand::Leave { caller } => {
                if self.callers.remove(&caller) {
                    self.peers.remove_visitor(caller, MOVED);
                    let leave = Relayed::Leave { caller };
                    self.peers.send(self.owner, leave).await;
                }
            }
            RoomCommand::Said {
                caller,
                reference,
                message,
            } if self.callers.contains(&caller) => {
                let said = Relayed::Said {
                    caller,
                    reference,
                    message,
                };
                self.peers.send(self.owner, said).await;
            }
            RoomCommand::Sit { side, reply } => {
                let room = self.room.clone();
                self.ask(Question::Sit { room, side }, reply, |seated| {
                    serde_json::from_value(seated).map_err(|_| ApiError::internal())
                });
            }
            RoomCommand::Look { reply } => {
                let room = self.room.clone();
                self.ask(Question::Look { room }, reply, |view| Ok(Told::There(view)));
            }
            // Everything that anybody has seen is stored.
            RoomCommand::Record { reply } => {
                let room = self.stored().await;
                let _ = reply.send(room.map(|room| (Arc::clone(&room.game), room.record().into())));
            }
            RoomCommand::Study { ply, reply } => {
                let room = self.stored().await;
                let _ = reply.send(room.and_then(|room| room.study(ply)));
            }
            // Its own server lists it.
            RoomCommand::Glance { reply } => _ = reply.send(Ok(None)),
            RoomCommand::Said { .. }
            | RoomCommand::Thought { .. }
            | RoomCommand::Dead { .. }
            | RoomCommand::DrawJudged { .. }
            | RoomCommand::Evict
            | RoomCommand::Moved
            | RoomCommand::Here(_)
            | RoomCommand::Close => {}
        }
    }

    async fn stored(&self) -> Result<Room, ApiError> {
        let room = self
            .registry
            .load(&self.room, None)
            .await
            .map_err(storage)?;
        room.ok_or_else(ApiError::unknown_room)
    }

    /// Asks the room's server something, without holding up others.
    fn ask<T: Send + 'static>(
        &self,
        question: Question,
        reply: Reply<T>,
        read: impl FnOnce(Value) -> Result<T, ApiError> + Send + 'static,
    ) {
        let (peers, own, owner) = (Arc::clone(&self.peers), self.own.clone(), self.owner);
        tokio::spawn(async move {
            match peers.ask(owner, question).await {
                Some(Ok(answer)) => _ = reply.send(read(answer)),
                Some(Err(error)) => refuse(reply, error, &own),
                None => {}
            }
        });
    }
}

/// Passes an error on; but a room that is not there any more is looked for elsewhere.
fn refuse<T>(reply: Reply<T>, error: RelayedError, own: &mpsc::WeakSender<RoomCommand>) {
    let error = ApiError::from(error);
    if error.body.code == peers::moved().body.code {
        say(own, RoomCommand::Moved);
        return;
    }
    let _ = reply.send(Err(error));
}

fn say(own: &mpsc::WeakSender<RoomCommand>, command: RoomCommand) {
    if let Some(own) = own.upgrade() {
        push(&own, command);
    }
}
