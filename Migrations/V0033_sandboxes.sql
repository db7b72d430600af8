-- Customers that tests make for themselves, and tokens of their administrators.

-- Bearer tokens of administrators that hold until they are deleted; those of OAuth clients expire.
CREATE TABLE administratorToken (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    administratorId INTEGER NOT NULL REFERENCES administrator (id) ON DELETE CASCADE,
    tokenHash       BLOB NOT NULL UNIQUE CHECK (length(tokenHash) = 32),
    createdAt       INTEGER NOT NULL
) STRICT;
CREATE INDEX administratorTokenByAdministrator ON administratorToken (administratorId);

CREATE TABLE sandbox (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    -- Its id for clients: the first part of its host name, and the code of its group.
    label     TEXT NOT NULL UNIQUE COLLATE NOCASE CHECK (length(label) BETWEEN 1 AND 63),
    groupId   INTEGER NOT NULL UNIQUE REFERENCES organizationGroup (id) ON DELETE CASCADE,
    name      TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
    -- What it was made of, with its credentials; sealed.
    plan      BLOB NOT NULL,
    createdAt INTEGER NOT NULL,
    -- Null if it holds until it is deleted.
    expiresAt INTEGER,
    -- A port of the console that is its own, as long as the console listens there.
    port      INTEGER UNIQUE CHECK (port BETWEEN 1 AND 65535)
) STRICT;
CREATE INDEX sandboxByExpiry ON sandbox (expiresAt) WHERE expiresAt IS NOT NULL;
