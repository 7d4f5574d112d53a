//! A new book, which appears under its name when it is complete and not before.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, params};

use crate::book::Book;
use crate::edge::{Counts, Place, Standing, UNMARKED};
use crate::error::BookError;
use crate::header::Header;
use crate::learn::RecordHash;
use crate::schema::{INDEXES, LEARNED_SOURCE, TABLES};

/// A move of a new book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewEdge {
    /// The move.
    pub mv: String,
    /// How games went.
    pub counts: Counts,
    /// The author's mark.
    pub weight: u16,
    /// The date of the latest game.
    pub last: Option<String>,
    /// The score of an engine for the mover.
    pub score: Option<i32>,
    /// The depth of that score.
    pub depth: Option<u32>,
    /// The exact value for the mover.
    pub table: Option<Standing>,
    /// What the author says about it.
    pub note: Option<String>,
    /// The number of the source ([`Draft::add_source`]).
    pub source: i64,
}

impl NewEdge {
    /// A move of which only counts are known.
    pub fn new(mv: &str, counts: Counts, source: i64) -> NewEdge {
        NewEdge {
            mv: mv.to_owned(),
            counts,
            weight: UNMARKED,
            last: None,
            score: None,
            depth: None,
            table: None,
            note: None,
            source,
        }
    }
}

/// A book that is being made, in a folder beside the place where it will be.
///
/// Whatever happens before [`Draft::finish`] leaves the old file as it was. A folder that a killed program has left
/// behind is emptied by the next one.
pub struct Draft {
    path: PathBuf,
    folder: PathBuf,
    file: Option<Connection>,
    header: Header,
    /// Held as long as this program makes the book.
    _lock: File,
}

impl Draft {
    /// Begins a book that will be at `path`.
    pub fn begin(path: &Path, header: &Header) -> Result<Draft, BookError> {
        let shown = path.display().to_string();
        let wrong = |error: io::Error| BookError::File {
            path: shown.clone(),
            error,
        };
        let mut name = path
            .file_name()
            .ok_or_else(|| wrong(io::ErrorKind::InvalidFilename.into()))?
            .to_owned();
        name.push(".building");
        let folder = path.with_file_name(name);
        match fs::create_dir(&folder) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(wrong(error)),
            _ => {}
        }
        let lock = File::create(folder.join("lock")).map_err(wrong)?;
        if lock.try_lock().is_err() {
            return Err(BookError::Busy(shown));
        }
        for left in fs::read_dir(&folder).map_err(wrong)?.flatten() {
            if left.file_name() != "lock" {
                drop(fs::remove_file(left.path()));
            }
        }
        let file = (|| {
            let file = Connection::open(folder.join("book"))?;
            // Nobody reads this file before it is complete, so nothing need be undone in it.
            file.execute_batch(
                "PRAGMA page_size = 4096; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; \
                 PRAGMA cache_size = -8192;",
            )?;
            file.execute_batch("BEGIN")?;
            file.execute_batch(TABLES)?;
            header.write(&file)?;
            let text = "INSERT INTO sources VALUES(?, 'learned')";
            file.execute(text, [LEARNED_SOURCE])?;
            Ok(file)
        })();
        let file = file.map_err(|error| BookError::sql(&shown, &error))?;
        Ok(Draft {
            path: path.to_owned(),
            folder,
            file: Some(file),
            header: header.clone(),
            _lock: lock,
        })
    }

    /// The folder, which is free for other files until the book is complete.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn run<T>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, BookError> {
        let shown = || self.path.display().to_string();
        let file = self.file.as_ref().ok_or_else(|| BookError::Busy(shown()))?;
        work(file).map_err(|error| BookError::sql(&shown(), &error))
    }

    /// Adds a source and returns its number.
    pub fn add_source(&self, name: &str) -> Result<i64, BookError> {
        self.run(|file| {
            file.execute("INSERT INTO sources(name) VALUES(?)", [name])?;
            Ok(file.last_insert_rowid())
        })
    }

    /// Adds a position, which must be new, with its moves.
    pub fn add(&self, place: &Place, ply: u32, edges: &[NewEdge]) -> Result<(), BookError> {
        self.run(|file| {
            let text = "INSERT INTO positions(key, position, ply, built_ply) VALUES(?, ?, ?, ?)";
            let values = params![place.key as i64, place.position, ply, ply];
            file.prepare_cached(text)?.execute(values)?;
            let position = file.last_insert_rowid();
            let text = "INSERT INTO edges(position, move, win, draw, loss, weight, learned, last, built_last, source, \
                        score, depth, exact, note) VALUES(?1, ?2, ?3, ?4, ?5, ?6, 0, ?7, ?7, ?8, ?9, ?10, ?11, ?12)";
            let mut insert = file.prepare_cached(text)?;
            for edge in edges {
                let Counts { win, draw, loss } = edge.counts;
                let exact = edge.table.map(|standing| standing as i64);
                insert.execute(params![
                    position,
                    edge.mv,
                    win,
                    draw,
                    loss,
                    edge.weight,
                    edge.last,
                    edge.source,
                    edge.score,
                    edge.depth,
                    exact,
                    edge.note
                ])?;
            }
            Ok(())
        })
    }

    /// Remembers a game that the book was built from; `false` if it is known already. The file remembers it, not the
    /// memory, which is the same for any number of games.
    pub fn add_game(&self, hash: &RecordHash) -> Result<bool, BookError> {
        self.run(|file| {
            let text = "INSERT OR IGNORE INTO built VALUES(?)";
            Ok(file.prepare_cached(text)?.execute([hash])? > 0)
        })
    }

    /// The book so far as an open one, for whatever changes books. It is complete as it is; [`Draft::finish`] puts it
    /// in its place.
    pub fn as_book(&mut self) -> Result<Book, BookError> {
        self.close()?;
        Book::open(&self.folder.join("book"), Some(&self.header))
    }

    fn close(&mut self) -> Result<(), BookError> {
        if let Some(file) = self.file.take() {
            let shown = self.path.display().to_string();
            let sql = |error: rusqlite::Error| BookError::sql(&shown, &error);
            file.execute_batch(INDEXES).map_err(sql)?;
            file.execute_batch("COMMIT").map_err(sql)?;
            file.close().map_err(|(_, error)| sql(error))?;
        }
        Ok(())
    }

    /// Puts the complete book in its place and returns its size. Readers see the old file or the new one.
    pub fn finish(mut self) -> Result<u64, BookError> {
        self.close()?;
        let made = self.folder.join("book");
        let wrong = |error: io::Error| BookError::File {
            path: self.path.display().to_string(),
            error,
        };
        let file = File::open(&made).map_err(wrong)?;
        file.sync_all().map_err(wrong)?;
        let bytes = file.metadata().map_err(wrong)?.len();
        fs::rename(&made, &self.path).map_err(wrong)?;
        // The name must be on the disk as well, where folders can be synced.
        if let Some(folder) = self.path.parent()
            && let Ok(folder) = File::open(match folder.as_os_str().is_empty() {
                true => Path::new("."),
                false => folder,
            })
        {
            drop(folder.sync_all());
        }
        Ok(bytes)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        self.file = None;
        drop(fs::remove_dir_all(&self.folder));
    }
}
