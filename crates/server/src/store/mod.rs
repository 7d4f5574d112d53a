//! Where rooms are kept: a SQLite file, or PostgreSQL by its address. The queries are the same.
//!
//! Reading goes through a pool. Writing goes through one task that puts all writes waiting at a
//! moment into one transaction: with many rooms, many moves share one flush to disk.

mod writer;

use std::borrow::Cow;
use std::path::Path;
use std::time::Duration;

use sqlx::AnyPool;
use sqlx::any::AnyPoolOptions;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{Executor, Row, SqlStr};
use tokio::sync::mpsc;

use crate::rooms::event::{Entry, Setup};
use writer::Write;

/// What is wrong with the store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database says so.
    #[error("database: {0}")]
    Database(#[from] sqlx::Error),
    /// The tables could not be made or brought up to date.
    #[error("database: {0}")]
    Migrate(#[from] sqlx::migrate::MigrateError),
    /// The directory of the database file could not be made.
    #[error("{0}: {1}")]
    Directory(String, std::io::Error),
    /// Somebody else has written to the same room.
    #[error("another server writes to the same room")]
    Conflict,
    /// What is stored cannot be read.
    #[error("room {room}: {reason}")]
    Damaged {
        /// The room.
        room: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The task that writes has ended.
    #[error("the store has been closed")]
    Closed,
}

/// The store. Clones share it.
#[derive(Clone, Debug)]
pub struct Store {
    pool: AnyPool,
    writer: mpsc::Sender<Write>,
}

/// A room as it is stored.
pub(crate) struct Stored {
    pub(crate) setup: Setup,
    pub(crate) entries: Vec<Entry>,
}

impl Store {
    /// Opens the SQLite file in a directory, making both if need be.
    pub async fn in_directory(data: &Path) -> Result<Store, StoreError> {
        let told = |error| StoreError::Directory(data.display().to_string(), error);
        std::fs::create_dir_all(data).map_err(told)?;
        let file = data.join("rooms.db");
        Store::open(&format!(
            "sqlite://{}?mode=rwc",
            encode(&file.to_string_lossy())
        ))
        .await
    }

    /// Opens a database by its address: `sqlite://FILE` or `postgres://USER:PASSWORD@HOST/NAME`.
    pub async fn open(address: &str) -> Result<Store, StoreError> {
        sqlx::any::install_default_drivers();
        let is_sqlite = address.starts_with("sqlite:");
        let pool = AnyPoolOptions::new()
            .max_connections(4)
            .acquire_timeout(Duration::from_secs(10))
            .after_connect(move |connection, _| {
                Box::pin(async move {
                    if is_sqlite {
                        // Readers do not wait for the writer; a commit is on the disk.
                        connection.execute("PRAGMA journal_mode = WAL").await?;
                        connection.execute("PRAGMA synchronous = FULL").await?;
                        connection.execute("PRAGMA busy_timeout = 10000").await?;
                    }
                    Ok(())
                })
            })
            .connect(address)
            .await?;
        migrator().run(&pool).await?;
        let (writer, writes) = mpsc::channel(1024);
        tokio::spawn(writer::run(pool.clone(), writes));
        Ok(Store { pool, writer })
    }

    /// Stores a new room.
    pub(crate) async fn create(
        &self,
        room: &str,
        setup: &Setup,
        live: bool,
        now: u64,
    ) -> Result<(), StoreError> {
        let setup = serde_json::to_string(setup).expect("a set-up is plain data");
        let room = room.to_owned();
        self.write(|reply| Write::Create {
            room,
            setup,
            live,
            now,
            reply,
        })
        .await
    }

    /// Stores events of a room; afterwards they are safe.
    pub(crate) async fn append(
        &self,
        room: &str,
        entries: &[Entry],
        live: bool,
    ) -> Result<(), StoreError> {
        let text = |entry: &Entry| {
            let event = serde_json::to_string(&entry.event).expect("an event is plain data");
            (entry.seq, entry.at_ms, event)
        };
        let (room, events) = (room.to_owned(), entries.iter().map(text).collect());
        self.write(|reply| Write::Append {
            room,
            events,
            live,
            reply,
        })
        .await
    }

    /// Notes that the server is there.
    pub(crate) async fn pulse(&self, now: u64) -> Result<(), StoreError> {
        self.write(|reply| Write::Pulse { now, reply }).await
    }

    async fn write(&self, make: impl FnOnce(writer::Reply) -> Write) -> Result<(), StoreError> {
        let (reply, done) = tokio::sync::oneshot::channel();
        let sent = self.writer.send(make(reply)).await;
        sent.map_err(|_| StoreError::Closed)?;
        done.await.map_err(|_| StoreError::Closed)?
    }

    /// When the server was last known to be there.
    pub(crate) async fn last_pulse(&self) -> Result<u64, StoreError> {
        let row = sqlx::query("SELECT at_ms FROM pulse WHERE id = 1");
        let row = row.fetch_optional(&self.pool).await?;
        Ok(row.map_or(Ok(0), |row| row.try_get::<i64, _>(0))? as u64)
    }

    /// Whether there is such a room.
    pub(crate) async fn has(&self, room: &str) -> Result<bool, StoreError> {
        let row = sqlx::query("SELECT 1 FROM rooms WHERE id = $1").bind(room);
        Ok(row.fetch_optional(&self.pool).await?.is_some())
    }

    /// How many rooms there are.
    pub(crate) async fn count(&self) -> Result<u64, StoreError> {
        let row = sqlx::query("SELECT COUNT(*) FROM rooms");
        let row = row.fetch_one(&self.pool).await?;
        Ok(row.try_get::<i64, _>(0)? as u64)
    }

    /// The rooms that go on by themselves.
    pub(crate) async fn live(&self) -> Result<Vec<String>, StoreError> {
        let rows = sqlx::query("SELECT id FROM rooms WHERE live = 1 ORDER BY touched_ms DESC");
        let rows = rows.fetch_all(&self.pool).await?;
        let id = |row: sqlx::any::AnyRow| row.try_get::<String, _>(0).map_err(StoreError::from);
        rows.into_iter().map(id).collect()
    }

    /// Reads a room, and notes that it is in use.
    pub(crate) async fn load(&self, room: &str, now: u64) -> Result<Option<Stored>, StoreError> {
        let found = sqlx::query("SELECT setup FROM rooms WHERE id = $1").bind(room);
        let Some(found) = found.fetch_optional(&self.pool).await? else {
            return Ok(None);
        };
        let damaged = |error: serde_json::Error| StoreError::Damaged {
            room: room.to_owned(),
            reason: error.to_string(),
        };
        let setup = serde_json::from_str(found.try_get(0)?).map_err(damaged)?;
        let rows = sqlx::query("SELECT seq, at_ms, fact FROM facts WHERE room = $1 ORDER BY seq");
        let mut entries = Vec::new();
        for row in rows.bind(room).fetch_all(&self.pool).await? {
            entries.push(Entry {
                seq: row.try_get::<i64, _>(0)? as u64,
                at_ms: row.try_get::<i64, _>(1)? as u64,
                event: serde_json::from_str(row.try_get(2)?).map_err(damaged)?,
            });
        }
        let room = room.to_owned();
        self.write(|reply| Write::Touch { room, now, reply })
            .await?;
        Ok(Some(Stored { setup, entries }))
    }

    /// Removes rooms that nobody has used since `before`; tells how many.
    pub(crate) async fn forget(&self, before: u64) -> Result<u64, StoreError> {
        let events = sqlx::query(
            "DELETE FROM facts WHERE room IN (SELECT id FROM rooms WHERE touched_ms < $1 AND live = 0)",
        );
        events.bind(before as i64).execute(&self.pool).await?;
        let rooms = sqlx::query("DELETE FROM rooms WHERE touched_ms < $1 AND live = 0");
        let done = rooms.bind(before as i64).execute(&self.pool).await?;
        Ok(done.rows_affected())
    }

    /// Whether the database answers.
    pub(crate) async fn check(&self) -> Result<(), StoreError> {
        sqlx::query("SELECT 1").execute(&self.pool).await?;
        Ok(())
    }
}

/// The migrations, one file each, in order.
fn migrator() -> Migrator {
    let migration = |version, name: &'static str, sql: &'static str| {
        let kind = MigrationType::Simple;
        Migration::new(
            version,
            Cow::Borrowed(name),
            kind,
            SqlStr::from_static(sql),
            false,
        )
    };
    Migrator {
        migrations: Cow::Owned(vec![migration(
            1,
            "rooms",
            include_str!("../../migrations/0001_rooms.sql"),
        )]),
        ..Migrator::DEFAULT
    }
}

/// A file's name as part of an address.
fn encode(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-~".contains(&byte);
    let mut text = String::new();
    for byte in path.bytes() {
        match plain(byte) {
            true => text.push(char::from(byte)),
            false => text.push_str(&format!("%{byte:02X}")),
        }
    }
    text
}
