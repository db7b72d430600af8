-- What happens to devices, told to programs outside: who wants to hear what, and what was sent to them.

CREATE TABLE eventNotification (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid           TEXT NOT NULL UNIQUE COLLATE NOCASE,
    groupId        INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE CASCADE,
    name           TEXT NOT NULL COLLATE NOCASE CHECK (length(name) BETWEEN 1 AND 255),
    url            TEXT NOT NULL CHECK (length(url) BETWEEN 1 AND 2048),
    username       TEXT NOT NULL DEFAULT '' CHECK (instr(username, ':') = 0),
    -- Sealed: both have to be read back to sign in and to sign.
    sealedPassword BLOB,
    sealedSecret   BLOB NOT NULL,
    format         TEXT NOT NULL CHECK (format IN ('Json', 'Xml')),
    isActive       INTEGER NOT NULL DEFAULT 1 CHECK (isActive IN (0, 1)),
    -- Names of the events that are wanted, with blanks between them.
    events         TEXT NOT NULL DEFAULT '',
    createdAt      INTEGER NOT NULL,
    updatedAt      INTEGER NOT NULL
) STRICT;
CREATE INDEX eventNotificationByGroup ON eventNotification (groupId, id);
CREATE INDEX eventNotificationActive ON eventNotification (isActive, id);

-- One event for one target: waiting, or how it ended.
CREATE TABLE notificationDelivery (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid           TEXT NOT NULL UNIQUE COLLATE NOCASE,
    notificationId INTEGER REFERENCES eventNotification (id) ON DELETE SET NULL,
    -- That of the notification.
    groupId        INTEGER REFERENCES organizationGroup (id) ON DELETE SET NULL,
    deviceId       INTEGER REFERENCES device (id) ON DELETE SET NULL,
    installationId INTEGER REFERENCES installation (id) ON DELETE SET NULL,
    userId         INTEGER REFERENCES enrollmentUser (id) ON DELETE SET NULL,
    createdAt      INTEGER NOT NULL,
    targetName     TEXT NOT NULL,
    eventId        INTEGER NOT NULL,
    eventType      TEXT NOT NULL,
    format         TEXT NOT NULL CHECK (format IN ('Json', 'Xml')),
    body           TEXT NOT NULL,
    state          TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'failed', 'cancelled')),
    -- Since it was queued, or queued again.
    attempts       INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    redeliveries   INTEGER NOT NULL DEFAULT 0 CHECK (redeliveries >= 0),
    nextAttemptAt  INTEGER NOT NULL,
    finishedAt     INTEGER,
    lastStatus     INTEGER,
    lastError      TEXT
) STRICT;
CREATE INDEX notificationDeliveryPending ON notificationDelivery (notificationId, id) WHERE state = 'pending';
CREATE INDEX notificationDeliveryByNotification ON notificationDelivery (notificationId, id);
CREATE INDEX notificationDeliveryByGroup ON notificationDelivery (groupId, id);
CREATE INDEX notificationDeliveryByDevice ON notificationDelivery (deviceId, id);
CREATE INDEX notificationDeliveryByInstallation ON notificationDelivery (installationId, id);
CREATE INDEX notificationDeliveryByUser ON notificationDelivery (userId, id);
CREATE INDEX notificationDeliveryByTime ON notificationDelivery (createdAt, id);
INSERT INTO boundedTable (name) VALUES ('notificationDelivery');
CREATE TRIGGER notificationDeliveryInserted AFTER INSERT ON notificationDelivery BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = 'notificationDelivery';
END;
CREATE TRIGGER notificationDeliveryDeleted AFTER DELETE ON notificationDelivery BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = 'notificationDelivery';
END;

-- Who does not listen any more gets nothing any more.
CREATE TRIGGER eventNotificationDeleted BEFORE DELETE ON eventNotification BEGIN
    UPDATE notificationDelivery SET state = 'cancelled' WHERE notificationId = OLD.id AND state = 'pending';
END;

-- Every try, with what was sent and what came back.
CREATE TABLE notificationAttempt (
    id                   INTEGER PRIMARY KEY AUTOINCREMENT,
    deliveryId           INTEGER NOT NULL REFERENCES notificationDelivery (id) ON DELETE CASCADE,
    at                   INTEGER NOT NULL,
    url                  TEXT NOT NULL,
    -- JSON objects; secrets are left out.
    requestHeaders       TEXT NOT NULL CHECK (json_valid(requestHeaders)),
    status               INTEGER,
    responseHeaders      TEXT CHECK (responseHeaders IS NULL OR json_valid(responseHeaders)),
    responseBody         TEXT,
    error                TEXT
) STRICT;
CREATE INDEX notificationAttemptByDelivery ON notificationAttempt (deliveryId, id);

-- What deliveries tell of a device.
CREATE VIEW notificationSubject AS
SELECT device.id AS deviceId, json_object(
    'deviceId', device.id, 'deviceUUID', device.uuid, 'identifier', device.identifier,
    'friendlyName', device.friendlyName, 'platform', device.platform, 'osVersion', coalesce(device.osVersion, ''),
    'ownership', device.ownership, 'enrollmentStatus', device.enrollmentStatus,
    'complianceStatus', device.complianceStatus, 'isCompromised', device.isCompromised,
    'compromisedCheckedAt', device.compromisedCheckedAt, 'phone', coalesce(device.phone, ''),
    'macAddress', coalesce(device.macAddress, ''), 'imei', coalesce(device.imei, ''),
    'serialNumber', coalesce(device.serialNumber, ''), 'assetNumber', coalesce(device.assetNumber, ''),
    'groupId', device.groupId, 'groupName', organizationGroup.name, 'groupPath', organizationGroup.path,
    'userId', device.userId, 'userUUID', coalesce(enrollmentUser.uuid, ''),
    'username', coalesce(enrollmentUser.username, ''),
    'email', coalesce(nullif(enrollmentUser.email, ''), device.email, '')) AS facts
FROM device JOIN organizationGroup ON organizationGroup.id = device.groupId
LEFT JOIN enrollmentUser ON enrollmentUser.id = device.userId;

-- Changes of devices that are to be told: triggers write them, and the unit of work that made them turns them into
-- deliveries before it is committed. Empty between units.
CREATE TABLE deviceChange (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    deviceId      INTEGER NOT NULL,
    formerGroupId INTEGER NOT NULL,
    kind          TEXT NOT NULL,
    -- Of a device that is gone.
    facts         TEXT
) STRICT;

CREATE TRIGGER deviceEnrolledAtOnce AFTER INSERT ON device
WHEN NEW.enrollmentStatus = 4 AND EXISTS (SELECT 1 FROM eventNotification WHERE isActive = 1)
BEGIN
    INSERT INTO deviceChange (deviceId, formerGroupId, kind) VALUES (NEW.id, NEW.groupId, 'enrollment');
END;

-- 4 is enrolled, 5 and 6 await a wipe, 0, 7 and 8 are not enrolled any more. Attributes of devices that never were
-- enrolled are nobody's business.
CREATE TRIGGER deviceChanged AFTER UPDATE OF enrollmentStatus, complianceStatus, isCompromised, assetNumber,
    friendlyName, osVersion, groupId, ownership, phone, email, userId ON device
WHEN (OLD.enrollmentStatus IN (4, 5, 6) OR NEW.enrollmentStatus = 4) AND (
        OLD.enrollmentStatus <> NEW.enrollmentStatus OR OLD.complianceStatus <> NEW.complianceStatus
        OR OLD.isCompromised <> NEW.isCompromised OR OLD.assetNumber IS NOT NEW.assetNumber
        OR OLD.friendlyName <> NEW.friendlyName OR OLD.osVersion IS NOT NEW.osVersion OR OLD.groupId <> NEW.groupId
        OR OLD.ownership <> NEW.ownership OR OLD.phone IS NOT NEW.phone OR OLD.email IS NOT NEW.email
        OR OLD.userId IS NOT NEW.userId)
    AND EXISTS (SELECT 1 FROM eventNotification WHERE isActive = 1)
BEGIN
    INSERT INTO deviceChange (deviceId, formerGroupId, kind)
    SELECT NEW.id, OLD.groupId, change.kind FROM (
        SELECT 'enrollment' AS kind, NEW.enrollmentStatus = 4 AND OLD.enrollmentStatus <> 4 AS holds
        UNION ALL SELECT 'checkIn', OLD.enrollmentStatus = 4 AND NEW.enrollmentStatus = 4
            AND OLD.userId IS NOT NULL AND NEW.userId IS NULL
        UNION ALL SELECT 'checkOut', OLD.enrollmentStatus = 4 AND NEW.enrollmentStatus = 4
            AND NEW.userId IS NOT NULL AND OLD.userId IS NOT NEW.userId
        UNION ALL SELECT 'assetNumber', OLD.enrollmentStatus IN (4, 5, 6) AND OLD.assetNumber IS NOT NEW.assetNumber
        -- The first name and version a device tells are no change.
        UNION ALL SELECT 'friendlyName', OLD.enrollmentStatus IN (4, 5, 6) AND OLD.friendlyName <> ''
            AND OLD.friendlyName <> NEW.friendlyName
        UNION ALL SELECT 'operatingSystem', OLD.enrollmentStatus IN (4, 5, 6) AND OLD.osVersion IS NOT NULL
            AND OLD.osVersion IS NOT NEW.osVersion
        UNION ALL SELECT 'organizationGroup', OLD.enrollmentStatus IN (4, 5, 6) AND OLD.groupId <> NEW.groupId
        UNION ALL SELECT 'ownership', OLD.enrollmentStatus IN (4, 5, 6) AND OLD.ownership <> NEW.ownership
        UNION ALL SELECT 'phoneNumber', OLD.enrollmentStatus IN (4, 5, 6) AND OLD.phone IS NOT NEW.phone
        -- What the device tells counts only where its user has none.
        UNION ALL SELECT 'userEmailAddress', OLD.enrollmentStatus IN (4, 5, 6) AND OLD.email IS NOT NEW.email
            AND NOT EXISTS (SELECT 1 FROM enrollmentUser WHERE id = NEW.userId AND email <> '')
        UNION ALL SELECT 'compromisedStatus', OLD.enrollmentStatus IN (4, 5, 6)
            AND OLD.isCompromised <> NEW.isCompromised
        UNION ALL SELECT 'complianceStatus', OLD.enrollmentStatus IN (4, 5, 6)
            AND OLD.complianceStatus <> NEW.complianceStatus
        UNION ALL SELECT 'unenrollment', OLD.enrollmentStatus IN (4, 5) AND NEW.enrollmentStatus IN (0, 7, 8)
        UNION ALL SELECT 'wipe', OLD.enrollmentStatus = 6 AND NEW.enrollmentStatus IN (0, 7, 8)
    ) AS change WHERE change.holds;
END;

CREATE TRIGGER deviceForgotten BEFORE DELETE ON device
WHEN EXISTS (SELECT 1 FROM eventNotification WHERE isActive = 1)
BEGIN
    INSERT INTO deviceChange (deviceId, formerGroupId, kind, facts)
    SELECT OLD.id, OLD.groupId, 'delete', facts FROM notificationSubject WHERE deviceId = OLD.id;
END;

CREATE TRIGGER enrollmentUserMailed AFTER UPDATE OF email ON enrollmentUser
WHEN OLD.email <> NEW.email AND EXISTS (SELECT 1 FROM eventNotification WHERE isActive = 1)
BEGIN
    INSERT INTO deviceChange (deviceId, formerGroupId, kind)
    SELECT id, groupId, 'userEmailAddress' FROM device WHERE userId = NEW.id AND enrollmentStatus IN (4, 5, 6);
END;
