-- A device is unique within its customer, not in the whole console: the same one may be enrolled with two customers.

-- The customer of a group is the nearest one of type Customer on its way to the root, itself included, else the root.
ALTER TABLE organizationGroup ADD COLUMN customerId INTEGER REFERENCES organizationGroup (id);
UPDATE organizationGroup SET customerId = (
    SELECT above.id FROM organizationGroup above
    WHERE above.type IN ('Customer', 'Global') AND substr(organizationGroup.path, 1, length(above.path)) = above.path
    ORDER BY length(above.path) DESC LIMIT 1);
CREATE INDEX organizationGroupByCustomer ON organizationGroup (customerId);
CREATE TRIGGER organizationGroupInserted AFTER INSERT ON organizationGroup BEGIN
    UPDATE organizationGroup SET customerId = CASE WHEN NEW.type IN ('Customer', 'Global') THEN NEW.id
        ELSE (SELECT customerId FROM organizationGroup WHERE id = NEW.parentId) END
    WHERE id = NEW.id;
END;
CREATE TRIGGER organizationGroupTyped AFTER UPDATE OF type ON organizationGroup
WHEN (OLD.type = 'Customer') <> (NEW.type = 'Customer') BEGIN
    UPDATE organizationGroup SET customerId = (
        SELECT above.id FROM organizationGroup above WHERE above.type IN ('Customer', 'Global')
            AND substr(organizationGroup.path, 1, length(above.path)) = above.path
        ORDER BY length(above.path) DESC LIMIT 1)
    WHERE path >= NEW.path AND path < substr(NEW.path, 1, length(NEW.path) - 1) || '0';
END;

-- The record is made anew: it was unique by identifier. Views and triggers of other tables go on naming it.
PRAGMA legacy_alter_table = ON;
CREATE TABLE deviceNew (
    id               INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid             TEXT NOT NULL UNIQUE COLLATE NOCASE,
    identifier       TEXT NOT NULL CHECK (identifier = lower(identifier) AND length(identifier) BETWEEN 1 AND 128),
    groupId          INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE RESTRICT,
    -- The customer of its group; triggers below keep it so.
    customerId       INTEGER NOT NULL DEFAULT 0 REFERENCES organizationGroup (id),
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
    createdAt        INTEGER NOT NULL,
    doNotDisturbAt INTEGER,
    serialNumber TEXT COLLATE NOCASE,
    imei TEXT,
    easId TEXT COLLATE NOCASE,
    -- Null stands for the identifier.
    assetNumber TEXT,
    -- What the device calls itself; an administrator may have given it another name, which then stays.
    reportedName TEXT,
    isNamedByHand INTEGER NOT NULL DEFAULT 0 CHECK (isNamedByHand IN (0, 1)),
    osBuildVersion TEXT,
    storageBytes INTEGER CHECK (storageBytes >= 0),
    availableStorageBytes INTEGER CHECK (availableStorageBytes >= 0),
    -- Percent.
    batteryLevel INTEGER CHECK (batteryLevel BETWEEN 0 AND 100),
    ipAddress TEXT,
    wifiSsid TEXT,
    isRoaming INTEGER NOT NULL DEFAULT 0 CHECK (isRoaming IN (0, 1)),
    -- Memory in the units of the client.
    physicalMemory INTEGER CHECK (physicalMemory >= 0),
    availableMemory INTEGER CHECK (availableMemory >= 0),
    virtualMemory INTEGER CHECK (virtualMemory >= 0),
    processorArchitecture INTEGER CHECK (processorArchitecture >= 0),
    oemInfo TEXT,
    -- When the device last said whether it is compromised.
    compromisedCheckedAt INTEGER,
    statusChangedAt INTEGER,
    UNIQUE (customerId, identifier)
) STRICT;
INSERT INTO deviceNew (
    id, uuid, identifier, groupId, userId, friendlyName, platform, model, osVersion, osVersionNumber, ownership,
    isSupervised, isManaged, managedBy, enrollmentStatus, complianceStatus, isCompromised, email, phone, macAddress,
    latitude, longitude, locatedAt, doNotDisturb, lastSeenAt, enrolledAt, createdAt, doNotDisturbAt, serialNumber,
    imei, easId, assetNumber, reportedName, isNamedByHand, osBuildVersion, storageBytes, availableStorageBytes,
    batteryLevel, ipAddress, wifiSsid, isRoaming, physicalMemory, availableMemory, virtualMemory,
    processorArchitecture, oemInfo, compromisedCheckedAt, statusChangedAt, customerId)
SELECT
    device.id, device.uuid, device.identifier, device.groupId, device.userId, device.friendlyName, device.platform,
    device.model, device.osVersion, device.osVersionNumber, device.ownership, device.isSupervised, device.isManaged,
    device.managedBy, device.enrollmentStatus, device.complianceStatus, device.isCompromised, device.email,
    device.phone, device.macAddress, device.latitude, device.longitude, device.locatedAt, device.doNotDisturb,
    device.lastSeenAt, device.enrolledAt, device.createdAt, device.doNotDisturbAt, device.serialNumber, device.imei,
    device.easId, device.assetNumber, device.reportedName, device.isNamedByHand, device.osBuildVersion,
    device.storageBytes, device.availableStorageBytes, device.batteryLevel, device.ipAddress, device.wifiSsid,
    device.isRoaming, device.physicalMemory, device.availableMemory, device.virtualMemory,
    device.processorArchitecture, device.oemInfo, device.compromisedCheckedAt, device.statusChangedAt,
    organizationGroup.customerId
FROM device JOIN organizationGroup ON organizationGroup.id = device.groupId;
-- Ids never repeat, also those of deleted devices.
DELETE FROM sqlite_sequence WHERE name = 'deviceNew';
INSERT INTO sqlite_sequence (name, seq) SELECT 'deviceNew', seq FROM sqlite_sequence WHERE name = 'device';
DROP TABLE device;
ALTER TABLE deviceNew RENAME TO device;
PRAGMA legacy_alter_table = OFF;
CREATE INDEX deviceByIdentifier ON device (identifier, id);
CREATE INDEX deviceByGroup ON device (groupId, id);
CREATE INDEX deviceByUser ON device (userId, id);
CREATE INDEX deviceByEnrollmentStatus ON device (enrollmentStatus, id);
CREATE INDEX deviceEnrolledByUser ON device (userId) WHERE enrollmentStatus = 4;
CREATE INDEX deviceForMembership ON device
    (enrollmentStatus, groupId, platform, ownership, managedBy, osVersionNumber, model, userId);
CREATE INDEX deviceBySerialNumber ON device (serialNumber, id) WHERE serialNumber IS NOT NULL;
CREATE INDEX deviceByIMEI ON device (imei, id) WHERE imei IS NOT NULL;
CREATE INDEX deviceByEASID ON device (easId, id) WHERE easId IS NOT NULL;
CREATE INDEX deviceByMACAddress ON device (replace(replace(upper(macAddress), ':', ''), '-', ''), id);
CREATE INDEX deviceInOrder ON device (id, groupId, platform, ownership, complianceStatus, model);
CREATE INDEX deviceByLastSeen ON device (lastSeenAt, id, groupId);
CREATE INDEX deviceByStatusChange ON device (statusChangedAt, id, groupId);
CREATE INDEX deviceForCounting ON device (enrollmentStatus, ownership, platform, isCompromised, groupId);
CREATE INDEX deviceBySafety ON device (id, groupId) WHERE compromisedCheckedAt IS NOT NULL;
CREATE INDEX deviceStanding ON device (id, enrollmentStatus, groupId);
CREATE INDEX deviceAwaitingWipe ON device (statusChangedAt) WHERE enrollmentStatus IN (5, 6);

CREATE TRIGGER deviceCustomerInserted AFTER INSERT ON device BEGIN
    UPDATE device SET customerId = (SELECT customerId FROM organizationGroup WHERE id = NEW.groupId) WHERE id = NEW.id;
END;
CREATE TRIGGER deviceCustomerMoved AFTER UPDATE OF groupId ON device WHEN OLD.groupId <> NEW.groupId BEGIN
    UPDATE device SET customerId = (SELECT customerId FROM organizationGroup WHERE id = NEW.groupId) WHERE id = NEW.id;
END;
CREATE TRIGGER deviceCustomerFollowed AFTER UPDATE OF customerId ON organizationGroup
WHEN OLD.customerId IS NOT NEW.customerId BEGIN
    UPDATE device SET customerId = NEW.customerId WHERE groupId = NEW.id;
END;
CREATE TRIGGER membershipDeviceInserted AFTER INSERT ON device BEGIN
    INSERT INTO membershipChange (deviceId) VALUES (NEW.id);
END;
CREATE TRIGGER membershipDeviceUpdated AFTER UPDATE OF
    groupId, userId, platform, model, osVersionNumber, ownership, managedBy, enrollmentStatus ON device
WHEN OLD.groupId IS NOT NEW.groupId OR OLD.userId IS NOT NEW.userId OR OLD.platform IS NOT NEW.platform
    OR OLD.model IS NOT NEW.model OR OLD.osVersionNumber IS NOT NEW.osVersionNumber
    OR OLD.ownership IS NOT NEW.ownership OR OLD.managedBy IS NOT NEW.managedBy
    OR OLD.enrollmentStatus IS NOT NEW.enrollmentStatus BEGIN
    INSERT INTO membershipChange (deviceId) VALUES (NEW.id);
END;
CREATE TRIGGER membershipDeviceDeleted AFTER DELETE ON device BEGIN
    INSERT INTO membershipChange (deviceId) VALUES (OLD.id);
END;
CREATE TRIGGER mdmProfileDeviceUnenrolled AFTER UPDATE OF enrollmentStatus ON device
WHEN OLD.enrollmentStatus <> NEW.enrollmentStatus AND NEW.enrollmentStatus NOT IN (4, 5, 6) BEGIN
    DELETE FROM mdmProfileDevice WHERE deviceId = NEW.id;
END;
CREATE TRIGGER deviceEnrolledAtOnce AFTER INSERT ON device
WHEN NEW.enrollmentStatus = 4 AND EXISTS (SELECT 1 FROM eventNotification WHERE isActive = 1)
BEGIN
    INSERT INTO deviceChange (deviceId, formerGroupId, kind) VALUES (NEW.id, NEW.groupId, 'enrollment');
END;
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
CREATE TRIGGER deviceWipeEnded AFTER UPDATE OF enrollmentStatus ON device
WHEN OLD.enrollmentStatus IN (5, 6) AND NEW.enrollmentStatus NOT IN (5, 6)
BEGIN
    UPDATE credential SET isLeaving = 0 WHERE deviceId = NEW.id AND isLeaving = 1;
    UPDATE accessToken SET isLeaving = 0 WHERE deviceId = NEW.id AND isLeaving = 1;
    UPDATE command SET status = 'expired', finishedAt = NEW.statusChangedAt
    WHERE deviceId = NEW.id AND status IN ('queued', 'delivered', 'notNow');
END;

-- A signature looks for the credentials of each device it may mean.
CREATE INDEX credentialByDevice ON credential (deviceId, id);

-- Which device an event is of: its identifier does not say so any more. It stays when the device is deleted.
ALTER TABLE eventLog ADD COLUMN deviceId INTEGER;
UPDATE eventLog SET deviceId = (SELECT device.id FROM device WHERE device.identifier = eventLog.subject)
WHERE subjectKind = 'device';
CREATE INDEX eventLogByDevice ON eventLog (deviceId, id) WHERE deviceId IS NOT NULL;
