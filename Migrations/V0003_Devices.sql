-- SDK profiles, applications, devices and smart groups: who gets what.

CREATE TABLE sdkProfile (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid        TEXT NOT NULL UNIQUE COLLATE NOCASE,
    groupId     INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE RESTRICT,
    name        TEXT NOT NULL COLLATE NOCASE CHECK (length(name) BETWEEN 1 AND 255),
    description TEXT NOT NULL DEFAULT '',
    version     INTEGER NOT NULL CHECK (version >= 1),
    createdAt   INTEGER NOT NULL,
    updatedAt   INTEGER NOT NULL,
    UNIQUE (groupId, name)
) STRICT;

-- Payloads are a binary property list: exactly typed, as the client will read them.
CREATE TABLE sdkProfileVersion (
    profileId INTEGER NOT NULL REFERENCES sdkProfile (id) ON DELETE CASCADE,
    version   INTEGER NOT NULL CHECK (version >= 1),
    payloads  BLOB NOT NULL,
    createdAt INTEGER NOT NULL,
    PRIMARY KEY (profileId, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE application (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid        TEXT NOT NULL UNIQUE COLLATE NOCASE,
    groupId     INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE RESTRICT,
    bundleId    TEXT NOT NULL COLLATE NOCASE CHECK (length(bundleId) BETWEEN 1 AND 255),
    name        TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
    type        TEXT NOT NULL CHECK (type IN ('Internal', 'Public')),
    platform    TEXT NOT NULL DEFAULT 'Apple',
    version     TEXT NOT NULL DEFAULT '',
    status      TEXT NOT NULL DEFAULT 'Active' CHECK (status IN ('Active', 'Retired')),
    profileMode TEXT NOT NULL DEFAULT 'none' CHECK (profileMode IN ('none', 'default', 'custom')),
    profileId   INTEGER REFERENCES sdkProfile (id) ON DELETE RESTRICT,
    createdAt   INTEGER NOT NULL,
    UNIQUE (groupId, bundleId),
    CHECK ((profileMode = 'custom') = (profileId IS NOT NULL))
) STRICT;
CREATE INDEX applicationByBundle ON application (bundleId, groupId);
CREATE INDEX applicationByProfile ON application (profileId) WHERE profileId IS NOT NULL;

CREATE TABLE device (
    id               INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid             TEXT NOT NULL UNIQUE COLLATE NOCASE,
    identifier       TEXT NOT NULL UNIQUE CHECK (identifier = lower(identifier) AND length(identifier) BETWEEN 1 AND 128),
    groupId          INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE RESTRICT,
    userId           INTEGER REFERENCES enrollmentUser (id) ON DELETE SET NULL,
    friendlyName     TEXT NOT NULL DEFAULT '',
    platform         TEXT NOT NULL DEFAULT 'Apple',
    model            TEXT,
    osVersion        TEXT,
    osVersionNumber  INTEGER,
    ownership        TEXT NOT NULL DEFAULT 'Undefined',
    isSupervised     INTEGER NOT NULL DEFAULT 0 CHECK (isSupervised IN (0, 1)),
    isManaged        INTEGER NOT NULL DEFAULT 0 CHECK (isManaged IN (0, 1)),
    managedBy        INTEGER NOT NULL DEFAULT 2 CHECK (managedBy BETWEEN 0 AND 3),
    enrollmentStatus INTEGER NOT NULL CHECK (enrollmentStatus BETWEEN 0 AND 9),
    complianceStatus INTEGER NOT NULL DEFAULT 0 CHECK (complianceStatus BETWEEN 0 AND 11),
    isCompromised    INTEGER NOT NULL DEFAULT 0 CHECK (isCompromised IN (0, 1)),
    email            TEXT,
    phone            TEXT,
    macAddress       TEXT,
    latitude         REAL CHECK (latitude BETWEEN -90 AND 90),
    longitude        REAL CHECK (longitude BETWEEN -180 AND 180),
    locatedAt        INTEGER,
    doNotDisturb     INTEGER NOT NULL DEFAULT 0 CHECK (doNotDisturb IN (0, 1)),
    lastSeenAt       INTEGER NOT NULL,
    enrolledAt       INTEGER,
    createdAt        INTEGER NOT NULL
) STRICT;
CREATE INDEX deviceByGroup ON device (groupId, id);
CREATE INDEX deviceByUser ON device (userId, id);
CREATE INDEX deviceByLastSeen ON device (lastSeenAt, id);
CREATE INDEX deviceByEnrollmentStatus ON device (enrollmentStatus, id);

CREATE TABLE tag (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid      TEXT NOT NULL UNIQUE COLLATE NOCASE,
    groupId   INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE CASCADE,
    name      TEXT NOT NULL COLLATE NOCASE CHECK (length(name) BETWEEN 1 AND 255),
    createdAt INTEGER NOT NULL,
    UNIQUE (groupId, name)
) STRICT;

CREATE TABLE deviceTag (
    deviceId INTEGER NOT NULL REFERENCES device (id) ON DELETE CASCADE,
    tagId    INTEGER NOT NULL REFERENCES tag (id) ON DELETE CASCADE,
    PRIMARY KEY (deviceId, tagId)
) STRICT, WITHOUT ROWID;
CREATE INDEX deviceTagByTag ON deviceTag (tagId, deviceId);

-- One app on one device.
CREATE TABLE installation (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    deviceId       INTEGER NOT NULL REFERENCES device (id) ON DELETE CASCADE,
    bundleId       TEXT NOT NULL COLLATE NOCASE CHECK (length(bundleId) BETWEEN 1 AND 255),
    applicationId  INTEGER REFERENCES application (id) ON DELETE SET NULL,
    appVersion     TEXT,
    sdkVersion     TEXT,
    pushToken      TEXT,
    profileId      INTEGER REFERENCES sdkProfile (id) ON DELETE SET NULL,
    profileVersion INTEGER,
    profileOutcome TEXT,
    profileAt      INTEGER,
    singleSignOn   INTEGER NOT NULL DEFAULT 0 CHECK (singleSignOn IN (0, 1)),
    lastSeenAt     INTEGER NOT NULL,
    createdAt      INTEGER NOT NULL,
    UNIQUE (deviceId, bundleId)
) STRICT;
CREATE INDEX installationByBundle ON installation (bundleId, id);
CREATE INDEX installationByApplication ON installation (applicationId, id);
CREATE INDEX installationByProfile ON installation (profileId) WHERE profileId IS NOT NULL;

-- HMAC credentials. The token is sealed: it must be read back to check a signature.
CREATE TABLE credential (
    id                  INTEGER PRIMARY KEY AUTOINCREMENT,
    deviceId            INTEGER NOT NULL REFERENCES device (id) ON DELETE CASCADE,
    installationId      INTEGER NOT NULL REFERENCES installation (id) ON DELETE CASCADE,
    userId              INTEGER REFERENCES enrollmentUser (id) ON DELETE SET NULL,
    authenticationGroup TEXT NOT NULL COLLATE NOCASE CHECK (length(authenticationGroup) BETWEEN 1 AND 255),
    sealedToken         BLOB NOT NULL,
    createdAt           INTEGER NOT NULL,
    revokedAt           INTEGER,
    revokedReason       TEXT
) STRICT;
CREATE UNIQUE INDEX credentialInForce ON credential (deviceId, authenticationGroup) WHERE revokedAt IS NULL;
CREATE INDEX credentialByUser ON credential (userId, id);
CREATE INDEX credentialByInstallation ON credential (installationId, id);

-- Bearer tokens, by the id they carry.
CREATE TABLE accessToken (
    id                  INTEGER PRIMARY KEY AUTOINCREMENT,
    jti                 TEXT NOT NULL UNIQUE,
    deviceId            INTEGER NOT NULL REFERENCES device (id) ON DELETE CASCADE,
    installationId      INTEGER NOT NULL REFERENCES installation (id) ON DELETE CASCADE,
    userId              INTEGER REFERENCES enrollmentUser (id) ON DELETE SET NULL,
    authenticationGroup TEXT NOT NULL COLLATE NOCASE,
    issuedAt            INTEGER NOT NULL,
    expiresAt           INTEGER NOT NULL,
    revokedAt           INTEGER,
    revokedReason       TEXT
) STRICT;
CREATE INDEX accessTokenByDevice ON accessToken (deviceId, id);
CREATE INDEX accessTokenByUser ON accessToken (userId, id);
CREATE INDEX accessTokenByInstallation ON accessToken (installationId, id);
CREATE INDEX accessTokenByExpiry ON accessToken (expiresAt);

CREATE TABLE smartGroup (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid         TEXT NOT NULL UNIQUE COLLATE NOCASE,
    groupId      INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE RESTRICT,
    name         TEXT NOT NULL COLLATE NOCASE CHECK (length(name) BETWEEN 1 AND 255),
    criteriaType TEXT NOT NULL DEFAULT 'All' CHECK (criteriaType IN ('All', 'UserDevice')),
    createdAt    INTEGER NOT NULL,
    updatedAt    INTEGER NOT NULL,
    UNIQUE (groupId, name)
) STRICT;

-- Criteria of one kind are alternatives, except OS versions, which all have to hold; kinds combine.
CREATE TABLE smartGroupCriterion (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    smartGroupId INTEGER NOT NULL REFERENCES smartGroup (id) ON DELETE CASCADE,
    kind         TEXT NOT NULL CHECK (kind IN
        ('organizationGroup', 'userGroup', 'tag', 'platform', 'ownership', 'model', 'osVersion')),
    groupId      INTEGER REFERENCES organizationGroup (id) ON DELETE CASCADE,
    userGroupId  INTEGER REFERENCES userGroup (id) ON DELETE CASCADE,
    tagId        INTEGER REFERENCES tag (id) ON DELETE CASCADE,
    text         TEXT COLLATE NOCASE,
    operator     TEXT CHECK (operator IN ('=', '!=', '<', '<=', '>', '>=')),
    number       INTEGER,
    CHECK ((kind = 'organizationGroup') = (groupId IS NOT NULL)),
    CHECK ((kind = 'userGroup') = (userGroupId IS NOT NULL)),
    CHECK ((kind = 'tag') = (tagId IS NOT NULL)),
    CHECK ((kind = 'osVersion') = (operator IS NOT NULL AND number IS NOT NULL))
) STRICT;
CREATE INDEX smartGroupCriterionByGroup ON smartGroupCriterion (smartGroupId, kind);

-- Devices and users added to a smart group or kept out of it by hand.
CREATE TABLE smartGroupMember (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    smartGroupId INTEGER NOT NULL REFERENCES smartGroup (id) ON DELETE CASCADE,
    mode         TEXT NOT NULL CHECK (mode IN ('add', 'exclude')),
    deviceId     INTEGER REFERENCES device (id) ON DELETE CASCADE,
    userId       INTEGER REFERENCES enrollmentUser (id) ON DELETE CASCADE,
    CHECK ((deviceId IS NULL) != (userId IS NULL)),
    UNIQUE (smartGroupId, mode, deviceId, userId)
) STRICT;
CREATE INDEX smartGroupMemberByDevice ON smartGroupMember (deviceId, smartGroupId);
CREATE INDEX smartGroupMemberByUser ON smartGroupMember (userId, smartGroupId);

CREATE TABLE applicationAssignment (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    applicationId INTEGER NOT NULL REFERENCES application (id) ON DELETE CASCADE,
    smartGroupId  INTEGER NOT NULL REFERENCES smartGroup (id) ON DELETE RESTRICT,
    priority      INTEGER NOT NULL DEFAULT 0 CHECK (priority >= 0),
    createdAt     INTEGER NOT NULL,
    UNIQUE (applicationId, smartGroupId)
) STRICT;
CREATE INDEX applicationAssignmentByPriority ON applicationAssignment (applicationId, priority, id);
CREATE INDEX applicationAssignmentBySmartGroup ON applicationAssignment (smartGroupId, id);
