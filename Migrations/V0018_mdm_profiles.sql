-- MDM profiles: made by administrators, given to smart groups, and what became of each on a device.

CREATE TABLE mdmProfile (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid           TEXT NOT NULL UNIQUE COLLATE NOCASE,
    groupId        INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE CASCADE,
    name           TEXT NOT NULL COLLATE NOCASE CHECK (length(name) BETWEEN 1 AND 255),
    platform       TEXT NOT NULL COLLATE NOCASE CHECK (platform IN ('Apple', 'Android', 'AppleOsX', 'WinRT')),
    description    TEXT NOT NULL DEFAULT '',
    version        INTEGER NOT NULL DEFAULT 1 CHECK (version >= 1),
    assignmentType TEXT NOT NULL DEFAULT 'Auto',
    context        TEXT NOT NULL DEFAULT 'Device',
    isActive       INTEGER NOT NULL DEFAULT 1 CHECK (isActive IN (0, 1)),
    -- Members of "General" as they were sent.
    general        TEXT NOT NULL DEFAULT '{}',
    -- All other members, as they were sent.
    payloads       TEXT NOT NULL DEFAULT '{}',
    payloadNames   TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(payloadNames)),
    createdAt      INTEGER NOT NULL,
    updatedAt      INTEGER NOT NULL,
    UNIQUE (groupId, name)
) STRICT;

-- Smart groups a profile is given to, and those it is kept from.
CREATE TABLE mdmProfileSmartGroup (
    profileId    INTEGER NOT NULL REFERENCES mdmProfile (id) ON DELETE CASCADE,
    mode         TEXT NOT NULL CHECK (mode IN ('assign', 'exclude')),
    smartGroupId INTEGER NOT NULL REFERENCES smartGroup (id) ON DELETE RESTRICT,
    position     INTEGER NOT NULL,
    PRIMARY KEY (profileId, mode, smartGroupId)
) STRICT, WITHOUT ROWID;
CREATE INDEX mdmProfileSmartGroupBySmartGroup ON mdmProfileSmartGroup (smartGroupId, mode);

-- What was ordered of a profile on a device by hand, and what the device is said to have.
CREATE TABLE mdmProfileDevice (
    profileId        INTEGER NOT NULL REFERENCES mdmProfile (id) ON DELETE CASCADE,
    deviceId         INTEGER NOT NULL REFERENCES device (id) ON DELETE CASCADE,
    command          TEXT CHECK (command IN ('InstallProfile', 'RemoveProfile')),
    orderedAt        INTEGER,
    installedVersion INTEGER CHECK (installedVersion >= 1),
    confirmedAt      INTEGER,
    PRIMARY KEY (profileId, deviceId),
    CHECK ((command IS NULL) = (orderedAt IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX mdmProfileDeviceByDevice ON mdmProfileDevice (deviceId, profileId);

-- Management ends with the enrollment, and takes its profiles along; a wipe that waits for the device has not yet.
CREATE TRIGGER mdmProfileDeviceUnenrolled AFTER UPDATE OF enrollmentStatus ON device
WHEN OLD.enrollmentStatus <> NEW.enrollmentStatus AND NEW.enrollmentStatus NOT IN (4, 5, 6) BEGIN
    DELETE FROM mdmProfileDevice WHERE deviceId = NEW.id;
END;
