//! The one task that writes.
//!
//! A transaction that fails is answered with the reason, and its connection is closed: after some
//! errors (a full disk) SQLite has ended the transaction itself, and a connection to PostgreSQL may
//! be gone. The next write begins anew, so writing continues as soon as the fault has ended.

use std::time::Duration;

use sqlx::{Any, AnyConnection, AnyPool, Connection, pool::PoolConnection};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use super::StoreError;
use super::health::Health;

pub(super) type Reply = oneshot::Sender<Result<(), StoreError>>;

/// Something to be written.
#[derive(Debug)]
pub(super) enum Write {
    Create {
        room: String,
        setup: String,
        live: bool,
        now: u64,
    },
    Append {
        room: String,
        /// Who must own the room, where a database can have several servers.
        owner: Option<i64>,
        events: Vec<(u64, u64, String)>,
        live: bool,
    },
    Touch {
        room: String,
        now: u64,
    },
    Pulse {
        now: u64,
        server: Option<i64>,
    },
}

/// A write, and the task that waits for it.
pub(super) struct Pending {
    pub(super) write: Write,
    pub(super) reply: Option<Reply>,
}

/// The most writes in one transaction.
const BATCH: usize = 256;
/// How long a connection is waited for.
const CONNECT_TIME: Duration = Duration::from_secs(3);
/// The longest transaction; SQLite has given up long before.
const WRITE_TIME: Duration = Duration::from_secs(10);

pub(super) async fn run(pool: AnyPool, mut writes: mpsc::Receiver<Pending>, health: Health) {
    let mut batch = Vec::with_capacity(BATCH);
    while writes.recv_many(&mut batch, BATCH).await > 0 {
        metrics::histogram!("yomikiri_store_batch_writes").record(batch.len() as f64);
        let begun = std::time::Instant::now();
        let done = transact(&pool, &batch).await;
        metrics::histogram!("yomikiri_store_commit_seconds").record(begun.elapsed());
        match &done {
            Ok(_) => health.wrote(),
            Err(reason) => health.failed(reason),
        }
        for (at, pending) in batch.drain(..).enumerate() {
            // Nobody may claim that something is stored if the transaction was not.
            let answer = match &done {
                Ok(conflicts) if conflicts.contains(&at) => Err(StoreError::Conflict),
                Ok(_) => Ok(()),
                Err(reason) => Err(StoreError::Unavailable(reason.clone())),
            };
            if let Some(reply) = pending.reply {
                let _ = reply.send(answer);
            }
        }
    }
}

/// Writes a batch; the places of those that another server had written before, or why nothing was
/// written.
async fn transact(pool: &AnyPool, batch: &[Pending]) -> Result<Vec<usize>, String> {
    let late = |_| "the database does not answer".to_owned();
    let connection = timeout(CONNECT_TIME, pool.acquire()).await.map_err(late)?;
    let mut connection: PoolConnection<Any> = connection.map_err(|error| error.to_string())?;
    let done = timeout(WRITE_TIME, write_all(&mut connection, batch)).await;
    let done = match done {
        Ok(done) => done.map_err(|error| error.to_string()),
        Err(elapsed) => Err(late(elapsed)),
    };
    if done.is_err() {
        connection.close_on_drop();
    }
    done
}

async fn write_all(
    connection: &mut AnyConnection,
    batch: &[Pending],
) -> Result<Vec<usize>, sqlx::Error> {
    let mut conflicts = Vec::new();
    let mut transaction = connection.begin().await?;
    for (at, pending) in batch.iter().enumerate() {
        let connection = &mut *transaction;
        match &pending.write {
            Write::Create {
                room,
                setup,
                live,
                now,
            } => {
                sqlx::query(
                    "INSERT INTO rooms (id, created_ms, touched_ms, live, setup) \
                     VALUES ($1, $2, $3, $4, $5)",
                )
                .bind(room.as_str())
                .bind(*now as i64)
                .bind(*now as i64)
                .bind(i64::from(*live))
                .bind(setup.as_str())
                .execute(connection)
                .await?;
            }
            Write::Append {
                room,
                owner,
                events,
                live,
            } => {
                if let Some(owner) = owner {
                    // Whoever takes the room over waits for this transaction, and then reads its events.
                    let owned =
                        sqlx::query("SELECT id FROM rooms WHERE id = $1 AND owner = $2 FOR SHARE");
                    let owned = owned.bind(room.as_str()).bind(*owner);
                    if owned.fetch_optional(&mut *connection).await?.is_none() {
                        conflicts.push(at);
                        continue;
                    }
                }
                for (seq, at_ms, event) in events {
                    let done = sqlx::query(
                        "INSERT INTO facts (room, seq, at_ms, fact) VALUES ($1, $2, $3, $4) \
                         ON CONFLICT (room, seq) DO NOTHING",
                    )
                    .bind(room.as_str())
                    .bind(*seq as i64)
                    .bind(*at_ms as i64)
                    .bind(event.as_str())
                    .execute(&mut *connection)
                    .await?;
                    if done.rows_affected() != 1 {
                        conflicts.push(at);
                        break;
                    }
                }
                sqlx::query("UPDATE rooms SET live = $2 WHERE id = $1 AND live <> $2")
                    .bind(room.as_str())
                    .bind(i64::from(*live))
                    .execute(connection)
                    .await?;
            }
            Write::Touch { room, now } => {
                sqlx::query("UPDATE rooms SET touched_ms = $2 WHERE id = $1")
                    .bind(room.as_str())
                    .bind(*now as i64)
                    .execute(connection)
                    .await?;
            }
            Write::Pulse { now, server } => {
                sqlx::query(
                    "INSERT INTO pulse (id, at_ms) VALUES (1, $1) \
                     ON CONFLICT (id) DO UPDATE SET at_ms = excluded.at_ms",
                )
                .bind(*now as i64)
                .execute(&mut *connection)
                .await?;
                if let Some(server) = server {
                    sqlx::query("UPDATE servers SET at_ms = $2 WHERE id = $1")
                        .bind(*server)
                        .bind(*now as i64)
                        .execute(connection)
                        .await?;
                }
            }
        }
    }
    transaction.commit().await?;
    Ok(conflicts)
}
