-- The tree of organization groups, their settings, and who administers them.
-- Times are milliseconds since 1970, UTC. Paths are ids from the root down: "/7/12/".

CREATE TABLE organizationGroup (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid        TEXT NOT NULL UNIQUE COLLATE NOCASE,
    parentId    INTEGER REFERENCES organizationGroup (id) ON DELETE RESTRICT,
    path        TEXT NOT NULL UNIQUE CHECK (path LIKE '/%/'),
    code        TEXT NOT NULL UNIQUE COLLATE NOCASE CHECK (length(code) BETWEEN 1 AND 64),
    name        TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
    type        TEXT NOT NULL CHECK (type IN ('Global', 'Partner', 'Customer', 'Container', 'Prospect')),
    country     TEXT NOT NULL DEFAULT '',
    locale      TEXT NOT NULL DEFAULT 'en-US',
    createdAt   INTEGER NOT NULL,
    CHECK ((parentId IS NULL) = (type = 'Global'))
) STRICT;
CREATE INDEX organizationGroupByParent ON organizationGroup (parentId, id);
CREATE INDEX organizationGroupByName ON organizationGroup (name COLLATE NOCASE, id);

-- One row per setting that is overridden at a group; what is absent is inherited.
CREATE TABLE organizationGroupSetting (
    groupId     INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE CASCADE,
    key         TEXT NOT NULL,
    value       TEXT NOT NULL CHECK (json_valid(value)),
    PRIMARY KEY (groupId, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE administrator (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid         TEXT NOT NULL UNIQUE COLLATE NOCASE,
    groupId      INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE RESTRICT,
    username     TEXT NOT NULL UNIQUE COLLATE NOCASE CHECK (length(username) BETWEEN 1 AND 255),
    passwordHash TEXT NOT NULL,
    role         TEXT NOT NULL,
    isActive     INTEGER NOT NULL DEFAULT 1 CHECK (isActive IN (0, 1)),
    createdAt    INTEGER NOT NULL
) STRICT;
CREATE INDEX administratorByGroup ON administrator (groupId, id);

CREATE TABLE apiKey (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid      TEXT NOT NULL UNIQUE COLLATE NOCASE,
    groupId   INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE CASCADE,
    name      TEXT NOT NULL,
    keyHash   BLOB NOT NULL UNIQUE CHECK (length(keyHash) = 32),
    createdAt INTEGER NOT NULL,
    revokedAt INTEGER
) STRICT;
CREATE INDEX apiKeyByGroup ON apiKey (groupId, id);

-- How many rows each bounded table holds, and how many its bound has evicted. Kept by triggers.
CREATE TABLE boundedTable (
    name     TEXT PRIMARY KEY NOT NULL,
    rowCount INTEGER NOT NULL DEFAULT 0 CHECK (rowCount >= 0),
    evicted  INTEGER NOT NULL DEFAULT 0 CHECK (evicted >= 0)
) STRICT, WITHOUT ROWID;

-- Every change made by anyone through any surface.
CREATE TABLE eventLog (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    at          INTEGER NOT NULL,
    groupId     INTEGER REFERENCES organizationGroup (id) ON DELETE SET NULL,
    actorKind   TEXT NOT NULL,
    actor       TEXT NOT NULL,
    action      TEXT NOT NULL,
    subjectKind TEXT NOT NULL,
    subject     TEXT NOT NULL,
    before      TEXT CHECK (before IS NULL OR json_valid(before)),
    after       TEXT CHECK (after IS NULL OR json_valid(after))
) STRICT;
CREATE INDEX eventLogByTime ON eventLog (at, id);
CREATE INDEX eventLogByGroup ON eventLog (groupId, id);
CREATE INDEX eventLogBySubject ON eventLog (subjectKind, subject, id);
INSERT INTO boundedTable (name) VALUES ('eventLog');
CREATE TRIGGER eventLogInserted AFTER INSERT ON eventLog BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = 'eventLog';
END;
CREATE TRIGGER eventLogDeleted AFTER DELETE ON eventLog BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = 'eventLog';
END;
