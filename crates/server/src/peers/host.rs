//! Visitors of other servers in rooms that are here.

use std::sync::Arc;

use serde_json::Value;
use tokio::sync::oneshot;

use super::{Guest, MOVED, Peers, Question, Relayed, RelayedError, ServerId};
use crate::messages::ApiError;
use crate::rooms::{Outbox, RoomCommand, RoomRegistry};

impl Peers {
    /// Does what another server says.
    pub(super) async fn obey(
        self: &Arc<Self>,
        registry: &Arc<RoomRegistry>,
        from: ServerId,
        message: Relayed,
    ) {
        match message {
            Relayed::Join { .. } => {
                let (peers, registry) = (Arc::clone(self), Arc::clone(registry));
                tokio::spawn(async move { peers.host(registry, from, message).await });
            }
            Relayed::Said {
                caller,
                reference,
                message,
            } => {
                let guest = self.lock().guests.get(&(from, caller)).map(|guest| {
                    let said = RoomCommand::Said {
                        caller: guest.caller,
                        reference,
                        message,
                    };
                    (guest.room.clone(), said)
                });
                let said = guest.is_some_and(|(room, said)| registry.try_tell(&room, said));
                if !said {
                    self.send_away(registry, from, caller).await;
                }
            }
            Relayed::Leave { caller } => {
                if let Some(guest) = self.lock().guests.remove(&(from, caller)) {
                    registry.leave(&guest.room, guest.caller);
                }
            }
            Relayed::Joined { caller, error } => {
                let mut state = self.lock();
                let visitor = state.visitors.get_mut(&caller);
                if let Some(joined) = visitor.and_then(|visitor| visitor.joined.take()) {
                    let _ = joined.send(error);
                }
            }
            Relayed::Text { caller, text } => {
                self.text(caller, text, registry.limits.outbox_bytes);
            }
            Relayed::Gone { caller, reason } => {
                let reason = if reason == "slow" { "slow" } else { MOVED };
                self.remove_visitor(caller, reason);
            }
            Relayed::Ask { number, question } => {
                let (peers, registry) = (Arc::clone(self), Arc::clone(registry));
                tokio::spawn(async move {
                    let answer = answer(&registry, question).await;
                    let answer = answer.map_err(RelayedError::from);
                    peers.send(from, Relayed::Answer { number, answer }).await;
                });
            }
            Relayed::Answer { number, answer } => {
                if let Some((_, asked)) = self.lock().asked.remove(&number) {
                    let _ = asked.send(answer);
                }
            }
        }
    }

    /// Lets a visitor of another server into a room, and hands on what the room says.
    async fn host(self: Arc<Self>, registry: Arc<RoomRegistry>, from: ServerId, join: Relayed) {
        let Relayed::Join {
            room,
            caller,
            token,
            seen,
            address,
        } = join
        else {
            return;
        };
        let (outbox, mut messages) = Outbox::new(registry.limits.outbox);
        let (why, waiting) = (Arc::clone(&outbox.reason), Arc::clone(&outbox.waiting));
        let joined = registry.ask_here(&room, |reply| RoomCommand::Join {
            token: token.clone(),
            seen,
            address,
            outbox: outbox.clone(),
            reply,
        });
        let joined = joined.await;
        drop(outbox);
        match joined {
            Ok(own) => {
                let guest = Guest { room, caller: own };
                self.lock().guests.insert((from, caller), guest);
                let error = None;
                self.send(from, Relayed::Joined { caller, error }).await;
            }
            Err(error) => {
                let error = Some(RelayedError::from(error));
                self.send(from, Relayed::Joined { caller, error }).await;
                return;
            }
        }
        while let Some(text) = messages.recv().await {
            waiting.fetch_sub(text.len(), std::sync::atomic::Ordering::Relaxed);
            let text = text.as_str().to_owned();
            self.send(from, Relayed::Text { caller, text }).await;
        }
        // One that has left needs no word.
        if self.lock().guests.remove(&(from, caller)).is_some() {
            let reason = why.get().copied().unwrap_or(MOVED).to_owned();
            self.send(from, Relayed::Gone { caller, reason }).await;
        }
    }

    /// A visitor of another server whose room cannot take what was said, or who is not known here.
    async fn send_away(&self, registry: &RoomRegistry, from: ServerId, caller: u64) {
        if let Some(guest) = self.lock().guests.remove(&(from, caller)) {
            registry.leave(&guest.room, guest.caller);
        }
        let reason = MOVED.to_owned();
        self.send(from, Relayed::Gone { caller, reason }).await;
    }
}

/// Answers another server.
async fn answer(registry: &Arc<RoomRegistry>, question: Question) -> Result<Value, ApiError> {
    fn value(answer: impl serde::Serialize) -> Value {
        serde_json::to_value(answer).expect("an answer is plain data")
    }
    match question {
        Question::Sit { room, side } => {
            let sit = |reply: oneshot::Sender<_>| RoomCommand::Sit { side, reply };
            registry.ask_here(&room, sit).await.map(value)
        }
        Question::Look { room } => {
            let look = |reply: oneshot::Sender<_>| RoomCommand::Look { reply };
            registry.ask_here(&room, look).await.map(value)
        }
        Question::Glances { limit } => Ok(value(registry.glances(limit).await)),
    }
}
