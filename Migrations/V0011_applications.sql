-- Every version of an app is a record of its own, with its package; uploads; and rules that give apps to smart groups.

-- The record is made anew: it was unique by bundle identifier, and knew no deactivated apps.
CREATE TABLE applicationNew (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid        TEXT NOT NULL UNIQUE COLLATE NOCASE,
    groupId     INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE RESTRICT,
    bundleId    TEXT NOT NULL COLLATE NOCASE CHECK (length(bundleId) BETWEEN 1 AND 255),
    name        TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
    type        TEXT NOT NULL CHECK (type IN ('Internal', 'Public')),
    platform    TEXT NOT NULL DEFAULT 'Apple',
    version     TEXT NOT NULL DEFAULT '',
    status      TEXT NOT NULL DEFAULT 'Active' CHECK (status IN ('Active', 'Inactive', 'Retired')),
    profileMode TEXT NOT NULL DEFAULT 'none' CHECK (profileMode IN ('none', 'default', 'custom')),
    profileId   INTEGER REFERENCES sdkProfile (id) ON DELETE RESTRICT,
    createdAt   INTEGER NOT NULL,
    UNIQUE (groupId, bundleId, platform, version),
    CHECK ((profileMode = 'custom') = (profileId IS NOT NULL))
) STRICT;
INSERT INTO applicationNew SELECT * FROM application;
-- Ids never repeat, also those of deleted apps.
DELETE FROM sqlite_sequence WHERE name = 'applicationNew';
INSERT INTO sqlite_sequence (name, seq) SELECT 'applicationNew', seq FROM sqlite_sequence WHERE name = 'application';
DROP TABLE application;
ALTER TABLE applicationNew RENAME TO application;
CREATE INDEX applicationByBundle ON application (bundleId, groupId);
CREATE INDEX applicationByProfile ON application (profileId) WHERE profileId IS NOT NULL;

-- A file of the data folder, for as long as something refers to it.
CREATE TABLE storedFile (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    name      TEXT NOT NULL UNIQUE,
    byteCount INTEGER NOT NULL CHECK (byteCount >= 0),
    sha256    BLOB NOT NULL CHECK (length(sha256) = 32),
    createdAt INTEGER NOT NULL
) STRICT;

-- An uploaded file as the admin API knows it.
CREATE TABLE blob (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid      TEXT NOT NULL UNIQUE COLLATE NOCASE,
    groupId   INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE CASCADE,
    fileId    INTEGER NOT NULL REFERENCES storedFile (id) ON DELETE RESTRICT,
    fileName  TEXT NOT NULL CHECK (length(fileName) BETWEEN 1 AND 255),
    createdAt INTEGER NOT NULL
) STRICT;
CREATE INDEX blobByFile ON blob (fileId);
CREATE INDEX blobByGroup ON blob (groupId, id);

-- What belongs to an app that was uploaded.
CREATE TABLE applicationPackage (
    applicationId  INTEGER PRIMARY KEY REFERENCES application (id) ON DELETE CASCADE,
    fileId         INTEGER REFERENCES storedFile (id) ON DELETE RESTRICT,
    blobUuid       TEXT COLLATE NOCASE,
    fileName       TEXT NOT NULL DEFAULT '',
    byteCount      INTEGER NOT NULL DEFAULT 0 CHECK (byteCount >= 0),
    sha256         TEXT NOT NULL DEFAULT '',
    consoleVersion TEXT NOT NULL DEFAULT '',
    build          TEXT NOT NULL DEFAULT '',
    minimumOS      TEXT NOT NULL DEFAULT '',
    pushMode       TEXT NOT NULL DEFAULT 'Auto' CHECK (pushMode IN ('Auto', 'OnDemand')),
    models         TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(models)),
    information    TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(information))
) STRICT;
CREATE INDEX applicationPackageByFile ON applicationPackage (fileId) WHERE fileId IS NOT NULL;

CREATE TRIGGER blobDeleted AFTER DELETE ON blob BEGIN
    DELETE FROM storedFile WHERE id = OLD.fileId
        AND NOT EXISTS (SELECT 1 FROM blob WHERE fileId = OLD.fileId)
        AND NOT EXISTS (SELECT 1 FROM applicationPackage WHERE fileId = OLD.fileId);
END;
CREATE TRIGGER applicationPackageDeleted AFTER DELETE ON applicationPackage WHEN OLD.fileId IS NOT NULL BEGIN
    DELETE FROM storedFile WHERE id = OLD.fileId
        AND NOT EXISTS (SELECT 1 FROM blob WHERE fileId = OLD.fileId)
        AND NOT EXISTS (SELECT 1 FROM applicationPackage WHERE fileId = OLD.fileId);
END;

-- Icons are public; another picture has another uuid.
CREATE TABLE applicationIcon (
    applicationId INTEGER PRIMARY KEY REFERENCES application (id) ON DELETE CASCADE,
    uuid          TEXT NOT NULL UNIQUE COLLATE NOCASE,
    type          TEXT NOT NULL,
    data          BLOB NOT NULL
) STRICT;

-- Uploads in chunks, each a file of the data folder until the app is made of them.
CREATE TABLE uploadTransaction (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid      TEXT NOT NULL UNIQUE COLLATE NOCASE,
    groupId   INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE CASCADE,
    createdAt INTEGER NOT NULL,
    usedAt    INTEGER NOT NULL
) STRICT;
CREATE INDEX uploadTransactionByUse ON uploadTransaction (usedAt, id);
CREATE INDEX uploadTransactionByGroup ON uploadTransaction (groupId, id);
CREATE TABLE uploadChunk (
    transactionId INTEGER NOT NULL REFERENCES uploadTransaction (id) ON DELETE CASCADE,
    sequence      INTEGER NOT NULL CHECK (sequence >= 1),
    name          TEXT NOT NULL UNIQUE,
    byteCount     INTEGER NOT NULL CHECK (byteCount >= 1),
    PRIMARY KEY (transactionId, sequence)
) STRICT, WITHOUT ROWID;

-- How an app is given to smart groups: the rule as written. Assignments without one were made without settings.
CREATE TABLE assignmentRule (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    applicationId INTEGER NOT NULL REFERENCES application (id) ON DELETE CASCADE,
    priority      INTEGER NOT NULL CHECK (priority >= 0),
    document      TEXT NOT NULL CHECK (json_valid(document))
) STRICT;
CREATE INDEX assignmentRuleByApplication ON assignmentRule (applicationId, priority, id);
ALTER TABLE applicationAssignment ADD COLUMN ruleId INTEGER REFERENCES assignmentRule (id) ON DELETE CASCADE;
CREATE INDEX applicationAssignmentByRule ON applicationAssignment (ruleId) WHERE ruleId IS NOT NULL;

-- Smart groups an app is never given to.
CREATE TABLE applicationExclusion (
    applicationId INTEGER NOT NULL REFERENCES application (id) ON DELETE CASCADE,
    smartGroupId  INTEGER NOT NULL REFERENCES smartGroup (id) ON DELETE RESTRICT,
    position      INTEGER NOT NULL,
    PRIMARY KEY (applicationId, smartGroupId)
) STRICT, WITHOUT ROWID;
CREATE INDEX applicationExclusionBySmartGroup ON applicationExclusion (smartGroupId);
