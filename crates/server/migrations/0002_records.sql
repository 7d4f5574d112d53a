-- Records that people keep. The same text for SQLite and PostgreSQL.
CREATE TABLE records (
    -- A hash of the document: the same game is kept once.
    id TEXT PRIMARY KEY,
    -- The game with its options.
    game TEXT NOT NULL,
    -- JSON, as docs/records.md describes it.
    document TEXT NOT NULL
);
