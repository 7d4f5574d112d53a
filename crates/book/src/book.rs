//! An open book.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, params};

use crate::edge::{Counts, Edge, Place, Standing};
use crate::error::BookError;
use crate::estimate::learned;
use crate::header::Header;
use crate::schema::LEARNED_SOURCE;

/// How long a program waits for another one that writes the same book.
const PATIENCE: Duration = Duration::from_secs(60);

/// A book in a file.
pub struct Book {
    pub(crate) file: Connection,
    path: PathBuf,
    header: Header,
    /// The size of a book that is part of the program.
    built_in: Option<u64>,
}

/// What an author says about a move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Mark {
    /// 0 (never) to 1000.
    pub weight: Option<u16>,
    /// A remark; an empty one takes the old one away.
    pub note: Option<String>,
}

/// What an engine says of a move.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Scored {
    /// Points for the mover.
    pub score: i32,
    /// Plies that were looked ahead, the move among them.
    pub depth: u32,
    /// The exact value for the mover, where it is known.
    pub table: Option<Standing>,
}

/// What is in a book, in numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookStats {
    /// Positions.
    pub positions: u64,
    /// Moves of positions.
    pub edges: u64,
    /// Games that it was built from or has learned.
    pub games: u64,
    /// The largest distance of a position from the start of its game.
    pub deepest: u64,
    /// Positions by that distance.
    pub by_ply: Vec<u64>,
    /// The size of the file.
    pub bytes: u64,
}

/// What was found wrong with a book, or nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Verification {
    /// Positions that were looked at.
    pub positions: u64,
    /// Edges that were looked at.
    pub edges: u64,
    /// What is wrong, a line each.
    pub faults: Vec<String>,
}

const EDGE_COLUMNS: &str = "edges.move, win, draw, loss, weight, learned, score, depth, exact, last, note, \
                            (SELECT name FROM sources WHERE sources.id = edges.source)";

fn read_edge(row: &Row<'_>) -> rusqlite::Result<Edge> {
    let exact: Option<i64> = row.get(8)?;
    Ok(Edge {
        mv: row.get(0)?,
        counts: Counts {
            win: row.get(1)?,
            draw: row.get(2)?,
            loss: row.get(3)?,
        },
        weight: row.get(4)?,
        learned: row.get(5)?,
        score: row.get(6)?,
        depth: row.get(7)?,
        table: exact.and_then(Standing::of_number),
        last: row.get(9)?,
        note: row.get(10)?,
        source: row.get::<_, Option<String>>(11)?.unwrap_or_default(),
    })
}

impl Book {
    /// Opens a file. `wanted`: the game, rules and keys that it must be about.
    pub fn open(path: &Path, wanted: Option<&Header>) -> Result<Book, BookError> {
        let shown = path.display().to_string();
        if !path.is_file() {
            return Err(BookError::Missing(shown));
        }
        let sql = |error: rusqlite::Error| BookError::sql(&shown, &error);
        // A journal that a killed program has left behind can only be rolled back by somebody who may write.
        let write = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let read = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let file = Connection::open_with_flags(path, write)
            .or_else(|_| Connection::open_with_flags(path, read))
            .map_err(sql)?;
        file.busy_timeout(PATIENCE).map_err(sql)?;
        let header = Header::read(&file, &shown)?;
        if let Some(wanted) = wanted {
            header.check(wanted, &shown)?;
        }
        Ok(Book {
            file,
            path: path.to_owned(),
            header,
            built_in: None,
        })
    }

    /// A book that is part of the program, which can only be read; `name` is what it is called.
    pub fn of_bytes(bytes: &'static [u8], name: &str, wanted: &Header) -> Result<Book, BookError> {
        let sql = |error: rusqlite::Error| BookError::sql(name, &error);
        let mut file = Connection::open_in_memory().map_err(sql)?;
        file.deserialize_bytes("main", bytes).map_err(sql)?;
        let header = Header::read(&file, name)?;
        header.check(wanted, name)?;
        Ok(Book {
            file,
            path: name.into(),
            header,
            built_in: Some(bytes.len() as u64),
        })
    }

    /// What it says about itself.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn sql<T>(&self, result: rusqlite::Result<T>) -> Result<T, BookError> {
        result.map_err(|error| BookError::sql(&self.path.display().to_string(), &error))
    }

    /// The number of a position.
    pub(crate) fn find(&self, place: &Place) -> Result<Option<i64>, BookError> {
        let text = "SELECT id FROM positions WHERE key = ? AND position = ?";
        self.sql(self.file.prepare_cached(text).and_then(|mut query| {
            let at = (place.key as i64, &place.position);
            query.query_row(at, |row| row.get(0)).optional()
        }))
    }

    /// The moves of a position in the order of their texts; none if it is not in the book.
    pub fn edges(&self, place: &Place) -> Result<Vec<Edge>, BookError> {
        let Some(id) = self.find(place)? else {
            return Ok(Vec::new());
        };
        let text = format!("SELECT {EDGE_COLUMNS} FROM edges WHERE position = ? ORDER BY move");
        self.sql(self.file.prepare_cached(&text).and_then(|mut query| {
            let rows = query.query_map([id], read_edge)?;
            rows.collect()
        }))
    }

    /// Calls `see` with every move of every position in the order of plies and keys, with the ply at which the position
    /// was first met, until it says that this is enough (`false`).
    pub fn visit(&self, see: &mut dyn FnMut(&Place, u64, &Edge) -> bool) -> Result<(), BookError> {
        let text = format!(
            "SELECT {EDGE_COLUMNS}, positions.key, positions.position, positions.ply \
             FROM positions JOIN edges ON edges.position = positions.id \
             ORDER BY positions.ply, positions.key, positions.position, edges.move"
        );
        self.sql(self.file.prepare(&text).and_then(|mut query| {
            let mut rows = query.query([])?;
            while let Some(row) = rows.next()? {
                let place = Place {
                    key: row.get::<_, i64>(12)? as u64,
                    position: row.get(13)?,
                };
                let ply: i64 = row.get(14)?;
                if !see(&place, ply.max(0) as u64, &read_edge(row)?) {
                    break;
                }
            }
            Ok(())
        }))
    }

    /// Marks a move, which is added if the position does not have it. `false` if nothing has changed.
    pub fn mark(&mut self, place: &Place, mv: &str, mark: &Mark) -> Result<bool, BookError> {
        let path = self.path.display().to_string();
        let done = self.in_transaction(|book| {
            let source = book.source("author")?;
            let position = match book.find(place)? {
                Some(id) => id,
                None => book.add_position(place, 0, true)?,
            };
            let old = book.edge(position, mv)?;
            if old.is_none() {
                book.add_edge(position, mv, source)?;
            }
            let old = old.unwrap_or_else(|| Edge::new(mv, "author"));
            let weight = mark.weight.unwrap_or(old.weight);
            let note = match &mark.note {
                None => old.note.clone(),
                Some(text) if text.is_empty() => None,
                Some(text) => Some(text.clone()),
            };
            let changed = weight != old.weight || note != old.note;
            let text = "UPDATE edges SET weight = ?, note = ? WHERE position = ? AND move = ?";
            book.sql(book.file.execute(text, params![weight, note, position, mv]))?;
            Ok(changed)
        });
        done.map_err(|error| match error {
            BookError::Unusable { reason, .. } => BookError::Unusable { path, reason },
            other => other,
        })
    }

    /// Stores what an engine says of a move. A move that the position does not have is added, and so is a position,
    /// first met at `ply`; `source` is where they come from.
    pub fn put_score(
        &mut self,
        place: &Place,
        ply: u64,
        mv: &str,
        source: &str,
        said: &Scored,
    ) -> Result<(), BookError> {
        self.in_transaction(|book| {
            let position = match book.find(place)? {
                Some(id) => id,
                None => book.add_position(place, ply.min(u32::MAX.into()) as u32, true)?,
            };
            if book.edge(position, mv)?.is_none() {
                let source = book.source(source)?;
                book.add_edge(position, mv, source)?;
            }
            let text =
                "UPDATE edges SET score = ?, depth = ?, exact = ? WHERE position = ? AND move = ?";
            let exact = said.table.map(|standing| standing as i64);
            let values = params![said.score, said.depth, exact, position, mv];
            book.sql(book.file.execute(text, values)).map(drop)
        })
    }

    /// A number that belongs to the whole book, such as the margin of scores.
    pub fn number(&self, name: &str) -> Result<Option<i64>, BookError> {
        let text = "SELECT CAST(value AS INTEGER) FROM meta WHERE name = ?";
        self.sql(
            self.file
                .query_row(text, [name], |row| row.get(0))
                .optional(),
        )
    }

    /// Keeps such a number.
    pub fn set_number(&mut self, name: &str, value: i64) -> Result<(), BookError> {
        let text = "INSERT OR REPLACE INTO meta VALUES(?, ?)";
        self.sql(self.file.execute(text, (name, value.to_string())))
            .map(drop)
    }

    /// What is in it, in numbers.
    pub fn stats(&self) -> Result<BookStats, BookError> {
        let count =
            |text: &str| self.sql(self.file.query_row(text, [], |row| row.get::<_, i64>(0)));
        let mut by_ply: Vec<u64> = Vec::new();
        self.sql((|| {
            let mut query = self
                .file
                .prepare("SELECT ply, COUNT(*) FROM positions GROUP BY ply ORDER BY ply")?;
            let mut rows = query.query([])?;
            while let Some(row) = rows.next()? {
                // Nobody plays this long; a damaged file may say so.
                let ply = row.get::<_, i64>(0)?.clamp(0, 100_000) as usize;
                by_ply.resize(ply + 1, 0);
                by_ply[ply] += row.get::<_, i64>(1)?.max(0) as u64;
            }
            Ok(())
        })())?;
        let in_file = || std::fs::metadata(&self.path).map_or(0, |data| data.len());
        let bytes = self.built_in.unwrap_or_else(in_file);
        Ok(BookStats {
            positions: count("SELECT COUNT(*) FROM positions")? as u64,
            edges: count("SELECT COUNT(*) FROM edges")? as u64,
            games: count("SELECT (SELECT COUNT(*) FROM built) + (SELECT COUNT(*) FROM games)")?
                as u64,
            deepest: by_ply.len().saturating_sub(1) as u64,
            by_ply,
            bytes,
        })
    }

    /// Checks the file and every sum in it. Whether moves are legal is for those who know the game, who call
    /// [`Book::visit`].
    pub fn verify(&self) -> Result<Verification, BookError> {
        let mut found = Verification::default();
        let mut damage: Vec<String> = Vec::new();
        self.sql((|| {
            let mut query = self.file.prepare("PRAGMA integrity_check(20)")?;
            let mut rows = query.query([])?;
            while let Some(row) = rows.next()? {
                damage.push(row.get(0)?);
            }
            Ok(())
        })())?;
        if damage != ["ok"] {
            return Err(BookError::Unusable {
                path: self.path.display().to_string(),
                reason: format!(
                    "expected a sound file, got a damaged one ({})",
                    damage.join("; ")
                ),
            });
        }
        let stats = self.stats()?;
        (found.positions, found.edges) = (stats.positions, stats.edges);
        let mut twice = |text: &str, told: &str| {
            let rows = self.sql(self.file.query_row(text, [], |row| row.get::<_, i64>(0)))?;
            if rows > 0 {
                found.faults.push(format!("{told}: {rows}"));
            }
            Ok::<(), BookError>(())
        };
        twice(
            "SELECT COUNT(*) FROM (SELECT 1 FROM positions GROUP BY key, position HAVING COUNT(*) > 1)",
            "positions that are there twice",
        )?;
        twice(
            "SELECT COUNT(*) FROM edges WHERE position NOT IN (SELECT id FROM positions)",
            "moves without a position",
        )?;
        twice(
            "SELECT COUNT(*) FROM positions WHERE id NOT IN (SELECT position FROM edges)",
            "positions without a move",
        )?;
        twice(
            "SELECT COUNT(*) FROM edges WHERE win < 0 OR draw < 0 OR loss < 0 OR weight NOT BETWEEN 0 AND 1000 \
             OR learned NOT BETWEEN -1000 AND 1000",
            "moves with a number out of its range",
        )?;
        twice(
            "SELECT COUNT(*) FROM credits LEFT JOIN edges USING(position, move) WHERE edges.move IS NULL",
            "learned moves that are not in the book",
        )?;
        twice(
            "SELECT COUNT(*) FROM games WHERE id NOT IN (SELECT game FROM credits)",
            "learned games without a move",
        )?;
        let text = "SELECT positions.position, edges.move, win, draw, loss, learned, \
                    (SELECT COUNT(*) FROM credits c WHERE c.position = edges.position AND c.move = edges.move AND standing = 2), \
                    (SELECT COUNT(*) FROM credits c WHERE c.position = edges.position AND c.move = edges.move AND standing = 1), \
                    (SELECT COUNT(*) FROM credits c WHERE c.position = edges.position AND c.move = edges.move AND standing = 0), \
                    edges.source FROM edges JOIN positions ON positions.id = edges.position";
        let faults = &mut found.faults;
        self.sql((|| {
            let mut query = self.file.prepare(text)?;
            let mut rows = query.query([])?;
            while let Some(row) = rows.next()? {
                let counts = |from: usize| -> rusqlite::Result<Counts> {
                    Ok(Counts {
                        win: row.get(from)?,
                        draw: row.get(from + 1)?,
                        loss: row.get(from + 2)?,
                    })
                };
                let (all, taught) = (counts(2)?, counts(6)?);
                let built = all.minus(taught);
                let (at, mv): (String, String) = (row.get(0)?, row.get(1)?);
                if built.plus(taught) != all {
                    faults.push(format!("{at}: {mv}: fewer games than were learned"));
                } else if row.get::<_, i16>(5)? != learned(built, taught) {
                    faults.push(format!("{at}: {mv}: a wrong value of what was learned"));
                } else if row.get::<_, i64>(9)? == LEARNED_SOURCE && built.games() > 0 {
                    faults.push(format!("{at}: {mv}: more games than were learned"));
                }
                if faults.len() >= 20 {
                    break;
                }
            }
            Ok(())
        })())?;
        Ok(found)
    }

    /// Runs `work` as a whole: all of it or, after an error or the death of the program, nothing.
    pub(crate) fn in_transaction<T>(
        &mut self,
        work: impl FnOnce(&mut Book) -> Result<T, BookError>,
    ) -> Result<T, BookError> {
        // At once, so that two writers wait for each other instead of failing in the middle.
        self.sql(self.file.execute_batch("BEGIN IMMEDIATE"))?;
        let done = work(self);
        match &done {
            Ok(_) => self.sql(self.file.execute_batch("COMMIT"))?,
            Err(_) => drop(self.file.execute_batch("ROLLBACK")),
        }
        done
    }

    /// The number of a source, which is added if it is new.
    pub(crate) fn source(&self, name: &str) -> Result<i64, BookError> {
        let find = "SELECT id FROM sources WHERE name = ?";
        let found = self.file.query_row(find, [name], |row| row.get(0));
        if let Some(id) = self.sql(found.optional())? {
            return Ok(id);
        }
        self.sql(
            self.file
                .execute("INSERT INTO sources(name) VALUES(?)", [name]),
        )?;
        Ok(self.file.last_insert_rowid())
    }

    pub(crate) fn add_position(
        &self,
        place: &Place,
        ply: u32,
        built: bool,
    ) -> Result<i64, BookError> {
        let text = "INSERT INTO positions(key, position, ply, built_ply) VALUES(?, ?, ?, ?)";
        let built = built.then_some(ply);
        let values = params![place.key as i64, place.position, ply, built];
        self.sql(
            self.file
                .prepare_cached(text)
                .and_then(|mut insert| insert.execute(values)),
        )?;
        Ok(self.file.last_insert_rowid())
    }

    pub(crate) fn add_edge(&self, position: i64, mv: &str, source: i64) -> Result<(), BookError> {
        let text = "INSERT INTO edges(position, move, win, draw, loss, weight, learned, source) \
                    VALUES(?, ?, 0, 0, 0, 100, 0, ?)";
        let values = params![position, mv, source];
        let done = self
            .file
            .prepare_cached(text)
            .and_then(|mut insert| insert.execute(values));
        self.sql(done).map(drop)
    }

    pub(crate) fn edge(&self, position: i64, mv: &str) -> Result<Option<Edge>, BookError> {
        let text = format!("SELECT {EDGE_COLUMNS} FROM edges WHERE position = ? AND move = ?");
        self.sql(
            self.file
                .prepare_cached(&text)
                .and_then(|mut query| query.query_row(params![position, mv], read_edge).optional()),
        )
    }
}
