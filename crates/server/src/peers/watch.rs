//! The lock that says that this server is there, what others say to it, and who is gone.

use std::sync::{Arc, Weak};
use std::time::Duration;

use sqlx::PgPool;
use sqlx::postgres::PgListener;
use tokio::time::{sleep, timeout};

use super::wire::{Joiner, Pieced};
use super::{Peers, channel};
use crate::rooms::RoomRegistry;
use crate::store::StoreError;
use crate::time::now_ms;

/// How often a server looks who is there.
const SURVEY: Duration = Duration::from_secs(1);
/// How long the database has to answer before it is taken for gone.
const ANSWER: Duration = Duration::from_secs(10);
/// How long a server waits before it tries again to hold its lock.
const RETRY: Duration = Duration::from_millis(500);

/// The connection that holds the lock and hears.
pub(super) struct Holding {
    pool: PgPool,
    listener: PgListener,
}

impl Peers {
    pub(super) async fn hold(&self) -> Result<Holding, StoreError> {
        let own = channel(self.id);
        let held = self.ownership.hold(&self.address, &own, now_ms());
        let (pool, listener) = held.await?;
        Ok(Holding { pool, listener })
    }

    /// After the lock was held by nobody for a while: rooms that others have taken are theirs.
    async fn give_up_lost_rooms(&self, registry: &RoomRegistry) -> Result<(), StoreError> {
        let rooms = registry.rooms_here();
        let lost = self.ownership.keep(&rooms).await?;
        if !lost.is_empty() {
            tracing::warn!(rooms = lost.len(), "rooms were taken over by other servers");
        }
        for room in lost {
            registry.give_up(&room);
        }
        Ok(())
    }
}

/// Hears what other servers say, and holds the lock meanwhile.
pub(super) async fn listen(peers: Arc<Peers>, registry: Weak<RoomRegistry>, mut holding: Holding) {
    let mut joiner = Joiner::default();
    let mut again = peers.hold_again.subscribe();
    let mut ending = peers.ending.subscribe();
    loop {
        loop {
            let heard = tokio::select! {
                heard = holding.listener.try_recv() => heard,
                _ = again.changed() => Ok(None),
                _ = ending.changed() => Ok(None),
            };
            let Some(registry) = registry.upgrade() else {
                return;
            };
            let notification = match heard {
                Ok(Some(notification)) => notification,
                Ok(None) => break,
                Err(error) => {
                    tracing::warn!(%error, "the connection to other servers is lost");
                    break;
                }
            };
            match joiner.take(notification.payload()) {
                Pieced::Part | Pieced::Foreign => {}
                Pieced::Whole(from, message) => peers.obey(&registry, from, *message).await,
                Pieced::Gap(from) => peers.part_from(&registry, |id| id == from).await,
            }
        }
        // Nothing of the old connection may keep the lock.
        drop(holding.listener);
        let _ = timeout(ANSWER, holding.pool.close()).await;
        if *peers.ending.borrow() {
            return;
        }
        joiner.forget();
        if let Some(registry) = registry.upgrade() {
            peers.part_from(&registry, |_| true).await;
        }
        holding = loop {
            match timeout(ANSWER, peers.hold()).await {
                Ok(Ok(held)) => break held,
                Ok(Err(error)) => tracing::debug!(%error, "the lock of this server"),
                Err(_) => {}
            }
            sleep(RETRY).await;
        };
        again.mark_unchanged();
        let Some(registry) = registry.upgrade() else {
            return;
        };
        if let Err(error) = peers.give_up_lost_rooms(&registry).await {
            // The next survey finds the lock held; what is stored is decided by the owner's number anyway.
            tracing::warn!(%error, "rooms could not be compared");
        }
    }
}

/// Looks every second who is there, and takes over the rooms that go on by themselves.
pub(super) async fn survey(peers: Arc<Peers>, registry: Weak<RoomRegistry>) {
    loop {
        let Some(registry) = registry.upgrade() else {
            return;
        };
        match timeout(ANSWER, look(&peers, &registry)).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::debug!(%error, "the other servers are not known now"),
            Err(_) => tracing::warn!("the database does not answer"),
        }
        drop(registry);
        sleep(SURVEY).await;
    }
}

async fn look(peers: &Arc<Peers>, registry: &Arc<RoomRegistry>) -> Result<(), StoreError> {
    let survey = peers.ownership.survey().await?;
    if !survey.alive.contains(&peers.id) {
        // The connection does not know yet that it is dead.
        peers.hold_again.send_modify(|times| *times += 1);
    }
    let gone: Vec<_> = survey
        .dead
        .iter()
        .copied()
        .filter(|&id| id != peers.id)
        .collect();
    peers.lock().alive = survey.alive.into_iter().collect();
    if gone.is_empty() {
        return Ok(());
    }
    peers.part_from(registry, |id| gone.contains(&id)).await;
    let most = registry.limits.rooms / 2;
    for room in peers.ownership.orphans(&gone, false, most).await? {
        let _ = registry.wake(&room);
    }
    for &server in &gone {
        peers.ownership.bury(server).await?;
    }
    Ok(())
}
