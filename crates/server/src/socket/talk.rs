//! A connection to a room.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::connection::{Connection, Next};
use crate::messages::{ApiError, ClientMessage, ServerMessage, read_client_message};
use crate::rooms::{Outbox, RoomCommand};
use crate::time::now_ms;
use crate::validate;

impl Connection {
    pub(super) async fn serve_room(&mut self, id: &str) -> &'static str {
        let app = Arc::clone(&self.app);
        let (token, seen) = match self.hello().await {
            Ok(hello) => hello,
            Err(reason) => return reason,
        };
        let (outbox, mut from_room) = Outbox::new(app.registry.limits.outbox);
        let (why, waiting) = (Arc::clone(&outbox.reason), Arc::clone(&outbox.waiting));
        let address = self.address();
        let joined = app.registry.ask(id, |reply| RoomCommand::Join {
            token: token.clone(),
            seen,
            address,
            outbox: outbox.clone(),
            reply,
        });
        let joined = joined.await;
        // The room has the only sender now: when it lets go, the channel ends.
        drop(outbox);
        let caller = match joined {
            Ok(caller) => caller,
            Err(error) => {
                self.fail(None, error).await;
                return "refused";
            }
        };
        let reason = self.talk(id, caller, &mut from_room, &waiting).await;
        app.registry.tell(id, RoomCommand::Leave { caller }).await;
        why.get().copied().unwrap_or(reason)
    }

    /// The first message must be a hello, in time.
    async fn hello(&mut self) -> Result<(Option<String>, Option<u64>), &'static str> {
        let by = Instant::now() + self.app.registry.limits.hello_time;
        loop {
            let text = match self.next(None, by).await {
                Next::Text(text) => text,
                Next::Closed(reason) => return Err(reason),
                Next::FromRoom(_) | Next::FromEngine(_) => continue,
            };
            let (reference, message) = read_client_message(&text);
            let error = match message {
                Ok(ClientMessage::Hello { token, seen }) => return Ok((token, seen)),
                Ok(_) => ApiError::bad("expected_hello", "expected hello as the first message"),
                Err(error) => error,
            };
            if !self.fail(reference, error).await {
                return Err("faults");
            }
        }
    }

    async fn talk(
        &mut self,
        id: &str,
        caller: u64,
        from_room: &mut mpsc::Receiver<Utf8Bytes>,
        waiting: &AtomicUsize,
    ) -> &'static str {
        loop {
            let far = Instant::now() + Duration::from_secs(24 * 3600);
            let there = match self.next(Some(&mut *from_room), far).await {
                Next::FromRoom(text) => {
                    let bytes = text.len();
                    let sent = self.send(text).await;
                    waiting.fetch_sub(bytes, Ordering::Relaxed);
                    sent
                }
                Next::FromEngine(lines) => self.tell_lines(lines).await,
                Next::Text(text) => {
                    let (reference, message) = read_client_message(&text);
                    match message.and_then(|message| self.in_time(message)) {
                        Ok(message) => self.obey(id, caller, reference, message).await,
                        Err(error) => self.fail(reference, error).await,
                    }
                }
                Next::Closed(reason) => return reason,
            };
            if !there {
                return self.lost();
            }
        }
    }

    async fn obey(
        &mut self,
        id: &str,
        caller: u64,
        reference: Option<String>,
        message: ClientMessage,
    ) -> bool {
        match message {
            ClientMessage::Ping { t } => {
                let now_ms = now_ms();
                self.say(&ServerMessage::Pong { t, now_ms }).await
            }
            ClientMessage::Hello { .. } => {
                let message = "hello has been said already";
                self.fail(reference, ApiError::bad("already_here", message))
                    .await
            }
            ClientMessage::Stop {} => {
                self.analysis = None;
                true
            }
            ClientMessage::Analyze {
                ply,
                moves,
                lines,
                player,
            } => {
                let registry = Arc::clone(&self.app.registry);
                let study = match validate::place(None, &moves) {
                    Ok(()) => {
                        let study = |reply| RoomCommand::Study { ply, reply };
                        registry.ask(id, study).await
                    }
                    Err(error) => Err(error),
                };
                let begun = study.and_then(|mut study| {
                    for text in &moves {
                        study.session.play(text)?;
                    }
                    self.analyze(study, lines, player.as_deref(), reference.clone())
                });
                match begun {
                    Ok(()) => true,
                    Err(error) => self.fail(reference, error).await,
                }
            }
            message => {
                let said = RoomCommand::Said {
                    caller,
                    reference,
                    message,
                };
                self.app.registry.tell(id, said).await;
                true
            }
        }
    }
}
