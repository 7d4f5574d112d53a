//! The tables, and what coordinators and workers do with them.
//!
//! Every statement may be repeated without harm, so that one whose answer was lost with the connection can
//! be sent again. Deadlines are by the database's clock: the clocks of the machines need not agree.

use std::time::Duration;

use sqlx::Row;

use crate::connection::Connection;

/// How often a unit is begun before it is given up: a unit that kills its workers must not kill all.
pub const MOST_ATTEMPTS: i32 = 5;

/// How long a query waits for a database that is away.
const PATIENCE: Duration = Duration::from_secs(120);

const SCHEMA: &[&str] = &[
    "CREATE TABLE IF NOT EXISTS work_runs (
        id TEXT PRIMARY KEY,
        build TEXT NOT NULL,
        work TEXT NOT NULL,
        closed BOOLEAN NOT NULL DEFAULT FALSE,
        created TIMESTAMPTZ NOT NULL DEFAULT now())",
    "CREATE TABLE IF NOT EXISTS work_units (
        run TEXT NOT NULL REFERENCES work_runs (id) ON DELETE CASCADE,
        unit BIGINT NOT NULL,
        attempts INTEGER NOT NULL DEFAULT 0,
        worker TEXT,
        lease TEXT,
        deadline TIMESTAMPTZ,
        result TEXT,
        collected BOOLEAN NOT NULL DEFAULT FALSE,
        fault TEXT,
        PRIMARY KEY (run, unit))",
    "CREATE INDEX IF NOT EXISTS work_units_open ON work_units (run, unit) WHERE result IS NULL",
    "CREATE INDEX IF NOT EXISTS work_units_handed ON work_units (run) WHERE result IS NOT NULL AND NOT collected",
    "CREATE TABLE IF NOT EXISTS work_workers (
        run TEXT NOT NULL REFERENCES work_runs (id) ON DELETE CASCADE,
        worker TEXT NOT NULL,
        speed DOUBLE PRECISION NOT NULL,
        units BIGINT NOT NULL DEFAULT 0,
        seen TIMESTAMPTZ NOT NULL DEFAULT now(),
        PRIMARY KEY (run, worker))",
];

/// What is wrong with a queue.
#[derive(Debug, thiserror::Error)]
pub enum QueueError {
    /// The address of the database is none.
    #[error("queue: expected postgres://USER:PASSWORD@HOST/NAME: {0}")]
    Address(String),
    /// The database says so, or does not answer.
    #[error("queue: {0}")]
    Database(String),
}

/// One task of a coordinator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// Its name: the same task by the same program has the same one.
    pub id: String,
    /// The program that workers must be.
    pub build: String,
    /// What is to be done.
    pub work: String,
}

/// A unit under lease.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Job {
    /// The run.
    pub run: String,
    /// Its number in the run.
    pub unit: u64,
    lease: String,
}

/// A unit that was handed in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Handed {
    /// Its number in the run.
    pub unit: u64,
    /// What came of it.
    pub result: String,
}

/// A unit that was given up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// Its number in the run.
    pub unit: u64,
    /// Who had it last.
    pub worker: String,
    /// Why.
    pub fault: String,
}

/// What a worker has done for a run.
#[derive(Clone, PartialEq, Debug)]
pub struct WorkerReport {
    /// Its name.
    pub worker: String,
    /// Its speed, in whatever the run measures.
    pub speed: f64,
    /// Units that it has handed in.
    pub units: u64,
    /// Seconds since it was last heard of.
    pub silent: f64,
}

/// A queue of work.
pub struct Queue {
    connection: Connection,
}

impl Queue {
    /// Opens a database by its address, `postgres://USER:PASSWORD@HOST/NAME`, and makes the tables that are
    /// missing.
    pub fn open(address: &str) -> Result<Queue, QueueError> {
        if !address.starts_with("postgres://") && !address.starts_with("postgresql://") {
            let shown: String = address.chars().take(60).collect();
            return Err(QueueError::Address(format!("got {shown:?}")));
        }
        // The first answer decides whether the address is right: it is not waited for as long as later ones.
        let first = Connection::open(address, Duration::from_secs(10))?;
        first.ask(async |pool| {
            let mut connection = pool.acquire().await?;
            // Several programs that start at once would trip over each other's CREATE.
            sqlx::query("SELECT pg_advisory_lock(59011)")
                .execute(&mut *connection)
                .await?;
            let mut made = Ok(());
            for &statement in SCHEMA {
                let done = sqlx::query(statement).execute(&mut *connection).await;
                made = made.and(done.map(|_| ()));
            }
            sqlx::query("SELECT pg_advisory_unlock(59011)")
                .execute(&mut *connection)
                .await?;
            made
        })?;
        Ok(Queue {
            connection: Connection::open(address, PATIENCE)?,
        })
    }

    // ---- The coordinator's side.

    /// Puts a run into the queue, or goes on with it: units that are there stay as they are, and results
    /// that were collected before can be collected again.
    pub fn put(&self, run: &Run, units: &[u64]) -> Result<(), QueueError> {
        let numbers: Vec<i64> = units.iter().map(|&unit| unit as i64).collect();
        self.connection.ask(async |pool| {
            let mut together = pool.begin().await?;
            sqlx::query(
                "INSERT INTO work_runs (id, build, work) VALUES ($1, $2, $3)
                 ON CONFLICT (id) DO UPDATE SET closed = FALSE",
            )
            .bind(&run.id)
            .bind(&run.build)
            .bind(&run.work)
            .execute(&mut *together)
            .await?;
            sqlx::query("UPDATE work_units SET collected = FALSE WHERE run = $1 AND collected")
                .bind(&run.id)
                .execute(&mut *together)
                .await?;
            // What was given up is tried again by a coordinator that was started again.
            sqlx::query(
                "UPDATE work_units SET attempts = 0, fault = NULL, deadline = NULL, lease = NULL
                 WHERE run = $1 AND fault IS NOT NULL AND result IS NULL",
            )
            .bind(&run.id)
            .execute(&mut *together)
            .await?;
            sqlx::query(
                "INSERT INTO work_units (run, unit) SELECT $1, unit FROM unnest($2::BIGINT[]) AS unit
                 ON CONFLICT DO NOTHING",
            )
            .bind(&run.id)
            .bind(&numbers)
            .execute(&mut *together)
            .await?;
            together.commit().await
        })
    }

    /// Results that were handed in and not collected yet, at most so many.
    pub fn handed(&self, run: &str, most: u32) -> Result<Vec<Handed>, QueueError> {
        let rows = self.connection.ask(async |pool| {
            sqlx::query(
                "SELECT unit, result FROM work_units
                 WHERE run = $1 AND result IS NOT NULL AND NOT collected ORDER BY unit LIMIT $2",
            )
            .bind(run)
            .bind(i64::from(most))
            .fetch_all(&pool)
            .await
        })?;
        rows.iter()
            .map(|row| {
                Ok(Handed {
                    unit: column::<i64>(row, 0)? as u64,
                    result: column(row, 1)?,
                })
            })
            .collect()
    }

    /// The coordinator has kept these results.
    pub fn collected(&self, run: &str, units: &[u64]) -> Result<(), QueueError> {
        let numbers: Vec<i64> = units.iter().map(|&unit| unit as i64).collect();
        self.connection.ask(async |pool| {
            sqlx::query("UPDATE work_units SET collected = TRUE WHERE run = $1 AND unit = ANY ($2)")
                .bind(run)
                .bind(&numbers)
                .execute(&pool)
                .await
                .map(|_| ())
        })
    }

    /// Units that are given up: they failed, or their workers died, too often.
    pub fn failures(&self, run: &str) -> Result<Vec<Failure>, QueueError> {
        let rows = self.connection.ask(async |pool| {
            sqlx::query(
                "SELECT unit, coalesce(worker, '-'),
                        coalesce(fault, 'its workers died ' || attempts || ' times')
                 FROM work_units WHERE run = $1 AND result IS NULL AND attempts >= $2
                     AND (lease IS NULL OR deadline < now()) ORDER BY unit",
            )
            .bind(run)
            .bind(MOST_ATTEMPTS)
            .fetch_all(&pool)
            .await
        })?;
        rows.iter()
            .map(|row| {
                Ok(Failure {
                    unit: column::<i64>(row, 0)? as u64,
                    worker: column(row, 1)?,
                    fault: column(row, 2)?,
                })
            })
            .collect()
    }

    /// What each worker has done for a run.
    pub fn workers(&self, run: &str) -> Result<Vec<WorkerReport>, QueueError> {
        let rows = self.connection.ask(async |pool| {
            sqlx::query(
                "SELECT worker, speed, units,
                        extract(epoch FROM now() - seen)::DOUBLE PRECISION
                 FROM work_workers WHERE run = $1 ORDER BY worker",
            )
            .bind(run)
            .fetch_all(&pool)
            .await
        })?;
        rows.iter()
            .map(|row| {
                Ok(WorkerReport {
                    worker: column(row, 0)?,
                    speed: column(row, 1)?,
                    units: column::<i64>(row, 2)? as u64,
                    silent: column(row, 3)?,
                })
            })
            .collect()
    }

    /// Nobody takes units of this run any more; workers drop what they have of it.
    pub fn close(&self, run: &str) -> Result<(), QueueError> {
        self.connection.ask(async |pool| {
            sqlx::query("UPDATE work_runs SET closed = TRUE WHERE id = $1")
                .bind(run)
                .execute(&pool)
                .await
                .map(|_| ())
        })
    }

    /// Takes a run out of the queue with all its results.
    pub fn remove(&self, run: &str) -> Result<(), QueueError> {
        self.connection.ask(async |pool| {
            sqlx::query("DELETE FROM work_runs WHERE id = $1")
                .bind(run)
                .execute(&pool)
                .await
                .map(|_| ())
        })
    }

    // ---- The worker's side.

    /// Takes the next unit of the oldest run for this build; nobody else gets it before the lease ends.
    /// `lease` is a name that is used once.
    pub fn take(
        &self,
        build: &str,
        worker: &str,
        lease: &str,
        length: Duration,
    ) -> Result<Option<Job>, QueueError> {
        let taken = self.connection.ask(async |pool| {
            // The answer to this query may have been lost: what it took is under this lease.
            let mine = sqlx::query("SELECT run, unit FROM work_units WHERE lease = $1")
                .bind(lease)
                .fetch_optional(&pool)
                .await?;
            if mine.is_some() {
                return Ok(mine);
            }
            sqlx::query(
                "UPDATE work_units SET attempts = attempts + 1, worker = $2, lease = $3,
                     deadline = now() + make_interval(secs => $4)
                 WHERE (run, unit) = (
                     SELECT waiting.run, waiting.unit
                     FROM work_units AS waiting JOIN work_runs AS runs ON runs.id = waiting.run
                     WHERE NOT runs.closed AND runs.build = $1 AND waiting.result IS NULL
                         AND waiting.attempts < $5
                         AND (waiting.deadline IS NULL OR waiting.deadline < now())
                     ORDER BY runs.created, runs.id, waiting.unit
                     LIMIT 1 FOR UPDATE OF waiting SKIP LOCKED)
                 RETURNING run, unit",
            )
            .bind(build)
            .bind(worker)
            .bind(lease)
            .bind(length.as_secs_f64())
            .bind(MOST_ATTEMPTS)
            .fetch_optional(&pool)
            .await
        })?;
        let Some(row) = taken else { return Ok(None) };
        Ok(Some(Job {
            run: column(&row, 0)?,
            unit: column::<i64>(&row, 1)? as u64,
            lease: lease.to_owned(),
        }))
    }

    /// A run, while it is in the queue.
    pub fn run(&self, id: &str) -> Result<Option<Run>, QueueError> {
        let row = self.connection.ask(async |pool| {
            sqlx::query("SELECT id, build, work FROM work_runs WHERE id = $1")
                .bind(id)
                .fetch_optional(&pool)
                .await
        })?;
        row.as_ref().map(read_run).transpose()
    }

    /// Open runs that want another build.
    pub fn runs_of_others(&self, build: &str) -> Result<Vec<Run>, QueueError> {
        let rows = self.connection.ask(async |pool| {
            sqlx::query(
                "SELECT id, build, work FROM work_runs
                 WHERE NOT closed AND build <> $1 ORDER BY created, id",
            )
            .bind(build)
            .fetch_all(&pool)
            .await
        })?;
        rows.iter().map(read_run).collect()
    }

    /// Whether there is an open run for this build, with or without units to be taken.
    pub fn has_runs(&self, build: &str) -> Result<bool, QueueError> {
        let row = self.connection.ask(async |pool| {
            sqlx::query("SELECT 1 FROM work_runs WHERE NOT closed AND build = $1 LIMIT 1")
                .bind(build)
                .fetch_optional(&pool)
                .await
        })?;
        Ok(row.is_some())
    }

    /// A worker says that it works for a run, and how fast it is.
    pub fn enlist(&self, run: &str, worker: &str, speed: f64) -> Result<(), QueueError> {
        self.connection.ask(async |pool| {
            sqlx::query(
                "INSERT INTO work_workers (run, worker, speed)
                 SELECT id, $2, $3 FROM work_runs WHERE id = $1
                 ON CONFLICT (run, worker) DO UPDATE SET speed = $3, seen = now()",
            )
            .bind(run)
            .bind(worker)
            .bind(speed)
            .execute(&pool)
            .await
            .map(|_| ())
        })
    }

    /// Goes on with a unit; `false` if the lease was lost or the run is over.
    pub fn renew(&self, job: &Job, length: Duration) -> Result<bool, QueueError> {
        self.connection.ask(async |pool| {
            let renewed = sqlx::query(
                "UPDATE work_units SET deadline = now() + make_interval(secs => $4)
                 WHERE run = $1 AND unit = $2 AND lease = $3 AND result IS NULL
                     AND EXISTS (SELECT 1 FROM work_runs WHERE id = $1 AND NOT closed)",
            )
            .bind(&job.run)
            .bind(job.unit as i64)
            .bind(&job.lease)
            .bind(length.as_secs_f64())
            .execute(&pool)
            .await?;
            Ok(renewed.rows_affected() == 1)
        })
    }

    /// Hands a result in; `false` if it is not wanted any more.
    pub fn hand_in(&self, job: &Job, worker: &str, result: &str) -> Result<bool, QueueError> {
        self.connection.ask(async |pool| {
            let mut together = pool.begin().await?;
            let handed = sqlx::query(
                "UPDATE work_units SET result = $4, deadline = NULL
                 WHERE run = $1 AND unit = $2 AND lease = $3 AND result IS NULL",
            )
            .bind(&job.run)
            .bind(job.unit as i64)
            .bind(&job.lease)
            .bind(result)
            .execute(&mut *together)
            .await?;
            if handed.rows_affected() == 1 {
                sqlx::query(
                    "UPDATE work_workers SET units = units + 1, seen = now()
                     WHERE run = $1 AND worker = $2",
                )
                .bind(&job.run)
                .bind(worker)
                .execute(&mut *together)
                .await?;
                together.commit().await?;
                return Ok(true);
            }
            // It may have been handed in by this very query, whose answer was lost.
            let mine = sqlx::query(
                "SELECT 1 FROM work_units
                 WHERE run = $1 AND unit = $2 AND lease = $3 AND result = $4",
            )
            .bind(&job.run)
            .bind(job.unit as i64)
            .bind(&job.lease)
            .bind(result)
            .fetch_optional(&mut *together)
            .await?;
            Ok(mine.is_some())
        })
    }

    /// Puts a unit back that was not finished, so that another worker takes it at once.
    pub fn put_back(&self, job: &Job) -> Result<(), QueueError> {
        self.connection.ask(async |pool| {
            sqlx::query(
                "UPDATE work_units SET attempts = greatest(attempts - 1, 0), deadline = NULL, lease = NULL
                 WHERE run = $1 AND unit = $2 AND lease = $3 AND result IS NULL",
            )
            .bind(&job.run)
            .bind(job.unit as i64)
            .bind(&job.lease)
            .execute(&pool)
            .await
            .map(|_| ())
        })
    }

    /// A unit cannot be done, here or anywhere: it is not tried again.
    pub fn give_up(&self, job: &Job, fault: &str) -> Result<(), QueueError> {
        self.connection.ask(async |pool| {
            sqlx::query(
                "UPDATE work_units SET attempts = $4, fault = $5, deadline = NULL, lease = NULL
                 WHERE run = $1 AND unit = $2 AND lease = $3 AND result IS NULL",
            )
            .bind(&job.run)
            .bind(job.unit as i64)
            .bind(&job.lease)
            .bind(MOST_ATTEMPTS)
            .bind(fault)
            .execute(&pool)
            .await
            .map(|_| ())
        })
    }
}

fn read_run(row: &sqlx::postgres::PgRow) -> Result<Run, QueueError> {
    Ok(Run {
        id: column(row, 0)?,
        build: column(row, 1)?,
        work: column(row, 2)?,
    })
}

fn column<'r, T>(row: &'r sqlx::postgres::PgRow, at: usize) -> Result<T, QueueError>
where
    T: sqlx::Decode<'r, sqlx::Postgres> + sqlx::Type<sqlx::Postgres>,
{
    row.try_get(at)
        .map_err(|error| QueueError::Database(error.to_string()))
}
