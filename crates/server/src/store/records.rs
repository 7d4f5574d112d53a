//! Records in the server's database, for programs that are not the server.

use sqlx::Row;
use tokio::runtime::Runtime;
use yomikiri_lab::{LabError, RecordStore};

use super::{Store, StoreError};

/// The records of a database. It may be in use by a server at the same time.
pub struct RecordDatabase {
    store: Store,
    runtime: Runtime,
}

impl RecordDatabase {
    /// Opens a database by its address: `sqlite://FILE` or `postgres://USER:PASSWORD@HOST/NAME`.
    pub fn open(address: &str) -> Result<RecordDatabase, LabError> {
        let failed = |error: std::io::Error| LabError::Input(format!("database: {error}"));
        let mut runtime = tokio::runtime::Builder::new_multi_thread();
        let runtime = runtime
            .worker_threads(1)
            .enable_all()
            .build()
            .map_err(failed)?;
        let store = runtime.block_on(Store::open(address)).map_err(told)?;
        Ok(RecordDatabase { store, runtime })
    }
}

fn told(error: impl Into<StoreError>) -> LabError {
    LabError::Input(error.into().to_string())
}

impl RecordStore for RecordDatabase {
    fn put(&mut self, id: &str, game: &str, document: &str) -> Result<bool, LabError> {
        let query = sqlx::query(
            "INSERT INTO records (id, game, document) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING",
        );
        let query = query.bind(id).bind(game).bind(document);
        let done = self.runtime.block_on(query.execute(&self.store.pool));
        Ok(done.map_err(told)?.rows_affected() == 1)
    }

    fn get(&mut self, id: &str) -> Result<Option<String>, LabError> {
        let query = sqlx::query("SELECT document FROM records WHERE id = $1").bind(id);
        let row = self
            .runtime
            .block_on(query.fetch_optional(&self.store.pool));
        let row = row.map_err(told)?;
        row.map(|row| row.try_get(0).map_err(told)).transpose()
    }

    fn remove(&mut self, id: &str) -> Result<bool, LabError> {
        let query = sqlx::query("DELETE FROM records WHERE id = $1").bind(id);
        let done = self.runtime.block_on(query.execute(&self.store.pool));
        Ok(done.map_err(told)?.rows_affected() == 1)
    }

    fn ids(&mut self) -> Result<Vec<String>, LabError> {
        let query = sqlx::query("SELECT id FROM records ORDER BY id");
        let rows = self.runtime.block_on(query.fetch_all(&self.store.pool));
        let rows = rows.map_err(told)?.into_iter();
        rows.map(|row| row.try_get(0).map_err(told)).collect()
    }
}
