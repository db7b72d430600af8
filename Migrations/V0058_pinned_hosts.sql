-- Hosts whose keys clients pin, as administrators keep them; which keys are in force is the group's setting sslPins.
CREATE TABLE pinnedHost (
    id               INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid             TEXT NOT NULL UNIQUE COLLATE NOCASE,
    groupId          INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE CASCADE,
    host             TEXT NOT NULL COLLATE NOCASE CHECK (length(host) BETWEEN 1 AND 253),
    isRequired       INTEGER NOT NULL CHECK (isRequired IN (0, 1)),
    isDeviceServices INTEGER NOT NULL CHECK (isDeviceServices IN (0, 1)),
    isEnabled        INTEGER NOT NULL CHECK (isEnabled IN (0, 1)),
    UNIQUE (groupId, host)
) STRICT;

-- Certificates of these hosts, and keys of hosts that are switched off.
CREATE TABLE pinnedCertificate (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    hostId     INTEGER NOT NULL REFERENCES pinnedHost (id) ON DELETE CASCADE,
    publicKey  TEXT NOT NULL,
    thumbprint TEXT,
    subject    TEXT,
    issuer     TEXT,
    validFrom  INTEGER,
    validUntil INTEGER,
    UNIQUE (hostId, publicKey)
) STRICT;
