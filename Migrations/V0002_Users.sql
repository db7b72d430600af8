-- Enrollment users, their groups and their enrollment tokens.

CREATE TABLE enrollmentUser (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid           TEXT NOT NULL UNIQUE COLLATE NOCASE,
    groupId        INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE RESTRICT,
    username       TEXT NOT NULL COLLATE NOCASE CHECK (length(username) BETWEEN 1 AND 255),
    passwordHash   TEXT,
    accountType    TEXT NOT NULL DEFAULT 'Basic' CHECK (accountType IN ('Basic', 'Directory', 'Saml')),
    domain         TEXT NOT NULL DEFAULT '',
    firstName      TEXT NOT NULL DEFAULT '',
    lastName       TEXT NOT NULL DEFAULT '',
    email          TEXT NOT NULL DEFAULT '',
    phone          TEXT NOT NULL DEFAULT '',
    isActive       INTEGER NOT NULL DEFAULT 1 CHECK (isActive IN (0, 1)),
    failedLogins   INTEGER NOT NULL DEFAULT 0 CHECK (failedLogins >= 0),
    lockedAt       INTEGER,
    createdAt      INTEGER NOT NULL,
    UNIQUE (groupId, username)
) STRICT;
CREATE INDEX enrollmentUserByUsername ON enrollmentUser (username, groupId);
CREATE INDEX enrollmentUserByEmail ON enrollmentUser (email COLLATE NOCASE, id);

-- A token enrolls once; only its hash is kept.
CREATE TABLE enrollmentToken (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    userId    INTEGER NOT NULL REFERENCES enrollmentUser (id) ON DELETE CASCADE,
    tokenHash BLOB NOT NULL UNIQUE CHECK (length(tokenHash) = 32),
    createdAt INTEGER NOT NULL,
    expiresAt INTEGER NOT NULL,
    usedAt    INTEGER
) STRICT;
CREATE INDEX enrollmentTokenByUser ON enrollmentToken (userId, id);

CREATE TABLE userGroup (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid      TEXT NOT NULL UNIQUE COLLATE NOCASE,
    groupId   INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE RESTRICT,
    name      TEXT NOT NULL COLLATE NOCASE CHECK (length(name) BETWEEN 1 AND 255),
    createdAt INTEGER NOT NULL,
    UNIQUE (groupId, name)
) STRICT;

CREATE TABLE userGroupMember (
    userGroupId INTEGER NOT NULL REFERENCES userGroup (id) ON DELETE CASCADE,
    userId      INTEGER NOT NULL REFERENCES enrollmentUser (id) ON DELETE CASCADE,
    PRIMARY KEY (userGroupId, userId)
) STRICT, WITHOUT ROWID;
CREATE INDEX userGroupMemberByUser ON userGroupMember (userId, userGroupId);
