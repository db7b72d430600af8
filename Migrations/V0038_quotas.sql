-- How much of everything there may be for each customer, whoever makes it and in whatever way.

-- How much each group has of a kind, or each device, user or document of what belongs to one. Kept by triggers.
CREATE TABLE quotaUse (
    kind   TEXT NOT NULL,
    owner  INTEGER NOT NULL,
    amount INTEGER NOT NULL CHECK (amount >= 0),
    PRIMARY KEY (kind, owner)
) STRICT, WITHOUT ROWID;

-- What grew in the unit of work that is running; looked at, and emptied, at its end.
CREATE TABLE quotaGrowth (
    kind  TEXT NOT NULL,
    owner INTEGER NOT NULL,
    PRIMARY KEY (kind, owner)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER deviceQuotaCame AFTER INSERT ON device BEGIN
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('devices', NEW.groupId, 1)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('devices', NEW.groupId) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER deviceQuotaWent AFTER DELETE ON device BEGIN
    UPDATE quotaUse SET amount = amount - 1 WHERE kind = 'devices' AND owner = OLD.groupId;
END;
CREATE TRIGGER deviceQuotaMoved AFTER UPDATE OF groupId ON device
WHEN OLD.groupId <> NEW.groupId BEGIN
    UPDATE quotaUse SET amount = amount - 1 WHERE kind = 'devices' AND owner = OLD.groupId;
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('devices', NEW.groupId, 1)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('devices', NEW.groupId) ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER enrollmentUserQuotaCame AFTER INSERT ON enrollmentUser BEGIN
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('users', NEW.groupId, 1)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('users', NEW.groupId) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER enrollmentUserQuotaWent AFTER DELETE ON enrollmentUser BEGIN
    UPDATE quotaUse SET amount = amount - 1 WHERE kind = 'users' AND owner = OLD.groupId;
END;
CREATE TRIGGER enrollmentUserQuotaMoved AFTER UPDATE OF groupId ON enrollmentUser
WHEN OLD.groupId <> NEW.groupId BEGIN
    UPDATE quotaUse SET amount = amount - 1 WHERE kind = 'users' AND owner = OLD.groupId;
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('users', NEW.groupId, 1)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('users', NEW.groupId) ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER userGroupQuotaCame AFTER INSERT ON userGroup BEGIN
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('userGroups', NEW.groupId, 1)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('userGroups', NEW.groupId) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER userGroupQuotaWent AFTER DELETE ON userGroup BEGIN
    UPDATE quotaUse SET amount = amount - 1 WHERE kind = 'userGroups' AND owner = OLD.groupId;
END;
CREATE TRIGGER userGroupQuotaMoved AFTER UPDATE OF groupId ON userGroup
WHEN OLD.groupId <> NEW.groupId BEGIN
    UPDATE quotaUse SET amount = amount - 1 WHERE kind = 'userGroups' AND owner = OLD.groupId;
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('userGroups', NEW.groupId, 1)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('userGroups', NEW.groupId) ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER tagQuotaCame AFTER INSERT ON tag BEGIN
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('tags', NEW.groupId, 1)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('tags', NEW.groupId) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER tagQuotaWent AFTER DELETE ON tag BEGIN
    UPDATE quotaUse SET amount = amount - 1 WHERE kind = 'tags' AND owner = OLD.groupId;
END;
CREATE TRIGGER tagQuotaMoved AFTER UPDATE OF groupId ON tag
WHEN OLD.groupId <> NEW.groupId BEGIN
    UPDATE quotaUse SET amount = amount - 1 WHERE kind = 'tags' AND owner = OLD.groupId;
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('tags', NEW.groupId, 1)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('tags', NEW.groupId) ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER smartGroupQuotaCame AFTER INSERT ON smartGroup BEGIN
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('smartGroups', NEW.groupId, 1)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('smartGroups', NEW.groupId) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER smartGroupQuotaWent AFTER DELETE ON smartGroup BEGIN
    UPDATE quotaUse SET amount = amount - 1 WHERE kind = 'smartGroups' AND owner = OLD.groupId;
END;
CREATE TRIGGER smartGroupQuotaMoved AFTER UPDATE OF groupId ON smartGroup
WHEN OLD.groupId <> NEW.groupId BEGIN
    UPDATE quotaUse SET amount = amount - 1 WHERE kind = 'smartGroups' AND owner = OLD.groupId;
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('smartGroups', NEW.groupId, 1)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('smartGroups', NEW.groupId) ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER sdkProfileQuotaCame AFTER INSERT ON sdkProfile BEGIN
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('profiles', NEW.groupId, 1)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('profiles', NEW.groupId) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER sdkProfileQuotaWent AFTER DELETE ON sdkProfile BEGIN
    UPDATE quotaUse SET amount = amount - 1 WHERE kind = 'profiles' AND owner = OLD.groupId;
END;
CREATE TRIGGER sdkProfileQuotaMoved AFTER UPDATE OF groupId ON sdkProfile
WHEN OLD.groupId <> NEW.groupId BEGIN
    UPDATE quotaUse SET amount = amount - 1 WHERE kind = 'profiles' AND owner = OLD.groupId;
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('profiles', NEW.groupId, 1)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('profiles', NEW.groupId) ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER mdmProfileQuotaCame AFTER INSERT ON mdmProfile BEGIN
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('profiles', NEW.groupId, 1)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('profiles', NEW.groupId) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER mdmProfileQuotaWent AFTER DELETE ON mdmProfile BEGIN
    UPDATE quotaUse SET amount = amount - 1 WHERE kind = 'profiles' AND owner = OLD.groupId;
END;
CREATE TRIGGER mdmProfileQuotaMoved AFTER UPDATE OF groupId ON mdmProfile
WHEN OLD.groupId <> NEW.groupId BEGIN
    UPDATE quotaUse SET amount = amount - 1 WHERE kind = 'profiles' AND owner = OLD.groupId;
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('profiles', NEW.groupId, 1)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('profiles', NEW.groupId) ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER applicationQuotaCame AFTER INSERT ON application BEGIN
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('apps', NEW.groupId, 1)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('apps', NEW.groupId) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER applicationQuotaWent AFTER DELETE ON application BEGIN
    UPDATE quotaUse SET amount = amount - 1 WHERE kind = 'apps' AND owner = OLD.groupId;
END;
CREATE TRIGGER applicationQuotaMoved AFTER UPDATE OF groupId ON application
WHEN OLD.groupId <> NEW.groupId BEGIN
    UPDATE quotaUse SET amount = amount - 1 WHERE kind = 'apps' AND owner = OLD.groupId;
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('apps', NEW.groupId, 1)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('apps', NEW.groupId) ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER applicationGroupQuotaCame AFTER INSERT ON applicationGroup BEGIN
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('appGroups', NEW.groupId, 1)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('appGroups', NEW.groupId) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER applicationGroupQuotaWent AFTER DELETE ON applicationGroup BEGIN
    UPDATE quotaUse SET amount = amount - 1 WHERE kind = 'appGroups' AND owner = OLD.groupId;
END;
CREATE TRIGGER applicationGroupQuotaMoved AFTER UPDATE OF groupId ON applicationGroup
WHEN OLD.groupId <> NEW.groupId BEGIN
    UPDATE quotaUse SET amount = amount - 1 WHERE kind = 'appGroups' AND owner = OLD.groupId;
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('appGroups', NEW.groupId, 1)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('appGroups', NEW.groupId) ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER administratorQuotaCame AFTER INSERT ON administrator BEGIN
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('administrators', NEW.groupId, 1)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('administrators', NEW.groupId) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER administratorQuotaWent AFTER DELETE ON administrator BEGIN
    UPDATE quotaUse SET amount = amount - 1 WHERE kind = 'administrators' AND owner = OLD.groupId;
END;
CREATE TRIGGER administratorQuotaMoved AFTER UPDATE OF groupId ON administrator
WHEN OLD.groupId <> NEW.groupId BEGIN
    UPDATE quotaUse SET amount = amount - 1 WHERE kind = 'administrators' AND owner = OLD.groupId;
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('administrators', NEW.groupId, 1)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('administrators', NEW.groupId) ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER apiKeyQuotaCame AFTER INSERT ON apiKey BEGIN
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('apiKeys', NEW.groupId, 1)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('apiKeys', NEW.groupId) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER apiKeyQuotaWent AFTER DELETE ON apiKey BEGIN
    UPDATE quotaUse SET amount = amount - 1 WHERE kind = 'apiKeys' AND owner = OLD.groupId;
END;
CREATE TRIGGER apiKeyQuotaMoved AFTER UPDATE OF groupId ON apiKey
WHEN OLD.groupId <> NEW.groupId BEGIN
    UPDATE quotaUse SET amount = amount - 1 WHERE kind = 'apiKeys' AND owner = OLD.groupId;
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('apiKeys', NEW.groupId, 1)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('apiKeys', NEW.groupId) ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER oauthClientQuotaCame AFTER INSERT ON oauthClient BEGIN
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('oauthClients', NEW.groupId, 1)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('oauthClients', NEW.groupId) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER oauthClientQuotaWent AFTER DELETE ON oauthClient BEGIN
    UPDATE quotaUse SET amount = amount - 1 WHERE kind = 'oauthClients' AND owner = OLD.groupId;
END;
CREATE TRIGGER oauthClientQuotaMoved AFTER UPDATE OF groupId ON oauthClient
WHEN OLD.groupId <> NEW.groupId BEGIN
    UPDATE quotaUse SET amount = amount - 1 WHERE kind = 'oauthClients' AND owner = OLD.groupId;
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('oauthClients', NEW.groupId, 1)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('oauthClients', NEW.groupId) ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER eventNotificationQuotaCame AFTER INSERT ON eventNotification BEGIN
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('eventNotifications', NEW.groupId, 1)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('eventNotifications', NEW.groupId) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER eventNotificationQuotaWent AFTER DELETE ON eventNotification BEGIN
    UPDATE quotaUse SET amount = amount - 1 WHERE kind = 'eventNotifications' AND owner = OLD.groupId;
END;
CREATE TRIGGER eventNotificationQuotaMoved AFTER UPDATE OF groupId ON eventNotification
WHEN OLD.groupId <> NEW.groupId BEGIN
    UPDATE quotaUse SET amount = amount - 1 WHERE kind = 'eventNotifications' AND owner = OLD.groupId;
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('eventNotifications', NEW.groupId, 1)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('eventNotifications', NEW.groupId) ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER geofenceQuotaCame AFTER INSERT ON geofence BEGIN
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('geofences', NEW.groupId, 1)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('geofences', NEW.groupId) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER geofenceQuotaWent AFTER DELETE ON geofence BEGIN
    UPDATE quotaUse SET amount = amount - 1 WHERE kind = 'geofences' AND owner = OLD.groupId;
END;
CREATE TRIGGER geofenceQuotaMoved AFTER UPDATE OF groupId ON geofence
WHEN OLD.groupId <> NEW.groupId BEGIN
    UPDATE quotaUse SET amount = amount - 1 WHERE kind = 'geofences' AND owner = OLD.groupId;
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('geofences', NEW.groupId, 1)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('geofences', NEW.groupId) ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER deviceRegistrationQuotaCame AFTER INSERT ON deviceRegistration BEGIN
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('registeredDevices', NEW.groupId, 1)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('registeredDevices', NEW.groupId) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER deviceRegistrationQuotaWent AFTER DELETE ON deviceRegistration BEGIN
    UPDATE quotaUse SET amount = amount - 1 WHERE kind = 'registeredDevices' AND owner = OLD.groupId;
END;
CREATE TRIGGER deviceRegistrationQuotaMoved AFTER UPDATE OF groupId ON deviceRegistration
WHEN OLD.groupId <> NEW.groupId BEGIN
    UPDATE quotaUse SET amount = amount - 1 WHERE kind = 'registeredDevices' AND owner = OLD.groupId;
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('registeredDevices', NEW.groupId, 1)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('registeredDevices', NEW.groupId) ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER complianceRuleQuotaCame AFTER INSERT ON complianceRule BEGIN
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('complianceRules', NEW.groupId, 1)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('complianceRules', NEW.groupId) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER complianceRuleQuotaWent AFTER DELETE ON complianceRule BEGIN
    UPDATE quotaUse SET amount = amount - 1 WHERE kind = 'complianceRules' AND owner = OLD.groupId;
END;
CREATE TRIGGER complianceRuleQuotaMoved AFTER UPDATE OF groupId ON complianceRule
WHEN OLD.groupId <> NEW.groupId BEGIN
    UPDATE quotaUse SET amount = amount - 1 WHERE kind = 'complianceRules' AND owner = OLD.groupId;
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('complianceRules', NEW.groupId, 1)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('complianceRules', NEW.groupId) ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER termsOfUseQuotaCame AFTER INSERT ON termsOfUse BEGIN
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('termsOfUse', NEW.groupId, 1)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('termsOfUse', NEW.groupId) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER termsOfUseQuotaWent AFTER DELETE ON termsOfUse BEGIN
    UPDATE quotaUse SET amount = amount - 1 WHERE kind = 'termsOfUse' AND owner = OLD.groupId;
END;
CREATE TRIGGER termsOfUseQuotaMoved AFTER UPDATE OF groupId ON termsOfUse
WHEN OLD.groupId <> NEW.groupId BEGIN
    UPDATE quotaUse SET amount = amount - 1 WHERE kind = 'termsOfUse' AND owner = OLD.groupId;
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('termsOfUse', NEW.groupId, 1)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('termsOfUse', NEW.groupId) ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER brandingImageQuotaCame AFTER INSERT ON brandingImage BEGIN
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('brandingImages', NEW.groupId, 1)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('brandingImages', NEW.groupId) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER brandingImageQuotaWent AFTER DELETE ON brandingImage BEGIN
    UPDATE quotaUse SET amount = amount - 1 WHERE kind = 'brandingImages' AND owner = OLD.groupId;
END;
CREATE TRIGGER brandingImageQuotaMoved AFTER UPDATE OF groupId ON brandingImage
WHEN OLD.groupId <> NEW.groupId BEGIN
    UPDATE quotaUse SET amount = amount - 1 WHERE kind = 'brandingImages' AND owner = OLD.groupId;
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('brandingImages', NEW.groupId, 1)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('brandingImages', NEW.groupId) ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER uploadTransactionQuotaCame AFTER INSERT ON uploadTransaction BEGIN
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('uploads', NEW.groupId, 1)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('uploads', NEW.groupId) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER uploadTransactionQuotaWent AFTER DELETE ON uploadTransaction BEGIN
    UPDATE quotaUse SET amount = amount - 1 WHERE kind = 'uploads' AND owner = OLD.groupId;
END;
CREATE TRIGGER uploadTransactionQuotaMoved AFTER UPDATE OF groupId ON uploadTransaction
WHEN OLD.groupId <> NEW.groupId BEGIN
    UPDATE quotaUse SET amount = amount - 1 WHERE kind = 'uploads' AND owner = OLD.groupId;
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('uploads', NEW.groupId, 1)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('uploads', NEW.groupId) ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER deviceNoteQuotaCame AFTER INSERT ON deviceNote BEGIN
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('notes', NEW.deviceId, 1)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('notes', NEW.deviceId) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER deviceNoteQuotaWent AFTER DELETE ON deviceNote BEGIN
    UPDATE quotaUse SET amount = amount - 1 WHERE kind = 'notes' AND owner = OLD.deviceId;
    DELETE FROM quotaUse WHERE kind = 'notes' AND owner = OLD.deviceId AND amount = 0;
END;

CREATE TRIGGER deviceAttributeQuotaCame AFTER INSERT ON deviceAttribute BEGIN
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('attributes', NEW.deviceId, 1)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('attributes', NEW.deviceId) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER deviceAttributeQuotaWent AFTER DELETE ON deviceAttribute BEGIN
    UPDATE quotaUse SET amount = amount - 1 WHERE kind = 'attributes' AND owner = OLD.deviceId;
    DELETE FROM quotaUse WHERE kind = 'attributes' AND owner = OLD.deviceId AND amount = 0;
END;

CREATE TRIGGER enrollmentTokenQuotaCame AFTER INSERT ON enrollmentToken BEGIN
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('tokens', NEW.userId, 1)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('tokens', NEW.userId) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER enrollmentTokenQuotaWent AFTER DELETE ON enrollmentToken BEGIN
    UPDATE quotaUse SET amount = amount - 1 WHERE kind = 'tokens' AND owner = OLD.userId;
    DELETE FROM quotaUse WHERE kind = 'tokens' AND owner = OLD.userId AND amount = 0;
END;

CREATE TRIGGER termsOfUseVersionQuotaCame AFTER INSERT ON termsOfUseVersion BEGIN
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('termsVersions', NEW.termsId, 1)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('termsVersions', NEW.termsId) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER termsOfUseVersionQuotaWent AFTER DELETE ON termsOfUseVersion BEGIN
    UPDATE quotaUse SET amount = amount - 1 WHERE kind = 'termsVersions' AND owner = OLD.termsId;
    DELETE FROM quotaUse WHERE kind = 'termsVersions' AND owner = OLD.termsId AND amount = 0;
END;

CREATE TRIGGER organizationGroupQuotaCame AFTER INSERT ON organizationGroup BEGIN
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('groups', NEW.id, 1)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('groups', NEW.id) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER organizationGroupQuotaWent AFTER DELETE ON organizationGroup BEGIN
    UPDATE quotaUse SET amount = amount - 1 WHERE kind = 'groups' AND owner = OLD.id;
    DELETE FROM quotaUse WHERE kind IN (
        'groups', 'devices', 'users', 'userGroups', 'tags', 'smartGroups', 'profiles', 'apps',
        'appGroups', 'administrators', 'apiKeys', 'oauthClients', 'eventNotifications', 'geofences',
        'registeredDevices', 'complianceRules', 'termsOfUse', 'brandingImages', 'uploads',
        'uploadBytes', 'blobBytes'
    ) AND owner = OLD.id AND amount = 0;
END;

-- Versions of a profile are not counted: the oldest give way.
CREATE TRIGGER sdkProfileVersionQuotaCame AFTER INSERT ON sdkProfileVersion BEGIN
    INSERT INTO quotaGrowth (kind, owner) VALUES ('profileVersions', NEW.profileId) ON CONFLICT DO NOTHING;
END;

-- Bytes of chunks under way.
ALTER TABLE uploadTransaction ADD COLUMN byteCount INTEGER NOT NULL DEFAULT 0 CHECK (byteCount >= 0);
UPDATE uploadTransaction SET byteCount = coalesce(
    (SELECT SUM(byteCount) FROM uploadChunk WHERE transactionId = uploadTransaction.id), 0);
CREATE TRIGGER uploadChunkQuotaCame AFTER INSERT ON uploadChunk BEGIN
    UPDATE uploadTransaction SET byteCount = byteCount + NEW.byteCount WHERE id = NEW.transactionId;
END;
CREATE TRIGGER uploadChunkQuotaWent AFTER DELETE ON uploadChunk BEGIN
    UPDATE uploadTransaction SET byteCount = byteCount - OLD.byteCount WHERE id = OLD.transactionId;
END;
CREATE TRIGGER uploadTransactionBytesChanged AFTER UPDATE OF byteCount ON uploadTransaction BEGIN
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('uploadBytes', NEW.groupId, 0)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('uploadBytes', NEW.groupId) ON CONFLICT DO NOTHING;
    UPDATE quotaUse SET amount = amount + NEW.byteCount - OLD.byteCount
        WHERE kind = 'uploadBytes' AND owner = NEW.groupId;
END;
CREATE TRIGGER uploadTransactionBytesWent AFTER DELETE ON uploadTransaction BEGIN
    UPDATE quotaUse SET amount = amount - OLD.byteCount WHERE kind = 'uploadBytes' AND owner = OLD.groupId;
END;
CREATE TRIGGER uploadTransactionBytesMoved AFTER UPDATE OF groupId ON uploadTransaction
WHEN OLD.groupId <> NEW.groupId BEGIN
    UPDATE quotaUse SET amount = amount - OLD.byteCount WHERE kind = 'uploadBytes' AND owner = OLD.groupId;
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('uploadBytes', NEW.groupId, NEW.byteCount)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('uploadBytes', NEW.groupId) ON CONFLICT DO NOTHING;
END;

-- Bytes of files, which are those of the group they were uploaded to as long as anything is made of them.
ALTER TABLE storedFile ADD COLUMN owner INTEGER;
UPDATE storedFile SET owner = coalesce(
    (SELECT groupId FROM blob WHERE fileId = storedFile.id ORDER BY id LIMIT 1),
    (SELECT groupId FROM application JOIN applicationPackage ON applicationPackage.applicationId = application.id
        WHERE applicationPackage.fileId = storedFile.id LIMIT 1));
CREATE TRIGGER blobQuotaCame AFTER INSERT ON blob BEGIN
    UPDATE storedFile SET owner = NEW.groupId WHERE id = NEW.fileId AND owner IS NULL;
END;
CREATE TRIGGER storedFileQuotaCame AFTER UPDATE OF owner ON storedFile
WHEN OLD.owner IS NULL AND NEW.owner IS NOT NULL BEGIN
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('blobBytes', NEW.owner, NEW.byteCount)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('blobBytes', NEW.owner) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER storedFileQuotaWent AFTER DELETE ON storedFile
WHEN OLD.owner IS NOT NULL BEGIN
    UPDATE quotaUse SET amount = amount - OLD.byteCount WHERE kind = 'blobBytes' AND owner = OLD.owner;
END;

-- What is there already counts, and stays even where it is more than there may be.

INSERT INTO quotaUse (kind, owner, amount)
SELECT kind, owner, SUM(amount) FROM (
    SELECT 'devices' AS kind, groupId AS owner, COUNT(*) AS amount FROM device GROUP BY 2
    UNION ALL SELECT 'users' AS kind, groupId AS owner, COUNT(*) AS amount FROM enrollmentUser GROUP BY 2
    UNION ALL SELECT 'userGroups' AS kind, groupId AS owner, COUNT(*) AS amount FROM userGroup GROUP BY 2
    UNION ALL SELECT 'tags' AS kind, groupId AS owner, COUNT(*) AS amount FROM tag GROUP BY 2
    UNION ALL SELECT 'smartGroups' AS kind, groupId AS owner, COUNT(*) AS amount FROM smartGroup GROUP BY 2
    UNION ALL SELECT 'profiles' AS kind, groupId AS owner, COUNT(*) AS amount FROM sdkProfile GROUP BY 2
    UNION ALL SELECT 'profiles' AS kind, groupId AS owner, COUNT(*) AS amount FROM mdmProfile GROUP BY 2
    UNION ALL SELECT 'apps' AS kind, groupId AS owner, COUNT(*) AS amount FROM application GROUP BY 2
    UNION ALL SELECT 'appGroups' AS kind, groupId AS owner, COUNT(*) AS amount FROM applicationGroup GROUP BY 2
    UNION ALL SELECT 'administrators' AS kind, groupId AS owner, COUNT(*) AS amount FROM administrator GROUP BY 2
    UNION ALL SELECT 'apiKeys' AS kind, groupId AS owner, COUNT(*) AS amount FROM apiKey GROUP BY 2
    UNION ALL SELECT 'oauthClients' AS kind, groupId AS owner, COUNT(*) AS amount FROM oauthClient GROUP BY 2
    UNION ALL SELECT 'eventNotifications' AS kind, groupId AS owner, COUNT(*) AS amount FROM eventNotification GROUP BY 2
    UNION ALL SELECT 'geofences' AS kind, groupId AS owner, COUNT(*) AS amount FROM geofence GROUP BY 2
    UNION ALL SELECT 'registeredDevices' AS kind, groupId AS owner, COUNT(*) AS amount FROM deviceRegistration GROUP BY 2
    UNION ALL SELECT 'complianceRules' AS kind, groupId AS owner, COUNT(*) AS amount FROM complianceRule GROUP BY 2
    UNION ALL SELECT 'termsOfUse' AS kind, groupId AS owner, COUNT(*) AS amount FROM termsOfUse GROUP BY 2
    UNION ALL SELECT 'brandingImages' AS kind, groupId AS owner, COUNT(*) AS amount FROM brandingImage GROUP BY 2
    UNION ALL SELECT 'uploads' AS kind, groupId AS owner, COUNT(*) AS amount FROM uploadTransaction GROUP BY 2
    UNION ALL SELECT 'notes' AS kind, deviceId AS owner, COUNT(*) AS amount FROM deviceNote GROUP BY 2
    UNION ALL SELECT 'attributes' AS kind, deviceId AS owner, COUNT(*) AS amount FROM deviceAttribute GROUP BY 2
    UNION ALL SELECT 'tokens' AS kind, userId AS owner, COUNT(*) AS amount FROM enrollmentToken GROUP BY 2
    UNION ALL SELECT 'termsVersions' AS kind, termsId AS owner, COUNT(*) AS amount FROM termsOfUseVersion GROUP BY 2
    UNION ALL SELECT 'groups', id, 1 FROM organizationGroup
    UNION ALL SELECT 'uploadBytes', groupId, SUM(byteCount) FROM uploadTransaction GROUP BY 2
    UNION ALL SELECT 'blobBytes', owner, SUM(byteCount) FROM storedFile WHERE owner IS NOT NULL GROUP BY 2
) GROUP BY kind, owner;
DELETE FROM quotaGrowth;
