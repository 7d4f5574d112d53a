//! Queries that wait until a restarted database answers again.

use std::time::{Duration, Instant};

use sqlx::PgPool;
use sqlx::postgres::PgPoolOptions;
use tokio::runtime::{Builder, Runtime};

use crate::QueueError;

/// The first pause before a query is tried again; each following one is twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// A pool of connections with a runtime of its own: callers are plain threads.
pub(crate) struct Connection {
    runtime: Runtime,
    pool: PgPool,
    patience: Duration,
}

impl Connection {
    pub(crate) fn open(address: &str, patience: Duration) -> Result<Self, QueueError> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("queue")
            .enable_all()
            .build()
            .map_err(|error| QueueError::Address(error.to_string()))?;
        let pool = runtime.block_on(async {
            PgPoolOptions::new()
                .max_connections(4)
                .acquire_timeout(Duration::from_secs(5))
                .connect_lazy(address)
        });
        let pool = pool.map_err(|error| QueueError::Address(error.to_string()))?;
        Ok(Connection {
            runtime,
            pool,
            patience,
        })
    }

    /// Runs a query that may be repeated. A database that is away is waited for.
    pub(crate) fn ask<T, F>(&self, query: impl Fn(PgPool) -> F) -> Result<T, QueueError>
    where
        F: Future<Output = Result<T, sqlx::Error>>,
    {
        let begun = Instant::now();
        let mut pause = FIRST_PAUSE;
        loop {
            match self.runtime.block_on(query(self.pool.clone())) {
                Ok(answer) => return Ok(answer),
                Err(error) if is_passing(&error) && begun.elapsed() < self.patience => {
                    std::thread::sleep(pause);
                    pause = (2 * pause).min(LONGEST_PAUSE);
                }
                Err(error) => return Err(QueueError::Database(error.to_string())),
            }
        }
    }
}

/// Whether the same query may succeed a little later.
fn is_passing(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed
        | sqlx::Error::Protocol(_)
        | sqlx::Error::Tls(_) => true,
        // 08: connection; 40: serialization, deadlock; 53: too many connections; 57P: shutting down, starting up.
        sqlx::Error::Database(error) => error.code().is_some_and(|code| {
            ["08", "40", "53", "57P"]
                .iter()
                .any(|class| code.starts_with(class))
        }),
        _ => false,
    }
}
