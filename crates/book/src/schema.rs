//! The tables of a book: `docs/book-format.md` explains every column.

/// What SQLite files of this kind are marked with: `YBK1`.
pub(crate) const APPLICATION_ID: i64 = 0x5942_4B31;

/// The number of the source of edges that only learning has made.
pub(crate) const LEARNED_SOURCE: i64 = 0;

/// Makes the tables of an empty file.
pub(crate) const TABLES: &str = "
CREATE TABLE meta(
  name TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE sources(
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL
);
CREATE TABLE positions(
  id INTEGER PRIMARY KEY,
  key INTEGER NOT NULL,
  position TEXT NOT NULL,
  ply INTEGER NOT NULL,
  built_ply INTEGER
);
CREATE TABLE edges(
  position INTEGER NOT NULL REFERENCES positions(id),
  move TEXT NOT NULL,
  win INTEGER NOT NULL,
  draw INTEGER NOT NULL,
  loss INTEGER NOT NULL,
  weight INTEGER NOT NULL,
  learned INTEGER NOT NULL,
  score INTEGER,
  depth INTEGER,
  exact INTEGER,
  last TEXT,
  built_last TEXT,
  note TEXT,
  source INTEGER NOT NULL REFERENCES sources(id),
  PRIMARY KEY(position, move)
) WITHOUT ROWID;
CREATE TABLE built(
  hash BLOB NOT NULL PRIMARY KEY
) WITHOUT ROWID;
CREATE TABLE games(
  id INTEGER PRIMARY KEY,
  hash BLOB NOT NULL UNIQUE,
  date TEXT
);
CREATE TABLE credits(
  position INTEGER NOT NULL REFERENCES positions(id),
  move TEXT NOT NULL,
  game INTEGER NOT NULL REFERENCES games(id),
  ply INTEGER NOT NULL,
  standing INTEGER NOT NULL,
  PRIMARY KEY(position, move, game)
) WITHOUT ROWID;
";

/// Made after the rows of a new file: filling an index later is faster than keeping it.
pub(crate) const INDEXES: &str = "
CREATE INDEX positions_by_key ON positions(key);
CREATE INDEX credits_by_game ON credits(game);
";
