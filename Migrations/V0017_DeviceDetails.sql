-- What administrators keep about devices: notes, attributes, messages; and lists of a hundred thousand of them.

-- Since when a device has its enrollment status.
ALTER TABLE device ADD COLUMN statusChangedAt INTEGER;
UPDATE device SET statusChangedAt = COALESCE(enrolledAt, createdAt);
CREATE INDEX deviceByStatusChange ON device (statusChangedAt, id, groupId);
-- Counting by kind reads no device, nor does listing those that have told how safe they are.
CREATE INDEX deviceForCounting ON device (enrollmentStatus, ownership, platform, isCompromised, groupId);
CREATE INDEX deviceBySafety ON device (id, groupId) WHERE compromisedCheckedAt IS NOT NULL;
-- Whether a device among others is enrolled, without reading it.
CREATE INDEX deviceStanding ON device (id, enrollmentStatus, groupId);
-- Who has a version of an app, without reading an installation.
CREATE INDEX installationByVersion ON installation (bundleId, appVersion, applicationId, deviceId);

CREATE TABLE deviceNote (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    deviceId   INTEGER NOT NULL REFERENCES device (id) ON DELETE CASCADE,
    note       TEXT NOT NULL CHECK (length(note) BETWEEN 1 AND 4000),
    createdAt  INTEGER NOT NULL,
    modifiedAt INTEGER NOT NULL
) STRICT;
CREATE INDEX deviceNoteByDevice ON deviceNote (deviceId, id);

-- Custom attributes. Two of one name are told apart by what set them.
CREATE TABLE deviceAttribute (
    deviceId         INTEGER NOT NULL REFERENCES device (id) ON DELETE CASCADE,
    applicationGroup TEXT NOT NULL COLLATE NOCASE CHECK (length(applicationGroup) <= 255),
    name             TEXT NOT NULL COLLATE NOCASE CHECK (length(name) BETWEEN 1 AND 255),
    value            TEXT NOT NULL CHECK (length(value) <= 4000),
    updatedAt        INTEGER NOT NULL,
    PRIMARY KEY (deviceId, applicationGroup, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX deviceAttributeByName ON deviceAttribute (name, value, deviceId);
CREATE INDEX deviceAttributeByTime ON deviceAttribute (updatedAt, deviceId);

-- Messages to whoever holds a device, as they were ordered; nothing is sent anywhere.
CREATE TABLE deviceMessage (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    sentAt         INTEGER NOT NULL,
    groupId        INTEGER REFERENCES organizationGroup (id) ON DELETE SET NULL,
    deviceId       INTEGER REFERENCES device (id) ON DELETE SET NULL,
    installationId INTEGER REFERENCES installation (id) ON DELETE SET NULL,
    userId         INTEGER REFERENCES enrollmentUser (id) ON DELETE SET NULL,
    channel        TEXT NOT NULL CHECK (channel IN ('push', 'email', 'sms')),
    text           TEXT NOT NULL,
    application    TEXT NOT NULL,
    recipient      TEXT NOT NULL,
    sender         TEXT NOT NULL
) STRICT;
CREATE INDEX deviceMessageByDevice ON deviceMessage (deviceId, id);
CREATE INDEX deviceMessageByInstallation ON deviceMessage (installationId, id);
CREATE INDEX deviceMessageByUser ON deviceMessage (userId, id);
CREATE INDEX deviceMessageByGroup ON deviceMessage (groupId, id);
CREATE INDEX deviceMessageByTime ON deviceMessage (sentAt, id);
INSERT INTO boundedTable (name) VALUES ('deviceMessage');
CREATE TRIGGER deviceMessageInserted AFTER INSERT ON deviceMessage BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = 'deviceMessage';
END;
CREATE TRIGGER deviceMessageDeleted AFTER DELETE ON deviceMessage BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = 'deviceMessage';
END;

-- Of the findings of a rule, those that do not hold are counted.
CREATE INDEX complianceFindingOpen ON complianceFinding (ruleId, outcome, deviceId)
    WHERE outcome IN ('broken', 'unknown');
