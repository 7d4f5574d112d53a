//! Who has which room, in the database. A server that is there holds the advisory lock of its number; a
//! room's owner is a number. So a room whose owner's lock is free may be taken over, by one server only.

use std::collections::HashSet;
use std::time::Duration;

use sqlx::postgres::{PgListener, PgPoolOptions};
use sqlx::{Executor, PgPool, Row};

use super::ServerId;

/// The first half of the advisory locks' key; the second is a server's number.
const LOCKS: i32 = 0x796f_6d69;

/// How a connection that holds a lock begins. When its host is gone without a word, PostgreSQL notices
/// it after seven seconds and lets the lock go.
const HOLDING: &str = "SET tcp_keepalives_idle = 3; SET tcp_keepalives_interval = 2; \
                       SET tcp_keepalives_count = 2";

/// What became of a claim.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Claim {
    /// It is ours. If it was taken from a server that is gone: when that was last known to be there.
    Ours(Option<u64>),
    /// Another server has it.
    Theirs(ServerId),
    /// There is no such room.
    Missing,
}

/// The servers of a database.
pub(super) struct Survey {
    pub(super) alive: HashSet<ServerId>,
    pub(super) dead: Vec<ServerId>,
}

/// The queries.
pub(super) struct Ownership {
    pub(super) pool: PgPool,
    own: ServerId,
}

impl Ownership {
    pub(super) async fn open(address: &str, own: ServerId) -> Result<Self, sqlx::Error> {
        let pool = PgPoolOptions::new()
            .max_connections(4)
            .acquire_timeout(Duration::from_secs(5))
            .connect(address)
            .await?;
        Ok(Ownership { pool, own })
    }

    /// A connection that holds this server's lock and hears what is said to it, and the pool it is from.
    pub(super) async fn hold(
        &self,
        address: &str,
        channel: &str,
        now: u64,
    ) -> Result<(PgPool, PgListener), sqlx::Error> {
        let pool = PgPoolOptions::new()
            .max_connections(1)
            .max_lifetime(None)
            .idle_timeout(None)
            .acquire_timeout(Duration::from_secs(5))
            .connect(address)
            .await?;
        let mut listener = PgListener::connect_with(&pool).await?;
        listener.eager_reconnect(false);
        listener.execute(HOLDING).await?;
        // Those who look whether this server is gone hold the lock for a moment.
        let lock = sqlx::query("SELECT pg_advisory_lock($1, $2)");
        lock.bind(LOCKS)
            .bind(self.own)
            .execute(&mut listener)
            .await?;
        let here = sqlx::query(
            "INSERT INTO servers (id, at_ms) VALUES ($1, $2) \
             ON CONFLICT (id) DO UPDATE SET at_ms = excluded.at_ms",
        );
        let here = here.bind(i64::from(self.own)).bind(now as i64);
        here.execute(&mut listener).await?;
        listener.listen(channel).await?;
        Ok((pool, listener))
    }

    /// Takes a room unless another server that is there has it.
    pub(super) async fn claim(&self, room: &str) -> Result<Claim, sqlx::Error> {
        let mut transaction = self.pool.begin().await?;
        let found = sqlx::query("SELECT owner FROM rooms WHERE id = $1 FOR UPDATE");
        let Some(row) = found.bind(room).fetch_optional(&mut *transaction).await? else {
            return Ok(Claim::Missing);
        };
        let owner = row.try_get::<Option<i64>, _>(0)?;
        let mut pulse = None;
        if let Some(owner) = owner {
            let owner = owner as ServerId;
            if owner == self.own {
                return Ok(Claim::Ours(None));
            }
            // Shared: several may look at once. The owner's own lock is not.
            let free = sqlx::query("SELECT pg_try_advisory_xact_lock_shared($1, $2)");
            let free = free.bind(LOCKS).bind(owner);
            if !free
                .fetch_one(&mut *transaction)
                .await?
                .try_get::<bool, _>(0)?
            {
                return Ok(Claim::Theirs(owner));
            }
            let last = sqlx::query("SELECT at_ms FROM servers WHERE id = $1");
            let last = last.bind(i64::from(owner));
            let last = last.fetch_optional(&mut *transaction).await?;
            let last = last.map(|row| row.try_get::<i64, _>(0)).transpose()?;
            pulse = last.map(|at| at as u64);
        }
        sqlx::query("UPDATE rooms SET owner = $2 WHERE id = $1")
            .bind(room)
            .bind(i64::from(self.own))
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(Claim::Ours(pulse))
    }

    /// Lets a room go: the next who is asked for it has it.
    pub(super) async fn release(&self, room: &str) -> Result<(), sqlx::Error> {
        let gone = sqlx::query("UPDATE rooms SET owner = NULL WHERE id = $1 AND owner = $2");
        let gone = gone.bind(room).bind(i64::from(self.own));
        gone.execute(&self.pool).await?;
        Ok(())
    }

    /// Who is there and who is not.
    pub(super) async fn survey(&self) -> Result<Survey, sqlx::Error> {
        let rows = sqlx::query(
            "SELECT s.id, EXISTS (SELECT 1 FROM pg_locks l WHERE l.locktype = 'advisory' \
                 AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()) \
                 AND l.classid = $1::bigint::oid AND l.objid = s.id::oid \
                 AND l.mode = 'ExclusiveLock' AND l.granted) \
             FROM servers s",
        );
        let rows = rows.bind(i64::from(LOCKS)).fetch_all(&self.pool).await?;
        let mut survey = Survey {
            alive: HashSet::new(),
            dead: Vec::new(),
        };
        for row in rows {
            let id = row.try_get::<i64, _>(0)? as ServerId;
            match row.try_get(1)? {
                true => _ = survey.alive.insert(id),
                false => survey.dead.push(id),
            }
        }
        Ok(survey)
    }

    /// Rooms that go on by themselves and whose server is gone, at most so many.
    pub(super) async fn orphans(
        &self,
        dead: &[ServerId],
        and_unowned: bool,
        most: usize,
    ) -> Result<Vec<String>, sqlx::Error> {
        let dead: Vec<i64> = dead.iter().map(|&id| i64::from(id)).collect();
        let rows = sqlx::query(
            "SELECT id FROM rooms WHERE live = 1 AND (owner = ANY($1) OR ($2 AND owner IS NULL)) \
             ORDER BY touched_ms DESC LIMIT $3",
        );
        let rows = rows.bind(dead).bind(and_unowned).bind(most as i64);
        let rows = rows.fetch_all(&self.pool).await?;
        rows.iter().map(|row| row.try_get(0)).collect()
    }

    /// Lets go what a server that is gone had and nobody waits for.
    pub(super) async fn bury(&self, dead: ServerId) -> Result<(), sqlx::Error> {
        let mut transaction = self.pool.begin().await?;
        let free = sqlx::query("SELECT pg_try_advisory_xact_lock_shared($1, $2)");
        let free = free.bind(LOCKS).bind(dead);
        if !free
            .fetch_one(&mut *transaction)
            .await?
            .try_get::<bool, _>(0)?
        {
            return Ok(());
        }
        let rooms = "UPDATE rooms SET owner = NULL WHERE owner = $1 AND live = 0";
        let server = "DELETE FROM servers WHERE id = $1 \
                      AND NOT EXISTS (SELECT 1 FROM rooms WHERE owner = $1)";
        for query in [rooms, server] {
            let query = sqlx::query(query).bind(i64::from(dead));
            query.execute(&mut *transaction).await?;
        }
        transaction.commit().await
    }

    /// Keeps rooms that nobody has taken while this server's lock was free; those that somebody has.
    pub(super) async fn keep(&self, rooms: &[String]) -> Result<Vec<String>, sqlx::Error> {
        let own = i64::from(self.own);
        let kept = sqlx::query("UPDATE rooms SET owner = $2 WHERE id = ANY($1) AND owner IS NULL");
        kept.bind(rooms).bind(own).execute(&self.pool).await?;
        let lost = sqlx::query("SELECT id FROM rooms WHERE id = ANY($1) AND owner <> $2");
        let rows = lost.bind(rooms).bind(own).fetch_all(&self.pool).await?;
        rows.iter().map(|row| row.try_get(0)).collect()
    }
}
