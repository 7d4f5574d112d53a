-- Rooms and everything that happened in them. The same text for SQLite and PostgreSQL.
CREATE TABLE rooms (
    id TEXT PRIMARY KEY,
    created_ms BIGINT NOT NULL,
    -- When it was last opened or visited: rooms unused for long are removed.
    touched_ms BIGINT NOT NULL,
    -- 1 while a clock runs or an engine is to move: such rooms go on by themselves after a restart.
    live BIGINT NOT NULL,
    -- JSON: game, start, seats, clock.
    setup TEXT NOT NULL
);
CREATE INDEX rooms_live ON rooms (live);
CREATE INDEX rooms_touched ON rooms (touched_ms);
CREATE TABLE facts (
    room TEXT NOT NULL,
    -- From 1, without gaps: two writers of one room cannot both succeed.
    seq BIGINT NOT NULL,
    at_ms BIGINT NOT NULL,
    -- JSON.
    fact TEXT NOT NULL,
    PRIMARY KEY (room, seq)
);
-- When the server was last known to be there, so that time without it is charged to nobody.
CREATE TABLE pulse (
    id BIGINT PRIMARY KEY,
    at_ms BIGINT NOT NULL
);
