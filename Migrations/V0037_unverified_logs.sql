-- Logs nobody vouches for are shared by customers, and among the logs of a customer by the networks they come from.
ALTER TABLE deviceLog ADD COLUMN network TEXT;
CREATE INDEX deviceLogByNetwork ON deviceLog (network, id) WHERE verified = 0;

-- How much room they take, by group (0 for none) and network. Kept by triggers.
CREATE TABLE unverifiedLogUsage (
    groupId   INTEGER NOT NULL,
    network   TEXT NOT NULL,
    logCount  INTEGER NOT NULL CHECK (logCount >= 0),
    byteCount INTEGER NOT NULL CHECK (byteCount >= 0),
    PRIMARY KEY (groupId, network)
) STRICT, WITHOUT ROWID;
INSERT INTO unverifiedLogUsage (groupId, network, logCount, byteCount)
    SELECT coalesce(groupId, 0), '', COUNT(*), SUM(byteCount) FROM deviceLog WHERE verified = 0 GROUP BY 1;
UPDATE deviceLog SET network = '' WHERE verified = 0;

CREATE TRIGGER unverifiedLogUsageCame AFTER INSERT ON deviceLog WHEN NEW.verified = 0 BEGIN
    INSERT INTO unverifiedLogUsage (groupId, network, logCount, byteCount)
        VALUES (coalesce(NEW.groupId, 0), coalesce(NEW.network, ''), 1, NEW.byteCount)
        ON CONFLICT DO UPDATE SET logCount = logCount + 1, byteCount = byteCount + excluded.byteCount;
END;
CREATE TRIGGER unverifiedLogUsageWent AFTER DELETE ON deviceLog WHEN OLD.verified = 0 BEGIN
    UPDATE unverifiedLogUsage SET logCount = logCount - 1, byteCount = byteCount - OLD.byteCount
        WHERE groupId = coalesce(OLD.groupId, 0) AND network = coalesce(OLD.network, '');
    DELETE FROM unverifiedLogUsage
        WHERE groupId = coalesce(OLD.groupId, 0) AND network = coalesce(OLD.network, '') AND logCount = 0;
END;
CREATE TRIGGER unverifiedLogUsageMoved AFTER UPDATE OF groupId, byteCount ON deviceLog WHEN OLD.verified = 0 BEGIN
    UPDATE unverifiedLogUsage SET logCount = logCount - 1, byteCount = byteCount - OLD.byteCount
        WHERE groupId = coalesce(OLD.groupId, 0) AND network = coalesce(OLD.network, '');
    DELETE FROM unverifiedLogUsage
        WHERE groupId = coalesce(OLD.groupId, 0) AND network = coalesce(OLD.network, '') AND logCount = 0;
    INSERT INTO unverifiedLogUsage (groupId, network, logCount, byteCount)
        VALUES (coalesce(NEW.groupId, 0), coalesce(NEW.network, ''), 1, NEW.byteCount)
        ON CONFLICT DO UPDATE SET logCount = logCount + 1, byteCount = byteCount + excluded.byteCount;
END;
