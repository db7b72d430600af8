-- What the admin API tells of a device, and finding one device, or a page of them, among a hundred thousand.

ALTER TABLE device ADD COLUMN serialNumber TEXT COLLATE NOCASE;
ALTER TABLE device ADD COLUMN imei TEXT;
ALTER TABLE device ADD COLUMN easId TEXT COLLATE NOCASE;
-- Null stands for the identifier.
ALTER TABLE device ADD COLUMN assetNumber TEXT;
-- What the device calls itself; an administrator may have given it another name, which then stays.
ALTER TABLE device ADD COLUMN reportedName TEXT;
ALTER TABLE device ADD COLUMN isNamedByHand INTEGER NOT NULL DEFAULT 0 CHECK (isNamedByHand IN (0, 1));
ALTER TABLE device ADD COLUMN osBuildVersion TEXT;
ALTER TABLE device ADD COLUMN storageBytes INTEGER CHECK (storageBytes >= 0);
ALTER TABLE device ADD COLUMN availableStorageBytes INTEGER CHECK (availableStorageBytes >= 0);
-- Percent.
ALTER TABLE device ADD COLUMN batteryLevel INTEGER CHECK (batteryLevel BETWEEN 0 AND 100);
ALTER TABLE device ADD COLUMN ipAddress TEXT;
ALTER TABLE device ADD COLUMN wifiSsid TEXT;
ALTER TABLE device ADD COLUMN isRoaming INTEGER NOT NULL DEFAULT 0 CHECK (isRoaming IN (0, 1));
-- Memory in the units of the client.
ALTER TABLE device ADD COLUMN physicalMemory INTEGER CHECK (physicalMemory >= 0);
ALTER TABLE device ADD COLUMN availableMemory INTEGER CHECK (availableMemory >= 0);
ALTER TABLE device ADD COLUMN virtualMemory INTEGER CHECK (virtualMemory >= 0);
ALTER TABLE device ADD COLUMN processorArchitecture INTEGER CHECK (processorArchitecture >= 0);
ALTER TABLE device ADD COLUMN oemInfo TEXT;
-- When the device last said whether it is compromised.
ALTER TABLE device ADD COLUMN compromisedCheckedAt INTEGER;

CREATE INDEX deviceBySerialNumber ON device (serialNumber, id) WHERE serialNumber IS NOT NULL;
CREATE INDEX deviceByIMEI ON device (imei, id) WHERE imei IS NOT NULL;
CREATE INDEX deviceByEASID ON device (easId, id) WHERE easId IS NOT NULL;
CREATE INDEX deviceByMACAddress ON device (replace(replace(upper(macAddress), ':', ''), '-', ''), id);

-- A page of a search is found in one of these alone, and only then are its rows read.
CREATE INDEX deviceInOrder ON device (id, groupId, platform, ownership, complianceStatus, model);
DROP INDEX deviceByLastSeen;
CREATE INDEX deviceByLastSeen ON device (lastSeenAt, id, groupId);
