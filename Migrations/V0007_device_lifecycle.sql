-- Terms of use, what users decide about them, and keys in escrow.

-- Terms of a group, for all apps or for some. The scope is their bundle identifiers in lower case, sorted and joined
-- by commas; empty for all apps.
CREATE TABLE termsOfUse (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid         TEXT NOT NULL UNIQUE COLLATE NOCASE,
    groupId      INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE CASCADE,
    scope        TEXT NOT NULL CHECK (scope = lower(scope)),
    applications TEXT NOT NULL CHECK (json_valid(applications)),
    createdAt    INTEGER NOT NULL,
    retiredAt    INTEGER,
    UNIQUE (groupId, scope)
) STRICT;

-- The id of a version is the EulaContentId clients know; the latest one is in force.
CREATE TABLE termsOfUseVersion (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    termsId   INTEGER NOT NULL REFERENCES termsOfUse (id) ON DELETE CASCADE,
    version   INTEGER NOT NULL CHECK (version >= 1),
    content   TEXT NOT NULL CHECK (length(content) >= 1),
    createdAt INTEGER NOT NULL,
    UNIQUE (termsId, version)
) STRICT;

CREATE TABLE termsOfUseDecision (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    decidedAt      INTEGER NOT NULL,
    groupId        INTEGER REFERENCES organizationGroup (id) ON DELETE SET NULL,
    deviceId       INTEGER REFERENCES device (id) ON DELETE SET NULL,
    installationId INTEGER REFERENCES installation (id) ON DELETE SET NULL,
    userId         INTEGER REFERENCES enrollmentUser (id) ON DELETE SET NULL,
    contentId      INTEGER REFERENCES termsOfUseVersion (id) ON DELETE SET NULL,
    isAccepted     INTEGER NOT NULL CHECK (isAccepted IN (0, 1))
) STRICT;
CREATE INDEX termsOfUseDecisionByDevice ON termsOfUseDecision (deviceId, id);
CREATE INDEX termsOfUseDecisionByInstallation ON termsOfUseDecision (installationId, id);
CREATE INDEX termsOfUseDecisionByUser ON termsOfUseDecision (userId, contentId, id);
CREATE INDEX termsOfUseDecisionByContent ON termsOfUseDecision (contentId, id);
CREATE INDEX termsOfUseDecisionByGroup ON termsOfUseDecision (groupId, id);
CREATE INDEX termsOfUseDecisionByTime ON termsOfUseDecision (decidedAt, id);
INSERT INTO boundedTable (name) VALUES ('termsOfUseDecision');
CREATE TRIGGER termsOfUseDecisionInserted AFTER INSERT ON termsOfUseDecision BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = 'termsOfUseDecision';
END;
CREATE TRIGGER termsOfUseDecisionDeleted AFTER DELETE ON termsOfUseDecision BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = 'termsOfUseDecision';
END;

-- One key for each device, usage and user: nobody gets the key of a user before them. Keys are sealed.
CREATE TABLE escrowedKey (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    deviceId       INTEGER NOT NULL REFERENCES device (id) ON DELETE CASCADE,
    userId         INTEGER NOT NULL REFERENCES enrollmentUser (id) ON DELETE CASCADE,
    installationId INTEGER REFERENCES installation (id) ON DELETE SET NULL,
    usage          INTEGER NOT NULL CHECK (usage IN (1, 2)),
    algorithm      TEXT NOT NULL CHECK (length(algorithm) BETWEEN 1 AND 16),
    keySize        INTEGER,
    keyLength      INTEGER NOT NULL CHECK (keyLength >= 1),
    sealedKey      BLOB NOT NULL,
    storedAt       INTEGER NOT NULL,
    retrievals     INTEGER NOT NULL DEFAULT 0 CHECK (retrievals >= 0),
    retrievedAt    INTEGER,
    UNIQUE (deviceId, usage, userId)
) STRICT;
CREATE INDEX escrowedKeyByUser ON escrowedKey (userId, id);
CREATE INDEX escrowedKeyByInstallation ON escrowedKey (installationId, id);
