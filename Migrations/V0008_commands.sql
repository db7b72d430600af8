-- Commands that expire; SDK profiles that inherit; images for branding.

-- After this time a command that was not acknowledged is not delivered any more.
ALTER TABLE command ADD COLUMN expiresAt INTEGER;
-- When the client last answered it, also too late.
ALTER TABLE command ADD COLUMN answeredAt INTEGER;
-- Since when the device was enrolled when it was queued; commands of an earlier enrollment are not delivered.
ALTER TABLE command ADD COLUMN enrolledAt INTEGER;
-- How many of its deliveries came before the client last said "not now": those do not count as unanswered.
ALTER TABLE command ADD COLUMN deferredDeliveries INTEGER NOT NULL DEFAULT 0 CHECK (deferredDeliveries >= 0);
CREATE INDEX commandByUser ON command (userId, id);
CREATE INDEX commandByTime ON command (createdAt, id);
CREATE INDEX commandByStatus ON command (status, id);
CREATE INDEX commandByExpiry ON command (groupId, expiresAt) WHERE expiresAt IS NOT NULL AND finishedAt IS NULL;

-- Whether, as a group's default, a profile takes the payload types it lacks from the defaults of the groups above.
ALTER TABLE sdkProfile ADD COLUMN inherits INTEGER NOT NULL DEFAULT 1 CHECK (inherits IN (0, 1));

-- Pictures that branding payloads name; the uuid, part of their address, changes with the picture.
CREATE TABLE brandingImage (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid      TEXT NOT NULL UNIQUE COLLATE NOCASE,
    groupId   INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE CASCADE,
    name      TEXT NOT NULL COLLATE NOCASE CHECK (length(name) BETWEEN 1 AND 64),
    type      TEXT NOT NULL CHECK (type IN ('image/png', 'image/jpeg', 'image/gif')),
    data      BLOB NOT NULL,
    updatedAt INTEGER NOT NULL,
    UNIQUE (groupId, name)
) STRICT;
