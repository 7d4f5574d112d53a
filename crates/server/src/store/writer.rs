//! The one task that writes.

use sqlx::AnyPool;
use tokio::sync::{mpsc, oneshot};

use super::StoreError;

pub(super) type Reply = oneshot::Sender<Result<(), StoreError>>;

/// Something to be written, and who waits for it.
#[derive(Debug)]
pub(super) enum Write {
    Create {
        room: String,
        setup: String,
        live: bool,
        now: u64,
        reply: Reply,
    },
    Append {
        room: String,
        events: Vec<(u64, u64, String)>,
        live: bool,
        reply: Reply,
    },
    Touch {
        room: String,
        now: u64,
        reply: Reply,
    },
    Pulse {
        now: u64,
        reply: Reply,
    },
}

/// The most writes in one transaction.
const BATCH: usize = 256;

pub(super) async fn run(pool: AnyPool, mut writes: mpsc::Receiver<Write>) {
    let mut batch = Vec::with_capacity(BATCH);
    while writes.recv_many(&mut batch, BATCH).await > 0 {
        metrics::histogram!("yomikiri_store_batch_writes").record(batch.len() as f64);
        let begun = std::time::Instant::now();
        let mut answers = Vec::with_capacity(batch.len());
        let done = write_all(&pool, batch.drain(..), &mut answers).await;
        metrics::histogram!("yomikiri_store_commit_seconds").record(begun.elapsed());
        if let Err(error) = &done {
            tracing::error!(%error, "the store could not write");
        }
        for (reply, answer) in answers {
            // Nobody may claim that something is stored if the transaction was not.
            let _ = reply.send(if done.is_ok() {
                answer
            } else {
                Err(StoreError::Closed)
            });
        }
    }
}

async fn write_all(
    pool: &AnyPool,
    batch: impl Iterator<Item = Write>,
    answers: &mut Vec<(Reply, Result<(), StoreError>)>,
) -> Result<(), sqlx::Error> {
    let mut transaction = pool.begin().await?;
    for write in batch {
        let connection = &mut *transaction;
        match write {
            Write::Create {
                room,
                setup,
                live,
                now,
                reply,
            } => {
                sqlx::query(
                    "INSERT INTO rooms (id, created_ms, touched_ms, live, setup) \
                     VALUES ($1, $2, $3, $4, $5)",
                )
                .bind(room)
                .bind(now as i64)
                .bind(now as i64)
                .bind(i64::from(live))
                .bind(setup)
                .execute(connection)
                .await?;
                answers.push((reply, Ok(())));
            }
            Write::Append {
                room,
                events,
                live,
                reply,
            } => {
                let mut answer = Ok(());
                for (seq, at_ms, event) in events {
                    let done = sqlx::query(
                        "INSERT INTO facts (room, seq, at_ms, fact) VALUES ($1, $2, $3, $4) \
                         ON CONFLICT (room, seq) DO NOTHING",
                    )
                    .bind(room.as_str())
                    .bind(seq as i64)
                    .bind(at_ms as i64)
                    .bind(event)
                    .execute(&mut *connection)
                    .await?;
                    if done.rows_affected() != 1 {
                        answer = Err(StoreError::Conflict);
                        break;
                    }
                }
                sqlx::query("UPDATE rooms SET live = $2 WHERE id = $1 AND live <> $2")
                    .bind(room)
                    .bind(i64::from(live))
                    .execute(connection)
                    .await?;
                answers.push((reply, answer));
            }
            Write::Touch { room, now, reply } => {
                sqlx::query("UPDATE rooms SET touched_ms = $2 WHERE id = $1")
                    .bind(room)
                    .bind(now as i64)
                    .execute(connection)
                    .await?;
                answers.push((reply, Ok(())));
            }
            Write::Pulse { now, reply } => {
                sqlx::query(
                    "INSERT INTO pulse (id, at_ms) VALUES (1, $1) \
                     ON CONFLICT (id) DO UPDATE SET at_ms = excluded.at_ms",
                )
                .bind(now as i64)
                .execute(connection)
                .await?;
                answers.push((reply, Ok(())));
            }
        }
    }
    transaction.commit().await
}
