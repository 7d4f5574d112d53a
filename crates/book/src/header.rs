//! Which game and rules a book is about, and how its keys are made.

use rusqlite::{Connection, OptionalExtension};

use crate::error::BookError;
use crate::schema::APPLICATION_ID;

/// The version of the file format.
pub const VERSION: i64 = 1;

/// What a book says about itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The game's id.
    pub game: String,
    /// The game with the options that differ from the usual ones: `go?size=9`.
    pub spec: String,
    /// The key function: its version, and the keys of some positions, which another function would give otherwise.
    pub keys: String,
}

impl Header {
    const NAMES: [&'static str; 3] = ["game", "spec", "keys"];

    fn values(&self) -> [&str; 3] {
        [&self.game, &self.spec, &self.keys]
    }

    pub(crate) fn write(&self, file: &Connection) -> rusqlite::Result<()> {
        file.pragma_update(None, "application_id", APPLICATION_ID)?;
        file.pragma_update(None, "user_version", VERSION)?;
        for (name, value) in Header::NAMES.into_iter().zip(self.values()) {
            file.execute("INSERT INTO meta VALUES(?, ?)", (name, value))?;
        }
        Ok(())
    }

    /// What an open file says, if it is a book of this version.
    pub(crate) fn read(file: &Connection, path: &str) -> Result<Header, BookError> {
        let sql = |error| BookError::sql(path, &error);
        let number = |name| file.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
        let unusable = |reason: String| BookError::Unusable {
            path: path.to_owned(),
            reason,
        };
        if number("application_id").map_err(sql)? != APPLICATION_ID {
            let reason = "expected an opening book, got another kind of file";
            return Err(unusable(reason.to_owned()));
        }
        let version = number("user_version").map_err(sql)?;
        if version != VERSION {
            return Err(unusable(format!(
                "expected a book of version {VERSION}, got version {version}"
            )));
        }
        let value = |name: &str| {
            let found = file.query_row("SELECT value FROM meta WHERE name = ?", [name], |row| {
                row.get::<_, String>(0)
            });
            let found = found.optional().map_err(sql)?;
            found.ok_or_else(|| unusable(format!("expected the entry {name:?}, got none")))
        };
        Ok(Header {
            game: value("game")?,
            spec: value("spec")?,
            keys: value("keys")?,
        })
    }

    /// Whether a book with this header may be used where `wanted` is needed.
    pub(crate) fn check(&self, wanted: &Header, path: &str) -> Result<(), BookError> {
        let unusable = |what: &str, wanted: &str, got: &str| BookError::Unusable {
            path: path.to_owned(),
            reason: format!("expected a book of {what} {wanted}, got one of {got}"),
        };
        if self.game != wanted.game {
            return Err(unusable("the game", &wanted.game, &self.game));
        }
        if self.spec != wanted.spec {
            return Err(unusable("the rules", &wanted.spec, &self.spec));
        }
        if self.keys != wanted.keys {
            return Err(BookError::Unusable {
                path: path.to_owned(),
                reason: "expected keys of this version of the program, got others; \
                         `yomikiri book merge FILE --out NEW` makes them anew"
                    .to_owned(),
            });
        }
        Ok(())
    }
}
