-- Analytics, samples, data usage and do-not-disturb.

ALTER TABLE analyticsEvent ADD COLUMN bundleName TEXT NOT NULL DEFAULT '';
ALTER TABLE device ADD COLUMN doNotDisturbAt INTEGER;

-- What became of what an app has sent, as counters: packets, batches, skipped, malformed, withheld, sample.gps and so on.
CREATE TABLE sampleIntake (
    installationId INTEGER NOT NULL REFERENCES installation (id) ON DELETE CASCADE,
    counter        TEXT NOT NULL CHECK (length(counter) BETWEEN 1 AND 64),
    count          INTEGER NOT NULL CHECK (count >= 0),
    lastAt         INTEGER NOT NULL,
    PRIMARY KEY (installationId, counter)
) STRICT, WITHOUT ROWID;

CREATE TABLE dataUsage (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    receivedAt     INTEGER NOT NULL,
    groupId        INTEGER REFERENCES organizationGroup (id) ON DELETE SET NULL,
    deviceId       INTEGER REFERENCES device (id) ON DELETE SET NULL,
    installationId INTEGER REFERENCES installation (id) ON DELETE SET NULL,
    userId         INTEGER REFERENCES enrollmentUser (id) ON DELETE SET NULL,
    report         TEXT NOT NULL CHECK (json_valid(report))
) STRICT;
CREATE INDEX dataUsageByDevice ON dataUsage (deviceId, id);
CREATE INDEX dataUsageByInstallation ON dataUsage (installationId, id);
CREATE INDEX dataUsageByUser ON dataUsage (userId, id);
CREATE INDEX dataUsageByGroup ON dataUsage (groupId, id);
CREATE INDEX dataUsageByTime ON dataUsage (receivedAt, id);
INSERT INTO boundedTable (name) VALUES ('dataUsage');
CREATE TRIGGER dataUsageInserted AFTER INSERT ON dataUsage BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = 'dataUsage';
END;
CREATE TRIGGER dataUsageDeleted AFTER DELETE ON dataUsage BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = 'dataUsage';
END;
