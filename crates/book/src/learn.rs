//! Results of finished games, and taking them back.
//!
//! What a game has taught is kept as its own rows (`credits`), and every field that learning changes is computed from
//! what the book was built from and these rows. So the order of games does not matter, a game that was learned can be
//! taken out again without a trace, and learning it twice changes nothing.

use rusqlite::{OptionalExtension, params};

use crate::book::Book;
use crate::edge::{Counts, Place, Standing, UNMARKED};
use crate::error::BookError;
use crate::estimate::learned;
use crate::schema::LEARNED_SOURCE;

/// What a record is known by.
pub type RecordHash = [u8; 16];

/// The hash of a record: its game and rules, players, date, start, moves and winner.
pub fn record_hash(parts: &[&str]) -> RecordHash {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    let mut hash = [0; 16];
    hash.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
    hash
}

/// A move of a finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Credit {
    /// The position.
    pub place: Place,
    /// The move on it.
    pub mv: String,
    /// How the game went for whoever played it.
    pub standing: Standing,
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished {
    /// What it is known by.
    pub hash: RecordHash,
    /// When it was played.
    pub date: Option<String>,
    /// Its moves in order, at most one of a position.
    pub moves: Vec<Credit>,
}

/// What learning or forgetting has changed.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Learned {
    /// Games that were given.
    pub games: u64,
    /// Games that the book did not know (when forgetting: that it knew and has taken out).
    pub new: u64,
    /// Games that it knew already (when forgetting: that it did not know).
    pub known: u64,
    /// Positions that came (or went).
    pub positions: u64,
    /// Moves that came (or went).
    pub edges: u64,
}

impl Book {
    /// Learns games, all or none. Credit goes to the moves up to the first position that the book was not built with,
    /// and `further` plies more.
    pub fn learn(&mut self, games: &[Finished], further: usize) -> Result<Learned, BookError> {
        self.in_transaction(|book| {
            let mut done = Learned::default();
            for game in games {
                done.games += 1;
                match book.knows(&game.hash)? {
                    true => done.known += 1,
                    false => {
                        let credited = book.credited(game, further)?;
                        if credited > 0 {
                            done.new += 1;
                            book.learn_one(game, credited, &mut done)?;
                        }
                    }
                }
            }
            Ok(done)
        })
    }

    /// Takes learned games out again, all or none: every field is then as if they had never been learned.
    pub fn forget(&mut self, hashes: &[RecordHash]) -> Result<Learned, BookError> {
        self.in_transaction(|book| {
            let mut done = Learned::default();
            for hash in hashes {
                done.games += 1;
                match book.learned_game(hash)? {
                    None => done.known += 1,
                    Some(id) => {
                        done.new += 1;
                        book.forget_one(id, &mut done)?;
                    }
                }
            }
            Ok(done)
        })
    }

    /// Whether a record was learned or built in.
    pub fn knows(&self, hash: &RecordHash) -> Result<bool, BookError> {
        let text = "SELECT EXISTS(SELECT 1 FROM built WHERE hash = ?1) OR EXISTS(SELECT 1 FROM games WHERE hash = ?1)";
        self.sql(
            self.file
                .prepare_cached(text)
                .and_then(|mut query| query.query_row([hash], |row| row.get(0))),
        )
    }

    fn learned_game(&self, hash: &RecordHash) -> Result<Option<i64>, BookError> {
        let text = "SELECT id FROM games WHERE hash = ?";
        self.sql(
            self.file
                .query_row(text, [hash], |row| row.get(0))
                .optional(),
        )
    }

    /// How many moves of a game get credit. It depends on what the book was built with and on nothing else.
    fn credited(&self, game: &Finished, further: usize) -> Result<usize, BookError> {
        let text = "SELECT EXISTS(SELECT 1 FROM positions WHERE key = ? AND position = ? AND built_ply IS NOT NULL)";
        for (ply, Credit { place, .. }) in game.moves.iter().enumerate() {
            let at = (place.key as i64, &place.position);
            let found = self
                .file
                .prepare_cached(text)
                .and_then(|mut query| query.query_row(at, |row| row.get::<_, bool>(0)));
            if !self.sql(found)? {
                return Ok(game.moves.len().min(ply + further));
            }
        }
        Ok(game.moves.len())
    }

    fn learn_one(
        &self,
        game: &Finished,
        credited: usize,
        done: &mut Learned,
    ) -> Result<(), BookError> {
        let values = params![game.hash, game.date];
        self.sql(
            self.file
                .execute("INSERT INTO games(hash, date) VALUES(?, ?)", values),
        )?;
        let id = self.file.last_insert_rowid();
        for (ply, credit) in game.moves[..credited].iter().enumerate() {
            let ply = ply as u32;
            let position = match self.find(&credit.place)? {
                Some(position) => position,
                None => {
                    done.positions += 1;
                    self.add_position(&credit.place, ply, false)?
                }
            };
            if self.edge(position, &credit.mv)?.is_none() {
                done.edges += 1;
                self.add_edge(position, &credit.mv, LEARNED_SOURCE)?;
            }
            let text =
                "INSERT INTO credits(position, move, game, ply, standing) VALUES(?, ?, ?, ?, ?)";
            let values = params![position, credit.mv, id, ply, credit.standing as i64];
            let inserted = self.file.prepare_cached(text);
            self.sql(inserted.and_then(|mut insert| insert.execute(values)))?;
            self.change_counts(position, &credit.mv, credit.standing, 1)?;
            self.refresh(position, &credit.mv)?;
        }
        Ok(())
    }

    fn forget_one(&self, id: i64, done: &mut Learned) -> Result<(), BookError> {
        let credits: Vec<(i64, String, i64)> = self.sql((|| {
            let text =
                "SELECT position, move, standing FROM credits WHERE game = ? ORDER BY ply DESC";
            let mut query = self.file.prepare_cached(text)?;
            let rows = query.query_map([id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
            rows.collect()
        })())?;
        self.sql(
            self.file
                .execute("DELETE FROM credits WHERE game = ?", [id]),
        )?;
        self.sql(self.file.execute("DELETE FROM games WHERE id = ?", [id]))?;
        for (position, mv, standing) in credits {
            if let Some(standing) = Standing::of_number(standing) {
                self.change_counts(position, &mv, standing, -1)?;
            }
            self.refresh(position, &mv)?;
            // What only this game had brought goes, unless an author has marked it.
            let text = "DELETE FROM edges WHERE position = ?1 AND move = ?2 AND source = ?3 AND weight = ?4 \
                        AND note IS NULL AND NOT EXISTS(SELECT 1 FROM credits WHERE position = ?1 AND move = ?2)";
            let values = params![position, mv, LEARNED_SOURCE, UNMARKED];
            done.edges += self.sql(self.file.execute(text, values))? as u64;
            let text = "DELETE FROM positions WHERE id = ?1 \
                        AND NOT EXISTS(SELECT 1 FROM edges WHERE position = ?1)";
            done.positions += self.sql(self.file.execute(text, [position]))? as u64;
        }
        Ok(())
    }

    pub(crate) fn change_counts(
        &self,
        position: i64,
        mv: &str,
        standing: Standing,
        by: i64,
    ) -> Result<(), BookError> {
        let column = standing.word();
        let text =
            format!("UPDATE edges SET {column} = {column} + ? WHERE position = ? AND move = ?");
        let values = params![by, position, mv];
        let done = self
            .file
            .prepare_cached(&text)
            .and_then(|mut update| update.execute(values));
        self.sql(done).map(drop)
    }

    /// Computes what follows from the games of a move: what was learned, the latest date, the ply.
    pub(crate) fn refresh(&self, position: i64, mv: &str) -> Result<(), BookError> {
        let text = "SELECT win, draw, loss, \
                    (SELECT COUNT(*) FROM credits WHERE position = ?1 AND move = ?2 AND standing = 2), \
                    (SELECT COUNT(*) FROM credits WHERE position = ?1 AND move = ?2 AND standing = 1), \
                    (SELECT COUNT(*) FROM credits WHERE position = ?1 AND move = ?2 AND standing = 0) \
                    FROM edges WHERE position = ?1 AND move = ?2";
        let (all, taught) = self.sql(self.file.prepare_cached(text).and_then(|mut query| {
            query.query_row(params![position, mv], |row| {
                let counts = |from: usize| -> rusqlite::Result<Counts> {
                    Ok(Counts {
                        win: row.get(from)?,
                        draw: row.get(from + 1)?,
                        loss: row.get(from + 2)?,
                    })
                };
                Ok((counts(0)?, counts(3)?))
            })
        }))?;
        let value = learned(all.minus(taught), taught);
        let text = "UPDATE edges SET learned = ?3, last = (SELECT MAX(date) FROM (\
                      SELECT built_last AS date UNION ALL SELECT games.date FROM credits \
                      JOIN games ON games.id = credits.game WHERE credits.position = ?1 AND credits.move = ?2)) \
                    WHERE position = ?1 AND move = ?2";
        let values = params![position, mv, value];
        let done = self
            .file
            .prepare_cached(text)
            .and_then(|mut update| update.execute(values));
        self.sql(done)?;
        let text = "UPDATE positions SET ply = COALESCE((SELECT MIN(ply) FROM (\
                      SELECT built_ply AS ply WHERE built_ply IS NOT NULL UNION ALL \
                      SELECT ply FROM credits WHERE position = ?1)), ply) WHERE id = ?1";
        let done = self
            .file
            .prepare_cached(text)
            .and_then(|mut update| update.execute([position]));
        self.sql(done).map(drop)
    }
}
