-- Every criterion of the admin API, and counting members of a hundred thousand devices.

-- A criterion whose group, user group or tag is deleted stays and matches nothing: a smart group never grows because
-- something it asks for is gone. Criteria of one kind are alternatives; of OS versions, those for the platform of a
-- device all have to hold, where several "=" are alternatives. Attributes nobody knows are kept and match nothing.
CREATE TABLE smartGroupCriterionNew (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    smartGroupId INTEGER NOT NULL REFERENCES smartGroup (id) ON DELETE CASCADE,
    kind         TEXT NOT NULL CHECK (kind IN
        ('organizationGroup', 'userGroup', 'tag', 'platform', 'ownership', 'model', 'osVersion', 'managementType',
         'enrollmentCategory', 'cpuArchitecture', 'oemAndModel')),
    groupId      INTEGER REFERENCES organizationGroup (id) ON DELETE SET NULL,
    userGroupId  INTEGER REFERENCES userGroup (id) ON DELETE SET NULL,
    tagId        INTEGER REFERENCES tag (id) ON DELETE SET NULL,
    platform     TEXT COLLATE NOCASE,
    text         TEXT COLLATE NOCASE,
    operator     TEXT CHECK (operator IN ('=', '!=', '<', '<=', '>', '>=')),
    number       INTEGER,
    CHECK (kind = 'organizationGroup' OR groupId IS NULL),
    CHECK (kind = 'userGroup' OR userGroupId IS NULL),
    CHECK (kind = 'tag' OR tagId IS NULL),
    CHECK (kind = 'osVersion' OR platform IS NULL),
    CHECK ((kind = 'osVersion') = (operator IS NOT NULL)),
    CHECK (kind <> 'osVersion' OR number IS NOT NULL),
    CHECK (kind IN ('organizationGroup', 'userGroup', 'tag') OR text IS NOT NULL)
) STRICT;
INSERT INTO smartGroupCriterionNew (id, smartGroupId, kind, groupId, userGroupId, tagId, text, operator, number)
    SELECT id, smartGroupId, kind, groupId, userGroupId, tagId, text, operator, number FROM smartGroupCriterion;
DROP TABLE smartGroupCriterion;
ALTER TABLE smartGroupCriterionNew RENAME TO smartGroupCriterion;
CREATE INDEX smartGroupCriterionByGroup ON smartGroupCriterion (smartGroupId, kind);
CREATE INDEX smartGroupCriterionByOrganizationGroup ON smartGroupCriterion (groupId) WHERE groupId IS NOT NULL;
CREATE INDEX smartGroupCriterionByUserGroup ON smartGroupCriterion (userGroupId) WHERE userGroupId IS NOT NULL;
CREATE INDEX smartGroupCriterionByTag ON smartGroupCriterion (tagId) WHERE tagId IS NOT NULL;

-- User groups can be kept out, too; nothing stands twice.
CREATE TABLE smartGroupMemberNew (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    smartGroupId INTEGER NOT NULL REFERENCES smartGroup (id) ON DELETE CASCADE,
    mode         TEXT NOT NULL CHECK (mode IN ('add', 'exclude')),
    deviceId     INTEGER REFERENCES device (id) ON DELETE CASCADE,
    userId       INTEGER REFERENCES enrollmentUser (id) ON DELETE CASCADE,
    userGroupId  INTEGER REFERENCES userGroup (id) ON DELETE CASCADE,
    CHECK ((deviceId IS NOT NULL) + (userId IS NOT NULL) + (userGroupId IS NOT NULL) = 1),
    CHECK (userGroupId IS NULL OR mode = 'exclude')
) STRICT;
INSERT INTO smartGroupMemberNew (id, smartGroupId, mode, deviceId, userId)
    SELECT MIN(id), smartGroupId, mode, deviceId, userId FROM smartGroupMember
    GROUP BY smartGroupId, mode, deviceId, userId ORDER BY MIN(id);
DROP TABLE smartGroupMember;
ALTER TABLE smartGroupMemberNew RENAME TO smartGroupMember;
CREATE INDEX smartGroupMemberByGroup ON smartGroupMember (smartGroupId, mode, id);
CREATE UNIQUE INDEX smartGroupMemberDevice ON smartGroupMember (smartGroupId, mode, deviceId)
    WHERE deviceId IS NOT NULL;
CREATE UNIQUE INDEX smartGroupMemberUser ON smartGroupMember (smartGroupId, mode, userId) WHERE userId IS NOT NULL;
CREATE UNIQUE INDEX smartGroupMemberUserGroup ON smartGroupMember (smartGroupId, mode, userGroupId)
    WHERE userGroupId IS NOT NULL;
CREATE INDEX smartGroupMemberByDevice ON smartGroupMember (deviceId, smartGroupId) WHERE deviceId IS NOT NULL;
CREATE INDEX smartGroupMemberByUser ON smartGroupMember (userId, smartGroupId) WHERE userId IS NOT NULL;
CREATE INDEX smartGroupMemberByUserGroup ON smartGroupMember (userGroupId, smartGroupId)
    WHERE userGroupId IS NOT NULL;

-- All that criteria look at, so that counting members reads no device.
CREATE INDEX deviceForMembership ON device
    (enrollmentStatus, groupId, platform, ownership, managedBy, osVersionNumber, model, userId);

-- What may have moved members, in order: a device, a smart group, or, with neither, anything. Whoever has counted
-- before has to look at these only. The newest rows are kept.
CREATE TABLE membershipChange (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    deviceId     INTEGER,
    smartGroupId INTEGER,
    CHECK (deviceId IS NULL OR smartGroupId IS NULL)
) STRICT;
CREATE TRIGGER membershipChangeInserted AFTER INSERT ON membershipChange WHEN NEW.id % 256 = 0 BEGIN
    DELETE FROM membershipChange WHERE id <= NEW.id - 4096;
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
CREATE TRIGGER membershipTagged AFTER INSERT ON deviceTag BEGIN
    INSERT INTO membershipChange (deviceId) VALUES (NEW.deviceId);
END;
CREATE TRIGGER membershipUntagged AFTER DELETE ON deviceTag BEGIN
    INSERT INTO membershipChange (deviceId) VALUES (OLD.deviceId);
END;
CREATE TRIGGER membershipUserJoined AFTER INSERT ON userGroupMember BEGIN
    INSERT INTO membershipChange (deviceId) SELECT id FROM device WHERE userId = NEW.userId;
END;
CREATE TRIGGER membershipUserLeft AFTER DELETE ON userGroupMember BEGIN
    INSERT INTO membershipChange (deviceId) SELECT id FROM device WHERE userId = OLD.userId;
END;
CREATE TRIGGER membershipGroupMoved AFTER UPDATE OF path ON organizationGroup
WHEN OLD.path <> NEW.path AND OLD.path NOT LIKE '/new-%' BEGIN
    INSERT INTO membershipChange (deviceId) VALUES (NULL);
END;
CREATE TRIGGER membershipSmartGroupUpdated AFTER UPDATE OF groupId, criteriaType ON smartGroup
WHEN OLD.groupId <> NEW.groupId OR OLD.criteriaType <> NEW.criteriaType BEGIN
    INSERT INTO membershipChange (smartGroupId) VALUES (NEW.id);
END;
CREATE TRIGGER membershipCriterionInserted AFTER INSERT ON smartGroupCriterion BEGIN
    INSERT INTO membershipChange (smartGroupId) VALUES (NEW.smartGroupId);
END;
CREATE TRIGGER membershipCriterionUpdated AFTER UPDATE ON smartGroupCriterion BEGIN
    INSERT INTO membershipChange (smartGroupId) VALUES (NEW.smartGroupId);
END;
CREATE TRIGGER membershipCriterionDeleted AFTER DELETE ON smartGroupCriterion BEGIN
    INSERT INTO membershipChange (smartGroupId) VALUES (OLD.smartGroupId);
END;
CREATE TRIGGER membershipMemberInserted AFTER INSERT ON smartGroupMember BEGIN
    INSERT INTO membershipChange (smartGroupId) VALUES (NEW.smartGroupId);
END;
CREATE TRIGGER membershipMemberDeleted AFTER DELETE ON smartGroupMember BEGIN
    INSERT INTO membershipChange (smartGroupId) VALUES (OLD.smartGroupId);
END;
