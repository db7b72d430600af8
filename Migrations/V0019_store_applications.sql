-- Apps of stores, groups of apps, and what was asked of apps on devices.

-- What belongs to an app that is not uploaded but comes from a store.
CREATE TABLE storeApplication (
    applicationId INTEGER PRIMARY KEY REFERENCES application (id) ON DELETE CASCADE,
    -- Number of the app in its store; empty if nobody said.
    externalId    TEXT NOT NULL DEFAULT '' CHECK (length(externalId) <= 255),
    url           TEXT NOT NULL DEFAULT '' CHECK (length(url) <= 2000),
    -- Licenses that were purchased; null for an app that was not.
    licenses      INTEGER CHECK (licenses >= 0)
) STRICT;

-- Lists of apps that are allowed, denied or required.
CREATE TABLE applicationGroup (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid        TEXT NOT NULL UNIQUE COLLATE NOCASE,
    groupId     INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE CASCADE,
    name        TEXT NOT NULL COLLATE NOCASE CHECK (length(name) BETWEEN 1 AND 255),
    description TEXT NOT NULL DEFAULT '',
    type        TEXT NOT NULL CHECK (type IN ('Whitelist', 'Blacklist', 'Required')),
    platform    TEXT NOT NULL,
    isActive    INTEGER NOT NULL DEFAULT 1 CHECK (isActive IN (0, 1)),
    createdAt   INTEGER NOT NULL,
    UNIQUE (groupId, name)
) STRICT;
CREATE TABLE applicationGroupItem (
    id                 INTEGER PRIMARY KEY AUTOINCREMENT,
    applicationGroupId INTEGER NOT NULL REFERENCES applicationGroup (id) ON DELETE CASCADE,
    bundleId           TEXT NOT NULL COLLATE NOCASE CHECK (length(bundleId) BETWEEN 1 AND 255),
    name               TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
    UNIQUE (applicationGroupId, bundleId)
) STRICT;

-- What was last asked of an app on a device.
CREATE TABLE applicationRequest (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    applicationId INTEGER NOT NULL REFERENCES application (id) ON DELETE CASCADE,
    deviceId      INTEGER NOT NULL REFERENCES device (id) ON DELETE CASCADE,
    action        TEXT NOT NULL CHECK (action IN ('install', 'uninstall')),
    requestedBy   TEXT NOT NULL,
    requestedAt   INTEGER NOT NULL,
    UNIQUE (applicationId, deviceId)
) STRICT;
CREATE INDEX applicationRequestByDevice ON applicationRequest (deviceId, id);
