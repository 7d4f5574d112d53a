//! Where rooms are kept: a SQLite file, or PostgreSQL by its address. The queries are the same.
//!
//! Reading goes through a pool. Writing goes through one task that puts all writes waiting at a
//! moment into one transaction: with many rooms, many moves share one flush to disk.

mod health;
mod records;
mod writer;

use std::borrow::Cow;
use std::path::Path;
use std::time::Duration;

use sqlx::AnyPool;
use sqlx::any::AnyPoolOptions;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AssertSqlSafe, Executor, Row, SqlStr};
use tokio::sync::mpsc;

use crate::rooms::event::{Entry, Setup};
pub(crate) use health::Trouble;

use health::Health;
use writer::{Pending, Write};

pub use records::RecordDatabase;

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
    /// The database cannot write now: it is locked, its disk is full, or it does not answer.
    #[error("the database cannot write: {0}")]
    Unavailable(String),
    /// The task that writes has ended.
    #[error("the store has been closed")]
    Closed,
}

/// The store. Clones share it.
#[derive(Clone, Debug)]
pub struct Store {
    pool: AnyPool,
    /// The number of this server, where a database can have several.
    server: Option<i64>,
    writer: mpsc::Sender<Pending>,
    health: Health,
}

/// How a connection to SQLite begins. Readers do not wait for the writer; a commit is on the disk; a
/// lock of another program is waited for, but not for so long that a player thinks the move is lost.
const SQLITE: &[&str] = &[
    "PRAGMA busy_timeout = 2000",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
];

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
        let pragmas = match address.starts_with("sqlite:") {
            true => SQLITE,
            false => &[],
        };
        Store::open_with(address, || {
            pragmas.iter().map(|text| (*text).into()).collect()
        })
        .await
    }

    /// Opens a database whose connections begin with these statements.
    async fn open_with(
        address: &str,
        begin: impl Fn() -> Vec<String> + Send + Sync + 'static,
    ) -> Result<Store, StoreError> {
        sqlx::any::install_default_drivers();
        let pool = AnyPoolOptions::new()
            .max_connections(4)
            .acquire_timeout(Duration::from_secs(10))
            .after_connect(move |connection, _| {
                let statements = begin();
                Box::pin(async move {
                    for statement in statements {
                        connection.execute(AssertSqlSafe(statement)).await?;
                    }
                    Ok(())
                })
            })
            .connect(address)
            .await?;
        migrator().run(&pool).await?;
        let (writer, writes) = mpsc::channel(1024);
        let health = Health::default();
        tokio::spawn(writer::run(pool.clone(), writes, health.clone()));
        Ok(Store {
            pool,
            server: None,
            writer,
            health,
        })
    }

    /// The same store for one of several servers: it writes only to rooms that this one owns.
    pub(crate) fn of_server(mut self, server: i64) -> Store {
        self.server = Some(server);
        self
    }

    /// Why the last write failed, if it did.
    pub(crate) fn trouble(&self) -> Option<Trouble> {
        self.health.trouble()
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
        self.write(Write::Create {
            room,
            setup,
            live,
            now,
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
        let owner = self.server;
        self.write(Write::Append {
            room,
            owner,
            events,
            live,
        })
        .await
    }

    /// Notes that the server is there.
    pub(crate) async fn pulse(&self, now: u64) -> Result<(), StoreError> {
        let server = self.server;
        self.write(Write::Pulse { now, server }).await
    }

    async fn write(&self, write: Write) -> Result<(), StoreError> {
        let (reply, done) = tokio::sync::oneshot::channel();
        let reply = Some(reply);
        let sent = self.writer.send(Pending { write, reply }).await;
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
        // A room can be read also while nothing can be written.
        let (room, reply) = (room.to_owned(), None);
        let write = Write::Touch { room, now };
        let _ = self.writer.try_send(Pending { write, reply });
        Ok(Some(Stored { setup, entries }))
    }

    /// Removes rooms that nobody has used since `before`; tells how many.
    pub(crate) async fn forget(&self, before: u64) -> Result<u64, StoreError> {
        let events = sqlx::query(
            "DELETE FROM facts WHERE room IN (SELECT id FROM rooms WHERE touched_ms < $1 AND live = 0 AND owner IS NULL)",
        );
        events.bind(before as i64).execute(&self.pool).await?;
        let rooms =
            sqlx::query("DELETE FROM rooms WHERE touched_ms < $1 AND live = 0 AND owner IS NULL");
        let done = rooms.bind(before as i64).execute(&self.pool).await?;
        Ok(done.rows_affected())
    }

    /// Rooms without a single event that nobody has used since `before`, the oldest first.
    pub(crate) async fn unplayed(&self, before: u64, most: i64) -> Result<Vec<String>, StoreError> {
        let rows = sqlx::query(
            "SELECT id FROM rooms WHERE touched_ms < $1 AND live = 0 AND owner IS NULL \
             AND NOT EXISTS (SELECT 1 FROM facts WHERE facts.room = rooms.id) \
             ORDER BY touched_ms LIMIT $2",
        );
        let rows = rows.bind(before as i64).bind(most);
        let rows = rows.fetch_all(&self.pool).await?;
        let id = |row: sqlx::any::AnyRow| row.try_get::<String, _>(0).map_err(StoreError::from);
        rows.into_iter().map(id).collect()
    }

    /// Removes rooms, but none with an event.
    pub(crate) async fn remove(&self, rooms: &[String]) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin().await?;
        for room in rooms {
            let gone = sqlx::query(
                "DELETE FROM rooms WHERE id = $1 \
                 AND NOT EXISTS (SELECT 1 FROM facts WHERE facts.room = $1)",
            );
            gone.bind(room.as_str()).execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        Ok(())
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
        migrations: Cow::Owned(vec![
            migration(1, "rooms", include_str!("../../migrations/0001_rooms.sql")),
            migration(
                2,
                "records",
                include_str!("../../migrations/0002_records.sql"),
            ),
            migration(
                3,
                "owners",
                include_str!("../../migrations/0003_owners.sql"),
            ),
        ]),
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;
    use crate::messages::{BySide, Clock, Seat};

    fn setup() -> Setup {
        Setup {
            game: "any".to_owned(),
            start: "x".repeat(4_000),
            moves: Vec::new(),
            seats: BySide::of(|_| Seat::Here {}),
            tokens: BySide::of(|_| None),
            clock: Clock::None {},
            hints: true,
            listed: false,
            hidden: false,
            seed: 1,
        }
    }

    /// SQLite itself says that the disk is full: the file may not have more pages.
    #[tokio::test]
    async fn writing_continues_when_a_full_disk_has_space_again() {
        let folder = tempfile::tempdir().unwrap();
        let address = format!("sqlite://{}/full.db?mode=rwc", folder.path().display());
        let pages = Arc::new(AtomicU32::new(60));
        let limit = Arc::clone(&pages);
        let begin = move || {
            let limit = format!("PRAGMA max_page_count = {}", limit.load(Ordering::Relaxed));
            let all = SQLITE.iter().map(|text| (*text).to_owned());
            all.chain([limit]).collect()
        };
        let store = Store::open_with(&address, begin).await.unwrap();
        let mut stored = 0;
        let full = loop {
            match store
                .create(&format!("room{stored}"), &setup(), false, 1)
                .await
            {
                Ok(()) => stored += 1,
                Err(error) => break error,
            }
            assert!(stored < 200, "the disk is never full");
        };
        assert!(stored > 0);
        let told = full.to_string();
        assert!(matches!(full, StoreError::Unavailable(_)), "{told}");
        assert!(told.contains("full"), "{told}");
        assert!(store.trouble().unwrap().reason.contains("full"));
        // What was stored can still be read.
        assert!(store.load("room0", 2).await.unwrap().is_some());
        pages.store(100_000, Ordering::Relaxed);
        // Connections that were open before have the old limit; each goes with its first failure.
        let mut tries = 0;
        while store.create("after", &setup(), false, 3).await.is_err() {
            tries += 1;
            assert!(tries < 10, "{:?}", store.trouble());
        }
        assert_eq!(store.trouble(), None);
        assert_eq!(store.count().await.unwrap(), stored + 1);
    }
}
