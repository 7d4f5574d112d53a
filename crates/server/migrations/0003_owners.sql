-- Several servers on one PostgreSQL: which of them has a room. The same text for SQLite, where nobody owns anything.
ALTER TABLE rooms ADD COLUMN owner BIGINT;
CREATE INDEX rooms_owner ON rooms (owner);
-- Servers that are or were there. One that is there holds the advisory lock of its number.
CREATE TABLE servers (
    id BIGINT PRIMARY KEY,
    -- When it was last known to be there, so that time without it is charged to nobody.
    at_ms BIGINT NOT NULL
);
