-- Locks that administrators put on devices by commands. Codes and passwords are sealed with the key of the data folder.
CREATE TABLE deviceLock (
    deviceId          INTEGER PRIMARY KEY REFERENCES device (id) ON DELETE CASCADE,
    bypassCode        BLOB,
    submittedPassword BLOB,
    submittedAt       INTEGER CHECK ((submittedAt IS NULL) = (submittedPassword IS NULL)),
    appliedPassword   BLOB,
    appliedAt         INTEGER CHECK ((appliedAt IS NULL) = (appliedPassword IS NULL))
) STRICT;

-- Custom attributes as administrators define them.
CREATE TABLE attributeDefinition (
    id               INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid             TEXT NOT NULL UNIQUE COLLATE NOCASE,
    groupId          INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE CASCADE,
    applicationGroup TEXT NOT NULL COLLATE NOCASE CHECK (length(applicationGroup) <= 255),
    name             TEXT NOT NULL COLLATE NOCASE CHECK (length(name) BETWEEN 1 AND 255),
    description      TEXT NOT NULL CHECK (length(description) <= 4000),
    isPersistent     INTEGER NOT NULL CHECK (isPersistent IN (0, 1)),
    isInRules        INTEGER NOT NULL CHECK (isInRules IN (0, 1)),
    gathersValues    INTEGER NOT NULL CHECK (gathersValues IN (0, 1)),
    isLookupValue    INTEGER NOT NULL CHECK (isLookupValue IN (0, 1)),
    choices          TEXT NOT NULL CHECK (json_valid(choices)),
    createdAt        INTEGER NOT NULL,
    UNIQUE (groupId, applicationGroup, name)
) STRICT;
