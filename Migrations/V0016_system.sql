-- Tags as the admin API has them, what it tells of administrators, devices registered in advance, and wipes.

-- 1 for devices, 2 for anything else.
ALTER TABLE tag ADD COLUMN kind INTEGER NOT NULL DEFAULT 1 CHECK (kind BETWEEN 1 AND 2);
ALTER TABLE tag ADD COLUMN avatar TEXT NOT NULL DEFAULT '';
ALTER TABLE deviceTag ADD COLUMN taggedAt INTEGER NOT NULL DEFAULT 0;
UPDATE deviceTag SET taggedAt = (SELECT createdAt FROM tag WHERE tag.id = tagId);

ALTER TABLE userGroup ADD COLUMN description TEXT NOT NULL DEFAULT '';

ALTER TABLE administrator ADD COLUMN firstName TEXT NOT NULL DEFAULT '';
ALTER TABLE administrator ADD COLUMN lastName TEXT NOT NULL DEFAULT '';
ALTER TABLE administrator ADD COLUMN email TEXT NOT NULL DEFAULT '';
ALTER TABLE administrator ADD COLUMN timeZone TEXT NOT NULL DEFAULT '';
-- An empty one stands for that of the group.
ALTER TABLE administrator ADD COLUMN locale TEXT NOT NULL DEFAULT '';
ALTER TABLE administrator ADD COLUMN landingPage TEXT NOT NULL DEFAULT '';
ALTER TABLE administrator ADD COLUMN requiresPasswordChange INTEGER NOT NULL DEFAULT 0
    CHECK (requiresPasswordChange IN (0, 1));
ALTER TABLE administrator ADD COLUMN lastLoginAt INTEGER;

-- Who signed in when; requests that follow one another closely are one sign-in.
CREATE TABLE administratorSignIn (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    at              INTEGER NOT NULL,
    groupId         INTEGER REFERENCES organizationGroup (id) ON DELETE SET NULL,
    administratorId INTEGER REFERENCES administrator (id) ON DELETE SET NULL,
    username        TEXT NOT NULL,
    address         TEXT NOT NULL,
    succeeded       INTEGER NOT NULL CHECK (succeeded IN (0, 1))
) STRICT;
CREATE INDEX administratorSignInByGroup ON administratorSignIn (groupId, id);
CREATE INDEX administratorSignInByAdministrator ON administratorSignIn (administratorId, id);
INSERT INTO boundedTable (name) VALUES ('administratorSignIn');
CREATE TRIGGER administratorSignInInserted AFTER INSERT ON administratorSignIn BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = 'administratorSignIn';
END;
CREATE TRIGGER administratorSignInDeleted AFTER DELETE ON administratorSignIn BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = 'administratorSignIn';
END;

-- Devices that are expected, let in or kept out, by what is known of them before they come.
CREATE TABLE deviceRegistration (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid         TEXT NOT NULL UNIQUE COLLATE NOCASE,
    groupId      INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE CASCADE,
    userId       INTEGER REFERENCES enrollmentUser (id) ON DELETE CASCADE,
    kind         TEXT NOT NULL CHECK (kind IN ('REGISTER_DEVICE', 'WHITELIST', 'BLACKLIST')),
    serialNumber TEXT COLLATE NOCASE,
    imei         TEXT,
    identifier   TEXT CHECK (identifier = lower(identifier)),
    assetNumber  TEXT NOT NULL DEFAULT '',
    friendlyName TEXT NOT NULL DEFAULT '',
    ownership    TEXT NOT NULL DEFAULT 'Undefined',
    platform     TEXT NOT NULL DEFAULT 'Apple',
    tags         TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tags)),
    attributes   TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(attributes)),
    -- The device that enrolled by it.
    deviceId     INTEGER REFERENCES device (id) ON DELETE SET NULL,
    -- The enrollment token handed out with it, which can be read back.
    tokenId      INTEGER REFERENCES enrollmentToken (id) ON DELETE SET NULL,
    sealedToken  BLOB,
    createdAt    INTEGER NOT NULL
) STRICT;
CREATE INDEX deviceRegistrationByGroup ON deviceRegistration (groupId, id);
CREATE INDEX deviceRegistrationByUser ON deviceRegistration (userId) WHERE userId IS NOT NULL;
CREATE INDEX deviceRegistrationByDevice ON deviceRegistration (deviceId) WHERE deviceId IS NOT NULL;
CREATE INDEX deviceRegistrationByToken ON deviceRegistration (tokenId) WHERE tokenId IS NOT NULL;
CREATE INDEX deviceRegistrationBySerialNumber ON deviceRegistration (serialNumber) WHERE serialNumber IS NOT NULL;
CREATE INDEX deviceRegistrationByIMEI ON deviceRegistration (imei) WHERE imei IS NOT NULL;
CREATE INDEX deviceRegistrationByIdentifier ON deviceRegistration (identifier) WHERE identifier IS NOT NULL;

-- User groups a group's enrollment restrictions are meant for.
CREATE TABLE restrictionPolicyUserGroup (
    groupId     INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE CASCADE,
    userGroupId INTEGER NOT NULL REFERENCES userGroup (id) ON DELETE CASCADE,
    PRIMARY KEY (groupId, userGroupId)
) STRICT, WITHOUT ROWID;
CREATE INDEX restrictionPolicyUserGroupByUserGroup ON restrictionPolicyUserGroup (userGroupId);

-- Groups in which wipes are held until an administrator lets them go.
CREATE TABLE deviceWipeLock (
    groupId  INTEGER PRIMARY KEY REFERENCES organizationGroup (id) ON DELETE CASCADE,
    lockedAt INTEGER NOT NULL,
    lockedBy TEXT NOT NULL
) STRICT;

-- Wipes administrators ordered.
CREATE TABLE deviceWipe (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    at           INTEGER NOT NULL,
    groupId      INTEGER REFERENCES organizationGroup (id) ON DELETE SET NULL,
    deviceId     INTEGER REFERENCES device (id) ON DELETE SET NULL,
    userId       INTEGER REFERENCES enrollmentUser (id) ON DELETE SET NULL,
    deviceName   TEXT NOT NULL,
    deviceUuid   TEXT NOT NULL,
    devicePlatform TEXT NOT NULL,
    username     TEXT NOT NULL,
    kind         TEXT NOT NULL CHECK (kind IN ('DEVICE_WIPE', 'ENTERPRISE_WIPE')),
    source       TEXT NOT NULL,
    orderedBy    TEXT NOT NULL,
    status       TEXT NOT NULL CHECK (status IN ('APPROVED', 'HELD', 'QUEUED', 'ABORTED'))
) STRICT;
CREATE INDEX deviceWipeByGroup ON deviceWipe (groupId, id);
CREATE INDEX deviceWipeByDevice ON deviceWipe (deviceId, id);
CREATE INDEX deviceWipeByUser ON deviceWipe (userId, id);
CREATE INDEX deviceWipeByTime ON deviceWipe (at, id);
CREATE INDEX deviceWipeHeld ON deviceWipe (groupId, id) WHERE status = 'HELD';
INSERT INTO boundedTable (name) VALUES ('deviceWipe');
CREATE TRIGGER deviceWipeInserted AFTER INSERT ON deviceWipe BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = 'deviceWipe';
END;
CREATE TRIGGER deviceWipeDeleted AFTER DELETE ON deviceWipe BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = 'deviceWipe';
END;
