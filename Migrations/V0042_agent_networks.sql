-- Whoever knows a Group ID may begin sessions of enrollment agents, so they are shared by the networks they come from:
-- nobody pushes out those of others.
ALTER TABLE agentSession ADD COLUMN network TEXT NOT NULL DEFAULT '';
DROP INDEX agentSessionInOrder;
CREATE INDEX agentSessionByNetwork ON agentSession (network, id);
DROP TRIGGER agentSessionInserted;
DROP TRIGGER agentSessionDeleted;
DROP TRIGGER agentSessionRegrouped;
DELETE FROM boundedShare WHERE name = 'agentSession';
INSERT INTO boundedShare (name, owner, rowCount)
    SELECT 'agentSession', network, COUNT(*) FROM agentSession GROUP BY network;
CREATE TRIGGER agentSessionInserted AFTER INSERT ON agentSession BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = 'agentSession';
    INSERT INTO boundedShare (name, owner, rowCount) VALUES ('agentSession', NEW.network, 1)
        ON CONFLICT (name, owner) DO UPDATE SET rowCount = rowCount + 1;
END;
CREATE TRIGGER agentSessionDeleted AFTER DELETE ON agentSession BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = 'agentSession';
    UPDATE boundedShare SET rowCount = rowCount - 1 WHERE name = 'agentSession' AND owner = OLD.network;
    DELETE FROM boundedShare WHERE name = 'agentSession' AND owner = OLD.network AND rowCount = 0;
END;
