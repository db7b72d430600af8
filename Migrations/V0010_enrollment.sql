-- Tokens of SAML sign-ins, sessions of the enrollment agent, and reports of pins that did not match.

-- What a token is for: handed out by an administrator or a file, at a login, or by the identity provider. The last kind
-- is good for one device and one group only.
ALTER TABLE enrollmentToken ADD COLUMN kind TEXT NOT NULL DEFAULT 'enrollment'
    CHECK (kind IN ('enrollment', 'login', 'saml'));
ALTER TABLE enrollmentToken ADD COLUMN groupId INTEGER REFERENCES organizationGroup (id) ON DELETE CASCADE;
ALTER TABLE enrollmentToken ADD COLUMN deviceIdentifier TEXT
    CHECK (kind <> 'saml' OR (deviceIdentifier IS NOT NULL AND groupId IS NOT NULL));
CREATE INDEX enrollmentTokenByGroup ON enrollmentToken (groupId) WHERE groupId IS NOT NULL;

-- How far an agent has come. Only the hash of the session id is kept.
CREATE TABLE agentSession (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    sessionHash BLOB NOT NULL UNIQUE CHECK (length(sessionHash) = 32),
    groupId     INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE CASCADE,
    userId      INTEGER REFERENCES enrollmentUser (id) ON DELETE CASCADE,
    createdAt   INTEGER NOT NULL,
    expiresAt   INTEGER NOT NULL
) STRICT;
CREATE INDEX agentSessionByGroup ON agentSession (groupId, expiresAt);
CREATE INDEX agentSessionByUser ON agentSession (userId) WHERE userId IS NOT NULL;
INSERT INTO boundedTable (name) VALUES ('agentSession');
CREATE TRIGGER agentSessionInserted AFTER INSERT ON agentSession BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = 'agentSession';
END;
CREATE TRIGGER agentSessionDeleted AFTER DELETE ON agentSession BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = 'agentSession';
END;

-- Nobody proves who sends one: the device is the one it claims to come from.
CREATE TABLE pinReport (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    receivedAt     INTEGER NOT NULL,
    groupId        INTEGER REFERENCES organizationGroup (id) ON DELETE SET NULL,
    deviceId       INTEGER REFERENCES device (id) ON DELETE SET NULL,
    installationId INTEGER REFERENCES installation (id) ON DELETE SET NULL,
    userId         INTEGER REFERENCES enrollmentUser (id) ON DELETE SET NULL,
    host           TEXT NOT NULL CHECK (length(host) BETWEEN 1 AND 253),
    claimedDevice  TEXT
) STRICT;
CREATE INDEX pinReportByDevice ON pinReport (deviceId, id);
CREATE INDEX pinReportByInstallation ON pinReport (installationId, id);
CREATE INDEX pinReportByUser ON pinReport (userId, id);
CREATE INDEX pinReportByGroup ON pinReport (groupId, id);
CREATE INDEX pinReportByTime ON pinReport (receivedAt, id);
INSERT INTO boundedTable (name) VALUES ('pinReport');
CREATE TRIGGER pinReportInserted AFTER INSERT ON pinReport BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = 'pinReport';
END;
CREATE TRIGGER pinReportDeleted AFTER DELETE ON pinReport BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = 'pinReport';
END;
