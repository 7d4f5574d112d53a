//! The one task that speaks to other servers.

use std::sync::{Arc, Weak};

use tokio::sync::mpsc;

use super::wire::{Cutter, Relayed};
use super::{Peers, ServerId, channel};
use crate::rooms::RoomRegistry;

/// The most messages of one transaction.
const BATCH: usize = 64;

pub(super) async fn run(
    peers: Arc<Peers>,
    registry: Weak<RoomRegistry>,
    mut posted: mpsc::Receiver<(ServerId, Relayed)>,
) {
    let mut cutter = Cutter::default();
    let mut batch = Vec::with_capacity(BATCH);
    while posted.recv_many(&mut batch, BATCH).await > 0 {
        let (mut channels, mut payloads) = (Vec::new(), Vec::new());
        for (to, message) in batch.drain(..) {
            for piece in cutter.cut(peers.id, to, &message) {
                channels.push(channel(to));
                payloads.push(piece);
            }
        }
        // In the order of the arrays.
        let sent =
            sqlx::query("SELECT pg_notify(c, p) FROM unnest($1::text[], $2::text[]) AS t (c, p)")
                .bind(channels)
                .bind(payloads)
                .execute(&peers.ownership.pool)
                .await;
        if let Err(error) = sent {
            tracing::warn!(%error, "other servers could not be told something");
            let Some(registry) = registry.upgrade() else {
                return;
            };
            // The receivers notice the gap; here everybody begins anew.
            peers.part_from(&registry, |_| true).await;
        }
    }
}
