//! Several servers on one PostgreSQL: every room has one server at a time, and visitors reach it from any
//! of them.
//!
//! `ownership` says who has which room; `post` and `wire` carry messages between servers as notifications
//! of the database; `host` serves visitors of other servers in rooms that are here, `rooms/relay` visitors
//! of this server in rooms elsewhere; `watch` holds this server's lock, and notices which servers are gone.

mod host;
mod ownership;
mod post;
mod watch;
mod wire;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use serde_json::Value;
use tokio::sync::{mpsc, oneshot, watch as signal};
use tokio::task::{JoinHandle, JoinSet};

use crate::messages::ApiError;
use crate::rooms::{Outbox, RoomRegistry};
use crate::store::StoreError;
use ownership::Ownership;
use watch::Holding;

pub(crate) use ownership::Claim;
pub(crate) use wire::{Question, Relayed, RelayedError};

/// A server's number: new with every start.
pub(crate) type ServerId = i32;

/// Messages that may wait to be sent to other servers.
const WAITING: usize = 4096;
/// How long another server is waited for.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long the other servers are waited for where their part is not needed.
const BRIEFLY: Duration = Duration::from_secs(1);

/// A visitor of this server in a room elsewhere.
struct Visitor {
    server: ServerId,
    outbox: Outbox,
    joined: Option<oneshot::Sender<Option<RelayedError>>>,
}

/// A visitor of another server in a room that is here.
struct Guest {
    room: String,
    caller: u64,
}

type Answered = Result<Value, RelayedError>;

/// What several threads look at.
#[derive(Default)]
struct State {
    visitors: HashMap<u64, Visitor>,
    guests: HashMap<(ServerId, u64), Guest>,
    asked: HashMap<u64, (ServerId, oneshot::Sender<Answered>)>,
    alive: Vec<ServerId>,
    /// Tasks of this server, ended with it.
    tasks: JoinSet<()>,
}

/// This server among those of its database.
pub(crate) struct Peers {
    pub(crate) id: ServerId,
    address: String,
    ownership: Ownership,
    out: mpsc::Sender<(ServerId, Relayed)>,
    state: Mutex<State>,
    numbers: AtomicU64,
    /// Raised when the lock is not held any more.
    hold_again: signal::Sender<u64>,
    /// Raised when this server ends.
    ending: signal::Sender<bool>,
    listening: Mutex<Option<JoinHandle<()>>>,
}

/// What a server needs to begin, and nobody else.
pub(crate) struct Beginning {
    holding: Holding,
    posted: mpsc::Receiver<(ServerId, Relayed)>,
}

fn channel(server: ServerId) -> String {
    format!("yomikiri_{server}")
}

impl Peers {
    /// Takes a number and its lock.
    pub(crate) async fn open(address: &str) -> Result<(Arc<Peers>, Beginning), StoreError> {
        let random: [u8; 4] = crate::rooms::random();
        // Above zero.
        let id = (i32::from_le_bytes(random) & i32::MAX).max(1);
        let ownership = Ownership::open(address, id).await?;
        let (out, posted) = mpsc::channel(WAITING);
        let peers = Peers {
            id,
            address: address.to_owned(),
            ownership,
            out,
            state: Mutex::default(),
            numbers: AtomicU64::new(1),
            hold_again: signal::Sender::new(0),
            ending: signal::Sender::new(false),
            listening: Mutex::default(),
        };
        let holding = peers.hold().await?;
        Ok((Arc::new(peers), Beginning { holding, posted }))
    }

    /// Begins to hear and to speak. The tasks end with `end`, or with the registry.
    pub(crate) fn begin(self: &Arc<Self>, registry: &Arc<RoomRegistry>, beginning: Beginning) {
        let weak = Arc::downgrade(registry);
        let mut state = self.lock();
        let posting = post::run(Arc::clone(self), weak.clone(), beginning.posted);
        state.tasks.spawn(posting);
        let listening = watch::listen(Arc::clone(self), weak.clone(), beginning.holding);
        let mut kept = self
            .listening
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        *kept = Some(tokio::spawn(listening));
        state.tasks.spawn(watch::survey(Arc::clone(self), weak));
    }

    /// Ends this server's part: its lock is free, and the others take over what it had.
    pub(crate) async fn end(&self) {
        let mut tasks = std::mem::take(&mut self.lock().tasks);
        tasks.shutdown().await;
        let _ = self.ending.send(true);
        let listening = self
            .listening
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let Some(listening) = listening {
            // Without an answer of the database the lock goes with the process.
            let _ = tokio::time::timeout(BRIEFLY, listening).await;
        }
        self.ownership.pool.close().await;
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) async fn claim(&self, room: &str) -> Result<Claim, StoreError> {
        Ok(self.ownership.claim(room).await?)
    }

    /// Lets a room go. If that fails, it stays ours: that is no harm.
    pub(crate) async fn release(&self, room: &str) {
        if let Err(error) = self.ownership.release(room).await {
            tracing::debug!(room, %error, "a room was not released");
        }
    }

    /// Rooms that go on by themselves and have no server, for a server that begins.
    pub(crate) async fn orphans(&self, most: usize) -> Result<Vec<String>, StoreError> {
        let survey = self.ownership.survey().await?;
        Ok(self.ownership.orphans(&survey.dead, true, most).await?)
    }

    /// Sends a message to another server, after those before it.
    pub(crate) async fn send(&self, to: ServerId, message: Relayed) {
        let _ = self.out.send((to, message)).await;
    }

    /// A visitor of ours goes into a room elsewhere; the answer comes later.
    pub(crate) fn add_visitor(
        &self,
        caller: u64,
        server: ServerId,
        outbox: Outbox,
    ) -> oneshot::Receiver<Option<RelayedError>> {
        let (joined, answer) = oneshot::channel();
        let visitor = Visitor {
            server,
            outbox,
            joined: Some(joined),
        };
        self.lock().visitors.insert(caller, visitor);
        answer
    }

    /// A visitor of ours is not in a room elsewhere any more.
    pub(crate) fn remove_visitor(&self, caller: u64, reason: &'static str) {
        if let Some(visitor) = self.lock().visitors.remove(&caller) {
            let _ = visitor.outbox.reason.set(reason);
        }
    }

    /// A message for a visitor of ours. Nobody is waited for, as in rooms that are here.
    fn text(&self, caller: u64, text: String, most_bytes: usize) {
        let mut state = self.lock();
        let Some(visitor) = state.visitors.get(&caller) else {
            return;
        };
        if !visitor.outbox.put(Utf8Bytes::from(text), most_bytes) {
            // The connection ends, and leaves the room then.
            state.visitors.remove(&caller);
        }
    }

    /// Asks another server; `None` if it does not answer.
    pub(crate) async fn ask(&self, server: ServerId, question: Question) -> Option<Answered> {
        self.ask_within(server, question, PATIENCE).await
    }

    async fn ask_within(
        &self,
        server: ServerId,
        question: Question,
        patience: Duration,
    ) -> Option<Answered> {
        let number = self.numbers.fetch_add(1, Ordering::Relaxed);
        let (sender, answer) = oneshot::channel();
        self.lock().asked.insert(number, (server, sender));
        self.send(server, Relayed::Ask { number, question }).await;
        let answered = tokio::time::timeout(patience, answer).await;
        self.lock().asked.remove(&number);
        answered.ok()?.ok()
    }

    /// Games elsewhere that may be watched, newest first within a server.
    pub(crate) async fn glances(self: &Arc<Self>, limit: usize) -> Vec<Value> {
        let others = self.lock().alive.clone();
        let mut asking = JoinSet::new();
        for server in others.into_iter().filter(|&server| server != self.id) {
            let peers = Arc::clone(self);
            let question = Question::Glances { limit };
            asking.spawn(async move { peers.ask_within(server, question, BRIEFLY).await });
        }
        let mut found = Vec::new();
        while let Some(answered) = asking.join_next().await {
            if let Ok(Some(Ok(Value::Array(glances)))) = answered {
                found.extend(glances);
            }
        }
        found.truncate(limit);
        found
    }

    /// A server is gone, or something it said was lost: whoever depends on it begins anew.
    async fn part_from(&self, registry: &RoomRegistry, gone: impl Fn(ServerId) -> bool) {
        let guests = {
            let mut state = self.lock();
            for (_, visitor) in state.visitors.extract_if(|_, one| gone(one.server)) {
                let _ = visitor.outbox.reason.set(MOVED);
            }
            state.asked.retain(|_, (server, _)| !gone(*server));
            let guests = state.guests.extract_if(|(server, _), _| gone(*server));
            guests.collect::<Vec<_>>()
        };
        for ((server, caller), guest) in guests {
            registry.leave(&guest.room, guest.caller);
            let reason = MOVED.to_owned();
            let _ = self
                .out
                .try_send((server, Relayed::Gone { caller, reason }));
        }
        registry.end_relays(gone);
    }
}

/// Why a connection ends whose room has moved to another server: it comes back and finds it there.
pub(crate) const MOVED: &str = "moved";

/// Another server does not have the room that it was asked for.
pub(crate) fn moved() -> ApiError {
    let message = "the room is moving to another server; try again";
    ApiError::with(axum::http::StatusCode::SERVICE_UNAVAILABLE, MOVED, message)
}
