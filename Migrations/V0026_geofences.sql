-- Geofences: areas by name, which SDK profiles of their group, of groups above it and of groups below it use.
CREATE TABLE geofence (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid      TEXT NOT NULL UNIQUE COLLATE NOCASE,
    groupId   INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE CASCADE,
    name      TEXT NOT NULL COLLATE NOCASE CHECK (length(name) BETWEEN 1 AND 255),
    latitude  REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
    longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180),
    radius    REAL NOT NULL CHECK (radius > 0),
    createdAt INTEGER NOT NULL,
    updatedAt INTEGER NOT NULL,
    UNIQUE (groupId, name)
) STRICT;

-- Which geofences the version in force of a profile names. By name: a device gets the one nearest to its own group.
CREATE TABLE geofenceUse (
    profileId INTEGER NOT NULL REFERENCES sdkProfile (id) ON DELETE CASCADE,
    name      TEXT NOT NULL COLLATE NOCASE,
    PRIMARY KEY (profileId, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX geofenceUseByName ON geofenceUse (name, profileId);
