-- What beacons tell over time, compliance rules, and how devices keep them.

-- Push tokens of the apps on devices. A token is in force until "until"; the last one may still be.
CREATE TABLE pushToken (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    since          INTEGER NOT NULL,
    until          INTEGER,
    groupId        INTEGER REFERENCES organizationGroup (id) ON DELETE SET NULL,
    deviceId       INTEGER REFERENCES device (id) ON DELETE SET NULL,
    installationId INTEGER REFERENCES installation (id) ON DELETE SET NULL,
    userId         INTEGER REFERENCES enrollmentUser (id) ON DELETE SET NULL,
    token          TEXT NOT NULL CHECK (length(token) >= 1)
) STRICT;
CREATE INDEX pushTokenByDevice ON pushToken (deviceId, id);
CREATE INDEX pushTokenByInstallation ON pushToken (installationId, id);
CREATE INDEX pushTokenByUser ON pushToken (userId, id);
CREATE INDEX pushTokenByGroup ON pushToken (groupId, id);
CREATE INDEX pushTokenByTime ON pushToken (since, id);
INSERT INTO boundedTable (name) VALUES ('pushToken');
CREATE TRIGGER pushTokenInserted AFTER INSERT ON pushToken BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = 'pushToken';
END;
CREATE TRIGGER pushTokenDeleted AFTER DELETE ON pushToken BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = 'pushToken';
END;

-- Where devices were, as far as their group collects it.
CREATE TABLE deviceLocation (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    receivedAt     INTEGER NOT NULL,
    sampledAt      INTEGER,
    groupId        INTEGER REFERENCES organizationGroup (id) ON DELETE SET NULL,
    deviceId       INTEGER REFERENCES device (id) ON DELETE SET NULL,
    installationId INTEGER REFERENCES installation (id) ON DELETE SET NULL,
    userId         INTEGER REFERENCES enrollmentUser (id) ON DELETE SET NULL,
    latitude       REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
    longitude      REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180),
    altitude       REAL,
    speed          REAL
) STRICT;
CREATE INDEX deviceLocationByDevice ON deviceLocation (deviceId, id);
CREATE INDEX deviceLocationByInstallation ON deviceLocation (installationId, id);
CREATE INDEX deviceLocationByUser ON deviceLocation (userId, id);
CREATE INDEX deviceLocationByGroup ON deviceLocation (groupId, id);
CREATE INDEX deviceLocationByTime ON deviceLocation (receivedAt, id);
INSERT INTO boundedTable (name) VALUES ('deviceLocation');
CREATE TRIGGER deviceLocationInserted AFTER INSERT ON deviceLocation BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = 'deviceLocation';
END;
CREATE TRIGGER deviceLocationDeleted AFTER DELETE ON deviceLocation BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = 'deviceLocation';
END;

-- What an app last found when it evaluated policies on its device.
CREATE TABLE reportedPolicy (
    installationId   INTEGER NOT NULL REFERENCES installation (id) ON DELETE CASCADE,
    policyIdentifier TEXT NOT NULL,
    status           INTEGER NOT NULL,
    since            INTEGER NOT NULL,
    PRIMARY KEY (installationId, policyIdentifier)
) STRICT, WITHOUT ROWID;

-- What an organization group asks of the devices in it and below it.
CREATE TABLE complianceRule (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid      TEXT NOT NULL UNIQUE COLLATE NOCASE,
    groupId   INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE CASCADE,
    name      TEXT NOT NULL COLLATE NOCASE CHECK (length(name) BETWEEN 1 AND 255),
    kind      TEXT NOT NULL CHECK (kind IN ('applicationVersion', 'osVersion', 'compromised')),
    bundleId  TEXT COLLATE NOCASE CHECK (length(bundleId) BETWEEN 1 AND 255),
    operator  TEXT CHECK (operator IN ('=', '!=', '<', '<=', '>', '>=')),
    version   TEXT CHECK (length(version) BETWEEN 1 AND 64),
    action    TEXT NOT NULL CHECK (action IN ('block', 'wipe')),
    isActive  INTEGER NOT NULL DEFAULT 1 CHECK (isActive IN (0, 1)),
    createdAt INTEGER NOT NULL,
    updatedAt INTEGER NOT NULL,
    UNIQUE (groupId, name),
    CHECK ((kind = 'applicationVersion') = (bundleId IS NOT NULL)),
    CHECK ((kind = 'compromised') = (operator IS NULL)),
    CHECK ((operator IS NULL) = (version IS NULL))
) STRICT;

-- What the rules came to for a device; a device without a row breaks none and keeps those there are.
CREATE TABLE deviceCompliance (
    deviceId         INTEGER PRIMARY KEY REFERENCES device (id) ON DELETE CASCADE,
    status           INTEGER NOT NULL CHECK (status BETWEEN 0 AND 11),
    since            INTEGER NOT NULL,
    isSetByHand  INTEGER NOT NULL DEFAULT 0 CHECK (isSetByHand IN (0, 1)),
    isAwaitingReport INTEGER NOT NULL DEFAULT 0 CHECK (isAwaitingReport IN (0, 1))
) STRICT;

CREATE TABLE complianceFinding (
    deviceId INTEGER NOT NULL REFERENCES device (id) ON DELETE CASCADE,
    ruleId   INTEGER NOT NULL REFERENCES complianceRule (id) ON DELETE CASCADE,
    outcome  TEXT NOT NULL CHECK (outcome IN ('holds', 'broken', 'unknown', 'notApplicable')),
    value    TEXT,
    since    INTEGER NOT NULL,
    PRIMARY KEY (deviceId, ruleId)
) STRICT, WITHOUT ROWID;
CREATE INDEX complianceFindingByRule ON complianceFinding (ruleId, deviceId);
