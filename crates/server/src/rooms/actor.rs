//! A room at work: one task that owns the room, takes one command at a time, stores what follows
//! and only then tells everybody.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};
use yomikiri_lab::{AnyGame, AnySession, GameRecord, LabError, Side, StopFlag};

use super::decide::Decision;
use super::event::{Entry, RoomEvent};
use super::presence::{Caller, Presence};
use super::registry::RoomRegistry;
use super::relay::Told;
use super::room::{Room, you};
use super::token;
use super::usage::Usage;
use crate::engines::{Dead, Thought};
use crate::messages::{
    ApiError, BySide, ClientMessage, RoomGlance, RoomView, Seated, ServerMessage,
};
use crate::peers::MOVED;
use crate::store::StoreError;
use crate::time::now_ms;

/// Where messages for a client wait. The room has the only sender: when it lets go, the client is
/// sent away, for the reason it left.
#[derive(Clone)]
pub(crate) struct Outbox {
    sender: mpsc::Sender<Utf8Bytes>,
    /// Bytes that wait in it.
    pub(crate) waiting: Arc<AtomicUsize>,
    pub(crate) reason: Arc<OnceLock<&'static str>>,
}

impl Outbox {
    /// One with room for so many messages, and where they come out.
    pub(crate) fn new(messages: usize) -> (Outbox, mpsc::Receiver<Utf8Bytes>) {
        let (sender, receiver) = mpsc::channel(messages);
        let outbox = Outbox {
            sender,
            waiting: Arc::default(),
            reason: Arc::default(),
        };
        (outbox, receiver)
    }

    /// Puts a message in. `false`: it is full, and its client is to be sent away.
    pub(crate) fn put(&self, text: Utf8Bytes, most_bytes: usize) -> bool {
        let bytes = text.len();
        let waiting = self.waiting.fetch_add(bytes, Ordering::Relaxed);
        // The first message is sent whatever its size.
        let fits = waiting == 0 || waiting + bytes <= most_bytes;
        let sent = fits && self.sender.try_send(text).is_ok();
        if !sent {
            let _ = self.reason.set("slow");
        }
        sent
    }
}

/// A game with a session of its own for analysis.
pub(crate) struct Study {
    pub(crate) game: Arc<dyn AnyGame>,
    pub(crate) session: Box<dyn AnySession>,
}

pub(crate) type Reply<T> = oneshot::Sender<Result<T, ApiError>>;

pub(crate) enum RoomCommand {
    Join {
        token: Option<String>,
        seen: Option<u64>,
        /// Where the connection comes from.
        address: IpAddr,
        outbox: Outbox,
        reply: Reply<Caller>,
    },
    Leave {
        caller: Caller,
    },
    Said {
        caller: Caller,
        reference: Option<String>,
        message: ClientMessage,
    },
    Sit {
        side: Option<Side>,
        reply: Reply<Seated>,
    },
    Look {
        reply: Reply<Told<Box<RoomView>>>,
    },
    Glance {
        reply: Reply<Option<Box<RoomGlance>>>,
    },
    Record {
        reply: Reply<(Arc<dyn AnyGame>, Box<GameRecord>)>,
    },
    /// A copy of the game after its first `ply` moves; without a number, after all of them.
    Study {
        ply: Option<usize>,
        reply: Reply<Study>,
    },
    /// An engine has answered; `seq` says what it was asked about.
    Thought {
        seq: u64,
        thought: Thought,
    },
    /// An engine has said what is dead: one that plays `side`, or one that was asked in the place of
    /// somebody who is away.
    Dead {
        seq: u64,
        side: Option<Side>,
        dead: Dead,
    },
    /// An engine has looked at a draw offer.
    DrawJudged {
        offer: u32,
        accept: bool,
    },
    /// Memory is full of rooms: leave, unless somebody has come.
    Evict,
    /// The room belongs to another server now.
    Moved,
    /// A command of another server, which must not be handed on.
    Here(Box<RoomCommand>),
    Close,
}

/// An engine at work for this room.
pub(super) struct Thinking {
    pub(super) seq: u64,
    pub(super) stop: StopFlag,
}

pub(super) struct Actor {
    pub(super) registry: Arc<RoomRegistry>,
    pub(super) room: Room,
    pub(super) presence: Presence,
    outboxes: HashMap<Caller, Outbox>,
    pub(super) thinking: Option<Thinking>,
    /// To be given to those who answer later.
    pub(super) own: mpsc::WeakSender<RoomCommand>,
    /// When events could last not be stored. Clocks stand still since then.
    refused_at: Option<u64>,
    /// When the last visitor left, or somebody without a connection sat down or looked.
    seen_at: Option<Instant>,
    /// The room's number in the engines' queue.
    pub(super) number: u64,
    usage: Arc<Usage>,
}

/// What became of events.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[must_use]
pub(super) enum Committed {
    Stored,
    /// They could not be stored, and the room is as it was before.
    Refused,
}

/// How long the room waits before it tries again to store what nobody will say again.
const RETRY: Duration = Duration::from_secs(1);

/// Why a room's task ends.
enum End {
    Idle,
    Shutdown,
    Moved,
    Storage(StoreError),
}

pub(super) async fn run(
    registry: Arc<RoomRegistry>,
    room: Room,
    usage: Arc<Usage>,
    own: mpsc::WeakSender<RoomCommand>,
    mut commands: mpsc::Receiver<RoomCommand>,
) {
    let patience = registry.limits.patience.as_millis() as u64;
    let mut actor = Actor {
        presence: Presence::new(now_ms(), patience),
        registry: Arc::clone(&registry),
        room,
        outboxes: HashMap::new(),
        thinking: None,
        own,
        refused_at: None,
        seen_at: None,
        number: registry.engines.number(),
        usage,
    };
    let end = actor.live(&mut commands).await;
    if let Some(thinking) = &actor.thinking {
        thinking.stop.raise();
    }
    let reason = match &end {
        End::Idle => "idle",
        End::Shutdown => "shutdown",
        End::Moved => MOVED,
        End::Storage(error) => {
            tracing::error!(room = actor.room.id, %error, "a room was closed");
            "storage"
        }
    };
    for (_, outbox) in actor.outboxes.drain() {
        let _ = outbox.reason.set(reason);
    }
    if matches!(end, End::Idle) && !actor.room.is_live() {
        registry.release(&actor.room.id).await;
    }
    // From here on visitors get a new task; what still comes is dropped and asked again.
    registry.retire(&actor.room.id);
}

impl Actor {
    async fn live(&mut self, commands: &mut mpsc::Receiver<RoomCommand>) -> End {
        self.update_engine_job();
        let mut idle_since = Instant::now();
        loop {
            let (attended, live) = (!self.presence.is_empty(), self.room.is_live());
            self.usage.note(attended, live, self.room.is_played());
            let idle = !attended && !live;
            let leave_at = idle_since + self.registry.limits.idle;
            let abandoned_at = self.thinking.as_ref().and(self.abandoned_at());
            let wake = match (idle, self.refused_at) {
                (true, _) => Some(leave_at),
                (false, None) => self.flag_at(),
                (false, Some(_)) => Some(Instant::now() + RETRY),
            };
            let wake = wake.into_iter().chain(abandoned_at).min();
            let command = tokio::select! {
                command = commands.recv() => command,
                () = until(wake) => None,
            };
            let done = match command {
                Some(RoomCommand::Close) => return End::Shutdown,
                Some(RoomCommand::Moved) => return End::Moved,
                Some(RoomCommand::Evict) if self.presence.is_empty() && commands.is_empty() => {
                    return End::Idle;
                }
                Some(RoomCommand::Evict) => {
                    self.usage.set_leaving(false);
                    Ok(())
                }
                Some(command) => {
                    idle_since = Instant::now();
                    self.usage.used(now_ms());
                    self.obey(command).await
                }
                None if idle && Instant::now() >= leave_at && commands.is_empty() => {
                    return End::Idle;
                }
                None => {
                    self.update_engine_job();
                    self.watch_clocks().await
                }
            };
            if let Err(error) = done {
                return End::Storage(error);
            }
        }
    }

    /// From when on engines do not think here, because nobody is there to see it. A reload of the
    /// page is no reason to begin anew.
    pub(super) fn abandoned_at(&self) -> Option<Instant> {
        let seen_at = self.seen_at.filter(|_| self.presence.is_empty())?;
        Some(seen_at + self.registry.limits.abandon)
    }

    /// Somebody shows interest over HTTP: engines think for a while.
    fn seen(&mut self) {
        self.seen_at = Some(Instant::now());
        self.update_engine_job();
    }

    /// Whether engines may think here.
    pub(super) fn is_attended(&self) -> bool {
        let soon = self.abandoned_at().is_some_and(|at| Instant::now() < at);
        soon || !self.presence.is_empty()
    }

    /// Ends the game of a player whose time is up.
    async fn watch_clocks(&mut self) -> Result<(), StoreError> {
        self.pardon();
        let now = now_ms();
        let fallen = self.room.flag_fall(now);
        if let Some(events) = fallen.filter(|_| self.refused_at.is_none()) {
            // Refused, it falls again later.
            let _ = self.commit(events).await?;
        }
        Ok(())
    }

    /// Gives back the time since events could last not be stored.
    fn pardon(&mut self) {
        if let Some(at) = self.refused_at {
            let now = now_ms();
            self.room.clocks.forgive(at, now);
            self.refused_at = self.registry.store.trouble().map(|_| now);
        }
    }

    /// Sends the room a command again in a while.
    pub(super) fn later(&self, command: RoomCommand) {
        let own = self.own.clone();
        tokio::spawn(async move {
            tokio::time::sleep(RETRY).await;
            if let Some(own) = own.upgrade() {
                let _ = own.send(command).await;
            }
        });
    }

    /// When the running clock of a person falls.
    fn flag_at(&self) -> Option<Instant> {
        let side = self.room.clocks.running()?;
        let at = self.room.clocks.flag_at()?;
        let left = Duration::from_millis(at.saturating_sub(now_ms()));
        (!self.room.is_engine(side)).then(|| Instant::now() + left)
    }

    async fn obey(&mut self, command: RoomCommand) -> Result<(), StoreError> {
        let command = match command {
            RoomCommand::Here(command) => *command,
            command => command,
        };
        match command {
            RoomCommand::Join {
                token,
                seen,
                address,
                outbox,
                reply,
            } => {
                self.join(token, seen, address, outbox, reply);
                self.update_engine_job();
            }
            RoomCommand::Leave { caller } => {
                self.outboxes.remove(&caller);
                self.presence.go(caller, now_ms());
                if self.presence.is_empty() {
                    self.seen_at = Some(Instant::now());
                }
                self.tell_presence();
            }
            RoomCommand::Said {
                caller,
                reference,
                message,
            } => return self.said(caller, reference, &message).await,
            RoomCommand::Sit { side, reply } => {
                self.seen();
                let side = match self.room.free_seat(side) {
                    Ok(side) => side,
                    Err(error) => {
                        let _ = reply.send(Err(error));
                        return Ok(());
                    }
                };
                let secret = token::secret();
                let event = RoomEvent::Seated {
                    side,
                    token: token::hash(&secret),
                };
                let _ = reply.send(match self.commit(vec![event]).await? {
                    Committed::Stored => {
                        self.presence.sat(side, now_ms());
                        Ok(Seated {
                            side,
                            token: secret,
                        })
                    }
                    Committed::Refused => Err(ApiError::store_unavailable()),
                });
            }
            RoomCommand::Look { reply } => {
                self.seen();
                let view = self.room.full_view(&self.presence, now_ms());
                let _ = reply.send(Ok(Told::Here(Box::new(view))));
            }
            RoomCommand::Glance { reply } => {
                let glance = self.room.glance(&self.presence).map(Box::new);
                let _ = reply.send(Ok(glance));
            }
            RoomCommand::Record { reply } => {
                let record = Box::new(self.room.record());
                let _ = reply.send(Ok((Arc::clone(&self.room.game), record)));
            }
            RoomCommand::Study { ply, reply } => {
                let _ = reply.send(self.room.study(ply));
            }
            RoomCommand::Thought { seq, thought } => return self.thought(seq, thought).await,
            RoomCommand::Dead { seq, side, dead } => return self.judged(seq, side, dead).await,
            RoomCommand::DrawJudged { offer, accept } => {
                let Some(open) = self.room.offer(offer) else {
                    return Ok(());
                };
                let mut seats = [false; 2];
                seats[(!open.by).index()] = true;
                let message = ClientMessage::Answer { offer, accept };
                let decision = self.room.decide(&message, seats, &self.presence, now_ms());
                if let Ok(Decision::Events(events)) = decision
                    && self.commit(events).await? == Committed::Refused
                {
                    self.later(RoomCommand::DrawJudged { offer, accept });
                }
            }
            RoomCommand::Evict | RoomCommand::Moved | RoomCommand::Here(_) | RoomCommand::Close => {
            }
        }
        Ok(())
    }

    fn join(
        &mut self,
        token: Option<String>,
        seen: Option<u64>,
        address: IpAddr,
        outbox: Outbox,
        reply: Reply<Caller>,
    ) {
        let seats = self.room.seats_of(token.as_deref());
        if token.is_some() && seats == [false; 2] {
            let message = "that token opens no seat of this room";
            let _ = reply.send(Err(ApiError::bad("bad_token", message)));
            return;
        }
        let caller = self.registry.caller();
        self.presence.come(caller, seats, address);
        self.outboxes.insert(caller, outbox);
        let now = now_ms();
        self.tell(
            caller,
            &ServerMessage::Welcome {
                seq: self.room.seq(),
                you: you(seats),
                room: Box::new(self.room.full_view(&self.presence, now)),
            },
        );
        if let Some(seen) = seen {
            let state = Box::new(self.room.state(&self.presence, now));
            let missed: Vec<_> = self.room.since(seen).collect();
            let missed: Vec<ServerMessage> = missed
                .into_iter()
                .map(|(seq, at_ms, event)| ServerMessage::Event {
                    seq,
                    at_ms,
                    event: event.clone(),
                    state: state.clone(),
                    replayed: true,
                })
                .collect();
            for message in missed {
                self.tell(caller, &message);
            }
        }
        self.tell_presence();
        let _ = reply.send(Ok(caller));
    }

    async fn said(
        &mut self,
        caller: Caller,
        reference: Option<String>,
        message: &ClientMessage,
    ) -> Result<(), StoreError> {
        self.pardon();
        let seats = self.presence.seats(caller);
        let decision = self.room.decide(message, seats, &self.presence, now_ms());
        let (events, is_draw_offer) = match decision {
            Ok(Decision::Events(events)) => (Ok(events), false),
            Ok(Decision::AskEngine(events)) => (Ok(events), true),
            Ok(Decision::AskJudge) => {
                self.ask_what_is_dead(None, None);
                return Ok(());
            }
            Ok(Decision::Rematch) => {
                let room = self.rematch().await;
                let events = room.map(|room| vec![RoomEvent::Rematch { room }]);
                (events, false)
            }
            Err(error) => (Err(error), false),
        };
        let failed = match events {
            Ok(events) => match self.commit(events).await? {
                Committed::Stored if is_draw_offer => {
                    self.judge_draw();
                    return Ok(());
                }
                Committed::Stored => return Ok(()),
                Committed::Refused => ApiError::store_unavailable(),
            },
            Err(error) => error,
        };
        self.tell(
            caller,
            &ServerMessage::Error {
                reference,
                error: failed.body,
            },
        );
        Ok(())
    }

    /// Takes events in, stores them, and then tells everybody. Events that cannot be stored are
    /// taken out again, as if nobody had asked.
    pub(super) async fn commit(&mut self, events: Vec<RoomEvent>) -> Result<Committed, StoreError> {
        if events.is_empty() {
            return Ok(Committed::Stored);
        }
        let damaged = |room: &Room, error: LabError| StoreError::Damaged {
            room: room.id.clone(),
            reason: error.to_string(),
        };
        let at_ms = now_ms();
        let was_over = self.room.is_over();
        let checkpoint = self.room.checkpoint(&events);
        let mut entries = Vec::with_capacity(events.len());
        let mut messages = Vec::with_capacity(events.len());
        for event in events {
            let seq = self.room.seq() + 1;
            let entry = Entry { seq, at_ms, event };
            let applied = self.room.apply(&entry);
            let event = applied.map_err(|error| damaged(&self.room, error))?;
            let state = Box::new(self.room.state(&self.presence, at_ms));
            messages.push(ServerMessage::Event {
                seq,
                at_ms,
                event,
                state,
                replayed: false,
            });
            entries.push(entry);
        }
        let store = &self.registry.store;
        let live = self.room.is_live();
        match store.append(&self.room.id, &entries, live).await {
            Ok(()) => self.refused_at = None,
            Err(StoreError::Unavailable(_)) => {
                let restored = self.room.restore(checkpoint);
                restored.map_err(|error| damaged(&self.room, error))?;
                self.refused_at = Some(at_ms);
                return Ok(Committed::Refused);
            }
            Err(error) => return Err(error),
        }
        metrics::counter!("yomikiri_events_total").increment(entries.len() as u64);
        for message in &messages {
            let text = text_of(message);
            let callers: Vec<Caller> = self.outboxes.keys().copied().collect();
            for caller in callers {
                self.put(caller, text.clone());
            }
        }
        if self.room.is_over() && !was_over {
            let books = &self.registry.books;
            books.learn(&self.room.game, self.room.record());
        }
        self.update_engine_job();
        Ok(Committed::Stored)
    }

    fn tell(&mut self, caller: Caller, message: &ServerMessage) {
        self.put(caller, text_of(message));
    }

    /// Nobody is waited for: a client whose outbox is full is sent away.
    fn put(&mut self, caller: Caller, text: Utf8Bytes) {
        let Some(outbox) = self.outboxes.get(&caller) else {
            return;
        };
        if !outbox.put(text, self.registry.limits.outbox_bytes) {
            self.outboxes.remove(&caller);
        }
    }

    fn tell_presence(&mut self) {
        let message = ServerMessage::Presence {
            seats: self.room.seats(&self.presence),
            absent: self.presence.absent(&self.room),
            watchers: self.presence.watchers(),
        };
        let text = text_of(&message);
        let callers: Vec<Caller> = self.outboxes.keys().copied().collect();
        for caller in callers {
            self.put(caller, text.clone());
        }
    }

    /// A new room with sides swapped; the secrets stay.
    async fn rematch(&mut self) -> Result<String, ApiError> {
        let mut setup = self.room.setup.clone();
        setup.seats = BySide {
            first: setup.seats.second,
            second: setup.seats.first,
        };
        setup.tokens = self.room.swapped_tokens();
        setup.seed = u64::from_le_bytes(token::random());
        self.registry.create(setup).await
    }
}

fn text_of(message: &ServerMessage) -> Utf8Bytes {
    let text = serde_json::to_string(message).expect("a message is plain data");
    Utf8Bytes::from(text)
}

/// Waits for a moment, or for ever.
async fn until(moment: Option<Instant>) {
    match moment {
        Some(moment) => sleep_until(moment).await,
        None => std::future::pending().await,
    }
}
