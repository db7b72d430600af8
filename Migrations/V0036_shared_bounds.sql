-- Bounds of append-only tables are shared: whoever has most rows over an equal share loses the oldest first.

-- How many rows of a bounded table each group has; 0 stands for rows of no group. Of reports that anybody may send, how
-- many came from each network. Kept by triggers.
CREATE TABLE boundedShare (
    name     TEXT NOT NULL REFERENCES boundedTable (name),
    owner    ANY NOT NULL,
    rowCount INTEGER NOT NULL CHECK (rowCount >= 0),
    PRIMARY KEY (name, owner)
) STRICT, WITHOUT ROWID;

-- Who has the share that a group's rows count for: its customer, or else the topmost group below the root.
CREATE VIEW boundedShareHolder (owner, holder) AS
SELECT own.id, CASE
    WHEN customer.type = 'Customer' THEN customer.id
    WHEN own.parentId IS NULL THEN own.id
    ELSE CAST(substr(own.path, length(root.path) + 1) AS INTEGER) END
FROM organizationGroup AS own
JOIN organizationGroup AS customer ON customer.id = own.customerId
JOIN organizationGroup AS root ON root.parentId IS NULL;

CREATE TRIGGER boundedShareLeft AFTER DELETE ON organizationGroup BEGIN
    DELETE FROM boundedShare WHERE owner = OLD.id AND rowCount = 0;
END;

CREATE INDEX agentSessionInOrder ON agentSession (groupId, id);

DROP TRIGGER eventLogInserted;
DROP TRIGGER eventLogDeleted;
CREATE TRIGGER eventLogInserted AFTER INSERT ON eventLog BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = 'eventLog';
    INSERT INTO boundedShare (name, owner, rowCount) VALUES ('eventLog', coalesce(NEW.groupId, 0), 1)
        ON CONFLICT (name, owner) DO UPDATE SET rowCount = rowCount + 1;
END;
CREATE TRIGGER eventLogDeleted AFTER DELETE ON eventLog BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = 'eventLog';
    UPDATE boundedShare SET rowCount = rowCount - 1 WHERE name = 'eventLog' AND owner = coalesce(OLD.groupId, 0);
END;
CREATE TRIGGER eventLogRegrouped AFTER UPDATE OF groupId ON eventLog WHEN OLD.groupId IS NOT NEW.groupId BEGIN
    UPDATE boundedShare SET rowCount = rowCount - 1 WHERE name = 'eventLog' AND owner = coalesce(OLD.groupId, 0);
    INSERT INTO boundedShare (name, owner, rowCount) VALUES ('eventLog', coalesce(NEW.groupId, 0), 1)
        ON CONFLICT (name, owner) DO UPDATE SET rowCount = rowCount + 1;
END;
INSERT INTO boundedShare (name, owner, rowCount)
    SELECT 'eventLog', coalesce(groupId, 0), COUNT(*) FROM eventLog GROUP BY coalesce(groupId, 0);

DROP TRIGGER commandInserted;
DROP TRIGGER commandDeleted;
CREATE TRIGGER commandInserted AFTER INSERT ON command BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = 'command';
    INSERT INTO boundedShare (name, owner, rowCount) VALUES ('command', coalesce(NEW.groupId, 0), 1)
        ON CONFLICT (name, owner) DO UPDATE SET rowCount = rowCount + 1;
END;
CREATE TRIGGER commandDeleted AFTER DELETE ON command BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = 'command';
    UPDATE boundedShare SET rowCount = rowCount - 1 WHERE name = 'command' AND owner = coalesce(OLD.groupId, 0);
END;
CREATE TRIGGER commandRegrouped AFTER UPDATE OF groupId ON command WHEN OLD.groupId IS NOT NEW.groupId BEGIN
    UPDATE boundedShare SET rowCount = rowCount - 1 WHERE name = 'command' AND owner = coalesce(OLD.groupId, 0);
    INSERT INTO boundedShare (name, owner, rowCount) VALUES ('command', coalesce(NEW.groupId, 0), 1)
        ON CONFLICT (name, owner) DO UPDATE SET rowCount = rowCount + 1;
END;
INSERT INTO boundedShare (name, owner, rowCount)
    SELECT 'command', coalesce(groupId, 0), COUNT(*) FROM command GROUP BY coalesce(groupId, 0);

DROP TRIGGER beaconInserted;
DROP TRIGGER beaconDeleted;
CREATE TRIGGER beaconInserted AFTER INSERT ON beacon BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = 'beacon';
    INSERT INTO boundedShare (name, owner, rowCount) VALUES ('beacon', coalesce(NEW.groupId, 0), 1)
        ON CONFLICT (name, owner) DO UPDATE SET rowCount = rowCount + 1;
END;
CREATE TRIGGER beaconDeleted AFTER DELETE ON beacon BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = 'beacon';
    UPDATE boundedShare SET rowCount = rowCount - 1 WHERE name = 'beacon' AND owner = coalesce(OLD.groupId, 0);
END;
CREATE TRIGGER beaconRegrouped AFTER UPDATE OF groupId ON beacon WHEN OLD.groupId IS NOT NEW.groupId BEGIN
    UPDATE boundedShare SET rowCount = rowCount - 1 WHERE name = 'beacon' AND owner = coalesce(OLD.groupId, 0);
    INSERT INTO boundedShare (name, owner, rowCount) VALUES ('beacon', coalesce(NEW.groupId, 0), 1)
        ON CONFLICT (name, owner) DO UPDATE SET rowCount = rowCount + 1;
END;
INSERT INTO boundedShare (name, owner, rowCount)
    SELECT 'beacon', coalesce(groupId, 0), COUNT(*) FROM beacon GROUP BY coalesce(groupId, 0);

DROP TRIGGER analyticsEventInserted;
DROP TRIGGER analyticsEventDeleted;
CREATE TRIGGER analyticsEventInserted AFTER INSERT ON analyticsEvent BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = 'analyticsEvent';
    INSERT INTO boundedShare (name, owner, rowCount) VALUES ('analyticsEvent', coalesce(NEW.groupId, 0), 1)
        ON CONFLICT (name, owner) DO UPDATE SET rowCount = rowCount + 1;
END;
CREATE TRIGGER analyticsEventDeleted AFTER DELETE ON analyticsEvent BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = 'analyticsEvent';
    UPDATE boundedShare SET rowCount = rowCount - 1 WHERE name = 'analyticsEvent' AND owner = coalesce(OLD.groupId, 0);
END;
CREATE TRIGGER analyticsEventRegrouped AFTER UPDATE OF groupId ON analyticsEvent WHEN OLD.groupId IS NOT NEW.groupId BEGIN
    UPDATE boundedShare SET rowCount = rowCount - 1 WHERE name = 'analyticsEvent' AND owner = coalesce(OLD.groupId, 0);
    INSERT INTO boundedShare (name, owner, rowCount) VALUES ('analyticsEvent', coalesce(NEW.groupId, 0), 1)
        ON CONFLICT (name, owner) DO UPDATE SET rowCount = rowCount + 1;
END;
INSERT INTO boundedShare (name, owner, rowCount)
    SELECT 'analyticsEvent', coalesce(groupId, 0), COUNT(*) FROM analyticsEvent GROUP BY coalesce(groupId, 0);

DROP TRIGGER deviceSampleInserted;
DROP TRIGGER deviceSampleDeleted;
CREATE TRIGGER deviceSampleInserted AFTER INSERT ON deviceSample BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = 'deviceSample';
    INSERT INTO boundedShare (name, owner, rowCount) VALUES ('deviceSample', coalesce(NEW.groupId, 0), 1)
        ON CONFLICT (name, owner) DO UPDATE SET rowCount = rowCount + 1;
END;
CREATE TRIGGER deviceSampleDeleted AFTER DELETE ON deviceSample BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = 'deviceSample';
    UPDATE boundedShare SET rowCount = rowCount - 1 WHERE name = 'deviceSample' AND owner = coalesce(OLD.groupId, 0);
END;
CREATE TRIGGER deviceSampleRegrouped AFTER UPDATE OF groupId ON deviceSample WHEN OLD.groupId IS NOT NEW.groupId BEGIN
    UPDATE boundedShare SET rowCount = rowCount - 1 WHERE name = 'deviceSample' AND owner = coalesce(OLD.groupId, 0);
    INSERT INTO boundedShare (name, owner, rowCount) VALUES ('deviceSample', coalesce(NEW.groupId, 0), 1)
        ON CONFLICT (name, owner) DO UPDATE SET rowCount = rowCount + 1;
END;
INSERT INTO boundedShare (name, owner, rowCount)
    SELECT 'deviceSample', coalesce(groupId, 0), COUNT(*) FROM deviceSample GROUP BY coalesce(groupId, 0);

DROP TRIGGER dataUsageInserted;
DROP TRIGGER dataUsageDeleted;
CREATE TRIGGER dataUsageInserted AFTER INSERT ON dataUsage BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = 'dataUsage';
    INSERT INTO boundedShare (name, owner, rowCount) VALUES ('dataUsage', coalesce(NEW.groupId, 0), 1)
        ON CONFLICT (name, owner) DO UPDATE SET rowCount = rowCount + 1;
END;
CREATE TRIGGER dataUsageDeleted AFTER DELETE ON dataUsage BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = 'dataUsage';
    UPDATE boundedShare SET rowCount = rowCount - 1 WHERE name = 'dataUsage' AND owner = coalesce(OLD.groupId, 0);
END;
CREATE TRIGGER dataUsageRegrouped AFTER UPDATE OF groupId ON dataUsage WHEN OLD.groupId IS NOT NEW.groupId BEGIN
    UPDATE boundedShare SET rowCount = rowCount - 1 WHERE name = 'dataUsage' AND owner = coalesce(OLD.groupId, 0);
    INSERT INTO boundedShare (name, owner, rowCount) VALUES ('dataUsage', coalesce(NEW.groupId, 0), 1)
        ON CONFLICT (name, owner) DO UPDATE SET rowCount = rowCount + 1;
END;
INSERT INTO boundedShare (name, owner, rowCount)
    SELECT 'dataUsage', coalesce(groupId, 0), COUNT(*) FROM dataUsage GROUP BY coalesce(groupId, 0);

DROP TRIGGER termsOfUseDecisionInserted;
DROP TRIGGER termsOfUseDecisionDeleted;
CREATE TRIGGER termsOfUseDecisionInserted AFTER INSERT ON termsOfUseDecision BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = 'termsOfUseDecision';
    INSERT INTO boundedShare (name, owner, rowCount) VALUES ('termsOfUseDecision', coalesce(NEW.groupId, 0), 1)
        ON CONFLICT (name, owner) DO UPDATE SET rowCount = rowCount + 1;
END;
CREATE TRIGGER termsOfUseDecisionDeleted AFTER DELETE ON termsOfUseDecision BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = 'termsOfUseDecision';
    UPDATE boundedShare SET rowCount = rowCount - 1 WHERE name = 'termsOfUseDecision' AND owner = coalesce(OLD.groupId, 0);
END;
CREATE TRIGGER termsOfUseDecisionRegrouped AFTER UPDATE OF groupId ON termsOfUseDecision WHEN OLD.groupId IS NOT NEW.groupId BEGIN
    UPDATE boundedShare SET rowCount = rowCount - 1 WHERE name = 'termsOfUseDecision' AND owner = coalesce(OLD.groupId, 0);
    INSERT INTO boundedShare (name, owner, rowCount) VALUES ('termsOfUseDecision', coalesce(NEW.groupId, 0), 1)
        ON CONFLICT (name, owner) DO UPDATE SET rowCount = rowCount + 1;
END;
INSERT INTO boundedShare (name, owner, rowCount)
    SELECT 'termsOfUseDecision', coalesce(groupId, 0), COUNT(*) FROM termsOfUseDecision GROUP BY coalesce(groupId, 0);

DROP TRIGGER pushTokenInserted;
DROP TRIGGER pushTokenDeleted;
CREATE TRIGGER pushTokenInserted AFTER INSERT ON pushToken BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = 'pushToken';
    INSERT INTO boundedShare (name, owner, rowCount) VALUES ('pushToken', coalesce(NEW.groupId, 0), 1)
        ON CONFLICT (name, owner) DO UPDATE SET rowCount = rowCount + 1;
END;
CREATE TRIGGER pushTokenDeleted AFTER DELETE ON pushToken BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = 'pushToken';
    UPDATE boundedShare SET rowCount = rowCount - 1 WHERE name = 'pushToken' AND owner = coalesce(OLD.groupId, 0);
END;
CREATE TRIGGER pushTokenRegrouped AFTER UPDATE OF groupId ON pushToken WHEN OLD.groupId IS NOT NEW.groupId BEGIN
    UPDATE boundedShare SET rowCount = rowCount - 1 WHERE name = 'pushToken' AND owner = coalesce(OLD.groupId, 0);
    INSERT INTO boundedShare (name, owner, rowCount) VALUES ('pushToken', coalesce(NEW.groupId, 0), 1)
        ON CONFLICT (name, owner) DO UPDATE SET rowCount = rowCount + 1;
END;
INSERT INTO boundedShare (name, owner, rowCount)
    SELECT 'pushToken', coalesce(groupId, 0), COUNT(*) FROM pushToken GROUP BY coalesce(groupId, 0);

DROP TRIGGER deviceLocationInserted;
DROP TRIGGER deviceLocationDeleted;
CREATE TRIGGER deviceLocationInserted AFTER INSERT ON deviceLocation BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = 'deviceLocation';
    INSERT INTO boundedShare (name, owner, rowCount) VALUES ('deviceLocation', coalesce(NEW.groupId, 0), 1)
        ON CONFLICT (name, owner) DO UPDATE SET rowCount = rowCount + 1;
END;
CREATE TRIGGER deviceLocationDeleted AFTER DELETE ON deviceLocation BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = 'deviceLocation';
    UPDATE boundedShare SET rowCount = rowCount - 1 WHERE name = 'deviceLocation' AND owner = coalesce(OLD.groupId, 0);
END;
CREATE TRIGGER deviceLocationRegrouped AFTER UPDATE OF groupId ON deviceLocation WHEN OLD.groupId IS NOT NEW.groupId BEGIN
    UPDATE boundedShare SET rowCount = rowCount - 1 WHERE name = 'deviceLocation' AND owner = coalesce(OLD.groupId, 0);
    INSERT INTO boundedShare (name, owner, rowCount) VALUES ('deviceLocation', coalesce(NEW.groupId, 0), 1)
        ON CONFLICT (name, owner) DO UPDATE SET rowCount = rowCount + 1;
END;
INSERT INTO boundedShare (name, owner, rowCount)
    SELECT 'deviceLocation', coalesce(groupId, 0), COUNT(*) FROM deviceLocation GROUP BY coalesce(groupId, 0);

DROP TRIGGER agentSessionInserted;
DROP TRIGGER agentSessionDeleted;
CREATE TRIGGER agentSessionInserted AFTER INSERT ON agentSession BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = 'agentSession';
    INSERT INTO boundedShare (name, owner, rowCount) VALUES ('agentSession', coalesce(NEW.groupId, 0), 1)
        ON CONFLICT (name, owner) DO UPDATE SET rowCount = rowCount + 1;
END;
CREATE TRIGGER agentSessionDeleted AFTER DELETE ON agentSession BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = 'agentSession';
    UPDATE boundedShare SET rowCount = rowCount - 1 WHERE name = 'agentSession' AND owner = coalesce(OLD.groupId, 0);
END;
CREATE TRIGGER agentSessionRegrouped AFTER UPDATE OF groupId ON agentSession WHEN OLD.groupId IS NOT NEW.groupId BEGIN
    UPDATE boundedShare SET rowCount = rowCount - 1 WHERE name = 'agentSession' AND owner = coalesce(OLD.groupId, 0);
    INSERT INTO boundedShare (name, owner, rowCount) VALUES ('agentSession', coalesce(NEW.groupId, 0), 1)
        ON CONFLICT (name, owner) DO UPDATE SET rowCount = rowCount + 1;
END;
INSERT INTO boundedShare (name, owner, rowCount)
    SELECT 'agentSession', coalesce(groupId, 0), COUNT(*) FROM agentSession GROUP BY coalesce(groupId, 0);

DROP TRIGGER administratorSignInInserted;
DROP TRIGGER administratorSignInDeleted;
CREATE TRIGGER administratorSignInInserted AFTER INSERT ON administratorSignIn BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = 'administratorSignIn';
    INSERT INTO boundedShare (name, owner, rowCount) VALUES ('administratorSignIn', coalesce(NEW.groupId, 0), 1)
        ON CONFLICT (name, owner) DO UPDATE SET rowCount = rowCount + 1;
END;
CREATE TRIGGER administratorSignInDeleted AFTER DELETE ON administratorSignIn BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = 'administratorSignIn';
    UPDATE boundedShare SET rowCount = rowCount - 1 WHERE name = 'administratorSignIn' AND owner = coalesce(OLD.groupId, 0);
END;
CREATE TRIGGER administratorSignInRegrouped AFTER UPDATE OF groupId ON administratorSignIn WHEN OLD.groupId IS NOT NEW.groupId BEGIN
    UPDATE boundedShare SET rowCount = rowCount - 1 WHERE name = 'administratorSignIn' AND owner = coalesce(OLD.groupId, 0);
    INSERT INTO boundedShare (name, owner, rowCount) VALUES ('administratorSignIn', coalesce(NEW.groupId, 0), 1)
        ON CONFLICT (name, owner) DO UPDATE SET rowCount = rowCount + 1;
END;
INSERT INTO boundedShare (name, owner, rowCount)
    SELECT 'administratorSignIn', coalesce(groupId, 0), COUNT(*) FROM administratorSignIn GROUP BY coalesce(groupId, 0);

DROP TRIGGER deviceMessageInserted;
DROP TRIGGER deviceMessageDeleted;
CREATE TRIGGER deviceMessageInserted AFTER INSERT ON deviceMessage BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = 'deviceMessage';
    INSERT INTO boundedShare (name, owner, rowCount) VALUES ('deviceMessage', coalesce(NEW.groupId, 0), 1)
        ON CONFLICT (name, owner) DO UPDATE SET rowCount = rowCount + 1;
END;
CREATE TRIGGER deviceMessageDeleted AFTER DELETE ON deviceMessage BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = 'deviceMessage';
    UPDATE boundedShare SET rowCount = rowCount - 1 WHERE name = 'deviceMessage' AND owner = coalesce(OLD.groupId, 0);
END;
CREATE TRIGGER deviceMessageRegrouped AFTER UPDATE OF groupId ON deviceMessage WHEN OLD.groupId IS NOT NEW.groupId BEGIN
    UPDATE boundedShare SET rowCount = rowCount - 1 WHERE name = 'deviceMessage' AND owner = coalesce(OLD.groupId, 0);
    INSERT INTO boundedShare (name, owner, rowCount) VALUES ('deviceMessage', coalesce(NEW.groupId, 0), 1)
        ON CONFLICT (name, owner) DO UPDATE SET rowCount = rowCount + 1;
END;
INSERT INTO boundedShare (name, owner, rowCount)
    SELECT 'deviceMessage', coalesce(groupId, 0), COUNT(*) FROM deviceMessage GROUP BY coalesce(groupId, 0);

DROP TRIGGER notificationDeliveryInserted;
DROP TRIGGER notificationDeliveryDeleted;
CREATE TRIGGER notificationDeliveryInserted AFTER INSERT ON notificationDelivery BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = 'notificationDelivery';
    INSERT INTO boundedShare (name, owner, rowCount) VALUES ('notificationDelivery', coalesce(NEW.groupId, 0), 1)
        ON CONFLICT (name, owner) DO UPDATE SET rowCount = rowCount + 1;
END;
CREATE TRIGGER notificationDeliveryDeleted AFTER DELETE ON notificationDelivery BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = 'notificationDelivery';
    UPDATE boundedShare SET rowCount = rowCount - 1 WHERE name = 'notificationDelivery' AND owner = coalesce(OLD.groupId, 0);
END;
CREATE TRIGGER notificationDeliveryRegrouped AFTER UPDATE OF groupId ON notificationDelivery WHEN OLD.groupId IS NOT NEW.groupId BEGIN
    UPDATE boundedShare SET rowCount = rowCount - 1 WHERE name = 'notificationDelivery' AND owner = coalesce(OLD.groupId, 0);
    INSERT INTO boundedShare (name, owner, rowCount) VALUES ('notificationDelivery', coalesce(NEW.groupId, 0), 1)
        ON CONFLICT (name, owner) DO UPDATE SET rowCount = rowCount + 1;
END;
INSERT INTO boundedShare (name, owner, rowCount)
    SELECT 'notificationDelivery', coalesce(groupId, 0), COUNT(*) FROM notificationDelivery GROUP BY coalesce(groupId, 0);

-- Wipes that are held have a bound to themselves.
INSERT INTO boundedTable (name) VALUES ('deviceWipeHeld');
DROP TRIGGER deviceWipeInserted;
DROP TRIGGER deviceWipeDeleted;
UPDATE boundedTable SET rowCount = (SELECT COUNT(*) FROM deviceWipe WHERE status <> 'HELD') WHERE name = 'deviceWipe';
UPDATE boundedTable SET rowCount = (SELECT COUNT(*) FROM deviceWipe WHERE status = 'HELD') WHERE name = 'deviceWipeHeld';
INSERT INTO boundedShare (name, owner, rowCount)
    SELECT CASE status WHEN 'HELD' THEN 'deviceWipeHeld' ELSE 'deviceWipe' END, coalesce(groupId, 0), COUNT(*)
    FROM deviceWipe GROUP BY 1, 2;
CREATE TRIGGER deviceWipeInserted AFTER INSERT ON deviceWipe BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = CASE NEW.status WHEN 'HELD' THEN 'deviceWipeHeld' ELSE 'deviceWipe' END;
    INSERT INTO boundedShare (name, owner, rowCount) VALUES (CASE NEW.status WHEN 'HELD' THEN 'deviceWipeHeld' ELSE 'deviceWipe' END, coalesce(NEW.groupId, 0), 1)
        ON CONFLICT (name, owner) DO UPDATE SET rowCount = rowCount + 1;
END;
CREATE TRIGGER deviceWipeDeleted AFTER DELETE ON deviceWipe BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = CASE OLD.status WHEN 'HELD' THEN 'deviceWipeHeld' ELSE 'deviceWipe' END;
    UPDATE boundedShare SET rowCount = rowCount - 1 WHERE name = CASE OLD.status WHEN 'HELD' THEN 'deviceWipeHeld' ELSE 'deviceWipe' END AND owner = coalesce(OLD.groupId, 0);
END;
CREATE TRIGGER deviceWipeRegrouped AFTER UPDATE OF groupId, status ON deviceWipe
WHEN OLD.groupId IS NOT NEW.groupId OR OLD.status <> NEW.status BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = CASE OLD.status WHEN 'HELD' THEN 'deviceWipeHeld' ELSE 'deviceWipe' END;
    UPDATE boundedShare SET rowCount = rowCount - 1 WHERE name = CASE OLD.status WHEN 'HELD' THEN 'deviceWipeHeld' ELSE 'deviceWipe' END AND owner = coalesce(OLD.groupId, 0);
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = CASE NEW.status WHEN 'HELD' THEN 'deviceWipeHeld' ELSE 'deviceWipe' END;
    INSERT INTO boundedShare (name, owner, rowCount) VALUES (CASE NEW.status WHEN 'HELD' THEN 'deviceWipeHeld' ELSE 'deviceWipe' END, coalesce(NEW.groupId, 0), 1)
        ON CONFLICT (name, owner) DO UPDATE SET rowCount = rowCount + 1;
END;

-- Anybody may send a report of a pin, so it is shared by the networks they come from; those of devices that are not known
-- have a bound to themselves.
ALTER TABLE pinReport ADD COLUMN network TEXT NOT NULL DEFAULT '';
ALTER TABLE pinReport ADD COLUMN isKnown INTEGER NOT NULL DEFAULT 0 CHECK (isKnown IN (0, 1));
UPDATE pinReport SET isKnown = deviceId IS NOT NULL;
CREATE INDEX pinReportByNetwork ON pinReport (network, id);
INSERT INTO boundedTable (name) VALUES ('pinReportUnknown');
DROP TRIGGER pinReportInserted;
DROP TRIGGER pinReportDeleted;
UPDATE boundedTable SET rowCount = (SELECT COUNT(*) FROM pinReport WHERE isKnown = 1) WHERE name = 'pinReport';
UPDATE boundedTable SET rowCount = (SELECT COUNT(*) FROM pinReport WHERE isKnown = 0) WHERE name = 'pinReportUnknown';
INSERT INTO boundedShare (name, owner, rowCount)
    SELECT CASE isKnown WHEN 1 THEN 'pinReport' ELSE 'pinReportUnknown' END, network, COUNT(*)
    FROM pinReport GROUP BY 1, 2;
CREATE TRIGGER pinReportInserted AFTER INSERT ON pinReport BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = CASE NEW.isKnown WHEN 1 THEN 'pinReport' ELSE 'pinReportUnknown' END;
    INSERT INTO boundedShare (name, owner, rowCount) VALUES (CASE NEW.isKnown WHEN 1 THEN 'pinReport' ELSE 'pinReportUnknown' END, NEW.network, 1)
        ON CONFLICT (name, owner) DO UPDATE SET rowCount = rowCount + 1;
END;
CREATE TRIGGER pinReportDeleted AFTER DELETE ON pinReport BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = CASE OLD.isKnown WHEN 1 THEN 'pinReport' ELSE 'pinReportUnknown' END;
    UPDATE boundedShare SET rowCount = rowCount - 1 WHERE name = CASE OLD.isKnown WHEN 1 THEN 'pinReport' ELSE 'pinReportUnknown' END AND owner = OLD.network;
    DELETE FROM boundedShare WHERE name = CASE OLD.isKnown WHEN 1 THEN 'pinReport' ELSE 'pinReportUnknown' END AND owner = OLD.network AND rowCount = 0;
END;
