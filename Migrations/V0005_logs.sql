-- Logs nobody vouches for, and how much room the logs of each group take.

ALTER TABLE deviceLog ADD COLUMN verified INTEGER NOT NULL DEFAULT 1 CHECK (verified IN (0, 1));
-- The device an unverified sender says to be, whether it is known or not.
ALTER TABLE deviceLog ADD COLUMN claimedDevice TEXT
    CHECK (claimedDevice IS NULL OR (verified = 0 AND length(claimedDevice) BETWEEN 1 AND 128));
CREATE INDEX deviceLogUnverified ON deviceLog (id) WHERE verified = 0;
CREATE INDEX deviceLogByClaimedDevice ON deviceLog (claimedDevice, id) WHERE claimedDevice IS NOT NULL;

-- Unverified logs have a bound of their own within that of all logs.
INSERT INTO boundedTable (name) VALUES ('unverifiedLog');
CREATE TRIGGER unverifiedLogInserted AFTER INSERT ON deviceLog WHEN NEW.verified = 0 BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = 'unverifiedLog';
END;
CREATE TRIGGER unverifiedLogDeleted AFTER DELETE ON deviceLog WHEN OLD.verified = 0 BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = 'unverifiedLog';
END;

-- Bytes of the logs of each group itself, kept by triggers; and what its quota was the reason for, where it is counted.
CREATE TABLE logUsage (
    groupId   INTEGER PRIMARY KEY REFERENCES organizationGroup (id) ON DELETE CASCADE,
    byteCount INTEGER NOT NULL DEFAULT 0 CHECK (byteCount >= 0),
    isWarned  INTEGER NOT NULL DEFAULT 0 CHECK (isWarned IN (0, 1)),
    refusals  INTEGER NOT NULL DEFAULT 0 CHECK (refusals >= 0),
    refusedAt INTEGER,
    toldAt    INTEGER
) STRICT;
INSERT INTO logUsage (groupId, byteCount)
    SELECT groupId, SUM(byteCount) FROM deviceLog WHERE groupId IS NOT NULL GROUP BY groupId;
CREATE TRIGGER logUsageInserted AFTER INSERT ON deviceLog WHEN NEW.groupId IS NOT NULL BEGIN
    INSERT INTO logUsage (groupId, byteCount) VALUES (NEW.groupId, NEW.byteCount)
        ON CONFLICT (groupId) DO UPDATE SET byteCount = byteCount + excluded.byteCount;
END;
CREATE TRIGGER logUsageDeleted AFTER DELETE ON deviceLog WHEN OLD.groupId IS NOT NULL BEGIN
    UPDATE logUsage SET byteCount = byteCount - OLD.byteCount WHERE groupId = OLD.groupId;
END;
CREATE TRIGGER logUsageMoved AFTER UPDATE OF groupId, byteCount ON deviceLog BEGIN
    UPDATE logUsage SET byteCount = byteCount - OLD.byteCount WHERE groupId = OLD.groupId;
    INSERT INTO logUsage (groupId, byteCount) SELECT NEW.groupId, NEW.byteCount WHERE NEW.groupId IS NOT NULL
        ON CONFLICT (groupId) DO UPDATE SET byteCount = byteCount + excluded.byteCount;
END;
