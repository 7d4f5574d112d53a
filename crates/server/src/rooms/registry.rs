//! All rooms: opening them, finding them, bringing them back from the store.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use tokio::sync::{mpsc, oneshot};
use yomikiri_lab::{Lab, Side};

use super::actor::{self, RoomCommand};
use super::clock;
use super::event::Setup;
use super::relay::{self, Told};
use super::room::Room;
use super::sealed;
use super::token;
use super::usage::Usage;
use crate::books::Books;
use crate::engines::Engines;
use crate::messages::{ApiError, BySide, CreateRoom, RoomCreated, RoomGlance, Seat};
use crate::peers::{self, Claim, Peers, ServerId};
use crate::settings::ServerLimits;
use crate::store::{Store, StoreError};
use crate::time::now_ms;
use crate::validate::{self, Allowance, GameCache};

/// Commands that may wait for a room.
const WAITING: usize = 256;
/// Rooms that are asked for a list: finished games stay in memory for a while.
const MOST_GLANCES: usize = 200;

/// Rooms that are removed from a full store at a time, and how long nobody may have used them.
const MOST_REMOVED: i64 = 500;
const UNUSED_MS: u64 = 3_600_000;

/// A room in memory.
struct Slot {
    sender: mpsc::Sender<RoomCommand>,
    /// Which server has it, if not this one.
    elsewhere: Arc<OnceLock<ServerId>>,
    usage: Arc<Usage>,
}

/// All rooms with what they need.
pub(crate) struct RoomRegistry {
    pub(crate) store: Store,
    /// The other servers of the database, where it can have several.
    peers: Option<Arc<Peers>>,
    pub(crate) engines: Engines,
    pub(crate) games: GameCache,
    pub(crate) books: Books,
    pub(crate) limits: ServerLimits,
    rooms: Mutex<HashMap<String, Slot>>,
    /// Rooms in memory that everybody may find, the newest last.
    listed: Mutex<Vec<String>>,
    /// When the last server was last known to be there, and when this one began.
    away: (u64, u64),
    /// Rooms with running clocks that were taken from a server that is gone: when that was last known to
    /// be there, and when they were taken.
    taken: Mutex<HashMap<String, (u64, u64)>>,
    /// The next number of a connection.
    callers: AtomicU64,
}

impl RoomRegistry {
    pub(crate) async fn open(
        store: Store,
        peers: Option<Arc<Peers>>,
        lab: Lab,
        books: Books,
        limits: ServerLimits,
    ) -> Result<Arc<RoomRegistry>, StoreError> {
        let away = (store.last_pulse().await?, now_ms());
        Ok(Arc::new(RoomRegistry {
            engines: Engines::new(&limits),
            games: GameCache::new(lab),
            books,
            store,
            peers,
            limits,
            rooms: Mutex::default(),
            listed: Mutex::default(),
            away,
            taken: Mutex::default(),
            callers: AtomicU64::new(1),
        }))
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Slot>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many rooms are in memory.
    pub(crate) fn count(&self) -> usize {
        self.lock().len()
    }

    pub(crate) fn play_allowance(&self) -> Allowance {
        Allowance {
            time: self.limits.move_time,
            hash_mb: self.limits.hash_mb,
        }
    }

    pub(crate) fn study_allowance(&self) -> Allowance {
        Allowance {
            time: self.limits.study_time,
            hash_mb: self.limits.hash_mb,
        }
    }

    /// Checks what was asked for and opens a room.
    pub(crate) async fn open_room(&self, asked: CreateRoom) -> Result<RoomCreated, ApiError> {
        clock::check(&asked.clock)?;
        let game = self.games.open_at(&asked.place)?;
        let moves = asked.place.moves.join(" ");
        let session = game.session(&validate::place_at(&asked.place, &moves))?;
        if asked.hidden {
            sealed::check(&*session, [&asked.first, &asked.second])?;
        }
        let allowance = self.play_allowance();
        for seat in [&asked.first, &asked.second] {
            if let Seat::Engine { player } = seat {
                validate::player(&*game, player, &allowance)?;
            }
        }
        // The creator of a room gets one secret, even for both seats.
        let secret = token::secret();
        let seats = BySide {
            first: asked.first,
            second: asked.second,
        };
        let mine = |side: Side| matches!(seats.get(side), Seat::Here {}).then(|| secret.clone());
        let tokens = BySide::of(mine);
        let setup = Setup {
            game: game.spec().to_owned(),
            start: session.start(),
            moves: session.played().into_iter().map(|mv| mv.text).collect(),
            tokens: BySide::of(|side| tokens.get(side).as_deref().map(token::hash)),
            seats,
            clock: asked.clock,
            hints: asked.hints,
            listed: asked.listed,
            hidden: asked.hidden,
            seed: u64::from_le_bytes(token::random()),
        };
        let room = self.create(setup).await?;
        Ok(RoomCreated {
            join: format!("/r/{room}"),
            room,
            tokens,
        })
    }

    /// Stores a new room. It comes to life with its first visitor.
    pub(crate) async fn create(&self, setup: Setup) -> Result<String, ApiError> {
        let id = token::room_id();
        let game = self.games.open(&setup.game)?;
        let room = Room::open(&id, setup, game)?;
        let stored = self.store.count().await.map_err(storage)?;
        if stored >= self.limits.stored_rooms && self.make_place_in_store().await? == 0 {
            return Err(too_many_rooms());
        }
        let live = room.is_live();
        let done = self.store.create(&id, &room.setup, live, now_ms()).await;
        done.map_err(storage)?;
        metrics::counter!("yomikiri_rooms_opened_total").increment(1);
        Ok(id)
    }

    /// Removes rooms from a full store that nobody has played in nor used for an hour; how many.
    async fn make_place_in_store(&self) -> Result<usize, ApiError> {
        let before = now_ms().saturating_sub(UNUSED_MS);
        let unplayed = self.store.unplayed(before, MOST_REMOVED).await;
        let mut unplayed = unplayed.map_err(storage)?;
        let in_memory = |id: &String| self.lock().contains_key(id);
        unplayed.retain(|id| !in_memory(id));
        self.store.remove(&unplayed).await.map_err(storage)?;
        tracing::warn!(
            rooms = unplayed.len(),
            "the store is full; unplayed rooms were removed"
        );
        Ok(unplayed.len())
    }

    /// Asks the room that is missed least to leave memory; whether there is one.
    fn evict(rooms: &HashMap<String, Slot>) -> bool {
        let ranked = rooms
            .values()
            .filter_map(|slot| Some((slot.usage.rank()?, slot)));
        let Some((_, slot)) = ranked.min_by_key(|(rank, _)| *rank) else {
            return false;
        };
        slot.usage.set_leaving(true);
        // One that has so much to do that it cannot be asked is in use: it is passed by.
        if slot.sender.try_send(RoomCommand::Evict).is_err() {
            slot.usage.used(now_ms());
            slot.usage.set_leaving(false);
        }
        metrics::counter!("yomikiri_rooms_evicted_total").increment(1);
        true
    }

    /// The task of a room, started if need be.
    fn visit(self: &Arc<Self>, id: &str) -> Result<mpsc::Sender<RoomCommand>, ApiError> {
        if !token::is_room_id(id) {
            return Err(ApiError::unknown_room());
        }
        let mut rooms = self.lock();
        if let Some(slot) = rooms.get(id) {
            return Ok(slot.sender.clone());
        }
        if rooms.len() >= self.limits.rooms {
            let staying = rooms.values().filter(|slot| !slot.usage.is_leaving());
            if staying.count() >= self.limits.rooms && !RoomRegistry::evict(&rooms) {
                return Err(too_many_rooms());
            }
        }
        let (sender, commands) = mpsc::channel(WAITING);
        let usage = Arc::new(Usage::loading(now_ms()));
        let slot = Slot {
            sender: sender.clone(),
            usage: Arc::clone(&usage),
            elsewhere: Arc::default(),
        };
        let elsewhere = Arc::clone(&slot.elsewhere);
        rooms.insert(id.to_owned(), slot);
        let (registry, id, own) = (Arc::clone(self), id.to_owned(), sender.downgrade());
        tokio::spawn(async move {
            let claim = match &registry.peers {
                Some(peers) => peers.claim(&id).await,
                None => Ok(Claim::Ours(None)),
            };
            let loaded = match claim {
                Ok(Claim::Ours(pulse)) => registry.load(&id, pulse).await,
                Ok(Claim::Theirs(server)) => {
                    let _ = elsewhere.set(server);
                    let peers = registry.peers.clone().expect("others have rooms");
                    relay::run(registry, peers, (id, server), usage, own, commands).await;
                    return;
                }
                Ok(Claim::Missing) => Ok(None),
                Err(error) => Err(error),
            };
            match loaded {
                Ok(Some(room)) => {
                    if room.setup.listed {
                        registry.lock_listed().push(id);
                    }
                    actor::run(registry, room, usage, own, commands).await;
                }
                Ok(None) => registry.retire(&id),
                Err(error) => {
                    tracing::error!(room = id, %error, "a room could not be brought back");
                    registry.retire(&id);
                }
            }
        });
        Ok(sender)
    }

    /// Asks a room something, wherever it is.
    pub(crate) async fn ask<T>(
        self: &Arc<Self>,
        id: &str,
        make: impl Fn(oneshot::Sender<Result<T, ApiError>>) -> RoomCommand,
    ) -> Result<T, ApiError> {
        let asked = self.ask_some_times(id, make).await?;
        asked.ok_or_else(ApiError::internal)
    }

    /// Asks a room something that must be here.
    pub(crate) async fn ask_here<T>(
        self: &Arc<Self>,
        id: &str,
        make: impl Fn(oneshot::Sender<Result<T, ApiError>>) -> RoomCommand,
    ) -> Result<T, ApiError> {
        let make = |reply| RoomCommand::Here(Box::new(make(reply)));
        let asked = self.ask_some_times(id, make).await?;
        asked.ok_or_else(peers::moved)
    }

    async fn ask_some_times<T>(
        self: &Arc<Self>,
        id: &str,
        make: impl Fn(oneshot::Sender<Result<T, ApiError>>) -> RoomCommand,
    ) -> Result<Option<T>, ApiError> {
        // A room that is just leaving memory drops the question: its next life answers.
        for _ in 0..5 {
            let sender = self.visit(id)?;
            let (reply, answer) = oneshot::channel();
            if sender.send(make(reply)).await.is_err() {
                tokio::task::yield_now().await;
                continue;
            }
            match answer.await {
                Ok(answer) => return answer.map(Some),
                Err(_) if self.store.has(id).await.map_err(storage)? => {}
                Err(_) => return Err(ApiError::unknown_room()),
            }
        }
        Ok(None)
    }

    /// Tells a room something, if it is in memory.
    pub(crate) async fn tell(&self, id: &str, command: RoomCommand) {
        let sender = self.lock().get(id).map(|slot| slot.sender.clone());
        if let Some(sender) = sender {
            let _ = sender.send(command).await;
        }
    }

    /// Tells a room something at once; `false` if it is not in memory or has too much to do.
    pub(crate) fn try_tell(&self, id: &str, command: RoomCommand) -> bool {
        let rooms = self.lock();
        let slot = rooms.get(id);
        slot.is_some_and(|slot| slot.sender.try_send(command).is_ok())
    }

    /// A connection has left a room.
    pub(crate) fn leave(&self, id: &str, caller: u64) {
        if let Some(slot) = self.lock().get(id) {
            push(&slot.sender, RoomCommand::Leave { caller });
        }
    }

    /// A number for a connection, different from all others here.
    pub(super) fn caller(&self) -> u64 {
        self.callers.fetch_add(1, Ordering::Relaxed)
    }

    /// The rooms that are here and not elsewhere.
    pub(crate) fn rooms_here(&self) -> Vec<String> {
        let rooms = self.lock();
        let here = rooms
            .iter()
            .filter(|(_, slot)| slot.elsewhere.get().is_none());
        here.map(|(id, _)| id.clone()).collect()
    }

    /// Another server has taken a room over.
    pub(crate) fn give_up(&self, id: &str) {
        if let Some(slot) = self.lock().get(id) {
            push(&slot.sender, RoomCommand::Moved);
        }
    }

    /// Looks anew for the rooms that some servers had.
    pub(crate) fn end_relays(&self, gone: impl Fn(ServerId) -> bool) {
        for slot in self.lock().values() {
            if slot.elsewhere.get().is_some_and(|&server| gone(server)) {
                push(&slot.sender, RoomCommand::Moved);
            }
        }
    }

    /// Brings a room back that goes on by itself.
    pub(crate) fn wake(self: &Arc<Self>, id: &str) -> Result<(), ApiError> {
        self.visit(id).map(drop)
    }

    /// Lets a room go that has left memory.
    pub(super) async fn release(&self, id: &str) {
        self.lock_taken().remove(id);
        if let Some(peers) = &self.peers {
            peers.release(id).await;
        }
    }

    fn lock_taken(&self) -> MutexGuard<'_, HashMap<String, (u64, u64)>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn retire(&self, id: &str) {
        self.lock().remove(id);
        self.lock_listed().retain(|listed| listed != id);
    }

    fn lock_listed(&self) -> MutexGuard<'_, Vec<String>> {
        self.listed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Games that go on and may be watched by everybody, the newest first.
    pub(crate) async fn glances(&self, limit: usize) -> Vec<RoomGlance> {
        let ids = self.lock_listed().clone();
        let mut found = Vec::new();
        for id in ids.iter().rev().take(MOST_GLANCES) {
            if found.len() >= limit {
                break;
            }
            let sender = self.lock().get(id).map(|slot| slot.sender.clone());
            let Some(sender) = sender else { continue };
            let (reply, answer) = oneshot::channel();
            // A room with so much to do that it cannot be asked is passed by.
            if sender.try_send(RoomCommand::Glance { reply }).is_ok()
                && let Ok(Ok(Some(glance))) = answer.await
            {
                found.push(*glance);
            }
        }
        found
    }

    /// The same of all servers of the database; those of this one first.
    pub(crate) async fn glances_everywhere(&self, limit: usize) -> Vec<Told<RoomGlance>> {
        let here = self.glances(limit).await;
        let mut found: Vec<_> = here.into_iter().map(Told::Here).collect();
        if let Some(peers) = self.peers.as_ref().filter(|_| found.len() < limit) {
            let there = peers.glances(limit - found.len()).await;
            found.extend(there.into_iter().map(Told::There));
        }
        found
    }

    /// Brings a room back from the store; one whose server is gone, with when that was last there.
    pub(super) async fn load(
        &self,
        id: &str,
        pulse: Option<u64>,
    ) -> Result<Option<Room>, StoreError> {
        let Some(stored) = self.store.load(id, now_ms()).await? else {
            return Ok(None);
        };
        let damaged = |reason: String| StoreError::Damaged {
            room: id.to_owned(),
            reason,
        };
        let game = self.games.open(&stored.setup.game);
        let game = game.map_err(|error| damaged(error.body.message))?;
        let room = Room::open(id, stored.setup, game);
        let mut room = room.map_err(|error| damaged(error.to_string()))?;
        for entry in &stored.entries {
            room.apply(entry)
                .map_err(|error| damaged(error.to_string()))?;
        }
        let last = stored.entries.last().map_or(0, |entry| entry.at_ms);
        let mut taken = self.lock_taken();
        if let Some(pulse) = pulse.filter(|_| room.is_live()) {
            taken.insert(id.to_owned(), (pulse, now_ms()));
        }
        let (alive, begun) = taken.get(id).copied().unwrap_or(self.away);
        // Events of this server's own time need no pardon.
        match last < begun {
            true => room.clocks.forgive(alive, begun),
            false => _ = taken.remove(id),
        }
        Ok(Some(room))
    }

    /// Wakes the rooms that go on by themselves: clocks run.
    pub(crate) async fn resume(self: &Arc<Self>) -> Result<usize, StoreError> {
        let room_left = self.limits.rooms / 2;
        let live = match &self.peers {
            Some(peers) => peers.orphans(room_left).await?,
            None => self.store.live().await?,
        };
        let count = live.len().min(room_left);
        for id in live.into_iter().take(room_left) {
            let _ = self.visit(&id);
        }
        Ok(count)
    }

    /// Sends everybody away; everything is stored already.
    pub(crate) async fn close(&self) {
        let senders: Vec<_> = self
            .lock()
            .values()
            .map(|slot| slot.sender.clone())
            .collect();
        for sender in senders {
            let _ = sender.send(RoomCommand::Close).await;
        }
        self.engines.close();
    }
}

/// Puts a command into a room's queue, later if it is full.
pub(super) fn push(sender: &mpsc::Sender<RoomCommand>, command: RoomCommand) {
    if let Err(mpsc::error::TrySendError::Full(command)) = sender.try_send(command) {
        let sender = sender.clone();
        tokio::spawn(async move { sender.send(command).await });
    }
}

fn too_many_rooms() -> ApiError {
    let message = "this server has no free rooms; try again later";
    ApiError::limited("too_many_rooms", message)
}

pub(crate) fn storage(error: StoreError) -> ApiError {
    match error {
        // Already in the log, once.
        StoreError::Unavailable(_) => ApiError::store_unavailable(),
        StoreError::Database(_) | StoreError::Closed => {
            tracing::error!(%error, "the store failed");
            ApiError::store_unavailable()
        }
        StoreError::Migrate(_)
        | StoreError::Directory(..)
        | StoreError::Conflict
        | StoreError::Damaged { .. } => {
            tracing::error!(%error, "the store failed");
            ApiError::internal()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::tests::app;
    use crate::messages::ClientMessage;
    use crate::rate_limit::RateLimiter;
    use crate::rooms::Outbox;
    use std::net::IpAddr;
    use std::sync::LazyLock;
    use std::time::{Duration, Instant};

    /// The game with the shortest position.
    static SMALLEST: LazyLock<&str> = LazyLock::new(|| {
        let lab = Lab::new();
        let length = |id: &&str| {
            let game = lab.open_game(id).unwrap();
            game.session(&<_>::default()).unwrap().start().len()
        };
        lab.game_ids().min_by_key(length).unwrap()
    });

    fn shared_board() -> CreateRoom {
        let here = serde_json::json!({"kind": "here"});
        let asked = serde_json::json!({"game": *SMALLEST, "first": here, "second": here});
        serde_json::from_value(asked).unwrap()
    }

    /// Somebody who has come into a room.
    struct Guest {
        caller: u64,
        _messages: mpsc::Receiver<axum::extract::ws::Utf8Bytes>,
    }

    async fn join(registry: &Arc<RoomRegistry>, made: &RoomCreated) -> Guest {
        let (outbox, messages) = Outbox::new(1_000);
        let joined = registry.ask(&made.room, |reply| RoomCommand::Join {
            token: made.tokens.first.clone(),
            seen: None,
            address: IpAddr::from([192, 0, 2, 1]),
            outbox: outbox.clone(),
            reply,
        });
        let caller = joined.await.unwrap();
        Guest {
            caller,
            _messages: messages,
        }
    }

    /// Makes the first legal move.
    async fn play(registry: &Arc<RoomRegistry>, made: &RoomCreated, guest: &Guest) {
        let looked = registry.ask(&made.room, |reply| RoomCommand::Look { reply });
        let Told::Here(view) = looked.await.unwrap() else {
            panic!("the room is here");
        };
        let state = view.state;
        let placed = state.places.first().map(|&cell| {
            let (x, y) = (cell % state.board.width, cell / state.board.width);
            format!("{}{}", state.board.files[x], state.board.ranks[y])
        });
        let mv = placed.unwrap_or_else(|| state.legal[0].text.clone());
        let said = RoomCommand::Said {
            caller: guest.caller,
            reference: None,
            message: ClientMessage::Move {
                moves: vec![mv],
                ply: 0,
            },
        };
        registry.tell(&made.room, said).await;
    }

    async fn look(registry: &Arc<RoomRegistry>, room: &str) -> Result<usize, ApiError> {
        let looked = registry.ask(room, |reply| RoomCommand::Look { reply });
        let Told::Here(view) = looked.await? else {
            panic!("the room is here");
        };
        Ok(view.played.len())
    }

    /// 5,000 rooms opened from 168 addresses within 67 seconds, each of them visited: everybody else
    /// still opens rooms, comes back to them and stays in them.
    #[tokio::test]
    async fn a_server_full_of_rooms_lets_everybody_in() {
        let (app, _data) = app().await;
        let registry = &app.registry;
        assert_eq!(registry.limits.rooms, 5_000);
        // One plays and stays, one plays and goes, one opens a room and waits in it for a friend.
        let stays = registry.open_room(shared_board()).await.unwrap();
        let returns = registry.open_room(shared_board()).await.unwrap();
        let waits = registry.open_room(shared_board()).await.unwrap();
        let mut guests = Vec::new();
        for made in [&stays, &returns, &waits] {
            guests.push(join(registry, made).await);
        }
        for (made, guest) in [&stays, &returns].into_iter().zip(&guests) {
            play(registry, made, guest).await;
            assert_eq!(look(registry, &made.room).await, Ok(1));
        }
        let caller = guests[1].caller;
        registry
            .tell(&returns.room, RoomCommand::Leave { caller })
            .await;
        assert_eq!(look(registry, &returns.room).await, Ok(1));

        let limiter = RateLimiter::new(&registry.limits);
        let begin = Instant::now();
        let mut opened: usize = 0;
        let mut opening = tokio::task::JoinSet::new();
        for at in 0..5_000_usize {
            let address = IpAddr::from([10, (at % 168) as u8, 0, 1]);
            let now = begin + Duration::from_millis(67_000 * at as u64 / 5_000);
            assert_eq!(limiter.may_open_room_at(address, now), Ok(()));
            let registry = Arc::clone(registry);
            opening.spawn(async move {
                let made = registry.open_room(shared_board()).await.unwrap();
                look(&registry, &made.room).await.unwrap()
            });
            // As many at once as connections may bring.
            while opening.len() >= 300 {
                opened += opening
                    .join_next()
                    .await
                    .map_or(0, |done| 1 + done.unwrap());
            }
        }
        while let Some(done) = opening.join_next().await {
            opened += 1 + done.unwrap();
        }
        assert_eq!(opened, 5_000);
        assert!(
            registry.count() >= 4_900,
            "memory was full: {}",
            registry.count()
        );

        // Rooms where nobody plays have left; the others are where they were.
        for made in [&stays, &returns, &waits] {
            let usage = Arc::clone(&registry.lock()[&made.room].usage);
            assert!(!usage.is_leaving());
        }
        let newcomer = registry.open_room(shared_board()).await.unwrap();
        join(registry, &newcomer).await;
        join(registry, &returns).await;
        assert_eq!(look(registry, &returns.room).await, Ok(1));
        assert_eq!(look(registry, &stays.room).await, Ok(1));
    }

    /// A store that is full makes place by removing rooms that nobody has played in.
    #[tokio::test]
    async fn a_full_store_removes_unplayed_rooms_first() {
        let (app, _data) = app().await;
        let registry = &app.registry;
        let played = registry.open_room(shared_board()).await.unwrap();
        let guest = join(registry, &played).await;
        play(registry, &played, &guest).await;
        assert_eq!(look(registry, &played.room).await, Ok(1));
        let waiting = registry.open_room(shared_board()).await.unwrap();
        join(registry, &waiting).await;
        let unused = registry.open_room(shared_board()).await.unwrap();
        let long_ago = registry.store.unplayed(u64::MAX >> 1, 10).await.unwrap();
        assert!(!long_ago.contains(&played.room), "it was played in");
        assert!(long_ago.contains(&unused.room));
        assert_eq!(registry.make_place_in_store().await, Ok(0), "used just now");
        registry
            .store
            .remove(&[unused.room.clone(), played.room.clone()])
            .await
            .unwrap();
        assert_eq!(registry.store.has(&unused.room).await.ok(), Some(false));
        assert_eq!(
            registry.store.has(&played.room).await.ok(),
            Some(true),
            "never what was played"
        );
    }
}
