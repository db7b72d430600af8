-- OAuth 2 clients of the admin REST API: programs that sign in with an id and a secret.

CREATE TABLE oauthClient (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid          TEXT NOT NULL UNIQUE COLLATE NOCASE,
    groupId       INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE CASCADE,
    clientId      TEXT NOT NULL UNIQUE CHECK (length(clientId) BETWEEN 1 AND 255),
    secretHash    BLOB NOT NULL CHECK (length(secretHash) = 32),
    -- Counts the secrets it has had; a token tells under which one it was handed out.
    secretVersion INTEGER NOT NULL DEFAULT 1 CHECK (secretVersion > 0),
    name          TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
    role          TEXT NOT NULL,
    createdAt     INTEGER NOT NULL,
    revokedAt     INTEGER
) STRICT;
CREATE INDEX oauthClientByGroup ON oauthClient (groupId, id);
