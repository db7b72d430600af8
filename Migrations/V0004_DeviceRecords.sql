-- What devices send, and what is queued for them. Every row carries group, device, app and user;
-- deleting one of those keeps the row. Each table is bounded by configuration and counts what it evicted.

CREATE TABLE command (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid           TEXT NOT NULL UNIQUE COLLATE NOCASE,
    groupId        INTEGER REFERENCES organizationGroup (id) ON DELETE SET NULL,
    deviceId       INTEGER REFERENCES device (id) ON DELETE SET NULL,
    installationId INTEGER REFERENCES installation (id) ON DELETE SET NULL,
    userId         INTEGER REFERENCES enrollmentUser (id) ON DELETE SET NULL,
    requestType    TEXT NOT NULL CHECK (length(requestType) BETWEEN 1 AND 255),
    command        BLOB NOT NULL,
    status         TEXT NOT NULL DEFAULT 'queued' CHECK (status IN
        ('queued', 'delivered', 'acknowledged', 'error', 'notNow', 'dropped', 'expired')),
    deliveries     INTEGER NOT NULL DEFAULT 0 CHECK (deliveries >= 0),
    result         BLOB,
    createdAt      INTEGER NOT NULL,
    deliveredAt    INTEGER,
    finishedAt     INTEGER
) STRICT;
CREATE INDEX commandByInstallation ON command (installationId, status, id);
CREATE INDEX commandByDevice ON command (deviceId, id);
CREATE INDEX commandByGroup ON command (groupId, id);
INSERT INTO boundedTable (name) VALUES ('command');
CREATE TRIGGER commandInserted AFTER INSERT ON command BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = 'command';
END;
CREATE TRIGGER commandDeleted AFTER DELETE ON command BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = 'command';
END;

CREATE TABLE beacon (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    receivedAt     INTEGER NOT NULL,
    groupId        INTEGER REFERENCES organizationGroup (id) ON DELETE SET NULL,
    deviceId       INTEGER REFERENCES device (id) ON DELETE SET NULL,
    installationId INTEGER REFERENCES installation (id) ON DELETE SET NULL,
    userId         INTEGER REFERENCES enrollmentUser (id) ON DELETE SET NULL,
    isCompromised  INTEGER NOT NULL CHECK (isCompromised IN (0, 1)),
    latitude       REAL,
    longitude      REAL,
    report         TEXT NOT NULL CHECK (json_valid(report))
) STRICT;
CREATE INDEX beaconByDevice ON beacon (deviceId, id);
CREATE INDEX beaconByInstallation ON beacon (installationId, id);
CREATE INDEX beaconByUser ON beacon (userId, id);
CREATE INDEX beaconByGroup ON beacon (groupId, id);
CREATE INDEX beaconByTime ON beacon (receivedAt, id);
INSERT INTO boundedTable (name) VALUES ('beacon');
CREATE TRIGGER beaconInserted AFTER INSERT ON beacon BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = 'beacon';
END;
CREATE TRIGGER beaconDeleted AFTER DELETE ON beacon BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = 'beacon';
END;

CREATE TABLE deviceLog (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    receivedAt     INTEGER NOT NULL,
    groupId        INTEGER REFERENCES organizationGroup (id) ON DELETE SET NULL,
    deviceId       INTEGER REFERENCES device (id) ON DELETE SET NULL,
    installationId INTEGER REFERENCES installation (id) ON DELETE SET NULL,
    userId         INTEGER REFERENCES enrollmentUser (id) ON DELETE SET NULL,
    bundleId       TEXT NOT NULL COLLATE NOCASE,
    appVersion     TEXT NOT NULL,
    type           INTEGER NOT NULL CHECK (type BETWEEN 0 AND 3),
    level          INTEGER NOT NULL CHECK (level BETWEEN -1 AND 3),
    byteCount      INTEGER NOT NULL CHECK (byteCount >= 0)
) STRICT;
CREATE INDEX deviceLogByDevice ON deviceLog (deviceId, id);
CREATE INDEX deviceLogByInstallation ON deviceLog (installationId, id);
CREATE INDEX deviceLogByUser ON deviceLog (userId, id);
CREATE INDEX deviceLogByGroup ON deviceLog (groupId, id);
CREATE INDEX deviceLogByTime ON deviceLog (receivedAt, id);

-- The text of a log in pieces, so that neither writing nor reading one needs it in memory.
CREATE TABLE deviceLogPiece (
    logId    INTEGER NOT NULL REFERENCES deviceLog (id) ON DELETE CASCADE,
    sequence INTEGER NOT NULL,
    data     BLOB NOT NULL,
    PRIMARY KEY (logId, sequence)
) STRICT;
INSERT INTO boundedTable (name) VALUES ('deviceLog');
CREATE TRIGGER deviceLogInserted AFTER INSERT ON deviceLog BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = 'deviceLog';
END;
CREATE TRIGGER deviceLogDeleted AFTER DELETE ON deviceLog BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = 'deviceLog';
END;

CREATE TABLE analyticsEvent (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    receivedAt     INTEGER NOT NULL,
    occurredAt     INTEGER NOT NULL,
    groupId        INTEGER REFERENCES organizationGroup (id) ON DELETE SET NULL,
    deviceId       INTEGER REFERENCES device (id) ON DELETE SET NULL,
    installationId INTEGER REFERENCES installation (id) ON DELETE SET NULL,
    userId         INTEGER REFERENCES enrollmentUser (id) ON DELETE SET NULL,
    session        TEXT NOT NULL,
    type           INTEGER NOT NULL,
    name           TEXT NOT NULL,
    valueType      INTEGER NOT NULL,
    value          TEXT NOT NULL,
    bundleId       TEXT NOT NULL COLLATE NOCASE,
    bundleVersion  TEXT NOT NULL
) STRICT;
CREATE INDEX analyticsEventByDevice ON analyticsEvent (deviceId, id);
CREATE INDEX analyticsEventByInstallation ON analyticsEvent (installationId, id);
CREATE INDEX analyticsEventByUser ON analyticsEvent (userId, id);
CREATE INDEX analyticsEventByGroup ON analyticsEvent (groupId, id);
CREATE INDEX analyticsEventByTime ON analyticsEvent (receivedAt, id);
CREATE INDEX analyticsEventByName ON analyticsEvent (name, id);
INSERT INTO boundedTable (name) VALUES ('analyticsEvent');
CREATE TRIGGER analyticsEventInserted AFTER INSERT ON analyticsEvent BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = 'analyticsEvent';
END;
CREATE TRIGGER analyticsEventDeleted AFTER DELETE ON analyticsEvent BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = 'analyticsEvent';
END;

CREATE TABLE deviceSample (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    receivedAt     INTEGER NOT NULL,
    sampledAt      INTEGER NOT NULL,
    groupId        INTEGER REFERENCES organizationGroup (id) ON DELETE SET NULL,
    deviceId       INTEGER REFERENCES device (id) ON DELETE SET NULL,
    installationId INTEGER REFERENCES installation (id) ON DELETE SET NULL,
    userId         INTEGER REFERENCES enrollmentUser (id) ON DELETE SET NULL,
    kind           INTEGER NOT NULL,
    sample         TEXT NOT NULL CHECK (json_valid(sample))
) STRICT;
CREATE INDEX deviceSampleByDevice ON deviceSample (deviceId, kind, id);
CREATE INDEX deviceSampleByInstallation ON deviceSample (installationId, id);
CREATE INDEX deviceSampleByUser ON deviceSample (userId, id);
CREATE INDEX deviceSampleByGroup ON deviceSample (groupId, id);
CREATE INDEX deviceSampleByTime ON deviceSample (receivedAt, id);
INSERT INTO boundedTable (name) VALUES ('deviceSample');
CREATE TRIGGER deviceSampleInserted AFTER INSERT ON deviceSample BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = 'deviceSample';
END;
CREATE TRIGGER deviceSampleDeleted AFTER DELETE ON deviceSample BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = 'deviceSample';
END;
