//! What another book knows, added to this one.

use std::collections::HashMap;

use rusqlite::{OptionalExtension, params};

use crate::book::Book;
use crate::edge::{Counts, Place, Standing, UNMARKED};
use crate::error::BookError;
use crate::schema::LEARNED_SOURCE;

/// Finds where a move of another book belongs: the position and the move as this book keeps them. `None`: nowhere.
pub type Locate<'a> = dyn FnMut(&str, &str) -> Option<(Place, String)> + 'a;

/// A move of the other book.
struct Row {
    position: i64,
    text: String,
    built_ply: Option<u32>,
    mv: String,
    counts: Counts,
    weight: u16,
    score: Option<i32>,
    depth: Option<u32>,
    exact: Option<i64>,
    built_last: Option<String>,
    note: Option<String>,
    learned_only: bool,
    source: String,
}

impl Book {
    /// Adds everything that another book knows, and returns the number of moves that belong nowhere. Games that
    /// both have learned count once; games that both were built from cannot be told apart any more and count twice.
    pub fn absorb(&mut self, other: &Book, locate: &mut Locate<'_>) -> Result<u64, BookError> {
        self.in_transaction(|book| {
            let games = book.absorb_games(other)?;
            let mut left_out = 0;
            for row in other.rows()? {
                let Some((place, mv)) = locate(&row.text, &row.mv) else {
                    left_out += 1;
                    continue;
                };
                book.absorb_row(other, &row, &place, &mv, &games)?;
            }
            let text = "DELETE FROM games WHERE id NOT IN (SELECT game FROM credits)";
            book.sql(book.file.execute(text, []))?;
            Ok(left_out)
        })
    }

    fn rows(&self) -> Result<Vec<Row>, BookError> {
        self.sql((|| {
            let mut query = self.file.prepare(
                "SELECT positions.id, positions.position, positions.built_ply, edges.move, win, draw, loss, \
                 weight, score, depth, exact, built_last, note, source, \
                 (SELECT name FROM sources WHERE sources.id = edges.source) \
                 FROM positions JOIN edges ON edges.position = positions.id ORDER BY positions.id, edges.move",
            )?;
            let rows = query.query_map([], |row| {
                Ok(Row {
                    position: row.get(0)?,
                    text: row.get(1)?,
                    built_ply: row.get(2)?,
                    mv: row.get(3)?,
                    counts: Counts {
                        win: row.get(4)?,
                        draw: row.get(5)?,
                        loss: row.get(6)?,
                    },
                    weight: row.get(7)?,
                    score: row.get(8)?,
                    depth: row.get(9)?,
                    exact: row.get(10)?,
                    built_last: row.get(11)?,
                    note: row.get(12)?,
                    learned_only: row.get::<_, i64>(13)? == LEARNED_SOURCE,
                    source: row.get::<_, Option<String>>(14)?.unwrap_or_default(),
                })
            })?;
            rows.collect()
        })())
    }

    /// The games of the other book that are new here, by their numbers there.
    fn absorb_games(&self, other: &Book) -> Result<HashMap<i64, i64>, BookError> {
        let built: Vec<[u8; 16]> = other.sql((|| {
            let mut query = other.file.prepare("SELECT hash FROM built")?;
            let rows = query.query_map([], |row| row.get(0))?;
            rows.collect()
        })())?;
        let learned: Vec<(i64, [u8; 16], Option<String>)> = other.sql((|| {
            let mut query = other
                .file
                .prepare("SELECT id, hash, date FROM games ORDER BY id")?;
            let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
            rows.collect()
        })())?;
        let mut games = HashMap::new();
        for (id, hash, date) in learned {
            if !self.knows(&hash)? {
                let values = params![hash, date];
                let text = "INSERT INTO games(hash, date) VALUES(?, ?)";
                self.sql(self.file.execute(text, values))?;
                games.insert(id, self.file.last_insert_rowid());
            }
        }
        for hash in built {
            let text = "INSERT OR IGNORE INTO built VALUES(?)";
            self.sql(self.file.execute(text, [hash]))?;
        }
        Ok(games)
    }

    fn absorb_row(
        &self,
        other: &Book,
        row: &Row,
        place: &Place,
        mv: &str,
        games: &HashMap<i64, i64>,
    ) -> Result<(), BookError> {
        let credits: Vec<(i64, u32, i64)> = other.sql((|| {
            let text = "SELECT game, ply, standing FROM credits WHERE position = ? AND move = ?";
            let mut query = other.file.prepare_cached(text)?;
            let values = params![row.position, row.mv];
            let rows =
                query.query_map(values, |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
            rows.collect()
        })())?;
        let taught = credits
            .iter()
            .filter_map(|(_, _, standing)| Standing::of_number(*standing));
        let taught = taught.fold(Counts::default(), |sum, one| sum.plus(Counts::one(one)));
        let built = row.counts.minus(taught);
        let new: Vec<(i64, u32, i64)> = credits
            .into_iter()
            .filter_map(|(game, ply, standing)| Some((*games.get(&game)?, ply, standing)))
            .collect();
        let is_marked = row.weight != UNMARKED || row.note.is_some();
        if row.learned_only && new.is_empty() && !is_marked {
            return Ok(());
        }
        let built_ply = row.built_ply.filter(|_| !row.learned_only);
        let ply = built_ply
            .or(new.first().map(|(_, ply, _)| *ply))
            .unwrap_or(0);
        let position = match self.find(place)? {
            Some(position) => position,
            None => self.add_position(place, ply, built_ply.is_some())?,
        };
        if let Some(ply) = built_ply {
            let text =
                "UPDATE positions SET built_ply = MIN(COALESCE(built_ply, ?1), ?1) WHERE id = ?2";
            self.sql(self.file.execute(text, params![ply, position]))?;
        }
        let source = match row.learned_only {
            true => LEARNED_SOURCE,
            false => self.source(&row.source)?,
        };
        match self.edge(position, mv)? {
            None => self.add_edge(position, mv, source)?,
            Some(_) if !row.learned_only => {
                let text = "UPDATE edges SET source = ?1 WHERE position = ?2 AND move = ?3 AND source = ?4";
                let values = params![source, position, mv, LEARNED_SOURCE];
                self.sql(self.file.execute(text, values))?;
            }
            Some(_) => {}
        }
        let text = "UPDATE edges SET win = win + ?1, draw = draw + ?2, loss = loss + ?3, \
                    weight = CASE WHEN weight = 100 THEN ?4 ELSE weight END, note = COALESCE(note, ?5), \
                    exact = COALESCE(exact, ?6), built_last = NULLIF(MAX(COALESCE(built_last, ''), COALESCE(?7, '')), '') \
                    WHERE position = ?8 AND move = ?9";
        let Counts { win, draw, loss } = built;
        let values = params![
            win,
            draw,
            loss,
            row.weight,
            row.note,
            row.exact,
            row.built_last,
            position,
            mv
        ];
        self.sql(
            self.file
                .prepare_cached(text)
                .and_then(|mut update| update.execute(values)),
        )?;
        self.take_deeper_score(position, mv, row)?;
        for (game, ply, standing) in new {
            // Two moves of the other book may have become one here; a game counts once for it.
            let text = "INSERT OR IGNORE INTO credits(position, move, game, ply, standing) VALUES(?, ?, ?, ?, ?)";
            let values = params![position, mv, game, ply, standing];
            let added = self.sql(self.file.execute(text, values))?;
            if let Some(standing) = Standing::of_number(standing).filter(|_| added > 0) {
                self.change_counts(position, mv, standing, 1)?;
            }
        }
        self.refresh(position, mv)
    }

    fn take_deeper_score(&self, position: i64, mv: &str, row: &Row) -> Result<(), BookError> {
        if row.score.is_none() {
            return Ok(());
        }
        let text = "SELECT depth FROM edges WHERE position = ? AND move = ? AND score IS NOT NULL";
        let own = self.file.query_row(text, params![position, mv], |found| {
            found.get::<_, Option<u32>>(0)
        });
        let own = self.sql(own.optional())?;
        if own.is_some_and(|own| own >= row.depth) {
            return Ok(());
        }
        let text = "UPDATE edges SET score = ?, depth = ? WHERE position = ? AND move = ?";
        let values = params![row.score, row.depth, position, mv];
        self.sql(self.file.execute(text, values)).map(drop)
    }
}
