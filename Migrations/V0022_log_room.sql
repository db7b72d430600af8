-- Logs are bounded by bytes alone: what all of them take is shared among the customers, and their number evicts none.

DROP TRIGGER deviceLogInserted;
DROP TRIGGER deviceLogDeleted;
DROP TRIGGER unverifiedLogInserted;
DROP TRIGGER unverifiedLogDeleted;

-- Logs that are counted beside those of a group: those nobody vouches for, and those whose group is deleted.
CREATE TABLE logStock (
    kind      TEXT PRIMARY KEY NOT NULL CHECK (kind IN ('unverified', 'ungrouped')),
    logCount  INTEGER NOT NULL DEFAULT 0 CHECK (logCount >= 0),
    byteCount INTEGER NOT NULL DEFAULT 0 CHECK (byteCount >= 0),
    -- How many had to go because a verified log needed their room.
    displaced INTEGER NOT NULL DEFAULT 0 CHECK (displaced >= 0)
) STRICT, WITHOUT ROWID;
INSERT INTO logStock (kind, logCount, byteCount, displaced)
    SELECT 'unverified', COUNT(*), COALESCE(SUM(byteCount), 0),
        COALESCE((SELECT evicted FROM boundedTable WHERE name = 'unverifiedLog'), 0)
    FROM deviceLog WHERE verified = 0;
INSERT INTO logStock (kind, logCount, byteCount)
    SELECT 'ungrouped', COUNT(*), COALESCE(SUM(byteCount), 0) FROM deviceLog WHERE groupId IS NULL;
DELETE FROM boundedTable WHERE name IN ('deviceLog', 'unverifiedLog');

CREATE TRIGGER unverifiedLogInserted AFTER INSERT ON deviceLog WHEN NEW.verified = 0 BEGIN
    UPDATE logStock SET logCount = logCount + 1, byteCount = byteCount + NEW.byteCount WHERE kind = 'unverified';
END;
CREATE TRIGGER unverifiedLogDeleted AFTER DELETE ON deviceLog WHEN OLD.verified = 0 BEGIN
    UPDATE logStock SET logCount = logCount - 1, byteCount = byteCount - OLD.byteCount WHERE kind = 'unverified';
END;
CREATE TRIGGER ungroupedLogInserted AFTER INSERT ON deviceLog WHEN NEW.groupId IS NULL BEGIN
    UPDATE logStock SET logCount = logCount + 1, byteCount = byteCount + NEW.byteCount WHERE kind = 'ungrouped';
END;
CREATE TRIGGER ungroupedLogDeleted AFTER DELETE ON deviceLog WHEN OLD.groupId IS NULL BEGIN
    UPDATE logStock SET logCount = logCount - 1, byteCount = byteCount - OLD.byteCount WHERE kind = 'ungrouped';
END;
CREATE TRIGGER ungroupedLogLeft AFTER UPDATE OF groupId ON deviceLog WHEN OLD.groupId IS NULL BEGIN
    UPDATE logStock SET logCount = logCount - 1, byteCount = byteCount - OLD.byteCount WHERE kind = 'ungrouped';
END;
CREATE TRIGGER ungroupedLogCame AFTER UPDATE OF groupId ON deviceLog WHEN NEW.groupId IS NULL BEGIN
    UPDATE logStock SET logCount = logCount + 1, byteCount = byteCount + NEW.byteCount WHERE kind = 'ungrouped';
END;

-- How many logs the bytes of a group are: each takes room besides its text.
ALTER TABLE logUsage ADD COLUMN logCount INTEGER NOT NULL DEFAULT 0 CHECK (logCount >= 0);
UPDATE logUsage SET logCount = (SELECT COUNT(*) FROM deviceLog WHERE deviceLog.groupId = logUsage.groupId);
DROP TRIGGER logUsageInserted;
DROP TRIGGER logUsageDeleted;
DROP TRIGGER logUsageMoved;
CREATE TRIGGER logUsageInserted AFTER INSERT ON deviceLog WHEN NEW.groupId IS NOT NULL BEGIN
    INSERT INTO logUsage (groupId, byteCount, logCount) VALUES (NEW.groupId, NEW.byteCount, 1)
        ON CONFLICT (groupId) DO UPDATE SET byteCount = byteCount + excluded.byteCount, logCount = logCount + 1;
END;
CREATE TRIGGER logUsageDeleted AFTER DELETE ON deviceLog WHEN OLD.groupId IS NOT NULL BEGIN
    UPDATE logUsage SET byteCount = byteCount - OLD.byteCount, logCount = logCount - 1 WHERE groupId = OLD.groupId;
END;
CREATE TRIGGER logUsageMoved AFTER UPDATE OF groupId, byteCount ON deviceLog BEGIN
    UPDATE logUsage SET byteCount = byteCount - OLD.byteCount, logCount = logCount - 1 WHERE groupId = OLD.groupId;
    INSERT INTO logUsage (groupId, byteCount, logCount)
        SELECT NEW.groupId, NEW.byteCount, 1 WHERE NEW.groupId IS NOT NULL
        ON CONFLICT (groupId) DO UPDATE SET byteCount = byteCount + excluded.byteCount, logCount = logCount + 1;
END;
